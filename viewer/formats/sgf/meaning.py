"""Interpreting a node's text: its actions in order, its annotations, the headers of a root."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.formats.sgf.dialect import GameDialect, Properties
from viewer.formats.sgf.evaluations import PROGRAMS, evaluation_with
from viewer.formats.sgf.notes import FACET_OF, add_values, values_of
from viewer.formats.sgf.tokens import properties
from viewer.formats.sgf.values import line_of, plain_name, text_of
from viewer.tree.action import Action
from viewer.tree.annotation import CLOCK, COMMENT, EVALUATION, MARKS, OVERTIME, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header

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
