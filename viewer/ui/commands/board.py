"""The board: its start position, its sides, its coordinates, the way moves are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.games.geometry import View
from viewer.ui.commands.table import EDIT, VIEW, Command, always, has_desk, has_study, on, when

if TYPE_CHECKING:
    from viewer.ui.study import Study
    from viewer.ui.window import Window


def _flip(study: Study) -> None:
    study.set_view(View(not study.view.flip, study.view.mirror))


def _mirror(study: Study) -> None:
    study.set_view(View(study.view.flip, not study.view.mirror))


def _next_style(study: Study) -> None:
    styles = [style.id for style in study.game.notations]
    study.set_style(styles[(styles.index(study.style) + 1) % len(styles)])


def _edit_position(window: Window) -> None:
    from viewer.ui.editor.mode import edit_position

    edit_position(window)


COMMANDS = (
    Command(
        "edit-position",
        message("Edit the position…"),
        _edit_position,
        ("E",),
        when(lambda s: bool(s.game.trays)),
        EDIT,
        1,
        "board",
    ),
    Command(
        "flip", message("Flip the board"), on(_flip), ("F", "Ctrl+T"), has_desk, VIEW, icon="flip"
    ),
    Command(
        "mirror",
        message("Exchange left and right"),
        on(_mirror),
        ("Shift+F",),
        has_desk,
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
        "pieces",
        message("Next kind of pieces"),
        lambda w: w.looks.next_pieces(w.study.game) if w.study is not None else None,
        ("Shift+N",),
        lambda w: w.study is not None and len(w.study.game.piece_sets) > 1,
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
