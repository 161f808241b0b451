"""`qipu register` in throwaway folders: what it writes, and that the way back leaves no trace."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from needs import needs

from viewer.base.messages import message
from viewer.cli import desktop, launcher
from viewer.cli.console import Failed
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry

pytestmark = pytest.mark.skipif(os.name != "posix", reason="made for Linux desktops")

XQF = FORMATS["xqf"]
PGN = FormatEntry(
    id="pgn",
    name=message("PGN"),
    suffixes=("pgn",),
    magic=(),
    target="nowhere:nothing",
    media_type="application/vnd.chess-pgn",
    games=("chess",),
    shared=True,
    known=True,
)
OTHERS_LIST = """\
# mine
[Added Associations]
text/plain=editor.desktop;

[Default Applications]
text/plain=editor.desktop
image/png=viewer.desktop

[Removed Associations]
text/html=editor.desktop;
"""
LISTS = {
    "full": OTHERS_LIST,
    "no defaults": "[Added Associations]\ntext/plain=editor.desktop;\n",
    "no final newline": "[Default Applications]\ntext/plain=editor.desktop",
    "head only": "[Default Applications]",
    "empty": "",
    "comment first": "# mine\n\n[Added Associations]\n",
    "our kind": "[Default Applications]\napplication/x-xqf = wine.desktop \n",
    "two before": "[Default Applications]\napplication/x-xqf=a.desktop;qipu.desktop;b.desktop;\n",
    "crlf": "[Default Applications]\r\ntext/plain=editor.desktop\r\n",
}


class Home:
    """A person's folders, and tools of the desktop that only note that they were called."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.data = top / "家 data"
        self.list = top / "config" / "mimeapps.list"
        self.tools = top / "tools"
        self.tools.mkdir()
        self.calls = top / "calls"
        self.tool("update-mime-database", f'echo mime >> "{self.calls}"')
        self.tool("update-desktop-database", f'echo desktop >> "{self.calls}"')

    def tool(self, name: str, script: str) -> None:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def put(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def state(self) -> dict[str, bytes | None]:
        """Every file (its bytes) and folder (None) of the person's."""
        places = [self.data, self.list.parent]
        found: dict[str, bytes | None] = {}
        for place in places:
            if place.exists():
                for path in (place, *place.rglob("*")):
                    found[str(path)] = None if path.is_dir() else path.read_bytes()
        return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    made = Home(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(made.data))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(made.list.parent))
    monkeypatch.setenv("PATH", str(made.tools))
    return made


def register(*formats: FormatEntry) -> tuple[int, str]:
    out = io.StringIO()
    return desktop.register(out, formats or (XQF,)), out.getvalue()


def unregister() -> tuple[int, str]:
    out = io.StringIO()
    return desktop.unregister(out), out.getvalue()


# ---------------------------------------------------------------------------------- writing


def test_everything_is_written_and_said(home: Home) -> None:
    status, said = register()
    assert status == 0
    applications = home.data / "applications"
    icons = home.data / "icons/hicolor/scalable"
    entry = (applications / "qipu.desktop").read_text("utf-8").splitlines()
    assert entry[0] == "[Desktop Entry]"
    assert "MimeType=application/x-xqf;" in entry
    assert sum(line.startswith("Exec=") and line.endswith(" %F") for line in entry) == 1
    assert b"<svg" in (icons / "apps/qipu.svg").read_bytes()
    assert b"<svg" in (icons / "mimetypes/application-x-xqf.svg").read_bytes()
    assert home.list.read_text() == "[Default Applications]\napplication/x-xqf=qipu.desktop\n"
    assert home.calls.read_text().split() == ["mime", "desktop"]
    assert f"Written: {applications / 'qipu.desktop'}" in said
    assert "A double click on such a file opens Qipu: XQStudio record" in said


