"""Translation: which catalog is active, and `tr`, which turns a message into text.

A catalog is `locale/LANGUAGE/LC_MESSAGES/qipu.mo` among the resources, made by `packaging/catalogs.py`.
English is written in the code and has none, and an English start loads nothing. What programs read
(`qipu dump`, `qipu check --json`) and what is written into records doesn't come through here.
"""

from __future__ import annotations

import gettext
import os
import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path

from viewer.base.messages import Message, Translator
from viewer.base.patterns import late
from viewer.base.resources import resource_path

DOMAIN = "qipu"
# As gettext asks them, one after another; the first may name several languages, with colons.
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_ENGLISH = ("en", "C", "POSIX")

_translator: Translator | None = None
_wanted = ""  # the languages chosen, with colons
_active = ""


def tr(message: Message) -> str:
    """The message as text in the active language."""
    return message.text(_translator)


def use(translator: Translator | None) -> None:
    """Make a catalog the active one, whatever its language; None for English."""
    global _translator, _wanted, _active
    _translator, _wanted, _active = translator, "", ""


def chosen() -> str:
    """What `choose` was last asked for, for other processes; "" for English."""
    return _wanted


def active() -> str:
    """The language of the active catalog, as its folder is named ("de", "zh_CN"); "" for English."""
    return _active


def languages(environ: Mapping[str, str]) -> list[str]:
    """The languages wanted, in order of preference, cut at English, which needs no catalog."""
    wanted = next(filter(None, (environ.get(name) for name in _VARIABLES)), "")
    found: list[str] = []
    for name in wanted.split(":"):
        language = name.partition(".")[0].partition("@")[0]
        if language.partition("_")[0] in _ENGLISH:
            break
        if name:
            found.append(name)
    return found


def catalog_folder() -> Path | None:
    """The folder of the catalogs; None if none are installed."""
    try:
        return resource_path("locale")
    except FileNotFoundError:
        return None


def available() -> list[str]:
    """The languages that have a catalog, sorted; English needs none and isn't among them."""
    folder = catalog_folder()
    found = () if folder is None else folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return sorted(path.parts[-3] for path in found)


def choose(language: str = "", environ: Mapping[str, str] = os.environ) -> None:
    """Activate the catalog of a language ("": the environment's); English if it has no catalog."""
    global _wanted, _active
    wanted = languages({"LANGUAGE": language} if language else environ)
    language, translator = _loaded(wanted)
    use(translator)
    _wanted, _active = ":".join(wanted), language


def translator_of(language: str) -> Translator | None:
    """The catalog of a language; None without one."""
    return _loaded([language])[1]


def _loaded(wanted: list[str]) -> tuple[str, Translator | None]:
    """(language, catalog) of the first of several languages that has one; ("", None) without."""
    folder = catalog_folder() if wanted else None
    for path in () if folder is None else gettext.find(DOMAIN, folder, wanted, all=True):
        try:
            with open(path, "rb") as file:
                return Path(path).parts[-3], MoFile(file.read())
        except OSError:  # it is no catalog
            continue
    return "", None


# ------------- compiled catalogs (.mo of GNU gettext), whose texts are read when they are asked for

_MAGIC = 0x950412DE
_HEAD = struct.Struct("<5I")
_ROW = struct.Struct("<2I")
_CONTEXT = b"\x04"
_PLURAL = late(r"^Plural-Forms:.*?plural=([^;\n]+)", re.MULTILINE)


class MoFile:
    """A catalog; implements `messages.Translator`. Its texts are UTF-8.

    The library's `gettext.GNUTranslations` reads all of a catalog first: 5 ms of a start that asks for
    thirty texts; this takes one. Source: the GNU gettext manual, "The Format of GNU MO Files".
    """

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
