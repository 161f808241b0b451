#!/usr/bin/env python3
"""README's two commands, and a release, on bare Debian systems; needs root, Linux and nothing but Python.

    python3 packaging/try_source.py able                          says why it may not be done here, if so
    python3 packaging/try_source.py test [--outcomes-to FILE]     all tests, as an ordinary user
    python3 packaging/try_source.py run                           the window, or why there is none
    python3 packaging/try_source.py release --to FOLDER           a release of the last commit, built twice
    … --release bookworm|trixie    bookworm otherwise
    … --as root                    as the administrator
    … --kept FOLDER                where systems and packages are kept; ~/.cache/qipu-ci otherwise

A system has README's line of apt and the files of this folder that git knows or doesn't ignore. What
dev.py says is missing is installed by the line that it prints; as the administrator, by dev.py itself.
--outcomes-to names a file for what became of each test, which tests/runs.py reads. `release` clones the
last commit, builds by packaging/build.py in two systems, compares the files byte by byte and keeps those of
the first in FOLDER. The exit status is 0 if all is right.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging" / "linux"))

from bare_system import HOME, PERSON, System, Wrong, apart, kept, unable

RELEASES = ("bookworm", "trixie")
PLACE = HOME / "qipu"
OUTCOMES = Path("tmp/outcomes")
STALE = {"DISPLAY": ":7654321"}
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}  # no display is asked for
NO_NETWORK = ("unshare", "--net")
DEV = ("python3", "packaging/dev.py")
NO_PACKAGES = "Qipu's packages couldn't be installed: the package index can't be reached"
CURSOR = "libxcb-cursor0"
PAINTED = ("--new-window", "--quit-after-paint")


def main(words: list[str]) -> int:
    """Do what is asked. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("able", "test", "run", "release"))
    parser.add_argument("--release", choices=RELEASES, default=RELEASES[0])
    parser.add_argument("--as", dest="who", choices=(PERSON, "root"), default=PERSON)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--outcomes-to", type=Path)
    parser.add_argument("--to", type=Path)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if why := unable():
        print(f"No bare system can be made here: {why}.", file=sys.stderr)
        return 1
    if args.what == "able":
        return 0
    if args.inside:
        return tried(args)
    if args.what == "release" and args.to is None:
        parser.error("a release needs --to FOLDER")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = (args.kept or cache / "qipu-ci").resolve()
    start = time.monotonic()
    base = kept(folder, args.release, readme_packages())
    tell(args.release, f"a bare system, {time.monotonic() - start:.0f} s")
    with tempfile.TemporaryDirectory() as place:
        # The same words, the later ones count.
        again = [*words, "--kept", folder, "--inside", base]
        if args.what != "release":
            return apart(again, place)
        made = [Path(place, name) for name in ("first", "second")]
        status = max(apart([*again, "--to", one], place) for one in made)
        return status or same(*made, args.to)


def readme_packages() -> tuple[str, ...]:
    """Debian's packages that README asks for."""
    found = re.search(
        r"`sudo apt install ([a-z0-9. -]+)`\), the first", (ROOT / "README.md").read_text("utf-8")
    )
    if found is None:
        raise SystemExit("README.md names no line of apt.")
    return tuple(found[1].split())


def tell(what: str, how: str) -> None:
    """One line of the report."""
    print(f"  {what}: {how}", flush=True)


# ---------------------------------------------------------------------------------- what is tried


def tried(args: argparse.Namespace) -> int:
    """Try it in these namespaces; says how it went. Returns the exit status."""
    person = args.who == PERSON
    try:
        bare = Bare(args.inside, args.kept, person, cloned=args.what == "release")
        if args.what == "run":
            windows(bare)
            return 0
        if args.what == "release":
            bare.release(args.to)
            return 0
        status = bare.test()
        if args.outcomes_to and (bare.system.root / OUTCOMES).exists():
            shutil.copyfile(bare.system.root / OUTCOMES, args.outcomes_to)
    except Wrong as wrong:
        print(f"  wrong: {wrong}", flush=True)
        return 1
    return status


