"""The statements of the specification of wei7 about trees, and what a game of go is."""

from __future__ import annotations

from statement import Statement
from wei7_examples import GONE, USUAL, at, info, move, point, rule, step, stone, tree

_READ = "tests/formats/test_wei7_read.py::"
_STRICT = "tests/formats/test_wei7_strict.py::"
_LAW = "tests/formats/test_wei7_law.py::"
_PLAY = "tests/document/test_playback.py::"
_CONTENTS = "tests/ui/test_contents_page.py::"
_PRE = "tree.pre"
_MARK = {"point": point(3, 3), "symbol": "a"}


BRANCHES: tuple[Statement, ...] = (
    Statement("3.16", "tree: an object", tree({}), tree([]), "wei7.bad-branch"),
    Statement(
        "3.16",
        "tree: title, pre, steps, branches, and nothing else",
        tree({"title": "", "pre": {}, "steps": [], "branches": []}),
        tree({"title": "", "moves": []}),
        "wei7.strict.tree.unknown",
    ),
    Statement(
        "3.16",
        "tree: all of them are optional",
        tree({}),
        tree({"comment": ""}),
        "wei7.strict.tree.unknown",
    ),
    Statement("3.16", "tree: as many levels as one likes", tests=(_READ + "test_deep_branches",)),
    rule("3.16.1", "title: a text", "tree.title", "Contents", 1, "title"),
    Statement(
        "3.16.1",
        "title: shown in the table of contents",
        tests=(_CONTENTS + "test_what_is_listed",),
    ),
    rule("3.16.2", "pre: an object", _PRE, {}, [], "pre"),
    rule(
        "3.16.2",
        "pre: stones, problem, marks, comment, and nothing else",
        _PRE,
        {"stones": []},
        {"title": "a"},
        "pre.unknown",
    ),
    rule("3.16.2", "pre: all of them are optional", _PRE, {}, {"moves": []}, "pre.unknown"),
    rule("3.16.2.1", "stones: an array", f"{_PRE}.stones", [], {}, "stones"),
    rule("3.16.2.1", "stones: of objects", f"{_PRE}.stones.0", stone(1, 3, 3), "B dd", "stone"),
    rule(
        "3.16.2.1",
        "stones: color is required",
        f"{_PRE}.stones.0",
        stone(2, 3, 3),
        {"point": point(3, 3)},
        "stone.missing",
    ),
    rule(
        "3.16.2.1",
        "stones: point is required",
        f"{_PRE}.stones.0",
        stone(1, 3, 3),
        {"color": 1},
        "stone.missing",
    ),
    rule(
        "3.16.2.1",
        "stones: color and point, and nothing else",
        f"{_PRE}.stones.0",
        stone(1, 3, 3),
        {**stone(1, 3, 3), "name": "a"},
        "stone.unknown",
    ),
    rule("3.16.2.1", "stones: color is a color", f"{_PRE}.stones.0.color", 2, 0, "color"),
    rule(
        "3.16.2.1",
        "stones: point is a point of the board",
        f"{_PRE}.stones.0.point",
        point(0, 8),
        point(0, 9),
        "y",
    ),
    rule(
        "3.16.2.1", "stones: point isn't null", f"{_PRE}.stones.0.point", point(0, 8), None, "point"
    ),
    rule("3.16.2.2", "problem: a problem", f"{_PRE}.problem", {"color": 1}, "black", "problem"),
    Statement(
        "3.16.2.2",
        "problem: without it the position is no question",
        tests=(_READ + "test_what_is_left_out_has_its_default",),
    ),
    rule(
        "3.16.2.3", "marks: marks", f"{_PRE}.marks", [_MARK, {**_MARK, "symbol": "b"}], [[]], "mark"
    ),
    rule("3.16.2.4", "comment: a comment", f"{_PRE}.comment", "a\nb", 1, "comment"),
    Statement(
        "3.16.2.5",
        "stones: their order means nothing",
        tests=(_READ + "test_the_order_of_players_and_marks_means_nothing",),
    ),
    Statement(
        "3.16.2.5",
        "stones: none is captured, whatever their order",
        tree({"pre": {"stones": [stone(2, 0, 0), stone(1, 1, 0)]}}),
        tree({"pre": {"stones": [stone(2, 0, 0), stone(1, 1, 0), stone(1, 0, 1)]}}),
        "wei7.strict.stones-without-liberty",
    ),
    Statement(
        "3.16.2.5",
        "stones: each falls on an empty point",
        tree({"pre": {"stones": [stone(1, 3, 3), stone(1, 4, 3)]}}),
        tree({"pre": {"stones": [stone(1, 3, 3), stone(2, 3, 3)]}}),
        "wei7.strict.stones-on-one-point",
        why="said by 9.16.5.1 of stones that fall",
    ),
    Statement(
        "3.16.2.6",
        "stones: none after a move",
        tree({"steps": [move(1, 2, 2)], "branches": [{"pre": {"stones": []}}]}),
        tree({"steps": [move(1, 2, 2)], "branches": [{"pre": {"stones": [stone(1, 3, 3)]}}]}),
        "wei7.strict.stones-too-late",
    ),
    Statement(
        "3.16.2.6",
        "stones: none after other preset stones",
        tree(
            {
                "branches": [
                    {"pre": {"stones": [stone(1, 3, 3)]}},
                    {"pre": {"stones": [stone(2, 3, 3)]}},
                ]
            }
        ),
        tree(
            {
                "pre": {"stones": [stone(2, 2, 2)]},
                "branches": [{"pre": {"stones": [stone(1, 3, 3)]}}],
            }
        ),
        "wei7.strict.stones-too-late",
    ),
)


