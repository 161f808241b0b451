"""The variants of chess that are played, beside python-chess: moves, positions, ends, broken rules."""

from __future__ import annotations

import random

import chess
import chess.variant
import pytest

from viewer.games import game_of
from viewer.games.capabilities import Holding
from viewer.games.chess.boards import board_of, setup_of, setup_of_tags, tags_of_setup
from viewer.games.chess.game import GAME
from viewer.games.chess.position import Position
from viewer.games.chess.variants import VARIANTS, Variant, variant_spelt
from viewer.tree.action import Move, Setup, Takeback, Written

NAMES = [variant.id for variant in VARIANTS]
POCKETS = "variant crazyhouse rnb1kbnr/ppp1pppp/8/8/8/2q5/PPP2PPP/R1BQKBNR[QPPn] w KQkq - 0 5"


def named(name: str) -> Variant:
    spelt = variant_spelt(name)
    assert spelt is not None
    return spelt.variant


def at(text: str) -> Position:
    return GAME.start(Setup(text))


def after(state: Position, *texts: str) -> Position:
    """The position after moves in SAN, all of them legal."""
    for text in texts:
        state = GAME.advance(state, Written(text))
        assert GAME.violation(state) is None, text
        assert isinstance(state.action, Move), text
    return state


def problem(state: Position, text: str) -> str:
    """Why a move in SAN breaks a rule."""
    return str(GAME.violation(GAME.advance(state, Written(text))))


def told(state: Position) -> str:
    return " ".join(str(one) for one in GAME.observations(state))


# --------------------------------------------------------------------- beside python-chess


@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_those_of_python_chess(name: str) -> None:
    chance = random.Random(name)
    for _ in range(4):
        peer = chess.variant.find_variant(named(name).uci)()
        state = GAME.start(setup_of_tags({"Variant": name})[0])
        for _ in range(120):
            assert GAME.position_text(state) == peer.fen(en_passant="fen")
            moves = list(peer.legal_moves)
            assert {move.text for move in GAME.legal_moves(state)} == {one.uci() for one in moves}
            if not moves:
                break
            move = chance.choice(moves)
            san = peer.san(move)
            state = after(state, san)
            assert state.action == Move(move.uci())
            written = GAME.notation(state, "san")
            assert peer.parse_san(written) == move
            assert written in (san, f"P{san}")
            peer.push(move)
        if peer.is_variant_end():
            assert told(state)


@pytest.mark.parametrize("name", NAMES)
def test_set_ups_and_tags_there_and_back(name: str) -> None:
    chance = random.Random(name)
    board = chess.variant.find_variant(named(name).uci)()
    for _ in range(60):
        setup = setup_of(board)
        read = board_of(setup)
        assert read == board
        assert type(read) is type(board)
        assert setup_of_tags(tags_of_setup(setup)) == (setup, None)
        assert GAME.parse_setup(setup.text) == setup
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chance.choice(moves))


@pytest.mark.parametrize("name", NAMES)
def test_any_move_can_be_applied(name: str) -> None:
    chance = random.Random(name)
    state = GAME.start(setup_of_tags({"Variant": name})[0])
    texts = [a + b for a in chess.SQUARE_NAMES for b in chess.SQUARE_NAMES if a != b]
    texts += [f"{letter}@{square}" for letter in "PNBRQ" for square in chess.SQUARE_NAMES]
    texts += ["a7a8k", "a2a1k", "0000"]
    for _ in range(300):
        before, state = state, GAME.step(state, Move(chance.choice(texts)))
        legal = state.action in GAME.legal_moves(before)
        if legal or state.action == Move("0000"):
            continue
        assert GAME.violation(state) is not None, (GAME.setup_text(before), state.action)
        GAME.observations(state)
        assert GAME.notation(state, "san")
        assert board_of(Setup(GAME.setup_text(state))) is not None


