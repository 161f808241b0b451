"""Twixt: pegs, explicit links, rulesets, swaps, draws, what breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from viewer.games.twixt.board import Position
from viewer.games.twixt.game import GAME
from viewer.games.twixt.setup import STANDARD, rules_of
from viewer.tree.action import Move, Setup, Takeback
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# 1.D4 2.J9 3.E6 (D4-E6) 4.L10 (J9-L10): the example of the game-tree format.
EXAMPLE = ["1 d4", "2 j9", "1 e6", "2 l10"]


def after(moves: Iterable[str], setup: str = "24") -> Position:
    state = GAME.start(Setup(setup))
    for move in moves:
        state = GAME.step(state, Move(move))
    return state


def pegs(state: Position) -> dict[str, str]:
    return dict(GAME.pieces(state))


def links(state: Position) -> set[str]:
    return {"/".join(one.ends) for one in GAME.links(state) if not one.gone}


def gone(state: Position) -> set[str]:
    return {"/".join(one.ends) for one in GAME.links(state) if one.gone}


def said(state: Position) -> list[str]:
    return [str(one) for one in GAME.observations(state)]


def test_links_are_made_by_themselves() -> None:
    state = after(EXAMPLE)
    assert links(state) == {"e6/d4", "l10/j9"}
    assert pegs(state)["l10"] == "horizontal"
    assert {one.kind for one in GAME.links(state)} == {"vertical", "horizontal"}
    assert GAME.violation(state) is None


def test_a_long_move_makes_only_the_links_it_names() -> None:
    state = after([*EXAMPLE, "1 f4 -e6/d4 +e6/f4"])
    assert links(state) == {"e6/f4", "l10/j9"}
    assert gone(state) == {"e6/d4"}
    assert GAME.violation(state) is None
    assert said(state) == ["Links taken away: e6/d4."]
    # What was taken away is shown at its move only.
    assert gone(GAME.step(state, Move("2 m12"))) == set()


def test_with_auto_the_others_come_too() -> None:
    state = after([*EXAMPLE, "1 g5 -e6/d4 auto"])
    assert links(state) == {"e6/g5", "l10/j9"}
    assert gone(state) == {"e6/d4"}
    assert GAME.violation(state) is None


def test_a_move_may_make_no_link_and_it_is_told() -> None:
    state = after([*EXAMPLE[:2], "1 e6 none"])
    assert links(state) == set()
    assert said(state) == ["The link e6/d4 wasn't made."]
    state = GAME.step(state, Move("2 l10 -l10/j9"))
    assert links(state) == set()
    assert str(GAME.violation(state)) == "There is no link l10/j9 to take away."
    # It may be made on a later turn.
    state = GAME.step(state, Move("1 f20 +e6/d4"))
    assert links(state) == {"e6/d4"}
    assert GAME.violation(state) is None


def test_a_blocked_link_is_explained() -> None:
    state = after(["1 d4", "2 d5", "1 k20", "2 f4", "1 e6"])
    assert links(state) == {"d5/f4"}
    assert said(state) == ["The link e6/d4 is blocked: d5/f4 crosses it."]
    assert GAME.violation(state) is None
    state = GAME.step(state, Move("1 e8 +e6/d4"))
    assert str(GAME.violation(state)) == "The link e6/d4 is blocked: d5/f4 crosses it."
    assert "e6/d4" in links(state)  # as the record has it


def test_own_links_cross_only_under_pp() -> None:
    moves = ["1 d4", "2 t20", "1 e6", "2 t18", "1 d5", "2 t16", "1 f4"]
    assert "d5/f4" not in links(after(moves))
    assert {"e6/d4", "d5/f4"} <= links(after(moves, "24 PP"))
    assert "24 PP" in GAME.setup_text(after([], "24 PP"))
    assert GAME.position_text(after([], "24 PP")) == "24"
    state = after([*EXAMPLE, "1 f20 -e6/d4"], "24 PP")
    assert str(GAME.violation(state)) == "Under PP no link is taken away."
    assert gone(state) == {"e6/d4"}


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (["1 d4", "2 d4"], "On d4 there is a vertical peg already."),
        (["1 a5"], "a5 is in the border line of Horizontal."),
        (["2 e1"], "e1 is in the border line of Vertical."),
        (["1 a1"], "There is no hole: it is beyond the edge of the board, or a corner."),
        (["1 zz99"], "There is no hole: it is beyond the edge of the board, or a corner."),
        (["1 d4 +e6/e5"], "“e6/e5” is no link of two holes a knight's move apart."),
        (["1 d4 +a1/?3"], "“a1/?3” is no link of two holes a knight's move apart."),
        (["1 d4 +junk"], "“junk” is no link of two holes a knight's move apart."),
        (["1 d4 +e6/d4"], "For the link e6/d4 two pegs of one side are missing."),
        (["1 d4", "2 e6 +e6/d4"], "For the link e6/d4 two pegs of one side are missing."),
        ([*EXAMPLE, "2 t9 -e6/d4"], "e6/d4 is no link of Horizontal's."),
        ([*EXAMPLE, "1 t9 +e6/d4"], "The link e6/d4 is there already."),
        (["1 d4 what"], "“what” says nothing about links."),
        (["3 d4"], "No move could be read from “3 d4”."),
        (["2 swap-pieces"], "A swap is the answer to the first peg."),
        (["1 d4", "2 swap-pieces", "1 swap-sides"], "There was a swap already."),
        (["1 d4", "1 swap-sides"], "The first peg is Vertical's own: the other side may swap."),
        (["1 d4", "2 accept-draw"], "No draw was offered."),
    ],
)
def test_what_breaks_a_rule(moves: list[str], why: str) -> None:
    state = after(moves)
    assert str(GAME.violation(state)) == why
    assert state.ply == len(moves)


def test_border_lines_of_ones_own_are_allowed() -> None:
    assert GAME.violation(after(["1 b1"])) is None
    assert GAME.violation(after(["2 a2"])) is None
    free = {GAME.touches(move)[0] for move in GAME.legal_moves(after([], "5"))}
    assert free == {f"{column}{row}" for column in "bcd" for row in range(1, 6)}


def test_swapped_pieces_are_reflected_and_recoloured() -> None:
    state = after(["1 e3", "2 swap-pieces"])
    assert pegs(state) == {"c5": "horizontal"}
    assert GAME.touched(state) == ("c5",)
    assert GAME.violation(state) is None
    assert state.side == 0
    assert pegs(GAME.step(state, Takeback(1))) == {"e3": "vertical"}


def test_swapped_sides_leave_the_peg() -> None:
    state = after(["1 e3", "2 swap-sides"])
    assert pegs(state) == {"e3": "vertical"}
    assert (state.side, GAME.violation(state)) == (1, None)


def test_all_links_are_reflected_where_a_record_swaps_late() -> None:
    state = after([*EXAMPLE, "1 swap-pieces"])
    assert pegs(state) == {
        "d4": "horizontal",
        "f5": "horizontal",
        "i10": "vertical",
        "j12": "vertical",
    }
    assert links(state) == {"f5/d4", "j12/i10"}
    assert GAME.violation(state) is not None


def test_swap_is_no_part_of_3m_nor_of_games_without_pie() -> None:
    assert str(GAME.violation(after(["1 d4", "2 swap-pieces"], "24 3M"))) == (
        "This game is played without swap."
    )
    assert rules_of((Header("pie", "N"),)).swap is False


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ((), "STD"),
        ((Header("RU", "PP"),), "PP"),
        ((Header("RU", "pp (paper and pencil)"),), "PP"),
        ((Header("RU", "3M"),), "3M"),
        ((Header("ruleset", "PP"),), "PP"),
        ((Header("SO", "https://www.littlegolem.net"),), "PP"),
        ((Header("SO", "http://www.littlegolem.com"), Header("RU", "STD")), "STD"),
        ((Header("RU", "whatever"),), "STD"),
    ],
)
def test_the_ruleset_of_a_record(headers: tuple[Header, ...], name: str) -> None:
    assert rules_of(headers).name == name
    assert GAME.start_of(Record("twixt", Node(0, None, None), headers)).rules.name == name


def test_what_the_set_up_says_of_rules_goes_first() -> None:
    record = Record("twixt", Node(0, None, Setup("12 3M")), (Header("RU", "PP"),))
    assert GAME.start_of(record).rules == rules_of((Header("RU", "3M"),))._replace(explicit=True)
    assert GAME.start(None).rules == STANDARD


def test_draws_are_offered_and_agreed() -> None:
    state = after(["1 d4", "2 q9 propose-draw"])
    assert GAME.violation(state) is None
    assert said(state) == ["Horizontal offers a draw."]
    assert next(call.id for call in GAME.declarations(state)) == "accept-draw"
    state = GAME.step(state, Move("1 accept-draw"))
    assert GAME.violation(state) is None
    assert said(state) == ["Vertical agreed to a draw."]
    for word in ("draw", "1 propose-draw", "1 resign", "1 forfeit", "1 pass"):
        assert GAME.violation(after([word])) is None
        assert len(said(after([word]))) == 1


def test_calls_are_moves_that_break_no_rule() -> None:
    for state in (after([]), after(["1 d4"]), after(["1 d4", "2 q9 propose-draw"])):
        for call in GAME.declarations(state):
            assert GAME.violation(GAME.step(state, call.move)) is None
    assert GAME.declarations(after(["1 d4"]))[0].square == "d4"


# ------------------------------------------------------------------------- links by hand


def by_hand(state: Position, move: str, *ends: tuple[str, str]) -> str:
    found: Move | None = Move(move)
    for each in ends:
        assert found is not None
        found = GAME.with_link(state, found, each)
    assert found is not None
    return found.text


def test_links_by_hand_become_part_of_the_move() -> None:
    state = after(EXAMPLE)
    # One that is there is taken away, the new ones still come by themselves; again: it stays.
    assert by_hand(state, "1 g5", ("e6", "d4")) == "1 g5 -e6/d4 auto"
    assert by_hand(state, "1 g5", ("d4", "e6"), ("e6", "d4")) == "1 g5"
    # One that would come by itself is left out: the others are named.
    assert by_hand(state, "1 g5", ("g5", "e6")) == "1 g5 none"
    both = after([*EXAMPLE, "1 h7", "2 t9"])
    assert links(GAME.step(both, Move("1 f8"))) >= {"f8/e6", "f8/h7"}
    move = by_hand(both, "1 f8", ("f8", "e6"))
    assert move == "1 f8 +f8/h7"
    assert "f8/e6" not in links(GAME.step(both, Move(move)))
    assert GAME.violation(GAME.step(both, Move(move))) is None
    # One that wasn't made before is made now.
    state = after([*EXAMPLE[:2], "1 e6 none", "2 l10"])
    assert by_hand(state, "1 t9", ("e6", "d4")) == "1 t9 +e6/d4 auto"


def test_what_can_be_no_link_by_hand() -> None:
    state = after(EXAMPLE)
    for ends in (("a1", "b3"), ("d4", "d5"), ("zz1", "?"), ("d4", "d4")):
        assert GAME.with_link(state, Move("1 g5"), ends) is None
    assert GAME.with_link(state, Move("1 resign"), ("e6", "d4")) is None


# ------------------------------------------------------------------------------- positions


def test_links_of_a_set_up_come_by_themselves_unless_it_names_them() -> None:
    assert links(GAME.start(Setup("24 B d4 e6"))) == {"e6/d4"}
    assert links(GAME.start(Setup("24 B d4 e6 L"))) == set()
    assert links(GAME.start(Setup("24 B d4 e6 f4 L e6/f4"))) == {"e6/f4"}
    # Links that can't be, are left out.
    assert links(GAME.start(Setup("24 B d4 W e6 L e6/d4 x9/w7 junk"))) == set()


def test_positions_keep_their_links() -> None:
    state = after([*EXAMPLE, "1 f4 -e6/d4 +e6/f4"])
    text = GAME.setup_text(state)
    assert text == "24 B d4 f4 e6 W j9 l10 L e6/f4 l10/j9"
    assert links(GAME.start(Setup(text))) == links(state)
    assert GAME.parse_setup(text) == Setup(text)
    assert GAME.setup_text(after(EXAMPLE)) == "24 B d4 e6 W j9 l10"


def test_pegs_come_and_go_in_mid_game() -> None:
    state = GAME.step(after(EXAMPLE), Setup("B f8 W t9 E l10 PL W"))
    assert links(state) == {"e6/d4", "f8/e6"}
    assert pegs(state)["t9"] == "horizontal"
    assert "l10" not in pegs(state)
    assert state.side == 1
    assert GAME.violation(state) is None
    state = GAME.step(after(EXAMPLE), Setup("B f8 L"))
    assert links(state) == {"e6/d4", "l10/j9"}
    assert str(GAME.violation(GAME.step(state, Setup("B a1")))) == "“a1” is no hole of the board."
    assert str(GAME.violation(GAME.step(state, Setup("L e6/e5")))) == (
        "“e6/e5” is no link of two holes a knight's move apart."
    )
    other = GAME.step(state, Setup("12 B d4"))
    assert (pegs(other), links(other)) == ({"d4": "vertical"}, set())


def test_a_peg_on_another_takes_its_place_and_its_links_go() -> None:
    state = after([*EXAMPLE, "2 e6"])
    assert pegs(state)["e6"] == "horizontal"
    assert links(state) == {"l10/j9"}


def test_the_editor_keeps_links_of_pegs_that_stay() -> None:
    state = after([*EXAMPLE, "1 f4 -e6/d4 +e6/f4"])
    kept = {**pegs(state), "g6": "vertical", "a1": "vertical", "x9": "?"}
    del kept["j9"]
    setup = GAME.compose(state, kept, {}, 1)
    made = GAME.start(setup)
    assert links(made) == {"e6/f4", "g6/f4"}
    assert made.side == 1
    assert set(pegs(made)) == {"d4", "f4", "e6", "g6", "l10"}


@pytest.mark.parametrize("text", ["", "4", "257", "24 B a1", "24 L e6/e5", "24 Q", "?!"])
def test_a_bad_set_up_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        GAME.parse_setup(text)


def test_boards_of_any_size() -> None:
    for text, holes in (("5", 21), ("256", 256 * 256 - 4), ("30x24", 716)):
        assert len(GAME.geometry_of(GAME.start(Setup(text))).squares) == holes
