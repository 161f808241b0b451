"""What was played next in a part of the board equals what looking at every main line finds.

QIPU_ORACLE_GAMES=2000 takes 2,000 records of each game in place of 60.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import brute
import generated
import pytest
from test_opened import counted

from viewer.library import Query, of_folders
from viewer.library.ask.explorer import EVERY
from viewer.library.query import chart_at
from viewer.library.regions import as_it_is, continued_from
from viewer.tree.action import Move

COUNT = int(os.environ.get("QIPU_ORACLE_GAMES", "60"))
SIDES = {"go": ("B", "W"), "hex": ("1", "2"), "twixt": ("1", "2")}
"""The colours that begin the moves of stones."""


def _brute(
    nodes: list[brute.At], game: Any, state: Any, squares: set[str], turned: bool, exchanged: bool
) -> tuple[Counter[frozenset[str]], int, int]:
    """Continuations, places and how often somebody played elsewhere first."""
    lines: dict[tuple[Path, int], list[brute.At]] = {}
    for at in nodes:
        if at.main and at.state[0].id == game.id:
            lines.setdefault((at.path, at.number), []).append(at)

    def part(one: Any, way: str, exchange: bool) -> frozenset[tuple[str, str]]:
        pieces = brute.arrangement(game, one, way, exchange)[2]
        return frozenset(piece for piece in pieces if piece[0] in squares)

    here = part(state, "same", False)
    every = brute.ways(game.id, turned, exchanged)
    images = [_image(game, state, squares, here, way, exchange, every) for way, exchange in every]
    own = [one for one, image in zip(every, images, strict=True) if image == images[0]]
    found: Counter[frozenset[str]] = Counter()
    places = elsewhere = 0
    for line in lines.values():
        for number, (way, exchange) in enumerate(every):
            if images.index(images[number]) < number:
                continue  # the same squares with the same stones
            there = [part(at.state[1], way, exchange) == here for at in line]
            for at, stands in enumerate(there):
                if stands and (at == 0 or not there[at - 1]):
                    last = at
                    while last + 1 < len(there) and there[last + 1]:
                        last += 1
                    places += 1
                    elsewhere += last > at
                    move = line[last].move
                    if move is not None:
                        seen = _seen(game, state, move, way, exchange)
                        if (
                            game.touches(Move(seen))[-1:]
                            and game.touches(Move(seen))[-1] in squares
                        ):
                            found[frozenset(_seen(game, state, seen, *one) for one in own)] += 1
    return found, places, elsewhere


def _seen(game: Any, state: Any, move: str, way: str, exchange: bool) -> str:
    colour, blank, square = move.partition(" ")
    if blank:
        colours = SIDES[game.id]
        if exchange and colour in colours:
            colour = colours[1 - colours.index(colour)]
        move = f"{colour} {square}"
    return brute.move_seen(game, state, move, way)


def _image(
    game: Any, state: Any, squares: set[str], here: Any, way: str, exchange: bool, every: Any
) -> Any:
    """The squares of the board that a way takes the part from, with what must stand there."""
    inverse = next(
        other
        for other, _ in every
        if all(
            brute.move_seen(game, state, brute.move_seen(game, state, f"x {one}", way), other)
            == f"x {one}"
            for one in sorted(squares)[:3]
        )
    )
    at = {one: brute.move_seen(game, state, f"x {one}", inverse) for one in squares}
    stones = dict(here)
    if exchange:
        stones = {square: brute.exchanged(game, kind) for square, kind in stones.items()}
    return frozenset((at[one], stones.get(one, "")) for one in squares)


@pytest.mark.parametrize("id", list(generated.FORMAT_OF))
@pytest.mark.parametrize(("turned", "exchanged"), [(False, False), (True, False), (True, True)])
def test_continuations_of_a_part(id: str, turned: bool, exchanged: bool, tmp_path: Path) -> None:
    path = tmp_path / "records" / f"games.{generated.FORMAT_OF[id]}"
    path.parent.mkdir()
    generated.write(path, id, range(COUNT))
    library = of_folders([path.parent], folder=str(tmp_path / "home"))
    library.build()
    nodes = list(brute.nodes_of(path))
    chance = random.Random(id)
    main = [at for at in nodes if at.main]
    adler = brute.records(
        [path], lambda record: "Ädler, Anna" in [header.value for header in record.headers]
    )
    opened = counted(path, COUNT)
    done = 0
    for at in chance.sample(main, 40):
        game, state = at.state
        chart = chart_at(game, state)
        width, height = chart.columns // 2, chart.rows // 3
        squares = {
            square
            for number, square in enumerate(chart.squares)
            if square and number % chart.columns < width and number // chart.columns < height
        }
        if done == 6 or not squares & dict(game.pieces(state)).keys():
            continue
        done += 1
        wanted = continued_from(game, state, as_it_is(game, state, squares), turned, exchanged)
        mine, found = opened.continued(wanted), library.continued(wanted)
        assert [one._replace(record=0) for one in mine.moves] == [
            one._replace(record=0) for one in found.moves
        ]
        assert mine.elsewhere._replace(record=0) == found.elsewhere._replace(record=0)
        assert (mine.places, mine.records) == (found.places, found.records)
        same = [one for one in nodes if chart_at(*one.state) is chart]
        some = [one for one in same if (str(one.path), one.number) in adler]
        for asked, among in ((same, EVERY), (some, Query(player="adler"))):
            found = library.continued(wanted, among)
            moves, places, elsewhere = _brute(asked, game, state, squares, turned, exchanged)
            assert sorted(one.games for one in found.moves) == sorted(moves.values())
            for one in found.moves:
                assert [count for some, count in moves.items() if one.move in some] == [one.games]
            assert (found.places, found.elsewhere.games) == (places, elsewhere)
    assert done == 6
    library.close()


def test_only_the_games_of_a_search_are_asked(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    for name, moves in (("Adler", ";B[pd];W[pp];B[nc]"), ("Berg", ";B[pd];W[qf];B[nc]")):
        (records / f"{name}.sgf").write_text(f"(;GM[1]SZ[19]PB[{name}]RE[B+R]{moves})")
    library = of_folders([records], folder=str(tmp_path / "home"))
    library.build()
    from viewer.games import game_of

    game = game_of("go")
    state = game.step(game.start(None), Move("B pd"))
    corner = {f"{x}{y}" for x in "mnopqrs" for y in "abcdefg"}
    wanted = continued_from(game, state, as_it_is(game, state, corner), True)
    every = library.continued(wanted)
    assert [(one.move, one.games, one.won) for one in every.moves] == [
        ("B nc", 1, 1),
        ("W qf", 1, 1),
    ]
    assert (every.places, every.elsewhere.games, every.records) == (2, 1, 2)
    some = library.continued(wanted, Query(player="adler"))
    assert [one.move for one in some.moves] == ["B nc"]
    library.close()
