"""Stripping: removing comments, glyphs, marks, clocks, evaluations, variations from many records.

Headers, titles and bookmarks stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import NOTHING, Message, counted, listed, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import Location
from viewer.document.plans import EditableRecords
from viewer.document.whole.sweep import (
    RecordChange,
    Runner,
    Scope,
    Sweep,
    scope_of,
    start_of,
    sweeping,
)
from viewer.tree.annotation import (
    BEFORE,
    CLOCK,
    COMMENT,
    ELAPSED,
    EVALUATION,
    GLYPHS,
    MAIN,
    MARKS,
    OVERTIME,
    VERDICT,
)
from viewer.tree.node import Node
from viewer.tree.ops import ClearNotes, Op, Remove, SetNote
from viewer.tree.record import Record

VARIATIONS = "variations"


class Strippable(NamedTuple):
    """Something that can be stripped: its name, a count in words, and its facets."""

    name: Message
    words: Callable[[int], Message]
    facets: tuple[str, ...]


PARTS: Mapping[str, Strippable] = {
    "comments": Strippable(
        message("Comments"),
        lambda n: counted("{count} comment", "{count} comments", n),
        (COMMENT, BEFORE),
    ),
    "glyphs": Strippable(
        message("Glyphs (!, ?, =)"),
        lambda n: counted("{count} glyph", "{count} glyphs", n),
        (GLYPHS,),
    ),
    "marks": Strippable(
        message("Marks on the board"),
        lambda n: counted("{count} mark", "{count} marks", n),
        (MARKS,),
    ),
    "clocks": Strippable(
        message("Clocks and times used"),
        lambda n: counted("{count} clock time", "{count} clock times", n),
        (CLOCK, ELAPSED, OVERTIME),
    ),
    "evaluations": Strippable(
        message("Evaluations"),
        lambda n: counted("{count} evaluation", "{count} evaluations", n),
        (EVALUATION, VERDICT),
    ),
    VARIATIONS: Strippable(
        message("Variations"),
        lambda n: counted("{count} variation", "{count} variations", n),
        (),
    ),
}
"""What can be stripped, by id."""

_SEVERAL = frozenset((GLYPHS, MARKS))  # facets whose values are several


def stripping(
    document: EditableRecords,
    scope: Scope,
    parts: frozenset[str],
    here: Location,
    keep: int | None = None,
) -> Iterator[JobStep[Sweep]]:
    """A job that plans removing parts (keys of PARTS) from records; see `sweeping`.

    Without variations the main line stays; in the current record, with `keep`, the line through the
    node of that id.
    """
    facets = frozenset(facet for part in parts for facet in PARTS[part].facets)

    def change(key: int, record: Record, top: Node) -> RecordChange:
        through = record.nodes.get(keep) if keep is not None and key == here.record else None
        return _stripped(top, facets, VARIATIONS in parts, through)

    job = sweeping(document, scope, change, message("Remove from games"), here)
    if VARIATIONS in parts:
        return _landing(job, document, scope, here, keep)
    return job


def _landing(
    job: Iterator[JobStep[Sweep]],
    document: EditableRecords,
    scope: Scope,
    here: Location,
    keep: int | None,
) -> Iterator[JobStep[Sweep]]:
    """The same job; the cursor goes to what is left of its line."""
    for step in job:
        sweep = step.result
        if sweep is not None and sweep.edit is not None and here.record in scope.keys:
            record = document.record_of(here.record)
            node = record.nodes.get(here.node, record.root)
            through = record.nodes.get(keep) if keep is not None else None
            kept = set(_line(scope.top(record), through))
            while node.parent is not None and node not in kept:
                node = node.parent
            landed = here if node not in kept else Location(here.record, node.id)
            step = step._replace(result=sweep._replace(edit=sweep.edit._replace(after=landed)))
        yield step


def _line(top: Node, through: Node | None) -> list[Node]:
    """The line that stays below a node: through another node if that is below it."""
    line: list[Node] = []
    node = through
    while node is not None and node is not top:
        line.append(node)
        node = node.parent
    line = [top, *reversed(line)] if node is top and through is not None else [top]
    return [*line[:-1], *line[-1].main_line()]


def _stripped(
    top: Node, facets: frozenset[str], variations: bool, through: Node | None
) -> RecordChange:
    ops: list[Op] = []
    counts: Counter[str] = Counter()
    if variations:
        line = _line(top, through)
        kept = iter(line)
        ahead = iter(line[1:])
        for node in line:
            stays = next(ahead, None)
            for child in node.children:
                if child is not stays:
                    ops.append(Remove(child.id))
                    counts[VARIATIONS] += sum(not one.children for one in child.walk())
            if stays is not None and MAIN in stays.notes:
                ops.append(SetNote(stays.id, MAIN, ""))
    else:
        kept = top.walk()
    found: Counter[str] = Counter()
    for node in kept if facets else ():
        if node.notes and not facets.isdisjoint(node.notes):
            for facet, value in node.notes.items():
                if facet in facets:
                    several = facet in _SEVERAL and isinstance(value, tuple)
                    found[facet] += len(value) if several else 1  # type: ignore[arg-type]  # a tuple
    if found:
        ops.append(ClearNotes(top.id, tuple(sorted(facets))))
        for id, part in PARTS.items():
            count = sum(found[facet] for facet in part.facets)
            if count:
                counts[id] += count
    return RecordChange(tuple(ops), counts)


def count_words(sweep: Sweep) -> Message:
    """How much would be removed: "412 comments, 30 glyphs in 38 games"; NOTHING for nothing."""
    parts = [part.words(sweep.counts[id]) for id, part in PARTS.items() if sweep.counts.get(id)]
    return sweep.within(listed(parts)) if parts else NOTHING


def before_words(sweep: Sweep) -> Message:
    """The sentence before it is done."""
    if sweep.edit is None:
        return message("There is nothing to remove.")
    return message("{what} will be removed.", what=count_words(sweep))


def after_words(sweep: Sweep) -> Message:
    """The sentence after it was done, or that there was nothing to do."""
    if sweep.edit is None:
        return message("There was nothing to remove.")
    return message("Removed {what}.", what=count_words(sweep))


def strip(
    document: Document, parts: Iterable[str], records: str = "", run: Runner = run_inline
) -> Message:
    """Remove parts (keys of `PARTS`: "comments", "variations" …) from a document's games.

    `records` are numbers from 1 ("2,5-7,12-"), "" for all; `run` runs the job. Returns what was done, in
    words. Raises NoSuchRecords (a ValueError), KeyError for a part that there isn't, OSError.
    """
    wanted = frozenset(parts)
    if not wanted <= PARTS.keys():
        raise KeyError(min(wanted - PARTS.keys()))
    job = stripping(document, scope_of(document, records), wanted, start_of(document))
    (sweep,) = run(job)
    document.do(sweep.edit)
    return after_words(sweep)
