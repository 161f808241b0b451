"""What all tests share: no display, the same random examples everywhere, nothing left behind by a window."""

from __future__ import annotations

import gc
import importlib.util
import locale
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

import needs
import pytest
import runs
from hypothesis import HealthCheck, settings

from viewer.base import catalogs, garbage

# Without a display Qt would end the whole process instead of failing a test.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Tests read English sentences, whoever's machine they run on.
os.environ["LANGUAGE"] = "en"
# A shell has what it starts with & ignore Ctrl+C; programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

HAS_QT = all(importlib.util.find_spec(name) for name in ("PySide6", "pytestqt"))

_APPLICATION = pytest.StashKey[object]()

# Folders below tests/ whose tests need a window.
_QT_ROOMS = ("jobs", "paint", "ui")
collect_ignore = [] if HAS_QT else list(_QT_ROOMS)

# Seconds after which what a window test waits for has failed to come, however busy the machine is; and
# after which a dialog that nobody answers is closed, and its test fails: while a dialog waits,
# pytest-timeout can't end a test.
_PATIENCE = 90

# How long an example takes says more about the machine than about the code.
_ANY_SPEED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default", max_examples=50, derandomize=True, database=None, **_ANY_SPEED)
settings.register_profile("fuzz", max_examples=5_000, print_blob=True, **_ANY_SPEED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture
def peopled() -> Callable[[Any], Any]:
    """Gives a game's start; where hardly a piece stands there, a position after some moves."""

    def made(game: Any) -> Any:
        state, chance = game.start(None), random.Random(1)
        while 4 * len(list(game.pieces(state))) < len(game.geometry.squares):
            state = game.step(state, chance.choice(game.legal_moves(state)))
        return state

    return made


if HAS_QT:

    @pytest.fixture
    def qtbot(qtbot: Any) -> Any:
        """pytest-qt's, whose own limit of five seconds a busy machine can exceed."""
        for name in ("waitUntil", "waitSignal", "waitExposed"):
            setattr(qtbot, name, partial(getattr(qtbot, name), timeout=1000 * _PATIENCE))
        return qtbot

    @pytest.fixture(autouse=True)
    def _has_han(request: pytest.FixtureRequest) -> Iterator[None]:
        """As where a font for Chinese is installed: no window says that there is none.

        Tests of that sentence say which fonts there are.
        """
        if "qapp" not in request.fixturenames:
            yield
            return
        from viewer.ui.toolkit import language

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(language, "can_write_han", lambda: True)
            yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--outcomes-to",
        metavar="FILE",
        help="write there, a line each, which tests ran and which were skipped, for tests/runs.py",
    )
    parser.addoption(
        "--remember",
        metavar="FOLDER",
        help="keep there which lines each test runs, for packaging/dev.py test --changed",
    )
    if not HAS_QT:
        # pytest-qt would have declared its settings; --strict-config refuses unknown ones.
        parser.addini("qt_log_level_fail", "not used without pytest-qt")
        parser.addini("qt_log_ignore", "not used without pytest-qt", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    if folder := config.getoption("--remember"):
        from remembering import Remembering  # deferred: only .venv has coverage

        config.pluginmanager.register(Remembering(folder, config))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not HAS_QT:
        for item in items:
            if item.get_closest_marker("gui"):
                item.add_marker(pytest.mark.skip(reason="needs PySide6 and pytest-qt"))


def pytest_collection_finish(session: pytest.Session) -> None:
    if HAS_QT and any("qapp" in getattr(item, "fixturenames", ()) for item in session.items):
        # Before any test: drawing a text without one makes a QGuiApplication, which has no windows.
        from PySide6.QtWidgets import QApplication

        session.stash[_APPLICATION] = QApplication.instance() or QApplication(["pytest-qt"])
        # Qt takes the environment's locale, in which the C library would remember a text of the system
        # in the language of the test that met it first.
        locale.setlocale(locale.LC_MESSAGES, "C")
    # What is alive now is not a test's: the guards below don't have to look at it each time.
    gc.collect()
    gc.freeze()
    # Else a tab that is closed would have all that tests ever made looked at.
    young = dict.fromkeys(("freeze", "unfreeze"), lambda: None)
    garbage.gc = SimpleNamespace(**vars(gc) | young)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> Iterator[None]:
    yield  # the list of what failed and was skipped
    lacking = {
        report.nodeid: named
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple) and (named := needs.named(report.longrepr[2]))
    }
    if lacking:
        terminalreporter.write_line(needs.summary(len(lacking), chain(*lacking.values())))
    if place := config.getoption("--outcomes-to"):
        Path(place).write_text(runs.lines_of(terminalreporter.stats), "utf-8")
    if not HAS_QT:
        left_out = " and ".join(f"tests/{room}" for room in _QT_ROOMS)
        terminalreporter.write_line(
            f"Without PySide6 and pytest-qt: {left_out} were not collected."
        )


