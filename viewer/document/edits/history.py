"""The one undo history of a document."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message
from viewer.document.edits.ops import DocumentOp

ANYWHERE = -1
"""In place of a node's id: where one stood in that record last."""


class Location(NamedTuple):
    """Where somebody is: a record by its key and a node by its id, or ANYWHERE."""

    record: int
    node: int


class Edit(NamedTuple):
    """One step of the history: what to do, in words, and where to stand before and after."""

    ops: tuple[DocumentOp, ...]
    words: Message
    before: Location
    after: Location


class AppliedEdit(NamedTuple):
    """An edit that was applied, with the operations that undo it (in the order to apply them)."""

    edit: Edit
    inverse: tuple[DocumentOp, ...]


class HistoryState(NamedTuple):
    """A state of a document: how many edits had been done, and the last of them."""

    steps: int
    last: AppliedEdit | None


class History:
    """Edits done, and edits undone that can be done again. The clean state is the one in the file."""

    def __init__(self, saved: bool = True) -> None:
        """`saved`: whether what is there before the first edit is in a file."""
        self._done: list[AppliedEdit] = []
        self._undone: list[AppliedEdit] = []
        self._clean: int | None = 0 if saved else None
        self._whole = True

    @property
    def clean(self) -> bool:
        """Whether the document is as it was saved or opened last, and all of it is in the file."""
        return self._whole and self.written

    @property
    def written(self) -> bool:
        """Whether nothing was edited since the document was saved or opened last."""
        return self._clean == len(self._done)

    @property
    def unused(self) -> bool:
        """Whether no edit stands, saved or not."""
        return not self._done

    def now(self) -> HistoryState:
        """The state of the document as it is now."""
        return HistoryState(len(self._done), self._done[-1] if self._done else None)

    def set_clean(self, whole: bool = True, mark: HistoryState | None = None) -> None:
        """The document as it is now, or was at a mark, has been saved.

        Not `whole`: what its format couldn't hold wasn't.
        """
        count, last = mark or self.now()
        steps = [*self._done, *reversed(self._undone)]
        there = not count or (count <= len(steps) and steps[count - 1] is last)
        self._clean = count if there else None
        self._whole = whole

    def steps_to_clean(self) -> int | None:
        """Steps to undo (above 0) or redo (below 0) to the clean state; None if it can't be reached."""
        return None if self._clean is None or not self._whole else len(self._done) - self._clean

    def push(self, done: AppliedEdit) -> None:
        """Add an edit that was just applied; what was undone before it is gone."""
        if self._clean is not None and self._clean > len(self._done):
            self._clean = None
        self._undone.clear()
        self._done.append(done)

    def take_undo(self) -> AppliedEdit | None:
        """The edit to undo next, moved over to those that can be redone."""
        if not self._done:
            return None
        done = self._done.pop()
        self._undone.append(done)
        return done

    def take_redo(self) -> AppliedEdit | None:
        """The edit to redo next, moved back to those done."""
        if not self._undone:
            return None
        done = self._undone.pop()
        self._done.append(done)
        return done

    @property
    def undo_words(self) -> Message | None:
        """What undo would undo."""
        return self._done[-1].edit.words if self._done else None

    @property
    def redo_words(self) -> Message | None:
        """What redo would do again."""
        return self._undone[-1].edit.words if self._undone else None
