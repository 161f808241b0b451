"""`qipu mistakes`: the mistakes of games in sentences and as problems, decks and their results."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

import viewer
from viewer.__main__ import main
from viewer.base.files import SYSTEM
from viewer.document.training.history import Grade, TrainingHistory

PGN = """[White "Adler, A"]
[Black "Berg, B"]

1. f3 {[%eval -0.6,9]} ( 1. e4 {[%eval 0.15,9]} e5 ) e5 {[%eval -0.70,9]}
2. g4 {[%eval #-1]} ( 2. e4 {[%eval -0.70,9]} d5 3. exd5 ) ( 2. Nc3 {[%eval -0.75,9]} d5 ) Qh4# 0-1
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    path = tmp_path / "game.pgn"
    path.write_text(PGN, "utf-8")
    return str(path)


def test_mistakes_are_told_with_what_is_better(game: str, capsys) -> None:
    assert main(["mistakes", game, "--everybody"]) == 0
    assert capsys.readouterr().out == (
        f"{game}, 1: move 2, g4 Qh4#, lost 44 % of the chance of winning."
        " Better: e4 d5 exd5; Nc3 d5\n"
    )


def test_the_bound_and_the_player_are_chosen(game: str, capsys) -> None:
    assert main(["mistakes", game, "--side", "white", "--percent", "5", "--json"]) == 0
    assert [one["number"] for one in json.loads(capsys.readouterr().out)] == [1, 2]
    assert main(["mistakes", game, "--player", "Cohn, C"]) == 1
    assert "1 game is of other players." in capsys.readouterr().err
    assert main(["mistakes", game, "--percent", "0"]) == 2


def test_the_names_of_the_settings_are_meant(game: str, tmp_path: Path, capsys) -> None:
    assert main(["mistakes", game]) == 0
    assert "No names of yours are in the settings" in capsys.readouterr().err
    settings = tmp_path / "config" / "qipu" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"own-names": "Someone\nBerg, B"}))
    assert main(["mistakes", game]) == 1
    settings.write_text(json.dumps({"own-names": "Someone\nadler, a."}))
    assert main(["mistakes", game]) == 0


KIF = """手合割：平手
先手：甲
手数----指手---------消費時間--
   1 ７六歩(77)
**評価値=50
   2 ３四歩(33)
**評価値=50
   3 ３八銀(39)
**評価値=-700
   4 ８八角成(22)
**評価値=-700
   5 ８八銀(79)
**評価値=-700
   6 ９四歩(93)
**評価値=400

変化：6手
   6 ４二銀(31)
**評価値=-700

変化：3手
   3 ２六歩(27)
**評価値=50
"""


def test_problems_of_which_a_file_holds_one_go_into_a_folder(tmp_path: Path, capsys) -> None:
    path = tmp_path / "game.kif"
    path.write_text(KIF, "utf-8")
    out = tmp_path / "deck.kif"
    assert main(["mistakes", str(path), "--everybody", "-o", str(out)]) == 0
    assert f"2 files are written into the folder {tmp_path / 'deck'}." in capsys.readouterr().err
    assert not out.exists()
    written = sorted((tmp_path / "deck").iterdir())
    assert [one.name for one in written] == ["1.kif", "2.kif"]
    sides = [viewer.load(str(one)).record(0).root.action.text.split()[1] for one in written]
    assert sides == ["b", "w"]
    assert main(["mistakes", str(path), "--everybody", "-o", str(out)]) == 2
    assert main(["mistakes", str(path), "--side", "first", "--game", "shogi", "-o", str(out)]) == 0
    assert out.is_file()


