"""Playing on without touching the board, the end of a game, counting, and solving problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.tree.action import Move
from viewer.ui.commands.table import EDIT, GO, Command, has_study, on, when

if TYPE_CHECKING:
    from viewer.ui.study import Study
    from viewer.ui.window import Window


def _pass(study: Study) -> None:
    """Pass; after the other side has passed as well, say that the board can be counted."""
    before = study.state
    move = study.game.pass_move(before)
    if move is None:
        return
    study.play(move)
    if type(before.action) is Move and not study.game.touched(before):
        study.say(message("Both sides have passed. S counts the board, R writes a result."))


def _can_count(study: Study) -> bool:
    return bool(study.game.countings)


def _result(window: Window) -> None:
    from viewer.ui.result_palette import ResultPalette

    if window.study is not None:
        ResultPalette(window.study, window).open_over()


def _count(window: Window) -> None:
    from viewer.ui.score.mode import count_board

    count_board(window)


def _solve(window: Window) -> None:
    from viewer.ui.problem.mode import solve

    solve(window)


COMMANDS = (
    Command(
        "pass",
        message("Pass"),
        on(_pass),
        ("P",),
        when(lambda s: s.game.pass_move(s.state) is not None),
        EDIT,
        3,
    ),
    Command(
        "result",
        message("Write how the game ended…"),
        _result,
        ("R",),
        has_study,
        EDIT,
        3,
    ),
    Command(
        "score",
        message("Count the board"),
        _count,
        ("S",),
        when(_can_count),
        EDIT,
        3,
    ),
    Command(
        "solve",
        message("Solve as a problem"),
        _solve,
        ("Q",),
        has_study,
        GO,
        3,
    ),
)
