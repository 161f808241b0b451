"""UCI, USI and UCCI: one grammar with other words.

UCI: Stefan Meyer-Kahlen's description of 2006; USI: Tord Romstad's; UCCI: xqbase.com's, version 3.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

from viewer.base.fields import BUTTON, Value
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.engines.analysis import Analysis, EngineLine, EnginePosition, Limits
from viewer.engines.dialogue import (
    COUNT,
    DEPTH,
    LOADING,
    LONGEST,
    MATE,
    PATIENCE,
    PER_MILLE,
    QUIET,
    RANK,
    SCORE,
    Bounds,
    Dialogue,
    NumberReader,
    Waiting,
)
from viewer.engines.option import read_option
from viewer.engines.process import EngineFault, EngineProcess
from viewer.engines.time_words import go_words
from viewer.engines.translation import translator_for
from viewer.engines.translation.translator import UCCI, UCI, USI, UciTranslator
from viewer.games.match_clock import Clocks
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

_NO_MOVE = ("(none)", "none", "0000", "nobestmove", "null")
_RESIGN = ("resign", "lose")
_NUMBERS: Mapping[str, Bounds] = {"depth": DEPTH, "nodes": COUNT, "nps": COUNT}
_ROUNDING = 10
"""Per mille by which chances of winning, drawing and losing may miss the whole."""
_MOST_OPTIONS, _LONGEST_NAME = 1_000, 200
_REMARK = b"info string "


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
    """The topic of a line, see `process.Topic`: `info` with a line of moves counts by its rank and depth."""
    if not line.startswith(b"info") or line.startswith(_REMARK):
        return None
    if b" pv " not in line:
        return b"info"
    return _number_in(line, b" multipv "), _number_in(line, b" depth ")


def _number_in(line: bytes, word: bytes) -> bytes:
    """What stands behind a word of a line, four characters at most."""
    at = line.find(word)
    return line[at + len(word) :][:4].split(b" ")[0] if at >= 0 else b""


class UciDialogue(Dialogue):
    """A conversation in one of the three protocols."""

    def __init__(self, process: EngineProcess, label: str, wait: float, protocol: str) -> None:
        super().__init__(process, label, wait)
        self.protocol = protocol
        self._grammar = GRAMMARS[protocol]
        self._searching = False
        self._set: dict[str, str] = {}
        self._start: Any = None

    def _remark(self, line: str) -> str:
        """What follows `info string`."""
        before, _, words = line.partition(_REMARK.decode())
        return "" if before else words.strip()

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
                self.name = " ".join(words[2:])[:_LONGEST_NAME]
            elif words[:2] == ["id", "author"]:
                self.author = " ".join(words[2:])[:_LONGEST_NAME]
            elif words[:1] == ["option"] and len(self.options) < _MOST_OPTIONS:
                option = read_option(words[1:])
                if option is not None:
                    self.options[option.name] = option
                    if option.name == "UCI_Variant":
                        self.variants = option.choices
        self.introduced = True
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
        began = perf_counter()
        for line in self.heard(None):
            if line is not None and line.strip() == "readyok":
                return
            if perf_counter() > min(self._alive, began + LONGEST) + LOADING:
                raise EngineFault(
                    message("{engine} doesn't say that it is ready.", engine=self.label)
                )
            if line is None:
                yield None

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
        dialect = translator.dialect_of(self.variants, self.protocol)
        found = _Found(position, translator, dialect, lines, self.numbers)
        for line in self._gone(self._limits(limits), limits.seconds, limits.endless):
            if line is None:
                if found.changed:
                    yield found.analysis()
                yield None
            elif _is_end(line):
                yield found.analysis(final=True)
            else:
                found.read(line)

    def choose(
        self, position: EnginePosition, limits: Limits, clocks: Clocks | None = None
    ) -> Iterator[Move | str | None]:
        """The move after `bestmove`. Raises EngineFault if it is none."""
        translator = _translator(position)
        dialect = translator.dialect_of(self.variants, self.protocol)
        yield from self._take_up(position, {"MultiPV": 1})
        command = self._limits(limits)
        if clocks is not None:
            command = go_words(self.protocol, clocks, position.state.side)
        for line in self._gone(command, limits.seconds):
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
        found = _Found(position, translator, dialect, 1, self.numbers)
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
        yield from self.prepare({**values, **self.shared, **translator.options(position)})
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

    def _gone(
        self, command: str, seconds: float | None, endless: bool = False
    ) -> Iterator[str | None]:
        """The lines of a search; the last is `bestmove` or `checkmate`.

        It is told to stop after `seconds`, and when this is left. An engine that says nothing is asked
        whether it is there, which it has to answer also while it thinks (in USI it may begin anew).
        Raises EngineFault if it doesn't stop, or says nothing for too long, unless the search is `endless`.
        """
        self.process.send(f"go {command}")
        self._searching = True
        stop = None if seconds is None else perf_counter() + seconds
        told = asked = False
        try:
            for line in self.heard(None, thinks=True):
                yield line
                if line is not None:
                    asked = False
                elif not asked and self._silent > QUIET and self.protocol != USI:
                    self.process.send("isready")
                    asked = True
                elif asked and self._silent > 2 * QUIET:
                    self._tell_silent()
                if self._silent > LONGEST and not endless:
                    raise self.unanswered()
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
        self,
        position: EnginePosition,
        translator: UciTranslator,
        dialect: Any,
        lines: int,
        numbers: NumberReader,
    ) -> None:
        self._state = position.state
        self._sign = -1 if position.state.side else 1
        self._translator = translator
        self._dialect = dialect
        self._most = lines
        self._lines: dict[int, dict[int, EngineLine]] = {}  # by depth, then by rank
        self._reader = numbers
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
        for name, bounds in _NUMBERS.items():
            number = self._after(said, name, bounds)
            if number is not None:
                self._numbers[name] = number
        if pv == len(words) or "score" not in said:
            return
        rank = self._after(said, "multipv", RANK) if "multipv" in said else 1
        rank = 1 if rank == 0 else rank  # some count from 0
        if rank is None or not 1 <= rank <= self._most:
            return
        depth = self._after(said, "depth", DEPTH) or 0
        of_depth = self._lines.get(depth, {})
        bound = "lowerbound" in said or "upperbound" in said
        if bound and any(rank in one for one in self._lines.values()):
            return
        evaluation = self._evaluation(said)
        moves = self._translator.moves_in(words[pv + 1 :], self._state, self._dialect)
        if moves and evaluation is not None:
            # A move that has another rank now no longer has the one before.
            of_depth = {at: one for at, one in of_depth.items() if one.moves[0] != moves[0]}
            of_depth[rank] = EngineLine(moves, evaluation)
            self._lines[depth] = of_depth
            self.changed = True

    def analysis(self, final: bool = False) -> Analysis:
        """The state of the search."""
        self.changed = False
        numbers = self._numbers
        depth = self._whole()
        lines = self._lines.get(depth, {})
        return Analysis(
            tuple(lines[rank] for rank in sorted(lines)),
            depth or numbers.get("depth"),
            numbers.get("nodes"),
            numbers.get("nps"),
            perf_counter() - self._began,
            final=final,
        )

    def _whole(self) -> int:
        """The greatest depth with as many lines as any other: only values of one depth compare."""
        most = max(map(len, self._lines.values()), default=0)
        whole = max((depth for depth, some in self._lines.items() if len(some) == most), default=0)
        self._lines = {depth: some for depth, some in self._lines.items() if depth >= whole}
        return whole

    def mating_line(self) -> tuple[Move, ...]:
        """The best line if it mates for the side to move, else ()."""
        best = next(
            (self._lines[at][1] for at in sorted(self._lines)[::-1] if 1 in self._lines[at]), None
        )
        if best is None or best.evaluation is None or best.evaluation.mate is None:
            return ()
        return best.moves if best.evaluation.mate * self._sign > 0 else ()

    def _after(self, words: Sequence[str], name: str, bounds: Bounds) -> int | None:
        """The number behind a word, None if there is none."""
        if name not in words[:-1]:
            return None
        return self._reader.whole(name, words[words.index(name) + 1], bounds)

    def _evaluation(self, words: Sequence[str]) -> Evaluation | None:
        """The first side's evaluation in `score cp 13 wdl …`, `score mate -3`, or UCCI's `score 13`."""
        sign = self._sign
        at = words.index("score")
        kind = words[at + 1] if at + 1 < len(words) else ""
        value = words[at + 2] if kind in ("cp", "mate") and at + 2 < len(words) else kind
        depth = self._after(words, "depth", DEPTH)
        if kind == "mate" and value in ("+", "-"):  # USI: mate, but not known in how many plies
            return Evaluation(share=float((value == "+") == (sign > 0)), depth=depth)
        mates = kind == "mate"
        number = self._reader.whole(f"score {kind}", value, MATE if mates else SCORE)
        if number is None:
            return None
        share = self._share(words)
        if mates:
            return Evaluation(mate=number * sign, share=share, depth=depth)
        return Evaluation(centipawns=number * sign, share=share, depth=depth)

    def _share(self, words: Sequence[str]) -> float | None:
        """The first side's chance by `wdl`: the engine's of winning, drawing and losing, per mille."""
        said = words[words.index("wdl") + 1 :][:3] if "wdl" in words else []
        numbers = [self._reader.whole("wdl", one, PER_MILLE) for one in said]
        if len(numbers) < 3 or None in numbers:
            return None
        win, draw, loss = (one or 0 for one in numbers)
        total = win + draw + loss
        if abs(total - PER_MILLE.high) > _ROUNDING:
            self._reader.refuse("wdl", " ".join(said))
            return None
        share = (win + draw / 2) / total
        return share if self._sign > 0 else 1 - share
