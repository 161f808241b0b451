"""What is typed in the bar of a library, searches as people make them, and those that are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from viewer.base.messages import Message
from viewer.base.resources import resource_path
from viewer.document.document import open_document
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Charted
from viewer.library.failures import LibraryFailed
from viewer.library.keys import key_of
from viewer.library.making.columns import main_line
from viewer.library.phrases import Understanding, moves_in, position_in
from viewer.library.query import position_wanted
from viewer.library.search_form import fields
from viewer.library.searches import SavedSearches, Search, read_search
from viewer.library.typed import moves_from, state_of


def english(words: Message) -> str:
    return words.text()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("morphy", {"words": "morphy"}),
        ("after 1840", {"date_from": "1841"}),
        ("after 1972-12", {"date_from": "1973-01"}),
        ("after 1972-02-29", {"date_from": "1972-03-01"}),
        ("before 1840", {"date_to": "1839"}),
        ("before 1972-01", {"date_to": "1971-12"}),
        ("since 1990 until 1995-06", {"date_from": "1990", "date_to": "1995-06"}),
        ("has comments", {"has-comments": True}),
        ("adler has variations chess", {"has-variations": True, "game": "chess", "words": "adler"}),
        ("player: Adler, Karl", {"player": "Adler, Karl"}),
        ("opening sicilian", {"opening": "sicilian"}),
        ("1-0", {"result": "first"}),
        ("rating from 2400 from 40 plies", {"rating_from": "2400", "plies_from": "40"}),
        ('"has comments" adler', {"words": '"has comments" adler'}),
        ("   ", {}),
        ("1. e4 c5", {"game": "chess", "moves": "1. e4 c5"}),
        ("炮二平五 马8进7", {"game": "xiangqi", "moves": "炮二平五 马8进7"}),
        ("e4", {"words": "e4"}),
        ("19 B dd W pp", {"game": "go", "position": "19 B dd W pp"}),
        ("1972", {"words": "1972"}),
    ],
)
def test_what_is_typed_is_understood(text: str, meant: dict[str, object]) -> None:
    assert Understanding(english).conditions(text) == meant


def test_phrases_are_understood_in_the_user_s_language_and_in_english() -> None:
    def german(words: Message) -> str:
        return "nach {what}" if words.template == "after {what}" else words.text()

    both = Understanding(german)
    assert both.conditions("nach 1840") == both.conditions("after 1840") == {"date_from": "1841"}
    assert both.beginning("na") == ["nach "]


def test_a_position_of_each_game_is_typed_as_it_is_written() -> None:
    for path in sorted(resource_path("samples", "en", "study").iterdir()):
        document = open_document(str(path))
        try:
            record = document.record_of(document.keys()[0])
        finally:
            document.close()
        game = game_of(record.game)
        assert isinstance(game, Charted)
        places, _ = main_line(game, record)
        for place in places[1:]:
            chart = game.chart(place.state)
            assert chart is not None
            text = game.setup_text(place.state)
            found = position_in(text, [game.id])
            assert found == {"game": game.id, "position": text}
            again = state_of(game, text)
            assert again.side == place.state.side
            cells = game.cells(place.state)
            assert key_of(game.id, chart, game.cells(again)) == key_of(game.id, chart, cells)


def test_moves_are_read_in_every_game_that_has_them() -> None:
    assert next(iter(moves_in("e4 c5")))["game"] == "chess"
    assert list(moves_in("sacrifice on h7")) == []


def test_a_search_is_a_query() -> None:
    fen = game_of("chess").setup_text(game_of("chess").start(None))
    search = Search.of(
        {
            "words": " adler ",
            "rating_from": "2400",
            "has-comments": True,
            "has-problems": False,
            "position": fen,
            "turned": True,
            "event": "",
        }
    )
    query = search.query()
    assert (query.words, query.rating_from, query.has) == ("adler", 2400, {"comments"})
    game = game_of("chess")
    assert query.position == position_wanted(game, game.start(None), turned=True)
    words = [one.words.text() for one in search.conditions()]
    assert words == [
        "adler",
        "rating from 2400",
        "has comments",
        "this position",
        "mirrored and turned",
    ]
    assert set(search.without("position").values) == {"words", "rating_from", "has-comments"}
    assert search.plus({"words": "1972"}).text("words") == "adler 1972"


@pytest.mark.parametrize(
    "values",
    [{"rating_from": "high"}, {"position": "nowhere"}, {"moves": "1. e5", "game": "chess"}],
)
def test_a_search_that_means_nothing_is_told(values: dict[str, str]) -> None:
    with pytest.raises(LibraryFailed):
        Search.of(values).query()


def test_each_field_of_the_form_is_a_condition() -> None:
    for field in fields():
        value = True if isinstance(field.default, bool) else next(reversed(field.choices), "1")
        search = Search.of({field.key: value})
        assert [one.key for one in search.conditions()] == [field.key]
    assert {f"has-{one}" for one in ("comments", "set-up")} < {field.key for field in fields()}


def test_searches_are_kept(tmp_path: Path) -> None:
    home = str(tmp_path / "library")
    saved = SavedSearches(home)
    adler, draws = Search.of({"player": "adler"}), Search.of({"result": "draw"})
    saved.save("Adler's", adler)
    for search in (adler, draws, adler, Search()):
        saved.made(search)
    again = SavedSearches(home)
    assert again.saved == {"Adler's": adler}
    assert again.last == [adler, draws]
    again.forget("Adler's")
    assert SavedSearches(home).saved == {}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"saved": 3, "last": {}}', '{"last": [1, {"a": 2}]}']
)
def test_a_damaged_file_of_searches_is_no_search(tmp_path: Path, text: str) -> None:
    (tmp_path / "searches.json").write_text(text)
    saved = SavedSearches(str(tmp_path))
    assert (saved.saved, saved.last) == ({}, [])
    saved.save("one", Search.of({"words": "a"}))
    assert list(json.loads((tmp_path / "searches.json").read_text())["saved"]) == ["one"]
    damaged = text != ""
    assert saved.file.set_aside == (str(tmp_path / "searches.json.aside") if damaged else "")
    if damaged:
        assert Path(saved.file.set_aside).read_text() == text
    saved.save("two", Search.of({"words": "b"}))
    assert (tmp_path / "searches.json.aside").exists() == damaged, "set aside once"


def test_searches_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "library").write_text("a file")
    with pytest.raises(LibraryFailed, match="can't be written"):
        SavedSearches(str(tmp_path / "library")).save("one", Search.of({"words": "a"}))


def test_conditions_of_a_newer_version_are_left_out_of_the_words() -> None:
    search = read_search({"player": "adler", "aura": "blue", "n": 3})
    assert search is not None
    assert [one.key for one in search.conditions()] == ["player"]
    assert search.query().player == "adler"


def test_pairs_stand_beside_each_other_so_that_the_form_fits_a_small_screen() -> None:
    lines: list[list[str]] = []
    for field in fields():
        if field.beside:
            lines[-1].append(field.key)
        elif field.condition is None:
            lines.append([field.key])
    for pair in (["player", "opponent"], ["first", "second"], ["game", "format"]):
        assert pair in lines
    assert len(lines) <= 18  # with 800 pixels of height none is cut


@pytest.mark.parametrize("id", list(GAMES))
def test_the_form_shows_moves_of_its_game_that_it_takes(id: str) -> None:
    hint = next(field.hint for field in fields(id) if field.key == "moves").text()
    game = game_of(id)
    assert len(moves_from(game, game.start(None), hint)) == 2
