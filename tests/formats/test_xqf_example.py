"""The example in the specification of XQF 1.0: eight rounds, 1,160 bytes."""

from __future__ import annotations

from xqf_maker import codes, load, moves, written

from viewer.formats.memory import MemoryCollection
from viewer.formats.xqf import FORMAT
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
MOVES = [
    "c3c4",
    "h9g7",
    "g3g4",
    "b7c7",
    "c0e2",
    "b9a7",
    "b0c2",
    "a9b9",
    "a0b0",
    "b9b5",
    "b2a2",
    "b5h5",
    "h2h7",
    "c7h7",
    "h0g2",
    "i9h9",
]
HEADERS = (
    Header("Title", "仙人指路对起马局"),
    Header("Event", '"中立杯"象棋电视快棋赛'),
    Header("Date", "1997年11月16日"),
    Header("Place", "北京"),
    Header("Red", "柳大华"),
    Header("Black", "吕  钦"),
    Header("Annotator", "刘殿中"),
    Header("Author", "过河象"),
    Header("Result", "0-1"),
    Header("Type", "game"),
)
HEAD = {
    0x000: "58 51 0A 00",
    0x010: "50 46 3C 32 28 1E 14 0A 00 48 0C 53 3F 2B 17 03",
    0x020: "09 13 1D 27 31 3B 45 4F 59 11 4D 06 1A 2E 42 56",
    0x030: "00 00 00 02",
    0x050: "10 CF C9 C8 CB D6 B8 C2 B7 B6 D4 C6 F0 C2 ED BE D6",
    0x0D0: "16 22 D6 D0 C1 A2 B1 AD 22 CF F3 C6 E5 B5 E7 CA D3 BF EC C6 E5 C8 FC",
    0x110: "0E 31 39 39 37 C4 EA 31 31 D4 C2 31 36 C8 D5",
    0x120: "04 B1 B1 BE A9",
    0x130: "06 C1 F8 B4 F3 BB AA",
    0x140: "06 C2 C0 20 20 C7 D5",
    0x1D0: "06 C1 F5 B5 EE D6 D0",
    0x1E0: "06 B9 FD BA D3 CF F3",
}
BODY = """
    18 20 F0 FF 00 00 00 00  2F 38 F0 00 00 00 00 00
    67 63 F0 00 00 00 00 00  57 60 F0 00 00 00 00 00
    29 3B F0 00 00 00 00 00  2C 4A F0 00 00 00 00 00
    2B 27 F0 00 00 00 00 00  22 36 F0 00 00 00 00 00
    21 33 F0 00 00 00 00 00  18 2A F0 00 00 00 00 00
    2B 2F F0 00 00 00 00 00  24 22 F0 00 00 00 00 00
    27 6B F0 00 00 00 00 00  60 6D F0 00 00 00 00 00
    33 6D F0 00 00 00 00 00  5E 5E F0 00 00 00 00 00
    71 6F 00 00 00 00 00 00
"""


def example() -> bytes:
    head = bytearray(1024)
    for offset, text in HEAD.items():
        data = bytes.fromhex(text)
        head[offset : offset + len(data)] = data
    return bytes(head) + bytes.fromhex(BODY)


def test_the_example_is_rebuilt_byte_for_byte():
    root = Node(0, None, Setup(START))
    above = root
    for id, move in enumerate(MOVES, 1):
        node = Node(id, above, Move(move))
        above.children = (node,)
        above = node
    losses, file = written(MemoryCollection("xqf", [Record("xiangqi", root, HEADERS)]))
    assert len(file) == 1160
    assert file == example()
    assert losses == ()


def test_the_example_is_read():
    collection = load(example())
    record = collection.record(0)
    assert collection.variant == "XQF 1.0"
    assert record.root.action == Setup(START)
    assert record.headers == HEADERS
    assert list(moves(record)) == MOVES
    assert record.encoding == "gb18030"
    assert codes(collection) == []
    assert FORMAT.strict(collection) == []
    assert not any(node.facts for node in record.walk())


def test_the_example_is_written_back():
    collection = load(example())
    assert written(collection) == ((), example())
