"""The head of a record as a table: what the format has a place for, then what else the record has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, TEXT, Field
from viewer.base.messages import Message, message
from viewer.base.text import readable
from viewer.document import plans
from viewer.document.edits import Change
from viewer.document.plans import lists as plans_lists
from viewer.document.saving.losses import kept
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedHeaders, ExplainedHeaders
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField, HeaderList
from viewer.formats.kit.tags import carried_by, unshown_texts
from viewer.games.capabilities import Sized
from viewer.tree.record import Header
from viewer.ui.models import NOWHERE, Index, ends_that_stay
from viewer.ui.models.header_rows import (
    NEW,
    HeaderRow,
    HeaderRowKind,
    faults_of,
    hidden,
    names_offered,
    rows_for,
    values_offered,
)
from viewer.ui.models.rows_model import HIDDEN, TELLING
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import tip
from viewer.ui.toolkit.style import theme_in_use

NAME, VALUE = 0, 1
_FIXED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _FIXED | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
_HIDDEN = message("This is hidden, as are the next moves.")
_START = message("This follows from the start position. E edits the position.")


class HeaderModel(QAbstractTableModel):
    """The headers of a session's record, to be edited.

    Text that doesn't fit its field, or has characters that the record's encoding lacks, is marked
    with a tooltip that says so. Text of which the format would keep nothing is refused. A value of
    "" takes a header out. Where the format holds free headers, the last row takes a new one: first
    its name, then its value. A format of free headers shows the fields that a new record has and
    those that this one has; the others are offered by name. While the session conceals what follows, the
    result isn't shown.

    Attributes:
        new_name: what the new header is to be called, "" while nobody said.
    """

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.new_name = ""
        self._lost: dict[tuple[str, str], Message] = {}
        self._concealed = session.concealing
        self._rows = self._make_rows()
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reload)
        session.chosen.connect(self._chosen)

    @property
    def _of(self) -> Format:
        return FORMATS[self._format].load()

    @property
    def _fields(self) -> tuple[HeaderField, ...]:
        return self._of.fields_of(self._session.record.game)

    def _make_rows(self) -> list[HeaderRow]:
        session = self._session
        self._format = session.document.format
        format_ = self._of
        self._free = format_.free_headers
        usual = [header.key for header in format_.new_headers(session.record.game)]
        return rows_for(
            format_,
            session.record.game,
            session.record.headers,
            usual,
            bool(self._size()),
            len(unshown_texts(session.record)),
            carried_by(session.record),
        )

    def _size(self) -> str:
        """The size of the board at the start, "" where all boards are alike."""
        game, root = self._session.game, self._session.record.root
        return game.size_text(self._session.states.at(root)) if isinstance(game, Sized) else ""

    def _may_size(self) -> bool:
        """Whether nothing stands on the board and nothing is played: it may get another size."""
        root, game = self._session.record.root, self._session.game
        return not root.children and not any(
            True for _ in game.pieces(self._session.states.at(root))
        )

    # ------------------------------------------------------------------------------ structure

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        row, name = self._rows[index.row()], index.column() == NAME
        if row is NEW:
            return _EDITABLE if name or self.new_name else _FIXED
        if self.reason(index.row()) is not None:
            return _FIXED
        free = row.kind is HeaderRowKind.HEADER and row.field is None and self._free
        return _EDITABLE if free or not name else _FIXED

    def reason(self, row: int) -> Message | None:
        """Why a row's value can't be typed, None where it can."""
        this = self._rows[row]
        if this.kind is HeaderRowKind.SIZE and not self._may_size():
            return message("The size is fixed as soon as something stands on the board.")
        if this.kind is HeaderRowKind.CARRIED:
            return message("An earlier position of the game says this, and it still holds.")
        if this.kind is HeaderRowKind.OUTSIDE:
            return message("Text of the file outside of the game: it is kept as it stands.")
        if this.field is not None and this.field.start:
            return _START
        return _HIDDEN if self._conceals(this) else None

    def _conceals(self, row: HeaderRow) -> bool:
        """Whether a row tells how the game goes on, and that is hidden."""
        session = self._session
        if not session.concealing:
            return False
        formats = (session.document.format, session.document.terms)
        fields = (
            field for id in formats for field in FORMATS[id].load().fields_of(session.game.id)
        )
        return any(
            field.key == row.key and (field.telling or field.role in TELLING) for field in fields
        )

    def row_at(self, row: int) -> HeaderRow:
        """What a row is; NEW for none."""
        return self._rows[row] if 0 <= row < len(self._rows) else NEW

    def place_of(self, row: HeaderRow) -> int:
        """Where a row stands now: that of the same header; -1 where it is gone."""
        if row in self._rows:
            return self._rows.index(row)
        keys = [(one.key, one.occurrence) for one in self._rows]
        return keys.index((row.key, row.occurrence)) if (row.key, row.occurrence) in keys else -1

    def row_called(self, name: str) -> int:
        """The row of a name that somebody types, -1 where there is none yet."""
        key = self._key_of(name.strip())
        return next((n for n, row in enumerate(self._rows) if key and row.key == key), -1)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return tr(message("Detail") if section == NAME else message("Value"))
        return None

    # ------------------------------------------------------------------------------- what is

    def value(self, row: int) -> str:
        """The text of a row's header; "" where the record doesn't have it, or it is hidden."""
        this = self._rows[row]
        return "" if self._conceals(this) else self._value_of(this)

    def _value_of(self, row: HeaderRow) -> str:
        if row.kind is HeaderRowKind.SIZE:
            return self._size()
        if row.kind is HeaderRowKind.OUTSIDE:
            texts = unshown_texts(self._session.record)
            return texts[row.occurrence] if row.occurrence < len(texts) else ""
        if row.kind is HeaderRowKind.CARRIED:
            found = carried_by(self._session.record)
            return found[row.occurrence].value if row.occurrence < len(found) else ""
        place = -1 if row is NEW else self._place(row)
        return "" if place < 0 else self._session.record.headers[place].value

    def _place(self, row: HeaderRow) -> int:
        """Where the header of a row stands in the record, -1 if it doesn't."""
        left = row.occurrence
        for index, header in enumerate(self._session.record.headers):
            if header.key == row.key:
                if not left:
                    return index
                left -= 1
        return -1

    def name(self, row: int) -> str:
        """What a row's header is called."""
        this = self._rows[row]
        words = this.name()
        if words is not None:
            return tr(words)
        return self.new_name if this is NEW else readable(this.key)

    def item(self, row: int) -> tuple[HeaderList, int] | None:
        """(list, number) of the item that a row belongs to, None for any other row."""
        this = self.row_at(row)
        return (this.list, this.number) if this.kind is HeaderRowKind.ITEM and this.list else None

    def inner(self, row: int) -> bool:
        """Whether a row says more of an item that an earlier row names."""
        return self._rows[row].kind is HeaderRowKind.ITEM and not self._rows[row].first

    def count(self, of: HeaderList) -> int:
        """How many items a list has."""
        return plans_lists.count_of(self._of, self._session.record.headers, of.key)

    def rows_of(self, of: HeaderList) -> int:
        """How many rows an item of a list has."""
        return sum(
            row.kind is HeaderRowKind.ITEM and row.list is of and not row.number
            for row in self._rows
        )

    def choices(self, row: int) -> Mapping[str, Message] | None:
        """The values that a row's header can take, None for free text."""
        field = self._rows[row].field
        if field is None:
            return None
        if field.refers:
            return plans_lists.names_of(self._of, self._session.record.headers, field.refers)
        return field.choices

    def meaning(self, row: int) -> Message | None:
        """What a row's value means, where it is a code."""
        value, choices = self.value(row), self.choices(row)
        if not value or (choices is not None and value in choices):
            return None
        format_ = self._of
        if not isinstance(format_, ExplainedHeaders):
            return None
        return format_.meaning(self._rows[row].key, value)

    def field(self, row: int, column: int = VALUE) -> Field:
        """The field of a cell; its default is the present value."""
        session, this = self._session, self._rows[row]
        document, headers = session.document, session.record.headers
        name = self.name(row)
        label = message("{name}", name=name) if name else message("Another detail")
        if column == NAME:
            offered = names_offered(self._of, session.game.id, self._rows, headers, document)
            return Field(this.key, label, TEXT, name, offered=offered, hint=message("Name"))
        choices, value = self.choices(row), self.value(row)
        if choices is not None:
            return Field(this.key, label, CHOICE, value, choices)
        offered = values_offered(this, session.game, headers, document)
        return Field(this.key, label, TEXT, value, offered=offered)

    def faults(self, row: int) -> list[Message]:
        """What of a row's text can't be written as it is."""
        text, this = self.value(row), self._rows[row]
        if not text:
            return []
        loss = self._lost.get((this.key, text))
        found = faults_of(text, this.field, self._session.record.encoding or "utf-8")
        return found or ([] if loss is None else [loss])

    def complaint(self, row: int) -> Message | None:
        """What the format's specification has against a row's value, which is written all the same."""
        value, format_ = self.value(row), self._of
        if not value or not isinstance(format_, CheckedHeaders):
            return None
        return format_.fault(self._rows[row].key, value, self._session.record.headers)

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
            complaint = self.complaint(row)
            told = [tr(one) for one in (*faults, complaint, self.reason(row)) if one is not None]
            if self._rows[row].kind is HeaderRowKind.OUTSIDE:
                told.insert(0, readable(self.value(row)))
            return tip("\n".join(told)) or None
        return None

    def _named(self, row: int) -> str:
        return self.name(row) or tr(message("Another detail…"))

    def _shown(self, row: int) -> str:
        if self._conceals(self._rows[row]):
            return HIDDEN
        value = self.value(row)
        words = (self.choices(row) or {}).get(value)
        return tr(words) if words is not None else " ".join(readable(value).splitlines())

    def _spoken(self, row: int) -> str:
        value = self._shown(row) or tr(message("empty"))
        meaning = self.meaning(row)
        also = [] if meaning is None else [f"({tr(meaning)})"]
        complaint = self.complaint(row)
        also += [] if complaint is None else [tr(complaint)]
        said = tr(message("{name}: {value}", name=self._named(row), value=value))
        parts = [said, *also, *(tr(f) for f in self.faults(row))]
        return " ".join(parts)

    # --------------------------------------------------------------------------------- edits

    def refusal(self, index: Index, text: str) -> Message | None:
        """Why a cell doesn't take a text, None where it does."""
        row = self._rows[index.row()]
        if index.column() == NAME:
            return self._name_refused(row, text.strip())
        if text == self.value(index.row()):
            return None
        if row.kind is HeaderRowKind.SIZE:
            try:
                self._session.game.parse_setup(text)
            except ValueError as error:
                return cast(Message, error.args[0])
            return None
        key = self._key_of(self.new_name) if row is NEW else row.key
        return self._try(key, text, self._headers_with(row, text))

    def _name_refused(self, row: HeaderRow, name: str) -> Message | None:
        key = self._key_of(name)
        if not key or self.row_called(name) >= 0:
            return None
        if any(field.key == key and field.start for field in self._fields):
            return _START
        if row is NEW:
            return self._try(key, "1", (*self._session.record.headers, Header(key, "1")))
        return self._try(key, self._value_of(row), self._renamed(row, key))

    def _headers_with(self, row: HeaderRow, text: str) -> tuple[Header, ...]:
        """The headers of the record with another value in a row."""
        headers = list(self._session.record.headers)
        place = -1 if row is NEW else self._place(row)
        key = self._key_of(self.new_name) if row is NEW else row.key
        if place < 0:
            headers += [Header(key, text)] if text else []
        else:
            headers[place : place + 1] = [Header(key, text)] if text else []
        return tuple(headers)

    def _try(self, key: str, text: str, headers: tuple[Header, ...]) -> Message | None:
        """Why the format would keep nothing of a header; what it keeps in part is marked."""
        found = kept(self._format, self._session.record, headers, key, text)
        if not found.kept:
            return found.loss
        if found.loss is not None:
            self._lost[key, text] = found.loss
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        row, text = self._rows[index.row()], str(value)
        refused = self.refusal(index, text)
        if refused is not None:
            self._session.say(refused)
            return False
        if index.column() == NAME:
            return self._name_new(text.strip()) if row is NEW else self._rename(row, text.strip())
        if text == self.value(index.row()):
            return False
        if row is NEW:
            return self._write_new(text)
        if row.kind is HeaderRowKind.SIZE:
            self._session.do(plans.setup, text)
        elif row.list is not None:
            self._session.do(plans_lists.header, row.key, text)
        elif row.field is not None:
            self._session.do(plans.header, row.key, text)
        else:
            self._session.do(plans.all_headers, self._headers_with(row, text))
        return True

    def remove(self, of: HeaderList, number: int) -> None:
        """Take an item out of a list."""
        self._session.do(plans_lists.remove, of.key, number)

    def move(self, of: HeaderList, number: int, to: int) -> None:
        """Put an item at another place of its list."""
        self._session.do(plans_lists.move, of.key, number, to)

    def _rename(self, row: HeaderRow, text: str) -> bool:
        key = self._key_of(text)
        if not key or key == row.key or self._place(row) < 0:
            return False
        self._session.do(plans.all_headers, self._renamed(row, key))
        return True

    def _renamed(self, row: HeaderRow, key: str) -> tuple[Header, ...]:
        """The headers of the record with one called otherwise."""
        headers = list(self._session.record.headers)
        place = self._place(row)
        headers[place] = Header(key, headers[place].value)
        return tuple(headers)

    def _key_of(self, name: str) -> str:
        """The key of a field by what it is called; any other name is a key itself."""
        for field in self._fields:
            if tr(field.name).casefold() == name.casefold():
                return field.key
        for key, words in hidden(self._of, self._session.record.headers).items():
            if tr(words).casefold() == name.casefold():
                return key
        return name

    def _name_new(self, name: str) -> bool:
        """What the new header is to be called; not what a row is called already."""
        self.new_name = "" if self.row_called(name) >= 0 else name
        self._show_new()
        return True

    def _write_new(self, value: str) -> bool:
        """The new header becomes one of the record."""
        key = self._key_of(self.new_name)
        headers = self._headers_with(NEW, value)
        self.new_name = ""
        if key in hidden(self._of, self._session.record.headers):
            self._session.do(plans_lists.header, key, value)
        else:
            self._session.do(plans.all_headers, headers)
        self._show_new()
        return True

    def forget_new(self) -> None:
        """Nobody goes on with the new header: a name without a value can't be kept, and that is said."""
        if self.new_name:
            self._session.say(
                message("“{name}” was given no value: it isn't kept.", name=self.new_name)
            )
            self.new_name = ""
            self._show_new()

    def _show_new(self) -> None:
        last = len(self._rows) - 1
        self.dataChanged.emit(self.index(last, NAME), self.index(last, VALUE))

    def _changed(self, change: Change) -> None:
        root = self._session.record.root.id
        touched = change.of(self._session.key)
        if any(
            one.facet in ("headers", "encoding") or one in (("action", root), ("children", root))
            for one in touched
        ):
            self._take_rows()

    def _chosen(self) -> None:
        if self._concealed != self._session.concealing:
            self._concealed = self._session.concealing
            self.dataChanged.emit(self.index(0, NAME), self.index(len(self._rows) - 1, VALUE))

    def look_at_format(self) -> None:
        """The document may be saved in another format since: show the fields of that."""
        if self._session.document.format != self._format:
            self._reload()

    def _reload(self) -> None:
        self.beginResetModel()
        self.new_name = ""
        self._lost = {}
        self._rows = self._make_rows()
        self.endResetModel()

    def _take_rows(self) -> None:
        """Show the headers as they are now; rows that stay are not touched."""
        old, new = self._rows, self._make_rows()
        same, tail = ends_that_stay(old, new)
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
