"""Records of Hex and Twixt from format to format and back: what isn't named as lost is there again."""

from __future__ import annotations

import random

import pytest

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Output
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def study(game: str) -> Record:
    """A game tree with players, verdicts, a swap, and in Twixt links by hand in two variations."""
    headers = (Header("player1", "Ann"), Header("player2", "Bob"))
    nodes = [Node(0, None, None, {"comment": "Start"})]

    def add(parent: int, text: str, **notes: str | int) -> None:
        node = Node(len(nodes), nodes[parent], Move(text), notes)
        nodes[parent].children += (node,)
        nodes.append(node)

    add(0, "1 d4", comment="said")
    add(1, "2 swap-pieces")
    add(2, "1 k8")
    add(1, "2 j9", verdict=-10000)
    add(4, "1 e6", verdict=2500)
    add(5, "2 g11")
    if game == "twixt":
        add(6, "1 f4 -e6/d4 +e6/f4")
        add(6, "1 g5 -e6/d4 auto")
        add(6, "1 f8 none", verdict=12345)
    return Record(game, nodes[0], headers)


def convert(collection: Collection, format: str) -> tuple[Collection, Output]:
    output = FORMATS[format].load().write(collection)
    data = b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)
    return load_source(BytesSource(data, f"x.{FORMATS[format].suffixes[0]}")), output


def positions(record: Record) -> list[tuple[object, ...]]:
    """Pieces and links at each node."""
    states = States(game_of(record.game), record)
    found: list[tuple[object, ...]] = []
    for node in record.walk():
        state = states.at(node)
        links = sorted(map(str, states.game.links(state)))
        found.append((sorted(states.game.pieces(state)), links, node.comment))
    return found


def test_a_game_tree_of_hex_through_sgf():
    there, output = convert(MemoryCollection("gametree", [study("hex")]), "sgf")
    assert output.losses == ()
    back, output = convert(there, "gametree")
    assert output.losses == ()
    record = back.record(0)
    assert positions(record) == positions(study("hex"))
    assert [node.note("verdict") for node in record.walk()] == [
        node.note("verdict") for node in study("hex").walk()
    ]
    assert (record.header("player1"), record.header("player2")) == ("Ann", "Bob")


def test_a_game_tree_of_twixt_through_sgf():
    there, output = convert(MemoryCollection("gametree", [study("twixt")]), "sgf")
    # No links at all and that a position is undetermined are what SGF can't say.
    assert {(loss.kind, loss.node) for loss in output.losses} == {("action", 9), ("verdict", 9)}
    assert (there.record(0).header("PW"), there.record(0).header("PB")) == ("Ann", "Bob")
    back, output = convert(there, "gametree")
    assert output.losses == ()
    record = back.record(0)
    assert positions(record)[:9] == positions(study("twixt"))[:9]
    assert positions(record)[9] != positions(study("twixt"))[9]
    assert [node.note("verdict") for node in record.walk()][:9] == [
        node.note("verdict") for node in study("twixt").walk()
    ][:9]
    assert (record.header("player1"), record.header("player2")) == ("Ann", "Bob")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "formats"),
    [
        ("hex", ("sgf", "hexworld", "moves", "gametree")),
        ("twixt", ("sgf", "t1", "moves", "gametree")),
    ],
)
def test_a_game_through_all_formats(game: str, formats: tuple[str, ...], seed: int):
    """Legal moves alone are the same everywhere."""
    rules, chance = game_of(game), random.Random(seed)
    state = rules.start(None)
    root = node = Node(0, None)
    for id in range(1, 60):
        move = chance.choice(list(rules.legal_moves(state)))
        below = Node(id, node, move)
        node.children = (below,)
        state, node = rules.step(state, move), below
    collection: Collection = MemoryCollection("sgf", [Record(game, root)])
    wanted = positions(collection.record(0))
    for format in formats:
        collection, output = convert(collection, format)
        assert not [loss for loss in output.losses if not loss.kind.startswith("header:")]
        assert collection.format == format
        assert positions(collection.record(0)) == wanted


@pytest.mark.parametrize("format", ["hexworld", "moves", "sgf", "gametree"])
def test_a_large_board(format: str):
    root = Node(0, None, Setup("19"))
    root.children = (Node(1, root, Move("1 s19")),)
    collection, output = convert(MemoryCollection("sgf", [Record("hex", root)]), format)
    assert output.losses == ()
    record = collection.record(0)
    assert game_of("hex").position_text(game_of("hex").start_of(record)) == "19"
    assert record.root.children[0].action == Move("1 s19")
