"""The words for the moves of an open record, and the language it is written in."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from viewer.base.scripts import written_language
from viewer.tree.action import is_ply
from viewer.tree.node import Node
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession

_SAMPLED = 200  # nodes, and characters of each text, that tell the language


class RecordWords:
    """Words the nodes of an open record, in its notation."""

    def __init__(self, context: RecordSession) -> None:
        self._context = context
        self._language: tuple[Record, str] | None = None

    @property
    def language(self) -> str:
        """The language in which the record is written, as catalogs name it; "" for any."""
        record = self._context.record
        if self._language is None or self._language[0] is not record:
            self._language = record, self._find_language()
        return self._language[1]

    def _find_language(self) -> str:
        context, record = self._context, self._context.record
        texts = [header.value for header in record.headers]
        for node in islice(record.nodes.values(), _SAMPLED):
            texts += [value for value in node.notes.values() if isinstance(value, str)]
        codec = record.encoding or context.document.encoding or ""
        return written_language((text[:_SAMPLED] for text in texts), codec, context.game.language)

    def of(self, node: Node) -> str:
        """The move that leads to a node in the record's notation, or words for what is no
        move; "" at the root.
        """
        context = self._context
        return self.of_step(node) or context.game.notation(context.states.at(node), context.style)

    def of_step(self, node: Node) -> str:
        """Words for what is no move (a takeback, a message, a title); "" for moves and the root."""
        if is_ply(node.action) or node.parent is None:
            return ""
        from viewer.ui.session.step_words import step_text  # deferred: most records have none

        return step_text(self._context, node)

    def numbered(self, node: Node) -> str:
        """The move with its number: "3. 相七进五", "3… 马2进1"; "" at the root."""
        if node.parent is None:
            return ""
        text = self.of(node)
        if not is_ply(node.action):
            return text or "—"
        context = self._context
        numbering = context.game.numbering(context.states.at(context.record.root))
        return f"{numbering.label(context.states.at(node).ply)} {text}"
