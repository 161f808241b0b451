"""Edits that people make, planned as operations. Nothing here changes anything.

Each function takes the document, the record's key and a node, and returns an Edit for
`Document.do`; None where there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from viewer.base.messages import Message, counted, message
from viewer.document.clip.clip import branch_rows, merged, renumbered
from viewer.document.edits import DocumentOp, Edit, InRecord, Location, RewriteRecord
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import (
    BAD_GLYPHS,
    BEFORE,
    BOOKMARK,
    COMMENT,
    FIGURE,
    GLYPHS,
    GOOD_GLYPHS,
    MARKS,
    NAMELESS,
    Mark,
    NoteValue,
)
from viewer.tree.diagram import (
    DIAGRAM,
    DIAGRAM_GLYPHS,
    DIAGRAM_SIGN,
    PLAIN_FIGURE,
    marked_node,
    without_sign,
)
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetEncoding, SetHeaders, SetNote
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData


class EditableRecords(Protocol):
    """What plans need of a document. They change nothing in it."""

    @property
    def format(self) -> str:
        """Id of the format they are saved in."""

    @property
    def flowing(self) -> bool:
        """Whether line breaks within comments are layout in the format they were read as."""

    def __len__(self) -> int:
        """The number of records."""

    def keys(self) -> Sequence[int]:
        """Keys of the records in order."""

    def record_of(self, key: int) -> Record:
        """The record of a key. Raises KeyError."""

    def index_of(self, key: int) -> int:
        """The index of a key. Raises OpError (a ValueError)."""

    def states(self, key: int) -> States:
        """The states of a record's nodes."""

    def new_key(self) -> int:
        """A key for a new record."""


_NOTHING: Mapping[str, NoteValue] = {}
_MOVE_SIGNS = GOOD_GLYPHS | BAD_GLYPHS
_HELD = 200  # records that are edited one by one: a journal keeps each as it was
_ONE_OF = (_MOVE_SIGNS, frozenset(range(10, 22)))  # of the move, of the position


def edited(
    key: int, ops: Sequence[Op], words: Message, before: Node, after: int | None = None
) -> Edit:
    """The edit of a record that does operations; `after`: the node it leads to, None where it is done."""
    return Edit(
        tuple(InRecord(key, op) for op in ops),
        words,
        Location(key, before.id),
        Location(key, before.id if after is None else after),
    )


def action(
    document: EditableRecords,
    key: int,
    node: Node,
    what: Action,
    notes: Mapping[str, NoteValue] = _NOTHING,
) -> Edit:
    """An action after a node: the child that has it already, else a new last child with annotations."""
    for child in node.children:
        there = child.action
        if there == what or (type(there) is Written and _meant(document, key, child) == what):
            return edited(key, [], message("Go to a move"), node, child.id)
    new = document.record_of(key).next_id
    insert = Insert(node.id, len(node.children), (NodeData(new, -1, what, dict(notes)),))
    words = message("Add a variation") if node.children else message("Add a move")
    return edited(key, [insert], words, node, new)


def _meant(document: EditableRecords, key: int, node: Node) -> Action | None:
    """A node's action; for a Written one, the move it means."""
    if type(node.action) is not Written:
        return node.action
    return document.states(key).at(node).action


def play(document: EditableRecords, key: int, node: Node, move: str) -> Edit:
    """A move, in neutral notation, after a node."""
    return action(document, key, node, Move(move))


def note(
    document: EditableRecords, key: int, node: Node, facet: str, value: NoteValue
) -> Edit | None:
    """An annotation of a node."""
    if node.note(facet) == value:
        return None
    words = {
        COMMENT: message("Write a comment"),
        BEFORE: message("Write a comment before a move"),
        GLYPHS: message("Set a glyph"),
        MARKS: message("Draw a mark"),
        BOOKMARK: message("Set a bookmark") if value else message("Remove a bookmark"),
    }.get(facet, message("Change an annotation"))
    return edited(key, [SetNote(node.id, facet, value)], words, node)


