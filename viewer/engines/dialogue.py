"""Conversations with an engine: generators that yield while they wait for it.

A step of a conversation never blocks. `None` means that nothing was heard; whoever runs the conversation
comes back later, and leaves it by closing it: the next one first waits until the engine has stopped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any

from viewer.base.fields import Value
from viewer.base.messages import Message, message
from viewer.engines.analysis import Analysis, Limits
from viewer.engines.option import Option
from viewer.engines.position import EnginePosition
from viewer.engines.process import EngineFault, EngineProcess
from viewer.tree.action import Move

PATIENCE = 10.0
"""Seconds in which an engine must introduce itself, or stop when it is told."""
LOADING = 120.0
"""Seconds that it may take to get ready: large networks are read then."""

Waiting = Iterator[None]
"""A conversation without a result."""


class Dialogue(ABC):
    """A conversation with an engine in one protocol.

    Attributes:
        protocol: the id of the protocol.
        name, author: as the engine says.
        options: by name, in the engine's order.
        variants: the variants that it says it plays (UCI_Variant), () if it says none.
    """

    protocol: str

    def __init__(self, process: EngineProcess, label: str, wait: float = 0.0) -> None:
        """`label`: the engine's name for people. `wait`: seconds that a step waits for news at most."""
        self.process = process
        self.label = label
        self.name = ""
        self.author = ""
        self.options: dict[str, Option] = {}
        self.variants: tuple[str, ...] = ()
        self._wait = wait
        self._inbox: deque[str] = deque()

    # ------------------------------------------------------------------------ conversations

    @abstractmethod
    def greet(self, patience: float = PATIENCE) -> Waiting:
        """Find out what the engine is, in so many seconds.

        Raises EngineFault if it doesn't speak the protocol.
        """

    @abstractmethod
    def prepare(self, values: Mapping[str, Value]) -> Waiting:
        """Set options, and wait until the engine is ready. Options that it doesn't have are left out."""

    @abstractmethod
    def search(
        self, position: EnginePosition, limits: Limits, lines: int
    ) -> Iterator[Analysis | None]:
        """Search a position until a limit is reached: the state of the search whenever it changed."""

    @abstractmethod
    def choose(self, position: EnginePosition, limits: Limits) -> Iterator[Move | str | None]:
        """Let the engine choose a move: at last the Move, or "resign", or "" if it has none."""

    # ---------------------------------------------------------------------------- listening

    def heard(self, seconds: float | None) -> Iterator[str | None]:
        """The engine's lines as they come, None while there are none.

        Raises EngineFault when it has ended, or after `seconds` (None: never).
        """
        end = None if seconds is None else perf_counter() + seconds
        while True:
            if not self._inbox:
                self._inbox.extend(self.process.lines(self._wait))
            if end is not None and perf_counter() > end:
                raise self.unanswered()
            if self._inbox:
                yield self._inbox.popleft()
            elif self.process.ended:
                raise EngineFault(self.ended_words(), again=True)
            else:
                yield None

    def other_protocol(self) -> EngineFault:
        """The fault of an engine that speaks another protocol."""
        return EngineFault(
            message(
                "{engine} doesn't speak {protocol}.",
                engine=self.label,
                protocol=self.protocol.upper(),
            )
        )

    def unanswered(self) -> EngineFault:
        """The fault of an engine that doesn't answer."""
        return EngineFault(message("{engine} doesn't answer.", engine=self.label), again=True)

    def ended_words(self) -> Message:
        """The sentence for an engine that has ended by itself."""
        words = self.process.last_words.strip()
        if words:
            return message(
                "{engine} has ended unexpectedly. It said: {words}", engine=self.label, words=words
            )
        return message("{engine} has ended unexpectedly.", engine=self.label)


def awaited(conversation: Iterator[Any]) -> Any:
    """The last thing that a conversation yields, waiting for it: for scripts and tests."""
    last = None
    for said in conversation:
        if said is not None:
            last = said
    return last
