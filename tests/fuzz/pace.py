"""Whether a file costs more time than its size allows, held against ordinary files and a part of it."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from itertools import islice
from time import process_time

from broken import SLOW, Broken
from promises import Question
from questions import written

from viewer.base.source import BytesSource
from viewer.document.check import check
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import find_all, load_source, suffix_of
from viewer.formats.format import Unreadable
from viewer.games import game_of
from viewer.games.judge import judge

DEARER = 12.0
"""So many times the seconds for a byte of an ordinary file are too many."""
GROWN = 4
"""A file with so many times as many of one thing, …"""
_STEEP = 6.0
"""… that takes so many times the seconds has them grow faster than itself."""
_SECONDS = 0.5
"""What takes no longer than this isn't looked at: start-up costs and chance weigh too much."""
_ORDINARY = (1 << 10, 24 << 10)
"""Bytes of an ordinary file; a smaller one costs more a byte."""
_TRIED = 7
_RECORDS = 50


class Pace:
    """What ordinary files cost, learnt from some of them when it is first asked."""

    def __init__(self, files: Mapping[str, Sequence[str]]) -> None:
        """`files`: paths by the format that their suffix names."""
        self._files = files
        self._rates: dict[str, float] = {}

    def asked(self, name: str, fewer: bytes) -> Question:
        """The question whether a file is slow; `fewer` is one with a fourth of what there is very much of.

        What ordinary files cost is learnt here: it is no time of the file's.
        """
        self.rate(_format_of(name), name)

        def slow(path: str, chance: random.Random) -> None:
            self.slow(path, fewer)

        return slow

    def slow(self, path: str, fewer: bytes) -> None:
        """Raise Broken where a file's reading, edit, losses, save and check take too long for its size."""
        with open(path, "rb") as file:
            data = file.read()
        name = os.path.basename(path)
        spent = tasks(data, name)
        worst = max(spent, key=lambda task: spent[task])
        if spent[worst] < _SECONDS:
            return
        again, less = tasks(data, name), [tasks(fewer, name) for _ in range(2)]
        for task in spent.keys() & less[0].keys():
            seconds = min(spent[task], again[task])
            least = max(one[task] for one in less)
            if seconds > max(_SECONDS, _STEEP * least):
                said = f"{least:.2f} s for {len(fewer)} bytes"
                raise Broken(SLOW, f"{task}: {seconds:.2f} s for {len(data)} bytes; {said}")
        rate = self.rate(_format_of(name), name)
        seconds = min(spent[worst], again[worst])
        if rate and seconds > max(_SECONDS, DEARER * rate * len(data)):
            ordinary = rate * len(data)
            raise Broken(
                SLOW,
                f"{worst}: {seconds:.1f} s for {len(data)} bytes; ordinary files {ordinary:.2f} s",
            )

    def rate(self, format_: str, name: str) -> float:
        """Seconds for a byte of an ordinary file, all tasks together; 0.0 if there is none."""
        if format_ not in self._rates:
            least, most = _ORDINARY
            paths = [
                one for one in self._files.get(format_, ()) if least <= os.path.getsize(one) <= most
            ]
            rates = []
            for path in islice(paths, 0, None, max(1, len(paths) // _TRIED)):
                with open(path, "rb") as file:
                    data = file.read()
                rates.append(sum(tasks(data, name).values()) / len(data))
            self._rates[format_] = sorted(rates)[len(rates) // 2] if rates else 0.0
        return self._rates[format_]


def _format_of(name: str) -> str:
    suffix = suffix_of(name)
    return next((one.id for one in FORMATS.values() if suffix in one.suffixes), "")


def tasks(data: bytes, name: str) -> dict[str, float]:
    """Seconds of the processor that each task takes: read, judged, checked, edited and saved."""
    spent = {"read": 0.0}
    start = process_time()
    try:
        document = Document(load_source(BytesSource(data, name)))
        find_all(document)
    except Unreadable:
        return {"read": process_time() - start}
    count = min(len(document), _RECORDS)
    records = [document.record(index) for index in range(count)]
    spent["read"] = process_time() - start

    start = process_time()
    for record in records:
        for _ in judge(game_of(record.game), record):
            pass
    spent["judged"] = process_time() - start

    start = process_time()
    check(document)
    spent["checked"] = process_time() - start
    if not FORMATS[document.format].load().writable:
        return spent

    start = process_time()
    written(document)
    spent["saved untouched"] = process_time() - start

    start = process_time()
    *_, node = records[count // 2].root.main_line()
    document.set_comment(node, "another comment")
    document.losses()
    written(document)
    spent["edited and saved"] = process_time() - start
    return spent
