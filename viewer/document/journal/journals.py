"""The journals of all open documents, and those that an earlier Qipu left behind."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

import platformdirs

from viewer.base.messages import Message
from viewer.base.temporary import JOURNAL, PARTIAL, kind_of
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits.history import Location
from viewer.document.journal.document_journal import DocumentJournal
from viewer.document.journal.form import JournalError
from viewer.document.journal.recovery import Recovered, recovered
from viewer.document.journal.writer import JournalFile, JournalWriter
from viewer.document.workspace import Workspace

_MOST = 1 << 30  # bytes of a journal that is read


def journal_folder() -> str:
    """The folder of journals in the user's own files."""
    return os.path.join(platformdirs.user_state_dir("qipu", False), "journals")


class Journals:
    """Keeps a journal of each document of a workspace, from its first edit until it is closed."""

    def __init__(self, workspace: Workspace, folder: str = "") -> None:
        """`folder`: where they lie; the user's own without one."""
        self.folder = folder or journal_folder()
        self._workspace = workspace
        self._files = workspace.files
        self._writer = JournalWriter()
        self._journals: dict[Document, DocumentJournal] = {}
        workspace.listeners.append(self._look)
        self._look()

    def _look(self) -> None:
        """Journals for documents that came, none for those that were closed."""
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
        """The journal of an open document."""
        return self._journals.get(document)

    @property
    def problem(self) -> Message | None:
        """Why unsaved edits can't be kept safe now, None where they are."""
        return self._writer.problem

    def flush(self, seconds: float = 5.0) -> bool:
        """Write all that was edited now; whether the disk has it. Waits for so long at most."""
        return self._writer.flush(seconds)

    def tell_problems(self, told: Callable[[Message | None], object]) -> None:
        """Call a function, in another thread, where journals can't be written, and (None) can be again."""
        self._writer.told = told

    def keep(self, seconds: float = 5.0) -> bool:
        """Have all that isn't saved on the disk, new records too; returns whether it is there."""
        stakes = [journal for document, journal in self._journals.items() if document.at_stake]
        kept = [journal.keep() for journal in stakes]
        return self.flush(seconds) and all(kept) and self.problem is None

    def path_of(self, document: Document) -> str:
        """The path of the journal of a document that isn't saved; "" if there is none."""
        journal = self._journals.get(document)
        return journal.path if journal is not None and document.at_stake else ""

    def end(self, seconds: float = 5.0, *, keep: bool = True) -> bool:
        """Write all and keep no more journals.

        `keep`: those of documents that are open stay for the next start; else they are deleted.
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
        """Journals that nobody keeps any more, the one written last at the end."""
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
        """The document of a journal that was left behind, which is in the workspace then.

        Its journal goes on. None, and no journal any more, where nothing was edited or, unless `clean`,
        everything is in the file. Raises JournalError, or OSError, with the journal left where it is.
        """
        fd = self._files.take_abandoned(path)
        if fd is None:
            return None
        try:
            data = self._files.read_at(fd, min(self._files.stamp(fd).size, _MOST), 0)
            found = self._made_of(data)
            wanted = found is not None and (
                found.document.at_stake
                or found.draft is not None
                or (clean and found.document.path is not None)
            )
            if found is None or not wanted:
                if found is not None:
                    found.document.close()
                self._files.remove(path)
                self._files.close(fd)
                return None
        except BaseException:
            self._files.close(fd)
            raise
        self._workspace.take(found.document)
        journal = self._journals[found.document]
        journal.go_on(
            JournalFile.taken(fd, path, found.size, self._files), set(found.based), found.in_file
        )
        return self._with_draft(found)

    def _made_of(self, data: bytes) -> Recovered | None:
        try:
            return recovered(data, self._files, self._workspace.limits)
        except JournalError:
            if b"\n" not in data:
                return None  # not even the first line was on the disk
            raise

    def _with_draft(self, found: Recovered) -> Recovered:
        """A comment that was being written becomes an edit."""
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
        """Delete a journal that was left behind. Raises OSError."""
        self._files.remove_abandoned(path)

    def drafted(self, document: Document, place: Location, facet: str, text: str) -> None:
        """A comment is being written: what it would be now."""
        journal = self._journals.get(document)
        if journal is not None:
            journal.drafted(place, facet, text)
