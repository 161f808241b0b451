"""Write the nodes of a record as the tree of a game-tree file; find those that can't be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.gametree.codes import Codes, Marks
from viewer.formats.gametree.facts import COUNT, CUT, ITEMS, ORDER, PROMISE, REST, TEXT
from viewer.formats.gametree.fields import Codec, read_comment, write_comment
from viewer.formats.gametree.layout import COMMENT, KEYS, MAIN, MOVE, VERDICT, NumberLayout
from viewer.formats.gametree.moves import is_swap, read_move
from viewer.formats.gametree.reader import shown_of
from viewer.formats.kit.law import behind
from viewer.tree.annotation import COMMENT as COMMENT_FACET
from viewer.tree.annotation import MAIN as MAIN_FACET
from viewer.tree.annotation import VERDICT as VERDICT_FACET
from viewer.tree.facts import find_fact
from viewer.tree.node import Node
from viewer.tree.record import Record

_HELD = frozenset((COMMENT_FACET, MAIN_FACET, VERDICT_FACET))


class TextSettings(NamedTuple):
    """How text is written.

    Attributes:
        codec: the codec of strings.
        breaks: the line break of comments.
        same: whether the codec is that of the file that was read.
        longest: the most bytes of a comment that was shown when the file was read.
    """

    codec: Codec
    breaks: str
    same: bool
    longest: int


@dataclass(slots=True)
class Body:
    """The tree of a file to write.

    Attributes:
        nodes: the bytes of the nodes.
        last: the bytes of the last node, if the file still ends within it; else b"".
        rest: the kind of the unread rest that follows (the fact `REST`), "" if none follows.
        left_out: for each node that is left out with all below it, the reason, by id.
        texts: the comments by which a reader will detect the codec, as bytes.
        inexact: whether anything may be read back differently.
    """

    nodes: bytes = b""
    last: bytes = b""
    rest: str = ""
    left_out: dict[int, Message] = field(default_factory=dict)
    texts: list[bytes] = field(default_factory=list)
    inexact: bool = False


class _Item(NamedTuple):
    """An item of a node's list: the letter of its key ("" if unknown), its bytes, and its value.

    If the key is repeated, the letter is "" and `again` has it.
    """

    letter: str
    raw: bytes
    value: bytes | None
    again: str = ""


class _Lists(dict[bytes, bytes]):
    """Cache of the lists of nodes that have only a move, with the zero byte, by the bytes of the move."""

    def __init__(self, layout: NumberLayout) -> None:
        super().__init__()
        self._layout = layout

    def __missing__(self, move: bytes) -> bytes:
        made = self[move] = self._layout.item(self._layout.keys[MOVE], move) + b"\0"
        return made


class Emitter:
    """The writer of a record's tree, for one use. `fresh`: for a new file, ignoring facts of the old one."""

    def __init__(
        self,
        record: Record,
        codes: Codes,
        layout: NumberLayout,
        settings: TextSettings,
        fresh: bool,
        same_start: bool,
    ) -> None:
        self._record, self._codes, self._layout, self._settings = record, codes, layout, settings
        self._fresh, self._same_start = fresh, same_start
        self._body = Body()
        self._open: set[int] = set()  # nodes on the path to the last node read from the file
        self._barred: set[int] = set()
        self._cut = -1
        count = record.fact(COUNT)
        read, uses = (
            count.value[:2] if count is not None and isinstance(count.value, tuple) else (0, 1)
        )
        self._marks = Marks(fresh, int(read), bool(uses))
        self._set_rest()

    def body(self) -> Body:
        """Make the tree."""
        out: list[bytes] = []
        body, codes, marks = self._body, self._codes, self._marks
        width, lists = self._layout.width, _Lists(self._layout)
        ends_within = body.rest == "cut"
        stack = [self._record.root]
        while stack:
            node = stack.pop()
            children = self._kept(node)
            raw = codes.of(node, children)
            count = len(children)
            if children:
                marks.settle(node, children)
                stack += children[::-1]
            if self._open:
                count += self._promised(node)
            if not node.facts and not node.notes and raw is not None and not marks.differs(node):
                listed = lists[raw]
            else:
                usual = self._usual(node, raw)
                listed = (self._list(node, raw) if usual is None else usual) + b"\0"
            if ends_within and node.id == self._cut and marks.keeps(node):
                body.last = listed + count.to_bytes(width, "big")
            else:
                out.append(listed + count.to_bytes(width, "big"))
        if not body.last and ends_within:
            body.rest = ""
        body.nodes = b"".join(out)
        body.inexact |= marks.inexact or codes.inexact or bool(body.left_out)
        return body

    # -------------------------------------------------------------------------- what is written

    def _kept(self, node: Node) -> Sequence[Node]:
        """The children to write; adds the others to `left_out`."""
        children = node.children
        left_out = self._body.left_out
        most = (1 << 8 * self._layout.width) - 1
        room = most - self._promised(node)
        if not self._barred and len(children) <= room:
            for child in children:
                if not child.children and self._is_nothing(child):
                    break
            else:
                return children
        kept: list[Node] = []
        for child in children:
            if child.id in self._barred:
                left_out[child.id] = message("It would come behind moves that weren't read.")
            elif not child.children and self._is_nothing(child):
                left_out[child.id] = message("A game tree has no place for this in the moves.")
            elif len(kept) >= room:
                left_out[child.id] = message("A move has {most} answers at most.", most=most)
            else:
                kept.append(child)
        return kept

    def _is_nothing(self, node: Node) -> bool:
        """Whether a leaf has nothing that can be written."""
        if node.action is None or node.notes or node.facts:
            # A node that was read without a move is kept; a comment needs its node.
            return False
        return not self._codes.has(node)

    # ------------------------------------------------------------------ the end of a cut file

    def _set_rest(self) -> None:
        """Set which rest of the file follows the tree, and the nodes that may not be written before it."""
        fact = None if self._fresh else self._record.fact(REST)
        if fact is None or not isinstance(fact.value, tuple):
            return
        kind, last_id = fact.value
        last = self._record.nodes.get(last_id) if last_id >= 0 else None
        if kind == "trailing":
            self._body.rest = kind
            return
        if last is None:
            root = self._record.root
            if last_id < 0 and not root.children and not root.notes and self._same_start:
                self._body.rest = kind
            elif kind == "unread":
                self._body.rest = "trailing"
            return
        behind = {child.id for child in last.children}
        path = last.path()
        for node, above in zip(path[1:], path, strict=False):
            siblings = above.children
            behind.update(other.id for other in siblings[siblings.index(node) + 1 :])
        if kind == "unread":
            self._barred = behind
        elif behind:
            return  # the incomplete end of the file is no longer the end of the tree
        self._body.rest = kind
        self._open = {node.id for node in path}
        if kind == "cut":
            shown = last.fact(CUT)
            alone = last.parent is None or len(last.parent.children) == 1
            if shown is not None and shown.value == shown_of(last) and (alone or not is_swap(last)):
                self._cut = last_id

    def _promised(self, node: Node) -> int:
        if node.id not in self._open:
            return 0
        fact = find_fact(node.facts, PROMISE)
        return fact.value if fact is not None and isinstance(fact.value, int) else 0

    # -------------------------------------------------------------------------------- a node

    def _usual(self, node: Node, move: bytes | None) -> bytes | None:
        """The list of an ordinary node, in the order in which it was read; None for others (see `_list`)."""
        facts = () if self._fresh else node.facts
        kept = self._fresh or self._marks.keeps(node)
        if not kept or len(facts) > 1 or (move is None and node.action is not None):
            return None
        values: dict[str, bytes] = {} if move is None else {MOVE: move}
        for facet, said in node.notes.items():
            value = None
            if facet == VERDICT_FACET:
                value = values[VERDICT] = self._layout.write_verdict(said) or b""
            elif facet == COMMENT_FACET:
                value = values[COMMENT] = self._comment(node) or b""
            if not value:
                return None
        letters = KEYS
        if facts:
            if facts[0].name != ORDER:
                return None
            letters = str(facts[0].value)
            if MAIN in letters:
                values[MAIN] = b"\1"
            if sorted(letters) != sorted(values):
                return None
        elif self._fresh and self._marks.wanted(node, None):
            values[MAIN] = b"\1"
        if COMMENT in values:
            self._note_text(values[COMMENT])
        item, keys = self._layout.item, self._layout.keys
        return b"".join(
            [item(keys[letter], values[letter]) for letter in letters if letter in values]
        )

    def _list(self, node: Node, move: bytes | None) -> bytes:
        """The list of any node, without the zero byte."""
        notes = node.notes
        wanted: dict[str, bytes | None] = {
            MOVE: move,
            VERDICT: self._layout.write_verdict(notes.get(VERDICT_FACET)),
            COMMENT: self._comment(node),
        }
        if not _HELD.issuperset(notes) or (VERDICT_FACET in notes and wanted[VERDICT] is None):
            self._body.inexact = True
        if notes.get(MAIN_FACET, 1) != 1:
            self._body.inexact = True
        if move is None and node.action is not None and node is not self._record.root:
            self._body.inexact = True
        items = self._items(node, wanted)
        there = {item.letter for item in items if item.value is not None}
        was = next((any(item.value or b"") for item in items if item.letter == MAIN), None)
        mark = self._marks.wanted(node, was)
        if mark is not None or MAIN in there:
            wanted[MAIN] = None if mark is None else bytes((mark,))
        return b"".join(self._settled(node, items, wanted))

    def _items(self, node: Node, wanted: dict[str, bytes | None]) -> list[_Item]:
        """The items of a node as they were read, if facts tell them; else empty ones for the wanted keys."""
        for fact in () if self._fresh else node.facts:
            if fact.name == ITEMS and isinstance(fact.raw, bytes):
                return self._items_read(fact.raw)
            if fact.name == ORDER and isinstance(fact.value, str):
                return [
                    _Item(letter, b"", b"\1" if letter == MAIN else b"") for letter in fact.value
                ]
        return [_Item(letter, b"", b"") for letter in KEYS if wanted.get(letter) is not None]

    def _items_read(self, raw: bytes) -> list[_Item]:
        found: list[_Item] = []
        seen: set[str] = set()
        for key, value, _ in self._layout.node_items(raw):
            letter, again = self._layout.letters.get(key, ""), ""
            if letter in seen:
                letter, again = "", letter
            seen.add(letter)
            found.append(_Item(letter, self._layout.item(key, value), value, again))
        return found

    def _settled(
        self, node: Node, items: list[_Item], wanted: dict[str, bytes | None]
    ) -> list[bytes]:
        """The bytes of a node's items with the wanted values; equivalent items stay as they were read."""
        out: list[tuple[int, bytes]] = []  # the rank of a key, -1 for others
        layout, gone = self._layout, set()
        for item in items:
            letter = item.letter
            if item.again in gone:
                continue  # if it were kept, it would count as the first now
            if not letter:
                out.append((-1, item.raw))
                continue
            says = bool(item.raw) and self._says(node, item, wanted)
            value = wanted.pop(letter, None)
            if says:
                value = item.value
            if value is None:
                gone.add(letter)
                continue
            out.append((KEYS.index(letter), layout.item(layout.keys[letter], value)))
            if letter == COMMENT:
                self._note_text(value)
        for letter, value in wanted.items():
            if value is not None:
                rank = KEYS.index(letter)
                place = behind(0 <= other < rank for other, _ in out)
                out.insert(place, (rank, layout.item(layout.keys[letter], value)))
                if letter == COMMENT:
                    self._note_text(value)
        return [raw for _, raw in out]

    def _note_text(self, raw: bytes) -> None:
        """Add the bytes of a comment to `Body.texts`, by which a reader will detect the codec."""
        longest = self._settings.longest
        if not raw.isascii() and not (longest and len(raw) > longest):
            self._body.texts.append(raw)

    def _says(self, node: Node, item: _Item, wanted: dict[str, bytes | None]) -> bool:
        """Whether an item as it was read is equivalent to the wanted value."""
        value, new = item.value or b"", wanted.get(item.letter)
        if item.letter == MOVE:
            if node is self._record.root:
                return self._same_start
            links = self._codes.kind.links
            return new is not None and (
                read_move(value, links, None).action == read_move(new, links, None).action
            )
        if item.letter == VERDICT:
            return self._layout.read_verdict(value) == node.notes.get(VERDICT_FACET)
        if item.letter == MAIN:
            return new is not None and any(value) == any(new)
        settings = self._settings
        shown = "" if len(value) > settings.longest else read_comment(value, settings.codec)
        return settings.same and shown == node.comment

    def _comment(self, node: Node) -> bytes | None:
        """The bytes of a node's comment, None if it has none."""
        text = node.comment
        settings = self._settings
        if settings.same and not self._fresh:
            fact = find_fact(node.facts, TEXT)
            if fact is not None and fact.value == text and isinstance(fact.raw, bytes):
                return fact.raw
        if not text:
            return None
        raw = write_comment(text, settings.codec, settings.breaks)
        if read_comment(raw, settings.codec) != text:
            self._body.inexact = True
        return raw
