"""Qipu installed from a wheel, and as a link to the checkout: the resources are found both ways."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

# What an installed Qipu finds of itself, asked in its own process.
ASK = """
import hashlib, json, viewer
from viewer.base.resources import resource_bytes, resource_path
print(json.dumps({
    "package": viewer.__file__,
    "icon": str(resource_path("icons", "qipu.svg")),
    "digest": hashlib.sha256(resource_bytes("icons", "qipu.svg")).hexdigest(),
    "formats": sorted(viewer.FORMATS),
    "resources": sorted(p.relative_to(resource_path()).as_posix()
                        for p in resource_path().rglob("*") if p.is_file() and p.suffix != ".pot"),
}))
"""  # the template that translators make isn't installed


def run(*words: object, cwd: Path) -> str:
    """What a program printed. It must end well, and asks no registry."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")
    folder = tmp_path_factory.mktemp("wheel")
    words = ("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    run(sys.executable, *words, cwd=folder)
    (path,) = folder.glob("qipu_records-*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and nothing else."""
    environment = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=environment)
    python = python_of(environment)
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=ROOT)
    words = ("-m", "pip", "install", "--no-deps", "--quiet", "--target", target.strip(), wheel)
    run(sys.executable, *words, cwd=environment)
    return python


def resources_of_the_checkout() -> list[str]:
    top = ROOT / "resources"
    files = (p for p in top.rglob("*") if p.is_file() and p.suffix != ".pot")
    return sorted(p.relative_to(top).as_posix() for p in files)


def test_the_wheel_holds_package_and_resources_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    rooms = {tuple(name.split("/")[:2]) for name in names}
    assert {first for first, *_ in rooms} == {
        "viewer",
        f"qipu_records-{wheel.name.split('-')[1]}.dist-info",
    }
    carried = sorted(
        name.removeprefix("viewer/resources/")
        for name in names
        if name.startswith("viewer/resources/")
    )
    assert carried == resources_of_the_checkout()
    assert "viewer/base/resources.py" in names
    assert "viewer/py.typed" in names  # type checkers take the annotations of an installed Qipu
    assert not [name for name in names if "test" in name or name.endswith(".pyc")]


def test_the_command_keeps_its_name(wheel: Path, installed: Path) -> None:
    top = f"qipu_records-{wheel.name.split('-')[1]}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        assert "\nName: qipu-records\n" in archive.read(f"{top}/METADATA").decode()
        points = archive.read(f"{top}/entry_points.txt").decode()
    assert points.split() == ["[console_scripts]", "qipu", "=", "viewer.__main__:main"]
    ask = "import importlib.metadata as m; print(sorted(d.name for d in m.distributions()))"
    assert run(installed, "-P", "-c", ask, cwd=wheel.parent).strip() == "['qipu-records']"


def test_an_installed_wheel_finds_its_resources(installed: Path, tmp_path: Path) -> None:
    told = json.loads(run(installed, "-P", "-c", ASK, cwd=tmp_path))
    package = Path(told["package"]).parent
    assert ROOT not in package.parents
    assert Path(told["icon"]) == package / "resources" / "icons" / "qipu.svg"
    assert told["resources"] == resources_of_the_checkout()
    assert "xqf" in told["formats"]


def test_an_editable_install_finds_the_checkouts(installed: Path, tmp_path: Path) -> None:
    """An editable install is a path to the checkout, as hatchling makes it."""
    wheel_says = json.loads(run(installed, "-P", "-c", ASK, cwd=tmp_path))
    environment = tmp_path / "editable"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    python = python_of(environment)
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=ROOT)
    # pip can't install an editable package into another environment without pip in it, so the
    # wheel is made by the build backend, as pip does it, and unpacked, which is all of installing.
    make = f"import hatchling.build as b; print(b.build_editable({str(tmp_path)!r}))"
    name = run(sys.executable, "-c", make, cwd=ROOT).splitlines()[-1]
    with zipfile.ZipFile(tmp_path / name) as archive:
        assert not [name for name in archive.namelist() if name.startswith("viewer/")]
        archive.extractall(target.strip())
    told = json.loads(run(python, "-P", "-c", ASK, cwd=tmp_path))
    assert Path(told["package"]).parent == ROOT / "viewer"
    assert Path(told["icon"]) == ROOT / "resources" / "icons" / "qipu.svg"
    assert {k: told[k] for k in ("digest", "formats", "resources")} == {
        k: wheel_says[k] for k in ("digest", "formats", "resources")
    }
