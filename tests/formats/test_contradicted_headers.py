"""Tags that contradict their game are named as losses where a format leaves tags of that kind out."""

from __future__ import annotations

from pathlib import Path

import pytest

import viewer
from viewer.formats import FORMATS
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

HEAD = """[Event "x"]
[Game "{game}"]
[Red "a"]
[Black "b"]
[FEN "{fen}"]
[Result "*"]

1. H2-E2 H9-G7 *
"""
USUAL = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1"


def lost(tmp_path: Path, game: str, fen: str) -> str:
    """What is said to be lost when a game leaves PGN."""
    source, target = tmp_path / "a.pgn", tmp_path / "a.xqf"
    source.write_text(HEAD.format(game=game, fen=fen), encoding="utf-8")
    losses = viewer.convert(str(source), str(target), allow_loss=True)
    return " ".join(loss.words.text() for loss in losses)


def test_a_start_that_can_not_be_read_is_lost(tmp_path: Path) -> None:
    assert "FEN" in lost(tmp_path, "Chinese Chess", "nonsense")


def test_a_start_and_a_game_that_the_record_says_are_not_lost(tmp_path: Path) -> None:
    told = lost(tmp_path, "Chinese Chess", USUAL)
    assert "FEN" not in told
    assert "Game" not in told


@pytest.mark.parametrize(
    ("game", "told"), [("Shogi", True), ("Xiangqi", False), ("My game", False)]
)
def test_a_name_of_another_game_is_lost(game: str, told: bool) -> None:
    header = Header("Game", game)
    record = Record("xiangqi", Node(0, None, None), (header,))
    format_ = FORMATS["pgn"].load()
    assert format_.contradicts(header, record) is told
