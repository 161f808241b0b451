"""Counts of go by several rules, why they differ, and what records say of results, rules and handicaps."""

from __future__ import annotations

import random

import pytest
from go_diagrams import board, named, play, setup_of

from viewer.games.capabilities import Counted
from viewer.games.counting import contradiction, counts_at, fitting
from viewer.games.go.board import Position
from viewer.games.go.counts import BOOK
from viewer.games.go.game import GAME
from viewer.games.judge import judge, judge_apart
from viewer.games.states import States
from viewer.tree.action import Action, Move, Setup
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

NONE: frozenset[str] = frozenset()
DIVIDED = "..XO. ..XO. ..XO. ..XO. ..XO."


def results(
    state: Position, dead: frozenset[str] = NONE, neutral: frozenset[str] = NONE
) -> dict[str, str]:
    """The result by the rules that are named in it."""
    return {
        name: one.score.result
        for one in BOOK.counts(state, dead, neutral)
        for name in str(one.rules).split(", ")
    }


def reasons(state: Position, rules: str, neutral: frozenset[str] = NONE) -> list[str]:
    """Why the count by some rules isn't that of the record's."""
    (one,) = [
        one for one in BOOK.counts(state, NONE, neutral) if rules in str(one.rules).split(", ")
    ]
    return [str(reason) for reason in one.why]


def record_of(
    start: Setup, actions: list[Action | None], marks: tuple[Mark, ...] = (), **headers: str
) -> Record:
    root = last = Node(0, None, start)
    nodes = {0: root}
    for number, action in enumerate(actions, 1):
        node = Node(number, last, action)
        last.children = (node,)
        nodes[number] = last = node
    if marks:
        last.notes = {MARKS: marks}
    return Record("go", root, tuple(Header(*one) for one in headers.items()), nodes=nodes)


def found_in(record: Record, result: str = "", *, apart: bool = False) -> list[Diagnostic]:
    job = judge_apart(record, result) if apart else judge(GAME, record, result)
    return [one for step in job for one in step.result or ()]


def codes(record: Record, result: str = "") -> list[str]:
    return [one.code for one in found_in(record, result)]


def moves(*texts: str) -> list[Action | None]:
    return [Move(text) for text in texts]


# ------------------------------------------------------------------------------- why counts differ


def test_handicap_stones_are_given_back_by_some() -> None:
    state = board(DIVIDED, RU="Japanese", HA="3", KM="0.5")
    assert results(state) == {
        **{"Japanese": "B+4.5", "Chinese": "B+1.5", "American (AGA)": "B+2.5"},
        **{"New Zealand": "B+4.5", "Ing (GOE)": "B+4.5"},
    }
    assert reasons(state, "Chinese") == ["For 3 handicap stones White gets 3 points."]
    assert reasons(state, "American (AGA)") == ["For 3 handicap stones White gets 2 points."]
    assert reasons(state, "New Zealand") == []
    chinese = board(DIVIDED, RU="Chinese", HA="3", KM="0.5")
    assert reasons(chinese, "Japanese") == ["White gets nothing for 3 handicap stones."]


def test_the_last_move_by_black_is_a_point_by_area() -> None:
    start = board(DIVIDED, RU="Japanese", KM="0.5")
    even = play(start, "B aa", "W ea", "B pass", "W pass")
    assert len(set(results(even).values())) == 1
    odd = play(start, "B aa", "W ea", "B ab", "W pass", "B pass")
    assert results(odd)["Japanese"] == "B+3.5"
    assert results(odd)["Chinese"] == results(odd)["American (AGA)"] == "B+4.5"
    put = "Stones on the board count, and prisoners don't: Black has put 7 stones, White 6."
    assert reasons(odd, "Chinese") == [put, "Black also made the last move."]
    passed = "Pass stones: Black has given 1, White 1."
    assert reasons(odd, "American (AGA)") == [put, "Black also made the last move.", passed]
    back = "Prisoners count, and stones on the board don't: Black has put 7 stones, White 6."
    chinese = play(board(DIVIDED, RU="Chinese", KM="0.5"), "B aa", "W ea", "B ab")
    assert reasons(chinese, "Japanese") == [back, "Black also made the last move."]


