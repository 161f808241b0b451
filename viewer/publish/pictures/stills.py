"""Pictures of positions: which of a record, what their files are called, and SVG files of them."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.games import game_of
from viewer.games.states import States
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study
from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter
from viewer.scene.picture import Drawing
from viewer.scene.svg import to_svg
from viewer.tree.annotation import BOOKMARK, MARKS, VIEW
from viewer.tree.diagram import has_diagram
from viewer.tree.node import Node
from viewer.tree.record import Record

ONE, DIAGRAMS, BOOKMARKS, MOVES = "one", "diagrams", "bookmarks", "moves"

POSITIONS = Field(
    "positions",
    message("Positions"),
    CHOICE,
    ONE,
    {
        ONE: message("One position"),
        DIAGRAMS: message("Positions with a diagram mark"),
        BOOKMARKS: message("Bookmarked positions"),
        MOVES: message("Every position of the main line"),
    },
)
SHOWN = frozenset((MARKS, VIEW))


class Stills(Exporter):
    """Pictures of positions, a file for each."""

    fields = (POSITIONS, *LOOK_FIELDS)
    apart = True

    @abstractmethod
    def encoded(self, drawing: Drawing, values: Values, title: str) -> bytes:
        """The content of a picture's file."""

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """A picture of each position, record after record."""
        count = len(study.records)
        for index, number in enumerate(study.numbers):
            record = study.records.record(index)
            painter = BoardPainter(States(game_of(record.game), record), values)
            chosen = list(chosen_nodes(record, str(values["positions"]), study))
            for one, node in enumerate(chosen, 1):
                parts = [f"{number:0{study.digits}}"] if study.digits else []
                if values["positions"] != ONE:
                    parts.append(f"{one:0{len(str(len(chosen)))}}")
                data = self.encoded(painter.drawing(node), values, study.name)
                found = ExportedFile(data, "-".join(parts), unseen(node))
                yield JobStep(index * 1000 + 1000 * one // len(chosen), count * 1000, found)
            if not chosen:
                yield JobStep((index + 1) * 1000, count * 1000)

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The first picture, as vectors."""
        for index in range(len(study.records)):
            record = study.records.record(index)
            painter = BoardPainter(States(game_of(record.game), record), values)
            for node in chosen_nodes(record, str(values["positions"]), study):
                return Preview("drawing", drawing=painter.drawing(node))
        return None


def chosen_nodes(record: Record, which: str, study: Study) -> Iterator[Node]:
    """The nodes whose positions are wanted, in the order of the record. Raises Refused."""
    if which == ONE:
        yield study.place.of(record, nearest=study.digits > 0)
    elif which == MOVES:
        yield from record.root.main_line()
    elif which == BOOKMARKS:
        yield from (node for node in record.walk() if BOOKMARK in node.notes)
    else:
        yield from filter(has_diagram, record.walk())


def unseen(node: Node) -> Mapping[str, int]:
    """The annotations of a node that its picture doesn't show."""
    return Counter(name for name in node.notes if name not in SHOWN)


class SvgPictures(Stills):
    """Positions as SVG files."""

    def encoded(self, drawing: Drawing, values: Values, title: str) -> bytes:
        """The SVG."""
        return to_svg(*drawing, pixels=int(values["size"]), title=title).encode()


SVG = SvgPictures()
