"""The collating sequence of section 12."""

from __future__ import annotations

import random

from pgn_maker import Maker

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgn import FORMAT
from viewer.formats.pgn.naming import collate, date_key, round_key
from viewer.tree.record import Record

ORDERED = (
    {},
    {"Date": "????.??.??", "Event": "A"},
    {"Date": "1895"},
    {"Date": "1992.??.??"},
    {"Date": "1992.01.??"},
    {"Date": "1992.01.02"},
    {"Date": "1992.01.02", "Event": "A", "Site": "A"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "?"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "-"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "2"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "3"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "3.1"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "10", "White": "B"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "10", "White": "a"},
    {"Date": "1992.01.02", "Event": "A", "Site": "B", "Round": "10", "White": "a", "Black": "B"},
    {"Date": "1992.01.02", "Event": "a"},
    {"Date": "1992.10.02", "Result": "*"},
    {"Date": "1992.10.02", "Result": "0-1"},
    {"Date": "1992.10.02", "Result": "1-0"},
    {"Date": "1992.10.02", "Result": "1/2-1/2"},
)


def records() -> list[Record]:
    return [Maker(**tags).record() for tags in ORDERED]


def order_of(games: list[Record]) -> list[Record]:
    return [games[index] for index in collate(MemoryCollection("pgn", games))]


def test_the_eight_keys() -> None:
    wanted = records()
    for seed in range(20):
        games = list(wanted)
        random.Random(seed).shuffle(games)
        assert order_of(games) == wanted


def test_the_movetext_comes_last_and_equal_games_keep_their_order() -> None:
    texts = ("a3", "e4", "e4 e5", "Nf3", "e4", "a3 a6")
    games = []
    for text in texts:
        maker = Maker()
        maker.play(text)
        games.append(maker.record())
    order = collate(MemoryCollection("pgn", games))
    assert [texts[index] for index in order] == ["Nf3", "a3", "a3 a6", "e4", "e4", "e4 e5"]
    assert order.index(1) < order.index(4)


def test_keys_of_odd_values() -> None:
    assert date_key("1992.1?.x") == (1992, 10, 0)
    assert date_key("") == (0, 0, 0)
    assert date_key("9" * 5000) == (0, 0, 0)
    keys = [round_key(value) for value in ("?", "-", "0", "3", "3.1", "3.10", "4", "Final", "x")]
    assert keys == sorted(keys)
    assert round_key("") == round_key("?")


def test_a_file_in_the_collating_sequence() -> None:
    games = [
        b'[Date "1992.01.02"]\n[Result "*"]\n\n1. e4 *\n\n',
        b'[Date "1992.01.02"]\n[Result "*"]\n\n1. d4 *\n\n',
        b'[Date "1895.??.??"]\n\n1. e4 1-0\n\n',
        b'[Date "1895.??.??"]\n\n1. e4 0-1\n\n',
    ]
    data = b"".join(games)
    collection = FORMAT.read(BytesSource(data), DEFAULT)
    order = FORMAT.collate(collection)
    assert order == [3, 2, 1, 0]
    ordered = OrderedCollection(collection, order)
    spans = [ordered.span(index) for index in range(len(ordered))]
    assert [data[one.start : one.end] for one in spans if one is not None] == games[::-1]
    assert ordered.values("Date", 1, 3) == ["1895.??.??", "1992.01.02"]
    assert ordered.headers(3) == collection.headers(0)
    assert ordered.record(0).headers == collection.record(3).headers
    assert list(ordered.indexing()) == []
    assert ordered.format == "pgn"
    assert ordered.source is collection.source


def test_runs_of_records_that_a_writer_copies_at_once() -> None:
    class Kept(MemoryCollection):
        def unedited_run(self, index: int) -> int:
            return len(self) - index if index else 0

    kept = Kept("pgn", records()[:4])
    ordered = OrderedCollection(kept, [1, 2, 3, 0])
    assert [ordered.unedited_run(index) for index in range(4)] == [3, 2, 1, 0]
    ordered = OrderedCollection(kept, [3, 1, 2, 0])
    assert [ordered.unedited_run(index) for index in range(4)] == [1, 2, 1, 0]
