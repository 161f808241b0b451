"""Several libraries searched together: the same as one after the other, in any order."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from viewer.library.face import Library, named, state_of
from viewer.library.failures import Interrupted, Unbuilt
from viewer.library.query import Query
from viewer.library.store import Store
from viewer.library.together import LibrarySet

PGN = '[White "{0}"]\n[Black "{1}"]\n[Date "{2}"]\n[WhiteElo "{3}"]\n[BlackElo "{3}"]\n\n1. e4 {{{4}}} *\n\n'
GAMES = [
    ("Ann", "Bob", "2001.01.01", 2000, "a trap"),
    ("bea", "Ann", "1999.??.??", 2400, ""),
    ("Cid", "Dee", "????.??.??", "", "another trap"),
    ("", "Eve", "1987.06.05", 2100, ""),
]


@pytest.fixture
def libraries(tmp_path: Path) -> list[Library]:
    found = []
    for name, some in (("One", GAMES[::2]), ("Two", GAMES[1::2]), ("Three", GAMES)):
        path = tmp_path / f"{name}.pgn"
        path.write_text("".join(PGN.format(*game) for game in some))
        library = named(name, [str(path)], str(tmp_path / "home"))
        library.build()
        found.append(library)
    return found


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", ["record", "player0", "day", "rating", "plies", "event"])
def test_they_are_in_one_order(libraries: list[Library], order: str, descending: bool) -> None:
    together = LibrarySet(libraries)
    hits = together.ask(Query(), order, descending)
    told = {"rank0", "rank1", "rating", "opening_code", "opening"}
    assert (hits.total, hits.size) == (8, (3, 8, 3, {"chess"}, told))
    found = [one for one in together.hits(hits, 0, 8) if one is not None]
    assert [(one.library, one.hit.record) for one in found] == list(
        zip(hits.libraries.tolist(), hits.records.tolist(), strict=True)
    )
    alone = [
        one
        for at in range(3)
        for one in libraries[at].search(Query(), order=order, descending=descending).hits
    ]
    assert {(one.path, one.number) for one in alone} == {
        (one.hit.path, one.hit.number) for one in found
    }
    if order in ("player0", "rating", "plies"):
        values = [one.hit.values[order] for one in found]
        known = [value for value in values if value is not None]
        assert values == [*sorted(known, reverse=descending), *[None] * (len(values) - len(known))]
    for at in range(3):  # each library's own order is kept
        mine = [one.hit.record for one in found if one.library == at]
        own = libraries[at].search(Query(), order=order, descending=descending).hits
        assert mine == [one.record for one in own]
    together.close()


def test_hits_have_their_nodes(libraries: list[Library]) -> None:
    together = LibrarySet(libraries)
    hits = together.ask(Query(comment="trap"))
    found = together.hits(hits, 0, 10)
    assert len(found) == hits.total == 4
    assert all(one is not None and one.hit.node == 1 for one in found)
    assert together.hits(hits, 2, 1) == found[2:3]
    together.close()


def test_one_that_cannot_be_asked_is_told_and_the_others_answer(
    libraries: list[Library], tmp_path: Path
) -> None:
    unbuilt = named("Four", [str(tmp_path)], str(tmp_path / "home"))
    together = LibrarySet([libraries[0], unbuilt])
    hits = together.ask(Query())
    assert hits.total == 2
    (missing,) = hits.missing
    assert missing.library is unbuilt
    assert isinstance(missing.failure, Unbuilt)
    assert together.offers("an") == [("player", "Ann", 1)]
    together.close()


def test_names_are_counted_over_all(libraries: list[Library]) -> None:
    together = LibrarySet(libraries)
    assert together.offers("ANN") == [("player", "Ann", 4)]
    assert together.offers("ann", game="go") == []
    together.close()


def test_names_with_blanks_around_them_are_one(tmp_path: Path) -> None:
    path = tmp_path / "blanks.pgn"
    names = ("Morphy, P", " Morphy, P", "Morphy, P ", "Morphy, A")
    path.write_text("".join(PGN.format(name, "Bob", "1858", "", "") for name in names))
    library = named("Blanks", [str(path)], str(tmp_path / "home"))
    library.build()
    together = LibrarySet([library])
    assert together.offers("morph") == [("player", "Morphy, P", 3), ("player", "Morphy, A", 1)]
    assert together.ask(Query(player="=Morphy, P")).total == 3
    together.close()


def test_a_file_that_changed_since_is_known(libraries: list[Library]) -> None:
    together = LibrarySet(libraries)
    placed = together.hits(together.ask(Query()), 0, 1)[0]
    assert placed is not None
    assert not together.changed(placed)
    Path(placed.hit.path).write_text("nothing")
    assert together.changed(placed)
    Path(placed.hit.path).unlink()
    assert together.changed(placed)
    together.close()


def test_a_question_is_ended_at_any_of_its_queries(
    libraries: list[Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    together = LibrarySet(libraries)
    (placed,) = together.hits(together.ask(Query()), 0, 1)
    assert placed is not None
    for library in libraries:
        library.close()

    def ended(*_: object) -> list[tuple[object, ...]]:
        raise duckdb.InterruptException("Interrupted!")

    monkeypatch.setattr(Store, "rows", ended)
    with pytest.raises(Interrupted):
        together.ask(Query())
    with pytest.raises(Interrupted):
        together.changed(placed)
    assert isinstance(state_of(libraries[0]).failure, Interrupted)
