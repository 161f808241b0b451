"""Builds anew that are killed: searches go on, of those that start then and of those that run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import generated
import pytest

from viewer.__main__ import main
from viewer.base.jobs import JobStep, run_inline
from viewer.base.processes import WorkOutcome
from viewer.library import Library, LibraryFailed, Query, all_libraries, named, of_folders
from viewer.library.making.building import building
from viewer.library.making.reading import Workers
from viewer.library.storage import LocalStorage

_KILLS = 30
_RECORDS = 12


class Killed(BaseException):
    """The process ends here: nothing handles it."""


class Here(Workers):
    """Work that is done in this process."""

    part = 1 << 12

    def run(self, work: Any, items: Any) -> Iterator[JobStep[Any]]:
        for number, item in enumerate(items):
            yield JobStep(0, 0, WorkOutcome(number, run_inline(work(*item)), None))


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    generated.write(tmp_path / "records" / "games.pgn", "chess", range(_RECORDS))
    return of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))


def build(library: Library, again: bool) -> None:
    library.keep()
    run_inline(building(library.folder, library.sources, again, workers=Here()))


def found_in(library: Library) -> int:
    """The number of records that a search for all finds."""
    return len(library.search(Query()).hits)


def files_of(library: Library) -> list[str]:
    top = Path(library.folder)
    return sorted(str(path.relative_to(top)) for path in top.rglob("*") if path.is_file())


@contextmanager
def interrupted(at: Callable[[], None]) -> Iterator[None]:
    """Call `at` before each call that writes or removes something of a library, and behind what it wrote."""
    with pytest.MonkeyPatch.context() as patch:
        write, writing, remove = LocalStorage.write, LocalStorage.writing, LocalStorage.remove

        def counted_write(self: LocalStorage, path: str, data: bytes) -> None:
            at()
            write(self, path, data)
            at()

        @contextmanager
        def counted_writing(self: LocalStorage, path: str) -> Iterator[str]:
            at()
            with writing(self, path) as made:
                yield made
            at()

        def counted_remove(self: LocalStorage, path: str) -> None:
            at()
            remove(self, path)

        patch.setattr(LocalStorage, "write", counted_write)
        patch.setattr(LocalStorage, "writing", counted_writing)
        patch.setattr(LocalStorage, "remove", counted_remove)
        yield


def test_thirty_kills_of_a_build_anew_end_no_search(shelf: Library) -> None:
    build(shelf, False)
    calls = 0

    def count() -> None:
        nonlocal calls
        calls += 1

    with interrupted(count):
        build(shelf, True)
    assert calls >= _KILLS
    assert found_in(shelf) == _RECORDS  # goes on through all that follows
    for number in range(_KILLS):
        left = number * calls // _KILLS

        def kill() -> None:
            nonlocal left
            if left == 0:
                raise Killed
            left -= 1

        with interrupted(kill), pytest.raises(Killed):
            build(shelf, True)
        started = Library(shelf.name, shelf.folder, shelf.sources)
        assert found_in(started) == _RECORDS
        started.close()
        assert found_in(shelf) == _RECORDS
    build(shelf, False)
    assert found_in(shelf) == _RECORDS
    kept = {one.path for one in shelf.store.manifest.files()}
    assert set(files_of(shelf)) == kept | {"lock", "manifest.json", "sources.json"}


def test_a_library_is_searched_while_it_is_built_anew(shelf: Library) -> None:
    build(shelf, False)
    asked: list[int] = []

    def search() -> None:
        started = Library(shelf.name, shelf.folder, shelf.sources)
        asked.append(found_in(started))
        started.close()
        asked.append(found_in(shelf))

    with interrupted(search):
        build(shelf, True)
    assert set(asked) == {_RECORDS}


def test_a_library_built_anew_without_its_files_is_empty(shelf: Library, tmp_path: Path) -> None:
    build(shelf, False)
    (tmp_path / "records" / "games.pgn").unlink()
    build(shelf, True)
    assert found_in(shelf) == 0


@pytest.mark.parametrize(
    "said",
    [b"", b'{"name": "n', b"{}", b'{"name": 1, "sources": ["a"]}', b'{"name":"a","sources":[1]}'],
)
def test_a_damaged_list_of_sources_is_told(
    said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("viewer.library.face.home", lambda: str(tmp_path / "home"))
    generated.write(tmp_path / "records" / "games.pgn", "chess", range(_RECORDS))
    library = named("shelf", [str(tmp_path / "records")])
    build(library, False)
    path = Path(library.folder) / "sources.json"
    path.write_bytes(said)
    found = named("shelf")
    assert found_in(found) == _RECORDS
    with pytest.raises(LibraryFailed, match="is damaged") as failed:
        found.build()
    assert str(path) in failed.value.reason.text()
    found.close()
    assert path.read_bytes() == said
    assert [one.name for one in all_libraries()] == ["shelf"]
    assert main(["library", "list"]) == 0
    assert "is damaged" in capsys.readouterr().out
    library.keep()
    assert json.loads(path.read_bytes())["sources"] == [str(tmp_path / "records")]
    library.close()
