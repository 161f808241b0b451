"""Actions on whole records of a file: switching, inserting, copying, ordering.

Plans are imported when they are used: most windows show one game and open faster without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressDialog

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.document.clip import clip_records
from viewer.document.edits import AnyRecord, RecordData
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry, TextForm
from viewer.ui.session.indexer import Indexer
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from viewer.ui.pages.games_page import GamesPage
    from viewer.ui.window.window import Window

_APART = 8  # at most this many games are pasted as separate files
_FEW = 20  # up to this many games are copied and pasted synchronously
_PATIENCE = 0.2  # seconds to wait before showing a progress dialog


class RecordListController:
    """Acts on the games of the current file, for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    # ------------------------------------------------------------------------------- the list

    def _page(self) -> GamesPage | None:
        """The games page, None until it is first shown."""
        desk = self._window.desk
        return cast("GamesPage | None", desk.panels.made("games")) if desk is not None else None

    def wire(
        self, made: QWidget, open_menu: Callable[[QPoint], None], paste: Callable[[], None]
    ) -> None:
        """Connect a new games page; `open_menu` opens its context menu at a point."""
        page = cast("GamesPage", made)
        page.left.connect(self._window.focus_board)
        page.view.removeAsked.connect(self.remove)
        page.view.copyAsked.connect(self.copy)
        page.view.cutAsked.connect(self.cut)
        page.view.pasteAsked.connect(paste)
        page.view.dragged.connect(self._drag)
        page.contextAsked.connect(open_menu)

    def show_list(self) -> None:
        """Show the list with its filter focused."""
        self._window.show_page("games")
        page = self._page()
        if page is not None:
            page.filter.setFocus()
            page.filter.selectAll()

    def chosen(self) -> list[int]:
        """Keys of the games to act on: the selected ones if the list has the focus, else the current one."""
        session, page = self._window.session, self._page()
        if page is not None and page.view.hasFocus():
            keys = page.view.keys_chosen()
            if keys:
                return keys
        return [session.key] if session is not None else []

    def several(self) -> list[int]:
        """Keys of the games selected in the list if it is visible and at least two are; else none."""
        page = self._page()
        keys = page.view.keys_chosen() if page is not None and page.isVisible() else []
        return keys if len(keys) > 1 else []

    def _one(self, session: RecordSession) -> int:
        return next(iter(self.chosen()), session.key)

    def step(self, step: int) -> None:
        """Go to the next game (-1: the previous one), in the list's order if it is filtered or sorted."""
        session, page = self._window.session, self._page()
        if session is None:
            return
        if page is None or page.model.natural:
            session.step_record(step)
            return
        key = page.neighbour_key(step)
        if key is not None:
            session.show(key)

    # ---------------------------------------------------------------------------------- edits

    def _takes_more(self, session: RecordSession) -> bool:
        """Whether the current file can hold several games."""
        return not FORMATS[session.document.format].load().single

    def new(self) -> None:
        """A new game after the current one; a new document if the format holds only one."""
        from viewer.document.plans import records as plans_records  # deferred

        session = self._window.session
        if session is not None and self._takes_more(session):
            session.do(plans_records.new)
        else:
            self._window.files.new()

    def duplicate(self) -> None:
        """Duplicate the game; in a new document if the format holds only one."""
        from viewer.document.plans import records as plans_records  # deferred

        session = self._window.session
        if session is None:
            return
        if self._takes_more(session):
            session.do_at(self._one(session), plans_records.duplicate)
        else:
            self._add_apart(session, [RecordData.of(session.record)])

    def _add_apart(self, session: RecordSession, records: Sequence[AnyRecord]) -> None:
        """Open records as a new document."""
        for data in records:
            made = self._window.workspace.add(session.document.format, [data])
            self._window.add_document(made)

    def remove(self) -> None:
        """Delete the selected games."""
        session = self._window.session
        if session is not None:
            self._remove(session, self.chosen())

    def _remove(self, session: RecordSession, keys: Sequence[int]) -> None:
        from viewer.document.plans import records as plans_records  # deferred

        session.do(plans_records.remove, keys)
        self._window.say(
            counted(
                "Deleted a game; Ctrl+Z brings it back.",
                "Deleted {count} games; Ctrl+Z brings them back.",
                len(keys),
            )
        )

    def move(self, step: int) -> None:
        """Move the selected games one place down (-1: up)."""
        from viewer.document.plans import records as plans_records  # deferred

        session = self._window.session
        if session is not None:
            keys = self.chosen()
            session.do(plans_records.move_by, step, keys)
            self.choose(session, keys)

    def choose(self, session: RecordSession, keys: Sequence[int]) -> None:
        """Select games in the list after they were moved."""
        page = self._page()
        if page is not None:
            wanted = frozenset(keys)
            places = enumerate(session.document.keys())
            page.view.choose_rows(page.model.row_of(at) for at, key in places if key in wanted)

    def _drag(self, place: int, to: int) -> None:
        from viewer.document.plans import records as plans_records  # deferred

        session = self._window.session
        if session is not None:
            key = session.document.keys()[place]
            session.do(plans_records.move, to, key)
            self.choose(session, [key])

    # ------------------------------------------------------------------------------ clipboard

    def copy(self) -> None:
        """Copy games in Qipu's own form and as the customary text of their game."""
        self._copy(None, None)

    def cut(self) -> None:
        """Copy games as `copy` does, then delete them."""
        self._copy(None, None, then=self._remove)

    def copy_as(self, entry: FormatEntry, form: TextForm) -> None:
        """Copy games as the text of a format."""
        self._copy(entry, form.name)

    def _copy(
        self,
        entry: FormatEntry | None,
        form: Message | None,
        then: Callable[[RecordSession, Sequence[int]], None] | None = None,
    ) -> None:
        from viewer.document import copying  # deferred
        from viewer.document.record_set import Chosen  # deferred

        session = self._window.session
        if session is None:
            return
        session.flush()
        keys = self.chosen()
        if len(keys) > clip_records.MOST:
            most = clip_records.MOST
            self._window.say(message("That is too much to copy: {most} games at most.", most=most))
            return
        document = session.document
        records = Chosen(document, keys)
        extent = records.extent

        def done(clip: copying.ClipboardContent) -> None:
            data = QMimeData()
            if clip.own:
                data.setData(clip_records.MEDIA_TYPE, clip.own.encode())
            data.setText(clip.text.text)
            QGuiApplication.clipboard().setMimeData(data)
            if then is not None:
                then(session, keys)
            words = _copied(len(keys), extent.words if extent else None, form)
            self._window.say(copying.with_lacks(words, clip.text.lacks))

        words = counted("Copying the game", "Copying {count} games", len(keys))
        job = copying.copied(records, session.style, entry)
        self._window.tasks.run(words, job, done, document, at_once=len(keys) <= _FEW)

    def paste(self, data: QMimeData) -> None:
        """Paste games, copied in Qipu's own form, after the current one."""
        session = self._window.session
        if session is None:
            return
        text = bytes(data.data(clip_records.MEDIA_TYPE).data()).decode("utf-8", "replace")
        try:
            format, records = clip_records.reading(text)
        except ValueError:
            self._window.say(message("The clipboard holds no games."))
            return
        self.bring(session, format, records, text.count("\n"))

    def bring(
        self, session: RecordSession, format: str, records: Iterable[JobStep[AnyRecord]], count: int
    ) -> None:
        """Insert records, of a document in a format, after the current one."""
        from viewer.document.clip import pasting  # deferred
        from viewer.document.plans import records as plans_records  # deferred

        key = session.key

        def done(found: list[AnyRecord] | Message) -> None:
            if isinstance(found, Message):
                self._window.say(found)
            elif not self._takes_more(session):
                self._add_apart(session, found[:_APART])
            else:
                here = key if session.document.has(key) else session.key
                session.do_at(here, plans_records.insert, found)
                self._window.say(counted("Pasted a game.", "Pasted {count} games.", len(found)))

        words = counted("Pasting a game", "Pasting {count} games", count)
        job = pasting.brought(format, records, session.document.format)
        self._window.tasks.run(words, job, done, session.document, at_once=count <= _FEW)


