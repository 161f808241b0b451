"""Edits of many files from the window: asked before, run as a task, taken back from a notice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, message
from viewer.document.filed.editing import FilesEdited, TakenBack, last_edit, taking_back, undo_home
from viewer.ui.session.titles import shown_name
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.tasks import Task

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

T = TypeVar("T")


def home_of(window: Window) -> str:
    """The folder of what files were before edits."""
    home = window.libraries.home
    return os.path.join(os.path.dirname(home), "undo") if home else undo_home()


def edit_files(
    window: Window,
    title: Message,
    told: Message,
    paths: Sequence[str],
    job: Callable[[str], Iterator[JobStep[FilesEdited]]],
    after: Callable[[], object],
    begun: Callable[[], object] | None = None,
    failed: Callable[[], object] | None = None,
) -> None:
    """Ask whether files are to be written, and write them as a task; `after` is called when all is done.

    `told` says what will be done; `job` gets the folder where files are kept as they were. `begun` is
    called when the answer is yes, `failed` if it comes to nothing.
    """
    files = window.workspace.files
    real = {files.real_path(path) for path in paths}
    for document in window.workspace.documents:
        if document.path and document.modified and files.real_path(document.path) in real:
            name = shown_name(os.path.basename(document.path))
            window.tell(message("{file} has unsaved edits: save it first.", file=name))
            return
    answers = {"do": message("Write the files"), "stay": message("Cancel")}
    text = message("{what} This can be undone.", what=told)
    if window.questions.ask(title, text, answers, safe="stay") != "do":
        return

    def done(edited: FilesEdited) -> None:
        undo = (message("Undo"), lambda: take_back(window, edited.folder, after))
        actions = (undo,) if edited.folder else ()
        window.notice.tell(edited.words, *actions, about="edit of files", of=EVERYWHERE)
        after()

    if begun is not None:
        begun()
    task = _run(window, title, job(home_of(window)), done)
    if failed is not None:
        task.ended.connect(lambda: failed() if task.error is not None else None)


def _run(
    window: Window,
    title: Message,
    job: Iterator[JobStep[T]],
    done: Callable[[T], object],
) -> Task[T]:
    """Write files in a thread; that they change meanwhile is no other program's doing."""
    window.disk.begin_own()
    task = window.tasks.run(title, in_thread(job), done, vital=True)
    task.ended.connect(window.disk.end_own)
    return task


def take_back(window: Window, folder: str = "", after: Callable[[], object] | None = None) -> None:
    """Take an edit of files back, by default the last one."""
    if not folder:
        last = last_edit(home_of(window))
        if last is None:
            window.say(message("There is nothing to take back."))
            return
        folder = last.folder

    def done(back: TakenBack) -> None:
        words = counted("{count} file is as before.", "{count} files are as before.", back.files)
        if back.problems:
            path, why = next(iter(back.problems.items()))
            words = message("{what} {path}: {why}", what=words, path=path, why=why)
        window.notice.tell(words, about="edit of files", of=EVERYWHERE)
        if after is not None:
            after()

    job = taking_back(folder, window.workspace.files)
    _run(window, message("Taking an edit of files back"), job, done)
