"""Opening and closing files, with the questions before anything is lost. Opening asks nothing.

Dialogs are imported when they are shown, to keep opening a file fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakSet

from viewer.base.catalogs import tr
from viewer.base.files import answers
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words
from viewer.document.beginning import is_blank
from viewer.document.document import Document
from viewer.document.kept_session import KeptPlace
from viewer.document.saving.leftovers import clear_leftovers, finish_save, kept_copies
from viewer.formats import FORMATS
from viewer.formats.detect import is_common
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import UNSURE
from viewer.tree.action import Setup
from viewer.tree.diagnostic import Severity
from viewer.ui.session.titles import file_title
from viewer.ui.toolkit.door import going_on
from viewer.ui.toolkit.notice import EVERYWHERE, Unfinished, about_codec, about_disk

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


_OFFER = "file without games"
_MANY = 12  # files opened at once that get a tab each; more are listed in one


def usual_folder(window: Window) -> str:
    """The folder where file dialogs open: of the current file, else of the last one opened."""
    session = window.session
    if session is not None and session.document.path:
        return os.path.dirname(session.document.path)
    recent = window.store.recent
    return os.path.dirname(recent[0]) if recent else str(Path.home())


class CannotOpen(NamedTuple):
    """Why a file can't be opened.

    Attributes:
        reason: a sentence.
        silent: whether its disk or network doesn't answer, so that trying again may help.
    """

    reason: Message
    silent: bool = False


class FileController:
    """Opens, reloads and closes files for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._offered: Document | None = None  # the file without games that the notice is about
        self._declined: WeakSet[Document] = WeakSet()

    # -------------------------------------------------------------------------------- opening

    def open_all(self, paths: Sequence[str]) -> None:
        """Open files and folders; those that can't be opened are reported, the others open.

        Many files are opened as one list.
        """
        if len(paths) > _MANY:
            self._window.folders.open(paths)
            return
        for path in paths:
            with going_on():
                self.open(path)

    def open(self, path: str) -> None:
        """Open a file or folder, or switch to its tab."""
        window = self._window
        if answers(window.workspace.files, path) and window.workspace.files.is_folder(path):
            window.folders.open([path])
            return
        if is_common(path):
            window.texts.open(path)
            return
        found = self.read(path)
        if isinstance(found, Document):
            self.show(found)
        else:
            self.tell_unread(path, found)

    def tell_unread(self, path: str, found: CannotOpen) -> None:
        """Tell why a file can't be opened."""
        window = self._window
        again = (message("Try again"), partial(self.open, path))
        window.tabs.show_start()
        window.notice.tell(
            found.reason, *([again] if found.silent else []), about=path, of=EVERYWHERE
        )

    def open_at(self, path: str, record: int, node: int | None, depth: int = 0) -> None:
        """Show a record of a file by its index, at a node (None: the start).

        In a large file it may not be found at once: then it is shown later, `depth` nodes down its main line.
        """
        self.open(path)
        desk = self._window.desk
        document = desk.session.document if desk is not None else None
        if desk is None or document is None or not _is_at(document, path):
            return
        if record < len(document):
            desk.session.show(document.keys()[record], node or document.record(record).root.id)
        else:
            desk.session.stand_at(KeptPlace(record, depth))

    def show(self, document: Document) -> None:
        """Show a document that was opened, and what interrupted saves left beside its file."""
        self._window.add_document(document)
        self.attend(document)

    def attend(self, document: Document) -> None:
        """See to what interrupted saves left beside a file that is shown now."""
        if self._window.ready:
            self.see_to_leftovers([document])

    def show_offer(self) -> None:
        """Tell that the current file has no game and offer the new one, until it is edited or closed."""
        notice, session = self._window.notice, self._window.session
        document = None if session is None else session.document
        offered, self._offered = self._offered, None
        if offered is not None and not notice.tells(_OFFER):
            self._declined.add(offered)  # the user closed the notice
        if document is None or not document.started or document.path is None:
            notice.put_away(_OFFER)
            return
        if document.modified:
            self._declined.add(document)
        if document in self._declined:
            notice.put_away(_OFFER)
            return
        self._offered = document
        if document is offered:
            return
        words = message(
            "{file} has no game yet. The new game on the board becomes its first: play or write, then save.",
            file=file_title(document),
        )
        notice.tell(words, about=_OFFER, of=document)

    def read(self, path: str) -> Document | CannotOpen:
        """The document of a file that the user named, opened if it isn't open yet; it isn't shown."""
        window = self._window
        found = self.opened(path)
        if isinstance(found, Document):
            window.notice.put_away(path)
            if found.path is not None:
                window.store.opened(path)
        elif not found.silent and not os.path.exists(path) and window.store.forget(path):
            words = message(
                "There is no file {file}. It is no longer among the recent files.", file=path
            )
            return CannotOpen(words)
        return found

    def opened(self, path: str) -> Document | CannotOpen:
        """The document of a file, opened if it isn't open yet."""
        window = self._window
        name = os.path.basename(path) or path
        if not answers(window.workspace.files, path):
            return CannotOpen(silent_disk(path), True)
        try:
            return window.workspace.open(path)
        except Unreadable as error:
            sentence = message("{file} can't be opened. {why}", file=name, why=error.reason)
        except IsADirectoryError:
            sentence = message("{file} is a folder, not a file.", file=name)
        except FileNotFoundError:
            sentence = message("There is no file {file}.", file=path)
        except OSError as error:
            why = error_words(error)
            sentence = message("{file} can't be opened: {why}.", file=name, why=why)
        return CannotOpen(sentence)

    def ask_open(self) -> None:
        """Show the dialog for opening files."""
        from viewer.ui.session.record_kinds import record_kinds  # deferred
        from viewer.ui.toolkit.file_dialogs import FileDialog  # deferred

        window = self._window
        title, place = tr(message("Open")), usual_folder(window)
        self.open_all(FileDialog.open_files(window, title, place, record_kinds(archives=True)))

    def new(self, setup: Setup | None = None) -> None:
        """A new record of the current game, as the last one that was asked for, or from a start.

        Without a game, shows the sheet.
        """
        session = self._window.session
        if session is None:
            self.new_position()
        elif setup is None:
            self._repeat(session.record.game)
        else:
            self.new_of(session.record.game, setup)

    def _repeat(self, game: str) -> None:
        """A new record as the last one that was asked for of a game, apart from its players."""
        from viewer.ui.dialogs.new_dialog import NewSheets  # deferred

        NewSheets(self._window).repeat(game)

    def new_of(self, game: str, setup: Setup | None = None) -> None:
        """A new record of a game, from its usual or another start."""
        self._window.add_document(self._window.workspace.new(game, setup))

    def new_position(self) -> None:
        """Show the sheet for a new record: any game, with all that is known of it."""
        from viewer.ui.dialogs.new_dialog import NewSheets  # deferred

        NewSheets(self._window).ask()

    def ask_encoding(self) -> None:
        """Ask for an encoding and reload the file in it."""
        session = self._window.session
        if session is not None:
            self._ask_encoding_of(session)

    def _ask_encoding_of(self, session: RecordSession) -> None:
        from viewer.ui.dialogs.encoding_dialog import EncodingDialog  # deferred

        document = session.document
        if document.path is None:
            return
        if not FORMATS[document.format].load().encodings:
            self._window.say(message("This format has only one encoding."))
            return
        dialog = EncodingDialog(document, session.key, self._window)
        if dialog.exec() == EncodingDialog.DialogCode.Accepted:
            self.reload(document, dialog.codec)
        dialog.deleteLater()

    def tell_codec(self, session: RecordSession) -> None:
        """Tell that the text of a file is likelier in another codec than the one that it is read in."""
        document = session.document
        for found in document.diagnostics:
            if found.code == UNSURE and found.severity is Severity.WARNING:
                words = message("{file}: {words}", file=file_title(document), words=found.message)
                again = message("Read again in another encoding…")
                ask = partial(self._ask_encoding_of, session)
                about = about_codec(document.path)
                self._window.notice.tell(words, (again, ask), about=about, of=document)

    def reload(self, document: Document, encoding: str | None = None) -> bool:
        """Read a file again, asking if that loses anything; returns whether it was read."""
        self._window.work.leave(document)
        if document.modified and not self._may_drop(document):
            return False
        return self._read_again(document, partial(document.reload, encoding))

    def _may_drop(self, document: Document) -> bool:
        """Ask whether unsaved changes may be discarded by reloading."""
        answer = self._window.questions.ask(
            message("{file} has changes that aren't saved.", file=file_title(document)),
            message("Reading the file again discards them, and they can't be brought back."),
            {"stay": message("Keep them"), "discard": message("Read it again")},
            safe="stay",
        )
        return answer == "discard"

    def _read_again(self, document: Document, read: Callable[[], object]) -> bool:
        """Reload a file, or say why that fails; returns whether it was reloaded."""
        notice, about = self._window.notice, about_disk(document.path)
        file = file_title(document)
        notice.put_away(about)
        notice.put_away(about_codec(document.path))
        try:
            read()
        except Unreadable as error:
            words = message("{file} can't be read again. {why}", file=file, why=error.reason)
            notice.tell(words, about=about, of=document)
        except OSError as error:
            why = error_words(error)
            words = message("{file} can't be read again: {why}.", file=file, why=why)
            notice.tell(words, about=about, of=document)
        else:
            self._declined.discard(document)
            self.show_offer()
            return True
        return False

    def revert(self) -> None:
        """Return to the state of the file."""
        session = self._window.session
        if session is None or session.document.path is None:
            return
        session.flush()
        document = session.document
        self._window.work.leave(document)
        final = document.history.steps_to_clean() is None or self._changed(document)
        if final and not self._may_drop(document):
            return
        if self._read_again(document, document.revert):
            session.cursor.record_changed()
            session.moved.emit()

    def may_leave(self, desk: Desk, kept: bool = False) -> bool:
        """Ask about unfinished input and unsaved changes; returns whether a desk may be closed.

        `kept`: unsaved changes are there at the next start, and aren't asked about.
        """
        unfinished = desk.unfinished
        if unfinished is not None:
            if not self.may_give_up(unfinished):
                return False
            desk.close_editor()
        if desk.unvalued:
            words = message("The detail “{name}” has no value yet.", name=desk.unvalued)
            if not self.may_give_up(Unfinished(words, message("A name alone isn't kept."))):
                return False
        document = desk.session.document
        return kept or not document.modified or self.may_close(document)

    def may_give_up(self, one: Unfinished) -> bool:
        """Ask whether what isn't finished may be given up."""
        answers = {"discard": one.give_up, "stay": one.stay}
        return self._window.questions.ask(one.what, one.why, answers, safe="stay") == "discard"

    def may_close(self, document: Document) -> bool:
        """Ask to save or discard unsaved changes, or to stay; returns whether the document may be closed.

        A new record to which nothing was added is closed without a question.
        """
        if is_blank(document):
            return True
        file = file_title(document)
        discard, stay = message("Discard"), message("Stay")
        if document.history.written and document.lacking:
            answer = self._window.questions.ask(
                message("{file} lacks something that is only here.", file=file),
                message("Its format can't hold it. What is discarded can't be brought back."),
                {"as": message("Save as…"), "discard": discard, "stay": stay},
                safe="as",
            )
        else:
            answer = self._window.questions.ask(
                message("{file} has changes that aren't saved.", file=file)
                if document.path is not None
                else message("{file} isn't saved.", file=file),
                message("What is discarded can't be brought back."),
                {"save": message("Save"), "discard": discard, "stay": stay},
                safe="save",
            )
        saver = self._window.saver
        if answer == "as":
            return saver.save_as(closing=True) and not document.modified
        return saver.save(closing=True) if answer == "save" else answer == "discard"

    def see_to_leftovers(self, documents: Sequence[Document]) -> None:
        """Delete temporary files that killed processes left, and report copies of files that they kept."""
        files = self._window.workspace.files
        for document in documents:
            if document.path is None:
                continue
            path = files.real_path(document.path)
            try:
                if finish_save(path, files):
                    self._read_finished(document)
                copies = kept_copies(path, files)
            except OSError:
                continue
            clear_leftovers(path, files)
            for copy in copies:
                words = message(
                    "Saving {file} was interrupted. What it held before is in {copy}.",
                    file=file_title(document),
                    copy=copy,
                )
                opening = (message("Open the copy"), partial(self.open, copy))
                self._window.tell(words, opening, of=document)

    def _read_finished(self, document: Document) -> None:
        """Read a file again after an interrupted save of it was completed."""
        if not document.modified and self._read_again(document, document.reload):
            file = file_title(document)
            words = message("Saving {file} had been interrupted and is finished now.", file=file)
            self._window.notice.tell(words, about=about_disk(document.path), of=document)

    def _changed(self, document: Document) -> bool:
        try:
            return document.changed_on_disk()
        except OSError:
            return False


def _is_at(document: Document, path: str) -> bool:
    """Whether a document is that of a path."""
    known = document.path
    return known is not None and os.path.realpath(known) == os.path.realpath(path)


def silent_disk(path: str) -> Message:
    """The sentence for a disk that doesn't answer."""
    name = os.path.basename(path) or path
    return message("{file} can't be opened: its disk or network doesn't answer.", file=name)


def about_recovered(document: Document, changed: bool) -> str:
    """The subject of the notice about a recovered document; `changed`: its file was changed meanwhile."""
    return f"recovered {id(document)}{' changed' if changed else ''}"
