#!/usr/bin/env python3
"""Run Qipu, its tests or its checks from a fresh checkout: nothing but Python 3.11 is needed.

    python3 packaging/dev.py run [FILE…]          the window, with a sample where no FILE is given
    python3 packaging/dev.py test [PYTEST WORDS]  the tests; without words all of them, a worker a core
    python3 packaging/dev.py test --changed       those that ran what was changed, the likeliest first
    python3 packaging/dev.py test --remember      all tests, slower: keeps for --changed which lines each runs
    python3 packaging/dev.py check                ruff, mypy and the arrows between the rooms
    python3 packaging/dev.py docs                 pages of the modules, from their docstrings, in build/api

Makes `.venv`, installs into it what the command needs, and on Debian and Ubuntu the libraries of
the system that Qt needs. What has been done is remembered in `.venv` and not done again until
pyproject.toml or Python changes. All but `run` work in the project's folder.
"""

from __future__ import annotations

import glob
import hashlib
import os
import sys
from collections.abc import Callable

from installing import Trouble, apt, cause, kept, last_lines, output_of, pip

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
COMMANDS = ("run", "test", "check", "docs")
ALL_TESTS = (
    "-n",
    "auto",
    "--dist",
    "worksteal",
    "--durations",
    "10",
)  # its time, and what takes most of it
LOG = os.path.join(VENV, "install.log")  # what pip said, where it failed
API = os.path.join("build", "api")
API_LOOKS = os.path.join("packaging", "api")  # its first page and its links between modules
REMEMBERED = os.path.join(VENV, "remembered")  # which lines each test ran
# The names of `viewer` are fetched when asked for, and pdoc asks for none.
PDOC = (
    "import runpy, viewer\n"
    "vars(viewer).update({name: getattr(viewer, name) for name in viewer.__all__})\n"
    "runpy.run_module('pdoc', run_name='__main__', alter_sys=True)"
)
SAMPLES = os.path.join(ROOT, "resources", "samples", "en", "study")

# What is installed beside Qipu's own dependencies: groups of pyproject.toml, and groups that
# are left out, with a sentence, where they have no wheel.
GROUPS = {"run": (), "test": ("test",), "check": ("check",), "docs": ("docs",)}
OPTIONAL_GROUPS = {"run": (), "test": ("oracle",), "check": (), "docs": ()}

# Debian's names of the libraries that PySide6's wheels expect of the system. They hold for
# Ubuntu and for later Debians as well, where some are provided by packages named …t64.
DEBIAN_QT = ("libgl1", "libegl1", "libglib2.0-0", "libdbus-1-3", "libfontconfig1", "libxkbcommon0")
DEBIAN_PLATFORM = {
    "offscreen": (),
    "xcb": (
        *("libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1"),
        *("libxcb-shape0", "libxcb-xkb1"),
    ),
    "wayland": ("libwayland-cursor0",),
}


def main(words: list[str]) -> int:
    """Carry out the command; on POSIX systems `run` and `test` don't return."""
    if not words or words[0] not in COMMANDS:
        print((__doc__ or "").strip())
        return 0 if words and words[0] in ("-h", "--help") else 2
    command, *rest = words
    try:
        if sys.version_info < (3, 11):  # noqa: UP036  # it is an older Python that has to be told
            raise Trouble(
                "Qipu needs Python 3.11 or newer; this is "
                f"{sys.version_info[0]}.{sys.version_info[1]}."
            )
        platforms = (
            display_platforms(os.environ, sys.platform) if command == "run" else ("offscreen",)
        )
        prepare(command, platforms)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if command == "check":
        return check()
    if command == "run":
        return become(["-P", "-m", "viewer", *(rest or samples())])
    os.chdir(ROOT)
    if command == "docs":
        return docs()
    # Else each worker would compile all tests again, and each Qipu that they start what has changed of it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if rest[:1] == ["--changed"]:
        return become(["-P", os.path.join("packaging", "changed.py"), REMEMBERED, *rest[1:]])
    if rest == ["--remember"]:
        rest = [*ALL_TESTS, "--remember", REMEMBERED]
    return become(["-P", "-m", "pytest", *(rest or ALL_TESTS)])


