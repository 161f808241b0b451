"""What is built for Windows and macOS, as far as another system can tell."""

from __future__ import annotations

import ast
import io
import os
import plistlib
import re
import subprocess
import sys
from importlib.metadata import PackagePath
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

import about
import bundled
import freeze
import icons
import info_plist
import inno
import kinds
import parts
import spec
from PIL import Image

from viewer.cli.launcher import OTHERS_SUFFIXES
from viewer.engines import process
from viewer.formats import FORMATS
from viewer.games import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
FACTS = about.About(
    "1.2.3", "study games", about.PARAGRAPHS, "", "GPL-3.0-or-later", 86400, released=True
)
KINDS = kinds.kinds()


# ---------------------------------------------------------------------------------------- kinds


def test_every_suffix_that_these_systems_can_know_has_one_kind() -> None:
    registered = [entry for entry in FORMATS.values() if not entry.common]
    every = {one for entry in registered for one in entry.suffixes if "." not in one}
    told = [one for kind in KINDS for one in kind.suffixes + kind.offered]
    assert sorted(told) == sorted(every)
    assert len({kind.id for kind in KINDS}) == len(KINDS)
    assert {one for kind in KINDS for one in kind.offered} == every & OTHERS_SUFFIXES.keys()
    assert all(re.fullmatch(r"[a-z0-9-]+", kind.id) for kind in KINDS)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_an_icon_for_its_files(game: str) -> None:
    assert any(kind.icon == f"record-{game}" for kind in KINDS) or game in ("twixt",)
    assert {kind.icon for kind in KINDS} <= kinds.icon_games().keys()


# ---------------------------------------------------------------------------------------- icons


@pytest.mark.parametrize("suffix", icons.SIZES)
def test_icons_are_drawn_in_all_sizes(suffix: str) -> None:
    drawn = icons.icons(suffix)
    names = {"qipu", *(kind.icon for kind in KINDS)}
    assert {f"{name}.{suffix}" for name in names} <= drawn.keys()
    assert len(set(drawn.values())) == len(drawn)  # each has a sign of its own
    for content in drawn.values():
        image = Image.open(io.BytesIO(content))
        sizes = {size[0] * (size[2] if len(size) > 2 else 1) for size in image.info["sizes"]}
        assert sizes == set(icons.SIZES[suffix])
        corner, middle = image.convert("RGBA").getpixel((0, 0)), image.width // 2
        assert corner[3] == 0
        assert image.convert("RGBA").getpixel((middle, middle))[3] == 255


# ----------------------------------------------------------------------------------------- spec


@pytest.mark.parametrize("system", ["windows", "macos", "linux"])
def test_a_spec_is_python_with_the_programs_of_its_system(system: str) -> None:
    text = spec.spec(system, "local.qipu.Qipu")
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    made = [node.func.id for node in calls if isinstance(node.func, ast.Name)]
    assert made.count("EXE") == 2
    assert ("BUNDLE" in made) == (system == "macos")
    names = re.findall(r'EXE\(.*?name="([^"]+)"', text)
    assert names == ["qipu", "qipu-console" if system == "windows" else "qipu-supervisor"]
    assert ('name="qipu", console=False' in text) == (system != "linux")
    assert set(re.findall(r'HERE / "([^"]+)"', text)) <= {
        *freeze.texts(FACTS, system),
        "licences",
    }


def test_modules_that_only_registries_name_are_in_it() -> None:
    modules = parts.modules()
    assert {entry.target.partition(":")[0] for entry in FORMATS.values()} <= set(modules)
    assert {"viewer", "viewer.ui.app", "viewer.engines.supervisor"} <= set(modules)
    assert not [name for name in modules if name.endswith("__init__")]