def comment(
    document: EditableRecords, key: int, node: Node, text: str, facet: str = COMMENT
) -> Edit | None:
    """Set the comment of a node, or with BEFORE the one before it; line ends become line feeds."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return note(document, key, node, facet, text)


def bookmark(document: EditableRecords, key: int, node: Node, text: str) -> Edit | None:
    """Set the bookmark of a node; "" removes it, NAMELESS sets one without a name."""
    return note(document, key, node, BOOKMARK, text if text == NAMELESS else text.strip())


def toggle_glyph(document: EditableRecords, key: int, node: Node, nag: int) -> Edit | None:
    """Set or remove a glyph. A move has at most one like ! and ?, and one like = and ±."""
    if node.parent is None:
        return None
    now = node.glyphs
    if nag in now:
        return note(document, key, node, GLYPHS, tuple(each for each in now if each != nag))
    same_kind = next((kind for kind in _ONE_OF if nag in kind), frozenset({nag}))
    rest = tuple(each for each in now if each not in same_kind)
    # What is said of the move stands right behind it.
    new = (nag, *rest) if nag in _MOVE_SIGNS else (*rest, nag)
    return note(document, key, node, GLYPHS, new)


def toggle_diagram(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Set or remove the diagram mark of a node's position, in the form that the format has for it.

    At the end of a line, where no figure can begin, it is a sign in the comment.
    """
    format_ = FORMATS[document.format].load()
    figures = FIGURE in format_.facets
    place = marked_node(node, figures, format_.holds_glyph(DIAGRAM))
    signed = DIAGRAM_SIGN in node.comment
    if signed or (place is None and figures):
        text = without_sign(node.comment) if signed else f"{node.comment} {DIAGRAM_SIGN}".strip()
        words = message("Remove the diagram mark") if signed else message("Mark for a diagram")
        return edited(key, [SetNote(node.id, COMMENT, text)], words, node)
    if place is None:
        return None
    if place is not node:
        marked = FIGURE in place.notes
        words = message("Remove the diagram mark") if marked else message("Mark for a diagram")
        value: NoteValue = () if marked else PLAIN_FIGURE
        return edited(key, [SetNote(place.id, FIGURE, value)], words, node)
    rest = tuple(each for each in node.glyphs if each not in DIAGRAM_GLYPHS)
    marked = rest != node.glyphs
    words = message("Remove the diagram mark") if marked else message("Mark for a diagram")
    glyphs = rest if marked else (*rest, DIAGRAM)
    return edited(key, [SetNote(node.id, GLYPHS, glyphs)], words, node)


