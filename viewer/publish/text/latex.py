"""LaTeX for XeLaTeX and LuaLaTeX: chess by xskak, boards of go by psgo, others as pictures.

psgo draws by PostScript: LuaLaTeX interprets that itself, XeLaTeX starts Ghostscript for each stone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from viewer.base.fields import FLAG, NUMBER, Field
from viewer.base.messages import message
from viewer.publish.outline import Diagram, Fact, Facts, Graph, Section, Title
from viewer.publish.paragraphs import ASIDE, BOLD, COMMENT, LETTER, MoveTable, Paragraph
from viewer.publish.reports import graph_caption, graph_drawing
from viewer.publish.styles import style_fields
from viewer.publish.text.boards import caption, drawing_of, shown
from viewer.publish.text.exporter import TextExporter, TextForm
from viewer.publish.wording import unturned
from viewer.scene.pdf import PdfPages
from viewer.scene.picture import Drawing
from viewer.scene.theme import BOOK
from viewer.tree.annotation import Mark

FIELDS = (
    *style_fields("tex"),
    Field("diagrams", message("Diagrams"), FLAG, True),
    Field("xskak", message("Boards and figures of chess by the package xskak"), FLAG, True),
    Field(
        "psgo",
        message("Boards of go by the package psgo"),
        FLAG,
        True,
        help=message("With LuaLaTeX; XeLaTeX takes a second for each stone. Else as pictures."),
    ),
    Field("size", message("Type size (points)"), NUMBER, 10, low=10, high=12),
)
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": "'",
    "[": "{[}",
    "]": "{]}",
    "-": "-",
    **{sign: f"\\{sign}" for sign in "$&#_%"},
}
_FIGURES = dict(
    zip("♔♕♖♗♘♙♚♛♜♝♞♟", ("king", "queen", "rook", "bishop", "knight", "pawn") * 2, strict=True)
)
_JUDGEMENTS = {
    **{"⩲": "wbetter", "⩱": "bbetter", "±": "wupperhand", "∓": "bupperhand", "∞": "unclear"},
    **{"+−": "wdecisive", "−+": "bdecisive", "=∞": "compensation", "→": "withattack"},
    **{"↑": "withinit", "⇆": "counterplay", "⊕": "timelimit", "∆": "withidea", "⌓": "betteris"},
    **{"⟳": "devadvantage", "○": "moreroom", "⨀": "zugzwang", "⊥": "ending", "×": "weakpt"},
}
_SKAK = {
    **{sign: f"\\sym{name}{{}}" for sign, name in _FIGURES.items()},
    **{sign: f"\\{name}{{}}" for sign, name in _JUDGEMENTS.items()},
}
"""Signs that the fonts of letters lack, by the commands of skak."""
_OF_SKAK = re.compile("|".join(map(re.escape, sorted(_SKAK, key=len, reverse=True))))
_SIGNS = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")
_RUN = re.compile(r"([-'!?<>,])(?=\1)")  # two of them would join to another sign
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_LETTERS = "abcdefghjklmnopqrst"
_DEEPEST = 4
_NUMBER_SHARE = 0.1
"""Of the width of a table: what a column of numbers takes."""
_LINKS = "hyperref"
_CTEX = "ctex"  # the package for Chinese, which comes ahead of the others
_SIDE = re.compile("([▲△☗☖])([0-9\u2e80-\uffef]?)")
_JAPANESE = re.compile("[\u3041-\u30ff]|[▲△☗☖]")
_HARANO_AJI = (
    r"\IfFontExistsTF{HaranoAjiMincho-Regular.otf}{%",
    r"  \newfontfamily\sidesign{HaranoAjiMincho-Regular.otf}[BoldFont=HaranoAjiMincho-Bold.otf]%",
    r"  \setCJKmainfont{HaranoAjiMincho-Regular.otf}[BoldFont=HaranoAjiMincho-Bold.otf]%",
    r"  \setCJKsansfont{HaranoAjiGothic-Regular.otf}[BoldFont=HaranoAjiGothic-Bold.otf]%",
    r"}{\newcommand{\sidesign}{}}",
)
"""Fonts for Japanese, where they are: those of ctex lack Japanese characters and the signs of the sides."""


class Latex(TextForm):
    """A study as a LaTeX document; it needs packages."""

    japanese = False  # whether it needs fonts for Japanese

    def escaped(self, text: str) -> str:
        """Text in which no sign means anything to LaTeX."""
        if _WIDE.search(text):
            self.needed.add(_CTEX)
        if _JAPANESE.search(text):
            self.needed.add(_CTEX)
            self.japanese = True
        text = _RUN.sub("\\1\0", unturned(text))
        text = _SIGNS.sub(lambda match: _SPECIAL[match[0]], text)
        text = _SIDE.sub(_unbroken, text)
        if self.values.get("xskak") and _OF_SKAK.search(text):
            self.needed.add("xskak")
            text = _OF_SKAK.sub(lambda match: _SKAK[match[0]], text)
        return text.replace("\0", "{}").replace("\u00a0", "~").replace("\u202f", "\\,")

    def begin(self) -> str:
        """The preamble; asked for last, when it is known what is needed."""
        lines = [
            "% !TeX program = lualatex",
            f"\\documentclass[{self.values['size']}pt]{{article}}",
            "\\usepackage{fontspec}",
            *(["\\usepackage[scheme=plain]{ctex}"] if _CTEX in self.needed else []),
            *(_HARANO_AJI if self.japanese else ()),
            *(f"\\usepackage{{{name}}}" for name in sorted(self.needed - {_CTEX})),
            *(["\\setgounit{0.5cm}"] if "psgo" in self.needed else []),
            "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{4pt plus 2pt}",
            "\\newenvironment{variation*}[1]{\\begin{list}{}{\\leftmargin=#1em\\topsep=0pt\\parsep=0pt}"
            "\\item\\relax\\small}{\\end{list}}",
            "\\begin{document}",
        ]
        return "\n".join(lines) + "\n\n"

    def end(self) -> str:
        """The end of the document."""
        return "\\end{document}\n"

    def heading(self, section: Section) -> str:
        """A section, and the facts in italics."""
        said = section.heading
        told = [*said.facts, said.result]
        facts = self.escaped(" · ".join(one for one in told if one))
        return f"\\section*{{{self.escaped(said.title)}}}\n" + (
            f"\\textit{{{facts}}}\n\n" if facts else "\n"
        )

    def title(self, title: Title) -> str:
        """A section below."""
        kind = "subsection" if title.depth < 2 else "subsubsection"
        text = f"\\{kind}*{{{self.escaped(title.text)}}}"
        if title.name:
            self.needed.add(_LINKS)
            text = f"\\hypertarget{{{title.name}}}{{}}{text}"
        return f"{text}\n\n"

    def paragraph(self, paragraph: Paragraph) -> str:
        """A paragraph; that of a variation smaller and indented."""
        parts = []
        for kind, text in paragraph.runs:
            told = self.escaped(text)
            if kind in BOLD:
                told = f"\\textbf{{{told.rstrip()}}}{told[len(told.rstrip()) :]}"
            elif kind.lower() in (ASIDE, LETTER):
                told = f"\\textit{{{told.rstrip()}}}{told[len(told.rstrip()) :]}"
            elif kind.lower() == COMMENT:
                told = told.replace("\n", "\\par ")
            parts.append(told)
        label = f"\\textsf{{{self.escaped(paragraph.label)}}} " if paragraph.label else ""
        text = label + "".join(parts).strip()
        if not paragraph.level:
            return f"{text}\n\n"
        indent = 1.5 * min(paragraph.level, _DEEPEST)
        return f"\\begin{{variation*}}{{{indent}}}\n{text}\n\\end{{variation*}}\n\n"

    def table(self, table: MoveTable) -> str:
        """Three columns without lines, which pages may break."""
        self.needed.add("longtable")
        rows = []
        for row in table.said():
            cells = [
                f"\\textbf{{{self.escaped(move)}}}"
                + (f" \\textit{{{self.escaped(aside)}}}" if aside else "")
                for move, aside in zip(row.moves, row.asides, strict=True)
            ]
            rows.append(" & ".join((self.escaped(row.number), *cells)) + r" \\")
        return "\n".join((r"\begin{longtable}[l]{rll}", *rows, r"\end{longtable}")) + "\n\n"

    def facts(self, facts: Facts) -> str:
        """A table that pages may break; rows lead on by links. Columns of words share what numbers leave."""
        self.needed.add("longtable")
        numbers = facts.numbers
        share = 0.96 - _NUMBER_SHARE * sum(numbers)
        words = rf"p{{{share / (len(numbers) - sum(numbers) + 1.5):.2f}\linewidth}}"
        first = rf"p{{{1.5 * share / (len(numbers) - sum(numbers) + 1.5):.2f}\linewidth}}"
        columns = "".join("r" if number else words for number in numbers)
        lines = [rf"\begin{{longtable}}[l]{{{first}{columns}}}"]
        lines.append(" & ".join(("", *map(self.escaped, facts.heads))) + r" \\")
        for row in facts.rows:
            lines.append(" & ".join((self._linked(row), *map(self.escaped, row.cells))) + r" \\")
        return "\n".join((*lines, r"\end{longtable}")) + "\n\n"

    def _linked(self, row: Fact) -> str:
        """What a row is about, with its link."""
        what = self.escaped(row.what)
        if not row.leads:
            return what
        self.needed.add(_LINKS)
        if row.leads.startswith("#"):
            return rf"\hyperlink{{{row.leads[1:]}}}{{{what}}}"
        address = row.leads.replace("%", r"\%").replace("#", r"\#")
        return rf"\href{{{address}}}{{{what}}}"

    def graph(self, graph: Graph) -> str:
        """A picture and its caption."""
        drawn = self._drawn(graph_drawing(graph, BOOK), "0.9")
        words = self.escaped(graph_caption(graph))
        return f"\\begin{{center}}\n{drawn}\n\n{words}\n\\end{{center}}\n\n"

    def diagram(self, diagram: Diagram, section: Section) -> str:
        """A board by a package or as a picture, and its caption."""
        if not self.values["diagrams"]:
            return ""
        drawn = ""
        package, draw = _BY_PACKAGES.get(section.game, ("", _psgo))
        if package and self.values[package]:
            drawn = draw(diagram)
            self.needed.update({package} if drawn else ())
        if not drawn:
            drawn = self._picture(diagram, section)
        words = self.escaped(caption(diagram))
        return f"\\begin{{center}}\n{drawn}\n\n{words}\n\\end{{center}}\n\n"

    def _picture(self, diagram: Diagram, section: Section) -> str:
        return self._drawn(drawing_of(diagram, section.game, BOOK), "0.5")

    def _drawn(self, drawing: Drawing, width: str) -> str:
        """A drawing as a file of its own, as wide as a part of the line."""
        self.needed.add("graphicx")
        pages = PdfPages()
        pages.add(*drawing)
        name = self.add_file(re.sub("[^A-Za-z0-9-]", "_", self.study.name), "pdf", pages.data())
        return f"\\includegraphics[width={width}\\linewidth]{{{name}}}"


def _unbroken(found: re.Match[str]) -> str:
    """The sign of a side with the first character of its move, between which no line ends."""
    sign = f"{{\\sidesign {found[1]}}}"
    return f"\\mbox{{{sign}{found[2]}}}" if found[2] else sign


# ------------------------------------------------------------------------------------- boards


def _xskak(diagram: Diagram) -> str:
    arrows = [mark for mark in diagram.position.marks if mark.kind == "arrow"]
    fields = [mark for mark in diagram.position.marks if mark.kind in ("square", "circle")]
    options = [f"setfen={{{diagram.text}}}"]
    if diagram.flipped:
        options.append("inverse")
    if fields:
        options.append(f"pgfstyle=border,markfields={{{_joined(fields, '')}}}")
    if arrows:
        options.append(f"pgfstyle=straightmove,markmoves={{{_joined(arrows, '-')}}}")
    return f"\\chessboard[{','.join(options)}]"


def _joined(marks: list[Mark], between: str) -> str:
    return ",".join(between.join(mark.squares) for mark in marks)


_SIGNS_OF_GO = {
    "triangle": "\\marktr",
    "square": "\\marksq",
    "circle": "\\markcr",
    "cross": "\\markma",
}


def _psgo(diagram: Diagram) -> str:
    """The board; "" for one that psgo doesn't know."""
    grid = diagram.position.geometry.grid
    size = len(grid)
    if size > len(_LETTERS) or any(len(row) != size for row in grid):
        return ""
    at = {
        square: f"{{{_LETTERS[column]}}}{{{size - row}}}"
        for row, line in enumerate(grid)
        for column, square in enumerate(line)
    }
    body = [*_stones(diagram, at)]
    part = [square for row in shown(diagram.position).grid for square in row]
    if len(part) < size * size:
        places = [
            (_LETTERS.index(at[one][1]) + 1, int(at[one][4:-1])) for one in (part[0], part[-1])
        ]
        (left, top), (right, low) = places
        head = f"\\begin{{psgopartialboard}}[{size}]{{({left},{low})({right},{top})}}"
        return "\n".join((head, *body, "\\end{psgopartialboard}"))
    return "\n".join((f"\\begin{{psgoboard}}[{size}]", *body, "\\end{psgoboard}"))


