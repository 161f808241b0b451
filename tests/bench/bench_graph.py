"""The graph of variations over joseki-like trees of go, wide and deep: laid out, shown, stepped, edited."""

from __future__ import annotations

import os
import random
from functools import partial
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from figures import median, row, times
from PySide6.QtWidgets import QApplication

from viewer.base.garbage import settle
from viewer.base.jobs import run_inline
from viewer.document.document import new_document
from viewer.scene.graph.lanes import Lanes
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.ui.pages.graph_page import GraphPage
from viewer.ui.session.record_session import RecordSession

SIZES = (62_000, 200_000)
_DEEP = 60
_LETTERS = "abcdefghijklmnopqrs"


def _lay_out(root: Node) -> None:
    run_inline(Lanes(root).work())


def joseki(count: int, seed: int = 1) -> Record:
    """A record of lines of up to 14 moves that leave each other anywhere; comments on 1 in 10."""
    dice = random.Random(seed)
    nodes, depths, fans = [Node(0, None)], [0], [[]]
    while len(nodes) < count:
        parent = dice.choice(nodes)
        for _ in range(dice.randint(1, 14)):
            depth = depths[parent.id] + 1
            if depth > _DEEP or len(nodes) >= count:
                break
            place = dice.choice(_LETTERS) + dice.choice(_LETTERS)
            notes = {"comment": "A common choice."} if dice.random() < 0.1 else {}
            node = Node(len(nodes), parent, Move(f"{'WB'[depth % 2]} {place}"), notes)
            fans[parent.id].append(node)
            nodes.append(node)
            depths.append(depth)
            fans.append([])
            parent = node
    for node, fan in zip(nodes, fans, strict=True):
        node.children = tuple(fan)
    return Record("go", nodes[0])


def _waited(page: GraphPage) -> None:
    while page.view.model.busy:
        QApplication.processEvents()
    page.view.viewport().repaint()


def _shown(record: Record) -> None:
    session = RecordSession(new_document(record, "sgf"))
    page = GraphPage(session)
    page.resize(428, 700)
    view, took = page.view, []
    start = perf_counter()
    page.show()
    _waited(page)
    row("graph opened, around the current line", (perf_counter() - start) * 1e3, "ms")
    start = perf_counter()
    page.fold_others()
    _waited(page)
    lanes = view.model.lanes
    row(f"all shown, {lanes.lanes} lanes", (perf_counter() - start) * 1e3, "ms")
    dice = random.Random(3)
    nodes = list(record.nodes.values())

    def step() -> None:
        session.go(session.cursor.next or dice.choice(nodes))
        view.viewport().repaint()

    took = times(step, 60)
    row("a step, painted", median(took) * 1e3, "ms", "(a frame: 16)")
    row("the longest of 60", max(took) * 1e3, "ms")

    def jump() -> None:
        session.go(dice.choice(nodes))
        view.viewport().repaint()

    row("a jump, painted", median(times(jump, 40)) * 1e3, "ms", "(a frame: 16)")
    bar = view.verticalScrollBar()

    def scroll() -> None:
        bar.setValue(bar.value() + 72)
        view.viewport().repaint()

    row("a turn of the wheel, painted", median(times(scroll, 60)) * 1e3, "ms", "(a frame: 16)")
    start = perf_counter()
    session.play(Move("B aa"))
    row("a move played: the window waits", (perf_counter() - start) * 1e3, "ms")
    _waited(page)
    row("a move played: it is in the graph", (perf_counter() - start) * 1e3, "ms")
    session.close()
    page.close()


def main() -> None:
    """Print the figures."""
    app = QApplication.instance() or QApplication([])
    for size in SIZES:
        print(f"{size} nodes")
        record = joseki(size)
        settle()
        took = times(partial(_lay_out, record.root), 5)
        row("lanes of all nodes", median(took) * 1e3, "ms")
        _shown(record)
    del app


if __name__ == "__main__":
    main()
