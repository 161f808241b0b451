"""Parts of positions with choices for each square, anywhere on the board: what a brute-force look finds."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import brute
import generated
import pytest

from viewer.games import game_of
from viewer.library import Library, LibraryFailed, Query, of_folders
from viewer.library.query import chart_at
from viewer.library.regions import (
    pattern_from,
    pattern_text,
    pattern_wanted,
    region_wanted,
    values_of,
)
from viewer.library.searches import Search

GAMES = tuple(generated.FORMAT_OF)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[Library, list[brute.At]]:
    top = tmp_path_factory.mktemp("regions")
    nodes: list[brute.At] = []
    for game in GAMES:
        path = top / "records" / game / f"a.{generated.FORMAT_OF[game]}"
        generated.write(path, game, range(25))
        nodes += brute.nodes_of(path)
    library = of_folders([top / "records"], folder=str(top / "home"))
    library.build()
    return library, nodes


def _found(library: Library, wanted: Any) -> dict[tuple[str, int], set[int]]:
    hits = library.search(Query(region=wanted), 10_000).hits
    return {(hit.path, hit.number): set(hit.nodes) for hit in hits}


def _fits(game: str, at: brute.At, words: dict[tuple[int, int], str], exchange: bool) -> bool:
    """Whether each point has what its word says; said of the position with colours exchanged, if so."""
    pieces = {brute._point(game, square): kind for square, kind in at.arrangement[2]}
    for point, word in words.items():
        kind = pieces.get(point, "empty")
        if exchange and kind != "empty":
            kind = _other(game, kind)
        ok = kind == word or (word == "piece" and kind != "empty")
        if not ok and word in brute.OTHER.get(game, {}):
            ok = kind.partition("-")[0] == word
        if not ok and game == "shogi" and word in ("black", "white") and kind != "empty":
            ok = kind.lstrip("+").isupper() == (word == "black")
        if not ok:
            return False
    return True


def _other(game: str, kind: str) -> str:
    if game == "shogi":
        return kind.swapcase()
    colour, dash, rest = kind.partition("-")
    return brute.OTHER[game][colour] + dash + rest


@pytest.mark.parametrize("id", GAMES)
def test_words_for_squares(shelf: tuple[Library, list[brute.At]], id: str) -> None:
    library, nodes = shelf
    chance = random.Random(id)
    mine = [at for at in nodes if at.state[0].id == id]
    used = 0
    for at in chance.sample(mine, 6):
        game, state = at.state
        chart = chart_at(game, state)
        pieces = {square: kind for square, kind in game.pieces(state) if square in chart.squares}
        squares = chance.sample([one for one in chart.squares if one], 6)
        squares += chance.sample(sorted(pieces), min(2, len(pieces)))
        words: dict[str, str] = {}
        for square in squares:
            kind = pieces.get(square, "").removesuffix("-swapped")
            value = chart.kinds.index(kind) if kind else 0
            side = game.sides[0 if value < chart.exchanged[value] else 1].id
            words[square] = chance.choice([kind, side, "piece"]) if kind else "empty"
        text = " ".join(f"{square}={word}" for square, word in words.items())
        for turned, exchanged in ((False, False), (True, True)):
            pattern = pattern_from(game, state, text)
            wanted = pattern_wanted(game, state, pattern, turned, exchanged)
            expected: dict[tuple[str, int], set[int]] = defaultdict(set)
            width, height = brute._size(game, state)
            for way, exchange in brute.ways(id, turned, exchanged):
                there = {}
                for square, word in words.items():
                    point = brute._point(id, square)
                    assert point is not None
                    there[brute._turn(way, *point, width, height)] = word
                for one in mine:
                    if one.arrangement[:2] == (width, height) and _fits(id, one, there, exchange):
                        expected[str(one.path), one.number].add(one.node)
            assert _found(library, wanted) == dict(expected), (text, turned, exchanged)
            used += len(expected)
    assert used > 6


@pytest.mark.parametrize("id", ["go", "hex", "chess"])
def test_anywhere_on_the_board(shelf: tuple[Library, list[brute.At]], id: str) -> None:
    """A part is found wherever it fits; at an edge it slides along it; in a corner it stays."""
    library, nodes = shelf
    mine = [at for at in nodes if at.state[0].id == id]
    at = next(one for one in reversed(mine) if len(one.arrangement[2]) > 6)
    game, state = at.state
    width, height = brute._size(game, state)
    pieces = {brute._point(id, square): kind for square, kind in at.arrangement[2]}
    for left, top, right, bottom in ((1, 1, 2, 2), (0, 2, 1, 3), (1, 0, 3, 0), (0, 0, 1, 1)):
        region = [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
        squares = [brute._square(id, *point) for point in region]
        pattern = pattern_from(game, state, " ".join(squares))
        expected: dict[tuple[str, int], set[int]] = defaultdict(set)
        rights = [0] if left == 0 else range(1 - left, width - 1 - right)
        downs = [0] if top == 0 else range(1 - top, height - 1 - bottom)
        for dx in rights:
            for dy in downs:
                words = {(x + dx, y + dy): pieces.get((x, y), "empty") for x, y in region}
                for one in mine:
                    same = one.arrangement[:2] == (width, height)
                    if same and _fits(id, one, words, False):
                        expected[str(one.path), one.number].add(one.node)
        wanted = pattern_wanted(game, state, pattern, anywhere=True)
        assert _found(library, wanted) == dict(expected)
        assert str(at.path) in {path for path, _ in expected}


def test_texts(shelf: tuple[Library, list[brute.At]]) -> None:
    _, nodes = shelf
    game, state = next(at.state for at in nodes if at.state[0].id == "chess")
    chart = chart_at(game, state)
    pattern = pattern_from(game, state, "a1:b2 a2=any h8=white|empty e4=piece")
    assert set(pattern) == {"a1", "b1", "b2", "h8", "e4"}
    whites = {chart.kinds.index(kind) for kind in chart.kinds if kind.startswith("white")}
    assert pattern["h8"] == frozenset({0, *whites})
    assert values_of(game, chart, "any") is None
    text = pattern_text(game, state, {"e4": "piece", "a1": "", "h8": "empty|white"})
    assert pattern_from(game, state, text) == pattern_from(
        game, state, "a1 e4=piece h8=empty|white"
    )
    for bad in ("a1=purple", "a9=empty", "a1=any", "=empty"):
        with pytest.raises(LibraryFailed):
            pattern_from(game, state, bad)
    many = pattern_from(game, state, "b2:g7=any d4=piece")
    assert len(pattern_wanted(game, state, many, anywhere=True).any_of) == 36


def test_a_search_keeps_its_part(shelf: tuple[Library, list[brute.At]]) -> None:
    search = Search(
        {"game": "go", "position": "19 B dd W pp", "region": "dd pp=piece", "turned": True}
    )
    region = search.query().region
    assert region is not None
    assert len(region.any_of) == 4
    assert [one.key for one in search.conditions()] == ["game", "region", "turned"]
    assert search.without("region").values == {"game": "go"}


@pytest.mark.parametrize(("id", "squares"), [("xiangqi", "points"), ("twixt", "holes")])
def test_refusals_have_the_game_s_own_word_for_squares(id: str, squares: str) -> None:
    game = game_of(id)
    state = game.start(None)
    with pytest.raises(LibraryFailed, match=f"no such {squares}: “z99”"):
        region_wanted(game, state, ["z99"])
    with pytest.raises(LibraryFailed, match=f"no such {squares}: “z99”"):
        pattern_from(game, state, "z99")
    with pytest.raises(LibraryFailed, match=f"any of its {squares}"):
        pattern_from(game, state, "d5=any")


def test_too_many_places() -> None:
    game: Any = game_of("go")
    state = game.start(None)
    pattern = pattern_from(game, state, "jj=piece kk=black kj=white")
    with pytest.raises(LibraryFailed, match="too many places"):
        pattern_wanted(game, state, pattern, turned=True, exchanged=True, anywhere=True)