def pytest_sessionfinish() -> None:
    # Qt's offscreen platform crashes at the program's end with a clipboard that isn't empty.
    if HAS_QT:
        from PySide6.QtGui import QGuiApplication

        if QGuiApplication.instance() is not None:
            QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Fail a test that left Python's garbage collector off."""
    yield
    if not gc.isenabled():
        gc.enable()
        pytest.fail("the garbage collector was left off")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Fail a test that left another language than English."""
    yield
    left = catalogs.active() or catalogs.chosen()
    catalogs.use(None)
    if left:
        pytest.fail(f"the language was left as {left}")


@pytest.fixture(autouse=True)
def _nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that used Qt and left a window, a running thread or timer, or a question behind."""
    if not HAS_QT or "qapp" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("qapp")
    # What earlier tests left is freed, or no longer looked at, neither here nor by the collector.
    gc.collect()
    _earlier.update(_clocks())
    gc.freeze()
    known = _left()  # held, so that no new object can get the id of an old one
    ids = {id(thing) for thing in known}
    with _unanswered() as questions:
        yield
    if questions:
        pytest.fail("nobody answered: " + "; ".join(questions))
    new = [thing for thing in _left() if id(thing) not in ids]
    if new:
        # A window in a cycle of references is no leak yet: it goes with the next collection.
        del new
        gc.collect()
        new = [thing for thing in _left() if id(thing) not in ids]
    if new:
        pytest.fail("left behind: " + ", ".join(map(repr, new)))


@contextmanager
def _unanswered() -> Iterator[list[str]]:
    """Closes dialogs that have waited for long; what they said."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QDialog, QLabel

    said: list[str] = []
    waiting: list[object] = []  # the dialog that is open, once for each second

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        waiting[:] = [*waiting, dialog] if waiting and waiting[0] is dialog else [dialog]
        if isinstance(dialog, QDialog) and len(waiting) > _PATIENCE:
            labels = dialog.findChildren(QLabel)
            said.append(", ".join(filter(None, (label.text() for label in labels))))
            dialog.reject()

    timer = QTimer(interval=1000)
    timer.timeout.connect(look)
    timer.start()
    try:
        yield said
    finally:
        timer.stop()


def _left() -> list[Any]:
    """The windows there are, and the threads and timers that run."""
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QEvent, QThread
    from PySide6.QtWidgets import QApplication

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    # Qt keeps one tooltip window for the whole program.
    found: list[Any] = [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.metaObject().className() != "QTipLabel"
    ]
    for thing in {*_clocks(), *_earlier}:
        if not shiboken6.isValid(thing):
            continue
        if thing.isRunning() if isinstance(thing, QThread) else thing.isActive():
            found.append(thing)
    return found


_earlier: WeakSet[Any] = WeakSet()
"""Threads and timers that the collector no longer looks at: a test may start one again."""


def _clocks() -> list[Any]:
    """The threads and timers that the collector looks at."""
    from PySide6.QtCore import QThread, QTimer

    return [one for one in gc.get_objects() if issubclass(type(one), (QThread, QTimer))]
