"""Small pictures of positions for lists, made beside the window's events and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.jobs import JobStep, in_thread
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.placed import OpenFiles, Place
from viewer.games import GAMES, game_of
from viewer.games.states import States
from viewer.paint.image import render_image
from viewer.scene.picture import Drawing, picture
from viewer.scene.theme import Theme
from viewer.tree.record import Record
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.style import theme_in_use

_KEPT = 600  # pictures
_PATIENCE = 0.5  # s
_WAITING = 60  # those that were asked for last are made; others were scrolled past


class FileAt(NamedTuple):
    """A file as it is at a time, None for not known; its first record is meant."""

    path: str
    stamp: Stamp | None


class Wanted(NamedTuple):
    """A position: the record's place, the node's id, None for the end of the main line."""

    place: Place | FileAt
    node: int | None = None


class _Made(NamedTuple):
    wanted: Wanted
    theme: Theme
    drawing: Drawing | None


class Thumbnails(QObject):
    """Pictures of positions, each made once.

    Signals:
        made: a picture is there now.
    """

    made = Signal()

    def __init__(self, files: FileSystem = SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._drawings: OrderedDict[Wanted, Drawing | None] = OrderedDict()
        self._images: OrderedDict[tuple[Wanted, int, float], QImage] = OrderedDict()
        self._waiting: OrderedDict[Wanted, None] = OrderedDict()
        self._drawn: set[Wanted] = set()  # those that are being drawn
        self._theme = theme_in_use()
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._take)
        self._runner.finished.connect(self._ended)
        self._runner.failed.connect(self._ended)
        self._running = False

    def close(self) -> None:
        """Make no more pictures; waits for the thread, but not for a disk that hangs."""
        self._waiting.clear()
        self._runner.stop()
        self._running = False
        self._drawn.clear()

    def image(self, wanted: Wanted, side: int, ratio: float) -> QImage | None:
        """The picture of a position that fits into a square of so many pixels; None until it is made.

        A position that can't be shown has none.
        """
        if theme_in_use() is not self._theme:
            self._theme = theme_in_use()
            self._drawn.clear()  # in the colours before: views ask again
            self._drawings.clear()
            self._images.clear()
        key = (wanted, side, ratio)
        known = self._images.get(key)
        if known is not None:
            self._images.move_to_end(key)
            return known
        if wanted in self._drawn:
            return None
        if wanted not in self._drawings:
            self._waiting[wanted] = None
            self._waiting.move_to_end(wanted)
            while len(self._waiting) > _WAITING:
                self._waiting.popitem(last=False)
            self._go_on()
            return None
        drawing = self._drawings[wanted]
        if drawing is None:
            return None
        wide = side * min(1.0, drawing.width / drawing.height)
        image = render_image(
            drawing.shapes, drawing.width, drawing.height, max(1, round(wide * ratio))
        )
        image.setDevicePixelRatio(ratio)
        self._images[key] = image
        if len(self._images) > _KEPT:
            self._images.popitem(last=False)
        return image

    def run_now(self) -> None:
        """Make all pictures that were asked for, synchronously."""
        while self._running:
            self._runner.run_now()

    def _ended(self, *_: object) -> None:
        self._running = False
        self._drawn.clear()
        self._go_on()

    def _go_on(self) -> None:
        if self._running or not self._waiting:
            return
        some = list(reversed(self._waiting))
        self._waiting.clear()
        self._running = True
        self._drawn = set(some)
        self._runner.start(in_thread(_drawing(some, self._theme, self._files), _PATIENCE))

    def _take(self, made: _Made) -> None:
        if made.theme is not self._theme:
            return
        self._drawings[made.wanted] = made.drawing
        self._drawn.discard(made.wanted)
        if len(self._drawings) > _KEPT:
            self._drawings.popitem(last=False)
        self.made.emit()


def _drawing(some: list[Wanted], theme: Theme, files: FileSystem) -> Iterator[JobStep[_Made]]:
    """The job that draws positions."""
    with OpenFiles(files) as open_files:
        for done, wanted in enumerate(some, 1):
            yield JobStep(done, len(some), _Made(wanted, theme, _drawn(open_files, wanted, theme)))


def _drawn(open_files: OpenFiles, wanted: Wanted, theme: Theme) -> Drawing | None:
    record: Record | None
    try:
        if isinstance(wanted.place, FileAt):
            record = open_files.first_record(wanted.place.path)
        else:
            record = open_files.record(wanted.place)
    except (Refused, OSError):
        return None
    if record is None or record.game not in GAMES:
        return None
    node = record.nodes.get(wanted.node) if wanted.node is not None else None
    if node is None:
        *_, node = record.root.main_line()
    game = game_of(record.game)
    return picture(game, States(game, record).at(node), theme=theme, coordinates="none")
