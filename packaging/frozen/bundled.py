"""The licences of what a frozen Qipu brings along: of the packages that it depends on, and of Python."""

from __future__ import annotations

import sys
import sysconfig
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from about import ROOT
from licences import Bundled, of_folder
from packaging.requirements import Requirement


def licences() -> list[Bundled]:
    """Those of Python, PyInstaller's start and all packages. Raises ValueError for one without a text."""
    return [_of_python(), *(_of(one) for one in distributions([*_needed(), "pyinstaller"]))]


def _needed() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [str(one) for one in project["dependencies"]]


def distributions(needed: list[str]) -> list[Distribution]:
    """Packages that are asked for, and for the program what these ask for, each once, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(one) for one in needed]
    while waiting:
        requirement = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        try:
            one = distribution(requirement.name)
        except PackageNotFoundError:
            raise ValueError(f"{requirement.name} is not installed") from None
        name = one.metadata["Name"]
        if name not in found:
            found[name] = one
            if name.lower() != "pyinstaller":  # of which only the start is in the program
                waiting += map(Requirement, one.requires or ())
    return [found[name] for name in sorted(found, key=str.lower)]


def _of(one: Distribution) -> Bundled:
    for path in one.files or ():
        if path.match("*.dist-info/METADATA") and len(path.parts) == 2:
            folder = Path(str(path.locate())).parent
            return of_folder(folder, {"GPL-3.txt": ROOT / "LICENSE"})
    name = one.metadata["Name"]
    again = f"{sys.executable} -m pip install --use-pep517 --force-reinstall --no-deps {name}"
    raise ValueError(f"{name} was installed without its .dist-info; this installs it anew: {again}")


def _of_python() -> Bundled:
    """Python's own, where its installers put it."""
    version = ".".join(map(str, sys.version_info[:3]))
    stdlib = Path(sysconfig.get_path("stdlib"))
    short = "python{}.{}".format(*sys.version_info[:2])
    for path in (
        stdlib / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc") / short / "copyright",
    ):
        if path.is_file():
            return Bundled("Python", version, "PSF-2.0", {"LICENSE.txt": path.read_bytes()})
    raise ValueError("Python has no text of its licence")
