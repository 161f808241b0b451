"""A tree with Qipu, everything it imports and a Python of its own, which runs from any folder.

The Python is Debian's, of the release that builds: what is built on Debian 12 runs there and on later ones,
for its wheels and libraries are found beside it. Network: Debian's archive and PyPI, both by `collect` only;
`assemble` works on what is there.
"""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

import elf
from about import LANGUAGES, ROOT

PYTHON = "python{}.{}".format(*sys.version_info[:2])
DEBIAN_PACKAGES = (f"{PYTHON}-minimal", f"lib{PYTHON}-minimal", f"lib{PYTHON}-stdlib")
PINNED = ROOT / "packaging" / "linux" / "constraints.txt"
# What builds those packages that have no wheel: what is written into them depends on it.
BUILDERS = ROOT / "packaging" / "linux" / "build-constraints.txt"
SITE = Path("lib/python3/dist-packages")  # where Debian's Python looks, below its own folder

# Of the standard library: what nobody at a desk needs, and what needs libraries for that alone.
NOT_OF_PYTHON = (
    *(
        "distutils",
        "lib2to3",
        "idlelib",
        "test",
        "ensurepip",
        "pydoc_data",
        "turtledemo",
        "tkinter",
    ),
    *("unittest", "doctest.py", "xmlrpc", "wsgiref", "venv", "curses", "turtle.py", "dbm"),
    *("config-*", "sitecustomize.py", "pydoc.py", "__pycache__"),
    *("lib-dynload/_test*", "lib-dynload/_xxtest*", "lib-dynload/xxlimited*"),
    *("lib-dynload/_ctypes_test*", "lib-dynload/nis.*", "lib-dynload/ossaudiodev.*"),
    *(
        "lib-dynload/_dbm.*",
        "lib-dynload/_crypt.*",
        "lib-dynload/_curses*",
        "lib-dynload/readline.*",
    ),
)
# Of packages: headers, stubs for type checkers, tests, and what another file does as well.
NOT_OF_PACKAGES = (
    *("*.pyi", "*/py.typed", "*.h", "*.pxd", "*.pyx", "*.a", "*/tests", "*/testing", "*/include"),
    *("bin", "share", "*/__pycache__", "*.dist-info/RECORD", "*.dist-info/INSTALLER"),
    *("*.dist-info/REQUESTED", "*.dist-info/direct_url.json", "*.dist-info/entry_points.txt"),
    *("numpy/f2py", "numpy/distutils", "zstandard/_cffi.*", "lxml/isoschematron", "lxml/includes"),
    # numpy loads these when they are asked for, its own tests aside; Qipu asks for none of them.
    *(
        "numpy/random",
        "numpy/fft",
        "numpy/polynomial",
        "numpy/_core/_simd.*",
        "numpy/_core/*_tests.*",
    ),
    *("numpy/_pyinstaller", "numpy/conftest.py", "numpy/ma/testutils.py", "numpy/matlib.py"),
    # Pillow does without them: pictures are written as GIF and WebP, and Qt draws their text.
    *("PIL/_avif.*", "PIL/_imagingft.*", "PIL/_imagingcms.*", "PIL/_imagingtk.*"),
    # pikepdf asks lxml for XML alone.
    *("lxml/objectify.*", "lxml/html", "lxml/*.pxi", "lxml/*doctest*.py"),
    *("viewer/resources/locale/*.pot", "viewer/resources/locale/*/*/*.po"),
)
# Of Qt: the modules that Qipu imports, the plugins of a desktop, and the libraries that these need.
QT_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtNetwork", "QtPrintSupport")
QT_PLUGINS = (
    *("platforms/libqxcb.so", "platforms/libqwayland*.so", "platforms/libqoffscreen.so"),
    *("platforminputcontexts/libcompose*.so", "platforminputcontexts/libibus*.so"),
    *(
        "platformthemes/*.so",
        "xcbglintegrations/*.so",
        "wayland-*-client/*.so",
        "wayland-shell-integration/*.so",
        "iconengines/libqsvgicon.so",
    ),
    *("imageformats/libqsvg.so", "imageformats/libqjpeg.so", "printsupport/*.so"),
)

