"""Words for nodes that are no moves: takebacks, messages, results, marks, titles."""

from __future__ import annotations

from typing import Any, Protocol

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.base.text import readable
from viewer.document.document import Document
from viewer.document.plans.lists import names_of
from viewer.document.plans.steps import MARK, RESULT, kind_of, result_parts
from viewer.formats import FORMATS
from viewer.formats.capabilities import Participants
from viewer.games.game import Game
from viewer.games.states import States
from viewer.tree.action import Remark, Setup, Takeback
from viewer.tree.annotation import ACTOR, MOMENT, OVERTIME, PROBLEM, TITLE
from viewer.tree.comment import long_message
from viewer.tree.node import Node
from viewer.tree.record import Record


class StepContext(Protocol):
    """The record whose steps are described, with its document, game and states."""

    document: Document
    record: Record
    game: Game[Any]
    states: States


def actor_of(context: StepContext, node: Node) -> Message | None:
    """Who did the step of a node: a name or number; None if not recorded."""
    said = str(node.note(ACTOR))
    if not said:
        return None
    format_ = FORMATS[context.document.format].load()
    names = names_of(format_, context.record.headers, format_.actors)
    return names.get(said, message("Participant {number}", number=said))


def asides(context: StepContext, node: Node) -> list[str]:
    """Time, actor and problem of a node, for the comment panel."""
    notes, out = node.notes, []
    who = actor_of(context, node)
    if who is not None:
        out.append(tr(message("by {name}", name=who)))
    moment = notes.get(MOMENT)
    if moment:
        out.append(tr(message("at {seconds} s", seconds=str(moment))))
    left = notes.get(OVERTIME)
    if left:
        out.append(tr(message("{count} left in byo-yomi", count=str(left))))
    asked = next((one for one in context.game.sides if one.id == notes.get(PROBLEM)), None)
    if asked is not None:
        out.append(tr(message("a problem: {side} to play", side=asked.name)))
    title = notes.get(TITLE)
    if title and (node.parent is None or node.action is not None):
        out.append(tr(message("title: {text}", text=readable(str(title)))))
    return out


def step_text(context: StepContext, node: Node) -> str:
    """The words for notation and lists; "" for moves and for nodes without words."""
    action = node.action
    if isinstance(action, Takeback | Remark):
        words = _words(context, node)
        if words is not None:
            return readable(" ".join(tr(words).split()))
    elif action is None or isinstance(action, Setup):
        return readable(str(node.note(TITLE))) if node.parent is not None else ""
    return ""


def _words(context: StepContext, node: Node) -> Message | None:
    who, action, kind = actor_of(context, node), node.action, kind_of(node)
    what: Message | None
    if isinstance(action, Takeback):
        count = int(action.text) if action.text.isdecimal() else 0
        what = counted("takes back a move", "takes back {count} moves", count, count=action.text)
        alone = counted(
            "A move is taken back", "{count} moves are taken back", count, count=action.text
        )
        return alone if who is None else message("{who} {does}", who=who, does=what)
    assert isinstance(action, Remark)
    if kind == RESULT:
        return _result(context, node, action.text, who)
    if kind == MARK:
        place, _, symbol = action.text.partition(" ")
        named = context.game.square_name(context.states.at(node), place)
        if who is None:
            return message("Mark {symbol} on {place}", symbol=symbol, place=named)
        return message("{who} marks {place}: {symbol}", who=who, place=named, symbol=symbol)
    if long_message(node):  # its text stands below
        return message("Message") if who is None else message("{who}:", who=who)
    text = message("“{text}”", text=action.text)
    return text if who is None else message("{who}: {text}", who=who, text=text)


def _result(context: StepContext, node: Node, text: str, who: Message | None) -> Message | None:
    parts = result_parts(context.game, text)
    if parts is None:
        return message("{text}", text=text)
    side, margin = parts
    if side is None:
        what = message("a draw")
    elif margin:
        name = context.game.sides[side].name
        what = message("{side} wins by {margin}", side=name, margin=margin)
    else:
        format_ = FORMATS[context.document.format].load()
        own: int | None = None
        if isinstance(format_, Participants):
            own = format_.side_of(str(node.note(ACTOR)), context.record.headers)
        if who is not None and own == 1 - side:
            return message("{who} resigns", who=who)
        what = message("{side} wins", side=context.game.sides[side].name)
    if who is None:
        return message("Result: {what}", what=what)
    return message("{who}: {text}", who=who, text=what)
