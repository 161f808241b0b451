"""The folder with Qipu and its own Python, packed: it runs from wherever it is unpacked."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path
from typing import BinaryIO

import building
import licences
import share
from about import ROOT, About

_README = """\
Qipu {version}

    bin/qipu [FILE…]       opens the window; runs from any folder
    bin/qipu register      launcher, icons and kinds of file for a double click; unregister takes them back
    bin/qipu --help        the command line; man share/man/man1/qipu.1.gz

It needs the X or Wayland libraries of a desktop and glibc 2.36 or later: Debian 12, Ubuntu 23.04, Fedora 37
and later ones. Where one is missing, bin/qipu names it.
What it brings along has its licences in share/doc/qipu/licences.
"""


def add_documents(about: About, tree: Path, bundled: list[licences.Bundled]) -> None:
    """Manual, completions, licences; launcher and kinds of file are made by `qipu register`."""
    texts = {
        place: content
        for place, content in share.files(about).items()
        if place.startswith(("man/", "doc/", "bash-completion/", "zsh/", "fish/"))
    }
    for place, content in licences.files(bundled).items():
        texts[f"doc/qipu/licences/{place}"] = content
    texts["doc/qipu/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    for place, content in texts.items():
        path = tree / "share" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tree / "README").write_text(_README.format(version=about.version), "utf-8")


def build(about: About, tree: Path, folder: Path) -> Path:
    """Pack a tree: the same files give the same bytes."""
    name = f"{tree.name}-linux-{os.uname().machine}.tar.xz"
    with building.made_whole(folder) as place, (place / name).open("wb") as file:
        _pack(about, tree, file)
    return folder / name


def _pack(about: About, tree: Path, file: BinaryIO) -> None:
    code = ["--x86"] if os.uname().machine == "x86_64" else []  # programs are packed smaller by it
    words = ["xz", "-T2", *code, "--lzma2=preset=6", "--stdout"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=file) as packing:
        assert packing.stdin is not None
        with packing.stdin, tarfile.open(fileobj=packing.stdin, mode="w|") as archive:
            for one in sorted([tree, *tree.rglob("*")]):
                archive.add(
                    one, one.relative_to(tree.parent), recursive=False, filter=_Even(about.epoch)
                )
    if packing.returncode != 0:
        raise OSError(f"xz failed: {packing.returncode}")


class _Even:
    """Makes an entry of an archive depend on nothing but the file's name, bytes and right to be run."""

    def __init__(self, epoch: int) -> None:
        self._epoch = epoch

    def __call__(self, entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = self._epoch
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry
