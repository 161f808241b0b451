"""Words for nodes that are no moves: takebacks, messages, results, marks, titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.text import readable
from viewer.document.plans.steps import actor_of, step_message
from viewer.formats import FORMATS
from viewer.tree.action import Remark, Setup, Takeback
from viewer.tree.annotation import MOMENT, OVERTIME, PROBLEM, TITLE
from viewer.tree.node import Node

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession


def asides(session: RecordSession, node: Node) -> list[str]:
    """Time, actor and problem of a node, for the comment panel."""
    notes, out = node.notes, []
    format_ = FORMATS[session.document.format].load()
    who = actor_of(format_, session.record, node)
    if who is not None:
        out.append(tr(message("by {name}", name=who)))
    moment = notes.get(MOMENT)
    if moment:
        out.append(tr(message("at {seconds} s", seconds=str(moment))))
    left = notes.get(OVERTIME)
    if left:
        out.append(tr(message("{count} left in byo-yomi", count=str(left))))
    ids = [side.id for side in session.game.sides]
    if (asked := notes.get(PROBLEM)) in ids:
        side = session.states.side_name(ids.index(str(asked)))
        out.append(tr(message("a problem: {side} to play", side=side)))
    title = notes.get(TITLE)
    if title and (node.parent is None or node.action is not None):
        out.append(tr(message("title: {text}", text=readable(str(title)))))
    return out


def step_text(session: RecordSession, node: Node) -> str:
    """The words for notation and lists; "" for moves and for nodes without words."""
    action = node.action
    if isinstance(action, Takeback | Remark):
        format_ = FORMATS[session.document.format].load()
        words = step_message(format_, session.states, node)
        if words is not None:
            return readable(" ".join(tr(words).split()))
    elif action is None or isinstance(action, Setup):
        return readable(str(node.note(TITLE))) if node.parent is not None else ""
    return ""
