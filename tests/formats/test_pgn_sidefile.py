"""The side file of an index: good as long as the file is as it was, passed over otherwise."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from viewer.base.source import FileSource
from viewer.formats.detect import load_file
from viewer.formats.pgn import index as index_module
from viewer.formats.pgn.index import Index, load_index, save_index

GAMES = 2000


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of side files, which files of 100 KB are large enough for."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_: str(tmp_path / "cache"))
    monkeypatch.setattr(index_module, "SMALLEST", 10_000)
    monkeypatch.setattr("viewer.formats.pgn.collection._LARGE", 10_000)
    return tmp_path / "cache" / "indexes"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of many games."""
    games = [
        f'[Event "E{n}"]\n[White "Müller {n}"]\n\n1. e4 {{[%clk 0:01]}} *\n\n' for n in range(GAMES)
    ]
    games[70] = '[Event "E70"] [White "Müller 70"]\n1. e4\n'
    file = tmp_path / "games.pgn"
    file.write_text("".join(games), "utf-8")
    return file


def indexed(path: Path) -> int:
    """Open a file and find all games; in how many steps."""
    collection = load_file(str(path))
    steps = list(collection.indexing())
    assert len(collection) == GAMES
    assert collection.values("White", 0, GAMES) == [f"Müller {n}" for n in range(GAMES)]
    assert collection.record(GAMES - 1).header("Event") == f"E{GAMES - 1}"
    collection.source.close()
    assert steps[-1].result == GAMES
    return len(steps)


def only(cache: Path) -> Path:
    (found,) = cache.iterdir()
    return found


def test_the_second_time_nothing_is_scanned(cache: Path, path: Path, monkeypatch):
    indexed(path)
    before = only(cache).read_bytes()
    monkeypatch.setattr(
        Index, "step", lambda self: pytest.fail("scanned") if not self.complete else None
    )
    assert indexed(path) == 1
    assert only(cache).read_bytes() == before


def test_what_is_kept_is_the_index(cache: Path, path: Path):
    index = Index(FileSource(str(path)))
    while not index.complete:
        index.step()
    save_index(index)
    again = load_index(index.source)
    assert again is not None
    assert again.parts() == index.parts()
    assert [again.span(n) for n in range(GAMES)] == [index.span(n) for n in range(GAMES)]
    assert again.lines_before(50_000) == index.lines_before(50_000)


def test_a_packed_file_has_one_too(cache: Path, path: Path):
    packed = path.with_suffix(".pgn.gz")
    packed.write_bytes(gzip.compress(path.read_bytes(), 0))
    indexed(packed)
    assert load_file(str(packed)).values("Event", 0, 1) == ["E0"]
    assert indexed(packed) == 1


@pytest.mark.parametrize("what", ["time", "size", "bytes", "path"])
def test_a_file_that_changed(cache: Path, path: Path, what: str):
    indexed(path)
    info = path.stat()
    data = path.read_bytes()
    if what == "time":
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns + 1_000_000))
    elif what == "size":
        path.write_bytes(data + b" ")
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    elif what == "bytes":
        path.write_bytes(data.replace(b"E0", b"F0"))
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    else:
        other = path.with_name("other.pgn")
        path.rename(other)
        path = other
    source = FileSource(str(path))
    assert load_index(source) is None
    source.close()


def test_a_broken_side_file_is_passed_over(cache: Path, path: Path):
    indexed(path)
    good = only(cache).read_bytes()
    end = good.index(b"\n", 20)
    for bad in (
        b"",
        good[:-1],
        good[: end + 1],
        good[:30],
        good.replace(b"index 1", b"index 9", 1),
        good[:end] + b"\n" + bytes(len(good) - end - 1),
        good.replace(b'"done": ', b'"done": "', 1),
        good.replace(b'"sizes": [', b'"sizes": [-1, ', 1),
        os.urandom(3000),
    ):
        only(cache).write_bytes(bad)
        indexed(path)
        assert only(cache).read_bytes() == good


def test_old_side_files_go_first(cache: Path, path: Path, monkeypatch):
    copies = [path.with_name(f"copy{n}.pgn") for n in range(3)]
    for number, copy in enumerate(copies):
        copy.write_bytes(path.read_bytes())
        indexed(copy)
        for file in cache.iterdir():
            if file.stat().st_mtime > 1_000:
                os.utime(file, (number + 1, number + 1))
    size = only_size(cache)
    indexed(copies[0])  # used again: now the last to go
    monkeypatch.setattr(index_module, "LARGEST", size * 5 // 2)
    indexed(path)
    assert len(list(cache.iterdir())) == 2
    assert indexed(copies[0]) == indexed(path) == 1


def only_size(cache: Path) -> int:
    return max(file.stat().st_size for file in cache.iterdir())


def test_a_cache_that_cannot_be_written(cache: Path, path: Path):
    cache.parent.write_text("a file where a folder should be")
    indexed(path)
    assert cache.parent.is_file()
