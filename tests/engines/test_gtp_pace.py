"""How an engine that knows no time, as GNU Go, is kept to the time that a person gave: by its level.

The engine is made here, and its clock: an answer takes longer by half at each level.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from viewer.engines import dialogue, gtp
from viewer.engines.analysis import ENDLESS, Limits, engine_position
from viewer.engines.gtp import GtpDialogue
from viewer.engines.process import EngineProcess
from viewer.engines.translation import translator_for
from viewer.games import game_of

GROWTH = 1.5


class FakeGnuGo:
    """The process of an engine whose answer takes `first` seconds at level 0.

    Attributes:
        now: its clock.
        level: that it was told.
        levels: at which it answered.
    """

    ended = stopped = False
    last_words = ""
    complaints = 0

    def __init__(self, first: float) -> None:
        self.now = 0.0
        self.level = 10
        self.levels: list[int] = []
        self._first = first
        self._said: list[str] = []

    def send(self, line: str) -> None:
        number, *words = line.split()
        answer = ""
        if not number.isdigit():
            self._said += ["? unknown command", ""]
            return
        if words[0] == "list_commands":
            answer = "level\nreg_genmove\nboardsize\nkomi\nplay"
        elif words[0] == "level":
            self.level = int(words[1])
        elif words[0] == "reg_genmove":
            self.levels.append(self.level)
            self.now += self._first * GROWTH**self.level
            answer = "E5"
        self._said += [*f"={number} {answer}".split("\n"), ""]

    def lines(self, wait: float) -> Iterator[str]:
        said, self._said = self._said, []
        return iter(said)


@pytest.fixture
def gnugo(monkeypatch: pytest.MonkeyPatch) -> FakeGnuGo:
    made = FakeGnuGo(first=0.05)
    for module in (dialogue, gtp):
        monkeypatch.setattr(module, "perf_counter", lambda: made.now)
    return made


def asked(gnugo: FakeGnuGo, values: dict[str, int], limits: list[Limits]) -> list[float]:
    """The seconds that each analysis takes."""
    game, translator = game_of("go"), translator_for("go")
    assert translator is not None
    position = engine_position(game, game.start(None), translator.replays)
    talk = GtpDialogue(cast(EngineProcess, gnugo), "GNU Go")
    for _ in (*talk.greet(), *talk.prepare(values)):
        pass
    took = []
    for one in limits:
        before = gnugo.now
        *_, last = filter(None, talk.search(position, one, 1))
        assert last.final
        took.append(gnugo.now - before)
    return took


def test_the_level_rises_to_what_the_time_allows(gnugo: FakeGnuGo) -> None:
    took = asked(gnugo, {}, [Limits(seconds=1.0)] * 9)
    assert gnugo.levels == [1, 2, 3, 4, 5, 6, 6, 6, 6]
    assert max(took) <= 1.0


def test_no_level_above_the_one_that_a_person_chose(gnugo: FakeGnuGo) -> None:
    asked(gnugo, {"level": 3}, [Limits(seconds=1.0)] * 5)
    assert gnugo.levels == [1, 2, 3, 3, 3]


def test_less_time_brings_the_level_down(gnugo: FakeGnuGo) -> None:
    took = asked(gnugo, {}, [Limits(seconds=1.0)] * 6 + [Limits(seconds=0.1)] * 4)
    assert gnugo.levels[6:] == [4, 2, 0, 0]
    assert took[-1] <= 0.1


def test_without_a_time_it_is_as_a_person_chose(gnugo: FakeGnuGo) -> None:
    asked(gnugo, {"level": 4}, [Limits(seconds=0.01), ENDLESS])
    assert gnugo.levels == [1, 4]
