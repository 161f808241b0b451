#!/usr/bin/env python3
"""Build what people install; run by the environment that packaging/dev.py makes.

    .venv/bin/python packaging/build.py share FOLDER   launcher, kinds of file, icons, manual, completions
    .venv/bin/python packaging/build.py release        all that a release has for Linux, from a clean clone
    .venv/bin/python packaging/build.py wheel          the wheel, for pip, pipx and uv
    .venv/bin/python packaging/build.py sdist          the sources, as pip takes them
    .venv/bin/python packaging/build.py tarball        with its own Python, to be run from any folder
    .venv/bin/python packaging/build.py deb            the same as a package for Debian 12 and later
    .venv/bin/python packaging/build.py weights        what weighs in it, as a table in docs/packaging.md
    .venv/bin/python packaging/build.py windows        an installer, made on Windows by Inno Setup 6.4
    .venv/bin/python packaging/build.py macos          a disk image with Qipu.app, made on macOS
    .venv/bin/python packaging/build.py frozen         what these have in them, for this system, as a folder

All is put into `dist`, with the time of SOURCE_DATE_EPOCH, else of the last commit; a file appears there once
it is whole. Programs and packages that aren't here are named before anything is made. `tarball` and `deb` are
built on Debian 12 with its Python 3.11; they fetch packages of Debian and PyPI, or take what --fetched has of
an earlier time. `release` makes wheel, sdist, .deb and tarball, SHA256SUMS of them, and NOTES.md, which is
the changelog's section of the version; without a date there it needs --unreleased. The other three need
PyInstaller. With --dry, `windows` and `macos` write on any system what the tools there read: specification,
script or Info.plist, icons.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "packaging" / name) for name in ("linux", "frozen", "windows", "macos")]

import building
import bundle
import debian
import licences
import release
import share
import tarball
import weights
from about import About, about

DIST = ROOT / "dist"


def main(words: list[str]) -> int:
    """Build one of the things. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=BUILDERS)
    parser.add_argument("folder", nargs="?", type=Path, default=DIST, help="in place of dist")
    parser.add_argument(
        "--homepage",
        default="",
        help="the project's address for software centres, where pyproject.toml names none",
    )
    parser.add_argument(
        "--fetched", type=Path, help="a folder for what is fetched, kept for the next time"
    )
    parser.add_argument(
        "--unreleased", action="store_true", help="a release for a trial, without a date"
    )
    parser.add_argument("--dry", action="store_true", help="only what the tools of the system read")
    args = parser.parse_intermixed_args(words)
    foreign = FOREIGN.get(args.what, sys.platform)
    if foreign != sys.platform and not args.dry:
        parser.error(f"this is built on that system; here {args.what} --dry writes its texts")
    needed = missing(args.what, args.fetched) if not args.dry else ""
    if needed:
        print(needed, file=sys.stderr)
        return 1
    try:
        for path in build(args):
            print(path)
    except subprocess.CalledProcessError as error:
        said = f"\n{error.stderr.strip()}" if error.stderr else ""
        tool = " ".join(map(str, error.cmd))
        print(f"Not built: exit status {error.returncode} of {tool}{said}", file=sys.stderr)
        return 1
    except (OSError, ValueError, debian.Unknown) as error:
        print(f"Not built: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def missing(what: str, fetched: Path | None) -> str:
    """A sentence about what isn't here that is needed to build this; "" if nothing is missing."""
    programs = [] if "SOURCE_DATE_EPOCH" in os.environ and what != "release" else ["git"]
    programs += PROGRAMS.get(what, ())
    if what in ("tarball", "deb", "release", "weights") and not (
        fetched and bundle.is_fetched(fetched)
    ):
        programs += ["apt-get", "dpkg-deb"]
    return building.missing(dict.fromkeys(programs), MODULES.get(what, ()))


def build(args: argparse.Namespace) -> list[Path]:
    """Build what is asked for; says which files and folders it is. Raises what the builders do."""
    facts = about()
    facts = facts._replace(homepage=facts.homepage or args.homepage)
    if args.what == "release" and (why := release.refusal(facts, unreleased=args.unreleased)):
        raise ValueError(why)
    os.environ["SOURCE_DATE_EPOCH"] = str(facts.epoch)
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.dry and args.what in FOREIGN:
        import freeze  # needs Qt and Pillow, for icons

        freeze.write_texts(facts, args.what, args.folder / args.what)
        return [args.folder / args.what]
    return BUILDERS[args.what](facts, args.folder.resolve(), args.fetched)


def build_share(facts: About, folder: Path, _: Path | None) -> list[Path]:
    """The shared data as files."""
    for place, content in share.files(facts).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(content)
        part.replace(path)
    return [folder]


def build_wheel(facts: About, folder: Path, _: Path | None) -> list[Path]:
    """The wheel; without the network, by hatchling as it is installed."""
    words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    with building.made_whole(folder) as place:
        subprocess.run([sys.executable, *words, "--wheel-dir", place, ROOT], check=True)
        (made,) = place.iterdir()
    return [folder / made.name]


def build_sdist(facts: About, folder: Path, _: Path | None) -> list[Path]:
    """The sources; without the network, by hatchling as it is installed."""
    words = ["-m", "hatchling", "build", "--target", "sdist", "--directory"]
    with building.made_whole(folder) as place:
        called = [sys.executable, *words, place]
        subprocess.run(called, cwd=ROOT, capture_output=True, text=True, check=True)
        (made,) = place.iterdir()
    return [folder / made.name]


def build_release(facts: About, folder: Path, fetched: Path | None) -> list[Path]:
    """All packages for Linux, with checksums and notes; either all of them appear or none."""
    with building.made_whole(folder) as made, tempfile.TemporaryDirectory() as place:
        tree, root = Path(place) / f"qipu-{facts.version}", Path(place) / "root"
        bundled = make_tree(facts, tree, fetched or Path(place) / "fetched")
        architecture = debian.architecture()
        debian.stage(facts, tree, bundled, root, architecture)
        debian.build(facts, root, made, architecture)
        shutil.rmtree(root)
        tarball.add_documents(facts, tree, bundled)
        tarball.build(facts, tree, made)
        build_wheel(facts, made, None)
        build_sdist(facts, made, None)
        packages = sorted(made.iterdir())
        (made / release.SUMS).write_text(release.sums(packages), "utf-8")
        (made / release.NOTES).write_text(release.notes(facts), "utf-8")
        names = [path.name for path in (*packages, made / release.SUMS, made / release.NOTES)]
    return [folder / name for name in names]


def build_tarball(facts: About, folder: Path, fetched: Path | None) -> list[Path]:
    """The folder that runs from anywhere."""
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / f"qipu-{facts.version}"
        bundled = make_tree(facts, tree, fetched or Path(place) / "fetched")
        tarball.add_documents(facts, tree, bundled)
        return [tarball.build(facts, tree, folder)]


def build_deb(facts: About, folder: Path, fetched: Path | None) -> list[Path]:
    """The package for Debian."""
    with tempfile.TemporaryDirectory() as place:
        tree, root = Path(place) / "tree", Path(place) / "root"
        bundled = make_tree(facts, tree, fetched or Path(place) / "fetched")
        architecture = debian.architecture()
        debian.stage(facts, tree, bundled, root, architecture)
        shutil.rmtree(tree)
        return [debian.build(facts, root, folder, architecture)]


def build_weights(facts: About, folder: Path, fetched: Path | None) -> list[Path]:
    """The table of what weighs in the packages."""
    with tempfile.TemporaryDirectory() as place:
        make_tree(facts, Path(place) / "tree", fetched or Path(place) / "fetched")
        weights.write(weights.table(weights.weights(Path(place) / "tree")))
    return [weights.DOCUMENT]


def make_tree(facts: About, tree: Path, fetched: Path) -> list[licences.Bundled]:
    """Qipu with all it needs as a folder; says what is in it beside Qipu."""
    if not bundle.is_fetched(fetched):
        bundle.collect(fetched)
    with tempfile.TemporaryDirectory() as place:
        (wheel,) = build_wheel(facts, Path(place), None)
        bundle.assemble(fetched, wheel, tree)
    python, packages = fetched / "python", fetched / "packages"
    return [*licences.of_debian(python), *licences.of_python(packages)]


def build_frozen(facts: About, folder: Path, _: Path | None) -> list[Path]:
    """The program for this system as a folder, or an application of macOS."""
    import freeze

    with tempfile.TemporaryDirectory() as work, building.made_whole(folder) as place:
        made = freeze.freeze(facts, Path(work), place)
    return [folder / made.name]


def build_windows(facts: About, folder: Path, _: Path | None) -> list[Path]:
    """The installer for Windows."""
    import freeze

    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        program = freeze.freeze(facts, work, work / "program")
        return [freeze.installer(facts, work, program, folder)]


def build_macos(facts: About, folder: Path, _: Path | None) -> list[Path]:
    """The disk image for macOS."""
    import freeze

    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        program = freeze.freeze(facts, work, work / "program")
        return [freeze.disk_image(facts, program, folder)]


FOREIGN = {"windows": "win32", "macos": "darwin"}
PROGRAMS = {
    "tarball": ("strip", "xz"),
    "deb": ("strip", "dpkg", "dpkg-deb"),
    "release": ("strip", "xz", "dpkg", "dpkg-deb"),
    "weights": ("strip",),
    "windows": ("ISCC",),
    "macos": ("hdiutil",),
}
_BY_HATCHLING, _BY_PYINSTALLER = ("hatchling", "babel"), ("PyInstaller",)
MODULES = {
    **dict.fromkeys(("wheel", "sdist", "tarball", "deb", "release", "weights"), _BY_HATCHLING),
    **dict.fromkeys(("windows", "macos", "frozen"), _BY_PYINSTALLER),
}
BUILDERS: dict[str, Callable[[About, Path, Path | None], list[Path]]] = {
    "share": build_share,
    "release": build_release,
    "wheel": build_wheel,
    "sdist": build_sdist,
    "tarball": build_tarball,
    "deb": build_deb,
    "weights": build_weights,
    "windows": build_windows,
    "macos": build_macos,
    "frozen": build_frozen,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
