"""Captures, ko, suicide, moves on stones: everything is played, and what breaks a rule is said."""

from __future__ import annotations

import random

import pytest
from go_diagrams import board, drawn, play
from hypothesis import given
from hypothesis import strategies as st

from viewer.games.go.board import Position
from viewer.games.go.game import GAME
from viewer.games.go.setup import read_komi, rules_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

KO = """
.XO.
X.XO
.XO.
....
"""


def why(state: Position) -> str:
    found = GAME.violation(state)
    return "" if found is None else str(found)


def test_stones_without_liberties_are_taken() -> None:
    state = play(board(".XX. XOO. .XX."), "B db")
    assert drawn(state) == ".XX. X..X .XX."
    assert state.prisoners == GAME.prisoners(state) == (2, 0)
    assert why(state) == ""
    assert [str(one) for one in GAME.observations(state)] == ["Stones captured: 2."]


def test_several_chains_are_taken_at_once_and_save_the_stone() -> None:
    state = play(board("XO.OX .XOX. ..X.."), "B ca")
    assert drawn(state) == "X.X.X .X.X. ..X.."
    assert state.prisoners == (3, 0)


def test_ko_is_played_and_said() -> None:
    state = play(board(KO, "W"), "W bb")
    assert state.prisoners == (0, 1)
    assert GAME.observations(state)[-1].text() == "Ko: Black can't take back at C3."
    assert Move("B cb") not in GAME.legal_moves(state)
    assert GAME.read_moves(state, "C3") == []
    back = play(state, "B cb")
    assert why(back) == "Ko: C3 can't be taken back at once."
    assert drawn(back) == drawn(board(KO))
    later = play(state, "B ad", "W dd", "B cb")
    assert why(later) == ""


def test_taking_two_back_is_no_ko() -> None:
    state = play(board(".XOO XOO. XO.. .X..", "B"), "B ca")
    assert state.ko == 0


def test_a_ko_stays_over_remarks_and_goes_with_takebacks() -> None:
    taken = play(board(KO, "W"), "W bb")
    assert why(play(taken, Remark("x"), None, "B cb")) != ""
    assert why(play(taken, "B ad", Takeback(1), "B cb")) != ""
    assert why(play(taken, "B ad", Takeback(2), "W bb")) == ""


def test_suicide_takes_the_stones_off_and_is_said() -> None:
    state = play(board(".OX OOX XXX", "B"), "B aa")
    assert why(state) == ""  # takes, it is none
    state = play(board(".X. XX. ...", "W"), "W aa")
    assert drawn(state) == ".X. XX. ..."
    assert state.prisoners == (1, 0)
    assert why(state) == "Suicide: the stone on A3 has no liberty."
    assert Move("W aa") not in GAME.legal_moves(board(".X. XX. ...", "W"))


def test_rules_that_allow_suicide_of_several() -> None:
    diagram = "O.X XXX ..."
    one = play(board(diagram, "W"), "W ba")
    assert drawn(one) == "..X XXX ..."
    assert why(one) != ""
    assert why(play(board(diagram, "W", RU="NZ"), "W ba")) == ""
    assert Move("W ba") in GAME.legal_moves(board(diagram, "W", RU="NZ"))


def test_no_position_twice_where_the_rules_say_so() -> None:
    # Sending two, returning one.
    start = ".XO. X.XO .XO. ...."
    moves = ("W bb", "B dd", "W pass", "B cb")
    for rules, faulty in (("Chinese", False), ("AGA", True), ("Tromp-Taylor", True)):
        state = play(board(start, "W", RU=rules), *moves[:1], "B pass", "W pass", "B cb")
        assert bool(why(state)) == faulty, rules
        assert any("stood there" in str(one) for one in GAME.observations(state))


def test_a_stone_on_a_stone_takes_its_place() -> None:
    state = play(board("XO. ... ..."), "B ba")
    assert drawn(state) == "XX. ... ..."
    assert why(state) == "On B3 there is a white stone already."
    assert state.prisoners == (0, 0)
    assert why(play(board("XO. ... ..."), "B aa")) == "On A3 there is a black stone already."
    # Those around lose a liberty as with any stone.
    taken = play(board("OX. X.. ..."), "B ab", "W pass", "B ba")
    assert drawn(taken) == ".X. X.. ..."


