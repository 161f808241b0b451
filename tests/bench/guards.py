"""What a change that changes nothing must leave alone: looks, what screen readers see, commands.

    python tests/bench/guards.py draw FOLDER [--tree CHECKOUT] [--games go] [--themes dark] [--scales 200]
    python tests/bench/guards.py compare BEFORE AFTER

`draw` brings windows of the six games into one state after the other (each page, mode, dialog and palette,
by the commands themselves) and writes into FOLDER, for each game and scale:

    seen.txt      a state a line, with the sum of its picture; pictures/SUM.png is that picture
    heard.txt     role, name and state of all that a screen reader sees there, and the order of Tab
    commands.txt  every command, field by field, where it stands, and whether it is possible there

The windows are those of the checkout that is named, else of this one. `compare` says what differs, and ends
with 1 if anything does. A run must be equal to the next one of the same checkout.
"""

from __future__ import annotations

import argparse
import difflib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
THEMES = ("light", "dark", "contrast", "contrast-dark")
SIZES = {100: (1280, 800), 200: (960, 540)}
"""Of the window in logical pixels, by scale in percent."""
_SUFFIXES = {
    "chess": "pgn",
    "go": "sgf",
    "hex": "hgt",
    "shogi": "kif",
    "twixt": "tgt",
    "xiangqi": "xqf",
}
_TEXTS = ("seen.txt", "heard.txt", "commands.txt")
_WAIT = 20  # seconds for what a state begins in the background
_OUTSIDE = frozenset(
    ("open", "open-folder", "save-as", "save-picture", "add-book", "add-tablebases", "add-engine")
)
"""They ask the system for a file only."""
_ALSO = (
    *("comment", "comment-large", "tools", "mark", "type-moves", "trial", "conceal", "beside"),
    *("board-alone", "guess", "drill", "solve", "score", "play-engine", "library-crosstable"),
    *("candidates-rows", "candidates-chips", "about", "keys", "palette", "glyphs-!"),
    *(
        "desk-one",
        "desk-games",
        "desk-tree",
        "desk-usual",
        "board-right",
        "board-above",
        "board-left",
    ),
    *("numbers-all", "nexts-all", "flip", "full-screen", "analyse"),
)
"""Commands that lead to a state although their names have no dots."""
_BACK = frozenset(("beside", "board-alone", "tools", "full-screen", "conceal", "flip", "analyse"))
"""Those of them that lead back if they are given again."""


