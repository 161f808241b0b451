"""The exporters of books and problem sheets.

A problem sheet has diagrams with room for answers, and the solutions at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from typst import TypstError

from viewer.base.fields import FLAG, NUMBER, Field, Value, Values, choice
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, in_context, message
from viewer.base.refused import Refused
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.forwarding import OrderedCollection
from viewer.games import game_of
from viewer.games.printing import Printing, printing_of
from viewer.publish.book.book import BookSetter, is_long
from viewer.publish.book.choices import BOOK_FIELDS, PAGE_FIELDS, is_wide
from viewer.publish.book.setter import Setter, side_colour
from viewer.publish.book.stretches import set_long
from viewer.publish.book.typesetting import TypstFolder
from viewer.publish.choices import OUTLINE_FIELDS, OutlineStyle
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study
from viewer.publish.headings import unprinted
from viewer.publish.layout import solution_layout
from viewer.publish.outline import Diagram, Moves
from viewer.publish.paragraphs import COMMENT, Paragraph, blocks
from viewer.publish.problems import (
    FULL,
    LINE,
    NONE,
    SOURCE_FIELD,
    PrintedProblem,
    line_first,
    problems,
)
from viewer.publish.styles import SHEET_KIND, STYLE, style_fields
from viewer.publish.wording import Words

_PART = 200
_TASK = 240  # characters of a task that stands with its diagram; a longer one goes to the solution
# Marks often show the solution.
_DEFAULTS: Mapping[str, Value] = {"notation": "figurine", "marks": False}
_KEPT = ("notation", "comments", "levels", "marks")

SHEET_FIELDS: tuple[Field, ...] = (
    *style_fields(SHEET_KIND),
    SOURCE_FIELD,
    Field("across", message("Diagrams beside each other"), NUMBER, 2, low=1, high=6),
    Field("down", message("Diagrams below each other"), NUMBER, 3, low=1, high=8),
    Field("answers", message("Lines for answers"), NUMBER, 2, low=0, high=12),
    Field("names", message("Titles of the problems"), FLAG, True),
    choice(
        "solutions",
        message("Solutions"),
        {
            FULL: message("With variations"),
            LINE: message("Only the main line"),
            NONE: message("None"),
        },
    ),
    Field("cropped", message("Only the part of a go board that matters"), FLAG, True),
    Field("hands", message("What the defending side has in hand"), FLAG, False),
    Field("size", message("Type size (points)"), NUMBER, 10, low=6, high=24),
    *PAGE_FIELDS,
    *(
        field._replace(default=_DEFAULTS.get(field.key, field.default))
        for field in OUTLINE_FIELDS
        if field.key in _KEPT
    ),
)


class SheetSetter(Setter):
    """Sets a problem sheet."""

    template = "sheet.typ"

    def __init__(
        self, room: TypstFolder, collection: Collection, name: str, values: Values, words: Words
    ) -> None:
        super().__init__(room, collection, name, values, words)
        self._problems: list[dict[str, Any]] = []
        self._solutions: list[dict[str, Any]] = []
        self._parts = 0
        self._outline = OutlineStyle.chosen({key: values[key] for key in _KEPT})

    def set(self) -> Iterator[int]:
        """Write the files; yields the number of records set. Raises OSError."""
        values = self.values
        style = self._outline
        format_, looked_at = FORMATS[self.collection.format].load(), -1
        for index, problem in problems(
            self.collection,
            style,
            self.words,
            str(values["from"]),
            str(values["solutions"]),
            bool(values["cropped"]),
            figures=True,
        ):
            if index != looked_at:
                looked_at = index
                self.left_out.update(unprinted(format_, self.collection.record(index), style))
            if problem is None:
                self.left_out["games"] += 1
            else:
                self._add(problem)
            self.put_drawings()
            yield index + 1
        self._flush()
        self.put_drawings(last=True)
        self.room.put_data("sheet.json", self._sheet())

    def _add(self, problem: PrintedProblem) -> None:
        self.count += 1
        title = problem.title(self.words) if self.values["names"] else ""
        brief = len(problem.task) <= _TASK
        printing = printing_of(game_of(problem.game))
        asked = printing.asked(problem.answer)
        told = self.words(asked) if asked is not None else ""
        kinds = {kind for _, kind in problem.diagram.position.pieces}
        all_hands = (0, 1) if self.values["hands"] else printing.holders(kinds, problem.answer.side)
        number = self.words(in_context("a problem of a sheet", "No. {number}", number=self.count))
        printed = {
            **self.diagram(problem.game, problem.diagram, all_hands),
            "caption": told or problem.diagram.to_move,
            "number": number,
            "title": title,
            "task": problem.task if brief else "",
            "alt": ": ".join(filter(None, (problem.diagram.to_move, problem.diagram.text))),
            "sign": ""
            if told or is_wide(self.language)
            else side_colour(problem.game, problem.diagram.side),
        }
        shown = self._solution(problem, printing)
        if problem.final is not None:
            final = self.diagram(problem.game, problem.final, all_hands)
            caption = self.words(in_context("below a diagram", "Final position"))
            shown.insert(0, {**final, "caption": caption, "final": True})
        if not brief and self.values["solutions"] != NONE:
            shown.insert(
                0, {"kind": "par", "level": 0, "runs": [(COMMENT, problem.task)], "justify": True}
            )
        solution = {"number": number, "asked": told, "title": title, "blocks": shown}
        self.gather((printed, solution))
        self._problems.append(printed)
        if shown:
            self._solutions.append(solution)
        if len(self._problems) >= _PART:
            self._flush()

    def _solution(self, problem: PrintedProblem, printing: Printing) -> list[dict[str, Any]]:
        """The paragraphs of a solution."""
        start = min(
            (
                move.ply
                for item in problem.solution
                if isinstance(item, Moves)
                for move in item.moves
            ),
            default=1,
        )
        layout = solution_layout(
            problem.game, start - 1, self.words, self.latin, is_wide(self.language)
        )
        items = line_first(problem.solution) if printing.line_first else problem.solution
        found = [one for one in blocks(items, layout) if isinstance(one, Paragraph | Diagram)]
        solved = printing.solved(problem.answer)
        if solved is not None and found:
            first = found[0]
            if isinstance(first, Paragraph) and first.level == 0:
                first.add(COMMENT, self.words(solved))
        return [
            self.paragraph(one) if isinstance(one, Paragraph) else self.diagram(problem.game, one)
            for one in found
        ]

    def _flush(self) -> None:
        if self._problems:
            self.room.put_data(f"problems-{self._parts}.json", self._problems)
            self.room.put_data(f"solutions-{self._parts}.json", self._solutions)
            self._parts += 1
            self._problems, self._solutions = [], []

    def _extent(self) -> Message:
        """How many problems there are; without room for answers they are positions to look at."""
        if self.values["answers"] or self.values["solutions"] != NONE:
            return counted("{count} problem", "{count} problems", self.count)
        return counted("{count} position", "{count} positions", self.count)

    def _sheet(self) -> dict[str, Any]:
        values = self.values
        data = {
            "title": self.title,
            "extent": self.words(self._extent()),
            "parts": self._parts,
            "words": {"solutions": self.words(message("Solutions"))},
            "style": {
                **self.style(),
                "across": values["across"],
                "down": values["down"],
                "answers": values["answers"],
                "solved": values["solutions"] != NONE,
            },
        }
        self.gather(data)
        return data


MOST_RECORDS = 5000
"""Records in a sheet: pages take about a megabyte of memory each until the last one is made."""
_PREVIEWED = 3  # records in a preview
_PROBLEMS = 12  # the same of a sheet, whose pages have several
_PPI = 96.0
# Typst's share of the work: pages are made when all records are set.
_TYPESETTING = 0.4


class PdfExporter(Exporter):
    """Typesets records with one kind of setter."""

    boxes = True

    def __init__(
        self, setter: type[Setter], fields: tuple[Field, ...], first: tuple[str, ...]
    ) -> None:
        self._setter = setter
        self.problems = setter is SheetSetter
        self.fields = fields
        self.first = (STYLE, "title", "language", "notation", "paper", "size", *first)

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """One file of all records."""
        count = study.size
        if count > MOST_RECORDS:
            raise Refused(
                message(
                    "A file of pages takes at most {most} games, and these are {count}:"
                    " export them in parts, by their numbers.",
                    most=MOST_RECORDS,
                    count=count,
                )
            )
        total = round(count * (1 + _TYPESETTING)) + 1
        with TypstFolder() as room:
            setter = self._set(room, study, values)
            for done in setter.set():
                yield JobStep(done, total)
            _check(setter)
            missing = setter.missing()
            if missing:
                yield JobStep(count, total, Missing(missing))
            for step in in_thread(_typeset(setter)):
                if step.result is None:
                    yield JobStep(count, total, waiting=step.waiting)
                    continue
                yield JobStep(total, total, _exported(step.result, setter, missing))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The pages of a document of the first few records."""
        few = range(min(len(study.records), _PROBLEMS if self.problems else _PREVIEWED))
        study = study._replace(
            records=OrderedCollection(study.records, few), numbers=list(study.numbers)[: len(few)]
        )
        with TypstFolder() as room:
            setter = self._set(room, study, values)
            for _ in setter.set():
                pass
            if not setter.count:
                return None
            pages = room.pictures(setter.template, _PPI)
            return Preview("png", pages[0], more=tuple(pages[1:]))

    def missing(self, study: Study, values: Values) -> Iterator[JobStep[Missing]]:
        """The characters of all records, those of headings and diagrams included."""
        count = min(len(study.records), MOST_RECORDS)
        with TypstFolder() as room:
            setter = self._set(room, study, values)
            for done in setter.set():
                yield JobStep(done, count + 1)
            missing = setter.missing()
        if missing:
            yield JobStep(count + 1, count + 1, Missing(missing))

    def _set(self, room: TypstFolder, study: Study, values: Values) -> Setter:
        return self._setter(room, study.records, study.name, values, study.words)


