"""Makes a frozen Qipu: a folder that brings its own Python, on the system that it is for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import building
import bundled
import icons
import info_plist
import inno
import kinds
import licences
import spec
from about import ROOT, About
from metainfo import ID

SYSTEMS = {"win32": "windows", "darwin": "macos", "linux": "linux"}


def texts(about: About, system: str) -> dict[str, bytes]:
    """The texts and icons that a build for a system reads, by their names."""
    found = {"qipu.spec": spec.spec(system, ID).encode()}
    if system == "windows":
        found["qipu.iss"] = inno.script(about, kinds.kinds()).encode("utf-8-sig")
        found["LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
        found |= icons.icons("ico")
    if system == "macos":
        found["Info.plist"] = info_plist.info_plist(about, kinds.kinds())
        found |= icons.icons("icns")
    return found


def write_texts(about: About, system: str, folder: Path) -> list[Path]:
    """Write them into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, content in texts(about, system).items():
        (folder / name).write_bytes(content)
        paths.append(folder / name)
    return paths


def freeze(about: About, work: Path, folder: Path) -> Path:
    """The program for this system, in a folder of its own in `folder`. Raises CalledProcessError."""
    system = SYSTEMS[sys.platform]
    write_texts(about, system, work)
    own = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    for place, content in {**licences.files(bundled.licences()), **own}.items():
        path = work / "licences" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    words = [
        "--noconfirm",
        "--log-level",
        "WARN",
        "--distpath",
        folder,
        "--workpath",
        work / "work",
    ]
    run(sys.executable, "-m", "PyInstaller", *words, work / "qipu.spec")
    return folder / (f"{spec.NAME}.app" if system == "macos" else spec.NAME)


def installer(about: About, work: Path, program: Path, folder: Path) -> Path:
    """The installer for Windows, by Inno Setup 6; raises OSError where that isn't installed."""
    with building.made_whole(folder) as place:
        words = ["/Qp", f"/DProgram={program}", f"/O{place}", work / "qipu.iss"]
        run(building.program("ISCC") or "ISCC", *words)
    return folder / f"{inno.file_name(about)}.exe"


def disk_image(about: About, program: Path, folder: Path) -> Path:
    """A disk image of macOS with the application and a way to the folder of applications."""
    inside = program.parent / "image"
    inside.mkdir()
    shutil.move(program, inside / program.name)
    os.symlink("/Applications", inside / "Applications")
    name = f"qipu-{about.version}-macos-{os.uname().machine}.dmg"
    words = ["hdiutil", "create", "-volname", "Qipu", "-srcfolder", inside, "-format", "UDZO"]
    with building.made_whole(folder) as place:
        run(*words, place / name)
    return folder / name


def run(*words: object) -> None:
    """Run a tool; raises OSError where it isn't there, CalledProcessError where it fails."""
    subprocess.run([str(word) for word in words], check=True)