def _copied(count: int, extent: Message | None, form: Message | None) -> Message:
    """What was copied, in words: how many games, or the extent of one; and the format, if one was chosen."""
    if extent is not None:
        if form is not None:
            return message("Copied the game as {form}: {extent}.", form=form, extent=extent)
        return message("Copied the game: {extent}.", extent=extent)
    if form is not None:
        return message("Copied {count} games as {form}.", count=count, form=form)
    return message("Copied {count} games.", count=count)


def all_found(session: RecordSession, window: Window) -> bool:
    """Wait until all games of the file are known; False if the user cancelled."""
    indexer = session.indexer
    if not indexer.wait(_PATIENCE) and indexer.running:
        _wait(indexer, window)
    if indexer.problem is not None:
        window.tell(indexer.problem)
    return indexer.complete


def _wait(indexer: Indexer, window: Window) -> None:
    words, stop = message("Finding all games of the file…"), message("Stop")
    dialog = QProgressDialog("", tr(stop), 0, 100, window)
    dialog.setLabel(Label(tr(words)))
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setAutoReset(False)

    def show(*_: object) -> None:
        dialog.setValue(indexer.percent)

    indexer.progress.connect(show)
    indexer.ended.connect(dialog.accept)
    dialog.canceled.connect(indexer.stop)
    dialog.exec()
    indexer.progress.disconnect(show)
    dialog.deleteLater()