def main() -> None:
    """Draw, or compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="part", required=True)
    draw = parts.add_parser("draw")
    draw.add_argument("folder", type=Path)
    draw.add_argument("--tree", type=Path, default=HERE.parent.parent.parent)
    draw.add_argument("--games", nargs="+", default=list(_SUFFIXES))
    draw.add_argument("--themes", nargs="+", default=list(THEMES))
    draw.add_argument("--scales", nargs="+", type=int, default=list(SIZES))
    comparison = parts.add_parser("compare")
    comparison.add_argument("before", type=Path)
    comparison.add_argument("after", type=Path)
    one = parts.add_parser("one")
    for name in ("folder", "game", "scale", "themes"):
        one.add_argument(name)
    args = parser.parse_args()
    if args.part == "compare":
        sys.exit(compare(args.before, args.after))
    if args.part == "one":
        draw_one(Path(args.folder), args.game, int(args.scale), args.themes.split(","))
        return
    for game in args.games:
        for scale in args.scales:
            start = time.monotonic()
            _run(args.folder.resolve(), args.tree.resolve(), game, scale, args.themes)
            print(f"{game} {scale} %: {time.monotonic() - start:.0f} s", flush=True)


def _run(folder: Path, tree: Path, game: str, scale: int, themes: list[str]) -> None:
    """Draw one game at one scale, in a process of its own: Qt takes its scale at the start."""
    environment = {
        **os.environ,
        **{"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "LANGUAGE": "en", "TZ": "UTC"},
        **{"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale / 100)},
    }
    words = ["one", str(folder), game, str(scale), ",".join(themes)]
    subprocess.run([sys.executable, "-P", str(HERE), *words], env=environment, check=True)


# ------------------------------------------------------------------------------------ comparing


def compare(before: Path, after: Path) -> int:
    """Print what differs; returns 1 if anything does, else 0."""
    parts = sorted(path.parent.relative_to(after) for path in after.glob("*/seen.txt"))
    differ, equal = 0, 0
    for part in parts:
        for name in _TEXTS:
            one, other = ((root / part / name).read_text("utf-8") for root in (before, after))
            if name == "seen.txt":
                old, new = (
                    dict(line.rsplit(" ", 1) for line in text.splitlines()) for text in (one, other)
                )
                for state in {**old, **new}:
                    if old.get(state) == new.get(state):
                        equal += 1
                        continue
                    differ += 1
                    print(
                        f"{part}: {state}: {_apart(before, after, old.get(state), new.get(state))}"
                    )
            elif one != other:
                differ += 1
                lines = difflib.unified_diff(one.splitlines(), other.splitlines(), lineterm="", n=1)
                print(f"{part}/{name}:", *list(lines)[2:60], sep="\n    ")
    print(f"{equal} pictures are equal; {differ} differences")
    return 1 if differ else 0


def _apart(before: Path, after: Path, old: str | None, new: str | None) -> str:
    """How two pictures differ, in words."""
    if old is None or new is None:
        return "only after" if old is None else "only before"
    from PySide6.QtGui import QImage  # only where something differs

    names = [root / "pictures" / f"{sum}.png" for root, sum in ((before, old), (after, new))]
    one, other = (QImage(str(name)).convertToFormat(QImage.Format.Format_RGB32) for name in names)
    where = f"{names[0]} {names[1]}"
    if one.size() != other.size():
        return f"{one.width()}×{one.height()}, then {other.width()}×{other.height()}: {where}"
    a, b = (bytes(each.constBits()) for each in (one, other))
    wide = 4 * one.width()
    rows = [
        y
        for y in range(one.height())
        if a[y * wide : (y + 1) * wide] != b[y * wide : (y + 1) * wide]
    ]
    columns = {
        x // 4 for y in rows for x in range(0, wide, 4)
        if a[y * wide + x : y * wide + x + 4] != b[y * wide + x : y * wide + x + 4]
    }  # fmt: skip
    return f"within x {min(columns)}–{max(columns)}, y {rows[0]}–{rows[-1]}: {where}"


# --------------------------------------------------------------------------------------- drawing


def draw_one(folder: Path, game: str, scale: int, themes: list[str]) -> None:
    """Draw all states of one game at one scale, in some themes."""
    from PySide6.QtWidgets import QApplication

    from viewer.base.resources import resource_path
    from viewer.ui import app

    # Paths are seen: they are the same in every run, and two runs don't meet there.
    place = Path(tempfile.gettempdir()) / f"qipu-guard-{game}-{scale}"
    with Path(f"{place}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(place, ignore_errors=True)
        records = place / "records"
        records.mkdir(parents=True)
        os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = str(place)
        sample = Path(str(resource_path("samples", "en", "study"))) / f"{game}.{_SUFFIXES[game]}"
        path = records / sample.name
        shutil.copy(sample, path)
        if game == "chess":
            path.write_text(path.read_text("utf-8") + _VALUED, "utf-8")
        shutil.copy(path, records / f"other{sample.suffix}")
        for each in records.iterdir():
            os.utime(each, (1_000_000_000, 1_000_000_000))
        application = app.make_application(["qipu"])
        assert isinstance(application, QApplication)
        application.setCursorFlashTime(0)
        drawer = _Drawer(folder / f"{game}-{scale}", place, scale)
        drawer.draw(path, game, themes)
        drawer.write()
        sys.stdout.flush()
        shutil.rmtree(place, ignore_errors=True)
        os._exit(0)  # what the windows began needn't be ended


_VALUED = """
[Event "Values"]
[White "One"]
[Black "Other"]
[Result "1/2-1/2"]

