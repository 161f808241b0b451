"""The board: its start position, its sides, its coordinates, the way moves are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.games.geometry import View
from viewer.ui.commands.table import EDIT, VIEW, Command, always, has_study, on

if TYPE_CHECKING:
    from viewer.ui.study import Study


def _flip(study: Study) -> None:
    study.set_view(View(not study.view.flip, study.view.mirror))


def _mirror(study: Study) -> None:
    study.set_view(View(study.view.flip, not study.view.mirror))


def _next_style(study: Study) -> None:
    styles = [style.id for style in study.game.notations]
    study.set_style(styles[(styles.index(study.style) + 1) % len(styles)])


COMMANDS = (
    Command(
        "set-position",
        message("Set the start position…"),
        lambda w: w.files.ask_setup(),
        (),
        has_study,
        EDIT,
        1,
    ),
    Command(
        "flip", message("Flip the board"), on(_flip), ("F", "Ctrl+T"), has_study, VIEW, icon="flip"
    ),
    Command(
        "mirror",
        message("Exchange left and right"),
        on(_mirror),
        ("Shift+F",),
        has_study,
        VIEW,
        icon="mirror",
    ),
    Command(
        "notation",
        message("Next way of writing moves"),
        on(_next_style),
        ("N",),
        has_study,
        VIEW,
        1,
    ),
    Command(
        "coordinates",
        message("Next kind of coordinates"),
        lambda w: w.looks.next_choice("coordinates"),
        (),
        always,
        VIEW,
        1,
    ),
    Command(
        "asides",
        message("Next kind of evaluations and times behind the moves"),
        lambda w: w.looks.next_choice("asides"),
        (),
        always,
        VIEW,
        1,
    ),
)
