"""A record that is pasted into a file of another format keeps its players."""

from __future__ import annotations

import pytest

from viewer.document.placed import as_data
from viewer.formats import FORMATS
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def record(game: str, move: str, *headers: Header) -> Record:
    root = Node(0, None)
    child = Node(1, root, Move(move))
    root.children = (child,)
    return Record(game, root, headers)


@pytest.mark.parametrize(
    ("game", "move", "found", "wanted"),
    [
        ("shogi", "7g7f", "kif", "csa"),
        ("go", "B pd", "sgf", "wei7"),
        ("twixt", "R d4", "sgf", "gametree"),
        ("twixt", "R d4", "gametree", "sgf"),
        ("hex", "B a1", "gametree", "sgf"),
    ],
)
def test_players_keep_their_sides(game: str, move: str, found: str, wanted: str):
    source, target = FORMATS[found].load(), FORMATS[wanted].load()
    key = next(field.key for field in source.fields_of(game) if field.role == "side0")
    made = record(game, move, Header(key, "Somebody"))
    data = as_data(made, found, wanted)
    assert target.by_role("side0", data.headers, game) == "Somebody"
    assert target.by_role("side1", data.headers, game) == ""
