"""GTP 2 (the Go Text Protocol, Gunnar Farnebäck's draft), with Leela Zero's and KataGo's analysis.

An engine without them (GNU Go, MoHex) is asked for the moves that it would consider, and, if it can, for an
estimate of the score.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sized
from time import perf_counter
from types import MappingProxyType

from viewer.base.fields import Value
from viewer.base.messages import message
from viewer.engines.analysis import Analysis, EngineLine, EnginePosition, Limits
from viewer.engines.dialogue import (
    COUNT,
    LONGEST,
    PATIENCE,
    QUIET,
    WEIGHT,
    Bounds,
    Dialogue,
    NumberReader,
    Waiting,
)
from viewer.engines.option import Option
from viewer.engines.process import EngineFault, EngineProcess
from viewer.engines.time_words import gtp_left, gtp_settings
from viewer.engines.translation import translator_for
from viewer.engines.translation.translator import GTP, GtpTranslator
from viewer.games.match_clock import Clocks
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

_EVERY = 10
"""Hundredths of a second between two reports of an analysis."""
_ESTIMATE = re.compile(r"([BW])\+([0-9.]+)|0\b")
_INFO = re.compile(r"\binfo\b")
_PER_TEN_THOUSAND = 10_000
_OWNERSHIP = Bounds(-1, 1)
_SLACK = 0.01
"""By which shares may be out of their bounds: they are rounded."""
_MOST_KOMI = 500
_MOST_ANSWERED = 10_000
"""Lines of an answer."""
_REGIONS = {"0": 0.0, "1": 0.15, "2": 0.5, "3": 1.0, "4": 1.0}
"""What GNU Go's regions of influence say of a point: nobody's, area, moyo, territory, stones."""
_MOST_WORDS = 40
_LEVEL, _USUAL_LEVEL = "level", 10
"""GNU Go's command for its strength: 10 unless told otherwise; above, it only becomes slower."""
_FIRST_LEVEL = 1
"""Where the time for an answer is given, before it is known how long one takes."""
_SHARE = 40
"""The part of the main time that a move may take."""
_GROWTH = 2.5
"""How many times as long an answer may take, at most, at the next level."""


def topic(line: bytes) -> object:
    """The topic of a line, see `process.Topic`: reports of an analysis replace each other."""
    return b"info" if line.startswith(b"info ") else None


class _Refusal(EngineFault):
    """The engine has refused a command."""