def test_every_registered_format_has_its_kind(home: Home) -> None:
    home.tool("xdg-mime", "exit 0")
    assert desktop.register(io.StringIO()) == 0
    text = (home.data / "mime/packages/qipu.xml").read_bytes()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = {
        kind.get("type"): kind for kind in ElementTree.fromstring(text).iter(f"{space}mime-type")
    }
    registered = [entry for entry in FORMATS.values() if not entry.common]
    entries = {entry.media_type: entry for entry in registered}
    assert len(entries) == len(registered)
    known = {"application/x-go-sgf"}  # PGN is known, too, but not as *.pgns
    packed = {"application/vnd.chess-pgn+gzip", "application/vnd.chess-pgn+zstd"}
    assert set(types) == entries.keys() - known | packed
    launcher_text = (home.data / "applications/qipu.desktop").read_text("utf-8")
    offered = re.search("^MimeType=(.*);$", launcher_text, re.MULTILINE)
    assert offered is not None
    assert set(offered[1].split(";")) == entries.keys() | packed
    globs = [glob.get("pattern") for kind in types.values() for glob in kind.iter(f"{space}glob")]
    claimed = {f"*.{one}" for entry in registered for one in entry.suffixes}
    claimed -= {f"*.{one}" for one in launcher.OTHERS_SUFFIXES} | {"*.pgn", "*.sgf"}
    assert sorted(globs) == sorted(claimed)
    for name in types.keys() - packed:
        kind, entry = types[name], entries[name]
        assert kind.findtext(f"{space}comment") == str(entry.name)
        marks = entry.magic + entry.signs
        assert [m.get("priority") for m in kind.iter(f"{space}magic")] == ["60"] * bool(marks)
        assert len(list(kind.iter(f"{space}match"))) == len(marks)
        assert [one.get("type") for one in kind.iter(f"{space}sub-class-of")] == (
            [entry.parent] if entry.parent else []
        )


def test_what_is_left_to_others_is_said(home: Home) -> None:
    home.tool("xdg-mime", "exit 0")
    out = io.StringIO()
    desktop.register(out)
    assert "Files named .hgt are left to other programs: " in out.getvalue()
    assert ".hex" not in out.getvalue()  # no format of Qipu's is named so
    for suffix, what in launcher.OTHERS_SUFFIXES.items():
        assert suffix.isalnum()
        assert str(what)


def test_suffixes_of_others_are_never_claimed(home: Home) -> None:
    greedy = XQF._replace(suffixes=("hex", "xqf", "cbl", "cbr"), media_type="application/x-greedy")
    register(greedy)
    text = (home.data / "mime/packages/qipu.xml").read_text("utf-8")
    assert "*.xqf" in text
    for suffix in ("*.hex", "*.cbl", "*.cbr"):
        assert suffix not in text


def test_again_changes_nothing(home: Home) -> None:
    home.put(home.list, OTHERS_LIST)
    register()
    first = home.state()
    assert register()[0] == 0
    assert home.state() == first


def test_what_is_no_longer_written_goes(home: Home) -> None:
    before = home.state()
    register(XQF, XQF._replace(media_type="application/x-old"))
    old = home.data / "icons/hicolor/scalable/mimetypes/application-x-old.svg"
    assert old.exists()
    register(XQF)
    assert not old.exists()
    unregister()
    assert home.state() == before


