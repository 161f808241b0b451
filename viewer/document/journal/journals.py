"""The journals of all open documents, and those left behind by earlier runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

import platformdirs

from viewer.base.kept_json import ASIDE
from viewer.base.messages import Message, message
from viewer.base.temporary import JOURNAL, PARTIAL, kind_of
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import Location
from viewer.document.journal.document_journal import DocumentJournal
from viewer.document.journal.form import DamagedJournal
from viewer.document.journal.recovery import Recovered, recovered
from viewer.document.journal.writer import JournalFile, JournalWriter
from viewer.document.workspace import Workspace

_MOST = 1 << 30  # maximum number of bytes read from a journal
_DAMAGED = message(
    "What was kept of unsaved edits is damaged and can't be read. As it was, it is kept as {aside}."
)
_PARTLY = message("What was kept of unsaved edits was damaged. As it was, it is kept as {aside}.")
_NOTHING = message(
    "What was kept of unsaved edits is damaged: nothing that isn't saved can be read in it. As it was, it is "
    "kept as {aside}."
)


def journal_folder() -> str:
    """The default folder of journals, among the user's own files."""
    return os.path.join(platformdirs.user_state_dir("qipu", False), "journals")


class Journals:
    """Keeps a journal of each document of a workspace, from its first edit until it is closed."""

    def __init__(self, workspace: Workspace, folder: str = "") -> None:
        """`folder`: the folder of the journals, "" for the default one."""
        self.folder = folder or journal_folder()
        self._workspace = workspace
        self._files = workspace.files
        self._writer = JournalWriter()
        self._journals: dict[Document, DocumentJournal] = {}
        workspace.listeners.append(self._look)
        self._look()

    def _look(self) -> None:
        """Begin journals for documents opened since the last call, delete those of documents closed since."""
        documents = self._workspace.documents
        for document in [one for one in self._journals if one not in documents]:
            document.journal = None
            self._journals.pop(document).close()
        for document in documents:
            if document not in self._journals:
                self._keep(document)

    def _keep(self, document: Document) -> DocumentJournal:
        journal = DocumentJournal(document, self._writer, self.folder)
        document.journal = self._journals[document] = journal
        return journal

    def of(self, document: Document) -> DocumentJournal | None:
        """The journal of an open document; None for any other."""
        return self._journals.get(document)

    @property
    def problem(self) -> Message | None:
        """The reason why unsaved edits can't be kept safe now, None if they can."""
        return self._writer.problem

    def flush(self, seconds: float = 5.0) -> bool:
        """Write all edits now; returns whether they are on the disk. Waits for `seconds` at most."""
        return self._writer.flush(seconds)

    def tell_problems(self, told: Callable[[Message | None], object]) -> None:
        """Call `told` in another thread when journals can't be written, and with None when they can again."""
        self._writer.told = told

    def keep(self, seconds: float = 5.0) -> bool:
        """Write everything unsaved to the disk, even unedited new records; returns whether it is there."""
        stakes = [journal for document, journal in self._journals.items() if document.modified]
        kept = [journal.keep() for journal in stakes]
        return self.flush(seconds) and all(kept) and self.problem is None

    def path_of(self, document: Document) -> str:
        """The path of the journal of a document with unsaved changes; "" if there is none."""
        journal = self._journals.get(document)
        return journal.path if journal is not None and document.modified else ""

    def end(self, seconds: float = 5.0, *, keep: bool = True) -> bool:
        """Write everything and stop keeping journals; returns whether everything is on the disk.

        `keep`: whether the journals of open documents stay for the next start; else they are deleted.
        """
        self._workspace.listeners.remove(self._look)
        self.tell_problems(lambda problem: None)
        if not keep:
            for journal in self._journals.values():
                journal.close()
        done = self._writer.end(seconds)
        for document, journal in self._journals.items():
            document.journal = None
            journal.let_go()
        self._journals.clear()
        return done

    # ---------------------------------------------------------------------------- left behind

    def left(self) -> list[str]:
        """Paths of the journals that no running process keeps, the one written last at the end."""
        found: list[tuple[int, str]] = []
        with contextlib.suppress(OSError):
            for name in self._files.names_beside(os.path.join(self.folder, "any")):
                path = os.path.join(self.folder, name)
                kind = kind_of(name)
                with contextlib.suppress(OSError):
                    if kind == PARTIAL:
                        self._files.remove_abandoned(path)
                    elif kind == JOURNAL and self._files.is_abandoned(path):
                        stamp = self._files.stamp_of(path)
                        found.append((0 if stamp is None else stamp.modified_ns, path))
        return [path for _, path in sorted(found)]

    def recover(self, path: str, *, clean: bool = False) -> Recovered | None:
        """Recover the document of a journal left behind, and add it to the workspace.

        Its journal is continued. Returns None and deletes the journal if nothing was edited or, unless
        `clean`, everything is in the file. A damaged journal is set aside, and what could be read of it goes
        on in another. Raises DamagedJournal where that is nothing, another JournalError or OSError; the
        journal is kept then.
        """
        fd = self._files.take_abandoned(path)
        if fd is None:
            return None
        try:
            found = self._read(fd, path)
            wanted = found is not None and (
                found.document.modified
                or found.draft is not None
                or (clean and found.document.path is not None)
            )
            if found is None or not wanted:
                if found is not None:
                    found.document.close()
                if found is not None and found.damaged:
                    raise self._set_aside(path, _NOTHING)
                self._files.remove(path)
                self._files.close(fd)
                return None
            file, found = self._going_on(fd, path, found)
        except BaseException:
            self._files.close(fd)
            raise
        self._workspace.take(found.document)
        journal = self._journals[found.document]
        journal.go_on(file, set(found.based), found.in_file)
        return self._with_draft(found)

    def _read(self, fd: int, path: str) -> Recovered | None:
        """What an open journal says; None if it is empty or was closed."""
        data = self._files.read_at(fd, min(self._files.stamp(fd).size, _MOST), 0)
        try:
            return recovered(data, self._files, self._workspace.limits) if data else None
        except DamagedJournal as error:
            raise self._set_aside(path, _DAMAGED) from error

    def _going_on(self, fd: int, path: str, found: Recovered) -> tuple[JournalFile, Recovered]:
        """The journal to go on in: the one that was read, or another with what could be read of it."""
        if not found.damaged:
            return JournalFile.taken(fd, path, found.lines[-1], self._files), found
        document = found.document
        file = JournalFile(self.folder, document.path or document.name, self._files)
        try:
            file.waiting += [line.packed() for line in found.lines]
            file.write()
            words = self._set_aside(path, _PARTLY).reason
        except BaseException:
            file.remove()
            raise
        with contextlib.suppress(OSError):
            file.rename(path)  # by which a tab of the kept session knows it
        self._files.close(fd)
        return file, found._replace(told=(*found.told, words))

    def _set_aside(self, path: str, words: Message) -> DamagedJournal:
        """Give a journal a name by which no start takes it any more. Raises OSError."""
        aside = path + ASIDE
        self._files.replace(path, aside)
        return DamagedJournal(words.given(aside=aside))

    def _with_draft(self, found: Recovered) -> Recovered:
        """Apply the draft of a comment, if there is one, as an edit."""
        draft, document = found.draft, found.document
        if draft is None or not document.has(draft.place.record):
            return found
        key = draft.place.record
        with contextlib.suppress(OSError):
            node = document.record_of(key).nodes.get(draft.place.node)
            if node is not None:
                document.do(plans.comment(document, key, node, draft.text, draft.facet))
                return found._replace(place=draft.place)
        return found

    def discard(self, path: str) -> None:
        """Delete a journal left behind. Raises OSError."""
        self._files.remove_abandoned(path)

    def drafted(self, document: Document, place: Location, facet: str, text: str) -> None:
        """Write the present text of a comment that is being written to the document's journal."""
        journal = self._journals.get(document)
        if journal is not None:
            journal.drafted(place, facet, text)
