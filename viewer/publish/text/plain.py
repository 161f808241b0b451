"""Plain text, wrapped, with its moves running on or in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viewer.base.columns import JOINER, width_of, wrapped
from viewer.base.fields import NUMBER, Field, choice
from viewer.base.messages import message
from viewer.formats import FORMATS
from viewer.publish.choices import NO_NUMBERS
from viewer.publish.outline import Comment, Diagram, Moves, PrintedMove, Section, Title
from viewer.publish.paragraphs import LINE, MAIN, WIDE_MOVE, Paragraph
from viewer.publish.text.boards import BOARD_FIELD, board_text, caption
from viewer.publish.text.exporter import TextExporter, TextForm
from viewer.publish.text.forms import POSTS
from viewer.publish.text.posts import EXTENT_FIELD, part_of, post
from viewer.tree.record import Record

PROSE, COLUMNS = "prose", "columns"
_INDENT = 4  # columns, of a variation
_DEEPEST = 8  # levels that are indented further

PAGE = "page"
FIELDS = (
    choice(
        "form",
        message("Form"),
        {PAGE: message("As a page"), **{form.id: form.name for form in FORMATS["text"].texts}},
    ),
    EXTENT_FIELD,
    choice(
        "moves",
        message("Moves"),
        {PROSE: message("Running on"), COLUMNS: message("The main line in columns")},
    ),
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
        text = "".join(_unbroken(*run) for run in paragraph.runs).strip()
        return self._wrapped(text, paragraph.level)

    def diagram(self, diagram: Diagram, section: Section) -> str:
        """The board and its caption."""
        board = board_text(diagram, section.game, str(self.values["diagrams"]))
        if not board:
            return ""
        words = caption(diagram)
        below = f"{words}\n" if words and words not in board else ""
        return f"{board}\n{below}\n"

    def part(self, record: Record) -> Record:
        """The part of the record that was chosen."""
        extent = str(self.values["extent"])
        place = self.study.place.of(record, nearest=True)
        return part_of(record, place, extent, self.study.records.format)

    def section(self, section: Section) -> Iterator[str]:
        """A record; in columns it has the main line, the comments on it and the diagrams."""
        form = POSTS.get(str(self.values["form"]))
        if form is not None:
            yield post(section, form, self.study.words) + "\n"
            return
        if self.values["moves"] == PROSE:
            yield from super().section(section)
            return
        yield self.heading(section)
        rows: list[tuple[str, str, str]] = []
        for item in section.items:
            if isinstance(item, Moves) and item.level == 0:
                rows += _rows(item.moves)
                continue
            if getattr(item, "level", 0):
                continue
            yield _columns(rows)
            rows = []
            if isinstance(item, Comment):
                yield self._wrapped(item.text, 0)
            elif isinstance(item, Title):
                yield self.title(item)
            elif isinstance(item, Diagram):
                yield self.diagram(item, section)
        yield _columns(rows)

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


def _rows(moves: Sequence[PrintedMove]) -> list[tuple[str, str, str]]:
    """(number, move of the first column, move of the second); a move without a number is in the second."""
    rows: list[tuple[str, str, str]] = []
    for move in moves:
        text = "".join((move.text, *move.signs))
        if move.number.endswith("…"):
            rows.append((move.number[:-1] + ".", "…", text))
        elif move.number or not rows or rows[-1][2]:
            rows.append((move.number, text, ""))
        else:
            rows[-1] = (*rows[-1][:2], text)
    return rows


def _columns(rows: Sequence[tuple[str, str, str]]) -> str:
    if not rows:
        return ""
    widths = [max(width_of(row[at]) for row in rows) for at in (0, 1)]
    lines = []
    for number, first, second in rows:
        left = " " * (widths[0] - width_of(number)) + number
        middle = first + " " * (widths[1] - width_of(first))
        lines.append(f"{left} {middle}  {second}".rstrip())
    return "\n".join(lines) + "\n\n"


PLAIN = TextExporter(PlainText, FIELDS, numbers=NO_NUMBERS)
