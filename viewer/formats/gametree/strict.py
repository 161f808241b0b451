"""Check a game tree for breaches of the specification that the reader doesn't report.

Faults that it does report (missing keys, invalid colours, squares and links) aren't repeated here.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, counted, message
from viewer.formats.format import Collection
from viewer.formats.gametree.facts import HEAD, ITEMS
from viewer.formats.gametree.layout import (
    GTV,
    MAIN,
    MOVE,
    NEW,
    POV,
    TREE_GAMES,
    read_head,
    tree_game_of,
)
from viewer.formats.gametree.moves import SHORT
from viewer.tree.annotation import VERDICT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.verdict import UNDETERMINED, WON

_MOST_POV = 2
_WIDTH = 4  # bytes of a number


def strict(collection: Collection) -> list[Diagnostic]:
    """The breaches of a file, none for the older layout of Jhex, which has no specification."""
    record = collection.record(0)
    head = raw_of(record.facts, HEAD)
    if head is None or read_head(head).layout.old:
        return []
    found = list(_of_head(head))
    kind = tree_game_of(record.game)
    for node, code, words in _of_nodes(record, kind is not None and kind.links):
        found.append(Diagnostic(Severity.WARNING, f"gametree.strict.{code}", words, node=node.id))
    return found


def _of_head(raw: bytes) -> Iterator[Diagnostic]:
    head = read_head(raw)
    pov = head.first(POV)
    if pov is not None and (len(pov.value) != 1 or pov.value[0] > _MOST_POV):
        words = message("“pov” is one byte: 0, 1 or 2.")
        yield Diagnostic(Severity.WARNING, "gametree.strict.pov", words, offset=pov.at)
    for key in (GTV, *(kind.version_key for kind in TREE_GAMES)):
        item = head.first(key)
        if item is not None and len(item.value) != _WIDTH:
            words = counted(
                "“{key}” takes one byte, not 4.",
                "“{key}” takes {count} bytes, not 4.",
                len(item.value),
                key=key.decode(),
            )
            yield Diagnostic(Severity.WARNING, "gametree.strict.width", words, offset=item.at)


def _of_nodes(record: Record, links: bool) -> Iterator[tuple[Node, str, Message]]:
    for node in record.walk():
        verdict = node.notes.get(VERDICT)
        if isinstance(verdict, int) and abs(verdict) > WON and verdict != UNDETERMINED:
            words = message(
                "“r” is {value}: it goes from -10000 to 10000, or is 12345.", value=verdict
            )
            yield node, "verdict", words
        for key, value, _ in NEW.node_items(raw_of(node.facts, ITEMS) or b""):
            letter = NEW.letters.get(key)
            if letter == MAIN and value not in (b"\0", b"\1"):
                yield node, "main", message("“g” is one byte: 0 or 1.")
            elif letter == MOVE and links and len(value) > SHORT:
                if len(value) % 3 == 1:
                    yield node, "no-pbem-null", message("The long move has no “pbem_null”.")
                elif value[SHORT] > 1:
                    yield node, "pbem-null", message("“pbem_null” is 0 or 1.")