class GtpDialogue(Dialogue):
    """A conversation in GTP."""

    protocol = GTP

    def __init__(self, process: EngineProcess, label: str, wait: float = 0.0) -> None:
        super().__init__(process, label, wait)
        self.commands: frozenset[str] = frozenset()
        self._number = 0
        self._done: list[str] = []
        self._rules = ""  # that it was told last
        self._analysing = False
        self._usual = self._level = _USUAL_LEVEL  # as the user wants it; as it is set
        self._settings = ""  # the time that it was told last
        self._took: float | None = None  # seconds for the last answer

    # ------------------------------------------------------------------------------ opening

    def greet(self, patience: float = PATIENCE) -> Waiting:
        """Ask for the protocol's version, the name, the version and the commands."""
        self.process.send("isready")  # which engines of the other protocols answer
        yield from self._asked("protocol_version", patience)
        self.name = yield from self._asked("name", PATIENCE)
        version = yield from self._asked("version", PATIENCE, "")
        self.name = f"{self.name} {version}".strip()
        commands = yield from self._asked("list_commands", PATIENCE, "")
        self.commands = frozenset(commands.split())
        self.introduced = True
        if _LEVEL in self.commands:
            self.options[_LEVEL] = Option(_LEVEL, "spin", str(_USUAL_LEVEL), "1", "20")

    def prepare(self, values: Mapping[str, Value]) -> Waiting:
        """GTP has no options, which are arguments of the program, but for GNU Go's level."""
        yield from self._settle()
        level = values.get(_LEVEL)
        if isinstance(level, int) and _LEVEL in self.options:
            self._usual = self._level = level
            yield from self._asked(f"{_LEVEL} {level}", PATIENCE)

    # ---------------------------------------------------------------------------- searching

    def search(
        self, position: EnginePosition, limits: Limits, lines: int
    ) -> Iterator[Analysis | None]:
        """Analyse with kata-analyze or lz-analyze, else with what the engine has."""
        yield from self._take_up(position)
        for command in ("kata-analyze", "lz-analyze"):
            if command in self.commands:
                yield from self._reported(command, position, limits, lines)
                return
        yield from self._considered(position, limits, lines)

    def choose(
        self, position: EnginePosition, limits: Limits, clocks: Clocks | None = None
    ) -> Iterator[Move | str | None]:
        """The move of `genmove`, which isn't kept on the engine's board. Raises EngineFault if it is none."""
        yield from self._take_up(position)
        translator = _translator(position)
        more = 0.0
        if clocks is not None:
            more = clocks.left[position.state.side].main / 1000
            yield from self._tell_time(clocks, translator.colours, position.state.side)
        elif limits.seconds is not None and "time_settings" in self.commands:
            seconds = max(1, round(limits.seconds))
            yield from self._asked(f"time_settings 0 {seconds} 1", PATIENCE, "")
        colour = translator.colours[position.state.side]
        began = perf_counter()
        regular = "reg_genmove" in self.commands and clocks is None  # which heeds no time
        command = "reg_genmove" if regular else "genmove"
        word = yield from self._asked(f"{command} {colour}", LONGEST, more=more)
        self._took = perf_counter() - began
        if command == "genmove":
            self._done = []
        if word.strip().lower() == "resign":
            yield "resign"
            return
        move = translator.move_in(word.strip(), position.state.side, position.state, None)
        if move is None:
            raise EngineFault(
                message(
                    "{engine} says “{word}”, which is no move.",
                    engine=self.label,
                    word=word[:_MOST_WORDS],
                )
            )
        yield move

    def _tell_time(self, clocks: Clocks, colours: tuple[str, str], side: int) -> Waiting:
        """Tell the time of the game if the engine wasn't told, and what is left of it.

        One that has levels is also kept to its share of the time by them.
        """
        left = clocks.left[side]
        share = left.shown / 1000 / (2 * left.moves if left.overtime else _SHARE)
        yield from self._set_pace(Limits(seconds=share))
        settings = gtp_settings(clocks.system, self.commands)
        if settings and settings != self._settings:
            yield from self._asked(settings, PATIENCE, "")
            self._settings = settings
        for command in gtp_left(clocks, colours, self.commands):
            yield from self._asked(command, PATIENCE, "")

    def dead(self, position: EnginePosition) -> Iterator[frozenset[str] | None]:
        """The squares of the stones that the engine takes for dead: at last a set.

        Raises EngineFault if it doesn't know.
        """
        yield from self._take_up(position)
        translator = _translator(position)
        text = yield from self._asked("final_status_list dead", LONGEST)
        squares = (translator.square(name, position.state) for name in text.split())
        yield frozenset(square for square in squares if square)

    def _take_up(self, position: EnginePosition) -> Waiting:
        """Bring the engine's board to a position: by playing on, else from the beginning."""
        translator = _translator(position)
        yield from self._settle()
        state = position.start
        wanted = translator.set_up(state)
        wanted += [translator.play(move, state) for move in position.moves]
        done, self._done = self._done, []
        same = len(done) if _shared(done, wanted) == len(done) else 0
        commands = wanted[same:]
        if not same and "undo" in self.commands:
            kept = _shared(done, wanted)
            back = done[kept:]
            if len(back) < kept and all(one.startswith("play ") for one in back):
                commands = ["undo"] * len(back) + wanted[kept:]
        yield from self._tell_rules(translator.rules(state))
        for command in commands:
            try:
                yield from self._asked(command, PATIENCE)
            except _Refusal as fault:
                if not command.startswith("komi "):
                    raise
                self._tell_once(
                    message("{fault}. Its values are for a komi of its own.", fault=fault.reason)
                )
        self._done = wanted

    def _tell_rules(self, rules: str) -> Waiting:
        """Tell the rules of the record to an engine that can be told them (KataGo)."""
        if rules in ("", self._rules) or "kata-set-rules" not in self.commands:
            return
        self._rules = rules
        try:
            yield from self._asked(f"kata-set-rules {rules}", PATIENCE)
        except _Refusal as fault:
            self._tell_once(
                message("{fault}. Its values are by rules of its own.", fault=fault.reason)
            )

    # ----------------------------------------------------------------------------- analysis

    def _reported(
        self, command: str, position: EnginePosition, limits: Limits, lines: int
    ) -> Iterator[Analysis | None]:
        """The reports of an analysis, until a limit is reached, or its playouts no longer become more.

        Raises EngineFault for limits that it doesn't know.
        """
        if limits.depth is not None and limits.seconds is None and limits.nodes is None:
            raise EngineFault(
                message(
                    "{engine} knows no depth: limit its searches by seconds or by playouts.",
                    engine=self.label,
                )
            )
        translator = _translator(position)
        colour = translator.colours[position.state.side]
        kata = command == "kata-analyze"
        self._number += 1
        ownership = " ownership true" if kata else ""
        self.process.send(f"{self._number} {command} {colour} {_EVERY}{ownership}")
        self._analysing = True
        began = grown = perf_counter()
        last = Analysis()
        try:
            for line in self.heard(None):
                if line is not None and line.startswith("?"):
                    self._analysing = False
                    raise self._refusal(command, line)
                if line is not None and line.startswith("info "):
                    before, now = last.nodes or 0, perf_counter()
                    last = _report(line, position, translator, kata, lines, self.numbers)
                    last = last._replace(seconds=now - began)
                    yield last
                    grown = now if (last.nodes or 0) > before else grown
                over = limits.seconds is not None and perf_counter() - began > limits.seconds
                enough = limits.nodes is not None and (
                    (last.nodes or 0) >= limits.nodes
                    or (last.lines and perf_counter() - grown > QUIET)
                )
                if over or enough:
                    break
                if self._silent > LONGEST and not limits.endless:
                    raise self.unanswered()
                if line is None:
                    yield None
            yield from self._settle()
            yield last._replace(final=True)
        finally:
            if self._analysing:
                self.process.send("")

    def _considered(
        self, position: EnginePosition, limits: Limits, lines: int
    ) -> Iterator[Analysis | None]:
        """The moves that an engine without analysis would consider, and its estimate of the score.

        It knows no time: its level is brought to one at which an answer takes as long as it may, and once the
        time is over it is asked no more that takes long.
        """
        translator = _translator(position)
        state = position.state
        colour = translator.colours[state.side]
        numbers = self.numbers
        yield from self._set_pace(limits)
        began = perf_counter()
        found: list[EngineLine] = []
        if "reg_genmove" in self.commands:
            word = yield from self._asked(f"reg_genmove {colour}", LONGEST)
            moves = translator.moves_in([word.strip()], state, None)
            if moves:
                found.append(EngineLine(moves))
                yield Analysis(tuple(found), seconds=perf_counter() - began)
        side = ("black", "white")[state.side]
        over = limits.seconds is not None and perf_counter() - began > limits.seconds
        if f"top_moves_{side}" in self.commands and not over:
            text = yield from self._asked(f"top_moves_{side}", LONGEST, "")
            words = text.split()
            for name, value in zip(words[::2], words[1::2], strict=False):
                moves = translator.moves_in([name], state, None)
                weight = numbers.real(f"top_moves {name}", value, WEIGHT)
                if moves and len(found) < lines and all(one.moves != moves for one in found):
                    found.append(EngineLine(moves, weight=weight))
                elif found and moves == found[0].moves:
                    found[0] = found[0]._replace(weight=weight)
        squares = translator.squares(state)
        if "estimate_score" in self.commands and found:
            text = yield from self._asked("estimate_score", LONGEST, "")
            match = _ESTIMATE.match(text.strip())
            lead = None if match is None else numbers.real("score", match[2] or "0", _lead(squares))
            if match is not None and lead is not None:
                points = -lead if match[1] == "W" else lead
                found[0] = found[0]._replace(evaluation=Evaluation(points=points))
        ownership: Mapping[str, float] = MappingProxyType({})
        if "initial_influence" in self.commands:
            command = f"initial_influence {side} influence_regions"
            text = yield from self._asked(command, LONGEST, "")
            regions = [_region(word) for word in text.split()]
            ownership = _by_square(squares, regions)
        self._took = seconds = perf_counter() - began
        yield Analysis(tuple(found[:lines]), seconds=seconds, ownership=ownership, final=True)

    def _set_pace(self, limits: Limits) -> Waiting:
        """Bring the level to the time that an answer may take: first a low one, then by the last one."""
        if _LEVEL not in self.options:
            return
        level = self._usual
        if limits.seconds is not None:
            level = min(level, self._level)
            if self._took is None:
                level = min(level, _FIRST_LEVEL)
            elif self._took > limits.seconds:
                level = max(0, level - 2)
            elif self._took < limits.seconds / _GROWTH:
                level = min(self._usual, level + 1)
        if level != self._level:
            self._level = level
            yield from self._asked(f"{_LEVEL} {level}", PATIENCE)

    def _settle(self) -> Waiting:
        """End an analysis that is going on."""
        if self._analysing:
            yield from self._asked("name", PATIENCE)

    # ------------------------------------------------------------------------------- asking

    def _asked(
        self, command: str, seconds: float, default: str | None = None, more: float = 0.0
    ) -> Generator[None, None, str]:
        """Send a command; returns the answer's text, waiting for `seconds` and `more` at most.

        Raises EngineFault if the engine refuses it, unless `default` is given, which is returned then.
        """
        self._number += 1
        number = str(self._number)
        self.process.send(f"{number} {command}")
        answer: list[str] | None = None
        for line in self.heard(seconds + more, thinks=seconds == LONGEST):
            if line is None:
                yield None
            elif answer is None:
                if line.strip() == "readyok":
                    raise self.other_protocol()
                if re.match(rf"[=?]{number}\b", line):
                    answer = [line]
            elif line.strip():
                if len(answer) < _MOST_ANSWERED:
                    answer.append(line)
            else:
                break
        self._analysing = False
        assert answer is not None  # `heard` raises when no answer comes
        text = "\n".join(answer)
        said = text[1 + len(number) :].strip()
        if text.startswith("="):
            return said
        if default is not None:
            return default
        raise self._refusal(command, said)

    def _refusal(self, command: str, said: str) -> _Refusal:
        return _Refusal(
            message(
                "{engine} refused “{command}”: {words}",
                engine=self.label,
                command=command[:_MOST_WORDS],
                words=said.lstrip("?0123456789 ").rstrip(".") or "?",
            )
        )


