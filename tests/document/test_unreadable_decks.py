"""Decks, histories and small files that can't be read or written: said where, and nothing is lost."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import run_inline
from viewer.base.late_writing import put_whole
from viewer.base.messages import message
from viewer.base.system_errors import WordedError
from viewer.document.training.decks import Deck, DeckNews
from viewer.document.training.games_read import DeckOrder
from viewer.document.training.history import TrainingHistory
from viewer.document.training.mistakes import Player
from viewer.formats.format import Unreadable

PGN = """[White "Adler, A"]
[Black "Berg, B"]

1. f3 {[%eval -3.6,9]} ( 1. e4 {[%eval 0.15,9]} e5 ) e5 {[%eval -3.70,9]} *

[White "Adler, A"]
[Black "Cohn, C"]

1. f3 {[%eval -3.6,9]} ( 1. d4 {[%eval 0.15,9]} d5 ) d5 {[%eval -3.70,9]} *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games" / "a.pgn"
    path.parent.mkdir()
    path.write_text(PGN, "utf-8")
    return path


def grown(games: Path) -> tuple[Deck, DeckNews]:
    """The deck of the games, brought up to date."""
    order = DeckOrder((str(games.parent),), Player("A. Adler"))
    deck = Deck(str(games.parent.parent / "mine.jsonl"), order)
    (news,) = run_inline(deck.renewing())
    return deck, news


def test_what_is_no_deck_is_not_written_into(games: Path) -> None:
    path = games.parent.parent / "mine.jsonl"
    path.write_text("[1, 2]\n")
    with pytest.raises(WordedError) as failed:
        grown(games)
    assert str(failed.value.reason) == f"{path}: this file is no deck."
    assert path.read_text() == "[1, 2]\n"


def test_games_whose_lines_are_gone_from_a_deck_are_read_again(games: Path) -> None:
    deck, first = grown(games)
    assert first.problems == 2
    lines = Path(deck.path).read_text("utf-8").splitlines(keepends=True)
    for kept in (lines[:2], lines[:1], []):
        Path(deck.path).write_text("".join(kept), "utf-8")
        _, news = grown(games)
        assert (news.problems, news.aside) == (2, 0)
        Path(deck.path).write_text("".join(kept), "utf-8")  # while a window has the deck
        (news,) = run_inline(deck.renewing())
        assert news.problems == 2
        assert len(Path(deck.path).read_text("utf-8").splitlines()) >= 3
    _, news = grown(games)
    assert (news.read, news.problems) == (0, 2)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_problems_of_a_file_that_cannot_be_read_today_stay(games: Path) -> None:
    grown(games)
    games.unlink()
    os.mkfifo(games)
    _, news = grown(games)
    assert (news.problems, news.aside) == (2, 0)
    assert [path for path, _ in news.unread] == [str(games)]
    games.unlink()
    _, news = grown(games)
    assert (news.problems, news.aside) == (0, 2)


class NoEntry(FileSystem):
    """Lists no folder."""

    def names_beside(self, path: str) -> list[str]:
        raise PermissionError(13, "Permission denied", path)


def test_a_folder_that_may_not_be_listed_is_not_called_empty(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    words = []
    for files in (SYSTEM, NoEntry()):
        (news,) = run_inline(Deck("", DeckOrder((str(tmp_path / "none"),)), files).growing())
        words += [str(why) for _, why in news.unread]
    assert words == ["There are no records in this folder.", "no permission"]


def test_a_history_that_cannot_be_read_says_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "training.jsonl").mkdir()
    history = TrainingHistory(str(tmp_path), SYSTEM)
    run_inline(history.reading())
    where = tmp_path / "training.jsonl"
    assert (
        str(history.problem) == f"What was trained before can't be read: {where}: it is a folder."
    )


class Full(FileSystem):
    """Has no room."""

    def write(self, fd: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")


def test_a_file_that_cannot_be_written_is_named_not_the_one_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("before")
    with pytest.raises(OSError, match="No space") as failed:
        put_whole(str(path), b"after", Full())
    assert failed.value.filename == str(path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["a.json"]
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="irectory") as failed:
        put_whole(str(tmp_path / "folder"), b"after", SYSTEM)
    assert failed.value.filename == str(tmp_path / "folder")


def test_what_cannot_be_read_is_said_by_other_processes_as_here() -> None:
    error = Unreadable(message("This is {what}.", what="nothing"), "x.code")
    there = pickle.loads(pickle.dumps(error))
    assert isinstance(there, Unreadable)
    assert (str(there.reason), there.code) == ("This is nothing.", "x.code")
