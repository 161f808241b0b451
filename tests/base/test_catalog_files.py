"""Compiled catalogs say what the library's gettext says, of every text."""

from __future__ import annotations

import gettext
from io import BytesIO

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from viewer.base import catalogs
from viewer.base.catalogs import MoFile


def compiled(locale: str) -> bytes:
    """A catalog with one text of each sort."""
    made = Catalog(locale)
    made.add("Open", "Öffnen")
    made.add("Open", "Offen", context="a file")
    forms = (
        ("{n} файл", "{n} файла", "{n} файлов") if locale == "ru" else ("{n} Datei", "{n} Dateien")
    )
    made.add(("{n} file", "{n} files"), forms)
    made.add("Untranslated", "")
    data = BytesIO()
    write_mo(data, made)
    return data.getvalue()


def told(library: gettext.GNUTranslations, text: str) -> str:
    """What the library's gettext says of a text; before Python 3.11.3 it finds none with a plural."""
    found = library.gettext(text)
    return library.ngettext(text, text, 1) if found == text else found


@pytest.mark.parametrize("locale", ["de", "ru"])
def test_each_sort_of_text(locale: str) -> None:
    data = compiled(locale)
    mine, library = MoFile(data), gettext.GNUTranslations(BytesIO(data))
    for text in ("Open", "Untranslated", "Unknown", "{n} file"):
        assert mine.gettext(text) == told(library, text)
    for context in ("a file", "another"):
        assert mine.pgettext(context, "Open") == library.pgettext(context, "Open")
    for number in range(30):
        for one, many in (("{n} file", "{n} files"), ("a", "b")):
            assert mine.ngettext(one, many, number) == library.ngettext(one, many, number)


def test_all_texts_of_the_catalogs() -> None:
    folder = catalogs.catalog_folder()
    assert folder is not None
    for path in folder.glob("*/LC_MESSAGES/qipu.mo"):
        mine = MoFile(path.read_bytes())
        with path.open("rb") as file:
            library = gettext.GNUTranslations(file)
        for id in library._catalog:  # type: ignore[attr-defined]  # all ids, which it lists nowhere else
            text = id if isinstance(id, str) else id[0]
            context, mark, rest = text.partition("\x04")
            if mark:
                assert mine.pgettext(context, rest) == library.pgettext(context, rest)
            elif text:
                assert mine.gettext(text) == told(library, text)
                for number in () if isinstance(id, str) else (0, 1, 2, 5):
                    found = mine.ngettext(text, text, number)
                    assert found == library.ngettext(text, text, number), (path, text)


def test_what_is_no_whole_catalog_is_refused() -> None:
    data = compiled("de")
    for some in (b"", b"qipu", data[:40], b"\0" + data):
        with pytest.raises(OSError, match="no catalog"):
            MoFile(some)


def test_a_text_that_was_cut_off_is_untranslated() -> None:
    data = compiled("de")
    for end in range(len(data) - 60, len(data)):
        cut = MoFile(data[:end])
        assert cut.gettext("Open") in ("Open", "Öffnen")
        assert cut.pgettext("a file", "Open") in ("Open", "Offen")
        assert cut.ngettext("{n} file", "{n} files", 2) in ("{n} files", "{n} Dateien")


def test_a_damaged_text_is_untranslated() -> None:
    data = compiled("de")
    damaged = MoFile(data.replace("Öffnen".encode(), b"\xa6ffnen "))
    assert damaged.gettext("Open") == "Open"
    assert damaged.pgettext("a file", "Open") == "Offen"
