"""The pages of the side over a record of 226,000 nodes: shown, stepped, edited. CPU time of this process."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Callable
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from figures import median, p95, random_record, row
from PySide6.QtWidgets import QApplication, QStackedWidget

from viewer.document import plans
from viewer.document.document import new_document
from viewer.scene.theme import LIGHT
from viewer.ui.app import make_application
from viewer.ui.pages.details_page import DetailsPage
from viewer.ui.pages.line_page import LinePage
from viewer.ui.pages.notes_page import NotesPage
from viewer.ui.pages.tree_page import TreePage
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.style import palette_of, sheet_of

NODES = 226_000


class Bench:
    """A session with its pages in a window."""

    def __init__(self, nodes: int) -> None:
        self.session = RecordSession(new_document(random_record(nodes), "xqf"))
        self.side = QStackedWidget()
        self.side.resize(428, 560)
        self.side.show()
        self.dice = random.Random(5)
        self.ids = list(self.session.record.nodes)
        gc.collect()
        gc.freeze()

    def measure(self, name: str, act: Callable[[int], object], runs: int, limit: str = "") -> None:
        """Do something and paint what follows from it, some times."""
        took = []
        for run in range(runs):
            start = process_time()
            act(run)
            # The rules are asked between events: they are no part of it.
            self.session.rules.judging.stop()
            QApplication.processEvents()
            took.append(1e3 * (process_time() - start))
        row(f"{name}, median", median(took), "ms", limit)
        if runs > 1:
            row(f"{name}, p95", p95(took), "ms", limit)

    def show(self, kind: type, limit: str) -> None:
        """Make a page and show it."""

        def act(_: int) -> None:
            page = kind(self.session)
            self.side.addWidget(page)
            self.side.setCurrentWidget(page)

        self.measure(f"{kind.__name__} made and shown", act, 1, limit)

    def use(self, name: str) -> None:
        """Step, jump and edit with the page that is shown."""
        session, dice = self.session, self.dice
        session.go_to(max(dice.sample(self.ids, 200), key=lambda id: session.record.node(id).ply))
        session.go(session.record.root)  # the forks remember the way to that node
        self.measure(f"{name}: step", lambda _: session.go(session.cursor.next), 60, "(goal 5)")
        self.measure(f"{name}: jump", lambda _: session.go_to(dice.choice(self.ids)), 60)
        self.measure(
            f"{name}: comment", lambda run: session.do(plans.comment, f"c{run}"), 40, "(goal 30)"
        )
        self.measure(
            f"{name}: move added", lambda run: session.do(plans.play, f"a{run}"), 40, "(goal 30)"
        )
        self.measure(f"{name}: undo", lambda _: session.undo(), 40, "(goal 30)")


def main() -> None:
    """Print the figures."""
    application = make_application(["bench"])
    application.setPalette(palette_of(LIGHT))
    application.setStyleSheet(sheet_of(LIGHT))
    RecordSession(new_document(random_record(50), "xqf")).close()
    bench = Bench(NODES)
    bench.show(DetailsPage, "")
    bench.show(NotesPage, "")
    bench.show(LinePage, "(goal 50)")
    bench.use("LinePage")
    bench.show(TreePage, "(goal 50)")
    bench.use("TreePage")
    bench.session.close()
    bench.side.close()


if __name__ == "__main__":
    main()
