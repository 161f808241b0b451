"""A report as one HTML file that needs no script: text, tables, boards and the graph as drawings."""

from __future__ import annotations

from base64 import b64encode
from html import escape

from viewer.publish.choices import NO_NUMBERS, REPORT
from viewer.publish.outline import Diagram, Facts, Graph, Section, Title
from viewer.publish.paragraphs import ASIDE, BOLD, MoveTable, Paragraph
from viewer.publish.reports import graph_caption, graph_drawing
from viewer.publish.text.boards import caption, drawing_of
from viewer.publish.text.exporter import TextExporter, TextForm
from viewer.publish.wording import printed_line
from viewer.scene.picture import Drawing
from viewer.scene.svg import to_svg

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_PIXELS = 640  # width that a drawing states
_STYLE = """
:root { color-scheme: light dark; --ink: #23262b; --muted: #66635b; --page: #fbfaf7; --line: #ddd8cd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e2d8; --muted: #a5a096; --page: #1d1f22; --line: #3b3e43; }
}
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h1:not(:first-of-type) { margin-top: 4rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.facts, figcaption { color: var(--muted); font-size: .9rem; }
p { margin: .5rem 0; white-space: pre-line; }
.line { margin-inline-start: 1.5rem; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem .35rem 0; text-align: start;
  vertical-align: top; }
th { font-weight: normal; }
thead th { color: var(--muted); font-size: .9rem; vertical-align: bottom; }
.number { text-align: end; width: 4.5rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
a { color: inherit; text-decoration-color: var(--muted); text-underline-offset: .2em; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
figure { margin: 1rem 0 .5rem; }
figure.board img { width: min(100%, 20rem); height: auto; }
figure.graph img { width: 100%; height: auto; }
@media print { body { max-width: none; padding: 0; } figure, tr { break-inside: avoid; } }
"""


class Html(TextForm):
    """A study in HTML."""

    def begin(self) -> str:
        """The head of the page."""
        title = escape(printed_line(self.study.name))
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(self.language.code)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        )

    def end(self) -> str:
        """The end of the page."""
        return "</body>\n</html>\n"

    def escaped(self, text: str) -> str:
        """Text in which no sign means anything."""
        return escape(text)

    def heading(self, section: Section) -> str:
        """The title, and the facts below it."""
        said = section.heading
        facts = " · ".join(one for one in (*said.facts, said.result) if one)
        below = f'<p class="facts">{escape(facts)}</p>\n' if facts else ""
        return f"<h1>{escape(said.title)}</h1>\n{below}"

    def title(self, title: Title) -> str:
        """A heading below."""
        level = min(title.depth + 1, 6)
        name = f' id="{escape(title.name)}"' if title.name else ""
        return f"<h{level}{name}>{escape(title.text)}</h{level}>\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """A paragraph; that of a variation is set in."""
        parts = []
        for kind, text in paragraph.runs:
            told = escape(text)
            if kind in BOLD:
                told = f"<b>{told}</b>"
            elif kind.lower() == ASIDE:
                told = f"<i>{told}</i>"
            parts.append(told)
        label = f"<b>{escape(paragraph.label)}</b> " if paragraph.label else ""
        name = ' class="line"' if paragraph.level else ""
        return f"<p{name}>{label}{''.join(parts).strip()}</p>\n"

    def table(self, table: MoveTable) -> str:
        """A table."""
        lines = []
        for row in table.said():
            cells = zip(row.moves, row.asides, strict=True)
            said = "".join(f"<td>{escape(f'{move} {aside}'.strip())}</td>" for move, aside in cells)
            lines.append(f'<tr><th scope="row">{escape(row.number)}</th>{said}</tr>')
        return "\n".join(("<table>", *lines, "</table>")) + "\n"

    def facts(self, facts: Facts) -> str:
        """A table whose head says what the columns are; rows lead on by links."""
        names = [' class="number"' if number else "" for number in facts.numbers]
        heads = zip(names, facts.heads, strict=True)
        said = "".join(f'<th scope="col"{name}>{escape(one)}</th>' for name, one in heads)
        lines = [f"<thead><tr><td></td>{said}</tr></thead>"]
        for row in facts.rows:
            what = escape(row.what)
            if row.leads:
                what = f'<a href="{escape(row.leads)}">{what}</a>'
            cells = zip(names, row.cells, strict=True)
            said = "".join(f"<td{name}>{escape(one)}</td>" for name, one in cells)
            lines.append(f'<tr><th scope="row">{what}</th>{said}</tr>')
        return "\n".join(("<table>", *lines, "</table>")) + "\n"

    def graph(self, graph: Graph) -> str:
        """The graph as a drawing."""
        words = graph_caption(graph)
        return self._figure("graph", graph_drawing(graph), words, words)

    def diagram(self, diagram: Diagram, section: Section) -> str:
        """The board as a drawing."""
        drawing = drawing_of(diagram, section.game)
        return self._figure("board", drawing, diagram.text, caption(diagram))

    @staticmethod
    def _figure(kind: str, drawing: Drawing, alt: str, words: str) -> str:
        data = b64encode(to_svg(*drawing, pixels=_PIXELS).encode()).decode()
        image = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(alt)}">'
        below = f"<figcaption>{escape(words)}</figcaption>" if words else ""
        return f'<figure class="{kind}">{image}{below}</figure>\n'


REPORT_PAGE = TextExporter(Html, (), content=REPORT, numbers=NO_NUMBERS)
