"""Files that we write, read by another program: the same start, tree, comments, bookmarks and times."""

from __future__ import annotations

import random

import kif_oracle
import pytest
from kif_files import BOOK, GAME, HANDICAP, TEXTS, TSUME, new_file, position, record_of
from needs import reason

from viewer.formats.kif.moves import milliseconds
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Terminal
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

pytestmark = pytest.mark.skipif(bool(kif_oracle.missing()), reason=reason(kif_oracle.missing()))

ENDS = (
    "投了",
    "中断",
    "千日手",
    "持将棋",
    "詰み",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "不戦敗",
)


def tree_of(record: Record, times: bool) -> list[dict[str, object]]:
    """The record in the words of the oracle."""
    states = States(game_of("shogi"), record)
    places: dict[Node, int] = {}
    out: list[dict[str, object]] = []
    for node in record.walk():
        places[node] = len(out)
        action = states.at(node).action
        move = ""
        if node.parent is not None:
            move = ("#" if type(action) is Terminal else "") + getattr(action, "text", "")
        out.append(
            {
                "parent": -1 if node.parent is None else places[node.parent],
                "move": move,
                "comment": node.comment + "\n" if node.comment else "",
                "bookmark": node.note("bookmark"),
                "time": milliseconds(str(node.note("elapsed"))) or 0 if times else 0,
            }
        )
    return out


def random_record(seed: int, times: bool) -> Record:
    """Legal moves with variations, comments, bookmarks and ends; siblings differ (it merges equal ones)."""
    chance = random.Random(seed)
    game = game_of("shogi")
    start = chance.choice(game.starts)
    root = Node(0, None, start.setup)
    record = Record("shogi", root, (Header("先手", "甲"), Header("後手", "乙")))
    states = States(game, record)
    nodes = [root]
    for id in range(1, chance.randint(5, 120)):
        node = nodes[-1] if chance.random() < 0.9 else chance.choice(nodes)
        if type(node.action) is Terminal:
            node = chance.choice(nodes[:-1]) if len(nodes) > 1 else root
        if type(node.action) is Terminal:
            continue
        taken = {child.action for child in node.children}
        moves = [move for move in game.legal_moves(states.at(node)) if move not in taken]
        end = Terminal(chance.choice(ENDS))
        last = not moves or (chance.random() < 0.04 and node is not root)
        if last and any(type(action) is Terminal for action in taken):
            continue
        notes: dict[str, str] = {}
        if chance.random() < 0.2:
            notes["comment"] = chance.choice(["一言", "二行\nある", "*評価値=12", "a\n\nb"])
        if chance.random() < 0.1:
            notes["bookmark"] = "しおり"
        if times:
            notes["elapsed"] = f"0:{chance.randrange(60):02}:{chance.randrange(60):02}"
        below = Node(id, node, end if last else chance.choice(moves), notes)
        node.children += (below,)
        record.nodes[id] = below
        nodes.append(below)
    return record


def compare(records: list[Record], dialect: str) -> None:
    times = dialect == "kif"
    texts = [new_file(record, dialect, encoding="utf-8")[0] for record in records]
    found = kif_oracle.trees([(text, dialect) for text in texts])
    for record, text, read in zip(records, texts, found, strict=True):
        assert "error" not in read, (read, text)
        assert read["start"].split()[:3] == position(record).split()[:3], text
        for node in read["nodes"]:
            node["comment"] = node["comment"].rstrip("\n") + "\n" if node["comment"] else ""
        assert read["nodes"] == tree_of(record, times), text


def test_our_own_texts():
    compare([record_of(text) for text in (GAME, HANDICAP, TSUME)], "kif")
    compare([record_of(BOOK, "ki2")], "kif")
    compare([record_of(BOOK, "ki2")], "ki2")
    assert set(TEXTS) == {"game", "handicap", "tsume", "book", "position"}


def test_random_games_as_kif():
    compare([random_record(seed, True) for seed in range(60)], "kif")


def test_random_games_as_ki2():
    compare([random_record(seed, False) for seed in range(40)], "ki2")
