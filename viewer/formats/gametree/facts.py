"""What the reader of game trees tells and keeps: its diagnostics, the facts for its writer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from viewer.base.messages import Message, counted, message
from viewer.formats.gametree.layout import KEYS, MAIN
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact, Facts

_OF_NODE: Mapping[str, tuple[Severity, Message]] = {
    "twice": (
        WARNING,
        message("The key “{key}” is there again; the first one counts."),
    ),
    "root-move": (WARNING, message("The root has a move; it is taken as part of the start.")),
    "main-again": (
        WARNING,
        message("Another variation is the main one already: “g” is true of one only."),
    ),
    "verdict": (
        WARNING,
        message("A verdict of {length} bytes isn't understood."),
    ),
    "long-comment": (
        WARNING,
        message("A comment of {length} bytes is too long to be shown."),
    ),
    "colour": (WARNING, message("“{move}”: there are only players 1 and 2.")),
    "off-board": (WARNING, message("“{move}” is beyond the edge of the board.")),
    "short": (WARNING, message("“{move}”: a move of less than three bytes.")),
    "extra": (WARNING, message("“{move}” is followed by bytes that a move of Hex doesn't have.")),
    "lengths": (WARNING, message("“{move}”: its numbers of links don't fit its length.")),
    "direction": (WARNING, message("“{move}” has a link in no direction.")),
    "link-off-board": (WARNING, message("“{move}” has a link beyond the edge of the board.")),
    "ignored-links": (
        INFO,
        message("“{move}” names links to be made, but they are made automatically."),
    ),
}
SHOWN = 60  # most characters of a move or key in a message
_MOST_KEYS = 20


class TreeDiagnostics(LimitedDiagnostics):
    """The diagnostics found in a game tree."""

    format = "gametree"

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._unknown: set[bytes] = set()
        self._moveless: tuple[int, int] | None = None
        self._moveless_count = 0

    def of_node(self, code: str, node: int, offset: int, **args: str | int) -> None:
        """Add a diagnostic of a node's items: `code` is a key of `_OF_NODE`, `args` are for its message."""
        severity, words = _OF_NODE[code]
        for name, value in args.items():
            if isinstance(value, str) and len(value) > SHOWN:
                args[name] = value[:SHOWN] + "…"
        self.add(severity, code, words.given(**args), node, offset)

    def unknown_key(self, key: bytes, node: int | None, offset: int) -> None:
        """Report an unknown key: once for each key, for 20 keys at most. `node`: None in the header."""
        if key in self._unknown or len(self._unknown) >= _MOST_KEYS:
            return
        self._unknown.add(key)
        if key.endswith(b"\0"):
            words = message(
                "The key “{key}” ends with a zero byte: it is another one, which isn't known.",
                key=key[:SHOWN].rstrip(b"\0").decode("latin-1"),
            )
            self.add(WARNING, "zero-byte-key", words, node, offset)
            return
        words = message(
            "The key “{key}” isn't known. It is kept.", key=key[:SHOWN].decode("latin-1")
        )
        self.add(INFO, "unknown-key", words, node, offset)

    def no_move(self, node: int, offset: int) -> None:
        """Count a node without a move (other than the root); `sorted` reports them in one diagnostic."""
        if self._moveless is None:
            self._moveless = node, offset
        self._moveless_count += 1

    def cut_node(self, at: int, left: int, node: int | None) -> None:
        """Report that the file ends within a node or before an announced one, `left` bytes after `at`."""
        words = counted(
            "The file ends within a node, one byte from here.",
            "The file ends within a node, {count} bytes from here.",
            left,
        )
        if not left:
            words = message("The file ends where a node should go on or another should come.")
        self.add(ERROR, "cut-node", words, node, at)

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics, by their place in the file."""
        if self._moveless is not None:
            words = counted(
                "One node has no move.", "{count} nodes have no move.", self._moveless_count
            )
            node, offset = self._moveless
            self.found.append(Diagnostic(INFO, "gametree.no-move", words, 0, node, offset))
            self._moveless = None
        return super().sorted()


# Of a record:
HEAD = "gametree.head"  # value: whether its end is in the file; raw: the header's items
START = "gametree.start"  # value: the start position's text as read from the header, or None
CODEC = "gametree.codec"  # value: (codec, whether the user chose it)
BREAKS = "gametree.breaks"  # value: the line break of comments, if it isn't a line feed
# value: (number of nodes read, whether any is marked as main variation, most bytes of a shown comment)
COUNT = "gametree.count"
REST = "gametree.rest"  # value: (kind, id of the last node read); raw: the span after the tree
# Of a node:
ORDER = "gametree.order"  # value: letters of its keys, if the order is unusual or "g" is among them
ITEMS = "gametree.items"  # value: whether it is marked as main variation; raw: all its items
TEXT = "gametree.text"  # value, raw: its comment, if the bytes don't follow from the text alone
PROMISE = "gametree.promise"  # value: number of announced children that aren't in the file
CUT = "gametree.cut"  # value: `shown_of` the node that the file ends within, when it was read

ORDERS: dict[str, Facts] = {}
"""The facts of a node by the letters of its keys, in file order."""
for _count in range(len(KEYS) + 1):
    for _order in permutations(KEYS, _count):
        _letters = "".join(_order)
        _usual = MAIN not in _order and sorted(_order, key=KEYS.index) == list(_order)
        ORDERS[_letters] = () if _usual else (Fact(ORDER, _letters, b""),)


def marked(facts: Facts) -> bool:
    """Whether a node with these facts was marked as the main variation in the file."""
    for fact in facts:
        if fact.name == ORDER:
            return MAIN in str(fact.value)
        if fact.name == ITEMS:
            return bool(fact.value)
    return False
