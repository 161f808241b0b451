"""The texts of the cells in a list of records, made in blocks and kept for a while."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.header_text import cell_words
from viewer.games import game_of
from viewer.ui.models.game_columns import Column

_KEPT = 2_000  # records whose texts are kept
_BLOCK = 32  # records whose texts are made at once


class GameCells:
    """The texts of a document's records, a cell for each column."""

    def __init__(self, document: Document, columns: Sequence[Column]) -> None:
        self._document, self._columns = document, columns
        games = FORMATS[document.format].games
        self._game = game_of(games[0]) if len(games) == 1 else None  # else records may differ
        self._known: dict[int, tuple[str, ...]] = {}

    def clear(self) -> None:
        """Forget all texts: headers changed."""
        self._known.clear()

    def of(self, index: int, in_order: bool) -> tuple[str, ...]:
        """The texts of the record at an index; with `in_order` its neighbours will be asked for too."""
        cells = self._known.get(index)
        if cells is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            if in_order:
                self._make_block(index)
            cells = self._known.get(index)
        if cells is None:
            cells = self._known[index] = self._make(index)
        return cells

    def _make_block(self, index: int) -> None:
        """Make the texts of the records around an index column by column: few reads for many rows.

        Makes none if some of them can't be read; then each is read by itself.
        """
        start = index - index % _BLOCK
        stop = min(start + _BLOCK, len(self._document))
        columns = []
        try:
            for each in self._columns:
                empty = [""] * (stop - start)
                values = self._document.values(each.key, start, stop) if each.key else empty
                columns.append([self._text(each.role, value) for value in values])
        except OSError:
            return
        self._known.update(enumerate(zip(*columns, strict=True), start))

    def _make(self, index: int) -> tuple[str, ...]:
        try:
            headers = self._document.headers(index)
        except OSError:
            gone = tr(message("can't be read any more"))
            return tuple(gone if column == 1 else "" for column in range(len(self._columns)))
        values = {header.key: header.value for header in reversed(headers)}
        return tuple(self._text(each.role, values.get(each.key, "")) for each in self._columns)

    def _text(self, role: str, value: str) -> str:
        return tr(cell_words(role, value, self._game))
