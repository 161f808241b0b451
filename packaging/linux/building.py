"""What all builds share: what is missing is named before they begin; files appear once they are whole."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from about import ROOT

# Debian's package of each program that a build starts there.
PACKAGES = {
    "apt-get": "apt",
    "dpkg": "dpkg",
    "dpkg-deb": "dpkg",
    "git": "git",
    "strip": "binutils",
    "xz": "xz-utils",
}
# Where programs are that their installers put on no path.
FOLDERS = {"ISCC": r"C:\Program Files (x86)\Inno Setup 6"}


def program(name: str) -> str | None:
    """The path of a program, None where it isn't installed."""
    return shutil.which(name) or shutil.which(name, path=FOLDERS.get(name, ""))


def missing(programs: Iterable[str], modules: Iterable[str] = ()) -> str:
    """A sentence that names programs and modules that aren't here, and what installs them; "" for none."""
    no_programs = [name for name in programs if program(name) is None]
    no_modules = [name for name in modules if find_spec(name) is None]
    if not no_programs + no_modules:
        return ""
    lines = []
    if no_programs and program("apt-get"):
        packages = sorted({PACKAGES[name] for name in no_programs})
        lines.append(f"sudo apt-get install -y {' '.join(packages)}")
    if no_modules and sys.prefix == sys.base_prefix:  # the system's Python: no place for packages
        lines.append("python3 packaging/dev.py test --version (then build by .venv/bin/python)")
    elif no_modules:
        needed = " ".join(f'"{_requirement(name)}"' for name in no_modules)
        lines.append(f"{sys.executable} -m pip install {needed}")
    names = ", ".join([*no_programs, *no_modules])
    install = f"; to install it: {' && '.join(lines)}" if lines else "."
    return f"Nothing was built, for this isn't installed here: {names}{install}"


def _requirement(module: str) -> str:
    """What of pyproject.toml brings a module, with its versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    known = [*project["build-system"]["requires"], *project["dependency-groups"]["build"]]
    return next(one for one in known if re.split(r"[^\w-]", one)[0] == module.lower())


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A folder to make things in: they appear in `folder` once all of them are whole, else none does.

    What has the name of one of them there is replaced.
    """
    with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=folder) as place:
        yield Path(place)
        for made in sorted(Path(place).iterdir()):
            target = folder / made.name
            if target.is_dir():
                shutil.rmtree(target)
            made.replace(target)
