"""Lists and libraries that can't be read: it is told where, and nothing is written over them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from viewer.base.files import FileSystem
from viewer.base.jobs import run_inline
from viewer.base.messages import Message, message
from viewer.library.face import Library, all_libraries
from viewer.library.failures import LibraryFailed
from viewer.library.game_sources import GameSource, game_sources, source_named
from viewer.library.repertoire.kept import NAME, Repertoire, Repertoires
from viewer.library.repertoire.reading import counted_games
from viewer.library.searches import SavedSearches, Search

ONE, OTHER = Repertoire("/a.pgn", "chess", 0), Repertoire("/b.pgn", "chess", 1)
PGN = '[White "A"]\n[Black "B"]\n\n1. e4 e5 *\n'


class Denying(FileSystem):
    """Reads no file."""

    def open_read(self, path: str) -> int:
        raise PermissionError(13, "Permission denied", path)


def test_a_list_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    Repertoires(str(tmp_path)).mark(ONE)
    before = (tmp_path / NAME).read_bytes()
    denied = Repertoires(str(tmp_path), Denying())
    assert denied.all == []
    assert str(denied.problem) == f"{tmp_path / NAME}: no permission"
    with pytest.raises(LibraryFailed) as failed:
        denied.mark(OTHER)
    assert str(tmp_path / NAME) in failed.value.reason.text()
    assert (tmp_path / NAME).read_bytes() == before


def test_a_list_of_searches_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    kept = SavedSearches(str(tmp_path))
    kept.save("one", Search({"words": "x"}))
    path = Path(kept.file.path)
    before = path.read_bytes()
    with pytest.raises(LibraryFailed, match="no permission"):
        SavedSearches(str(tmp_path), Denying()).save("two", Search({"words": "y"}))
    assert path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_in_place_of_a_list_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    assert "it is a pipe or a device" in str(Repertoires(str(tmp_path)).problem)


def test_a_damaged_list_is_told_and_kept_beside_the_new_one(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"repertoires": [{"path": 7}]}')
    kept = Repertoires(str(tmp_path))
    assert str(kept.problem).startswith(f"{tmp_path / NAME} is damaged")
    assert kept.aside() is None
    kept.mark(ONE)
    said = str(kept.aside())
    (aside,) = (one for one in tmp_path.iterdir() if one.name != NAME)
    assert str(aside) in said
    assert kept.aside() is None, "it is told once"
    assert Repertoires(str(tmp_path)).problem is None


def test_a_home_of_libraries_that_is_no_folder_is_told(tmp_path: Path) -> None:
    home = tmp_path / "library"
    assert all_libraries(str(home)) == []
    home.write_text("a file")
    with pytest.raises(LibraryFailed) as failed:
        all_libraries(str(home))
    assert failed.value.reason.text().startswith(str(home))
    assert len(list(game_sources("/a/b.pgn", [], str(home)))) == 2, "the file and its folder"


def test_a_library_whose_folders_are_not_known_is_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    place = tmp_path / "qipu" / "library" / "L"
    place.mkdir(parents=True)
    (place / "sources.json").write_text("{")
    with pytest.raises(LibraryFailed, match="is damaged"):
        source_named(["L"])


def test_a_library_whose_tables_cannot_be_read_says_where_they_are(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.pgn").write_text(PGN)
    library = Library("L", str(tmp_path / "L"), (str(tmp_path / "a.pgn"),))
    run_inline(library.building())
    library.close()
    manifest = tmp_path / "L" / "manifest.json"
    manifest.unlink()
    manifest.mkdir()  # a folder: root may read whatever its bits say
    with pytest.raises(LibraryFailed) as failed:
        _ = Library("L", str(tmp_path / "L"), ()).store
    assert failed.value.reason.text().startswith(str(tmp_path / "L"))


def _read(problems: list[Message], *paths: Path) -> None:
    source = GameSource(message("games"), tuple(map(str, paths)))
    run_inline(counted_games(source, problems=problems, apart=False))


def test_of_several_files_those_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    good, bad, gone = tmp_path / "good.pgn", tmp_path / "bad.pgn", tmp_path / "gone.pgn"
    good.write_text(PGN)
    bad.write_bytes(bytes(1000))
    problems: list[Message] = []
    _read(problems, good, bad, gone)
    told = sorted(map(str, problems))
    assert [one.partition(":")[0] for one in told] == [str(bad), str(gone)]
    for some in ([bad], [gone]):
        with pytest.raises(LibraryFailed) as failed:
            _read([], *some)
        assert failed.value.reason.text().startswith(str(some[0]))
