"""The program: a QApplication or why there can be none, the window, the files of the command line."""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QLibraryInfo,
    QMessageLogContext,
    QObject,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent, QFont, QPixmapCache
from PySide6.QtWidgets import QApplication, QWidget

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause, settle
from viewer.base.messages import Message, listed, message
from viewer.base.patterns import late
from viewer.base.refused import Refused
from viewer.base.running import Run
from viewer.document.workspace import Workspace
from viewer.ui.toolkit.door import Door, versions
from viewer.ui.toolkit.language import UI_PIXELS, show_language
from viewer.ui.window.desk import Desk
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

if TYPE_CHECKING:
    from viewer.document.kept_session import KeptSession

NO_SCREEN = message(
    "There is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set."
)
_FAILED = 2  # the exit status of the command line's other refusals
_ASKS_FOR = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
_UNLOADED = late('Could not load the Qt platform plugin "([^"]+)"')
_UNKNOWN = late('Could not find the Qt platform plugin "([^"]+)"')


@contextmanager
def told_if_no_screen() -> Iterator[None]:
    """Within this, a QApplication that can't be made ends the process with a sentence and status 2.

    Qt calls abort() there once its message has been heard: nothing can be raised.
    """
    heard: list[str] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        heard.append(text)
        if kind == QtMsgType.QtFatalMsg:
            print(f"qipu: {tr(why_no_window(heard, os.environ))}", file=sys.stderr, flush=True)
            os._exit(_FAILED)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for text in heard:
            print(text, file=sys.stderr)


def why_no_window(heard: list[str], environment: Mapping[str, str]) -> Message:
    """Why there is no window, by what Qt has said; the last is what it ends the process with."""
    said = "\n".join(heard)
    tried = _UNLOADED.findall(said)
    for platform in tried:
        asked = platform not in _ASKS_FOR or environment.get(_ASKS_FOR[platform])
        if asked and (library := _missing_library(platform)):
            return message("Qt can't start: the system has no {library}.", library=library)
    if named := [_ASKS_FOR[one] for one in tried if environment.get(_ASKS_FOR.get(one, ""))]:
        places = ", ".join(f"{name}={environment[name]}" for name in named)
        return message(
            "There is no screen to open a window on: nothing answers at {places}.", places=places
        )
    if any(one in _ASKS_FOR for one in tried):
        return NO_SCREEN
    if unknown := _UNKNOWN.search(said):
        return message("Qt has no {platform}, which QT_QPA_PLATFORM asks for.", platform=unknown[1])
    reason, _, _ = heard[-1].strip().partition("\n")[0].partition(". ")
    return message("Qt can't start: {reason}.", reason=reason.rstrip("."))


