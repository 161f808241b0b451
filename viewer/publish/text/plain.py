"""Plain text, wrapped, with its moves running on or in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.columns import JOINER, width_of, wrapped
from viewer.base.fields import NUMBER, Field, choice
from viewer.base.messages import message
from viewer.formats import FORMATS
from viewer.publish.choices import GAME, NO_NUMBERS, PROSE, OutlineStyle
from viewer.publish.outline import Diagram, Facts, Graph, Section, Title
from viewer.publish.paragraphs import LINE, MAIN, WIDE_MOVE, MoveTable, Paragraph
from viewer.publish.styles import style_fields
from viewer.publish.text.boards import BOARD_FIELD, board_text, caption, graph_text
from viewer.publish.text.exporter import TextExporter, TextForm
from viewer.publish.text.forms import POSTS
from viewer.publish.text.posts import EXTENT_FIELD, part_of, post
from viewer.tree.record import Record

_INDENT = 4  # columns, of a variation
_DEEPEST = 8  # levels that are indented further

PAGE = "page"
FIELDS = (
    *style_fields("text"),
    choice(
        "form",
        message("Form"),
        {PAGE: message("As a page"), **{form.id: form.name for form in FORMATS["text"].texts}},
    ),
    EXTENT_FIELD,
    Field("width", message("Width in characters"), NUMBER, 78, low=30, high=1000),
    BOARD_FIELD,
)


class PlainText(TextForm):
    """A study as plain text."""

    def escaped(self, text: str) -> str:
        """Text is text here: it is written as it is."""
        return text

    def heading(self, section: Section) -> str:
        """The title, underlined, and the facts."""
        said = section.heading
        told = [*said.facts, said.result]
        facts = " · ".join(one for one in told if one)
        line = "=" * min(width_of(said.title), self._width)
        return f"{said.title}\n{line}\n" + (f"{facts}\n\n" if facts else "\n")

    def title(self, title: Title) -> str:
        """A title, underlined."""
        return f"{title.text}\n{'-' * min(width_of(title.text), self._width)}\n\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """A paragraph; that of a variation is indented."""
        label = f"{paragraph.label} " if paragraph.label else ""
        text = label + "".join(_unbroken(*run) for run in paragraph.runs).strip()
        return self._wrapped(text, paragraph.level)

    def diagram(self, diagram: Diagram, section: Section) -> str:
        """The board and its caption."""
        board = board_text(diagram, section.game, str(self.values["diagrams"]))
        if not board:
            return ""
        words = caption(diagram)
        below = f"{words}\n" if words and words not in board else ""
        return f"{board}\n{below}\n"

    def graph(self, graph: Graph) -> str:
        """The graph in a line."""
        return f"{graph_text(graph, self._width)}\n\n"

    def style(self) -> OutlineStyle:
        """What is written of each record; messages always have its moves."""
        style = super().style()
        return (
            style._replace(moves=PROSE, content=GAME)
            if str(self.values["form"]) in POSTS
            else style
        )

    def part(self, record: Record) -> Record:
        """The part of the record that was chosen."""
        extent = str(self.values["extent"])
        place = self.study.place.of(record, nearest=True)
        return part_of(record, place, extent, self.study.records.format)

    def section(self, section: Section) -> Iterator[str]:
        """A record, or a message of it."""
        form = POSTS.get(str(self.values["form"]))
        if form is not None:
            yield post(section, form, self.study.words) + "\n"
            return
        yield from super().section(section)

    def table(self, table: MoveTable) -> str:
        """The main line in columns."""
        rows = [(row.number, *map(_with, row.moves, row.asides)) for row in table.said()]
        widths = [max(width_of(row[at]) for row in rows) for at in (0, 1)]
        lines = []
        for number, first, second in rows:
            left = " " * (widths[0] - width_of(number)) + number
            middle = first + " " * (widths[1] - width_of(first))
            lines.append(f"{left} {middle}  {second}".rstrip())
        return "\n".join(lines) + "\n\n"

    def facts(self, facts: Facts) -> str:
        """A table in columns."""
        rows = [("", *facts.heads), *((row.what, *row.cells) for row in facts.rows)]
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        right = [False, *facts.numbers]
        lines = []
        for row in rows:
            cells = []
            for text, width, at_right in zip(row, widths, right, strict=True):
                gap = " " * (width - width_of(text))
                cells.append(gap + text if at_right else text + gap)
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines) + "\n\n"

    @property
    def _width(self) -> int:
        return int(self.values["width"])

    def _wrapped(self, text: str, level: int) -> str:
        lead = " " * _INDENT * min(level, _DEEPEST)
        room = max(20, self._width - len(lead))
        lines = [lead + line for part in text.split("\n") for line in wrapped(part, room)]
        return "\n".join(line.rstrip() for line in lines) + "\n\n"


def _unbroken(kind: str, text: str) -> str:
    """A run whose moves, with their numbers, stay in a line."""
    if kind == WIDE_MOVE[MAIN] or kind == WIDE_MOVE[LINE] or kind.isupper():
        return re.sub(r"(?<=\S)(?=\S)", JOINER, text).replace("\u00a0", f" {JOINER}")
    return re.sub(r"(\S)\u00a0", rf"\1{JOINER} {JOINER}", text).replace("\u00a0", " ")


def _with(move: str, aside: str) -> str:
    return f"{move} ({aside})" if aside else move


PLAIN = TextExporter(PlainText, FIELDS, numbers=NO_NUMBERS)
