"""The lexer of movetext, and the commands in comments: [%clk] [%emt] [%eval] [%cal] [%csl].

Every byte belongs to exactly one token; a token carries the white space before it. The expression
backtracks only over bounded pieces, and nothing nests, so the time is
linear in the bytes whatever they are. The notation of moves depends on the dialect: `lexer` makes
the expression for the words of one game.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import compiled, late
from viewer.formats.kit.charsets import WIDE
from viewer.tree.annotation import CLOCK, ELAPSED, EVALUATION, MARKS, Mark

# Numbers of the groups; `Match.lastindex` of a token is one of them.
MOVE: Final = 1  # a move as it should be; what stands before is white space and a number
SUFFIX: Final = 2  # such a move and behind it, glued on, !, ?, !!, …; groups 1 and 2
COMMENT: Final = 3  # {…}; the group is what is inside
NAG: Final = 4  # $ and digits; the group is the digits
OPEN: Final = 5  # (
CLOSE: Final = 6  # )
ODD_MOVE: Final = 7  # a move in any other spelling
ODD_SUFFIX: Final = 8  # such a move and a sign; groups 7 and 8
LINE_COMMENT: Final = 9  # ;… to the end of the line; the group is what follows the ;
RESULT: Final = 10  # 1-0 0-1 1/2-1/2 * and other spellings
SIGN: Final = 11  # a glyph written as a sign: ! ?? += N
ESCAPE: Final = 12  # a line that begins with %
BRACKET: Final = 13  # […]: no part of movetext
EXTRA: Final = 14  # e.p. behind a capture
WORD: Final = 15  # any other word, with the number before it
NUMBER: Final = 16  # a move number, or periods, before something that is no move
UNCLOSED: Final = 17  # { without an end; the group is what is inside
OTHER: Final = 18  # one byte that belongs nowhere
END: Final = 19  # white space at the end

MOVES: Final = {MOVE: MOVE, SUFFIX: MOVE, ODD_MOVE: ODD_MOVE, ODD_SUFFIX: ODD_MOVE}  # their names

# ASCII white space, NBSP as UTF-8 or in one byte (chess.com), a BOM of joined files, NUL.
SPACE = rb"\s*+(?:(?:\xc2?\xa0|\xef\xbb\xbf|\x00)\s*+)*+"
_DIGITS = rb"(?!0000)\d++(?![-/:])"
_DOTS = rb"(?:\.++|\xe2\x80\xa6)"
_FIGURINE = rb"\xe2\x99[\x94-\x9f]"
_SQUARES = rb"[a-h]?[1-8]?(?:[-x:]|\xc3\x97)?[a-h]"
_PROMOTION = rb"(?:=?(?:[A-Zqrbn]|" + _FIGURINE + rb")(?![A-Za-z0-9])|\([A-Za-z]\)|/[A-Za-z])"
_MINUS = rb"(?:-|\xe2\x88\x92)"
_SIGN_OF_CHECK = rb"(?:\+(?![/=]|" + _MINUS + rb")|\#|\xe2\x80\xa0)"
# As many as there are; not possessive for the same reason.
_CHECK = rb"(?:(?![+\#\xe2])|" + _SIGN_OF_CHECK + rb"{0,9}(?!" + _SIGN_OF_CHECK + rb"))"
_MARKS = rb"(?:[!?]|\xe2\x80\xbc|\xe2\x81[\x87-\x89])"  # with ‼ ⁇ ⁈ ⁉
_SIGNS = (
    _MARKS
    + rb"++|\+/?"
    + _MINUS
    + rb"|"
    + _MINUS
    + rb"/?\+|\+/?=|=/?\+|=|N(?![A-Za-z0-9])|\xc2\xb1"
    rb"|\xe2\x88[\x93\x9e]|\xe2\xa9[\xb1\xb2]|\xe2\x96\xa1"
)
_RESULTS = (
    rb"1-0|0-1|1/2-1/2|1/2|\*|\xc2\xbd-\xc2\xbd|\xbd-\xbd|0\.5-0\.5|1:0|0:1|\+:-|-:\+|1/2:1/2"
)
# What may stand right behind a move: no part of a word; a result or a sign glued on.
_EDGE = (
    rb"(?:(?<=\))|(?![\w@:/\-=\x80-\xff])|(?=1-0|0-1|1/2|-/?\+|=(?![A-Z])|N(?![A-Za-z0-9])"
    rb"|\xc2?\xa0|\xef\xbb\xbf|\xc2\xb1|\xe2[\x88\xa9\x96]|" + _MARKS + rb"))"
)
# What nearly every move is, and what stands behind it then.
CHESS_PLAIN = (
    rb"[a-h](?:x[a-h])?+[1-8](?:=[QRBN])?+|[KQRBN](?:[a-h]|[1-8]|[a-h][1-8])?x?[a-h][1-8]"
    rb"|O-O(?:-O)?"
)
CHESS_MOVES = (
    rb"(?:(?:[A-Zpnrqk]|" + _FIGURINE + rb")?(?:" + _SQUARES + rb"(?:[2-7]|[18]"
    rb"(?:"
    + _PROMOTION
    + rb")?)|@[a-h][1-8])(?:e\.p\.)?"
    + _CHECK
    + _EDGE
    + rb"|[O0o]-[O0o](?:-[O0o])?"
    + _CHECK
    + _EDGE
    + rb"|--|<>|Z0\b|@@@@|0000\b)"
)
_WORD_START = rb"(?!\d++(?:[.\s]|\Z)|[.%])"
_WORD = rb"^\s(){}\[\];\"$!?*"


def lexer(
    plain: bytes, moves: bytes, wide: bytes = b"", dots: bytes = _DOTS, blanks: bytes = b""
) -> re.Pattern[bytes]:
    """The expression for a game whose moves match `moves`, most of them `plain`.

    All are expressions: `wide` a character of several bytes, of which the later ones may be ASCII, in
    the codec of the text, b"" if it has none; `dots` the periods behind a number; `blanks` what may
    stand before a move beside white space, b"" for nothing.
    """
    # An optional group that can fail within isn't possessive: before 3.11.5 Python doesn't go back there.
    numbered = rb"(?:" + _DIGITS + SPACE + rb")?(?:" + dots + SPACE + rb"){0,3}+"
    prefix = blanks + numbered + blanks
    number = rb"(?:" + _DIGITS + rb"(?:" + SPACE + dots + rb")?|" + dots + rb")"
    inside = rb"[^}]*+" if not wide else rb"(?:[^}\x80-\xff]++|" + wide + rb"|[^}])*+"
    word = _WORD_START + (
        rb"[" + _WORD + rb"]++" if not wide else rb"(?:" + wide + rb"|[" + _WORD + rb"])++"
    )
    return compiled(
        rb"\s*+(?:\d++\.++\s*+)?((?:"
        + plain
        + rb")[+#]?+)([!?]++)?+(?=[\s)]|\Z)"
        + rb"|"
        + SPACE
        + rb"(?:\{("
        + inside
        + rb")\}"
        + rb"|\$(\d*+)"
        + rb"|(\()"
        + rb"|(\))"
        + rb"|"
        + prefix
        + rb"("
        + moves
        + rb")("
        + _MARKS
        + rb"++)?+"
        + rb"|;([^\r\n]*+)"
        + rb"|("
        + _RESULTS
        + rb")"
        + rb"|("
        + _SIGNS
        + rb")"
        + rb"|((?:(?<=[\r\n])|(?<=\xef\xbb\xbf)|(?<![\s\S]))%[^\r\n]*+)"
        + rb"|(\[[^\]\r\n]*+\]?)"
        + rb"|(e\.?\ ?p\b\.?|\+\+|(?:mate|check|ch|dbl)\b\.?)"
        + rb"|"
        + prefix
        + rb"("
        + word
        + rb")"
        + rb"|("
        + number
        + rb")"
        + rb"|\{("
        + inside
        + rb")"
        + rb"|([\s\S])"
        + rb"|(\Z))",
    )


CHESS = lexer(CHESS_PLAIN, CHESS_MOVES)


@lru_cache(maxsize=8)
def chess_tokens(codec: str) -> re.Pattern[bytes]:
    """The lexer for the movetext of a game of chess in a codec."""
    wide = WIDE.get(codec)
    return CHESS if wide is None else lexer(CHESS_PLAIN, CHESS_MOVES, wide)


# NAG numbers of glyphs that are written as signs.
SIGNS: dict[bytes, int] = {
    b"!": 1,
    b"?": 2,
    b"!!": 3,
    b"??": 4,
    b"!?": 5,
    b"?!": 6,
    b"=": 10,
    b"N": 146,
    b"+=": 14,
    b"+/=": 14,
    b"=+": 15,
    b"=/+": 15,
    b"+/-": 16,
    b"-/+": 17,
    b"+-": 18,
    b"-+": 19,
}
SIGNS |= {
    sign.encode(): nag
    for sign, nag in {"∞": 13, "⩲": 14, "⩱": 15, "±": 16, "∓": 17, "□": 7}.items()
}


# Signs that are one character, and U+2212 for a minus.
_SPELT_OUT = (("‼", b"!!"), ("⁇", b"??"), ("⁈", b"?!"), ("⁉", b"!?"), ("−", b"-"))


def glyph_of(sign: bytes) -> int | None:
    """The NAG number of a sign; of `!!!`, `!?!` and the like, by their beginning; None for other texts."""
    if not sign.isascii():
        for one, spelt in _SPELT_OUT:
            sign = sign.replace(one.encode(), spelt)
    nag = SIGNS.get(sign)
    if nag is None and sign[:1] in (b"!", b"?"):
        nag = SIGNS[sign[:2]]
    return nag


# -------------------------- The supported commands in comments: [%clk] [%emt] [%eval] [%cal] [%csl]
#
# Other commands are text. Marks are those of lichess and ChessBase: `[%csl Gd4,Re5]` squares, `[%cal Ge2e4]`
# arrows, with G R Y B for the colours.


ARROWS: Final = "cal"
SQUARES: Final = "csl"
FACET_OF: dict[str, str] = {"clk": CLOCK, "emt": ELAPSED, "eval": EVALUATION}
NAME_OF: dict[str, str] = {facet: name for name, facet in FACET_OF.items()}

COLOURS: dict[str, str] = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
LETTERS: dict[str, str] = {colour: letter for letter, colour in COLOURS.items()}

_COMMAND = late(rb"\[%(clk|emt|eval|cal|csl)(\s++)([^\]\[{}]*+)\]")
_SIMPLE = late(r"[!-Z^-z|~]+")
_PLACE = r"[a-z][1-9][0-9]?"
_SQUARE = late(rf"\s*([GRYB])({_PLACE})\s*")
_ARROW = late(rf"\s*([GRYB])({_PLACE})({_PLACE})\s*")


class Command(NamedTuple):
    """A command inside a comment.

    Attributes:
        name: "clk", "emt", "eval", "cal" or "csl".
        start, end: its offsets.
        value_start, value_end: the offsets of its value.
        value: the time or evaluation as written, or the tuple of marks.
    """

    name: str
    start: int
    end: int
    value_start: int
    value_end: int
    value: str | tuple[Mark, ...]


def read_commands(inside: bytes) -> list[Command]:
    """The supported commands inside a comment, in order."""
    out: list[Command] = []
    for found in _COMMAND.finditer(inside):
        name = found[1].decode("ascii")
        raw = found[3].rstrip()
        if not raw.isascii():
            continue
        value = read_value(name, raw.decode("ascii"))
        if value is not None:
            start = found.start(3)
            out.append(Command(name, *found.span(), start, start + len(raw), value))
    return out


def read_value(name: str, text: str) -> str | tuple[Mark, ...] | None:
    """The value of a command, None if it can't be understood."""
    if name in FACET_OF:
        return text if _SIMPLE.fullmatch(text) else None
    kind, shape = ("arrow", _ARROW) if name == ARROWS else ("square", _SQUARE)
    marks: list[Mark] = []
    for part in text.split(","):
        found = shape.fullmatch(part)
        if found is None:
            return None
        marks.append(Mark(kind, found.groups()[1:], COLOURS[found[1]]))
    return tuple(marks)


def command_of(mark: Mark) -> str | None:
    """The name of the command that can hold a mark, None if none can."""
    if mark.text or mark.colour not in LETTERS:
        return None
    name = {"arrow": ARROWS, "square": SQUARES}.get(mark.kind)
    return name if name and read_value(name, mark_text(mark)) == (mark,) else None


def mark_text(mark: Mark) -> str:
    """A mark as written in its command."""
    return LETTERS[mark.colour] + "".join(mark.squares)


def sayable(facet: str, value: str) -> bool:
    """Whether a clock, time used or evaluation can be written in its command."""
    return read_value(NAME_OF[facet], value) == value


__all__ = [
    "ARROWS",
    "COLOURS",
    "FACET_OF",
    "LETTERS",
    "MARKS",
    "NAME_OF",
    "SQUARES",
    "Command",
    "command_of",
    "mark_text",
    "read_commands",
    "read_value",
    "sayable",
]
