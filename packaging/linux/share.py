"""The shared data of an installation for all users of a machine: what goes below /usr/share.

Launcher, icons and kinds of file are those that `qipu register` writes for one user.
"""

from __future__ import annotations

import gzip
import re

import completion
import manual
import parsers
from about import ROOT, About
from metainfo import ID, SCREENSHOTS, metainfo

from viewer.base.resources import resource_bytes
from viewer.cli import launcher
from viewer.cli.launcher import kind_icon
from viewer.formats import FORMATS

MANUAL = ROOT / "resources" / "manual"

_ICONS = "icons/hicolor/scalable"


def files(about: About, command: tuple[str, ...] = ("qipu",)) -> dict[str, bytes]:
    """The files, by their places; `command` is what the launcher starts."""
    lines = parsers.command_lines()
    pages = manual.pages(lines, about)
    found = {
        **desktop(command),
        f"metainfo/{ID}.metainfo.xml": metainfo(
            about, [kind.media_type for kind in launcher.kinds_of(FORMATS.values())]
        ),
        **{f"man/man1/{name}.gz": _packed(text.encode()) for name, text in pages.items()},
        **{place: text.encode() for place, text in completion.files(lines).items()},
        **{f"doc/qipu/{place}": (ROOT / place).read_bytes() for place in documents()},
    }
    return dict(sorted(found.items()))


def documents() -> set[str]:
    """README, what it shows or leads to, all of docs, the manual's text: so links lead somewhere."""
    found = ["README.md", "docs", *SCREENSHOTS]
    found += re.findall(r"\]\(([^):#]+)\)", (ROOT / "README.md").read_text("utf-8"))
    files = {path for place in found for path in ((ROOT / place), *(ROOT / place).rglob("*"))}
    files = {path for path in files if MANUAL not in path.parents} | {*MANUAL.rglob("*.md")}
    return {
        path.relative_to(ROOT).as_posix()
        for path in files
        if path.is_file() and "__pycache__" not in path.parts
    }


def desktop(command: tuple[str, ...]) -> dict[str, bytes]:
    """Launcher, icons and kinds of file; those that only Qipu opens come first."""
    kinds = sorted(launcher.kinds_of(FORMATS.values()), key=lambda kind: kind.shared)
    found = {
        f"applications/{launcher.NAME}": launcher.desktop_entry(command, kinds).encode(),
        f"thumbnailers/{launcher.THUMBNAILER}": launcher.thumbnailer(command, kinds).encode(),
        "mime/packages/qipu.xml": launcher.mime_package(kinds),
        f"{_ICONS}/apps/qipu.svg": resource_bytes("icons", "qipu.svg"),
    }
    for kind in kinds:
        if not kind.known:
            name = launcher.icon_name(kind.media_type)
            found[f"{_ICONS}/mimetypes/{name}.svg"] = kind_icon(kind.games)
    return found


def _packed(text: bytes) -> bytes:
    """As gzip -9n packs it: the same bytes each time."""
    return gzip.compress(text, 9, mtime=0)
