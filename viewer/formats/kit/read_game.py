"""Formats of one game that are only read: the format, its collection, the game or line of moves it builds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.source import Source, Span
from viewer.formats.format import Collection, Format, Unreadable
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import decode, encode
from viewer.formats.kit.collections import SingleCollection
from viewer.tree.action import Action
from viewer.tree.annotation import NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record


class GameBuilder:
    """A game to which a reader adds what it finds; each family has its own kind.

    Attributes:
        decoded: whether the reader gets the file's text, not its bytes.
        most_bytes: the limit of what is read of the file.
        most_found: the most diagnostics that are kept.
        format: the id of the format, which the codes of diagnostics begin with.
        headers: the headers, in the file's order.
        root, last: the node before the first move, and the node that was added last.
        nodes: the nodes by id.
        found: the diagnostics, with their offsets in what the reader gets.
        full: whether a move was left out because of the limit of nodes.
    """

    decoded = False
    most_bytes = "game_bytes"
    most_found = 100

    def __init__(self, format: str, limits: Limits) -> None:
        self.format = format
        self.limits = limits
        self.headers: list[Header] = []
        self.root = self.last = Node(0, None)
        self.nodes = {0: self.root}
        self.found: list[Diagnostic] = []
        self.full = False
        self._most = limits.nodes
        self._new: dict[Node, list[Node]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nothing of a game was found."""
        return len(self.nodes) == 1 and not self.headers

    def append(self, action: Action, above: Node | None = None) -> Node | None:
        """Add a node to another one, by default the last; None if there are too many nodes."""
        if len(self.nodes) >= self._most:
            self.full = True
            return None
        above = above or self.last
        self.last = node = self.nodes[len(self.nodes)] = Node(len(self.nodes), above, action)
        self._new.setdefault(above, []).append(node)
        return node

    def tell(
        self,
        code: str,
        words: Message,
        offset: int | None = None,
        severity: Severity = Severity.WARNING,
        node: int | None = None,
    ) -> None:
        """Add a diagnostic, up to the limit."""
        if len(self.found) < self.most_found:
            code = f"{self.format}.{code}"
            self.found.append(Diagnostic(severity, code, words, 0, node, offset))

    def told(self) -> list[Diagnostic]:
        """The diagnostics, when all is read."""
        return self.found

    def record_of(self, game: str, codec: str | None = None) -> Record:
        """The record of the game read so far."""
        for node, children in self._new.items():
            node.children += tuple(children)
        self._new.clear()
        return Record(game, self.root, tuple(self.headers), codec, nodes=self.nodes)

    def record(self, codec: str | None) -> Record:
        """The finished record; `codec`: of the text that was read."""
        raise NotImplementedError


class ReadGame(SingleCollection):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    def __init__(
        self,
        source: Source,
        limits: Limits,
        encoding: str | None,
        format: ReadFormat,
        make: type[GameBuilder],
        read: Callable[..., None],
    ) -> None:
        super().__init__(source, limits)
        self.format, self.variant = format.id, format.variant
        self._make, self._fill = make, read
        data = source.read(0, getattr(limits, make.most_bytes))
        self._said: bytes | str = data
        self._codec = (encoding or self._judged(data)) if make.decoded else None
        if self._codec is not None:
            self._said = decode(data, self._codec)
        game = self._game()
        if game.is_empty:
            words = message("There is no game in the file.")
            raise Unreadable(words, f"{self.format}.empty")
        self._found += [one._replace(offset=self._byte(one.offset)) for one in game.told()]
        self._tell_cut(len(data))
        self._headers = tuple(game.headers)

    def _byte(self, at: int | None) -> int | None:
        if at is None or isinstance(self._said, bytes):
            return at
        return len(encode(self._said[:at], self._codec or ""))

    def _game(self) -> GameBuilder:
        game = self._make(self.format, self._limits)
        self._fill(self._said, game)
        return game

    def _read(self) -> Record:
        return self._game().record(self._codec)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the game."""
        return self._headers

    def span(self, index: int) -> Span:
        """The bytes of the file."""
        return Span(0, self.source.size)

    def unedited_run(self, index: int) -> int:
        """One: the game is unedited."""
        return len(self) - index


class ReadFormat(Format):
    """A format of such files.

    Attributes:
        builder: "module:name" of its `GameBuilder`.
        parser: "module:name" of the function that adds what a file says to one.
    """

    single = True
    writable = False
    builder: str

    def __init__(
        self, id: str, variant: str, parser: str, fields: tuple[HeaderField, ...] = ()
    ) -> None:
        self.id = id
        self.variant = variant
        self.name = message("{format} files", format=variant)
        self.parser = parser
        self.fields = fields or self.fields

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the game in a source. Raises Unreadable if there is none, OSError."""
        builder, parser = load_named(self.builder), load_named(self.parser)
        return ReadGame(source, limits, encoding, self, builder, parser)


# ------------------------------------------------------------------------------ one line of moves


class MoveLine:
    """Builds the tree of a record without variations.

    Attributes:
        root, last: the first node, and the last one so far.
        nodes: the nodes by id, from 0.
    """

    def __init__(self, start: Action | None) -> None:
        self.root = self.last = Node(0, None, start)
        self.nodes = {0: self.root}

    def add(self, action: Action | None, notes: Mapping[str, NoteValue] = EMPTY) -> Node:
        """Append a node, and return it."""
        node = Node(len(self.nodes), self.last, action, notes)
        self.last.children = (node,)
        self.nodes[node.id] = self.last = node
        return node
