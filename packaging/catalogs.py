#!/usr/bin/env python3
"""The catalogs of translations: what there is to translate, and what translators made of it.

    python3 packaging/catalogs.py extract              resources/locale/qipu.pot: what is to be translated
    python3 packaging/catalogs.py update [LANGUAGE…]   extract, then the .po of these languages, or of all
                                                       that are there; a new one is begun (zh_CN, de …)
    python3 packaging/catalogs.py compile              the .mo that Qipu reads, from every .po
    python3 packaging/catalogs.py check [LANGUAGE…]    what a .po lacks, has fuzzy, has and nothing uses,
                                                       has from a module where it no longer is, or writes
                                                       as docs/languages says that it isn't written

Catalogs stand as GNU gettext has them: resources/locale/LANGUAGE/LC_MESSAGES/qipu.po. The .pot and the
.mo are made, and not kept. Runs in the environment that `packaging/dev.py test` made, for it needs Babel.
"""

from __future__ import annotations

import os
import re
import string
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "resources" / "locale"
DOMAIN = "qipu"
KEYWORDS = {"message": None, "counted": (1, 2), "in_context": ((1, "c"), 2)}
"""The calls that make a message, as Babel has them: where templates and contexts stand."""
_CALL = re.compile(rb"\b(%s)\(" % "|".join(KEYWORDS).encode())
_PLACE = re.compile(r"\{\w+\}")
_PERCENT_STYLE = "cli/arguments.py"
"""The module with the texts of argparse, whose places are as in "%(prog)s"."""
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
_CODECS = {"zh_CN": "gb2312", "zh_TW": "big5hkscs"}
"""Codecs that have the characters of one form of Chinese, but few of those of the other alone."""
_CHINESE = (
    r"[一-鿿](?:[,;:!?]|[A-Za-z])|[A-Za-z][一-鿿]| [，。；？！）]|[，。；？！（] |\.\.|……|[请請您]"
)
_MISWRITTEN = {
    "zh_CN": re.compile(_CHINESE),
    "zh_TW": re.compile(_CHINESE + "|默認|菜單|軟件|信息|屏幕|鼠標|光標|字符|打印|搜索|保存|文本"),
    "ja": re.compile(
        r"[ぁ-ヶ一-鿿][,;!]|[ぁ-ヶ]: |\.\.|[A-Za-z}] [のはもにをがで]|[のはもにをがで、] [A-Za-z]"
    ),
    "ko": re.compile(r"은\(는\)|이\(가\)|을\(를\)|\(으\)로|\}[은는을를과와]|세요|;|\.\.\."),
    "de": re.compile(r"”|\w…|\.\.\.|[0-9}]%|\b[A-Z]\w+en Sie\b"),
}
"""What no text of a language has by its page in docs/languages, such as half-width signs."""


def extracted(source: Path = ROOT / "viewer") -> Catalog:
    """What there is to translate in the modules of a folder."""
    catalog = Catalog(project="Qipu", charset="utf-8", fuzzy=False)
    for path in sorted(source.rglob("*.py")):
        if not _CALL.search(path.read_bytes()):
            continue  # Babel would look at every word of it
        name = path.relative_to(source.parent).as_posix()
        with redirect_stderr(StringIO()):  # warnings of arguments that are f-strings
            found = list(extract_from_file("python", path, keywords=KEYWORDS))
        for line, template, _, context in found:
            if isinstance(template, str) and _PLACE.fullmatch(template):
                continue  # text of a file as a message: there is nothing to translate
            catalog.add(template, None, [(name, line)], context=context)
    return catalog


def extract() -> Catalog:
    """Write the template of all catalogs."""
    catalog = extracted()
    LOCALE.mkdir(parents=True, exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True)
    print(f"{TEMPLATE}: {len(catalog)} texts")
    return catalog


def update(languages: list[str]) -> None:
    """Have in each catalog what there is to translate now; what changed is marked fuzzy."""
    template = extract()
    for language in languages or [path.parent.parent.name for path in _sources()]:
        path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        if path.exists():
            with path.open("rb") as file:
                catalog = read_po(file, locale=language)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            catalog = Catalog(locale=language, project="Qipu", charset="utf-8", fuzzy=False)
        catalog.update(template, update_creation_date=False)  # else no two branches could be joined
        with path.open("wb") as file:
            write_po(
                file,
                catalog,
                width=100,
                sort_by_file=True,
                ignore_obsolete=True,
                include_lineno=False,
            )
        done = sum(1 for one in catalog if one.id and all(_forms(one.string)) and not one.fuzzy)
        print(f"{path}: {done} of {len(catalog)} translated")


