"""What the window does with files, and the questions that go with it. Opening asks nothing.

The dialogs are imported where they are shown: loading them is no part of opening a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.document.save import ChangedUnderneath, LossRefused, SaveError, clear_leftovers
from viewer.formats import FORMATS, FormatEntry
from viewer.formats.detect import suffix_of
from viewer.formats.format import Loss, Unreadable
from viewer.tree.action import Setup
from viewer.ui.door import going_on
from viewer.ui.titles import file_title, record_title
from viewer.ui.translate import tr

if TYPE_CHECKING:
    from viewer.ui.desk import Desk
    from viewer.ui.study import Study
    from viewer.ui.window import Window

_SHOWN_LOSSES = 12
_NAMING = 200  # records by which a file of many is named


class Files:
    """Open, save and close, for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._told_changed: set[int] = set()

    # -------------------------------------------------------------------------------- opening

    def open_all(self, paths: Sequence[str]) -> None:
        """Open files; each that can't be opened is told, the others stand."""
        for path in paths:
            with going_on():
                self.open(path)

    def open(self, path: str) -> None:
        """Open a file, or turn to its tab."""
        window = self._window
        name = os.path.basename(path) or path
        try:
            document = window.workspace.open(path)
        except Unreadable as error:
            sentence = message("{file} can't be opened. {why}", file=name, why=error.reason)
        except IsADirectoryError:
            sentence = message("{file} is a folder, not a file.", file=name)
        except FileNotFoundError:
            sentence = message("There is no file {file}.", file=path)
        except OSError as error:
            why = error.strerror or str(error)
            sentence = message("{file} can't be opened: {why}.", file=name, why=why)
        else:
            window.notice.put_away(path)
            window.store.opened(path)
            window.add_document(document)
            return
        window.show_start()
        window.notice.tell(sentence, about=path)

    def ask_open(self) -> None:
        """Ask which files to open."""
        from PySide6.QtWidgets import QFileDialog

        suffixes = " ".join(f"*.{s}" for entry in FORMATS.values() for s in entry.suffixes)
        filters = f"{tr(message('Game records'))} ({suffixes});;{tr(message('All files'))} (*)"
        paths, _ = QFileDialog.getOpenFileNames(
            self._window, tr(message("Open")), self._folder(), filters
        )
        self.open_all(paths)

    def _folder(self) -> str:
        study = self._window.study
        if study is not None and study.document.path:
            return os.path.dirname(study.document.path)
        recent = self._window.store.recent
        return os.path.dirname(recent[0]) if recent else str(Path.home())

    def new(self, setup: Setup | None = None) -> None:
        """A new record of the game that is shown, from its usual start; else somebody chooses."""
        study = self._window.study
        if study is None:
            self.new_position()
        else:
            self.new_of(study.record.game, setup)

    def new_of(self, game: str, setup: Setup | None = None) -> None:
        """A new record of a game, from its usual start or another."""
        self._window.add_document(self._window.workspace.new(game, setup))

    def new_position(self) -> None:
        """A new record of any game, from a start of its list, a numbered one, or a position."""
        from viewer.document.plans import records as plans_records
        from viewer.games import GAMES
        from viewer.ui.new_dialog import NewDialog

        study = self._window.study
        game = study.record.game if study else next(iter(GAMES))
        several = study is not None and not FORMATS[study.document.format].load().single
        dialog = NewDialog(game, game if several else "", self._window)
        if dialog.exec() == NewDialog.DialogCode.Accepted:
            if dialog.inside and study is not None:
                study.do(plans_records.new, dialog.setup)
            else:
                made = self._window.workspace.new(dialog.game, dialog.setup)
                self._window.add_document(made)
        dialog.deleteLater()

    def ask_encoding(self) -> None:
        """Read the file again in another encoding."""
        from PySide6.QtWidgets import QInputDialog

        study = self._window.study
        if study is None or study.document.path is None:
            return
        codecs = FORMATS[study.document.format].load().encodings
        if not codecs:
            self._window.say(message("This format has only one encoding."))
            return
        now = study.record.encoding
        codec, ok = QInputDialog.getItem(
            self._window,
            tr(message("Read again in another encoding")),
            tr(message("Encoding of the text in the file:")),
            list(codecs),
            codecs.index(now) if now in codecs else 0,
            False,
        )
        if ok and (not study.document.modified or self.may_close(study.document)):
            self._reload(study.document, codec)

    def _reload(self, document: Document, encoding: str | None = None) -> None:
        self._read_again(partial(document.reload, encoding))

    def _read_again(self, read: Callable[[], object]) -> bool:
        """Read a file again, and tell why it can't be; whether it was read."""
        try:
            read()
        except Unreadable as error:
            self._window.tell(message("It can't be read again. {why}", why=error.reason))
        except OSError as error:
            why = error.strerror or str(error)
            self._window.tell(message("It can't be read again: {why}.", why=why))
        else:
            return True
        return False

    # --------------------------------------------------------------------------------- saving

    def save(self) -> bool:
        """Save what is shown; whether it is saved."""
        study = self._window.study
        if study is None:
            return False
        study.flush()
        if study.document.path is None:
            return self.save_as()
        return self._save(study.document, None)

    def save_as(self) -> bool:
        """Save what is shown under another name; whether it is saved."""
        from PySide6.QtWidgets import QFileDialog

        study = self._window.study
        if study is None:
            return False
        study.flush()
        document = study.document
        entry = FORMATS[document.format]
        name = document.path or os.path.join(
            self._folder(), f"{_new_name(study)}.{entry.suffixes[0]}"
        )
        kinds = self._kinds(study.record.game, document.format)
        first = next(iter(kinds))
        path, kind = QFileDialog.getSaveFileName(
            self._window, tr(message("Save as")), name, ";;".join(kinds)
        )
        if not path:
            return False
        chosen, options = kinds.get(kind, (entry, None))
        if not any(path.lower().endswith(f".{suffix}") for suffix in chosen.suffixes):
            if suffix_of(path) not in {s for each, _ in kinds.values() for s in each.suffixes}:
                path = f"{path}.{chosen.suffixes[0]}"
            elif kind != first:  # a kind was chosen, and the name still ends as it did before
                path = f"{os.path.splitext(path)[0]}.{chosen.suffixes[0]}"
            else:
                options = None
        return self._save(document, path, options)

    def _kinds(
        self, game: str, format: str
    ) -> dict[str, tuple[FormatEntry, dict[str, str] | None]]:
        """What a record of a game can be saved as: the dialog's words, the format, its options.

        First the document's own format, each as it is (a file keeps its version), then its versions.
        """
        kinds: dict[str, tuple[FormatEntry, dict[str, str] | None]] = {}
        for entry in sorted(FORMATS.values(), key=lambda entry: entry.id != format):
            if game not in entry.games:
                continue
            suffixes = " ".join(f"*.{suffix}" for suffix in entry.suffixes)
            kinds[f"{tr(entry.name)} ({suffixes})"] = (entry, None)
            for option in entry.load().options:
                for value, words in option.values.items():
                    kinds[f"{tr(words)} ({suffixes})"] = (entry, {option.id: value})
        return kinds

    def _save(
        self,
        document: Document,
        path: str | None,
        options: dict[str, str] | None = None,
        loss: bool = False,
        over: bool = False,
    ) -> bool:
        window = self._window
        study = window.study
        if study is None:
            return False
        if not window.games.all_found(study) and study.finder.problem is None:
            window.say(message("Not saved: not all games of the file are known."))
            return False
        try:
            document.save(path, options=options, allow_loss=loss, overwrite_changes=over)
        except LossRefused as refused:
            other = document.lossless(path, options)
            answer = self._lose(refused.losses, self._words_of(document, path, other))
            if answer == "other":
                return self._save(document, path, other, loss, over)
            return answer == "save" and self._save(document, path, options, True, over)
        except ChangedUnderneath as error:
            answer = self._ask(
                error.reason,
                message("Saving now would replace what the other program wrote."),
                {
                    "save": message("Save over it"),
                    "other": message("Save as…"),
                    "stay": message("Don't save"),
                },
            )
            if answer == "save":
                return self._save(document, path, options, loss, True)
            return self.save_as() if answer == "other" else False
        except SaveError as error:
            window.tell(error.reason, (message("Save as…"), self.save_as))
            return False
        window.store.opened(document.path or "")
        window.say(message("Saved {file}.", file=file_title(document)))
        window.document_saved()
        return True

    def _words_of(
        self, document: Document, path: str | None, options: Mapping[str, str] | None
    ) -> list[str]:
        """What options are called, each by its value."""
        if options is None:
            return []
        offered = document.format_for(path or document.path or "").options
        return [tr(option.values[options[option.id]]) for option in offered if option.id in options]

    def _lose(self, losses: Sequence[Loss], other: Sequence[str]) -> str:
        lines = [f"•  {tr(loss.words)}" for loss in losses[:_SHOWN_LOSSES]]
        if len(losses) > _SHOWN_LOSSES:
            more = len(losses) - _SHOWN_LOSSES
            lines.append(tr(message("and {count} more", count=more)))
        answers = {"save": message("Save without it"), "stay": message("Don't save")}
        if other:
            lines += ["", tr(message("Nothing is lost with: {choice}.", choice=", ".join(other)))]
            answers = {"other": message("Save so"), **answers}
        return self._ask(
            message("This format can't hold everything."),
            message("{losses}", losses="\n".join(lines)),
            answers,
        )

    def revert(self) -> None:
        """Back to what is in the file."""
        study = self._window.study
        if study is None or study.document.path is None:
            return
        study.flush()
        if self._read_again(study.document.revert):
            study.cursor.record_changed()
            study.moved.emit()

    def may_leave(self, desk: Desk) -> bool:
        """Whether a desk may go: asks about a position that is being edited, and what isn't saved."""
        if desk.unfinished:
            answer = self._ask(
                message("A position is being edited."),
                message("It is in no game yet."),
                {"discard": message("Discard"), "stay": message("Go on editing")},
            )
            if answer != "discard":
                return False
            desk.close_editor()
        return not desk.study.document.at_stake or self.may_close(desk.study.document)

    def may_close(self, document: Document) -> bool:
        """Whether a document that isn't saved may go: asks to save, discard or stay."""
        answer = self._ask(
            message("{file} has changes that aren't saved.", file=file_title(document)),
            message("What is discarded can't be brought back."),
            {
                "save": message("Save"),
                "discard": message("Discard"),
                "stay": message("Stay"),
            },
        )
        if answer == "save":
            return self.save()
        return answer == "discard"

    def _ask(self, title: Message, text: Message, answers: dict[str, Message]) -> str:
        """Ask; the first answer is the usual one, the last that of Escape."""
        from viewer.ui.message_box import MessageBox

        box = MessageBox(title, text, self._window)
        buttons = [box.add_answer(words) for words in answers.values()]
        box.setDefaultButton(buttons[0])
        box.setEscapeButton(buttons[-1])
        box.exec()
        pressed = box.clickedButton()
        answer = next(
            (id for id, button in zip(answers, buttons, strict=True) if button is pressed),
            list(answers)[-1],
        )
        box.deleteLater()
        return answer

    def clear_leftovers(self) -> None:
        """Delete what killed saves left beside the files that are open."""
        workspace = self._window.workspace
        for document in workspace.documents:
            if document.path is not None:
                clear_leftovers(workspace.files.real_path(document.path), workspace.files)

    def look_at_disk(self) -> None:
        """Tell when the file that is shown was written by another program (the window was left)."""
        study = self._window.study
        if study is None:
            return
        document = study.document
        try:
            changed = document.changed_on_disk()
        except OSError:
            return
        if not changed:
            self._told_changed.discard(id(document))
        elif id(document) not in self._told_changed:
            self._told_changed.add(id(document))
            gone = not os.path.exists(document.path or "")
            sentence = (
                message("{file} was deleted; its content is still here.", file=file_title(document))
                if gone
                else message("{file} was changed by another program.", file=file_title(document))
            )
            if gone:
                self._window.tell(sentence, (message("Save as…"), self.save_as))
            else:
                again = message("Read it again")
                self._window.tell(sentence, (again, lambda: self._reload(document)))


def _new_name(study: Study) -> str:
    """A name for a document without a file: as its format has it, else as the window says."""
    document = study.document
    heads = [document.headers(index) for index in range(min(len(document), _NAMING))]
    return FORMATS[document.format].load().file_name(heads) or plain_name(record_title(study)[0])


def plain_name(text: str) -> str:
    """Text as a file's name."""
    return "".join("_" if c in '/\\:*?"<>|' or ord(c) < 32 else c for c in text)[:100]
