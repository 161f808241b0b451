"""Five jobs of xiangqi."""

from __future__ import annotations

from pathlib import Path

from job import MOUSE, job
from strokes import Hands, Job, export, save_as, see

SAMPLE = [("谱.xqf", "sample:xiangqi.xqf")]


@job(
    "xiangqi-branch",
    "Add a branch at move 12 of an .xqf, comment it in Chinese, and save.",
    peers="XQStudio, XQMagic: both write .xqf, keys not stated; TChess: doesn’t read it",
    files=SAMPLE,
)
def add_a_branch(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 11)
    yield from hands.press("/")
    yield from hands.enter("卒5进1")
    yield from hands.press("Escape")
    yield from hands.press("C")
    yield from hands.write("中卒挺起，另有一番变化")
    yield from hands.press("Ctrl+S")
    yield see(
        lambda: "中卒挺起".encode("gb18030") in (home / "谱.xqf").read_bytes(), "the saved file"
    )


@job(
    "xiangqi-record",
    "Write a game down as it is printed in a book, and save it as .xqf.",
    peers="not stated",
    files=SAMPLE,
)
def write_down(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from hands.press("/")
    yield from hands.enter("炮二平五", "马8进7", "马二进三", "车9平8")
    yield from save_as(hands, "Ctrl+S", home / "新.xqf")
    assert len(list(hands.session.record.walk())) == 5


@job(
    "xiangqi-gif",
    "Make a moving picture of the line for a chat.",
    peers="none: XQStudio and XQMagic make still pictures",
    files=SAMPLE,
)
def make_a_gif(hands: Hands, home: Path) -> Job:
    yield from export(hands, "anim", home / "谱.gif")
    assert (home / "谱.gif").read_bytes().startswith(b"GIF8")


@job(
    "xiangqi-arrow",
    "Show an idea with an arrow and a marked point, and take both off again.",
    by=MOUSE,
    peers="obsidian-xiangqi: arrows, clicks not stated; XQStudio, XQMagic: none",
    files=SAMPLE,
)
def draw(hands: Hands, home: Path) -> Job:
    yield from hands.click("Next move")
    yield from hands.drag("h0", "g2", right=True)
    yield from hands.square("e6", right=True)
    yield from hands.choose("Mark it: green square")
    yield see(lambda: len(hands.session.marks) == 2, "both")
    yield from hands.click("End")
    yield see(lambda: not hands.session.marks, "no marks")


@job(
    "xiangqi-pgn",
    "Give an .xqf with its branches to somebody as PGN.",
    peers="TChess: the main line only; XQMagic: PGN, branches not stated",
    files=SAMPLE,
)
def convert(hands: Hands, home: Path) -> Job:
    yield from save_as(hands, "Ctrl+Shift+S", home / "谱.pgn")
    assert "(" in (home / "谱.pgn").read_text("utf-8")
