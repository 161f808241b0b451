"""Texts of a study: what all forms have in common. A form says how each part is written and escaped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping

from viewer.base.fields import Field, Value, Values
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.formats.kit.ahead import play_ahead
from viewer.publish.apart import in_parts
from viewer.publish.choices import OUTLINE_FIELDS, OutlineStyle
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study
from viewer.publish.outline import Diagram, Section, Title
from viewer.publish.paragraphs import Paragraph, blocks
from viewer.publish.sections import section_of

_PREVIEWED = 3000  # characters


class TextForm(ABC):
    """How the parts of a study are written in one form, for one export.

    Attributes:
        files: further files that the text refers to, by name.
    """

    def __init__(self, study: Study, values: Values) -> None:
        self.study, self.values = study, values
        self.files: dict[str, bytes] = {}

    def add_file(self, name: str, suffix: str, data: bytes) -> str:
        """Add a file, of a picture, to those of the text; its name with the number it is given."""
        numbered = f"{name}-{len(self.files) + 1}.{suffix}"
        self.files[numbered] = data
        return numbered

    def divisible(self) -> bool:
        """Whether each record is written as it would be alone, so that parts of a long file can be."""
        return False

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
    def diagram(self, diagram: Diagram, section: Section) -> str:
        """A diagram with its caption."""

    def section(self, section: Section) -> Iterator[str]:
        """A record."""
        yield self.heading(section)
        for block in blocks(section.items, latin=False):
            if isinstance(block, Paragraph):
                yield self.paragraph(block)
            elif isinstance(block, Title):
                yield self.title(block)
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
            *(
                field._replace(default=defaults.get(field.key.replace("-", "_"), field.default))
                for field in OUTLINE_FIELDS
                if field.key not in own
            ),
        )

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """One text of all records, and the files that it refers to."""
        form = self._form(study, values)
        left_out: Counter[str] = Counter()
        parts: list[bytes] = []
        count = len(study.records)
        job = in_parts(study, _sections_alone, self._form, values) if form.divisible() else None
        for step in job or ():
            if step.result is not None:
                parts.append(step.result.text)
                left_out.update(step.result.left_out)
            yield JobStep(step.done, step.total)
        if job is None:
            play_ahead(study.records, range(count))
            for index, text in _sections(form, study, values, left_out):
                parts.append(_utf8(text))
                yield JobStep(index, count)
        for name, data in form.files.items():
            yield JobStep(count, count, ExportedFile(data, name=name))
        whole = b"".join([_utf8(form.begin()), *parts, _utf8(form.end())])
        yield JobStep(count, count, ExportedFile(whole, "", left_out))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The beginning of the text."""
        form = self._form(study, values)
        parts: list[str] = []
        for _, text in _sections(form, study, values, Counter()):
            parts.append(text)
            if sum(map(len, parts)) > _PREVIEWED:
                break
        return Preview("text", _utf8("".join((form.begin(), *parts))[:_PREVIEWED]))


class _Written(NamedTuple):
    """The text of some records, in UTF-8, and how many things of each kind aren't in it."""

    text: bytes
    left_out: Mapping[str, int]


def _sections_alone(
    study: Study, first: int, form: type[TextForm], values: Values
) -> Iterator[JobStep[_Written]]:
    """The records of a part of a file as text, all at once; `first` of them has that index in the whole."""
    texts: list[bytes] = []
    left_out: Counter[str] = Counter()
    play_ahead(study.records, range(len(study.records)))
    for index, text in _sections(form(study, values), study, values, left_out, first, True):
        texts.append(_utf8(text))
        yield JobStep(index, len(study.records))
    yield JobStep(1, 1, _Written(b"".join(texts), left_out))


def _sections(
    form: TextForm,
    study: Study,
    values: Values,
    left_out: Counter[str],
    first: int = 0,
    owned: bool = False,
) -> Iterator[tuple[int, str]]:
    """Index and texts of each record; `owned`: nobody else has it, so it needn't wait for a collection."""
    keys = {field.key for field in OUTLINE_FIELDS}
    style = OutlineStyle.chosen({key: values[key] for key in keys & values.keys()})
    for index in range(len(study.records)):
        record = study.records.record(index)
        section = section_of(record, study.records.format, first + index, style, study.words)
        left_out.update(section.left_out)
        for text in form.section(section):
            yield index, text
        if owned:
            record.dissolve()


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
