"""Making libraries, building and deleting them: with the questions before it, and what couldn't be read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, counted, message, readable, sentences
from viewer.base.remaining import seconds_left, time_words
from viewer.base.system_errors import error_words
from viewer.library.face import Library, all_libraries, named
from viewer.library.failures import LibraryFailed
from viewer.library.making.building import BuildNews
from viewer.ui.controllers.files import usual_folder
from viewer.ui.dialogs.sources_dialog import SourcesDialog
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_LISTED = 500  # files that couldn't be read that are named


class LibraryBuild(QObject):
    """One build. What it has read when it is stopped is used by the next one.

    Attributes:
        library: what is built.
        news: what was done, None until it is.
        failure: why it failed, None if it didn't.
        stopped: whether somebody stopped it.

    Signals:
        progressed: it made progress.
        ended: it is done, failed, or has stopped.
    """

    progressed = Signal()
    ended = Signal()

    def __init__(
        self, library: Library, again: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.library = library
        self.news: BuildNews | None = None
        self.failure: Message | None = None
        self.stopped = False
        self._again = again
        self._files = self._done = self._total = 0
        self._pass: Message | None = None
        self._since = perf_counter()
        self._said = ""
        self._runner = JobRunner(self, (LibraryFailed, OSError))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self.ended)
        self._runner.failed.connect(self._failed)

    def start(self) -> None:
        """Begin."""
        self._since = perf_counter()
        self._runner.start(in_thread(self._job()))

    def _job(self) -> Iterator[JobStep[BuildNews]]:
        """The build, which ends between two steps if it is stopped: nobody waits for a step of seconds."""
        building = self.library.building(self._again)
        try:
            for step in building:
                yield step
                if self.stopped:
                    return
        finally:
            if isinstance(building, Generator):
                building.close()

    def stop(self) -> None:
        """Have it end soon."""
        self.stopped = True
        self.progressed.emit()

    def end(self) -> None:
        """End it now; waits for the step that is being done."""
        self.stopped = True
        self._runner.stop()

    def finish(self) -> None:
        """Do the rest synchronously."""
        self._runner.run_now()

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._runner.running

    @property
    def words(self) -> Message:
        """What it does."""
        return message("Updating “{library}”", library=self.library.name)

    @property
    def told(self) -> Message:
        """What it does, how far it is, and how long the rest will take."""
        if self.stopped:
            return message("{task}: stopping…", task=self.words)
        if self._pass is not None:
            return message("{task}: {what}", task=self.words, what=self._pass)
        if not self._files:
            return message("{task}: looking at files", task=self.words)
        share = min(1.0, self._done / self._total) if self._total else 0.0
        words = message("{task}: {percent} %", task=self.words, percent=Number(int(share * 100)))
        if self._files > 1:
            words = message(
                "{task}: {done} of {total}",
                task=self.words,
                done=Number(int(share * self._files)),
                total=Number(self._files),
            )
        left = seconds_left(share, perf_counter() - self._since)
        return (
            words
            if left is None
            else message("{task}  ·  {time}", task=words, time=time_words(left))
        )

    def _take(self, news: BuildNews) -> None:
        self.news = news
        if news.to_read:
            self._files, self._since = news.to_read, perf_counter()
        self._pass = news.words
        self._progressed(0, 0)

    def _progressed(self, done: int, total: int) -> None:
        if total:
            self._done, self._total = done, total
        said = self.told.text()
        if said != self._said:
            self._said = said
            self.progressed.emit()

    def _failed(self, error: Exception) -> None:
        if isinstance(error, LibraryFailed):
            self.failure = error.reason
        elif isinstance(error, OSError):
            self.failure = message("{why}", why=error_words(error))
        self.ended.emit()


class ProblemList(QDialog):
    """Lines of text under a title.

    Attributes:
        lines: shows them.
    """

    def __init__(self, title: str, lines: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.lines = QPlainTextEdit("\n".join(lines))
        self.lines.setObjectName("lines")
        self.lines.setReadOnly(True)
        self.lines.setAccessibleName(title)
        buttons = QDialogButtonBox()
        close = buttons.addButton(tr(message("Close")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.lines, 1)
        column.addWidget(buttons)
        close.setDefault(True)
        self.resize(640, 360)


class LibraryKeeping(QObject):
    """Makes, builds and deletes libraries for a window; builds run one after the other.

    Signals:
        built: a library was built, or its build ended otherwise: (Library).
        listed: libraries were made or deleted.
    """

    built = Signal(object)
    listed = Signal()

    def __init__(self, window: Window, home: str, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self.home = home
        self._waiting: list[LibraryBuild] = []
        self._build: LibraryBuild | None = None

    def all(self) -> list[Library]:
        """All libraries, by name; none where their home can't be read, which is told."""
        try:
            return all_libraries(self.home)
        except LibraryFailed as error:
            self._window.say(error.reason)
            return []

    def close(self) -> None:
        """End what is being built; the next build goes on where it was."""
        self._waiting.clear()
        if self._build is not None:
            self._build.end()
            self._build = None

    # ----------------------------------------------------------------------------------- making

    def ask_new(self, sources: Sequence[str] = ()) -> None:
        """Ask for the name of a new library and its folders and files, then build it."""
        taken = [one.name for one in self.all()]
        dialog = SourcesDialog(
            message("New library"),
            self._window,
            taken=taken,
            place=usual_folder(self._window),
        )
        dialog.add(sources)
        self._open(dialog)

    def ask_sources(self, library: Library) -> None:
        """Ask for other folders and files of a library, then build it."""
        dialog = SourcesDialog(
            message("Folders and files of {library}", library=library.name),
            self._window,
            name=library.name,
            sources=library.sources,
            place=usual_folder(self._window),
        )
        self._open(dialog)

    def _open(self, dialog: SourcesDialog) -> None:
        dialog.asked.connect(self.make)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def make(self, name: str, sources: Sequence[str]) -> None:
        """Make a library of a name, or give it other sources, and build it."""
        library = named(name, sources, self.home)
        try:
            library.keep()
        except LibraryFailed as error:
            self._window.tell(error.reason)
            return
        self.listed.emit()
        self.build([library])

    def ask_delete(self, library: Library) -> bool:
        """Delete a library, if the user wants that; returns whether it was deleted."""
        answer = self._window.questions.ask(
            message("Delete the library {library}?", library=library.name),
            message("What is known of its records is deleted. The records stay as they are."),
            {"stay": message("Keep it"), "delete": message("Delete")},
            safe="stay",
        )
        if answer != "delete":
            return False
        if self._build is not None and self._build.library.folder == library.folder:
            self._build.end()
            self._ended()
        self._waiting = [one for one in self._waiting if one.library.folder != library.folder]
        library.delete()
        self.listed.emit()
        return True

    # --------------------------------------------------------------------------------- building

    def build(self, libraries: Sequence[Library], again: bool = False) -> None:
        """Build libraries, or bring them up to date; those that are being built already go on."""
        at_work = {one.library.folder for one in self._waiting}
        if self._build is not None and not self._build.stopped:
            at_work.add(self._build.library.folder)
        for library in libraries:
            if library.folder not in at_work:
                own = Library(library.name, library.folder, library.sources)
                self._waiting.append(LibraryBuild(own, again, self))
        if self._build is None:
            self._next()

    def builds(self, library: Library) -> bool:
        """Whether a library is being built, or waits for it."""
        some = [*self._waiting, *([] if self._build is None else [self._build])]
        return any(one.library.folder == library.folder and not one.stopped for one in some)

    @property
    def building(self) -> LibraryBuild | None:
        """The build that is at work, None for none."""
        return self._build

    def _next(self) -> None:
        if not self._waiting:
            return
        build = self._build = self._waiting.pop(0)
        build.progressed.connect(partial(self._window.tasks.show, build))
        build.ended.connect(self._ended)
        self._window.tasks.show(build)
        build.start()

    def _ended(self) -> None:
        build, self._build = self._build, None
        if build is None:
            return
        self._window.tasks.drop(build)
        build.library.close()
        build.deleteLater()
        self._tell(build)
        self.built.emit(build.library)
        self._next()

    def _tell(self, build: LibraryBuild) -> None:
        window, library, news = self._window, build.library, build.news
        again: tuple[Message, Callable[[], object]]
        if build.stopped:
            words = message(
                "Updating “{library}” was stopped. It goes on where it was.", library=library.name
            )
            again = (message("Go on"), partial(self.build, [library]))
            window.notice.tell(words, again, about=library.folder, of=EVERYWHERE)
            return
        if build.failure is not None:
            words = message("“{library}”: {why}", library=library.name, why=build.failure)
            again = (message("Try again"), partial(self.build, [library]))
            window.notice.tell(words, again, about=library.folder, of=EVERYWHERE)
            return
        if news is None:
            return
        window.notice.put_away(library.folder)
        words = message(
            "“{library}” is up to date: {records} in {files}.",
            library=library.name,
            records=counted("{count} record", "{count} records", news.records),
            files=counted("{count} file", "{count} files", news.files),
        )
        if news.left:
            gone = counted(
                "{count} file is gone, and its games with it.",
                "{count} files are gone, and their games with them.",
                news.gone,
            )
            words = sentences([words, gone])
        if not news.problems:
            window.say(words)
            return
        broken = counted(
            "{count} file couldn't be read, or not all of it.",
            "{count} files couldn't be read, or not all of them.",
            len(news.problems),
        )
        words = sentences([words, broken])
        show = (
            counted("Show it", "Show them", len(news.problems)),
            partial(self.show_problems, library.name, dict(news.problems)),
        )
        window.notice.tell(words, show, about=library.folder, of=EVERYWHERE)

    def show_problems(self, name: str, problems: dict[str, Message]) -> None:
        """Show what of a library couldn't be read, and why."""
        lines = [
            tr(message("{path}: {why}", path=readable(path), why=why))
            for path, why in islice(problems.items(), _LISTED)
        ]
        title = tr(message("What couldn't be read: {library}", library=name))
        ProblemList(title, lines, self._window).open()
