"""Converting SGF's properties of a node to annotations and back, the same for every game.

A property's raw value is parsed into items (a comment, a mark, a glyph), and items are what an
edit compares: a value whose items are all still wanted is written unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.sgf.tokens import compressed, escaped, halves, line_of, text_of
from viewer.games.clocks import seconds_of, time_text
from viewer.tree.annotation import (
    CLOCK,
    COMMENT,
    EVALUATION,
    FIGURE,
    GLYPHS,
    MARKS,
    OVERTIME,
    TITLE,
    VERDICT,
    VIEW,
    Mark,
    NoteValue,
)
from viewer.tree.verdict import WON

if TYPE_CHECKING:
    from fractions import Fraction

LONGEST_LABEL = 1000  # characters that are shown of one

_GLYPHS: Mapping[str, tuple[int, int]] = {
    # The NAG for [1], and for [2].
    "TE": (1, 3),
    "BM": (2, 4),
    "DO": (6, 6),
    "IT": (5, 5),
    "GB": (16, 18),
    "GW": (17, 19),
    "DM": (10, 11),
    "UC": (13, 13),
}
_OF_GLYPH: Mapping[int, tuple[str, str]] = {
    1: ("TE", "1"),
    3: ("TE", "2"),
    2: ("BM", "1"),
    4: ("BM", "2"),
    6: ("DO", ""),
    5: ("IT", ""),
    16: ("GB", "1"),
    18: ("GB", "2"),
    17: ("GW", "1"),
    19: ("GW", "2"),
    10: ("DM", "1"),
    11: ("DM", "2"),
    13: ("UC", "1"),
}
_OTHER_SIDE: Mapping[str, str] = {"GB": "GW", "GW": "GB"}
_SIGNS: Mapping[str, tuple[str, str]] = {
    "TR": ("triangle", "green"),
    "SQ": ("square", "green"),
    "CR": ("circle", "green"),
    "MA": ("cross", "green"),
    "M": ("cross", "green"),  # before FF[4]
    "SL": ("selected", "green"),
    "TB": ("territory", "black"),
    "TW": ("territory", "white"),
    "DD": ("dim", "green"),
}
_OF_SIGN: Mapping[tuple[str, str], str] = {
    sign: name for name, sign in _SIGNS.items() if name != "M"
}
_OF_KIND: Mapping[str, str] = {
    kind: name for name, (kind, _) in _SIGNS.items() if name not in ("M", "TB", "TW")
}
_LINES: Mapping[str, str] = {"AR": "arrow", "LN": "line"}
_WHOLE = late(r"([+-]?[0-9]{1,6})(?:\.0*)?")
_SECONDS = late(r"([0-9]{1,8})(?:\.([0-9]{1,3}))?")
_DENSE = frozenset({"TB", "TW", "DD", "VW"})  # lists of whole areas
FACET_OF: Mapping[str, str] = {
    "C": COMMENT,
    "N": TITLE,
    "V": EVALUATION,
    "FG": FIGURE,
    "VW": VIEW,
    "BL": CLOCK,
    "WL": CLOCK,
    "OB": OVERTIME,
    "OW": OVERTIME,
    "LB": MARKS,
    "L": MARKS,
    **dict.fromkeys(_GLYPHS, GLYPHS),
    **dict.fromkeys(_SIGNS, MARKS),
    **dict.fromkeys(_LINES, MARKS),
}
"""The facet that each property belongs to."""
VERDICTS: Mapping[str, str] = {**FACET_OF, "V": VERDICT}
"""The same in Hex and Twixt, where a value is a verdict as their game trees have it."""
LISTS = (MARKS, GLYPHS, VIEW)
"""Facets of several items, each of which is a value of its own."""
ALL = "*"
"""In the facet "view": the whole board is seen again (`VW[]`)."""


class Points(NamedTuple):
    """How a game writes points.

    Attributes:
        read: the points of a raw value of a list; () if it is invalid or off the board.
        name: the written form of a point, "" for one that SGF can't name.
        single: whether new values of lists are single points, without rectangles.
    """

    read: Callable[[str], tuple[str, ...]]
    name: Callable[[str], str] = str
    single: bool = False


class Script(NamedTuple):
    """The settings for writing notes.

    Attributes:
        points: the game's points.
        line_end: between the lines of comments.
        mover: the letter of the mover, or "".
        turned: whether White is the first side, as in Twixt.
    """

    points: Points
    line_end: str = "\n"
    mover: str = ""
    turned: bool = False


class NoteItem(NamedTuple):
    """An item of a raw value, read or to be written."""

    facet: str
    value: NoteValue


# ------------------------------------------------------------------------------- reading


def values_of(
    name: str, facet: str, values: Sequence[str], script: Script
) -> list[tuple[NoteValue, ...]]:
    """The values of each raw value of a property in its facet; () for one that can't be understood."""
    if name == "L":
        return _letters(values, script.points)
    read = _READERS[facet]
    return [read(name, raw, script) for raw in values]


