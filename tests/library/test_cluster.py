"""Libraries built by the workers of a Dask scheduler, and libraries and records at URLs."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import generated
import pytest

from viewer.__main__ import main
from viewer.library import Library, LibraryFailed, Query, of_folders
from viewer.library.face import at
from viewer.library.making import merge
from viewer.library.making.reading import Workers
from viewer.library.query import position_wanted

pytest.importorskip("distributed", reason="the extra cluster isn't installed")
pytest.importorskip("fsspec", reason="the extra cluster isn't installed")

from distributed import Client, LocalCluster

import viewer.library.making.building as building_module
from viewer.library.making.cluster import Cluster

_SMALL = 1 << 13


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    folder = str(tmp_path_factory.mktemp("dask"))
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", local_directory=folder
    ) as cluster:
        yield cluster


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Records of all games, one file large enough to be cut, and one that is broken."""
    folder = tmp_path / "records"
    for game in ("xiangqi", "go", "hex", "shogi"):
        suffix = generated.FORMAT_OF[game]
        generated.write(folder / f"{game}.{suffix}", game, range(12))
    generated.write(folder / "large.pgn", "chess", range(90))
    with (folder / "large.pgn").open("a") as file:  # a part and more of what can't be read yet
        file.write('[Event "a"]\n[Variant "Antichess"]\n\n1. e3 b5 *\n\n' * 400)
    (folder / "broken.xqf").write_bytes(b"XQ\x12" + bytes(40))
    return folder


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of some kilobytes, and merges of some hundred positions."""
    monkeypatch.setattr(Cluster, "part", _SMALL)
    monkeypatch.setattr(merge, "_ROWS", 500)
    monkeypatch.setattr(merge, "_FAN", 4)


def tables(library: Library) -> dict[str, list[Any]]:
    """All rows of a library, sorted, with the place of a record for its id."""
    store = library.store
    place = (
        f"(SELECT path || '#' || number FROM {store.table('games')} g JOIN {store.table('files')} f"
    )
    place += " ON f.file = g.file WHERE g.record = t.record AND f.share = 0)"
    found: dict[str, list[Any]] = {}
    kinds = {(one.table, one.game, one.chart) for one in store.manifest.files()}
    for table, game, chart in sorted(kinds):
        if table == "files":
            sql = f"SELECT DISTINCT path, size, format FROM {store.table('files')} ORDER BY ALL"
        elif table == "counts":
            sql = f"SELECT * EXCLUDE first_record FROM {store.source(table, game)} ORDER BY ALL"
        else:
            more = ", file" if table == "games" else ""
            columns = f"* EXCLUDE (record{more})"
            sql = f"SELECT {place} AS at, {columns} FROM {store.source(table, game, chart)} t ORDER BY ALL"
        found[f"{table} {game} {chart}"] = store.rows(sql)
    return found


def by_processes(records: Path, tmp_path: Path) -> Library:
    library = of_folders([records], folder=str(tmp_path / "home"))
    library.build()
    return library


def test_two_workers_and_one_process_make_the_same_tables(
    scheduler: LocalCluster, records: Path, tmp_path: Path
) -> None:
    alone = by_processes(records, tmp_path)
    together = at(str(tmp_path / "tables"), [str(records)])
    news = together.build(scheduler=scheduler.scheduler_address)
    assert news.records == 538
    assert list(news.problems) == [str(records / "broken.xqf")]
    expected = tables(alone)
    assert {"positions chess ", "variations go ", "boards hex 5", "texts  "} <= expected.keys()
    assert tables(together) == expected
    segment = together.store.manifest.segments[0]
    ranges = [(one.low, one.high) for one in segment.of("positions", "chess")]
    assert len(ranges) > 2
    assert ranges == sorted(ranges)
    assert all(one[1] < other[0] for one, other in pairwise(ranges))
    assert not (tmp_path / "tables" / "work").exists() or not os.listdir(
        tmp_path / "tables" / "work"
    )
    # brought up to date by either
    generated.write(records / "more.pgn", "chess", range(200, 210))
    assert together.build().read == 1
    shutil.copy(records / "more.pgn", records / "another.pgn")
    assert together.build(scheduler=scheduler.scheduler_address).records == 558
    alone.build()
    alone.store.refresh()
    assert tables(together)["games  "] == tables(alone)["games  "]
    alone.close()
    together.close()


class _Killing(Workers):
    """Workers of a cluster, one of which is killed once some of the work is done."""

    cutting = merging = True
    part = _SMALL

    def __init__(self, cluster: LocalCluster, after: int) -> None:
        self.inner = Cluster(cluster.scheduler_address)
        self.cluster = cluster
        self.after = after
        self.killed = 0

    def run(self, work: Any, items: Any) -> Any:
        done = 0
        for step in self.inner.run(work, items):
            if step.result is not None and work.__name__ in ("make_part", "merged_apart"):
                done += 1
                if done == self.after and work.__name__ not in self.victims:
                    self.victims.add(work.__name__)
                    worker = next(iter(self.cluster.workers.values()))
                    os.kill(worker.pid, 9)
                    self.killed += 1
            yield step

    @property
    def victims(self) -> set[str]:
        return self.__dict__.setdefault("_victims", set())


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_worker_killed_in_the_middle(
    records: Path, tmp_path: Path, scheduler: LocalCluster
) -> None:
    """Killed while parts are made, and again while tables are merged: the same tables."""
    alone = by_processes(records, tmp_path)
    together = at(str(tmp_path / "tables"), [str(records)])
    together.keep()
    workers = _Killing(scheduler, 2)
    for step in building_module.building(
        together.folder, together.sources, again=False, workers=workers
    ):
        assert step is not None
    workers.inner.close()
    assert workers.killed == 2
    assert tables(together) == tables(alone)
    alone.close()
    together.close()


def test_files_and_tables_at_urls(scheduler: LocalCluster, records: Path, tmp_path: Path) -> None:
    """By URLs of fsspec's own scheme for this machine, which goes the way of all stores."""
    from viewer.games import game_of

    place, source = f"local://{tmp_path}/tables", f"local://{records}"
    library = at(place, [source])
    news = library.build(scheduler=scheduler.scheduler_address)
    assert news.records == 538
    assert list(news.problems) == [f"{source}/broken.xqf"]
    alone = by_processes(records, tmp_path)
    mine, theirs = tables(library), tables(alone)
    for name in theirs:
        if name not in ("files  ", "games  "):
            own = [(str(row[0]).removeprefix("local://"), *row[1:]) for row in mine[name]]
            assert own == theirs[name] or name.startswith("counts"), name
    again = at(place)  # found by its tables alone
    assert again.sources == (source,)
    chess: Any = game_of("chess")
    wanted = Query(position=position_wanted(chess, chess.start(None)))
    assert again.search(wanted).total == alone.search(wanted).total == 90
    assert again.search(Query(folder=source)).total == 538
    assert again.check() > 5
    assert again.build().read == 0  # by processes of this machine
    generated.write(records / "large.pgn", "chess", range(5))
    news = again.build()
    assert (news.read, news.records) == (1, 53)
    for one in (library, again, alone):
        one.close()
    again.delete()
    assert not (tmp_path / "tables").exists()