_LAST_POINT = [move(1, 1, 0), move(1, 0, 1)]

GAME: tuple[Statement, ...] = (
    Statement(
        "3.17",
        "tree: follows the definition of a game of go",
        tree({"steps": [move(1, 4, 4), move(2, 4, 5)]}),
        tree({"steps": [move(1, 4, 4), move(2, 4, 4)]}),
        "wei7.strict.occupied",
    ),
    Statement(
        "4.2",
        "size is no part of info",
        tree({}, "size: 13", 13),
        info({"size": 13}),
        "wei7.strict.info.unknown",
    ),
    Statement(
        "4.3",
        "A side may play several moves in a row; boards may be rectangles",
        tree(
            {"steps": [move(1, 4, 4), move(1, 5, 5), move(1, 6, 6)]}, size={"width": 9, "height": 7}
        ),
        tree({"steps": [move(1, 4, 4), move(1, 5, 7)]}, size={"width": 9, "height": 7}),
        "wei7.strict.y",
    ),
    Statement(
        "4.3",
        "Suicide, and taking a ko back at once, break no rule of the format",
        tests=(
            _STRICT + "test_captures_free_their_points",
            _STRICT + "test_a_ko_taken_back_at_once",
        ),
        why="the rules of a game of go may be stricter: then the check tells it as go.illegal-move",
    ),
    rule("4.5", "komi may be whole", "info.rules.komi", 7, 7.75, "komi"),
    Statement(
        "4.6",
        "pre is a position to stop at",
        tests=(_PLAY + "test_without_moments_each_move_and_each_preset_position_is_a_pause",),
    ),
    Statement(
        "4.8",
        "Times and branches may stand in one record",
        tests=("tests/formats/test_wei7_read.py::test_everything_of_a_file",),
    ),
    Statement(
        "4.11",
        "With variations, the game itself is a branch",
        tests=(_LAW + "test_a_variation_nests_the_tail_and_nothing_else",),
    ),
    rule("4.13", "What is left out isn't null", "tree.title", "", None, "title"),
    Statement(
        "9.8",
        "Of several conditions all count",
        USUAL,
        at("info.rules", {"komi": 10.25}),
        "wei7.strict.komi",
    ),
    rule("9.10", "An array is no object", "info.rules", {}, [], "rules"),
    rule("9.11", "null is no object", _PRE, {}, None, "pre"),
    rule(
        "9.14",
        "What is required stands in the text",
        "tree.steps.0.action.type",
        "move",
        GONE,
        "action.missing",
    ),
    Statement(
        "9.15",
        "What is left out has its default",
        tests=(_READ + "test_what_is_left_out_has_its_default",),
    ),
    Statement(
        "9.7",
        "What should be is recommended, what must be is required",
        tests=(_STRICT + "test_what_should_be_is_a_note_and_what_must_be_a_warning",),
    ),
    Statement(
        "9.13",
        "Items of arrays are counted from 0, as the check names them",
        tests=(_STRICT + "test_a_takeback_does_not_reach_behind_preset_stones",),
    ),
    Statement(
        "9.16.1",
        "A board has one line at least in each direction",
        tree({}, "size: 1", size=1),
        tree({}, 'size: {"width": 1, "height": 0}', size={"width": 1, "height": 0}),
        "wei7.strict.lines",
    ),
    Statement(
        "9.16.2.2",
        "Points beside each other are on one line and one apart",
        tree({"pre": {"stones": [stone(2, 0, 0), stone(1, 1, 0), stone(1, 1, 1)]}}),
        tree({"pre": {"stones": [stone(2, 0, 0), stone(1, 1, 0), stone(1, 0, 1)]}}),
        "wei7.strict.stones-without-liberty",
    ),
    Statement(
        "9.16.2.3",
        "Stones of one colour that hang together are a block, whose liberties are all theirs",
        tree({"pre": {"stones": [stone(2, 0, 0), stone(2, 0, 1), stone(1, 1, 0), stone(1, 1, 1)]}}),
        tree(
            {
                "pre": {
                    "stones": [
                        stone(2, 0, 0),
                        stone(2, 0, 1),
                        stone(1, 1, 0),
                        stone(1, 1, 1),
                        stone(1, 0, 2),
                    ]
                }
            }
        ),
        "wei7.strict.stones-without-liberty",
    ),
    Statement(
        "9.16.2.5",
        "A liberty is an empty point beside a stone of the block",
        tree({"pre": {"stones": [stone(2, 4, 0), stone(1, 3, 0), stone(1, 5, 0)]}}),
        tree({"pre": {"stones": [stone(2, 4, 0), stone(1, 3, 0), stone(1, 5, 0), stone(1, 4, 1)]}}),
        "wei7.strict.stones-without-liberty",
    ),
    Statement(
        "9.16.5.1",
        "A move goes to an empty point, or is a pass",
        tree({"steps": [step("move", {"color": 1, "point": None}), move(2, 4, 4)]}),
        tree({"pre": {"stones": [stone(1, 4, 4)]}, "steps": [move(2, 4, 4)]}),
        "wei7.strict.occupied",
    ),
    Statement(
        "9.16.5.2",
        "Blocks of the other side without liberties are taken off first",
        tree({"pre": {"stones": [stone(2, 0, 0)]}, "steps": [*_LAST_POINT, move(1, 0, 0)]}, size=3),
        tree(
            {"pre": {"stones": [stone(2, 0, 0)]}, "steps": [_LAST_POINT[0], move(1, 0, 0)]}, size=3
        ),
        "wei7.strict.occupied",
        (_STRICT + "test_captures_free_their_points",),
    ),
    Statement(
        "9.16.5.3",
        "Then those of the side itself",
        tests=(_STRICT + "test_captures_free_their_points",),
    ),
    Statement(
        "9.16.6.2",
        "At the start every block has a liberty",
        tree({"pre": {"stones": [stone(1, 0, 0)]}}, size=2),
        tree(
            {"pre": {"stones": [stone(1, 0, 0), stone(1, 1, 0), stone(1, 0, 1), stone(1, 1, 1)]}},
            size=2,
        ),
        "wei7.strict.stones-without-liberty",
    ),
    Statement(
        "9.17",
        "The position of a move is that after it: its marks and comment belong there",
        tests=(_READ + "test_everything_of_a_file",),
    ),
    rule(
        "10.1.1",
        "A draft has a number of its own form, but files of 3.0 say 3.0",
        "version",
        "3.0",
        "3-draft",
        "version",
    ),
)