def test_a_seki_has_no_territory() -> None:
    """Japanese rules of 1989, Article 8: stones with neutral points beside them are in a seki."""
    state = board("X.XO. XXXO. ..... OOOXX .OXX.", RU="Japanese", KM="0")
    assert results(state)["Japanese"] == "B+1"
    assert results(state, NONE, named(state, "B5"))["Japanese"] == "0"
    assert results(state, NONE, named(state, "B5", "E1"))["Japanese"] == "W+1"


def test_points_in_a_seki_and_neutral_points_are_named() -> None:
    state = board("X.XO. XXXO. .XXOO .XX.O .XX.O", RU="Japanese", KM="0")
    seki = named(state, "B5")
    assert reasons(state, "Chinese", seki)[1] == "Points in a seki count: Black 1, White 0."
    chinese = board("X.XO. XXXO. .XXOO .XX.O .XX.O", RU="Chinese", KM="0")
    assert "Points in a seki don't count: Black 1, White 0." in reasons(chinese, "Japanese", seki)
    assert reasons(chinese, "Japanese", seki)[-1] == (
        "Neutral points (dame) that aren't filled: 2. By area each is a point for who fills it."
    )
    # By area an eye in a seki is a point, whatever was marked.
    assert GAME.score(chinese, NONE, seki) == GAME.score(chinese, NONE)


def test_a_komi_that_is_not_given_is_each_rules_own() -> None:
    state = board(DIVIDED, RU="Japanese")
    assert results(state)["Chinese"] == "W+2.5"
    assert reasons(state, "Chinese") == ["The record gives no komi: it is 7.5 there."]


def test_area_and_territory_differ_by_the_stones_put() -> None:
    """The appendix of the AGA's rules, on random games: with pass stones both counts are equal."""
    chance = random.Random(5)
    for _ in range(60):
        state = board("..... ..... ..... ..... .....", RU="Japanese", KM="0")
        put = [0, 0]
        for _ in range(chance.randrange(10, 40)):
            legal = GAME.legal_moves(state)
            if legal and chance.random() > 0.2:
                put[state.side] += 1
                state = GAME.step(state, chance.choice(legal))
            else:
                state = GAME.step(state, GAME.pass_move(state))
        dead = frozenset(square for square, _ in GAME.pieces(state) if chance.random() < 0.2)
        score = {
            str(one.rules).split(", ")[0]: one.score.totals for one in BOOK.counts(state, dead)
        }
        lead = {name: first - second for name, (first, second) in score.items()}
        other = lead.get("Chinese", lead["Japanese"])
        assert other - lead["Japanese"] == put[0] - put[1]


# ------------------------------------------------------------- results that are by other rules


def territory(state: Position, dead: frozenset[str] = NONE) -> tuple[Mark, ...]:
    owners = GAME.score(state, dead).owners
    return tuple(
        Mark("territory", (square,), ("black", "white")[side]) for square, side in owners.items()
    )


LINE = ("B aa", "W ea", "B ab", "W pass", "B pass")


@pytest.mark.parametrize("apart", [False, True])
def test_a_result_by_other_rules_is_told(apart: bool) -> None:
    state = play(board(DIVIDED, RU="Japanese", KM="0.5"), *LINE)
    record = record_of(setup_of(DIVIDED), moves(*LINE), territory(state), RU="Japanese", KM="0.5")
    assert found_in(record, "B+3.5", apart=apart) == []
    (one,) = found_in(record, "B+4.5", apart=apart)
    assert (one.code, one.node) == ("go.result-by-other-rules", 5)
    assert str(one.message) == (
        "The result B+4.5 is the count by other rules (Chinese, New Zealand, Ing (GOE)): by the record's"
        " (Japanese) it is B+3.5. Stones on the board count, and prisoners don't: Black has put 7 stones,"
        " White 6. Black also made the last move."
    )


