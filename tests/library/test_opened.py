"""The explorer of an open file knows what a library of it knows."""

from __future__ import annotations

import random
from pathlib import Path

import brute
import generated
import pytest

from viewer.base.jobs import run_inline
from viewer.formats.format import Unreadable
from viewer.games import game_of
from viewer.library import of_folders
from viewer.library import opened as opened_module
from viewer.library.exploring import LibraryExplorer
from viewer.library.failures import LibraryFailed
from viewer.library.making import counting as module
from viewer.library.making.counting import counting
from viewer.library.opened import OpenGames
from viewer.library.query import Query, explored_from


def counted(path: Path, most: int = 1000) -> OpenGames:
    games = OpenGames(path.name, [str(path)])
    for step in counting([str(path)], None, most):
        if step.result is not None:
            games.add(step.result)
    return games


@pytest.mark.parametrize("game", generated.FORMAT_OF)
def test_it_counts_what_a_library_counts(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FIRST", 10)
    monkeypatch.setattr(module, "_AT_ONCE", 17)
    path = tmp_path / "records" / f"games.{generated.FORMAT_OF[game]}"
    path.parent.mkdir()
    generated.write(path, game, range(40))
    opened = counted(path)
    library = of_folders([path.parent], folder=str(tmp_path / "home"))
    library.build()
    nodes = [at for at in brute.nodes_of(path) if at.main]
    chance = random.Random(game)
    for at in [nodes[0], *chance.sample(nodes, 12)]:
        wanted = explored_from(*at.state)
        mine, theirs = opened.explore_position(wanted), library.explore_position(wanted)
        assert mine.games == len(
            {number for moves in brute.next_moves(nodes, *at.state).values() for _, number in moves}
        )
        assert [one._replace(record=0) for one in mine.moves] == [
            one._replace(record=0) for one in theirs.moves
        ]
        for one, other in zip(mine.moves, theirs.moves, strict=True):
            assert library.place_of(other.record) == (str(path), one.record)
            hit = opened.hit_at(one.record, wanted)
            known = library.hit_at(other.record, wanted)
            assert hit is not None
            assert known is not None
            assert (hit.hit.nodes, hit.ply) == (known.hit.nodes, known.ply)
            for key in ("player0", "player1"):
                assert hit.hit.values[key] == (known.hit.values[key] or "")
    library.close()


ASKED = (
    Query(player="adler"),
    Query(player="adler", side="first"),
    Query(player="=adler", side="second", opponent="b"),
    Query(player="hu", result="player"),
    Query(rating_from=1500, date_to="1990"),
    Query(event="open", plies_from=3),
    Query(player="nobody at all"),
    Query(words="adler", has=frozenset({"variations"})),
)


@pytest.mark.parametrize("game", generated.FORMAT_OF)
def test_of_some_games_it_counts_what_a_library_counts(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FIRST", 10)
    path = tmp_path / "records" / f"games.{generated.FORMAT_OF[game]}"
    path.parent.mkdir()
    generated.write(path, game, range(60))
    opened = counted(path)
    library = of_folders([path.parent], folder=str(tmp_path / "home"))
    library.build()
    names = [one.name for one in library.names(Query())]
    asked = [*ASKED, *(Query(player=f"={name}", side="first") for name in names[:4])]
    nodes = [at for at in brute.nodes_of(path) if at.main]
    found = 0
    for at in nodes[:40:4]:
        wanted = explored_from(*at.state)
        for query in asked:
            mine, theirs = (
                one.explore_position(wanted, query)._replace(covers=[], varied=0)
                for one in (opened, library)
            )
            found += mine.games
            assert mine.games == theirs.games
            assert [one._replace(record=0) for one in mine.moves] == [
                one._replace(record=0) for one in theirs.moves
            ]
    assert found
    library.close()


def test_what_headers_dont_tell_isnt_asked_of_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    generated.write(path, "chess", range(5))
    wanted = explored_from(game_of("chess"), game_of("chess").start(None))
    for query in (Query(comment="x"), Query(moves=("e2e4",)), Query(folder="/")):
        with pytest.raises(LibraryFailed, match=r"games\.pgn"):
            counted(path).explore_position(wanted, query)
    with pytest.raises(LibraryFailed, match="no date"):
        counted(path).explore_position(wanted, Query(date_from="soon"))


def test_it_says_of_how_many_games_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn"
    generated.write(path, "chess", range(30))
    monkeypatch.setattr(module, "_FIRST", 10)
    games = OpenGames("games.pgn", [str(path)], 30)
    assert games.covers.text() == "0 of 30 games counted so far"
    assert not games.begun
    steps = (step.result for step in counting([str(path)], None) if step.result is not None)
    games.add(next(steps))
    assert games.covers.text() == "10 of 30 games counted so far"
    assert games.begun
    games.add(next(steps))
    assert games.covers.text() == "30 games"
    monkeypatch.setattr(opened_module, "MOST", 20)
    assert counted(path, 20).covers.text() == "the first 20 games; a library counts all"


def test_what_cannot_be_read_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        run_inline(counting([str(tmp_path / "gone.pgn")], None))
    (tmp_path / "odd.sgf").write_bytes(b"\x00\x01")
    with pytest.raises(Unreadable):
        run_inline(counting([str(tmp_path / "odd.sgf")], None))
    path = tmp_path / "cut.pgn"
    generated.write(path, "chess", range(12))
    path.write_bytes(path.read_bytes()[:-100] + b"\n\n1. e4 zz 2. {")
    games = counted(path)
    assert games.records == games.total >= 12


def test_the_files_of_a_folder_are_counted_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FIRST", 10)
    monkeypatch.setattr(module, "_AT_ONCE", 17)
    folder = tmp_path / "records"
    sizes = {"a": range(7), "b": range(7, 31), "d": range(31, 36)}
    for name, seeds in sizes.items():
        generated.write(folder / f"{name}.pgn", "chess", seeds)
    (folder / "c.pgn").write_bytes(b"")
    paths = [str(folder / f"{name}.pgn") for name in ("a", "b", "c", "gone", "d")]
    games = OpenGames("records", paths)
    told = []
    for step in counting(paths, None):
        assert step.result is not None
        games.add(step.result)
        told.append(games.covers.text())
    assert told == [
        "10 games of 1 of 5 files counted so far",
        "27 games of 1 of 5 files counted so far",
        "36 games",
    ]
    library = of_folders([folder], folder=str(tmp_path / "home"))
    library.build()
    nodes = [at for path in paths[:2] for at in brute.nodes_of(Path(path)) if at.main]
    for at in random.Random(1).sample(nodes, 8):
        wanted = explored_from(*at.state)
        mine, theirs = games.explore_position(wanted), library.explore_position(wanted)
        assert [one._replace(record=0) for one in mine.moves] == [
            one._replace(record=0) for one in theirs.moves
        ]
        for one, other in zip(mine.moves, theirs.moves, strict=True):
            hit = games.hit_at(one.record, wanted)
            assert hit is not None
            assert library.place_of(other.record) == (hit.hit.path, hit.hit.number)
    library.close()


def test_names_of_a_file_that_a_library_has_too_are_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "records" / "games.pgn"
    path.parent.mkdir()
    path.write_text('[White "Adler"]\n[Black "Berg"]\n\n1. e4 *\n\n' * 3)
    opened, explorer = counted(path), LibraryExplorer(str(tmp_path / "home"))
    alone = explorer.players("adler", 5, "chess", opened=opened)
    library = of_folders([path], folder=str(tmp_path / "home"))
    library.build()
    both = explorer.players("adler", 5, "chess", opened=opened)
    left_out = explorer.players("adler", 5, "chess", {library.name}, opened)
    assert [one.games for one in (*alone, *both, *left_out)] == [3, 3, 3]
    explorer.close()
    library.close()


def test_games_that_end_with_a_step_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FIRST", 4)
    path = tmp_path / "games.pgn"
    generated.write(
        path, "chess", range(4)
    )  # as many as are told together: nothing is left for the last
    opened = counted(path)
    game = game_of("chess")
    wanted = explored_from(game, game.start(None))
    assert opened.explore_position(wanted).games == 4
    assert all(opened.hit_at(record, wanted) for record in range(4))
