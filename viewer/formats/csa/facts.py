"""The facts that the reader of CSA keeps for its writer.

A file is split into statements, each with the comma or line end after it. Each statement is a fact of its
node, in file order; statements before the first move belong to the root.
"""

from __future__ import annotations

from typing import Final

# Of a node, one for each statement; raw: all bytes of the statement up to the next one.
ENCODING: Final = "csa.encoding"  # value: the codec in which the game was read
VERSION: Final = "csa.version"  # value: "2.2"
HEADER: Final = "csa.header"  # value: (key, value)
BOARD: Final = "csa.board"  # value: None; rows, pieces, side to move: START has their meaning
MOVE: Final = "csa.move"  # value: the move as Qipu writes it here
TIME: Final = "csa.time"  # value: of the facet ELAPSED
COMMENT: Final = "csa.comment"  # value: one line
OTHER: Final = "csa.other"  # value: None; remarks, blank lines, statements that aren't understood

# Of a record:
START: Final = "csa.start"  # value: text of the setup, "" if there is none
SCRIPT: Final = "csa.script"  # value: (codec, version, line end, whether times follow a comma)
MARK: Final = "csa.mark"  # raw: the byte order mark of the file
DIVIDER: Final = "csa.divider"  # raw: the divider line before the game
REST: Final = "csa.rest"  # raw: the unread end of a game that is too long
