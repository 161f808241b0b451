"""What packages put below /usr/share; launcher, kinds and icons are those of `qipu register`."""

from __future__ import annotations

import gzip
import io
import os
import re
import struct
import subprocess
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import about
import pytest
import share
from metainfo import ID, SCREENSHOTS, metainfo
from needs import program

from viewer.cli import desktop, launcher
from viewer.cli.launcher import kind_icon
from viewer.formats import FORMATS
from viewer.games import GAMES

pytestmark = pytest.mark.skipif(os.name != "posix", reason="made for Linux desktops")

ROOT = Path(__file__).resolve().parent.parent.parent
FACTS = about.About(
    "1.2.3", "study games", about.PARAGRAPHS, "", "GPL-3.0-or-later", 86400, released=True
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def shared() -> dict[str, bytes]:
    return share.files(FACTS)


def test_it_is_what_register_writes(
    shared: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("update-mime-database", "update-desktop-database", "xdg-mime"):
        (tools / name).write_text("#!/bin/sh\n")
        (tools / name).chmod(0o755)
    data = tmp_path / "data"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(desktop, "command", lambda: ["qipu"])
    assert desktop.register(io.StringIO()) == 0
    written = {
        path.relative_to(data).as_posix(): path.read_bytes()
        for path in data.rglob("*")
        if path.is_file() and path.name != "registration.json"
    }
    for place in (
        "applications/qipu.desktop",
        "thumbnailers/qipu.thumbnailer",
        "mime/packages/qipu.xml",
    ):
        assert shared[place] == written.pop(place)
    icons = {place: content for place, content in shared.items() if place.startswith("icons/")}
    assert icons == written


def test_every_suffix_has_a_kind_or_a_reason(shared: dict[str, bytes]) -> None:
    top = ElementTree.fromstring(shared["mime/packages/qipu.xml"])
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    globs = {glob.get("pattern") for glob in top.iter(f"{space}glob")}
    known = {f"*.{entry.suffixes[0]}" for entry in FORMATS.values() if entry.known}
    for entry in FORMATS.values():
        for suffix in () if entry.common else entry.suffixes:
            claimed = f"*.{suffix}" in globs | known
            assert claimed != (suffix in launcher.OTHERS_SUFFIXES), suffix


def test_each_kind_of_one_game_has_its_sign(shared: dict[str, bytes]) -> None:
    signs = {game: kind_icon((game,)) for game in GAMES}
    assert len({*signs.values(), kind_icon(tuple(GAMES))}) == len(GAMES) + 1
    for kind in launcher.kinds_of(FORMATS.values()):
        if not kind.known:
            name = launcher.icon_name(kind.media_type)
            icon = shared[f"icons/hicolor/scalable/mimetypes/{name}.svg"]
            expected = signs[kind.games[0]] if len(kind.games) == 1 else kind_icon(tuple(GAMES))
            assert icon == expected
    for icon in signs.values():
        top = ElementTree.fromstring(icon)
        assert top.get("viewBox") == "0 0 64 64"
        group = top.find(f"{SVG}g")
        assert group is not None
        assert len(group)
        assert b"currentColor" not in icon  # file managers give it no colour


def test_everything_is_there_and_the_same_again(shared: dict[str, bytes]) -> None:
    assert shared == share.files(FACTS)
    for place in (
        f"metainfo/{ID}.metainfo.xml",
        "bash-completion/completions/qipu",
        "zsh/vendor-completions/_qipu",
        "fish/vendor_completions.d/qipu.fish",
        "doc/qipu/README.md",
        *(f"doc/qipu/{picture}" for picture in SCREENSHOTS),
    ):
        assert shared[place]
    page = gzip.decompress(shared["man/man1/qipu.1.gz"]).decode()
    assert '"Qipu 1.2.3"' in page
    assert " 1970-01-02 " in page


def test_what_the_documents_link_to_is_there(shared: dict[str, bytes]) -> None:
    pages = [place for place in shared if re.fullmatch(r"doc/qipu/(docs/)?[^/]+\.md", place)]
    assert "doc/qipu/docs/README.ja.md" in pages
    for page in ("doc/qipu/README.md", *(one for one in pages if "README." in one)):
        for link in re.findall(r"\]\(([^):#]+)\)", shared[page].decode()):
            place = normpath(join(dirname(page), link))
            assert place in shared or any(one.startswith(f"{place}/") for one in shared), link


def test_desktops_take_the_launcher(shared: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "qipu.desktop"
    path.write_bytes(shared["applications/qipu.desktop"])
    done = subprocess.run(
        [program("desktop-file-validate"), path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("homepage", ["", "https://qipu.example/"])
def test_software_centres_take_the_metainfo(homepage: str, tmp_path: Path) -> None:
    kinds = [kind.media_type for kind in launcher.kinds_of(FORMATS.values())]
    text = metainfo(FACTS._replace(homepage=homepage), kinds)
    top = ElementTree.fromstring(text)
    assert top.findtext("launchable") == "qipu.desktop"
    assert [one.text for one in top.iter("mediatype")] == kinds
    images = [one.text for one in top.iter("image")]
    assert images == [f"{homepage}{place}" for place in SCREENSHOTS if homepage]
    path = tmp_path / f"{ID}.metainfo.xml"
    path.write_bytes(text)
    words = (program("appstreamcli"), "validate", "--no-net", "--explain", str(path))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_pictures_are_wide_enough() -> None:
    for place in SCREENSHOTS:
        width, height = struct.unpack(">II", (ROOT / place).read_bytes()[16:24])
        assert width >= 620
        assert height >= 350


def test_the_facts_are_of_this_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    facts = about.about()
    assert facts.date == "1970-01-02"
    assert facts.version in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert facts.licence == "GPL-3.0-or-later"
