"""What is written to a move: comments, glyphs; and the record's details."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.document import plans
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS
from viewer.ui.commands.table import EDIT, Command, has_study, moved, on, when

if TYPE_CHECKING:
    from viewer.ui.study import Study


def _glyph(nag: int) -> Callable[[Study], None]:
    return lambda study: study.do(plans.toggle_glyph, nag)


COMMANDS = (
    Command(
        "comment",
        message("Write a comment"),
        lambda w: w.edit_comment(),
        ("C", "D"),
        has_study,
        EDIT,
        1,
        "comment",
    ),
    Command(
        "details",
        message("Edit the details"),
        lambda w: w.show_page("details"),
        (),
        has_study,
        EDIT,
        1,
    ),
    *(
        Command(
            f"glyph-{nag}",
            message("Glyph {sign}: {words}", sign=sign, words=words),
            on(_glyph(nag)),
            (str(number),) if number <= 6 else (),
            when(moved),
        )
        for number, (nag, sign, words) in enumerate(MOVE_GLYPHS + POSITION_GLYPHS, 1)
    ),
    Command(
        "mark",
        message("Mark a place or draw an arrow with the keys"),
        lambda w: w.desk.stage.board.mark_with_keys() if w.desk else None,
        ("M",),
        has_study,
        EDIT,
        2,
    ),
    Command(
        "clear-marks",
        message("Clear the marks of this move"),
        on(lambda s: s.do(plans.clear_marks)),
        ("Ctrl+M",),
        when(lambda s: bool(s.node.marks)),
        EDIT,
        2,
    ),
)
