"""Analysing the positions of records with several engines at a time: a job with plain data as its result.

`positions_of` lists what is to be analysed, `reviewing` has engines analyse it. Each engine has a thread that
waits for it; whoever runs the job only works out the positions, some ahead of the engines. `KeptFindings`
keeps what was found in a file, so that a review that was interrupted goes on where it was.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from hashlib import blake2b
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.processes import processors
from viewer.base.refused import Refused
from viewer.engines.analysis import Analysis, EngineLine, EnginePosition, Limits
from viewer.engines.dialogue import Tell, untold
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.engines.translation import translator_for
from viewer.engines.translation.translator import GtpTranslator, UciTranslator
from viewer.games import game_of
from viewer.games.game import Game
from viewer.games.states import States
from viewer.tree.action import is_move
from viewer.tree.evaluation import evaluation_of
from viewer.tree.finding import Finding, FoundLine, pack_finding, unpack_finding
from viewer.tree.node import Node
from viewer.tree.record import Record

_AHEAD = 3  # positions that wait for each engine
_WAIT = 0.1  # seconds that an engine is waited for between two looks at whether to go on
_WAIT_TIMED = 0.02  # where Qipu stops the searches, since the protocol has no time limit
_PATIENCE = 3  # positions in a row at which engines may fail


class Order(NamedTuple):
    """How positions are to be analysed.

    Attributes:
        setup: the engine.
        limits: for each position; at least one.
        lines: to find.
        engines: that work at a time, 0 for as many as the processors suit.
    """

    setup: EngineSetup
    limits: Limits
    lines: int = 1
    engines: int = 0


class Place(NamedTuple):
    """A position to be analysed.

    Attributes:
        key: of the record.
        node: its id.
        game: of the record.
        state: the state there.
        share: the part of all positions up to this one, 0.0 to 1.0.
    """

    key: int
    node: int
    game: Game[Any]
    state: Any
    share: float


class Reviewed(NamedTuple):
    """The result for a position.

    Attributes:
        key, node: of the position.
        finding: None if there is none.
        fault: why there is none, if it isn't that the game is over there.
        question: a digest of what the engine was asked; equal for equal positions with the same limits.
        known: whether the finding was known before.
    """

    key: int
    node: int
    finding: Finding | None
    fault: Message | None = None
    question: str = ""
    known: bool = False


def positions_of(
    records: Iterable[tuple[int, Record]],
    count: int,
    *,
    variations: bool = False,
    keep: bool = False,
    top: int | None = None,
) -> Iterator[Place]:
    """The positions of records, given with their keys; `count` of them.

    They are the root and those after moves: of the main line, or of all variations; from the node `top` on,
    if it is given. With `keep`, a position that has an evaluation is left out, unless a bad move follows it:
    only an engine tells the better one.
    """
    for number, (key, record) in enumerate(records):
        game = game_of(record.game)
        states = States(game, record)
        node = record.root if top is None else record.nodes.get(top, record.root)
        nodes = list(node.walk() if variations else node.main_line())
        nodes = [one for one in nodes if one.parent is None or is_move(states.at(one).action)]
        if keep:
            wanted = _before_bad_moves(nodes, states)
            nodes = [
                one
                for one in nodes
                if one.id in wanted or evaluation_of(one, game.score_unit) is None
            ]
        for done, one in enumerate(nodes, 1):
            if one.id in record.nodes:  # the record may be edited meanwhile
                share = (number + done / len(nodes)) / max(1, count)
                yield Place(key, one.id, game, states.at(one), share)


def _before_bad_moves(nodes: Iterable[Node], states: States) -> frozenset[int]:
    """The nodes that moves follow which are bad by the evaluations that are there."""
    game = states.game
    found: set[int] = set()
    for node in nodes:
        if node.parent is not None:
            before = evaluation_of(node.parent, game.score_unit)
            after = evaluation_of(node, game.score_unit)
            side = states.at(node.parent).side
            if before is None or after is None:
                continue
            if game.quality_scale.glyph(before, after, side) is not None:
                found.add(node.parent.id)
    return frozenset(found)


def engines_for_order(order: Order) -> int:
    """How many engines work at a time: as many as there are processors for their threads."""
    threads = order.setup.options.get("Threads", 1)
    per_engine = max(1, threads if isinstance(threads, int) else 1)
    return order.engines or max(1, processors() // per_engine)


def reviewing(
    order: Order,
    places: Iterable[Place],
    known: MutableMapping[str, Finding] | None = None,
    patience: float = 0.0,
    tell: Tell = untold,
) -> Iterator[JobStep[Reviewed]]:
    """A job that analyses positions of one game; a Reviewed for each, in the order in which they are done.

    `known`: what is known already, by `Reviewed.question`; what is found is added to it.
    `patience`: seconds that a step waits for news at most; with 0 it says that it is waiting. `tell`: is told
    what people should know of the engines while they work, each once. Dropping the job ends the engines.
    Raises EngineFault if no engine can be had, or if engines keep failing.
    """
    review = _Review(order, {} if known is None else known, patience, tell)
    return review.run(iter(places))


class _Asked(NamedTuple):
    place: Place
    position: EnginePosition
    question: str


class _Review:
    """A review that goes on."""

    def __init__(
        self, order: Order, known: MutableMapping[str, Finding], patience: float, tell: Tell
    ) -> None:
        self._order = order
        self._known = known
        self._patience = patience
        self._tell = tell
        self._told: set[str] = set()  # templates
        self._inbox: SimpleQueue[_Asked | None] = SimpleQueue()
        self._outbox: SimpleQueue[tuple[_Asked | None, Analysis | BaseException | Message | None]]
        self._outbox = SimpleQueue()
        self._askers: dict[str, Engine] = {}  # which are never started
        self._over = False
        self._threads: list[Thread] = []
        self._pending: dict[str, list[Place]] = {}
        self._failures = 0
        self._share = 0.0

    def run(self, places: Iterator[Place]) -> Iterator[JobStep[Reviewed]]:
        """The steps."""
        room = _AHEAD * engines_for_order(self._order)
        more = True
        try:
            while more or self._pending:
                while more and len(self._pending) < room:
                    place = next(places, None)
                    if place is None:
                        more = False
                        break
                    result = self._ask(place)
                    if result is not None:
                        yield self._step(place, result)
                for place, result in self._heard():
                    yield self._step(place, result)
                if self._pending and self._outbox.empty():
                    yield JobStep(*self._progress(), waiting=self._patience == 0)
        finally:
            self._end()

    def _progress(self) -> tuple[int, int]:
        return round(10_000 * self._share), 10_000

    def _step(self, place: Place, result: Reviewed) -> JobStep[Reviewed]:
        self._share = max(self._share, place.share)
        return JobStep(*self._progress(), result)

    # ------------------------------------------------------------------------------- asking

    def _ask(self, place: Place) -> Reviewed | None:
        """Give a position to the engines; what is known of it already."""
        try:
            if place.game.id not in self._askers:
                self._askers[place.game.id] = Engine(self._order.setup, place.game)
            position = self._askers[place.game.id].position(place.state)
        except EngineFault as fault:
            return Reviewed(place.key, place.node, None, fault.reason)
        question = question_of(self._order, position)
        found = self._known.get(question)
        if found is not None:
            finding = _placed(found, place)
            return Reviewed(place.key, place.node, finding, question=question, known=True)
        if question in self._pending:
            self._pending[question].append(place)
            return None
        self._pending[question] = [place]
        if len(self._threads) < engines_for_order(self._order):
            self._start()
        self._inbox.put(_Asked(place, position, question))
        return None

    def _heard(self) -> Iterator[tuple[Place, Reviewed]]:
        """The results that have come, with their places; waits for the first of them."""
        wait = self._patience
        while self._pending:
            try:
                asked, said = self._outbox.get(timeout=wait) if wait else self._outbox.get_nowait()
            except Empty:
                return
            wait = 0.0
            if isinstance(said, BaseException) and not isinstance(said, EngineFault):
                raise said
            if isinstance(said, Message):
                self._tell_once(said)
            if asked is None or isinstance(said, Message):
                continue
            yield from self._taken(asked, said)

    def _tell_once(self, words: Message) -> None:
        """Tell what one of the engines gave cause to, unless another one did before."""
        if words.template not in self._told:
            self._told.add(words.template)
            self._tell(words)

    def _taken(
        self, asked: _Asked, said: Analysis | BaseException | None
    ) -> Iterator[tuple[Place, Reviewed]]:
        fault, finding = None, None
        if isinstance(said, EngineFault):
            fault = said.reason
            self._failures += 1
            if said.starting or self._failures > _PATIENCE:
                raise said
        else:
            self._failures = 0
            finding = finding_of(said) if isinstance(said, Analysis) else None
        if finding is not None:
            self._known[asked.question] = finding
        for number, place in enumerate(self._pending.pop(asked.question)):
            own = None if finding is None else _placed(finding, place)
            yield (
                place,
                Reviewed(place.key, place.node, own, fault, asked.question, known=number > 0),
            )

    # ------------------------------------------------------------------------------- engines

    def _start(self) -> None:
        thread = Thread(target=self._work, name="review", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        """The function of a thread: an engine that analyses what is asked.

        What its start and its searches took beyond the time that was given is taken from the next ones, up to
        half of each: so a whole game takes about the time that was asked for.
        """
        engine: Engine | None = None
        limits, late = self._order.limits, 0.0
        try:
            while (asked := self._inbox.get()) is not None and not self._over:
                began, seconds = perf_counter(), limits.seconds
                if engine is not None and engine.game is not asked.place.game:
                    engine.close()
                    engine = None
                if engine is None:
                    wait = _WAIT if self._order.limits.seconds is None else _WAIT_TIMED
                    engine = Engine(_single(self._order), asked.place.game, wait, self._pass_on)
                try:
                    now = limits
                    if seconds is not None:
                        now = limits._replace(seconds=max(seconds / 2, seconds - late))
                    self._outbox.put((asked, self._analysed(engine, asked, now)))
                except EngineFault as fault:
                    self._outbox.put((asked, fault))
                late = max(0.0, late + perf_counter() - began - (seconds or 0.0))
        except BaseException as error:
            self._outbox.put((None, error))
        finally:
            if engine is not None:
                engine.close()

    def _pass_on(self, words: Message) -> None:
        self._outbox.put((None, words))

    def _analysed(self, engine: Engine, asked: _Asked, limits: Limits) -> Analysis | None:
        last: Analysis | None = None
        for step in engine.search(asked.position, limits, self._order.lines):
            if self._over:
                break
            last = step.result or last
        return last

    def _end(self) -> None:
        self._over = True
        for _ in self._threads:
            self._inbox.put(None)
        for thread in self._threads:
            thread.join()


def _single(order: Order) -> EngineSetup:
    """The engine with one thread where several work at a time, unless the user said how many."""
    options = order.setup.options
    if engines_for_order(order) > 1:
        options = {"Threads": 1, **options}
    return order.setup._replace(options=options)


def question_of(order: Order, position: EnginePosition) -> str:
    """A digest of a position as the engine is told it, with the limits and the number of lines."""
    start, game = position.start, position.game
    translator = translator_for(game.id)
    protocol = order.setup.protocols.get(game.id, "")
    said: list[object] = [order.setup.name, *sorted(order.setup.options.items())]
    said += [order.limits, order.lines, game.id]
    if isinstance(translator, GtpTranslator):
        said += [*translator.set_up(start), translator.rules(start)]
    elif isinstance(translator, UciTranslator):
        said += sorted(translator.options(position).items())
        said.append(translator.placement(start, protocol))
    text = "\n".join(map(str, [*said, *position.moves]))
    return blake2b(text.encode(), digest_size=16).hexdigest()


def finding_of(analysis: Analysis) -> Finding | None:
    """What an analysis found, None if that is no line."""
    lines = tuple(FoundLine(line.moves, line.evaluation) for line in analysis.lines)
    owned = array("b", (round(100 * one) for one in analysis.ownership.values())).tobytes()
    return Finding(lines, owned=owned) if lines else None


def analysis_of(finding: Finding, game: Game[Any], state: Any) -> Analysis:
    """A finding at a state as an analysis that is over."""
    lines, value = tuple(EngineLine(*line) for line in finding.lines), finding.evaluation
    depth = None if value is None else value.depth
    translator = translator_for(game.id)
    if not finding.owned or not isinstance(translator, GtpTranslator):
        return Analysis(lines, depth, final=True)
    shares = [one / 100 for one in array("b", finding.owned)]
    owned = dict(zip(translator.squares(state), shares, strict=False))
    return Analysis(lines, depth, ownership=owned, final=True)


def _placed(finding: Finding, place: Place) -> Finding:
    return finding._replace(position=place.game.setup_text(place.state))


# ---------------------------------------------------------- findings of a review, kept in a file


_HEAD = {"qipu": "analysis"}


class KeptFindings(dict[str, Finding]):
    """Findings by the questions that they answer, see `Reviewed`.

    Each that is added is written at once, as a line of JSON; a last line that was cut is left out.

    Attributes:
        path: of the file, which is made with the first finding.
        done: names of what was finished before.
        wanted: what is being analysed, as `want` was told; {} for nothing.
    """

    def __init__(self, path: str) -> None:
        """Take what is in the file, if there is one.

        Raises Refused if it is another kind of file, OSError if it can't be read.
        """
        super().__init__()
        self.path = path
        self.done: set[str] = set()
        self.wanted: Mapping[str, object] = {}
        self._file: Any = None
        with suppress(FileNotFoundError), open(path, encoding="utf-8", errors="replace") as file:
            if _read(file.readline()) != _HEAD:
                raise Refused(message("{path} is there, and is no unfinished analysis.", path=path))
            for line in file:
                self._take(_read(line))

    def _take(self, said: object) -> None:
        with suppress(ValueError):
            match said:
                case {"question": str(question), "lines": lines, **more}:
                    owned = bytes.fromhex(str(more.get("owned", "")))
                    super().__setitem__(question, unpack_finding(lines)._replace(owned=owned))
                case {"done": str(name)}:
                    self.done.add(name)
                case {"wanted": dict(wanted)}:
                    self.wanted = wanted

    def __setitem__(self, question: str, finding: Finding) -> None:
        super().__setitem__(question, finding)
        owned = {"owned": finding.owned.hex()} if finding.owned else {}
        self._write({"question": question, "lines": pack_finding(finding), **owned})

    def finish(self, name: str) -> None:
        """Keep that something is finished."""
        self.done.add(name)
        self._write({"done": name})

    def want(self, wanted: Mapping[str, object]) -> None:
        """Keep what is being analysed, as JSON can hold it."""
        self.wanted = wanted
        self._write({"wanted": wanted})

    def _write(self, said: dict[str, object]) -> None:
        if self._file is None:
            new = not os.path.exists(self.path)
            self._file = open(self.path, "a", encoding="utf-8")  # noqa: SIM115  # open until `close`
            # A line that was cut ends here.
            self._file.write(json.dumps(_HEAD) + "\n" if new else "\n")
        self._file.write(json.dumps(said) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def discard(self) -> None:
        """Delete the file: everything is done."""
        self.close()
        with suppress(FileNotFoundError):
            os.remove(self.path)


def _read(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None
