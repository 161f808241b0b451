"""Start positions in the tags of PGN, of every game: nothing that they say raises, and faults are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pgn_texts import found_in

from viewer.base.messages import Message
from viewer.formats.pgn.dialects import DIALECTS, setup_of, tags_of
from viewer.games import GAMES, game_of

_READ = [game for game in GAMES if game in DIALECTS]
_STARTS = [
    game.position_text(game.start(one.setup)) for game in map(game_of, GAMES) for one in game.starts
]
_SIGNS = "[]{}/ +-~*=.,:0123456789kqrbnpKQRBNPwbsgGSLacehx帥²\xa0"
_PIECES = st.one_of(
    st.text(_SIGNS, max_size=8),
    st.sampled_from(["[]", "[x]", "startpos", "sfen", "moves", "w - - 0 1", "13x", *_STARTS]),
)
POSITIONS = st.one_of(
    st.lists(_PIECES, max_size=4).map("".join),
    st.builds(
        lambda text, at, length, put: text[:at] + put + text[at + length :],
        st.sampled_from(_STARTS),
        st.integers(0, 70),
        st.integers(0, 30),
        _PIECES,
    ),
)


@pytest.mark.parametrize("id", GAMES)
@given(text=POSITIONS)
def test_a_position_that_cannot_be_read_is_refused_with_a_sentence(id: str, text: str) -> None:
    game = game_of(id)
    refused: object = None
    try:
        setup = game.parse_setup(text)
    except ValueError as error:
        refused = error.args[0]
    if refused is not None:
        assert isinstance(refused, Message)
        assert refused.text()
        return
    game.assumed(text)
    game.parse_setup(game.setup_text(game.start(setup)))


@pytest.mark.parametrize("game", _READ)
@pytest.mark.parametrize("tag", ["FEN", "SFEN", "Variant", "Handicap", "SetUp"])
@given(text=POSITIONS, fen=POSITIONS)
def test_no_start_in_tags_raises(game: str, tag: str, text: str, fen: str) -> None:
    setup, complaint = setup_of(game, {tag: text, "Fen": fen})
    assert complaint is None or complaint.text()
    game_of(game).start(setup)
    assert set(map(str.lower, tags_of(game, setup)[0])) <= DIALECTS[game].setup_tags


def test_hands_without_a_board_are_told() -> None:
    text = '[Event "x"]\n[Variant "Shogi"]\n[FEN "[p]"]\n\n1. P7f P3d *\n'
    record, found = found_in(text.encode())
    assert record.game == "shogi"
    assert record.setup is None
    assert [one.code for one in found] == ["pgn.setup"]
