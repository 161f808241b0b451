"""The diagnostics of a game tree as a whole: of its header, and of the end of its nodes."""

from __future__ import annotations

from viewer.base.messages import counted, message
from viewer.formats.gametree.fields import is_known, shown, size_item
from viewer.formats.gametree.findings import SHOWN, TreeDiagnostics
from viewer.formats.gametree.layout import GTV, TYPE, VERSION, Head, TreeGame
from viewer.formats.gametree.tree import Tree
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING


def of_tree(found: TreeDiagnostics, tree: Tree, size: int, limited: bool) -> None:
    """Report why reading a tree ended early, or what follows it, in a file of `size` bytes."""
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


def undecodable(found: TreeDiagnostics, node: int, offset: int, codec: str) -> None:
    """Report a comment with bytes that are no text in the codec."""
    words = message("The comment has bytes that are no text in {codec}.", codec=codec)
    found.add(WARNING, "undecodable", words, node, offset)


def zero_byte(found: TreeDiagnostics, node: int, at: int) -> None:
    """Report a comment that ends with a zero byte, like strings in C."""
    words = message("The comment ends with a zero byte, which a game tree doesn't have there.")
    found.add(WARNING, "zero-byte", words, node, at)


def of_head(found: TreeDiagnostics, head: Head, kind: TreeGame, size: int | None) -> None:
    """Report the faults of the header; `size`: the number of lines of the board it gives, None if none."""
    if not head.whole:
        words = message("The file ends within its header.")
        found.add(ERROR, "cut-head", words, offset=head.end)
    _of_required(found, head, kind)
    seen: set[bytes] = set()
    for item in head.items:
        if item.key in seen:
            key = item.key[:SHOWN].decode("latin-1")
            words = message("The key “{key}” is there again; the first one counts.", key=key)
            found.add(WARNING, "twice", words, offset=item.at)
        elif not is_known(item.key, head.layout, kind):
            found.unknown_key(item.key, None, item.at)
        seen.add(item.key)
    _of_size(found, head, kind, size)


def _of_required(found: TreeDiagnostics, head: Head, kind: TreeGame) -> None:
    if head.layout.old:
        return
    for key in (GTV, TYPE, kind.version_key):
        if head.whole and head.first(key) is None:
            words = message("The header has no “{key}”.", key=key.decode())
            found.add(WARNING, "missing-key", words, offset=head.end)
    said = head.first(TYPE)
    if said is not None and said.value != kind.type:
        words = message(
            "“type” is “{type}”; the file is read as one of “{known}”.",
            type=shown(said.value),
            known=kind.type.decode(),
        )
        found.add(WARNING, "type", words, offset=said.at)
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


def _of_size(found: TreeDiagnostics, head: Head, kind: TreeGame, size: int | None) -> None:
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
        # The specification's own example has one byte.
        severity = INFO if len(item.value) == 1 else WARNING
        found.add(severity, "size-width", words, offset=offset)
