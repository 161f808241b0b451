"""The head of the side panel: the record's title, a subtitle, the opening, and the first error."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, message
from viewer.base.text import readable
from viewer.document.edits import Change
from viewer.games.capabilities import Opened, opening_of
from viewer.paint.painter import painter_on
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import file_title, record_subtitle, record_title
from viewer.ui.toolkit.plain import ElidedLabel, Label, set_tip

_SHARE = 132  # px that title and result each keep if they don't fit side by side


class TwoLines(Label):
    """Parts of a line of plain text in one or two lines, broken between parts as far as that is possible.

    What fits neither is elided; the tooltip has all of it. `SEPARATOR` stands between the parts.
    """

    SEPARATOR = "  ·  "

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._held = 0
        self.setText("")

    def hold(self, held: bool) -> None:
        """Keep the number of lines whatever the text becomes, or show as many as it needs."""
        lines = (self._held or len(self._lines(self.width()))) if held else 0
        if lines != self._held:
            self._held = lines
            self.updateGeometry()

    def setText(self, text: str) -> None:
        """Set the text."""
        super().setText(text)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)  # a QLabel takes it back with each text
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return (self._held or len(self._lines(width))) * self.fontMetrics().lineSpacing()

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.fontMetrics().lineSpacing())

    def _lines(self, width: int) -> list[str]:
        """The text of each line, too wide where it has to be elided."""
        metrics, text = self.fontMetrics(), self.text()
        if self._held == 1:
            return [text]
        parts, first = text.split(self.SEPARATOR), 0
        while first < len(parts):
            line = self.SEPARATOR.join(parts[: first + 1])
            if metrics.horizontalAdvance(line) > width:
                break
            first += 1
        lines = (parts[: max(first, 1)], parts[max(first, 1) :])
        return [self.SEPARATOR.join(line) for line in lines if line]

    def shown(self) -> list[str]:
        """The lines as they are read."""
        room, metrics = self.contentsRect().width(), self.fontMetrics()
        right = Qt.TextElideMode.ElideRight
        return [metrics.elidedText(line, right, room) for line in self._lines(room)]

    def paintEvent(self, event: QPaintEvent) -> None:
        room, lines = self.contentsRect(), self.shown()
        set_tip(self, self.text() if lines != self._lines(room.width()) else "")
        high = self.fontMetrics().lineSpacing()
        with painter_on(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            for number, line in enumerate(lines):
                box = QRect(room.left(), room.top() + number * high, room.width(), high)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), line)


class RecordTitle(QWidget):
    """Title, result and subtitle of a record, and the first error that keeps it from being shown in full.

    If the looks want it, also the opening at the current node, named from the moves.
    """

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._low = False
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 7, 14, 6)
        column.setSpacing(1)
        top = QHBoxLayout()
        top.setSpacing(8)
        self._title = ElidedLabel()
        self._title.setProperty("title", True)
        self._result = ElidedLabel()
        self._result.setProperty("muted", True)
        self._result.setStyleSheet("font-size: 16px")
        top.addWidget(self._title)
        top.addWidget(self._result)
        top.addStretch(1)
        self._subtitle = TwoLines()
        self._subtitle.setProperty("muted", True)
        self._opening = ElidedLabel()
        self._opening.hide()
        self._fault = Label()
        self._fault.setProperty("bad", True)
        self._fault.setWordWrap(True)
        self._fault.setContentsMargins(0, 3, 0, 0)
        self._fault.hide()
        column.addLayout(top)
        column.addWidget(self._subtitle)
        column.addWidget(self._opening)
        column.addWidget(self._fault)
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reloaded)
        session.moved.connect(self._renamed)
        session.moved.connect(self._show_opening)
        session.dressed.connect(self._show_opening)
        session.chosen.connect(self._show_titles)
        session.findings.changed.connect(self._show_fault)
        self._reloaded()

    def set_low(self, low: bool) -> None:
        """Hide the subtitle if there is little room, or show everything."""
        self._low = low
        self._show_subtitle()

    @property
    def opening(self) -> str:
        """The opening shown at the current node, "" for none."""
        return self._opening.text() if not self._opening.isHidden() else ""

    def _changed(self, change: Change) -> None:
        root = self._session.record.root.id
        touched = change.of(self._session.key)
        if any(one.facet == "headers" or one == ("action", root) for one in touched):
            # What stands below may be the form that is typed in: it stays under the pointer.
            self._subtitle.hold(True)
            self._show_titles()
        self._show_opening()

    def _renamed(self) -> None:
        """Show the file's name anew if it has another one, as after saving."""
        self._subtitle.hold(False)
        if self._file != file_title(self._session.document):
            self._show_titles()

    def _reloaded(self) -> None:
        self._subtitle.hold(False)
        self._show_titles()
        self._show_opening()
        self._show_fault()

    def _show_titles(self) -> None:
        self._file = file_title(self._session.document)
        title, result = record_title(self._session)
        for label, text in ((self._title, title), (self._result, result)):
            label.set_text_keeping(text, _SHARE)
        self._subtitle.setText(record_subtitle(self._session))
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        self._subtitle.setVisible(bool(self._subtitle.text()) and not self._low)

    def _show_opening(self) -> None:
        """Show the opening; its line stays while there is no name yet, so that stepping moves nothing."""
        session = self._session
        shown = session.looks.named and isinstance(session.game, Opened)
        self._opening.setVisible(shown)
        if not shown:
            return
        opening = opening_of(session.game, session.state)
        words = message("No named opening") if opening is None else opening.words
        self._opening.setText(tr(words))
        self._opening.setAccessibleName(tr(message("Opening: {name}", name=words)))

    def _show_fault(self) -> None:
        fault = self._session.findings.fault
        self._fault.setText(readable(tr(NOTHING if fault is None else fault.message)))
        self._fault.setVisible(bool(self._fault.text()))