def test_chains_without_liberties_stay_after_a_set_up() -> None:
    state = play(board("... ... ..."), Setup("B aa W ba ab"))
    assert drawn(state) == "XO. O.. ..."
    assert [str(one) for one in GAME.observations(state)] == ["Without liberties: A3."]
    assert drawn(play(state, "W cc")) == "XO. O.. ..O"
    assert drawn(play(state, "W bb")) == "XO. OO. ..."
    assert drawn(play(play(state, Setup("E ba")), "W ba")) == ".O. O.. ..."


def test_several_moves_in_a_row_are_played_and_said() -> None:
    state = play(board("... ... ..."), "B aa", "W ab", "W bb", "W cc")
    assert drawn(state) == "X.. OO. ..O"
    assert why(state) == ""
    assert state.side == 0

    def told(position: Position) -> bool:
        return any("turn" in str(one) for one in GAME.observations(position))

    assert told(state)
    # Where nobody has said whose turn it is, either side may begin.
    assert not told(play(board("... ... ..."), "W aa"))
    assert told(play(board("... ... ...", "B"), "W aa"))
    assert not told(play(state, Setup("E cc"), "W cc"))
    # Handicap stones may be written as moves.
    assert not told(play(board("... ... ..."), "B aa", "B cc", "B bb"))


def test_passes() -> None:
    state = play(board("... ... ..."), "B pass", "W pass")
    assert (state.ply, state.side, why(state)) == (2, 0, "")
    assert [str(one) for one in GAME.observations(state)] == ["Both sides passed."]
    assert GAME.pass_move(state) == Move("B pass")
    assert GAME.touches(Move("B pass")) == ()
    assert GAME.touches(Move("B pd")) == ("pd",)


def test_moves_that_no_board_has() -> None:
    state = play(board("... ... ..."), "B dd")
    assert (state.ply, state.side) == (1, 1)
    assert why(state) == "The point is beyond the edge of the board."
    assert GAME.notation(state, "a1") == "B dd"
    for text in ("", "B", "B d", "X aa", "aa", "B aaa", "Baa"):
        odd = play(board("... ... ..."), text)
        assert why(odd) == str(f"No move could be read from “{text}”.")
        assert odd.ply == 1


def test_atari_is_told() -> None:
    state = play(board(".X. XOX ... ..."), "B aa", Setup("PL W"), "W bc")
    assert GAME.observations(state) == []
    state = play(board(".X. XO. ... ..."), "B cb")
    assert [str(one) for one in GAME.observations(state)] == ["White's stone on B3 is in atari."]
    state = play(board(".XX. XOO. .XX. ...."), "B ad")
    assert GAME.observations(state) == []
    state = play(board(".XX. XO.. .XX. ....", "W"), "W cb")
    assert "White's 2 stones around C3 are in atari." in map(str, GAME.observations(state))


# -------------------------------------------------------------------------- against the long way


def naive(
    stones: dict[tuple[int, int], str], size: tuple[int, int], at: tuple[int, int], sign: str
) -> int:
    """Play by the letter of the rules; how many stones went off."""
    width, height = size

    def near(point: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = point
        ways = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [(a, b) for a, b in ways if 0 <= a < width and 0 <= b < height]

    def dead(point: tuple[int, int]) -> set[tuple[int, int]]:
        group, more = {point}, [point]
        while more:
            for beside in near(more.pop()):
                if beside not in stones:
                    return set()
                if stones[beside] == stones[point] and beside not in group:
                    group.add(beside)
                    more.append(beside)
        return group

    stones[at] = sign
    gone = {
        one
        for beside in near(at)
        if beside in stones and stones[beside] != sign
        for one in dead(beside)
    }
    for one in gone:
        del stones[one]
    own = dead(at)
    for one in own:
        del stones[one]
    return len(gone) + len(own)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 10_000))
