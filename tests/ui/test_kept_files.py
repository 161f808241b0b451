"""Short files of the user's folder, of today, older, damaged, of a version to come: none is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from desks import make_window

from viewer.base.kept_json import ASIDE, kept_json, says_all
from viewer.base.messages import Message
from viewer.engines.chosen import LIST_FILE, engines_text, read_engines
from viewer.reference.reference import ChosenWork, read_works, works_text
from viewer.ui.controllers import references
from viewer.ui.dialogs import new_dialog
from viewer.ui.modes.play import opponent as mode
from viewer.ui.window.store import Store

ENGINE = {
    "name": "Stockfish",
    "program": "/usr/games/stockfish",
    "arguments": [],
    "protocols": {"chess": "uci"},
    "options": {"Hash": "64"},
}
BOOK = {"path": "/books/book.bin", "game": "chess"}
WORK = ChosenWork("/books/book.bin", "chess")


def open_another(store: Store) -> bool:
    store.opened("/records/other.sgf")
    store.save()
    return True


def play_another(store: Store) -> bool:
    mode._keep(store, "go", {"engine": "GNU Go", "side": "1"})
    return True


def set_another(store: Store) -> bool:
    store.settings.set("sounds", True)
    store.save()
    return True


class Kept(NamedTuple):
    """A file: what is read of it, how it is written again, and how it is written by four versions."""

    read: Callable[[Store], Any]
    write: Callable[[Store], bool]
    usual: Any
    found: Any
    today: Any
    older: Any
    newer: Any


FILES = {
    "recent.json": Kept(
        lambda store: store.recent,
        open_another,
        [],
        ["/records/game.sgf"],
        ["/records/game.sgf"],
        ["/records/game.sgf"],
        ["/records/game.sgf", {"path": "/records/old.sgf", "pinned": True}],
    ),
    "books.json": Kept(
        lambda store: store.kept("books.json", read_works, works_text),
        lambda store: store.keep_text("books.json", works_text([ChosenWork("/b.sbk", "shogi")])),
        (),
        (WORK,),
        [BOOK],
        [BOOK],
        [BOOK | {"weight": 3}, {"url": "https://books.example"}],
    ),
    "explorer.json": Kept(
        lambda store: store.kept("explorer.json", references._read, references._text),
        lambda store: store.keep_text("explorer.json", references._text(frozenset({"Club"}))),
        frozenset(),
        frozenset({"Old"}),
        {"left out": ["Old"]},
        {"left out": ["Old"]},
        {"left out": ["Old"], "order": ["New", "Old"]},
    ),
    "matches.json": Kept(
        lambda store: mode._kept(store).get("chess"),
        play_another,
        None,
        {"engine": "Stockfish"},
        {"chess": {"engine": "Stockfish"}},
        {"chess": {"engine": "Stockfish"}},
        {"chess": {"engine": "Stockfish"}, "rounds": [1, 2]},
    ),
    "new.json": Kept(
        lambda store: store.kept("new.json", new_dialog._read, new_dialog._text)[1],
        lambda store: store.keep_text("new.json", new_dialog._text(("go", {}))),
        {},
        {"go": {"start": "13"}},
        {"last": "go", "go": {"start": "13"}},
        {"go": {"start": "13"}},
        {"last": "go", "go": {"start": "13"}, "shaky": {"start": "7"}},
    ),
    LIST_FILE: Kept(
        lambda store: [one.name for one in store.kept(LIST_FILE, read_engines, engines_text)],
        lambda store: store.keep_text(LIST_FILE, engines_text(())),
        [],
        ["Stockfish"],
        [ENGINE | {"limits": {"depth": 9}, "preferred": ["chess"], "variants": []}],
        [ENGINE],
        [ENGINE | {"protocols": {"chess": "uci", "checkers": "dxp"}}],
    ),
    "settings.json": Kept(
        lambda store: store.settings["theme"],
        set_another,
        "auto",
        "dark",
        {"theme": "dark"},
        {"theme": "dark", "scent": "pine"},
        {"theme": "dark", "squares": "of marble"},
    ),
}
DAMAGED = (b"{", b"[[1, 2", b"\xff\xfe{}", b"[" * 100_000, b"3", b"nonsense \x00")


def store_of(folder: Path) -> tuple[Store, list[Message]]:
    told: list[Message] = []
    store = Store(str(folder))
    store.tell = told.append
    return store, told


@pytest.mark.parametrize("shape", ["today", "older"])
@pytest.mark.parametrize("name", FILES)
def test_what_is_understood_is_read_and_written_again(
    tmp_path: Path, name: str, shape: str
) -> None:
    kept = FILES[name]
    (tmp_path / name).write_text(json.dumps(getattr(kept, shape)))
    store, told = store_of(tmp_path)
    assert kept.read(store) == kept.found
    assert kept.write(store)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (told, store.problems) == ([], [])


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_as_none_and_set_aside_before_another_takes_its_place(
    tmp_path: Path, name: str, data: bytes
) -> None:
    kept = FILES[name]
    (tmp_path / name).write_bytes(data)
    store, told = store_of(tmp_path)
    assert kept.read(store) == kept.usual
    assert (tmp_path / name).read_bytes() == data
    assert kept.write(store)
    assert (tmp_path / (name + ASIDE)).read_bytes() == data
    json.loads((tmp_path / name).read_bytes())
    assert [str(tmp_path / (name + ASIDE)) in str(words) for words in told] == [True]
    assert kept.write(store)
    assert (tmp_path / (name + ASIDE)).read_bytes() == data
    assert len(told) == 1


@pytest.mark.parametrize("name", FILES)
def test_of_a_version_to_come_what_is_understood_holds_and_the_rest_is_set_aside(
    tmp_path: Path, name: str
) -> None:
    kept = FILES[name]
    text = json.dumps(kept.newer)
    (tmp_path / name).write_text(text)
    store, told = store_of(tmp_path)
    assert kept.read(store) == kept.found
    assert kept.write(store)
    assert says_all((tmp_path / name).read_text(), text) or (
        (tmp_path / (name + ASIDE)).read_text() == text and len(told) == 1
    )


def test_what_another_window_has_mended_meanwhile_is_not_set_aside(tmp_path: Path) -> None:
    (tmp_path / "books.json").write_text("{")
    (first, told), (second, _) = store_of(tmp_path), store_of(tmp_path)
    for store in (first, second):
        assert FILES["books.json"].read(store) == ()
    assert second.keep_text("books.json", works_text([WORK]))
    assert first.keep_text("books.json", works_text([WORK, ChosenWork("/b.sbk", "shogi")]))
    assert (tmp_path / f"books.json{ASIDE}").read_text() == "{"
    assert told == []


@pytest.mark.gui
def test_the_window_says_where_a_damaged_list_of_books_is_kept(qtbot, tmp_path: Path) -> None:
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings/books.json").write_text("[")
    window = make_window(qtbot, tmp_path)
    window.references.shelf.add(WORK)
    assert f"books.json{ASIDE}" in window.notice.sentence
    assert (tmp_path / "settings" / f"books.json{ASIDE}").read_text() == "["
    assert read_works((tmp_path / "settings/books.json").read_text()) == (WORK,)


@pytest.mark.parametrize(
    ("again", "older", "all_of_it"),
    [
        ('{"a": [1, {"b": 2, "c": 3}], "d": 4}', '{"a": [1, {"b": 2}]}', True),
        ('{"a": 1}', "", True),
        ('{"a": 1}', " \n", True),
        ("[1, 2]", "[1]", False),
        ("[true]", "[1]", False),
        ("{}", '{"a": null}', False),
        ("{}", "nonsense", False),
    ],
)
def test_a_text_that_says_all_of_an_older_one(again: str, older: str, all_of_it: bool) -> None:
    assert says_all(again, older) == all_of_it


def test_no_text_and_no_json_say_nothing() -> None:
    assert [kept_json(text) for text in ("", " ", "{", "[" * 100_000)] == [None] * 4
