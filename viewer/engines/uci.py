"""UCI, USI and UCCI: one grammar with other words.

UCI: Stefan Meyer-Kahlen's description of 2006; USI: Tord Romstad's; UCCI: xqbase.com's, version 3.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from viewer.base.fields import BUTTON, Value
from viewer.base.messages import message
from viewer.engines.analysis import Analysis, EngineLine, Limits
from viewer.engines.dialogue import LOADING, PATIENCE, Dialogue, Waiting
from viewer.engines.option import read_option
from viewer.engines.position import EnginePosition
from viewer.engines.process import EngineFault, EngineProcess
from viewer.engines.translation import translator_for
from viewer.engines.translation.translator import UCCI, UCI, USI, UciTranslator
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

_NO_MOVE = ("(none)", "none", "0000", "nobestmove", "null")
_RESIGN = ("resign", "lose")
_LARGE = 1_000_000


class Grammar(NamedTuple):
    """The words of a protocol.

    Attributes:
        greeting: asks the engine to introduce itself.
        greeted: the last line of its introduction.
        new_game: tells it that another game follows, "" for nothing.
        set_option: with `{name}` and `{value}`.
        move_time: whether `go movetime` exists; otherwise Qipu stops the search.
    """

    greeting: str
    greeted: str
    new_game: str
    set_option: str
    move_time: bool


GRAMMARS: Mapping[str, Grammar] = {
    UCI: Grammar("uci", "uciok", "ucinewgame", "setoption name {name} value {value}", True),
    USI: Grammar("usi", "usiok", "usinewgame", "setoption name {name} value {value}", False),
    UCCI: Grammar("ucci", "ucciok", "", "setoption {name} {value}", False),
}


def topic(line: bytes) -> object:
    """The topic of a line, see `process.Topic`: `info` with a line of moves counts by its rank."""
    if not line.startswith(b"info"):
        return None
    if b" pv " not in line:
        return b"info"
    rank = line.find(b" multipv ")
    return line[rank + 9 : rank + 12].split(b" ")[0] if rank >= 0 else b"pv"


class UciDialogue(Dialogue):
    """A conversation in one of the three protocols."""

    def __init__(self, process: EngineProcess, label: str, wait: float, protocol: str) -> None:
        super().__init__(process, label, wait)
        self.protocol = protocol
        self._grammar = GRAMMARS[protocol]
        self._searching = False
        self._set: dict[str, str] = {}
        self._start: Any = None

    # ------------------------------------------------------------------------------ opening

    def greet(self, patience: float = PATIENCE) -> Waiting:
        """Take the engine's name and options.

        One that speaks another protocol answers `isready`, or refuses the greeting as GTP does.
        """
        self.process.send(self._grammar.greeting)
        self.process.send("isready")
        for line in self.heard(patience):
            if line is None:
                yield None
                continue
            words = line.split()
            if words == [self._grammar.greeted]:
                break
            if words == ["readyok"] or line.startswith("? "):
                raise self.other_protocol()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["id", "author"]:
                self.author = " ".join(words[2:])
            elif words[:1] == ["option"]:
                option = read_option(words[1:])
                if option is not None:
                    self.options[option.name] = option
                    if option.name == "UCI_Variant":
                        self.variants = option.choices
        yield from self._heard_ready()

    def prepare(self, values: Mapping[str, Value]) -> Waiting:
        """Set options; those with the value they have already aren't sent again."""
        changed = False
        for name, value in values.items():
            option = self.options.get(name)
            if option is None:
                continue
            text = option.value_text(value)
            if option.field().kind is BUTTON:
                if value:
                    self.process.send(
                        self._grammar.set_option.partition(" value")[0].format(name=name, value="")
                    )
            elif self._set.get(name, option.default) != text:
                self.process.send(self._grammar.set_option.format(name=name, value=text))
                self._set[name] = text
                changed = True
        if changed:
            yield from self._ready()

    def _ready(self) -> Waiting:
        self.process.send("isready")
        yield from self._heard_ready()

    def _heard_ready(self) -> Waiting:
        for line in self.heard(LOADING):
            if line is None:
                yield None
            elif line.strip() == "readyok":
                return

    def _settle(self) -> Waiting:
        """Wait until the engine has ended the search that was left."""
        if not self._searching:
            return
        for line in self.heard(PATIENCE):
            if line is None:
                yield None
            elif _is_end(line):
                self._searching = False
                return

    # ---------------------------------------------------------------------------- searching

    def search(
        self, position: EnginePosition, limits: Limits, lines: int
    ) -> Iterator[Analysis | None]:
        """Search with `go`; an engine that has reached no limit in time is told to stop."""
        translator = _translator(position)
        yield from self._take_up(position, {"MultiPV": lines})
        found = _Found(
            position, translator, translator.dialect_of(self.variants, self.protocol), lines
        )
        for line in self._gone(self._limits(limits), limits.seconds):
            if line is None:
                if found.changed:
                    yield found.analysis()
                yield None
            elif _is_end(line):
                yield found.analysis(final=True)
            else:
                found.read(line)

    def choose(self, position: EnginePosition, limits: Limits) -> Iterator[Move | str | None]:
        """The move after `bestmove`."""
        translator = _translator(position)
        dialect = translator.dialect_of(self.variants, self.protocol)
        yield from self._take_up(position, {"MultiPV": 1})
        for line in self._gone(self._limits(limits), limits.seconds):
            if line is None:
                yield None
                continue
            if not _is_end(line):
                continue
            word = _second(line)
            if word in _RESIGN:
                yield "resign"
            elif word in _NO_MOVE or not word:
                yield ""
            else:
                side, state = position.state.side, position.state
                move = translator.move_in(word, side, state, dialect)
                if move is None:
                    raise EngineFault(
                        message(
                            "{engine} says “{word}”, which is no move.",
                            engine=self.label,
                            word=word[:40],
                        )
                    )
                yield move

    def mate(self, position: EnginePosition, limits: Limits) -> Iterator[tuple[Move, ...] | None]:
        """Search for a mate by the side to move: at last its moves, () if none was found."""
        translator = _translator(position)
        dialect = translator.dialect_of(self.variants, self.protocol)
        yield from self._take_up(position, {"MultiPV": 1})
        found = _Found(position, translator, dialect, 1)
        span = "infinite" if limits.seconds is None else str(round(1000 * limits.seconds))
        command = f"mate {span}" if self.protocol == USI else f"mate {limits.depth or 99}"
        for line in self._gone(command, limits.seconds):
            if line is None:
                yield None
            elif line.startswith("checkmate"):
                yield translator.moves_in(line.split()[1:], position.state, dialect)
            elif _is_end(line):
                yield found.mating_line()
            else:
                found.read(line)

    def first_move(self) -> Iterator[str | None]:
        """The engine's move from its own start: at last the word behind `bestmove`. It tells the game."""
        self.process.send("position startpos")
        for line in self._gone("depth 1", PATIENCE):
            yield _second(line) if line is not None and _is_end(line) else None

    def _take_up(self, position: EnginePosition, values: Mapping[str, Value]) -> Waiting:
        """Give the engine a position, after whatever it did before."""
        translator = _translator(position)
        if not translator.knows(self.variants, position.start):
            raise EngineFault(message("{engine} doesn't play this variant.", engine=self.label))
        yield from self._settle()
        yield from self.prepare({**values, **translator.options(position)})
        if self._start is not position.start:
            if self._grammar.new_game:
                self.process.send(self._grammar.new_game)
            yield from self._ready()
            self._start = position.start
        dialect = translator.dialect_of(self.variants, self.protocol)
        words = ["position", translator.placement(position.start, self.protocol)]
        if position.moves:
            words += ["moves", *(translator.move_out(move, dialect) for move in position.moves)]
        self.process.send(" ".join(words))

    def _limits(self, limits: Limits) -> str:
        words = []
        if limits.seconds is not None and self._grammar.move_time:
            words += ["movetime", str(max(1, round(1000 * limits.seconds)))]
        if limits.depth is not None:
            words += ["depth", str(limits.depth)]
        if limits.nodes is not None:
            words += ["nodes", str(limits.nodes)]
        return " ".join(words) or "infinite"

    def _gone(self, command: str, seconds: float | None) -> Iterator[str | None]:
        """The lines of a search; the last is `bestmove` or `checkmate`.

        It is told to stop after `seconds`, and when this is left. Raises EngineFault if it doesn't stop.
        """
        self.process.send(f"go {command}")
        self._searching = True
        stop = None if seconds is None else perf_counter() + seconds
        told = False
        try:
            for line in self.heard(None):
                yield line
                if line is not None and _is_end(line):
                    self._searching = False
                    return
                if stop is not None and perf_counter() > stop:
                    if told:
                        raise self.unanswered()
                    self.process.send("stop")
                    told, stop = True, perf_counter() + PATIENCE
        finally:
            if self._searching and not told:
                self.process.send("stop")


