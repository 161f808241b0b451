"""Markdown (CommonMark): for notes, forums and wikis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from viewer.base.messages import message
from viewer.publish.choices import NO_NUMBERS
from viewer.publish.outline import Diagram, Facts, Graph, Section, Title
from viewer.publish.paragraphs import ASIDE, BOLD, MoveTable, Paragraph
from viewer.publish.reports import graph_caption, graph_drawing
from viewer.publish.styles import style_fields
from viewer.publish.text.boards import (
    BOARD_FIELD,
    board_text,
    caption,
    drawing_of,
    graph_text,
)
from viewer.publish.text.exporter import TextExporter, TextForm
from viewer.scene.svg import to_svg

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$^&])")
# What begins a list, a heading, a line or a code block at the beginning of a line.
_BEGINS = re.compile(r"^([ \t]*)([-+=]|\d{1,9}[.)])", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_LINK = re.compile(r"(?<=[a-zA-Z])://|(?i:(?<=www))\.|@")
PICTURES = "pictures"
_WIDE = 72  # bars of a graph


class Markdown(TextForm):
    """A study in Markdown; variations are quotations, one level deeper each."""

    def escaped(self, text: str) -> str:
        """Text in which no sign means anything."""
        return self._lines(self._inline(text))

    @staticmethod
    def _inline(text: str) -> str:
        """Text escaped as it is within a line."""
        text = _SPECIAL.sub(r"\\\1", text)
        return _LINK.sub(lambda match: f"\\{match[0]}", text)

    @staticmethod
    def _lines(text: str) -> str:
        """Lines escaped that would begin a list or a block of code."""
        text = _INDENT.sub("", text)
        return _BEGINS.sub(lambda match: f"{match[2][:-1]}\\{match[2][-1]}", text)

    def heading(self, section: Section) -> str:
        """A heading of the first level, and the facts in italics."""
        said = section.heading
        told = [*said.facts, said.result]
        facts = self.escaped(" · ".join(one for one in told if one))
        return f"# {self.escaped(said.title)}\n\n" + (f"*{facts}*\n\n" if facts else "")

    def title(self, title: Title) -> str:
        """A heading below."""
        name = f'<a id="{escape(title.name)}"></a>' if title.name else ""
        return f"{'#' * min(title.depth + 1, 6)} {name}{self.escaped(title.text)}\n\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """A paragraph; of a variation in a quotation."""
        parts = []
        for kind, text in paragraph.runs:
            told = self._inline(text)
            inner = told.strip()
            if inner and kind in BOLD:
                told = told.replace(inner, f"**{inner}**")
            elif inner and kind.lower() == ASIDE:
                told = told.replace(inner, f"*{inner}*")
            parts.append(told)
        label = f"**{self._inline(paragraph.label)}** " if paragraph.label else ""
        text = label + self._lines("".join(parts).strip()).replace("** **", " ").replace(
            "\n", "  \n"
        )
        quoted = "> " * paragraph.level
        return "\n".join(quoted + line for line in text.split("\n")) + "\n\n"

    def table(self, table: MoveTable) -> str:
        """A table; its head, which Markdown wants, is empty."""
        lines = ["| | | |", "|--:|:--|:--|"]
        for row in table.said():
            cells = [
                f"**{self._inline(move)}**" + (f" *{self._inline(aside)}*" if aside else "")
                for move, aside in zip(row.moves, row.asides, strict=True)
            ]
            lines.append(
                f"| {self._inline(row.number)} | {' | '.join(cells)} |".replace("****", "")
            )
        return "\n".join(lines) + "\n\n"

    def facts(self, facts: Facts) -> str:
        """A table; rows lead on by links."""
        rules = ("--:" if number else ":--" for number in facts.numbers)
        lines = [self._row("", facts.heads), "|".join(("", ":--", *rules, ""))]
        for row in facts.rows:
            what = self._inline(row.what)
            if row.leads:
                what = f"[{what}](<{row.leads}>)"
            lines.append(self._row(what, row.cells))
        return "\n".join(lines) + "\n\n"

    def _row(self, what: str, cells: Sequence[str]) -> str:
        return f"| {' | '.join((what, *map(self._inline, cells)))} |"

    def graph(self, graph: Graph) -> str:
        """A block of text, or a picture in a file of its own."""
        if self.values["diagrams"] != PICTURES:
            return f"```\n{graph_text(graph, _WIDE)}\n```\n\n"
        data = to_svg(*graph_drawing(graph), pixels=600).encode()
        return self._picture(data, graph_caption(graph), graph_caption(graph))

    def _picture(self, data: bytes, alt: str, words: str) -> str:
        """A picture in a file of its own, and its caption."""
        name = self.add_file(self.study.name, "svg", data)
        link = name.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
        return f"![{self.escaped(alt)}]({link})\n\n*{self.escaped(words)}*\n\n"

    def diagram(self, diagram: Diagram, section: Section) -> str:
        """A block of text, or a picture in a file of its own; the caption below it."""
        words = self.escaped(caption(diagram))
        if self.values["diagrams"] == PICTURES:
            drawing = drawing_of(diagram, section.game)
            data = to_svg(*drawing, pixels=400, title=diagram.text).encode()
            return self._picture(data, diagram.text, caption(diagram))
        board = board_text(diagram, section.game, str(self.values["diagrams"]))
        if not board:
            return ""
        return f"```\n{board}\n```\n\n*{words}*\n\n"


FIELDS = (
    *style_fields("md"),
    BOARD_FIELD._replace(
        choices={**BOARD_FIELD.choices, PICTURES: message("Pictures (SVG) beside the text")}
    ),
)
MARKDOWN = TextExporter(Markdown, FIELDS, numbers=NO_NUMBERS)
