"""What can be counted on the pages of a book by the places of its words: spaces in lines, full columns.

    page_counts.py FILE.pdf …

prints for each file the worst quotient of two spaces of a line; how full the worst and the median column
are, without the pages around the text and its last one; how many diagrams stand ahead of the move that
their caption names.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(
    r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
)
_APART = re.compile("[\u2030-\u2bff=±+−∓]+[\\])};,.:)]*")
"""A sign of evaluation: the space ahead of it is thin, and of one width."""
_HAN = re.compile("[\u2e80-\u9fff\uff00-\uffef]")
_CAPTION = re.compile("(?:after|nach) ([0-9]+)")
_NUMBER = re.compile("([0-9]+)[.…]")
_MOVE = re.compile("[0-9]+[.…]|[▲△☗☖]\u2060?[１-９同]")
_GAME = r".*(· Game [0-9]+|^[0-9]+\.( [A-E][0-9]{2})?)$"
_LEAST = 0.5  # points that are a space
_MOST = 30.0  # and beyond which it is something else: a tab, the next column


class Word(NamedTuple):
    """A word and the place of its box, in points from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


class Page(NamedTuple):
    """The words of a page, and its size."""

    width: float
    height: float
    words: list[Word]


def pages(data: bytes) -> list[Page]:
    """The pages of a PDF file, by poppler's pdftotext."""
    done = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"], input=data, capture_output=True, check=True
    )
    found = []
    for width, height, body in _PAGE.findall(done.stdout.decode()):
        words = [
            Word(float(left), float(top), float(right), float(bottom), unescape(text))
            for left, top, right, bottom, text in _WORD.findall(body)
        ]
        found.append(Page(float(width), float(height), words))
    return found


def columns(page: Page, count: int) -> list[list[Word]]:
    """The words of each column of a page; head and foot are left out."""
    found: list[list[Word]] = [[] for _ in range(count)]
    for word in page.words:
        if 0.07 * page.height < word.top < 0.93 * page.height:
            found[min(int(word.left / page.width * count), count - 1)].append(word)
    return found


def lines(words: Sequence[Word]) -> list[list[Word]]:
    """Words of a column line by line, from the left."""
    found: dict[int, list[Word]] = defaultdict(list)
    for word in words:
        base = next(
            (key for key in found if abs(key - word.bottom * 10) < 25), round(word.bottom * 10)
        )
        found[base].append(word)
    return [sorted(line) for _, line in sorted(found.items())]


def space_quotients(page: Page, count: int) -> Iterator[tuple[float, str]]:
    """(the widest space of a line divided by its narrowest, the line) of each line with several spaces."""
    for column in columns(page, count):
        for line in lines(column):
            gaps = [
                other.left - one.right
                for one, other in pairwise(line)
                if not _APART.fullmatch(other.text)
            ]
            gaps = [gap for gap in gaps if _LEAST < gap < _MOST]
            text = " ".join(word.text for word in line)
            if len(gaps) > 1 and not _HAN.search(text):
                yield max(gaps) / min(gaps), text


def fullness(page: Page, count: int, top: float, bottom: float) -> list[float]:
    """How far down each column goes, of the height between two lines of the page; 0 for an empty one."""
    return [
        max((min(1.0, (word.bottom - top) / (bottom - top)) for word in column), default=0.0)
        for column in columns(page, count)
    ]


def body(shown: Sequence[Page]) -> list[Page]:
    """The pages that have moves, up to the one before the last: behind the text a column may end anywhere."""
    found = [page for page in shown if any(_MOVE.match(word.text) for word in page.words)]
    return found[:-1]


def ahead(shown: Sequence[Page], count: int, begins: str) -> tuple[int, int]:
    """(diagrams that stand ahead of the move in their caption, all diagrams with such a caption).

    `begins`: a pattern of the line with which the head of a game begins.
    """
    early = total = 0
    seen: set[str] = set()
    for line in (
        line for page in shown for column in columns(page, count) for line in lines(column)
    ):
        text = " ".join(word.text for word in line)
        if re.match(begins, text):
            seen = set()
        if caption := _CAPTION.match(text):
            total += 1
            early += caption[1] not in seen
        else:
            seen.update(_NUMBER.findall(text))
    return early, total


def main(paths: Sequence[str]) -> None:
    """Print the counts of files."""
    for path in paths:
        shown = pages(Path(path).read_bytes())
        worst = max(
            (found for page in shown for found in space_quotients(page, 2)), default=(1.0, "")
        )
        print(f"{path}: spaces {worst[0]:.3f} in “{worst[1][:70]}”")
        text = body(shown) or shown
        tops = min(word.top for page in text for column in columns(page, 2) for word in column)
        ends = max(word.bottom for page in text for column in columns(page, 2) for word in column)
        full = [share for page in text for share in fullness(page, 2, tops, ends)]
        low = sum(share < 0.85 for share in full)
        print(
            f"  columns: worst {min(full):.2f}, median {median(full):.2f}, {low} of {len(full)} below 0.85"
        )
        print("  diagrams ahead of their moves: {} of {}".format(*ahead(shown, 2, _GAME)))


if __name__ == "__main__":
    main(sys.argv[1:])