def _translator(position: EnginePosition) -> UciTranslator:
    found = translator_for(position.game.id)
    assert isinstance(found, UciTranslator)
    return found


def _second(line: str) -> str:
    words = line.split()
    return words[1] if len(words) > 1 else ""


def _is_end(line: str) -> bool:
    return line.startswith(("bestmove", "nobestmove", "checkmate"))


class _Found:
    """What a search has found so far."""

    def __init__(
        self, position: EnginePosition, translator: UciTranslator, dialect: Any, lines: int
    ) -> None:
        self._state = position.state
        self._sign = -1 if position.state.side else 1
        self._translator = translator
        self._dialect = dialect
        self._most = lines
        self._lines: dict[int, EngineLine] = {}
        self._numbers: dict[str, int] = {}
        self._began = perf_counter()
        self.changed = False

    def read(self, line: str) -> None:
        """Take a line `info …`; others, and what it can't read, are left alone."""
        words = line.split()
        if words[:1] != ["info"] or "string" in words[1:2]:
            return
        pv = words.index("pv") if "pv" in words else len(words)
        said = words[1:pv]
        for name in ("depth", "nodes", "nps"):
            number = _after(said, name)
            if number is not None:
                self._numbers[name] = number
        if pv == len(words) or "score" not in said:
            return
        rank = _after(said, "multipv") or 1
        if not 1 <= rank <= self._most:
            return
        if ("lowerbound" in said or "upperbound" in said) and rank in self._lines:
            return
        evaluation = _evaluation(said, self._sign)
        moves = self._translator.moves_in(words[pv + 1 :], self._state, self._dialect)
        if moves and evaluation is not None:
            self._lines[rank] = EngineLine(moves, evaluation)
            self.changed = True

    def analysis(self, final: bool = False) -> Analysis:
        """The state of the search."""
        self.changed = False
        numbers = self._numbers
        return Analysis(
            tuple(self._lines[rank] for rank in sorted(self._lines)),
            numbers.get("depth"),
            numbers.get("nodes"),
            numbers.get("nps"),
            perf_counter() - self._began,
            final=final,
        )

    def mating_line(self) -> tuple[Move, ...]:
        """The best line if it mates for the side to move, else ()."""
        best = self._lines.get(1)
        if best is None or best.evaluation is None or best.evaluation.mate is None:
            return ()
        return best.moves if best.evaluation.mate * self._sign > 0 else ()


