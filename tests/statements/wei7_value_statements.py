"""The statements of the specification of wei7 about values that stand in several places."""

from __future__ import annotations

from statement import Statement
from wei7_examples import at, point, rule, tree

_READ = "tests/formats/test_wei7_read.py::"
_PLAY = "tests/document/test_playback.py::"
_PROBLEMS = "tests/ui/test_problem_mode.py::"
_SYMBOLS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@#$%&*?"
_PRE = "tree.pre"
_MARK = {"point": point(3, 3), "symbol": "a"}


VALUES: tuple[Statement, ...] = (
    Statement(
        "3.3",
        "nullable(x): null is allowed where the text says so, and nowhere else",
        tree({"steps": [{"action": {"type": "move", "value": {"color": 1, "point": None}}}]}),
        tree({"steps": [{"action": {"type": "move", "value": {"color": None, "point": None}}}]}),
        "wei7.strict.color",
    ),
    rule(
        "3.4",
        "shortString: 128 characters at most",
        "info.name",
        "棋" * 128,
        "棋" * 129,
        "short-string",
    ),
    rule("3.4", "shortString: one line", "info.name", "one line", "two\nlines", "short-string"),
    rule("3.4", "shortString: a text", "info.name", "1", 1, "short-string"),
    rule("3.5", "color: a number", "info.players.0.color", 1, "1", "color"),
    rule("3.5", "color: 1 (Black) or 2 (White)", "info.players.0.color", 2, 3, "color"),
    Statement(
        "3.5",
        "color: 1 stands for Black, 2 for White",
        tests=(_READ + "test_everything_of_a_file",),
    ),
    rule("3.6", "point: an object", "tree.pre.marks.0.point", {"x": 3, "y": 3}, [3, 3], "point"),
    rule(
        "3.6",
        "point: x is required",
        "tree.pre.marks.0.point",
        {"x": 3, "y": 3},
        {"y": 3},
        "point.missing",
    ),
    rule(
        "3.6",
        "point: y is required",
        "tree.pre.marks.0.point",
        {"x": 3, "y": 3},
        {"x": 3},
        "point.missing",
    ),
    rule(
        "3.6",
        "point: x and y, and nothing else",
        "tree.pre.marks.0.point",
        {"x": 3, "y": 3},
        {"x": 3, "y": 3, "z": 0},
        "point.unknown",
    ),
    Statement(
        "3.6",
        "point: x grows to the right, y downwards",
        tests=(_READ + "test_everything_of_a_file", _READ + "test_points_of_large_boards"),
    ),
    rule("3.6", "point: x is no negative number", "tree.pre.marks.0.point.x", 0, -1, "x"),
    rule("3.6", "point: y is no negative number", "tree.pre.marks.0.point.y", 0, -1, "y"),
    rule("3.6", "point: x is a whole number", "tree.pre.marks.0.point.x", 3, 3.5, "x"),
    rule("3.6", "point: y is a whole number", "tree.pre.marks.0.point.y", 3, "3", "y"),
    rule("3.6", "point: x is below the number of columns", "tree.pre.marks.0.point.x", 12, 13, "x"),
    rule("3.6", "point: y is below the number of rows", "tree.pre.marks.0.point.y", 8, 9, "y"),
    rule(
        "3.7",
        "participantIndex: a whole number that isn't negative",
        "info.players.1.participant",
        0,
        -1,
        "participant-index",
    ),
    rule(
        "3.7",
        "participantIndex: below the number of participants",
        "info.players.1.participant",
        1,
        2,
        "participant-index",
    ),
    Statement(
        "3.7",
        "participantIndex: counts participants from 0",
        tests=(_READ + "test_who_plays_and_how_it_ended",),
    ),
    rule("3.8", "result: an object", "info.result", {"winner": 2}, "W+R", "result"),
    rule(
        "3.8",
        "result: winner and margin, and nothing else",
        "info.result",
        {"winner": 2, "margin": 1},
        {"winner": 2, "by": "time"},
        "result.unknown",
    ),
    rule(
        "3.8",
        "result: winner is required",
        "info.result",
        {"winner": 2},
        {"margin": 1},
        "result.missing",
    ),
    rule("3.8", "result: margin is optional", "info.result", {"winner": 2}, {}, "result.missing"),
    rule("3.8", "result: winner is a color or null", "info.result.winner", 2, 0, "winner"),
    rule(
        "3.8",
        "result: null stands for a draw",
        "info.result",
        {"winner": None},
        {"winner": None, "margin": 2.5},
        "draw-margin",
        "that a draw has no margin follows from what the two mean (9.9), it isn't said",
    ),
    rule("3.8", "result: margin is above 0", "info.result.margin", 0.5, 0, "margin"),
    rule("3.8", "result: margin is below 512", "info.result.margin", 511.5, 512, "margin"),
    rule("3.8", "result: margin is a multiple of 0.5", "info.result.margin", 3, 2.25, "margin"),
    rule("3.8", "result: margin is a number", "info.result.margin", 2.5, "2.5", "margin"),
    Statement(
        "3.8",
        "result: without a margin, it was won by resignation",
        tests=(_READ + "test_who_plays_and_how_it_ended",),
    ),
    rule("3.9", "size: a number for a square board is whole and above 0", "size", 19, 0, "lines"),
    rule("3.9", "size: a number for a square board is whole", "size", 13, 12.5, "lines"),
    rule(
        "3.9",
        "size: an object for a rectangular board has a width",
        "size",
        {"width": 13, "height": 13},
        {"height": 13},
        "rectangle.missing",
    ),
    rule(
        "3.9",
        "size: an object for a rectangular board has a height",
        "size",
        {"width": 13, "height": 13},
        {"width": 13},
        "rectangle.missing",
    ),
    rule(
        "3.9",
        "size: an object has width and height, and nothing else",
        "size",
        {"width": 13, "height": 13},
        {"width": 13, "height": 13, "depth": 1},
        "rectangle.unknown",
    ),
    rule(
        "3.9",
        "size: width is whole and above 0",
        "size",
        {"width": 13, "height": 9},
        {"width": -13, "height": 9},
        "lines",
    ),
    rule(
        "3.9",
        "size: height is whole and above 0",
        "size",
        {"width": 13, "height": 9},
        {"width": 13, "height": "9"},
        "lines",
    ),
    rule("3.9", "size: has these two forms only", "size", 13, "13x13", "lines"),
    Statement(
        "3.9", "size: 19 if left out", tests=(_READ + "test_what_is_left_out_has_its_default",)
    ),
    Statement(
        "3.9",
        "Programs must read a number, and should read an object; there is no largest size",
        tests=(
            _READ + "test_boards_are_of_the_size_that_is_said",
            "tests/games/test_go_geometry.py::test_a_board_of_any_size",
            "tests/ui/test_board_zoom.py::test_the_wheel_zooms_around_the_mouse",
        ),
        why="boards of more than 255 lines are read in part, which is told as wei7.too-large",
    ),
)


