"""What a game tree has that is odd, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.messages import Message, counted, message
from viewer.formats.gametree.fields import is_known, size_item
from viewer.formats.gametree.layout import GTV, TYPE, VERSION, Head, Kind
from viewer.tree.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from viewer.formats.gametree.tree import Tree

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

_OF_NODE: Mapping[str, tuple[Severity, Message]] = {
    "twice": (
        WARNING,
        message("The key “{key}” is there again; the first one counts."),
    ),
    "root-move": (WARNING, message("The root has a move; it is taken as part of the start.")),
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
_SHOWN = 60  # characters of a move
_MOST_KEYS = 20


class Findings:
    """Diagnostics, up to a limit of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: list[Diagnostic] = []
        self._more = 0
        self._unknown: set[bytes] = set()
        self._moveless: tuple[int, int] | None = None
        self._moveless_count = 0

    def add(
        self,
        severity: Severity,
        code: str,
        words: Message,
        node: int | None = None,
        offset: int | None = None,
    ) -> None:
        """Add one; beyond the limit it is only counted."""
        if len(self._found) >= self._most:
            self._more += 1
            return
        self._found.append(
            Diagnostic(severity, f"gametree.{code}", words, node=node, offset=offset)
        )

    def of_node(self, code: str, node: int, offset: int, **args: str | int) -> None:
        """One of those that a node's items have."""
        severity, words = _OF_NODE[code]
        for name, value in args.items():
            if isinstance(value, str) and len(value) > _SHOWN:
                args[name] = value[:_SHOWN] + "…"
        self.add(severity, code, Message(words.template, args), node, offset)

    def unknown_key(self, key: bytes, node: int | None, offset: int) -> None:
        """A key that means nothing here: said once for each."""
        if key in self._unknown or len(self._unknown) >= _MOST_KEYS:
            return
        self._unknown.add(key)
        words = message(
            "The key “{key}” isn't known. It is kept.", key=key[:_SHOWN].decode("latin-1")
        )
        self.add(INFO, "unknown-key", words, node, offset)

    def no_move(self, node: int, offset: int) -> None:
        """A node other than the root without a move."""
        if self._moveless is None:
            self._moveless = node, offset
        self._moveless_count += 1

    def cut_node(self, at: int, left: int, node: int | None) -> None:
        """The file ends within a node, or before one that must come: `left` bytes behind `at`."""
        words = counted(
            "The file ends within a node, one byte from here.",
            "The file ends within a node, {count} bytes from here.",
            left,
        )
        if not left:
            words = message("The file ends where a node should go on or another should come.")
        self.add(ERROR, "cut-node", words, node, at)

    def sorted(self) -> list[Diagnostic]:
        """All, by their place in the file."""
        found = list(self._found)
        if self._moveless is not None:
            node, offset = self._moveless
            words = counted(
                "One node has no move.", "{count} nodes have no move.", self._moveless_count
            )
            found.append(Diagnostic(INFO, "gametree.no-move", words, node=node, offset=offset))
        found.sort(key=lambda one: (one.offset is None, one.offset or 0))
        if self._more:
            words = message("And {count} more.", count=self._more)
            found.append(Diagnostic(INFO, "gametree.more", words))
        return found


# -------------------------------------------------------------------------------------- tree


def of_tree(found: Findings, tree: Tree, size: int, limited: bool) -> None:
    """What ended the reading of a tree, in a file of so many bytes."""
    left = size - tree.end
    if tree.rest == "unread":
        words = (
            counted(
                "The file is longer than what is read of it: one byte isn't shown.",
                "The file is longer than what is read of it: {count} bytes aren't shown.",
                left,
            )
            if limited
            else counted(
                "The tree has more nodes than are shown: one byte isn't.",
                "The tree has more nodes than are shown: {count} bytes aren't.",
                left,
            )
        )
        found.add(ERROR, "unread", words, len(tree.nodes) - 1 if tree.nodes else None, tree.end)
    elif not tree.rest and left:
        words = counted(
            "One byte follows the tree. It is kept.",
            "{count} bytes follow the tree. They are kept.",
            left,
        )
        found.add(WARNING, "trailing", words, offset=tree.end)
    if tree.absent:
        words = counted(
            "One move that is promised isn't in the file.",
            "{count} moves that are promised aren't in the file.",
            tree.absent,
        )
        found.add(WARNING, "absent", words, offset=size)


def undecodable(found: Findings, node: int, offset: int, codec: str) -> None:
    """A comment with bytes that aren't text."""
    words = message("The comment has bytes that are no text in {codec}.", codec=codec)
    found.add(WARNING, "undecodable", words, node, offset)


# -------------------------------------------------------------------------------------- head


def of_head(found: Findings, head: Head, kind: Kind, size: int | None) -> None:
    """What is odd in the header; `size` are the lines of the board that it says."""
    if not head.whole:
        words = message("The file ends within its header.")
        found.add(ERROR, "cut-head", words, offset=head.end)
    _of_required(found, head, kind)
    seen: set[bytes] = set()
    for item in head.items:
        if item.key in seen:
            key = item.key[:_SHOWN].decode("latin-1")
            words = message("The key “{key}” is there again; the first one counts.", key=key)
            found.add(WARNING, "twice", words, offset=item.at)
        elif not is_known(item.key, head.layout, kind):
            found.unknown_key(item.key, None, item.at)
        seen.add(item.key)
    _of_size(found, head, kind, size)


def _of_required(found: Findings, head: Head, kind: Kind) -> None:
    if head.layout.old:
        return
    for key in (GTV, TYPE, kind.version_key):
        if head.whole and head.first(key) is None:
            words = message("The header has no “{key}”.", key=key.decode())
            found.add(WARNING, "missing-key", words, offset=head.end)
    for key, newest in ((GTV, VERSION), (kind.version_key, 1)):
        item = head.first(key)
        version = None if item is None else int.from_bytes(item.value[:8], "big")
        if item is not None and version != newest:
            words = message(
                "“{key}” is {version}; it is read as {newest}.",
                key=key.decode(),
                version=str(version),
                newest=newest,
            )
            found.add(WARNING, "version", words, offset=item.at)


def _of_size(found: Findings, head: Head, kind: Kind, size: int | None) -> None:
    item = size_item(head)
    offset = head.end if item is None else item.at
    if size is None:
        if head.whole or item is not None:
            words = message("The header doesn't say how large the board is.")
            found.add(WARNING, "no-size", words, offset=offset)
    elif not kind.smallest <= size <= kind.largest:
        words = message(
            "A board of {size} lines: there are {smallest} to {largest}.",
            size=str(size),
            smallest=kind.smallest,
            largest=kind.largest,
        )
        found.add(WARNING, "bad-size", words, offset=offset)
    elif item is not None and not head.layout.old and len(item.value) != 4:
        words = counted(
            "“bdsize” takes one byte, not 4.",
            "“bdsize” takes {count} bytes, not 4.",
            len(item.value),
        )
        found.add(INFO, "size-width", words, offset=offset)
