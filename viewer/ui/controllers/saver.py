"""Saving from the window, with the questions before anything is lost.

Dialogs are imported when they are shown, to keep opening a file fast.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message, readable
from viewer.base.watching import renamed
from viewer.document.document import Document
from viewer.document.saving.losses import GONE, grouped
from viewer.document.saving.save import ChangedUnderneath, LossRefused, SaveError
from viewer.document.saving.saving import Nearest
from viewer.formats import FORMATS
from viewer.formats.detect import suffix_of
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Loss
from viewer.ui.controllers.files import usual_folder
from viewer.ui.controllers.record_list import all_found
from viewer.ui.dialogs.loss_dialog import LossDialog
from viewer.ui.session.titles import file_title, record_title
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import about_disk

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window

_NAMING = 200  # records considered for the name of a file
_FEW = 200  # up to this many records are saved synchronously
_LACKING = "lacking"  # subject of the notice that belongs to the current file

Kinds = dict[str, tuple[FormatEntry, dict[str, str] | None]]


class SaveController:
    """Saves documents for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def save(self, closing: bool = False) -> bool:
        """Save the current document; returns whether it is saved already.

        With `closing`, saving is complete on return. Losses that the user accepted before aren't asked
        about again, unless the document is closing.
        """
        session = self._window.session
        if session is None:
            return False
        session.flush()
        document = session.document
        if document.path is None or not _can_write(document):
            return self.save_as(closing=closing)
        where = self._where(document, document.path)
        if where == "as":
            return self.save_as(closing=closing)
        if where == "stay":
            return False
        known = () if closing else document.lacking
        return self._save(document, None, known=known, wait=closing)

    def _where(self, document: Document, path: str) -> str:
        """Where to save a document; asks if another program renamed its file or took it away.

        "save": in its file, the renamed one if that was chosen; "as": where the user says; "stay": nowhere.
        """
        window, files = self._window, self._window.workspace.files
        try:
            if document.stamp is None or files.stamp_of(path) is not None:
                return "save"
            now = renamed(files, path, document.stamp)
        except OSError:  # which saving tells
            return "save"
        file, name = file_title(document), readable(os.path.basename(now))
        answers = {
            "save": message("Save as {file}", file=file),
            "as": message("Save as…"),
            "stay": message("Don't save"),
        }
        if now:
            title = message("{file} is called {name} now.", file=file, name=name)
            more = message("Saving under the old name makes a second file.")
            answers = {"there": message("Save in {file}", file=name), **answers}
        else:
            title = message(
                "{file} isn't there any more: another program deleted or moved it.", file=file
            )
            more = message("Saving under this name makes the file anew.")
        answer = window.questions.ask(title, more, answers, safe="there" if now else "save")
        if answer == "there":
            window.notice.put_away(about_disk(path))
            document.moved(now)
            return "save"
        return answer

    def save_as(self, *, near: Nearest | None = None, closing: bool = False) -> bool:
        """Save the current document under another name; returns whether it is saved already.

        `near`: the format offered first; by default the document's own, if it can be written.
        """
        session = self._window.session
        if session is None:
            return False
        session.flush()
        document = session.document
        title = message("Save as")
        if near is None and not _can_write(document):
            near = document.nearest()
            title = message("Save as (a file of this kind can only be read)")
        entry = FORMATS[document.format] if near is None else near.entry
        kinds = self.kinds(session.record.game, document.format)
        usual = next(iter(kinds)) if near is None else _kind_of(kinds, near)
        path, kind = FileDialog.save_file(
            self._window,
            tr(title),
            self._name(session, entry),
            ";;".join(kinds),
            usual,
        )
        if not path:
            return False
        asked = path
        chosen, options = kinds.get(kind, (entry, None))
        if not any(path.lower().endswith(f".{suffix}") for suffix in chosen.suffixes):
            if suffix_of(path) not in {s for each, _ in kinds.values() for s in each.suffixes}:
                path = f"{path}.{chosen.suffixes[0]}"
            elif kind != usual:  # a kind was chosen, but the name still has the old suffix
                path = f"{os.path.splitext(path)[0]}.{chosen.suffixes[0]}"
            else:
                options = None
        if path != asked and os.path.exists(path) and not self._may_replace(path):
            return False
        return self._save(document, path, options, wait=closing)

    def _may_replace(self, path: str) -> bool:
        """Ask about a file that the dialog didn't ask about: its suffix was added afterwards."""
        name = readable(os.path.basename(path))
        text = message("There is already a file {file}. Saving replaces it.", file=name)
        answers = {"save": message("Replace it"), "stay": message("Cancel")}
        return self._window.questions.ask(message("Save as"), text, answers, safe="stay") == "save"

    def _name(self, session: RecordSession, entry: FormatEntry) -> str:
        """The suggested file name for a format."""
        path, source, suffix = session.document.path, session.document.source, entry.suffixes[0]
        if path is None:
            read = suffix_of(source.name) if source is not None else ""
            suffix = read if read in entry.suffixes else suffix
            return os.path.join(usual_folder(self._window), f"{_new_name(session)}.{suffix}")
        same = entry.id == session.document.format
        return path if same else f"{os.path.splitext(path)[0]}.{suffix}"

    def kinds(self, game: str, format: str) -> Kinds:
        """The forms a record of a game can be saved in: the dialog's words, the format, its options.

        The document's own format first; each format as it is (a file keeps its version), then its versions.
        """
        kinds: Kinds = {}
        for entry in sorted(FORMATS.values(), key=lambda entry: entry.id != format):
            if game not in entry.games or not entry.load().writable:
                continue
            suffixes = " ".join(f"*.{suffix}" for suffix in entry.suffixes)
            kinds[f"{tr(entry.name)} ({suffixes})"] = (entry, None)
            for option in entry.load().options_of(game):
                for value, words in option.choices.items():
                    kinds[f"{tr(words)} ({suffixes})"] = (entry, {option.key: value})
        return kinds

    def _save(
        self,
        document: Document,
        path: str | None,
        options: dict[str, str] | None = None,
        *,
        known: Sequence[Loss] = (),
        loss: bool = False,
        over: bool = False,
        wait: bool = False,
    ) -> bool:
        """Save; `known`: losses accepted before; `loss`: whether any loss is accepted.

        Large files are saved in the background, unless the caller has to `wait`. Returns whether it is
        saved already.
        """
        window = self._window
        session = window.session
        if session is None:
            return False
        tasks = window.tasks
        if any(task.vital for task in tasks.of(document)):
            window.say(message("{file} is being saved already.", file=file_title(document)))
            return False
        if not all_found(session, window) and session.indexer.problem is None:
            window.say(message("Not saved: not all games of the file are known."))
            return False
        again = partial(self._save, document, path, known=known, wait=wait)
        before = document.path
        saved: list[bool] = []

        def done(outcome: LossRefused | SaveError | bool) -> None:
            window.add_document(document)  # the user may have switched to another one
            if isinstance(outcome, LossRefused):
                if _sentences(outcome.losses) <= _sentences(known):
                    saved.append(again(options, loss=True, over=over))
                else:
                    saved.append(self._ask_about(document, path, options, outcome, over, wait))
            elif isinstance(outcome, ChangedUnderneath):
                saved.append(self._ask_over(outcome, partial(again, options, loss=loss), wait))
            elif isinstance(outcome, SaveError):
                window.tell(outcome.reason, (message("Save as…"), self.save_as), of=document)
            else:
                saved.append(True)
                self._tell_saved(document, before)

        job = document.saving(path, options=options, allow_loss=loss, overwrite_changes=over)
        words = message("Saving {file}", file=file_title(document))
        small = len(document) <= _FEW
        tasks.run(words, job, done, document, vital=True, at_once=wait or small)
        return any(saved)

    def _tell_saved(self, document: Document, before: str | None) -> None:
        """`before`: its path until now, of which nothing that was told matters any more."""
        window = self._window
        for path in {before, document.path} - {None}:
            window.notice.put_away(about_disk(path))
        window.store.opened(document.path or "")
        window.say(message("Saved {file}.", file=file_title(document)))
        window.document_saved()
        self.show_lacking()

    def _ask_over(
        self, error: ChangedUnderneath, again: Callable[..., bool], closing: bool
    ) -> bool:
        """Ask whether to overwrite changes by another program."""
        answer = self._window.questions.ask(
            error.reason,
            message("Saving now would replace what the other program wrote."),
            {
                "other": message("Save as…"),
                "stay": message("Don't save"),
                "save": message("Save over it"),
            },
            safe="stay",
        )
        if answer == "save":
            return again(over=True)
        return answer == "other" and self.save_as(closing=closing)

    # --------------------------------------------------------------------------------- losses

    def _ask_about(
        self,
        document: Document,
        path: str | None,
        options: dict[str, str] | None,
        refused: LossRefused,
        over: bool,
        wait: bool,
    ) -> bool:
        """Ask what to do about losses: save anyway, save without loss, or cancel."""
        answers = {"stay": message("Don't save"), "save": message("Save without it")}
        other = refused.other
        near = None if other is not None else _whole(document)
        more, safe = None, "stay"
        if other is not None:
            choice = ", ".join(self._words_of(document, path, other))
            more, safe = message("Nothing is lost with: {choice}.", choice=choice), "other"
            answers = {"other": message("Save so"), **answers}
        elif near is not None:
            safe = "near"
            words = message("Save as {format}…", format=near.entry.name)
            answers = {"near": words, **answers}
        answer = self.ask_losses(refused.losses, more, answers, safe)
        if answer == "near":
            return self.save_as(near=near, closing=wait)
        again = partial(self._save, document, path, over=over, wait=wait)
        if answer == "other":
            return again(other)
        return answer == "save" and again(options, loss=True)

    def ask_losses(
        self,
        losses: Sequence[Loss],
        more: Message | None,
        answers: Mapping[str, Message],
        safe: str,
    ) -> str:
        """Show what would be lost, each leading to its place, and ask; `safe` loses nothing."""
        session = self._window.session
        assert session is not None
        gone = any(loss.kind == GONE for loss in losses)
        title = (
            message("Not everything can be saved any more.")
            if gone
            else message("This format can't hold everything.")
        )
        dialog = LossDialog(session, title, losses, more, answers, safe, self._window)
        dialog.exec()
        dialog.deleteLater()
        return dialog.answer

    def _words_of(
        self, document: Document, path: str | None, options: Mapping[str, str]
    ) -> list[str]:
        """The names of option values."""
        format_ = document.format_for(path or document.path or "")
        offered = format_.options_of(document.record(0).game)
        return [
            tr(option.choices[options[option.key]]) for option in offered if option.key in options
        ]

    def show_lacking(self) -> None:
        """Tell what the current file lacks, if it lacks anything."""
        window = self._window
        session = window.session
        if session is None or not session.document.lacking:
            window.notice.put_away(_LACKING)
            return
        document = session.document
        groups = grouped(document.lacking)
        what = groups[0].words
        if len(groups) > 1:
            what = message("{what} (and {count} more)", what=what, count=len(groups) - 1)
        sentence = message(
            "{file} doesn't have all that is shown here. {what}",
            file=file_title(document),
            what=what,
        )
        actions: list[tuple[Message, Callable[[], object]]] = [
            (message("What it lacks…"), self.list_lacking)
        ]
        kinds = self.kinds(session.record.game, document.format).values()
        if any(entry.id != document.format for entry, _ in kinds):
            actions.append((message("Save as…"), lambda: self.save_as(near=_whole(document))))
        window.notice.tell(sentence, *actions, about=_LACKING, of=document)

    def list_lacking(self) -> None:
        """Show the list of what the current file lacks; each entry leads to its place."""
        session = self._window.session
        if session is None:
            return

        title = message("{file} lacks:", file=file_title(session.document))
        answers = {"close": message("Close")}
        lacking = session.document.lacking
        dialog = LossDialog(session, title, lacking, None, answers, "close", self._window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.finished.connect(self.show_lacking)
        dialog.open()


def _can_write(document: Document) -> bool:
    """Whether the document can be saved in its own format; what was understood of a text can't."""
    entry = FORMATS[document.format]
    return entry.load().writable or not (document.modified or entry.common)


def _whole(document: Document) -> Nearest | None:
    """Another format that holds all of a document, None if none is found."""
    near = document.nearest()
    return near if near is not None and near.losses == () else None


def _kind_of(kinds: Kinds, near: Nearest) -> str:
    """The entry of the suggested format in the dialog's list."""
    wanted = (near.entry, near.options)
    return next((words for words, kind in kinds.items() if kind == wanted), next(iter(kinds)))


def _sentences(losses: Sequence[Loss]) -> set[tuple[int, int | None, str]]:
    return {(loss.record, loss.node, loss.words.text()) for loss in losses}


def _new_name(session: RecordSession) -> str:
    """A file name for a document without a file: the one customary for its format, else its title."""
    document = session.document
    heads = [document.headers(index) for index in range(min(len(document), _NAMING))]
    format_, name = FORMATS[document.format].load(), document.name
    return plain_name(name or format_.file_name(heads) or record_title(session)[0])


def plain_name(text: str) -> str:
    """Text made usable as a file name, short enough for any file system."""
    plain = "".join("_" if c in '/\\:*?"<>|' or ord(c) < 32 else c for c in text)
    return plain.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore").strip()


_LONGEST = 180  # bytes, of 255 that most take
