"""The exporters of books and problem sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from typst import TypstError

from viewer.base.fields import Field, Values
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.formats.ordered import OrderedCollection
from viewer.publish.book.book import BookSetter, is_long
from viewer.publish.book.choices import BOOK_FIELDS
from viewer.publish.book.setter import Setter
from viewer.publish.book.sheet import SHEET_FIELDS, SheetSetter
from viewer.publish.book.stretches import set_long
from viewer.publish.book.typesetting import TypstFolder
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study

MOST_RECORDS = 5000
"""Records in a sheet: pages take about a megabyte of memory each until the last one is made."""
_PREVIEWED = 3  # records in a preview
_PPI = 96.0
# Typst's share of the work: pages are made when all records are set.
_TYPESETTING = 0.4


class PdfExporter(Exporter):
    """Typesets records with one kind of setter."""

    boxes = True

    def __init__(self, setter: type[Setter], fields: tuple[Field, ...]) -> None:
        self._setter = setter
        self.fields = fields

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """One file of all records."""
        count = len(study.records)
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
        """The first page, of a document of the first few records."""
        few = range(min(len(study.records), _PREVIEWED))
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
            return Preview("png", pages[0])

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
        super().__init__(BookSetter, BOOK_FIELDS)

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """One file of all records."""
        if not is_long(len(study.records), values):
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
SHEET = PdfExporter(SheetSetter, SHEET_FIELDS)
