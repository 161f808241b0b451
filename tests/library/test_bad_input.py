"""What a library does with input and disks that aren't as they should be: never a wrong answer."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import generated
import pytest

from viewer.__main__ import main
from viewer.base.files import FileSystem
from viewer.base.jobs import JobStep, run_inline
from viewer.base.limits import DEFAULT
from viewer.base.processes import WorkOutcome
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.library import Library, LibraryFailed, Query, failures, of_folders
from viewer.library.face import state_of
from viewer.library.failures import Damaged, unpacked
from viewer.library.making import building as building_module
from viewer.library.making import parts as parts_module
from viewer.library.making.parts import left_unread
from viewer.library.making.reading import Workers
from viewer.library.making.scan import scan
from viewer.library.making.together import Together
from viewer.library.sources import is_url
from viewer.library.storage import LocalStorage, storage_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    for seeds in (range(10), range(10, 20)):
        generated.write(tmp_path / "records" / f"{seeds.start}.pgn", "chess", seeds)
    return of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))


def total(library: Library) -> int:
    return library.search(Query()).total


@contextmanager
def unprivileged() -> Iterator[None]:
    """Root may read everything: be somebody else."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits")
def test_folders_without_permission_are_listed() -> None:
    place = Path(tempfile.mkdtemp())  # tmp_path is in a folder that only its owner enters
    place.chmod(0o777)
    try:
        with unprivileged():
            for name in ("open", "closed", "named", "searched"):
                (place / name).mkdir()
                (place / name / "games.pgn").write_text("*")
            (place / "closed").chmod(0)
            (place / "named").chmod(0o444)  # names can be listed, files can't be reached
            (place / "searched").chmod(0o111)  # the other way round
            *_, found = scan([str(place)])
            assert list(found.files) == [str(place / "open" / "games.pgn")]
            closed = {str(place / name) for name in ("closed", "named", "searched")}
            assert found.problems.keys() == closed
            assert all("ermission" in why.text() for why in found.problems.values())
            for one in closed:
                Path(one).chmod(0o755)
            *_, found = scan([str(place)])
            assert len(found.files) == 4
    finally:
        shutil.rmtree(place)


