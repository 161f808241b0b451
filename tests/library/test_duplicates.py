"""Duplicates: what is one game, however it is spelt, dated and cut, and what only looks like one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from viewer.base.folding import folded
from viewer.library import Library, Query, of_folders
from viewer.library.ask.duplicates import (
    ALMOST,
    CONTAINED,
    MOVES,
    SAME,
    SPELLING,
    Told,
    _Firsts,
    _pairs_of_names,
    same_people,
    same_time,
)
from viewer.library.failures import Interrupted
from viewer.library.several import duplicates_in, groups_in, spellings_in
from viewer.library.together import LibrarySet

RUY = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8"
SLAV = "1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 e6 5. e3 Nbd7 6. Bd3 dxc4 7. Bxc4 b5 8. Bd3 a6 9. e4 c5"


def _pgn(white: str, black: str, date: str, moves: str, more: str = "") -> str:
    return (
        f'[White "{white}"]\n[Black "{black}"]\n[Date "{date}"]\n[Result "*"]\n{more}\n{moves} *\n'
    )


def _groups(tmp_path: Path, *games: str) -> list[tuple[str, list[int]]]:
    """Kind and numbers (from 1) of the groups."""
    library = _library(tmp_path, "\n".join(games).encode())
    return [
        (group.kind, [hit.number + 1 for hit in group.hits])
        for group in library.duplicates().groups
    ]


def _library(top: Path, data: bytes) -> Library:
    folder = top / "games"
    folder.mkdir()
    (folder / "games.pgn").write_bytes(data)
    library = of_folders([folder], folder=str(top / "home"))
    library.build()
    return library


F, S, DAY = "Fischer, Robert J.", "Spassky, Boris V.", "1972.07.11"

CASES = {
    "the same": ((F, S, DAY, RUY), SAME),
    "order and nickname": (("Bobby Fischer", "Boris Spassky", DAY, RUY), SPELLING),
    "initials": (("Fischer, R", "Spassky, B", DAY, RUY), SPELLING),
    "colours the wrong way round": ((S, F, DAY, RUY), SPELLING),
    "only the year": (("FISCHER, ROBERT J", S, "1972.??.??", RUY), SPELLING),
    "no date": ((F, "Spassky, B. V.", "????.??.??", RUY), SPELLING),
    "the next day": ((F, S, "1972.07.12", RUY), SAME),
    "variations": ((F, S, DAY, RUY.replace("9. h3", "9. h3 (9. d4 Bg4)")), SAME),
    "shorter": ((F, S, DAY, RUY.rsplit(" ", 1)[0]), CONTAINED),
    "shorter and other spelling": (("R. Fischer", "B. Spassky", "1972", RUY[:-7]), CONTAINED),
    "shorter and the wrong way round": ((S, F, DAY, RUY.rsplit(" ", 1)[0]), CONTAINED),
    "another last move": ((F, S, DAY, RUY[:-3] + "Na5"), ALMOST),
    "other players": (("Karpov, A", "Korchnoi, V", "1978.01.01", RUY), MOVES),
    "another year": ((F, S, "1966.01.02", RUY), MOVES),
    "other players, shorter": (("Karpov, A", "Korchnoi, V", DAY, RUY.rsplit(" ", 1)[0]), None),
    "another year, shorter": ((F, S, "1966.01.02", RUY.rsplit(" ", 1)[0]), None),
    "another game of the day": ((F, S, DAY, SLAV), None),
}


@pytest.mark.parametrize("name", CASES)
def test_pairs(tmp_path: Path, name: str) -> None:
    other, kind = CASES[name]
    first = _pgn(F, S, DAY, RUY)
    noise = _pgn("Karpov, A", "Portisch, L", "1979", SLAV.replace("9. e4", "9. O-O"))
    expected = [] if kind is None else [(kind, [1, 3])]
    assert _groups(tmp_path, first, noise, _pgn(*other)) == expected


def test_players_who_share_two_words(tmp_path: Path) -> None:
    game = _pgn("Van Dijk, Anna", "Van Dijk, Bert", DAY, RUY)
    assert _groups(tmp_path, game, game) == [(SAME, [1, 2])]


def test_chinese_names(tmp_path: Path) -> None:
    """Traditional and simplified characters are one name; the longer record comes first."""
    lines = [
        _pgn("許銀川", "趙國榮", "1993", SLAV.rsplit(" ", 1)[0]),
        _pgn("许银川", "赵国荣", "1993.05.01", SLAV),
        _pgn("胡荣华", "柳大华", "1993", SLAV[:-4]),
    ]
    assert _groups(tmp_path, *lines) == [(CONTAINED, [2, 1])]


def test_a_chain_is_one_group(tmp_path: Path) -> None:
    games = [
        _pgn(F, S, DAY, RUY[:-7]),
        _pgn("Karpov, A", "Korchnoi, V", "1978.01.01", RUY[:-7]),
        _pgn("Fischer, R", S, "1972", RUY),
        _pgn(F, S, DAY, RUY[:-4]),
        _pgn(F, S, DAY, RUY),
    ]
    found = _groups(tmp_path, *games)
    assert (CONTAINED, [3, 5, 4, 1]) in found
    assert [kind for kind, _ in found] == [CONTAINED, MOVES]


def test_duplicates_of_one_record(tmp_path: Path) -> None:
    games = [
        _pgn(F, S, DAY, RUY[:-7]),
        _pgn("Karpov, A", "Korchnoi, V", "1978.01.01", RUY),
        _pgn("Bobby Fischer", S, "1972", RUY),
        _pgn(F, S, DAY, SLAV),
    ]
    library = _library(tmp_path, "\n".join(games).encode())
    ids = {hit.number: hit.record for hit in library.search(Query()).hits}
    (group,) = library.duplicates_of(ids[0]).groups
    assert (group.kind, [hit.number for hit in group.hits]) == (CONTAINED, [2, 0])
    assert library.duplicates_of(ids[1]).groups == []
    assert library.duplicates_of(ids[3]).groups == []


def test_a_crowd_of_games_with_the_same_moves(tmp_path: Path) -> None:
    """Games of many players that end alike are kept apart, and their copies are found all the same."""
    names = [
        f"{first}{second}ova, Anna"
        for first in "BCDFGHKLM"
        for second in ("ar", "el", "iv", "os", "ut")
    ]
    games = [_pgn(one, "Spassky, Boris V.", "1972", RUY) for one in names]
    games += [_pgn(one.replace(", Anna", ", A"), "Spassky, B", "1972.03", RUY) for one in names]
    found = _groups(tmp_path, *games)
    assert sorted(found[:-1]) == [
        (SPELLING, [at, at + len(names)]) for at in range(1, len(names) + 1)
    ]
    assert found[-1] == (MOVES, list(range(1, len(names) + 1)))


def test_the_same_game_in_two_libraries(tmp_path: Path) -> None:
    home, libraries = str(tmp_path / "home"), []
    for name, games in (
        ("a", [_pgn(F, S, DAY, RUY), _pgn("Karpov, A", "Korchnoi, V", "1978.01.01", SLAV)]),
        ("b", [_pgn("Bobby Fischer", "Boris Spassky", DAY, RUY), _pgn(F, S, DAY, RUY[:-4])]),
    ):
        (tmp_path / f"{name}.pgn").write_text("".join(games))
        libraries.append(of_folders([tmp_path / f"{name}.pgn"], folder=home))
        libraries[-1].build()
    assert [len(one.duplicates().groups) for one in libraries] == [0, 1]
    (group,) = duplicates_in(libraries)
    assert group.kind == CONTAINED
    assert sorted((Path(hit.path).name, hit.number) for hit in group.hits) == [
        ("a.pgn", 0),
        ("b.pgn", 0),
        ("b.pgn", 1),
    ]
    assert group.hits[-1].number == 1  # the shorter one
    (tmp_path / "b.pgn").write_text(_pgn(F, "Larsen, B", DAY, SLAV))
    libraries[1].build()
    ((kind, hits),) = duplicates_in(libraries)
    assert (kind, len(hits)) == (MOVES, 2)
    (tmp_path / "a.pgn").write_text(_pgn(F, S, DAY, RUY))
    libraries[0].build()
    assert duplicates_in(libraries) == []  # the records that were there are dead


def test_a_question_to_several_libraries_is_ended(tmp_path: Path) -> None:
    library = _library(tmp_path, "\n".join([_pgn(F, S, DAY, RUY)] * 2).encode())
    (tmp_path / "b.pgn").write_text(_pgn(F, S, DAY, RUY))
    other = of_folders([tmp_path / "b.pgn"], folder=str(tmp_path / "home"))
    other.build()
    together = LibrarySet([library, other])
    assert len(duplicates_in(together.libraries, begun=together.begun)) == 1
    together.interrupt()  # after its end, too
    ended: list[object] = []

    def begun(interrupt: object) -> None:
        ended.append(interrupt)
        raise duckdb.InterruptException("as in the middle of a query")

    with pytest.raises(Interrupted):
        duplicates_in([library, other], begun=begun)
    assert len(ended) == 1


def test_files_of_several_libraries_count_once(tmp_path: Path) -> None:
    library = _library(tmp_path, "\n".join([_pgn(F, S, DAY, RUY)] * 2).encode())
    other = of_folders([tmp_path / "games" / "games.pgn"], folder=str(tmp_path / "home"))
    other.build()
    unbuilt = of_folders([tmp_path], folder=str(tmp_path / "home"))
    (group,) = duplicates_in([library, other, unbuilt])
    assert (group.kind, len(group.hits)) == (SAME, 2)
    found = groups_in([library, other, unbuilt], Query(), "player")
    assert [(one.value, one.games) for one in found.groups] == [(F, 4), (S, 4)]
    assert spellings_in([library, unbuilt], Query()).names == 2


def _pairs(one: Told) -> Sequence[str]:
    return _pairs_of_names(one.player0, one.player1, one.day > 0)


def _first_known(firsts: list[Told], one: Told) -> Told | None:
    """By comparing with all that share a pair of names, pair by pair."""
    for names in _pairs(one):
        for other in firsts:
            same = names in _pairs(other)
            if same and same_people(other, one) and same_time(other, one):
                return other
    return None


@pytest.mark.parametrize("undated", [0.0, 0.02, 0.5])
def test_a_crowd_is_compared_as_each_with_each(undated: float) -> None:
    """Records with the same moves, found by names and years."""
    chance = random.Random(str(undated))
    names = [
        "Berg, Anna",
        "A Berg",
        "Berg",
        "Falk, Anna",
        "Falk, Bo",
        "?",
        "",
        "许银川",
        "許銀川",
        "Bo",
    ]
    days = [19720101, 19720000, 19730301, 19740000, 0]
    crowd = _Firsts(False)
    firsts: list[Told] = []
    for number in range(600):
        day = 0 if chance.random() < undated else chance.choice(days[:4])
        name = f"{chance.choice(names)} {number % 9}" if number % 2 else chance.choice(names)
        one = Told(number, folded(name), folded(chance.choice(names)), day)
        known = _first_known(firsts, one)
        assert crowd.known(one) == known
        if known is None:
            firsts.append(one)
    assert crowd.records == [one.record for one in firsts]
