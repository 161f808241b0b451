"""Undo and redo, what edits many games at once, and annotations: comments, glyphs, details."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.document import plans
from viewer.document.holding import no_diagram, no_glyph
from viewer.tree.annotation import BOOKMARK, MOVE_GLYPHS, POSITION_GLYPHS
from viewer.ui.commands.table import (
    EDIT,
    Command,
    has_session,
    loaded,
    moved,
    on,
    opened,
    when,
    where,
)

if TYPE_CHECKING:
    from viewer.document.edits import History
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window


def _glyph(nag: int) -> Callable[[RecordSession], object]:
    return lambda session: session.do(plans.toggle_glyph, nag)


def _lacking(nag: int | None = None) -> Callable[[Window], Message | None]:
    """Why a glyph can't be set in this file; an existing one can always be removed."""

    def refusal(window: Window) -> Message | None:
        session = window.session
        if session is None or nag in session.node.glyphs:
            return None
        return no_glyph(session.document, nag)

    return refusal


def _no_diagram(window: Window) -> Message | None:
    session = window.session
    return None if session is None else no_diagram(session.document, session.node)


def _keys(number: int) -> tuple[str, ...]:
    """Keys of glyphs for moves (1 to 6) and for positions (Ctrl+1 and so on)."""
    moves = len(MOVE_GLYPHS)
    return (str(number),) if number <= moves else (f"Ctrl+{number - moves}",)


def _palette(typed: str) -> Callable[[Window], None]:
    def open_palette(window: Window) -> None:
        from viewer.ui.comment.glyph_chips import GlyphPalette  # deferred

        if window.session is not None:
            GlyphPalette(window.session, window).open_over(typed)

    return open_palette


def _can_write_before(window: Window) -> bool:
    return window.desk is not None and window.desk.panels.comment.can_write_before()


def _write_before(window: Window) -> None:
    if window.desk is not None:
        window.desk.panels.write_comment(before=True)


def _write_large(window: Window) -> None:
    if window.desk is not None:
        window.desk.panels.show_page("comment")
        window.desk.panels.comment.write()


def _mark_with_keys(window: Window) -> None:
    if window.desk is not None:
        window.desk.stage.board.mark_with_keys()


_ANNOTATE = (
    Command(
        "comment",
        message("Write a comment"),
        lambda w: w.edit_comment(),
        ("C", "D"),
        has_session,
        EDIT,
        1,
        "comment",
        also=in_context("more words for a command", "annotate note text"),
    ),
    Command(
        "comment-large",
        message("Write a comment in a large editor"),
        _write_large,
        ("F2",),
        has_session,
        EDIT,
        1,
        also=in_context("more words for a command", "annotate note text"),
    ),
    Command(
        "comment-before",
        message("Write a comment before the variation"),
        _write_before,
        ("Shift+C",),
        _can_write_before,
        EDIT,
        1,
    ),
    Command(
        "glyphs",
        message("Set a glyph…"),
        _palette(""),
        ("G",),
        when(moved),
        EDIT,
        1,
        refusal=_lacking(),
    ),
    *(
        Command(
            f"glyphs-{sign}",
            message("Set a glyph that begins with {sign}", sign=sign),
            _palette(sign),
            (sign,),
            when(moved),
            refusal=_lacking(),
        )
        for sign in "!="
    ),
    Command(
        "diagram",
        message("Insert or remove a diagram"),
        on(lambda s: s.do(plans.toggle_diagram)),
        ("#",),
        has_session,
        EDIT,
        1,
        refusal=_no_diagram,
    ),
    Command(
        "bookmark",
        message("Set a bookmark…"),
        opened("viewer.ui.dialogs.node_line:BookmarkLine"),
        ("B",),
        has_session,
        EDIT,
        1,
        "flag",
    ),
    Command(
        "remove-bookmark",
        message("Remove the bookmark"),
        on(lambda s: s.do(plans.bookmark, "")),
        ("Shift+B",),
        when(lambda s: bool(s.node.note(BOOKMARK))),
        EDIT,
        1,
    ),
    Command(
        "details",
        message("Edit the details"),
        lambda w: w.show_page("details"),
        (),
        has_session,
        EDIT,
        1,
        also=in_context(
            "more words for a command", "headers tags players names ratings event date"
        ),
    ),
    Command(
        "verdict",
        message("Say who stands better, or wins…"),
        opened("viewer.ui.dialogs.palettes:VerdictPalette"),
        ("Shift+G",),
        when(lambda s: s.game.verdicts),
        EDIT,
        1,
        offered=where(lambda s: s.game.verdicts),
    ),
    *(
        Command(
            f"glyph-{nag}",
            message("Glyph {sign}: {words}", sign=sign, words=words),
            on(_glyph(nag)),
            _keys(number),
            when(moved),
            refusal=_lacking(nag),
        )
        for number, (nag, sign, words) in enumerate(MOVE_GLYPHS + POSITION_GLYPHS, 1)
    ),
    Command(
        "mark",
        message("Mark a place or draw an arrow with the keys"),
        _mark_with_keys,
        ("M",),
        has_session,
        EDIT,
        2,
        also=in_context("more words for a command", "colour highlight circle arrow square"),
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


def _naming(
    command: Message, what: Callable[[History], Message | None]
) -> Callable[[Window], Message]:
    """The name of a command with what it would undo or redo now."""

    def named(window: Window) -> Message:
        session = window.session
        words = None if session is None else what(session.document.history)
        return (
            command if words is None else message("{command}: {what}", command=command, what=words)
        )

    return named


COMMANDS = (
    Command(
        "undo",
        message("Undo"),
        on(lambda s: s.undo()),
        ("Ctrl+Z",),
        when(
            lambda s: s.document.history.undo_words is not None or s.holding or s.trial is not None
        ),
        EDIT,
        icon="undo",
        named=_naming(message("Undo"), lambda history: history.undo_words),
        also=in_context("more words for a command", "take back a move mistake edit"),
    ),
    Command(
        "redo",
        message("Redo"),
        on(lambda s: s.redo()),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        when(lambda s: s.document.history.redo_words is not None),
        EDIT,
        icon="redo",
        named=_naming(message("Redo"), lambda history: history.redo_words),
    ),
    Command(
        "strip",
        message("Remove comments, glyphs, variations…"),
        loaded("viewer.ui.controllers.whole_file:strip"),
        (),
        has_session,
        EDIT,
        3,
        also=in_context(
            "more words for a command", "strip clean clear delete marks clocks times evaluations"
        ),
    ),
    Command(
        "replace",
        message("Replace words…"),
        loaded("viewer.ui.controllers.whole_file:replace"),
        ("Ctrl+H",),
        has_session,
        EDIT,
        3,
        also=in_context("more words for a command", "rename substitute names headers comments"),
    ),
    Command(
        "stop",
        message("Stop the running task"),
        lambda w: w.tasks.stop(),
        (),
        lambda w: bool(w.tasks.running),
        also=in_context("more words for a command", "cancel abort task"),
    ),
    *_ANNOTATE,
)