def _translator(position: EnginePosition) -> GtpTranslator:
    found = translator_for(position.game.id)
    assert isinstance(found, GtpTranslator)
    return found


def _report(
    line: str,
    position: EnginePosition,
    translator: GtpTranslator,
    kata: bool,
    most: int,
    numbers: NumberReader,
) -> Analysis:
    """The analysis in a line `info move … info move … ownership …`."""
    state = position.state
    sign = -1 if state.side else 1
    squares = translator.squares(state)
    body, _, owned = line.partition(" ownership ")
    lines: list[tuple[float, EngineLine]] = []
    visits = 0
    for text in _INFO.split(body)[1:]:
        words, _, pv = text.partition(" pv ")
        parts = words.split()
        said: dict[str, str] = dict(zip(parts[::2], parts[1::2], strict=False))
        moves = translator.moves_in(pv.split() or [said.get("move", "")], state, None)
        if not moves:
            continue
        count = round(numbers.real("visits", said.get("visits", ""), COUNT) or 0)
        visits += count
        unit = 1 if kata else _PER_TEN_THOUSAND
        winrate = Bounds(0, unit)
        share = numbers.real("winrate", said.get("winrate", ""), winrate, _SLACK * unit)
        if share is not None:
            share = share / unit if sign > 0 else 1 - share / unit
        name = "scoreLead" if "scoreLead" in said else "scoreMean"
        lead = numbers.real(name, said.get(name, ""), _lead(squares))
        value = Evaluation(share=share, points=None if lead is None else round(lead * sign, 2))
        evaluation = None if share is None and lead is None else value
        rank = numbers.real("order", said.get("order", ""), COUNT) or 0
        lines.append((rank, EngineLine(moves, evaluation, count)))
    lines.sort(key=lambda one: one[0])
    values = [numbers.real("ownership", word, _OWNERSHIP, _SLACK) for word in owned.split()]
    signed = [None if value is None else value * sign for value in values]
    ownership = _by_square(squares, signed)
    return Analysis(tuple(one for _, one in lines[:most]), nodes=visits, ownership=ownership)


def _lead(squares: Sized) -> Bounds:
    """How far a side may lead on a board."""
    most = len(squares) + _MOST_KOMI
    return Bounds(-most, most)


def _shared(first: list[str], second: list[str]) -> int:
    """The number of items with which both begin."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(first), len(second)))


def _region(word: str) -> float | None:
    """Whose a point is by GNU Go's influence, in which White is positive."""
    value = _REGIONS.get(word.lstrip("-"))
    return value if value is None or word.startswith("-") else -value


def _by_square(squares: list[str], values: list[float | None]) -> Mapping[str, float]:
    """Ownership by square; none of it unless each square has a value."""
    said = [value for value in values if value is not None]
    if len(values) != len(squares) or len(said) != len(squares):
        return MappingProxyType({})
    return MappingProxyType(dict(zip(squares, said, strict=True)))
