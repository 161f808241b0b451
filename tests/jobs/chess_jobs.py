"""Five jobs of chess."""

from __future__ import annotations

from pathlib import Path

from hands import Hands, Job, dialog, open_file, see
from job import MOUSE, job
from PySide6.QtCore import QPoint

SAMPLE = [("study.pgn", "sample:chess.pgn")]


@job(
    "chess-open",
    "Open a first file and read the moves to the first comment of the game.",
    peers="Scid and XBoard greet with a tip, ChessX with a download box: one key or click more; "
    "no key for the next comment in ChessX, Scid, En Croissant or Lichess: → for each move",
    files=SAMPLE,
    opened=False,
)
def open_a_file(hands: Hands, home: Path) -> Job:
    yield from open_file(hands, "study.pgn")
    yield from hands.press("Ctrl+Shift+Down")
    assert "attacks" in hands.session.node.comment, hands.session.node.comment


@job(
    "chess-find",
    "Find a game by a player in the library and step to where no other game follows.",
    peers="Scid: Ctrl+Shift+G, the name, Enter, Enter, then → for each move beside its tree window; "
    "En Croissant: by mouse",
    files=SAMPLE,
    opened=False,
    library=True,
)
def find_a_game(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+L")
    yield see(lambda: hands.window.libraries.tab is not None, "the libraries")
    tab = hands.window.libraries.tab
    assert tab is not None
    yield from hands.write("Morphy")
    yield see(lambda: tab.model.rowCount() == 1, "one game")
    yield from hands.press("Return", 2)
    yield see(lambda: tab.found.hit(tab.found.current_row or 0) is not None, "the row")
    yield from hands.press("Return")
    yield see(lambda: hands.window.session is not None, "the game")
    yield from hands.press("Ctrl+Shift+X")
    yield see(lambda: hands.explored() == ["e4"], "what was played")
    for move in ("e5", "Nf3"):
        yield from hands.press("Right")
        yield see(lambda move=move: hands.explored() == [move], move)


@job(
    "chess-annotate",
    "Annotate a move: a glyph, a comment, and save.",
    peers="Lichess: 3, D, the words; En Croissant: 3, D, the words; ChessX: Ctrl+A, the words with “!!”; "
    "all as many",
    files=SAMPLE,
)
def annotate(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 3)
    yield from hands.press("3")
    yield from hands.press("C")
    yield from hands.write("A knight first.")
    yield from hands.press("Ctrl+S")
    text = home / "study.pgn"
    yield see(lambda: b"A knight first." in text.read_bytes(), "the saved file")
    assert b"2. Nf3 $3" in text.read_bytes()
