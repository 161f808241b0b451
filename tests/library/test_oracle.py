"""What a library finds equals what looking at every node of every record finds.

QIPU_ORACLE_GAMES=2000 takes 2,000 records of each game in place of 45: some minutes, 2 GB.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brute
import generated
import pytest

from viewer.base.folding import folded, is_pinyin
from viewer.formats import FORMATS
from viewer.library import Library, Query, of_folders
from viewer.library.ask.duplicates import SAME
from viewer.library.ask.explorer import EVERY, Explored, NextMove
from viewer.library.material import material_from
from viewer.library.places import reading_nodes
from viewer.library.query import chart_at, position_wanted
from viewer.library.regions import (
    as_it_is,
    continued_from,
    pattern_wanted,
    region_wanted,
    structure_at,
)
from viewer.library.typed import moves_anywhere, squares_from

GAMES = tuple(generated.FORMAT_OF)
COUNT = int(os.environ.get("QIPU_ORACLE_GAMES", "45"))  # records of each game
FIRST = COUNT * 2 // 3  # of these in the first file
_FIRST = {
    "chess": "White",
    "xiangqi": "Red",
    "shogi": "Sente",
    "go": "PB",
    "hex": "PB",
    "twixt": "PW",
}
"""Headers of the first side's player."""
_SCORED = ("chess", "xiangqi", "shogi", "go")  # whose results `brute.score_of` knows


def _files(top: Path) -> list[Path]:
    return sorted(path for path in top.rglob("*") if path.is_file())


class Shelf:
    """A folder of generated records, its library, and every node of it for comparing."""

    def __init__(self, top: Path) -> None:
        self.top = top / "records"
        self._known: dict[Path, tuple[bytes, list[brute.At]]] = {}
        for game in GAMES:
            self.write(game, "a", range(FIRST))
            self.write(game, "b", range(FIRST, COUNT))
            ways = brute.ways(game, turned=True, exchanged=True)
            path = self.top / game / f"images.{generated.FORMAT_OF[game]}"
            generated.write_images(path, game, range(48), ways)
        self.library: Library = of_folders([self.top], folder=str(top / "home"))
        self.update()

    def write(self, game: str, name: str, seeds: range) -> None:
        generated.write(self.top / game / f"{name}.{generated.FORMAT_OF[game]}", game, seeds)

    def with_name(self, name: str) -> set[tuple[str, int]]:
        """The records of a player."""
        return {record for record, said in self.headers.items() if name in said.values()}

    def since(self, game: str, name: str, year: int) -> set[tuple[str, int]]:
        """The records of a game from a year on in which a player has the first side."""
        return {
            record
            for record, said in self.headers.items()
            if said.get(_FIRST[game]) == name
            and said.get("Event", said.get("EV", "")) >= f"Open {year}"
        }

    def update(self) -> None:
        self.library.build()
        self.headers = brute.headers_of(_files(self.top))
        for path in _files(self.top):
            data = path.read_bytes()
            if self._known.get(path, (b"",))[0] != data:
                self._known[path] = data, list(brute.nodes_of(path))
        self.nodes = [at for path in _files(self.top) for at in self._known[path][1]]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf"))


def _compare(shelf: Shelf, seed: int) -> None:
    chance = random.Random(seed)
    for game in GAMES:
        mine = [at for at in shelf.nodes if at.state[0].id == game]
        for at in chance.sample(mine, 6):
            for either, turned, exchanged, main in (
                (False, False, False, False),
                (True, False, False, True),
                (False, True, False, False),
                (True, True, True, False),
                (False, False, True, False),
            ):
                wanted = position_wanted(*at.state, either, turned, exchanged)
                found = shelf.library.search(Query(position=wanted, main_lines=main), 10_000)
                hits = {(hit.path, hit.number): set(hit.nodes) for hit in found.hits}
                expected = brute.matching(mine, *at.state, either, turned, exchanged, main)
                assert hits == expected, (game, at.node, either, turned, exchanged, main)
                assert found.total == len(expected)