def compile_all() -> int:
    """Make the files that Qipu reads. Returns 1 where a translation names what its template doesn't."""
    failed = 0
    for path in _sources():
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parent.parent.name)
        for entry in catalog:
            if not any(name.endswith(_PERCENT_STYLE) for name, _ in entry.locations):
                entry.flags.discard("python-format")  # Babel takes "{percent} % of" for one
        for entry, errors in catalog.check():
            failed = 1
            print(f"{path}: {entry.id!r}: {errors[0]}", file=sys.stderr)
        for entry in catalog:
            for text in _forms(entry.string) if entry.id else ():
                if text and not _places(text) <= _places(*_forms(entry.id)):
                    failed = 1
                    print(f"{path}: {entry.id!r} has no such places: {text!r}", file=sys.stderr)
        made = path.with_suffix(f".{os.getpid()}")  # whole, whoever else makes or reads it now
        with made.open("wb") as file:
            write_mo(file, catalog)
        made.replace(path.with_suffix(".mo"))
    return failed


def faults(template: Catalog, catalog: Catalog) -> Iterator[str]:
    """What keeps a catalog from being complete, a sentence each."""
    wanted = {(one.id, one.context): _files(one) for one in template if one.id}
    for entry in catalog:
        if not entry.id:
            continue
        if (entry.id, entry.context) not in wanted:
            yield f"unused: {entry.id!r}"
        elif entry.fuzzy:
            yield f"fuzzy: {entry.id!r}"
        elif left := _files(entry) - wanted[entry.id, entry.context]:
            yield f"not in {', '.join(sorted(left))}: {entry.id!r}"
        for text in _forms(entry.string):
            if wrong := _miswritten(catalog.locale_identifier or "", text, entry):
                yield f"“{wrong}” isn't written so: {text!r}"
    for id, context in wanted:
        found = catalog.get(id if isinstance(id, str) else id[0], context)
        if found is None or not all(_forms(found.string)):
            yield f"missing: {id!r}"
    for entry in catalog.obsolete.values():
        yield f"unused: {entry.id!r}"


def check(languages: list[str]) -> int:
    """Say what is wrong with the catalogs of these languages, or of all. Returns 1 where something is."""
    template, failed = extracted(), 0
    for path in _sources():
        language = path.parent.parent.name
        if languages and language not in languages:
            continue
        with path.open("rb") as file:
            found = sorted(faults(template, read_po(file, locale=language)))
        for fault in found:
            print(f"{language}: {fault}")
        print(f"{language}: {len(found)} faults in {len(template)} texts")
        failed |= bool(found)
    return failed


def _files(entry: Message) -> set[str]:
    """The modules in which a text stands."""
    return {name for name, _ in entry.locations}


def _miswritten(language: str, text: str, entry: Message) -> str:
    """The first sign of a translation that its language doesn't write so; "" if there is none."""
    found = _MISWRITTEN[language].search(text) if language in _MISWRITTEN else None
    if found is not None:
        return found[0]
    codec = _CODECS.get(language, "utf-8")
    others = sorted(set(text) - set("".join(_forms(entry.id))))
    return next(
        (one for one in others if "一" <= one <= "鿿" and not one.encode(codec, "ignore")), ""
    )


def _forms(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    """The forms of a text for the numbers, one where there is one."""
    return texts if isinstance(texts, tuple) else (texts,)


def _places(*texts: str) -> set[str | None]:
    """The names between braces; None among them where braces are no names."""
    found: set[str | None] = set()
    for text in texts:
        try:
            found |= {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
        except ValueError:
            found.add(None)
    return found


def _sources() -> list[Path]:
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def main(words: list[str]) -> int:
    """Carry out the command."""
    match words:
        case ["extract"]:
            extract()
        case ["update", *languages]:
            update(languages)
        case ["compile"]:
            return compile_all()
        case ["check", *languages]:
            return check(languages)
        case _:
            print((__doc__ or "").strip())
            return 0 if words and words[0] in ("-h", "--help") else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