def _stones(diagram: Diagram, at: dict[str, str]) -> Iterator[str]:
    position = diagram.position
    signs = {
        mark.squares[0]: _SIGNS_OF_GO.get(mark.kind) or f"\\marklb{{{_label(mark.text)}}}"
        for mark in position.marks
        if len(mark.squares) == 1 and (mark.kind in _SIGNS_OF_GO or mark.kind == "label")
    }
    standing = {square: kind for square, kind in position.pieces if square in at}
    for square, kind in standing.items():
        number = position.numbers.get(square)
        small = "\\tiny " if number and number > 99 else ""
        sign = f"\\marklb{{{small}{number}}}" if number else signs.get(square, "")
        yield f"\\stone{f'[{sign}]' if sign else ''}{{{kind}}}{at[square]}"
    for square, sign in signs.items():
        if square not in standing and square in at:
            yield f"\\markpos{{{sign}}}{at[square]}"


def _label(text: str) -> str:
    return "".join(one for one in text if one.isalnum())[:3]


_BY_PACKAGES: dict[str, tuple[str, Callable[[Diagram], str]]] = {
    "chess": ("xskak", _xskak),
    "go": ("psgo", _psgo),
}
"""By games' ids: the package, and what writes a diagram for it."""

LATEX = TextExporter(Latex, FIELDS, notation="figurine")