def become(words: list[str]) -> int:
    """Let this process go on as the environment's Python."""
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(PYTHON, [PYTHON, *words])
    import subprocess  # Windows' exec gives the console back before the program has ended

    try:
        return subprocess.run([PYTHON, *words], check=False).returncode
    except KeyboardInterrupt:
        return 130


def samples() -> list[str]:
    """The record that is shown where none is named: one of xiangqi, else any; [] where there is none."""
    try:
        names = sorted(os.listdir(SAMPLES), key=lambda name: (not name.startswith("xiangqi"), name))
    except FileNotFoundError:
        names = []
    return [os.path.join(SAMPLES, name) for name in names[:1]]


def check() -> int:
    """Ruff, mypy and import-linter, all of them even where the first finds something."""
    import subprocess

    os.chdir(ROOT)
    failed = []
    for words in (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["lint-imports"],
        ["lint-imports", os.path.join("packaging", "ui_imports.toml")],
    ):
        print("==", *words, flush=True)
        tool = os.path.join(os.path.dirname(PYTHON), words[0])
        if subprocess.run([tool, *words[1:]], check=False).returncode != 0:
            failed.append(" ".join(words))
    print(f"Not clean: {', '.join(failed)}." if failed else "All checks are clean.")
    return 1 if failed else 0


def docs() -> int:
    """The API pages; the exit status of pdoc."""
    looks = ["--docformat", "google", "--no-show-source", "--template-directory", API_LOOKS]
    words = [*looks, "--output-directory", API, *modules()]
    status, output = output_of([PYTHON, "-P", "-c", PDOC, *words], QT_QPA_PLATFORM="offscreen")
    start = os.path.join(ROOT, API, "index.html")
    print(last_lines(output) if status else f"The pages begin at {start}.")
    return status


def modules() -> list[str]:
    """The modules that have a page, by name: `__all__` of a package would hide what else is in it.

    Not those of the window, where each class shows the hundreds of methods that it has of Qt.
    """
    names = []
    for folder, below, files in os.walk(os.path.join(ROOT, "viewer")):
        below[:] = [name for name in below if name != "ui"]
        package = os.path.relpath(folder, ROOT).replace(os.sep, ".")
        for file in files:
            name = f"{package}.{file.removesuffix('.py')}".removesuffix(".__init__")
            if file.endswith(".py") and file != "__main__.py":
                names.append(name)
    return sorted(names)


# -------------------------------------------------------------------------------- what is needed


def display_platforms(environ: os._Environ[str] | dict[str, str], system: str) -> tuple[str, ...]:
    """Qt's platform plugins that a window can be opened with here. Raises Trouble without a display."""
    asked = environ.get("QT_QPA_PLATFORM", "")
    if asked:
        return tuple(name.partition(":")[0] for name in asked.split(";"))
    if not system.startswith("linux"):
        return ()
    asked = [("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY")]
    named = [(platform, name) for platform, name in asked if environ.get(name)]
    if not named:
        raise Trouble(
            "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), "
            "so no window can be opened; the tests run without one."
        )
    found = tuple(platform for platform, name in named if any(map(answers, sockets(environ, name))))
    if not found:
        tried = " and ".join(f"{name}={environ[name]}" for _, name in named)
        raise Trouble(
            f"No display answers at {tried}, so no window can be opened; the tests run without one."
        )
    return found


def sockets(environ: os._Environ[str] | dict[str, str], name: str) -> list[str]:
    """Where the display that a variable names may listen on this machine; "" for a display elsewhere."""
    value = environ[name]
    if name == "WAYLAND_DISPLAY":
        return [os.path.join(environ.get("XDG_RUNTIME_DIR", ""), value)]
    host, _, number = value.rpartition(":")
    if host not in ("", "unix"):
        return [host if host.startswith("/") else ""]
    file = "/tmp/.X11-unix/X" + number.partition(".")[0]
    return ["\0" + file, file]


def answers(place: str) -> bool:
    """Whether somebody listens at such a place; True for a display elsewhere, which only Qt asks."""
    import socket

    if not place:
        return True
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(5)
        try:
            asking.connect(place)
        except OSError:
            return False
    return True


