"""T1j's records of Twixt (.T1): one line for each fact about the game, then one line for each move.

twixtbot-ui also writes and reads them, with differences (see `layout`). A file holds one game without
variations or comments. Source: files of both programs.
"""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.formats.format import NO_GLYPHS, Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import ENCODINGS

_YES_NO = {"Y": message("Yes"), "N": message("No")}
_KINDS = {"H": message("A person"), "C": message("A computer")}


class T1Format(Format):
    """The format T1."""

    id = "t1"
    reader = "viewer.formats.t1.reader:T1Collection"
    writer = "viewer.formats.t1.writer:write"
    variant = "T1"
    fields = (
        HeaderField("name1", message("First player"), "side0"),
        HeaderField("name2", message("Second player"), "side1"),
        HeaderField("kind1", message("First player is"), choices=_KINDS),
        HeaderField("kind2", message("Second player is"), choices=_KINDS),
        HeaderField(
            "letters",
            message("Direction of letters"),
            choices={"V": in_context("of the board", "Columns")},
        ),
        HeaderField("pierule", message("May the first peg be taken over?"), choices=_YES_NO),
        HeaderField("over", message("Is the game over?"), choices=_YES_NO),
        HeaderField("version", message("Version of the format")),
    )
    encodings = ENCODINGS
    single = True
    glyphs = NO_GLYPHS


FORMAT = T1Format()
