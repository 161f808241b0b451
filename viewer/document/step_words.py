"""Words for what happens at a node beside moves: takebacks, messages, results, marks."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.document.plans.lists import names_of
from viewer.document.plans.steps import MARK, RESULT, kind_of, result_parts
from viewer.formats.format import Format
from viewer.games.states import States
from viewer.tree.action import Remark, Takeback
from viewer.tree.annotation import ACTOR
from viewer.tree.comment import long_message
from viewer.tree.node import Node
from viewer.tree.record import Record


def actor_of(format_: Format, record: Record, node: Node) -> Message | None:
    """Who did the step of a node: a name or number; None if not recorded."""
    said = str(node.note(ACTOR))
    if not said:
        return None
    names = names_of(format_, record.headers, format_.actors)
    return names.get(said, message("Participant {number}", number=said))


def step_message(format_: Format, states: States, node: Node) -> Message | None:
    """The words for a node with a Takeback or a Remark; None if its text is all there is to say."""
    action, kind = node.action, kind_of(node)
    who = actor_of(format_, states.record, node)
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
        return _result(format_, states, node, who)
    if kind == MARK:
        place, _, symbol = action.text.partition(" ")
        named = states.game.square_name(states.at(node), place)
        if who is None:
            return message("Mark {symbol} on {place}", symbol=symbol, place=named)
        return message("{who} marks {place}: {symbol}", who=who, place=named, symbol=symbol)
    if long_message(node):  # its text stands below
        return message("Message") if who is None else message("{who}:", who=who)
    text = message("“{text}”", text=action.text)
    return text if who is None else message("{who}: {text}", who=who, text=text)


def _result(format_: Format, states: States, node: Node, who: Message | None) -> Message | None:
    assert isinstance(node.action, Remark)
    text = node.action.text
    parts = result_parts(states.game, text)
    if parts is None:
        return message("{text}", text=text)
    side, margin = parts
    if side is None:
        what = message("a draw")
    elif margin:
        name = states.side_name(side)
        what = message("{side} wins by {margin}", side=name, margin=margin)
    else:
        own = format_.side_of(str(node.note(ACTOR)), states.record.headers)
        if who is not None and own == 1 - side:
            return message("{who} resigns", who=who)
        what = message("{side} wins", side=states.side_name(side))
    if who is None:
        return message("Result: {what}", what=what)
    return message("{who}: {text}", who=who, text=what)
