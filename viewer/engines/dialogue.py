"""Conversations with an engine: generators that yield while they wait for it.

A step of a conversation never blocks. `None` means that nothing was heard; whoever runs the conversation
comes back later, and leaves it by closing it: the next one first waits until the engine has stopped.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter

from viewer.base.fields import Value
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.engines.analysis import Analysis, EnginePosition, Limits
from viewer.engines.option import Option
from viewer.engines.process import EngineFault, EngineProcess
from viewer.games.match_clock import Clocks
from viewer.tree.action import Move

PATIENCE = 10.0
"""Seconds in which an engine must introduce itself, or stop when it is told."""
LOADING = 60.0
"""Seconds that it may take to get ready: large networks are read then."""
QUIET = 8.0
"""Seconds after which it is told that an engine says nothing."""
LONGEST = 600.0
"""Seconds for an answer that may need thinking, or for tuning before the first."""
_MOST_WORDS = 40
_REMARK = 120
"""Characters of a remark that are shown."""
_REMARKS = 5

Waiting = Iterator[None]
"""A conversation without a result."""
Tell = Callable[[Message], object]
"""Takes a sentence about an engine that people should know, though the work goes on."""


def untold(words: Message) -> None:
    """Tell nobody."""


class Dialogue(ABC):
    """A conversation with an engine in one protocol.

    Attributes:
        protocol: the id of the protocol.
        name, author: as the engine says.
        options: by name, in the engine's order.
        variants: the variants that it says it plays (UCI_Variant), () if it says none.
        introduced: whether it has greeted.
        numbers: reads the numbers that it says.
        tell: is told what people should know of it, each once.
        shared: options that follow from what else works, for the next search.
        stage: what it does while it starts, or says before it answers, for people; None for nothing.
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
        self.introduced = False
        self.numbers = NumberReader(self._doubt)
        self.tell: Tell = untold
        self.shared: Mapping[str, Value] = {}
        self.stage: Message | None = message("Starting {engine}…", engine=label)
        self._remarks: deque[str] = deque(maxlen=_REMARKS)
        self._complaints = 0  # lines of its standard error that were heard
        self._alive = perf_counter()  # when it made its last remark
        self._silent = 0.0  # seconds for which nothing was heard
        self._told: set[str] = set()
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
    def choose(
        self, position: EnginePosition, limits: Limits, clocks: Clocks | None = None
    ) -> Iterator[Move | str | None]:
        """Let the engine choose a move: at last the Move, or "resign", or "" if it has none.

        With `clocks`, those of the game, it takes the time that it thinks right, within the limits.
        """

    # ---------------------------------------------------------------------------- listening

    def heard(self, seconds: float | None, thinks: bool = False) -> Iterator[str | None]:
        """The engine's lines as they come, None while there are none.

        `thinks`: whether it may be silent as long as it likes; otherwise it is told if it is.
        Raises EngineFault when it has ended, or after `seconds` (None: never). Remarks prolong them, up to
        LONGEST: networks are read and tuned for minutes.
        """
        began = last = self._alive = perf_counter()
        while True:
            if not self._inbox:
                self._inbox.extend(self.process.lines(self._wait))
            now = perf_counter()
            self._hear_complaints(now)
            if seconds is not None and now > min(self._alive, began + LONGEST) + seconds:
                raise self.unanswered()
            if self._inbox:
                last, self._silent = now, 0.0
                line = self._inbox.popleft()
                self._take_remark(self._remark(line), now)
                yield line
            elif self.process.ended:
                raise EngineFault(self.ended_words(), again=True)
            else:
                self._silent = now - max(last, self._alive)
                if self.process.stopped:
                    self._tell_stopped()
                elif self._silent > QUIET and not thinks:
                    self._tell_silent()
                yield None

    def _remark(self, line: str) -> str:
        """What a line says to people and not to programs, "" for one that is no such line."""
        return ""

    def _take_remark(self, words: str, now: float) -> None:
        """Take a remark as a sign of life, unless it is the last one again."""
        if words and (not self._remarks or words != self._remarks[-1]):
            self._alive = now
            self._remarks.append(words)
            self._show_stage(words)

    def _hear_complaints(self, now: float) -> None:
        """Take what it has written to its standard error as a remark, if it has written more."""
        count = self.process.complaints
        if count != self._complaints:
            self._complaints = count
            self._take_remark(self.process.last_words.strip().rpartition("\n")[2], now)

    def _show_stage(self, words: str) -> None:
        words = " ".join(words.split())
        if words:
            words = words if len(words) <= _REMARK else f"{words[:_REMARK]}…"
            self.stage = message("{engine}: {words}", engine=self.label, words=words)

    def _tell_stopped(self) -> None:
        self._tell_once(
            message(
                "{engine} has been stopped by a signal; Qipu waits until it goes on.",
                engine=self.label,
            )
        )

    def _tell_silent(self) -> None:
        self._tell_once(message("{engine} says nothing; Qipu waits for it.", engine=self.label))

    def _doubt(self, name: str, text: str) -> None:
        words = f"{name} {text}"
        if len(words) > _MOST_WORDS:
            words = f"{words[:_MOST_WORDS]}…"
        self._tell_once(
            message(
                "{engine} says “{words}”, which can't be; such numbers are left out.",
                engine=self.label,
                words=words,
            )
        )

    def _tell_once(self, words: Message) -> None:
        if words.template not in self._told:
            self._told.add(words.template)
            self.tell(words)

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
        complaints = self.process.last_words.strip()
        words = "\n".join([one for one in self._remarks if one not in complaints] + [complaints])
        words = words.strip()
        if words:
            return message(
                "{engine} has ended unexpectedly. It said: {words}", engine=self.label, words=words
            )
        return message("{engine} has ended unexpectedly.", engine=self.label)


