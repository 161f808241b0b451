"""Jobs of chess."""

from __future__ import annotations

from pathlib import Path

from job import MOUSE, job
from strokes import Hands, Job, dialog, export, open_file, see

from viewer.ui.dialogs.player_report_dialog import PlayerReportDialog

SAMPLE = [("study.pgn", "sample:chess.pgn")]
PLAYED = """[White "Adler, A"]
[Black "Berg, B"]
[Result "1-0"]

1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 1.9]} 1-0

[White "Cohn, C"]
[Black "Adler, A"]
[Result "1-0"]

1. d4 d5 2. c4 e6 1-0
"""


@job(
    "chess-open",
    "Open a first file and read the moves to the first comment of the game.",
    peers="Scid greets with a tip, ChessX with a box about a download: a key or click more; none of Lichess, "
    "En Croissant, ChessX, Scid has a key for the next comment: → for each move",
    files=SAMPLE,
    opened=False,
)
def open_a_file(hands: Hands, home: Path) -> Job:
    yield from open_file(hands, "study.pgn")
    yield from hands.press("Ctrl+Shift+Down")
    assert "attacks" in hands.session.node.comment, hands.session.node.comment


@job(
    "chess-find",
    "Find a game by a player in the library and step to where the games of the library part.",
    peers="Scid: Ctrl+Shift+G for its form of headers, → for each move beside its tree window",
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
    yield from hands.press("Return")
    yield see(lambda: tab.view.hasFocus() and tab.found.current is not None, "the row")
    yield from hands.press("Return")
    yield see(lambda: hands.window.session is not None, "the game")
    yield from hands.press("Ctrl+Shift+X")
    yield see(lambda: hands.explored() == ["1. e4"], "what was played")
    for move in ("1… e5", "2. Nf3"):
        yield from hands.press("Right")
        yield see(lambda move=move: hands.explored() == [move], move)
    yield from hands.press("Right")
    yield see(lambda: len(hands.explored()) != 1, "the place")


@job(
    "chess-annotate",
    "Annotate a move: a glyph, a comment, and save.",
    peers="→ for each move everywhere; Lichess and En Croissant: 1 to 6, D; ChessX: !! is typed, Ctrl+A: "
    "as many; saving: not stated",
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
    assert b"2. Nf3 $3" in b" ".join(text.read_bytes().split())


@job(
    "chess-variation",
    "Play another move on the board, make it the main line, and take that back.",
    by=MOUSE,
    peers="Lichess, En Croissant: promoted by the menu too, but neither has undo; ChessX: Ctrl+J, Ctrl+Z",
    files=SAMPLE,
)
def play_a_variation(hands: Hands, home: Path) -> Job:
    yield from hands.move("0000")
    yield from hands.drag("f1", "c4")
    yield from hands.click("Put in")
    assert len(hands.siblings()) == 2
    played = hands.session.node
    yield from hands.move("00001", right=True)
    yield from hands.choose("Promote the variation")
    yield see(lambda: hands.siblings(played)[0] is played, "the main line")
    yield from hands.choose_from_menus("Edit", "Undo: Promote a variation")
    yield see(lambda: hands.siblings(played)[1] is played, "the variation")


@job(
    "chess-lesson",
    "Hand a study out as one page that pupils step through in any browser.",
    peers="Scid: HTML with scripts and a folder of pictures; ChessX: HTML; En Croissant, PyChess: none",
    files=SAMPLE,
)
def hand_out(hands: Hands, home: Path) -> Job:
    yield from export(hands, "pag", home / "study.html")
    assert b"Morphy" in (home / "study.html").read_bytes()


_LINES = b'[White "?"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 *\n'
_GAME = '[White "Berg"]\n[Black "{0}"]\n[Result "*"]\n\n{1} *\n\n'
_GAMES = "".join(
    _GAME.format(*one)
    for one in (
        *(("Adler", "1. e4 e6 2. d4 d5"), ("Costa", "1. e4 e6 2. d4 c5")),
        *(("Dorn", "1. Nf3 e6 2. e4 d5"), ("Falk", "1. e4 e6 2. d4 d5")),
    )
).encode()


@job(
    "chess-repertoire",
    "Have a file as your lines, see which of your games left them, put the missing answer in, and save.",
    by=MOUSE,
    peers=(
        "En Croissant: missing moves by a database of games, none of your own games that left; Lichess: a"
        " study, and the explorer of your games beside it, position by position; Lucas Chess, Chessbook: not"
        " stated"
    ),
    files=[("lines.pgn", _LINES), ("games.pgn", _GAMES)],
)
def mend_a_repertoire(hands: Hands, home: Path) -> Job:
    yield from hands.choose_from_menus("Library", "Repertoire")
    yield from hands.click("Mark lines")
    yield from hands.choose("This file: White")
    yield from hands.click("Compare")
    yield see(lambda: hands.found("Gaps: 1") is not None, "what was found")
    yield from hands.click("Left: 4")
    yield from hands.click("Gaps: 1")
    yield from hands.click("Put in")
    yield see(lambda: hands.session.document.modified, "the answer")
    yield from hands.choose_from_menus("File", "Save")
    yield see(lambda: b"e6 2. d4" in (home / "lines.pgn").read_bytes(), "the saved file")


@job(
    "chess-player",
    "Make a page of how a player did in the games of a file.",
    files=[("club.pgn", PLAYED)],
)
def player(hands: Hands, home: Path) -> Job:
    page = home / "adler.html"
    yield from hands.press("Ctrl+K")
    yield from hands.enter("player report")
    yield see(lambda: hands.window.findChildren(PlayerReportDialog), "the report")
    (report,) = hands.window.findChildren(PlayerReportDialog)
    yield see(report.isActiveWindow, "it in front")
    yield from hands.press("Tab")
    yield from hands.enter("adler")
    yield see(lambda: report.report is not None and report.report.all.games == 2, "the counts")
    yield from hands.press("Tab", 3)
    yield from hands.press("Space")
    yield dialog("QFileDialog")
    yield from hands.enter(page.name)
    yield see(lambda: page.exists() and not hands.window.tasks.running, page.name)
    assert "Berg, B" in page.read_text("utf-8"), "by opponent"
