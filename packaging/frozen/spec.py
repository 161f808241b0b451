"""The specification by which PyInstaller makes a folder, or an application of macOS, of Qipu.

One for all systems; written anew for each build, beside the icons that it names.
Source: the manual of PyInstaller 6, "Using Spec Files".
"""

from __future__ import annotations

from about import ROOT

NAME = "Qipu"

_TEXT = """\
# Made by packaging/build.py. The folders of the checkout are those of the machine that made it.
import plistlib
import sys
from pathlib import Path

ROOT = Path({root!r})
HERE = Path(SPECPATH)
sys.path[:0] = [str(ROOT / "packaging" / name) for name in ("linux", "frozen")]

import parts
from PyInstaller.utils.hooks import copy_metadata

common = dict(pathex=[str(ROOT)], excludes=list(parts.NOT_IMPORTED), noarchive=False, optimize=0)
a = Analysis(
    [str(ROOT / "packaging" / "frozen" / "start.py")],
    hiddenimports=parts.modules(),
    datas=[*parts.resources(), *copy_metadata("qipu-records"), (str(HERE / "licences"), "licences")],
    **common,
)
a.binaries = parts.only_wanted(a.binaries)
a.datas = parts.only_wanted(a.datas)
pyz = PYZ(a.pure)
# Never strip: libraries that wheels bring along have been changed after they were linked.
looks = dict(exclude_binaries=True, strip=False, upx=False, icon={icon})
programs = [EXE(pyz, a.scripts, [], name="qipu", console={console}, **looks)]
{more}
folder = COLLECT(*programs, a.binaries, a.datas, strip=False, upx=False, name="{name}")
{last}"""

# Beside the window's program of Windows, whose output nobody sees.
_CONSOLE = 'programs.append(EXE(pyz, a.scripts, [], name="qipu-console", console=True, **looks))'
# Engines are ended with Qipu by a program between them, which Windows has no need of.
_SUPERVISOR = """\
between = Analysis([str(ROOT / "viewer" / "engines" / "supervisor.py")], **common)
programs.append(EXE(PYZ(between.pure), between.scripts, [], name="qipu-supervisor", console=True, **looks))\
"""
_BUNDLE = """\
app = BUNDLE(
    folder,
    name="{name}.app",
    icon=str(HERE / "qipu.icns"),
    bundle_identifier="{id}",
    info_plist=plistlib.loads((HERE / "Info.plist").read_bytes()),
)
"""


def spec(system: str, id: str) -> str:
    """The specification for "windows", "macos" or "linux"; `id` is the application's name for macOS."""
    icon = {"windows": 'str(HERE / "qipu.ico")', "macos": 'str(HERE / "qipu.icns")'}
    return _TEXT.format(
        root=str(ROOT),
        icon=icon.get(system, "None"),
        console=system == "linux",
        more=_CONSOLE if system == "windows" else _SUPERVISOR,
        name=NAME,
        last=_BUNDLE.format(name=NAME, id=id) if system == "macos" else "",
    )
