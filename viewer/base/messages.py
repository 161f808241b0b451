"""Sentences for people, kept as a template and its arguments.

A message is translated at the edge (the window, the command line), never where it is made, so
the rooms below stay free of any language but the template's English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

_HALF = re.compile("[\ud800-\udfff]")


class Message(NamedTuple):
    """A template with named places (`"{count} moves"`) and what stands in them.

    An argument may be a Message itself; it is translated on its own.
    """

    template: str
    args: Mapping[str, str | int | Message] = MappingProxyType({})

    def text(self, translate: Callable[[str], str] | None = None) -> str:
        """The sentence; `translate` maps a template to its translation.

        It has whole characters only: U+FFFD stands for half ones in arguments, which nothing can show.
        """
        template = translate(self.template) if translate else self.template
        if not self.args:
            return template.replace("{{", "{").replace("}}", "}")
        shown = {
            name: value.text(translate) if isinstance(value, Message) else value
            for name, value in self.args.items()
        }
        text = template.format_map(shown)
        return text if text.isascii() else _HALF.sub("\ufffd", text)

    def given(self, **args: str | int | Message) -> Message:
        """This sentence with these arguments: a template of a table, filled in where it is used.

        Those that the template has no place for are left out.
        """
        used = {name: value for name, value in args.items() if f"{{{name}}}" in self.template}
        return Message(self.template, {**self.args, **used})

    def __str__(self) -> str:
        return self.text()


def message(template: str, **args: str | int | Message) -> Message:
    """A Message; the call is also the mark by which translators' tools find the template."""
    return Message(template, args)


def counted(one: str, more: str, count: int, /, **args: str | int | Message) -> Message:
    """The Message that says how many there are: `one` where that is 1, else `more`.

    `{count}` stands in both for the number, unless an argument `count` has it as it is to be shown. The
    call is a mark for translators' tools as well; its arguments stand in the order of gettext's `ngettext`.
    """
    return Message(one if count == 1 else more, {"count": count, **args})
