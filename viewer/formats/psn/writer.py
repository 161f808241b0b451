"""Writing PSN: the lines that were read, with the edits, or new ones in the form of Shogidokoro."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource
from viewer.formats.format import Collection, Loss, Output, Unreadable
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.foreign import ResolvedActions, by_roles, in_comments
from viewer.formats.kit.japanese import BOM, CP932, UTF8, decode, encode
from viewer.formats.kit.law import pieces_of
from viewer.formats.kit.losses import header_key, lacked, losses_between, sentences_of
from viewer.formats.kit.runs import WrittenRecord, write_single
from viewer.formats.kit.shogi import beside_start
from viewer.formats.psn import FORMAT
from viewer.formats.psn.head import comment_bytes, names_start, new_head, old_head, with_comment
from viewer.formats.psn.items import ENDS, MOVE_LINE, PsnItem, action_of, items_of
from viewer.formats.psn.reader import (
    BLOCK,
    FILE,
    REST,
    UNREAD,
    PsnBlock,
    PsnCollection,
    PsnStyle,
    elapsed_of,
    milliseconds,
)
from viewer.games import game_of
from viewer.games.shogi.position import position_of, setup_of
from viewer.games.states import States
from viewer.tree.action import Move, Terminal, Written
from viewer.tree.annotation import BEFORE, COMMENT, ELAPSED
from viewer.tree.diff import ItemDifference
from viewer.tree.node import Node
from viewer.tree.record import Record

_COLUMNS = 18  # before the time
_NO_WORD = frozenset("(){}[]")

_SENTENCES = sentences_of(
    "PSN",
    branch=message("{move} can't be written in {format}.", format="PSN"),
    action=message("{before} is read from PSN as {after}."),
    usual=True,
    some_headers=True,
)


def write(collection: Collection) -> Output:
    """Write the first record as a PSN file."""
    return write_single(collection, _written, _in_own_terms)


def _in_own_terms(own: Record, source: str) -> Record:
    return by_roles(in_comments(own), source, FORMAT)


def _written(record: Record) -> WrittenRecord:
    plan = _Plan(record)
    data = plan.data()
    rest = pieces_of(record, REST) if plan.old else ()
    return WrittenRecord((data, *rest), _losses(plan, data))


class _Sums(NamedTuple):
    """Milliseconds of the player who moved last, and of the other: total, and its change from the file's."""

    mine: int = 0
    mine_more: int = 0
    other: int = 0
    other_more: int = 0


