"""Qt that can open no window: one sentence in place of its own and a core dump."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from PySide6.QtCore import QLibraryInfo, QMessageLogContext, QtMsgType, qInstallMessageHandler

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.patterns import late

NO_SCREEN = message(
    "There is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set."
)
_FAILED = 2  # the exit status of the command line's other refusals
_SCREENS = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
_UNLOADED = late('Could not load the Qt platform plugin "([^"]+)"')
_UNKNOWN = late('Could not find the Qt platform plugin "([^"]+)"')


@contextmanager
def told_if_none() -> Iterator[None]:
    """Within this, a QApplication that can't be made ends the process with a sentence and status 2.

    Qt calls abort() there once its message has been heard: nothing can be raised.
    """
    heard: list[str] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        heard.append(text)
        if kind == QtMsgType.QtFatalMsg:
            print(f"qipu: {tr(why(heard, os.environ))}", file=sys.stderr, flush=True)
            os._exit(_FAILED)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for text in heard:
            print(text, file=sys.stderr)


def why(heard: list[str], environment: Mapping[str, str]) -> Message:
    """Why there is no window, by what Qt has said; the last is what it ends the process with."""
    said = "\n".join(heard)
    tried = _UNLOADED.findall(said)
    for platform in tried:
        asked = platform not in _SCREENS or environment.get(_SCREENS[platform])
        if asked and (library := _missing_library(platform)):
            return message("Qt can't start: the system has no {library}.", library=library)
    if named := [_SCREENS[one] for one in tried if environment.get(_SCREENS.get(one, ""))]:
        places = ", ".join(f"{name}={environment[name]}" for name in named)
        return message(
            "There is no screen to open a window on: nothing answers at {places}.", places=places
        )
    if any(one in _SCREENS for one in tried):
        return NO_SCREEN
    if unknown := _UNKNOWN.search(said):
        return message("Qt has no {platform}, which QT_QPA_PLATFORM asks for.", platform=unknown[1])
    reason, _, _ = heard[-1].strip().partition("\n")[0].partition(". ")
    return message("Qt can't start: {reason}.", reason=reason.rstrip("."))


def _missing_library(platform: str) -> str:
    """The library of the system that a platform's plugin misses; "" for none. Qt names the wrong one."""
    import ctypes  # deferred, as all of this: only where there is no window

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
