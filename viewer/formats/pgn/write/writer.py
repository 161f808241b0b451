"""Writing a record that was read from PGN in its game's own style.

The annotations of a node are compared with its text in the file, read again; if they are
equal the text is written unchanged, else only the changed items are updated within it. Moves
and variations that are new are written in the game's style.
"""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple
from viewer.formats.pgn.said import (
    AFTER,
    CLOSE,
    COMMENTED,
    FIRST,
    OPEN,
    TAGS,
    TAIL,
    TEXT,
    VARIATION,
    settings_of,
)
from viewer.formats.pgn.write.content import GameContent, GameStyle, Moves, style_of
from viewer.formats.pgn.write.mend import Mender
from viewer.formats.pgn.write.slots import (
    BRACE,
    FILL,
    GAP,
    LINE,
    MOVE,
    RESULT,
    Slot,
    Text,
    Tok,
    read_slot,
    say,
    spelt,
)
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, NoteValue
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_ITS_OWN = frozenset((BEFORE, BOOKMARK))  # what doesn't stand behind a move
_BARE = re.compile(rb"\s*+(?:\d++\s*+\.*+\s*+)?([A-Za-z][\w+#=-]*+)\s*+")


def bytes_of(text: Text) -> bytes:
    """The bytes of a text of the file; nothing for a new one."""
    return text if isinstance(text, bytes) else b""


class Behind(NamedTuple):
    """What is written after a variation, and for which node."""

    raw: bytes
    slot: Slot | None


