"""Players whose names are written with a team are one, unless they are to be apart; what words stand for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from viewer.base.folding import folded
from viewer.base.person_names import name_alone
from viewer.library import Library, Query, of_folders
from viewer.library.ask.names import offers
from viewer.library.ask.texts import PEOPLE, PLAYERS, joined, people, ways_of
from viewer.library.several import groups_in
from viewer.library.store import Store

NAMES = ("胡荣华", "上海 胡荣华", "上海队胡榮華", "广东吕钦", "Adler, Anna", "上海 胡荣华")
MOVES = "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7"  # 中炮对屏风马, which no header says


def written(folder: Path, names: tuple[str, ...] = NAMES, moves: str = MOVES) -> Path:
    """A file of games of some players with Red, each against Berg."""
    folder.mkdir()
    heads = '[Game "Chinese Chess"]\n[Event "Cup"]\n[Red "{}"]\n[Black "Berg, B"]\n[Round "{}"]'
    games = [
        f'{heads.format(name, at)}\n[Result "1-0"]\n\n{moves} 1-0\n'
        for at, name in enumerate(names)
    ]
    (folder / "games.pgn").write_text("\n".join(games))
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    found = of_folders([written(tmp_path / "games")], folder=str(tmp_path / "home"))
    found.build()
    yield found
    found.close()


def test_games_are_grouped_by_the_name_without_a_team(library: Library) -> None:
    groups = library.grouped(Query(), "player").groups
    assert [(one.value, one.games, one.won, one.also) for one in groups] == [
        ("Berg, B", 6, 0, ()),
        ("胡荣华", 4, 4, ("上海 胡荣华", "上海队胡榮華")),
        ("Adler, Anna", 1, 1, ()),
        ("吕钦", 1, 1, ("广东吕钦",)),
    ]
    assert groups[1].name.text() == "胡荣华 (also 上海 胡荣华, 上海队胡榮華)"


def test_names_are_apart_where_they_are_wanted_so(library: Library) -> None:
    groups = library.grouped(Query(apart=True), "player").groups
    assert [(one.value, one.games) for one in groups] == [
        ("Berg, B", 6),
        ("上海 胡荣华", 2),
        ("Adler, Anna", 1),
        ("上海队胡榮華", 1),
        ("广东吕钦", 1),
        ("胡荣华", 1),
    ]


@pytest.mark.parametrize("name", ["胡荣华", "胡榮華", "上海 胡荣华"])
def test_a_whole_name_is_found_with_every_team(library: Library, name: str) -> None:
    assert library.search(Query(player=f"={name}")).total == 4
    alone = library.search(Query(player=f"={name}", apart=True))
    assert alone.total == (2 if " " in name else 1)


ODD = (
    "胡荣华",
    "上海 胡荣华",
    "胡 荣华",
    "上海队 胡榮華",
    "（上海）胡荣华",
    "华荣胡",
    "胡荣华子",
    "胡荣",
    "上海",
    "广东吕钦",
    "ひふみ 加藤",
    "Hu 荣华胡",
)


def test_the_ways_of_some_players_are_those_among_all(tmp_path: Path) -> None:
    library = of_folders([written(tmp_path / "g", ODD)], folder=str(tmp_path / "home"))
    library.build()
    every = library.store.asked(people)
    assert {*every["胡荣华"]} >= {"胡荣华", "上海 胡荣华", "胡 荣华", "上海队 胡荣华"}
    for name in map(folded, ODD):
        found = library.store.asked(lambda store, name=name: ways_of([name], store))
        alone = name_alone(name)
        known = {one: {*ways} for one, ways in found.items()}
        assert known == ({alone: {*every[alone]}} if alone in every else {})
    library.close()


def test_a_whole_name_needs_no_list_of_all_names(library: Library) -> None:
    def kept(store: Store) -> set[object]:
        return {*store._kept} & {PEOPLE, ("texts", PLAYERS)}

    assert library.search(Query(player="=胡荣华")).total == 4
    assert joined(Query(player="=胡荣华"), library.store) == (
        "胡荣华",
        "上海 胡荣华",
        "上海队胡榮華",
    )
    assert kept(library.store) == set()
    library.grouped(Query(), "player")
    assert kept(library.store)  # which does


def test_they_stand_once_in_a_cross_table(library: Library) -> None:
    table = library.crosstable(Query())
    assert [(one.name, one.games) for one in table.players] == [
        ("胡荣华", 4),
        ("Adler, Anna", 1),
        ("吕钦", 1),
        ("Berg, B", 6),
    ]


def test_they_are_offered_once(library: Library) -> None:
    found = [(one.name, one.games) for one in offers(library.store, "hrh") if one.kind == "player"]
    assert found == [("胡荣华", 4)]


def test_several_libraries_join_them_too(library: Library, tmp_path: Path) -> None:
    other = of_folders([written(tmp_path / "more", ("北京胡荣华",))], folder=str(tmp_path / "home"))
    other.build()
    found = groups_in([library, other], Query(), "player").groups
    assert [(one.value, one.games, one.also) for one in found[1:2]] == [
        ("胡荣华", 5, ("上海 胡荣华", "上海队胡榮華", "北京胡荣华"))
    ]
    other.close()


def test_games_with_and_without_a_team_are_duplicates(tmp_path: Path) -> None:
    longer = MOVES + " 4. b0c2 a9b9 5. a0b0 c6c5 6. g3g4 b9b5 7. c3c4 c5c4 8. b2a2 c4c3"
    written(tmp_path / "a", ("胡荣华",), longer)
    written(tmp_path / "b", ("上海 胡荣华",), longer + " 9. b0b4 b5b4")
    library = of_folders([tmp_path / "a", tmp_path / "b"], folder=str(tmp_path / "home"))
    library.build()
    (group,) = library.duplicates().groups
    assert group.kind == "contained"
    library.close()


def test_what_free_words_stand_for_is_told(library: Library) -> None:
    found = library.search(Query(words="pfm hrh"))
    assert found.total == 4
    told = [words.text() for words in found.matched]
    assert told[0].startswith("pfm: opening ")
    assert "屏风马" in told[0]
    assert told[1] == "hrh: player 胡荣华, 上海 胡荣华, …"
    assert library.search(Query(words="berg")).matched == ()
