"""The rules of chess through Qipu's face: perft, applying anything, castling, promotion, variants."""

from __future__ import annotations

import random
from itertools import pairwise

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games.chess.boards import chess960_setup
from viewer.games.chess.fen import START_TEXT
from viewer.games.chess.game import GAME
from viewer.games.chess.position import Position
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal, Written

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def at(fen: str) -> Position:
    return GAME.start(Setup(fen))


def play(state: Position, *moves: str) -> Position:
    for text in moves:
        state = GAME.step(state, Move(text))
        assert GAME.violation(state) is None, text
    return state


def fen(state: Position) -> str:
    return GAME.setup_text(state)


def perft(state: Position, depth: int) -> int:
    """Leaves at a depth; each step is Qipu's own, not python-chess's push."""
    moves = GAME.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(GAME.step(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("setup", "counts"),
    [
        (START_TEXT, (20, 400, 8902, 197281)),
        (KIWIPETE, (48, 2039, 97862)),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238)),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467)),
        # Chess960, from the tables of the Chess Programming Wiki.
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189)),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002)),
    ],
)
def test_perft(setup: str, counts: tuple[int, ...]) -> None:
    state = at(setup)
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


@given(st.integers(0, 10**6))
def test_a_line_is_what_python_chess_makes_of_it(seed: int) -> None:
    """With its move stack and without, from usual and Chess960 starts."""
    chance = random.Random(seed)
    setup = chess960_setup(seed % 960) if seed % 2 else None
    board = chess.Board(setup.text, chess960=True) if setup else chess.Board()
    state = GAME.start(setup)
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = chance.choice(moves)
        written = Written(board.san(move))
        resolved = GAME.resolve(state, written)
        assert resolved == Move(board.uci(move))
        after = GAME.advance(state, written)
        assert after.action == resolved
        assert fen(after) == fen(GAME.step(state, resolved))
        assert GAME.notation(after, "san") == written.text
        board.push(move)
        assert fen(after) == board.fen(shredder=board.chess960, en_passant="fen")
        state = after


def test_states_share_nothing_that_changes() -> None:
    first = GAME.start(None)
    second = play(first, "e2e4")
    assert fen(first) == START_TEXT
    assert second.board is not None
    assert not second.board.move_stack
    assert GAME.step(second, Remark("x")).board is second.board


# ------------------------------------------------------------------------- whatever is said


