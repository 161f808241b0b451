"""What chess says: why a move breaks a rule, what is odd about a FEN, what there is to observe."""

from __future__ import annotations

import pytest

from viewer.base.messages import Message
from viewer.games.chess.fen import EMPTY_TEXT, START_TEXT
from viewer.games.chess.game import GAME
from viewer.tree.action import Action, Move, Setup, Written

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
QUEENS = "8/4P3/8/8/k7/8/8/K7 w - - 0 1"


def problem(setup: str | None, action: Action) -> str:
    start = GAME.start(Setup(setup) if setup else None)
    found = GAME.violation(GAME.advance(start, action))
    return "" if found is None else str(found)


@pytest.mark.parametrize(
    ("setup", "text", "words"),
    [
        (None, "e4e5", "There is no piece on e4."),
        (None, "e7e5", "It is White's turn, and the piece on e7 is not theirs."),
        (None, "a1a2", "A piece of the same side stands on a2."),
        (None, "a1a5", "The way is blocked on a2."),
        (None, "d1h5", "The way is blocked on e2."),
        (None, "a1b3", "A rook moves along a rank or a file."),
        (None, "c1c3", "A bishop moves along a diagonal."),
        (None, "b1b3", "A knight moves two squares along a line and one aside."),
        (None, "d1e3", "A queen moves along a rank, a file or a diagonal."),
        (None, "e1e3", "A king moves one square."),
        (None, "e2e5", "A pawn moves forward by one square, from its start by two."),
        (None, "e2f3", "There is nothing to capture on f3."),
        ("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4", "A pawn doesn't capture straight ahead."),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "The way is blocked on e3."),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2", "A pawn never moves backwards."),
        (None, "e2e4q", "A pawn becomes another piece only on the last rank."),
        (QUEENS, "e7e8", "It isn't said what the pawn becomes on e8."),
        ("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", "The piece on e2 is pinned."),
        ("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", "White is in check, and the move doesn't"),
        ("4r2k/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", "The king would stand in check on e1."),
        (None, "x", "No move could be read from “x”."),
        (None, "e2e4k", "A pawn becomes a queen, a rook, a bishop or a knight."),
        (None, "e2e4p", "No move could be read from “e2e4p”."),
        (None, "P@e4", "Pieces are put on the board in Crazyhouse only."),
        # Castling, one reason after the other.
        (None, "e1g1", "Castling is blocked by the piece on f1."),
        (None, "e1h1", "Castling is blocked by the piece on f1."),
        (CASTLES.replace("KQ", ""), "e1g1", "White has no right to castle on this side"),
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1g1", "White is in check and can't castle."),
        ("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1g1", "The king would castle over f1, attacked."),
        ("4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "e1g1", "The king would castle over g1, attacked."),
        ("4k3/8/8/8/8/8/8/1r1RK3 w D - 0 1", "e1d1", "The king would castle over c1, attacked."),
        ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", "The king would stand in check after castling"),
    ],
)
def test_which_rule_a_move_breaks(setup: str | None, text: str, words: str) -> None:
    found = problem(setup, Move(text))
    assert found.startswith(words)
    assert bool(found) == bool(words)


