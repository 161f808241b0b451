"""Texts of a study: what all forms have in common. A form says how each part is written and escaped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from viewer.base.fields import Field, Value, Values
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.spool import Spool
from viewer.formats.kit.ahead import played_ahead
from viewer.publish.apart import in_parts
from viewer.publish.book.choices import (
    LANGUAGE_FIELD,
    LANGUAGES,
    is_wide,
    language_for,
    words_in,
)
from viewer.publish.choices import OUTLINE_FIELDS, OutlineStyle
from viewer.publish.exporter import ExportedFile, Exporter, LettingGo, Missing, Preview, Study
from viewer.publish.layout import Layout, layout_of
from viewer.publish.outline import Diagram, Facts, Graph, Section, Title
from viewer.publish.paragraphs import MoveTable, Paragraph, blocks
from viewer.publish.sections import section_of
from viewer.tree.record import Record

_PREVIEWED = 3000  # characters


class TextForm(ABC):
    """How the parts of a study are written in one form, for one export.

    Attributes:
        files: further files that the text refers to, by name.
        needed: what the beginning has to provide for the rest, by names that the form gives it.
    """

    def __init__(self, study: Study, values: Values) -> None:
        """The language among the `values` is one of `LANGUAGES`."""
        self.language = LANGUAGES[str(values["language"])]
        self.study = study._replace(words=words_in(self.language, study.words))
        self.values = values
        self.files: dict[str, bytes] = {}
        self.needed: set[str] = set()

    def add_file(self, name: str, suffix: str, data: bytes) -> str:
        """Add a file, of a picture, to those of the text; its name with the number it is given."""
        numbered = f"{name}-{len(self.files) + 1}.{suffix}"
        self.files[numbered] = data
        return numbered

    def begin(self) -> str:
        """The beginning of the text; asked for last, when it is known what the rest needs."""
        return ""

    def end(self) -> str:
        """The end of the text."""
        return ""

    @abstractmethod
    def escaped(self, text: str) -> str:
        """A text of the record, written so that it is shown as it is."""

    @abstractmethod
    def heading(self, section: Section) -> str:
        """The head of a record."""

    @abstractmethod
    def title(self, title: Title) -> str:
        """The title of a chapter."""

    @abstractmethod
    def paragraph(self, paragraph: Paragraph) -> str:
        """Moves and comments of one line."""

    @abstractmethod
    def table(self, table: MoveTable) -> str:
        """Moves of the main line in rows."""

    @abstractmethod
    def diagram(self, diagram: Diagram, section: Section) -> str:
        """A diagram with its caption."""

    @abstractmethod
    def facts(self, facts: Facts) -> str:
        """A table of facts."""

    @abstractmethod
    def graph(self, graph: Graph) -> str:
        """The evaluations of a line."""

    def style(self) -> OutlineStyle:
        """What is written of each record."""
        keys = {field.key for field in OUTLINE_FIELDS} & self.values.keys()
        return OutlineStyle.chosen({key: self.values[key] for key in keys})

    def part(self, record: Record) -> Record:
        """What of a record is written: all of it."""
        return record

    def layout(self, section: Section) -> Layout:
        """How the paragraphs of a record are set."""
        wide, language = is_wide(self.language), self.language.code
        return layout_of(section.game, self.style(), self.study.words, False, wide, language)

    def section(self, section: Section) -> Iterator[str]:
        """A record."""
        yield self.heading(section)
        for block in blocks(section.items, self.layout(section)):
            if isinstance(block, Paragraph):
                yield self.paragraph(block)
            elif isinstance(block, MoveTable):
                yield self.table(block)
            elif isinstance(block, Title):
                yield self.title(block)
            elif isinstance(block, Facts):
                yield self.facts(block)
            elif isinstance(block, Graph):
                yield self.graph(block)
            else:
                yield self.diagram(block, section)


class TextExporter(Exporter):
    """Writes records in a form."""

    def __init__(self, form: type[TextForm], fields: tuple[Field, ...], **defaults: Value) -> None:
        """`fields` of the form come before those of the outline, which have these defaults."""
        self._form = form
        own = {field.key for field in fields}
        self.fields = (
            *fields,
            LANGUAGE_FIELD,
            *(
                field._replace(default=defaults.get(field.key.replace("-", "_"), field.default))
                for field in OUTLINE_FIELDS
                if field.key not in own
            ),
        )

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """One text of all records, and the files that it refers to."""
        values = _in_language(study, values)
        form = self._form(study, values)
        left_out: Counter[str] = Counter()
        body = Spool()
        count = study.size
        job = None if study.sections else in_parts(study, _sections_alone, self._form, values)
        for step in job or ():
            part = step.result
            if part is not None and part.text is not None:
                body.put(part.text)
                left_out.update(part.left_out)
                form.needed |= part.needed
            elif part is not None:
                for _, text in _sections(form, study, values, left_out, part.indexes):
                    body.put(_utf8(text))
            yield JobStep(step.done, step.total)
        if job is None:
            for index, text in _sections(form, study, values, left_out, range(count)):
                body.put(_utf8(text))
                yield JobStep(index, count)
        for name, data in form.files.items():
            yield JobStep(count, count, ExportedFile(data, name=name))
        body.put(_utf8(form.end()))
        yield JobStep(count, count, ExportedFile.of(_utf8(form.begin()), body, left_out))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The beginning of the text."""
        values = _in_language(study, values)
        form = self._form(study, values)
        parts: list[str] = []
        for _, text in _sections(form, study, values, Counter(), range(len(study.records))):
            parts.append(text)
            if sum(map(len, parts)) > _PREVIEWED:
                break
        return Preview("text", _utf8("".join((form.begin(), *parts))[:_PREVIEWED]))


class _Written(NamedTuple):
    """Some records as text in UTF-8; None where they have files, whose numbers depend on those before.

    Attributes:
        indexes: of the records in the study.
        left_out: how many things of each kind aren't in it.
        needed: see `TextForm`.
    """

    indexes: range
    text: bytes | None
    left_out: Mapping[str, int]
    needed: Set[str]


def _sections_alone(
    study: Study, first: int, form: type[TextForm], values: Values
) -> Iterator[JobStep[_Written]]:
    """The records of a part of a file as text, all at once; `first` of them has that index in the whole."""
    count = len(study.records)
    written = form(study, values)
    texts: list[bytes] = []
    left_out: Counter[str] = Counter()
    for index, text in _sections(written, study, values, left_out, range(count), first):
        if written.files:
            break
        texts.append(_utf8(text))
        yield JobStep(index, count)
    whole = None if written.files else b"".join(texts)
    indexes = range(first, first + count)
    yield JobStep(1, 1, _Written(indexes, whole, left_out, written.needed))


def _sections(
    form: TextForm,
    study: Study,
    values: Values,
    left_out: Counter[str],
    indexes: range,
    first: int = 0,
) -> Iterator[tuple[int, str]]:
    """Index and texts of records; the one of index 0 has the index `first` in the whole study."""
    for section in study.sections:
        left_out.update(section.left_out)
        for text in form.section(section):
            yield section.record, text
    if study.sections:
        return
    style = form.style()
    letting_go = LettingGo(study.records)
    records = played_ahead(study.records, indexes)
    for index in indexes:
        record = records.record(index)
        part = form.part(record)
        section = section_of(part, study.records.format, first + index, style, form.study.words)
        left_out.update(section.left_out)
        for text in form.section(section):
            yield index, text
        letting_go.of(record)


def _in_language(study: Study, values: Values) -> Values:
    """The values with the language of the study where none is chosen."""
    return {**values, "language": language_for(study.records, values).id}


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
