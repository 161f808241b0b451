"""The one undo history of a document."""

from __future__ import annotations

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.document.edits.ops import DocumentOp

ANYWHERE = -1
"""In place of a node's id: where one stood in that record last."""


class Location(NamedTuple):
    """A record by its key and a node by its id, or ANYWHERE."""

    record: int
    node: int


class Edit(NamedTuple):
    """One step of the history: operations, a description, and the location before and after."""

    ops: tuple[DocumentOp, ...]
    words: Message
    before: Location
    after: Location


class AppliedEdit(NamedTuple):
    """An applied edit with the operations that undo it, in the order to apply them."""

    edit: Edit
    inverse: tuple[DocumentOp, ...]


class HistoryState(NamedTuple):
    """A state of a document: the number of applied edits, and the last one."""

    steps: int
    last: AppliedEdit | None


class History:
    """Applied edits, and undone ones that can be redone. The clean state is the one in the file."""

    def __init__(self, saved: bool = True) -> None:
        """`saved`: whether the state before the first edit is in a file."""
        self._done: list[AppliedEdit] = []
        self._undone: list[AppliedEdit] = []
        self._clean: int | None = 0 if saved else None
        self._whole = True

    @property
    def clean(self) -> bool:
        """Whether the document is as last saved or opened, and the file has all of it."""
        return self._whole and self.written

    @property
    def written(self) -> bool:
        """Whether the document is as last saved or opened."""
        return self._clean == len(self._done)

    @property
    def unused(self) -> bool:
        """Whether no edit is applied."""
        return not self._done

    def now(self) -> HistoryState:
        """The current state."""
        return HistoryState(len(self._done), self._done[-1] if self._done else None)

    def set_clean(self, whole: bool = True, mark: HistoryState | None = None) -> None:
        """Record that the current state, or the one of a mark, has been saved.

        With `whole` False the format couldn't hold all of it.
        """
        count, last = mark or self.now()
        steps = [*self._done, *reversed(self._undone)]
        there = not count or (count <= len(steps) and steps[count - 1] is last)
        self._clean = count if there else None
        self._whole = whole

    def steps_to_clean(self) -> int | None:
        """Steps to undo (positive) or redo (negative) to the clean state; None if it can't be reached."""
        return None if self._clean is None or not self._whole else len(self._done) - self._clean

    @property
    def back_to_clean(self) -> int | None:
        """Steps to undo (below 0: redo) to what was written last, all of it or not; None without a way."""
        return None if self._clean is None else len(self._done) - self._clean

    def set_clean_back(self, back: int | None, whole: bool = True) -> None:
        """What was written last is so many steps back; see `back_to_clean`."""
        self._clean = None if back is None else len(self._done) - back
        self._whole = whole

    @property
    def undone_steps(self) -> int:
        """How many edits can be redone."""
        return len(self._undone)

    def put_below(self, done: AppliedEdit) -> None:
        """There was an edit before all that are known."""
        self._done.insert(0, done)
        if self._clean is not None:
            self._clean += 1

    def push(self, done: AppliedEdit) -> None:
        """Add an edit that was just applied; drops the undone ones."""
        if self._clean is not None and self._clean > len(self._done):
            self._clean = None
        self._undone.clear()
        self._done.append(done)

    def take_undo(self) -> AppliedEdit | None:
        """Move the last applied edit to the undone ones and return it."""
        if not self._done:
            return None
        done = self._done.pop()
        self._undone.append(done)
        return done

    def take_redo(self) -> AppliedEdit | None:
        """Move the last undone edit back to the applied ones and return it."""
        if not self._undone:
            return None
        done = self._undone.pop()
        self._done.append(done)
        return done

    @property
    def undo_words(self) -> Message | None:
        """Description of the edit that undo would undo."""
        return self._done[-1].edit.words if self._done else None

    @property
    def redo_words(self) -> Message | None:
        """Description of the edit that redo would apply."""
        return self._undone[-1].edit.words if self._undone else None