def test_a_deck_is_kept_by_its_name_and_asked_what_came_of_it(
    game: str, tmp_path: Path, capsys
) -> None:
    assert main(["mistakes", game, "--player", "A. Adler", "--deck", "Mine"]) == 0
    assert "1 problem in the deck, 1 new." in capsys.readouterr().err
    assert (tmp_path / "state" / "qipu" / "decks" / "Mine.jsonl").is_file()
    assert main(["mistakes", "--deck", "Mine", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    history = TrainingHistory(str(tmp_path / "state" / "qipu"), SYSTEM)
    history.add(card["key"], Grade.RIGHT, datetime.now(UTC))
    assert history.finish(30)
    assert main(["mistakes", "--deck", "Mine", "--due"]) == 1
    capsys.readouterr()
    assert main(["mistakes", "--deck", "Mine", "--results"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Mine: 0 due today, 0 new, 1 later.",
        "Tried: 1; right at once: 100 %. Days of training: 1.",
    ]
    out = tmp_path / "results.csv"
    assert main(["mistakes", "--deck", "Mine", "--results", "-o", str(out)]) == 0
    assert out.read_text().splitlines()[0] == "deck,day,right,hinted,wrong"
    assert len(out.read_text().splitlines()) == 2
    assert main(["mistakes", "--deck", "Other"]) == 2


def test_problems_are_written_as_pages_tables_and_games(game: str, tmp_path: Path) -> None:
    for name in ("p.html", "p.csv", "p.pgn"):
        out = tmp_path / name
        assert main(["mistakes", game, "--everybody", "-o", str(out)]) == 0
        assert out.is_file()
    (record,) = [viewer.load(tmp_path / "p.pgn").record(0)]
    assert [len(one.children) for one in record.root.children] == [1, 1, 1]


def test_what_is_read_is_not_written_over(game: str, tmp_path: Path, capsys) -> None:
    for out in (game, str(tmp_path / "config" / ".." / "game.pgn")):
        (tmp_path / "config").mkdir(exist_ok=True)
        assert main(["mistakes", game, "--everybody", "-o", out]) == 2
        assert "is being read; write to another file." in capsys.readouterr().err
    deck = str(tmp_path / "mine.jsonl")
    assert main(["mistakes", game, "--everybody", "--deck", deck]) == 0
    kept = Path(deck).read_bytes()
    for out in (game, deck):
        assert main(["mistakes", "--deck", deck, "--results", "-o", out]) == 2
    assert Path(game).read_text("utf-8") == PGN
    assert Path(deck).read_bytes() == kept


def test_a_deck_is_not_kept_in_a_file_of_something_else(game: str, tmp_path: Path, capsys) -> None:
    assert main(["mistakes", game, "--everybody", "--deck", game]) == 2
    assert "this file is no deck" in capsys.readouterr().err
    assert Path(game).read_text("utf-8") == PGN
    new = tmp_path / "new.jsonl"
    new.touch()
    assert main(["mistakes", game, "--everybody", "--deck", str(new)]) == 0


def test_results_that_cannot_be_written_name_the_file(game: str, tmp_path: Path, capsys) -> None:
    assert main(["mistakes", game, "--everybody", "--deck", "Mine"]) == 0
    assert main(["mistakes", "--deck", "Mine", "--results", "-o", str(tmp_path)]) == 2
    assert f"{tmp_path}" in capsys.readouterr().err


def test_a_deck_that_cannot_be_kept_is_named(game: str, tmp_path: Path, capsys) -> None:
    folder = str(tmp_path / "state") + os.sep
    os.makedirs(folder)
    assert main(["mistakes", game, "--everybody", "--deck", folder]) == 2
    assert f"{folder}: it is a folder" in capsys.readouterr().err


def test_problems_do_not_go_to_standard_output(game: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["mistakes", game, "--everybody", "-o", "-"]) == 2
    assert not Path("-").exists()


def test_files_that_cannot_be_read_are_no_success(game: str, tmp_path: Path, capsys) -> None:
    odd = tmp_path / "odd.pgn"
    odd.write_bytes(bytes(range(256)))
    assert main(["mistakes", game, str(odd), "--everybody"]) == 2
    told = capsys.readouterr()
    assert "lost 44 %" in told.out
    assert str(odd) in told.err
    assert main(["mistakes", str(odd), "--everybody"]) == 2


def test_the_face_has_them(game: str) -> None:
    (one,) = viewer.mistakes(game, "Adler")
    assert one.played == ("g2g4", "d8h4")
    assert viewer.mistakes(viewer.load(game), side=1) == []


def test_a_deck_of_ones_own_follows_the_settings(game: str, tmp_path: Path, capsys) -> None:
    settings = tmp_path / "config" / "qipu" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"own-names": "Cohn, C"}))
    assert main(["mistakes", game, "--deck", "Mine"]) == 0
    assert "0 problems in the deck" in capsys.readouterr().err
    settings.write_text(json.dumps({"own-names": "Cohn, C\nAdler, A"}))
    assert main(["mistakes", "--deck", "Mine"]) == 0
    assert "1 problem in the deck, 1 new." in capsys.readouterr().err
