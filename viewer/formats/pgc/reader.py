"""The collection of a PGC file, whose games are found by markers and lengths alone; the check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source, Span
from viewer.formats.format import Collection, Unreadable
from viewer.formats.kit.collections import RecentHeaders
from viewer.formats.kit.findings import Breach
from viewer.formats.kit.segments import SegmentCollection, SegmentIndex, facts_around
from viewer.formats.kit.tags import ESCAPE as SIGN
from viewer.formats.kit.tags import ROSTER, unshown_facts
from viewer.formats.pgc.ordinals import Order
from viewer.formats.pgc.syntax import (
    BEGIN,
    END,
    ESCAPE,
    LONG,
    LONGEST,
    NAG,
    NOOP,
    RAV,
    RAV_END,
    REDUCED,
    REST,
    SHORT,
    TAG,
    Token,
    decode,
    read_token,
    tokens_of,
)
from viewer.games.chess.boards import board_of, setup_of_tags
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import GLYPHS
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    import chess


_WINDOW = 1 << 20
_PART = 1 << 19


class Games(SegmentIndex):
    """The games of a file found so far.

    Attributes:
        stopped: offset of an unknown marker, at which reading stopped, None if none was found.
        unclosed: whether the last game has no end record.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._window = b""
        self._window_at = 0
        self._inside = False  # whether a general game isn't closed yet
        self.stopped: int | None = None
        self.unclosed = False

    def _find_more(self) -> None:
        stop = self._at + _PART
        while self._at < stop and not self.done:
            self._next()

    def _next(self) -> None:
        at = self._at
        if at >= self._source.size:
            self._finish(at)
            return
        local = at - self._window_at
        if local + LONGEST > len(self._window) and (
            self._window_at + len(self._window) < self._source.size
        ):
            self._window = self._source.read(at, _WINDOW)
            self._window_at, local = at, 0
            if not self._window:  # the file has become shorter
                self._finish(at)
                return
        token = read_token(self._window, local)
        if token is None:
            self.stopped = at
            self._finish(at)
            return
        end = self._window_at + token.end
        if token.marker in (REDUCED, BEGIN):
            if self._inside:
                self.ends.append(at)
            self.starts.append(at)
            self._inside = token.marker == BEGIN
            if not self._inside:
                self.ends.append(end)
        elif token.marker == END and self._inside:
            self.ends.append(end)
            self._inside = False
        self._at = end

    def _finish(self, at: int) -> None:
        self.unclosed = self._inside
        if self._inside:
            self.ends.append(at)
            self._inside = False
        self.done = True


# Facts of a record:
BEFORE = "pgc.before"  # raw: the data before it that belongs to no game
GAME = "pgc.game"  # raw: its bytes; a span if the game is too long to be read
HEAD = "pgc.head"  # raw: the part that was read of a game that is too long
AFTER = "pgc.after"  # raw: the data at the end of the file that belongs to no game

ORDINAL = "ordinal "
"""The prefix of the ordinal of a move that can't be resolved."""


class PgcCollection(SegmentCollection):
    """The games of a source. Raises Unreadable if there are none, OSError."""

    format = "pgc"
    variant = "PGC"

    def __init__(self, source: Source, limits: Limits) -> None:
        self._games = Games(source)
        super().__init__(source, limits, self._games)
        self._recent = RecentHeaders()
        if not len(self._games):
            raise Unreadable(message("There is no game in the file."), "pgc.no-game")
        self._say_where_it_stopped()

    def indexing(self) -> Iterator[JobStep[int]]:
        """The job that finds the remaining games of the file."""
        if not self._games.done:
            yield from self._games.find_all()
            self._say_where_it_stopped()

    def headers(self, index: int) -> tuple[Header, ...]:
        """The tags of a game, read without decoding its moves."""
        return self._recent.get(index, lambda index: headers_of(tokens_of(self._read(index))))

    def record(self, index: int) -> Record:
        """The record of a game, read on each call; its faults are reported on the first."""
        data = self._read(index)
        start, end = self._games.starts[index], self._games.ends[index]
        span = self._games.span(index)
        facts = [Fact(GAME, None, data)]
        if len(data) < end - start:
            facts = [Fact(GAME, None, Span(start, end - start)), Fact(HEAD, None, data)]
        around = tuple(facts_around(self.source, span, start, end, BEFORE, AFTER))
        built = Builder(data, self._limits)
        facts += [*around, *unshown_facts(_escapes(built.tokens, around))]
        if index not in self._told:
            self._told.add(index)
            if len(data) < end - start:
                words = message(
                    "The game has {count} bytes; only its beginning is read.", count=end - start
                )
                self._add(index, "pgc.long-game", words, start)
            for code, words, at in built.found:
                self._add(index, code, words, start + at)
        record = built.record
        record.facts = tuple(facts)
        return record

    def _read(self, index: int) -> bytes:
        start, end = self._games.starts[index], self._games.ends[index]
        return self.source.read(start, min(end - start, self._limits.game_bytes))

    def _say_where_it_stopped(self) -> None:
        at = self._games.stopped
        if at is not None:
            self._games.stopped = None
            byte = self.source.read(at, 1)
            words = message(
                "The marker {marker} is unknown; the rest of the file is kept, but can't be read.",
                marker=f"0x{byte.hex()}",
            )
            self._add(len(self._games) - 1, "pgc.unknown-marker", words, at)

    def _add(self, index: int, code: str, words: Message, offset: int) -> None:
        if len(self._found) < self._limits.diagnostics:
            self._found.append(Diagnostic(Severity.WARNING, code, words, index, None, offset))


