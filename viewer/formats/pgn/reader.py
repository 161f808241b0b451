"""Reading the movetext of a PGN game.

One pass over the tokens, with an explicit stack of open variations instead of recursion. No
rule of a game is asked.
"""

from __future__ import annotations

import re

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.patterns import late
from viewer.base.text import decode
from viewer.formats.pgn import lexer as kinds
from viewer.formats.pgn.lexer import glyph_of
from viewer.formats.pgn.said import (
    AFTER,
    CLOSE,
    COMMENTED,
    FIRST,
    OPEN,
    TEXT,
    VARIATION,
    MovetextDiagnostics,
    NodeText,
    TextSettings,
)
from viewer.tree.action import Written
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.facts import Fact, Facts
from viewer.tree.node import EMPTY, Node

_MOVE_LIKE = late(rb"[^\W\d_]\w*[-x:=+]?\w*\d|[\x80-\xff]+\w*\d")

_MOST_KNOWN = 1 << 15
_known: dict[bytes, Written] = {}
"""Moves as written, of all games: most are written in each of them."""

_fact = tuple.__new__  # without the detour through Python, for there is one for each move


class Frame:
    """An open variation: the state before its "("."""

    __slots__ = ("at", "between", "end", "first", "node", "said", "tail")

    def __init__(self, reading: MovetextReader, at: int, end: int) -> None:
        self.at = at
        self.end = end
        self.node = reading.node
        self.said = reading.said
        self.between = reading.between
        self.tail = reading.tail
        self.first: Node | None = None


