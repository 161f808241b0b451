"""Whole-file edits for scripts and the command line; each is one undoable edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.document.edits.history import Location
from viewer.document.record_set import NumberedSet
from viewer.document.whole import annotating, joining, lines, openings, words
from viewer.document.whole import strip as stripping
from viewer.document.whole.sweep import Scope
from viewer.tree.finding import Findings
from viewer.tree.node import Node

Runner = Callable[[Iterator[JobStep[Any]]], Iterable[Any]]
"""Runs a job and gives its results."""


def strip(
    document: Document, parts: Iterable[str], records: str = "", run: Runner = run_inline
) -> Message:
    """Remove parts (keys of `whole.strip.PARTS`: "comments", "variations" …) from a document's games.

    `records` are numbers from 1 ("2,5-7,12-"), "" for all; `run` runs the job. Returns what was done, in
    words. Raises NoSuchRecords (a ValueError), KeyError for a part that there isn't, OSError.
    """
    wanted = frozenset(parts)
    if not wanted <= stripping.PARTS.keys():
        raise KeyError(min(wanted - stripping.PARTS.keys()))
    job = stripping.stripping(document, _scope(document, records), wanted, _start(document))
    (sweep,) = run(job)
    document.do(sweep.edit)
    return stripping.after_words(sweep)


def replace(
    document: Document,
    sought: str,
    new: str,
    *,
    exact: bool = False,
    whole: bool = False,
    comments: bool = True,
    headers: Iterable[str] = (),
    records: str = "",
    run: Runner = run_inline,
) -> Message:
    """Replace words in comments, and in headers of these keys; see `whole.words.Replacement`.

    `records`, `run`, result and errors as for `strip`.
    """
    wanted = words.Replacement(sought, new, exact, whole, comments, frozenset(headers))
    replacer = words.replacer_for(document, wanted)
    job = words.replacing(document, _scope(document, records), replacer, _start(document))
    (sweep,) = run(job)
    document.do(sweep.edit)
    return words.after_words(sweep) if sweep.edit else words.before_words(sweep)


def join(document: Document, records: str = "", run: Runner = run_inline) -> Message:
    """Join games to the first of them, as variations. `records`, `run`, result and errors as for `strip`."""
    keys = _scope(document, records).keys
    (made,) = run(joining.joining(document, keys, _start(document)))
    document.do(made.edit)
    return joining.after_words(made)


def write_openings(document: Document, records: str = "", run: Runner = run_inline) -> Message:
    """Write the openings of games, named from their moves, into their headers.

    `records`, `run`, result and errors as for `strip`. What the format has no field for isn't written.
    """
    (sweep,) = run(openings.naming(document, _scope(document, records), _start(document)))
    document.do(sweep.edit)
    return openings.after_words(sweep) if sweep.edit else openings.before_words(sweep)


def annotate(
    document: Document,
    findings: Findings,
    *,
    evaluations: bool = True,
    glyphs: bool = True,
    lines: bool = True,
    plies: int = 12,
    records: str = "",
    run: Runner = run_inline,
) -> Message:
    """Write what an engine found in positions, as `viewer.analyse` returns it; see `whole.annotating`.

    Evaluations of the positions, glyphs of moves that lose much, and the engine's lines in place of those
    moves, each at most `plies` long. `records`, `run`, result and errors as for `strip`.
    """
    wanted = annotating.Wanted(evaluations, glyphs, lines, plies)
    job = annotating.annotating(
        document, _scope(document, records), findings, wanted, _start(document)
    )
    (sweep,) = run(job)
    document.do(sweep.edit)
    return annotating.after_words(sweep) if sweep.edit else annotating.before_words(sweep)


def extract(document: Document, node: Node) -> None:
    """Insert the line through a node, with all below it, as a game after its own."""
    document.do(lines.extract(document, document.key_of(node), node))


def start_here(document: Document, node: Node) -> Message | None:
    """Make a game start with the position at a node. Returns what that loses, None for nothing."""
    key = document.key_of(node)
    states = document.states(key)
    number = lines.renumbered(states, node)
    lacks = lines.lacks(states, node) + ([] if number is None else [number])
    document.do(lines.start_here(document, key, node))
    if not lacks:
        return None
    said = lacks[0]
    for one in lacks[1:]:
        said = message("{one} {another}", one=said, another=one)
    return said


def _scope(document: Document, records: str) -> Scope:
    keys = document.keys()
    return Scope([keys[index] for index in NumberedSet(document, records).indexes])


def _start(document: Document) -> Location:
    key = document.keys()[0]
    return Location(key, document.record_of(key).root.id)
