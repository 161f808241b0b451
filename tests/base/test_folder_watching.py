"""Looking at folders: what comes, goes and changes; links in circles; what can't be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.folder_watching import FolderLook, FolderNews, FolderWatcher
from viewer.base.messages import message

PATIENCE = 20.0


def look(at: FolderLook, thorough: bool = True) -> tuple[set[str], set[str], FolderNews]:
    """The names of files that came or changed, those of files that went, and the last news."""
    there: set[str] = set()
    gone: set[str] = set()
    for news in at.look(thorough):
        there |= {os.path.basename(path) for path in news.there}
        gone |= {os.path.basename(path) for path in news.gone}
    return there, gone, news


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.sgf", "b/c.sgf", "b/d/e.sgf", ".hidden", ".git/f.sgf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def settle(at: FolderLook, *paths: Path) -> None:
    """Make folders and files as old as if nothing had happened for long, and let the look know."""
    for path in paths:
        os.utime(path, (1_000_000, 1_000_000))
    look(at)


def test_files_at_any_depth_are_found_hidden_ones_left_out(folder: Path) -> None:
    there, gone, news = look(FolderLook(SYSTEM, [str(folder)]))
    assert there == {"a.sgf", "c.sgf", "e.sgf"}
    assert not gone
    assert news.whole
    assert not news.problems


def test_only_changes_are_news(folder: Path) -> None:
    at = FolderLook(SYSTEM, [str(folder)])
    look(at)
    assert look(at)[:2] == (set(), set())
    (folder / "new.sgf").write_text("new")
    (folder / "b" / "c.sgf").write_text("longer than before")
    (folder / "a.sgf").unlink()
    assert look(at)[:2] == ({"new.sgf", "c.sgf"}, {"a.sgf"})


def test_a_file_that_comes_is_seen_by_its_folders_stamp_alone(folder: Path) -> None:
    at = FolderLook(SYSTEM, [str(folder)])
    look(at)
    (folder / "b" / "new.sgf").write_text("new")
    assert look(at, thorough=False)[0] == {"new.sgf"}


def test_a_new_file_is_followed_until_it_rests(folder: Path) -> None:
    at = FolderLook(SYSTEM, [str(folder)])
    look(at)
    path = folder / "b" / "copied.sgf"
    path.write_text("half")
    assert look(at, thorough=False)[0] == {"copied.sgf"}
    with path.open("a") as file:  # in place: its folder doesn't change
        file.write(" and half")
    assert look(at, thorough=False)[0] == {"copied.sgf"}
    assert look(at, thorough=False)[0] == set()


def test_a_folder_that_goes_takes_its_files_along(folder: Path) -> None:
    at = FolderLook(SYSTEM, [str(folder)])
    look(at)
    (folder / "b").rename(folder / ".b")
    assert look(at, thorough=False)[:2] == (set(), {"c.sgf", "e.sgf"})
    (folder / ".b").rename(folder / "back")
    assert look(at, thorough=False)[:2] == ({"c.sgf", "e.sgf"}, set())


def test_links_in_circles_are_followed_once(folder: Path) -> None:
    (folder / "b" / "up").symlink_to(folder)
    (folder / "again").symlink_to(folder / "b")
    (folder / "self").symlink_to("self")
    (folder / "nowhere.sgf").symlink_to("missing")
    found = [path for news in FolderLook(SYSTEM, [str(folder)]).look(True) for path in news.there]
    assert sorted(map(os.path.basename, found)) == ["a.sgf", "c.sgf", "e.sgf"]


class Refusing(FileSystem):
    """A file system with a folder that can't be listed, once `refuses` is set."""

    refuses = ""

    def list_folder(self, path: str) -> tuple[dict[str, Stamp], list[str]]:
        if self.refuses and path.endswith(self.refuses):
            raise PermissionError(13, "Permission denied", path)
        return super().list_folder(path)


def test_an_unreadable_folder_is_told_and_the_rest_found(folder: Path) -> None:
    system = Refusing()
    system.refuses = "d"
    there, _, news = look(FolderLook(system, [str(folder)]))
    assert there == {"a.sgf", "c.sgf"}
    assert news.problems == {str(folder / "b" / "d"): message("no permission")}


def test_a_folder_that_fails_for_a_while_keeps_its_files(folder: Path) -> None:
    system = Refusing()
    at = FolderLook(system, [str(folder)])
    look(at)
    system.refuses = "b"
    assert look(at)[:2] == (set(), set())
    system.refuses = ""
    assert look(at)[:2] == (set(), set())


def test_single_files_are_looked_at_too(folder: Path) -> None:
    at = FolderLook(SYSTEM, [str(folder / "a.sgf"), str(folder / "b"), str(folder / "missing")])
    assert look(at)[0] == {"a.sgf", "c.sgf", "e.sgf"}
    (folder / "a.sgf").unlink()
    assert look(at, thorough=False)[1] == {"a.sgf"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders there")
def test_pipes_are_left_out(folder: Path) -> None:
    os.mkfifo(folder / "pipe.sgf")
    assert "pipe.sgf" not in look(FolderLook(SYSTEM, [str(folder)]))[0]


def test_more_files_than_are_looked_at_are_told(folder: Path) -> None:
    there, _, news = look(FolderLook(SYSTEM, [str(folder)], most=2))
    assert len(there) == 2
    assert news.cut


def test_the_watcher_tells_what_comes_and_goes(folder: Path) -> None:
    watcher = FolderWatcher(SYSTEM, [str(folder)], interval=0.01)
    try:
        first: dict[str, Stamp] = {}
        while True:
            news = watcher.take(PATIENCE)
            assert news is not None
            first |= news.there
            if news.whole:
                break
        assert len(first) == 3
        (folder / "a.sgf").rename(folder / "z.sgf")
        there: set[str] = set()
        gone: set[str] = set()
        while not (there and gone):
            news = watcher.take(PATIENCE)
            assert news is not None
            there |= set(news.there)
            gone |= set(news.gone)
        assert (there, gone) == ({str(folder / "z.sgf")}, {str(folder / "a.sgf")})
    finally:
        watcher.close()
