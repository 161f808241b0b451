"""The nodes at which a part of a board stands, in memory and in libraries, are those that a scan finds."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from viewer.formats.detect import load_file
from viewer.games import game_of
from viewer.library import of_folders
from viewer.library.exploring import LibraryExplorer
from viewer.library.failures import LibraryFailed
from viewer.library.making.columns import main_line, variations
from viewer.library.places import Nodes, reading_nodes
from viewer.library.query import symmetries_of
from viewer.library.regions import as_it_is, continued_from, structure_at
from viewer.library.typed import part_text, squares_from
from viewer.tree.action import Move

LETTERS = "abcdefghijklmnopqrs"
COUNT = int(os.environ.get("QIPU_PLACES_NODES", "4000"))
CORNER = ["qd", "oc", "od", "nc", "pc", "rd", "qf"]


def turned(square: str, way: int) -> str:
    x, y = (LETTERS.index(one) for one in square)
    x, y = (y, x) if way & 1 else (x, y)
    x, y = 18 - x if way & 2 else x, 18 - y if way & 4 else y
    return LETTERS[x] + LETTERS[y]


def write_tree(path: Path, nodes: int) -> None:
    """A record of variations: corners from all sides in both colours, then any points."""
    chance = random.Random(37)
    points = [one + other for one in LETTERS for other in LETTERS]
    parts, done = [], 0
    while done < nodes:
        way = chance.randrange(8)
        moves = [turned(one, way) for one in CORNER[: chance.randrange(2, len(CORNER))]]
        moves = list(dict.fromkeys(moves + chance.sample(points, 30)))
        first = "BW" if chance.random() < 0.5 else "WB"
        line = "".join(
            f";{first[at % 2]}[{one}]" + (f"C[note {done + at}]" if at % 2 == 0 else "")
            for at, one in enumerate(moves)
        )
        parts.append(f"({line})")
        done += len(moves)
    path.write_text(f"(;GM[1]SZ[19]{''.join(parts)})")


def scan(path: Path, pattern: dict[str, frozenset[int]]) -> set[tuple[int, int]]:
    """Record and node of all positions that have the part in some arrangement, looked at one by one."""
    collection = load_file(str(path))
    found = set()
    for number in range(len(collection)):
        record = collection.record(number)
        game: Any = game_of(record.game)
        for place in [*main_line(game, record)[0], *variations(game, record)]:
            chart, cells = game.chart(place.state), game.cells(place.state)
            at = [(chart.squares.index(square), values) for square, values in pattern.items()]
            images = (chart.image(cells, one) for one in symmetries_of(chart, True, True))
            if any(all(image[cell] in values for cell, values in at) for image in images):
                found.add((number, place.node))
    return found


def nodes_of(path: Path) -> Nodes:
    (found,) = [step.result for step in reading_nodes(str(path)) if step.result is not None]
    return found


def test_a_tree_is_looked_through_as_by_a_scan(tmp_path: Path) -> None:
    path = tmp_path / "records" / "tree.sgf"
    path.parent.mkdir()
    write_tree(path, COUNT)
    game: Any = game_of("go")
    nodes = nodes_of(path)
    library = of_folders([path.parent], folder=str(tmp_path / "home"))
    library.build()
    explorer = LibraryExplorer(str(tmp_path / "home"))
    for moves, part in (
        ("B qd", "T19:N13"),
        ("B qd W oc B od", "T19:L11"),
        ("B qd W oc", "T19:T13"),
    ):
        state = game.start(game.parse_setup(f"19 {moves}"))
        pattern = as_it_is(game, state, squares_from(game, state, part))
        try:
            wanted = continued_from(game, state, pattern, True, True)
        except LibraryFailed:
            assert part == "T19:T13"
            continue
        places = nodes.places(str(path), wanted)
        there = scan(path, pattern)
        assert len(there) > 10
        assert {(one.number, one.node) for one in places} == there
        assert any(one.text for one in places)
        assert explorer.places(wanted) == places
    explorer.close()
    library.close()


@pytest.mark.parametrize(
    ("id", "texts"),
    [
        ("go", ("A1:H8", "h8:A1", "al:hs", "a8:h1")),
        ("shogi", ("9一:5五", "９一：５五", "91:55", "9a:5e")),
        ("chess", ("a1:h4", "A1:H4")),
        ("xiangqi", ("a0:i4", "A0:I4")),
        ("hex", ("a1:g7", "A1:G7")),
        ("twixt", ("a1:g7", "A1:G7", "g7:a1")),
    ],
)
def test_parts_are_named_in_the_words_of_the_board(id: str, texts: tuple[str, ...]) -> None:
    game: Any = game_of(id)
    state = game.start(None)
    found = {squares_from(game, state, text) for text in texts}
    assert len(found) == 1
    (squares,) = found
    assert squares_from(game, state, part_text(game, state, squares)) == squares
    with pytest.raises(
        LibraryFailed, match=r"It has those from .+ to .+; a part of it is named by"
    ):
        squares_from(game, state, "z99")


def test_a_part_in_which_nothing_stands_is_refused() -> None:
    game: Any = game_of("go")
    state = game.start(game.parse_setup("19 B qd"))
    pattern = as_it_is(game, state, squares_from(game, state, "A1:G7"))
    with pytest.raises(LibraryFailed, match="Nothing stands in this part"):
        continued_from(game, state, pattern, True, True)


def test_a_structure_of_pawns_is_found_whatever_else_stands_there(tmp_path: Path) -> None:
    path = tmp_path / "records" / "games.pgn"
    path.parent.mkdir()
    games = (
        "1. e4 e6 2. Nf3 d5 3. e5 c5 4. c3",
        "1. Nc3 e6 2. e4 d5 3. e5 Bb4 4. d4",
        "1. e4 e5 2. d4",
    )
    path.write_text("".join(f'[White "A"]\n[Result "1-0"]\n\n{one} 1-0\n\n' for one in games))
    library = of_folders([path.parent], folder=str(tmp_path / "home"))
    library.build()
    chess: Any = game_of("chess")
    state = chess.start(None)
    for move in ("e2e4", "e7e6", "g1f3", "d7d5", "e4e5"):
        state = chess.step(state, Move(move))
    squares = squares_from(chess, state, "a1:h8")
    for pattern, places in (
        (structure_at(chess, state, squares), 2),
        (as_it_is(chess, state, squares), 1),
    ):
        found = library.continued(continued_from(chess, state, pattern, False, False))
        assert found.places == places
    found = library.continued(continued_from(chess, state, structure_at(chess, state, squares)))
    assert {one.move for one in found.moves} == {"c7c5", "d2d4"}
    library.close()
