"""What a journal costs: an edit with and without one, and a document of 200,000 nodes made again of it."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from time import perf_counter

from figures import median, p95, random_record, row

from viewer.document import plans
from viewer.document.document import Document
from viewer.document.journal import recovery
from viewer.document.journal.journals import Journals
from viewer.document.workspace import Workspace
from viewer.formats import FORMATS
from viewer.formats.detect import load_file
from viewer.formats.memory import MemoryCollection

NODES = 200_000
EDITS = 500


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.xqf"
        output = FORMATS["xqf"].load().write(MemoryCollection("xqf", [random_record(NODES)]))
        path.write_bytes(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))
        start = perf_counter()
        count = len(load_file(str(path)).record(0).nodes)
        opened = perf_counter() - start
        row(f"reading the file of {count} nodes", opened * 1e3, "ms")
        without = _edit(Workspace().open(str(path)))
        workspace = Workspace()
        journals = Journals(workspace, str(Path(folder) / "journals"))
        document = workspace.open(str(path))
        with_one = _edit(document)
        first, extra = with_one[0] - without[0], p95(with_one[1:]) - p95(without[1:])
        row("first edit, more than without a journal", first * 1e3, "ms")
        row("edit p95, without", p95(without[1:]) * 1e3, "ms")
        row("edit p95, with", p95(with_one[1:]) * 1e3, "ms")
        row("edit p95, more than without", extra * 1e3, "ms", "(limit: 1)")
        start = perf_counter()
        journals.flush(60)
        row(
            "until the disk has all, the record of 200,000 nodes as well",
            (perf_counter() - start) * 1e3,
            "ms",
        )
        journal = journals.of(document)
        assert journal is not None
        data = Path(journal.path).read_bytes()
        row("size of the journal", len(data) / 1e6, "MB")
        _recover(data, "made again of journal and file", opened)
        _replay(data)
        path.unlink()
        _recover(data, "made again of the journal alone", opened)
        journals.end()


def _edit(document: Document) -> list[float]:
    """Seconds of each edit."""
    dice = random.Random(1)
    record = document.record(0)
    ids = list(record.nodes)
    took = []
    for number in range(EDITS):
        node = record.node(dice.choice(ids))
        plan = plans.comment(document, 0, node, f"a comment, number {number}")
        start = perf_counter()
        document.do(plan)
        took.append(perf_counter() - start)
    return took


def _recover(data: bytes, name: str, opened: float) -> None:
    took = []
    for _ in range(3):
        start = perf_counter()
        found = recovery.recovered(data)
        took.append(perf_counter() - start)
        assert found is not None
        assert found.document.history.now().steps == EDITS
    row(name, median(took) * 1e3, "ms", f"(reading the file: {opened * 1e3:,.0f})")


def _replay(data: bytes) -> None:
    """The edits alone, on top of a record that has been read."""
    real = recovery._Replay.run
    took = []

    def run(self: recovery._Replay) -> object:
        self.document.record(0)
        kept = self.document.record(0)
        start = perf_counter()
        done = real(self)
        took.append(perf_counter() - start)
        assert kept is self.document.record(0)
        return done

    recovery._Replay.run = run  # type: ignore[method-assign, assignment]  # measured
    try:
        for _ in range(3):
            recovery.recovered(data)
    finally:
        recovery._Replay.run = real  # type: ignore[method-assign]  # as it was
    row(f"{EDITS} edits replayed", median(took) * 1e3, "ms", "(limit: 1,000)")


if __name__ == "__main__":
    main()
