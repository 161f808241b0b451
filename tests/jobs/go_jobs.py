"""Five jobs of go."""

from __future__ import annotations

from pathlib import Path

from job import MOUSE, job
from strokes import Hands, Job, export, see

SAMPLE = [("game.sgf", "sample:go.sgf")]


@job(
    "go-mark",
    "Mark three points of a corner.",
    by=MOUSE,
    peers="Sabaki: a tool (1 to 9) is chosen first, then a click for each point",
    files=SAMPLE,
)
def mark(hands: Hands, home: Path) -> Job:
    yield from hands.square("cd", right=True)
    yield from hands.choose("Mark it and others: green triangle")
    yield from hands.square("dc", "cc")
    assert len(hands.session.node.marks) == 3


@job(
    "go-variations",
    "Write two variations at a move, with a comment.",
    peers="→ is ↓ in Sabaki; Ctrl+Shift+T for the comment there; typed moves: not stated",
    files=SAMPLE,
)
def write_variations(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 4)
    start = hands.session.node
    yield from hands.press("/")
    yield from hands.enter("R6")
    yield from hands.press("Left")
    yield from hands.enter("O3")
    yield from hands.press("Escape")
    yield from hands.press("C")
    yield from hands.write("A high pincer.")
    yield from hands.press("Escape")
    assert [child.comment for child in start.children][-1] == "A high pincer."
    assert len(start.children) == 3


@job(
    "go-sheet",
    "Hand out a sheet of problems, with the solutions at its end.",
    peers="none: Sabaki has no PDF and no picture, GoGui prints a board, q5Go makes SVG figures one by one",
    files=SAMPLE,
)
def problem_sheet(hands: Hands, home: Path) -> Job:
    yield from export(hands, "prob", home / "game.pdf", "all")
    assert (home / "game.pdf").read_bytes().startswith(b"%PDF")


@job(
    "go-prune",
    "Delete a variation, and bring it back.",
    by=MOUSE,
    peers="Sabaki, q5Go: have undo, clicks not stated; KaTrain, GoGui: no undo",
    files=SAMPLE,
)
def prune(hands: Hands, home: Path) -> Job:
    yield from hands.graphed("0000", right=True)
    count = len(list(hands.session.record.walk()))
    yield from hands.choose("Delete from here on")
    yield see(lambda: len(list(hands.session.record.walk())) < count, "the rest")
    yield from hands.choose_from_menus("Edit", "Undo: Delete a branch")
    yield see(lambda: len(list(hands.session.record.walk())) == count, "all of it")


@job(
    "go-find",
    "Find the comments with a word.",
    peers="Sabaki, GoGui: Ctrl+F and F3: as many",
    files=SAMPLE,
)
def find(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+F")
    yield from hands.enter("corner")
    first = hands.session.node
    assert "corner" in first.comment
    yield from hands.press("F3")
    assert "corner" in hands.session.node.comment
