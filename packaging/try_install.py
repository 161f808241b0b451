#!/usr/bin/env python3
"""Install what build.py made on bare Debian systems, use it as people do, remove it; needs root and Linux.

    sudo .venv/bin/python packaging/try_install.py dist/qipu_….deb dist/qipu-….tar.xz dist/qipu_records-….whl
    … --roots FOLDER          keeps the bare systems (debootstrap's minbase) for the next time
    … --release bookworm      only there; bookworm and trixie otherwise

    … --by pipx               of the ways to install a wheel (pip, pipx, uv) only this one; all otherwise

Each package is tried in a system of its own, which is gone afterwards: a sample of every suffix has its kind
and program, a double click on seven of them (gio open) opens one window with seven tabs, file managers get
pictures, smoke.py has Qipu do what needs all it brings along, what other programs open stays theirs, and
nothing is left when Qipu has gone but what it kept for its user. The exit status is 0 if all of that is so.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "packaging" / "linux"), str(ROOT / "tests" / "cli")]
sys.path += [str(ROOT / "tests" / "formats"), str(ROOT / "tests")]

import debian
import test_double_click as double_click
from bare_system import HOME, System, Wrong, apart, kept, unable

from viewer.base.resources import resource_path

RELEASES = ("bookworm", "trixie")
# What desktops have and bare systems lack, and what is asked there.
TOOLS = (
    *("shared-mime-info", "desktop-file-utils", "xdg-utils", "libglib2.0-bin", "xvfb", "xz-utils"),
    *("python3-venv", "fonts-dejavu-core"),
)
# Only optional parts of Qt need them.
LEFT_OUT = ("libgtk-3-0", "libcups2")
OPENED = ("xqf", "pgn", "kif", "wei7", "sgf", "hgt", "tgt")
SAMPLES = ("chess.pgn", "go.sgf", "hex.hgt", "shogi.kif", "twixt.tgt", "xiangqi.xqf")
# What Qipu keeps for its user stays, as is usual, and so do the caches of libraries.
KEPT = (".config/qipu", ".local/share/qipu", ".local/state", ".cache")
FOLDERS = (".config", ".local", ".local/share", ".local/bin", ".local/share/man")
# What pipx and uv keep for themselves: nothing of Qipu but a lock is to be left in there.
OF_TOOLS = (".local/pipx", ".local/share/pipx", ".local/share/uv")
LIMIT = 90.0  # seconds until a window is there
PICTURE = 256  # pixels
MOST_SECONDS, MOST_MEMORY = 10.0, 400  # of a picture; MiB


def main(words: list[str]) -> int:
    """Try the packages. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="+", type=Path, metavar="PACKAGE")
    parser.add_argument("--release", action="append", choices=RELEASES)
    parser.add_argument("--roots", type=Path, help="where bare systems are, or will be")
    parser.add_argument("--by", action="append", choices=[way for way in WAYS if way in BY_WHEEL])
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--way", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.inside:
        return tried(args.inside, args.packages[0], args.way)
    if why := unable():
        print(f"No bare system can be made here: {why}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as place:
        status = 0
        for release in args.release or RELEASES:
            base = kept((args.roots or Path(place)).resolve(), release)
            for package in args.packages:
                for way in ways_of(package, args.by or BY_WHEEL):
                    print(f"{release}: {package.name} by {way}", flush=True)
                    status |= apart(["--inside", base, "--way", way, package.resolve()], place)
        return status


# ----------------------------------------------------------------------------- ways to install


class Installed(NamedTuple):
    """What an installation made.

    Attributes:
        start: the program that it put there, as its user would type it.
        remove: takes it away again.
    """

    start: str
    remove: Callable[[], None]


def _deb(system: System, package: Path) -> Installed:
    system.apt("install", "--no-install-recommends", f"/try/{package.name}")

    def remove() -> None:
        system.apt("purge", "qipu")
        system.apt("autoremove", "--purge")

    return Installed("/usr/bin/qipu", remove)


def _registered(system: System, start: str, uninstall: Callable[[], object]) -> Installed:
    """Register an installation in the person's own folders."""
    said = system.ask(start, "register", person=True)
    if "A double click on such a file opens Qipu: XQStudio record" not in said:
        raise Wrong(said)

    def remove() -> None:
        system.ask(start, "unregister", person=True)
        uninstall()

    return Installed(start, remove)


def _tarball(system: System, package: Path) -> Installed:
    folder = HOME / "my 谱 programs"
    system.ask("mkdir", f"/{folder}", person=True)
    system.ask("tar", "xf", f"/try/{package.name}", "-C", f"/{folder}", person=True)
    (top,) = (system.root / folder).iterdir()
    start = f"/{folder}/{top.name}/bin/qipu"
    return _registered(system, start, lambda: shutil.rmtree(system.root / folder))


def _pip(system: System, package: Path) -> Installed:
    folder = HOME / "venv"
    system.ask("python3", "-m", "venv", f"/{folder}", person=True)
    pip = [f"/{folder}/bin/python", "-m", "pip", "install", "-q", "--no-cache-dir"]
    system.ask(*pip, f"/try/{package.name}", person=True)
    start = f"/{folder}/bin/qipu"
    return _registered(system, start, lambda: shutil.rmtree(system.root / folder))


def _by_tool(*words: str) -> Callable[[System, Path], Installed]:
    """By a tool that gives each program an environment of its own, and puts it into ~/.local/bin."""

    def install(system: System, package: Path) -> Installed:
        system.ask(*words, "install", f"/try/{package.name}", person=True)

        def uninstall() -> None:
            system.ask(*words, "uninstall", "qipu-records", person=True)

        return _registered(system, f"/{HOME}/.local/bin/qipu", uninstall)

    return install


def _libraries(system: System) -> None:
    """Have what the desktops of people have, and bare systems lack."""
    names = {name.split()[0] for name in debian.PACKAGES.values()} - set(LEFT_OUT)
    system.apt("install", "--no-install-recommends", *sorted(names))


def _uv(system: System) -> None:
    """Have uv, which Debian has no package of."""
    system.ask("python3", "-m", "venv", UV)
    system.ask(f"{UV}/bin/python", "-m", "pip", "install", "-q", "--no-cache-dir", "uv")


UV = "/opt/uv"
WAYS: dict[str, Callable[[System, Path], Installed]] = {
    "apt": _deb,
    "tar": _tarball,
    "pip": _pip,
    "pipx": _by_tool("pipx"),
    "uv": _by_tool(f"{UV}/bin/uv", "tool"),
}
BY_WHEEL = ("pip", "pipx", "uv")


def ways_of(package: Path, by_wheel: Iterable[str]) -> list[str]:
    """How a package can be installed."""
    return {".deb": ["apt"], ".xz": ["tar"], ".whl": list(by_wheel)}[package.suffix]


def prepare(system: System, way: str) -> None:
    """Have what isn't Qipu's and has to be there before it."""
    if way != "apt":
        _libraries(system)
    if way == "pipx":
        system.apt("install", "--no-install-recommends", "pipx")
    if way == "uv":
        _uv(system)


# --------------------------------------------------------------------------------- the trial


def tried(base: Path, package: Path, way: str) -> int:
    """Try one package on one system; says how it went. Returns the exit status."""
    try:
        # uv trusts the certificates of the system, as pip does there, only if it is told to.
        told = {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}
        system = System(base, DISPLAY=":7", XDG_CURRENT_DESKTOP="GNOME", **told)
        system.apt("install", "--no-install-recommends", *TOOLS)
        try_package(system, package, way)
    except Wrong as wrong:
        print(f"  wrong: {wrong}", flush=True)
        return 1
    return 0


def try_package(system: System, package: Path, way: str) -> None:
    """The whole trial. Raises Wrong."""
    place = system.root / "try"
    place.mkdir()
    shutil.copyfile(package, place / package.name)
    files = lay_out(place)
    others = foreign(system, place)
    prepare(system, way)
    before, theirs = system.state(), kept_by_others(system, others)
    start, remove = WAYS[way](system, package)
    tell("installed", f"{added(system, before) / 1e6:.0f} MB with what it needs")
    kinds(system, files)
    if kept_by_others(system, others) != theirs:
        raise Wrong("what other programs open has changed")
    tell("others' kinds and programs", "unchanged")
    pictures(system, files)
    windows(system, files)
    smoke(system, start)
    remove()
    left = traces(system, before)
    if left:
        raise Wrong(f"left behind: {', '.join(left[:20])}")
    tell("removed", "without a trace")


def tell(what: str, how: str) -> None:
    """One line of the report."""
    print(f"  {what}: {how}", flush=True)


def lay_out(place: Path) -> dict[str, Path]:
    """Files of every suffix, and Qipu's samples in place of the smallest ones."""
    found = {}
    contents = double_click.contents()
    for name in SAMPLES:
        contents[name.rpartition(".")[2]] = resource_path(
            "samples", "en", "study", name
        ).read_bytes()
    for suffix, content in contents.items():
        name = f"{suffix}-copy" if suffix in double_click.TAKEN else suffix
        found[suffix] = place / f"a 谱 game.{name}"
        found[suffix].write_bytes(content)
    for suffix in ("xqf", "hgt", "pgc"):  # with a magic: no suffix is needed
        bare = place / f"without suffix {suffix}"
        bare.write_bytes(contents[suffix])
        found[f"{suffix} without suffix"] = bare
    for path in place.iterdir():
        path.chmod(0o644)
    return found


def foreign(system: System, place: Path) -> list[Path]:
    """Programs of others, and files that they open."""
    folder = system.root / "usr/share/applications"
    folder.mkdir(parents=True, exist_ok=True)
    for name, types in double_click.FOREIGN.items():
        head = f"[Desktop Entry]\nType=Application\nName={name}\nExec=/usr/bin/true %f\n"
        (folder / f"{name}.desktop").write_text(f"{head}MimeType={';'.join(types)};\n", "utf-8")
    system.ask("update-desktop-database", "/usr/share/applications")
    found = [place / f"other.{suffix}" for suffix in double_click.OTHERS]
    for path in found:
        path.write_bytes(double_click.OTHERS[path.suffix[1:]])
        path.chmod(0o644)
    return found


def there(system: System, path: Path) -> str:
    """The name of a file for programs of the system."""
    return f"/{path.relative_to(system.root)}"


def kept_by_others(system: System, files: list[Path]) -> list[str]:
    """What other programs' files are, and what opens them and their kinds."""
    found = [kind_of(system, path) for path in files]
    types = sorted({one for some in double_click.FOREIGN.values() for one in some})
    return found + [system.ask("xdg-mime", "query", "default", one, person=True) for one in types]


def kind_of(system: System, path: Path) -> str:
    """The kind of a file, as gio says."""
    words = ("gio", "info", "-a", "standard::content-type", there(system, path))
    return system.ask(*words, person=True).rpartition(": ")[2]


def kinds(system: System, files: Mapping[str, Path]) -> None:
    """Every file has its kind, by gio and by xdg-mime, and opens Qipu but where others do."""
    holders = {kind: name for name, types in double_click.FOREIGN.items() for kind in types}
    for suffix, path in files.items():
        wanted = double_click.expected_kind(suffix.partition(" ")[0])
        by_gio = kind_of(system, path)
        by_xdg = system.ask("xdg-mime", "query", "filetype", there(system, path), person=True)
        if {by_gio, by_xdg} != {wanted}:
            raise Wrong(f"{path.name} is {by_gio} for gio, {by_xdg} for xdg-mime, not {wanted}")
        opens = system.ask("xdg-mime", "query", "default", wanted, person=True)
        if opens != f"{holders.get(wanted, 'qipu')}.desktop":
            raise Wrong(f"{path.name} ({wanted}) is opened by {opens}")
    tell("kinds", f"{len(files)} files named right by gio and xdg-mime")


def pictures(system: System, files: Mapping[str, Path]) -> None:
    """File managers get pictures of records, in little time and memory."""
    name = "thumbnailers/qipu.thumbnailer"
    places = [system.root / HOME / ".local/share" / name, system.root / "usr/share" / name]
    (line,) = (
        line
        for place in places
        if place.exists()
        for line in place.read_text("utf-8").splitlines()
        if line.startswith("Exec=")
    )
    slowest, most = 0.0, 0
    for suffix in OPENED:
        values = {"%s": str(PICTURE), "%o": "/tmp/one.png", "%i": there(system, files[suffix])}
        words = [values.get(word, word) for word in shlex.split(line.removeprefix("Exec="))]
        process = subprocess.Popen(system.words(*words, person=True), env=system.environment(True))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        picture = system.root / "tmp/one.png"
        if process.returncode != 0 or not picture.read_bytes().startswith(b"\x89PNG"):
            raise Wrong(f"no picture of {files[suffix].name}")
        picture.unlink()
        slowest = max(slowest, used.ru_utime + used.ru_stime)
        most = max(most, used.ru_maxrss // 1024)
    if slowest > MOST_SECONDS or most > MOST_MEMORY:
        raise Wrong(f"a picture took {slowest:.1f} s, {most} MiB")
    tell("pictures for file managers", f"{len(OPENED)}, at most {slowest:.1f} s, {most} MiB")


def smoke(system: System, start: str) -> None:
    """What packaging/smoke.py has Qipu do."""
    source = system.root / "try/source"
    for place in ("packaging/smoke.py", "resources/samples"):
        (source / place).parent.mkdir(parents=True)
        copy = shutil.copytree if (ROOT / place).is_dir() else shutil.copyfile
        copy(ROOT / place, source / place)
    said = system.ask("python3", "/try/source/packaging/smoke.py", start, person=True)
    tell("smoke.py", f"{len(said.splitlines())} commands, exit status 0")


def windows(system: System, files: Mapping[str, Path]) -> None:
    """A double click opens the window, the following ones tabs of it."""
    words = ["Xvfb", ":7", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(
        system.words(*words, person=False),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as screen:
        try:
            _wait((system.root / "tmp/.X11-unix/X7").exists, "a screen")
            _open(system, files)
        finally:
            screen.terminate()


def _open(system: System, files: Mapping[str, Path]) -> None:
    holders = {kind for types in double_click.FOREIGN.values() for kind in types}
    wanted = []
    for suffix in OPENED:
        name = there(system, files[suffix])
        if double_click.expected_kind(suffix) in holders:  # the menu Open with
            entry = next(
                one
                for one in (HOME / ".local/share", Path("usr/share"))
                if (system.root / one / "applications/qipu.desktop").exists()
            )
            system.start("gio", "launch", f"/{entry}/applications/qipu.desktop", name)
        else:
            system.start("gio", "open", name)
        wanted.append(name)
        _wait(lambda: _tabs(system) == wanted, f"a tab of {name}")
        if len(_own(system)) != 1:
            raise Wrong(f"{len(_own(system))} processes after {name}")
    (process,) = _own(system)
    os.kill(process, signal.SIGTERM)
    _wait(lambda: not _own(system), "the end of Qipu")
    tell("windows", f"one, with {len(wanted)} tabs, by gio open")


def _tabs(system: System) -> list[str]:
    session = system.root / HOME / ".local/state/qipu/session.json"
    try:
        return [tab["path"] for tab in json.loads(session.read_text("utf-8"))["tabs"]]
    except (FileNotFoundError, ValueError):
        return []


def _own(system: System) -> list[int]:
    """The processes of windows, of those that this one sees: its own namespace's."""
    found = []
    for path in (system.root / "proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"viewer" in words or any(word.endswith(b"bin/qipu") for word in words):
            found.append(int(path.name))
    return found


def _wait(ask: Callable[[], object], what: str) -> None:
    end = time.monotonic() + LIMIT
    while not ask():
        if time.monotonic() > end:
            raise Wrong(f"not within {LIMIT:.0f} s: {what}")
        time.sleep(0.1)


def added(system: System, before: Mapping[str, str]) -> int:
    """Bytes of the files that weren't there before."""
    return sum(
        (system.root / place).lstat().st_size for place in system.state().keys() - before.keys()
    )


def traces(system: System, before: Mapping[str, str]) -> list[str]:
    """What isn't as it was before, but for what Qipu keeps for its user."""
    after = system.state()
    changed = {one for one in before.keys() | after.keys() if before.get(one) != after.get(one)}
    kept = {f"{HOME}/{place}" for place in (*KEPT, *FOLDERS, *OF_TOOLS)}
    below = tuple(f"{HOME}/{place}/" for place in KEPT)
    of_tools = tuple(f"{HOME}/{place}/" for place in OF_TOOLS)
    return sorted(
        one
        for one in changed - kept
        if not one.startswith(below)
        and not (one.startswith(of_tools) and ("qipu" not in one or one.endswith(".lock")))
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
