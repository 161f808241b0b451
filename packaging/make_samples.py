"""Write the studies that come with Qipu, from the moves and texts below: `python packaging/make_samples.py`.

The moves are common knowledge of the openings; the words are ours.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from viewer.document import plans
from viewer.document.document import Document, new_document
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

SAMPLES = Path(__file__).resolve().parent.parent / "resources" / "samples" / "en" / "study"

XIANGQI_HEADERS = (
    ("Title", "中炮对屏风马：平炮兑车 (Central cannon, screen horses)"),
    ("Event", "Qipu sample study"),
    ("Date", "2026-11-21"),
    ("Red", "中炮过河车"),
    ("Black", "屏风马平炮兑车"),
    ("Annotator", "Qipu"),
    ("Author", "Qipu"),
    ("Result", "*"),
    ("Type", "opening"),
)

# A line is a list of moves; a text in brackets after a move is its comment; a nested list is a
# variation in place of the move before it.
XIANGQI = [
    "(A study to try Qipu with. Step with the arrow keys, take a variation with the down arrow or "
    "by a click in the notation, play a move of your own on the board: it becomes a variation. "
    "Everything can be undone with Ctrl+Z.)",
    "炮二平五",
    "(The central cannon 中炮 looks down the middle file at the pawn on 5 and, behind it, the king.)",
    [
        "兵七进一",
        "(仙人指路, the immortal points the way: a waiting pawn move.)",
        "卒７进１",
        "炮二平三",
        ["马八进七", "马８进７", "马二进一", "象３进５"],
        "炮８平５",
        "马八进七",
    ],
    [
        "相三进五",
        "(飞相: the elephant opening keeps everything together and gives nothing away.)",
        "炮８平４",
        "兵七进一",
        "马８进７",
    ],
    "马８进７",
    [
        "炮８平５",
        "(顺炮, cannons on the same side: Black answers in kind and the fight is on at once.)",
        "马二进三",
        "马８进７",
        "车一平二",
        ["车一进一", "(横车, the rook on the second rank.)", "车９平８", "车一平六"],
        "车９进１",
        "马八进七",
    ],
    "马二进三",
    "车９平８",
    "车一平二",
    "马２进３",
    "(Both horses defend the middle pawn: 屏风马, the screen horses. The soundest answer to the cannon.)",
    "兵七进一",
    [
        "兵三进一",
        "(The other pawn: Red wants the horse on 三 to come forward.)",
        "卒３进１",
        "马八进九",
        "卒１进１",
    ],
    "卒７进１",
    "车二进六",
    "(过河车, the rook over the river: it stands in front of the cannon and ties Black's right side down.)",
    [
        "马八进七",
        "(Quiet development leads to the positions with 五九炮 and 五七炮.)",
        "炮２进４",
        "兵五进一",
        "炮８进４",
    ],
    "炮８平９",
    "(平炮兑车: Black offers the rooks. Red moves aside, because the exchange would leave Black with the "
    "freer game.)",
    "车二平三",
    ["车二进三", "(The exchange.)", "马７退８", "马八进七", "(Black has nothing to fear.)"],
    "炮９退１",
    "马八进七",
    "士４进５",
    "炮八平九",
    "(五九炮: the cannon clears the file for the rook.)",
    ["马七进六", "(The horse goes first; play is sharper.)", "炮９平７", "车三平四", "马７进８"],
    "炮９平７",
    "车三平四",
    "马７进８",
    "车九平八",
    "车１平２",
    "(The main position of the opening. Red has more room, Black no weakness. From here on it is "
    "yours: play the next moves yourself and write down what you think of them.)",
]


def build(game_id: str, line: list[object], headers: tuple[tuple[str, str], ...]) -> Document:
    """A document of a line as above."""
    game = game_of(game_id)
    root = Node(0, None, game.starts[0].setup)
    record = Record(game_id, root, tuple(Header(*entry) for entry in headers), "gb18030")
    document = new_document(record, next(e.id for e in FORMATS.values() if game_id in e.games))
    states = States(game, record)
    jobs = [(root, line)]
    while jobs:
        node, items = jobs.pop(0)
        for item in items:
            if isinstance(item, list):
                assert node.parent is not None
                jobs.append((node.parent, item))
            elif str(item).startswith("("):
                document.do(plans.comment(document, 0, node, str(item)[1:-1]))
            else:
                moves = game.read_moves(states.at(node), str(item))
                assert len(moves) == 1, (item, moves)
                node = document.play(node, moves[0].text)
    return document


def main() -> None:
    """Write them all."""
    SAMPLES.mkdir(parents=True, exist_ok=True)
    document = build("xiangqi", XIANGQI, XIANGQI_HEADERS)
    document.save(str(SAMPLES / "xiangqi.xqf"))


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