def _after(words: Sequence[str], name: str) -> int | None:
    """The number behind a word, None if there is none."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None


def _evaluation(words: Sequence[str], sign: int) -> Evaluation | None:
    """The evaluation in `score cp 13 wdl …`, `score mate -3`, or UCCI's `score 13`; for the first side."""
    at = words.index("score")
    kind = words[at + 1] if at + 1 < len(words) else ""
    value = words[at + 2] if kind in ("cp", "mate") and at + 2 < len(words) else kind
    depth = _after(words, "depth")
    share = None
    if "wdl" in words:
        numbers = words[words.index("wdl") + 1 :][:3]
        if len(numbers) == 3 and all(one.isdigit() for one in numbers):
            win, draw, loss = map(int, numbers)
            total = win + draw + loss
            if total:
                share = (win + draw / 2) / total
                share = share if sign > 0 else 1 - share
    if kind == "mate" and value in ("+", "-"):  # USI: mate, but not known in how many plies
        return Evaluation(share=float((value == "+") == (sign > 0)), depth=depth)
    try:
        number = max(-_LARGE, min(int(value), _LARGE)) * sign
    except ValueError:
        return None
    if kind == "mate":
        return Evaluation(mate=number, share=share, depth=depth)
    return Evaluation(centipawns=number, share=share, depth=depth)