# --------------------- The numbers that engines say, within bounds: what can't be is no information


_WHOLE = re.compile(r"[+-]?[0-9]+")
_DIGITS = 18
"""Of a whole number at most; Python itself reads no more than 4,300."""


class Bounds(NamedTuple):
    """What a number may be."""

    low: float
    high: float


DEPTH = Bounds(0, 9_999)
COUNT = Bounds(0, 10**15)
"""Of nodes, playouts, nodes a second."""
SCORE = Bounds(-1_000_000, 1_000_000)
"""In centipawns."""
MATE = Bounds(-9_999, 9_999)
RANK = Bounds(0, 1_000)
PER_MILLE = Bounds(0, 1_000)
WEIGHT = Bounds(-1_000_000, 1_000_000)


class NumberReader:
    """Reads the numbers of one run of an engine.

    `doubt` is called with the first that is a number, but can't be: its name and what was said.
    """

    def __init__(self, doubt: Callable[[str, str], object]) -> None:
        self._doubt = doubt
        self._told = False

    def whole(self, name: str, text: str, bounds: Bounds) -> int | None:
        """A whole number; None for something else, and for one out of bounds."""
        if _WHOLE.fullmatch(text) is None:
            return None
        if len(text) > _DIGITS or not bounds.low <= int(text) <= bounds.high:
            self.refuse(name, text)
            return None
        return int(text)

    def real(self, name: str, text: str, bounds: Bounds, slack: float = 0.0) -> float | None:
        """A number; None for something else, and for one that is `slack` or more out of bounds.

        One that is less out of them, as rounding makes it, becomes the bound.
        """
        try:
            value = float(text) if text.isascii() and "_" not in text else None
        except ValueError:
            value = None
        if value is None:
            return None
        if math.isnan(value) or not bounds.low - slack <= value <= bounds.high + slack:
            self.refuse(name, text)
            return None
        return max(bounds.low, min(value, bounds.high))

    def refuse(self, name: str, text: str) -> None:
        """Tell of a number that can't be, if it is the first."""
        if not self._told:
            self._told = True
            self._doubt(name, text)
