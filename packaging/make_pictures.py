#!/usr/bin/env python3
"""Make the pictures of the front page in docs, from the program itself.

    .venv/bin/python packaging/make_pictures.py [NAME…]

All of them, or film, boards, dark, search, compare, graph, book, problems. They show its window offscreen,
with the samples, a page of a book and a page of problems. The engine is
Fairy-Stockfish, and Chromium shows the page of problems: where one isn't installed, what needs it stays as
it is, which is said.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
DOCS = ROOT / "docs"
# The games, with the ply at which a board of each is seen.
AT = {"xiangqi": 9, "go": 40, "chess": 20, "shogi": 12, "hex": 8, "twixt": 8}
SIZE = 1040, 680  # pixels of a picture
FILM = 960, 600  # of the film, without the line below
LINE = 30  # pixels of the line that says what is done
SECOND = 1000  # ms
PICTURES: dict[str, Callable[[], None]] = {}


def picture(make: Callable[[], None]) -> Callable[[], None]:
    """Register what makes one, or several that belong together."""
    PICTURES[make.__name__] = make
    return make


def sample(game: str, kind: str = "study") -> Path:
    """The sample of a game, in English."""
    from viewer.base.samples import samples

    return Path(samples()[game][kind])


class Studio:
    """A window offscreen, with folders of its own, that does what commands say.

    Attributes:
        folder: for records and settings; it goes at the end.
        window: the window.
    """

    def __init__(self, size: tuple[int, int] = SIZE, theme: str = "light") -> None:
        from PySide6.QtWidgets import QDialog, QMenu, QMessageBox

        from viewer.document.workspace import Workspace
        from viewer.ui import app
        from viewer.ui.commands import COMMANDS

        self.folder = Path(tempfile.mkdtemp(prefix="qipu-pictures-"))
        (self.folder / "records").mkdir()
        os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = str(self.folder)
        for kind in (QDialog, QMessageBox):
            kind.exec = lambda dialog, *_: dialog.show() or 0
        QMenu.exec = QMenu.popup = lambda menu, *_: None
        self._commands = COMMANDS
        self.window = app.Window(Workspace(), app.Store(str(self.folder / "settings")))
        for name in ("animate", "careful", "font-hint", "session"):
            self.window.settings.set(name, False)
        self.window.tabs.show_start()
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        self.window.finish()
        self.run(f"theme-{theme}")

    def sample(self, game: str) -> Path:
        """A copy of the sample of a game."""
        path = sample(game)
        copy = self.folder / "records" / path.name
        shutil.copy(path, copy)
        os.utime(copy, (1_000_000_000, 1_000_000_000))
        return copy

    def open(self, path: Path) -> Any:
        """Open a file; returns its session."""
        self.window.files.open_all([str(path)])
        self.window.finish()
        self.settle(1)
        return self.window.desk.session

    def run(self, id: str) -> None:
        """Give a command."""
        from viewer.base.messages import NOTHING

        self.window.say(NOTHING)
        self.window.run(self._commands[id])
        self.settle()

    def settle(self, seconds: float = 0.3) -> None:
        """Let all happen that is due, for so many seconds."""
        from PySide6.QtWidgets import QApplication

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, 52)  # deferred deletions
            time.sleep(0.01)

    def grab(self, dialog: Any = None) -> Any:
        """What is seen of the window, with a dialog before it, as an image of Pillow."""
        image = pixels(self.window)
        if dialog is not None:
            shown = pixels(dialog)
            left, top = image.width - shown.width - 40, max(image.height - shown.height - 90, 10)
            edge = (left - 1, top - 1, left + shown.width + 1, top + shown.height + 1)
            image.paste((120, 116, 108), edge)
            image.paste(shown, (left, top))
        return image

    def dialog(self) -> Any:
        """The dialog that is open."""
        from PySide6.QtWidgets import QApplication, QDialog

        every = QApplication.topLevelWidgets()
        return next(one for one in every if isinstance(one, QDialog) and one.isVisible())

    def close(self) -> None:
        """End with the window, and take the folder away."""
        self.window.hide()
        shutil.rmtree(self.folder, ignore_errors=True)


def pixels(widget: Any) -> Any:
    """A widget as it is seen, as an image of Pillow."""
    from PIL import Image
    from PySide6.QtGui import QImage

    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    size, data = (image.width(), image.height()), bytes(image.constBits())
    return Image.frombuffer("RGB", size, data, "raw", "RGB", image.bytesPerLine(), 1).copy()


def keep(image: Any, path: Path) -> None:
    """Write a picture in as few colours as keep it as it looks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image.quantize(256, method=0, dither=0).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


# ------------------------------------------------------------------------------------ the window


@picture
def boards() -> None:
    """The six games, each at a move of its sample."""
    for game in AT:
        studio = Studio()
        session = studio.open(studio.sample(game))
        session.go(session.cursor.forward(AT[game]))
        studio.settle()
        keep(studio.grab(), DOCS / "games" / f"{game}.png")
        studio.close()


