"""What packages bring along, on small trees: what is left out, what is needed, the same bytes twice."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import about
import bundle
import debian
import elf
import licences
import pytest
import tarball
from metainfo import ID
from needs import program
from packaging.requirements import Requirement
from tars import unpack

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made for Linux")

FACTS = about.About(
    "1.2.3", "study games", about.PARAGRAPHS, "", "GPL-3.0-or-later", 86400, released=False
)
METADATA = "Metadata-Version: 2.4\nName: toy\nVersion: 7.1\nLicense-Expression: MIT\n\nA toy.\n"


@pytest.fixture
def fetched(tmp_path: Path) -> Path:
    """A Python of four files and a package, as they are fetched."""
    library = tmp_path / "fetched/python/usr/lib" / bundle.PYTHON
    texts = {
        library / "os.py": "#!/usr/local/bin/python\nimport sys\n",
        library / "test/test_os.py": "",
        library / "lib2to3/main.py": "",
        library / "__pycache__/os.cpython-311.pyc": "",
        library.parent.parent / "bin" / bundle.PYTHON: "#!/bin/sh\nprintf '%s\\n' \"$@\"\n",
        library.parent.parent / "share/doc/python/copyright": "of Python",
        tmp_path / "fetched/packages/toy/__init__.py": "def toy():\n    return 1\n",
        tmp_path / "fetched/packages/toy/__init__.pyi": "",
        tmp_path / "fetched/packages/toy/tests/test_toy.py": "",
        tmp_path / "fetched/packages/toy-7.1.dist-info/METADATA": METADATA,
        tmp_path / "fetched/packages/toy-7.1.dist-info/RECORD": "toy",
        tmp_path / "fetched/packages/toy-7.1.dist-info/licenses/deep/LICENSE": "May be used.",
        tmp_path / "fetched/packages/bin/toy": "",
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with zipfile.ZipFile(tmp_path / "own.whl", "w") as wheel:
        wheel.writestr("viewer/__init__.py", "")
        wheel.writestr("viewer/resources/locale/qipu.pot", "")
    return tmp_path / "fetched"


def tree_of(fetched: Path, name: str = "tree") -> Path:
    tree = fetched.parent / name
    bundle.assemble(fetched, fetched.parent / "own.whl", tree)
    return tree


def state(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# ------------------------------------------------------------------------------------ the tree


def test_a_tree_has_what_is_needed_and_no_more(fetched: Path) -> None:
    tag = sys.implementation.cache_tag
    packages = bundle.SITE.as_posix()
    assert state(tree_of(fetched)).keys() == {
        "bin/qipu",
        f"bin/{bundle.PYTHON}",
        f"lib/{bundle.PYTHON}/os.py",
        f"lib/{bundle.PYTHON}/__pycache__/os.{tag}.pyc",
        f"{packages}/toy/__init__.py",
        f"{packages}/toy/__pycache__/__init__.{tag}.pyc",
        f"{packages}/viewer/__init__.py",
        f"{packages}/viewer/__pycache__/__init__.{tag}.pyc",
        f"{packages}/toy-7.1.dist-info/METADATA",
        f"{packages}/toy-7.1.dist-info/licenses/deep/LICENSE",
    }


def test_the_same_files_make_the_same_tree(fetched: Path) -> None:
    first = tree_of(fetched)
    for path in fetched.rglob("*.py"):
        os.utime(path, (1, 1))
    assert state(first) == state(tree_of(fetched, "elsewhere"))


def test_it_starts_from_any_folder_and_through_links(fetched: Path, tmp_path: Path) -> None:
    start = tree_of(fetched, "a 谱 folder's") / "bin/qipu"
    link = tmp_path / "links/one"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(start)
    words = ["--new-window", "a b", "*", "'"]
    for cwd, name in ((tmp_path, str(start)), (tmp_path, str(link)), (start.parent, "./qipu")):
        done = subprocess.run([name, *words], cwd=cwd, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == ["-I", "-m", "viewer", *words]
    environment = {**os.environ, "PATH": f"{start.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", "qipu x"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["-I", "-m", "viewer", "x"]


@pytest.mark.gui
def test_of_qt_the_window_has_what_it_needs() -> None:
    import PySide6

    top = Path(PySide6.__path__[0])
    used = bundle.used_qt(top)
    names = {path.name for path in used}
    assert {"__init__.py", "QtWidgets.abi3.so", "libqxcb.so", "libQt6Svg.so.6"} <= names
    assert not {name for name in names if "Qml" in name or "Quick" in name or "Designer" in name}
    assert all(path.exists() for path in used)
    root = Path(__file__).resolve().parents[2]
    imported = {
        word
        for path in (root / "viewer").rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        for word in line.split()[1:2]
        if line.lstrip().startswith(("import PySide6.", "from PySide6."))
    }
    assert {f"PySide6.{name}" for name in bundle.QT_MODULES} == imported


# ------------------------------------------------------------------------------- of the system


def test_needed_libraries_are_read_of_the_file() -> None:
    readelf = program("readelf")
    said = subprocess.run(
        [readelf, "-d", "/bin/sh"], capture_output=True, text=True, check=True, env={"LC_ALL": "C"}
    )
    lines = [line for line in said.stdout.splitlines() if "(NEEDED)" in line]
    assert elf.is_elf(Path("/bin/sh"))
    assert elf.needed(Path("/bin/sh")) == {line.split("[")[1].rstrip("]") for line in lines}
    assert not elf.is_elf(Path(__file__))


def test_a_library_that_bears_no_stripping_stays(tmp_path: Path) -> None:
    program("strip")
    numpy = importlib.util.find_spec("numpy")
    assert numpy is not None
    assert numpy.origin is not None
    patched = sorted(Path(numpy.origin).parents[1].glob("numpy.libs/*openblas*"))
    if not patched:
        pytest.skip("numpy's libraries aren't those of its wheel")
    assert elf.is_aligned(patched[0])
    copy = tmp_path / patched[0].name
    shutil.copyfile(patched[0], copy)
    shutil.copyfile("/bin/sh", tmp_path / "sh")
    bundle.strip(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(("sh", copy.name))
    assert elf.is_aligned(copy)
    script = "import ctypes, sys; ctypes.CDLL(sys.argv[1])"
    folder = str(patched[0].parent)
    environment = {**os.environ, "LD_LIBRARY_PATH": folder}
    subprocess.run([sys.executable, "-c", script, copy], check=True, env=environment)


def test_every_needed_library_has_its_package() -> None:
    some = {"libc.so.6", "libm.so.6", "libxcb-cursor.so.0", "libgio-2.0.so.0"}
    assert debian.packages_of(some) == {"libc6 (>= 2.36)", "libxcb-cursor0", "libglib2.0-0"}
    with pytest.raises(debian.Unknown, match=r"libnew\.so\.1"):
        debian.packages_of({"libnew.so.1"})


@pytest.mark.gui
def test_all_of_qt_is_known_to_the_package() -> None:
    import PySide6

    top = Path(PySide6.__path__[0])
    some = [path for path in bundle.used_qt(top) if ".so" in path.name]
    debian.packages_of(bundle.outside(top, some) - {"libshiboken6.abi3.so.6.11"})


# ---------------------------------------------------------------------------------- licences


def test_licences_are_collected(fetched: Path) -> None:
    (toy,) = licences.of_python(fetched / "packages")
    assert toy == ("toy", "7.1", "MIT", {"licenses_deep_LICENSE": b"May be used."})
    (python,) = licences.of_debian(fetched / "python")
    texts = licences.files([python, toy])
    assert texts["python/copyright"] == b"of Python"
    assert b"| toy | 7.1 | MIT |" in texts["README.md"]


def test_a_package_without_a_licence_is_refused(fetched: Path) -> None:
    shutil.rmtree(fetched / "packages/toy-7.1.dist-info/licenses")
    with pytest.raises(ValueError, match="toy has no text of its licence"):
        list(licences.of_python(fetched / "packages"))


# ---------------------------------------------------------------------------------- packages


def staged(fetched: Path, name: str) -> Path:
    tree = tree_of(fetched, f"{name}-tree")
    bundled = [*licences.of_debian(fetched / "python"), *licences.of_python(fetched / "packages")]
    root = fetched.parent / name
    debian.stage(FACTS, tree, bundled, root, "amd64")
    return root


def test_a_debian_package_is_the_same_twice(fetched: Path, tmp_path: Path) -> None:
    dpkg_deb = program("dpkg-deb")
    paths = []
    for name in ("one", "two"):
        (tmp_path / f"{name}-out").mkdir()
        paths.append(debian.build(FACTS, staged(fetched, name), tmp_path / f"{name}-out", "amd64"))
    assert paths[0].name == "qipu_1.2.3~19700102-1_amd64.deb"
    assert paths[0].read_bytes() == paths[1].read_bytes()
    words = [dpkg_deb, "--field", paths[0], "Package", "Depends", "Section"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said == "Package: qipu\nDepends: \nSection: education\n".replace("Depends: \n", "")
    said = subprocess.run(
        [dpkg_deb, "--contents", paths[0]], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(maxsplit=5) for line in said.splitlines()]
    assert {row[1] for row in rows} == {"root/root"}
    assert {row[0] for row in rows} <= {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x"}
    placed = {row[5] for row in rows}
    for place in (
        "./usr/bin/qipu",
        f"./usr/lib/qipu/bin/{bundle.PYTHON}",
        "./usr/share/applications/qipu.desktop",
        "./usr/share/mime/packages/qipu.xml",
        "./usr/share/man/man1/qipu.1.gz",
        "./usr/share/doc/qipu/copyright",
        "./usr/share/doc/qipu/licences/toy/licenses_deep_LICENSE",
    ):
        assert place in placed


def test_a_tarball_is_the_same_twice_and_runs(fetched: Path, tmp_path: Path) -> None:
    program("xz")
    paths = []
    for name in ("one", "two"):
        tree = tree_of(fetched, f"{name}/qipu-1.2.3")
        tarball.add_documents(FACTS, tree, list(licences.of_python(fetched / "packages")))
        paths.append(tarball.build(FACTS, tree, tree.parent))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    unpack(paths[0], tmp_path / "out")
    done = subprocess.run(
        [tmp_path / "out/qipu-1.2.3/bin/qipu", "x"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["-I", "-m", "viewer", "x"]
    assert (tmp_path / "out/qipu-1.2.3/share/doc/qipu/licences/README.md").exists()


# --------------------------------------------------------------------------------- versions


def test_what_is_brought_along_is_pinned_and_fits() -> None:
    folder = Path(bundle.__file__).parent
    lines = (folder / "constraints.txt").read_text("ascii").split()
    pinned = dict(line.split("==") for line in lines)
    project = tomllib.loads((bundle.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {Requirement(one).name.replace("-", "_") for one in project["dependencies"]}
    assert names <= pinned.keys(), "packaging/linux/constraints.txt, and the Flatpak manifest"
    for needed in map(Requirement, project["dependencies"]):
        name = needed.name.replace("-", "_")
        assert needed.specifier.contains(pinned[name]), needed
    manifest = json.loads((folder / f"{ID}.json").read_text("ascii"))
    assert manifest["id"] == ID
    fetched = manifest["modules"][0]["build-commands"][0].split()
    assert [word for word in fetched if "==" in word] == lines


def test_what_was_fetched_for_other_versions_is_fetched_again(tmp_path: Path) -> None:
    assert not bundle.is_fetched(tmp_path / "nothing")
    shutil.copyfile(bundle.PINNED, tmp_path / bundle.PINNED.name)
    assert bundle.is_fetched(tmp_path)
    (tmp_path / bundle.PINNED.name).write_text("chess==1.0\n")
    assert not bundle.is_fetched(tmp_path)