class Writer:
    """The movetext of one record."""

    def __init__(self, record: Record, tokens: re.Pattern[bytes], marker: str | None) -> None:
        """`marker`: the result to write instead of the one in the file, None to keep that."""
        settings = settings_of(record)
        assert settings is not None
        self.record = record
        self.settings = settings
        self.tokens = tokens
        self.marker = marker
        self.style: GameStyle = style_of(record, settings)
        self.content = GameContent(settings, tokens, self.style.width)
        self.moves = Moves(record, tokens)
        self._between: int | None = FIRST
        self._lead: tuple[
            Text | None, ...
        ] = ()  # what the first move has before it, if that changed
        self._opened = False  # whether a "(" stands before the move to come
        self._after: dict[int, Behind] = {}  # what stands behind the variation of a node
        self._hosted: dict[int, list[Node]] = {}  # variations that stand behind a node
        self._leaf = self._last_of_main_line()

    def _last_of_main_line(self) -> Node:
        node = self.record.root
        while True:
            children = self.moves.writable(node)
            if not children:
                return node
            node = children[0]

    # ---------------------------------------------------------------------------- the walk

    def write(self) -> list[Text]:
        """The movetext, from the end of the tags."""
        root = self.record.root
        tail = self.record.fact(TAIL)
        self._said(root, [])
        todo: list[tuple[str, Node]] = [("line", root)]
        while todo:
            what, node = todo.pop()
            if what == "node":
                hosted = self._hosted.pop(node.id, [])
                self._said(node, hosted)
                todo.append(("line", node))
                for each in reversed(hosted):
                    todo += [("close", each), ("node", each), ("open", each)]
            elif what == "line":
                children = self.moves.writable(node)
                if children:
                    self._host(children)
                    todo.append(("node", children[0]))
            elif what == "open":
                self._open(node)
            else:
                self._close(node)
        if tail is not None and tail.value and isinstance(tail.raw, bytes):
            self.content.raw(tail.raw)
        elif self._leaf.id in self._after:
            behind = self._after.pop(self._leaf.id)
            slot = behind.slot or read_slot(behind.raw, self.tokens, self.settings)
            self._behind(behind._replace(slot=slot) if self._take_lead(slot) else behind)
        return self.content.pieces

    def _host(self, children: list[Node]) -> None:
        """The sibling that each variation is written after: as in the file if possible."""
        line = [children[0]]  # each stands behind the one before
        depth = {children[0].id: 0}
        for node in children[1:]:
            fact = node.fact(OPEN)
            wanted = fact.value if fact is not None else None
            at = depth.get(wanted, 0) if isinstance(wanted, int) else 0
            while len(line) > at + 1:
                del depth[line.pop().id]
            self._hosted.setdefault(line[at].id, []).append(node)
            depth[node.id] = len(line)
            line.append(node)

    # ------------------------------------------------------------------------- one node's text

    def _said(self, node: Node, hosted: list[Node]) -> None:
        """Write a node's own text, and keep what goes after its variations and the last move."""
        own = raw_of(node.facts, TEXT)
        if own is not None and not hosted and self._is_bare(node, own):
            self.content.raw(own)
            self._between, self._opened = None, False
            return
        slots = [self._slot(own, node)]
        raws = [own or b""]
        for each in hosted:
            raws.append(raw_of(each.facts, AFTER) or b"")
            slots.append(read_slot(raws[-1], self.tokens, self.settings))
        tail = node is self._leaf and self._has_tail()
        if tail:
            raws.append(raw_of(self.record.facts, TAIL) or b"")
            slots.append(read_slot(raws[-1], self.tokens, self.settings))
        want = {key: value for key, value in node.notes.items() if key not in _ITS_OWN}
        changed = dict(say(slots, tail).notes()) != want
        if changed:
            before = [tok for tok in slots[0] if tok.kind != MOVE]
            Mender(slots, self.style, self.settings, tail).mend(want)
            if node.parent is None:
                self._first_lead(slots[0], before)
        if tail and self.marker is not None:
            self._mark(slots[-1], self.marker)
        keys = [each.id for each in hosted] + ([node.id] if tail else [])
        for key, raw, slot in zip(keys, raws[1:], slots[1:], strict=True):
            self._after[key] = Behind(raw, slot if changed or self.marker is not None else None)
        opened, self._opened = self._opened, False
        if BEFORE in node.notes and not opened and node.parent is not None:
            self._before_main(str(node.notes[BEFORE]))
        moved = node.parent is not None and self._renumber(node, slots[0], own)
        if node.parent is not None and self._take_lead(slots[0]):
            moved = True
        if changed or moved or own is None:
            self._slot_out(slots[0], own is None)
        else:
            self.content.raw(own)
        self._between = None if node.parent is not None else FIRST
        self._note_comments(slots[0])

    def _is_bare(self, node: Node, own: bytes) -> bool:
        """Whether a node's text is its move alone, and stays: then it needn't be parsed."""
        if node.notes or node.parent is None or node is self._leaf or self._lead:
            return False
        found = _BARE.fullmatch(own)
        same = found is not None and found[1] == self.moves.name(node).encode()
        return same and self._then(node) == self._between

    def _before_main(self, text: str) -> None:
        """The text before a move that no "(" precedes, which can only belong to the previous move."""
        slots: list[Slot] = [[]]
        Mender(slots, self.style, self.settings, plain=True).mend({COMMENT: text})
        self._slot_out(slots[0], True)
        self._between = self._between or COMMENTED

    def _has_tail(self) -> bool:
        tail = self.record.fact(TAIL)
        return tail is not None and not tail.value

    def _slot(self, own: bytes | None, node: Node) -> Slot:
        if own is not None:
            at_start = node.parent is None and not raw_of(self.record.facts, TAGS)
            has_move = node.parent is not None
            return read_slot(own, self.tokens, self.settings, has_move, at_start)
        if node.parent is None:
            return []
        return [Tok(MOVE, None, "")]

    def _note_comments(self, slot: Slot) -> None:
        if self._between is None and any(
            tok.kind in (BRACE, LINE) or (tok.kind == FILL and tok.raw[:1] in (b"{", b";"))
            for tok in slot
        ):
            self._between = COMMENTED

    def _slot_out(self, slot: Slot, new: bool = False) -> None:
        content = self.content
        for tok in slot:
            if tok.kind == GAP:
                content.changed = True
                continue
            content.item(tok.lead, *spelt(tok))
            content.changed = tok.kind == LINE  # what follows may have stood on the same line
        content.changed = content.changed or new

    def _behind(self, behind: Behind) -> None:
        if behind.slot is None:
            self.content.raw(behind.raw)
        else:
            self._slot_out(behind.slot)

    def _mark(self, slot: Slot, marker: str) -> None:
        for tok in reversed(slot):
            if tok.kind == RESULT:
                tok.raw = marker
                return

    # ------------------------------------------------------------------------ numbers and moves

    def _renumber(self, node: Node, slot: Slot, own: bytes | None) -> bool:
        """Update the name and number of a move for its place; returns whether they changed."""
        tok = slot[0] if slot and slot[0].kind == MOVE else None
        if tok is None:
            return False
        then = self._then(node)
        san = self.moves.name(node)
        changed = self.settings.decoded(tok.raw) != san if isinstance(tok.raw, bytes) else True
        if changed:
            tok.raw = san
        if own is not None and then == self._between:
            return changed
        number, column = self.moves.number(node)
        has = bool(tok.number)
        if self._between == FIRST:
            wanted = self.style.numbered
        elif own is not None and (column == 0 or (has and b".." not in bytes_of(tok.number))):
            wanted = has
        elif column == 0:
            wanted = self.style.numbered
        else:
            wanted = {
                None: self.style.black_plain,
                COMMENTED: self.style.black_commented,
                VARIATION: self.style.black_varied,
            }[self._between]
        if wanted != has or own is None:
            changed = True
            gap = self.style.white if column == 0 else self.style.black
            tok.number = f"{number}{'...' if column else '.'}{gap}" if wanted else ""
        if own is not None and FIRST in (then, self._between):
            tok.lead = None
            changed = True
        if tok.lead is None and self._between == FIRST and node.parent is not None:
            opened = self._last_is_bracket()
            if opened:
                tok.lead = self.style.inner
        return changed

    def _last_is_bracket(self) -> bool:
        return bool(self.content.pieces) and self.content.pieces[-1][-1:] in ("(", b"(")

    def _then(self, node: Node) -> int | None:
        fact = node.fact(TEXT)
        return fact.value if fact is not None and isinstance(fact.value, int) else None

    def _first_lead(self, slot: Slot, before: Slot) -> None:
        """Make the first item of the movetext begin below the tags, whichever it is now."""
        now = [tok for tok in slot if tok.kind != GAP]
        if before and now:
            now[0].lead = before[0].lead
        elif before:
            self._lead = (before[0].lead,)
        elif now:
            children = self.moves.writable(self.record.root)
            following = raw_of(children[0].facts, TEXT) if children else None
            if not children and self._has_tail():
                following = raw_of(self.record.facts, TAIL)
            if following:
                first = read_slot(following, self.tokens, self.settings, bool(children))
                now[0].lead = first[0].lead if first else None
                self._lead = (None,)

    def _take_lead(self, slot: Slot) -> bool:
        """Adjust the white space of the first move, or the result, after items before it came or went."""
        lead, self._lead = self._lead, ()
        if not lead or not slot:
            return False
        slot[0].lead = lead[0]
        return True

    # ------------------------------------------------------------------------------ variations

    def _open(self, node: Node) -> None:
        raw = raw_of(node.facts, OPEN)
        want: dict[str, NoteValue] = {}
        if BEFORE in node.notes:
            want[COMMENT] = node.notes[BEFORE]
        if raw is None:
            slot: Slot = [Tok(FILL, None, "(")]
        else:
            slot = read_slot(raw, self.tokens, self.settings, plain=True)
        inside = slot[1:]
        changed = dict(say([inside], plain=True).notes()).get(COMMENT, "") != want.get(COMMENT, "")
        if changed:
            slots = [inside]
            Mender(slots, self.style, self.settings, plain=True).mend(want)
            for tok in slots[0][:1]:
                if tok.lead is None:
                    tok.lead = self.style.inner
            slot[1:] = slots[0]
        if changed or raw is None:
            self._slot_out(slot)
        else:
            self.content.raw(raw)
        self._between = FIRST
        self._opened = True

    def _close(self, node: Node) -> None:
        raw = raw_of(node.facts, CLOSE)
        if raw is None:
            self.content.item(self.style.inner, ")")
            self.content.changed = True
        elif raw:
            self.content.raw(raw)
        else:
            self.content.bracket()
        self._between = VARIATION
        behind = self._after.pop(node.id, None)
        if behind is not None:
            self._behind(behind)
