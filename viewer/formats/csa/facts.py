"""The facts that the reader of CSA keeps for its writer.

A file is cut into statements, each with the comma or the line end behind it. They are facts of the
node they belong to, in the order of the file: those before the first move are the root's.
"""

from __future__ import annotations

from typing import Final

# Of a node, statement by statement; raw: its bytes with all up to the next statement.
ENCODING: Final = "csa.encoding"  # value: codec it was read in
VERSION: Final = "csa.version"  # value: "2.2"
HEADER: Final = "csa.header"  # value: (key, value)
BOARD: Final = "csa.board"  # value: None; rows, pieces, side to move: START has what they mean
MOVE: Final = "csa.move"  # value: the move as this program writes it at this place
TIME: Final = "csa.time"  # value: ELAPSED
COMMENT: Final = "csa.comment"  # value: one line
OTHER: Final = "csa.other"  # value: None; remarks, blank lines, what isn't understood

# Of a record:
START: Final = "csa.start"  # value: text of the set-up, "" for none
SCRIPT: Final = "csa.script"  # value: (codec, version, line end, whether times follow a comma)
MARK: Final = "csa.mark"  # raw: the byte order mark of the file
DIVIDER: Final = "csa.divider"  # raw: the line that divides it from the game before
REST: Final = "csa.rest"  # raw: what wasn't read of a game that is too long
