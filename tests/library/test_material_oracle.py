"""The material that a library finds equals what counting the pieces of every node finds.

QIPU_ORACLE_GAMES=2000 takes 2,000 records of each game in place of 60.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import brute
import duckdb
import generated
import numpy as np
import pytest

from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.capabilities import counts_of
from viewer.library import Library, Query, of_folders
from viewer.library.ask.conditions import nodes_of
from viewer.library.ask.matches import matches_of
from viewer.library.material import material_from, material_text
from viewer.library.pages import Pages, pages_of
from viewer.library.query import CountWanted, MaterialWanted, MaterialWay
from viewer.library.store import Store
from viewer.tree.action import Setup

_GROUP = 2048  # rows, the least that there can be
COUNT = int(os.environ.get("QIPU_ORACLE_GAMES", "60"))  # records of each game
SETS = {
    "chess": ("QRBNPP", "RPP", "BNP", "BPP", "QP", "RB", ""),
    "xiangqi": ("RCNPPAABB", "RPAB", "RC", "NPAABB", "AABB", "CPP", ""),
    "shogi": ("RBGSNLPP", "RGG", "BSS", "RB", "GSNLP", ""),
}
Pieces = list[tuple[str, str]]  # square and kind, in hand too
Found = dict[tuple[str, int], set[int]]


def _setup(id: str, chance: random.Random) -> Setup | None:
    """A position of few pieces, anywhere; None for the usual start."""
    if chance.random() < 0.2:
        return None
    columns, rows = {"chess": (8, 8), "xiangqi": (9, 10), "shogi": (9, 9)}[id]
    game: Any = game_of(id)
    for _ in range(100):
        board = [["" for _ in range(columns)] for _ in range(rows)]
        places = [(y, x) for y in range(rows) for x in range(columns)]
        chance.shuffle(places)
        for side in (str.upper, str.lower):
            for letter in f"K{chance.choice(SETS[id])}":
                y, x = places.pop()
                board[y][x] = side(letter)
        text = "/".join(_row(row) for row in board)
        tail = {"chess": "w - - 0 1", "xiangqi": "w - - 0 1", "shogi": "b Pp 1"}[id]
        setup: Setup = game.parse_setup(f"{text} {tail}")
        state = game.start(setup)
        if list(game.legal_moves(state)):
            return setup
    return None


def _row(row: list[str]) -> str:
    text, empty = "", 0
    for one in [*row, "end"]:
        if one and empty:
            text += str(empty)
        if one:
            empty = 0
            text += one if one != "end" else ""
        else:
            empty += 1
    return text


class Shelf:
    """A library of generated records, and every node of them."""

    def __init__(self, top: Path) -> None:
        for id in SETS:
            records = []
            for seed in range(COUNT):
                chance = random.Random(f"{id} {seed}")
                setup = _setup(id, chance)
                records.append(generated.record_of(id, seed, 24, setup=setup))
            form = generated.FORMAT_OF[id]
            output = FORMATS[form].load().write(MemoryCollection(form, records))
            data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
            (top / f"{id}.{form}").write_bytes(data)
        self.library: Library = of_folders([top], folder=str(top / "home"))
        self.library.build()
        self.nodes = [at for id in SETS for at in brute.nodes_of(top / f"{id}.pgn")]

    def of(self, id: str) -> list[brute.At]:
        return [at for at in self.nodes if at.state[0].id == id]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("material"))


def _pieces(at: brute.At) -> Pieces:
    game, state = at.state
    held = counts_of(game, state)
    board = [(square, kind) for square, kind in game.pieces(state) if square not in held]
    hand = [("", square[0]) for square, count in held.items() for _ in range(count)]
    return board + hand


def _sides(id: str, pieces: Pieces) -> tuple[Pieces, Pieces]:
    """The pieces of the first and of the second side, by capital letters."""
    letters = {
        "horse": "H" if id == "xiangqi" else "",
        **{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"},
        **{"advisor": "A", "elephant": "E", "cannon": "C"},
    }
    sides: tuple[Pieces, Pieces] = [], []
    for square, kind in pieces:
        colour, dash, role = kind.partition("-")
        if dash:
            sides[colour == "black"].append((square, letters[role]))
        else:
            sides[kind.islower()].append((square, kind.upper()))
    return sides


_KNOWN: dict[tuple[Path, int, int], tuple[Pieces, Pieces]] = {}


def _sides_at(at: brute.At) -> tuple[Pieces, Pieces]:
    place = at.path, at.number, at.node
    if place not in _KNOWN:
        _KNOWN[place] = _sides(at.state[0].id, _pieces(at))
    return _KNOWN[place]


def _count(side: Pieces, kinds: str) -> int:
    return sum(kind.lstrip("+") in kinds for _, kind in side)


Test = Callable[[Pieces, Pieces], bool]


def _exactly(one: str, other: str, roles: str) -> Test:
    """Exactly these pieces of roles."""
    return lambda mine, theirs: all(
        _count(side, role) == wanted.count(role)
        for side, wanted in ((mine, one), (theirs, other))
        for role in roles
    )


def _least(one: str, other: str) -> Test:
    return lambda mine, theirs: all(
        _count(side, role) >= wanted.count(role)
        for side, wanted in ((mine, one), (theirs, other))
        for role in wanted
    )


def _opposite(mine: Pieces, theirs: Pieces) -> bool:
    shades = [
        [(ord(square[0]) + int(square[1])) % 2 for square, kind in side if kind == "B"]
        for side in (mine, theirs)
    ]
    return len(shades[0]) == len(shades[1]) == 1 and shades[0] != shades[1]


def _expected(
    nodes: list[brute.At], test: Test, main: bool, lasting: int = 1, sided: bool = False
) -> Found:
    """The nodes that pass a test, whichever side is which."""
    found: Found = defaultdict(set)
    known = [(at, _sides_at(at)) for at in nodes if at.main or not main]
    for turned in (False,) if sided else (False, True):
        stretch: list[brute.At] = []
        for at, (first, second) in [*known, (None, ([], []))]:
            fits = at is not None and (test(second, first) if turned else test(first, second))
            goes_on = (
                at is not None
                and stretch
                and (at.path, at.number) == (stretch[-1].path, stretch[-1].number)
            )
            if lasting > 1 and not (fits and goes_on):
                if len(stretch) >= lasting:
                    for one in stretch:
                        found[str(one.path), one.number].add(one.node)
                stretch = []
            if fits and at is not None:
                if lasting > 1:
                    stretch.append(at)
                else:
                    found[str(at.path), at.number].add(at.node)
    return dict(found)


CASES: list[tuple[str, str, Test]] = [
    ("chess", "RPP v RPP", _exactly("RPP", "RPP", "QRBNP")),
    ("chess", "R+2P v B+N+P", _exactly("RPP", "BNP", "QRBNP")),
    ("chess", "Dame, Bauer gegen Turm und Läufer", _exactly("QP", "RB", "QRBNP")),
    ("chess", "opposite bishops", _opposite),
    ("chess", "queenless", _exactly("", "", "Q")),
    (
        "chess",
        "opposite bishops queenless",
        lambda a, b: _opposite(a, b) and not _count(a + b, "Q"),
    ),
    (
        "chess",
        "minor v minor",
        lambda a, b: _exactly("", "", "QRP")(a, b) and _count(a, "BN") == _count(b, "BN") == 1,
    ),
    ("chess", "rook ending", _exactly("R", "R", "QRBN")),
    (
        "xiangqi",
        "车兵对士象全",
        lambda a, b: _exactly("RP", "", "RHCP")(a, b) and _count(b, "A") == _count(b, "E") == 2,
    ),
    ("xiangqi", "车炮", lambda a, b: _exactly("RC", "", "RHCP")(a, [])),
    ("xiangqi", "马兵对炮双兵", _exactly("HP", "CPP", "RHCP")),
    ("shogi", "飛車角", _least("RB", "")),
    (
        "shogi",
        "角 対 飛",
        lambda a, b: _least("B", "R")(a, b) and not _count(a, "R") and not _count(b, "B"),
    ),
    ("shogi", "二枚飛", _least("RR", "")),
    (
        "shogi",
        "金金 対 銀銀",
        lambda a, b: _least("GG", "SS")(a, b) and not _count(a, "S") and not _count(b, "G"),
    ),
    ("shogi", "双玉", lambda a, b: _count(a, "K") > 0 < _count(b, "K")),
]


def _with_entered(which: tuple[bool, bool]) -> Callable[[brute.At], bool]:
    def entered(at: brute.At) -> bool:
        kings = {kind: square for square, kind in _pieces(at) if kind in "Kk"}
        inside = kings.get("K", "--")[1:2] in [*"abc"], kings.get("k", "--")[1:2] in [*"ghi"]
        return all(inside) if all(which) else any(inside)

    return entered


def _ways(shelf: Shelf, query: Query) -> Iterator[Found]:
    """What is found by pages of tables, and by SQL."""
    found = shelf.library.search(query, 100_000)
    yield {(hit.path, hit.number): set(hit.nodes) for hit in found.hits}
    store = shelf.library.store
    (nodes,) = nodes_of(query, store)
    hits: Mapping[int, tuple[str, int]] = {
        hit.record: (hit.path, hit.number)
        for hit in shelf.library.search(Query(game=query.material.game), 100_000).hits  # type: ignore[union-attr]  # it asks for material
    }
    by_sql: Found = defaultdict(set)
    for record, node, _ in store.rows(nodes.sql, nodes.values):
        by_sql[hits[record]].add(node)
    yield dict(by_sql)


@pytest.mark.parametrize(("id", "text", "test"), CASES, ids=[text for _, text, _ in CASES])
def test_words_find_what_counting_finds(shelf: Shelf, id: str, text: str, test: Test) -> None:
    nodes = shelf.of(id)
    some = 0
    for main, lasting, sided in (
        *((False, 1, False), (True, 1, True), (False, 2, False), (False, 3, True)),
        (True, 6, False),
    ):
        wanted = material_from(
            nodes[0].state[0], nodes[0].state[1], text, sided=sided, lasting=lasting
        )
        expected = _expected(nodes, test, main or lasting > 1, lasting, sided)
        for found in _ways(shelf, Query(material=wanted, main_lines=main)):
            assert found == expected, (main, lasting, sided)
        some += len(expected)
    assert some, "nothing to be found proves nothing"


@pytest.mark.parametrize(("text", "which"), [("入玉", (True, False)), ("相入玉", (True, True))])
def test_kings_that_entered(shelf: Shelf, text: str, which: tuple[bool, bool]) -> None:
    nodes = shelf.of("shogi")
    expected: Found = defaultdict(set)
    for at in filter(_with_entered(which), nodes):
        expected[str(at.path), at.number].add(at.node)
    for found in _ways(
        shelf, Query(material=material_from(nodes[0].state[0], nodes[0].state[1], text))
    ):
        assert found == expected != {}


@pytest.mark.parametrize("id", list(SETS))
def test_the_material_of_a_position_is_found(shelf: Shelf, id: str) -> None:
    """Of either colour, exactly and at least, however long it stands."""
    nodes = shelf.of(id)
    roles = {"chess": "QRBNP", "xiangqi": "RHCPAE", "shogi": "RBGSNLP"}[id]
    chance = random.Random(9)
    for at in chance.sample(nodes, 12 if COUNT < 500 else 4):
        sides = _sides(id, _pieces(at))
        one, other = ("".join(kind.lstrip("+") for _, kind in side) for side in sides)
        game, state = at.state
        text = material_text(game, state)
        for at_least, lasting in ((False, 1), (True, 1), (False, 4), (True, 9)):
            wanted = material_from(game, state, text, at_least, lasting=lasting)
            one, other = (one.replace("K", ""), other.replace("K", ""))
            test = _least(one, other) if at_least else _exactly(one, other, roles)
            expected = _expected(nodes, test, lasting > 1, lasting)
            for found in _ways(shelf, Query(material=wanted)):
                assert found == expected, (text, at_least, lasting)


class _Stored:
    """A table of boards in groups of rows."""

    def __init__(self, pages: Sequence[Pages]) -> None:
        self._pages = pages

    def pages(self, *_: object) -> Sequence[Pages]:
        return self._pages

    def source(self, *_: object) -> str:
        return "never asked"

    def go_on(self) -> None:
        pass

    def alive(self, records: Any) -> Any:
        return np.ones(len(records), bool)


def test_what_lasts_goes_over_groups_of_rows(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    lengths = [*chance.integers(1, 300, 60), 3 * _GROUP, 5, 2 * _GROUP]
    record = np.repeat(np.arange(len(lengths)), lengths)
    changed = np.cumsum(chance.random(len(record)) < 0.02)
    count = chance.integers(0, 3, changed[-1] + 1)[changed]
    count[record >= 60] = 1  # stands in all of several groups
    rows = {"record": record, "node": np.arange(len(record)), "ply": np.arange(len(record))}
    rows["n1"] = count
    connection = duckdb.connect()
    connection.register("made", {name: one.astype(np.int64) for name, one in rows.items()})
    path = str(tmp_path / "boards.parquet")
    connection.execute(
        f"COPY (SELECT * FROM made) TO '{path}'"
        f" (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_GROUP})"
    )
    pages = pages_of(connection, [path], list(rows))
    assert len(pages[0].rows) > 6
    ways = tuple(MaterialWay((CountWanted((1,), number, number),)) for number in (1, 2))
    for lasting in (2, 40, 290, 3 * _GROUP):
        wanted = MaterialWanted("chess", "8x8", ways, lasting)
        (found,) = matches_of(Query(material=wanted), cast(Store, _Stored(pages)))
        expected = set()
        for number in (1, 2):
            for key, some in groupby(range(len(record)), lambda at: (record[at], count[at])):
                stretch = list(some)
                if key[1] == number and len(stretch) >= lasting:
                    expected.update(stretch)
        _, nodes, _ = found.places(np.arange(len(lengths)))
        assert set(nodes.tolist()) == expected != set()
        assert found.records.tolist() == sorted({record[at] for at in expected})
