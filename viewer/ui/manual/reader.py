"""The window of the manual: its chapters and a search on the left, a page on the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QImage,
    QImageReader,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.manual import Manual
from viewer.base.messages import Message, message
from viewer.ui.manual.page import page_of, sheet_of
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.style import fitting, theme_in_use

_SIZE = QSize(980, 760)
_CONTENTS = 270  # pixels of the list at first
_LEAST = 340  # pixels of a page's width
_MARGIN = 26  # pixels around a page
_SHARP = 1.5  # pixels of a picture to one of the page at 100 %
_PLACE = Qt.ItemDataRole.UserRole


class PageView(QTextBrowser):
    """A page. It loads pictures of the manual and nothing else, and follows no link by itself."""

    def __init__(self, manual: Manual) -> None:
        super().__init__()
        self._manual = manual
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setMinimumWidth(_LEAST)
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        )  # pictures stay as wide
        self.document().setDocumentMargin(_MARGIN)

    def wide(self, name: str) -> int:
        """The pixels that a picture takes: its own, or what there is room for."""
        path = self._manual.picture(name)
        own = QImageReader(str(path)).size().width() / _SHARP if path is not None else 0
        return min(round(own), max(1, self.viewport().width() - 2 * _MARGIN - 4))

    def go_to(self, anchor: str) -> None:
        """Show a section at the top. Tab goes on from there: for Qt, from the link before."""
        before = QTextCursor(self.document())
        block = self.document().begin()
        while block.isValid():
            parts = block.begin()
            while not parts.atEnd():
                part = parts.fragment()
                if anchor in part.charFormat().anchorNames():
                    self.setTextCursor(before)
                elif part.charFormat().anchorHref():
                    before.setPosition(part.position())
                    end = part.position() + part.length()
                    before.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                parts += 1
            block = block.next()
        self.scrollToAnchor(anchor)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture of the manual, as large as it is shown; nothing for anything else."""
        named = name.toString() if isinstance(name, QUrl) else name
        path = self._manual.picture(named)
        image = QImage() if path is None else QImage(str(path))
        if image.isNull():
            return None
        ratio = self.devicePixelRatioF()
        shown = image.scaledToWidth(
            round(self.wide(named) * ratio), Qt.TransformationMode.SmoothTransformation
        )
        shown.setDevicePixelRatio(ratio)
        return shown