class _Plan:
    """A record prepared for writing.

    Attributes:
        record: with PSN's names for its headers.
        style: of the file; `old` whether it was read from PSN.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        fact = record.fact(FILE)
        self.old = fact is not None and isinstance(fact.value, tuple)
        self.style = PsnStyle("")
        if fact is not None and isinstance(fact.value, tuple):
            self.style = PsnStyle(*fact.value)
        self._states = States(game_of(record.game), record)
        self._sums: dict[Node, _Sums] = {record.root: _Sums()}
        self._plies: dict[Node, int] = {record.root: 0}
        self._words: dict[Node, str] = {}
        self.order = self._in_order()

    def data(self) -> bytes:
        """The bytes of the file, without what wasn't read of it."""
        if not self.old:
            return self._new_file()
        fact = self.record.fact(FILE)
        assert fact is not None
        assert isinstance(fact.raw, bytes)
        pieces = [old_head(self.record, fact.raw, self.style), *self._blocks()]
        unread = self.record.fact(UNREAD)
        if unread is not None and isinstance(unread.raw, bytes):
            pieces.append(unread.raw)
        eol = self.style.eol.encode()
        data = b"".join(_on_lines(pieces, eol))
        if self.style.open and self.record.fact(REST) is None:
            data = data.removesuffix(eol)
        codec = self.record.encoding
        if codec == self.style.codec or codec not in ENCODINGS:
            return data
        return encode(decode(data, self.style.codec), codec)

    def _new_file(self) -> bytes:
        """A new file: in cp932, as Shogidokoro writes it, if that has all characters; else in UTF-8."""
        texts = [header.value for header in self.record.headers]
        texts += [str(node.note(kind)) for node in self.record.walk() for kind in (COMMENT, BEFORE)]
        fits = all(decode(encode(text, CP932), CP932) == text for text in texts)
        self.style = PsnStyle(CP932 if fits else UTF8, eol="\r\n")
        data = b"".join((new_head(self.record, self.style), *self._blocks()))
        return data if fits else BOM + data

    # -------------------------------------------------------------------------------- the order

    def _in_order(self) -> list[Node]:
        """The nodes to write: in the file's order if nothing came or went, else deepest variations first."""
        usual = self._deepest_first()
        blocks = [_block(node) for node in usual]
        if all(block is not None for block in blocks):
            by_file = sorted(usual, key=lambda node: node.id)
            count = sum(_block(node) is not None for node in self.record.nodes.values())
            if len(by_file) == count and _reads_back(by_file, self._plies):
                return by_file
        return usual

    def _deepest_first(self) -> list[Node]:
        out: list[Node] = []
        stack = [self.record.root]
        while stack:
            node = stack.pop()
            line = [node]
            while below := self._children(node):
                for child in below:
                    self._plies[child] = self._plies[node] + 1
                node = below[0]
                line.append(node)
            out += line
            for above in line:
                stack += reversed(self._children(above)[1:])
        return out[1:]

    def _children(self, node: Node) -> list[Node]:
        return [child for child in node.children if self._word(child)]

    def _word(self, node: Node) -> str:
        """The word for a node's action, "" if it can't be written."""
        word = self._words.get(node)
        if word is None:
            word = self._words[node] = self._find_word(node)
        return word

    def _find_word(self, node: Node) -> str:
        action, block = node.action, _block(node)
        if block is not None and action == block.action:
            line = MOVE_LINE.fullmatch(_main(node, block, self.style.codec).raw)
            if line is not None:
                return line[4].decode("latin-1")  # written as bytes; any text does here
        state = self._states.at(node)
        if type(action) is Written and type(state.action) is Move:
            action = state.action
        if type(action) is Move:
            assert state.previous is not None
            style = "usi" if self.style.usi else "psn"
            word = game_of(self.record.game).move_notation(state, state.previous, action, style)
            return word if action_of(word) == action else ""
        if type(action) is Terminal:
            game = game_of(self.record.game)
            assert node.parent is not None
            meant = game.end_meaning(self._states.at(node.parent), action.text)
            word = ENDS.get(meant, action.text)
            if action.text in ENDS.values():
                word = action.text
        else:
            word = action.text if type(action) is Written else ""
        fits = bool(word) and word.split() == [word] and not _NO_WORD.intersection(word)
        return (
            word if fits and len(word) < _COLUMNS and type(action_of(word)) is type(action) else ""
        )

    # -------------------------------------------------------------------------------- the blocks

    def _blocks(self) -> Iterator[bytes]:
        above = self.record.root
        for node in self.order:
            starts = node.parent is not above
            block = _block(node) if self.old else None
            yield self._new(node, starts) if block is None else self._revised(node, block, starts)
            above = node

    def _opening(self, node: Node) -> bytes:
        """The lines before a variation."""
        eol = self.style.eol
        text = f"{eol}Variation:{self._plies[node] + self.style.shift}{eol}"
        return text.encode() + comment_bytes(str(node.note(BEFORE)), self.style)

    def _new(self, node: Node, starts: bool) -> bytes:
        elapsed = str(node.note(ELAPSED))
        total = self._count(node, milliseconds(elapsed), None)
        text = f"{self._plies[node] + self.style.shift}.{self._words[node]}"
        if elapsed:
            text = f"{text:{_COLUMNS}}({_short(elapsed)} / {_clock(total)})"
        line = encode(text + self.style.eol, self.style.codec)
        opening = self._opening(node) if starts else b""
        return opening + line + comment_bytes(str(node.note(COMMENT)), self.style)

    def _count(self, node: Node, spent: int, said: int | None, was: int = 0) -> int:
        """Add a node's time to its player's; returns the total to write.

        `said` is the total of its line, None for none; `was` its time there.
        """
        assert node.parent is not None
        before = self._sums[node.parent]
        more = before.other_more + (spent - was if said is not None else 0)
        total = before.other + spent if said is None else said + more
        self._sums[node] = _Sums(total, more, before.mine, before.mine_more)
        return total

    def _revised(self, node: Node, block: PsnBlock, starts: bool) -> bytes:
        """The lines of a node that was read, with its edits."""
        codec = self.style.codec
        items = list(items_of(_raw(node), codec))
        ahead, main, behind = items[: block.ahead], items[block.ahead], items[block.ahead + 1 :]
        moved = self._plies[node] != block.ply
        before, comment = str(node.note(BEFORE)), str(node.note(COMMENT))
        raw = b""
        # Behind its own parent, Variation says nothing, and stays.
        if not moved and starts != _followed(node):
            raw = b"".join(item.raw for item in ahead)
            if before != block.before:
                raw = with_comment(ahead, len(ahead), before, self.style)
        elif starts:
            raw = self._opening(node)
        raw += self._line(node, block, main, moved)
        if comment == block.comment:
            return raw + b"".join(item.raw for item in behind)
        return raw + with_comment(behind, 0, comment, self.style)

    def _line(self, node: Node, block: PsnBlock, main: PsnItem, moved: bool) -> bytes:
        """The line of a node's move: number, word, time and total are replaced if they changed."""
        found = MOVE_LINE.fullmatch(main.raw)
        assert found is not None
        indent, number, dot, word, gap, opening, time, slash, total, closing, rest, end = [
            part or b"" for part in found.groups()
        ]
        elapsed = str(node.note(ELAPSED))
        said = milliseconds(elapsed_of(total.decode())) if _is_time(total) else None
        now = self._count(node, milliseconds(elapsed), said, milliseconds(block.elapsed))
        if moved:
            number = str(self._plies[node] + self.style.shift).encode()
        if node.action != block.action:
            word = encode(self._words[node], self.style.codec)
        if elapsed != block.elapsed:
            if not elapsed:
                gap = opening = time = slash = total = closing = b""
            elif time:
                time = _short(elapsed).encode()
            else:
                width = len(indent + number + dot + word)
                gap, opening, closing = b" " * max(1, _COLUMNS - width), b"(", b")"
                time, slash, total = _short(elapsed).encode(), b" / ", _clock(now).encode()
        if said is not None and total and now != said:
            total = _clock(now).encode()
        return b"".join(
            (indent, number, dot, word, gap, opening, time, slash, total, closing, rest, end)
        )


