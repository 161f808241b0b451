"""Filtering and sorting the records of a list, computed in blocks.

Headers are read by column (`Document.values`), a few hundred records at a time, so that a job
over 2,000,000 records never blocks the window.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Iterator, Sequence
from heapq import merge
from itertools import islice
from time import perf_counter
from typing import Protocol

from viewer.base.folding import folded, has_han, is_pinyin, letters
from viewer.base.jobs import JobStep
from viewer.base.pinyin import pinyin_of

BLOCK = 512
"""Records that one step looks at, at most."""
_FEW, _MANY = (
    16,
    128,
)  # records of which a header is asked for at once, where that takes long or doesn't
_QUICK, _SLOW = 0.002, 0.008  # seconds that it takes
_KEPT = 48 << 20  # characters of folded text that are kept for the next filter
_RUN = 4096  # values sorted at once
_CELL, _ROW = "\x1f", "\n"
_READ = "\x1e"  # before the pinyin of a text
_NUMBER = re.compile("[0-9]+")
_NOTHING = re.compile(r"[?.\-*]*")
_LAST = "\U0010ffff"


class Listed(Protocol):
    """What can be filtered and sorted: a document's records, a folder's files."""

    def __len__(self) -> int:
        """The number of records."""

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a column in a range of records, "" for those without it."""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a filter."""
    return tuple(dict.fromkeys(folded(text).split()))


def _with_pinyin(row: str) -> str:
    """A folded row, and behind it, in capitals, how the Chinese characters in it are read."""
    if not has_han(row):
        return row
    read = (f"{_READ}{one.upper()}" for cell in row.split(_CELL) for one in pinyin_of(cell))
    return row + "".join(read)


class _Column:
    """A header of records, asked for as many at once as don't take long: pasted ones are read one by one."""

    def __init__(self, listed: Listed, key: str) -> None:
        self._listed = listed
        self._key = key
        self._many = _FEW

    def some(self, start: int, stop: int) -> list[str]:
        """The values of the first records of a range, of one at least; "" of those that are gone."""
        began = perf_counter()
        stop = min(start + self._many, stop)
        found = self._listed.values(self._key, start, stop) or [""] * (stop - start)
        took = perf_counter() - began
        if took > _SLOW:
            self._many = _FEW
        elif took < _QUICK:
            self._many = min(2 * self._many, _MANY)
        return found


class HeaderTexts:
    """The texts that a filter searches: some headers of each record, folded, cached in blocks.

    Attributes:
        listed: the records.
        keys: the headers.
    """

    def __init__(self, listed: Listed, keys: Sequence[str]) -> None:
        self.listed = listed
        self.keys = tuple(keys)
        self._blocks: dict[int, str] = {}
        self._size = 0
        self._columns = [_Column(listed, key) for key in keys]

    def forget(self) -> None:
        """Drop the cache: headers or records changed."""
        self._blocks.clear()
        self._size = 0

    def block(self, number: int) -> Generator[None, None, str]:
        """The texts of BLOCK records (fewer at the end), a line each; a job with a step per header."""
        known = self._blocks.get(number)
        if known is not None:
            return known
        start = number * BLOCK
        stop = min(start + BLOCK, len(self.listed))
        columns = []
        for column in self._columns:
            values: list[str] = []
            while len(values) < stop - start:
                values += column.some(start + len(values), stop)
                yield
            columns.append(values)
        rows = [_CELL.join(cells) for cells in zip(*columns, strict=True)]
        text = letters(_ROW.join(rows))
        if text.count(_ROW) != len(rows) - 1:
            text = _ROW.join(_CELL.join(map(folded, cells)) for cells in zip(*columns, strict=True))
        if not text.isascii():
            text = _ROW.join(map(_with_pinyin, text.split(_ROW)))
        if stop == start + BLOCK and self._size + len(text) <= _KEPT:
            self._blocks[number] = text
            self._size += len(text)
        return text


def found(
    texts: HeaderTexts, words: Sequence[str], start: int = 0
) -> Iterator[JobStep[array[int]]]:
    """A job that finds the records with every word in a header; its results are lists of indices.

    It ends at the last record known by then; continue later with `start`.
    """
    at = start
    while at < (count := len(texts.listed)):
        number = at // BLOCK
        stop = min((number + 1) * BLOCK, count)
        making = texts.block(number)
        while True:
            try:
                next(making)
            except StopIteration as made:
                yield JobStep(stop, count, _found_in(made.value, words, number * BLOCK, at))
                break
            yield JobStep(at, count)
        at = stop


def _found_in(text: str, words: Sequence[str], first: int, start: int) -> array[int]:
    ways = [(word, f"{_READ}{word.upper()}" if is_pinyin(word) else word) for word in words]
    if not all(word in text or read in text for word, read in ways):
        return array("q")
    return array(
        "q",
        (
            index
            for index, row in enumerate(text.split(_ROW), first)
            if index >= start and all(word in row or read in row for word, read in ways)
        ),
    )


def sort_key(text: str) -> str:
    """The sort key of a header: numbers by value, unknown ("?") last."""
    if _NOTHING.fullmatch(text):
        return _LAST
    return _NUMBER.sub(lambda digits: digits[0].zfill(8), letters(text))


def ordered(listed: Listed, key: str, descending: bool = False) -> Iterator[JobStep[array[int]]]:
    """A job that sorts the records by a header; its one result is all indices in order.

    Equal records stay in the order of the file, and those without a value come last
    both ways.
    """
    count = len(listed)
    by_value: dict[str, array[int]] = {}  # by what the header says: most say what others say too
    column = _Column(listed, key)
    start = 0
    while start < count:
        some = column.some(start, count)
        for index, value in enumerate(some, start):
            same = by_value.get(value)
            if same is None:
                same = by_value[value] = array("q")
            same.append(index)
        start += len(some)
        yield JobStep(start, 2 * count)
    runs: list[list[tuple[str, int, str]]] = []
    waiting = iter(by_value.items())
    while values := [(sort_key(value), same[0], value) for value, same in islice(waiting, _RUN)]:
        runs.append(sorted(values, reverse=descending))
        yield JobStep(count, 2 * count)
    result = array("q")
    groups: list[tuple[str, int, str]] = []  # what differs in letter case only is one group
    silent = array("q")
    for number, entry in enumerate(merge(*runs, reverse=descending)):
        if entry[0] == _LAST:
            silent.extend(by_value[entry[2]])
            continue
        if groups and groups[0][0] != entry[0]:
            _pour(groups, by_value, result)
        groups.append(entry)
        if number % BLOCK == 0:
            yield JobStep(count + len(result), 2 * count)
    _pour(groups, by_value, result)
    result.extend(sorted(silent))
    yield JobStep(2 * count, 2 * count, result)


def _pour(
    groups: list[tuple[str, int, str]], by_value: dict[str, array[int]], result: array[int]
) -> None:
    """Append the indices of equal values."""
    if len(groups) == 1:
        result.extend(by_value[groups[0][2]])
    elif groups:
        result.extend(sorted(index for entry in groups for index in by_value[entry[2]]))
    groups.clear()


def kept(order: Sequence[int], chosen: bytearray) -> Iterator[JobStep[array[int]]]:
    """A job that filters an order by a mask of records (a byte each); its results are parts of the list."""
    count = len(order)
    for start in range(0, count, 16 * BLOCK):
        stop = min(start + 16 * BLOCK, count)
        part = order[start:stop]
        yield JobStep(stop, count, array("q", (index for index in part if chosen[index])))
