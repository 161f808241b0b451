#!/usr/bin/env python3
"""Build what people install; run by the environment that packaging/dev.py makes.

    .venv/bin/python packaging/build.py share FOLDER   launcher, kinds of file, icons, manual, completions
    .venv/bin/python packaging/build.py wheel          the wheel, for pip, pipx and uv

All is put into `dist` and depends on nothing but the commit: SOURCE_DATE_EPOCH is that of the last one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging" / "linux"))

import share  # noqa: E402  # beside this file
from about import About, about  # noqa: E402

DIST = ROOT / "dist"


def main(words: list[str]) -> int:
    """Build one of the things. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=BUILDERS)
    parser.add_argument("folder", nargs="?", type=Path, default=DIST, help="in place of dist")
    parser.add_argument(
        "--homepage", default="", help="the project's address, for software centres"
    )
    args = parser.parse_args(words)
    facts = about()
    if args.homepage:
        facts = facts._replace(homepage=args.homepage)
    os.environ["SOURCE_DATE_EPOCH"] = str(facts.epoch)
    args.folder.mkdir(parents=True, exist_ok=True)
    for path in BUILDERS[args.what](facts, args.folder.resolve()):
        print(path)
    return 0


def build_share(facts: About, folder: Path) -> list[Path]:
    """The shared data as files."""
    for place, content in share.files(facts).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [folder]


def build_wheel(facts: About, folder: Path) -> list[Path]:
    """The wheel; without the network, by hatchling as it is installed."""
    words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([sys.executable, *words, "--wheel-dir", folder, ROOT], check=True)
    return sorted(folder.glob(f"qipu-{facts.version}-*.whl"))


BUILDERS: dict[str, Callable[[About, Path], list[Path]]] = {
    "share": build_share,
    "wheel": build_wheel,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