1. e4 {[%eval 0.2] [%clk 0:05:00] A comment.} e5 {[%eval 0.3] [%clk 0:04:50]} 2. Nf3 $1 {[%eval 0.1]}
Nc6 {[%eval 0.4]} (2... d6 {[%eval 0.6]} 3. d4) 3. Bb5 {[%eval 0.2]} a6 {[%eval -1.5]} 1/2-1/2
"""


class _Drawer:
    """Brings windows into states and keeps what is seen and heard of each."""

    def __init__(self, folder: Path, place: Path, scale: int) -> None:
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QMessageBox

        self._folder, self._place, self._size = folder, place, SIZES[scale]
        self._pictures = folder.parent / "pictures"
        self._lines: dict[str, list[str]] = {name: [] for name in _TEXTS}
        self._application, self._timer = QApplication, QTimer
        self._state = self._theme = ""
        self._chosen: list[str] = []
        self._told = True  # whether words are kept: those of the first theme
        self._heard = scale == 100
        for kind in (QDialog, QMessageBox):
            kind.exec = lambda dialog, *_: self._ask(dialog)
        QMenu.exec = QMenu.popup = lambda menu, *_: self._menu(menu)
        QFileDialog.exec = lambda dialog, *_: int(bool(self._chosen))
        QFileDialog.selectedFiles = lambda dialog: self._chosen
        self._runners = _tracked()

    # ----------------------------------------------------------------------------------- states

    def draw(self, path: Path, game: str, themes: list[str]) -> None:
        """Draw all states of a record's window."""
        from viewer.document.workspace import Workspace
        from viewer.ui import app
        from viewer.ui.commands import COMMANDS

        self._commands = COMMANDS
        store = app.Store(str(self._place / "settings"))
        self._window = window = app.Window(Workspace(), store)
        for name in ("animate", "careful", "font-hint", "session"):
            window.settings.set(name, False)
        window.tabs.show_start()
        window.resize(*self._size)
        window.show()
        window.activateWindow()
        window.finish()
        self._prepare(game)
        for theme in themes:
            self._theme, self._told = theme, theme == themes[0]
            self._run(f"theme-{theme}")
            self._seen("start page")
        self._tell_commands("start page")
        window.files.open_all([str(path)])
        for theme in themes:
            self._theme, self._told = theme, theme == themes[0]
            # What was made in another theme takes this one.
            self._run(f"theme-{theme}")
            self._record()
        if game == "chess":
            for theme in themes:
                self._theme, self._told = theme, theme == themes[0]
                self._run(f"theme-{theme}")
                self._others()
        # A dialog that is open meanwhile takes the theme, too.
        self._theme = "dark, then light"
        self._run("theme-dark")
        for command in ("settings", "library-conditions" if game == "chess" else "export"):
            self._run(command)
            dialog = self._dialogs()
            self._run("theme-light")
            for each in dialog:
                self._seen(command, each)
                each.close()
            self._run("theme-dark")

    def _prepare(self, game: str) -> None:
        """An engine, and a library where one is to be seen."""
        if game != "chess":
            return
        from viewer.engines.engine import EngineSetup
        from viewer.library.face import named

        script = HERE.parent.parent / "engines" / "scripted.py"
        engine = EngineSetup(
            "Scripted", "/usr/bin/python3", (str(script), "plays"), {"chess": "uci"}
        )
        self._window.engines.keep((engine,))
        records = str(self._place / "records")
        library = named("Samples", [records], str(self._place / "settings" / "library"))
        library.build()
        library.close()

    def _record(self) -> None:
        """The pages, modes and dialogs of a record."""
        desk = self._window.desk
        session = desk.session
        session.go(session.record.root)
        self._seen("record")
        self._tell_commands("record")
        node = session.cursor.forward(6)
        for each in _pages():
            session.go(session.record.root)
            self._run(each)
            self._seen(f"page {each}")
            session.go(node)
            self._seen(f"page {each}, at a move")
        self._run("usual-panels")
        self._tell_commands("at a move")
        self._context_menus()
        for id, command in self._commands.items():
            asks = command.name.text().endswith("…") and command.menu is not None
            if id in _OUTSIDE or not (asks or id in _ALSO) or id.startswith("library"):
                continue
            self._once(id, node)

    def _once(self, id: str, node: Any) -> None:
        """The state that a command leads to, and back."""
        window, desk = self._window, self._window.desk
        session = desk.session
        session.go(session.record.root if id in ("solve", "guess", "drill") else node)
        desk.focus_board()
        if not self._commands[id].possible(window):
            return
        self._state = id
        self._chosen = (
            [str(next(self._place.glob("records/other.*")))] if id == "compare-with" else []
        )
        self._run(id)
        self._chosen = []
        if not self._seen_dialogs(id):
            self._seen(id)
            if desk.mode is not None:
                self._tell_commands(id)
        if id in _BACK:
            self._run(id)
        if desk.mode is not None:
            desk.close_editor()
        self._escape()
        if window.desk is not desk:
            window.tabs.turn_to(desk)
        session.flush()
        for _ in range(9):
            if self._commands["undo"].possible(window):
                session.undo()
        self._settle()

    def _escape(self) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        for _ in range(3):
            widget = self._application.focusWidget()
            if widget is not None and widget is not self._window.desk.stage.board:
                QTest.keyClick(widget, Qt.Key.Key_Escape)
                self._application.processEvents()
        for widget in self._application.topLevelWidgets():
            if widget.isVisible() and widget is not self._window:
                widget.close()

    def _others(self) -> None:
        """The tabs that show no record, and their dialogs."""
        window, desk = self._window, self._window.desk
        window.folders.open([str(self._place / "records")])
        self._seen("folder")
        window.tabs.turn_to(desk)
        self._run("library")
        self._seen("library")
        self._tell_commands("library")
        for id in self._commands:
            if not id.startswith("library-") or not self._commands[id].possible(window):
                continue
            self._state = id
            self._run(id)
            if not self._seen_dialogs(id):
                self._seen(id)
        window.tabs.turn_to(desk)

    def _run(self, id: str) -> None:
        from viewer.base.messages import NOTHING

        self._window.say(NOTHING)  # what was said would go by itself, some time
        self._window.run(self._commands[id])
        self._settle()

    def _dialogs(self) -> list[Any]:
        from PySide6.QtWidgets import QDialog

        return [
            one
            for one in self._application.topLevelWidgets()
            if isinstance(one, QDialog) and one.isVisible()
        ]

    def _seen_dialogs(self, id: str) -> bool:
        """See the dialogs that a command opened, and close them; whether there were any."""
        dialogs = self._dialogs()
        for dialog in dialogs:
            self._seen(id, dialog)
            dialog.close()
        return bool(dialogs)

    def _ask(self, dialog: Any) -> int:
        """A dialog that waits for an answer: it is seen, and left."""
        dialog.show()
        self._seen(self._state or "question", dialog)
        dialog.close()
        return 0

    def _menu(self, menu: Any) -> None:
        """A menu at the mouse: what it offers."""
        self._tell("commands.txt", f"menu {self._state}: {' | '.join(_offered(menu))}")

    def _context_menus(self) -> None:
        from PySide6.QtCore import QPoint
        from PySide6.QtGui import QContextMenuEvent
        from PySide6.QtWidgets import QWidget

        for widget in self._window.findChildren(QWidget):
            if widget.isVisible() and widget.width() > 8:
                self._state = f"at a {type(widget).__name__} {widget.accessibleName()}".strip()
                middle = QPoint(widget.width() // 2, widget.height() // 2)
                event = QContextMenuEvent(
                    QContextMenuEvent.Reason.Mouse, middle, widget.mapToGlobal(middle)
                )
                event.setAccepted(False)
                widget.event(event)
        self._state = ""
        self._escape()

    # ---------------------------------------------------------------------------------- keeping

    def _settle(self) -> None:
        """Let all happen that is due, or runs in the background."""
        until = time.monotonic() + _WAIT
        quiet = 0
        while quiet < 3 and time.monotonic() < until:
            self._application.processEvents()
            self._application.sendPostedEvents(None, 52)  # deferred deletions
            busy = any(
                one.running if hasattr(one, "running") else one._working
                for one in list(self._runners)
            ) or any(
                timer.isActive() and timer.isSingleShot() and timer.interval() < 3000
                for widget in self._application.topLevelWidgets()
                for timer in widget.findChildren(self._timer)
            )
            quiet = 0 if busy else quiet + 1
            if busy:
                time.sleep(0.02)

    def _seen(self, state: str, widget: Any = None) -> None:
        """Keep how the window, or a dialog, looks and is heard now."""
        from PySide6.QtGui import QImage

        self._settle()
        shown = widget if widget is not None else self._window
        image = shown.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        name = hashlib.sha256(bytes(image.constBits())).hexdigest()[:20]
        picture = self._pictures / f"{name}.png"
        if not picture.exists():
            self._pictures.mkdir(parents=True, exist_ok=True)
            image.save(str(picture), quality=85)
        words = f"{self._theme}: {state}"
        if widget is not None:
            words += f", {type(widget).__name__}"
        lines = self._lines["seen.txt"]
        number = sum(line.rsplit(" ", 1)[0].startswith(words) for line in lines)
        lines.append(f"{words}{f' {number}' if number else ''} {name}")
        if self._told and self._heard:
            self._lines["heard.txt"] += [
                "",
                f"=== {state}",
                *_heard(shown),
                "--- Tab",
                *_tab(shown),
            ]

    def _tell(self, name: str, line: str) -> None:
        if self._told:
            self._lines[name].append(line)

    def _tell_commands(self, state: str) -> None:
        """Keep what each command is here."""
        if not self._told:
            return
        from viewer.ui.commands.table import why_not

        self._tell("commands.txt", f"=== {state}")
        for id, command in self._commands.items():
            chosen = command.chosen and command.chosen(self._window)
            fields = (
                command.title_in(self._window).text(),
                *(
                    command.name_in(self._window) is not None,
                    command.possible(self._window),
                    chosen,
                ),
                _text(why_not(command, self._window)),
            )
            if state == "start page":
                fields += (
                    *(command.name.text(), command.title.text(), command.keys, _text(command.menu)),
                    *(command.section, _text(command.group), command.icon, command.headed),
                    *(command.pauses, _text(command.also)),
                )
            self._tell("commands.txt", f"{id}: {' | '.join(map(str, fields))}")

    def write(self) -> None:
        """Write what was kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for name, lines in self._lines.items():
            (self._folder / name).write_text("\n".join(lines) + "\n", "utf-8")


def _tracked() -> Any:
    """All that will be asked in the background: runners of jobs, questions of which the newest counts."""
    import weakref

    from viewer.base import newest
    from viewer.ui.toolkit import jobs

    made: weakref.WeakSet[Any] = weakref.WeakSet()
    for kind in (jobs.JobRunner, newest.Newest):

        def init(
            self: Any, *args: Any, usual: Callable[..., None] = kind.__init__, **named: Any
        ) -> None:
            usual(self, *args, **named)
            made.add(self)

        kind.__init__ = init
    return made


def _pages() -> list[str]:
    """The commands that show the pages."""
    try:
        from viewer.ui.pages.panels import PANELS
    except ImportError:
        from viewer.ui.pages.panels import PANELS
    return [
        panel.command or f"show-{panel.id}" for panel in PANELS.values() if panel.id != "comment"
    ]


def _text(words: Any) -> str:
    return "" if words is None else words.text()


def _offered(menu: Any) -> Iterator[str]:
    for action in menu.actions():
        if action.isSeparator():
            yield "—"
        elif action.isVisible():
            yield action.text() + ("" if action.isEnabled() else " (not now)")


def _heard(widget: Any) -> Iterator[str]:
    """What a screen reader sees of a widget: a line each, by depth."""
    from PySide6.QtGui import QAccessible

    names = (
        *("disabled", "selected", "focusable", "focused", "pressed", "checked", "checkable"),
        *("expanded", "collapsed", "expandable", "readOnly", "editable", "multiLine", "hasPopup"),
    )
    stack = [(QAccessible.queryAccessibleInterface(widget), 0)]
    while stack:
        one, depth = stack.pop()
        if one is None or not one.isValid():
            continue
        state = one.state()
        if getattr(state, "invisible", 0):
            continue
        held = [name for name in names if getattr(state, name, 0)]
        texts = (one.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Description))
        words = " / ".join(filter(None, texts))
        yield f"{'  ' * depth}{one.role().name}: {words!r} {' '.join(held)}".rstrip()
        stack += [(one.child(at), depth + 1) for at in reversed(range(one.childCount()))]


def _tab(widget: Any) -> list[str]:
    """The order in which Tab leads through a window."""
    from PySide6.QtCore import Qt

    found, one = [], widget.nextInFocusChain()
    while one is not None and one is not widget:
        by_tab = one.focusPolicy() & Qt.FocusPolicy.TabFocus
        if by_tab and one.isVisible() and one.isEnabled() and one.window() is widget:
            found.append(
                f"{one.metaObject().className()}: {one.accessibleName() or getattr(one, 'text', str)()}"
            )
        one = one.nextInFocusChain()
    return found


if __name__ == "__main__":
    main()
