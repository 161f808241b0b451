"""What is done with the records of a file as wholes: shown, inserted, copied, put in order.

The plans are imported where they are used: most windows show one game, and open sooner without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication

from viewer.base.messages import Message, message
from viewer.document.ops import RecordData
from viewer.formats import FORMATS, FormatEntry, TextForm
from viewer.ui.commands.file import COPY_GAMES_AS
from viewer.ui.finder import Finder
from viewer.ui.plain import Label
from viewer.ui.study import Study
from viewer.ui.translate import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from viewer.ui.pages.games_page import GamesPage
    from viewer.ui.window import Window

CONTEXT = (
    "new-game",
    "duplicate-game",
    "copy-games",
    *COPY_GAMES_AS,
    "paste-games",
    "game-up",
    "game-down",
    "delete-games",
)
"""The commands of the menu on a list of games."""
_APART = 8  # games that are pasted as files of their own
_PATIENCE = 0.2  # seconds that nobody minds waiting without a word


class Games:
    """The games of the file that is shown, for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    # ------------------------------------------------------------------------------- the list

    def _page(self) -> GamesPage | None:
        """The list of games, None as long as nobody looked at it."""
        desk = self._window.desk
        return cast("GamesPage | None", desk.side.made("games")) if desk is not None else None

    def wire(self, made: QWidget) -> None:
        """Connect a list that was just made."""
        page = cast("GamesPage", made)
        page.left.connect(self._window.focus_board)
        page.removeAsked.connect(self.remove)
        page.dragged.connect(self._drag)
        page.gamesContext.connect(self._show_context)

    def show_list(self) -> None:
        """Show the list, and find by typing."""
        self._window.show_page("games")
        page = self._page()
        if page is not None:
            page.filter.setFocus()
            page.filter.selectAll()

    def _show_context(self, point: QPoint) -> None:
        self._window.open_context(CONTEXT, point)

    def chosen(self) -> list[int]:
        """Keys of the games meant: those chosen in the list where it has the keys, else the one shown."""
        study, page = self._window.study, self._page()
        if page is not None and page.view.hasFocus():
            keys = page.view.keys_chosen()
            if keys:
                return keys
        return [study.key] if study is not None else []

    def _one(self, study: Study) -> int:
        return next(iter(self.chosen()), study.key)

    def step(self, step: int) -> None:
        """The next game (-1: the previous one): of the list where one was found or sorted."""
        study, page = self._window.study, self._page()
        if study is None:
            return
        if page is None or page.model.natural:
            study.step_record(step)
            return
        key = page.key_beside(step)
        if key is not None:
            study.show(key)

    # ---------------------------------------------------------------------------------- edits

    def _takes_more(self, study: Study) -> bool:
        """Whether the file that is shown can hold several games."""
        return not FORMATS[study.document.format].load().single

    def new(self) -> None:
        """A new game behind the one that is shown; of its own, where a file holds one only."""
        from viewer.document.plans import records as plans_records

        study = self._window.study
        if study is not None and self._takes_more(study):
            study.do(plans_records.new)
        else:
            self._window.files.new()

    def duplicate(self) -> None:
        """The game once more; as a new record, where a file holds one only."""
        from viewer.document.plans import records as plans_records

        study = self._window.study
        if study is None:
            return
        if self._takes_more(study):
            study.do_at(self._one(study), plans_records.duplicate)
        else:
            self._add_apart(study, [RecordData.of(study.record)])

    def _add_apart(self, study: Study, records: list[RecordData]) -> None:
        """Records as a document of their own."""
        for data in records:
            made = self._window.workspace.add(study.document.format, [data])
            self._window.add_document(made)

    def remove(self) -> None:
        """Delete the games that are meant."""
        from viewer.document.plans import records as plans_records

        study = self._window.study
        if study is None:
            return
        keys = self.chosen()
        study.do(plans_records.remove, keys)
        if len(keys) == 1:
            self._window.say(message("Deleted a game; Ctrl+Z brings it back."))
        else:
            count = len(keys)
            self._window.say(
                message("Deleted {count} games; Ctrl+Z brings them back.", count=count)
            )

    def move(self, step: int) -> None:
        """A game one place down (-1: up)."""
        from viewer.document.plans import records as plans_records

        study = self._window.study
        if study is not None:
            key = self._one(study)
            to = study.document.place_of(key) + step
            study.do(plans_records.move, to, key)
            self._choose(study, key)

    def _choose(self, study: Study, key: int) -> None:
        """Choose a game in the list that stands elsewhere now."""
        page = self._page()
        if page is not None:
            page.view.choose_row(page.model.row_of(study.document.place_of(key)))

    def _drag(self, place: int, to: int) -> None:
        from viewer.document.plans import records as plans_records

        study = self._window.study
        if study is not None:
            key = study.document.keys()[place]
            study.do(plans_records.move, to, key)
            self._choose(study, key)

    # ------------------------------------------------------------------------------ clipboard

    def copy(self) -> None:
        """Copy games, as they are and as the text that people exchange who play them."""
        from viewer.document import clip_records, copying

        study = self._window.study
        if study is None:
            return
        study.flush()
        keys = self.chosen()
        if self._too_many(keys):
            return
        data = QMimeData()
        records = [study.document.record_of(key) for key in keys]
        text = clip_records.to_text(records)
        data.setData(clip_records.MEDIA_TYPE, text.encode())
        plain, lacks = copying.records_text(study.document, keys, study.style)
        data.setText(plain)
        QGuiApplication.clipboard().setMimeData(data)
        self._tell_copied(study, keys, lacks)

    def copy_as(self, entry: FormatEntry, form: TextForm) -> None:
        """Copy games as the text of a format."""
        from viewer.document import copying

        study = self._window.study
        if study is None:
            return
        keys = self.chosen()
        if self._too_many(keys):
            return
        text, lacks = copying.records_text(study.document, keys, study.style, entry)
        QGuiApplication.clipboard().setText(text)
        self._tell_copied(study, keys, lacks, form.name)

    def _too_many(self, keys: Sequence[int]) -> bool:
        from viewer.document import clip_records

        if len(keys) <= clip_records.MOST:
            return False
        words = message("That is too much to copy: {most} games at most.", most=clip_records.MOST)
        self._window.say(words)
        return True

    def _tell_copied(
        self,
        study: Study,
        keys: Sequence[int],
        lacks: Sequence[Message],
        form: Message | None = None,
    ) -> None:
        """Say what was copied, as what, and what that lacks."""
        from viewer.document import copying

        if len(keys) == 1:
            record = study.document.record_of(keys[0])
            extent = copying.extent(record.walk()).words
            words = message("Copied the game: {extent}.", extent=extent)
            if form is not None:
                words = message("Copied the game as {form}: {extent}.", form=form, extent=extent)
        else:
            words = message("Copied {count} games.", count=len(keys))
            if form is not None:
                words = message("Copied {count} games as {form}.", count=len(keys), form=form)
        self._window.say(copying.with_lacks(words, lacks))

    def paste(self) -> None:
        """Paste copied games behind the one that is shown."""
        from viewer.document import clip_records
        from viewer.document.plans import records as plans_records

        study = self._window.study
        if study is None:
            return
        data = QGuiApplication.clipboard().mimeData()
        if not data.hasFormat(clip_records.MEDIA_TYPE):
            self._window.clips.paste()  # text may hold games as well
            return
        text = bytes(data.data(clip_records.MEDIA_TYPE).data()).decode("utf-8", "replace")
        try:
            records = clip_records.from_text(text)
        except ValueError:
            self._window.say(message("The clipboard holds no games."))
            return
        known = FORMATS[study.document.format].games
        if any(record.game not in known for record in records):
            self._window.say(message("This file can't hold games of that kind."))
            return
        if self._takes_more(study):
            study.do(plans_records.insert, records)
        else:
            self._add_apart(study, records[:_APART])

    # ---------------------------------------------------------------------------- finding all

    def all_found(self, study: Study) -> bool:
        """Wait until all games of the file are known; False where somebody didn't want to wait."""
        finder = study.finder
        if not finder.wait(_PATIENCE) and finder.running:
            self._wait(finder)
        if finder.problem is not None:
            self._window.tell(finder.problem)
        return finder.complete

    def _wait(self, finder: Finder) -> None:
        from PySide6.QtWidgets import QProgressDialog

        words, stop = message("Finding all games of the file…"), message("Stop")
        dialog = QProgressDialog("", tr(stop), 0, 100, self._window)
        dialog.setLabel(Label(tr(words)))
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setAutoReset(False)

        def show(*_: object) -> None:
            dialog.setValue(finder.percent)

        finder.progress.connect(show)
        finder.ended.connect(dialog.accept)
        dialog.canceled.connect(finder.stop)
        dialog.exec()
        finder.progress.disconnect(show)
        dialog.deleteLater()