# ------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("spelt", "name"),
    [
        *(
            ("Crazyhouse", "crazyhouse"),
            ("crazyhouse", "crazyhouse"),
            ("Crazy House", "crazyhouse"),
        ),
        *(("King of the Hill", "king-of-the-hill"), ("kingOfTheHill", "king-of-the-hill")),
        *(("Three-check", "three-check"), ("3 Check", "three-check"), ("3check", "three-check")),
        *(("Racing Kings", "racing-kings"), ("racingKings", "racing-kings"), ("Horde", "horde")),
        *(("Antichess", "antichess"), ("Suicide chess", "suicide"), ("giveaway", "giveaway")),
        *(("Atomic", "atomic"), ("atomic chess", "atomic")),
    ],
)
def test_names_that_files_give(spelt: str, name: str) -> None:
    setup, complaint = setup_of_tags({"Variant": spelt})
    assert complaint is None
    assert setup is not None
    assert setup.text.startswith(f"variant {name} ")
    assert str(GAME.start_label(GAME.start(setup))) == named(name).label


def test_crazyhouse_that_starts_as_chess960_does() -> None:
    fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR[] w KQkq - 0 1"
    setup, complaint = setup_of_tags({"Variant": "Crazyhouse960", "FEN": fen})
    assert complaint is None
    assert setup == Setup(f"variant crazyhouse {fen.replace('KQkq', 'HFhf')}")
    assert tags_of_setup(setup) == {"Variant": "Crazyhouse960", "SetUp": "1", "FEN": fen}
    bare = setup_of_tags({"Variant": "Crazyhouse960"})[0]
    assert tags_of_setup(bare) == {"Variant": "Crazyhouse960"}


def test_a_start_of_its_own_is_written_as_a_fen() -> None:
    for name in ("horde", "racing-kings"):
        tags = tags_of_setup(Setup(f"variant {name}"))
        assert tags["FEN"] == chess.variant.find_variant(named(name).uci).starting_fen
    assert tags_of_setup(Setup("variant atomic")) == {"Variant": "Atomic"}


# ------------------------------------------------------------------------------------- FENs


@pytest.mark.parametrize(
    ("fen", "pockets"),
    [
        ("4k3/8/8/8/8/8/8/4K3[QNPqnp] w - - 0 1", "[QNPqnp]"),
        ("4k3/8/8/8/8/8/8/4K3/QNPqnp w - - 0 1", "[QNPqnp]"),
        ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "[]"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "[]"),
        ("4k3/8/8/8/8/8/8/4K3[ppPP] w - - 0 1", "[PPpp]"),
    ],
)
def test_pockets_of_a_fen(fen: str, pockets: str) -> None:
    setup, complaint = setup_of_tags({"Variant": "Crazyhouse", "FEN": fen, "SetUp": "1"})
    assert complaint is None
    assert setup == Setup(f"variant crazyhouse 4k3/8/8/8/8/8/8/4K3{pockets} w - - 0 1")


def test_promoted_pieces_stay_promoted() -> None:
    state = at("variant crazyhouse Q~3k3/8/8/8/8/8/8/4K2r[] b - - 0 1")
    assert GAME.position_text(state).startswith("Q~3k3/")
    state = at("variant crazyhouse Q~3k2r/8/8/8/8/8/8/4K3[] w k - 0 1")
    state = GAME.step(GAME.step(state, Move("a8b8")), Move("e8d7"))
    state = GAME.step(GAME.step(state, Move("b8h8")), Move("d7d6"))
    assert dict(GAME.counts(state)) == {"R@": 1}
    taken = GAME.step(at("variant crazyhouse 4k3/8/8/8/8/8/r7/Q~3K3[] b - - 0 1"), Move("a2a1"))
    assert dict(GAME.counts(taken)) == {"p@": 1}