class Bare:
    """A system with the files of this folder, and somebody who types README's commands there."""

    def __init__(self, base: Path, folder: Path, person: bool, *, cloned: bool = False) -> None:
        self.person = person
        self.system = system = System(base)
        system.keep(folder / "apt", Path("var/cache/apt/archives"), False)
        home = HOME if person else Path("root")
        system.keep(folder / f"pip-{'person' if person else 'root'}", home / ".cache/pip", person)
        if cloned:
            clone = ["git", "clone", "--quiet", "--no-local", ROOT, system.root / PLACE]
            subprocess.run(clone, check=True)
        else:
            shutil.copytree(ROOT, system.root / PLACE, ignore=_ignored())
        if person:
            system.give(system.root / PLACE)

    def done(
        self, *words: str, before: tuple[str, ...] = (), **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """A program that was started in the project's folder and has ended."""
        line = 'cd "$1" && shift && exec "$@"'
        chroot = self.system.words("sh", "-c", line, "sh", f"/{PLACE}", *words, person=self.person)
        return subprocess.run(
            [*before, *chroot],
            env={**self.system.environment(self.person), **environment},
            stdin=subprocess.DEVNULL,
            capture_output="PYTEST_ADDOPTS" not in environment,  # all tests are watched
            text=True,
            check=False,
        )

    def test(self) -> int:
        """README's second command until it has what it needs; the exit status of the tests."""
        start = time.monotonic()
        if self.person:
            first = self.done(*DEV, "test")
            self.install(line_of_apt(first))
            tell("what the tests need of Debian was named and installed", _since(start))
            start = time.monotonic()
        done = self.done(*DEV, "test", PYTEST_ADDOPTS=f"--outcomes-to=/{OUTCOMES}")
        tell(f"python3 packaging/dev.py test: exit status {done.returncode}", _since(start))
        return done.returncode

    def release(self, folder: Path) -> None:
        """A release, by the commands that CONTRIBUTING.md has. Raises Wrong."""
        start = time.monotonic()
        environment = (*DEV, "test", "--version")
        build = (".venv/bin/python", "packaging/build.py", "release", "--unreleased")
        for words in (environment, build):
            done = self.done(*words)
            if done.returncode != 0 and self.person:  # the line of apt that it prints
                self.install(line_of_apt(done))
                done = self.done(*words)
            if done.returncode != 0:
                raise Wrong(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")
        shutil.copytree(self.system.root / PLACE / "dist", folder)
        tell("a release", _since(start))

    def install(self, line: list[str], but: str = "") -> None:
        """What somebody does who was told a line for apt."""
        self.system.ask(*(word for word in line if word != but))


def line_of_apt(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The line that dev.py prints where Debian's packages are missing. Raises Wrong without one."""
    found = re.search(r"sudo (apt-get install .+)", done.stderr)
    if found is None or done.returncode != 1:
        raise Wrong(f"no line of apt: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return found[1].split()


def _since(start: float) -> str:
    return f"{time.monotonic() - start:.0f} s"


def _ignored() -> Callable[[str, list[str]], set[str]]:
    """What shutil.copytree is to leave out."""
    words = ("ls-files", "--cached", "--others", "--exclude-standard", "-z")
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), *words]
    listed = subprocess.run(git, capture_output=True, check=True).stdout.decode()
    files = {ROOT / name for name in filter(None, listed.split("\0"))}
    taken = files | {folder for file in files for folder in file.parents}
    return lambda folder, names: {name for name in names if Path(folder, name) not in taken}


def same(first: Path, second: Path, folder: Path) -> int:
    """Keep the files of the first release; the exit status is 1 if the second one's aren't the same."""
    shutil.copytree(first, folder, dirs_exist_ok=True)
    names = sorted({path.name for one in (first, second) for path in one.iterdir()})
    equal, _, _ = filecmp.cmpfiles(first, second, names, shallow=False)
    for name in names:
        size = f"{(first / name).stat().st_size:,} bytes, " if (first / name).exists() else ""
        tell(name, f"{size}{'the same' if name in equal else 'NOT THE SAME'} the second time")
    return 0 if equal == names else 1


# ---------------------------------------------------------------------------------------- windows


def windows(bare: Bare) -> None:
    """README's first command, with what a window needs and without it. Raises Wrong."""
    for environment, said in (
        ({}, "There is no display"),
        (STALE, "No display answers at DISPLAY="),
    ):
        sentence(bare.done(*DEV, "run", **environment), said)
    sentence(
        bare.done(*DEV, "run", before=NO_NETWORK, **OFFSCREEN),
        NO_PACKAGES,
    )
    with screen() as display:
        if bare.person:
            first = bare.done(*DEV, "run", DISPLAY=display)
            bare.install(line_of_apt(first), but=CURSOR)
            told = bare.done(*DEV, "run", DISPLAY=display)
            if "the system has no libxcb-cursor.so.0" not in told.stderr:
                raise Wrong(f"without {CURSOR}: {told.stderr}")
            tell("without libxcb-cursor0", told.stderr.splitlines()[0])
            qipu = bare.done(".venv/bin/qipu", *PAINTED, DISPLAY=display)
            sentence(qipu, "qipu: Qt can't start: the system has no libxcb-cursor.so.0.")
            bare.install(line_of_apt(told))
        done = bare.done(*DEV, "run", *PAINTED, DISPLAY=display)
        if done.returncode != 0:
            raise Wrong(f"no window: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        if (
            not bare.person
            and "You are root: Debian's packages are installed now by" not in done.stdout
        ):
            raise Wrong(f"packages were installed and nothing was said:\n{done.stdout}")
        tell("python3 packaging/dev.py run", "a window was painted")
    stale = bare.done(".venv/bin/qipu", "--new-window", **STALE)
    sentence(stale, "qipu: There is no screen to open a window on: nothing answers at DISPLAY=")


def sentence(done: subprocess.CompletedProcess[str], start: str) -> None:
    """A program has ended with one line that begins so. Raises Wrong."""
    lines = done.stderr.splitlines()
    if done.returncode not in (1, 2) or len(lines) != 1 or not lines[0].startswith(start):
        raise Wrong(f"not “{start}…”: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    tell("said", lines[0])


@contextmanager
def screen() -> Iterator[str]:
    """A display of this machine's, which is asked by its name in the network's namespace."""
    read, write = os.pipe()
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, pass_fds=(write,), stdout=quiet, stderr=quiet) as server:
        os.close(write)
        try:
            with os.fdopen(read) as file:
                yield f":{file.readline().strip()}"
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
