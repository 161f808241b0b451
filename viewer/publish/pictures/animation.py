"""A line played as an animated picture.

The frames are drawn by `paint`, which loads Qt, as PNG files are: so an animation looks like the pictures of
its positions, and there is one way to make pixels of a board. Pillow writes the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageOps

from viewer.base.fields import CHOICE, FLAG, MOST, NUMBER, Field, Value, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import in_context, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.reading.playback import OWN, Pace, Schedule
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.clocks import Clocks
from viewer.games.states import States
from viewer.paint.image import render_pixels
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study
from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter
from viewer.publish.pictures.stills import unseen
from viewer.scene.picture import Drawing
from viewer.tree.node import Node
from viewer.tree.record import Record

_MOST = 2000  # frames; programs that show animations keep all of them in memory
_WIDEST = 2048
_PAPER = {"dark": "#17191C"}  # behind the round corners of a GIF, which knows no half transparency
_LONGEST_DELAY = 600_000  # ms
_EVEN = "even"

SPEED_FIELDS: tuple[Field, ...] = (
    Field(
        "pace",
        message("Pace"),
        CHOICE,
        _EVEN,
        {_EVEN: in_context("pace of playback", "Even"), OWN: message("The record's own times")},
    ),
    Field("delay", message("Milliseconds for a move"), NUMBER, 1000, low=20, high=_LONGEST_DELAY),
    Field(
        "hold",
        message("Milliseconds for the last position"),
        NUMBER,
        3000,
        low=20,
        high=_LONGEST_DELAY,
    ),
    Field(
        "speed",
        message("Speed in percent"),
        NUMBER,
        100,
        low=1,
        high=10_000,
        condition=lambda values: values.get("pace") == OWN,
    ),
    Field(
        "longest",
        message("Longest wait in milliseconds"),
        NUMBER,
        5000,
        low=20,
        high=_LONGEST_DELAY,
        condition=lambda values: values.get("pace") == OWN,
    ),
    Field("first", message("From ply"), NUMBER, 0, high=MOST),
    Field(
        "last", message("To ply"), NUMBER, 0, high=MOST, beside=True, help=message("0: the end.")
    ),
    Field("loop", message("Begin again at the end"), FLAG, True),
)
_LOOK = tuple(
    field._replace(default=480, high=_WIDEST) if field.key == "size" else field
    for field in LOOK_FIELDS
)


class _Frame(NamedTuple):
    """A picture and how long it is shown, in milliseconds."""

    drawing: Drawing
    delay: int


class Animation(Exporter):
    """The line through the chosen position of each record as an animated picture, a file for each record."""

    apart = True

    def __init__(self, format: str) -> None:
        """`format` is Pillow's name: "GIF" or "WEBP"."""
        self._format = format
        self.fields = (*SPEED_FIELDS, *_LOOK)

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """An animation of each record."""
        count = len(study.records)
        for index, number in enumerate(study.numbers):
            record = study.records.record(index)
            states = States(game_of(record.game), record)
            line = _line(record, study, values)
            painter = BoardPainter(states, values)
            painter.keep_part(line)
            frames = _frames(painter, _timed(states, line, study.records.format, values))
            left_out: Counter[str] = Counter()
            for node in line:
                left_out.update(unseen(node))
            left_out["positions"] = max(0, len(line) - _MOST)
            left_out["variations"] = sum(max(0, len(node.children) - 1) for node in line)
            images = []
            for done, frame in enumerate(frames):
                images.append((self._image(frame.drawing, values), frame.delay))
                yield JobStep(index * 1000 + 1000 * done // max(1, len(line)), count * 1000)
            data = self._encoded(images, bool(values["loop"]))
            part = f"{number:0{study.digits}}" if study.digits else ""
            yield JobStep((index + 1) * 1000, count * 1000, ExportedFile(data, part, left_out))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The last position."""
        if not len(study.records):
            return None
        record = study.records.record(0)
        painter = BoardPainter(States(game_of(record.game), record), values)
        drawing = painter.drawing(_line(record, study, values)[-1])
        return Preview("drawing", drawing=drawing)

    def _image(self, drawing: Drawing, values: Values) -> Image.Image:
        gif = self._format == "GIF"
        paper = _PAPER.get(str(values["theme"]), "#FFFFFF") if gif else ""
        data, width, height = render_pixels(*drawing, int(values["size"]), paper)
        image = Image.frombytes("RGBA", (width, height), data)
        return image.convert("RGB") if gif else image

    def _encoded(self, images: list[tuple[Image.Image, int]], loop: bool) -> bytes:
        """The file. A GIF has one table of colours for all frames, so that nothing flickers."""
        size = images[0][0].size  # a record may show another part of its board on the way
        frames = [image if image.size == size else ImageOps.pad(image, size) for image, _ in images]
        delays = [delay for _, delay in images]
        if self._format == "GIF":
            frames = _with_one_palette(frames)
        more = {"loop": 0} if loop else {}
        if self._format == "WEBP":
            more |= {"quality": 80, "method": 2, "loop": 0 if loop else 1}
        out = BytesIO()
        frames[0].save(
            out, self._format, save_all=True, append_images=frames[1:], duration=delays, **more
        )
        return out.getvalue()


def _with_one_palette(frames: list[Image.Image]) -> list[Image.Image]:
    """Images of 256 colours, the same for all: those of the first, the middle and the last."""
    chosen = [frames[0], frames[len(frames) // 2], frames[-1]]
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * len(chosen)))
    for number, one in enumerate(chosen):
        together.paste(one.resize((width, height)), (0, number * height))
    palette = together.quantize(256, method=Image.Quantize.MEDIANCUT)
    return [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in frames]


def _line(record: Record, study: Study, values: Values) -> list[Node]:
    """The nodes from the first chosen ply to the last. Raises Refused if there are none."""
    at = study.place.of(record, nearest=study.digits > 0)
    line = [*at.path(), *list(at.main_line())[1:]]
    first, last = int(values["first"]), int(values["last"]) or len(line)
    chosen = line[first : last + 1]
    if not chosen:
        raise Refused(message("The line has no ply {ply}.", ply=first))
    return chosen


def _timed(
    states: States, line: list[Node], format: str, values: Values
) -> Iterator[tuple[Node, int]]:
    """Each node of a line with the milliseconds for which it is shown."""
    clocks = Clocks(states, FORMATS[format].load().time_control)
    schedule = Schedule([*line[0].path()[:-1], *line], clocks)
    pace = Pace(
        values["pace"] == OWN,
        _number(values["speed"]) / 100,
        _number(values["delay"]) / 1000,
        _number(values["longest"]) / 1000,
    )
    before = len(line[0].path()) - 1
    for index, node in enumerate(line[:_MOST]):
        if index + 1 == min(len(line), _MOST):
            yield node, int(values["hold"])
        elif pace.own:
            yield node, max(20, round(1000 * schedule.wait(before + index + 1, pace).seconds))
        else:
            yield node, int(values["delay"])


def _number(value: Value) -> float:
    return float(value)


def _frames(painter: BoardPainter, timed: Iterator[tuple[Node, int]]) -> Iterator[_Frame]:
    """The frames; equal pictures that follow each other are one, shown for as long as all of them."""
    last: _Frame | None = None
    for node, delay in timed:
        drawing = painter.drawing(node)
        if last is not None and last.drawing.shapes == drawing.shapes:
            last = last._replace(delay=last.delay + delay)
            continue
        if last is not None:
            yield last
        last = _Frame(drawing, delay)
    if last is not None:
        yield last


GIF = Animation("GIF")
WEBP = Animation("WEBP")