@pytest.mark.parametrize("checks", ["+1+2", "2+1"])
def test_checks_of_a_fen(checks: str) -> None:
    board = "4k3/8/8/8/8/8/8/4K2Q w - -"
    fen = f"{board} 0 1 {checks}" if checks.startswith("+") else f"{board} {checks} 0 1"
    state = GAME.start(setup_of_tags({"Variant": "Three-check", "FEN": fen})[0])
    assert GAME.position_text(state) == f"{board} 2+1 0 1"
    tally = GAME.tally(state)
    assert tally is not None
    assert [str(one) for one in tally] == ["2 checks left", "1 check left"]


def test_a_pasted_fen_tells_crazyhouse_and_three_check() -> None:
    held = GAME.parse_setup("4k3/8/8/8/8/8/8/4K3[Qn] b - - 0 9")
    assert held == Setup("variant crazyhouse 4k3/8/8/8/8/8/8/4K3[Qn] b - - 0 9")
    tag = GAME.parse_setup('[FEN "4k3/8/8/8/8/8/8/4K3/Qn b - - 0 9"]')
    assert GAME.parse_setup("4k3/8/8/8/8/8/8/4K3[Qn]").text.endswith("[Qn] w - - 0 1")
    assert tag == held
    checks = GAME.parse_setup("4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1")
    assert checks == Setup("variant three-check 4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1")
    assert GAME.parse_setup("4k3/8/8/8/8/8/8/4K3/ w - - 0 1").text.startswith("4k3")
    assert GAME.parse_setup("variant 3check").text.startswith("variant three-check rnbqkbnr/")


@pytest.mark.parametrize(
    ("variant", "fen", "words"),
    [
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1", "“x” in the pockets (Qx)"),
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "“K” in the pockets (K)"),
        ("Atomic", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "which this variant doesn't have"),
        ("Atomic", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "not all of these kings and rooks"),
        ("Horde", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "Rank 7 (9) has 9 squares"),
    ],
)
def test_faults_of_a_fen_are_told(variant: str, fen: str, words: str) -> None:
    setup, complaint = setup_of_tags({"Variant": variant, "FEN": fen})
    assert words in str(complaint)
    state = GAME.start(setup)
    assert (state.board is None) == (variant == "Horde")
    unplayed = GAME.unplayed(state)
    if variant == "Horde":  # kept as it is written
        assert str(unplayed).startswith("Qipu can't read this position of Horde")
        assert tags_of_setup(setup) == {"Variant": "Horde", "SetUp": "1", "FEN": fen}


# ------------------------------------------------------------------------------------- ends


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        (
            "variant king-of-the-hill 4k3/8/8/8/8/4K3/8/8 w - - 0 1",
            "Ke4",
            "White's king has reached the centre: White wins.",
        ),
        (
            "variant three-check 4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1",
            "Qa8+",
            "White has given the last check and wins.",
        ),
        (
            "variant atomic 4k3/3r4/8/8/8/8/8/3RK3 w - - 0 1",
            "Rxd7",
            "Black's king has exploded: White wins.",
        ),
        (
            "variant horde 4k3/8/8/8/8/8/4P3/4r3 b - - 0 1",
            "Rxe2",
            "The horde has been captured: Black wins.",
        ),
        (
            "variant racing-kings 8/K7/8/8/8/8/7k/8 w - - 0 1",
            "Kb8",
            "White's king has reached the eighth rank and wins the race.",
        ),
        (
            "variant racing-kings 1K6/6k1/8/8/8/8/8/8 b - - 0 1",
            "Kg8",
            "Both kings have reached the eighth rank: the race is drawn.",
        ),
        (
            "variant antichess 8/8/8/8/8/8/p7/1R6 b - - 0 1",
            "axb1=K",
            "White has no pieces left and wins.",
        ),
        (
            "variant antichess 8/8/8/8/p7/8/P7/8 w - - 0 1",
            "a3",
            "Black has no legal move and wins.",
        ),
        (
            "variant suicide 8/8/8/8/p7/8/P7/8 w - - 0 1",
            "a3",
            "Black has no legal move, and both have as many pieces: a draw.",
        ),
    ],
)
def test_how_a_variant_ends(text: str, move: str, words: str) -> None:
    state = after(at(text), move)
    assert told(state) == words
    assert list(GAME.legal_moves(state)) == []
    assert str(GAME.violation(GAME.advance(state, Move("a1a2")))) == f"The game is over: {words}"


