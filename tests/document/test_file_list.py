"""The list of a folder's records: names, summaries, order, what is broken or no record."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM
from viewer.base.folder_watching import FolderLook
from viewer.base.jobs import run_inline
from viewer.document import folder as listing
from viewer.document.folder import FileList, Summary, reading, summary_of

GAME = '[White "{0}"]\n[Black "B"]\n[Date "1851.06.21"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "10.pgn").write_text(GAME.format("Ten"))
    (tmp_path / "9.pgn").write_text(GAME.format("Nine") + GAME.format("Other"))
    (tmp_path / "sub" / "go.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Shu]PW[Sai];B[ee])")
    (tmp_path / "packed.pgn.gz").write_bytes(gzip.compress(GAME.format("Packed").encode()))
    (tmp_path / "broken.xqf").write_bytes(b"no record")
    (tmp_path / "nameless").write_text("(;GM[1]FF[4]SZ[9];B[ee])")
    (tmp_path / "notes.txt").write_text("Buy milk.")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0 not really")
    return tmp_path


def listed(folder: Path) -> tuple[FolderLook, FileList]:
    look, files = FolderLook(SYSTEM, [str(folder)]), FileList([str(folder)])
    update(look, files)
    return look, files


def update(look: FolderLook, files: FileList) -> None:
    for news in look.look(True):
        files.take(news)


def read(files: FileList) -> None:
    for found in run_inline(reading(files.unread())):
        files.fill(found)


def names(files: FileList) -> list[str]:
    return files.values("file", 0, len(files))


def test_records_are_listed_by_name_before_anything_is_read(folder: Path) -> None:
    _, files = listed(folder)
    assert names(files) == ["9.pgn", "10.pgn", "broken.xqf", "packed.pgn.gz", "go.sgf"]
    assert files.values("folder", 0, len(files))[-1] == "sub"
    assert files[0].summary is None
    assert files.values("side0", 0, 5) == [""] * 5


def test_summaries_come_from_the_content(folder: Path) -> None:
    _, files = listed(folder)
    read(files)
    assert names(files)[3] == "nameless"  # a record by its content alone
    assert files.values("side0", 0, 6) == ["Nine", "Ten", "", "", "Packed", "Shu"]
    assert files.values("games", 0, 2) == ["2", ""]
    assert files.values("game", 0, 6) == ["Chess", "Chess", "", "Go", "Chess", "Go"]
    assert files.games == {"chess", "go"}
    assert files.columns() == ["game", "side0", "side1", "result", "date", "games", "folder"]
    problem = files[2].summary.problem
    assert problem is not None
    assert "content is no XQStudio record" in problem.text()
    assert files.broken == 1
    assert files.left_out == 2


def test_a_folder_of_one_game_has_no_column_for_it(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME.format("A"))
    _, files = listed(tmp_path)
    read(files)
    assert files.columns() == ["side0", "side1", "result", "date"]


def test_files_come_change_and_go(folder: Path) -> None:
    look, files = listed(folder)
    read(files)
    (folder / "10.pgn").unlink()
    (folder / "11.pgn").write_text(GAME.format("Eleven"))
    (folder / "9.pgn").write_text(GAME.format("Changed"))
    update(look, files)
    assert names(files)[:2] == ["9.pgn", "11.pgn"]
    assert files.values("side0", 0, 2) == ["Nine", ""]  # until they are read
    assert set(files.unread()) == {str(folder / "9.pgn"), str(folder / "11.pgn")}
    update(look, files)
    assert not files.unread()


def test_a_record_that_becomes_something_else_leaves_the_list(folder: Path) -> None:
    look, files = listed(folder)
    read(files)
    (folder / "nameless").write_text("Buy milk.")
    update(look, files)
    read(files)
    assert "nameless" not in names(files)
    assert files.left_out == 3


def test_an_open_file_stays_although_it_is_gone(folder: Path) -> None:
    look, files = listed(folder)
    path = folder / "10.pgn"
    assert not files.keep([str(path)])
    path.unlink()
    update(look, files)
    assert "10.pgn" in names(files)
    assert files.keep([])
    assert "10.pgn" not in names(files)


def test_files_of_several_folders_and_single_ones_are_one_list(folder: Path) -> None:
    roots = [str(folder / "9.pgn"), str(folder / "10.pgn")]
    files = FileList(roots)
    for news in FolderLook(SYSTEM, roots).look(True):
        files.take(news)
    assert names(files) == ["9.pgn", "10.pgn"]
    assert not files.columns()
    assert files.covers(str(folder / "9.pgn"))
    assert not files.covers(str(folder / "broken.xqf"))


def test_places_are_those_of_natural_order(folder: Path) -> None:
    _, files = listed(folder)
    assert files.index(str(folder / "10.pgn")) == 1
    assert files.index(str(folder / "9a.pgn")) == 1  # where it would be


def test_a_file_that_vanishes_while_it_is_read_is_left_out(tmp_path: Path) -> None:
    assert summary_of(str(tmp_path / "missing.pgn")).foreign


def test_a_reader_that_fails_is_told_of_its_file_alone(folder: Path, monkeypatch) -> None:
    def failing(*args: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(listing, "load_source", failing)
    problem = summary_of(str(folder / "9.pgn")).problem
    assert problem is not None
    assert "ZeroDivisionError: oops" in problem.text()


def test_many_files_are_read_in_processes_each_once(tmp_path: Path) -> None:
    sizes = {}
    for number in range(150):
        path = tmp_path / f"{number}.pgn"
        path.write_text(GAME.format(f"W{number}"))
        sizes[str(path)] = path.stat().st_size
    found = [one for some in run_inline(reading(sizes)) for one in some]
    assert len(found) == 150
    read = dict(found)
    assert [read[path].values["side0"] for path in sizes] == [f"W{n}" for n in range(150)]


def test_a_file_that_ends_the_process_is_told_and_the_others_are_read(
    tmp_path: Path, monkeypatch
) -> None:
    chunk = [str(tmp_path / f"{number}.pgn") for number in range(3)]
    for path in chunk:
        Path(path).write_text(GAME.format("W"))
    monkeypatch.setattr(listing, "summaries", summaries_ending_at_1)
    steps = listing._in_processes([chunk], 3)
    found = dict(one for some in run_inline(steps) for one in some)
    assert [found[path].values.get("side0") for path in chunk] == ["W", None, "W"]
    problem = found[chunk[1]].problem
    assert problem is not None
    assert "ended too early" in problem.text()


def summaries_ending_at_1(paths: list[str]):  # type: ignore[no-untyped-def]  # stands for `summaries`
    import os

    from viewer.base.jobs import JobStep

    for done, path in enumerate(paths, 1):
        if path.endswith("1.pgn"):
            os._exit(9)
        yield JobStep(done, len(paths), [(path, summary_of(path))])


def test_a_summary_says_how_many_games_were_counted() -> None:
    files = FileList(["/x"])
    assert files.value(Summary(records=12, counted=False), "games") == "12+"
    assert files.value(Summary(records=1), "games") == ""
