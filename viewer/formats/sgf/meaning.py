"""Interpreting a node's text: its actions in order, its annotations, the headers of a root.

Evaluations stand in V and in properties of programs for go: Sabaki's SBKV, KaTrain's KT, Lizzie's LZ. SBKV is
Black's chance of winning in percent. KT is three texts, of which the last is JSON, packed with gzip, in
base64: `root` has Black's `winrate` (0 to 1) and `scoreLead`. The first line of LZ is the program's version,
the chance of the side that moved in percent, and the number of playouts. Source: what these programs write
and read.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.sgf.dialect import GameDialect, Properties
from viewer.formats.sgf.notes import FACET_OF, add_values, values_of
from viewer.formats.sgf.tokens import line_of, plain_name, properties, text_of
from viewer.tree.action import Action
from viewer.tree.annotation import CLOCK, COMMENT, EVALUATION, MARKS, OVERTIME, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.evaluation import Evaluation, ScoreUnit, parse_evaluation
from viewer.tree.record import Header

CHANCE, LIZZIE, KATRAIN = "SBKV", "LZ", "KT"
PROGRAMS: Mapping[str, str] = dict.fromkeys((CHANCE, KATRAIN, LIZZIE), EVALUATION)
"""The facet of each property."""

_PERCENT = late(r"\d{1,3}(?:\.\d{1,6})?")
_LIZZIE = late(r"\S+ (?P<chance>\d{1,3}(?:\.\d{1,6})?) (?P<playouts>[\d.]+)[kKmM]?(?=\s|\Z)")
_LONGEST = 1 << 20  # bytes of an analysis, packed or not
_WIDEST = 10_000  # points of a lead
_GZIP = 31  # a window of any size, with gzip's header


def evaluation_with(said: str, programs: Mapping[str, Sequence[str]], mover: str) -> str:
    """The evaluation of a node, "" for none.

    V comes first, with the chance of SBKV if that can stand beside it; then SBKV, KT, LZ.

    Args:
        said: what V says.
        programs: the raw values of the properties of programs.
        mover: the letter of the side that moved, "" for none.
    """
    chance = _chance(programs.get(CHANCE, ()))
    if said:
        value = parse_evaluation(said, ScoreUnit.POINTS)
        alone = value is not None and value.share is None and value.depth is None
        return f"{said} {chance}" if chance and alone else said
    return chance or _katrain(programs.get(KATRAIN, ())) or _lizzie(programs.get(LIZZIE, ()), mover)


def _chance(values: Sequence[str]) -> str:
    text = values[0].strip() if values else ""
    return f"{text}%" if _PERCENT.fullmatch(text) and float(text) <= 100 else ""


def _katrain(values: Sequence[str]) -> str:
    packed = values[2] if len(values) > 2 else ""
    if len(packed) > _LONGEST:
        return ""
    try:
        data = zlib.decompressobj(_GZIP).decompress(base64.b64decode(packed), _LONGEST)
        analysis = json.loads(data)
    except (ValueError, zlib.error, RecursionError):
        return ""
    root = analysis.get("root") if isinstance(analysis, dict) else None
    if not isinstance(root, dict):
        return ""
    share, lead = root.get("winrate"), root.get("scoreLead")
    return Evaluation(
        share=float(share) if isinstance(share, int | float) and 0 <= share <= 1 else None,
        points=float(lead) if isinstance(lead, int | float) and abs(lead) < _WIDEST else None,
    ).text


def _lizzie(values: Sequence[str], mover: str) -> str:
    found = _LIZZIE.match(text_of(values[0])) if values else None
    if found is None or not mover or not found["playouts"].strip("0."):
        return ""
    chance = float(found["chance"])
    if chance > 100:
        return ""
    return Evaluation(share=(chance if mover == "B" else 100 - chance) / 100).text


def plain_evaluation(said: str) -> str:
    """A text for an evaluation that is the same for all that say the same."""
    value = parse_evaluation(said, ScoreUnit.POINTS)
    return said if value is None else repr(value)


FILE = frozenset({"GM", "FF", "CA"})
"""What says how the file is written, not what was played."""
_NO_HEADERS = FILE | {"KO", "MN", "PM", "HO"} | frozenset(FACET_OF)
_LINES = frozenset(
    (
        *("AP", "ST", "GN", "EV", "RO", "DT", "PC", "PB", "PW", "BR", "WR", "BT", "WT"),
        *("RE", "RU", "TM", "OT", "SO", "US", "AN", "CP", "ON", "HA", "KM"),
    )
)
"""Headers of SimpleText; others, also those that nobody knows, are Text."""
_TIMES = (CLOCK, OVERTIME)
_SHOWN = 40


class Part(NamedTuple):
    """One of the actions in a node's text, with its annotations."""

    action: Action | None
    notes: Mapping[str, NoteValue]