class MovetextReader:
    """Builds the tree of a movetext.

    Attributes:
        root, nodes: the tree.
        findings: the diagnostics.
        tail: the end of the text after the last move: at the result, at white space, or at what
            wasn't read because of a limit.
        result: the last result outside variations, as it is written; b"" without.
        cut: whether a limit ended reading.
    """

    def __init__(
        self,
        data: bytes,
        start: int,
        tokens: re.Pattern[bytes],
        settings: TextSettings,
        root: Node,
        limits: Limits,
    ) -> None:
        self.data = data
        self.start = start
        self.tokens = tokens
        self.settings = settings
        self.root = root
        self.limits = limits
        self.nodes: dict[int, Node] = {root.id: root}
        self.outside: list[bytes] = []  # lines that begin with %, and what belongs nowhere
        self.findings = MovetextDiagnostics(settings, limits.diagnostics)
        self.result = b""
        self.cut = False
        self.node = root  # whose text goes on
        self.said: NodeText | None = None
        self.opening: Frame | None = None  # a "(" that no move has followed yet
        self.frames: list[Frame] = []
        self.slot = start  # where the text begins that goes on
        self.slot_fact = TEXT
        self.slot_value: int | None = None
        self.slot_owner = root
        self.tail = -1
        # what stands between the last move and the next, see facts.TEXT
        self.between: int | None = FIRST
        self._no_opening = False
        self._room = limits.parts
        self._again: int | None = None
        self._pairs: dict[int, int] | None = None
        self._fans: dict[int, list[Node]] = {}  # children of forks, until all are known
        self._moves: dict[bytes, Written] = {}
        self._handlers = {
            kinds.COMMENT: self._comment,
            kinds.ODD_MOVE: self._odd_move,
            kinds.ODD_SUFFIX: self._odd_move,
            kinds.LINE_COMMENT: self._line_comment,
            kinds.NAG: self._nag,
            kinds.OPEN: self._open,
            kinds.CLOSE: self._close,
            kinds.RESULT: self._result,
            kinds.SIGN: self._sign,
            kinds.ESCAPE: self._escaped_line,
            kinds.BRACKET: self._stray,
            kinds.EXTRA: self._item,
            kinds.WORD: self._word,
            kinds.NUMBER: self._item,
            kinds.UNCLOSED: self._unclosed,
            kinds.OTHER: self._stray,
            kinds.END: self._end,
        }
        at: int | None = start
        with GarbagePause():
            while at is not None:
                at = self._run(at)
        self._finish()
        self._handlers = {}  # a ring, by which the reader would stay until somebody collects garbage

    # ------------------------------------------------------------------------- tokens in order

    def _run(self, at: int) -> int | None:
        """Read on from an offset; returns the offset to restart from, None at the end."""
        handlers = self._handlers
        for found in self.tokens.finditer(self.data, at):
            kind = found.lastindex
            if kind <= 2:  # type: ignore[operator]  # MOVE, SUFFIX: each token has a group
                self._move(found, found[1])
                if kind == 2 and not self.cut:
                    self._glyph(found[2], found)
            else:
                self._room -= 1
                if self._room < 0 or self.findings.count > self.limits.odd:
                    self._look_at_limits(found.start())
                    if self.cut:
                        break
                handlers[kind](found)  # type: ignore[index]  # a group matched
                if self._again is not None:
                    again, self._again = self._again, None
                    return again
            if self.cut:
                break
        if self.opening is not None and not self.cut:
            self._no_opening = True  # no move follows any more
            return self._lone_bracket(self.opening)
        return None

    def _escaped_line(self, found: re.Match[bytes]) -> None:
        self.outside.append(found[kinds.ESCAPE])
        self._item(found)

    def _odd_move(self, found: re.Match[bytes]) -> None:
        self._move(found, found[kinds.ODD_MOVE])
        if found.lastindex == kinds.ODD_SUFFIX and not self.cut:
            self._glyph(found[kinds.ODD_SUFFIX], found)

    def _move(self, found: re.Match[bytes], san: bytes) -> None:
        at = found.start()
        nodes = self.nodes
        id = len(nodes)
        if id >= self.limits.nodes:
            self.findings.too_many_nodes(id, at, self.node.id)
            self._stop(at)
            return
        opening = self.opening
        raw = self.data[self.slot : at if opening is None else opening.at]
        if raw or self.slot_fact is TEXT:
            facts: Facts = (_fact(Fact, (self.slot_fact, self.slot_value, raw)),)
            owner = self.slot_owner
            owner.facts = owner.facts + facts if owner.facts else facts
        action = _known.get(san) or self._moves.get(san) or self._written(san)
        if opening is None:
            above = self.node
            if self.said is not None:
                notes = self.said.notes()
                above.notes = {**above.notes, **notes} if above.notes else notes
                self.said = None
            node = Node(id, above, action)
            above.children = (node,)
        else:
            node = self._first_of(opening, id, action, at)
        nodes[id] = node
        self.node = self.slot_owner = node
        self.slot = at
        self.slot_fact = TEXT
        self.slot_value = self.between
        self.between = None
        self.tail = -1

    def _written(self, san: bytes) -> Written:
        """A move that wasn't seen before; what is ASCII means the same in all games."""
        action = Written(decode(san, self.settings.codec))
        if san.isascii() and len(_known) < _MOST_KNOWN:
            _known[san] = action
        else:
            self._moves[san] = action
        return action

    def _first_of(self, opening: Frame, id: int, action: Written, at: int) -> Node:
        """The first node of a variation."""
        main = opening.node
        parent = main.parent
        assert parent is not None
        before = self.said.notes().get(COMMENT) if self.said is not None else None
        node = Node(id, parent, action, EMPTY if before is None else {BEFORE: before})
        host = None if main is parent.children[0] else main.id
        node.facts = (Fact(OPEN, host, self.data[opening.at : at]),)
        fan = self._fans.get(parent.id)
        if fan is None:
            fan = self._fans[parent.id] = [main] if host is None else [parent.children[0]]
        fan.append(node)
        opening.first = node
        self.frames.append(opening)
        self.between = FIRST
        self.opening = None
        self.said = None
        return node

    def _say(self) -> NodeText:
        said = self.said
        if said is None:
            said = self.said = NodeText(self.opening is not None)
        return said

    def _comment(self, found: re.Match[bytes]) -> None:
        self.between = self.between or COMMENTED
        inside = found[kinds.COMMENT]
        self._say().comment(inside, self.settings)
        if len(inside) > self.settings.longest:
            self.findings.long_comment(found.start(found.lastindex or 0), self.node.id)

    def _line_comment(self, found: re.Match[bytes]) -> None:
        self.between = self.between or COMMENTED
        self._say().line_comment(found[kinds.LINE_COMMENT], self.settings)
        if len(found[0]) > self.settings.longest:
            self.findings.long_comment(found.start(found.lastindex or 0), self.node.id)

    def _unclosed(self, found: re.Match[bytes]) -> None:
        inside = found[kinds.UNCLOSED]
        self._say().comment(inside, self.settings)
        self.findings.unclosed_comment(found.start(kinds.UNCLOSED), self.node.id)

    def _nag(self, found: re.Match[bytes]) -> None:
        digits = found[kinds.NAG]
        if not digits or len(digits) > 6 or self.opening is not None:
            self._stray(found)
            return
        if len(digits) > 2 and int(digits) > 255:
            self.findings.large_nag(int(digits), found.start(kinds.NAG), self.node.id)
        self._say().glyph(int(digits))

    def _sign(self, found: re.Match[bytes]) -> None:
        if self.opening is not None:
            self._stray(found)
        else:
            self._glyph(found[kinds.SIGN], found)

    def _glyph(self, sign: bytes, found: re.Match[bytes]) -> None:
        nag = glyph_of(sign)
        if nag is None:
            self._stray(found)
        else:
            self._say().glyph(nag)
            if len(sign) > 2 and sign[:1] in b"!?":
                at = found.start(found.lastindex or 0)
                self.findings.odd_glyph(sign, nag, at, self.node.id)

    def _item(self, found: re.Match[bytes]) -> None:
        if self.said is not None:
            self.said.item()

    def _stray(self, found: re.Match[bytes]) -> None:
        self._item(found)
        self.outside.append(found[0].strip())
        self.findings.stray(found[0], found.start(found.lastindex or 0), self.node.id)

    def _result(self, found: re.Match[bytes]) -> None:
        if self.frames or self.opening is not None:
            self._item(found)
            self.findings.inner_result(found.start(kinds.RESULT), self.node.id)
            return
        if self.tail < 0:
            self.tail = found.start()
        self.result = found[kinds.RESULT]
        self._item(found)

    def _word(self, found: re.Match[bytes]) -> None:
        word = found[kinds.WORD]
        numbered = found[0].lstrip()[: len(word)] != word
        if numbered or (len(word) < 40 and _MOVE_LIKE.match(word)):
            self._move(found, word)
        elif self.opening is not None:
            self._group(self.opening)
        else:
            self._stray(found)

    def _end(self, found: re.Match[bytes]) -> None:
        if self.tail < 0 and not self.frames and self.opening is None:
            self.tail = found.start()

    # --------------------------------------------------------------------------- brackets

    def _open(self, found: re.Match[bytes]) -> None:
        if self.opening is not None:
            self._group(self.opening)
        elif self._no_opening:
            self._stray(found)
        else:
            self.opening = Frame(self, found.start(), found.end())
            self.said = None
            if self.node.parent is None:  # nothing to be an alternative to
                self._group(self.opening)

    def _close(self, found: re.Match[bytes]) -> None:
        opening = self.opening
        if opening is not None:
            self._give_up(opening)
            if self.data[opening.end : found.start()].strip():
                self.outside.append(self.data[opening.at : found.end()].strip())
            self.findings.empty_variation(opening.end - 1, self.node.id)
            return
        if not self.frames:
            self._stray(found)
            return
        self._end_slot(found.start())
        frame = self.frames.pop()
        first = frame.first
        assert first is not None
        first.facts += (Fact(CLOSE, None, self.data[found.start() : found.end()]),)
        self.node, self.said = frame.node, frame.said
        if self.said is not None:
            self.said.item()
        self.slot, self.slot_fact, self.slot_owner = found.end(), AFTER, first
        self.slot_value = None
        self.between = VARIATION
        self.tail = -1

    def _give_up(self, opening: Frame) -> None:
        """Treat what was opened not as a variation but as part of the surrounding text."""
        self.opening = None
        self.node, self.said, self.tail = opening.node, opening.said, opening.tail
        self.between = opening.between
        if self.said is not None:
            self.said.item()

    def _group(self, opening: Frame) -> None:
        """Keep everything up to the ")" of a "(" that is followed by words or brackets, not a move."""
        if self._pairs is None:
            self._pairs = self._pair()
        close = self._pairs.get(opening.end)
        if close is None:
            self._again = self._lone_bracket(opening)
            return
        self._give_up(opening)
        raw = self.data[opening.at : close]
        self.outside.append(raw.strip())
        self.findings.no_variation(raw, opening.end - 1, self.node.id)
        self._again = close

    def _pair(self) -> dict[int, int]:
        """For each closed "(", by the offset after it, the offset after its ")"."""
        pairs: dict[int, int] = {}
        stack: list[int] = []
        for found in self.tokens.finditer(self.data, self.start):
            if found.lastindex == kinds.OPEN:
                stack.append(found.end())
            elif found.lastindex == kinds.CLOSE and stack:
                pairs[stack.pop()] = found.end()
        return pairs

    def _lone_bracket(self, opening: Frame) -> int:
        """Report a "(" without meaning; returns the offset to read on from."""
        self._give_up(opening)
        self.findings.lone_bracket(opening.end - 1, self.node.id)
        return opening.end

    # ------------------------------------------------------------------------------ the end

    def _end_slot(self, end: int) -> None:
        """End the current text, and with it the annotations of its node."""
        raw = self.data[self.slot : end]
        if raw or self.slot_fact is TEXT:
            self.slot_owner.facts += (Fact(self.slot_fact, self.slot_value, raw),)
        if self.said is not None:
            notes = self.said.notes()
            self.node.notes = {**self.node.notes, **notes} if self.node.notes else notes
            self.said = None

    def _look_at_limits(self, at: int) -> None:
        """Stop if there are too many parts, or most of them can't be understood."""
        if self._room < 0:
            self.findings.too_many_parts(self.limits.parts, at, self.node.id)
            self._stop(at)
        elif 3 * self.findings.count > len(self.nodes):
            self.findings.mostly_odd(at, self.node.id)
            self._stop(at)

    def _stop(self, at: int) -> None:
        """Stop at a limit: what follows is kept, but not read."""
        self.cut = True
        if self.opening is not None:
            at = self.opening.at
            self._give_up(self.opening)
        self.tail = at

    def _finish(self) -> None:
        if self.frames and not self.cut:
            for frame in self.frames:
                self.findings.unclosed_variation(frame.end - 1, self.node.id)
            self.tail = len(self.data)
        if self.tail < 0:
            self.tail = len(self.data)
        for id, fan in self._fans.items():
            self.nodes[id].children = tuple(fan)
        self._end_slot(self.tail)
        while self.frames:
            frame = self.frames.pop()
            assert frame.first is not None
            frame.first.facts += (Fact(CLOSE, None, b""),)
            if frame.said is not None:
                notes = frame.said.notes()
                own = frame.node.notes
                frame.node.notes = {**own, **notes} if own else notes