def test_without_the_tools(home: Home) -> None:
    (home.tools / "update-mime-database").unlink()
    status, said = register()
    assert status == 2
    assert "update-mime-database is not installed (package shared-mime-info)" in said
    assert home.calls.read_text().split() == ["desktop"]
    home.tool("update-mime-database", "echo no such luck >&2; exit 1")
    status, said = register()
    assert status == 2
    assert "update-mime-database failed: no such luck" in said


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_it_says_so(home: Home, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    for work in (desktop.register, desktop.unregister):
        with pytest.raises(Failed, match="made for Linux desktops"):
            work(io.StringIO())
    assert home.state() == {}


def test_what_runs_from_a_cache_is_not_registered(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `uvx` and `pipx run` start it, from a wheel."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(home.top / "cache"))
    monkeypatch.setattr(sys, "prefix", str(home.top / "cache/uv/archive-v0/abc"))
    with pytest.raises(Failed, match="Install its wheel first, by uv tool install or pipx install"):
        desktop.register(io.StringIO())
    assert home.state() == {}


# --------------------------------------------------------------------------------- the way back


@pytest.mark.parametrize("kind", [None, *LISTS])
def test_unregister_undoes_exactly(home: Home, kind: str | None) -> None:
    if kind is not None:
        home.put(home.list, LISTS[kind])
        home.put(home.data / "mime/packages/other.xml", "<other/>")
        home.put(home.data / "applications/other.desktop", "[Desktop Entry]\n")
    before = home.state()
    register()
    assert home.state() != before
    default = launcher.entry(
        home.list.read_bytes().decode(), "Default Applications", "application/x-xqf"
    )
    assert default is not None
    assert default.split(";")[0] == "qipu.desktop"
    register()
    status, said = unregister()
    assert status == 0
    assert "Qipu is no longer registered." in said
    assert home.state() == before


def test_unregister_without_register(home: Home) -> None:
    assert unregister() == (0, "Qipu isn't registered; nothing was changed.\n")
    assert home.state() == {}


def test_what_others_wrote_meanwhile_stays(home: Home) -> None:
    register()
    text = home.list.read_text()
    text = launcher.put_entry(text, "Default Applications", "application/x-xqf", "wine.desktop")
    text += "\n[Added Associations]\napplication/x-xqf=wine.desktop;\n"
    home.put(home.list, text)
    home.put(home.data / "applications/wine.desktop", "[Desktop Entry]\n")
    home.put(home.data / "applications/mimeinfo.cache", "[MIME Cache]\n")
    unregister()
    assert home.list.read_text() == text
    left = {path for path, content in home.state().items() if content is not None}
    names = ("applications/wine.desktop", "applications/mimeinfo.cache")
    assert left == {str(home.list), *(str(home.data / name) for name in names)}


def test_the_tools_own_files_go_with_ours(home: Home) -> None:
    register()
    (home.data / "mime/application").mkdir()
    for name in ("mime/mime.cache", "mime/globs2", "applications/mimeinfo.cache"):
        home.put(home.data / name, "made by a tool")
    unregister()
    assert home.state() == {}


def test_a_changed_launcher_is_left_and_said(home: Home) -> None:
    register()
    path = home.data / "applications/qipu.desktop"
    home.put(path, "[Desktop Entry]\nName=My own\n")
    with pytest.raises(Failed, match="isn't as qipu register writes it"):
        register()
    _, said = unregister()
    assert f"Left, for it was changed since: {path}" in said
    assert path.read_text() == "[Desktop Entry]\nName=My own\n"


def test_somebody_elses_file_in_the_way_changes_nothing(home: Home) -> None:
    home.put(home.data / "applications/qipu.desktop", "[Desktop Entry]\nName=A game of kites\n")
    before = home.state()
    with pytest.raises(Failed, match="nothing was changed"):
        register()
    assert home.state() == before


def test_a_note_that_was_broken_is_refused(home: Home) -> None:
    register()
    note = home.data / "qipu/registration.json"
    for text in ("{", json.dumps({"files": {}, "more": 1})):
        home.put(note, text)
        before = home.state()
        with pytest.raises(Failed, match="can't be understood"):
            unregister()
        assert home.state() == before


def test_a_link_stays_a_link(home: Home) -> None:
    """People keep mimeapps.list elsewhere, under version control."""
    home.put(home.top / "dotfiles/list", OTHERS_LIST)
    home.list.parent.mkdir()
    home.list.symlink_to(home.top / "dotfiles/list")
    register()
    assert home.list.is_symlink()
    assert "application/x-xqf=qipu.desktop" in (home.top / "dotfiles/list").read_text()
    unregister()
    assert home.list.is_symlink()
    assert home.list.read_text() == OTHERS_LIST


# ------------------------------------------------------------------- kinds that others have too


def test_a_shared_kind_keeps_its_program(home: Home) -> None:
    home.tool("xdg-mime", "echo chess.desktop")
    before = home.state()
    status, said = register(XQF, PGN)
    assert status == 0
    assert "Qipu is offered beside chess.desktop for: PGN" in said
    entry = (home.data / "applications/qipu.desktop").read_text("utf-8")
    assert "MimeType=application/x-xqf;application/vnd.chess-pgn;" in entry
    assert "vnd.chess-pgn" not in (home.data / "mime/packages/qipu.xml").read_text("utf-8")
    assert not (
        home.data / "icons/hicolor/scalable/mimetypes/application-vnd.chess-pgn.svg"
    ).exists()
    defaults = home.list.read_text()
    assert "application/vnd.chess-pgn=chess.desktop\n" in defaults
    unregister()
    assert home.state() == before


def test_a_default_that_was_chosen_is_not_touched(home: Home) -> None:
    home.put(home.list, "[Default Applications]\napplication/vnd.chess-pgn=mine.desktop\n")
    home.tool("xdg-mime", "echo mine.desktop")
    register(PGN)
    assert (
        home.list.read_text() == LISTS["head only"] + "\napplication/vnd.chess-pgn=mine.desktop\n"
    )


def test_a_shared_kind_that_nobody_opens_is_offered(home: Home) -> None:
    home.tool("xdg-mime", "exit 0")
    register(PGN)
    entry = (home.data / "applications/qipu.desktop").read_text("utf-8")
    assert "MimeType=application/vnd.chess-pgn;" in entry
    assert not home.list.exists()


def test_a_shared_kind_is_left_alone_where_its_program_is_unknown(home: Home) -> None:
    status, said = register(XQF, PGN)
    assert status == 2
    assert "xdg-mime is not installed (package xdg-utils)" in said
    assert said.endswith("Qipu isn't offered for PGN.\n")
    assert "chess" not in (home.data / "applications/qipu.desktop").read_text("utf-8")


# --------------------------------------------------------------------------------------- texts

_notes = st.sampled_from(["# a comment", "", "  "])
_keys = st.sampled_from(["text/plain=a.desktop;", "application/x-xqfx=b.desktop", "Name[de] = x"])
_heads = st.sampled_from(["[Default Applications]", "[Added Associations]", "[Other]"])
_groups = st.builds(lambda head, body: [head, *body], _heads, st.lists(_notes | _keys, max_size=3))


@given(st.lists(_notes, max_size=2), st.lists(_groups, max_size=3), st.booleans())
def test_put_and_take_are_inverse(top: list[str], groups: list[list[str]], ends: bool) -> None:
    text = "\n".join([*top, *(line for group in groups for line in group)]) + "\n" * ends
    group, key = "Default Applications", "application/x-xqf"
    there = launcher.has_group(text, group)
    after = launcher.put_entry(text, group, key, "qipu.desktop")
    assert launcher.entry(after, group, key) == "qipu.desktop"
    assert launcher.entry(after, "Added Associations", key) is None
    back = launcher.take_entry(after, group, key)
    assert (back if there else launcher.take_group(back, group)) == text


def test_a_head_with_keys_stays() -> None:
    text = "[Default Applications]\n# x\na/b=c\n[More]\n"
    assert launcher.take_group(text, "Default Applications") == text
    assert launcher.take_group(text, "Nothing") == text


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc"))), min_size=1, max_size=4))
def test_exec_is_read_back_as_the_same_words(words: list[str]) -> None:
    """By the specification's three rules: of strings, of quoting, of %."""
    value = launcher.exec_line(words)
    value = value.replace("\\\\", "\\")
    quoted = re.findall(r'"((?:\\.|[^"\\`$])*)"(?: |$)', value)
    read = [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in quoted]
    assert read == words


def test_the_command_starts_this_qipu_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "viewer").mkdir()
    (tmp_path / "viewer" / "__main__.py").write_text("print('a trap')", "utf-8")
    done = subprocess.run(
        [*desktop.command(), "--version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("qipu ")


def test_the_command_without_a_script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(desktop.sysconfig, "get_path", lambda name: str(tmp_path))
    test_the_command_starts_this_qipu_from_anywhere(tmp_path)


# ------------------------------------------------------------------------------- the real tools


@needs("update-mime-database", "update-desktop-database", "desktop-file-validate", "gio")
def test_the_desktop_knows_a_record(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.defpath + os.pathsep + "/usr/bin")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    before = home.state()
    assert register()[0] == 0
    entry = home.data / "applications/qipu.desktop"
    checked = subprocess.run(["desktop-file-validate", entry], capture_output=True, check=False)
    assert checked.stdout + checked.stderr == b""
    for name, content, kind in (
        ("中文 谱.xqf", b"XQ\x0a", "application/x-xqf"),
        ("UPPER.XQF", b"XQ", "application/x-xqf"),
        ("no suffix", b"XQ\x0a\x00\x01\x02", "application/x-xqf"),
        ("letter.txt", b"XQ is short for xiangqi.", "text/plain"),
    ):
        path = home.top / name
        path.write_bytes(content)
        words = ["gio", "info", "-a", "standard::content-type", str(path)]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        assert told.split("standard::content-type: ")[1].strip() == kind, name
    told = subprocess.run(
        ["gio", "mime", "application/x-xqf"], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[0].endswith(": qipu.desktop")
    assert unregister()[0] == 0
    assert home.state() == before
