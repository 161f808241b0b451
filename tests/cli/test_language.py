"""The command line in a made-up language: what is still English would be so in every language."""

from __future__ import annotations

import argparse
import contextlib
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pseudo_language import LANGUAGE, english, strange, write_catalog

from viewer.__main__ import COMMANDS, main
from viewer.base import catalogs
from viewer.base.messages import Message
from viewer.cli.library_options import ACTIONS
from viewer.formats.kit.tags import ROSTER
from viewer.games import GAMES
from viewer.library.ask.grouping import KINDS as GROUPS
from viewer.library.ask.grouping import ORDERS as GROUP_ORDERS
from viewer.library.ask.searching import ORDERS
from viewer.publish.kinds import KINDS

# Words that programs take as they are: names, codes and values of options.
KNOWN = set(
    re.findall(
        r"\w+",
        "qipu dump check convert diff merge strip replace openings join extract library analyse lookup render"
        " book mate mistakes lesson fitting guess step solve repertoire report register unregister"
        " CHAPTER WORD F1 FILE ACTION BOOK LIBRARY IN OUT SET PX ID CODEC COLOUR FORMAT"
        " NAME VALUE help json lines encoding option allow loss force sort output to ply node record size"
        " theme flip git export mirror pieces version svg png"
        " light dark contrast plain book int none such nowhere kif pgn unwritten A B"
        " GAMES BASE comments glyphs marks clocks evaluations variations records find by TEXT exact whole"
        " words"
        " headers KEY no start here up at least moves of most played names GAME from game",
    )
)
SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"


@pytest.fixture
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language of the environment is the made-up one."""
    write_catalog(tmp_path / "locale")
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path / "locale")
    monkeypatch.setattr("viewer.cli.arguments.catalog_folder", lambda: tmp_path / "locale")
    monkeypatch.setenv("LANGUAGE", LANGUAGE)
    yield
    catalogs.use(None)
    gettext.textdomain("messages")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with contextlib.suppress(SystemExit):
        main(words)
    told = capsys.readouterr()
    return told.out + told.err


@pytest.mark.parametrize("command", COMMANDS[:10])
def test_help_is_translated(translated: None, capsys, command: str) -> None:
    text = said(capsys, command, "--help")
    assert strange("show this and stop") in text
    assert strange("usage: ") in text
    lines = [line for line in text.splitlines() if not re.match(" +(--(option|style)|qipu) ", line)]
    assert not english("\n".join(lines), {*KNOWN, *KINDS, *GAMES})


@pytest.mark.parametrize("action", ["", *ACTIONS])
def test_help_of_a_library_is_translated(translated: None, capsys, action: str) -> None:
    words = ["library", *filter(None, [action]), "--help"]
    text = said(capsys, *words)
    usage, _, rest = text.partition("\n\n")
    assert strange("usage: ") in usage
    assert strange("show this and stop") in rest
    codes = {*re.findall(r"[\w-]+", usage), *ACTIONS, *GAMES, *ORDERS, *GROUPS, *GROUP_ORDERS}
    codes |= {word for code in codes for word in re.findall(r"[A-Za-z]+", code)}
    lines = [line for line in rest.splitlines() if not line.startswith("  qipu ")]
    assert not english("\n".join(lines), KNOWN | codes)


def test_the_usage_is_whole_in_a_language_with_a_short_word_for_it(monkeypatch, capsys) -> None:
    short = {"usage: ": "용법: "}
    monkeypatch.setattr(argparse, "_", lambda text: short.get(text, text))
    monkeypatch.setattr(
        "viewer.cli.arguments.tr", lambda words: short.get(words.template, words.text())
    )
    assert said(capsys, "library", "--help").startswith("용법: qipu library [-h] ACTION")
    told = said(capsys, "library", "search", "--help")
    assert told.startswith("용법: qipu library search [-h] [--tables")


def test_headings_of_a_help_have_the_colon_of_the_language(monkeypatch, capsys) -> None:
    def translate(words: Message) -> str:
        return words.text()[:-1] + "：" if words.template == "{kind}:" else words.text()

    monkeypatch.setattr(argparse, "_", lambda text: {"options": "选项"}.get(text, text))
    monkeypatch.setattr("viewer.cli.arguments.tr", translate)
    lines = said(capsys, "library", "search", "--help").splitlines()
    assert "选项：" in lines
    assert "选项:" not in lines


def test_the_list_of_commands_is_translated(translated: None, capsys) -> None:
    text = said(capsys, "--help")
    assert strange("say what is odd in files") in text
    commands, _, rest = text.partition(strange("examples:"))
    lines = [line for line in rest.splitlines() if not line.startswith("  qipu ")]
    assert not english("\n".join((commands, *lines)), {*KNOWN, "SIGTERM"})


@pytest.mark.parametrize(
    "words",
    [
        ("dum",),
        ("--nothing",),
        ("dump",),
        ("dump", "a", "b"),
        ("render", "a", "-o", "b", "--ply", "x"),
        ("render", "a", "-o", "b", "--to", "gif"),
        ("render", "a", "-o", "b", "--ply", "1", "--node", "2"),
        ("render", "a", "-o"),
        ("check", "./nowhere"),
        ("convert", "./nowhere", "-"),
        ("convert", str(SAMPLES / "chess.pgn"), "./unwritten.kif"),
        ("convert", str(SAMPLES / "chess.pgn"), "./unwritten.none"),
        ("render", str(SAMPLES / "chess.pgn"), "-o", "./x.png", "--node", "99999"),
    ],
)
def test_what_goes_wrong_is_told_in_the_language(translated: None, capsys, words) -> None:
    text = said(capsys, *words)
    assert text
    given = {part for word in words for part in word.replace("/", ".").split(".")}
    assert not english(text, KNOWN | given), text


def test_findings_are_translated_and_json_is_not(translated: None, capsys, tmp_path) -> None:
    path = tmp_path / "1.pgn"
    path.write_text('[White "1"]\n\n1. e4 e5 2. Ke3 {', "utf-8")
    text = said(capsys, "check", str(path))
    told = [line.partition("1.pgn:")[2].rpartition(" [")[0] for line in text.splitlines()[:-1]]
    assert len(told) > 1
    assert not english("\n".join(told), {"PGN", "Ke", *ROSTER}), text
    assert not english(text.splitlines()[-1], set()), text
    data = said(capsys, "check", "--json", str(path))
    assert '"diagnostics"' in data
    assert data.isascii()


def test_an_english_start_asks_for_no_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gettext, "find", lambda *_, **__: pytest.fail("asked for a catalog"))
    for wanted in ("en", "en_GB.UTF-8:eo", "C", "C.UTF-8", "POSIX", ""):
        catalogs.choose(environ={"LANGUAGE": wanted, "LANG": wanted})


@pytest.mark.parametrize(
    ("environ", "found"),
    [
        ({"LANG": "de_DE.UTF-8"}, ["de_DE.UTF-8"]),
        ({"LANGUAGE": "ko:de:en:ja", "LANG": "C"}, ["ko", "de"]),
        ({"LC_ALL": "zh_TW", "LANG": "de"}, ["zh_TW"]),
        ({}, []),
    ],
)
def test_the_languages_somebody_wants(environ: dict[str, str], found: list[str]) -> None:
    assert catalogs.languages(environ) == found