@pytest.mark.parametrize(
    "result", ["", "?", "B+R", "W+", "Void", "B+9.5", "B+", "0", "B+1e3", "B+²"]
)
def test_other_results_are_left_alone(result: str) -> None:
    state = play(board(DIVIDED, RU="Japanese", KM="0.5"), *LINE)
    record = record_of(setup_of(DIVIDED), moves(*LINE), territory(state), RU="Japanese", KM="0.5")
    assert found_in(record, result) == []


def test_without_marks_or_known_rules_nothing_is_told() -> None:
    state = play(board(DIVIDED, RU="Japanese", KM="0.5"), *LINE)
    bare = record_of(setup_of(DIVIDED), moves(*LINE), RU="Japanese", KM="0.5")
    assert codes(bare, "B+4.5") == []
    nameless = record_of(setup_of(DIVIDED), moves(*LINE), territory(state), KM="0.5")
    assert codes(nameless, "B+3.5") == []


def test_a_chinese_margin_in_stones() -> None:
    state = board(DIVIDED, RU="Chinese", KM="7.5")
    found = BOOK.counts(state, NONE)
    assert isinstance(GAME, Counted)
    fits = fitting(GAME, found, "W+1.25")  # a quarter of a stone and one: 2.5 points
    assert fits is found[0]
    assert contradiction(GAME, found, "W+1.25") is None


def test_marks_tell_dead_stones_and_sekis() -> None:
    state = board("..XO. .OXO. ..XO. ..XOX ..XO.", RU="Japanese", KM="0")
    dead = named(state, "B4", "E2")
    owners = dict(GAME.score(state, dead).owners)
    assert BOOK.as_marked(state, owners) == (dead, NONE)
    record = record_of(
        setup_of("..XO. .OXO. ..XO. ..XOX ..XO."),
        moves("B pass"),
        territory(state, dead),
        RU="Japanese",
    )
    states = States(GAME, record)
    (own, *_) = counts_at(states, record.node(1), guess=False)
    assert own.score.dead == dead
    # White's points aren't marked: a seki.
    plain = board(DIVIDED, RU="Japanese", KM="0")
    marked = {square: side for square, side in GAME.score(plain, NONE).owners.items() if side == 0}
    none, neutral = BOOK.as_marked(plain, marked)
    assert none == NONE
    assert GAME.score(plain, NONE, neutral).totals == (10, 0)


# ------------------------------------------------------------------------------ rules and handicaps


def test_rules_that_nobody_knows_are_told_and_the_rest_is_judged() -> None:
    record = record_of(Setup("19"), moves("B dd", "W dd"), RU="Stone Age", KM="6.5")
    unknown = [one for one in found_in(record) if one.code == "go.unknown-rules"]
    assert [one.node for one in unknown] == [0]
    assert str(unknown[0].message) == (
        "The rules “Stone Age” aren't known: moves are judged by a simple ko and without suicide,"
        " counts are by area."
    )
    assert "go.illegal-move" in codes(record)
    for known in ("Japanese", "jp", "Chinese", "中国规则", "한국", "bga", "Ing Goe", " ", ""):
        assert codes(record_of(Setup("19"), moves("B dd"), RU=known)) == []


@pytest.mark.parametrize(
    ("start", "line", "handicap", "told"),
    [
        ("19 B dd pp", ("W dp",), "2", 0),
        ("19 B dd pp", ("W dp",), "4", 2),
        ("19", ("B dd", "W pass", "B pp", "W dp"), "2", 0),  # as in New Zealand
        ("19", ("B dd", "B pp", "B dp", "W pd"), "3", 0),
        ("19", ("B dd", "W pp"), "4", 1),
        ("19", ("B dd",), "4", 0),  # White hasn't begun
        ("19 B dd W pp", ("W dp",), "4", 0),  # a position
        ("19", ("B dd", "W pp"), "1", 0),
        ("19", ("B dd", "W pp"), "many", 0),
    ],
)
def test_a_handicap_that_is_not_on_the_board(
    start: str, line: tuple[str, ...], handicap: str, told: int
) -> None:
    record = record_of(Setup(start), moves(*line), HA=handicap)
    found = [one for one in found_in(record) if one.code == "go.handicap"]
    assert len(found) == bool(told)
    if told:
        assert str(found[0].message) == (
            f"The handicap is given as {handicap} stones, and when White begins there are {told}."
        )


