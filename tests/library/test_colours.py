"""A colour where games are mixed: each game has it on a side of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from viewer.library import Library, Query, of_folders
from viewer.library.failures import LibraryFailed
from viewer.library.search_form import fields
from viewer.library.searches import Search
from viewer.library.typed import side_from

WRITTEN = {
    "a.pgn": '[White "Adler"]\n[Black "Berg"]\n[Result "0-1"]\n\n1. e4 c5 0-1\n',
    "b.sgf": "(;GM[1]FF[4]SZ[19]PB[Adler]PW[Berg]RE[B+R];B[pd];W[dp])",
    "c.kif": "手合割：平手\n先手：Adler\n後手：Berg\n   1 ７六歩(77)\n   2 投了\n",
    "d.pgn": '[Game "Chinese Chess"]\n[Red "Berg"]\n[Black "Adler"]\n[Result "1-0"]\n\n1. 炮二平五 1-0\n',
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    for name, text in WRITTEN.items():
        (tmp_path / "games").mkdir(exist_ok=True)
        (tmp_path / "games" / name).write_text(text, "utf-8")
    found = of_folders([tmp_path / "games"], folder=str(tmp_path / "home"))
    found.build()
    yield found
    found.close()


@pytest.mark.parametrize(
    ("query", "names"),
    [
        (Query(player="adler", side="black"), "bcd"),
        (Query(player="adler", side="white"), "a"),
        (Query(player="berg", side="red"), "d"),
        (Query(player="berg", side="blue"), ""),
        (Query(player="adler", side="black", result="player"), "bc"),
        (Query(opponent="berg", side="black"), "bcd"),
        (Query(result="black"), "abc"),
        (Query(result="red"), "d"),
        (Query(result="white"), ""),
        (Query(result="first"), "bcd"),
        (Query(result="second"), "a"),
    ],
)
def test_a_colour_is_that_of_each_game(library: Library, query: Query, names: str) -> None:
    hits = library.search(query).hits
    assert "".join(sorted(Path(hit.path).name[0] for hit in hits)) == names


def test_what_is_no_side_is_refused(library: Library) -> None:
    for query in (Query(player="a", side="green"), Query(result="green")):
        with pytest.raises(LibraryFailed, match="“green” is no side; there are first, second, "):
            library.search(query)
    with pytest.raises(LibraryFailed, match="“green” is no side"):
        side_from("green", "", str)
    with pytest.raises(LibraryFailed, match="“white” is no side; there are red, black"):
        side_from("white", "xiangqi", str)


def test_a_search_says_its_colour_and_its_form_offers_it() -> None:
    search = Search({"player": "Adler", "side": "black"})
    assert [one.words.text() for one in search.conditions()] == ["player Adler", "as Black"]
    assert search.query().side == "black"
    (side,) = (one for one in fields() if one.key == "side")
    assert {"first", "second", "white", "black", "red"} < {*side.choices}
    (side,) = (one for one in fields("go") if one.key == "side")
    assert [*side.choices] == ["", "first", "second"]


def test_colours_in_the_words_of_players() -> None:
    assert side_from("黑方", "", str) == side_from("Black", "", str) == "black"
    assert side_from("红", "", str) == "red"
    assert side_from("先手", "", str) == "first"
