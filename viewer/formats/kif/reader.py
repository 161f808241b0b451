"""The lines of a file to a tree, one pass; no rule of the game is asked.

A numbered line N goes behind the node of ply N - 1 on the line that was printed last: that alone says where
a variation begins, and 変化 repeats it. Moves without numbers (KI2) go on where the last one stood, or
where 変化 says.
"""

from __future__ import annotations

import gc
import re
from typing import Final

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.branches import Branches
from viewer.formats.kif.facts import TEXT
from viewer.formats.kif.findings import ERROR, INFO, WARNING, Findings
from viewer.formats.kif.head import Head
from viewer.formats.kif.lines import Line, classify, text_of
from viewer.formats.kif.moves import (
    KNOWN_ENDS,
    destination,
    memory_of,
    read_move,
)
from viewer.formats.kif.tokens import cut_tokens
from viewer.formats.kif.trailer import word_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, NoteValue
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY, Node

_MOVE_LINE = re.compile(
    rb"[ \t]*([0-9]{1,6})[ \t]+([^\s(+*#&|]+(?:\([1-9][1-9]\))?)[ \t]*"
    rb"(?:\([ \t]*([0-9]{1,5}(?::[0-9]{1,2}){1,2}(?:\.[0-9]{1,9})?)[ \t]*/[ \t]*[0-9:.]*[ \t]*\))?"
    rb"[ \t]*(\+?)[ \t]*[\r\n]*\Z"
)
_SAME: Final = "同"
_LONGEST_WORD = 24

_fact = tuple.__new__  # without the detour through Python, for there is one for each move


