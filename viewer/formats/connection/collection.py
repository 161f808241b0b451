"""A file's only game, and the draft to which a reader adds what it finds."""

from __future__ import annotations

import json
from collections.abc import Callable

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import ListCollection
from viewer.formats.kit.moves import MoveLine
from viewer.formats.shared.syntaxes import SYNTAX_OF
from viewer.games.stones.coordinates import size_text
from viewer.tree.action import Move, Setup, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

_SHOWN = 40


class Draft:
    """A game that is being read.

    Attributes:
        game: its id.
        headers: the headers.
        player: 1 or 2, whose turn it is.
        found: the diagnostics.
    """

    def __init__(self, limits: Limits) -> None:
        self.game = "hex"
        self.headers: list[Header] = []
        self.player = 1
        self.found: list[Diagnostic] = []
        self._limits = limits
        self._tree = MoveLine(None)
        self._full = False

    def say(self, key: str, value: object) -> None:
        """Add a header, unless its value is empty or no text."""
        if isinstance(value, str) and value.strip():
            self.headers.append(Header(key, value.strip()))

    def begin(self, game: str, size: object, usual: int = 0) -> None:
        """Set the game and the size of its board; `usual` is the server's own usual one."""
        self.game = game
        syntax = SYNTAX_OF[game]
        side = size if isinstance(size, int) else usual or syntax.usual
        text = size_text(side, side)
        if syntax.read_size(text) is None:
            self.tell("size", message("“{text}” is no size of a board.", text=text[:_SHOWN]))
        elif side != syntax.usual:
            self._tree.root.action = Setup(text)

    def add(self, word: str, written: str = "", player: int = 0) -> None:
        """Add a move, of the player whose turn it is unless given; `written` if it isn't understood."""
        if len(self._tree.nodes) >= self._limits.nodes:
            if not self._full:
                self._full = True
                words = message("The game has too many moves; the rest isn't shown.")
                self.tell("too-many", words, Severity.ERROR)
            return
        player = player or self.player
        node = self._tree.add(
            Move(f"{player} {word}") if word else Written(f"{player} {written[:_SHOWN]}")
        )
        if not word:
            words = message("This is no move: “{text}”.", text=written[:_SHOWN])
            self.tell("move", words, node=node.id)
        self.player = 3 - player

    def tell(
        self, code: str, words: Message, severity: Severity = Severity.WARNING, node: int = 0
    ) -> None:
        """Add a diagnostic, up to the limit."""
        if len(self.found) < self._limits.diagnostics:
            self.found.append(Diagnostic(severity, code, words, 0, node))

    def __len__(self) -> int:
        return len(self._tree.nodes) - 1

    def record(self) -> Record:
        """The record of the game read so far."""
        return Record(self.game, self._tree.root, tuple(self.headers), nodes=self._tree.nodes)


Reader = Callable[[bytes, Draft], None]


class ConnectionCollection(ListCollection):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    def __init__(
        self, source: Source, limits: Limits, format: str, variant: str, read: Reader
    ) -> None:
        super().__init__(source, limits)
        self.format = format
        self.variant = variant
        self._parse = read
        self._data = source.read(0, limits.json_bytes)
        draft = self._draft()
        if not len(draft) and not draft.headers:
            raise Unreadable(message("There is no game in the file."), f"{format}.empty")
        self._headers = tuple(draft.headers)
        self._found += [one._replace(code=f"{format}.{one.code}") for one in draft.found]
        self._tell_cut(len(self._data))

    def _draft(self) -> Draft:
        draft = Draft(self._limits)
        self._parse(self._data, draft)
        return draft

    def __len__(self) -> int:
        return 1

    def _bounds(self, index: int) -> tuple[int, int]:
        return 0, self.source.size

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the game."""
        return self._headers

    def record(self, index: int) -> Record:
        """The game, read now. Raises IndexError for any index but 0."""
        if index:
            raise IndexError(index)
        return self._draft().record()


def json_object(data: bytes) -> dict[str, object]:
    """The JSON object of a file. Raises Unreadable if it isn't one, or is nested too deep or truncated."""
    try:
        found = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(message("The file is no complete JSON."), "json.bad") from error
    if not isinstance(found, dict):
        raise Unreadable(message("There is no game in the file."), "json.empty")
    return found


def list_in(data: object, key: str) -> list[object]:
    """The list at a key, [] if there is none."""
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def value_in(data: object, *path: str) -> object:
    """The value at a path of keys, None if there is none."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data