@pytest.mark.parametrize(
    ("moves", "placement", "side"),
    [
        (["e2e5"], "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR", "b"),
        (["e1g1"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BKR", "b"),
        (["e1h1"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNK", "b"),
        (["e7e5"], "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR", "w"),
        (["d1d8"], "rnbQkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR", "b"),
        (["a1a2"], "rnbqkbnr/pppppppp/8/8/8/8/RPPPPPPP/1NBQKBNR", "b"),
        (["e5e6"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "b"),
        (["e1e8"], "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR", "b"),
    ],
)
def test_an_illegal_move_is_made_as_far_as_it_can_be(
    moves: list[str], placement: str, side: str
) -> None:
    state = GAME.start(None)
    for text in moves:
        state = GAME.step(state, Move(text))
    assert fen(state).split()[:2] == [placement, side]
    assert GAME.violation(state) is not None
    GAME.legal_moves(state)
    GAME.observations(state)


def test_what_can_t_be_read_turns_the_board_over_to_the_other_side() -> None:
    state = GAME.advance(GAME.start(None), Written("Nf6"))
    assert state.action == Written("Nf6")
    assert fen(state) == START_TEXT.replace(" w ", " b ").replace(" 0 1", " 1 1")
    assert GAME.violation(state) is not None
    after = GAME.advance(state, Written("Nf6"))
    assert after.action == Move("g8f6")
    assert GAME.violation(after) is None


@pytest.mark.parametrize("text", ["--", "Z0", "<>", "@@@@", "0000"])
def test_null_moves(text: str) -> None:
    state = GAME.advance(play(GAME.start(None), "e2e4"), Written(text))
    assert state.action == Move("0000")
    assert fen(state).split()[1:4] == ["w", "KQkq", "-"]
    assert GAME.violation(state) is None
    assert GAME.notation(state, "san") == GAME.notation(state, "san-de") == "--"
    assert GAME.notation(state, "uci") == "0000"
    assert GAME.touches(state.action) == ()
    assert GAME.read_moves(state, text) == [Move("0000")]


def test_a_null_move_in_check_breaks_a_rule() -> None:
    state = GAME.advance(at("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"), Written("--"))
    assert "can't pass" in str(GAME.violation(state))
    assert GAME.read_moves(at("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"), "--") == []


# ------------------------------------------------------------- castling, promotion, touching


def test_castling_is_touched_in_two_ways() -> None:
    state = at(CASTLES)
    assert GAME.touch_sequences(state, Move("e1g1")) == (("e1", "g1"), ("e1", "h1"))
    assert GAME.touch_sequences(state, Move("e1c1")) == (("e1", "c1"), ("e1", "a1"))
    assert GAME.touch_sequences(state, Move("e1f1")) == (("e1", "f1"),)
    assert GAME.touch_sequences(state, Move("0000")) == ((),)
    assert fen(play(state, "e1g1", "e8c8")).split()[0] == "2kr3r/8/8/8/8/8/8/R4RK1"


def test_castling_in_chess960() -> None:
    state = at("4k3/8/8/8/8/8/8/RK5R w HA - 0 1")
    assert GAME.touch_sequences(state, Move("b1h1")) == (("b1", "h1"), ("b1", "g1"))
    # c1 is a step of the king; onto the rook is the only way.
    assert GAME.touch_sequences(state, Move("b1a1")) == (("b1", "a1"),)
    assert fen(play(state, "b1a1")).split()[0] == "4k3/8/8/8/8/8/8/2KR3R"
    there = at("4k3/8/8/8/8/8/8/6KR w H - 0 1")  # the king stands where he will
    assert GAME.touch_sequences(there, Move("g1h1")) == (("g1", "h1"),)
    assert fen(play(there, "g1h1")).split()[0] == "4k3/8/8/8/8/8/8/5RK1"


def test_no_two_moves_have_a_way_in_common_but_promotions() -> None:
    chance = random.Random(3)
    for number in range(0, 960, 37):
        state = GAME.start(GAME.numbered_start(number))
        for _ in range(40):
            moves = GAME.legal_moves(state)
            if not moves:
                break
            ways = [
                (way, GAME.resulting_kind(state, move))
                for move in moves
                for way in GAME.touch_sequences(state, move)
            ]
            assert len(set(ways)) == len(ways)
            state = GAME.step(state, chance.choice(moves))


def test_a_promotion_is_told_by_the_piece() -> None:
    state = at("8/4P3/8/8/k7/8/4p3/K7 w - - 0 1")
    moves = [move for move in GAME.legal_moves(state) if GAME.touches(move) == ("e7", "e8")]
    kinds = [GAME.resulting_kind(state, move) for move in moves]
    assert kinds == ["white-queen", "white-rook", "white-bishop", "white-knight"]
    black = play(state, "e7e8n")
    assert GAME.resulting_kind(black, Move("e2e1q")) == "black-queen"
    assert GAME.resulting_kind(black, Move("a4a5")) == ""
    assert ("e8", "white-knight") in GAME.pieces(black)


def test_en_passant() -> None:
    state = play(GAME.start(None), "e2e4", "a7a6", "e4e5", "d7d5")
    assert fen(state).split()[3] == "d6"
    after = play(state, "e5d6")
    assert "d5" not in dict(GAME.pieces(after))
    assert GAME.notation(after, "san") == "exd6"


def test_material() -> None:
    assert GAME.material(GAME.start(None)) == ((), ())
    state = at("rnb1k3/pp6/8/8/8/8/PPPP4/RNBQK2R w KQq - 0 1")
    assert GAME.material(state) == (
        ("white-queen", "white-rook", "white-pawn", "white-pawn"),
        (),
    )
    assert GAME.material(at("4kqn1/8/8/8/8/8/8/R3K3 w - - 0 1")) == (
        ("white-rook",),
        ("black-queen", "black-knight"),
    )
    assert set(GAME.piece_values) == set(GAME.geometry.art)


# --------------------------------------------------------------------------- starts, numbers


def test_numbered_starts() -> None:
    assert GAME.numbered_starts == 960
    usual = GAME.numbered_start(518)
    assert usual == Setup(START_TEXT.replace("KQkq", "HAha"))
    assert fen(GAME.start(usual)) == usual.text
    assert len({GAME.numbered_start(n) for n in range(960)}) == 960
    with pytest.raises(ValueError, match="960"):
        GAME.numbered_start(960)


@pytest.mark.parametrize(
    ("setup", "number", "column"),
    [
        (None, 1, 0),
        (Setup("4k3/8/8/8/8/8/8/K7 b - - 3 17"), 17, 1),
        (Setup("4k3/8/8/8/8/8/8/K7 w - - 3 0"), 1, 0),
        (Setup("variant atomic 4k3/8/8/8/8/8/8/K7 b - - 3 9"), 9, 1),
        (Setup("variant bughouse 4k3/8/8/8/8/8/8/K7 b - - 3 9"), 9, 1),
        (Setup("variant bughouse"), 1, 0),
    ],
)
def test_numbering(setup: Setup | None, number: int, column: int) -> None:
    state = GAME.start(setup)
    assert GAME.numbering(state)[:2] == (number, column)
    assert state.side == column


# ----------------------------------------------------------------------------- other variants


def test_a_variant_that_is_not_played_is_shown_and_not_judged() -> None:
    setup = Setup("variant bughouse 4k3/8/8/8/8/8/8/K7[Pp] w - - 0 1")
    state = GAME.start(setup)
    assert sorted(GAME.pieces(state)) == [("a1", "white-king"), ("e8", "black-king")]
    for action in (Written("P@e4"), Written("Ka2"), Move("a1a2")):
        state = GAME.advance(state, action)
        assert state.action == action
        assert GAME.violation(state) is None
        assert GAME.notation(state, "san") == action.text
    assert (state.ply, state.side) == (3, 1)
    assert fen(state) == setup.text
    assert GAME.position_text(state) == setup.text.removeprefix("variant bughouse ")
    assert GAME.parse_setup(fen(state)) == setup
    assert list(GAME.legal_moves(state)) == GAME.read_moves(state, "Ka2") == []
    assert GAME.material(state) == ((), ())
    assert "Bughouse" in str(GAME.observations(state)[0])
    assert GAME.unplayed(GAME.start(setup)) == GAME.observations(state)[0]
    back = GAME.step(state, Takeback(2))
    assert (back.ply, back.side, fen(back)) == (1, 1, setup.text)


def test_variants_without_a_readable_board() -> None:
    assert len(list(GAME.pieces(GAME.start(Setup("variant bughouse"))))) == 32
    assert list(GAME.pieces(GAME.start(Setup("variant makruk")))) == []
    assert list(GAME.pieces(GAME.start(Setup("variant unknown 9/9 w")))) == []
    assert list(GAME.pieces(GAME.start(Setup("variant")))) == []


def test_a_set_up_in_mid_line() -> None:
    state = GAME.step(play(GAME.start(None), "e2e4"), Setup(CASTLES))
    assert (fen(state), state.ply) == (CASTLES, 1)
    assert GAME.violation(state) is None
    assert fen(GAME.step(state, Takeback(1))) == START_TEXT
    assert fen(GAME.step(state, Setup("variant bughouse"))) == "variant bughouse"


# ------------------------------------------------------------------------------------- length


def test_twenty_thousand_plies_of_knights() -> None:
    """Nothing that looks back along the line recurses, or takes longer than the line is."""
    state = GAME.start(None)
    circle = [Written(text) for text in ("Nf3", "Nf6", "Ng1", "Ng8")]
    for ply in range(20_000):
        state = GAME.advance(state, circle[ply % 4])
    assert state.ply == 20_000
    said = " ".join(map(str, GAME.observations(state)))
    assert "5001 times" in said
    assert "10000 moves" in said
    assert fen(GAME.step(state, Takeback(19_998))).endswith(" b KQkq - 1 1") is False
    assert fen(GAME.step(state, Takeback(19_999))).endswith(" b KQkq - 1 1")
    del state


@given(
    st.lists(
        st.one_of(
            st.from_regex(r"[a-h][1-8][a-h][1-8][qn]?", fullmatch=True).map(Move),
            st.sampled_from(["e4", "Nf3", "O-O", "exd5", "--", "Kxe8", "e8=Q"]).map(Written),
            st.integers(1, 3).map(Takeback),
            st.just(Terminal("resigns")),
        ),
        max_size=30,
    ),
    st.integers(0, 959),
)
def test_any_moves_at_all(actions: list[Action], number: int) -> None:
    """Kings are taken, pawns stand on the last rank: nothing raises, and every state says its FEN."""
    states = [GAME.start(GAME.numbered_start(number) if number % 2 else None)]
    for action in actions:
        states.append(GAME.advance(states[-1], action))
    texts = [fen(state) for state in states]
    for before, state in pairwise(states):
        GAME.violation(state)
        GAME.observations(state)
        for style in GAME.notations[:5]:
            GAME.notation(state, style.id)
        for move in GAME.legal_moves(state):
            GAME.touch_sequences(state, move)
        assert state.previous is before
    assert [fen(state) for state in states] == texts
    assert GAME.parse_setup(texts[-1]) == Setup(texts[-1])
