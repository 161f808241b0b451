"""Building libraries: broken files, interruptions, two builds, damage, other versions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import generated
import pytest

from viewer.games import game_of
from viewer.library import Library, LibraryFailed, Query, of_folders
from viewer.library.failures import Damaged
from viewer.library.making import building as building_module
from viewer.library.making import merge
from viewer.library.making import reading as reading_module
from viewer.library.making.scan import scan
from viewer.library.storage import connected

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    for seeds in (range(10), range(10, 20)):
        generated.write(tmp_path / "records" / f"{seeds.start}.pgn", "chess", seeds)
    return of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))


def everything(library: Library) -> dict[str, int]:
    """Records by path, as searched."""
    found: dict[str, int] = {}
    for hit in library.search(Query(), 100_000).hits:
        found[hit.path] = found.get(hit.path, 0) + 1
    return found


def test_broken_files_are_listed_and_stop_nothing(tmp_path: Path, shelf: Library) -> None:
    for number in range(300):
        (tmp_path / "records" / f"broken{number}.xqf").write_bytes(
            b"XQ\x12" + bytes([number % 256]) * 40
        )
    (tmp_path / "records" / "circle").symlink_to(tmp_path / "records")
    news = shelf.build()
    assert len(news.problems) == 300
    assert all("broken" in path and why for path, why in news.problems.items())
    assert sum(everything(shelf).values()) == 20
    again = shelf.build()
    assert again.read == 0
    assert len(again.problems) == 300


def test_missing_source(tmp_path: Path) -> None:
    library = of_folders([tmp_path / "nowhere"], folder=str(tmp_path / "home"))
    news = library.build()
    assert list(news.problems) == [str(tmp_path / "nowhere")]
    assert everything(library) == {}


def test_a_touched_file_is_not_read_again_but_a_changed_one_is(
    tmp_path: Path, shelf: Library
) -> None:
    shelf.build()
    one = tmp_path / "records" / "0.pgn"
    os.utime(one, (1, 1))
    assert shelf.build().read == 0
    generated.write(one, "chess", range(3))
    news = shelf.build()
    assert (news.read, news.gone, news.records) == (1, 0, 13)
    assert everything(shelf)[str(one)] == 3


@pytest.mark.parametrize(
    ("start", "end", "result"),
    [
        ("平手", "   3 投了", "0-1"),  # Black is to move
        ("平手", "   3 千日手", "1/2-1/2"),
        ("二枚落ち", "   3 投了", "1-0"),  # White, who moves first
        ("平手", "   3 中断", ""),
    ],
)
def test_a_result_that_only_the_last_move_says_is_listed(
    tmp_path: Path, start: str, end: str, result: str
) -> None:
    moves = ("７六歩(77)", "３四歩(33)") if start == "平手" else ("３四歩(33)", "７六歩(77)")
    lines = [f"手合割：{start}", *(f"   {at} {move}" for at, move in enumerate(moves, 1)), end, ""]
    records = tmp_path / "kif"
    records.mkdir()
    (records / "a.kif").write_text("\n".join(lines), encoding="utf-8")
    library = of_folders([records], folder=str(tmp_path / "kif home"))
    library.build()
    assert [hit.values["result"] for hit in library.search(Query()).hits] == [result or None]


def test_names_that_are_no_text(tmp_path: Path, shelf: Library) -> None:
    odd = os.fsdecode(b'\xff it\'s "odd" \xe6\xa3\x8b.pgn')
    target = tmp_path / "records" / odd
    (tmp_path / "records" / "0.pgn").rename(target)
    shelf.build()
    assert everything(shelf)[str(target)] == 10
    assert shelf.build().read == 0


def test_two_builds_at_once(shelf: Library) -> None:
    job = shelf.building()
    next(job)
    with pytest.raises(LibraryFailed, match="Another Qipu"):
        shelf.build()
    job.close()
    assert shelf.build().records == 20


def test_readers_keep_their_generation_or_go_on_to_the_next(tmp_path: Path, shelf: Library) -> None:
    shelf.build()
    store = shelf.store
    before = store.manifest.generation
    generated.write(tmp_path / "records" / "0.pgn", "chess", range(4))
    other = of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))
    other.build(again=True)  # the files that the store reads are gone now
    asked = store.asked(lambda store: store.rows(f"SELECT count(*) FROM {store.table('games')}"))
    assert asked == [(14,)]
    assert store.manifest.generation > before


def test_another_version_is_told_and_built_again(shelf: Library) -> None:
    shelf.build()
    shelf.close()
    path = Path(shelf.folder) / "manifest.json"
    said = json.loads(path.read_text())
    path.write_text(json.dumps({**said, "version": 999}))
    with pytest.raises(Damaged, match="another version"):
        shelf.search(Query())
    told = [step.result.words for step in shelf.building() if step.result and step.result.words]
    assert "another version" in str(told[0])
    assert sum(everything(shelf).values()) == 20


def _tables(shelf: Library) -> list[Path]:
    return [*sorted(Path(shelf.folder).rglob("*.parquet")), Path(shelf.folder) / "manifest.json"]


def test_damage_is_told_and_repaired(shelf: Library) -> None:
    """Every file of a library in turn: a bit turned over, cut, gone."""
    shelf.build()
    shelf.close()
    for at in range(len(_tables(shelf))):
        for kind in ("bit", "cut", "gone"):
            path = _tables(shelf)[at]
            raw = path.read_bytes()
            if kind == "bit":
                half = len(raw) // 2
                path.write_bytes(raw[:half] + bytes([raw[half] ^ 1]) + raw[half + 1 :])
            elif kind == "cut":
                path.write_bytes(raw[:-1])
            else:
                path.unlink()
            with pytest.raises(LibraryFailed):
                shelf.search(Query())
            assert shelf.build().records == 20
            assert sum(everything(shelf).values()) == 20
            shelf.close()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_builds_leave_nothing_half(tmp_path: Path, shelf: Library) -> None:
    """A build that is killed at some moment leaves the library as it was; the next one makes it whole."""
    shelf.build()
    shelf.close()
    generated.write(tmp_path / "records" / "0.pgn", "chess", range(7))
    whole = None
    for wait in (0.2, 0.5, 0.8, 1.2, 1.6, 2.4):
        words = ["-m", "viewer", "library", "update", str(tmp_path / "records")]
        run = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)}
        )
        time.sleep(wait)  # the moment is what is tried, nothing is expected of it
        run.send_signal(signal.SIGKILL)
        run.wait()
        library = of_folders([tmp_path / "records"], folder=str(tmp_path / "qipu" / "library"))
        if (Path(library.folder) / "manifest.json").exists():
            whole = everything(library)
            assert sum(whole.values()) == 17
        library.close()
    library = of_folders([tmp_path / "records"], folder=str(tmp_path / "qipu" / "library"))
    library.build()
    assert sum(everything(library).values()) == 17
    assert not any((Path(library.folder) / "work").glob("part-*"))


def test_an_interrupted_build_goes_on(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def stopped(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    original = reading_module.make_part

    def counted(folder: str, task: Any) -> Any:
        made.append(task.number)
        return original(folder, task)

    with monkeypatch.context() as patch:
        patch.setattr(reading_module, "make_part", counted)
        patch.setattr(building_module, "merging", stopped)
        with pytest.raises(LibraryFailed, match="no space left"):
            shelf.build()
    assert made
    with pytest.raises(LibraryFailed, match="hasn't been built"):
        shelf.search(Query())
    made.clear()
    monkeypatch.setattr(reading_module, "make_part", counted)
    assert shelf.build(variations=False).records == 20
    assert not made  # what was read is used


def test_a_full_disk_leaves_the_library_as_it_was(
    tmp_path: Path, shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each writing of a table in turn fails."""
    shelf.build()
    generated.write(tmp_path / "records" / "new.pgn", "chess", range(30, 35))
    original = merge.copy_to
    told: list[str] = []
    for fails in range(100):
        calls = 0

        def copy(*args: Any, fails: int = fails, **more: Any) -> None:
            nonlocal calls
            calls += 1
            if calls > fails:
                raise duckdb.IOException("IO Error: Could not write file: No space left on device")
            original(*args, **more)

        with monkeypatch.context() as patch:
            patch.setattr(merge, "copy_to", copy)
            try:
                shelf.build()
                break
            except LibraryFailed as error:
                told.append(str(error))
        assert sum(everything(shelf).values()) in (20, 25)  # before, or main lines of the new file
    assert sum(everything(shelf).values()) == 25
    assert len(told) > 3
    assert all("no space left" in one.lower() for one in told)


