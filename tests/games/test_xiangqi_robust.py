"""Nothing that a record or a person brings makes the game raise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from xiangqi_positions import ALL

from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.position import Position
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal, Written

PLACES = st.sampled_from(ALL)
MOVES = st.builds(lambda origin, target: Move(origin + target), PLACES, PLACES)
FEN_LIKE = st.text("rnbakcpRNBAKCP123456789/x w", max_size=80)
WORDS = st.text("车马炮相仕帅将兵卒前中后一二三四五六七八九123９进退平+-=.CRPHKabci0", max_size=6)
ACTIONS: st.SearchStrategy[Action | None] = st.one_of(
    MOVES,
    MOVES,
    MOVES,
    st.builds(Move, st.text(max_size=6)),
    st.builds(Written, st.text(max_size=6)),
    st.builds(Setup, st.one_of(st.text(), FEN_LIKE)),
    st.builds(Terminal, st.text(max_size=3)),
    st.builds(Takeback, st.integers(-5, 50)),
    st.builds(Remark, st.text(max_size=3)),
    st.none(),
)


def look_at(state: Position) -> None:
    """Ask all there is to ask."""
    GAME.violation(state)
    for style in GAME.notations:
        GAME.notation(state, style.id)
    assert len(state.board) == 90
    moves = GAME.legal_moves(state)
    after = {GAME.step(state, move).side for move in moves}
    assert after <= {1 - state.side}
    assert {place for place, _ in GAME.pieces(state)} <= set(GAME.geometry.squares)
    assert GAME.parse_setup(GAME.setup_text(state)).text == GAME.setup_text(state)
    for fact in GAME.observations(state):
        assert str(fact)


@given(st.one_of(st.none(), st.builds(Setup, FEN_LIKE)), st.lists(ACTIONS, max_size=12))
def test_any_line_of_any_actions(setup: Setup | None, actions: list[Action | None]) -> None:
    state = GAME.start(setup)
    look_at(state)
    for action in actions:
        before = state
        board, side = before.board, before.side
        state = GAME.step(state, action)
        look_at(state)
        assert (state.previous, state.action) == (before, action)
        assert (before.board, before.side) == (board, side)


@given(st.lists(MOVES, max_size=12))
def test_moves_alone_never_add_a_piece(moves: list[Move]) -> None:
    state = GAME.start(None)
    count = 32
    for move in moves:
        state = GAME.step(state, move)
        now = len(list(GAME.pieces(state)))
        assert count - 1 <= now <= count
        count = now


@given(st.one_of(st.text(), WORDS), st.lists(MOVES, max_size=6))
def test_any_text_is_read_as_legal_moves_or_none(text: str, moves: list[Move]) -> None:
    state = GAME.start(None)
    for move in moves:
        state = GAME.step(state, move)
    found = GAME.read_moves(state, text)
    assert len(set(found)) == len(found)
    assert set(found) <= set(GAME.legal_moves(state))


@given(st.one_of(st.text(), FEN_LIKE))
def test_any_set_up_is_read_or_refused_with_a_sentence(text: str) -> None:
    complaints = GAME.observations(GAME.start(Setup(text)))
    try:
        setup = GAME.parse_setup(text)
    except ValueError as error:
        assert error.args[0] in complaints  # noqa: PT017  # either way has something to show
    else:
        assert GAME.setup_text(GAME.start(setup)) == setup.text


@given(st.text())
def test_any_name_can_be_spoken(text: str) -> None:
    assert str(GAME.square_name(GAME.start(None), text)) == text
    assert str(GAME.piece_name("?" + text)) == "?" + text