def _escapes(tokens: Sequence[Token], around: Iterable[Fact]) -> Iterator[str]:
    """The escape strings of a game and of the data around it, each with PGN's escape sign before it."""
    read = {fact.name: tokens_of(fact.raw) for fact in around if isinstance(fact.raw, bytes)}
    for some in (read.get(BEFORE, ()), tokens, read.get(AFTER, ())):
        for token in some:
            if token.marker == ESCAPE:
                yield SIGN + decode(token.ordinals)


def headers_of(tokens: Sequence[Token]) -> tuple[Header, ...]:
    """The tags among the PGC records of a game, in their order."""
    out: list[Header] = []
    for token in tokens:
        if token.marker == REDUCED:
            texts = map(decode, token.strings)
            out += [Header(key, text) for key, text in zip(ROSTER, texts, strict=False)]
        elif token.marker == TAG:
            name, value = token.strings
            out.append(Header(decode(name), decode(value)))
    return tuple(out)


class _Line:
    """A line that is being read.

    Attributes:
        top: the node below which it starts.
        last: the node of its last move, or `top`.
        board: the position after its last resolved move, None if no position is known.
        unknown: the number of moves since then that can't be resolved.
    """

    __slots__ = ("board", "last", "top", "unknown")

    def __init__(self, top: Node, board: chess.Board | None) -> None:
        self.top = self.last = top
        self.board = board
        self.unknown = 0


