"""Bare systems of Debian to try packages on: debootstrap's smallest one below an overlay, and a person there.

Needs root, mount, chroot and debootstrap; a system is to be used in namespaces of mounts and processes that
end with it.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

TOOLS = (
    *("shared-mime-info", "desktop-file-utils", "xdg-utils", "libglib2.0-bin", "xvfb", "xz-utils"),
    *("python3-venv", "fonts-dejavu-core"),
)
PERSON, HOME = "person", Path("home/person")
# Where programs keep what isn't theirs alone; and where files are handed in.
ELSEWHERE = ("proc", "sys", "dev", "run", "tmp", "var", "try", "root")


class Wrong(Exception):
    """Something isn't as it has to be."""


def bootstrap(release: str, base: Path) -> None:
    """Make a bare system with the tools that are asked, and nothing of Qipu's."""
    part = base.with_name(f"{release}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["debootstrap", "--variant=minbase", release, part], check=True)
    part.rename(base)


class System:
    """A bare system in an overlay, that a process of its own namespaces sees."""

    def __init__(self, base: Path) -> None:
        self.top = Path(tempfile.mkdtemp(prefix="qipu-try-"))
        _run("mount", "-t", "tmpfs", "tmpfs", self.top)
        for name in ("upper", "work", "root"):
            (self.top / name).mkdir()
        self.root = self.top / "root"
        layers = f"lowerdir={base},upperdir={self.top}/upper,workdir={self.top}/work"
        _run("mount", "-t", "overlay", "overlay", "-o", layers, self.root)
        _run("mount", "-t", "proc", "proc", self.root / "proc")
        _run("mount", "--bind", "/dev", self.root / "dev")
        _run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", self.root / "tmp")
        # How this machine reaches the archives of Debian and PyPI.
        for place in ("etc/resolv.conf", "etc/pip.conf"):
            if Path("/", place).is_file():
                shutil.copyfile(Path("/", place), self.root / place)
        for place in ("etc/apt/apt.conf.d", "etc/ssl/certs", "usr/local/share/ca-certificates"):
            if Path("/", place).is_dir():
                shutil.copytree(
                    Path("/", place), self.root / place, dirs_exist_ok=True, copy_function=_if_new
                )
        self.apt("update")
        self.apt("install", "--no-install-recommends", *TOOLS)
        self.ask("useradd", "--create-home", "--shell", "/bin/sh", PERSON)

    def apt(self, *words: str) -> None:
        """Run apt-get."""
        self.ask("apt-get", "-q", "-y", *words)

    def ask(self, *words: str, person: bool = False) -> str:
        """What a program says. Raises Wrong with its words where it fails."""
        done = subprocess.run(
            self.words(*words, person=person),
            env=self.environment(person),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            said = (done.stdout + done.stderr)[-3000:]
            raise Wrong(f"{shlex.join(words)}: exit status {done.returncode}\n{said}")
        return done.stdout.strip()

    def start(self, *words: str) -> None:
        """Run a program of the person's that starts others, which go on."""
        nothing = subprocess.DEVNULL
        subprocess.run(
            self.words(*words, person=True),
            env=self.environment(person=True),
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            check=True,
        )

    def words(self, *words: str, person: bool) -> list[str]:
        """The words that start a program there."""
        user = [f"--userspec={PERSON}:{PERSON}"] if person else []
        return ["chroot", *user, str(self.root), *words]

    def environment(self, person: bool) -> dict[str, str]:
        """Of a desktop without a session bus; the administrator's has what pip is to know, too."""
        found = {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": f"/{HOME}" if person else "/root",
            "LC_ALL": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "XDG_CURRENT_DESKTOP": "GNOME",
            "DISPLAY": ":7",
        }
        return {**found, **{k: v for k, v in os.environ.items() if k.startswith("PIP_")}}

    def state(self) -> dict[str, str]:
        """All files there: kinds, sizes, and for those that desktops read, digests."""
        found = {}
        tops = [path for path in self.root.iterdir() if path.name not in ELSEWHERE]
        walked = [path for path in tops if path.is_dir() and not path.is_symlink()]
        for path in [*tops, *(one for top in walked for one in top.rglob("*"))]:
            place = path.relative_to(self.root)
            told = path.lstat()
            size = "" if path.is_dir() else str(told.st_size)
            if path.is_file() and place.parts[:2] in (("usr", "share"), HOME.parts):
                size = hashlib.sha256(path.read_bytes()).hexdigest()
            found[place.as_posix()] = size
        return found


def _run(*words: str | Path) -> None:
    subprocess.run(words, check=True)


def _if_new(source: str, target: str) -> str:
    """Copy a file where there is none; what a link leads to, for it may lead elsewhere there."""
    if not os.path.lexists(target) and os.path.isfile(source):
        shutil.copyfile(source, target)
    return target