def _short(section: str, path: str) -> Statement:
    return rule(section, f"{path}: a shortString", path, "x" * 128, "x" * 129, "short-string")


_ALL_SYMBOLS = tree(
    {
        "pre": {
            "marks": [
                {"point": point(n % 9, n // 9), "symbol": one} for n, one in enumerate(_SYMBOLS)
            ]
        }
    },
    f"marks with {_SYMBOLS}",
)

CONSTRAINTS: tuple[Statement, ...] = (
    rule("3.11", "comment: a text", f"{_PRE}.comment", "", None, "comment"),
    rule(
        "3.11",
        "comment: as many characters as one likes",
        f"{_PRE}.comment",
        "棋\n" * 50_000,
        ["棋"],
        "comment",
    ),
    rule("3.12", "mark: an object", f"{_PRE}.marks.0", _MARK, "a", "mark"),
    rule(
        "3.12", "mark: point is required", f"{_PRE}.marks.0", _MARK, {"symbol": "a"}, "mark.missing"
    ),
    rule(
        "3.12",
        "mark: symbol is required",
        f"{_PRE}.marks.0",
        _MARK,
        {"point": point(3, 3)},
        "mark.missing",
    ),
    rule(
        "3.12",
        "mark: point and symbol, and nothing else",
        f"{_PRE}.marks.0",
        _MARK,
        {**_MARK, "color": 1},
        "mark.unknown",
    ),
    rule(
        "3.12",
        "mark: point is a point of the board",
        f"{_PRE}.marks.0.point",
        point(12, 8),
        point(13, 8),
        "x",
    ),
    rule("3.12", "mark: symbol is a text", f"{_PRE}.marks.0.symbol", "1", 1, "symbol"),
    rule("3.12", "mark: symbol is one character", f"{_PRE}.marks.0.symbol", "a", "ab", "symbol"),
    rule("3.12", "mark: symbol isn't empty", f"{_PRE}.marks.0.symbol", "Z", "", "symbol"),
    Statement(
        "3.12",
        "mark: symbol is of a-z, A-Z, 0-9, @, #, $, %, &, *, ?",
        _ALL_SYMBOLS,
        at(f"{_PRE}.marks.0.symbol", "+"),
        "wei7.strict.symbol",
    ),
    rule(
        "3.12",
        "mark: the brackets around the characters aren't meant",
        f"{_PRE}.marks.0.symbol",
        "?",
        "[",
        "symbol",
    ),
    rule("3.13", "marks: an array", f"{_PRE}.marks", [_MARK], _MARK, "marks"),
    rule("3.13", "marks: of marks", f"{_PRE}.marks", [], ["a"], "mark"),
    Statement(
        "3.13",
        "marks: their order means nothing",
        tests=(_READ + "test_the_order_of_players_and_marks_means_nothing",),
    ),
    rule("3.14", "time: a number", "tree.steps.0.time", 1.5, "1.5", "time"),
    rule("3.14", "time: 0 at least", "tree.steps.0.time", 0, -0.1, "time"),
    rule("3.14", "time: below 86400", "tree.steps.4.time", 86399.999, 86400, "time"),
    Statement(
        "3.14", "time: in seconds", tests=(_PLAY + "test_moments_are_seconds_since_the_beginning",)
    ),
    rule("3.15", "problem: an object", f"{_PRE}.problem", {"color": 2}, 2, "problem"),
    rule(
        "3.15", "problem: color is required", f"{_PRE}.problem", {"color": 2}, {}, "problem.missing"
    ),
    rule(
        "3.15",
        "problem: color, and nothing else",
        f"{_PRE}.problem",
        {"color": 2},
        {"color": 2, "goal": "live"},
        "problem.unknown",
    ),
    rule("3.15", "problem: color is a color", f"{_PRE}.problem.color", 2, "white", "color"),
    Statement(
        "3.15",
        "problem: the position is a question, and color is who plays first",
        tests=(_PROBLEMS + "test_a_lesson_of_wei7_offers_its_question",),
    ),
)