# ----------------------------------------------------------- examples of rule books, with their sources

FIVE = (
    *(
        "B bd",
        "W cc",
        "B cd",
        "W dd",
        "B bc",
        "W cb",
        "B de",
        "W ed",
        "B bb",
        "W ba",
        "B ce",
        "W eb",
    ),
    *("B ab", "W ca", "B ad", "W aa", "B ee"),
)
JIGO = (
    *FIVE[:11],
    *(
        "W ab",
        "B ac",
        "W ae",
        "B da",
        "W ca",
        "B db",
        "W dc",
        "B eb",
        "W ec",
        "B ee",
        "W ea",
        "B db",
    ),
    *("W ad", "B aa", "W pass", "B pass"),
)
BOOKS = [
    # source, diagram, line, rules, dead, neutral, points of Black and White without komi
    ("Tromp, introductory game on 5 lines: 12 to 13", "5", FIVE, "NZ", (), (), (12, 13)),
    ("Tromp, the same game's jigo: 11 to 11", "5", JIGO, "NZ", (), (), (11, 11)),
    ("New Zealand, definition of territory", "X.O X.O X.O", (), "NZ", (), (), (3, 3)),
    ("New Zealand, the same with an eye", ".XO XXO .XO", (), "NZ", (), (), (6, 3)),
    ("Tromp-Taylor, rule 9: an empty board", "... ... ...", (), "Tromp-Taylor", (), (), (0, 0)),
    (
        "Tromp-Taylor, rule 9: one stone reaches all",
        "... .X. ...",
        (),
        "Tromp-Taylor",
        (),
        (),
        (9, 0),
    ),
    ("AGA, rule 12: area", DIVIDED, (), "AGA", (), (), (15, 10)),
    ("AGA, rule 4: four stones, three points", DIVIDED, (), "AGA4", (), (), (15, 13)),
    ("Chinese, article 11: four stones, four points", DIVIDED, (), "Chinese4", (), (), (15, 14)),
    ("New Zealand: nothing for a handicap", DIVIDED, (), "NZ4", (), (), (15, 10)),
    ("Ing: nothing for a handicap", DIVIDED, (), "GOE4", (), (), (15, 10)),
    ("Japanese, article 8: territory", DIVIDED, (), "Japanese", (), (), (10, 5)),
    (
        "Japanese, article 10: dead stones",
        "..XO. .OXO. ..XO. ..XOX ..XO.",
        (),
        "Japanese",
        ("B4", "E2"),
        (),
        (11, 6),
    ),
    (
        "Japanese, article 10: prisoners",
        DIVIDED,
        ("W aa", "B ab", "W pass", "B ba"),
        "Japanese",
        (),
        (),
        (9, 5),
    ),
    (
        "Japanese, article 8: a seki has none",
        "X.XO. XXXO. .XXOO .XX.O .XX.O",
        (),
        "Japanese",
        (),
        ("B5",),
        (3, 2),
    ),
    (
        "Chinese, 2002: an eye in a seki is a point",
        "X.XO. XXXO. .XXOO .XX.O .XX.O",
        (),
        "Chinese",
        (),
        ("B5",),
        (15, 8),
    ),
]


@pytest.mark.parametrize(
    ("diagram", "line", "rules", "dead", "neutral", "points"),
    [one[1:] for one in BOOKS],
    ids=[one[0] for one in BOOKS],
)
def test_examples_of_rule_books(
    diagram: str,
    line: tuple[str, ...],
    rules: str,
    dead: tuple[str, ...],
    neutral: tuple[str, ...],
    points: tuple[int, int],
) -> None:
    name = rules.rstrip("4")
    headers = {"RU": name, "KM": "0", "HA": "4" if rules != name else "0"}
    state = board(diagram, **headers) if " " in diagram else board("..... " * 5, **headers)
    for move in line:
        state = GAME.step(state, Move(move))
        assert GAME.violation(state) is None, move
    score = GAME.score(state, named(state, *dead), named(state, *neutral))
    assert score.totals == points
