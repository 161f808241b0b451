"""Moves written in every style, and read back as people type them."""

from __future__ import annotations

import pytest

from viewer.games.chess.game import GAME
from viewer.games.chess.notation import LANGUAGES
from viewer.games.chess.position import Position
from viewer.tree.action import Move, Setup, Terminal, Written

BUSY = "r3k2r/1P4pp/8/3Q4/8/2N5/8/R3K1NR w KQkq - 0 1"


def written(setup: str, move: str, style: str) -> str:
    return GAME.notation(GAME.step(GAME.start(Setup(setup)), Move(move)), style)


@pytest.mark.parametrize(
    ("move", "san", "figurine", "lan", "german", "french"),
    [
        ("g1e2", "Nge2", "♘ge2", "Ng1-e2", "Sge2", "Cge2"),
        ("d5d8", "Qd8+", "♕d8+", "Qd5-d8+", "Dd8+", "Dd8+"),
        ("b7a8n", "bxa8=N", "bxa8=♘", "b7xa8=N", "bxa8=S", "bxa8=C"),
        ("b7b8q", "b8=Q+", "b8=♕+", "b7-b8=Q+", "b8=D+", "b8=D+"),
        ("h1h7", "Rxh7", "♖xh7", "Rh1xh7", "Txh7", "Txh7"),
        ("e1e2", "Ke2", "♔e2", "Ke1-e2", "Ke2", "Re2"),
        ("e1c1", "O-O-O", "O-O-O", "O-O-O", "O-O-O", "O-O-O"),
        # Against the rules: long, whatever the style.
        ("g1g3", "Ng1-g3", "♘g1-g3", "Ng1-g3", "Sg1-g3", "Cg1-g3"),
        ("a1a8", "Rxa8+", "♖xa8+", "Ra1xa8+", "Txa8+", "Txa8+"),
        ("c6c7", "c6-c7", "c6-c7", "c6-c7", "c6-c7", "c6-c7"),
    ],
)
def test_styles(move: str, san: str, figurine: str, lan: str, german: str, french: str) -> None:
    styles = ("san", "figurine", "lan", "san-de", "san-fr", "uci")
    wanted = [san, figurine, lan, german, french, move]
    assert [written(BUSY, move, style) for style in styles] == wanted


def test_the_standard_has_seventeen_languages() -> None:
    assert len(LANGUAGES) == 16, "and English"
    ids = [style.id for style in GAME.notations]
    assert ids[:4] == ["san", "figurine", "lan", "uci"]
    assert set(LANGUAGES) == set(ids[4:])
    letters = {id: each.letters for id, each in LANGUAGES.items()}
    assert letters["san-cs"] == "JSVDK"
    assert letters["san-hu"] == "HFBVK"
    assert letters["san-is"] == "RBHDK"
    assert letters["san-ro"] == "CNTDR"
    assert all(len(set(each)) == 5 for each in letters.values())


def test_what_is_no_move_is_shown_as_it_is() -> None:
    start = GAME.start(None)
    for style in GAME.notations:
        assert GAME.notation(start, style.id) == ""
        assert GAME.notation(GAME.step(start, Written("Qx9")), style.id) == "Qx9"
        assert GAME.notation(GAME.step(start, Terminal("resigns")), style.id) == "resigns"
        assert GAME.notation(GAME.step(start, Move("zz")), style.id) == "zz"


def reads(state: Position, text: str, style: str = "") -> list[str]:
    return [move.text for move in GAME.read_moves(state, text, style)]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1.e4", ["e2e4"]),
        ("12. Nf3", ["g1f3"]),
        ("1… e4", ["e2e4"]),
        (" e4 ", ["e2e4"]),
        ("e2e4", ["e2e4"]),
        ("Ng1-f3", ["g1f3"]),
        ("nf3", ["g1f3"]),
        ("♘f3", ["g1f3"]),
        ("Sf3", ["g1f3"]),
        ("Cf3", ["g1f3"]),
        ("--", ["0000"]),
        ("N", []),
        ("", []),
        ("1.", []),
        ("e5", []),
        ("a" * 100, []),
    ],
)
def test_typed_texts(text: str, moves: list[str]) -> None:
    assert reads(GAME.start(None), text) == moves


def test_the_readers_own_letters_come_first() -> None:
    """R is the rook in English and the king in French, T the rook there."""
    state = GAME.start(Setup("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    assert reads(state, "Rd1") == ["a1d1"]
    assert reads(state, "Rd1", "san-fr") == ["e1d1", "a1d1"]
    assert reads(state, "Td1") == reads(state, "Td1", "san-de") == ["a1d1"]
    # An English letter isn't taken for another language's where English makes no move of it.
    assert reads(state, "Rf2") == []