def test_the_connection_reaches_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n1\n")
    inside = tmp_path / "library"
    inside.mkdir()
    connection = connected(str(inside))
    for sql in (
        f"SELECT * FROM read_csv('{tmp_path}/secret.csv')",
        f"SELECT * FROM read_text('{inside}/../secret.csv')",
        f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
        f"ATTACH '{tmp_path}/other.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SELECT * FROM read_csv('https://example.org/a.csv')",
        "SET enable_external_access = true",
        "SET threads = 3",
    ):
        with pytest.raises(duckdb.Error):
            connection.execute(sql)
    connection.close()


def test_values_are_bound(shelf: Library) -> None:
    shelf.build()
    for text in ("'; DROP TABLE dead; --", "%", "_", "\\", '"', "' OR '1'='1"):
        query = Query(
            words=text.replace('"', "'"), player=text, comment=text, opening=text, folder=text
        )
        assert shelf.search(query).total == 0


def test_keys_never_change() -> None:
    """The keys of starts, as they are in libraries that people have."""
    from viewer.library.query import position_wanted

    found = {}
    for id in ("chess", "xiangqi", "shogi", "go", "hex", "twixt"):
        game: Any = game_of(id)
        found[id] = position_wanted(game, game.start(None)).any_of[0].key
    assert found == KEYS


KEYS = {
    "chess": 2159661878901427608,
    "xiangqi": 10230668407357089744,
    "shogi": 15594136348304218102,
    "go": 9184185198798995158,
    "hex": 3270455140840191433,
    "twixt": 15900598843430978282,
}


def test_scan_finds_each_file_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.pgn").write_text("")
    (tmp_path / "a" / "notes.doc").write_text("")
    (tmp_path / "a" / "back").symlink_to(tmp_path)
    (tmp_path / "a" / "again.pgn").symlink_to(tmp_path / "a" / "one.pgn")
    (tmp_path / "a" / "nothing.pgn").symlink_to(tmp_path / "missing")
    *_, found = scan([str(tmp_path), str(tmp_path / "a" / "one.pgn")])
    assert len(found.files) == 1
    assert not found.problems