def plain_properties(text: str, clean: bool = False) -> Properties:
    """The properties of a node's text by their plain names; `clean` as in `properties`."""
    return [
        (name if name.isupper() else plain_name(name), values)
        for name, values in properties(text, clean)
    ]


@lru_cache(maxsize=8)
def root_properties(text: str) -> Properties:
    """The same for a root, cached; not to be changed."""
    return plain_properties(text)


def parts_of(
    found: Properties, dialect: GameDialect, root: bool, odd: list[Diagnostic]
) -> list[Part]:
    """The parts of a node with these properties: at least one."""
    actions = dialect.actions(found, root, odd)
    last = len(actions) - 1
    notes: list[dict[str, NoteValue]] = [{} for _ in actions]
    scripts, facets = dialect.scripts, dialect.facets
    for name, values in found:
        facet = facets.get(name)
        if facet is None or name in PROGRAMS:
            continue
        place, mover = last, ""
        if facet == COMMENT:  # most of what is said
            for raw in values:
                text = text_of(raw)
                if text:
                    add_values(notes[place], COMMENT, (text,))
            continue
        if facet in _TIMES:
            mover = name[0] if name[1] == "L" else name[1]
            place = _last_of(actions, dialect, mover)
            if place < 0:
                continue
        if facet == MARKS and name != "L":
            values = list(dict.fromkeys(values))  # a point may stand there thousands of times
        marks: list[NoteValue] = []
        for raw, some in zip(values, values_of(name, facet, values, scripts[mover]), strict=True):
            if facet == MARKS:
                marks += some
                if not some:
                    words = message("“{text}” is no mark on this board.", text=raw[:_SHOWN])
                    odd.append(Diagnostic(Severity.WARNING, "sgf.mark", words))
            elif some:
                add_values(notes[place], facet, some)
        if marks:
            add_values(notes[place], facet, marks)
    _add_evaluation(notes[last], found, dialect, dialect.mover(actions[last]))
    return [Part(action, some) for action, some in zip(actions, notes, strict=True)]


def _add_evaluation(
    notes: dict[str, NoteValue], found: Properties, dialect: GameDialect, mover: str
) -> None:
    """Add what programs say of a node beside V, which is in `notes` already."""
    programs = {
        name: values for name, values in found if name in PROGRAMS and name in dialect.facets
    }
    if programs:
        said = evaluation_with(str(notes.get(EVALUATION, "")), programs, mover)
        if said:
            notes[EVALUATION] = said


def _last_of(actions: list[Action | None], dialect: GameDialect, mover: str) -> int:
    for place in range(len(actions) - 1, -1, -1):
        if dialect.mover(actions[place]) == mover:
            return place
    return -1


def is_header(name: str, dialect: GameDialect) -> bool:
    """Whether a property of the root is shown as a header."""
    return name not in _NO_HEADERS and name not in dialect.names and name not in dialect.facets


def header_value(name: str, raw: str) -> str:
    """The text of a header's raw value."""
    return line_of(raw) if name in _LINES else text_of(raw)


def headers_of(found: Properties, dialect: GameDialect) -> tuple[Header, ...]:
    """The headers of a root: one for each value."""
    return tuple(
        [
            Header(name, header_value(name, raw))
            for name, values in found
            if is_header(name, dialect)
            for raw in values
        ]
    )
