"""PGC as it is read: the facts of the standard, and each open point as it is decided."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from pgc_games import SAMPLE, SAMPLE_TAGS, games, line, losses, moves, read, record_of, written

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.formats.format import Unreadable
from viewer.formats.pgc import FORMAT
from viewer.formats.pgc.ordinals import Order
from viewer.formats.pgc.syntax import encode_tag, looks_like_games
from viewer.tree.action import Move, Written

TAGS = b"".join(encode_tag(*tag) for tag in SAMPLE_TAGS.items())


def in_order(board):
    order = Order(board)
    moves = order.all()
    assert len(order) == len(moves)
    assert [order.at(number) for number in range(len(moves) + 1)] == [*moves, None]
    assert [order.of(move) for move in moves] == list(range(len(moves)))
    return moves


def general(body: bytes, tags: bytes = TAGS) -> bytes:
    return b"\x05" + tags + body + b"\x06"


def tree(record):
    return [(n.id, n.parent.id, n.action.text, n.glyphs) for n in record.walk() if n.parent]


def test_the_first_moves():
    board = chess.Board()
    names = [board.san(move) for move in in_order(board)]
    assert len(names) == 20
    assert [names[i] for i in (0, 1, 4, 19)] == ["Na3", "Nc3", "a3", "h4"]


POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/2P5/8/8/k2pP2R/8/8/K7 b - e3 0 1",
    "1n1n4/2P5/8/8/8/8/k6K/8 w - - 0 1",
    "Q3Q2k/8/8/8/8/8/Q7/K7 w - - 0 1",
    "N3N2k/8/8/1N6/8/8/8/K3N2N w - - 0 1",
)


def positions():
    for fen in POSITIONS:
        yield chess.Board(fen)
    chance = random.Random(3)
    for number in (518, 0, 959, 333):
        for _ in range(4):
            board = chess.Board.from_chess960_pos(number)
            board.chess960 = number != 518
            while not board.is_game_over() and len(board.move_stack) < 120:
                board.push(chance.choice(list(board.legal_moves)))
                if len(board.move_stack) % 8 == 0:
                    yield board


def test_moves_are_in_the_order_of_their_san_with_signs_and_all():
    for board in positions():
        named = {board.san(move): move for move in board.legal_moves}
        assert in_order(board) == [named[name] for name in sorted(named)]


def test_the_sample_game():
    data = written(line(*map(Written, SAMPLE)))
    assert len(data) == 185
    start = data.index(b"1/2-1/2") + 7
    assert data[start : start + 2] == (85).to_bytes(2, "little")
    assert data[start + 2 : start + 10].hex(" ") == "0d 0c 09 07 01 14 00 0c"
    record = record_of(data)
    board = chess.Board()
    assert moves(record) == [board.push_san(text).uci() for text in SAMPLE]
    assert {entry.key: entry.value for entry in record.headers} == SAMPLE_TAGS
    assert losses(line(*map(Written, SAMPLE))) == ()


def test_variations_and_glyphs():
    # 1. e4 $1 (1. d4 $2 d5 (1... Nf6)) e5 2. Nf3
    body = b"\x03\x01\x0d\x07\x01\x08\x03\x01\x0b\x07\x02\x03\x01\x0a\x08\x03\x01\x02\x09\x09\x03\x02\x0c\x09"
    record = record_of(general(body))
    assert tree(record) == [
        (1, 0, "e2e4", (1,)),
        (5, 1, "e7e5", ()),
        (6, 5, "g1f3", ()),
        (2, 0, "d2d4", (2,)),
        (3, 2, "d7d5", ()),
        (4, 2, "g8f6", ()),
    ]


def test_a_nag_before_any_move_belongs_to_the_start():
    record = record_of(general(b"\x07\x0d\x03\x01\x0d"))
    assert record.root.glyphs == (13,)


def test_a_variation_before_any_move_stands_beside_the_first():
    record = record_of(general(b"\x08\x03\x01\x00\x09\x03\x01\x0d"))
    assert tree(record) == [(2, 0, "e2e4", ()), (1, 0, "b1a3", ())]


def test_sequences_in_a_row_are_one_and_noops_stand_anywhere():
    record = record_of(b"\x00" + general(b"\x00\x03\x01\x0d\x00\x04\x01\x00\x0c\x03\x00"))
    assert moves(record) == ["e2e4", "e7e5"]


def test_a_game_from_another_position():
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    tags = TAGS + encode_tag("SetUp", "1") + encode_tag("FEN", fen)
    record = record_of(general(b"\x03\x01\x04", tags))
    assert record.setup.text == fen
    assert moves(record) == ["e2e3"]
    assert written(record) == general(b"\x03\x01\x04", tags)


def test_chess960():
    fen = "4k3/8/8/8/8/8/8/RK5R w HA - 0 1"
    tags = TAGS + encode_tag("Variant", "Chess960") + encode_tag("FEN", fen)
    board = chess.Board(fen, chess960=True)
    ordinal = in_order(board).index(chess.Move.from_uci("b1h1"))
    assert moves(record_of(general(bytes((3, 1, ordinal)), tags))) == ["b1h1"]


def test_ordinals_that_nobody_can_tell():
    body = b"\x03\x03\x0d\xff\x02\x08\x03\x01\x09\x09\x03\x01\x04"
    data = general(body)
    collection = read(data)
    record = collection.record(0)
    assert [n.action for n in record.walk()][1:] == [
        Move("e2e4"),
        Written("ordinal 255"),
        Written("ordinal 2"),
        Written("ordinal 4"),
        Written("ordinal 9"),
    ]
    assert [one.code for one in collection.diagnostics] == ["pgc.bad-ordinal"]
    assert written(record) == data
    record.facts = ()
    assert written(record) == data
    assert losses(record) == ()


def test_another_variant_keeps_its_ordinals():
    tags = TAGS + encode_tag("Variant", "Seirawan")
    data = general(b"\x03\x02\x0d\x0c", tags)
    record = record_of(data)
    assert moves(record) == ["ordinal 13", "ordinal 12"]
    record.facts = ()
    assert losses(record) == ()
    assert moves(record_of(written(record))) == moves(record)


def test_an_unknown_marker_stops_and_all_is_kept():
    data = general(b"\x03\x01\x0d") * 2 + b"\x55anything"
    collection = read(data)
    assert len(collection) == 2
    found = [(one.code, one.offset) for one in collection.diagnostics]
    assert found == [("pgc.unknown-marker", data.index(b"\x55any"))]
    assert written(collection.record(0), collection.record(1)) == data
    inside = general(b"\x03\x01\x0d\x55\x03\x01\x0c")
    collection = read(inside)
    assert moves(collection.record(0)) == ["e2e4"]
    assert written(collection.record(0)) == inside


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"\x09", "pgc.no-variation"), (b"\x03\x01\x0d\x08\x03\x01\x00", "pgc.open-variation")],
)
def test_brackets_that_do_not_fit(body, code):
    collection = read(general(body))
    assert written(collection.record(0)) == general(body)
    assert [one.code for one in collection.diagnostics] == [code]
    collection.record(0)
    assert len(collection.diagnostics) == 1


def test_a_game_without_its_end():
    for behind in (b"", general(b"\x03\x01\x00"), written(line(Written("e4")))):
        data = general(b"\x03\x01\x0d")[:-1] + behind
        collection = read(data)
        assert len(collection) == 1 + bool(behind)
        records = [collection.record(index) for index in range(len(collection))]
        assert moves(records[0]) == ["e2e4"]
        assert [one.code for one in collection.diagnostics] == ["pgc.no-end"]
        assert written(*records) == data


def test_tags_are_listed_without_moves():
    data = b"".join(
        general(b"\x03\x01\x0d", encode_tag("White", f"W{number}")) for number in range(50)
    )
    collection = read(data)
    assert collection.values("White", 10, 12) == ["W10", "W11"]
    assert collection.values("Black", 0, 1) == [""]
    assert collection.headers(3) == collection.record(3).headers


def test_many_games_are_found_in_steps():
    game = written(line(*map(Written, SAMPLE)))
    data = game * 10_000
    collection = FORMAT.read(BytesSource(data))
    assert 0 < len(collection) < 10_000
    steps = list(collection.indexing())
    assert steps[-1].done == len(data)
    assert len(collection) == 10_000
    assert collection.span(9_999) == (len(data) - len(game), len(game))


def test_limits():
    data = general(b"\x04\x90\x01" + b"\x01\x01\x00\x00" * 100)
    collection = FORMAT.read(BytesSource(data), Limits(nodes=10))
    assert len(collection.record(0).nodes) == 10
    assert [one.code for one in collection.diagnostics] == ["pgc.too-many-moves"]
    collection = FORMAT.read(BytesSource(data), Limits(game_bytes=300))
    record = collection.record(0)
    assert [one.code for one in collection.diagnostics] == ["pgc.long-game", "pgc.cut"]
    assert len(record.headers) == 7


def test_deep_variations():
    body = b"\x03\x01\x0d" + b"\x08\x03\x01\x00" * 4_000 + b"\x09" * 4_000
    record = record_of(general(body))
    assert len(record.root.children) == 4_001
    assert written(record) == general(body)


def test_a_long_game():
    board, out = chess.Board(), bytearray()
    for number in range(400):
        order = [move.uci() for move in in_order(board)]
        text = ("g1f3", "g8f6", "f3g1", "f6g8")[number % 4]
        out.append(order.index(text))
        board.push_uci(text)
    record = record_of(general(b"\x04\x90\x01" + bytes(out)))
    assert len(record.nodes) == 401
    record.facts = ()
    assert written(record).endswith(b"\x90\x01" + bytes(out))


def test_no_game():
    for data in (b"\x00\x00", b"\x55", b"\x03\x01\x00"):
        with pytest.raises(Unreadable):
            FORMAT.read(BytesSource(data))


@given(game=games)
def test_strict_and_detection_never_fail(game):
    looks_like_games(game)
    FORMAT.strict(read(game))


def test_what_is_known_by_its_beginning():
    game = written(line(*map(Written, SAMPLE)))
    for head in (game, b"\0" + game, game[:60], general(b"\x03\x01\x0d"), general(b"")[:20]):
        assert looks_like_games(head)
    for head in (
        b"",
        b"\0",
        b"\x01",
        b"\x05",
        b"\x01\x00" * 10,
        b"XQ\x0a",
        b"\x01\x02\x00\x01x",
        b"[Event",
    ):
        assert not looks_like_games(head)


def test_strict():
    assert FORMAT.strict(read(written(line(Written("e4"))))) == []
    found = FORMAT.strict(read(general(b"\x0a\x01\x00x", encode_tag("Event", "x"))))
    assert len(found) == 7


def test_what_stands_outside_of_games_is_found():
    game = written(line(Written("e4")))
    found = FORMAT.strict(read(b"\x06" + game + encode_tag("Event", "x") + b"\x00" + game))
    assert [(one.code, one.offset) for one in found] == [
        ("pgc.strict.end-without-begin", 0),
        ("pgc.strict.outside", 1 + len(game)),
    ]