@picture
def dark() -> None:
    """A game of go in dark colours."""
    studio = Studio((1280, 800), "dark")
    session = studio.open(studio.sample("go"))
    session.go(session.cursor.forward(60))
    studio.settle()
    keep(studio.grab(), DOCS / "go-dark.png")
    studio.close()
    studio = Studio((1280, 800))
    session = studio.open(studio.sample("xiangqi"))
    session.go(session.cursor.forward(9))
    studio.settle()
    keep(studio.grab(), DOCS / "desk-light.png")
    studio.close()


@picture
def search() -> None:
    """What a library of the samples finds for a position."""
    from viewer.base.samples import SAMPLES, samples
    from viewer.library.face import named

    studio = Studio()
    records = studio.folder / "records"
    for game in AT:
        for kind in SAMPLES:
            if kind in samples()[game]:
                shutil.copy(sample(game, kind), records)
    library = named("My games", [str(records)], str(studio.folder / "settings" / "library"))
    library.build()
    library.close()
    session = studio.open(records / "chess.pgn")
    session.go(session.cursor.forward(2))
    studio.run("library-position")
    studio.settle(3)
    keep(studio.grab(), DOCS / "pictures" / "search.png")
    studio.close()


@picture
def compare() -> None:
    """Two files of the same game compared move by move."""
    from viewer.ui.controllers.disk import compare_with_file

    studio = Studio()
    mine, theirs = (studio.folder / "records" / f"{name}.pgn" for name in ("mine", "theirs"))
    text = sample("chess", "game").read_text("utf-8")
    mine.write_text(text, "utf-8")
    for old, new in {
        "11. Rg1 $1": "11. Rg1",
        "4. Kf1 b5": "4. Kf1 {The king is safe here.} 4... b5",
    }.items():
        text = text.replace(old, new)
    theirs.write_text(text.replace("5. Bxb5 Nf6", "5. Bxb5 Nf6 (5... g5 6. Nc3)"), "utf-8")
    session = studio.open(mine)
    session.go(session.cursor.forward(9))
    dialog = compare_with_file(studio.window, str(theirs))
    assert dialog is not None
    dialog.resize(560, 270)
    studio.settle(3)
    keep(studio.grab(dialog), DOCS / "pictures" / "compare.png")
    studio.close()