def _compare_moves(shelf: Shelf, seed: int) -> None:
    """The next moves in all games, in those that have another position somewhere, in those of a player."""
    chance = random.Random(seed)
    for game in GAMES:
        mine = [at for at in shelf.nodes if at.state[0].id == game and at.main]
        every = {(str(at.path), at.number) for at in mine}
        for at in [mine[0], *chance.sample(mine, 5)]:
            expected = brute.next_moves(mine, *at.state)
            other = position_wanted(*chance.choice(mine).state)
            states = shelf.library.search(Query(position=other, main_lines=True), 10_000)
            for among, records in (
                (EVERY, every),
                (
                    Query(position=other, main_lines=True),
                    {(hit.path, hit.number) for hit in states.hits},
                ),
                (Query(player="berg", game=game), shelf.with_name("Berg, Boris")),
                (Query(first="adler", date_from="1970"), shelf.since(game, "Ädler, Anna", 1970)),
            ):
                explored = shelf.library.explore(*at.state, among=among)
                left = {move: known & records for move, known in expected.items()}
                assert _counted(explored) == {
                    move: len(some) for move, some in left.items() if some
                }
                if among != EVERY:
                    assert explored.games == len(set[tuple[str, int]]().union(*left.values()))
                for one in explored.moves:
                    some = left[_moves_of(one)]
                    assert shelf.library.place_of(one.record) in some
                    if game in _SCORED:
                        scores = [brute.score_of(shelf.headers[record]) for record in some]
                        assert [one.won, one.drawn, one.lost] == [
                            scores.count(2 - x) for x in range(3)
                        ]


def _moves_of(one: NextMove) -> frozenset[str]:
    return frozenset(one.alike or (one.move,))


def _counted(explored: Explored) -> dict[frozenset[str], int]:
    return {_moves_of(one): one.games for one in explored.moves}


def test_positions(shelf: Shelf) -> None:
    _compare(shelf, 1)


def test_symmetries(shelf: Shelf) -> None:
    """Each position that begins a record is found from the record that it is an image of."""
    for game in GAMES:
        mine = [at for at in shelf.nodes if at.state[0].id == game]
        used: dict[str, int] = {}
        for at in [at for at in mine if at.path.stem == "images"]:
            wanted = position_wanted(*at.state, False, True, True)
            found = shelf.library.search(Query(position=wanted), 10_000)
            hits = {(hit.path, hit.number): set(hit.nodes) for hit in found.hits}
            assert hits == brute.matching(mine, *at.state, False, True, True, False), (
                game,
                at.number,
            )
            for path, _ in hits:
                used[path] = used.get(path, 0) + 1
        assert len(used) > 1, game  # images have originals


def test_next_moves(shelf: Shelf) -> None:
    _compare_moves(shelf, 2)


def test_parts_of_positions(shelf: Shelf) -> None:
    _compare_parts(shelf, 6)


def _compare_parts(shelf: Shelf, seed: int) -> None:
    chance = random.Random(seed)
    for id in GAMES:
        mine = [at for at in shelf.nodes if at.state[0].id == id]
        beside = [at for at in mine if not at.main]
        for at in (*chance.sample(mine, 3), *chance.sample(beside, 2)):
            game, state = at.state
            chart = chart_at(game, state)
            corners = chance.sample([one for one in chart.squares if one], 2)
            squares = squares_from(game, state, f"{corners[0]}:{corners[1]}")
            for turned, exchanged, main in (
                (False, False, False),
                (True, False, True),
                (True, True, False),
                (False, True, True),
            ):
                wanted = region_wanted(game, state, squares, turned, exchanged)
                query = Query(region=wanted, main_lines=main)
                found = shelf.library.search(query, 10_000)
                expected = brute.with_region(mine, game, state, squares, turned, exchanged, main)
                assert found.covers[1].text() == (
                    "main lines" if main else "main lines and variations"
                )
                assert {(hit.path, hit.number): set(hit.nodes) for hit in found.hits} == expected


