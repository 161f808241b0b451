"""A made-up language: every text of the program with its letters exchanged, in a real catalog.

What is still English on the screen was never handed to translators, or doesn't come through a catalog.
"""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

# The C library has no sentences in it: it would remember those of errors for other tests.
LANGUAGE = "rm"
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STRANGE = "áƀćďéƒǵĥíĵķĺɱńóƥɋŕśťúṽŵẋýžÁƁĆĎÉƑǴĤÍĴĶĹṀŃÓƤɊŔŚŤÚṼŴẊÝŽ"
_LETTERS = str.maketrans(_PLAIN, _STRANGE)
# What stays as it is: places of arguments, in templates of ours and of argparse.
_PLACES = re.compile(r"(\{\{|\}\}|\{\w+\}|%\(\w+\)[srd]|%[srd])")
_TOOL = Path(__file__).parent.parent / "packaging" / "catalogs.py"


def strange(template: str) -> str:
    """A template in the language."""
    parts = _PLACES.split(template)
    return "".join(part if i % 2 else part.translate(_LETTERS) for i, part in enumerate(parts))


def tool() -> ModuleType:
    """packaging/catalogs.py."""
    spec = importlib.util.spec_from_file_location("qipu_catalogs", _TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def templates() -> Catalog:
    """What there is to translate."""
    found: Catalog = tool().extracted()
    return found


@cache
def _compiled() -> bytes:
    """The catalog of the language as gettext reads it."""
    catalog = Catalog(locale=LANGUAGE, charset="utf-8", fuzzy=False)
    for entry in templates():
        if entry.id:
            forms = entry.id if isinstance(entry.id, tuple) else (entry.id,)
            told = tuple(strange(one) for one in forms)
            catalog.add(entry.id, told if len(told) > 1 else told[0], context=entry.context)
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def write_catalog(folder: Path) -> None:
    """Write the catalog of the language below a folder, where gettext looks for it."""
    path = folder / LANGUAGE / "LC_MESSAGES" / "qipu.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(_compiled())


# Options, names of files and codes of findings.
_NAMES = re.compile(r"--[a-z-]+|\B\.\w[\w.]*|\[[a-z0-9.-]+\]")
_WORD = re.compile(r"[A-Za-z]{2,}(?:[’'][a-z]+)?")


def english(text: str, known: set[str]) -> list[str]:
    """The words of a text that are in plain letters, but for some that are."""
    return [word for word in _WORD.findall(_NAMES.sub("", text)) if word not in known]