def engine() -> str | None:
    """Where Fairy-Stockfish is; None, and a sentence, where it isn't installed."""
    found = shutil.which("fairy-stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        print("What needs an engine stays as it is: Fairy-Stockfish isn't installed.")
    return found


def analysed(path: Path, game: Path) -> bool:
    """Put a game of chess at a path, with an engine's evaluations; False without an engine."""
    import viewer

    program = engine()
    if program is None:
        return False
    shutil.copy(game, path)
    doc = viewer.open(path)
    viewer.annotate(doc, viewer.analyse(doc, viewer.engine(program), depth=13), lines=False)
    doc.save(path)
    return True


@picture
def graph() -> None:
    """The evaluations of a game that an engine analysed."""
    studio = Studio()
    path = studio.folder / "records" / "game.pgn"
    if not analysed(path, sample("chess", "game")):
        return
    session = studio.open(path)
    session.go(session.cursor.forward(36))
    studio.run("show-evaluation")
    studio.settle(2)
    keep(studio.grab(), DOCS / "pictures" / "graph.png")
    studio.close()


# ----------------------------------------------------------------------------------- what leaves it


def page_of_book(number: int, ppi: float) -> Any:
    """A page (from 1) of the book of a sample, as a picture."""
    import pikepdf
    from PIL import Image

    import viewer
    from viewer.publish.book.typesetting import PagePictures

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "book.pdf"
        viewer.export(sample("xiangqi"), target)
        data = target.read_bytes()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        width, height = (float(one) * 25.4 / 72 for one in pdf.pages[0].mediabox[2:])
    with PagePictures(data, width, height) as pages:
        return Image.open(io.BytesIO(pages.page(number, ppi))).convert("RGB")


@picture
def book() -> None:
    """A page of a book."""
    page = page_of_book(1, 130)
    keep(on_desk(page, SIZE), DOCS / "pictures" / "book.png")


def on_desk(page: Any, size: tuple[int, int]) -> Any:
    """The upper part of a page, on a ground of the size of a picture."""
    from PIL import Image

    ground = Image.new("RGB", size, (225, 222, 214))
    height = round(page.height * 0.8 * size[0] / page.width)
    shown = page.resize((round(size[0] * 0.8), height), Image.Resampling.LANCZOS)
    ground.paste(shown, ((size[0] - shown.width) // 2, size[1] // 20))
    return ground


@picture
def problems() -> None:
    """A page of problems in a browser."""
    import viewer

    chromium = (
        shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    if chromium is None:
        print("docs/pictures/problems.png stays as it is: no Chromium is installed.")
        return
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder) / "problems.html", Path(folder) / "problems.png"
        viewer.export(sample("xiangqi", "problems"), page, "problems")
        words = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--screenshot={shot}",
        ]
        size = f"--window-size={SIZE[0]},{SIZE[1]}"
        subprocess.run(
            [chromium, *words, size, "--virtual-time-budget=5000", page.as_uri()],
            check=True, capture_output=True, env={**os.environ, "HOME": folder},
        )  # fmt: skip
        keep(Image.open(shot).convert("RGB"), DOCS / "pictures" / "problems.png")


# -------------------------------------------------------------------------------------- the film


def caption(words: str) -> Any:
    """The line below the film."""
    from PySide6.QtWidgets import QLabel

    label = QLabel(words)
    label.setStyleSheet("background: #2e2b26; color: #f0ece4; padding-left: 14px; font-size: 15px;")
    label.setFixedSize(FILM[0], LINE)
    return pixels(label)


class Film:
    """Pictures one after the other, each with a line below that says what is done."""

    def __init__(self) -> None:
        self.frames: list[Any] = []
        self.times: list[int] = []

    def add(self, image: Any, words: str, seconds: float) -> None:
        """A picture, for so many seconds."""
        from PIL import Image

        frame = Image.new("RGB", (FILM[0], FILM[1] + LINE))
        frame.paste(image, (0, 0))
        frame.paste(caption(words), (0, FILM[1]))
        self.frames.append(frame)
        self.times.append(round(seconds * SECOND))

    def write(self, path: Path) -> None:
        """Write it as an animated WebP that begins again at its end."""
        path.parent.mkdir(parents=True, exist_ok=True)
        first, *others = self.frames
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=self.times,
            loop=0,
            quality=72,
            method=6,
        )
        length = sum(self.times) / SECOND
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB, {length:.0f} s")


@picture
def film() -> None:
    """From a double click to a book: open, step, branch, engine, save, book."""
    from viewer.engines.engine import EngineSetup
    from viewer.tree.action import Move

    program = engine()
    if program is None:
        return
    studio, made = Studio(FILM), Film()
    studio.window.engines.keep((EngineSetup("Fairy-Stockfish", program, (), {"xiangqi": "uci"}),))
    session = studio.open(studio.sample("xiangqi"))
    made.add(studio.grab(), "A double click on a .xqf: the board stands there", 2)
    for ply in range(6):
        session.go(session.cursor.forward(1))
        studio.settle()
        made.add(studio.grab(), "→  step through the game", 0.7 if ply < 5 else 1.2)
    studio.run("trial")
    session.play(Move("b0a2"))
    studio.settle()
    made.add(studio.grab(), "A move of your own is only tried …", 1.6)
    studio.run("put-in")
    made.add(studio.grab(), "… until Enter makes it a variation", 1.8)
    studio.run("show-analysis")
    studio.run("analyse")
    for _ in range(4):
        studio.settle(1.2)
        made.add(studio.grab(), "Ctrl+Space  what does the engine say?", 1)
    studio.run("analyse")
    studio.run("save")
    studio.settle()
    made.add(studio.grab(), "Ctrl+S  saved in the file's own format, with nothing lost", 2)
    studio.run("export")
    studio.settle(1)
    dialog = studio.dialog()
    dialog.resize(720, FILM[1] - 40)
    studio.settle(1)
    made.add(studio.grab(dialog), "Ctrl+Shift+E  as a book, a page, pictures, text", 1.6)
    made.add(on_desk(page_of_book(1, 130), FILM), "A book, typeset with diagrams", 2.4)
    made.write(DOCS / "pictures" / "film.webp")
    studio.close()


def here(make: Callable[[], None]) -> NoReturn:
    """Make a picture in this process, and end it: what the window began needn't be ended."""
    from viewer.base import catalogs
    from viewer.ui import app

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    catalogs.choose()
    app.make_application(["qipu"]).setCursorFlashTime(0)
    make()
    sys.stdout.flush()
    os._exit(0)


def apart(script: str, *words: str, language: str = "en", scale: str = "1") -> None:
    """Run a script that makes pictures in a process of its own: always the same way, without a screen."""
    told = {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale, "LANGUAGE": language}
    environment = {**os.environ, **told, "TZ": "UTC", "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, script, *words], env=environment, check=True)


def main() -> None:
    """Make all pictures, or those that are named, each in a process of its own."""
    names = sys.argv[1:]
    unknown = [name for name in names if name not in PICTURES]
    if unknown or {"-h", "--help"} & {*names}:
        print((__doc__ or "").strip())
        sys.exit(2 if unknown and not {"-h", "--help"} & {*names} else 0)
    if len(names) == 1:
        here(PICTURES[names[0]])
    for name in names or PICTURES:
        apart(__file__, name)


if __name__ == "__main__":
    main()