class Builder:
    """Makes a record from a game's bytes; `found` lists the faults as (code, words, offset)."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        self.found: list[tuple[str, Message, int]] = []
        self.tokens = tokens_of(data)
        self.full = False
        self._limits = limits
        headers = headers_of(self.tokens)
        setup, complaint = setup_of_tags(dict(reversed(headers)))
        if complaint is not None:
            self.found.append(("pgc.bad-position", complaint, 0))
        self._root = Node(0, None, setup)
        self._nodes = {0: self._root}
        # Collected in lists first: tuples of tens of thousands at one node would take quadratic time.
        self._children: dict[Node, list[Node]] = {}
        self._glyphs: dict[Node, list[int]] = {}
        self._lines = [_Line(self._root, board_of(setup))]
        for token in self.tokens:
            self._take(token)
        for node, children in self._children.items():
            node.children = tuple(children)
        for node, glyphs in self._glyphs.items():
            node.notes = {GLYPHS: tuple(glyphs)}
        if len(self._lines) > 1 and not self.full:
            self._say("pgc.open-variation", message("A variation isn't closed."), len(data))
        if self.tokens[0].marker == BEGIN and self.tokens[-1].marker not in (END, REST):
            self._say("pgc.no-end", message("The game has no end record."), len(data))
        self.record = Record("chess", self._root, headers, None, (), self._nodes)

    def _say(self, code: str, words: Message, at: int) -> None:
        if len(self.found) < self._limits.diagnostics:
            self.found.append((code, words, at))

    def _take(self, token: Token) -> None:
        line = self._lines[-1]
        marker = token.marker
        if self.full:
            return
        if marker == NAG:
            self._glyphs.setdefault(line.last, []).append(token.ordinals[0])
        elif marker == RAV:
            self._open(line)
        elif marker == RAV_END:
            if len(self._lines) > 1:
                self._lines.pop()
            else:
                words = message("A variation ends that didn't begin.")
                self._say("pgc.no-variation", words, token.start)
        elif marker == REST or not token.whole:
            self._add_moves(line, token)
            words = message("The game is cut, or damaged, here; the rest is kept.")
            self._say("pgc.cut", words, token.start)
        elif token.ordinals:
            self._add_moves(line, token)

    def _open(self, line: _Line) -> None:
        """Begin a variation that replaces the last move of a line."""
        board = line.board
        if line.last is line.top:
            self._lines.append(_Line(line.top, None if board is None else board.copy(stack=False)))
            return
        above = line.last.parent
        assert above is not None
        if board is not None and not line.unknown:
            last = board.pop()
            before: chess.Board | None = board.copy(stack=False)
            board.push(last)
        else:
            before = board.copy(stack=False) if board is not None and line.unknown == 1 else None
        self._lines.append(_Line(above, before))

    def _add_moves(self, line: _Line, token: Token) -> None:
        if token.marker not in (REDUCED, SHORT, LONG):
            return
        for number, ordinal in enumerate(token.ordinals):
            if len(self._nodes) >= self._limits.nodes:
                self.full = True
                words = message("The game has more than {count} moves.", count=self._limits.nodes)
                self._say("pgc.too-many-moves", words, token.start)
                return
            action: Action = Written(f"{ORDINAL}{ordinal}")
            board = line.board
            if board is not None and not line.unknown:
                order = Order(board)
                move = order.at(ordinal)
                if move is not None:
                    action = Move(move.uci())
                    board.push(move)
                else:
                    line.unknown = 1
                    words = message(
                        "Move {number} of the sequence is legal move {ordinal} of {count}.",
                        number=number + 1,
                        ordinal=ordinal + 1,
                        count=len(order),
                    )
                    self._say("pgc.bad-ordinal", words, token.start)
            elif line.unknown:
                line.unknown += 1
            self._add(line, action)

    def _add(self, line: _Line, action: Action) -> None:
        above = line.last
        node = Node(len(self._nodes), above, action)
        self._nodes[node.id] = node
        siblings = self._children.setdefault(above, [])
        # Only variations before the first move can be present already: the line goes before them.
        siblings.insert(0 if len(self._lines) == 1 else len(siblings), node)
        line.last = node


# ---- Checking a PGC file against section 20 of the standard, beyond the faults that its reader finds


def strict(collection: Collection) -> list[Diagnostic]:
    """The breaches, game by game; their offsets are those in the file as it would be written."""
    out: list[Diagnostic] = []
    offset = 0
    for index in range(len(collection)):
        record = collection.record(index)
        for name in (BEFORE, GAME, AFTER):
            fact = record.fact(name)
            if fact is None:
                continue
            if isinstance(fact.raw, bytes):
                out += [
                    _finding(one, index, offset)
                    for one in (_in_game if name == GAME else _outside)(fact.raw)
                ]
            offset += len(fact.raw) if isinstance(fact.raw, bytes) else fact.raw.length
    return out


def _finding(one: Breach, index: int, offset: int) -> Diagnostic:
    code = f"pgc.strict.{one.code}"
    return Diagnostic(one.severity, code, one.told("PGC"), index, None, offset + one.at)


def _in_game(data: bytes) -> Iterator[Breach]:
    tokens = tokens_of(data)
    for token in tokens:
        if token.marker == ESCAPE:
            yield _escape(token.start)
    keys = {header.key for header in headers_of(tokens)}
    for key in ROSTER:
        if key not in keys:
            yield Breach(0, "20.4.1", message("The tag {key} is missing.", key=key), "missing-tag")


def _outside(data: bytes) -> Iterator[Breach]:
    for token in tokens_of(data):
        if token.marker == ESCAPE:
            yield _escape(token.start)
        elif token.marker == END:
            words = message("A game ends that didn't begin.")
            yield Breach(token.start, "20.4.6", words, "end-without-begin")
        elif token.marker not in (NOOP, REST):
            words = message("A record stands outside of all games.")
            yield Breach(token.start, "20.4.5", words, "outside")


def _escape(at: int) -> Breach:
    words = message("Escape strings are for data that isn't kept.")
    return Breach(at, "20.4.10", words, "escape")
