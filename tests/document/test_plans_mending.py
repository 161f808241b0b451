"""A move is replaced, put in or left out, and what follows is played again: nothing of it is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document, new_document
from viewer.document.plans import mending
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.tree.action import Action, Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

FORMAT = {
    "chess": "pgn",
    "xiangqi": "xqf",
    "shogi": "kif",
    "go": "sgf",
    "hex": "sgf",
    "twixt": "t1",
}


def opened(game: str, *texts: str, written: bool = False, branch: Sequence[str] = ()) -> Document:
    """A document of one line; node 1 has the first move. `branch`: another line after node 1."""
    rows = [NodeData(0, -1, None, {})]
    rules = game_of(game)

    def add(line: Sequence[str], at: int) -> None:
        state = rules.start(None)
        for row in rows[1 : at + 1]:
            state = rules.advance(state, row.action)
        for text in line:
            move = rules.read_moves(state, text)[0]
            state = rules.step(state, move)
            rows.append(NodeData(len(rows), at, Written(text) if written else move, {}))
            at = len(rows) - 1

    add(texts, 0)
    if branch:
        add(branch, 1)
    document = new_document(Record(game, nodes_of(rows)[0], (Header("Event", "x"),)), FORMAT[game])
    document.history.set_clean()
    return document


def read(document: Document, at: int, text: str) -> Action:
    """What a text means after a node."""
    states = document.states(0)
    return states.game.read_moves(states.at(document.record(0).node(at)), text)[0]


def shown(document: Document) -> list[str]:
    """The actions of all nodes, in order, as the rules understand them."""
    states = document.states(0)
    return [
        action.text
        for node in document.record(0).walk()
        if (action := states.at(node).action) is not None
    ]


def faults(document: Document) -> list[int]:
    """The nodes whose moves break a rule."""
    states = document.states(0)
    return [
        node.id
        for node in document.record(0).walk()
        if states.game.violation(states.at(node)) is not None
    ]


def do(document: Document, mended: mending.Mended | None) -> mending.Mended:
    """Do the edit, undo and redo it: one step, and the same again."""
    assert mended is not None
    before = shown(document)
    document.do(mended.edit)
    after = shown(document)
    document.undo()
    assert shown(document) == before
    assert not document.modified
    document.redo()
    assert shown(document) == after
    document.do(None)
    return mended


# one move of a scoresheet was written wrong; one move that follows can't be any more
WRONG = [
    # Nd2 is meant, Nc3 written: Nxe4 is played from d2 then
    ("chess", ["d4", "d5", "e4", "dxe4", "Nc3", "Nf6", "Nxe4"], 5, "Nd2",
     ["d2d4", "d7d5", "e2e4", "d5e4", "b1d2", "g8f6", "d2e4"], [], [7]),
    # castled to the other side: the rook isn't on f1, the king not on g1
    ("chess", ["d4", "d5", "Nc3", "Nf6", "Bg5", "e6", "Qd3", "Be7", "Nf3", "O-O", "e3", "a6",
               "Be2", "b6", "O-O", "h6", "Rfe1", "c5", "Kh1", "c4"], 15, "O-O-O", None, [17, 19], []),
    # a stone one line off: only what stood there itself is in the way
    ("go", ["Q16", "D4", "Q4", "D16", "Q5", "Q3"], 3, "Q3",
     ["B pd", "W dp", "B pq", "W dd", "B po", "W pq"], [6], []),
    ("hex", ["a2", "k9", "d4", "e5", "d5"], 3, "d5",
     ["1 a2", "2 k9", "1 d5", "2 e5", "1 d5"], [5], []),
    ("twixt", ["d4", "l9", "f5", "k7", "f6"], 3, "f6",
     ["1 d4", "2 l9", "1 f6", "2 k7", "1 f6"], [5], []),
    # the other knight went to e5… in xiangqi: the other cannon to the middle
    ("xiangqi", ["炮二平五", "马8进7", "马二进三", "炮8进4"], 1, "炮八平五",
     ["b2e2", "h9g7", "h0g2", "h7h3"], [], []),
    ("xiangqi", ["炮二平五", "马8进7", "炮五进四"], 1, "炮二平六", ["h2d2", "h9g7", "e2e6"], [3], []),
    # the silver that went up isn't there
    ("shogi", ["76歩", "34歩", "48銀", "84歩", "46歩", "85歩", "47銀"], 3, "68銀",
     ["7g7f", "3c3d", "7i6h", "8c8d", "4g4f", "8d8e", "4h4g"], [7], []),
]  # fmt: skip


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize(("game", "line", "at", "text", "moves", "broken", "changed"), WRONG)
def test_a_wrong_entry_is_replaced_and_the_rest_played_again(
    game, line, at, text, moves, broken, changed, written
) -> None:
    document = opened(game, *line, written=written)
    node = document.record(0).node(at)
    mended = do(document, mending.replaced(document, 0, node, read(document, at - 1, text)))
    assert list(mended.broken) == broken
    assert list(mended.changed) == changed
    assert faults(document) == broken, "listed where the rules list it, and nothing else"
    assert len(document.record(0).nodes) == len(line) + 1, "nothing is lost"
    if moves is not None:  # what is no move any more may stay as it is written
        fine = [number for number in range(len(line)) if number + 1 not in broken]
        now = shown(document)
        assert [now[number] for number in fine] == [moves[number] for number in fine]


def test_the_same_move_is_no_replacement_and_neither_is_one_of_the_start() -> None:
    document = opened("go", "Q16")
    record = document.record(0)
    assert mending.replaced(document, 0, record.node(1), Move("B pd")) is None
    assert mending.replaced(document, 0, record.root, Move("B pd")) is None
    assert mending.left_out(document, 0, record.root) is None


def test_variations_are_played_again_too() -> None:
    document = opened("chess", "e4", "e5", "Nf3", branch=["c5", "Nf3", "d6", "d4"])
    node = document.record(0).node(1)
    mended = do(document, mending.replaced(document, 0, node, Move("g1f3")))
    assert list(mended.broken) == [3, 5], "no knight is on g1 any more, in neither line"
    assert faults(document) == [3, 5]
    assert document.record(0).node(1).children[1].id == 4


PAIRS = [
    ("chess", ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"], 2, ["Nc3", "a6"]),
    ("xiangqi", ["炮二平五", "马8进7", "马八进七", "车9平8"], 2, ["马二进三", "卒7进1"]),
    ("shogi", ["76歩", "34歩", "66歩", "84歩"], 2, ["26歩", "44歩"]),
    ("go", ["Q16", "D4", "Q4", "D16"], 2, ["K10", "K4"]),
    ("hex", ["a2", "k9", "d4", "e5"], 2, ["f6", "g7"]),
    ("twixt", ["d4", "l9", "f8", "k7"], 2, ["o15", "p20"]),
]


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize(("game", "line", "at", "pair"), PAIRS)
def test_two_moves_that_were_forgotten_are_put_in_and_left_out_again(
    game, line, at, pair, written
) -> None:
    document = opened(game, *line, written=written, branch=line[1:2])
    before, record = shown(document), document.record(0)
    here = at
    for text in pair:
        action = read(document, here, text)
        mended = mending.inserted(document, 0, record.node(here), action)
        place = document.do(mended.edit)
        assert place is not None
        here = place.node
    assert faults(document) == [], "after both, everything is in turn again"
    assert len(record.nodes) == len(before) + 3
    assert [node.id for node in record.node(here).children] == [at + 1]
    inside = shown(document)
    for _ in pair:
        mended = mending.left_out(document, 0, record.node(here))
        assert mended is not None
        place = document.do(mended.edit)
        assert place is not None
        here = place.node
    assert here == at
    assert (shown(document), faults(document)) == (before, [])
    for _ in pair * 2:
        document.undo()
    assert (shown(document), document.modified) == (before, False)
    document.redo(), document.redo()
    assert shown(document) == inside


def test_one_ply_alone_turns_stones_and_breaks_moves_of_pieces() -> None:
    stones = opened("go", "Q16", "D4", "Q4")
    record = stones.record(0)
    mended = do(stones, mending.inserted(stones, 0, record.node(1), Move("W dd")))
    assert shown(stones) == ["B pd", "W dd", "B dp", "W pp"], "each side's turn, as it goes"
    assert (mended.broken, mended.changed) == ((), (2, 3))
    pieces = opened("xiangqi", "炮二平五", "马8进7", "马二进三")
    record = pieces.record(0)
    mended = do(pieces, mending.left_out(pieces, 0, record.node(1)))
    assert list(mended.broken) == faults(pieces) == [2], (
        "Black begins, and then it is the turn of each"
    )
    assert shown(pieces) == ["h9g7", "h0g2"]


def test_another_piece_doesnt_play_the_move_unnoticed() -> None:
    document = opened("chess", "d4", "d5", "Qd3", "a6", "Nc3", "b6", "Bd2", "c6", "O-O-O", "g6",
                      "Qe3", "h6", "Qd3")  # fmt: skip
    node = document.record(0).node(3)
    mended = mending.replaced(document, 0, node, Move("g1f3"))
    assert mended is not None
    document.do(mended.edit)
    # the queen stayed at home: no castling; Qe3 and Qd3 were its moves from d3 and e3
    assert set(faults(document)) == set(mended.broken)
    assert {9, 11} <= set(mended.broken)


def saved(document: Document) -> bytes:
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece_bytes(piece, document.source) for piece in output.pieces)


def test_what_is_played_again_is_saved_with_all_that_is_said_of_it() -> None:
    text = b'[Event "x"]\n\n1. d4 d5 2. Nc3 $1 {a slip} (2. e3 e6) 2... e5 3. Nxd5 {!?} Be6 *\n'
    document = Document(FORMATS["pgn"].load().read(BytesSource(text)))
    node = document.record(0).root.children[0].children[0].children[0]
    mended = mending.replaced(document, 0, node, Move("b1d2"))
    assert mended is not None
    assert len(mended.broken) == 1
    document.do(mended.edit)
    assert (
        saved(document)
        .replace(b"\n", b" ")
        .rstrip()
        .endswith(b"1. d4 d5 2. Nd2 $1 {a slip} (2. e3 e6) 2... e5 3. Nxd5 {!?} Be6 *")
    )
    document.undo()
    assert saved(document) == text


def written(document: Document, node: Node) -> str:
    """What follows a node: moves with glyphs and comments, lines in brackets where there are several."""
    states = document.states(0)
    lines = []
    for child in node.children:
        parts = [states.at(child).action.text]
        parts += [f"${glyph}" for glyph in child.glyphs]
        parts += [f"{{{'|'.join(child.comment.split(chr(0x2029)))}}}"] * bool(child.comment)
        lines.append(" ".join((*parts, *filter(None, (written(document, child),)))))
    return lines[0] if len(lines) == 1 else " ".join(f"[{line}]" for line in lines)


def mended_text(moves: str, plan, at: Sequence[int], *args: Action) -> tuple[str, mending.Mended]:
    """What is there once a move is mended, which is given by the children on the way to it."""
    text = f'[Event "x"]\n\n{moves} *\n'.encode()
    document = Document(FORMATS["pgn"].load().read(BytesSource(text)))
    record = document.record(0)
    node = record.root
    for place in at:
        node = node.children[place]
    mended = plan(document, 0, node, *args)
    assert mended is not None
    here = document.do(mended.edit)
    after = written(document, record.root)
    if record.root.comment:
        after = f"{{{'|'.join(record.root.comment.split(chr(0x2029)))}}} {after}"
    assert here is not None
    assert {here.node, *mended.broken, *mended.changed, *mended.united} <= record.nodes.keys()
    assert faults(document) == sorted(mended.broken)
    document.undo()
    assert saved(document) == text
    return after, mended


@pytest.mark.parametrize(
    ("moves", "at", "move", "after"),
    [
        # the main line becomes the variation beside it: its own line stays first
        ("1. e4 {one} (1. d4 $1 {two} d5 2. c4) 1... d5 2. Nf3", [0], "d2d4",
         "d2d4 $1 {one|two} d7d5 [g1f3] [c2c4]"),
        # a variation becomes the main line, which stays where it is
        ("1. d4 d5 2. c4 (2. Nc3 e6) (2. Nf3 Nf6 {known} 3. g3)", [0, 0, 2], "c2c4",
         "d2d4 d7d5 [c2c4 g8f6 {known} g2g3] [b1c3 e7e6]"),
        ("1. d4 d5 2. c4 (2. Nf3 Nf6 3. g3) 2... e6", [0, 0, 1], "c2c4",
         "d2d4 d7d5 c2c4 [e7e6] [g8f6 g2g3]"),
    ],
)  # fmt: skip
def test_a_move_that_becomes_the_one_beside_it_is_one_with_it(moves, at, move, after) -> None:
    text, mended = mended_text(moves, mending.replaced, at, Move(move))
    assert text == after
    assert len(mended.united) == 1


def test_a_line_that_breaks_is_one_with_the_move_beside_it_and_is_listed() -> None:
    moves = "1. e4 (1. d4 d5) 1... d5 2. Ba6"
    text, mended = mended_text(moves, mending.replaced, [0], Move("d2d4"))
    assert text == "d2d4 d7d5 Ba6"
    assert len(mended.broken) == 1


def test_what_follows_a_move_left_out_is_one_with_what_stood_beside_it() -> None:
    document = opened("go", "Q16", "D4", "Q4", "D16", branch=["Q4", "C3"])
    record = document.record(0)
    mended = do(document, mending.left_out(document, 0, record.node(2)))
    assert written(document, record.root) == "B pd W pp [B dd] [B cq]"
    assert mended.united == (3,)
    document.undo()
    assert [child.id for child in record.node(1).children] == [2, 5]


@pytest.mark.parametrize(
    ("moves", "at", "after"),
    [
        ("1. e4 {best} e5 {slip} 2. e5", [0, 0], "e2e4 {best|slip} e7e5"),
        ("{A game.} 1. e4 {slip} e4", [0], "{A game.|slip} e2e4"),
        ("1. e4 {best} e5 {best}", [0, 0], "e2e4 {best}"),
        ("1. e4 e5 ({or} 1... c5 {Sicilian} 2. a3)", [0, 1], "e2e4 {or|Sicilian} [e7e5] [a3]"),
    ],
)
def test_the_comment_of_a_move_left_out_stays_at_the_one_before(moves, at, after) -> None:
    text, mended = mended_text(moves, mending.left_out, at)
    assert text == after
    assert mended.comment is not None


def test_ten_thousand_moves_are_played_again_without_recursion() -> None:
    rows = [NodeData(0, -1, None, {})]
    moves = ["h0g2", "h9g7", "g2h0", "g7h9"]
    for number in range(10000):
        rows.append(NodeData(number + 1, number, Move(moves[number % 4]), {}))
    document = new_document(Record("xiangqi", nodes_of(rows)[0], ()), "xqf")
    mended = mending.replaced(document, 0, document.record(0).node(1), Move("h0i2"))
    assert mended is not None
    document.do(mended.edit)
    assert len(document.record(0).nodes) == 10001
