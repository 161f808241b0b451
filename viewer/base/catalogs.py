"""Translation: which catalog is active, and `tr`, which turns a message into text.

A catalog is `locale/LANGUAGE/LC_MESSAGES/qipu.mo` among the resources, made by `packaging/catalogs.py`.
English is written in the code and has none, and an English start loads nothing. What programs read
(`qipu dump`, `qipu check --json`) and what is written into records doesn't come through here.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from pathlib import Path

from viewer.base.messages import Message, Translator
from viewer.base.mo_file import MoFile
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
