"""The FEN of a variant: pieces in hand and checks beside the six fields; nothing that is written raises."""

from __future__ import annotations

import pytest

from viewer.games import game_of
from viewer.games.chess.boards import setup_of_tags
from viewer.games.chess.fen import read_variant_fen

CHESS = game_of("chess")
RANKS = "4k3/8/8/8/8/8/8/4K2R"


@pytest.mark.parametrize(
    ("written", "pocket"),
    [("[Qn]", "Qn"), ("/Qn", "Qn"), ("[]", ""), ("[ Q n ]", "Qn"), ("/", None)],
)
def test_pieces_in_hand_are_read_apart(written: str, pocket: str | None) -> None:
    read = read_variant_fen(f"{RANKS}{written} b - - 3 12")
    assert (read.placement, read.side, read.number, read.pocket) == (RANKS, "b", 12, pocket)


def test_brackets_that_are_never_closed_leave_nothing_of_the_rest() -> None:
    read = read_variant_fen(f"{RANKS}[Q b - - 3 12")
    assert (read.placement, read.side) == (RANKS, "w")


@pytest.mark.parametrize("fields", ["b - - 2+1 3 12", "b - - 3 12 +1+2", "b - - 2+1"])
def test_checks_are_read_apart(fields: str) -> None:
    read = read_variant_fen(f"{RANKS} {fields}")
    assert (read.side, read.checks, read.complaint) == ("b", (2, 1), None)


@pytest.mark.parametrize("fen", ["[Q] w - - 0 1", "[", "x", "/", "8/8", "8/8/8/8/8/8/8/9 w"])
def test_one_that_is_no_position_is_said_and_shows_an_empty_board(fen: str) -> None:
    setup, complaint = setup_of_tags({"Variant": "Crazyhouse", "FEN": fen})
    assert complaint is not None
    state = CHESS.start(setup)
    assert list(CHESS.pieces(state)) == []
    assert CHESS.setup_text(state)
