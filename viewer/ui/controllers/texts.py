"""Texts of people on their way into records: plain lists of moves at once, all else is shown before."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from viewer.base.files import answers
from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, counted, message
from viewer.base.source import FileSource
from viewer.base.system_errors import error_words
from viewer.document import plans
from viewer.document.beginning import writable_formats
from viewer.document.clip.pasting import as_new, branch_in, is_bare
from viewer.document.clip.told import (
    LONG,
    Here,
    TextGames,
    games_in,
    games_of,
    games_of_file,
)
from viewer.document.document import Document
from viewer.document.plans import records as plans_records
from viewer.formats.detect import detect
from viewer.formats.format import Unreadable
from viewer.formats.fresh import Beginning
from viewer.formats.prose import FORMAT
from viewer.formats.prose.collection import NO_GAME, ProseCollection
from viewer.formats.prose.text import Reading
from viewer.tree.action import Setup
from viewer.ui.controllers.files import CannotOpen
from viewer.ui.dialogs.text_dialog import HERE, INSTEAD, NEW, Read, Taken, TextDialog
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_NOTHING = message("The text holds no moves that fit here, no game and no position.")
_NOT_TAKEN = message("Nothing was pasted.")


class TextController:
    """Reads texts for a window, and puts them into records."""

    def __init__(self, window: Window) -> None:
        self._window = window

    # ------------------------------------------------------------------------ pasted and dropped

    def put(self, text: str, nothing: Message = _NOTHING) -> bool:
        """Put what of a text is moves where it belongs, or show it first; returns False if nothing is.

        A long text is read in the background: `nothing` is said then, if nothing is.
        """
        session = self._window.session
        here = None if session is None else Here.at(session.states, session.node)

        def read(ids: Sequence[str], goes_on: bool) -> Iterator[JobStep[TextGames]]:
            return games_in(text, ids, here if goes_on else None)

        if len(text) > LONG:
            self._show(read, None, session, nothing)
            return True
        (found,) = run_inline(read((), True))
        if not found.told:
            return False
        if found.plain:
            place = HERE if found.told[0].goes_on else NEW
            self._put(session, Taken(found, 0, place, True))
        else:
            self._show(read, found, session, nothing)
        return True

    def review(self, found: TextGames) -> None:
        """Show a record that a format has read of a text, and of which not all was understood."""

        def read(ids: Sequence[str], _: bool) -> Iterator[JobStep[TextGames]]:
            return games_in(found.text, ids)

        self._show(read, found, self._window.session, _NOTHING)

    def _show(
        self, read: Read, found: TextGames | None, session: RecordSession | None, nothing: Message
    ) -> TextDialog:
        dialog = self._dialog(read, session)
        dialog.taken.connect(partial(self._put, session))
        dialog.failed.connect(partial(self._tell_failed, nothing))
        dialog.rejected.connect(partial(self._window.say, _NOT_TAKEN))
        dialog.open()
        dialog.start(found)
        return dialog

    def _dialog(self, read: Read, session: RecordSession | None) -> TextDialog:
        return TextDialog(read, session, self._window.looks.of, self._window)

    def _tell_failed(self, nothing: Message, error: Exception | None) -> None:
        """Say why a text that was read in the background goes nowhere, instead of that it doesn't."""
        if isinstance(error, OSError):
            why = error_words(error)
            nothing = message("The text can't be read: {why}.", why=why)
        self._window.say(nothing)

    def _put(self, into: RecordSession | None, taken: Taken) -> None:
        """Put a text where it was chosen to go, as one step of the history."""
        found, number = taken.found, taken.number
        if into is not None and taken.place == HERE:
            format_ = into.document.format
            branch = branch_in(found, number, format_, into.state, taken.words)
            if branch is None:
                self._window.say(_NOTHING)
            else:
                into.do(plans.paste, *branch)
                count = len(branch[0])
                self._window.say(counted("Pasted a move.", "Pasted {count} moves.", count))
        elif into is not None and taken.place == INSTEAD:
            record = found.record(number, taken.words, _start(into, found))
            into.do(plans_records.replace, [as_new(record, found.format, into.document.format)])
            self._window.say(message("The text took the place of the game."))
        else:
            self._put_new(into, taken)

    def _put_new(self, into: RecordSession | None, taken: Taken) -> None:
        """Add all games of a text to the file, or as a new one if it can't hold them."""
        found = taken.found
        start = None if into is None else _start(into, found)
        records = [found.record(at, taken.words, start) for at in range(len(found.told))]
        game = records[0].game
        new = into is None or into.game.id != game or not self._window.clips.takes(into, game)
        if new:
            several = len(records) > 1
            format_ = next((one.id for one in writable_formats(game) if not one.load().single), "")
            document = self._window.workspace.begin(
                game, Beginning(records[0].setup), format_ if several else ""
            )
            self._window.add_document(document)
            into = self._window.session
        assert into is not None
        data = [as_new(one, found.format, into.document.format) for one in records]
        if new:
            into.do(plans_records.replace, data)
        else:
            into.do(plans_records.insert, data)
        self._window.say(counted("Pasted a game.", "Pasted {count} games.", len(records)))

    # ----------------------------------------------------------------------------------- files

    def open(self, path: str) -> None:
        """Open a file that is likely a text; one in which not all was understood is shown before."""
        window = self._window
        known = set(map(id, window.workspace.documents))
        if not self._is_long(path):
            document = window.files.read(path)
            if isinstance(document, CannotOpen):
                window.files.tell_unread(path, document)
                return
            told = document.records.collection
            if id(document) not in known and isinstance(told, ProseCollection):
                found = games_of(told.reading)
                if not found.plain:
                    self._show_file(path, found, document)
                    return
            window.files.show(document)
            return
        window.store.opened(path)
        self._show_file(path, None, None)

    def _is_long(self, path: str) -> bool:
        """Whether a file is a text so long that it is read in the background."""
        files = self._window.workspace.files
        try:
            if not answers(files, path) or os.path.getsize(path) <= LONG:
                return False
            source = FileSource(path, files)
        except OSError:
            return False  # which opening it tells
        try:
            return detect(source).id == FORMAT.id or is_bare(source)
        except (Unreadable, OSError):
            return False
        finally:
            source.close()

    def _show_file(self, path: str, found: TextGames | None, document: Document | None) -> None:
        window, session = self._window, self._window.session
        limits = window.workspace.limits
        read_before: list[TextGames] = [] if found is None else [found]

        def read(ids: Sequence[str], goes_on: bool) -> Iterator[JobStep[TextGames]]:
            if not read_before:
                with closing(games_of_file(path, limits)) as job:
                    for step in job:
                        if step.result is not None:
                            read_before.append(step.result)
                        yield step
                return
            here = Here.at(session.states, session.node) if session and goes_on else None
            yield from games_in(read_before[0].text, ids, here)

        dialog = self._dialog(read, session)

        def take(taken: Taken) -> None:
            nonlocal document
            whole = taken.place == NEW and taken.words and taken.found is read_before[0]
            if whole:
                shown, document = document or self._document(path, taken.found), None
                window.files.show(shown)
            else:
                self._put(session, taken)
            end()

        def end() -> None:
            if document is not None:
                window.workspace.close(document)

        def fail(error: Exception | None) -> None:
            name = os.path.basename(path)
            why = message("{file} can't be opened. {why}", file=name, why=NO_GAME)
            if isinstance(error, OSError):
                words = error_words(error)
                why = message("{file} can't be opened: {why}.", file=name, why=words)
            window.files.tell_unread(path, CannotOpen(why))

        dialog.taken.connect(take)
        dialog.failed.connect(fail)
        dialog.rejected.connect(end)
        dialog.open()
        dialog.start(found)

    def _document(self, path: str, found: TextGames) -> Document:
        """The document of a file of text that was read already."""
        workspace = self._window.workspace
        source = FileSource(path, workspace.files)
        reading = Reading(found.text, found.told, found.cut)
        collection = ProseCollection(source, workspace.limits, found.codec, FORMAT, reading=reading)
        document = Document(collection, path, workspace.files, workspace.limits)
        workspace.take(document)
        return document


def _start(into: RecordSession, found: TextGames) -> Setup | None:
    """The start of a record of moves that go on at the current move of another."""
    if not (found.told and found.told[0].goes_on):
        return None
    return into.game.parse_setup(into.game.setup_text(into.state))
