"""The head of a record as a table: what the format has a place for, then what else the record has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from viewer.base.messages import Message, message
from viewer.base.text import encode, lacking, readable
from viewer.document import plans
from viewer.document.ops import Change
from viewer.formats import FORMATS
from viewer.formats.format import HeaderField
from viewer.tree.record import Header
from viewer.ui.models import NOWHERE, Index
from viewer.ui.study import Study
from viewer.ui.style import theme_in_use
from viewer.ui.translate import tr

NAME, VALUE = 0, 1
_FIXED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _FIXED | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
_SEEN = 300  # records that are looked at for names and values to offer
_REST = 40  # characters of what doesn't fit that a tooltip shows


@dataclass(frozen=True, slots=True)
class _Row:
    """One row: a field of the format, or another header of the record by key and occurrence.

    The row in which a new header is written has neither.
    """

    field: HeaderField | None
    key: str = ""
    occurrence: int = 0


_NEW = _Row(None)


class HeaderModel(QAbstractTableModel):
    """The headers of a study's record, to be edited.

    Text that doesn't fit its field, or has characters that the record's encoding lacks, is marked
    with a tooltip that says so; it is never refused. A value of "" takes a header out. Where the
    format holds free headers, the last row takes a new one: it is there when both its cells say
    something. A format of free headers shows the fields that a new record has and those that this
    one has; the others are offered by name.
    """

    def __init__(self, study: Study, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._new = ["", ""]
        self._rows = self._make_rows()
        study.changed.connect(self._changed)
        study.reloaded.connect(self._reload)

    def _make_rows(self) -> list[_Row]:
        self._format = self._study.document.format
        format_ = FORMATS[self._format].load()
        self._free = format_.free_headers
        here = {header.key for header in self._study.record.headers}
        usual = {header.key for header in format_.new_headers(self._study.record.game)}
        some = format_.free_headers and bool(usual)
        rows = [
            _Row(field, field.key)
            for field in format_.fields
            if not some or field.key in usual or field.key in here
        ]
        seen: dict[str, int] = {}
        fields = {field.key for field in format_.fields}
        for header in self._study.record.headers:
            occurrence = seen.get(header.key, 0)
            seen[header.key] = occurrence + 1
            if occurrence or header.key not in fields:
                rows.append(_Row(None, header.key, occurrence))
        if format_.free_headers:
            rows.append(_NEW)
        return rows

    # ------------------------------------------------------------------------------ structure

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        row = self._rows[index.row()]
        free = row is _NEW or (row.field is None and self._free)
        return _EDITABLE if index.column() == VALUE or free else _FIXED

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return tr(message("Detail") if section == NAME else message("Value"))
        return None

    # ------------------------------------------------------------------------------- what is

    def value(self, row: int) -> str:
        """The text of a row's header; "" where the record doesn't have it."""
        this = self._rows[row]
        if this is _NEW:
            return self._new[VALUE]
        place = self._place(this)
        return "" if place < 0 else self._study.record.headers[place].value

    def _place(self, row: _Row) -> int:
        """Where the header of a row stands in the record, -1 if it doesn't."""
        left = row.occurrence
        for place, header in enumerate(self._study.record.headers):
            if header.key == row.key:
                if not left:
                    return place
                left -= 1
        return -1

    def name(self, row: int) -> str:
        """What a row's header is called."""
        this = self._rows[row]
        if this.field is not None:
            return tr(this.field.name)
        return self._new[NAME] if this is _NEW else readable(this.key)

    def choices(self, row: int) -> Mapping[str, Message] | None:
        """The values that a row's header can take, None for free text."""
        field = self._rows[row].field
        return None if field is None else field.choices

    def meaning(self, row: int) -> Message | None:
        """What a row's value means, where it is a code."""
        value = self.value(row)
        return FORMATS[self._format].load().meaning(self._rows[row].key, value) if value else None

    def names_offered(self) -> list[str]:
        """Names that a new header may have: fields not shown yet, and what other records have."""
        document = self._study.document
        shown = {row.key for row in self._rows}
        fields = {field.key: tr(field.name) for field in FORMATS[self._format].load().fields}
        names = [name for key, name in fields.items() if key not in shown]
        for place in range(min(len(document), _SEEN)):
            keys = (header.key for header in document.headers(place))
            names += [key for key in keys if key not in shown and key not in fields]
        return list(dict.fromkeys(names))

    def values_offered(self, row: int) -> list[str]:
        """What other records of the file say in a row's header."""
        key = self._rows[row].key
        document = self._study.document
        if not key or len(document) < 2:
            return []
        return sorted({value for value in document.values(key, 0, _SEEN) if value.strip("?.-")})

    def faults(self, row: int) -> list[Message]:
        """What of a row's text can't be written as it is."""
        text, field = self.value(row), self._rows[row].field
        if not text:
            return []
        codec = self._study.record.encoding or "utf-8"
        found: list[Message] = []
        raw = encode(text, codec)
        if field is not None and 0 < field.limit < len(raw):
            kept = fitting(text, codec, field.limit)
            found.append(
                message(
                    "{size} bytes, and {limit} fit: “{rest}” will be cut off.",
                    size=len(raw),
                    limit=field.limit,
                    rest=_short(readable(text[len(kept) :])),
                )
            )
        missing = lacking(text, codec)
        if missing:
            found.append(
                message(
                    "{codec} has no code for {characters}.",
                    codec=codec,
                    characters=" ".join(missing[:_REST]),
                )
            )
        return found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.EditRole:
            return self.value(row) if column == VALUE else self.name(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(row) if column == VALUE else self._named(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row) if column == VALUE else self._named(row)
        if column == NAME:
            if role == Qt.ItemDataRole.ForegroundRole:
                return QColor(theme_in_use()["muted"])
            return None
        if role in (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.ToolTipRole):
            faults = self.faults(row)
            if role == Qt.ItemDataRole.ForegroundRole:
                return QColor(theme_in_use()["bad"]) if faults else None
            return "\n".join(tr(fault) for fault in faults) or None
        return None

    def _named(self, row: int) -> str:
        return self.name(row) or tr(message("Another detail…"))

    def _shown(self, row: int) -> str:
        value = self.value(row)
        words = (self.choices(row) or {}).get(value)
        return tr(words) if words is not None else " ".join(readable(value).splitlines())

    def _spoken(self, row: int) -> str:
        value = self._shown(row) or tr(message("empty"))
        meaning = self.meaning(row)
        also = [] if meaning is None else [f"({tr(meaning)})"]
        parts = [f"{self._named(row)}: {value}", *also, *(tr(f) for f in self.faults(row))]
        return " ".join(parts)

    # --------------------------------------------------------------------------------- edits

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        row, text = self._rows[index.row()], str(value)
        if row is _NEW:
            return self._write_new(index, text)
        if index.column() == NAME:
            return self._rename(row, text.strip())
        if text == self.value(index.row()):
            return False
        if row.field is not None:
            self._study.do(plans.header, row.key, text)
        else:
            headers = list(self._study.record.headers)
            place = self._place(row)
            headers[place : place + 1] = [Header(row.key, text)] if text else []
            self._study.do(plans.all_headers, tuple(headers))
        return True

    def _rename(self, row: _Row, text: str) -> bool:
        key, headers = self._key_of(text), list(self._study.record.headers)
        place = self._place(row)
        if not key or place < 0 or key == row.key:
            return False
        headers[place] = Header(key, headers[place].value)
        self._study.do(plans.all_headers, tuple(headers))
        return True

    def _key_of(self, name: str) -> str:
        """The key of a field by what it is called; any other name is a key itself."""
        for field in FORMATS[self._format].load().fields:
            if tr(field.name).casefold() == name.casefold():
                return field.key
        return name

    def _write_new(self, index: Index, text: str) -> bool:
        """One cell of the new header; with both it becomes one of the record."""
        self._new[index.column()] = text.strip() if index.column() == NAME else text
        key, value = self._key_of(self._new[NAME]), self._new[VALUE]
        if key and value:
            self._new = ["", ""]
            headers = (*self._study.record.headers, Header(key, value))
            self._study.do(plans.all_headers, headers)
        last = len(self._rows) - 1
        self.dataChanged.emit(self.index(last, NAME), self.index(last, VALUE))
        return True

    def _changed(self, change: Change) -> None:
        if any(one.facet in ("headers", "encoding") for one in change.of(self._study.key)):
            self._take_rows()

    def look_at_format(self) -> None:
        """The document may be saved in another format since: show the fields of that."""
        if self._study.document.format != self._format:
            self._reload()

    def _reload(self) -> None:
        self.beginResetModel()
        self._new = ["", ""]
        self._rows = self._make_rows()
        self.endResetModel()

    def _take_rows(self) -> None:
        """Show the headers as they are now; rows that stay are not touched."""
        old, new = self._rows, self._make_rows()
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        tail = 0
        while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        if same + tail < len(old):
            self.beginRemoveRows(QModelIndex(), same, len(old) - tail - 1)
            self._rows = old[:same] + old[len(old) - tail :]
            self.endRemoveRows()
        if same + tail < len(new):
            self.beginInsertRows(QModelIndex(), same, len(new) - tail - 1)
            self._rows = new
            self.endInsertRows()
        if new:
            self.dataChanged.emit(self.index(0, NAME), self.index(len(new) - 1, VALUE))


def fitting(text: str, codec: str, limit: int) -> str:
    """As much of a text as fits in `limit` bytes."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(encode(text[:middle], codec)) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]


def _short(text: str) -> str:
    return text if len(text) <= _REST else text[:_REST] + "…"