def test_structures_of_pawns(shelf: Shelf) -> None:
    """Of the pawns on some squares alone, whatever else stands there."""
    mine = [at for at in shelf.nodes if at.state[0].id == "chess"]
    chance = random.Random(8)
    several = 0
    for at in chance.sample(mine, 6):
        game, state = at.state
        corner, other = chance.sample(chart_at(game, state).squares, 2)
        for part, turned, exchanged in (("a1:h8", False, False), (f"{corner}:{other}", True, True)):
            squares = squares_from(game, state, part)
            pattern = structure_at(game, state, squares)
            wanted = pattern_wanted(game, state, pattern, turned, exchanged)
            found = shelf.library.search(Query(region=wanted), 10_000)
            expected = brute.with_region(
                mine, game, state, squares, turned, exchanged, kinds=("white-pawn", "black-pawn")
            )
            assert {(hit.path, hit.number): set(hit.nodes) for hit in found.hits} == expected
            several += len(expected) > 1
    assert several > 3


def test_places_of_parts(shelf: Shelf) -> None:
    """All nodes of a file at which a part stands, in memory, for each game's symmetries."""
    chance = random.Random(9)
    for id in GAMES:
        path = shelf.top / id / f"b.{generated.FORMAT_OF[id]}"
        (nodes,) = [step.result for step in reading_nodes(str(path)) if step.result is not None]
        mine = [at for at in shelf.nodes if at.path == path]
        for at in chance.sample([one for one in mine if one.arrangement[2]], 4):
            game, state = at.state
            stones = [square for square, _ in at.arrangement[2]]
            other = chance.choice([one for one in chart_at(game, state).squares if one])
            squares = squares_from(game, state, f"{chance.choice(stones)}:{other}")
            for turned, exchanged in ((False, False), (True, False), (False, True), (True, True)):
                pattern = as_it_is(game, state, squares)
                wanted = continued_from(game, state, pattern, turned, exchanged)
                expected = brute.with_region(mine, game, state, squares, turned, exchanged)
                found: dict[tuple[str, int], set[int]] = {}
                for place in nodes.places(str(path), wanted):
                    found.setdefault((place.path, place.number), set()).add(place.node)
                assert found == expected, (id, turned, exchanged)


def test_material_in_words_is_that_of_either_colour(shelf: Shelf) -> None:
    for game, text in (
        ("chess", "QRRBBNNPPPPPPPP v QRRBBNNPPPPPPP"),
        ("xiangqi", "双车双马双炮五兵士象全对双车双马双炮四兵士象全"),
    ):
        mine = [at for at in shelf.nodes if at.state[0].id == game]
        wanted = material_from(mine[0].state[0], mine[0].state[1], text)
        found = shelf.library.search(Query(material=wanted, main_lines=True), 10_000)
        hits = {(hit.path, hit.number): set(hit.nodes) for hit in found.hits}
        expected: dict[tuple[str, int], set[int]] = {}
        for at in mine:
            kinds = [kind for _, kind in at.state[0].pieces(at.state[1])]
            pawns = sorted(
                sum(kind == f"{side.id}-pawn" for kind in kinds) for side in at.state[0].sides
            )
            full = 5 if game == "xiangqi" else 8
            if at.main and pawns == [full - 1, full] and len(kinds) == 31:
                expected.setdefault((str(at.path), at.number), set()).add(at.node)
        assert hits == expected
        assert expected, "nothing to be found proves nothing"


def test_material(shelf: Shelf) -> None:
    for id, kind in (
        ("chess", "white-pawn"),
        ("shogi", "P"),
        ("xiangqi", "black-horse"),
        ("go", "black"),
    ):
        mine = [at for at in shelf.nodes if at.state[0].id == id]
        game, state = mine[0].state
        for least, most, main in ((0, 2, False), (7, 8, True), (1, 1, False)):
            wanted = material_from(game, state, f"{kind}={least}-{most}")
            found = shelf.library.search(Query(material=wanted, main_lines=main), 10_000)
            expected = brute.with_pieces(mine, game, kind, least, most, main)
            assert {(hit.path, hit.number): set(hit.nodes) for hit in found.hits} == expected


