"""What tests need of the system, with the package that brings it: they are skipped without it, by name.

`needs("gnugo")` marks a test, `program("gnugo")` gives its path within one. At the end of a run the line is
said that installs what was missed (tests/conftest.py). `python3 tests/needs.py` prints Debian's packages of
all that isn't here, for .ci/run: it needs nothing but Python.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

# Programs, libraries (….so.…), fonts (….ttc), what TeX has (….sty, ….otf), modules of Debian's own Python
# (python3:…): their packages.
PACKAGES = {
    "bash": "bash",
    "git": "git",
    "ldd": "libc-bin",
    # the desktop's tools and shells, which `qipu register` and packages work with
    "update-mime-database": "shared-mime-info",
    "update-desktop-database": "desktop-file-utils",
    "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream",
    "gio": "libglib2.0-bin",
    "xdg-mime": "xdg-utils",
    "fish": "fish",
    "zsh": "zsh",
    "groff": "groff-base",
    "dpkg-deb": "dpkg",
    "readelf": "binutils",
    "strip": "binutils",
    "xz": "xz-utils",
    # a window on a screen, real keys, a file manager, a screen reader
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "pcmanfm": "pcmanfm",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "dbus-run-session": "dbus-daemon",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "python3:pyatspi": "python3-pyatspi gir1.2-atspi-2.0",
    # engines, and what others make of exported files
    "gnugo": "gnugo",
    "stockfish": "stockfish",
    "fairy-stockfish": "fairy-stockfish",
    "rsvg-convert": "librsvg2-bin",
    "chromium": "chromium",
    "pdftotext": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "node": "nodejs",
    # exported LaTeX; what TeX has (….sty, ….otf) is found by kpsewhich
    "lualatex": "texlive-luatex",
    "fontspec.sty": "texlive-latex-recommended",
    "xskak.sty": "texlive-games",
    "psgo.sty": "texlive-games",
    "xifthen.sty": "texlive-latex-extra",  # which xskak asks
    "xkeyval.sty": "texlive-latex-recommended",
    "lambda.sty": "texlive-plain-generic",
    "pstricks.sty": "texlive-pstricks",
    "ctex.sty": "texlive-lang-chinese",
    "HaranoAjiMincho-Regular.otf": "texlive-lang-japanese",
    # books and windows with Chinese text
    "NotoSansCJK-Regular.ttc": "fonts-noto-cjk",
}
LATEX = (
    *("lualatex", "fontspec.sty", "xskak.sty", "xifthen.sty", "xkeyval.sty", "lambda.sty"),
    *("psgo.sty", "pstricks.sty", "ctex.sty", "HaranoAjiMincho-Regular.otf"),
)
SCREEN = (
    *("Xvfb", "openbox", "xdotool"),
    *("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libxkbcommon-x11.so.0"),
)
# What no package of Debian brings, by the line that does.
LINES = {
    "actionlint": "go install github.com/rhysd/actionlint/cmd/actionlint@latest",
    "pyspiel": '.venv/bin/python -m pip install "open_spiel>=2,<3"',
    "pyffish": '.venv/bin/python -m pip install "pyffish>=0.0.88"',
    "tsshogi": "npm install tsshogi  # QIPU_TSSHOGI names the folder",
    "axe-core": "npm pack axe-core@4  # AXE_CORE names the folder that is in it",
    "history": "git fetch --unshallow  # in a clone: an archive of the sources has no commits",
    "root": "sudo .venv/bin/python -P -m pytest tests/document/test_save_keeps.py",
}
GAMES = "/usr/games"  # which is on nobody's path but users' of Debian
_REASON = "needs "


def found(name: str) -> str | None:
    """Where something of the tables is; None where it isn't."""
    if ".so" in name:
        try:
            ctypes.CDLL(name)
        except OSError:
            return None
        return name
    if name.endswith(".ttc"):
        return _font(name)
    if name.endswith((".sty", ".otf")):
        return _of_tex(name)
    if name.startswith("python3:"):
        return name if _debian_python_has(name.partition(":")[2]) else None
    return shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + GAMES)


@functools.cache
def _font(name: str) -> str | None:
    for top in (
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        os.path.expanduser("~/.local/share/fonts"),
    ):
        for folder, _, files in os.walk(top):
            if name in files:
                return os.path.join(folder, name)
    return None


@functools.cache
def _of_tex(name: str) -> str | None:
    try:
        asked = subprocess.run(["kpsewhich", name], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return asked.stdout.strip() or None


@functools.cache
def _debian_python_has(module: str) -> bool:
    try:
        words = ["/usr/bin/python3", "-c", f"import {module}"]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def missing(*names: str) -> list[str]:
    """Those of the names that aren't here."""
    return [name for name in names if found(name) is None]


def needs(*names: str) -> pytest.MarkDecorator:
    """Mark tests that ask programs of the table."""
    import pytest  # deferred: .ci/run asks this file where there is none

    left = missing(*names)
    return pytest.mark.skipif(bool(left), reason=reason(left))


def program(name: str) -> str:
    """The path of a program, by its name in a table; skips the test where it isn't installed."""
    path = found(name)
    if path is None:
        lacks(name)
    assert path is not None
    return path


def lacks(*names: str) -> None:
    """Skip the test, or the module: it needs these, by names of PACKAGES or LINES."""
    import pytest  # deferred, as above

    pytest.skip(reason(names), allow_module_level=True)


def reason(names: Iterable[str]) -> str:
    """What a skipped test says."""
    told = list(names)
    unknown = [name for name in told if name not in PACKAGES and name not in LINES]
    assert not unknown, unknown
    return _REASON + ", ".join(told)


def named(said: str) -> list[str]:
    """The names in what a skipped test said; [] where it was skipped for something else."""
    text = said.removeprefix("Skipped: ")
    names = text.removeprefix(_REASON).split(", ") if text.startswith(_REASON) else []
    return names if all(name in PACKAGES or name in LINES for name in names) else []


def lines(names: Iterable[str]) -> list[str]:
    """What to type so that these are there: a line for Debian's packages, one for each other thing."""
    asked = sorted(set(names))
    packages = packages_of(name for name in asked if name in PACKAGES)
    apt = ["sudo apt-get install -y --no-install-recommends " + " ".join(packages)]
    return [*(apt if packages else []), *(LINES[name] for name in asked if name in LINES)]


def summary(count: int, names: Iterable[str]) -> str:
    """What is said at the end of a run in which so many tests were skipped for want of these."""
    wanted = lines(names)
    return "\n    ".join([f"{count} skipped: install what they need to run them:", *wanted])


def packages_of(names: Iterable[str]) -> list[str]:
    """Debian's packages that bring these."""
    return sorted({one for name in names for one in re.split(" ", PACKAGES[name])})


if __name__ == "__main__":
    print(*packages_of(missing(*PACKAGES)), file=sys.stdout)
