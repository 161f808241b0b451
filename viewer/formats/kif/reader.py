"""Reading the lines of a file to a tree, in one pass, without asking the rules.

A numbered line N follows the node of ply N - 1 on the line printed last: that alone determines where
a variation begins, and 変化 repeats it. Moves without numbers (KI2) continue after the last one, or
at the place given by 変化.
"""

from __future__ import annotations

import re
from typing import Final

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.base.patterns import late
from viewer.base.source import Source, Span
from viewer.formats.format import Unreadable
from viewer.formats.kif import NAMES
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.growth import FILE, REST, TEXT, UNREAD, Growth, Origin
from viewer.formats.kif.lines import (
    ClassifiedLine,
    Encoded,
    KifDiagnostics,
    classify,
    recognise,
    split,
    text_of,
)
from viewer.formats.kif.moves import KNOWN_ENDS, destination, memory_of, read_move
from viewer.formats.kit.charsets import CP932, EUC_JP, SHOGI
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Record

# Nothing is ever given back (`*+`), so that no line costs more than its length.
_MOVE_LINE = late(
    rb"[ \t]*+([0-9]{1,6})[ \t]++([^\s(+*#&|]++(?:\([1-9][1-9]\))?+)[ \t]*+"
    rb"(?:\([ \t]*+([0-9]{1,5}+(?::[0-9]{1,2}+){1,2}+(?:\.[0-9]{1,9}+)?+)[ \t]*+/[ \t]*+[0-9:.]*+[ \t]*+\))?+"
    rb"[ \t]*+(\+?+)[ \t]*+[\r\n]*+\Z"
)
_SAME: Final = "同"
_LONGEST_WORD = 24
_UNDERSTOOD = frozenset(
    (
        *(kinds.BLANK, kinds.HASH, kinds.COMMENT, kinds.BOOKMARK, kinds.HEADER),
        *(kinds.TRAILER, kinds.TURNED, kinds.TITLE),
    )
)

_fact = tuple.__new__  # without the detour through Python, for there is one for each move