_LAUNCHER = """\
#!/bin/sh
# Starts Qipu with the Python beside this file, wherever the folder is.
self=$0
if [ -L "$self" ]; then self=$(readlink -f -- "$self"); fi
case $self in */*) here=${{self%/*}} ;; *) here=. ;; esac
exec "$here/{python}" -I -m viewer "$@"
"""


# ------------------------------------------------------------------------------ from the network


def collect(folder: Path) -> None:
    """Fetch Debian's Python and what Qipu depends on, into folders of this one.

    Raises CalledProcessError where one of the tools fails, and OSError where it isn't there.
    """
    part = folder.with_name(folder.name + ".part")  # until all of it is there
    shutil.rmtree(part, ignore_errors=True)
    debian, packages, fetched = part / "python", part / "packages", part / "fetched"
    fetched.mkdir(parents=True)
    words = ["apt-get", "-o", "APT::Sandbox::User=root", "download", *DEBIAN_PACKAGES]
    _run(*words, cwd=fetched)
    for package in sorted(fetched.glob("*.deb")):
        _run("dpkg-deb", "-x", package, debian)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet"]
    wheels = ["--wheel-dir", fetched, "--constraint", PINNED]
    _run(*pip, "wheel", *wheels, "--no-deps", "--no-build-isolation", ROOT)
    (own,) = fetched.glob("*.whl")
    # Wheels are made of those that have none, each in an environment of its own.
    builders = {name: BUILDERS.as_uri() for name in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")}
    _run(*pip, "wheel", "--use-pep517", *wheels, own, environ=builders)
    others = sorted(set(fetched.glob("*.whl")) - {own})
    _run(*pip, "install", "--no-index", "--no-deps", "--no-compile", "--target", packages, *others)
    shutil.copyfile(PINNED, part / PINNED.name)
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)


def is_fetched(folder: Path) -> bool:
    """Whether `collect` filled a folder, with the versions that are asked for today."""
    stamp = folder / PINNED.name
    return stamp.exists() and stamp.read_bytes() == PINNED.read_bytes()


def _run(*words: str | Path, cwd: Path = ROOT, environ: Mapping[str, str] = {}) -> None:
    own = {**os.environ, **environ}
    subprocess.run(words, cwd=cwd, check=True, stdout=subprocess.DEVNULL, env=own)


# --------------------------------------------------------------------------- of what was fetched


def assemble(fetched: Path, wheel: Path, tree: Path) -> None:
    """Make the tree, which must not be there yet, of what `collect` fetched and Qipu's wheel."""
    debian, packages = fetched / "python", fetched / "packages"
    library = tree / "lib" / PYTHON
    _copy(debian / "usr" / "lib" / PYTHON, library, NOT_OF_PYTHON)
    _copy(packages, tree / SITE, (*NOT_OF_PACKAGES, *_unused_qt(packages)))
    with tempfile.TemporaryDirectory() as own:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(own)
        _copy(Path(own), tree / SITE, NOT_OF_PACKAGES)
    drop_unneeded(tree / SITE)
    programs = tree / "bin"
    programs.mkdir()
    shutil.copyfile(debian / "usr" / "bin" / PYTHON, programs / PYTHON)
    (programs / "qipu").write_text(_LAUNCHER.format(python=PYTHON), "ascii")
    for path in programs.iterdir():
        path.chmod(0o755)
    for path in tree.rglob("*.py"):
        _is_no_program(path)
    strip(tree)
    compile_all(tree)


def _is_no_program(path: Path) -> None:
    """Take the interpreter out of a module that nobody starts as a program; other lines stay."""
    text = path.read_bytes()
    if text.startswith(b"#!"):
        path.write_bytes(b"#" + text[text.find(b"\n") :] if b"\n" in text else b"")