def test_resources_are_in_their_folders_and_catalogs_compiled() -> None:
    places = {(Path(path).name, folder) for path, folder in parts.resources()}
    assert ("xiangqi.xqf", "viewer/resources/samples/en/study") in places
    assert not [name for name, _ in places if name.endswith((".po", ".pot"))]


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/plugins/styles/qmodernwindowsstyle.dll",
        r"PySide6\translations\qtbase_zh_CN.qm",
        "PySide6/Qt6Core.dll",
        "PySide6/Qt/lib/QtWidgets.framework/Versions/A/QtWidgets",
        "numpy.libs/libscipy_openblas64_.so",
        "viewer/resources/samples/en/study/go.sgf",
    ],
)
def test_what_is_used_stays(place: str) -> None:
    assert parts.wanted(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/opengl32sw.dll",
        "PySide6/Qt6Qml.dll",
        r"PySide6\Qt6Quick.dll",
        "PySide6/Qt/lib/QtVirtualKeyboard.framework/Versions/A/QtVirtualKeyboard",
        "PySide6/Qt/lib/libQt6Pdf.so.6",
        "PySide6/plugins/imageformats/qtiff.dll",
        "PySide6/plugins/platforminputcontexts/qtvirtualkeyboardplugin.dll",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6/translations/qt_help_de.qm",
    ],
)
def test_what_nothing_uses_is_left_out(place: str) -> None:
    assert not parts.wanted(place)


# --------------------------------------------------------------------------------------- macOS


def test_documents_of_macos() -> None:
    info = plistlib.loads(info_plist.info_plist(FACTS, KINDS))
    declared = info["UTExportedTypeDeclarations"] + info["UTImportedTypeDeclarations"]
    names = [one["UTTypeIdentifier"] for one in declared]
    assert len(set(names)) == len(names)
    documents = info["CFBundleDocumentTypes"]
    assert sorted(names) == sorted(name for one in documents for name in one["LSItemContentTypes"])
    suffixes = [
        suffix
        for one in declared
        for suffix in one["UTTypeTagSpecification"]["public.filename-extension"]
    ]
    assert sorted(suffixes) == sorted(one for kind in KINDS for one in kind.suffixes)
    assert not set(suffixes) & OTHERS_SUFFIXES.keys()
    ranks = {one["CFBundleTypeName"]: one["LSHandlerRank"] for one in documents}
    assert ranks["Portable game notation"] == "Alternate"
    assert ranks["XQStudio record"] == "Owner"
    written = freeze.texts(FACTS, "macos")
    assert {one["CFBundleTypeIconFile"] for one in documents} <= written.keys()
    assert info["CFBundleShortVersionString"] == "1.2.3"


# ------------------------------------------------------------------------------------- Windows


def lines(text: str, section: str) -> list[dict[str, str]]:
    """The entries of a section of the script: their parameters, by name, without quotes."""
    body = text.partition(f"[{section}]\r\n")[2].partition("\r\n[")[0].replace("\\\r\n  ", "")
    entries = []
    for line in body.split("\r\n"):
        if line and not line.startswith(";"):
            found = re.findall(r'(\w+): (?:"((?:[^"]|"")*)"|([^;]*))(?:; |$)', line)
            assert (
                "; ".join(
                    f'{key}: "{quoted}"' if f'{key}: "{quoted}"' in line else f"{key}: {bare}"
                    for key, quoted, bare in found
                )
                == line
            )
            entries.append({key: quoted.replace('""', '"') or bare for key, quoted, bare in found})
    return entries


@pytest.fixture(scope="module")
def script() -> str:
    return inno.script(FACTS, KINDS)


def test_the_installer_is_the_users_own(script: str) -> None:
    assert "PrivilegesRequired=lowest\r\n" in script
    assert "AppVersion=1.2.3\r\n" in script
    assert "\n" not in script.replace("\r\n", "")
    assert "HKLM" not in script
    assert {entry["Root"] for entry in lines(script, "Registry")} == {"HKA"}


