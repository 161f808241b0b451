"""Seven jobs of shogi."""

from __future__ import annotations

from pathlib import Path

from job import MOUSE, job
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from strokes import Hands, Job, dialog, last_position, see

from viewer.ui.modes.problem.solver import Solver

SAMPLE = [("棋譜.kif", "sample:shogi.kif")]
ANALYSED = """手合割：平手
先手：足立
後手：馬場
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 ９六歩(97)
   4 ８八角成(22)
*評価値 20
   5 ９五歩(96)
*評価値 -1200
   6 ２二馬(88)

変化：5手
   5 ８八銀(79)
*評価値 20
"""


@job(
    "shogi-comment",
    "Comment a move of a KIF in Japanese, and save.",
    peers="ShogiHome: ↓ or → for each move, a tab for the comment: as many",
    files=SAMPLE,
)
def comment(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 4)
    yield from hands.press("C")
    yield from hands.write("飛車先を伸ばす")
    yield from hands.press("Ctrl+S")
    yield see(lambda: "*飛車先を伸ばす" in (home / "棋譜.kif").read_text("utf-8"), "the saved file")


@job(
    "shogi-paste",
    "Read a game that was copied from a web page.",
    peers="not stated",
    files=SAMPLE,
)
def paste(hands: Hands, home: Path) -> Job:
    QGuiApplication.clipboard().setText(
        "手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n   3 ２五歩(26)\n"
    )
    own = hands.session.document
    yield from hands.press("Ctrl+V")
    yield see(lambda: QApplication.activePopupWidget() is not None, "how it can be pasted")
    yield from hands.press("Up")
    yield from hands.press("Return")
    yield see(lambda: hands.session.document is not own, "a game of its own")
    assert len(list(hands.session.record.walk())) == 4


@job(
    "shogi-play",
    "Play a line of four moves on the board beside the game.",
    by=MOUSE,
    peers="not stated",
    files=SAMPLE,
)
def play(hands: Hands, home: Path) -> Job:
    yield from hands.square("2g", "2f", "8c", "8d", "2f", "2e", "8d", "8e")
    yield from hands.click("Put in")
    assert len(list(hands.session.node.path())) == 5, "four moves"
    assert len(hands.session.record.root.children) == 2


@job(
    "shogi-position",
    "Copy the position after move 9 for somebody’s program.",
    peers="ShogiHome: ↓ or → for each move, Ctrl+B: as many",
    files=SAMPLE,
)
def copy_position(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 9)
    yield from hands.press("Ctrl+Shift+C")
    yield see(lambda: "lnsgkgsnl" in QGuiApplication.clipboard().text(), "the position")


@job(
    "shogi-diagram",
    "Make a picture of the last position for an article.",
    peers="ShogiHome: pictures of positions as in books, keys not stated",
    files=SAMPLE,
)
def picture(hands: Hands, home: Path) -> Job:
    yield from last_position(hands, home)


@job(
    "shogi-mistakes",
    "Find the better moves where an analysed game went wrong.",
    by=MOUSE,
    peers="Lichess: Learn from your mistakes, then the move, in chess alone; ShogiHome: not stated",
    files=[("棋譜.kif", ANALYSED)],
)
def mistakes(hands: Hands, home: Path) -> Job:
    yield from hands.choose_from_menus("Learn", "Solve the mistakes of this game")
    yield see(lambda: hands.window.desk is not None and hands.window.desk.editing, "the problem")
    solver = hands.window.desk.mode
    assert isinstance(solver, Solver)
    yield from hands.square("7i", "8h")
    yield see(lambda: solver.panel.outcome == "Solved!", "that it is solved")


@job(
    "shogi-report",
    "Make a page of how an analysed game was played.",
    files=[("棋譜.kif", ANALYSED)],
)
def report(hands: Hands, home: Path) -> Job:
    page = home / "報告.html"
    yield from hands.press("Ctrl+K")
    yield from hands.enter("save report")
    yield dialog("QFileDialog")
    yield from hands.enter(page.name)
    yield see(lambda: page.exists() and not hands.window.tasks.running, page.name)
    assert "９五歩" in page.read_text("utf-8")