class Reader(Growth):
    """The tree of a file's lines.

    Attributes:
        lines: the lines of the file, with their ends.
        unread: the bytes that weren't read because of a limit.
    """

    def __init__(
        self, lines: list[bytes], codec: str, limits: Limits, findings: KifDiagnostics
    ) -> None:
        super().__init__(codec, limits, findings)
        self.lines = lines
        self.memory = memory_of(codec)
        self.unread = b""

    def run(self) -> None:
        """Read all lines."""
        with GarbagePause():
            self._run()
            self._finish()

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
            if self.stopped or self._is_odd():
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
        self._more(raw, line, at)
        if kind in _UNDERSTOOD:
            return
        if self.last is self.root:
            self.head.line(line, text, at)
        else:
            self._stray(text, at)

    def _more(self, raw: bytes, line: ClassifiedLine, at: int | None) -> None:
        """Add a line that isn't a move to the block of the last node."""
        self.extra.append(raw)
        if line.kind == kinds.COMMENT:
            self.comments.append(line.value)
        elif line.kind == kinds.BOOKMARK:
            self.bookmarks.append(line.value)
        elif line.kind == kinds.HEADER:
            self.head.header(line, at)

    def _stray(self, text: str, at: int) -> None:
        words = message("This line isn't understood; it is kept.")
        self.findings.about(WARNING, "unknown-line", words, text, at, self.last.id)

    def _numbered(self, raw: bytes, text: str, line: ClassifiedLine, at: int) -> bool:
        """Read a line with a number; returns whether it is a move or an end."""
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
        self.numbered = True
        if self.trailer is not None and place != len(self.path):
            self._settle_trailer()
        if self.shift is None:
            self._begin(line.number)
        rest = line.key[end:]
        parent = self._parent(place, action, text, at)
        if not before and type(action) is Written:  # 同, of a line further above
            before = destination(parent.action)
            action = (read_move(line.key, before) or (action, 0))[0]
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
        if rest.rstrip(kinds.BLANKS).endswith("+"):
            self.marked.append(node.id)
        self._judge(node, line.key, text, at)
        return True

    def _before(self, place: int) -> str:
        """The target square of the move before a ply."""
        return destination(self.path[place - 1].action) if 0 < place <= len(self.path) else ""

    def _word(self, line: ClassifiedLine, place: int) -> tuple[Action | None, int]:
        """An end, known or not, and the offset of its end; None for texts that can't be one."""
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
        """Report the faults of a line that was read, or of a move without number."""
        action = node.action
        if type(action) is Written and not self.plain:
            words = message("The line doesn't say all of its move; the rules are asked.")
            self.findings.about(INFO, "incomplete-move", words, text, at, node.id)
        elif type(action) is Terminal and action.text not in KNOWN_ENDS:
            words = message("“{word}” is taken for an end of the game.", word=action.text)
            self.findings.about(WARNING, "unknown-end", words, text, at, node.id)
        if said[0] in kinds.MARKS and not (self.plain and type(action) is Terminal):
            black = (len(self.path) - 2 + self.head.side) % 2 == 0
            if black != (said[0] in kinds.BLACK_MARKS):
                words = message("The mark {mark} is that of the other side.", mark=said[0])
                self.findings.about(WARNING, "wrong-mark", words, text, at, node.id)

    # ------------------------------------------------------------------- moves without numbers

    def _tokens(self, raw: bytes, text: str, at: int) -> bool:
        """Read a line of moves with ▲ and △; returns whether it is one."""
        if self.numbered:
            return False
        self.plain = True
        if self.shift is None:
            self._begin(1)
        pieces = _cut_tokens(raw, self.codec)
        for number, piece in enumerate(pieces):
            said = text_of(piece, self.codec).strip(" \t\u3000\ufeff\x1a")
            place = self.branch if self.branch is not None else len(self.path)
            body = said[1:].strip(" \t\u3000")
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
            self._judge(node, said, said, at)
            if self._is_odd():
                self.over = pieces[number + 1 :]
                break
        return True

    # --------------------------------------------------------------------------- the end

    def _is_odd(self) -> bool:
        """Whether there are too many faults to go on: more than the limit, and than a third of the nodes."""
        count = self.findings.count
        return count > self.limits.odd and 3 * count > len(self.nodes)

    def _leave(self, at: int) -> None:
        """Stop at a limit: the rest of the file is kept as bytes, but not read."""
        if len(self.nodes) >= self.limits.nodes:
            words = message(
                "Reading ended here: there are more than {count} moves. The rest is kept as it is.",
                count=self.limits.nodes,
            )
        else:
            words = message(
                "Reading ended here: most of the file isn't understood. The rest is kept as it is."
            )
        self.findings.at_line(ERROR, "limit", words, at, self.last.id)
        self.unread = b"".join([*self.opening, *self.over, *self.lines[at + 1 :]])
        self.opening.clear()
        self.trailer = None

    def _finish(self) -> None:
        if self.opening:
            words = message("The variation has no moves.")
            self.findings.at_line(WARNING, "empty-variation", words, self.branch_line, self.last.id)
            for raw in self.opening:  # to the block of the last node
                self._more(raw, classify(text_of(raw, self.codec)), None)
            self.opening.clear()
        self._settle_trailer()
        if self.shift is None:
            self._end_head()
        self._flush()
        self.branches.end()


# ------------------------------------------------------------------- moves with ▲ and △, as bytes


# Where characters have several bytes, all have to be walked over to find a mark that is one.
_MARKS: dict[str, re.Pattern[bytes]] = {
    CP932: late(rb"(\x81[\xa2-\xa5])|[\x81-\x9f\xe0-\xfc][\x40-\xfc]|[\x00-\xff]"),
    EUC_JP: late(rb"(\xa2[\xa4-\xa7])|\x8f[\xa1-\xfe]{2}|[\xa1-\xfe]{2}|[\x00-\xff]"),
}
_UTF8 = late(rb"(\xe2\x96[\xb2\xb3\xbc\xbd]|\xe2\x98[\x96\x97])")