def test_every_move_does_what_the_rules_say(width: int, height: int, seed: int) -> None:
    chance = random.Random(seed)
    state = GAME.start(Setup(f"{width}x{height}"))
    stones: dict[tuple[int, int], str] = {}
    for _ in range(4 * width * height):
        at = chance.randrange(width), chance.randrange(height)
        sign = chance.choice("BW")
        place = "abcdefg"[at[0]] + "abcdefg"[at[1]]
        before = sum(state.prisoners)
        state = GAME.step(state, Move(f"{sign} {place}"))
        gone = naive(stones, (width, height), at, sign)
        assert dict(GAME.pieces(state)) == {
            "abcdefg"[x] + "abcdefg"[y]: {"B": "black", "W": "white"}[stone]
            for (x, y), stone in stones.items()
        }
        assert sum(state.prisoners) - before == gone == len(state.taken)
        legal = GAME.legal_moves(state)
        for point in state.grid.points:
            move = state.grid.move(state.side + 1, point)
            assert (move in legal) == (GAME.violation(GAME.step(state, move)) is None)


PLACES = st.sampled_from(("aa", "ab", "ba", "bb", "cc", "ss", "AA", "zz"))
ACTIONS: st.SearchStrategy[Action | None] = st.one_of(
    st.builds(lambda sign, place: Move(f"{sign} {place}"), st.sampled_from("BW"), PLACES),
    st.builds(Move, st.text("BW abpass", max_size=7)),
    st.builds(Setup, st.text("BWEPL abx0123456789", max_size=24)),
    st.builds(Takeback, st.integers(-3, 9)),
    st.builds(Written, st.text(max_size=3)),
    st.builds(Terminal, st.text(max_size=3)),
    st.builds(Remark, st.text(max_size=3)),
    st.none(),
)


@given(st.text("BWEPL abx0123456789", max_size=24), st.lists(ACTIONS, max_size=30))
def test_nothing_that_a_record_brings_raises(start: str, actions: list[Action | None]) -> None:
    state = GAME.start(Setup(start))
    for action in actions:
        state = GAME.step(state, action)
        GAME.violation(state)
        GAME.observations(state)
        GAME.score(state, frozenset({"aa", "?"}), ("bb", ""))
        GAME.toggle_dead(state, frozenset({"aa"}), "ab")
        geometry = GAME.geometry_of(state)
        assert {place for place, _ in GAME.pieces(state)} <= set(geometry.squares)
        for style in GAME.notations:
            GAME.notation(state, style.id)


# ---------------------------------------------------------------------------- the record's rules


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("6.5", 6.5),
        ("6,5", 6.5),
        ("0", 0.0),
        ("-5.5", -5.5),
        ("7", 7.0),
        ("375", 7.5),  # hundredths of Chinese stones
        ("3.75", 7.5),
        ("750", 7.5),
        ("650", 6.5),
        ("325", 6.5),
        ("50", 0.5),
        (" 6.5 points", 6.5),
        ("", None),
        ("none", None),
    ],
)
def test_komi_as_servers_write_it(text: str, komi: float | None) -> None:
    assert read_komi(text) == komi


def test_rules_by_their_names_and_properties() -> None:
    def of(**headers: str) -> tuple[str, float, int]:
        rules = rules_of(Header(key.replace("_", "."), value) for key, value in headers.items())
        return rules.scoring, rules.komi_for(rules.handicap), rules.handicap

    assert of() == ("area", 7.5, 0)
    assert of(RU="Japanese") == ("territory", 6.5, 0)
    assert of(RU="japanese", KM="5.5", HA="0") == ("territory", 5.5, 0)
    assert of(RU="AGA", HA="4") == ("area", 0.5, 4)
    assert of(info_rules_scoring="territory", info_rules_komi="6.5") == ("territory", 6.5, 0)
    assert of(info_rules_type="Korean") == ("territory", 6.5, 0)
    assert of(HA="7.5", KM="") == ("area", 0.5, 7)
    assert of(HA="x" * 9, KM="?") == ("area", 7.5, 0)
    assert of(HA="9" * 9) == ("area", 7.5, 0)


def test_the_rules_of_a_record_are_those_of_its_headers_now() -> None:
    root = Node(0, None, Setup("19"))
    record = Record("go", root, (Header("RU", "Japanese"),))
    kept = States(GAME, record)
    before = kept.at(root)
    assert isinstance(before, Position)
    assert before.rules.scoring == "territory"
    assert kept.at(root) is before
    record.headers = (Header("RU", "Chinese"),)
    after = kept.at(root)
    assert isinstance(after, Position)
    assert after.rules.scoring == "area"
