"""Problems as a table (CSV) for programs that ask cards, such as Anki."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from html import escape
from io import StringIO
from urllib.parse import quote

from viewer.base.columns import is_formula, table_cell
from viewer.base.fields import FLAG, Field, Values, choice
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.formats import FORMATS
from viewer.publish.choices import OUTLINE_FIELDS, OutlineStyle
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study
from viewer.publish.headings import unprinted
from viewer.publish.layout import Layout
from viewer.publish.paragraphs import Paragraph, blocks
from viewer.publish.problems import (
    FULL,
    LINE,
    SOURCE_FIELD,
    PrintedProblem,
    problems,
)
from viewer.publish.text.boards import caption, drawing_of
from viewer.scene.svg import to_svg

COLUMNS = ("number", "picture", "position", "question", "answer", "title", "source")
_KEPT = ("notation", "comments", "levels")

FIELDS = (
    SOURCE_FIELD,
    choice(
        "solutions",
        message("Solutions"),
        {FULL: message("With variations"), LINE: message("Only the main line")},
    ),
    Field("pictures", message("Pictures (SVG) beside the table"), FLAG, True),
    Field("cropped", message("Only the part of a go board that matters"), FLAG, True),
    Field("anki", message("Lines at the top for Anki"), FLAG, True),
    *(field for field in OUTLINE_FIELDS if field.key in _KEPT),
)


class Cards(Exporter):
    """A row for each problem."""

    fields = FIELDS
    problems = True

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """The pictures, then the table."""
        table = StringIO()
        writer = csv.writer(table, lineterminator="\n")
        if values["anki"]:
            table.write(f"#separator:Comma\n#html:true\n#columns:{','.join(COLUMNS)}\n")
        else:
            writer.writerow(COLUMNS)
        left_out: Counter[str] = Counter()
        format_ = FORMATS[study.records.format].load()
        count, made = len(study.records), 0
        looked_at = -1
        for index, problem in _problems(study, values):
            if index != looked_at:
                looked_at = index
                record = study.records.record(index)
                left_out.update(unprinted(format_, record, _style(values)))
            if problem is None:
                left_out["games"] += 1
                continue
            made += 1
            name = ""
            if values["pictures"]:
                name = f"{study.name}-{made}.svg"
                drawing = drawing_of(problem.diagram, problem.game)
                data = to_svg(*drawing, pixels=400).encode()
                yield JobStep(index, count, ExportedFile(data, name=name))
            writer.writerow(_row(made, problem, name, bool(values["anki"])))
            yield JobStep(index, count)
        if not made:
            raise Refused(message("There are no problems in these records."))
        data = table.getvalue().encode("utf-8", "replace")
        yield JobStep(count, count, ExportedFile(data, "", left_out))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The first problem."""
        for _, problem in _problems(study, values):
            if problem is not None:
                return Preview("drawing", drawing=drawing_of(problem.diagram, problem.game))
        return None


def _style(values: Values) -> OutlineStyle:
    return OutlineStyle.chosen({**{key: values[key] for key in _KEPT}, "marks": False})


def _problems(study: Study, values: Values) -> Iterator[tuple[int, PrintedProblem | None]]:
    return problems(
        study.records,
        _style(values),
        study.words,
        str(values["from"]),
        str(values["solutions"]),
        bool(values["cropped"]),
    )


def _row(number: int, problem: PrintedProblem, picture: str, html: bool) -> list[str]:
    diagram, heading = problem.diagram, problem.heading
    paragraphs = [
        f"{block.label} {''.join(text for _, text in block.runs)}".strip()
        for block in blocks(problem.solution, Layout(latin=False))
        if isinstance(block, Paragraph)
    ]
    question = "\n".join(part for part in (caption(diagram), problem.task) if part)
    texts = [diagram.text, question, "\n".join(paragraphs), heading.title, ", ".join(heading.facts)]
    shown = f'<img src="{escape(quote(picture))}">' if picture and html else table_cell(picture)
    return [str(number), shown, *(escaped(text, html) for text in texts)]


def escaped(text: str, html: bool) -> str:
    """A text for a cell, as HTML for Anki or plain; no table program takes it for a formula."""
    if not html:
        return table_cell(text)
    shown = escape(text).replace("\n", "<br>")
    if not is_formula(shown):
        return shown
    at = len(shown) - len(shown.lstrip(" "))
    return f"{shown[:at]}&#{ord(shown[at])};{shown[at + 1 :]}"  # no apostrophe on the card


CARDS = Cards()