@pytest.mark.parametrize(
    ("setup", "text", "words"),
    [
        (None, "what is this", "No move could be read from “what is this”."),
        (None, "x" * 5000, "No move could be read from “xxxxxxxxxx"),
        (None, "e5", "A pawn moves forward by one square, from its start by two."),
        (None, "Dd4", "No move could be read from “Dd4”."),
        (None, "N@f3+", "Pieces are put on the board in Crazyhouse only."),
        (None, "@e4", "Pieces are put on the board in Crazyhouse only."),
        (None, "Nf6", "No knight of White can go to f6."),
        (None, "Qd4", "The way is blocked on d2."),
        (None, "Ke2", "A piece of the same side stands on e2."),
        (None, "exd3", "There is nothing to capture on d3."),
        (None, "e2e5", "A pawn moves forward by one square, from its start by two."),
        (None, "Ng1-g3", "A knight moves two squares along a line and one aside."),
        (None, "O-O", "Castling is blocked by the piece on f1."),
        (None, "0-0-0!", "Castling is blocked by the piece on b1."),
        (QUEENS, "e8", "It isn't said what the pawn becomes on e8."),
        (
            "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1",
            "Ne2",
            "Two pieces can go to e2: from g1 and from c3.",
        ),
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", "The piece on c3 is pinned."),
        (
            "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1",
            "Ra2",
            "White is in check, and the move doesn't end it.",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ra2", "No rook of White can go to a2."),
    ],
)
def test_why_a_text_means_no_move(setup: str | None, text: str, words: str) -> None:
    assert problem(setup, Written(text)).startswith(words)


def test_the_words_are_templates() -> None:
    found = GAME.violation(GAME.step(GAME.start(None), Move("e7e5")))
    assert isinstance(found, Message)
    assert "{side}" in found.template
    assert isinstance(found.args["side"], Message)


# -------------------------------------------------------------------------------------- FEN


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The position is empty text."),
        ("?!", "There is one rank in “?!”; a chess board has 8."),
        ("8/8/8/8/8/8/8 w", "There are 7 ranks"),
        ("8/8/8/8/8/8/8/7 w", "Rank 1 (7) has 7 squares; it should have 8."),
        ("8/8/ppppppppp/8/8/8/8/8 w", "Rank 6 (ppppppppp) has 9 squares"),
        ("8/8/8/8/3c4/8/8/8 w", "“c” in rank 4 (3c4, sign 2) is no piece of chess."),
        (START_TEXT.replace(" w ", " x "), "The side to move is “x”"),
        (START_TEXT.replace("KQkq", "KQkx"), "The castling rights are “KQkx”"),
        (START_TEXT.replace("- 0", "e9 0"), "The en passant square is “e9”"),
        (START_TEXT.replace("- 0", "e3 0"), "No pawn can have jumped over e3"),
        (START_TEXT.replace("0 1", "x 1"), "The half-move clock (field 5) is “x”"),
        (START_TEXT.replace("0 1", "0 x"), "The number of the move (field 6) is “x”"),
        (START_TEXT.replace("0 1", "-3 1"), "The half-move clock (field 5) is “-3”"),
        (START_TEXT.replace("0 1", "0 99999999"), "The number of the move (field 6)"),
        (START_TEXT + " moves", "Behind the six fields stands “moves”."),
    ],
)
def test_a_bad_fen_is_refused_with_the_place(text: str, words: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011  # its argument is looked at
        GAME.parse_setup(text)
    assert isinstance(raised.value.args[0], Message)
    assert str(raised.value.args[0]).startswith(words)


@pytest.mark.parametrize(
    ("text", "neutral"),
    [
        ("startpos", START_TEXT),
        (f"fen {START_TEXT}", START_TEXT),
        (f'[FEN "{START_TEXT}"]', START_TEXT),
        (START_TEXT.rpartition(" 0")[0], START_TEXT),
        ("8/8/8/8/8/8/8/8 w - -", EMPTY_TEXT),
        ("8/8/8/8/8/8/8/8", EMPTY_TEXT),
        ("8/8/8/8/8/8/8/11111111/ W - - - -", EMPTY_TEXT),
        (START_TEXT.replace("KQkq", "qkQK"), START_TEXT),
        # Rights that fit nothing are what most pasted endings have.
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        # Crazyhouse marks promoted pieces; to chess they are pieces.
        ("4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"),
        ("variant Seirawan 8/8 w", "variant seirawan 8/8 w"),
    ],
)
def test_fens_as_people_have_them(text: str, neutral: str) -> None:
    assert GAME.parse_setup(text) == Setup(neutral)


# ------------------------------------------------------------------------------- observations


def observed(setup: str, *moves: str) -> list[str]:
    state = GAME.start(Setup(setup))
    for text in moves:
        state = GAME.advance(state, Written(text))
        assert isinstance(state.action, Move), text
    return [str(one) for one in GAME.observations(state)]


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (START_TEXT, []),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", ["Black is in check."]),
        ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", ["Black is checkmated."]),
        ("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", ["Stalemate: Black has no legal move."]),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", ["Neither side has the material to mate."]),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", ["The side that isn't to move is in check."]),
        ("8/8/8/8/8/8/8/R3K3 w - - 0 1", ["Black has no king."]),
        ("k6P/8/8/8/8/8/8/KK5R w - - 0 1", ["White has 2 kings.", "A pawn stands on the first or"]),
        ("k7/8/8/8/8/8/8/K6R w - - 79 90", []),
        ("k7/8/8/8/8/8/8/K6R w - - 81 90", ["40 moves without capture or pawn move."]),
        ("k7/8/8/8/8/8/8/K6R w - - 100 90", ["50 moves without capture or pawn move: a draw"]),
        ("k7/8/8/8/8/8/8/K6R w - - 150 90", ["75 moves without capture or pawn move: the game"]),
        ("k7/8/8/8/8/8/8/K6R w Q - 0 1", ["The castling rights are “Q”, but not all"]),
    ],
)
def test_what_there_is_to_tell(setup: str, words: list[str]) -> None:
    found = observed(setup)
    assert len(found) == len(words)
    assert all(one.startswith(wanted) for one, wanted in zip(found, words, strict=True))


def test_repetitions() -> None:
    circle = ["Nf3", "Nf6", "Ng1", "Ng8"]
    assert observed(START_TEXT, *circle) == ["This position has occurred 2 times."]
    assert "a draw can be claimed" in observed(START_TEXT, *circle * 2)[0]
    assert "the game is drawn" in observed(START_TEXT, *circle * 4)[0]
    assert observed(START_TEXT, *circle, "Nf3", "Nf6")[0] == "This position has occurred 2 times."
    # A pawn's move ends it.
    assert observed(START_TEXT, *circle, "e4") == []
    # Other castling rights are another position.
    kings = ["Ke2", "Ke7", "Ke1", "Ke8"]
    assert observed(CASTLES, *kings) == []
    assert observed(CASTLES, *kings * 2) == ["This position has occurred 2 times."]


def test_an_en_passant_that_can_t_be_made_doesn_t_tell_positions_apart() -> None:
    """FIDE 9.2.3: only a capture that is possible counts."""
    circle = ["Nf6", "Nf3", "Ng8", "Ng1"]
    assert observed(START_TEXT, "e4", *circle) == ["This position has occurred 2 times."]
    taking = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"
    assert observed(taking, "e4", *circle) == []


def test_remarks_and_takebacks_repeat_nothing() -> None:
    from viewer.tree.action import Remark, Takeback

    state = GAME.start(None)
    for action in (Move("g1f3"), Remark("draw?"), Takeback(1), Move("g1f3"), Remark("no")):
        state = GAME.step(state, action)
        assert GAME.observations(state) == []