def _block(node: Node) -> PsnBlock | None:
    fact = node.fact(BLOCK)
    return PsnBlock(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def _raw(node: Node) -> bytes:
    fact = node.fact(BLOCK)
    return fact.raw if fact is not None and isinstance(fact.raw, bytes) else b""


def _main(node: Node, block: PsnBlock, codec: str) -> PsnItem:
    """The item of a node's own line."""
    for index, item in enumerate(items_of(_raw(node), codec)):
        if index == block.ahead:
            return item
    raise AssertionError  # every block has its line


def _followed(node: Node) -> bool:
    """Whether a node stood directly behind its parent in the file."""
    return node.parent is not None and node.parent.id == node.id - 1


def _reads_back(order: list[Node], plies: dict[Node, int]) -> bool:
    """Whether a reader makes the same tree from nodes in an order, by their numbers."""
    path: list[Node] = []
    seen: dict[Node, list[Node]] = {}
    for node in order:
        assert node.parent is not None
        ply = plies[node]
        if ply - 1 > len(path) or (ply > 1 and path[ply - 2] is not node.parent):
            return False
        del path[ply - 1 :]
        path.append(node)
        seen.setdefault(node.parent, []).append(node)
    return all(
        [one for one in parent.children if one in plies] == fan for parent, fan in seen.items()
    )


def _on_lines(pieces: list[bytes], eol: bytes) -> Iterator[bytes]:
    """Pieces, each of which begins on a line of its own."""
    before = b""
    for piece in pieces:
        if piece and before and not before.endswith((b"\n", b"\r")):
            yield eol
        yield piece
        before = piece or before


def _is_time(text: bytes) -> bool:
    parts = text.split(b":")
    return 1 < len(parts) < 4 and all(part.isdigit() for part in parts)


def _short(elapsed: str) -> str:
    """`mm:ss` with its fraction: minutes go on behind 59."""
    spent = milliseconds(elapsed) // 1000
    _, dot, fraction = elapsed.partition(".")
    return f"{spent // 60:02}:{spent % 60:02}{dot}{fraction}"


def _clock(total: int) -> str:
    """`hh:mm:ss` of milliseconds."""
    seconds = max(0, total) // 1000
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


# ----------------------------------------------------------------------------------------- losses


def _losses(plan: _Plan, data: bytes) -> tuple[Loss, ...]:
    """The losses of a record, found by reading the written file."""
    codec = (
        plan.style.codec
        if plan.style.by_hand and plan.record.encoding == plan.style.codec
        else None
    )
    read = Record("shogi", Node(0, None))
    with contextlib.suppress(Unreadable):  # nothing at all
        read = PsnCollection(BytesSource(data), UNLIMITED, codec).record(0)
    return losses_between(
        _normal(plan.record), _normal(read), _SENTENCES, partial(_special, read.encoding or "")
    )


def _special(codec: str, one: ItemDifference) -> Message | None:
    if words := lacked(one, codec):
        return words
    if header_key(one) or one.kind not in (COMMENT, BEFORE):
        return None
    return message("A comment in PSN can't have a closing brace.")


def _normal(record: Record) -> Record:
    """A copy with moves resolved, ends in the game's words and without tags that name its start."""
    resolved = ResolvedActions(record, lambda _: False)
    position = position_of(record.setup)
    start = setup_of(position)
    headers = [
        header
        for header in beside_start(record.headers, position)
        if header.value and not names_start(header, start)
    ]
    copy = record.mapped(resolved.meaning, headers)
    copy.root.action = start
    return copy