def _copy(source: Path, target: Path, left_out: tuple[str, ...]) -> None:
    """Copy a folder but for what matches one of the patterns; a pattern matches whole paths."""
    for path in sorted(source.rglob("*")):
        place = path.relative_to(source)
        if any(_matches(part, left_out) for part in (place, *place.parents[:-1])):
            continue
        if path.is_file():
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / place)
            (target / place).chmod(0o644)


def _matches(place: Path, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(place.as_posix(), pattern) for pattern in patterns)


def drop_unneeded(packages: Path) -> None:
    """Remove libraries that came with a wheel for what was left out: nothing is linked with them any more."""
    while True:
        needed = {name for path in binaries(packages) for name in elf.needed(path)}
        unneeded = [path for path in packages.glob("*.libs/*") if path.name not in needed]
        if not unneeded:
            return
        for path in unneeded:
            path.unlink()


def _unused_qt(packages: Path) -> tuple[str, ...]:
    """What of PySide6 isn't used, as patterns."""
    top = packages / "PySide6"
    if not top.is_dir():
        return ()
    used = used_qt(top)
    return tuple(
        f"PySide6/{path.relative_to(top).as_posix()}"
        for path in sorted(top.rglob("*"))
        if path.is_file() and path not in used
    )


def used_qt(top: Path) -> set[Path]:
    """The files of PySide6 that Qipu needs: modules, plugins, and the libraries that these need."""
    libraries = {path.name: path for path in [*top.glob("Qt/lib/*.so*"), *top.glob("*.so*")]}
    used = {path for path in top.rglob("*.py") if _is_own(path.relative_to(top))}
    used |= {top / f"{name}.abi3.so" for name in QT_MODULES}
    used |= {path for pattern in QT_PLUGINS for path in top.glob(f"Qt/plugins/{pattern}")}
    used |= {top / "Qt" / "translations" / f"qtbase_{name}.qm" for name in LANGUAGES}
    waiting = [path for path in used if path.suffix != ".py" and ".so" in path.name]
    while waiting:
        for name in elf.needed(waiting.pop()):
            path = libraries.get(name)
            if path is not None and path not in used:
                used.add(path)
                waiting.append(path)
    return used


def _is_own(place: Path) -> bool:
    """Whether a module of Python is PySide's own, not of one of its tools."""
    return len(place.parts) == 1 or place.parts[0] == "support"


def binaries(tree: Path) -> Iterator[Path]:
    """The programs and libraries in a tree."""
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink() and elf.is_elf(path):
            yield path


def strip(tree: Path) -> None:
    """Remove the tables of names that only debuggers read, where the file can be loaded after it.

    Libraries that were put into wheels have been rewritten for that, and some don't bear to be written again.
    """
    for path in binaries(tree):
        smaller = path.with_name(path.name + ".stripped")
        _run("strip", "--strip-unneeded", "-o", smaller, path)
        if elf.is_aligned(smaller):
            smaller.chmod(path.stat().st_mode)
            smaller.replace(path)
        else:
            smaller.unlink()


def compile_all(tree: Path) -> None:
    """Compile all modules, to bytes that depend on nothing but their text and are never looked into again."""
    for path in sorted(tree.rglob("*.py")):
        place = "/usr/lib/qipu/" + path.relative_to(tree).as_posix()
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        try:
            py_compile.compile(str(path), dfile=place, doraise=True, invalidation_mode=mode)
        except py_compile.PyCompileError:
            print(f"not compiled: {path.relative_to(tree)}", file=sys.stderr)


def outside(tree: Path, some: Iterable[Path]) -> set[str]:
    """The libraries of the system that some programs and libraries of the tree need."""
    inside = {path.name for path in tree.rglob("*.so*")}
    return {name for path in some for name in elf.needed(path)} - inside


def size(tree: Path) -> int:
    """Bytes of all files, as disks have them."""
    return size_of(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())


def size_of(files: Iterable[Path]) -> int:
    """Bytes of these files, each rounded up to whole blocks of 4096."""
    return sum(-(-os.path.getsize(path) // 4096) * 4096 for path in files)
