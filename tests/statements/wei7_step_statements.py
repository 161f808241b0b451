"""The statements of the specification of wei7 about steps."""

from __future__ import annotations

from statement import Statement
from wei7_examples import USUAL, at, move, point, rule, step, tree

_READ = "tests/formats/test_wei7_read.py::"
_PLAY = "tests/document/test_playback.py::"
_STEPS = "tests/ui/test_steps_written.py::"
_CONTENTS = "tests/ui/test_contents_page.py::"
_MOVE = "tree.steps.0.action.value"
_MARK = {"point": point(3, 3), "symbol": "a"}


STEPS: tuple[Statement, ...] = (
    rule("3.16.3", "steps: an array", "tree.steps", [], {}, "steps"),
    rule("3.16.3", "steps: of objects", "tree.steps", [move(1, 3, 3)], ["B dd"], "step"),
    rule(
        "3.16.3",
        "step: time, action, actor, marks, comment, and nothing else",
        "tree.steps.0",
        {**move(1, 4, 4), "time": 0, "actor": 0, "marks": [], "comment": ""},
        {**move(1, 4, 4), "title": "a"},
        "step.unknown",
    ),
    rule(
        "3.16.3",
        "step: action is required",
        "tree.steps.0",
        move(1, 4, 4),
        {"comment": "a"},
        "step.missing",
    ),
    rule(
        "3.16.3", "step: the others are optional", "tree.steps.0", move(1, 4, 4), {}, "step.missing"
    ),
    Statement(
        "3.16.3", "steps: in the order of time", tests=(_READ + "test_everything_of_a_file",)
    ),
    rule("3.16.3.1", "time: a time", "tree.steps.0.time", 0.001, None, "time"),
    Statement(
        "3.16.3.1",
        "time: counted from the beginning of the game",
        tests=(_PLAY + "test_moments_are_seconds_since_the_beginning",),
    ),
    Statement(
        "3.16.3.1",
        "time: should not be before that of the step before",
        at("tree.steps.1.time", 1.5),
        at("tree.steps.1.time", 1.4),
        "wei7.strict.time-order",
        why="a “should”: a note of the check",
    ),
    Statement(
        "3.16.3.1",
        "time: a step with an earlier time follows at once; the order is that of the steps",
        tests=(_PLAY + "test_a_moment_before_an_earlier_one_is_no_wait",),
    ),
    rule(
        "3.16.3.2",
        "action: an object",
        "tree.steps.1.action",
        step("message", "a")["action"],
        "message",
        "action",
    ),
    rule(
        "3.16.3.2",
        "action: type and value, and nothing else",
        "tree.steps.1.action",
        step("message", "a")["action"],
        {"type": "message", "value": "a", "to": 1},
        "action.unknown",
    ),
    rule(
        "3.16.3.2",
        "action: type is required",
        "tree.steps.1.action",
        step("message", "a")["action"],
        {"value": "a"},
        "action.missing",
    ),
    rule(
        "3.16.3.2",
        "action: value is there for all types that there are",
        "tree.steps.1.action",
        step("message", "a")["action"],
        {"type": "message"},
        "action.missing",
        "value is called optional, but each type asks for one",
    ),
    *(
        Statement(
            "3.16.3.2",
            f"type: “{kind}” is one",
            USUAL,
            at(f"tree.steps.{number}.action.type", kind.upper()),
            "wei7.strict.action-type",
            why="this paragraph leaves it out; 3.16.3.2.3 and the examples have it"
            if kind == "result"
            else "",
        )
        for number, kind in enumerate(("move", "message", "takeback", "mark", "result"))
    ),
    rule(
        "3.16.3.2",
        "type: there are no others",
        "tree.steps.1.action",
        step("message", "a")["action"],
        step("resign", 1)["action"],
        "action-type",
    ),
    rule(
        "3.16.3.2.1",
        "move: value is an object",
        _MOVE,
        move(1, 4, 4)["action"]["value"],
        "dd",
        "move",
    ),
    rule(
        "3.16.3.2.1",
        "move: color, point, evaluation, problem, and nothing else",
        _MOVE,
        move(1, 4, 4, evaluation="bad")["action"]["value"],
        move(1, 4, 4, number=1)["action"]["value"],
        "move.unknown",
        "it says “at most 7” and lists four",
    ),
    rule(
        "3.16.3.2.1",
        "move: color is required",
        _MOVE,
        move(1, 4, 4)["action"]["value"],
        {"point": None},
        "move.missing",
    ),
    rule(
        "3.16.3.2.1",
        "move: point is required, also of a pass",
        _MOVE,
        {"color": 2, "point": None},
        {"color": 2},
        "move.missing",
    ),
    rule(
        "3.16.3.2.1",
        "move: evaluation and problem are optional",
        _MOVE,
        move(2, 4, 4)["action"]["value"],
        {},
        "move.missing",
    ),
    rule("3.16.3.2.1.1", "color: a color", f"{_MOVE}.color", 2, "B", "color"),
    rule(
        "3.16.3.2.1.2",
        "point: a point of the board, or null",
        f"{_MOVE}.point",
        None,
        point(13, 0),
        "x",
    ),
    Statement(
        "3.16.3.2.1.2", "point: null is a pass", tests=(_READ + "test_everything_of_a_file",)
    ),
    *(
        rule(
            "3.16.3.2.1.3",
            f"evaluation: “{word}” is one",
            f"{_MOVE}.evaluation",
            word,
            bad,
            "evaluation",
        )
        for word, bad in (
            ("bad", "worse"),
            ("good", "best"),
            ("trick", "Trick"),
            ("controversial", "?!"),
        )
    ),
    Statement(
        "3.16.3.2.1.3",
        "evaluation: a trick is bad for who plays it if it is answered rightly; each has its sign",
        tests=(_READ + "test_evaluations", _STEPS + "test_the_palette_has_the_words_of_the_format"),
    ),
    rule(
        "3.16.3.2.1.3",
        "evaluation: without it there is none",
        _MOVE,
        move(1, 4, 4)["action"]["value"],
        move(1, 4, 4, evaluation=None)["action"]["value"],
        "evaluation",
    ),
    rule("3.16.3.2.1.4", "problem: a problem", f"{_MOVE}.problem", {"color": 1}, True, "problem"),
    Statement(
        "3.16.3.2.1.4",
        "problem: without it the position is no question",
        tests=(_READ + "test_what_is_left_out_has_its_default",),
    ),
    rule("3.16.3.2.2", "takeback: a whole number", "tree.steps.2.action.value", 1, 1.5, "takeback"),
    rule("3.16.3.2.2", "takeback: above 0", "tree.steps.2.action.value", 1, 0, "takeback"),
    rule(
        "3.16.3.2.2",
        "takeback: no more moves than there are",
        "tree.steps.2.action.value",
        1,
        2,
        "takeback-too-far",
        "follows from what it means (9.9), it isn't said",
    ),
    Statement(
        "3.16.3.2.2",
        "takeback: moves are counted, not steps",
        tree(
            {
                "steps": [
                    move(1, 2, 2),
                    step("message", "a"),
                    move(2, 3, 3),
                    step("takeback", 2),
                    move(1, 3, 3),
                ]
            }
        ),
        tree({"steps": [move(1, 2, 2), step("message", "a"), step("takeback", 2)]}),
        "wei7.strict.takeback-too-far",
    ),
    rule(
        "3.16.3.2.3",
        "result: value is a result",
        "tree.steps.4.action.value",
        {"winner": 2, "margin": 0.5},
        "W+",
        "result",
    ),
    Statement(
        "3.16.3.2.3",
        "result: a claim: no draw by some points",
        at("tree.steps.4.action.value", {"winner": None}),
        at("tree.steps.4.action.value", {"winner": None, "margin": 1}),
        "wei7.strict.draw-margin",
        (_STEPS + "test_what_results_claim",),
        "as in 3.8",
    ),
    Statement(
        "3.16.3.2.3.1",
        "result: without a margin, by the winner: claims victory",
        tests=(_STEPS + "test_what_results_claim",),
    ),
    Statement(
        "3.16.3.2.3.2",
        "result: without a margin, by the loser: resigns",
        tests=(_STEPS + "test_what_results_claim", _STEPS + "test_who_resigns"),
    ),
    Statement(
        "3.16.3.2.3.3",
        "result: with a margin: claims that a side wins by so much; two equal claims may count as agreed",
        tests=(_STEPS + "test_what_results_claim",),
        why="Qipu shows both claims and confirms nothing",
    ),
    rule(
        "3.16.3.2.4",
        "mark: value is a mark",
        "tree.steps.3.action.value",
        _MARK,
        {"symbol": "a"},
        "mark.missing",
    ),
    rule(
        "3.16.3.2.4",
        "mark: value is one mark, no list of them",
        "tree.steps.3.action.value",
        _MARK,
        [_MARK],
        "mark",
    ),
    Statement(
        "3.16.3.2.4",
        "mark: an event of its own, apart from the marks of a position",
        tests=(_READ + "test_everything_of_a_file",),
        why="that lessons should use marks instead is for authors; both are shown",
    ),
    rule(
        "3.16.3.2.5",
        "message: value is a comment",
        "tree.steps.1.action.value",
        "a\nb",
        5,
        "message",
    ),
    rule("3.16.3.3", "actor: a participantIndex", "tree.steps.0.actor", 1, 2, "participant-index"),
    Statement(
        "3.16.3.3",
        "actor: who acts",
        tests=(_STEPS + "test_the_panel_says_who_and_when_and_of_a_problem",),
    ),
    rule("3.16.3.4", "marks: marks", "tree.steps.0.marks", [], "a", "marks"),
    rule("3.16.3.5", "comment: a comment", "tree.steps.0.comment", "", 0, "comment"),
    rule("3.16.4", "branches: an array", "tree.branches", [], {}, "branches"),
    rule("3.16.4", "branches: of trees", "tree.branches", [{}, {}], [[]], "tree"),
    Statement(
        "3.16.4",
        "branches: they begin where all steps were made",
        tree(
            {
                "steps": [move(1, 2, 2)],
                "branches": [{"steps": [move(2, 3, 3)]}, {"steps": [move(2, 3, 3)]}],
            }
        ),
        tree({"steps": [move(1, 2, 2)], "branches": [{"steps": [move(2, 2, 2)]}]}),
        "wei7.strict.occupied",
    ),
    Statement(
        "3.16.4",
        "branches: the first is the main one, the game as it was played",
        tests=(
            _READ + "test_everything_of_a_file",
            _READ + "test_the_first_draft_has_its_main_branch_last",
        ),
    ),
    Statement(
        "3.16.4", "branches: the chapters of a lesson", tests=(_CONTENTS + "test_what_is_listed",)
    ),
    Statement(
        "3.16.5",
        "Playback pauses at each move and at pre, unless the record has times",
        tests=(_PLAY + "test_without_moments_each_move_and_each_preset_position_is_a_pause",),
    ),
)