def test_duplicates(tmp_path: Path) -> None:
    for game in GAMES:
        for name, seeds in (("a", range(FIRST)), ("b", range(FIRST // 2, COUNT // 2))):
            generated.write(
                tmp_path / "r" / game / f"{name}.{generated.FORMAT_OF[game]}", game, seeds
            )
    library = of_folders([tmp_path / "r"], folder=str(tmp_path / "home"))
    library.build()
    lines: dict[tuple[str, int], list[str]] = {}
    for path in _files(tmp_path / "r"):
        for at in brute.nodes_of(path):
            if at.main:
                line = lines.setdefault((str(at.path), at.number), [at.state[0].id])
                line.append(at.move or "")
    alike: dict[tuple[str, ...], set[tuple[str, int]]] = {}
    for record, moves in lines.items():
        alike.setdefault(tuple(moves), set()).add(record)
    expected = {frozenset(one) for one in alike.values() if len(one) > 1}
    found = library.duplicates(1, 10_000)
    groups = [group for group in found.groups if group.kind == SAME]
    assert {frozenset((hit.path, hit.number) for hit in group.hits) for group in groups} == expected
    assert len(expected) >= 18


def test_updates(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for game in GAMES:
        shelf.write(game, "b", range(FIRST + 5, COUNT + 5))  # changed
        shelf.write(game, "c", range(COUNT + 55, COUNT + 65))  # new
    shutil.rmtree(shelf.top / "hex")  # gone
    shelf.write("hex", "d", range(7))
    shelf.update()
    _compare(shelf, 3)
    _compare_moves(shelf, 4)
    again: Any = shelf.library.build()
    assert (again.read, again.gone) == (0, 0)
    for name in "efghijklm":  # many small updates end in one segment again
        shelf.write("go", name, range(3))
        shelf.library.build(variations=False)
    shelf.update()
    assert len(shelf.library.store.manifest.segments) < 9
    _compare(shelf, 5)
    _compare_parts(shelf, 7)
    shelf.library.close()


def test_headers(shelf: Shelf) -> None:
    paths = _files(shelf.top)

    def values(record: Any) -> list[str]:
        return [header.value for header in record.headers]

    def hits(query: Query) -> set[tuple[str, int]]:
        return {(hit.path, hit.number) for hit in shelf.library.search(query, 10_000).hits}

    anna = brute.records(paths, lambda record: "Ädler, Anna" in values(record))
    assert hits(Query(player="adler anna")) == anna != set()
    assert hits(Query(words="吕钦")) == brute.records(
        paths, lambda record: "吕钦" in values(record)
    )
    assert hits(Query(words="銀川")) == brute.records(
        paths, lambda record: "許銀川" in values(record)
    )
    assert hits(Query(words="drop table")) == brute.records(
        paths, lambda record: any("DROP" in value for value in values(record))
    )
    assert hits(Query(player="berg", opponent="adler")) == brute.records(
        paths, lambda record: {"Ädler, Anna", "Berg, Boris"} <= set(values(record))
    )
    assert hits(Query(date_from="1960", date_to="1969-12")) == brute.records(
        paths, lambda record: any(value.startswith("Open 196") for value in values(record))
    )
    assert hits(Query(comment="über")) == brute.records(
        paths, lambda record: any("Über" in node.comment for node in record.walk())
    )
    assert hits(Query(has=frozenset({"variations"}))) == brute.records(
        paths, lambda record: any(len(node.children) > 1 for node in record.walk())
    )
    assert hits(Query(game="chess", result="draw")) == brute.records(
        paths, lambda record: record.game == "chess" and "1/2-1/2" in values(record)
    )
    assert hits(Query(folder=str(shelf.top / "go"))) == brute.records(
        paths, lambda record: record.game == "go"
    )


def test_any_text_of_headers(shelf: Shelf) -> None:
    """A text is found in whatever header has it, whether a column of its own has what it says or not."""
    chance = random.Random(11)
    for game in GAMES:
        starts = {
            f.key for f in FORMATS[generated.FORMAT_OF[game]].load().fields_of(game) if f.start
        }
        said = {
            record: [folded(value) for key, value in headers.items() if key not in starts]
            for record, headers in shelf.headers.items()
            if f"{os.sep}{game}{os.sep}" in record[0]
        }
        texts = sorted({text for some in said.values() for text in some if not is_pinyin(text)})
        for text in chance.sample(texts, min(40, len(texts))):
            if not text or '"' in text:
                continue
            query = Query(words=f'"{text}"', game=game)
            hits = {(hit.path, hit.number): hit for hit in shelf.library.search(query, 10_000).hits}
            expected = {record for record, some in said.items() if any(text in x for x in some)}
            named = {at for at, hit in hits.items() if text in folded(str(hit.values["opening"]))}
            assert expected <= hits.keys(), (game, text)
            assert hits.keys() <= expected | named, (game, text)


def _conditions(
    name: str, other: str, year: int, rating: int
) -> list[tuple[dict[str, Any], Callable[[brute.Head], bool]]]:
    """What queries ask of headers, and what it means."""
    return [
        ({"player": name.casefold()}, lambda one: name in one.names),
        ({"player": name, "side": "first"}, lambda one: one.names[0] == name),
        ({"player": name, "side": "second"}, lambda one: one.names[1] == name),
        ({"player": name, "opponent": other}, lambda one: {*one.names} == {name, other}),
        ({"player": name, "result": "player"}, lambda one: one.won_by(name)),
        ({"second": other}, lambda one: one.names[1] == other),
        ({"result": "draw"}, lambda one: one.score == 1),
        ({"result": "second"}, lambda one: one.score == 0),
        ({"date_from": str(year)}, lambda one: one.year >= year),
        ({"date_to": f"{year}-12"}, lambda one: one.year <= year),
        ({"event": f"open {str(year)[:3]}"}, lambda one: one.year // 10 == year // 10),
        ({"rating_from": rating}, lambda one: one.rating is not None and one.rating >= rating),
        ({"rating_to": rating}, lambda one: one.rating is not None and one.rating <= rating),
    ]


def test_conditions_of_headers_together(shelf: Shelf) -> None:
    """Player, colour, opponent, result, event, years and ratings, some of them at once."""
    chance = random.Random(10)
    found_some = 0
    for _ in range(100):
        game = chance.choice(_SCORED)
        name, other = chance.sample(("Ädler, Anna", "Berg, Boris", "Costa, C."), 2)
        known = _conditions(name, other, chance.randrange(1950, 2005), chance.randrange(1900, 2300))
        asked: dict[str, Any] = {"game": game}
        tests = []
        for values, test in chance.sample(known, chance.randint(1, 4)):
            if not asked.keys() & values.keys():
                asked |= values
                tests.append(test)
        expected = {
            record
            for record, said in shelf.headers.items()
            if _FIRST[game] in said
            and all(test(brute.head_of(game, said)) for test in tests)
            and str(shelf.top / game) in record[0]
        }
        found = shelf.library.search(Query(**asked), 10_000)
        assert {(hit.path, hit.number) for hit in found.hits} == expected, asked
        found_some += bool(expected)
    assert found_some > 40


def test_hits_are_sorted_and_come_in_pages(shelf: Shelf) -> None:
    query = Query(game="chess", has=frozenset({"variations"}))
    whole = shelf.library.search(query, 10_000, order="day", descending=True)
    dates = [str(hit.values["date"]) for hit in whole.hits]
    assert dates == sorted(dates, reverse=True)
    assert len(set(dates)) > 5
    pages = [
        shelf.library.search(query, 7, skip, "day", True) for skip in range(0, whole.total + 7, 7)
    ]
    assert [hit for page in pages for hit in page.hits] == whole.hits
    assert {page.total for page in pages} == {whole.total}


def test_moves(shelf: Shelf) -> None:
    for game in GAMES:
        at = next(at for at in shelf.nodes if at.state[0].id == game)
        expected = {(str(at.path), at.number) for at in shelf.nodes if at.state[0].id == game}
        assert at.move is not None
        found = shelf.library.search(Query(game=game, moves=(at.move,)), 10_000)
        starts = [one for one in shelf.nodes if one.state[0].id == game and one.state[1].ply == 0]
        expected = {(str(one.path), one.number) for one in starts if one.move == at.move}
        assert {(hit.path, hit.number) for hit in found.hits} == expected


def test_hits_of_first_moves_stand_after_them(shelf: Shelf) -> None:
    """Where a record repeats the position, at its first place in the line."""
    chance = random.Random(5)
    stood = 0
    for id in GAMES:
        lines: dict[tuple[str, int], list[brute.At]] = {}
        for at in shelf.nodes:
            if at.main and at.state[0].id == id:
                lines.setdefault((str(at.path), at.number), []).append(at)
        for line in chance.sample([*lines.values()], 8):
            count = min(3, len(line) - 1)
            moves = tuple(str(at.move) for at in line[:count])
            reached = position_wanted(*line[count].state)
            found = shelf.library.search(Query(game=id, moves=moves, reached=reached), 10_000)
            for hit in found.hits:
                after = [
                    at.node
                    for at in lines[hit.path, hit.number]
                    if (at.arrangement, at.side) == (line[count].arrangement, line[count].side)
                ]
                assert hit.node == (after[0] if after else None)
                assert hit.nodes == tuple(after)
                stood += len(after)
    assert stood > 20


def test_moves_anywhere(shelf: Shelf) -> None:
    """Moves that follow each other in main lines, in neutral notation."""
    chance = random.Random(8)
    for id in GAMES:
        lines: dict[tuple[str, int], list[str]] = {}
        for at in shelf.nodes:
            if at.main and at.move and at.state[0].id == id:
                lines.setdefault((str(at.path), at.number), []).append(at.move)
        game = next(at.state[0] for at in shelf.nodes if at.state[0].id == id)
        for line in chance.sample([line for line in lines.values() if len(line) > 6], 5):
            begin = chance.randrange(1, 5)
            wanted = line[begin : begin + 2]
            expected = {
                record
                for record, moves in lines.items()
                if any(moves[at : at + 2] == wanted for at in range(len(moves)))
            }
            if not any(" " in move for move in wanted):  # go's have a colour
                start = next(at.state[1] for at in shelf.nodes if at.state[0].id == id)
                assert moves_anywhere(game, start, " ".join(wanted)) == tuple(wanted)
            found = shelf.library.search(Query(game=id, moves=tuple(wanted), anywhere=True), 10_000)
            assert {(hit.path, hit.number) for hit in found.hits} == expected, wanted
            for hit in found.hits:  # each stands behind the moves, where they come first
                moves = lines[hit.path, hit.number]
                after = next(at for at in range(len(moves)) if moves[at : at + 2] == wanted) + 2
                (here,) = (
                    at
                    for at in shelf.nodes
                    if (str(at.path), at.number, at.node) == (hit.path, hit.number, hit.node)
                )
                assert (here.main, here.state[1].ply) == (True, after)


def test_parts_of_wide_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of 40 points takes more than 64 bits."""
    monkeypatch.setitem(generated.START_OF, "go", "40x4")
    generated.write(tmp_path / "r" / "wide.sgf", "go", range(20))
    library = of_folders([tmp_path / "r"], folder=str(tmp_path / "home"))
    library.build()
    nodes = list(brute.nodes_of(tmp_path / "r" / "wide.sgf"))
    chance = random.Random(9)
    found_somewhere = 0
    for at in chance.sample(nodes, 12):
        game, state = at.state
        chart = chart_at(game, state)
        stones = [square for square, _ in game.pieces(state)] or [chart.squares[0]]
        squares = squares_from(
            game, state, f"{chance.choice(stones)}:{chance.choice(chart.squares)}"
        )
        for turned, exchanged in ((False, False), (True, False)):
            wanted = region_wanted(game, state, squares, turned, exchanged)
            found = library.search(Query(region=wanted), 10_000)
            expected = brute.with_region(nodes, game, state, squares, turned, exchanged)
            assert {(hit.path, hit.number): set(hit.nodes) for hit in found.hits} == expected
            found_somewhere += len(expected)
    assert found_somewhere > 24
    library.close()