def prepare(command: str, platforms: tuple[str, ...]) -> None:
    """Do what has not been done yet, in order: environment, packages, libraries of the system."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        project = file.read()
    once("packages-" + command, project, lambda: install(command, project))
    if command in ("run", "test"):
        once("catalogs", catalogs(), compile_catalogs)
    if command != "check":
        once("qt-" + "-".join(platforms), project, lambda: see_to_qt(platforms))


def catalogs() -> bytes:
    """All translations."""
    found = sorted(glob.glob(os.path.join(ROOT, "resources", "locale", "*", "*", "*.po")))
    texts = []
    for path in found:
        with open(path, "rb") as file:
            texts.append(file.read())
    return b"".join(texts)


def compile_catalogs() -> None:
    """Make what Qipu reads of the translations, as installing it did if they are the same since."""
    stamp = os.path.join(VENV, "stamps", "catalogs")
    if os.path.exists(stamp):
        pip(PYTHON, ["--no-deps", "--editable", ROOT], "The translations couldn't be compiled", LOG)


def once(name: str, project: bytes, work: Callable[[], None]) -> None:
    """Do the work unless a stamp says that it was done for this project, place and Python."""
    stamp = os.path.join(VENV, "stamps", name)
    state = hashlib.sha256(project + repr((ROOT, sys.version_info[:3])).encode()).hexdigest()
    try:
        with open(stamp, encoding="ascii") as file:
            if file.read() == state:
                return
    except (OSError, ValueError):
        pass
    work()
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    with open(stamp, "w", encoding="ascii") as file:
        file.write(state)


def install(command: str, project: bytes) -> None:
    """The virtual environment with Qipu, as a link to this folder, and the command's packages."""
    import tomllib

    make_environment()
    remove_old_name()
    groups = tomllib.loads(project.decode("utf-8")).get("dependency-groups", {})
    wanted = [text for group in GROUPS[command] for text in requirements(groups, group)]
    print("Installing Qipu and what it needs into .venv; this is done once …", flush=True)
    pip(PYTHON, ["--editable", ROOT, *wanted], "Qipu's packages couldn't be installed", LOG)
    for group in OPTIONAL_GROUPS[command]:
        names = requirements(groups, group)
        try:
            pip(PYTHON, ["--only-binary=:all:", *names], "", LOG)
        except Trouble:
            print(
                f"There is no wheel of {', '.join(names)} here: the tests that ask it are skipped."
            )
    # A link to a folder is compiled by nobody else where PYTHONDONTWRITEBYTECODE is set: the window
    # would stand a third later at every start.
    output_of([PYTHON, "-m", "compileall", "-q", os.path.join(ROOT, "viewer")])


def remove_old_name() -> None:
    """Uninstall a Qipu that was installed as `qipu`, its name before `qipu-records`: pip would keep both."""
    folders = (os.path.join("lib", "python*"), "Lib")
    top = glob.escape(VENV)
    pattern = os.path.join("site-packages", "qipu-*.dist-info")
    if not any(glob.glob(os.path.join(top, folder, pattern)) for folder in folders):
        return
    words = ["--disable-pip-version-check", "--no-input", "uninstall", "--yes", "qipu"]
    status, output = output_of([PYTHON, "-m", "pip", *words])
    if status != 0:
        said = last_lines(output)
        raise Trouble(f"The older Qipu couldn't be uninstalled. The last lines of pip:\n{said}")


def requirements(groups: dict[str, list[str | dict[str, str]]], name: str) -> list[str]:
    """The requirements of a dependency group, those of the groups it includes among them."""
    found: list[str] = []
    for entry in groups[name]:
        if isinstance(entry, str):
            found.append(entry)
        else:
            found += requirements(groups, entry["include-group"])
    return found


