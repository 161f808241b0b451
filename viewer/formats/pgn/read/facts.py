"""The facts that the PGN reader keeps for the writer: the text of the file, divided at its moves.

The bytes of a game are its tag section, the text before the first move, and for each node its own
text: white space, move number, move, and all glyphs and comments after it up to the next move,
"(" or ")". A variation has the text that opens it, its ")", and the text after that about
the move it is an alternative to. What isn't about any node (white space, escaped lines, stray
words) is part of the text around it. Values aren't kept: the writer reads a text again.
"""

from __future__ import annotations

from typing import Final

from viewer.formats.pgn.read.said import TextSettings
from viewer.tree.record import Record

# Of a record:
# raw: the tag section, up to the end of the last tag; value: whether the moves are below its line
TAGS: Final = "pgn.tags"
SCRIPT: Final = "pgn.script"  # value: TextSettings
KIND: Final = "pgn.kind"  # value: what it is a record of, where its moves aren't read
TAIL: Final = "pgn.tail"  # raw: from the result on; value: whether it is text that wasn't read
# Of a node:
# raw: its own text; of the root, what stands before the first move; value: what stood before it
TEXT: Final = "pgn.text"
# Of the first node of a variation:
# raw: "(" and what stands before the move; value: id of the sibling that it follows in the file,
# None for the main line's
OPEN: Final = "pgn.open"
CLOSE: Final = "pgn.close"  # raw: ")" and the white space before it, empty where it is missing
AFTER: Final = "pgn.after"  # raw: what stands behind ")" and belongs to the move before the "("

# What stands between a move and the one before it in the file, None for nothing but glyphs:
FIRST: Final = 3  # it is the first of the game or of a variation
VARIATION: Final = 2
COMMENTED: Final = 1


def settings_of(record: Record) -> TextSettings | None:
    """How the record's text was written in its file; None for a record that isn't from a PGN file."""
    fact = record.fact(SCRIPT)
    return TextSettings(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None