class BookExporter(PdfExporter):
    """Typesets books; long ones in several processes."""

    def __init__(self) -> None:
        super().__init__(BookSetter, BOOK_FIELDS, ("columns", "break"))

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """One file of all records."""
        if not is_long(study.size, values):
            yield from super().export(study, values)
            return
        try:
            job = set_long(study.records, study.name, values, study.words, study.processes)
            for step in job:
                if step.result is None:
                    yield JobStep(step.done, step.total, waiting=step.waiting)
                    continue
                pages, setter = step.result
                missing = setter.missing()
                if missing:
                    yield JobStep(step.done, step.total, Missing(missing))
                yield JobStep(step.done, step.total, _exported(pages, setter, missing))
        except TypstError as error:
            raise _refused(error) from error

    def _set(self, room: TypstFolder, study: Study, values: Values) -> Setter:
        setter = BookSetter(room, study.records, study.name, values, study.words)
        setter.made = study.sections
        return setter


def _exported(pages: bytes, setter: Setter, missing: str) -> ExportedFile:
    left_out = Counter(setter.left_out)
    left_out["characters"] += len(missing)
    return ExportedFile(pages, "", left_out, missing)


def _refused(error: TypstError) -> Refused:
    return Refused(message("The pages couldn't be set: {why}", why=error.message))


def _check(setter: Setter) -> None:
    if not setter.count:
        raise Refused(message("There are no problems in these records."))


def _typeset(setter: Setter) -> Iterator[JobStep[bytes]]:
    try:
        pages = setter.pdf()
    except TypstError as error:
        raise _refused(error) from error
    yield JobStep(1, 1, pages)


BOOK = BookExporter()
SHEET = PdfExporter(SheetSetter, SHEET_FIELDS, ("from", "across", "down", "solutions"))
