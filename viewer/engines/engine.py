"""An engine that Qipu uses: one process of a program, asked about positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from viewer.base.fields import Value
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.processes import memory, processors
from viewer.engines import gtp, uci
from viewer.engines.analysis import (
    ENDLESS,
    Analysis,
    EnginePosition,
    Limits,
    ScoreEstimate,
    engine_position,
)
from viewer.engines.dialogue import PATIENCE, Dialogue, Tell, untold
from viewer.engines.gtp import GtpDialogue
from viewer.engines.option import Option
from viewer.engines.process import EngineFault, EngineProcess
from viewer.engines.translation import translator_for
from viewer.engines.translation.translator import GTP
from viewer.engines.uci import UciDialogue
from viewer.games.game import Game
from viewer.games.match_clock import Clocks
from viewer.tree.action import Move

T = TypeVar("T")

_THREADS = "Threads"
_MEGABYTE = 1 << 20
_PART, _LEAST_HASH, _MOST_HASH = 64, 16, 256
"""Hash tables take this part of the memory, unless the user says otherwise, and so many megabytes."""


class EngineSetup(NamedTuple):
    """An engine of the user's list.

    Attributes:
        name: for people; unique in the list.
        program: the path of the program.
        arguments: of the command line.
        protocols: the protocol for each game that it plays, by the game's id.
        options: the values that the user set, by the option's name.
        limits: of an analysis of the current position.
        preferred: the games, by id, for which it is used unless another engine is chosen.
        variants: those that it says it plays (UCI_Variant).
        fault: why it isn't known what it plays: what was wrong when it was started, None for nothing.
    """

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    protocols: Mapping[str, str] = MappingProxyType({})
    options: Mapping[str, Value] = MappingProxyType({})
    limits: Limits = ENDLESS
    preferred: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    fault: Message | None = None

    def plays(self, game: str, state: Any = None) -> bool:
        """Whether it plays a game, by its id; with `state` also the variant of that position."""
        translator = translator_for(game) if game in self.protocols else None
        if translator is None or state is None:
            return translator is not None
        return translator.knows(self.variants, state)


def open_dialogue(setup: EngineSetup, protocol: str, wait: float = 0.0) -> Dialogue:
    """Start the program of an engine, to be greeted in a protocol. Raises EngineFault."""
    topic = gtp.topic if protocol == GTP else uci.topic
    command = (setup.program, *setup.arguments)
    process = EngineProcess(command, topic, os.path.dirname(setup.program) or None)
    if protocol == GTP:
        return GtpDialogue(process, setup.name, wait)
    return UciDialogue(process, setup.name, wait, protocol)


class Engine:
    """A running engine. Its operations are jobs; one at a time, and dropping a job stops the search.

    The process is started by the first job. If it crashes or hangs, it is started once more; when that
    happens again in the same job, the job raises EngineFault.
    """

    def __init__(
        self, setup: EngineSetup, game: Game[Any], wait: float = 0.0, tell: Tell = untold
    ) -> None:
        """`wait`: seconds that a step waits for the engine at most; with 0 it says that it is waiting.

        `tell`: is told what people should know of it while it works: that it says nothing, or what can't be.
        Raises EngineFault if the engine doesn't play the game.
        """
        protocol = setup.protocols.get(game.id)
        translator = translator_for(game.id)
        if protocol is None or translator is None:
            raise EngineFault(
                message("{engine} doesn't play {game}.", engine=setup.name, game=game.name)
            )
        self.setup = setup
        self.game = game
        self._protocol = protocol
        self._translator = translator
        self._wait = wait
        self._tell = tell
        self._dialogue: Dialogue | None = None
        self._threads: int | None = None  # as it is set; None before it has started
        self._most = 0

    def share(self, most: int) -> bool:
        """Let it use at most so many threads from the next search on, since others work too; 0: as it is set.

        Returns whether that is another number than before.
        """
        before, self._most = self._shared(), most
        return self._shared() != before

    def _shared(self) -> dict[str, Value]:
        if self._threads is None:
            return {}
        return {_THREADS: min(self._threads, self._most) if self._most else self._threads}

    # -------------------------------------------------------------------------- operations

    def position(self, state: Any) -> EnginePosition:
        """A position as engines are given it. Raises EngineFault for those they can't be asked about."""
        reason = self._translator.unsound(state.settled())
        if reason is not None:
            raise EngineFault(
                message("Engines can't be asked about this position. {reason}", reason=reason)
            )
        return engine_position(self.game, state, self._translator.replays)

    def analyse(
        self, state: Any, limits: Limits = ENDLESS, lines: int = 1
    ) -> Iterator[JobStep[Analysis]]:
        """Search a position: an Analysis whenever something new was found, the last of them final.

        Raises EngineFault, also for positions that engines can't be asked about.
        """
        return self.search(self.position(state), limits, lines)

    def search(
        self, position: EnginePosition, limits: Limits = ENDLESS, lines: int = 1
    ) -> Iterator[JobStep[Analysis]]:
        """As `analyse`, of a position that `position` returned."""
        return self._job(lambda dialogue: dialogue.search(position, limits, lines))

    def play(
        self, state: Any, limits: Limits, clocks: Clocks | None = None
    ) -> Iterator[JobStep[Move | str]]:
        """Choose a move: the Move, "resign", or "" if there is none. Raises EngineFault.

        `clocks`: those of the game, None for one without.
        """
        position = self.position(state)
        return self._job(lambda dialogue: dialogue.choose(position, limits, clocks))

    def mate(self, state: Any, limits: Limits) -> Iterator[JobStep[tuple[Move, ...]]]:
        """Search for a mate by the side to move: its moves, () for none. Raises EngineFault."""
        position = self.position(state)
        return self._job(lambda dialogue: self._mating(dialogue, position, limits))

    def dead(self, state: Any) -> Iterator[JobStep[frozenset[str]]]:
        """Find the squares of dead stones. Raises EngineFault, also if the engine has no such command."""
        position = self.position(state)
        return self._job(lambda dialogue: self._dying(dialogue, position))

    def estimate(self, state: Any, limits: Limits) -> Iterator[JobStep[ScoreEstimate]]:
        """Estimate the score and whose the points are, then which stones are dead: the last result is final.

        Raises EngineFault, also for an engine that doesn't speak GTP.
        """
        position = self.position(state)
        return self._job(lambda dialogue: self._estimating(dialogue, position, limits))

    def introduce(self) -> Iterator[JobStep[Dialogue]]:
        """Start the engine: its dialogue, with its name and options. Raises EngineFault."""
        return self._job(lambda dialogue: iter([dialogue]))

    @property
    def stage(self) -> Message | None:
        """What it does while it starts, or says before it answers, for people; None for nothing."""
        return None if self._dialogue is None else self._dialogue.stage

    def end(self) -> None:
        """End the process, without waiting until it is gone."""
        if self._dialogue is not None:
            self._dialogue.process.end()

    def close(self) -> None:
        """End the process. Returns when it is gone."""
        dialogue, self._dialogue = self._dialogue, None
        if dialogue is not None:
            dialogue.process.close()

    # -------------------------------------------------------------------------------- steps

    def _job(self, converse: Callable[[Dialogue], Iterator[T | None]]) -> Iterator[JobStep[T]]:
        tries = 2
        while True:
            tries -= 1
            count = 0
            try:
                for said in self._conversation(converse):
                    count += said is not None
                    yield JobStep(count, 0, said, waiting=said is None)
                return
            except EngineFault as fault:
                if fault.again:
                    self._drop()
                if not (fault.again and tries):
                    raise

    def _conversation(
        self, converse: Callable[[Dialogue], Iterator[T | None]]
    ) -> Iterator[T | None]:
        dialogue = self._dialogue
        if dialogue is None:
            dialogue = self._dialogue = open_dialogue(self.setup, self._protocol, self._wait)
            dialogue.tell = self._tell
            try:
                for _ in dialogue.greet(PATIENCE):
                    yield None
                values = {**machine_values(dialogue.options), **self.setup.options}
                threads = values.get(_THREADS) if _THREADS in dialogue.options else None
                self._threads = threads if isinstance(threads, int) else None
                for _ in dialogue.prepare({**values, **self._shared()}):
                    yield None
            except EngineFault as fault:
                ended = dialogue.process.ended
                self._drop()
                raise EngineFault(fault.reason, again=ended, starting=True) from None
            except BaseException:
                self._drop()  # half greeted: the next job begins anew
                raise
            dialogue.process.lower()
        dialogue.stage = None
        dialogue.shared = self._shared()
        yield from converse(dialogue)

    def _drop(self) -> None:
        dialogue, self._dialogue = self._dialogue, None
        if dialogue is not None:
            dialogue.process.close()

    def _mating(
        self, dialogue: Dialogue, position: EnginePosition, limits: Limits
    ) -> Iterator[tuple[Move, ...] | None]:
        if not isinstance(dialogue, UciDialogue):
            raise self._lacks()
        return dialogue.mate(position, limits)

    def _dying(
        self, dialogue: Dialogue, position: EnginePosition
    ) -> Iterator[frozenset[str] | None]:
        if not isinstance(dialogue, GtpDialogue):
            raise self._lacks()
        return dialogue.dead(position)

    def _estimating(
        self, dialogue: Dialogue, position: EnginePosition, limits: Limits
    ) -> Iterator[ScoreEstimate | None]:
        if not isinstance(dialogue, GtpDialogue):
            raise self._lacks()
        last = Analysis()
        for found in dialogue.search(position, limits, 1):
            last = found or last
            yield None
        estimate = ScoreEstimate(last.evaluation, last.ownership)
        if "final_status_list" in dialogue.commands:
            yield estimate  # to find dead stones, engines may play the game to its end
            for stones in dialogue.dead(position):
                estimate = estimate._replace(dead=stones)
                yield None
        yield estimate._replace(final=True)

    def _lacks(self) -> EngineFault:
        return EngineFault(message("{engine} can't do that.", engine=self.setup.name))


def machine_values(options: Mapping[str, Option]) -> dict[str, Value]:
    """Threads and hash tables that suit this machine, as far as an engine has such options.

    A processor stays free for the window. `options`: of the engine, by name.
    """
    megabytes = max(_LEAST_HASH, min(memory() // _PART // _MEGABYTE, _MOST_HASH))
    wanted = {_THREADS: max(1, processors() - 1)}
    wanted |= dict.fromkeys(("Hash", "USI_Hash"), 1 << (megabytes.bit_length() - 1))
    fields = {name: options[name].field() for name in wanted if name in options}
    return {name: max(one.low, min(wanted[name], one.high)) for name, one in fields.items()}
