"""Styles: what stands on the pages of books that players know, each as values of the choices of an export.

A style is one entry of `STYLES`. What somebody chooses beside it wins over its values, and a kind of export
whose table lacks one of the fields, or doesn't take its value, goes without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewer.base.fields import CHOICE, Field, Value, Values, values_of
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.publish.choices import REPORT

STYLE = "style"
USUAL = "usual"
"""The key of the field, and its value where no style is chosen."""
BOOK_KIND, SHEET_KIND = "pdf", "sheet"
_TEXTS = (BOOK_KIND, "md", "tex", "text")
_ALL: tuple[str, ...] = ()


class Style(NamedTuple):
    """A style.

    Attributes:
        name: for people.
        picture: what a page has, column by column, a letter for each part from top to bottom: h a head, m a
            line of moves, t a line of text, v one of a variation, r a row of moves, D a diagram, "-" a gap.
        values: by the keys of fields.
        games: ids of those whose books are so, () for all.
        kinds: ids of the kinds of export that have it.
    """

    name: Message
    picture: tuple[str, ...]
    values: Mapping[str, Value]
    games: tuple[str, ...] = _ALL
    kinds: tuple[str, ...] = _TEXTS


_CHESS = ("chess",)
_MOVED = ("chess", "shogi", "xiangqi")  # games of moves, not of stones
_STONES = ("go", "hex", "twixt")
_DRAWN = (BOOK_KIND, "tex")

STYLES: dict[str, Style] = {
    "informator": Style(
        message("Informator"),
        ("hmmvmvvmDmmv", "mvmDmm-hmmvm"),
        {
            **{"columns": "2", "size": 9, "diagram": 62, "break": "column", "head": "numbered"},
            **{"names": "surname", "variations": "brackets", "typographic": True},
        },
        _CHESS,
    ),
    "study": Style(
        message("Study"),
        ("hmtt-mvvtDmtt-mvttt",),
        {
            **{"columns": "1", "size": 11, "diagram": 36, "beside": True, "break": "page"},
            **{"names": "given-first", "moves": "prose", "variations": "indented"},
            **{"typographic": True},
        },
        _MOVED,
    ),
    "commented": Style(
        message("Commented game"),
        ("hDttDvtt", "ttDvttDt"),
        {"columns": "2", "size": 10, "break": "page", "moves": "book", "numbers": "figure"},
        _STONES,
        _DRAWN,
    ),
    "yearbook": Style(
        in_context("games of stones in figures of a hundred moves", "Yearbook"),
        ("hDD-hDD", "hDD-hDD"),
        {
            **{
                "columns": "2",
                "size": 9,
                "break": "column",
                "moves": "book",
                "figures": "hundreds",
            },
            **{"comments": False, "levels": 0, "marks": False, "numbers": "figure"},
        },
        _STONES,
        _DRAWN,
    ),
    "whole-game": Style(
        message("The whole game in a figure"),
        ("hDDDD",),
        {
            **{"columns": "1", "size": 10, "break": "page", "moves": "book", "figures": "whole"},
            **{"comments": False, "levels": 0, "marks": False, "numbers": "figure"},
        },
        _STONES,
        _DRAWN,
    ),
    "tournament": Style(
        message("Tournament book"),
        ("hmmtmDmmtmm", "tDmm-hmmtDm"),
        {
            **{"columns": "2", "size": 9, "diagram": 60, "break": "column", "names": "short"},
            **{"often": True, "typographic": True},
        },
    ),
    "repertoire": Style(
        message("Repertoire"),
        ("hrrtvvrrDrrtvvr",),
        {
            **{"columns": "1", "size": 10, "diagram": 34, "beside": True, "moves": "prose"},
            **{"variations": "indented", "labels": "tree", "break": "page", "typographic": True},
        },
        _CHESS,
    ),
    "score-sheet": Style(
        in_context("a form for the moves of a game", "Score sheet"),
        ("hrrrrrrrrrrrrr", "-rrrrrrrrrrrr"),
        {
            **{"columns": "2", "break": "page", "moves": "table", "comments": False, "levels": 0},
            **{"sensible": False, "marked": False, "bookmarked": False, "clocks": True},
        },
    ),
    "kifu": Style(
        message("Yearbook of shogi"),
        ("hrrrrrrrDrrrr", "-rrrrDrrrrrrD"),
        {
            **{"columns": "2", "size": 9, "diagram": 60, "break": "page", "moves": "table"},
            **{"comments": False, "levels": 0, "sensible": True, "clocks": True},
        },
        ("shogi",),
    ),
    "qishu": Style(
        message("Book of xiangqi"),
        ("hrrrtttrrvvrt-D-r", "-rrrrttrvvrrtt-D-"),
        {"columns": "2", "size": 10, "moves": "columns", "labels": "numbers", "break": "column"},
        ("xiangqi",),
    ),
    "report": Style(
        in_context("an account of how a game was played", "Report"),
        ("ht-DDrrrt-Dt", "DtDtDt"),
        {
            **{"content": REPORT, "columns": "1", "size": 10, "diagram": 34, "break": "page"},
            **{"numbers": "none", "contents": False, "title-page": False},
        },
    ),
    "problem-book": Style(
        message("Book of problems"),
        ("h-DDD-h-DDD", "h-DDD-h-DDD"),
        {"across": 2, "down": 3, "answers": 0},
        kinds=(SHEET_KIND,),
    ),
}
"""By their ids, as the command line has them."""


STYLED = frozenset(key for style in STYLES.values() for key in style.values)
"""The keys of all fields for which some style has a value."""


def style_fields(kind: str) -> tuple[Field, ...]:
    """The field for the style in the table of a kind of export; none if no style is for it."""
    names = {id: style.name for id, style in STYLES.items() if kind in style.kinds}
    if not names:
        return ()
    usual = in_context("no style in particular", "Usual")
    return (Field(STYLE, message("Style"), CHOICE, USUAL, {USUAL: usual, **names}),)


def suits(choices: Mapping[str, Message], game: str) -> dict[str, Message]:
    """Those of the choices of a field for the style that suit a game."""
    return {
        id: name
        for id, name in choices.items()
        if id == USUAL or not STYLES[id].games or game in STYLES[id].games
    }


def preset(fields: Sequence[Field], style: object) -> dict[str, Value]:
    """The values that a style has for the fields of a table and that these take; none for `USUAL`."""
    values = STYLES[style].values if isinstance(style, str) and style in STYLES else {}
    known = {field.key: field for field in fields}
    return {
        key: value for key, value in values.items() if key in known and known[key].allows(value)
    }


def report_values(fields: Sequence[Field], usual: Values, given: Values) -> dict[str, Value]:
    """The values of a table for a report: those given, else what is usual of the keys that it has.

    Raises Refused as `values_of` does.
    """
    known = {field.key for field in fields}
    wanted = {STYLE: "report", "content": REPORT, **usual}
    return styled(fields, {**{key: wanted[key] for key in wanted if key in known}, **given})


def styled(fields: Sequence[Field], given: Values) -> dict[str, Value]:
    """The values of a table: those given, else those of the style given, else the defaults.

    Raises Refused as `values_of` does.
    """
    chosen = preset(fields, given.get(STYLE)) if any(one.key == STYLE for one in fields) else {}
    return values_of(fields, {**chosen, **given})
