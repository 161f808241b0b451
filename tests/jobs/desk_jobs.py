"""Twenty-one jobs of the desk: looking, trying, mending, typing, pages and tabs, in six games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from job import MOUSE, job
from strokes import Act, Hands, Job, Wait, see

CHESS, XIANGQI, GO = "sample:chess.pgn", "sample:xiangqi.xqf", "sample:go.sgf"
SHOGI, HEX, TWIXT = "sample:shogi.kif", "sample:hex.hgt", "sample:twixt.tgt"
VALUED = (
    '[Event "?"]\n[Result "*"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.6]} *\n'
)


def scoresheet(hands: Hands, text: str, plies: int) -> Iterator[Act | Wait]:
    """Write moves one after the other, on a new board; each goes in once it is whole."""
    yield from hands.press("/")
    yield from hands.write(text)
    yield see(lambda: hands.session.node.ply == plies, f"{plies} moves")
    yield from hands.press("Escape")
    assert len(hands.session.record.nodes) == plies + 1, "one line"


def trial_of(hands: Hands, moves: int) -> bool:
    """Whether so many moves are shown beside the record, of which nothing is in it."""
    trial = hands.session.trial
    return trial is not None and len(trial.moves) == moves and not hands.session.document.modified


# ----------------------------------------------------------------------------------------- chess


@job(
    "chess-try",
    "Try four moves beside the game, and leave them without a trace.",
    peers="Scid: has a trial mode, keys not stated",
    files=[("study.pgn", CHESS)],
)
def try_moves(hands: Hands, home: Path) -> Job:
    yield from hands.press("Shift+X")
    yield from hands.press("/")
    yield from hands.write("d4d5c4e6")
    yield see(lambda: trial_of(hands, 4), "what is tried")
    yield from hands.press("Escape", 2)
    assert hands.session.trial is None
    assert hands.session.node is hands.session.record.root


@job(
    "chess-replace",
    "Replace a move that was written wrong, and keep all that follows.",
    files=[("game.pgn", '[Event "?"]\n[Result "*"]\n\n1. d4 d5 2. Nc3 e6 3. Nf3 Nf6 4. e3 *\n')],
)
def replace_a_move(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right", 3)
    yield from hands.press("Ctrl+R")
    yield from hands.write("c4")
    line = list(hands.session.record.root.main_line())
    assert [hands.session.words.of(one) for one in line[3:]] == ["c4", "e6", "Nf3", "Nf6", "e3"]


@job(
    "chess-explored",
    "Look at a move that others played on the board, and put it in.",
    files=[("game.pgn", '[Event "?"]\n[Result "*"]\n\n1. a3 *\n')],
    library=True,
)
def look_and_put_in(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+Shift+X")
    yield see(lambda: hands.explored() == ["1. e4"], "what was played")
    yield from hands.press("Tab")
    yield from hands.press("Space")
    yield see(lambda: trial_of(hands, 1), "a preview")
    yield from hands.press("Return")
    assert hands.session.words.numbered(hands.session.node) == "1. e4"


@job(
    "chess-valued",
    "Go to the worst move by the evaluations of a game.",
    by=MOUSE,
    files=[("game.pgn", VALUED)],
)
def go_to_the_worst(hands: Hands, home: Path) -> Job:
    desk = hands.window.desk
    assert desk is not None
    yield see(lambda: desk.transport.slider.strip is not None, "the graph in the slider")
    slider = desk.transport.slider
    yield from hands.at("the graph’s end", slider, slider.width() - 12)
    assert hands.session.node.ply == 3


# --------------------------------------------------------------------------------------- xiangqi


@job(
    "xiangqi-scoresheet",
    "Type a scoresheet of xiangqi, one move after the other.",
    files=[("新.xqf", XIANGQI)],
)
def type_xiangqi(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from scoresheet(hands, "炮二平五马8进7马二进三车9平8", 4)


@job(
    "xiangqi-origin",
    "Go to the move that put a piece on its point.",
    by=MOUSE,
    files=[("谱.xqf", XIANGQI)],
)
def where_from(hands: Hands, home: Path) -> Job:
    yield from hands.click("End of the line")
    yield from hands.square("e2", right=True)
    yield from hands.choose("Go to 1. 炮二平五, which put it here")
    assert hands.session.node.ply == 1


@job(
    "xiangqi-stack",
    "See the tree of variations below the notation, both at once.",
    by=MOUSE,
    files=[("谱.xqf", XIANGQI)],
)
def stack_pages(hands: Hands, home: Path) -> Job:
    yield from hands.tab("Tree", right=True)
    yield from hands.choose("Put “Tree” below the other pages")
    desk = hands.window.desk
    assert desk is not None
    yield see(lambda: all(map(desk.panels.in_view, ("notation", "tree"))), "both")
    assert not hands.session.document.modified


@job(
    "xiangqi-leave-out",
    "Leave two moves out that were written twice, and keep all that follows.",
    peers="XQStudio: has no undo; leaving moves out: not stated",
    files=[("谱.xqf", XIANGQI)],
)
def leave_out(hands: Hands, home: Path) -> Job:
    before = len(hands.session.record.nodes)
    yield from hands.press("Right", 4)
    yield from hands.press("Ctrl+Delete", 2)
    assert len(hands.session.record.nodes) == before - 2
    yield from hands.press("Ctrl+Z", 2)
    assert not hands.session.document.modified


# -------------------------------------------------------------------------------------------- go


@job(
    "go-origin",
    "Go to the move that put a stone on its point.",
    by=MOUSE,
    peers="Sabaki, q5Go: Ctrl+G goes to a move by its number, which one has to know",
    files=[("game.sgf", GO)],
)
def go_to_a_stone(hands: Hands, home: Path) -> Job:
    yield from hands.click("End of the line")
    yield from hands.square("cd", right=True)
    yield from hands.choose("Go to 3. C16, which put it here")
    assert hands.session.node.ply == 3


@job(
    "go-comment",
    "Correct a comment where it is read, and go on reading.",
    peers="Sabaki: Ctrl+Shift+T for the comment there, → is ↓: as many",
    files=[("game.sgf", GO)],
)
def correct_a_comment(hands: Hands, home: Path) -> Job:
    yield from hands.press("Right")
    yield from hands.press("C")
    yield from hands.write(" He won.")
    yield from hands.press("Escape")
    yield from hands.press("Right")
    assert hands.session.node.parent is not None
    assert hands.session.node.parent.comment.endswith(" He won.")


@job(
    "go-tried",
    "Try three stones beside a game that is over, and go on in the game.",
    by=MOUSE,
    files=[("game.sgf", GO)],
)
def try_stones(hands: Hands, home: Path) -> Job:
    yield from hands.square("cc", "dc", "cf")
    assert trial_of(hands, 3)
    yield from hands.click("End")
    yield from hands.click("Next move")
    assert hands.session.node.ply == 1
    assert not hands.session.document.modified


@job(
    "go-scoresheet",
    "Type a scoresheet of go, one move after the other.",
    files=[("game.sgf", GO)],
)
def type_go(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from scoresheet(hands, "Q16D4Q3D16C6", 5)


# ----------------------------------------------------------------------------------------- shogi


@job(
    "shogi-scoresheet",
    "Type a scoresheet of shogi, one move after the other.",
    files=[("game.kif", SHOGI)],
)
def type_shogi(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from scoresheet(hands, "76歩34歩26歩84歩", 4)


@job(
    "shogi-forgotten",
    "Put two moves in that were forgotten, and keep all that follows.",
    files=[("game.kif", SHOGI)],
)
def put_moves_in(hands: Hands, home: Path) -> Job:
    before = len(hands.session.record.nodes)
    yield from hands.press("Right", 2)
    yield from hands.press("Insert")
    yield from hands.write("96歩94歩")
    yield see(lambda: len(hands.session.record.nodes) == before + 2, "two moves more")
    yield from hands.press("Escape")
    assert hands.session.node.ply == 4
    assert hands.session.node.children


@job(
    "shogi-tab",
    "Find a file among nine that are open, by its name.",
    files=[(f"game{number}.kif", SHOGI) for number in range(9)],
)
def find_a_tab(hands: Hands, home: Path) -> Job:
    for number in range(1, 9):
        hands.window.files.open(str(home / f"game{number}.kif"))
    yield from hands.press("Ctrl+Shift+A")
    yield from hands.write("e4")
    yield from hands.press("Return")
    assert (hands.session.document.path or "").endswith("game4.kif")


# ------------------------------------------------------------------------------------------- hex


@job(
    "hex-origin",
    "Go to the move that put a stone on its cell.",
    by=MOUSE,
    files=[("study.hgt", HEX)],
)
def go_to_a_cell(hands: Hands, home: Path) -> Job:
    yield from hands.click("End of the line")
    third = hands.session.cursor.line[3]
    yield from hands.square(hands.session.squares(third)[-1])
    assert hands.session.node is third


@job(
    "hex-scoresheet",
    "Type a scoresheet of Hex, one move after the other.",
    files=[("study.hgt", HEX)],
)
def type_hex(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from scoresheet(hands, "c2f6e7d8", 4)


@job(
    "hex-page",
    "Read the moves as a table of the line, and come back to the notation.",
    by=MOUSE,
    files=[("study.hgt", HEX)],
)
def turn_pages(hands: Hands, home: Path) -> Job:
    desk = hands.window.desk
    assert desk is not None
    for id, title in (("line", "Move list"), ("notation", "Notation")):
        yield from hands.tab(title)
        yield see(lambda id=id: desk.panels.in_view(id), title)


# ----------------------------------------------------------------------------------------- twixt


@job(
    "twixt-scoresheet",
    "Type a scoresheet of Twixt, one move after the other.",
    files=[("study.tgt", TWIXT)],
)
def type_twixt(hands: Hands, home: Path) -> Job:
    yield from hands.press("Ctrl+N")
    yield from scoresheet(hands, "k11 n12 l13 ", 3)


@job(
    "twixt-arrow",
    "Draw an arrow on the board, and keep it in the file.",
    by=MOUSE,
    files=[("study.tgt", TWIXT)],
)
def keep_an_arrow(hands: Hands, home: Path) -> Job:
    yield from hands.click("Next move")
    yield from hands.drag("k11", "n12", right=True)
    yield from hands.click("Put in")
    assert [mark.kind for mark in hands.session.node.marks] == ["arrow"]


@job(
    "twixt-start",
    "Begin a record from the page that is there at the start.",
    files=[("study.tgt", TWIXT)],
    opened=False,
)
def begin_from_the_start(hands: Hands, home: Path) -> Job:
    yield from hands.press("Down")
    yield from hands.press("Right", 2)
    yield from hands.press("Return")
    yield see(lambda: hands.window.session is not None, "a board")
    assert hands.session.record.game == "twixt"
