"""The collection of a Little Golem file, one game or all of a player, and the reader of its games.

Properties look like SGF's, but names may contain a `]` that isn't escaped. PB is the first player, who
connects top and bottom. The first player's moves are `W` in Hex and `b` in Twixt, the second's `B` and `r`.
Places are column and row as letters, on boards of more than 26 lines a–z and then A–Z. `swap` exchanges
pieces; `|draw` after a place offers a draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.hex_twixt import SYNTAX_OF
from viewer.formats.kit.read_game import MoveLine
from viewer.formats.kit.recognising import game_of_golem
from viewer.games.stones import coordinates
from viewer.games.twixt.setup import PROPOSE_DRAW
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

_ROOT = 1 << 14  # characters in which a game's first move is looked for
_PROPERTY = re.compile(
    r"([A-Z]{1,2})\s{0,9}\[(.{0,500}?)\](?=\s{0,9}(?:[A-Z]{1,2}\s{0,9}\[|;\s{0,9}[WBbr]\s{0,9}\[|\)|\Z))",
    re.DOTALL,
)
_MOVES = re.compile(r"\]\s{0,9}(?=;\s{0,9}[WBbr]\s{0,9}\[)")
_NODE = re.compile(r";\s{0,9}([WBbr])\s{0,9}\[([^\]]{0,200})\]")
_ENDS = re.compile(r"[\s()]*")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLAYER: Mapping[str, Mapping[str, str]] = {
    "hex": {"W": "1", "B": "2", "b": "1", "r": "2"},
    "twixt": {"b": "1", "r": "2", "B": "1", "W": "2"},
}
_WORDS = {"resign": "resign", "forfeit": "forfeit", "pass": "pass", "swap": "swap-pieces"}
_DRAWS = {"draw": "draw"}
_OFFER = "|draw"
_SHOWN = 40
_BEGINS = re.compile(r"\(\s{0,9};\s{0,9}(?=(?:FF|EV|PB|PW|SZ)\s{0,9}\[)")


class GolemCollection(TextCollection):
    """The games of a source. Raises Unreadable if there are none, OSError."""

    format = "lg-sgf"
    variant = "Little Golem"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding)
        starts = [found.start() for found in _BEGINS.finditer(self._text)]
        if not starts:
            raise Unreadable(message("There is no game in the file."), "lg-sgf.empty")
        self._edges = [*starts, len(self._text)]

    def __len__(self) -> int:
        return len(self._edges) - 1

    def _segment(self, index: int) -> tuple[int, int]:
        return self._edges[index], self._edges[index + 1]

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return headers_of(self._game(index))

    def _game(self, index: int) -> str:
        start, end = self._segment(index)
        return self._text[start:end]

    def record(self, index: int) -> Record:
        """The record of a game, read on each call."""
        record, found = read_game(self._game(index), self._codec, self._limits)
        self._tell_at(index, found)
        return record


def headers_of(text: str) -> tuple[Header, ...]:
    """The headers of a game's text, without the size, which belongs to the start."""
    return tuple(Header(key, value) for key, value in _properties(text) if key not in ("FF", "SZ"))


def _properties(text: str) -> list[tuple[str, str]]:
    return _PROPERTY.findall(_root_of(text))


def _root_of(text: str) -> str:
    head = text[:_ROOT]
    first = _MOVES.search(head)
    return head if first is None else head[: first.end()]


def read_game(text: str, codec: str, limits: Limits) -> tuple[Record, list[Diagnostic]]:
    """Read the text of a game; returns its record and the faults found."""
    return _GameReader(text, limits).read(codec)


class _GameReader:
    def __init__(self, text: str, limits: Limits) -> None:
        self._text = text
        self._limits = limits
        self._found: list[Diagnostic] = []
        self._game = game_of_golem(text[:4096].encode("utf-8", "replace")) or "hex"
        self._lines = 0

    def read(self, codec: str) -> tuple[Record, list[Diagnostic]]:
        tree = MoveLine(self._start())
        text, at = self._text, len(_root_of(self._text))
        for found in _NODE.finditer(text, at):
            if len(tree.nodes) >= self._limits.nodes:
                words = message("The game has too many moves; the rest isn't shown.")
                self._note(Severity.ERROR, "too-many", words, tree.last.id, found.start())
                at = len(text)
                break
            self._between(at, found.start(), tree.last.id)
            tree.add(self._action(found, len(tree.nodes)))
            at = found.end()
        self._between(at, len(text), tree.last.id)
        if not text.rstrip().endswith(")"):
            words = message("The game isn't closed: it was cut.")
            self._note(Severity.WARNING, "open", words, tree.last.id, len(text))
        record = Record(self._game, tree.root, headers_of(text), codec, nodes=tree.nodes)
        return record, self._found

    def _start(self) -> Setup | None:
        syntax = SYNTAX_OF[self._game]
        usual = (syntax.usual, syntax.usual)
        said = next((value for key, value in _properties(self._text) if key == "SZ"), "")
        size = syntax.read_size(said.strip()) if said else usual
        if size is None:
            words = message("“{text}” is no size of a board.", text=said[:_SHOWN])
            self._note(Severity.ERROR, "size", words, 0, 0)
            size = usual
        self._lines = max(size)
        return None if size == usual else Setup(coordinates.size_text(*size))

    def _action(self, found: re.Match[str], id: int) -> Action:
        player = _PLAYER[self._game][found[1]]
        text = found[2].strip()
        place, offer = text, ""
        if self._game == "twixt" and text.endswith(_OFFER):
            place, offer = text.removesuffix(_OFFER), f" {PROPOSE_DRAW}"
        named = self._place(place)
        if named:
            return Move(f"{player} {named}{offer}")
        word = _WORDS.get(text.lower()) or (
            _DRAWS.get(text.lower()) if self._game == "twixt" else None
        )
        if word is not None:
            return Move(f"{player} {word}")
        words = message("This is no move: “{text}”.", text=text[:_SHOWN])
        self._note(Severity.WARNING, "move", words, id, found.start())
        return Written(f"{player} {text}")

    def _place(self, text: str) -> str:
        """The square for two letters, "" if the text isn't two letters."""
        if len(text) != 2 or not (text.isascii() and text.isalpha()):
            return ""
        if self._lines <= 26:
            text = text.lower()
        return coordinates.square_at(_LETTERS.index(text[0]), _LETTERS.index(text[1]))

    def _between(self, start: int, stop: int, node: int) -> None:
        ends = _ENDS.match(self._text, start, stop)
        if ends is None or ends.end() < stop:
            text = self._text[start:stop].strip()[:_SHOWN]
            words = message("This isn't understood; it is kept: “{text}”.", text=text)
            self._note(Severity.WARNING, "text", words, node, start)

    def _note(
        self, severity: Severity, code: str, words: Message, node: int | None, at: int
    ) -> None:
        if len(self._found) < self._limits.diagnostics:
            self._found.append(diagnostic_at(severity, f"lg-sgf.{code}", words, at, node))
