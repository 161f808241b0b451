"""Five jobs of Hex, and five of Twixt."""

from __future__ import annotations

from pathlib import Path

from job import MOUSE, job
from PySide6.QtGui import QGuiApplication
from strokes import Hands, Job, export, last_position, save_as, see

HEX = [("study.hgt", "sample:hex.hgt")]
TWIXT = [("study.tgt", "sample:twixt.tgt")]


@job(
    "hex-verdict",
    "Say of a position who stands better, and save.",
    peers="jHex, AHex: labels on leaves only, clicks not stated; HexGui: none",
    files=HEX,
)
def verdict(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 2)
    before = (home / "study.hgt").read_bytes()
    yield from hands.press("Shift+G")
    yield from hands.enter("-25")
    yield from hands.press("Ctrl+S")
    yield see(lambda: (home / "study.hgt").read_bytes() != before, "the saved file")


@job(
    "hex-record",
    "Write a game down by its moves.",
    peers="not stated",
    files=HEX,
)
def write_down(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from hands.press("/")
    yield from hands.enter("c2", "f6", "e7", "d8")
    assert len(list(hands.session.record.walk())) == 5


@job(
    "hex-branch",
    "Try another answer on the board, and take it back.",
    by=MOUSE,
    peers="HexGui: no undo; jHex: not stated",
    files=HEX,
)
def branch(hands: Hands, home: Path) -> Job:
    yield from hands.click("Next move")
    yield from hands.square("f6")
    assert hands.session.trial is not None
    yield from hands.click("End")
    yield see(lambda: hands.session.trial is None, "as it was")
    assert len(hands.session.node.children) == 1


@job(
    "hex-link",
    "Copy the game as a link to HexWorld, for a forum.",
    peers="HexWorld: its own address; HexGui: none",
    files=HEX,
)
def link(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+K")
    yield from hands.enter("hexworld")
    yield see(lambda: "hexworld" in QGuiApplication.clipboard().text(), "the link")


@job(
    "hex-lesson",
    "Hand a study out as a page to step through.",
    peers="none: HexGui prints a board",
    files=HEX,
)
def hand_out(hands: Hands, home: Path) -> Job:
    yield from export(hands, "pag", home / "study.html")


@job(
    "twixt-variation",
    "Read a variation and come back to the main line.",
    peers="jTwixt: marks of the next moves on the board, keys not stated; twixtbot-ui: one line only",
    files=TWIXT,
)
def read_variation(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right")
    main = hands.session.node
    yield from hands.press("Down")
    other = hands.session.node
    assert other is not main
    assert other.parent is main.parent
    yield from hands.press("Right", 3)
    assert other in hands.session.node.path()
    yield from hands.press("Ctrl+Left")
    assert hands.session.node is main.parent
    yield from hands.press("Right")
    assert other in hands.session.node.path() or hands.session.node is main


@job(
    "twixt-play",
    "Play three pegs on the board beside the game.",
    by=MOUSE,
    peers="not stated",
    files=TWIXT,
)
def play(hands: Hands, home: Path) -> Job:
    yield from hands.square("k11", "n12", "l13")
    yield from hands.click("Put in")
    assert len(list(hands.session.node.path())) == 4


@job(
    "twixt-mark",
    "Mark a hole with the keys.",
    peers="none stated",
    files=TWIXT,
)
def mark(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right")
    yield from hands.press("M")
    yield from hands.press("Up")
    yield from hands.press("M", 2)
    yield from hands.press("Escape")
    assert len(hands.session.node.marks) == 1


@job(
    "twixt-sgf",
    "Save a Twixt tree as SGF for another program.",
    peers="twixtbot-ui: reads Little Golem’s and saves T1 only; jTwixt: files of its own",
    files=TWIXT,
)
def convert(hands: Hands, home: Path) -> Job:
    yield from save_as(hands, "Ctrl+Shift+S", home / "study.sgf")


@job(
    "twixt-picture",
    "Make a picture of the last position.",
    peers="none stated",
    files=TWIXT,
)
def picture(hands: Hands, home: Path) -> Job:
    yield from last_position(hands, home)