def _cut_tokens(raw: bytes, codec: str) -> list[bytes]:
    """The pieces of a line, each from its mark to the next; leading blanks belong to the first."""
    found = _MARKS.get(codec, _UTF8).finditer(raw)
    starts = [one.start() for one in found if one.lastindex]
    if not starts:
        return [raw]
    starts[0] = 0
    return [raw[start:end] for start, end in zip(starts, [*starts[1:], len(raw)], strict=True)]


# ------------------------------------------------------- The collection of a file of the KIF family


class KifCollection(SingleCollection):
    """A collection of one record, read when the file is opened."""

    def __init__(
        self, source: Source, dialect: str, limits: Limits, encoding: str | None = None
    ) -> None:
        self.format = dialect
        self.variant = NAMES[dialect]
        super().__init__(source, limits)
        data = source.read(0, min(source.size, limits.body_bytes))
        encoded = recognise(data, encoding, self._judge)
        if encoding is not None and encoding not in (encoded.name, encoded.wrap):
            words = message("This text can't be decoded as {codec}.", codec=encoding)
            raise Unreadable(words, f"{dialect}.encoding")
        lines = split(encoded.data)
        findings = KifDiagnostics(lines, len(encoded.mark), limits.diagnostics)
        if encoded.damaged:
            _tell_damage(findings, encoded, lines)
        reader = Reader(lines, encoded.codec, limits, findings)
        reader.run()
        by_hand = encoding is not None and recognise(data).name != encoded.name
        open_ = encoded.data[-1:] not in (b"\n", b"\r", b"")
        origin = _origin(reader, encoded, dialect)._replace(by_hand=by_hand, open=open_)
        facts = [Fact(FILE, tuple(origin), encoded.mark)]
        if reader.unread:
            facts.append(Fact(UNREAD, None, reader.unread))
        if source.size > len(data):
            rest = Span(len(data), source.size - len(data))
            facts.append(Fact(REST, None, rest))
            words = counted(
                "The file goes on for one byte, which isn't read.",
                "The file goes on for {count} bytes, which aren't read.",
                rest.length,
            )
            findings.at_line(ERROR, "too-long", words, len(lines) - 1, reader.last.id)
        self._record = Record(
            "shogi",
            reader.root,
            tuple(reader.head.headers),
            encoded.name,
            tuple(facts),
            reader.nodes,
        )
        self._found += findings.end()

    def _judge(self, data: bytes, name: str) -> str:
        return self._judged(data, SHOGI, name)

    def _read(self) -> Record:
        return self._record


def _origin(reader: Reader, encoded: Encoded, dialect: str) -> Origin:
    data = encoded.data
    both = data.count(b"\r\n")
    counts = {"\r\n": both, "\n": data.count(b"\n") - both, "\r": data.count(b"\r") - both}
    eol = max(counts, key=lambda end: counts[end])
    odd: tuple[int, ...] = ()
    plus: bool | None = None
    if reader.branches.fans or reader.marked:
        behind = {node.id for fan in reader.branches.fans.values() for node in fan[:-1]}
        marked = set(reader.marked)
        plus = bool(marked)
        odd = tuple(sorted(behind ^ marked)) if marked else ()
    plain = reader.plain or (dialect == "ki2" and not reader.numbered)
    return Origin(dialect, encoded.codec, encoded.wrap, eol, reader.shift or 0, odd, plus, plain)


def _tell_damage(findings: KifDiagnostics, encoded: Encoded, lines: list[bytes]) -> None:
    words = message("The line has bytes that are no text in {codec}.", codec=encoded.codec)
    for number, line in enumerate(lines):
        if not line.isascii():
            try:
                line.decode(encoded.codec)
            except UnicodeDecodeError as error:
                at = error.start
                findings.at_line(WARNING, "undecodable", words, number, None, at + 1, at)
