"""Groups, cross tables and duplicates equal what counting by hand over every record gives."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import generated
import pytest

import viewer
from viewer.base.folding import folded
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.results import score_of
from viewer.library import Library, LibraryFailed, Query, of_folders
from viewer.library.ask.grouping import EVERYONE, ROUNDS, cells, half_points, round_number

GAMES = tuple(generated.FORMAT_OF)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Library]:
    top = tmp_path_factory.mktemp("order")
    for game in GAMES:
        path = top / "records" / game / f"a.{generated.FORMAT_OF[game]}"
        generated.write(path, game, range(60))
    library = of_folders([top / "records"], folder=str(top / "home"))
    library.build()
    return top / "records", library


def _rows(top: Path) -> list[tuple[str, str, str, int | None, str, str]]:
    """(game, first player, second player, score, year, event) of every record."""
    found = []
    for path in sorted(path for path in top.rglob("*") if path.is_file()):
        collection = viewer.load(path)
        for number in range(len(collection)):
            record = collection.record(number)
            format_ = FORMATS[collection.format].load()
            first, second, event, result = (
                format_.by_role(role, record.headers, record.game)
                for role in ("side0", "side1", "event", "result")
            )
            game: Any = game_of(record.game)
            score = score_of(game, result)
            found.append((record.game, first, second, score, event[-4:], event))
    return found


@pytest.mark.parametrize("query", [Query(), Query(game="go"), Query(player="berg")])
def test_groups(shelf: tuple[Path, Library], query: Query) -> None:
    top, library = shelf
    rows = [row for row in _rows(top) if query.game in ("", row[0])]
    if query.player:
        rows = [row for row in rows if "Berg" in row[1] + row[2]]
    by_player: dict[str, Counter[Any]] = defaultdict(Counter)
    others: dict[str, dict[str, Counter[Any]]] = defaultdict(lambda: defaultdict(Counter))
    for game, first, second, score, year, event in rows:
        by_player[folded(first)][score] += 1
        by_player[folded(second)][None if score is None else 2 - score] += 1
        others["game"][game][score] += 1
        others["year"][year][score] += 1
        others["event"][event.lower()][score] += 1
        word = "" if score is None else ("second", "draw", "first")[score]
        others["result"][word][score] += 1
    for by, expected in (("player", by_player), *others.items()):
        found = library.grouped(query, by)
        assert found.games == len(rows)
        assert found.total == len(expected)
        assert {one.key: (one.games, one.won, one.drawn, one.lost) for one in found.groups} == {
            key: (sum(count.values()), count[2], count[1], count[0])
            for key, count in expected.items()
        }
        games = [one.games for one in found.groups if one.key]
        assert games == sorted(games, reverse=True)
    few = library.grouped(query, "year", limit=3, skip=2)
    assert few.groups == library.grouped(query, "year").groups[2:5]
    assert all(one.games > 3 for one in library.grouped(query, "player", least=4).groups)


def test_a_group_leads_to_its_records(shelf: tuple[Path, Library]) -> None:
    _, library = shelf
    for one in library.grouped(Query(), "player").groups:
        assert library.search(Query(player=f"={one.value}")).total <= one.games  # both may be he
        assert library.search(Query(player=f"={one.value}")).total > 0
    for one in library.grouped(Query(), "event").groups:
        assert library.search(Query(event=f"={one.value}")).total == one.games
    with pytest.raises(LibraryFailed):
        library.grouped(Query(), "colour")
    with pytest.raises(LibraryFailed):
        library.grouped(Query(), "year", order="colour")


def _pgn(games: list[tuple[str, str, str, int]], event: str = "Cup") -> str:
    texts = []
    for at, (white, black, result, round_) in enumerate(games):
        move = ("e4", "d4", "c4", "Nf3")[at % 4]
        texts.append(
            f'[Event "{event}"]\n[Round "{round_}"]\n[White "{white}"]\n[Black "{black}"]\n'
            f'[Result "{result}"]\n[Date "2001.02.{at % 28 + 1:02}"]\n\n1. {move} {result}\n'
        )
    return "\n".join(texts)


def _library(top: Path, text: str) -> Library:
    (top / "r").mkdir()
    (top / "r" / "games.pgn").write_text(text)
    library = of_folders([top / "r"], folder=str(top / "home"))
    library.build()
    return library


RESULTS = ("1-0", "0-1", "1/2-1/2")


def test_everyone_against_everyone(tmp_path: Path) -> None:
    names = ["Adler, A", "Berg, B", "Costa, C", "Dorn, D", "Ēriks, E"]
    games = [
        (one, other, RESULTS[(at * 7) % 3], at % 5 + 1)
        for at, (one, other) in enumerate(itertools.permutations(names, 2))
    ]
    library = _library(tmp_path, _pgn(games) + "\n" + _pgn([("X", "Y", "1-0", 1)], "Other"))
    table = library.crosstable(Query(event="=cup"))
    points: Counter[str] = Counter()
    cells_of: dict[tuple[str, str], list[str]] = defaultdict(list)
    for white, black, result, _ in games:
        score = {"1-0": 2, "0-1": 0}.get(result, 1)
        points[white] += score
        points[black] += 2 - score
        cells_of[white, black].append("0½1"[score])
        cells_of[black, white].append("0½1"[2 - score])
    assert table.kind == EVERYONE
    assert table.games == 20
    assert {one.name: one.points for one in table.players} == dict(points)
    order = [one.points for one in table.players]
    assert order == sorted(order, reverse=True)
    for at, one in enumerate(table.players):
        berger = sum(
            points[table.players[meeting.opponent].name] * (meeting.score or 0)
            for meeting in one.meetings
        )
        assert one.second == berger
        row = cells(table, at)
        for other, cell in zip(table.players, row, strict=True):
            assert sorted(cell) == sorted(cells_of[one.name, other.name])
    for one, other in itertools.pairwise(table.players):
        assert (one.points, one.second, one.won) >= (other.points, other.second, other.won)
        same = (one.points, one.second, one.won) == (other.points, other.second, other.won)
        assert same == (one.rank == other.rank)


def test_rounds_of_a_swiss_event(tmp_path: Path) -> None:
    names = [f"Player {at:02}" for at in range(12)]
    games = []
    for round_ in range(1, 5):
        for at in range(0, 12, 2):
            white, black = names[(at + round_) % 12], names[(at + 1 + 3 * round_) % 12]
            if white != black:
                games.append((white, black, RESULTS[(at + round_) % 3], round_))
    text = _pgn(games)
    library = _library(tmp_path, text + "\n" + text)  # every game is there twice
    table = library.crosstable(Query(event="cup"))
    assert table.kind == ROUNDS
    assert (table.rounds, table.games) == (4, len(games))
    points: Counter[str] = Counter(dict.fromkeys(names, 0))
    for white, black, result, _ in games:
        score = {"1-0": 2, "0-1": 0}.get(result, 1)
        points[white] += score
        points[black] += 2 - score
    assert {one.name: one.points for one in table.players} == {
        name: points[name] for name in {name for game in games for name in game[:2]}
    }
    for one in table.players:
        assert one.second == sum(table.players[meeting.opponent].points for meeting in one.meetings)
    place = {one.name: at for at, one in enumerate(table.players)}
    white, black, result, round_ = games[0]
    score = "0½1"[{"1-0": 2, "0-1": 0}.get(result, 1)]
    assert f"{place[black] + 1}/1 {score}" in cells(table, place[white])[round_ - 1]


def test_too_many_players_are_no_event(tmp_path: Path) -> None:
    games = [(f"P{at}", f"Q{at}", "1-0", 1) for at in range(300)]
    library = _library(tmp_path, _pgn(games))
    with pytest.raises(LibraryFailed, match="600 players"):
        library.crosstable(Query())
    assert library.crosstable(Query(player="nobody")).players == []


def test_numbers_of_rounds() -> None:
    said = {"3": 3, "3.2": 3, "R 12": 12, "第三轮": 3, "第十二轮": 12, "二十": 20, "?": 0, "": 0}
    said |= {"1998": 0, "第7局": 7}
    assert {text: round_number(text) for text in said} == said
    assert [half_points(count) for count in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]
