"""packaging/catalogs.py: what translators are given, and what Qipu reads of it."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import Catalog
from pseudo_language import templates, tool

from viewer import cli
from viewer.base import catalogs
from viewer.base.messages import Message, Number, counted, in_context, message

SOURCE = """
from viewer.base.messages import counted, in_context, message

message("Red")
message("It was {side}'s " "turn.", side=side)
counted("{count} move", "{count} moves", count)
in_context("verb", "Move")
message("Move")
message("{name}", name=name)
message("{percent} % of the points", percent=percent)
"""
TRANSLATED = {
    'msgid "Red"\nmsgstr ""': 'msgid "Red"\nmsgstr "Rot"',
    'msgctxt "verb"\nmsgid "Move"\nmsgstr ""': 'msgctxt "verb"\nmsgid "Move"\nmsgstr "Ziehen"',
    'points"\nmsgstr ""': 'points"\nmsgstr "{percent} % der Punkte"',
    'msgstr[0] ""\nmsgstr[1] ""': 'msgstr[0] "{count} Zug"\nmsgstr[1] "{count} Züge"',
}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool, with a program of a few sentences and a folder of its own."""
    found = tool()
    source = tmp_path / "viewer"
    source.mkdir()
    (source / "some.py").write_text(SOURCE, "utf-8")
    everything = found.extracted
    monkeypatch.setattr(found, "extracted", lambda: everything(source))
    monkeypatch.setattr(found, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(found, "TEMPLATE", tmp_path / "locale" / "qipu.pot")
    return found


def test_a_language_is_begun_translated_and_read(made, tmp_path, monkeypatch) -> None:
    assert made.main(["update", "de"]) == 0
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "qipu.po"
    text = path.read_text("utf-8")
    assert 'msgid "{name}"' not in text
    for empty, filled in TRANSLATED.items():
        assert empty in text
        text = text.replace(empty, filled)
    path.write_text(text, "utf-8")
    assert made.main(["update"]) == 0
    assert made.main(["compile"]) == 0
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path / "locale")
    try:
        catalogs.choose("de_AT")
        assert catalogs.tr(message("Red")) == "Rot"
        assert catalogs.tr(in_context("verb", "Move")) == "Ziehen"
        assert catalogs.tr(message("Move")) == "Move"
        moves = [catalogs.tr(counted("{count} move", "{count} moves", n)) for n in (1, 2)]
        assert moves == ["1 Zug", "2 Züge"]
        catalogs.choose("ko")
        assert catalogs.tr(message("Red")) == "Red"
    finally:
        catalogs.use(None)


@pytest.mark.parametrize(
    "wrong", ["Es war {seite} am Zug.", "Es war {side am Zug.", "{} war dran."]
)
def test_a_translation_with_a_place_that_is_not_there_is_refused(made, tmp_path, wrong) -> None:
    made.main(["update", "de"])
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "qipu.po"
    empty = 'msgid "It was {side}\'s turn."\nmsgstr ""'
    text = path.read_text("utf-8")
    assert empty in text
    path.write_text(text.replace(empty, f'{empty[:-1]}{wrong}"'), "utf-8")
    assert made.main(["compile"]) == 1


def test_the_languages_of_qipu_are_complete(capsys) -> None:
    """Nothing is missing, fuzzy or unused: `packaging/catalogs.py update` brings what is new."""
    found = tool()
    found.extracted = templates  # the same, looked for once
    faults = found.main(["check", "de", "ja", "ko", "zh_CN", "zh_TW"])
    assert faults == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "right", "wrong", "told"),
    [
        ("zh_CN", "保存 {file}（炮二平五）。", "儲存 {file}", "儲"),
        ("zh_CN", "保存，退出", "保存,退出", "存,"),
        ("zh_TW", "儲存 {file}：紅俥", "保存 {file}", "保存"),
        ("zh_TW", "設定 Qipu", "設定Qipu", "定Q"),
        ("zh_TW", "開啟", "开启", "开"),
        ("ja", "{file}の保存", "{file} の保存", "} の"),
        ("ko", "{file} 파일을 저장", "{file}을(를) 저장", "}을"),
        ("de", "{file} speichern …", "{file} speichern...", "..."),
        ("de", "„{file}“ speichern: 5 %", "“{file}” speichern", "”"),
        ("de", "Bitte {file} nennen", "Nennen Sie {file}", "Nennen Sie"),
    ],
)
def test_signs_that_a_language_does_not_write_are_told(language, right, wrong, told) -> None:
    found, template = tool(), Catalog()
    template.add("Save {file}")
    for text, faults in ((right, []), (wrong, [f"“{told}” isn't written so: {wrong!r}"])):
        catalog = Catalog(locale=language)
        catalog.add("Save {file}", text)
        assert list(found.faults(template, catalog)) == faults


def test_numbers_are_written_as_the_catalog_shows() -> None:
    class German:
        def gettext(self, text: str) -> str:
            return text

        def ngettext(self, one: str, more: str, n: int) -> str:
            return one if n == 1 else more

        def pgettext(self, context: str, text: str) -> str:
            return {"1,234.5": "1.234,5"}.get(text, text)

    words = message(
        "{side} is {count} points ahead", side=message("Black"), count=Number(1234.56, 1)
    )
    assert words.text() == "Black is 1,234.6 points ahead"
    assert words.text(German()) == "Black is 1.234,6 points ahead"
    assert counted("{count} move", "{count} moves", 12345).text(German()) == "12.345 moves"
    assert Message.unpacked(json.loads(json.dumps(words.packed()))) == words


def test_a_catalog_is_complete_or_says_what_it_lacks(made, tmp_path, capsys) -> None:
    made.main(["update", "de"])
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "qipu.po"
    assert made.main(["check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "de: missing: 'Red'" in lines
    assert "de: missing: ('{count} move', '{count} moves')" in lines
    text = path.read_text("utf-8")
    for empty in ('msgstr ""', 'msgstr[0] ""', 'msgstr[1] ""'):
        head, mark, rest = text.partition("\n\n")
        text = head + mark + rest.replace(empty, empty[:-1] + 'x"')
    path.write_text(text, "utf-8")
    assert made.main(["check"]) == 0
    fuzzy = text.replace('msgid "Red"', '#, fuzzy\nmsgid "Red"')
    path.write_text(fuzzy + '\nmsgid "Blue"\nmsgstr "Blau"\n', "utf-8")
    capsys.readouterr()
    assert made.main(["check", "de"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "de: fuzzy: 'Red'",
        "de: unused: 'Blue'",
        "de: 2 faults in 6 texts",
    ]


def test_a_catalog_names_the_modules_in_which_a_text_is(made, tmp_path, capsys) -> None:
    made.main(["update", "de"])
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "qipu.po"
    text = path.read_text("utf-8")
    made.main(["check"])
    assert "not in" not in capsys.readouterr().out
    old = '#: viewer/some.py\nmsgid "Red"'
    assert old in text
    path.write_text(text.replace(old, '#: viewer/gone.py\nmsgid "Red"'), "utf-8")
    assert made.main(["check"]) == 1
    assert "de: not in viewer/gone.py: 'Red'" in capsys.readouterr().out.splitlines()


def test_what_argparse_says_is_what_translators_are_given() -> None:
    """Its texts are Python's: a new one has to be added in viewer/cli/arguments.py."""
    import argparse

    source = Path(argparse.__file__).read_text("utf-8")
    ours = {entry.id for entry in tool().extracted(Path(cli.__file__).parent)}
    for text in ("usage: ", "options", "unrecognized arguments: %s", "expected one argument"):
        assert f"'{text}'" in source
        assert text in ours