class ManualReader(QWidget):
    """The window. It belongs to no other window, so a dialog that waits doesn't shut it off.

    Signals:
        commandAsked: a link to a command was followed: its id.
        closed: the window was closed.

    Attributes:
        place: what is shown, "chapter" or "chapter#anchor"; "" for nothing yet.
        contents: the chapters, or the sections that were found.
        page: the page.
        line: what is searched.
    """

    commandAsked = Signal(str)
    closed = Signal()

    def __init__(self, manual: Manual, about: Callable[[str], Message]) -> None:
        """`about`: what is said of a command before its link is followed, by its id."""
        super().__init__()
        self._manual, self._about = manual, about
        self.place = ""
        self._before: list[str] = []
        self._after: list[str] = []
        self.setObjectName("manual")
        self.setWindowTitle(tr(message("Qipu: manual")))
        self.line = QLineEdit()
        self.line.setClearButtonEnabled(True)
        self.line.setPlaceholderText(tr(message("Search the manual")))
        self.line.setAccessibleName(tr(message("Search the manual")))
        self.contents = QListWidget()
        self.contents.setAccessibleName(tr(message("Contents")))
        self.contents.setWordWrap(True)
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = PageView(manual)
        self.page.setAccessibleName(tr(message("Manual")))
        self._words = Label(look="muted", wraps=True)
        self._lay_out()
        self._connect()
        self._list_chapters()
        self.resize(fitting(_SIZE, self.screen().availableSize()))

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(12, 12, 8, 12)
        column.setSpacing(8)
        column.addWidget(self.line)
        column.addWidget(self.contents, 1)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(4)
        column.addWidget(self.page, 1)
        self._words.setContentsMargins(_MARGIN, 0, 12, 0)
        column.addWidget(self._words)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        parts.setSizes([_CONTENTS, _SIZE.width() - _CONTENTS])
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(parts)

    def _connect(self) -> None:
        self.line.textChanged.connect(self._search)
        self.line.returnPressed.connect(self._open_first)
        self.contents.itemActivated.connect(self._open)
        self.contents.itemClicked.connect(self._open)
        self.page.anchorClicked.connect(lambda link: self.follow(link.toString()))
        self.page.highlighted.connect(lambda link: self._tell(link.toString()))
        for keys, act in (
            (("Ctrl+F", "/"), self._find),
            (("Alt+Left",), self.go_back),
            (("Alt+Right",), self.go_forward),
            (("Ctrl+PgDown",), partial(self._turn, 1)),
            (("Ctrl+PgUp",), partial(self._turn, -1)),
        ):
            for key in keys:
                QShortcut(QKeySequence(key), self, act)

    # ---------------------------------------------------------------------------- what is shown

    def open(self, place: str) -> None:
        """Show a place, "chapter" or "chapter#anchor"; what isn't there is its chapter, or the first one."""
        if self.place:
            self._before.append(self.place)
        self._after.clear()
        self._show(place)

    def _show(self, place: str) -> None:
        name, _, anchor = place.partition("#")
        chapters = self._manual.chapters
        chapter = chapters.get(name) or next(iter(chapters.values()))
        self.place = f"{chapter.name}#{anchor}" if anchor else chapter.name
        self.page.document().setDefaultStyleSheet(sheet_of(theme_in_use()))
        self.page.setHtml(page_of(self._manual, chapter, self.page.wide))
        self._drawn_for = self.page.viewport().width()
        if anchor:
            self.page.go_to(anchor)
        self._tell("")
        if not self.line.text():
            self.contents.setCurrentRow(list(chapters).index(chapter.name))

    def show_again(self) -> None:
        """Show the page as it is now: with other keys, colours or sizes."""
        if self.place:
            bar = self.page.verticalScrollBar()
            share = bar.value() / max(1, bar.maximum())
            self._show(self.place)
            bar.setValue(round(share * bar.maximum()))

    def follow(self, link: str) -> None:
        """Follow a link: to a place of the manual, or to what a command does. Others lead nowhere."""
        scheme, _, target = link.partition(":")
        if scheme == "chapter":
            self.open(target)
        elif scheme == "command":
            self.commandAsked.emit(target)

    def say(self, words: str) -> None:
        """Say something below the page."""
        self._words.setText(words)

    def _tell(self, link: str) -> None:
        scheme, _, id = link.partition(":")
        self.say(tr(self._about(id)) if scheme == "command" else "")

    # --------------------------------------------------------------------------- going elsewhere

    def go_back(self) -> None:
        """To the place before."""
        if self._before:
            self._after.append(self.place)
            self._show(self._before.pop())

    def go_forward(self) -> None:
        """To the place that was left by going back."""
        if self._after:
            self._before.append(self.place)
            self._show(self._after.pop())

    def _turn(self, step: int) -> None:
        """To the next chapter, or the one before."""
        names = list(self._manual.chapters)
        at = names.index(self.place.partition("#")[0]) + step
        if 0 <= at < len(names):
            self.open(names[at])

    # -------------------------------------------------------------------------------- searching

    def _find(self) -> None:
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()

    def _search(self, text: str) -> None:
        self.contents.clear()
        if not text.strip():
            self._list_chapters()
            return
        hits = self._manual.search(text)
        for hit in hits:
            self._add(hit.place, f"{hit.title}\n{hit.excerpt}")
        self.say("" if hits else tr(message("Nothing in the manual has these words.")))

    def _list_chapters(self) -> None:
        for chapter in self._manual.chapters.values():
            self._add(chapter.name, chapter.title)

    def _add(self, place: str, words: str) -> None:
        item = QListWidgetItem(words, self.contents)
        item.setData(_PLACE, place)

    def _open(self, item: QListWidgetItem) -> None:
        place = str(item.data(_PLACE))
        if place != self.place:
            self.open(place)

    def _open_first(self) -> None:
        if self.contents.count():
            self.contents.setCurrentRow(0)
            self._open(self.contents.item(0))
            self.page.setFocus()

    # ----------------------------------------------------------------------------------- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.line.text():
                self.line.clear()
                self.page.setFocus()
            else:
                self.close()
        elif event.key() == Qt.Key.Key_Down and self.line.hasFocus():
            self.contents.setFocus()
            self.contents.setCurrentRow(0)
        elif event.text().isprintable() and event.text().strip():  # typed on the page
            self.line.setFocus()
            self.line.setText(event.text())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.DevicePixelRatioChange):
            later(self, self.show_again)
        elif event.type() == QEvent.Type.Resize:
            later(self, self._fit)
        return super().event(event)

    def _fit(self) -> None:
        if self.place and self.page.viewport().width() != self._drawn_for:
            self.show_again()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