def items_of(name: str, values: Sequence[str], script: Script) -> list[tuple[NoteItem, ...]]:
    """The items of each value of a property; () for one that can't be understood."""
    facet = FACET_OF.get(name)
    if facet is None:
        return [()] * len(values)
    said = values_of(name, facet, values, script)
    return [tuple([NoteItem(facet, one) for one in some]) for some in said]


def _letters(values: Sequence[str], points: Points) -> list[tuple[NoteValue, ...]]:
    """Letters for the points that FF[1] to FF[3] list without them."""
    out: list[tuple[NoteValue, ...]] = []
    count = 0
    for raw in values:
        places = points.read(raw)
        marks: list[NoteValue] = []
        for place in places:
            letter = chr(ord("a") + count) if count < 26 else str(count - 25)
            marks.append(Mark("label", (place,), text=letter))
            count += 1
        out.append(tuple(marks))
    return out


def _read_text(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    text = text_of(raw)
    return (text,) if text else ()


def _read_line(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    text = line_of(raw)
    return (text,) if text else ()


def _read_verdict(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    found = _WHOLE.fullmatch(raw.strip())
    value = 0 if found is None else int(found[1])
    if found is None or abs(value) > WON:
        return ()
    return (-value if script.turned else value,)


def _read_figure(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    parts = halves(raw)
    flags, title = (raw, "") if parts is None else parts
    return ((line_of(flags), line_of(title)),)


def _read_view(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    return script.points.read(raw) if raw.strip() else (ALL,)


def _read_clock(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    if name[0] != script.mover:
        return ()
    usual = _SECONDS.fullmatch(raw)
    if usual is not None:
        return (clock_text(usual[1], usual[2] or ""),)
    seconds = seconds_of(raw)
    return () if seconds is None or ":" in raw else (time_text(seconds),)


def clock_text(whole: str, rest: str) -> str:
    """Seconds and up to three digits of their fraction as h:mm:ss."""
    total = int(whole)
    text = f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}"
    rest = rest.rstrip("0")
    return f"{text}.{rest}" if rest else text


def _read_overtime(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    text = line_of(raw).strip()
    return (text,) if name[1] == script.mover and text else ()


def _read_glyph(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    name = _OTHER_SIDE.get(name, name) if script.turned else name
    return (_GLYPHS[name][raw.strip() == "2"],)


def _read_marks(name: str, raw: str, script: Script) -> tuple[NoteValue, ...]:
    read = script.points.read
    sign = _SIGNS.get(name)
    if sign is not None:
        kind, colour = sign
        if name == "DD" and not raw.strip():
            return (Mark(kind, (), colour),)
        return tuple([Mark(kind, (place,), colour) for place in read(raw)])
    parts = halves(raw)
    if parts is None:
        return ()
    first = read(parts[0])
    if len(first) != 1:
        return ()
    if name == "LB":
        return (Mark("label", first, text=line_of(parts[1])[:LONGEST_LABEL]),)
    second = read(parts[1])
    return (Mark(_LINES[name], first + second),) if len(second) == 1 else ()


_READERS: Mapping[str, Callable[[str, str, Script], tuple[NoteValue, ...]]] = {
    COMMENT: _read_text,
    TITLE: _read_line,
    EVALUATION: _read_line,
    VERDICT: _read_verdict,
    FIGURE: _read_figure,
    VIEW: _read_view,
    CLOCK: _read_clock,
    OVERTIME: _read_overtime,
    GLYPHS: _read_glyph,
    MARKS: _read_marks,
}


def add_values(notes: dict[str, NoteValue], facet: str, values: Sequence[NoteValue]) -> None:
    """Add a value to the annotations of a node."""
    if facet in LISTS:
        # What is said twice is said once; a glyph can be that of two properties.
        held = notes.get(facet, ())
        assert isinstance(held, tuple)
        notes[facet] = tuple(dict.fromkeys((*held, *values)))
    elif facet == COMMENT and facet in notes:
        notes[facet] = f"{notes[facet]}\n{values[0]}"
    else:
        notes.setdefault(facet, values[0])


# ------------------------------------------------------------------------------- writing


def unfolded(facet: str, value: NoteValue) -> list[NoteItem]:
    """The items of an annotation."""
    if facet in LISTS and isinstance(value, tuple):
        return [NoteItem(facet, one) for one in value]
    return [NoteItem(facet, value)]


def written(items: Sequence[NoteItem], script: Script) -> list[tuple[str, str]]:
    """Names and raw values for items, as far as SGF can hold them; areas as rectangles."""
    out: list[tuple[str, str]] = []
    dense: dict[str, list[str]] = {}
    for item in items:
        for name, raw in _written(item, script):
            if name in _DENSE and raw:
                dense.setdefault(name, []).append(raw)
            else:
                out.append((name, raw))
    for name, places in dense.items():
        raws = dict.fromkeys(places) if script.points.single else compressed(places)
        out += [(name, raw) for raw in raws]
    return out


def _written(item: NoteItem, script: Script) -> list[tuple[str, str]]:
    facet, value = item
    if facet == MARKS:
        return _written_mark(value, script) if isinstance(value, Mark) else []
    if facet == GLYPHS:
        if not isinstance(value, int) or value not in _OF_GLYPH:
            return []
        name, raw = _OF_GLYPH[value]
        return [(_OTHER_SIDE.get(name, name) if script.turned else name, raw)]
    if facet == VIEW:
        place = "" if value == ALL else script.points.name(str(value))
        return [("VW", place)] if place or value == ALL else []
    if facet == FIGURE and isinstance(value, tuple):
        flags, title = (str(part) for part in value)
        return [("FG", f"{flags}:{escaped(title, composed=True)}" if flags or title else "")]
    text = str(value)
    if facet == COMMENT:
        return [("C", escaped(text, script.line_end))]
    if facet in (TITLE, EVALUATION):
        return [("N" if facet == TITLE else "V", escaped(text.replace("\n", " ")))]
    if facet == VERDICT:
        return _written_verdict(value, script)
    if facet == OVERTIME and script.mover:
        return [("O" + script.mover, escaped(text.replace("\n", " ")))]
    seconds = seconds_of(text) if facet == CLOCK else None
    if seconds is not None and script.mover:
        return [(script.mover + "L", decimal(seconds))]
    return []


def _written_verdict(value: NoteValue, script: Script) -> list[tuple[str, str]]:
    """A verdict as V, which is from Black's view; it can't express an undetermined position."""
    if not isinstance(value, int) or abs(value) > WON:
        return []
    return [("V", str(-value if script.turned else value))]


def _written_mark(mark: Mark, script: Script) -> list[tuple[str, str]]:
    name = script.points.name
    places = [place for place in map(name, mark.squares) if place]
    if mark.squares and not places:
        return []
    if mark.kind == "label" and len(places) == 1:
        text = escaped(mark.text.replace("\n", " "), composed=True)
        return [("LB", f"{places[0]}:{text}")]
    for property_, kind in _LINES.items():
        if mark.kind == kind and len(places) == 2:
            return [(property_, ":".join(places))]
    sign = _OF_SIGN.get((mark.kind, mark.colour)) or _OF_KIND.get(mark.kind)
    if sign == "DD" and not places:
        return [("DD", "")]
    return [(sign, place) for place in places] if sign is not None else []


def decimal(seconds: Fraction) -> str:
    """Seconds as a Real of SGF."""
    whole = int(seconds)
    rest = f"{float(seconds - whole):.3f}"[1:].rstrip("0").rstrip(".")
    return f"{whole}{rest}"
