"""What an engine of go is told of a record's rules, komi and handicap, and what is said where it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import viewer
from viewer.engines.analysis import engine_position
from viewer.engines.gtp import GtpDialogue
from viewer.engines.translation import translator_for
from viewer.games import game_of
from viewer.games.states import States


class FakeKata:
    """The process of an engine; `refused`: the commands that it refuses.

    Attributes:
        heard: the commands that it was told.
    """

    ended = stopped = False
    last_words = ""
    complaints = 0

    def __init__(self, known: str, refused: tuple[str, ...] = ()) -> None:
        self.heard: list[str] = []
        self._known, self._refused = known, refused
        self._said: list[str] = []

    def send(self, line: str) -> None:
        number, *words = line.split()
        if not number.isdigit():
            return
        self.heard.append(" ".join(words))
        answer = f"={number}"
        if words[0] == "list_commands":
            answer += " " + self._known.replace(" ", "\n")
        elif words[0] in self._refused:
            answer = f"?{number} not so."
        self._said += [*answer.split("\n"), ""]

    def lines(self, wait: float) -> Iterator[str]:
        said, self._said = self._said, []
        return iter(said)


def told(
    tmp_path: Path, *headers: str, known: str = "kata-set-rules", refused: tuple[str, ...] = ()
) -> tuple[list[str], list[str]]:
    """The commands that bring an engine to the ends of records with these headers; what people are told."""
    process = FakeKata(known, refused)
    dialogue = GtpDialogue(process, "KataGo")  # type: ignore[arg-type]  # a process to it
    words: list[str] = []
    dialogue.tell = lambda said: words.append(said.text())
    list(dialogue.greet())
    process.heard.clear()
    game, translator = game_of("go"), translator_for("go")
    assert translator is not None
    for number, text in enumerate(headers):
        path = tmp_path / f"{number}.sgf"
        path.write_text(f"(;GM[1]FF[4]SZ[19]{text})")
        record = viewer.load(path).record(0)
        states = States(game, record)
        state = states.at([*record.root.main_line()][-1])
        position = engine_position(game, state, translator.replays)
        list(dialogue._take_up(position))
    return process.heard, words


JAPANESE = (
    'kata-set-rules {"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,'
    '"tax":"SEKI","whiteHandicapBonus":"0"}'
)


def test_rules_and_komi_are_those_of_the_record(tmp_path: Path) -> None:
    heard, words = told(tmp_path, "RU[Japanese]KM[5.5];B[dd]", "RU[Japanese]KM[6.5];B[dd]")
    assert heard[:4] == [JAPANESE, "boardsize 19", "clear_board", "komi 5.5"]
    assert heard.count(JAPANESE) == 1  # once, as long as they are the same
    assert "komi 6.5" in heard
    assert not words


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("Chinese", ("SIMPLE", "AREA", "false", "NONE", "N")),
        ("AGA", ("SITUATIONAL", "AREA", "false", "NONE", "N-1")),
        ("NZ", ("SITUATIONAL", "AREA", "true", "NONE", "0")),
        ("Tromp-Taylor", ("POSITIONAL", "AREA", "true", "NONE", "0")),
        ("Korean", ("SIMPLE", "TERRITORY", "false", "SEKI", "0")),
    ],
)
def test_rules_are_put_as_katago_documents_them(
    rules: str, expected: tuple[str, ...], tmp_path: Path
) -> None:
    ko, scoring, suicide, tax, bonus = expected
    heard, _ = told(tmp_path, f"RU[{rules}];B[dd]")
    assert heard[0] == (
        f'kata-set-rules {{"hasButton":false,"ko":"{ko}","scoring":"{scoring}","suicide":{suicide},'
        f'"tax":"{tax}","whiteHandicapBonus":"{bonus}"}}'
    )


def test_a_handicap_is_told_as_one_and_other_set_ups_as_moves(tmp_path: Path) -> None:
    heard, _ = told(tmp_path, "RU[Japanese]KM[0.5]HA[2]AB[dd][pp];W[dp]")
    assert heard[3:] == ["komi 0.5", "set_free_handicap D16 Q4", "play W D4"]
    heard, _ = told(tmp_path, "KM[0]AB[dd]AW[pp]PL[W];W[dp]")
    assert heard[3:] == ["komi 0", "play B D16", "play W Q4", "play W D4"]


def test_an_engine_that_refuses_them_is_told_of_and_goes_on(tmp_path: Path) -> None:
    heard, words = told(
        tmp_path, "RU[Japanese]KM[5.5];B[dd]", "KM[6];B[pp]", refused=("kata-set-rules", "komi")
    )
    assert heard[-1] == "play B Q4"
    rules, komi = words[:2]
    assert rules.startswith("KataGo refused “kata-set-rules ")
    assert rules.endswith(": not so. Its values are by rules of its own.")
    assert komi == "KataGo refused “komi 5.5”: not so. Its values are for a komi of its own."


def test_engines_without_the_command_are_told_no_rules(tmp_path: Path) -> None:
    heard, words = told(tmp_path, "RU[Japanese]KM[5.5];B[dd]", known="komi play")
    assert heard[0] == "boardsize 19"
    assert not words
