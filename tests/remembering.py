"""Which lines of Qipu each test runs, and how long it takes: kept by --remember for packaging/changed.py.

In the folder that is named: `lines`, coverage's data with test functions as contexts,
`seconds.json`, and `sources.zip`, the files of viewer/ and tests/ as they were.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

ROOT = Path(__file__).resolve().parents[1]


def sources() -> dict[str, bytes]:
    """The modules and tests by their path in the project."""
    paths = (path for room in ("viewer", "tests") for path in ROOT.joinpath(room).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(paths)}


class Remembering:
    """A plugin of pytest; in a worker of xdist it measures, beside it brings together what they measured."""

    def __init__(self, folder: str, config: pytest.Config) -> None:
        worker: str = getattr(config, "workerinput", {}).get("workerid", "")
        self._measures = bool(worker) or not config.getoption("numprocesses", None)
        self._leads = not worker
        self._folder = folder
        self._seconds: Counter[str] = Counter()
        os.makedirs(folder, exist_ok=True)
        self._coverage = Coverage(
            data_file=os.path.join(folder, "lines"),
            data_suffix=worker or "alone",
            source=[str(ROOT / "viewer")],
            config_file=False,
            messages=False,
        )
        if self._leads:
            self._sources = sources()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Iterator[None]:
        if not self._measures:
            return (yield)
        self._coverage.start()
        try:
            return (yield)
        finally:
            self._coverage.stop()
            self._coverage.save()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid.partition("[")[0])
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.partition("[")[0]] += report.duration

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if not self._leads:
            return
        whole = Coverage(data_file=os.path.join(self._folder, "lines"), config_file=False)
        whole.combine(strict=True)
        whole.save()
        with open(os.path.join(self._folder, "seconds.json"), "w", encoding="utf-8") as file:
            json.dump(self._seconds, file)
        with zipfile.ZipFile(
            os.path.join(self._folder, "sources.zip"), "w", zipfile.ZIP_DEFLATED
        ) as archive:
            for name, data in self._sources.items():
                archive.writestr(name, data)