def _missing_library(platform: str) -> str:
    """The library of the system that a platform's plugin misses; "" for none. Qt names the wrong one."""
    import ctypes  # deferred: only where there is no window

    folder = os.path.join(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms")
    try:
        names = [name for name in os.listdir(folder) if name.startswith("libq" + platform)]
    except OSError:
        return ""
    for name in names:
        try:
            ctypes.CDLL(os.path.join(folder, name))
        except OSError as error:
            library, missing, _ = str(error).partition(": cannot open shared object file")
            return library if missing else ""
    return ""


_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM")
"""What is set in the environment of a Linux session where Qt can open a window."""
_PORTAL_DESKTOPS = frozenset(("KDE", "LXQT"))
_OWN_THEMES = ("kde", "libqtlxqt")
_PICTURES = 2048  # KiB of what styles paint, in place of 10,240: ours are kept where they are made


class Application(QApplication):
    """The application; macOS sends it the files of a double click, which are no words of its start.

    Attributes:
        opener: opens such files; None until there is a window.
    """

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.opener: Callable[[Sequence[str]], object] | None = None
        self._waiting: list[str] = []

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and (path := event.file()):
            self._waiting.append(path)
            self.open_waiting()
            return True
        return super().event(event)

    def open_waiting(self) -> None:
        """Open the files that were asked for, if there is what opens them."""
        if self.opener is not None and self._waiting:
            paths, self._waiting = self._waiting, []
            self.opener(paths)


def theme_options(environment: Mapping[str, str]) -> list[str]:
    """Options that give a Linux session its own dialogs for files where the Qt at hand has no theme for it.

    Qt of a wheel has GTK's theme only; other desktops have a portal. Where none answers, Qt shows its own.
    """
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").upper().split(":")
    if (
        sys.platform != "linux"
        or environment.get("QT_QPA_PLATFORMTHEME")
        or _PORTAL_DESKTOPS.isdisjoint(desktops)
    ):
        return []
    themes = os.path.join(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platformthemes")
    try:
        own = [name for name in os.listdir(themes) if name.lower().startswith(_OWN_THEMES)]
    except OSError:
        own = []
    return [] if own else ["-platformtheme", "xdgdesktopportal"]


def make_application(arguments: Sequence[str]) -> QApplication:
    """The QApplication with Qipu's style and font size; an existing one is reused."""
    there = QApplication.instance()
    if isinstance(there, QApplication):
        return there
    # Asked for by option: with setStyle() Python would have to make QStyle's hundred enumerations.
    options = ["-style", "fusion", *theme_options(os.environ)]
    with told_if_no_screen():
        application = Application([*arguments[:1], *options, *arguments[1:]])
    application.setApplicationName("qipu")
    application.setApplicationDisplayName("")
    application.setDesktopFileName("qipu")
    font = application.font()
    font.setPixelSize(round(UI_PIXELS))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    application.setFont(font)
    show_language(application)
    QPixmapCache.setCacheLimit(_PICTURES)
    return application


class _AfterPaint(QObject):
    """Calls a function once the window's board has been painted."""

    def __init__(self, window: Window, then: Callable[[], object]) -> None:
        super().__init__(window)
        self._then = then
        shown = window.stack.currentWidget()
        self._watched: QWidget = shown.stage.board if isinstance(shown, Desk) else window
        self._watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and watched is self._watched:
            watched.removeEventFilter(self)
            # Not by a timer: those that the window has started may be due while it is painted.
            QApplication.postEvent(self, QEvent(QEvent.Type.User))
        return False

    def customEvent(self, event: QEvent) -> None:
        self._then()


class Program:
    """The window of this process, and another in its place when the language changes.

    Attributes:
        window: that which is open now.
    """

    def __init__(self, store: Store, run: Run) -> None:
        self._store, self._run = store, run
        self.window: Window | None = None

    def open(
        self, workspace: Workspace, paths: Sequence[str], tabs: KeptSession | None = None
    ) -> Window:
        """Make the window, with files in front of the last session's tabs or of those given."""
        self.window = window = Window(workspace, self._store)
        _begin_run(self._run, window)
        window.opening = partial(self._open_all, window, paths, tabs)
        # A file with unsaved edits has another board than the one that is read from the disk.
        at_once = tabs is None and len(paths) == 1 and not _holds_files(self._store.journals)
        if not (at_once and window.show_board(paths[0])):
            window.complete()
        return window

    def _open_all(self, window: Window, paths: Sequence[str], tabs: KeptSession | None) -> None:
        """Open files and tabs in a window that is complete."""
        from viewer.ui.window.session_keeper import SessionKeeper  # deferred

        keeper = SessionKeeper(window, self._run, window)
        window.leaving.keep_with(keeper)
        keeper.begin(paths, tabs)
        window.looks.languageAsked.connect(self.change_language)
        window.tabs.show_start()
        application = QApplication.instance()
        if isinstance(application, Application):
            application.opener = keeper.hand
            application.open_waiting()

    def change_language(self) -> None:
        """Have a window in the language of the settings, with the same tabs, in place of this one."""
        window, application = self.window, QApplication.instance()
        assert window is not None
        assert isinstance(application, QApplication)
        application.setQuitOnLastWindowClosed(False)
        desk, ending = window.desk, window.work.ending
        running = [] if desk is None or desk.analysing is None else desk.analysis.running
        engines = [one.setup for one in running if one.setup is not None]
        try:
            tabs = window.leaving.give_way()
            if tabs is None:
                window.tell(message("Qipu changes its language at the next start."))
                return
            catalogs.choose(str(self._store.settings["language"]))
            show_language(application)
            workspace = Workspace()
            self._run = Run(os.path.join(self._store.state, "run.log"), workspace.files)
            following = self.open(workspace, (), tabs)
            following.setGeometry(window.geometry())
            following.setWindowState(window.windowState())
            following.show()
            following.finish()
            for number, engine in enumerate(engines):
                following.engines.start(engine, beside=number > 0)
            if ending:
                words = message("Ended by the change of language: {tasks}", tasks=listed(ending))
                following.tell(words)
            following.run_named("settings")  # where the language was chosen
            window.deleteLater()
        finally:
            application.setQuitOnLastWindowClosed(True)


def run(paths: Sequence[str], quit_after_paint: bool = False, new_window: bool = False) -> int:
    """Open the window with files; returns once it is closed (or painted, for measurements).

    A window that is there already opens them instead, unless `new_window` is set or it is to be measured.
    Raises Refused if there is no screen to open a window on.
    """
    with GarbagePause():  # nothing that is made now is garbage
        store, workspace = Store(), Workspace()
        this_run = Run(os.path.join(store.state, "run.log"), workspace.files)
        if not (this_run.alone or new_window or quit_after_paint):
            from viewer.ui.window.instance import hand_over  # deferred

            if hand_over(store.state, paths):
                return 0
        if language := str(store.settings["language"]):
            catalogs.choose(language)
        if sys.platform == "linux" and not any(map(os.environ.get, _SCREENS)):
            raise Refused(NO_SCREEN)
        application = make_application([sys.argv[0]])
        program = Program(store, this_run)
        window = program.open(workspace, [os.path.abspath(path) for path in paths])
        if quit_after_paint:
            _AfterPaint(window, partial(_leave_at_once, this_run))
        window.show()
        settle()
    return application.exec()


def _holds_files(folder: str) -> bool:
    """Whether there is anything in a folder."""
    try:
        with os.scandir(folder) as found:
            return any(found)
    except OSError:
        return False


def _begin_run(this_run: Run, window: Window) -> None:
    """Write down what goes wrong from now on, for the next start to tell."""
    python = ".".join(map(str, sys.version_info[:3]))
    this_run.note(f"{', '.join(versions())}, Python {python}, {sys.platform}\n")
    if this_run.alone:
        faulthandler.enable(this_run.fd)
    sys.excepthook = Door(window.tell, this_run.note)


def _leave_at_once(this_run: Run) -> None:
    """Exit at once: shutting down is no part of the measured start."""
    this_run.end()
    sys.stdout.flush()
    os._exit(0)