def toggled(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """Marks with one added; drawn again it is removed, in another colour it is recoloured."""
    if mark in marks:
        return tuple(each for each in marks if each != mark)
    place = (mark.kind, mark.squares)
    return (*(each for each in marks if (each.kind, each.squares) != place), mark)


def toggle_mark(document: EditableRecords, key: int, node: Node, mark: Mark) -> Edit | None:
    """Add, remove or recolour a mark."""
    return note(document, key, node, MARKS, toggled(node.marks, mark))


def clear_marks(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Remove the marks of a node."""
    if not node.marks:
        return None
    return edited(key, [SetNote(node.id, MARKS, ())], message("Clear the marks"), node)


def _fork(node: Node) -> tuple[Node, int] | None:
    """The head of the variation that contains a node, and its index among its siblings.

    None on the main line.
    """
    head = node
    while head.parent is not None and head.parent.children[0] is head:
        head = head.parent
    if head.parent is None:
        return None
    return head, head.parent.children.index(head)


def can_promote(node: Node) -> bool:
    """Whether a node is in a variation."""
    return _fork(node) is not None


def promote(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Move the variation of a node one place up among its siblings."""
    found = _fork(node)
    if found is None:
        return None
    head, index = found
    assert head.parent is not None
    return edited(
        key, [Reorder(head.parent.id, index, index - 1)], message("Promote a variation"), node
    )


def _lowered(node: Node) -> Reorder | None:
    """Move the line of a node one place down at the last fork above it; None if none follows there."""
    head = node
    while head.parent is not None and len(head.parent.children) == 1:
        head = head.parent
    if head.parent is None or head.parent.children[-1] is head:
        return None
    index = head.parent.children.index(head)
    return Reorder(head.parent.id, index, index + 1)


def can_demote(node: Node) -> bool:
    """Whether another line follows that of a node."""
    return _lowered(node) is not None


def demote(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Move the line of a node one place down at the last fork above it."""
    down = _lowered(node)
    return None if down is None else edited(key, [down], message("Demote a variation"), node)


def make_main(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Make the line through a node the main line, at every fork above."""
    ops: list[Op] = []
    below = node
    while below.parent is not None:
        if below.parent.children[0] is not below:
            ops.append(Reorder(below.parent.id, below.parent.children.index(below), 0))
        below = below.parent
    return edited(key, ops, message("Make a main line"), node) if ops else None


def delete(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Delete a node and all below; at the root, all moves."""
    if node.parent is None:
        ops: list[Op] = [Remove(child.id) for child in node.children]
        return edited(key, ops, message("Delete all moves"), node) if ops else None
    return edited(key, [Remove(node.id)], message("Delete a branch"), node, node.parent.id)


def paste(
    document: EditableRecords, key: int, node: Node, rows: Sequence[NodeData], ahead: str = ""
) -> Edit | None:
    """Add branches (see `clip`) after a node, merging those whose first action exists.

    `ahead` is said ahead of the first: at the start it is added to the comment there, elsewhere to that
    before the move. The cursor goes to the first pasted node.
    """
    if not rows:
        return None
    record = document.record_of(key)
    if ahead and node.parent is not None:
        before = rows[0].notes.get(BEFORE)
        said = f"{ahead}\n{before}" if before else ahead
        rows = [rows[0]._replace(notes={**rows[0].notes, BEFORE: said}), *rows[1:]]
    ops, after = renumbered(rows, node, record.next_id, lambda child: _meant(document, key, child))
    if ahead and node.parent is None and ahead not in node.comment:
        said = f"{node.comment}\n{ahead}" if node.comment else ahead
        ops = [*ops, SetNote(node.id, COMMENT, said)]
    if not ops:
        return edited(key, [], message("Go to a move"), node, after)
    return edited(key, ops, message("Paste a branch"), node, after)


def unite(document: EditableRecords, key: int, node: Node, others: Sequence[Node]) -> Edit | None:
    """Copy what follows other nodes, of the same position, to a node; None if all of it is there.

    Moves that are there stay as they are, and take the annotations that they lack.
    """
    states = document.states(key)
    rows = merged(branch_rows(child, states) for other in others for child in other.children)
    record = document.record_of(key)
    ops, _ = renumbered(rows, node, record.next_id, lambda child: _meant(document, key, child))
    return edited(key, ops, message("Copy the moves from the same position"), node) if ops else None


def add_siblings(
    document: EditableRecords, key: int, node: Node, moves: Sequence[tuple[Node, Action]]
) -> Edit | None:
    """Moves beside others: each after the parent of a node of the record, unless it is there already.

    The cursor stays.
    """
    ops: list[Op] = []
    new = document.record_of(key).next_id
    added: dict[int, list[Action]] = {}
    for other, move in moves:
        above = other.parent
        if above is None:
            continue
        known = added.setdefault(above.id, [])
        if move in known or any(_meant(document, key, one) == move for one in above.children):
            continue
        place = len(above.children) + len(known)
        ops.append(Insert(above.id, place, (NodeData(new + len(ops), -1, move, {}),)))
        known.append(move)
    words = message("Add variations")
    return edited(key, ops, words, node) if ops else None


def header(document: EditableRecords, key: int, node: Node, name: str, value: str) -> Edit | None:
    """Set, add or (value "") remove a header."""
    record = document.record_of(key)
    headers = with_header(record.headers, name, value)
    return all_headers(document, key, node, headers)


def all_headers(
    document: EditableRecords, key: int, node: Node, headers: tuple[Header, ...]
) -> Edit | None:
    """Set all headers."""
    if headers == document.record_of(key).headers:
        return None
    return edited(key, [SetHeaders(headers)], message("Edit the details"), node)


def start(document: EditableRecords, key: int, node: Node, new: Setup | None) -> Edit | None:
    """Change the start position. The moves stay; the cursor goes to the start."""
    record = document.record_of(key)
    game = game_of(record.game)
    before, after = (game.setup_text(game.start(each)) for each in (record.setup, new))
    if before == after:
        return None
    root = record.root.id
    words = message("Change the start position")
    return edited(key, [SetAction(root, new)], words, node, root)


def setup(document: EditableRecords, key: int, node: Node, text: str) -> Edit | None:
    """Change the start position to a typed one (FEN and the like). The moves stay.

    Raises ValueError with a sentence if the text isn't a position.
    """
    game = game_of(document.record_of(key).game)
    return start(document, key, node, game.parse_setup(text))


def encoding(document: EditableRecords, key: int, node: Node, codec: str) -> Edit | None:
    """Change the codec in which the text of the record's file is saved.

    A file of several records is in one codec: all of them are changed, as the edit's words say.
    """
    several = not FORMATS[document.format].load().single
    keys = document.keys() if several else (key,)
    if all(document.record_of(each).encoding == codec for each in (key, *keys)):
        return None
    change = SetEncoding(codec)
    held = {key} if len(keys) > _HELD else set(keys)
    ops: list[DocumentOp] = [
        InRecord(each, change) if each in held else RewriteRecord(each, (change,)) for each in keys
    ]
    words = counted("Change the encoding", "Change the encoding of {count} games", len(keys))
    here = Location(key, node.id)
    return Edit(tuple(ops), words, here, here)
