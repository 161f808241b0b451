"""Many games of a player, by opening, colour, phase, time trouble, month: equal to counts made one by one."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.base import processes
from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.document.reading.player_games import GameFacts, Read, reading_games
from viewer.document.reading.player_report import BY, PlayerReport, conspicuous, player_report
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.results import WON
from viewer.publish.outline import Comment
from viewer.publish.player_reports import player_section

LINES = {
    "Ruy Lopez": "1. e4 e5 2. Nf3 Nc6 3. Bb5",
    "Queen's Gambit Declined": "1. d4 d5 2. c4 e6",
    "Sicilian Defense": "1. e4 c5 2. Nf3 d6",
}
NAMES = (
    ("Anna Weber", "Ben"),
    ("Ben", "Weber, Anna"),
    ("Cid", "Dora"),
    ("?", "?"),
    ("Anna Weber", "A. Weber"),
)


def games(count: int, seed: int) -> tuple[bytes, list[dict[str, str]]]:
    """(games in PGN, what is known of each)."""
    rest = random.Random(seed)
    texts, known = [], []
    for _ in range(count):
        white, black = rest.choice(NAMES)
        opening, line = rest.choice(list(LINES.items()))
        result = rest.choice(["1-0", "0-1", "1/2-1/2", "*"])
        month = rest.randint(1, 12)
        clock = rest.choice(["", "[%clk 0:00:20]", "[%clk 0:04:20]"])
        moves = re.sub(r"(\S*[a-z]\S*)", rf"\1 {{ {clock} }}", line) if clock else line
        texts.append(
            f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Date "2026.{month:02}.03"]\n'
            f'[TimeControl "300"]\n\n{moves} {result}\n\n'
        )
        known.append(
            {
                "white": white,
                "black": black,
                "opening": opening,
                "result": result,
                "month": f"2026-{month:02}",
                "clock": clock,
            }
        )
    return "".join(texts).encode(), known


def counts(report: PlayerReport, by: str) -> dict[str, tuple[int, int, int, int]]:
    return {row.name.text(): (row.won, row.drawn, row.lost, row.open) for row in report.rows(by)}


def brute(known: list[dict[str, str]], key: str) -> dict[str, tuple[int, int, int, int]]:
    found: dict[str, list[int]] = {}
    for game in known:
        if {game["white"], game["black"]} not in ({"Anna Weber", "Ben"}, {"Weber, Anna", "Ben"}):
            continue
        white = game["white"] != "Ben"
        name = {
            "opening": game["opening"],
            "colour": "White" if white else "Black",
            "month": game["month"],
            "trouble": "no clock times"
            if not game["clock"]
            else "little time left"
            if "0:00" in game["clock"]
            else "enough time",
        }[key]
        points = {"1-0": (0, 2), "0-1": (2, 0), "1/2-1/2": (1, 1), "*": (3, 3)}[game["result"]]
        found.setdefault(name, [0, 0, 0, 0])[points[not white]] += 1
    return {name: tuple(row) for name, row in found.items()}  # type: ignore[misc]


@pytest.mark.parametrize("seed", [1, 2])
def test_counts_are_those_of_games_counted_one_by_one(seed: int) -> None:
    text, known = games(200, seed)
    report = player_report(FORMATS["pgn"].load().read(BytesSource(text)), "Anna Weber")
    for by in ("opening", "colour", "month", "trouble"):
        assert counts(report, by) == brute(known, by)
    told = Counter(" ".join(sorted((game["white"], game["black"]))) for game in known)
    said = [one.text() for one in report.told]
    assert f"In {told['A. Weber Anna Weber']} games both players have that name" in " ".join(said)
    assert f"{told['Cid Dora'] + told['? ?']} games are of other players." in said or any(
        "have no names" in one for one in said
    )


def test_rows_lead_to_the_games(tmp_path: Path) -> None:
    text, known = games(60, 3)
    path = tmp_path / "games.pgn"
    path.write_bytes(text)
    report = player_report([path], "Anna Weber")
    for row in report.rows("month"):
        places = [(one.path, one.number) for one in report.games_of(row)]
        assert len(places) == row.games
        for file, number in places:
            assert file == str(path)
            assert known[number]["month"] == row.name.text()


def test_long_files_are_read_by_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = games(90, 4)
    path = tmp_path / "games.pgn"
    path.write_bytes(text)
    whole = player_report([path], "Anna Weber")
    monkeypatch.setattr(processes, "_MUCH", 1)
    monkeypatch.setattr(processes, "processors", lambda: 2)
    apart = PlayerReport()
    for read in run_inline(reading_games([str(path)], "Anna Weber")):
        apart.add(read)
    for by in BY:
        assert counts(apart, by) == counts(whole, by)
    assert [one.text() for one in apart.told] == [one.text() for one in whole.told]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    report = player_report([tmp_path / "none.pgn"], "Anna")
    assert [path for path, _ in report.failures] == [str(tmp_path / "none.pgn")]
    assert report.all.games == 0


def test_variants_count_without_opening_and_phase() -> None:
    variant = next(iter(game_of("chess").starts), None)
    assert variant is not None
    text = b'[White "Anna"]\n[Black "Ben"]\n[Variant "Bughouse"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    report = player_report(FORMATS["pgn"].load().read(BytesSource(text)), "Anna")
    assert report.all.games == 1
    assert counts(report, "colour") == {"White": (1, 0, 0, 0)}


def test_the_values_of_a_row() -> None:
    text = b'[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    report = player_report(FORMATS["pgn"].load().read(BytesSource(text)), "Anna")
    assert report.all.values == (1, 1, 0, 0, 100.0, None)
    assert [one.text() for one in report.all.cells] == ["1", "1", "0", "0", "100 %", ""]


def test_what_stands_out_is_no_chance() -> None:
    def played(line: str, won: int, lost: int) -> str:
        return "".join(
            f'[White "Anna"]\n[Black "Ben"]\n[Result "{result}"]\n\n{line} {result}\n\n'
            for result, count in (("1-0", won), ("0-1", lost))
            for _ in range(count)
        )

    def told(text: str) -> list[str]:
        report = player_report(FORMATS["pgn"].load().read(BytesSource(text.encode())), "Anna")
        return [one.text() for one in conspicuous(report)]

    spanish, sicilian = LINES["Ruy Lopez"], LINES["Sicilian Defense"]
    assert told(played(spanish, 8, 2) + played(sicilian, 2, 8)) == [
        "Opening, Ruy Lopez: 80 % of the points in 10 games, 20 % in the others.",
        "Opening, Sicilian Defense: 20 % of the points in 10 games, 80 % in the others.",
    ]
    assert not told(played(spanish, 6, 4) + played(sicilian, 4, 6))
    assert not told(played(spanish, 4, 0) + played(sicilian, 2, 8))


def test_the_command_prints_rows_or_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, known = games(40, 5)
    path = tmp_path / "games.pgn"
    path.write_bytes(text)
    assert main(["report", str(path), "--together", "--player", "Anna Weber"]) == 0
    said = capsys.readouterr()
    assert "Colour\n------" in said.out
    assert "games are of other players." in said.out
    assert "The games" not in said.out
    assert main(["report", str(path), "--together", "--player", "Anna Weber", "--list"]) == 0
    assert "The games" in capsys.readouterr().out
    assert main(["report", str(path), "--together", "--player", "Anna Weber", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    found = {
        row["name"]: (row["won"], row["drawn"], row["lost"], row["open"]) for row in data["colour"]
    }
    assert found == brute(known, "colour")
    assert sum(len(row["records"]) for row in data["colour"]) == data["all"][0]["games"]


def test_a_report_of_many_games_needs_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(games(2, 6)[0])
    assert main(["report", str(path), "--together"]) == 2
    assert "Name the player" in capsys.readouterr().err


def test_spellings_of_one_opponent_are_one_row_under_the_most_frequent() -> None:
    names = ["Fischer, R", "Robert Fischer", "FISCHER, Robert", "Robert Fischer", "Fischer, Bo"]
    names += [
        "bot_1",
        "bot_12",
        "Bot_1",
        "上海 胡榮華",
        "胡荣华",
        "?",
        "Ann Lee",
        "Ann Loo",
        "A. L.",
    ]
    text = "".join(
        f'[White "{name}"]\n[Black "Anna"]\n[Result "{result}"]\n\n1. e4 {result}\n\n'
        for name, result in zip(names, ["1-0", "0-1"] * 7, strict=True)
    )
    report = player_report(FORMATS["pgn"].load().read(BytesSource(text.encode())), "Anna")
    assert counts(report, "opponent") == {
        "Robert Fischer": (2, 0, 2, 0),
        "bot_1": (2, 0, 0, 0),
        "上海 胡榮華": (1, 0, 1, 0),
        "Fischer, Bo": (0, 0, 1, 0),
        "bot_12": (0, 0, 1, 0),
        "?": (0, 0, 1, 0),
        "Ann Lee": (1, 0, 0, 0),
        "Ann Loo": (0, 0, 1, 0),
        "A. L.": (1, 0, 0, 0),
    }
    (robert, *_) = report.rows("opponent")
    assert [one.opponent for one in report.games_of(robert)] == names[:4]
    assert report.rows("opponent")[0] is robert


def test_of_many_opponents_those_with_most_games_are_shown() -> None:
    report = PlayerReport()
    opponents = [f"Opponent {number}" for number in range(300)] + ["Opponent 299"] * 2
    facts = [
        GameFacts(number, "chess", 0, opponent, WON, "", "2026-11", None, None, None)
        for number, opponent in enumerate(opponents)
    ]
    report.add(Read("a.pgn", facts, {}))
    rows, more = report.shown("opponent")
    assert (len(report.rows("opponent")), len(rows)) == (300, 200)
    assert rows[0].games == 3
    assert [one.text() for one in more] == ["The first 200 of 300 groups are listed."]
    assert report.shown("month")[1] == []
    told = [one for one in player_section(report, "me", str, None).items if type(one) is Comment]
    assert "The first 200 of 300 groups are listed." in [one.text for one in told]
