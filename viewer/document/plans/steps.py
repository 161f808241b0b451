"""Edits for what happens in a game beside moves (takebacks, messages, results, marks), and its words.

Also those of titles, and of the order of variations that have them. A step is a node with a Takeback or a
Remark. What a Remark is, is said by its facet EVENT: nothing for a
message, RESULT for a claim about how the game ends (`B+2.5`, `W+` where somebody resigns, `0` for a draw;
the letter begins the id of a side), MARK for a sign drawn on the board (`dd a`: a square and a symbol).
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, counted, message
from viewer.document.edits import Edit
from viewer.document.plans import EditableRecords, edited
from viewer.document.plans.lists import names_of
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Action, Remark, Takeback, is_move, is_ply
from viewer.tree.annotation import ACTOR, EVENT, FACETS, PROBLEM, TITLE, Mark, NoteValue
from viewer.tree.comment import long_message
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetNote
from viewer.tree.record import Record, rows_of
from viewer.tree.serial import NodeData

TAKEBACK, MESSAGE, RESULT, MARK = "takeback", "message", "result", "mark"
_WORDS: Mapping[str, Message] = {
    TAKEBACK: message("Add a takeback"),
    MESSAGE: message("Add a message"),
    RESULT: message("Add a result"),
    MARK: message("Add a mark after a move"),
}


def kind_of(node: Node) -> str:
    """The kind of step that a node is; "" for moves and others."""
    if type(node.action) is Takeback:
        return TAKEBACK
    if type(node.action) is Remark:
        event = node.note(EVENT)
        return MESSAGE if not event else str(event) if event in (RESULT, MARK) else ""
    return ""


def marks_of(node: Node) -> tuple[Mark, ...]:
    """The mark that a step draws on the board, () for other nodes."""
    if kind_of(node) != MARK or node.action is None:
        return ()
    square, _, symbol = node.action.text.partition(" ")
    return (Mark("label", (square,), text=symbol),)


def result_text(game: Game[State], side: int | None, margin: str) -> str:
    """The text of a result: the winner (None: draw), and the margin or ""."""
    if side is None:
        return "0"
    return f"{game.sides[side].id[:1].upper()}+{margin}"


def result_parts(game: Game[State], text: str) -> tuple[int | None, str] | None:
    """(winning side or None for a draw, margin) of a result's text; None if it isn't one."""
    if text == "0":
        return None, ""
    letter, plus, margin = text.partition("+")
    letters = [side.id[:1].upper() for side in game.sides]
    return (letters.index(letter), margin) if plus and letter in letters else None


def plies_before(node: Node) -> int:
    """The number of moves that can be taken back after a node. Walks up."""
    count, back = 0, 0
    one: Node | None = node
    while one is not None:
        if type(one.action) is Takeback:
            back += one.action.count
        elif is_move(one.action):
            count, back = (count, back - 1) if back else (count + 1, 0)
        one = one.parent
    return count


def add(
    document: EditableRecords,
    key: int,
    node: Node,
    action: Action,
    notes: Mapping[str, NoteValue],
) -> Edit:
    """A step after a node.

    A takeback is added like a move: as another child if the node has any. Any other step is inserted
    between a move and the next one: the node's children become the step's.
    """
    record = document.record_of(key)
    new = record.next_id
    said = {facet: value for facet, value in notes.items() if value != FACETS[facet].empty}
    ops: list[Op] = []
    rows = [NodeData(new, -1, action, said)]
    index = len(node.children)
    if type(action) is not Takeback:
        for child in node.children:
            start = len(rows)
            for row in rows_of(child):
                rows.append(row._replace(parent=row.parent + start if row.parent >= 0 else 0))
            ops.append(Remove(child.id))
        index = 0
    ops.append(Insert(node.id, index, tuple(rows)))
    kind = kind_of(Node(0, None, action, said))
    return edited(key, ops, _WORDS.get(kind, message("Add a step")), node, new)


def change(
    document: EditableRecords,
    key: int,
    node: Node,
    action: Action | None,
    notes: Mapping[str, NoteValue],
) -> Edit | None:
    """Change the action and annotations of a node; those not named stay."""
    ops: list[Op] = [
        SetNote(node.id, facet, value)
        for facet, value in notes.items()
        if node.note(facet) != value
    ]
    if action is not None and action != node.action:
        ops.append(SetAction(node.id, action))
    if not ops:
        return None
    return edited(key, ops, message("Change a step"), node)


def begins(node: Node) -> bool:
    """Whether a node has no move or step: it is the start, a position, a variation's head."""
    action = node.action
    return node.parent is None or not (is_ply(action) or isinstance(action, (Takeback, Remark)))