def test_kinds_of_windows_have_name_icon_and_command(script: str) -> None:
    there = {
        (entry["Subkey"], entry.get("ValueName", "")): entry for entry in lines(script, "Registry")
    }
    classes = r"Software\Classes"
    drawn = freeze.texts(FACTS, "windows")
    installed = {entry["Source"] for entry in lines(script, "Files")}
    for kind in KINDS:
        key = rf"{classes}\Qipu.{kind.id}"
        assert there[key, ""]["ValueData"] == kind.name
        assert there[key, ""]["Flags"] == "uninsdeletekey"
        icon = there[rf"{key}\DefaultIcon", ""]["ValueData"]
        assert icon == rf"{{app}}\icons\{kind.icon}.ico"
        assert f"{kind.icon}.ico" in drawn
        assert f"{kind.icon}.ico" in installed
        opened = there[rf"{key}\shell\open\command", ""]["ValueData"]
        assert opened == r'"{app}\qipu.exe" -- "%1"'
        for suffix in kind.suffixes + kind.offered:
            listed = there[rf"{classes}\.{suffix}\OpenWithProgids", f"Qipu.{kind.id}"]
            assert listed["Flags"] == "uninsdeletevalue"


def test_suffixes_of_others_are_offered_and_never_taken(script: str) -> None:
    taken = re.findall(r"^  Take\('\.(\w+)', '([\w.-]+)'\);\r$", script, re.MULTILINE)
    given = re.findall(r"^  GiveBack\('\.(\w+)', '([\w.-]+)'\);\r$", script, re.MULTILINE)
    assert sorted(taken) == sorted(
        (suffix, inno.program_id(kind)) for kind in KINDS for suffix in kind.suffixes
    )
    assert {suffix for suffix, _ in given} - {suffix for suffix, _ in taken} == {
        suffix for kind in KINDS for suffix in kind.offered
    }
    # No default of a suffix stands in [Registry], where it would be written whoever has it.
    assert not [
        entry
        for entry in lines(script, "Registry")
        if entry["Subkey"].startswith(r"Software\Classes\.") and not entry["ValueName"]
    ]


def test_the_code_of_the_script_is_balanced(script: str) -> None:
    code = re.sub(r"'[^']*'|\{[^}]*\}", "", script.partition("[Code]")[2])
    words = re.findall(r"\b(begin|end)\b", code)
    assert words.count("begin") == words.count("end") > 10
    assert code.count("(") == code.count(")")


# ------------------------------------------------------------------------------ the program


def test_dry_runs_write_what_the_tools_read(tmp_path: Path) -> None:
    for system in ("windows", "macos"):
        words = [sys.executable, ROOT / "packaging" / "build.py", system, "--dry", tmp_path]
        dated = {**os.environ, "SOURCE_DATE_EPOCH": "86400"}  # this folder needn't be git's
        subprocess.run(words, env=dated, check=True, capture_output=True, timeout=120)
        names = {path.name for path in (tmp_path / system).iterdir()}
        assert names == set(freeze.texts(FACTS, system))


@pytest.mark.skipif(sys.platform == "win32", reason="engines are in a job object there")
def test_a_frozen_program_has_its_supervisor_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert process._supervisor()[0] == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/Applications/Qipu.app/Contents/MacOS/qipu")
    assert process._supervisor() == ["/Applications/Qipu.app/Contents/MacOS/qipu-supervisor"]


def test_a_package_that_is_no_wheel_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Debian 12's pip installs a package that PyPI has as source only."""
    one = next(iter(bundled.distributions(["chess"])))
    monkeypatch.setattr(type(one), "files", [PackagePath("chess-1.11.2.egg-info/PKG-INFO")])
    with pytest.raises(ValueError, match=r"chess was installed without its \.dist-info"):
        bundled._of(one)


def test_the_licence_of_every_package_is_there() -> None:
    names = {one.metadata["Name"] for one in bundled.distributions(bundled._needed())}
    assert {"PySide6_Essentials", "shiboken6", "chess", "numpy", "duckdb"} <= names
    assert not names & {"pytest", "dask", "ruff"}
    for one in bundled.distributions(bundled._needed()):
        assert bundled._of(one).texts