def make_environment() -> None:
    """`.venv` for this Python; one of another Python, or a broken one, is made anew."""
    import importlib.util

    if environment_version() == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return
    if os.path.isdir(VENV) and os.listdir(VENV) and environment_version() is None:
        raise Trouble(f"{VENV} is there but is no virtual environment of Python: move it away.")
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise Trouble(
            "Python can't make virtual environments here; "
            "on Debian and Ubuntu: sudo apt-get install -y python3-venv"
        )
    print("Making .venv …", flush=True)
    status, output = output_of([sys.executable, "-m", "venv", "--clear", VENV])
    if status != 0:
        raise Trouble(
            f"The virtual environment .venv couldn't be made: {cause(output)}.{kept(LOG, output)}"
        )


def environment_version() -> str | None:
    """Python of `.venv` as "3.11"; "" for one that doesn't work, None where there is none."""
    if not os.path.isfile(os.path.join(VENV, "pyvenv.cfg")):
        return None
    status, output = output_of(
        [PYTHON, "-c", "import pip, sys; print('%d.%d' % sys.version_info[:2])"]
    )
    return output.strip() if status == 0 else ""


# ------------------------------------------------------------------- libraries that Qt needs


def see_to_qt(platforms: tuple[str, ...]) -> None:
    """Try Qt; install or name the libraries of the system that it misses. Raises Trouble."""
    problem = qt_problem(platforms)
    if problem is None:
        return
    if not is_debian():
        raise Trouble(f"Qt can't start: {problem}. Install it with your system's packages.")
    line = ["apt-get", "install", "-y", "--no-install-recommends", *debian_packages(platforms)]
    if os.geteuid() != 0:
        advice = f"sudo apt-get update && sudo {' '.join(line)}"
        raise Trouble(f"Qt can't start: {problem}. This line installs it:\n    {advice}")
    print(
        f"Qt can't start: {problem}. You are root: Debian's packages are installed now by",
        flush=True,
    )
    for words in (["apt-get", "update"], line):
        apt(words)
    problem = qt_problem(platforms)
    if problem is not None:
        raise Trouble(f"Qt still can't start: {problem}.")


def qt_problem(platforms: tuple[str, ...]) -> str | None:
    """Why Qt can't be imported, or can't open a window; None if it can."""
    status, output = output_of([PYTHON, "-c", "import PySide6; print(PySide6.__path__[0])"])
    if status != 0:
        return last_lines(output, 1).strip()
    missing = missing_libraries(output.strip(), platforms)
    if missing:
        return "the system has no " + ", ".join(missing)
    status, output = output_of([PYTHON, "-c", "import PySide6.QtGui, PySide6.QtWidgets"])
    return None if status == 0 else last_lines(output, 1).strip()


def missing_libraries(pyside: str, platforms: tuple[str, ...]) -> list[str]:
    """Libraries that Qt and its platform plugins are linked with and that aren't there.

    `ldd` is asked, for Qt's own message names the wrong one (libxcb-cursor0, whatever is
    missing). [] where there is no ldd.
    """
    folder = os.path.join(pyside, "Qt", "plugins", "platforms")
    files = [os.path.join(pyside, name) for name in ("QtGui.abi3.so", "QtWidgets.abi3.so")]
    if os.path.isdir(folder):
        names = sorted(os.listdir(folder))
        for platform in platforms:
            files += [os.path.join(folder, n) for n in names if n.startswith("libq" + platform)]
    _, output = output_of(["ldd", *filter(os.path.exists, files)], LC_ALL="C")
    lines = (line.partition(" => not found") for line in output.splitlines())
    return sorted({name.strip() for name, found, _ in lines if found})


def debian_packages(platforms: tuple[str, ...]) -> list[str]:
    """The packages that Qt and its platform plugins need on Debian and Ubuntu."""
    more = [name for platform in platforms for name in DEBIAN_PLATFORM.get(platform, ())]
    return [*DEBIAN_QT, *more]


def is_debian(path: str = "/etc/os-release") -> bool:
    """Whether this is Debian, Ubuntu or a child of theirs."""
    try:
        with open(path, encoding="utf-8") as file:
            pairs = [line.strip().partition("=") for line in file]
    except OSError:
        return False
    kinds = [value.strip("\"'") for key, _, value in pairs if key in ("ID", "ID_LIKE")]
    return any(kind in ("debian", "ubuntu") for text in kinds for kind in text.split())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
