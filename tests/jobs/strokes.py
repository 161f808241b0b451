"""Hands on keyboard and mouse, which count what they do.

A job is a generator that yields what the hands do next and what they wait for; the window runs its
usual event loop between. So a key may open a dialog that waits for an answer, and the next key
answers it. Events go through Qt's window system as those of a real keyboard and mouse do: to the window
in front, by the focus, by what lies under the pointer. Nothing of the program is called.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QMenu, QTabBar, QWidget

from viewer.tree.node import Node
from viewer.ui.pages.graph_page import GraphPage
from viewer.ui.session.record_session import RecordSession
from viewer.ui.window.window import Window

PATIENCE = 60.0
"""Seconds after which something that doesn't come has failed."""

Act = Callable[[], None]
Sight = Callable[[], object]
"""What somebody looks at: true once they see it."""


class Wait:
    """Wait until something is seen; costs no key and no click."""

    def __init__(self, seen: Sight, what: str) -> None:
        self.seen, self.what = seen, what


Job = Generator[Act | Wait, None, None]


class Hands:
    """Two hands.

    Attributes:
        window: the window they work in.
        keys: keys that were pressed, a chord (Ctrl+L) being one.
        clicks: clicks and drags.
        letters: letters of what was written: words, names, moves.
        strokes: all of it in order, as people would write it down.
    """

    def __init__(self, window: Window) -> None:
        self.window = window
        self.keys = self.clicks = self.letters = 0
        self.strokes: list[str] = []

    @property
    def session(self) -> RecordSession:
        """The record that is open in the tab."""
        session = self.window.session
        assert session is not None
        return session

    def siblings(self, node: Node | None = None) -> list[Node]:
        """The moves that stand beside one (the current one), itself among them, the main line first."""
        parent = (node or self.session.node).parent
        assert parent is not None, "the start of the record"
        return parent.children

    def explored(self) -> list[str]:
        """The moves that the panel of the explorer shows, as far as they are there."""
        desk = self.window.desk
        page = None if desk is None else desk.panels.made("explorer")
        if page is None or page.table is None:
            return []
        return [one.text for one in page.table.moves.first(9)]

    def found(self, name: str) -> QAbstractButton | None:
        """A button that is seen, by what it is called or says; None if there is none."""
        for one in QApplication.allWidgets():
            named = isinstance(one, QAbstractButton) and name in (one.accessibleName(), one.text())
            if named and one.isVisible():
                return one
        return None

    def button(self, name: str) -> QAbstractButton:
        """A button that is seen, by what it is called or says."""
        one = self.found(name)
        assert one is not None, f"no button {name}"
        return one

    # ------------------------------------------------------------------------------- keyboard

    def press(self, chord: str, times: int = 1) -> Iterator[Act | Wait]:
        """Press a key, or several together: "Ctrl+L", "Return"."""
        self._note(chord.replace("Return", "Enter"), times)
        for _ in range(times):
            self.keys += 1
            yield _KEYBOARD
            yield lambda: _key(chord)

    def write(self, text: str) -> Iterator[Act | Wait]:
        """Write a text; letters that no key has come from an input method."""
        self._note(f"“{text}”")
        for letter in text:
            self.letters += 1
            yield _KEYBOARD
            yield lambda letter=letter: _letter(letter)

    def enter(self, *texts: str) -> Iterator[Act | Wait]:
        """Write texts, each with Enter behind it."""
        for text in texts:
            yield from self.write(text)
            yield from self.press("Return")

    # ---------------------------------------------------------------------------------- mouse

    def click(self, name: str) -> Iterator[Act]:
        """Click a button by what it is called or says."""
        yield from self._clicked(name, middle(self.button(name)))

    def square(self, *names: str, right: bool = False) -> Iterator[Act]:
        """Click squares of the board."""
        for name in names:
            yield from self._clicked(name, self.point_of(name), right=right)

    def at(self, name: str, widget: QWidget, x: int) -> Iterator[Act]:
        """Click a place of a widget, pixels from its left, halfway down."""
        yield from self._clicked(name, widget.mapToGlobal(QPoint(x, widget.height() // 2)))

    def tab(self, title: str, right: bool = False) -> Iterator[Act]:
        """Click the tab of a page by its title."""
        for bar in self.window.findChildren(QTabBar):
            for index in range(bar.count()):
                if bar.isVisible() and bar.tabText(index) == title:
                    point = bar.mapToGlobal(bar.tabRect(index).center())
                    yield from self._clicked(f"tab {title}", point, right=right)
                    return
        raise AssertionError(f"no tab {title}")

    def move(self, path: str, right: bool = False) -> Iterator[Act | Wait]:
        """Click a move of the notation: the children to follow from the start, "000" for the third move."""
        desk = self.window.desk
        assert desk is not None
        node, view = self.session.record.root, desk.panels.notation
        for child in path:
            node = node.children[int(child)]

        def box() -> QRect | None:
            return None if view._sight is None else view._sight.rect_of(node)

        yield see(lambda: box() is not None, "the move in the notation")
        shown = box()
        assert shown is not None
        point = view.viewport().mapToGlobal(shown.center())
        yield from self._clicked(f"move {len(path)} in the notation", point, right=right)

    def graphed(self, path: str, right: bool = False) -> Iterator[Act | Wait]:
        """Click a move of the graph, called as in `move`."""
        desk = self.window.desk
        assert desk is not None
        node = self.session.record.root
        for child in path:
            node = node.children[int(child)]
        graph = desk.panels.page("graph")
        assert isinstance(graph, GraphPage)
        view = graph.view
        yield see(lambda: view.model.lanes.spot(node) is not None, "the move in the graph")
        spot = view.model.lanes.spot(node)
        assert spot is not None
        point = view.viewport().mapToGlobal(view.point_of(spot).toPoint())
        yield from self._clicked(f"move {len(path)} in the graph", point, right=right)

    def drag(self, start: str, end: str, right: bool = False) -> Iterator[Act]:
        """Drag from a square to another."""
        self._note(f"{start}–{end} dragged")
        self.clicks += 1
        button = Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton
        a, b = self.point_of(start), self.point_of(end)
        yield lambda: _mouse(QTest.mousePress, a, button)
        for part in (1, 2, 3, 4):
            way = a + (b - a) * part / 4
            yield lambda way=way: _moved(way)
        yield lambda: _mouse(QTest.mouseRelease, b, button)

    def choose(self, *titles: str) -> Iterator[Act | Wait]:
        """Click through menus by their titles, from the one that is open."""
        for title in titles:
            yield see(lambda title=title: _entry(title) is not None, f"“{title}” in a menu")
            found = _entry(title)
            assert found is not None
            menu, action = found
            box = menu.actionGeometry(action)
            yield from self._clicked(title, menu.mapToGlobal(box.center()))

    def choose_from_menus(self, *titles: str) -> Iterator[Act | Wait]:
        """Click the window's button for menus, and through them."""
        yield from self.click("Menu")
        yield from self.choose(*titles)

    def _clicked(self, name: str, point: QPoint, right: bool = False) -> Iterator[Act]:
        self._note(("right click on " if right else "") + name)
        self.clicks += 1
        button = Qt.MouseButton.RightButton if right else Qt.MouseButton.LeftButton
        yield lambda: _moved(point)
        yield lambda: _mouse(QTest.mousePress, point, button)
        yield lambda: _mouse(QTest.mouseRelease, point, button)

    def point_of(self, square: str) -> QPoint:
        """The middle of a square of the board, on the screen."""
        desk = self.window.desk
        assert desk is not None
        board = desk.stage.board if desk.mode is None else desk.mode.board
        return board.mapToGlobal(board.centre_of(square).toPoint())

    def _note(self, words: str, times: int = 1) -> None:
        self.strokes.append(words if times == 1 else f"{words} × {times}")


def see(seen: Sight, what: str = "") -> Wait:
    """Wait until something is seen."""
    return Wait(seen, what)


def _has_keyboard() -> bool:
    """Whether a window has the keyboard; the one in front gets it, as window managers do it.

    Qt's offscreen platform leaves it nowhere when a popup closes.
    """
    front, dialog = QGuiApplication.focusWindow(), QApplication.activeModalWidget()
    if QApplication.activePopupWidget() is not None:
        return True
    if dialog is not None and dialog.windowHandle() is not front:
        dialog.activateWindow()
        return False
    if front is None:
        for one in QApplication.topLevelWidgets():
            if one.isVisible() and isinstance(one, QMainWindow):
                one.activateWindow()
        return False
    return QApplication.focusWidget() is not None and QApplication.activeWindow() is not None


_KEYBOARD = Wait(_has_keyboard, "a window that has the keyboard")


def middle(widget: QWidget) -> QPoint:
    """The middle of what is seen of a widget, on the screen."""
    shown = widget.visibleRegion().boundingRect()
    assert not shown.isEmpty(), f"{widget} isn't seen"
    return widget.mapToGlobal(shown.center())


def dialog(kind: str = "") -> Wait:
    """Wait until a dialog stands open, of a kind by the name of its class."""

    def there() -> bool:
        found = QApplication.activeModalWidget()
        return found is not None and kind in type(found).__name__

    return Wait(there, f"a dialog {kind}")


def open_file(hands: Hands, name: str) -> Job:
    """Open a file of the folder that the dialog begins in."""
    yield from hands.press("Ctrl+O")
    yield dialog("QFileDialog")
    yield from hands.enter(name)
    window = hands.window
    yield see(
        lambda: window.session is not None and (window.session.document.path or "").endswith(name),
        name,
    )


def save_as(hands: Hands, chord: str, path: Path) -> Job:
    """Press what asks for a file, and write its name."""
    yield from hands.press(chord)
    yield dialog("QFileDialog")
    yield from hands.enter(path.name)
    yield see(path.exists, path.name)


def last_position(hands: Hands, home: Path) -> Job:
    """Make a picture of the last position of the line, by the name that is offered."""
    yield from hands.press("End")
    yield from hands.press("Ctrl+E")
    yield dialog("QFileDialog")
    yield from hands.press("Return")
    yield see(lambda: list(home.glob("*.png")) or list(home.glob("*.svg")), "the picture")


def export(hands: Hands, kind: str, path: Path, games: str = "") -> Job:
    """Export by the dialog: the first letters of the kind, and of which games; twice Enter."""
    yield from hands.press("Ctrl+Shift+E")
    yield dialog("ExportDialog")
    yield from hands.write(kind)
    if games:
        yield from hands.press("Tab")
        yield from hands.write(games)
    yield from hands.press("Return")
    yield dialog("QFileDialog")
    yield from hands.press("Return")
    yield see(lambda: path.exists() and not hands.window.tasks.running, str(path.name))


# ------------------------------------------------------------------------------------ running


def work(job: Job) -> None:
    """Do a job to its end."""
    _Run(job).go()


class _Run:
    """One job, a step with each turn of whatever event loop runs."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._loop = QEventLoop()
        self._wait: Wait | None = None
        self._until = 0.0
        self._acting: tuple[QWidget | None, QWidget | None] | None = None
        self._failed: BaseException | None = None
        self._done = False
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)

    def go(self) -> None:
        """Run until the job is done; raises what went wrong in it."""
        self._timer.start(0)
        self._loop.exec()
        self._timer.stop()
        self._job.close()
        if self._failed is not None:
            raise self._failed

    def _step(self) -> None:
        if self._acting == _above():
            self._timer.start(1)  # Qt takes the events of one key one by one, with turns between
            return
        self._acting = None
        try:
            if self._wait is not None and not self._came(self._wait):
                self._timer.start(4)
                return
            self._wait = None
            act = next(self._job)
        except StopIteration:
            self._end()
            return
        except BaseException as error:  # told by go(), outside Qt
            self._failed = error
            self._end()
            return
        self._timer.start(0)  # first: what is done may open a dialog and its own event loop
        if isinstance(act, Wait):
            self._wait, self._until = act, time.monotonic() + PATIENCE
            return
        acting = self._acting = _above()
        try:
            act()
        except BaseException as error:  # as above
            self._failed = error
            self._end()
        if self._acting is acting:
            self._acting = None

    def _came(self, wait: Wait) -> bool:
        if wait.seen():
            return True
        if time.monotonic() > self._until:
            raise AssertionError(f"never seen: {wait.what or wait.seen}; {_front()}")
        return False

    def _end(self) -> None:
        """Leave dialogs that a job which failed has left open."""
        for _ in range(10):
            left = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if left is None:
                break
            left.close()
        self._loop.quit()


def _above() -> tuple[QWidget | None, QWidget | None]:
    """The dialog and the menu that stand over the window: each has an event loop of its own."""
    return QApplication.activeModalWidget(), QApplication.activePopupWidget()


def _front() -> str:
    window, focus = QGuiApplication.focusWindow(), QApplication.focusWidget()
    menus = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu)]
    entries = [action.text() for menu in menus if menu.isVisible() for action in menu.actions()]
    return f"in front is {window}, the focus is on {focus}, menus say {entries}"


# ------------------------------------------------------------------------------------- events


def _key(chord: str) -> None:
    window = QGuiApplication.focusWindow()
    assert window is not None, "no window has the keyboard"
    combination = QKeySequence(chord)[0]
    QTest.keyClick(window, combination.key(), combination.keyboardModifiers())


def _letter(letter: str) -> None:
    window, focus = QGuiApplication.focusWindow(), QApplication.focusWidget()
    assert window is not None, "no window has the keyboard"
    if letter.isascii():
        QTest.keyClick(window, letter)  # type: ignore[call-overload]  # a character, as in C++
        return
    event = QInputMethodEvent()
    event.setCommitString(letter)
    QApplication.sendEvent(focus, event)


def _top(point: QPoint) -> QWidget:
    """The window of the program in front at a point of the screen."""
    menus = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu)]
    above = [QApplication.activePopupWidget(), *menus, QApplication.activeModalWidget()]
    for one in above:
        if one is not None and one.isVisible() and one.geometry().contains(point):
            return one
    under = QApplication.topLevelAt(point) or QApplication.activeWindow()
    assert under is not None, f"nothing lies at {point}"
    return under.window()


def _mouse(event: Callable[..., None], point: QPoint, button: Qt.MouseButton) -> None:
    handle = _top(point).windowHandle()
    held = Qt.KeyboardModifier.NoModifier
    event(handle, button, held, handle.mapFromGlobal(point))


def _moved(point: QPoint) -> None:
    handle = _top(point).windowHandle()
    QTest.mouseMove(handle, handle.mapFromGlobal(point))


def _entry(title: str) -> tuple[QMenu, QAction] | None:
    """An open menu and its entry with a title."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMenu) and widget.isVisible():
            for action in widget.actions():
                text = action.text().replace("&", "").partition("\t")[0]
                if text == title and action.isVisible():
                    return widget, action
    return None