def test_mate_and_check_are_told_too() -> None:
    mated = ("f3", "e5", "g4", "Qh4#")
    assert told(after(GAME.start(Setup("variant crazyhouse")), *mated)) == "White is checkmated."
    # A pawn in the pocket stops the same mate.
    held = at(f"variant crazyhouse {chess.STARTING_BOARD_FEN}[P] w KQkq - 0 1")
    assert told(after(held, *mated[:3], "Qh4+")) == "White is in check."


def test_checks_are_counted_in_observations() -> None:
    state = after(GAME.start(Setup("variant three-check")), "e4", "f5", "Qh5+")
    assert "2 checks left for White, 3 checks left for Black." in told(state)


def test_kings_and_pawns_that_a_variant_allows_are_not_odd() -> None:
    assert told(GAME.start(Setup("variant horde"))) == ""
    assert told(at("variant antichess k7/8/8/8/8/8/KKK5/8 w - - 0 1")) == ""
    assert "Black has no king." in told(at("variant crazyhouse 8/8/8/8/8/8/8/4K3[] w - - 0 1"))


def test_a_position_of_crazyhouse_comes_again_after_captures() -> None:
    state = at("variant crazyhouse 3rk3/8/8/8/8/8/8/3RK3[Rr] w - - 0 1")
    circle = ("Rxd8+", "Kxd8", "Ke2", "Ke8", "Kf1", "Ke7", "Ke1", "Ke8", "R@d1", "R@d8")
    state = after(state, *circle)
    assert "This position has occurred 2 times." in told(state)
    assert "3 times: a draw can be claimed" in told(after(state, *circle))


# ------------------------------------------------------------------------------ broken rules


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        (POCKETS, "N@e2", "White has no knight in the pocket."),
        (POCKETS, "P@c2", "There is a piece on c2; drops go to free squares."),
        (POCKETS, "P@e8", "There is a piece on e8; drops go to free squares."),
        (POCKETS, "P@d8", "A pawn isn't dropped on the first or the last rank."),
        (POCKETS, "Q@e5", "White is in check, and the move doesn't end it."),
        (
            "variant antichess 8/8/8/3p4/4P3/8/8/R7 w - - 0 1",
            "Ra2",
            "White can capture, and so has to.",
        ),
        (
            "variant racing-kings 8/8/8/8/8/8/k7/3R3K w - - 0 1",
            "Ra1",
            "In Racing Kings no move may give check.",
        ),
        (
            "variant atomic 4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
            "Kxd2",
            "A king doesn't capture: he would explode.",
        ),
        (
            "variant atomic 4k3/8/8/8/8/8/3pK3/3R4 w - - 0 1",
            "Rxd2",
            "White's own king would explode.",
        ),
        (
            "variant king-of-the-hill 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=K",
            "A pawn becomes a queen, a rook, a bishop or a knight.",
        ),
        (
            "variant three-check 4k3/4r3/8/8/8/8/4N3/4K3 w - - 3+3 0 1",
            "Nc3",
            "The piece on e2 is pinned.",
        ),
    ],
)
def test_which_rule_a_move_breaks(text: str, move: str, words: str) -> None:
    assert problem(at(text), move) == words


def test_a_drop_against_the_rules_is_applied() -> None:
    state = GAME.step(at(POCKETS), Move("N@e4"))
    assert dict(GAME.pieces(state))["e4"] == "white-knight"
    assert dict(GAME.counts(state)) == {"Q@": 1, "P@": 2, "n@": 1}