def test_a_library_in_memory(records: Path, tmp_path: Path) -> None:
    """What no other process sees is built in this one."""
    import fsspec

    memory: Any = fsspec.filesystem("memory")
    memory.pipe_file("/club/large.pgn", (records / "large.pgn").read_bytes())
    memory.pipe_file("/club/notes.txt~", b"no record")
    library = at("memory://tables", ["memory://club"])
    try:
        assert library.build().records == 490
        assert library.search(Query(player="ädler")).total > 0
        assert library.build().read == 0
        job = library.building()
        next(job)
        with pytest.raises(LibraryFailed, match="Another Qipu"):
            library.build()
        job.close()
        memory.pipe_file("/club/large.pgn", (records / "xiangqi.pgn").read_bytes())
        assert library.build().records == 12
        store = library.store
        for sql in (
            "SELECT * FROM read_parquet('qipu://../club/large.pgn')",
            "COPY (SELECT 1) TO 'qipu://files-1.parquet'",
            "SELECT * FROM read_csv('memory://club/notes.txt~')",
            "SELECT * FROM read_csv('/etc/hostname')",
            "SELECT * FROM read_csv('https://example.org/a.csv')",
        ):
            with pytest.raises(Exception, match=r"(?i)permission|cannot|no file"):
                store.rows(sql)
    finally:
        library.delete()
        memory.rm("/club", recursive=True)


def test_the_command(
    scheduler: LocalCluster,
    records: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tables_, address = f"local://{tmp_path}/tables", scheduler.scheduler_address
    words = ["library", "build", "--scheduler", address, "--tables", tables_, "--name", "Club"]
    assert main([*words, f"file://{records}"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Club: 538 games in 6 files;")
    assert "broken.xqf: " in said.err
    words = ["--tables", tables_, "--game", "chess", "--json", "--player", "ädler"]
    assert main(["library", "search", *words]) == 0
    hits = json.loads(capsys.readouterr().out)["hits"]
    assert hits
    assert all(hit["path"].startswith(str(records)) for hit in hits)
    assert main(["library", "check", "--tables", tables_]) == 0
    assert main(["library", "delete", "--tables", tables_]) == 0
    assert not (tmp_path / "tables").exists()
    assert main(["library", "search", "--tables", tables_]) == 2
    assert "There is no library at" in capsys.readouterr().err


def test_what_cannot_be_used_is_told(records: Path, tmp_path: Path) -> None:
    library = at(str(tmp_path / "tables"), [str(records)])
    with pytest.raises(LibraryFailed, match="no Dask scheduler"):
        library.build(scheduler="nonsense://1")
    with pytest.raises(LibraryFailed, match="can't be used here"):
        at("nonsense://bucket/tables", [str(records)]).build()
    with pytest.raises(LibraryFailed, match="no library at"):
        at(f"local://{tmp_path}/nothing")
    news = at(str(tmp_path / "tables"), [f"local://{tmp_path}/nowhere"]).build()
    assert list(news.problems) == [f"local://{tmp_path}/nowhere"]


def test_the_client_is_let_go(scheduler: LocalCluster) -> None:
    cluster = Cluster(scheduler.scheduler_address)
    cluster.close()
    with Client(scheduler) as client:
        assert client.run(os.getpid)