def test_files_without_permission_are_listed(
    tmp_path: Path, shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = str(tmp_path / "records" / "0.pgn")
    original = FileSystem.open_read

    def open_read(self: FileSystem, path: str) -> int:
        if path == one:
            raise PermissionError(13, "Permission denied", path)
        return original(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(FileSystem, "open_read", open_read)
        news = shelf.build()
    assert news.records == 10
    assert {path: why.text() for path, why in news.problems.items()} == {
        one: "It can't be read: no permission."
    }
    assert shelf.build(again=True).records == 20


def test_circles_of_links(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (deep / "one.pgn").write_text("")
    (deep / "up").symlink_to(tmp_path)
    (tmp_path / "left").symlink_to(tmp_path / "right")
    (tmp_path / "right").symlink_to(tmp_path / "left")
    (tmp_path / "self.pgn").symlink_to(tmp_path / "self.pgn")
    (tmp_path / "a" / "beside").symlink_to(deep)
    *_, found = scan([str(tmp_path), str(tmp_path / "left"), str(tmp_path / "self.pgn")])
    assert len(found.files) == 1
    assert set(found.problems) == {str(tmp_path / "left"), str(tmp_path / "self.pgn")}


def test_a_file_that_changes_while_it_is_read(
    tmp_path: Path, shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = tmp_path / "records" / "0.pgn"
    original = Together.add

    def add(self: Together, number: int) -> None:
        if number == 5 and self._collection.source.name == str(one):
            with one.open("ab") as file:
                file.write(b'\n[Event "more"]\n\n1. e4 *\n')
        original(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(Together, "add", add)
        news = shelf.build()
    assert news.records == 10
    assert "changed while it was read" in news.problems[str(one)].text()
    assert total(shelf) == 10
    news = shelf.build()
    assert (news.records, dict(news.problems)) == (21, {})


def test_a_file_that_goes_before_it_is_read(
    tmp_path: Path, shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = tmp_path / "records" / "0.pgn"
    original = parts_module.source_at

    def source_at(path: str) -> Any:
        one.unlink(missing_ok=True)
        return original(path)

    monkeypatch.setattr(parts_module, "source_at", source_at)
    news = shelf.build()
    assert news.records == 10
    assert list(news.problems) == [str(one)]


def test_broken_files_of_all_kinds_among_many(tmp_path: Path) -> None:
    """Two thousand files, every twentieth broken: listed, or read as far as it can be; none is lost."""
    folder = tmp_path / "records"
    generated.write(folder / "0.pgn", "chess", range(1))
    whole = (folder / "0.pgn").read_bytes()
    kinds = (b"", b"\0" * 500, b"\xff\xfe" + whole, b"XQ\x12" + bytes(90), b"(;FF[4", b"{" * 300)
    broken = set()
    for number in range(1, 2000):
        path = folder / f"{number % 40}" / f"{number}.{'xqf' if number % 20 == 0 else 'pgn'}"
        path.parent.mkdir(exist_ok=True)
        if number % 20 == 0:
            path.write_bytes(kinds[number // 20 % len(kinds)])
            broken.add(str(path))
        else:
            path.write_bytes(whole)
    (folder / "folder.pgn").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.pgn")  # which is waited for by nobody
    library = of_folders([folder], folder=str(tmp_path / "home"))
    news = library.build()
    found = set(_paths(library))
    assert news.problems.keys() | found == broken | {str(one) for one in folder.rglob("*[0-9].pgn")}
    assert news.problems.keys() <= broken
    assert len(news.problems) >= len(broken) // 2
    assert library.build().read == 0


def _paths(library: Library) -> list[str]:
    return [hit.path for hit in library.search(Query(), 100_000).hits]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of processes")
def test_a_disk_that_takes_no_more(tmp_path: Path, shelf: Library) -> None:
    """By the limit for the size of files, which says the same as a full disk: each write beyond it fails."""
    shelf.build()
    shelf.close()
    generated.write(tmp_path / "records" / "more.pgn", "chess", range(30, 90))
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)\n"
        "from viewer.__main__ import main\n"
        "sys.exit(main(['library', 'update', '--tables', sys.argv[2]]))\n"
    )
    for limit in (100, 3000):
        words = [sys.executable, "-c", code, str(limit), shelf.folder]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "The library can't be written" in done.stderr
        assert "Traceback" not in done.stderr
        assert total(shelf) == 20
        shelf.close()
    assert shelf.build().records == 80


class _Here(Workers):
    """Work that is done in this process, counted."""

    part = 1 << 12

    def __init__(self) -> None:
        self.parts: list[str] = []

    def run(self, work: Any, items: Any) -> Iterator[JobStep[Any]]:
        for number, item in enumerate(items):
            self.parts.append(item[1].name)
            yield JobStep(0, 0, WorkOutcome(number, run_inline(work(*item)), None))


def test_a_killed_build_goes_on_within_a_large_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of a file that are whole are used, the others made: with the same numbers as if never killed."""
    generated.write(tmp_path / "records" / "large.pgn", "chess", range(120))
    rows = []
    for name in ("killed", "never"):
        library = of_folders([tmp_path / "records"], folder=str(tmp_path / name))
        if name == "killed":
            with monkeypatch.context() as patch:
                patch.setattr(building_module, "merging", _stopped)
                with pytest.raises(LibraryFailed, match="no space left"):
                    build(library, _Here())
            work = Path(library.folder) / "work"
            made = sorted(os.listdir(work))
            assert len(made) > 5
            shutil.rmtree(work / made[0])
            (work / made[3] / "part.json").unlink()
            workers = _Here()
            build(library, workers)
            assert [one for one in workers.parts if one in made] == [made[0], made[3]]
        else:
            build(library, _Here())
        rows.append(
            library.store.rows(
                f"SELECT record, number, moves FROM {library.store.table('games')} ORDER BY 1"
            )
        )
        library.close()
    assert rows[0] == rows[1]
    assert len(rows[0]) == 120


def build(library: Library, workers: Workers) -> None:
    library.keep()
    run_inline(building_module.building(library.folder, library.sources, workers=workers))


def _stopped(*_: Any) -> Any:
    raise OSError(28, "No space left on device")


def test_bits_that_change_without_a_changed_stamp_are_found_by_check(
    shelf: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.build()
    assert shelf.check() >= 4
    assert main(["library", "check", "--tables", shelf.folder]) == 0
    assert "as they were written" in capsys.readouterr().out
    paths = [one.path for one in shelf.store.manifest.files()]
    storage = LocalStorage(shelf.folder)
    before = storage.seen(paths)
    original = LocalStorage.seen

    def seen(self: LocalStorage, some: Any) -> Any:
        there = original(self, some)
        return {path: before[path] for path in there if path in before} or there

    for path in paths:
        with monkeypatch.context() as patch:
            patch.setattr(LocalStorage, "seen", seen)
            target = Path(shelf.folder, path)
            raw = bytearray(target.read_bytes())
            raw[len(raw) // 2] ^= 4
            target.write_bytes(raw)
            assert main(["library", "check", "--tables", shelf.folder]) == 2
            assert f"damaged ({path})" in capsys.readouterr().err
            shelf.close()
            with pytest.raises(Damaged):
                total(shelf)
        shelf.close()
        assert shelf.build().records == 20
        assert total(shelf) == 20
        paths = [one.path for one in shelf.store.manifest.files()]
        before = storage.seen(paths)
        shelf.close()
        break


def test_records_are_only_read(tmp_path: Path, shelf: Library) -> None:
    """Neither their bytes nor their times change, and nothing is made beside them."""
    folder = tmp_path / "records"

    def state() -> list[Any]:
        return [
            (one.name, one.read_bytes(), one.stat().st_mtime_ns, one.stat().st_ctime_ns)
            for one in sorted(folder.iterdir())
        ]

    before = state()
    for one in folder.iterdir():
        one.chmod(0o444)
    times = [row[:3] for row in before]
    shelf.build()
    shelf.search(Query(words="open"))
    shelf.duplicates()
    shelf.check()
    shelf.delete()
    assert [row[:3] for row in state()] == times


def test_control_characters_in_texts_keep_to_their_column(tmp_path: Path) -> None:
    """Texts go into tables with such characters between them."""
    records = tmp_path / "records"
    records.mkdir()
    sgf = "(;GM[1]SZ[9]PB[{}]EV[{}]C[{}];B[aa])"
    texts = [("A\x01\x02", "x\x02y", "one\x01two\x02\x02three"), ("", "", ""), ("B", "z", "four")]
    for at, some in enumerate(texts):
        (records / f"{at}.sgf").write_text(sgf.format(*some), "utf-8")
    library = of_folders([records], folder=str(tmp_path / "home"))
    library.build()
    hits = sorted(library.search(Query(), 10).hits, key=lambda hit: hit.path)
    assert [hit.values["player0"] for hit in hits] == ["A\ufffd\ufffd", None, "B"]
    assert [hit.values["event"] for hit in hits] == ["x\ufffdy", None, "z"]
    for word, path in (("three", "0.sgf"), ("four", "2.sgf")):
        (hit,) = library.search(Query(comment=word), 10).hits
        assert hit.path.endswith(path)
    library.close()


def test_a_name_is_never_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records in folders whose names look like URLs are read as what they are; headers are text."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "memory:" / "bucket"
    generated.write(folder / "s3:" / "games.pgn", "chess", range(2))
    (folder / "url.pgn").write_text(
        '[Site "s3://bucket/x.pgn"]\n[White "file:///etc/passwd"]\n\n1. e4 *\n'
    )
    assert not is_url(str(folder))
    library = of_folders(["memory:"], folder=str(tmp_path / "home"))
    assert library.build().records == 3
    assert library.search(Query(player="file:///etc/passwd")).total == 1
    library.close()


def test_nothing_of_a_cluster_is_loaded_for_a_library_of_this_machine(
    tmp_path: Path, shelf: Library
) -> None:
    code = (
        "import sys\n"
        "from viewer.__main__ import main\n"
        "main(['library', 'build', '--tables', sys.argv[1], sys.argv[2]])\n"
        "found = {'distributed', 'dask', 'fsspec', 'viewer.library.remote'} & set(sys.modules)\n"
        "sys.exit(str(found) if found else 0)\n"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "tables"), *shelf.sources]
    subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("pip", [True, False])
def test_packages_that_are_missing_are_named(
    pip: bool, shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not Qipu itself from a registry: there the name is somebody else's."""
    for name in ("viewer.library.remote", "viewer.library.making.cluster"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(failures, "find_spec", lambda name: pip or None)
    monkeypatch.setattr(sys, "executable", "/a person/python")
    line = '"/a person/python" -m pip install '
    with pytest.raises(LibraryFailed) as failed:
        shelf.build(scheduler="local")
    cluster = f'{line}"dask[distributed]" fsspec' if pip else "dask[distributed], fsspec"
    assert str(failed.value).endswith(f"more packages, installed where Qipu is: {cluster}")
    with pytest.raises(LibraryFailed) as failed:
        storage_of("memory://tables")
    url = f"{line}fsspec" if pip else "fsspec"
    assert str(failed.value).endswith(f"a package more, installed where Qipu is: {url}")


class Shouting:
    """A language in which all templates are in capitals, but the names of their places."""

    def gettext(self, message: str, /) -> str:
        parts = re.split(r"(\{\w+\})", message)
        return "".join(part if part.startswith("{") else part.upper() for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str, /) -> str:
        return self.gettext(message)


def test_reasons_are_kept_for_any_language(tmp_path: Path, shelf: Library) -> None:
    broken = tmp_path / "records" / "broken.xqf"
    broken.write_bytes(b"XQ\x12" + b"\1" * 40)
    news = shelf.build()
    why = news.problems[str(broken)]
    shelf.close()
    kept = state_of(Library(shelf.name, shelf.folder, shelf.sources)).problems[str(broken)]
    assert kept == why
    assert kept.text(Shouting()) == why.text().upper() != why.text()
    assert state_of(shelf).problems.keys() == {str(broken)}


@pytest.mark.parametrize(
    "kept", [None, "", "no JSON", "[]", '["{gone}", {"why": 1}, "", 1, ""]', "3"]
)
def test_a_reason_that_was_not_kept_well_is_told_in_english(kept: str | None) -> None:
    assert unpacked(kept, "It can't be read.").text() == "It can't be read."


def test_a_file_that_changed_is_told_in_any_language(
    tmp_path: Path, shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts_module, "stamp_at", lambda path: None)
    for why in shelf.build().problems.values():
        assert why.text() == "It can't be read: it changed while it was read."
        assert why.text(Shouting()).isupper()


def test_games_behind_the_part_of_a_file_that_is_read_are_told() -> None:
    games = "(;GM[1]FF[4]SZ[9];B[aa];W[bb])" * 9
    source = BytesSource(games.encode(), "games.sgf")
    format_ = FORMATS["sgf"].load()
    assert left_unread(format_.read(source)) is None
    cut = format_.read(source, DEFAULT._replace(body_bytes=len(games) // 3))
    told = left_unread(cut)
    assert told is not None
    assert told.text() == "The file is longer than what is read of it."
