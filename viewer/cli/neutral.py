"""A record as plain data in the neutral form of `qipu dump`.

The tree is a flat list in pre-order: records thousands of plies deep must not need recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from viewer.base.jobs import JobStep, run_inline
from viewer.formats.format import Format
from viewer.games.capabilities import Replaying, opening_of
from viewer.games.game import Game, State
from viewer.games.judge import played
from viewer.games.states import States
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import (
    BOOKMARK,
    CLOCK,
    COMMENT,
    EVALUATION,
    FACETS,
    GLYPHS,
    MARKS,
    Mark,
    NoteValue,
)
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

_PART = 500  # nodes between two steps of a job

# A facet's key in the dump; what isn't named here goes by the facet's own name.
_KEYS = {CLOCK: "time", COMMENT: "comment", GLYPHS: "glyphs", MARKS: "marks"}
_KEYS |= {EVALUATION: "evaluation", BOOKMARK: "bookmark"}


def record_data(game: Game[State], record: Record, format_: Format | None = None) -> dict[str, Any]:
    """A record as JSON can hold it; read from a file of a format, its comments are as these spell them."""
    ((data, _),) = run_inline(dumping(game, record, format_))
    return data


def dumping(
    game: Game[State],
    record: Record,
    format_: Format | None = None,
    openings: bool = False,
    counts: bool = False,
) -> Iterator[JobStep[tuple[dict[str, Any], list[Diagnostic]]]]:
    """The job for a record as JSON can hold it, and its moves' diagnostics; opening and counts if asked."""
    total = len(record.nodes)
    nodes: list[dict[str, Any]] = []
    found: list[Diagnostic] = []
    here: dict[int, int] = {}  # by the ids of forks, where these aren't the index itself
    parent, at_fork = -1, False
    start = ""
    end: State | None = None
    for index, (node, action, finding, after) in enumerate(played(game, record)):
        above = node.parent
        if above is None and after is not None:
            start = game.position_text(after)
        if at_fork and above is not None:
            parent = here[above.id]
        if type(action) is Move:
            data = {"parent": parent, "move": action.text}
        else:
            data = {"parent": parent}
            if action is not None and above is not None:  # the root's is the record's `start`
                _add_action(data, action)
        if node.notes:
            _add_notes(data, node.notes)
            if format_ is not None and node.comment:
                data[_KEYS[COMMENT]] = format_.written_comment(record, node)
        nodes.append(data)
        if finding is not None:
            found.append(finding)
        parent, at_fork = index, len(node.children) != 1
        if len(node.children) > 1:
            here[node.id] = index
        elif end is None and not node.children:
            end = after
        if index % _PART == _PART - 1:
            yield JobStep(index, total)
    data = {
        "game": record.game,
        "headers": headers_data(record.headers),
        "start": start,
        "nodes": nodes,
    }
    if openings:
        data["opening"] = _opening_data(game, record, end)
    if counts:
        data |= _counts_data(game, record)
    yield JobStep(total, total, (data, found))


def _counts_data(game: Game[State], record: Record) -> dict[str, Any]:
    """The counts at the end of a record by several rules, its own first; {} in games without a count."""
    from viewer.games.counting import counts_at  # deferred

    *_, last = record.root.main_line()
    counts = [
        {
            "rules": str(one.rules),
            "result": one.score.result,
            "first": one.score.totals[0],
            "second": one.score.totals[1],
            "why": [str(reason) for reason in one.why],
        }
        for one in counts_at(States(game, record), last)
    ]
    return {"counts": counts} if counts else {}


def _opening_data(game: Game[State], record: Record, end: State | None) -> dict[str, str] | None:
    """The opening of the main line, named from its moves, without empty parts; None without a name."""
    if isinstance(game, Replaying):  # of whose line the state of a replay knows nothing
        end = States(game, record).at_end()
    opening = opening_of(game, end)
    if opening is None:
        return None
    return {part: text for part, text in opening._asdict().items() if text}


def headers_data(headers: tuple[Header, ...]) -> dict[str, str]:
    """Headers in their order; the values of a key that stands several times are joined by line feeds."""
    data: dict[str, str] = {}
    for key, value in headers:
        data[key] = f"{data[key]}\n{value}" if key in data else value
    return data


def places_of(record: Record) -> dict[int, int] | None:
    """Index in pre-order of each node by its id; None where every id is the index itself."""
    ids = [node.id for node in record.walk()]
    return None if ids == list(range(len(ids))) else {id: at for at, id in enumerate(ids)}


def diagnostic_data(
    finding: Diagnostic, indices: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """A diagnostic; `indices` are those of its record's nodes, by which the dump names a node."""
    node = finding.node
    if node is not None and indices is not None:
        node = indices.get(node)
    return {
        "severity": finding.severity.value,
        "code": finding.code,
        "record": finding.record,
        "node": node,
        "offset": finding.offset,
        "line": finding.line,
        "message": finding.message.text(),
    }


def _add_action(data: dict[str, Any], action: Action) -> None:
    match action:
        case Written(text):
            # What a file wrote in its own notation is told as the move it means; where it means
            # none, as it is written.
            data["move"] = text
        case Terminal(text):
            data["move"] = f"#{text}"
        case Setup(text):
            data["setup"] = text
        case Takeback(count):
            data["action"] = "takeback"
            data["count"] = count
        case Remark(text):
            data["action"] = "message"
            data["text"] = text
        case _:
            raise TypeError(f"no dump of {action!r}")


def _add_notes(data: dict[str, Any], notes: Mapping[str, NoteValue]) -> None:
    for facet in FACETS:
        value = notes.get(facet)
        if value is None:
            continue
        key = _KEYS.get(facet, facet)
        if facet == MARKS and isinstance(value, tuple):
            data[key] = [_mark(mark) for mark in value]
        else:
            data[key] = value


def _mark(mark: NoteValue) -> dict[str, Any]:
    assert isinstance(mark, Mark)
    return {"kind": mark.kind, "places": mark.squares, "colour": mark.colour, "text": mark.text}