class Reader:
    """The tree of a file's lines while it is read.

    Attributes:
        root, nodes: the tree; ids are in the order of the file.
        head: what stands before the first move, and headers anywhere.
        shift: the number of the first move in the file, less one.
        marked: ids of nodes whose line has a `+`.
        findings: what is odd.
    """

    def __init__(self, lines: list[bytes], codec: str, limits: Limits, findings: Findings) -> None:
        self.lines = lines
        self.codec = codec
        self.limits = limits
        self.findings = findings
        self.root = Node(0, None)
        self.nodes: dict[int, Node] = {0: self.root}
        self.head = Head(findings)
        self.shift: int | None = None
        self.marked: list[int] = []
        self.plain = False  # moves without numbers were met
        self.path = [self.root]
        self.branches = Branches(self.root, self.path)
        self.memory = memory_of(codec)
        self.last = self.root  # whose block goes on
        self.extra: list[bytes] = []  # what its block has besides its own line
        self.comments: list[str] = []
        self.bookmarks: list[str] = []
        self.opening: list[bytes] = []  # 変化 and what stands around it
        self.ahead: list[str] = []  # comments in it
        self.branch: int | None = None  # the ply that 変化 named
        self.branch_line = 0
        self.exact = True  # the number of the last node is that of its ply
        # まで that may be the only sign of an end: (its place in extra, comments, bookmarks, word)
        self.trailer: tuple[int, int, int, str] | None = None
        self.stopped = False
        self.over: list[bytes] = []  # what is left of the line at which reading stopped
        self.unread = b""

    def run(self) -> None:
        """Read all lines."""
        was_on = gc.isenabled()
        gc.disable()  # nothing that is made now is garbage
        try:
            self._run()
            self._finish()
        finally:
            if was_on:
                gc.enable()

    def _run(self) -> None:
        match = _MOVE_LINE.match
        moves, same, times = self.memory.moves.get, self.memory.same.get, self.memory.times.get
        path, nodes, extra, opening = self.path, self.nodes, self.extra, self.opening
        marked, comments, codec = self.marked, self.comments, self.codec
        most = self.limits.nodes
        usual = False  # the first move was read, and it had a number
        for at, line in enumerate(self.lines):
            found = match(line)
            if found is not None and usual:
                digits, body, time, plus = found.groups()
                place = int(digits) - self.shift  # type: ignore[operator]  # set with the first move
                if place == len(path) and not opening:
                    above = path[-1]
                    action = moves(body)
                    if action is None and type(above.action) is Move:
                        action = same((above.action.text[2:4], body))
                    if action is not None and len(nodes) < most:
                        if extra:
                            self._flush()
                        if time is None:
                            notes = EMPTY
                        else:
                            notes = times(time)  # type: ignore[assignment]  # None is asked next
                            if notes is None:
                                notes = self.memory.notes(time)
                        id = len(nodes)
                        facts = (_fact(Fact, (TEXT, action, line)),)
                        node = Node(id, above, action, notes, facts)
                        above.children = (node,)
                        nodes[id] = self.last = node
                        path.append(node)
                        if plus:
                            marked.append(id)
                        continue
            elif line[:1] == b"*" and not opening:
                extra.append(line)
                comments.append(text_of(line[1:], codec))
                continue
            self._other(line, at)
            if self.stopped:
                self._leave(at)
                return
            usual = self.shift is not None and not self.plain

    # ------------------------------------------------------------------------- other lines

    def _other(self, raw: bytes, at: int) -> None:
        text = text_of(raw, self.codec)
        line = classify(text)
        kind = line.kind
        if kind == kinds.NUMBERED and self._numbered(raw, text, line, at):
            return
        if kind == kinds.TOKENS and self._tokens(raw, text, at):
            return
        if kind == kinds.VARIATION and self._variation(raw, text, line, at):
            return
        if self.opening:
            self.opening.append(raw)
            if kind == kinds.COMMENT:
                self.ahead.append(line.value)
            elif kind == kinds.TRAILER:
                self._lone_trailer(text, at)
            elif kind not in (kinds.BLANK, kinds.HASH, kinds.VARIATION):
                self._stray(text, at)
            return
        if kind == kinds.TRAILER:
            self._trailer(text, at)
        self.extra.append(raw)
        if kind == kinds.COMMENT:
            self.comments.append(line.value)
        elif kind == kinds.BOOKMARK:
            self.bookmarks.append(line.value)
        elif kind in (kinds.BLANK, kinds.HASH, kinds.TRAILER, kinds.TURNED, kinds.TITLE):
            pass
        elif kind == kinds.HEADER:
            self.head.header(line, at)
        elif self.last is self.root:
            self.head.line(line, text, at)
        else:
            self._stray(text, at)

    def _stray(self, text: str, at: int) -> None:
        words = message("This line isn't understood; it is kept.")
        self.findings.about(WARNING, "unknown-line", words, text, at, self.last.id)

    def _numbered(self, raw: bytes, text: str, line: Line, at: int) -> bool:
        """A line with a number: whether it is a move or an end."""
        if self.plain:
            return False
        place = 1 if self.shift is None else line.number - self.shift
        before = self._before(place)
        said = read_move(line.key, before)
        if said is None:
            action, end = self._word(line, place)
            if action is None:
                return False
        else:
            action, end = said
        if self.shift is None:
            self._begin(line.number)
        rest = line.key[end:]
        parent = self._parent(place, action, text, at)
        if not before and type(action) is Written:  # 同, of a line further above
            action = (read_move(line.key, destination(parent.action)) or (action, 0))[0]
        found = _MOVE_LINE.match(raw)
        if found is not None:
            if type(action) is not Written and line.key[0] not in kinds.MARKS:
                same = before if _SAME in line.key[:end] else ""
                if type(action) is Move or action.text in KNOWN_ENDS:
                    self.memory.keep_move(found[2], same, action)
            notes = EMPTY if found[3] is None else self.memory.notes(found[3])
        else:
            time = kinds.TIME.search(rest)
            notes = EMPTY if time is None else self.memory.notes(time[1].encode("ascii"))
        node = self._add(parent, action, raw)
        if node is None:
            self.over = [raw]
            return True
        if notes:
            node.notes = {**notes, **node.notes} if node.notes else notes
        if rest.rstrip(" \t\u3000").endswith("+"):
            self.marked.append(node.id)
        self._judge(node, line.key, text, at)
        return True

    def _begin(self, number: int) -> None:
        """The first move: the numbers of the file count from it, and the head is over."""
        self.shift = max(number, 1) - 1
        if self.shift and self.head.board.ply is None:
            self.head.board.ply = number
        self._end_head()

    def _end_head(self) -> None:
        self.root.action = self.head.setup()

    def _before(self, place: int) -> str:
        """The square of the move before the one at a place."""
        return destination(self.path[place - 1].action) if 0 < place <= len(self.path) else ""

    def _word(self, line: Line, place: int) -> tuple[Action | None, int]:
        """An end, known or not, and where it ends in the text; None for what can't be one."""
        found = kinds.WORD.match(line.key)
        if found is None or not line.value:
            return None, 0
        word = found[1].rstrip("+")
        if word in KNOWN_ENDS:
            return Terminal(word), len(word)
        fits = self.shift is not None and 1 <= place <= len(self.path)
        if not fits or not word or len(word) > _LONGEST_WORD or word[0] in "-=*#&|+":
            return None, 0
        return Terminal(word), len(word)

    def _judge(self, node: Node, said: str, text: str, at: int) -> None:
        """What is odd about a line that was read."""
        action = node.action
        if type(action) is Written:
            words = message("The line doesn't say all of its move; the rules are asked.")
            self.findings.about(INFO, "incomplete-move", words, text, at, node.id)
        elif type(action) is Terminal and action.text not in KNOWN_ENDS:
            words = message("“{word}” is taken for an end of the game.", word=action.text)
            self.findings.about(WARNING, "unknown-end", words, text, at, node.id)
        if said[0] in kinds.MARKS:
            black = (len(self.path) - 2 + self.head.side) % 2 == 0
            if black != (said[0] in kinds.BLACK_MARKS):
                words = message("The mark {mark} is that of the other side.", mark=said[0])
                self.findings.about(WARNING, "wrong-mark", words, text, at, node.id)

    # ------------------------------------------------------------------- moves without numbers

    def _tokens(self, raw: bytes, text: str, at: int) -> bool:
        """A line of moves with ▲ and △: whether it is one."""
        if self.shift is not None and not self.plain:
            return False
        if self.shift is None:
            self.plain = True
            self._begin(1)
        pieces = cut_tokens(raw, self.codec)
        for number, piece in enumerate(pieces):
            said = text_of(piece, self.codec).strip(" \t\u3000\ufeff\x1a")
            place = self.branch if self.branch is not None else len(self.path)
            mark, body = said[:1], said[1:].strip(" \t\u3000")
            action: Action
            if kinds.MOVE.match(body) or not body:
                action = Written(body)
            elif kinds.PASS.match(body):
                action = Move("pass")
            else:
                action = Terminal(body[:_LONGEST_WORD])
            parent = self._parent(place, action, text, at)
            node = self._add(parent, action, piece)
            if node is None:
                self.over = pieces[number:]
                break
            self._judge_token(node, mark, said, at)
        return True

    def _judge_token(self, node: Node, mark: str, said: str, at: int) -> None:
        if type(node.action) is Terminal and node.action.text in KNOWN_ENDS:
            return
        if type(node.action) is Terminal:
            words = message("“{word}” is taken for an end of the game.", word=node.action.text)
            self.findings.about(WARNING, "unknown-end", words, said, at, node.id)
        else:
            self._judge(node, mark, said, at) if type(node.action) is Move else None
            black = (len(self.path) - 2 + self.head.side) % 2 == 0
            if black != (mark in kinds.BLACK_MARKS):
                words = message("The mark {mark} is that of the other side.", mark=mark)
                self.findings.about(WARNING, "wrong-mark", words, said, at, node.id)

    # --------------------------------------------------------------------------- variations

    def _variation(self, raw: bytes, text: str, line: Line, at: int) -> bool:
        """変化: whether it opens a variation; before the first move it means nothing."""
        if self.last is self.root and self.trailer is None:
            if not (self.shift is None and line.number == 1):
                words = message(
                    "A variation is announced before the first move; that means nothing."
                )
                self.findings.about(INFO, "early-variation", words, text, at, 0)
            return False
        self._settle_trailer()
        if self.opening:
            words = message("The variation has no moves.")
            self.findings.add(WARNING, "empty-variation", words, self.branch_line, self.last.id)
        blanks = len(self.extra)
        while blanks and not self.extra[blanks - 1].strip():
            blanks -= 1
        self.opening += self.extra[blanks:]
        del self.extra[blanks:]
        self.opening.append(raw)
        self.branch = line.number - (self.shift or 0)
        self.branch_line = at
        return True

    def _parent(self, place: int, action: Action, text: str, at: int) -> Node:
        """The node behind which a ply goes; the path ends with it then."""
        path = self.path
        self.exact = True
        if self.branch is not None and self.branch != place:
            words = message(
                "The variation is announced at move {said}, but begins with move {number}.",
                said=self.branch,
                number=place,
            )
            self.findings.add(INFO, "variation-number", words, self.branch_line, self.last.id)
        if place != len(path):
            end = len(path)
            exact = self.branches.go(place, action, self.head.diagram)
            self.exact = exact
            if not exact:
                words = message(
                    "No line before it leads up to move {number}; it is put behind move {last}.",
                    number=place + (self.shift or 0),
                    last=end - 1 + (self.shift or 0),
                )
                self.findings.about(WARNING, "lost-number", words, text, at, self.last.id)
            elif place > end:
                words = message("The variation belongs to a line further above.")
                self.findings.about(INFO, "ascending-variation", words, text, at, self.last.id)
        self.branch = None
        return path[-1]

    def _add(self, parent: Node, action: Action, raw: bytes) -> Node | None:
        """A node with its own line; None where there are too many."""
        id = len(self.nodes)
        if id >= self.limits.nodes:
            self.stopped = True
            return None
        self._flush()
        value: object = action
        notes: dict[str, NoteValue] = {}
        if self.opening or not self.exact:
            value = (action, len(self.opening), None if self.exact else len(self.path))
        if self.opening:
            raw = b"".join([*self.opening, raw])
            if self.ahead:
                notes[BEFORE] = "\n".join(self.ahead)
                self.ahead.clear()
            self.opening.clear()
        node = Node(id, parent, action, notes or EMPTY, (Fact(TEXT, value, raw),))
        self.branches.add(parent, node)
        self.nodes[id] = self.last = node
        self.path.append(node)
        return node

    def _flush(self) -> None:
        """The block of the last node ends here."""
        node = self.last
        self.trailer = None
        if self.comments or self.bookmarks:
            notes = dict(node.notes)
            comment, bookmark = "\n".join(self.comments), "\n".join(self.bookmarks)
            if comment:
                notes[COMMENT] = comment
            if bookmark:
                notes[BOOKMARK] = bookmark
            node.notes = notes or EMPTY
            self.comments.clear()
            self.bookmarks.clear()
        if node is self.root:
            node.facts = (Fact(TEXT, node.action, b"".join(self.extra)),)
        elif self.extra:
            fact = node.facts[0]
            raw = b"".join([fact.raw, *self.extra])  # type: ignore[list-item]  # bytes, by _add
            node.facts = (Fact(TEXT, fact.value, raw),)
        self.extra.clear()

    # --------------------------------------------------------------------------- まで

    def _trailer(self, text: str, at: int) -> None:
        """まで: an end, if no line has said one and no move follows."""
        if self.trailer is not None or type(self.path[-1].action) is Terminal:
            return
        word = word_of(text, self._mover(len(self.path)))
        if word:
            here = (len(self.extra), len(self.comments), len(self.bookmarks))
            self.trailer = (*here, word)

    def _mover(self, place: int) -> str:
        if self.last is self.root:
            self._end_head()
        return "先" if (place - 1 + self.head.side) % 2 == 0 else "後"

    def _settle_trailer(self) -> None:
        """No move follows on まで: it is a node of its own."""
        if self.trailer is None:
            return
        extra, comments, bookmarks, word = self.trailer
        self.trailer = None
        self.exact = True
        if self.shift is None:
            self._begin(1)
        mine = self.extra[extra:], self.comments[comments:], self.bookmarks[bookmarks:]
        del self.extra[extra:], self.comments[comments:], self.bookmarks[bookmarks:]
        raw, *more = mine[0]
        if self._add(self.path[-1], Terminal(word), raw) is None:
            self.over = mine[0]
            return
        self.extra += more
        self.comments += mine[1]
        self.bookmarks += mine[2]

    def _lone_trailer(self, text: str, at: int) -> None:
        """まで directly behind 変化: a variation that is an end alone."""
        assert self.branch is not None
        word = word_of(text, self._mover(self.branch))
        if not word:
            return
        raw = self.opening.pop()
        action = Terminal(word)
        if self._add(self._parent(self.branch, action, text, at), action, raw) is None:
            self.over = [raw]

    # --------------------------------------------------------------------------- the end

    def _leave(self, at: int) -> None:
        """A limit is reached: what follows is kept, but not read."""
        words = message(
            "Reading ended here: there are more than {count} moves. The rest is kept as it is.",
            count=self.limits.nodes,
        )
        self.findings.add(ERROR, "limit", words, at, self.last.id)
        self.unread = b"".join([*self.opening, *self.over, *self.lines[at + 1 :]])
        self.opening.clear()
        self.trailer = None

    def _finish(self) -> None:
        if self.opening:
            words = message("The variation has no moves.")
            self.findings.add(WARNING, "empty-variation", words, self.branch_line, self.last.id)
            self.extra += self.opening
            self.opening.clear()
        self._settle_trailer()
        if self.shift is None:
            self._end_head()
        self._flush()
        self.branches.end()
