"""Compiled catalogs (.mo of GNU gettext), whose texts are read when they are asked for.

The library's `gettext.GNUTranslations` reads all of a catalog first: 5 ms of a start that asks for
thirty texts; this takes one. Source: the GNU gettext manual, "The Format of GNU MO Files".
"""

from __future__ import annotations

import gettext
import re
import struct
from collections.abc import Callable

from viewer.base.patterns import late

_MAGIC = 0x950412DE
_HEAD = struct.Struct("<5I")
_ROW = struct.Struct("<2I")
_CONTEXT = b"\x04"
_PLURAL = late(r"^Plural-Forms:.*?plural=([^;\n]+)", re.MULTILINE)


class MoFile:
    """A catalog; implements `messages.Translator`. Its texts are UTF-8."""

    def __init__(self, data: bytes) -> None:
        """Raises OSError if the bytes are no little-endian catalog, or not all of one."""
        if len(data) < _HEAD.size:
            raise OSError("no catalog")
        magic, _, count, ids, texts = _HEAD.unpack_from(data)
        if magic != _MAGIC or max(ids, texts) + _ROW.size * count > len(data):
            raise OSError("no catalog")
        self._data = data
        spans = _ROW.iter_unpack(data[ids : ids + _ROW.size * count])
        # Where a text's length and place stand, by its id; of one with a plural by the singular.
        self._rows = {
            data[start : start + length].partition(b"\0")[0]: texts + _ROW.size * at
            for at, (length, start) in enumerate(spans)
        }
        self._plural: Callable[[int], int] | None = None

    def gettext(self, message: str, /) -> str:
        """A template's translation."""
        return self._text(message.encode(), 1) or message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """The translation for a number."""
        return self._text(msgid1.encode(), n) or (msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str, /) -> str:
        """A template's translation in a context."""
        return self._text(context.encode() + _CONTEXT + message.encode(), 1) or message

    def _text(self, id: bytes, number: int) -> str:
        """The translation of an id in the form for a number, "" if there is none, or it is damaged."""
        try:
            found = self._bytes(id).decode()
        except UnicodeDecodeError:
            return ""
        if "\0" not in found:
            return found
        forms = found.split("\0")
        return forms[min(self._form(number), len(forms) - 1)]

    def _form(self, number: int) -> int:
        if self._plural is None:
            rule = _PLURAL.search(self._bytes(b"").decode(errors="replace"))
            self._plural = gettext.c2py(rule[1] if rule else "n != 1")
        return self._plural(number)

    def _bytes(self, id: bytes) -> bytes:
        """The translations of an id; nothing where there are none, or the file was cut before their end."""
        row = self._rows.get(id)
        if row is None:
            return b""
        length, start = _ROW.unpack_from(self._data, row)
        found = self._data[start : start + length]
        return found if len(found) == length else b""
