"""Bare systems of Debian to try Qipu on: debootstrap's smallest one below an overlay, and a person there.

Needs root, mount, chroot, unshare and debootstrap; a system is to be used in namespaces of mounts and
processes that end with it (`apart`). What it is made of is kept in a folder between runs.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

PERSON, HOME = "person", Path("home/person")
# Where programs keep what isn't theirs alone; and where files are handed in.
ELSEWHERE = ("proc", "sys", "dev", "run", "tmp", "var", "try", "root")
# How this machine reaches the archives of Debian and PyPI: files, folders, and the environment.
_FILES = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf")
_FOLDERS = ("etc/ssl/certs", "usr/local/share/ca-certificates")
_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE")
_OWN = "etc/apt/apt.conf.d/90qipu"
_APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private")
_DAY = 60 * 60 * 24
_UNFINISHED, _UNUSED = _DAY, 30 * _DAY  # seconds after which a root is nobody's any more


class Wrong(Exception):
    """Something isn't as it has to be."""


def unable() -> str:
    """Why no such system can be made here, as the end of a sentence; "" where one can."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "only root on Linux can make one"
    for program in ("debootstrap", "unshare", "chroot", "mount"):
        if shutil.which(program) is None:
            return f"{program} isn't installed"
    with tempfile.TemporaryDirectory() as place:
        script = (
            f"mount -t tmpfs tmpfs {place} && mkdir {place}/a {place}/b {place}/c {place}/d && "
            f"mount -t overlay overlay -o lowerdir={place}/a,upperdir={place}/b,workdir={place}/c {place}/d"
        )
        done = subprocess.run([*_APART, "sh", "-c", script], capture_output=True, check=False)
    return "" if done.returncode == 0 else "nothing can be mounted here"


def apart(words: Iterable[str | Path], place: str) -> int:
    """The exit status of this program with other words, in its own namespaces; makes folders in `place`."""
    # The shell is their first process, which has to see to those that others leave behind.
    again = ["sh", "-c", '"$@"; exit $?', "sh", sys.executable, sys.argv[0], *words]
    environment = {**os.environ, "TMPDIR": place}
    return subprocess.run([*_APART, *again], env=environment, check=False).returncode


def kept(folder: Path, release: str, packages: tuple[str, ...] = ()) -> Path:
    """A bare system with some packages of Debian, and nothing of Qipu's; made where it isn't kept yet.

    Several runs may ask at once: it gets its name once it is whole.
    """
    settings = _apt_settings()
    made_of = hashlib.sha256(repr((release, packages, settings, _ways())).encode()).hexdigest()
    base = folder / f"{release}-{made_of[:16]}"
    if base.is_dir():
        os.utime(base)
        return base
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*-*"):
        age = time.time() - old.stat().st_mtime
        if age > (_UNFINISHED if old.suffix == ".part" else _UNUSED):
            shutil.rmtree(old, ignore_errors=True)
    part = Path(tempfile.mkdtemp(prefix=f"{release}-", suffix=".part", dir=folder))
    part.chmod(0o755)
    try:
        subprocess.run(
            ["debootstrap", "--variant=minbase", release, part, *_mirror()],
            env={**os.environ, **_proxy()},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        _lead_out(part)
        (part / _OWN).write_text(settings, "utf-8")
        if packages:
            for words in (("update",), ("install", *packages)):
                apt = ["chroot", part, "apt-get", "-q", "-y", *words]
                quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
                subprocess.run(apt, env=quiet, stdout=subprocess.DEVNULL, check=True)
        with contextlib.suppress(OSError):  # somebody else was quicker
            part.rename(base)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return base


class System:
    """A bare system in an overlay, that a process of its own namespaces sees.

    Attributes:
        root: where it is.
    """

    def __init__(self, base: Path, **environment: str) -> None:
        self._environment = environment
        self.top = Path(tempfile.mkdtemp(prefix="qipu-try-"))
        _run("mount", "-t", "tmpfs", "tmpfs", self.top)
        for name in ("upper", "work", "root"):
            (self.top / name).mkdir()
        self.root = self.top / "root"
        layers = f"lowerdir={base},upperdir={self.top}/upper,workdir={self.top}/work"
        _run("mount", "-t", "overlay", "overlay", "-o", layers, self.root)
        _run("mount", "-t", "proc", "proc", self.root / "proc")
        _run("mount", "--bind", "/dev", self.root / "dev")
        for place in ("dev/shm", "tmp"):
            _run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", self.root / place)
        _run(
            "mount", "-t", "devpts", "-o", "ptmxmode=0666,mode=620", "devpts", self.root / "dev/pts"
        )
        _lead_out(self.root)
        self.apt("update")
        self.ask("useradd", "--create-home", "--shell", "/bin/sh", PERSON)

    def keep(self, folder: Path, place: Path, person: bool) -> None:
        """Have a folder of this machine stand there, for what is fetched and can be used again."""
        folder.mkdir(parents=True, exist_ok=True)
        there = self.root / place
        for one in (there.parent, there):
            one.mkdir(parents=True, exist_ok=True)
        if person:
            self.give(there.parent)
        _run("mount", "--bind", folder, there)
        if person:
            self.give(there)

    def give(self, path: Path) -> None:
        """Let a file or a folder, with all that is in it, be the person's."""
        self.ask("chown", "-R", f"{PERSON}:{PERSON}", f"/{path.relative_to(self.root)}")

    def apt(self, *words: str) -> None:
        """Run apt-get."""
        self.ask("apt-get", "-q", "-y", *words)

    def ask(self, *words: str, person: bool = False) -> str:
        """What a program says. Raises Wrong with its words where it fails."""
        done = self.done(*words, person=person)
        if done.returncode != 0:
            said = (done.stdout + done.stderr)[-3000:]
            raise Wrong(f"{shlex.join(words)}: exit status {done.returncode}\n{said}")
        return done.stdout.strip()

    def done(
        self, *words: str, person: bool, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """A program that has ended, with what it said."""
        return subprocess.run(
            self.words(*words, person=person),
            env={**self.environment(person), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

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
        """Of a session without a bus, with what pip is to know."""
        found = {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": f"/{HOME}" if person else "/root",
            "LC_ALL": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            **self._environment,
        }
        here = os.environ.items()
        return {
            **found,
            **{k: v for k, v in here if k.startswith("PIP_") or k.upper() in _VARIABLES},
        }

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


# --------------------------------------------------------------------- how this machine gets out


def _ways() -> list[tuple[str, str]]:
    """What a system is to know of how this machine gets out: places, and digests of the files."""
    files = [Path("/", place) for place in _FILES[2:]]
    files += [path for place in _FOLDERS for path in sorted(Path("/", place).glob("*.cr[t]"))]
    there = [path for path in files if path.is_file()]
    return [(str(path), hashlib.sha256(path.read_bytes()).hexdigest()) for path in there]


def _lead_out(root: Path) -> None:
    """Hand a system what this machine gets out with."""
    for place in _FILES:
        if Path("/", place).is_file():
            shutil.copyfile(Path("/", place), root / place)
    for place in _FOLDERS:
        if Path("/", place).is_dir():
            shutil.copytree(
                Path("/", place), root / place, dirs_exist_ok=True, copy_function=_if_new
            )


def _apt_settings() -> str:
    """Those of this machine's apt for fetching."""
    lines = _said("apt-config", "dump").splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith(("Acquire::http", "Acquire::Check")))


def _mirror() -> list[str]:
    """Where this machine takes Debian from, if it is Debian; debootstrap's own choice elsewhere."""
    form = ("--format", "$(ORIGIN) $(LABEL) $(REPO_URI)")
    rows = (line.split() for line in _said("apt-get", "indextargets", *form).splitlines())
    return [row[2] for row in rows if len(row) == 3 and row[:2] == ["Debian", "Debian"]][:1]


def _proxy() -> dict[str, str]:
    """The proxy of this machine's apt, as debootstrap takes it."""
    found = _said("apt-config", "shell", "proxy", "Acquire::http::Proxy").strip()
    return {"http_proxy": shlex.split(found)[0].partition("=")[2]} if found else {}


def _said(*words: str) -> str:
    """What a program says; "" where it isn't there."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def _run(*words: str | Path) -> None:
    subprocess.run(words, check=True)


def _if_new(source: str, target: str) -> str:
    """Copy a file where there is none; what a link leads to, for it may lead elsewhere there."""
    if not os.path.lexists(target) and os.path.isfile(source):
        shutil.copyfile(source, target)
    return target
