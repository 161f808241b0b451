"""Write the studies of Hex and Twixt that come with Qipu: `python packaging/make_connection_samples.py`.

The terms are those of the players; moves and words are ours.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.document import plans
from viewer.document.document import Document, new_document
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.annotation import VERDICT
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

SAMPLES = Path(__file__).resolve().parent.parent / "resources" / "samples" / "en" / "study"

# A line is a list: moves; a text in brackets behind a move is its comment; a number is its verdict
# (10000: the first side wins); a nested list is a variation in place of the move before it.
HEX: list[object] = [
    "(A first study of Hex, on 11 by 11 cells. Red joins the top and the bottom, Blue the left and "
    "the right; exactly one of them will.\n\nThe right arrow key goes through the game, up and down "
    "choose between variations. Letters on the board are the moves that go on from here, with a sign "
    "where somebody has judged them: + is good for who plays it, - bad.)",
    "b4",
    "(An opening near the acute corner a1. A first stone in the middle would be so strong that Blue "
    "would swap and play on with it; this one is weak enough to be left alone. It will matter later "
    "all the same.)",
    [
        "f6",
        "(The middle of the board would be the best cell, if Blue could not swap. With the swap Blue "
        "takes it over: the first player looks for a move that is neither too good nor too bad.)",
        "f4",
        "(Without a swap Blue has to block from afar. Nearer is worse…)",
        [
            "f5",
            "(A block that touches the stone holds nothing.)",
            "g5",
            "(Red steps around it and has lost nothing.)",
            7000,
        ],
        "g4",
        "(… and even so Red gets past: f6 and g4 are joined by a bridge.)",
        5000,
    ],
    "g5",
    "(Blue takes the middle: from there a stone helps towards both of its edges.)",
    "e7",
    "(Red blocks at a distance. A stone right beside g5 would be passed at once.)",
    "j3 k2 k3 f5",
    "(f5 and e7 form a bridge: they aren't neighbours, but both e6 and f6 lie between them, free. Blue "
    "can take only one of the two.)",
    "i4 b10 b9 d9",
    "(The bottom is reached already. d9 stands on the third row, and enough is free below it: this is "
    "an edge template, the ziggurat. It takes d9 e9, then c10 d10 e10, then b11 c11 d11 e11.)",
    "d8",
    [
        "d10",
        "(Blue tries the template itself, right below the stone.)",
        "c10",
        "(One answer of several. c10 touches d9 and has two ways to the edge, b11 and c11.)",
        [
            "e9",
            "(This works as well, on the other side: from e9 there are e10 and f10.)",
        ],
        "c11 b11",
        "(There.)",
    ],
    "e8",
    "(d8 would cut d9 off from above; e8 touches both e7 and d9.)",
    "a11 d10 e6",
    "(Blue intrudes into the bridge…)",
    "f6",
    "(… and Red takes the other half. f5 and e7 are joined.)",
    [
        "c11",
        "(Red plays elsewhere: the one thing not to do after an intrusion, except with a larger threat.)",
        "f6",
        "(e7 is cut off from f5, and Red has nothing to show for it: d10 was joined to the edge anyway.)",
        -8000,
    ],
    "c11 d11",
    "(The same below: whatever Blue takes, Red has another way. From f5 down to d11 Red's chain is "
    "whole, and all comes down to the top.)",
    "g3",
    "(Blue holds Red off the top.)",
    "f4 f3",
    "(A ladder begins: Red runs along one row, Blue beside it along the next, and neither may stop. If "
    "nothing stands in the way, Blue reaches the left edge with it.)",
    "e4 e3 d4 d3 c4",
    "(Here is what b4 was good for: it stands on the row of the ladder, and Red is joined to it ahead of "
    "Blue's stones. Such a stone is a ladder escape.)",
    "b3",
    "(A mistake: Blue takes the cell above b4, but leaves the gap beside it.)",
    [
        "c2",
        "(This was the move: from a distance it meets both ways of c4 to the top.)",
        "a3 b1",
        "(The escape isn't far enough from the edge. Blue stands better, but it isn't over: play on, for "
        "both sides.)",
        -6000,
    ],
    "c3 c2",
    "(Too late by one move.)",
    "d2 d1 e1",
    "(Red has joined the top and the bottom. The chain that does it is shown on the board.)",
    10000,
]

_SHAPES = (
    ("l8", "Beam: four holes straight on.", "k10", "m10"),
    ("o9", "Mesh: three across and three up.", "m10", "n11"),
    ("l10", "Short: two holes straight on.", "j11", "n11"),
    ("m11", "Tilt: side by side, diagonally.", "k10", "n13"),
    ("m9", "Coign: one across and three up.", "k10", "n11"),
)


def _shapes() -> list[object]:
    """A variation for each shape of two pegs that one more peg links in two ways."""
    lines: list[list[object]] = [
        [
            place,
            f"({words} A peg in {one} or in {other} links the two.)",
            one,
            f"(Horizontal takes {one}…)",
            other,
            f"(… and {other} links all three.)",
        ]
        for place, words, one, other in _SHAPES
    ]
    first, *others = lines
    return [*first[:2], *others, *first[2:]]


TWIXT: list[object] = [
    "(A first study of Twixt, on 24 by 24 holes. Vertical joins the top and the bottom, Horizontal the "
    "left and the right. Pegs of one side a knight's move apart are linked, unless a link is in the "
    "way; links never cross under these rules.\n\nThe main line is a game, the variation of its first "
    "move is about the shapes that pegs make. The right arrow key goes on, up and down choose between "
    "variations.)",
    "l9",
    "(The game. A first peg a little off the middle: Horizontal could swap, and plays on.)",
    [
        "l12",
        "(The shapes. Two pegs of Vertical stand near each other without a link, but with two ways to "
        "get one: Horizontal can take only one of them.)",
        "t6",
        *_shapes(),
    ],
    "n14",
    "(Horizontal blocks from a distance, towards the bottom. A block nearby is passed easily, one that "
    "is too far away leaves a way around.)",
    "m11 m12 l13",
    "(Vertical passes in front of m12: the link m11–l13 is made before Horizontal can close the gap.)",
    "l14 k15",
    "(Once more. Point at a hole before a move, with the mouse or the cursor: the links that the peg "
    "would get are shown, and those that are blocked are told below.)",
    "p13 m16",
    "(Back towards the middle, behind Horizontal's wall.)",
    "n15",
    [
        "l17",
        "(Horizontal might have stood in the way below…)",
        "l18",
        "(… but a peg alone blocks nothing: the link m16–l18 passes beside it.)",
        6000,
    ],
    "l18 n10 m7",
    "(Vertical turns to the top.)",
    "m17 m20 r12 l22",
    "(Two holes from the edge: k24 and m24 are both free, and Horizontal can put no peg there, since that "
    "line is Vertical's.)",
    "m8 n5",
    "(A race to the border: Vertical needs two more pegs at the top and one at the bottom.)",
    "t13 m3",
    "(The same at the top: l1 and n1. Whatever Horizontal does, one is left at each end.)",
    "o18 k24 n4 l1",
    "(Top and bottom are joined by links. The chain is shown on the board.)",
    10000,
]


def build(game_id: str, line: list[object], headers: tuple[tuple[str, str], ...]) -> Document:
    """A document of a line as above. Raises AssertionError for what is no move."""
    game = game_of(game_id)
    record = Record(
        game_id, Node(0, None, None), tuple(Header(*entry) for entry in headers), "utf-8"
    )
    document = new_document(record, "gametree")
    states = States(game, record)
    jobs = [(record.root, line)]
    while jobs:
        node, items = jobs.pop(0)
        for item in items:
            if isinstance(item, list):
                assert node.parent is not None
                jobs.append((node.parent, item))
            elif isinstance(item, int):
                document.do(plans.note(document, 0, node, VERDICT, item))
            elif str(item).startswith("("):
                document.do(plans.comment(document, 0, node, str(item)[1:-1]))
            else:
                for text in str(item).split():
                    moves = game.read_moves(states.at(node), text)
                    assert len(moves) == 1, (text, moves)
                    node = document.play(node, moves[0].text)
    return document


def main() -> None:
    """Write them both."""
    build("hex", HEX, (("name", "A first study of Hex"),)).save(str(SAMPLES / "hex.hgt"))
    build("twixt", TWIXT, (("name", "A first study of Twixt"),)).save(str(SAMPLES / "twixt.tgt"))


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