def title(document: EditableRecords, key: int, node: Node, text: str) -> Edit | None:
    """Set the title of a node, in one line; "" removes it.

    If the format has no titles on moves, the title of a move is the variation's that begins with it:
    it goes into a node of its own before the move.
    """
    text = " ".join(text.split())
    if node.note(TITLE) == text:
        return None
    words = message("Set a title") if text else message("Remove a title")
    if begins(node) or FORMATS[document.format].load().titled_moves or not text:
        return edited(key, [SetNote(node.id, TITLE, text)], words, node)
    parent = node.parent
    assert parent is not None  # else something begins there
    new = document.record_of(key).next_id
    rows = [NodeData(new, -1, None, {TITLE: text})]
    rows += [row._replace(parent=row.parent + 1) for row in rows_of(node)]
    insert = Insert(parent.id, parent.children.index(node), tuple(rows))
    return edited(key, [Remove(node.id), insert], words, node, new)


def chapter(document: EditableRecords, key: int, node: Node, text: str) -> Edit | None:
    """Add a titled node without a move as the last child of a node."""
    text = " ".join(text.split())
    if not text:
        return None
    new = document.record_of(key).next_id
    insert = Insert(node.id, len(node.children), (NodeData(new, -1, None, {TITLE: text}),))
    return edited(key, [insert], message("Add a chapter"), node, new)


def problem(document: EditableRecords, key: int, node: Node, side: int) -> Edit | None:
    """Toggle the problem at a node: a side is to find its move."""
    game = game_of(document.record_of(key).game)
    id = game.sides[side].id
    value = "" if node.note(PROBLEM) == id else id
    words = message("Make a problem") if value else message("Make no problem")
    return edited(key, [SetNote(node.id, PROBLEM, value)], words, node)


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


def head_of(node: Node) -> Node | None:
    """The first node of a node's variation: one with siblings; None if there is none.

    Searches up to where the line branches off; a titled node may be further down the line.
    """
    while node.parent is not None:
        if len(node.parent.children) > 1:
            return node
        node = node.parent
    return None


def sibling_variation(node: Node, step: int) -> Node | None:
    """The sibling at a distance from a node's variation, None if there is none."""
    head = head_of(node)
    if head is None or head.parent is None:
        return None
    siblings = head.parent.children
    index = siblings.index(head) + step
    return siblings[index] if 0 <= index < len(siblings) else None


def move_variation(document: EditableRecords, key: int, node: Node, to: Node) -> Edit | None:
    """Move the variation of a node to the place of a sibling."""
    head, other = head_of(node), head_of(to)
    if head is None or other is None or head is other or head.parent is not other.parent:
        return None
    parent = head.parent
    assert parent is not None  # it has siblings
    siblings = parent.children
    reorder = Reorder(parent.id, siblings.index(head), siblings.index(other))
    return edited(key, [reorder], message("Change the order"), node)


def shift_variation(document: EditableRecords, key: int, node: Node, by: int) -> Edit | None:
    """Move the variation of a node down by a number of places (up if negative)."""
    other = sibling_variation(node, by)
    return None if other is None else move_variation(document, key, node, other)
