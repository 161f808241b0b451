"""Sentences for people, kept as a template and its arguments.

A message is translated at the edge (the window, the command line; see `catalogs`), never where it is
made, so the rooms below stay free of any language but the template's English.

Calls of `message`, `counted` and `in_context` are also the marks by which `packaging/catalogs.py` finds
what translators translate; so their templates are written out, never computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from viewer.base.loading import load_named
from viewer.base.named import NamedTuple
from viewer.base.patterns import late

_HALF = late("[\ud800-\udfff]")


names_by = ""
"""What reads bytes in names of files that aren't UTF-8, as "module:function"; set by who knows codecs."""


def readable(name: str) -> str:
    """A file's name or path as displayed: what isn't in UTF-8 on the disk, in the likeliest codec."""
    if name.isascii() or not _HALF.search(name):
        return name
    return _HALF.sub("\ufffd", load_named(names_by)(name) if names_by else name)


class Translator(Protocol):
    """The interface of a catalog; `mo_file.MoFile` implements it.

    Untranslated templates are returned in English.
    """

    def gettext(self, message: str, /) -> str:
        """A template's translation."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """The translation for a number."""

    def pgettext(self, context: str, message: str, /) -> str:
        """A template's translation in a context."""


class Number(NamedTuple):
    """A number to be written as the language writes numbers: `1,234.5` in English.

    Attributes:
        places: decimal places.
    """

    value: float
    places: int = 0

    def text(self, translator: Translator | None = None) -> str:
        """The number with the language's signs between thousands and before decimals."""
        text = f"{self.value:,.{self.places}f}"
        if translator is None:
            return text
        example = _EXAMPLE.text(translator)
        thousands, decimal = example[1:-5], example[-2:-1]
        return text.translate({ord(","): thousands, ord("."): decimal})

    @classmethod
    def of(cls, value: float) -> Number:
        """A number with the decimal places that it has, six digits at most: 7, 7.5, 3.75."""
        return cls(value, len(f"{value:g}".partition(".")[2]))


class Message(NamedTuple):
    """A template with named placeholders (`"{name} moves"`) and their values.

    Attributes:
        template: in English.
        args: values of the placeholders, by name. A Message or Number among them is worded on its own;
            an int is written without signs, as in a year or an address.
        plural: the template where `number` isn't 1; "" where nothing is counted.
        number: how many there are.
        context: distinguishes templates that are equal in English but not in translation; "" for most.
    """

    template: str
    args: Mapping[str, str | int | Message | Number] = MappingProxyType({})
    plural: str = ""
    number: int = 1
    context: str = ""

    def text(self, translator: Translator | None = None) -> str:
        """The sentence, in English or as translated.

        Names of files in arguments are made readable.
        """
        template = self._template(translator)
        if not self.args:
            return template.replace("{{", "{").replace("}}", "}")
        shown = {
            name: value.text(translator) if isinstance(value, Message | Number) else value
            for name, value in self.args.items()
        }
        text = template.format_map(shown)
        if text.isascii() or not _HALF.search(text):
            return text
        return template.format_map(
            {name: readable(one) if isinstance(one, str) else one for name, one in shown.items()}
        )

    def _template(self, translator: Translator | None) -> str:
        template, _, plural, number, context = self
        if translator is None or not template:  # a catalog keeps notes on itself under ""
            return plural if plural and number != 1 else template
        if plural:
            return translator.ngettext(template, plural, number)
        if context:
            return translator.pgettext(context, template)
        return translator.gettext(template)

    def given(self, **args: str | int | Message | Number) -> Message:
        """A copy with these arguments, for templates that stand in tables.

        Arguments without a placeholder in the template are ignored.
        """
        used = {name: value for name, value in args.items() if f"{{{name}}}" in self.template}
        return self._replace(args={**self.args, **used})

    def packed(self) -> list[Any]:
        """It as JSON can hold it."""
        args = {
            name: value.packed()
            if isinstance(value, Message)
            else value._asdict()
            if isinstance(value, Number)
            else value
            for name, value in self.args.items()
        }
        return [self.template, args, self.plural, self.number, self.context]

    @classmethod
    def unpacked(cls, data: Any) -> Message:
        """From what `packed` made. Raises ValueError, TypeError, KeyError and the like otherwise."""
        template, args, plural, number, context = data
        known = {
            name: cls.unpacked(value)
            if isinstance(value, list)
            else Number(**value)
            if isinstance(value, dict)
            else value
            for name, value in args.items()
        }
        if not isinstance(number, int) or not all(
            isinstance(one, str) for one in (template, plural, context)
        ):
            raise TypeError("no message")
        words = cls(template, known, plural, number, context)
        words.text()  # a place that nothing stands in is found here
        return words

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling: a MappingProxyType can't be pickled."""
        return Message, (self.template, dict(self.args), *self[2:])


NOTHING = Message("")
"""The message that says nothing: where a line of text is to be empty."""


def message(template: str, /, **args: str | int | Message | Number) -> Message:
    """Make a Message of a template and its arguments."""
    return Message(template, args)


def number(value: float, places: int = 0) -> Message:
    """A number by itself, as the language writes numbers."""
    return Message("{number}", {"number": Number(value, places)})


def counted(one: str, more: str, count: int, /, **args: str | int | Message | Number) -> Message:
    """A Message with a plural form: `one` if the number is 1 (in English), else `more`.

    `{count}` stands in both for the number. The arguments stand in the order of gettext's `ngettext`.
    """
    return Message(one, {"count": Number(count), **args}, more, count)


def listed(items: Sequence[Message]) -> Message:
    """Several things as one text: "412 comments, 30 glyphs"; nothing for none."""
    words = items[0] if items else NOTHING
    for item in items[1:]:
        words = message("{items}, {another}", items=words, another=item)
    return words


def sentences(several: Sequence[Message]) -> Message:
    """Sentences as one text, one behind the other; nothing for none."""
    words = several[0] if several else NOTHING
    for one in several[1:]:
        words = message("{first} {second}", first=words, second=one)
    return words


def in_context(context: str, template: str, /, **args: str | int | Message | Number) -> Message:
    """A Message whose English is ambiguous: `context` tells translators which meaning is meant.

    The arguments stand in the order of gettext's `pgettext`.
    """
    return Message(template, args, context=context)


_EXAMPLE = in_context("how numbers are written: with which signs", "1,234.5")
