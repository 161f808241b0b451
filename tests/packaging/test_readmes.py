"""README in three languages says the same: sections, pictures, links, commands, suffixes, systems."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, cast

import pytest
from markdown_it import MarkdownIt

from viewer.cli.commands import COMMANDS
from viewer.formats import FORMATS
from viewer.games import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = ["README.md", "docs/README.zh.md", "docs/README.ja.md"]
UNTESTED = {"README.md": "untested", "docs/README.zh.md": "未经测试", "docs/README.ja.md": "未検証"}
_PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")
_LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)]+)\)")


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets(pattern: re.Pattern[str], name: str, part: slice = slice(None)) -> list[str]:
    """What some links of a page lead to, from the top of the project; of some of its lines."""
    lines = "\n".join(text(name).splitlines()[part])
    return [normpath(join(dirname(name), one)) for one in pattern.findall(lines)]


def leads(name: str) -> set[str]:
    """What a page leads to, beside the other front pages; the manual in whatever language."""
    found = {*targets(_LINK, name)} - {*NAMES}
    return {re.sub(r"^resources/manual/\w+", "resources/manual/en", one) for one in found}


def tables(name: str) -> list[tuple[int, int]]:
    """Of each table the rows and columns, as readers of Markdown see them."""
    found = []
    for token in MarkdownIt("commonmark").enable("table").parse(text(name)):
        if token.type == "table_open":
            rows, cells = 0, 0
        elif token.type == "tr_open":
            rows += 1
        elif token.type in ("th_open", "td_open"):
            cells += 1
        elif token.type == "table_close":
            found.append((rows, cells // rows))
    return found


def project() -> dict[str, Any]:
    """What the project says of itself."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return cast(dict[str, Any], found["project"])


def commands(name: str) -> list[str]:
    """The lines of code, without what is said beside them."""
    lines = [line for block in _code(name) for line in block.splitlines()]
    return [line.partition("  #")[0].strip() for line in lines]


def words(name: str) -> list[str]:
    """What is written as code within sentences."""
    parsed = MarkdownIt("commonmark").enable("table").parse(text(name))
    within = [child for token in parsed for child in token.children or ()]
    return sorted(child.content for child in within if child.type == "code_inline")


def _code(name: str) -> list[str]:
    return [one.content for one in MarkdownIt().parse(text(name)) if one.type == "code_block"]


def suffixes(name: str) -> list[tuple[list[str], list[str]]]:
    """Of each row of the table of formats the suffixes that are written, and those that are only read."""
    rows = [line.split("|") for line in text(name).splitlines() if re.search(r"\| \.\w", line)]
    return [(re.findall(r"[\w.]+", row[2]), re.findall(r"[\w.]+", row[3])) for row in rows]


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_translation_has_what_the_english_page_has(name: str) -> None:
    first = NAMES[0]
    assert len(re.findall("(?m)^## ", text(name))) == len(re.findall("(?m)^## ", text(first)))
    assert targets(_PICTURE, name) == targets(_PICTURE, first)
    assert leads(name) == leads(first)
    assert commands(name) == commands(first)
    assert words(name) == words(first)
    assert suffixes(name) == suffixes(first)
    assert tables(name) == tables(first)
    assert len(re.findall("(?m)^- ", text(name))) == len(re.findall("(?m)^- ", text(first)))


@pytest.mark.parametrize("name", NAMES)
def test_each_leads_to_the_others(name: str) -> None:
    assert set(targets(_LINK, name, slice(4))) == set(NAMES) - {name}


@pytest.mark.parametrize("name", NAMES)
def test_six_games_are_shown(name: str) -> None:
    shown = [one for one in targets(_PICTURE, name) if one.startswith("docs/games/")]
    assert sorted(Path(one).stem for one in shown) == sorted(GAMES)
    assert all((ROOT / one).is_file() for one in shown)


def test_every_command_is_named() -> None:
    named = {line.split()[1] for line in commands("docs/commands.md") if line.startswith("qipu ")}
    assert named >= COMMANDS.keys()


@pytest.mark.parametrize("name", [*NAMES, "docs/commands.md"])
def test_no_command_is_named_that_there_isnt(name: str) -> None:
    named = {line.split()[1] for line in commands(name) if line.startswith("qipu ")}
    assert {one for one in named if one.isalpha() and one.islower()} <= COMMANDS.keys()


def test_the_table_of_formats_is_the_registrys() -> None:
    rows = suffixes(NAMES[0])
    assert len(rows) == len(GAMES)
    written = {one for row in rows for one in row[0]}
    read = {one for row in rows for one in row[1] if one != "–"}
    formats = [one for one in FORMATS.values() if not one.common]
    can = {f".{one}" for entry in formats if entry.load().writable for one in entry.suffixes}
    assert written == can
    assert read == {f".{one}" for entry in formats for one in entry.suffixes} - can


@pytest.mark.parametrize("name", NAMES)
def test_pipx_is_told_with_what_else_it_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries of the system, as dev.py installs them, and the way back from `qipu register`."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    dev = runpy.run_path(str(ROOT / "packaging" / "dev.py"))
    needed = " ".join(dev["debian_packages"](("xcb", "wayland")))
    assert f"`sudo apt install {needed}`" in text(name)
    (row,) = [line for line in text(name).splitlines() if "`pipx install" in line]
    assert row.index("`qipu register`") < row.index("`qipu unregister`")
    assert f"`pipx uninstall {project()['name']}`" in row


@pytest.mark.parametrize("name", NAMES)
def test_each_package_is_told_with_how_it_goes(name: str) -> None:
    lines = text(name).splitlines()
    begin = next(at for at, line in enumerate(lines) if "`sudo apt install ./qipu" in line)
    rows = [line.split("|")[1:-1] for line in lines[begin : lines.index("", begin)]]
    assert len(rows) == 5
    assert all(cell.strip() for row in rows for cell in row)
    assert [row[2].count("MB") for row in rows] == [2, 2, 0, 0, 2]


@pytest.mark.parametrize("name", NAMES)
def test_sizes_are_those_that_were_measured(name: str) -> None:
    measured = text("docs/packaging.md")
    for sign, row in (("qipu_*.deb", r"\| \.deb \|"), ("qipu-*.tar.xz", r"\| tarball \|")):
        (line,) = [one for one in text(name).splitlines() if f"{sign}" in one and "MB" in one]
        (known,) = [one for one in measured.splitlines() if re.match(row, one)]
        assert re.findall(r"\d+ MB", line) == re.findall(r"\d+ MB", known)


@pytest.mark.parametrize("name", NAMES)
def test_an_address_is_the_projects_own(name: str) -> None:
    """No page names an address that pyproject.toml doesn't, and where to report once it does."""
    urls = project().get("urls", {})
    named = set(re.findall(r"https?://[^\s)>`]+", text(name)))
    assert named <= set(urls.values())
    assert "Issues" not in urls or urls["Issues"] in named


@pytest.mark.parametrize("name", NAMES)
def test_an_older_package_is_to_be_uninstalled(name: str) -> None:
    assert {"qipu-*.whl", "qipu unregister", "pipx uninstall qipu"} <= {*words(name)}


@pytest.mark.parametrize("name", NAMES)
def test_what_nobody_has_tried_is_said(name: str) -> None:
    for system in ("Windows 10", "macOS 13"):
        (row,) = [line for line in text(name).splitlines() if line.startswith(f"| {system}")]
        assert f"**{UNTESTED[name]}**" in row