def test_a_king_that_is_captured_against_the_rules_goes_to_no_pocket() -> None:
    state = GAME.step(at("variant crazyhouse 4k3/8/8/8/8/8/8/4R2K[N] w - - 0 1"), Move("e1e8"))
    assert dict(GAME.counts(state)) == {"N@": 1}
    assert GAME.setup_text(state) == "variant crazyhouse 4R3/8/8/8/8/8/8/7K[N] b - - 0 1"
    tags = tags_of_setup(Setup(GAME.setup_text(state)))
    assert setup_of_tags(tags) == (Setup(GAME.setup_text(state)), None)


# ------------------------------------------------------------------------------------ pockets


def test_pockets_are_squares_of_the_board() -> None:
    state = at(POCKETS)
    held = {place: kind for place, kind in GAME.pieces(state) if place.endswith("@")}
    assert held == {"Q@": "white-queen", "P@": "white-pawn", "n@": "black-knight"}
    assert dict(GAME.counts(state)) == {"Q@": 1, "P@": 2, "n@": 1}
    geometry = GAME.geometry_of(state)
    assert {place for place, _ in GAME.pieces(state)} <= set(geometry.squares)
    assert "P@" not in GAME.geometry_of(GAME.start(None)).squares
    assert GAME.geometry_of(state) is GAME.geometry_of(GAME.start(Setup("variant crazyhouse")))
    assert str(GAME.square_name(state, "n@")) == "Black's pocket, knight"
    assert str(GAME.square_name(state, "e4")) == "e4"


def test_a_drop_touches_the_pocket_of_its_side() -> None:
    white = at(POCKETS)
    assert GAME.touch_sequences(white, Move("Q@d2")) == (("Q@", "d2"),)
    state = after(white, "Q@d2")
    assert GAME.touched(state) == ("Q@", "d2")
    assert GAME.touch_sequences(state, Move("N@f3")) == (("n@", "f3"),)
    assert GAME.touched(after(state, "N@f3+")) == ("n@", "f3")
    assert GAME.read_moves(white, "q@d2") == GAME.read_moves(white, "Q@d2!") == [Move("Q@d2")]
    assert GAME.notation(after(white, "Q@d2"), "san-de") == "D@d2"
    pawn = after(white, "@d2")
    assert [GAME.notation(pawn, style) for style in ("san", "lan", "uci")] == ["P@d2"] * 3


def test_the_position_editor_fills_pockets() -> None:
    game = game_of("chess")
    assert isinstance(game, Holding)
    state = at(POCKETS)
    assert GAME.put("n@", "white-queen") == ("q@", "black-queen")
    assert GAME.put("P@", "black-king") == ("", "")
    assert GAME.put("e4", "black-king") == ("e4", "black-king")
    pieces, counts = dict(GAME.pieces(state)), dict(GAME.counts(state))
    assert GAME.compose(state, pieces, counts, 0) == Setup(POCKETS)
    pieces["r@"] = "black-rook"
    counts["P@"] = 5
    made = GAME.compose(state, pieces, counts, 1)
    assert dict(GAME.counts(GAME.start(made))) == {"Q@": 1, "P@": 5, "r@": 1, "n@": 1}
    assert GAME.rearranged(state, dict(GAME.pieces(state)), None) == Setup(POCKETS)


def test_material_counts_what_is_in_the_pockets() -> None:
    state = at("variant crazyhouse 4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1")
    assert GAME.material(state) == (("white-queen",), ())


def test_a_takeback_fills_the_pocket_again() -> None:
    state = GAME.step(after(at(POCKETS), "Q@d2"), Takeback(1))
    assert GAME.setup_text(state) == POCKETS


@pytest.mark.parametrize("name", NAMES)
def test_new_records_start_as_python_chess_does(name: str) -> None:
    start = next(one for one in GAME.starts if one.id == name)
    assert start.setup == setup_of(chess.variant.find_variant(named(name).uci)())
    assert str(start.name) == named(name).label
    assert setup_of_tags(tags_of_setup(start.setup)) == (start.setup, None)
