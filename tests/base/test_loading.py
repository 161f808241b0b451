"""Objects loaded by their names."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event, Thread

from viewer.base.loading import load_named

SLOW = """
import threading
gate = threading.gate_of_a_test
gate.begun.set()
gate.finish.wait(60)
late = 7
"""


class Gate:
    def __init__(self) -> None:
        self.begun, self.finish = Event(), Event()


def test_a_module_that_another_thread_imports_is_waited_for(tmp_path: Path, monkeypatch) -> None:
    import threading

    gate = Gate()
    monkeypatch.setattr(threading, "gate_of_a_test", gate, raising=False)
    (tmp_path / "slowly_imported.py").write_text(SLOW)
    monkeypatch.syspath_prepend(str(tmp_path))
    found: list[int] = []
    threads = [
        Thread(target=lambda: found.append(load_named("slowly_imported:late"))) for _ in range(2)
    ]
    threads[0].start()
    assert gate.begun.wait(60)
    threads[1].start()
    gate.finish.set()
    for thread in threads:
        thread.join(60)
    monkeypatch.delitem(sys.modules, "slowly_imported", raising=False)
    assert found == [7, 7]
