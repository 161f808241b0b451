"""Engines for scripts: `viewer.engine` finds one, `viewer.analyse` has it analyse the games of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from typing import Any, Protocol

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.engines.analysis import Limits
from viewer.engines.chosen import listed_engines
from viewer.engines.dialogue import Tell, untold
from viewer.engines.engine import EngineSetup
from viewer.engines.named import engine_named
from viewer.engines.process import EngineFault
from viewer.engines.review import Order, positions_of, reviewing
from viewer.tree.finding import Finding
from viewer.tree.record import Record

_PATIENCE = 0.1  # seconds for which a step waits


class Records(Protocol):
    """Records with keys, as a document has them."""

    def keys(self) -> Sequence[int]:
        """Keys of the records in order."""
        ...

    def record_of(self, key: int) -> Record:
        """The record of a key."""
        ...


def engine(name: str = "", game: str = "chess") -> EngineSetup:
    """An engine for a game (by its id), to analyse with.

    `name` is that of one in the window's list or of an installed one ("Stockfish"), or the path of a program;
    "" for the first that there is. Raises Refused.
    """
    (setup,) = run_inline(engine_named(name, game, listed_engines()))
    return setup


def analyse(
    document: Records,
    engine: EngineSetup,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    keys: Iterable[int] | None = None,
    variations: bool = False,
    keep: bool = False,
    engines: int = 0,
    known: MutableMapping[str, Finding] | None = None,
    run: Callable[[Iterator[JobStep[Any]]], Iterable[Any]] = run_inline,
    tell: Tell = untold,
) -> dict[tuple[int, int], Finding]:
    """Analyse the positions of a document's games; `viewer.annotate` writes what was found into them.

    Args:
        document: of `viewer.open`.
        engine: of `viewer.engine`.
        seconds: of each search. Of this and the next two, at least one is given.
        depth: in plies.
        nodes: positions, in go playouts.
        lines: to find in each position.
        keys: of the games that are meant; None for all.
        variations: whether positions off the main line are analysed, too.
        keep: leave out positions that have an evaluation, unless a bad move follows.
        engines: how many processes to start; 0 for as many as there are processors.
        known: what is known already; what is found is added, so that another call needn't search it again.
        run: runs the job and gives its results.
        tell: is told what people should know of the engine while it works, as that it says nothing.

    Returns the findings by key and node id. Raises Refused without a limit, EngineFault (a Refused) if the
    engine fails, or if none of the positions can be given to it.
    """
    limits = Limits(seconds, depth, nodes)
    if limits.endless:
        raise Refused(message("A search needs a limit: seconds, depth or nodes."))
    wanted = list(document.keys() if keys is None else keys)
    records = ((key, document.record_of(key)) for key in wanted)
    places = positions_of(records, len(wanted), variations=variations, keep=keep)
    order = Order(engine, limits, lines, engines)
    found: dict[tuple[int, int], Finding] = {}
    fault = None
    for one in run(reviewing(order, places, known, _PATIENCE, tell)):
        if one.finding is not None:
            found[one.key, one.node] = one.finding
        fault = fault or one.fault
    if fault is not None and not found:
        raise EngineFault(fault)
    return found
