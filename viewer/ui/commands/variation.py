"""Variations: navigation, order, cut and paste."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import in_context, message
from viewer.document import plans
from viewer.tree.action import is_move
from viewer.ui.commands.table import (
    EDIT,
    VARIATION,
    Command,
    has_session,
    loaded,
    moved,
    no_mode,
    on,
    when,
)

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window


def _another_variation(step: int) -> Callable[[RecordSession], None]:
    """Up and down: the sibling variation of the current move; without one, another next move."""

    def act(session: RecordSession) -> None:
        sibling = session.cursor.sibling(step)
        if sibling is not None:
            session.go(sibling)
            return
        parent = session.node.parent
        alone = parent is None or len(parent.children) == 1
        children = session.node.children
        if alone and len(children) > 1:
            place = children.index(session.cursor.next or children[0]) + step
            if 0 <= place < len(children):
                session.choose(children[place])

    return act


def _mend(replace: bool) -> Callable[[Window], None]:
    def act(window: Window) -> None:
        from viewer.ui.session.mending import begin  # deferred

        if window.desk is not None:
            begin(window.desk.session, window.desk.stage, replace)

    return act


def _leave_out(session: RecordSession) -> None:
    from viewer.ui.session.mending import leave_out  # deferred

    leave_out(session)


def _go_to_same(session: RecordSession) -> None:
    """To the next place with the same position in the order of the record, from the last to the first."""
    here, others = session.node, session.rules.transpositions.of(session.node)
    order = {id: place for place, id in enumerate(node.id for node in session.record.walk())}
    after = [node for node in others if order[node.id] > order[here.id]]
    session.go((after or others)[0])


def _unite(session: RecordSession) -> None:
    """What follows the same position anywhere follows it here, too."""
    session.do(plans.unite, session.rules.transpositions.of(session.node))


def _link(session: RecordSession) -> None:
    """Write into the comment where the position goes on."""
    others = session.rules.transpositions.of(session.node)
    best = max(others, key=lambda node: sum(1 for _ in node.walk()))
    words = tr(message("The same position as after {move}.", move=session.words.numbered(best)))
    session.flush()
    said = session.node.comment
    if words not in said:
        session.do(plans.comment, f"{said}\n{words}" if said else words)


def _delete(session: RecordSession) -> None:
    """Delete the branch; of what is tried, take the last move back: the record isn't what one sees."""
    if session.trial is not None:
        session.trial.take_back()
    else:
        session.do(plans.delete)


def _repeats(session: RecordSession) -> bool:
    return bool(session.rules.transpositions.of(session.node))


_MEND = in_context("more words for a command", "mend correct change wrong missing entry mistake")

COMMANDS = (
    Command(
        "next-variation",
        message("Next variation"),
        on(_another_variation(1)),
        ("Down",),
        has_session,
        VARIATION,
    ),
    Command(
        "previous-variation",
        message("Previous variation"),
        on(_another_variation(-1)),
        ("Up",),
        has_session,
        VARIATION,
    ),
    Command(
        "into-variation",
        message("Into the next variation"),
        on(lambda s: s.go(s.cursor.into_variation())),
        ("Ctrl+Right",),
        has_session,
        VARIATION,
        icon="branch",
    ),
    Command(
        "out-of-variation",
        message("Out of the variation"),
        on(lambda s: s.go(s.cursor.out_of_variation())),
        ("Ctrl+Left",),
        when(lambda s: s.cursor.out_of_variation() is not None),
        VARIATION,
    ),
    Command(
        "same-position",
        message("Go to the same position elsewhere"),
        on(_go_to_same),
        ("Ctrl+J",),
        when(_repeats),
        VARIATION,
        also=in_context("more words for a command", "transposition jump"),
    ),
    Command(
        "unite",
        message("Copy the moves from the same position elsewhere"),
        on(_unite),
        ("Ctrl+Shift+J",),
        when(_repeats),
        VARIATION,
        1,
        also=in_context("more words for a command", "transposition merge unite copy"),
    ),
    Command(
        "link-position",
        message("Note the same position in the comment"),
        on(_link),
        (),
        when(_repeats),
        VARIATION,
        1,
        also=in_context("more words for a command", "transposition link reference"),
    ),
    Command(
        "promote",
        message("Promote the variation"),
        on(lambda s: s.do(plans.promote)),
        ("Ctrl+Up",),
        when(lambda s: plans.can_promote(s.node)),
        VARIATION,
        1,
        "up",
        also=in_context("more words for a command", "variation up order"),
    ),
    Command(
        "demote",
        message("Demote the variation"),
        on(lambda s: s.do(plans.demote)),
        ("Ctrl+Down",),
        when(lambda s: plans.can_demote(s.node)),
        VARIATION,
        1,
        "down",
    ),
    Command(
        "make-main",
        message("Make this the main line"),
        on(lambda s: s.do(plans.make_main)),
        ("Ctrl+Shift+M",),
        when(lambda s: plans.can_promote(s.node)),
        VARIATION,
        1,
    ),
    Command(
        "delete",
        message("Delete from here on"),
        on(_delete),
        ("Del", "Backspace"),
        when(lambda s: moved(s) or bool(s.node.children) or s.trial is not None),
        VARIATION,
        1,
        "trash",
        also=in_context("more words for a command", "remove variation"),
    ),
    *(
        Command(id, name, run, (key,), when(can), VARIATION, 1, also=_MEND)
        for id, name, key, run, can in (
            (
                "replace-move",
                message("Replace this move, keep the rest"),
                "Ctrl+R",
                _mend(True),
                lambda s: is_move(s.node.action),
            ),
            (
                "insert-moves",
                message("Insert moves here, keep the rest"),
                "Ins",
                _mend(False),
                lambda s: bool(s.node.children),
            ),
            (
                "leave-out",
                message("Delete this move, keep the rest"),
                "Ctrl+Del",
                on(_leave_out),
                moved,
            ),
        )
    ),
    Command(
        "start-here",
        message("Delete the moves before here"),
        loaded("viewer.ui.controllers.whole_file:start_here"),
        (),
        when(moved),
        VARIATION,
        1,
    ),
    Command(
        "extract",
        message("Make this line a game of its own"),
        loaded("viewer.ui.controllers.whole_file:extract"),
        (),
        when(moved),
        VARIATION,
        1,
        also=in_context("more words for a command", "extract split"),
    ),
    Command(
        "cut",
        message("Cut the branch"),
        lambda w: w.clips.cut(),
        ("Ctrl+X",),
        when(moved),
        EDIT,
        2,
    ),
    Command(
        "copy",
        message("Copy the branch"),
        lambda w: w.clips.copy(),
        ("Ctrl+C",),
        has_session,
        EDIT,
        2,
    ),
    Command(
        "paste",
        message("Paste moves, games or a position"),
        lambda w: w.clips.paste(),
        ("Ctrl+V",),
        no_mode,
        EDIT,
        2,
        also=in_context("more words for a command", "import clipboard text fen"),
    ),
)
