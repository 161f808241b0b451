"""What weighs in the packages: a table of the parts, put into docs/packaging.md.

    .venv/bin/python packaging/build.py weights

Packed sizes are those of each part by itself, as `xz -6` packs it; all of them together are about a package.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import bundle
from about import ROOT

MOST_PACKED = 100_000_000
"""Bytes of a .deb; a larger one is refused: look at the table before this is raised."""

DOCUMENT = ROOT / "docs" / "packaging.md"
BEGIN = "<!-- weights: packaging/build.py weights -->\n"
END = "<!-- end of weights -->\n"
# By the beginnings of places in the tree, the first that fits; what they are there for.
_SITE = bundle.SITE.as_posix()
PARTS = {
    "ICU's tables, for Qt's texts": (f"{_SITE}/PySide6/Qt/lib/libicu",),
    "Qt and PySide6: the window": (f"{_SITE}/PySide6", f"{_SITE}/shiboken6"),
    "typst: books and sheets as PDF": (f"{_SITE}/typst",),
    "DuckDB: libraries of games": (f"{_SITE}/_duckdb", f"{_SITE}/duckdb"),
    "numpy, most of it OpenBLAS, without which it isn't loaded": (f"{_SITE}/numpy",),
    "Python and its standard library": ("bin", "lib/python3."),
    "Qipu": (f"{_SITE}/viewer",),
    "Pillow: GIF and WebP": (f"{_SITE}/PIL", f"{_SITE}/pillow"),
    "pikepdf and lxml: long books in one file": (f"{_SITE}/pikepdf", f"{_SITE}/lxml"),
    "all others: rules, codecs, compression": ("",),
}


class Weight(NamedTuple):
    """Bytes of a part: as a package has it, and installed, in whole blocks of 4096."""

    name: str
    packed: int
    installed: int


def weights(tree: Path) -> list[Weight]:
    """What each part of a tree weighs."""
    parts: dict[str, list[Path]] = {name: [] for name in PARTS}
    for path in sorted(tree.rglob("*")):
        if path.is_file():
            place = path.relative_to(tree).as_posix()
            parts[next(name for name, starts in PARTS.items() if place.startswith(starts))].append(
                path
            )
    with ThreadPoolExecutor(2) as pool:
        packed = pool.map(_packed, parts.values())
        rows = zip(parts.items(), packed, strict=True)
        return [Weight(name, size, bundle.size_of(paths)) for (name, paths), size in rows]


def _packed(paths: Iterable[Path]) -> int:
    packing = lzma.LZMACompressor(preset=6)
    return sum(len(packing.compress(path.read_bytes())) for path in paths) + len(packing.flush())


def table(found: list[Weight]) -> str:
    """The table in Markdown, the heaviest first, with their sum and the limit."""
    rows = sorted(found, key=lambda one: -one.packed)
    rows.append(Weight("together", *(sum(one[column] for one in found) for column in (1, 2))))
    lines = [
        f"| {one.name} | {one.packed / 1e6:.1f} MB | {one.installed / 1e6:.1f} MB |\n"
        for one in rows
    ]
    return (
        f"| part | packed | installed |\n|---|---|---|\n{''.join(lines)}\n"
        f"A .deb above {MOST_PACKED / 1e6:.0f} MB isn't built "
        "(`MOST_PACKED` in `packaging/linux/weights.py`).\n"
    )


def write(text: str) -> None:
    """Put it into docs/packaging.md between the two marks. Raises ValueError without them."""
    before, begin, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{BEGIN.strip()} and {END.strip()} aren't in {DOCUMENT}")
    DOCUMENT.write_text(f"{before}{begin}{text}{end}{after}", "utf-8")


def too_heavy(package: Path) -> str:
    """Why a .deb is refused, as the end of a sentence; "" for one that isn't."""
    size = package.stat().st_size
    if size <= MOST_PACKED:
        return ""
    return f"{package.name} has {size:,} bytes, more than the {MOST_PACKED:,} of MOST_PACKED"
