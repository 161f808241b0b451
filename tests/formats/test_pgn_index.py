"""The index of large PGN files finds what `split` finds, and the tags that the reader finds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.source import BytesSource
from viewer.formats.headers import value_of
from viewer.formats.pgn.collection import read_headers
from viewer.formats.pgn.index import Index
from viewer.formats.pgn.kinds import GameCodecs
from viewer.formats.pgn.split import MOST_TAGS, Bounds, Scan, game_end


def edges_of(data: bytes) -> list[int]:
    out, at = [0], 0
    blank = Scan(0)
    blank.run(data, True)
    if blank.blank:
        return out
    while at < len(data):
        end = game_end(data, at, True)
        assert end is not None
        out.append(at := end)
    return out


def run(kind: type[Bounds], data: bytes, block: int) -> Bounds:
    found = type("Small", (kind,), {"block": block})(BytesSource(data))
    while not found.complete:
        found.step()
    return found


def spans(found: Bounds) -> list[int]:
    return [0, *(found.span(index).end for index in range(len(found)))]


def text(raw: bytes) -> str:
    return raw.decode("latin-1")


NAMES = [
    "Event",
    "Site",
    "White",
    "Black",
    "ECO",
    "WhiteElo",
    "A",
    "A_rather_long_name_of_24",
    "Event ",
]
NAMES += ["A_name_of_twenty_five_let", "E;", "Ev{nt"]
VALUES = [
    "",
    "x",
    "Müller, A",
    "a;b%c",
    "[x]",
    "long" * 80,
    "{",
    "}",
    "\\",
    'a "b" c',
    'x\\"y',
    "x\\",
    "1-0",
    "*",
    "…",
]
LINES = ["\n", "\r\n"]


@st.composite
def games(draw: st.DrawFn) -> bytes:
    """A game that is plain, or nearly."""
    end = draw(st.sampled_from([*LINES, "\n"]))
    names = draw(st.lists(st.sampled_from(NAMES[:7] if draw(st.booleans()) else NAMES), max_size=6))
    if not draw(st.integers(0, 4)):
        names += names
    lines = [f'[{name} "{draw(st.sampled_from(VALUES[:3] + VALUES))}"]' for name in names]
    gap = draw(st.sampled_from([end, end, end, "", end * 2, " " + end]))
    words = draw(st.lists(st.sampled_from(WORDS), max_size=8))
    result = draw(
        st.sampled_from(
            [
                "1-0",
                "0-1",
                "1/2-1/2",
                "*",
                "* {so}",
                "",
                "1-0 ",
                "1-0\n1-0 {b} *",
                "1/2-1/2 \n 1/2-1/2",
            ]
        )
    )
    last = draw(st.sampled_from([end * 2, end * 2, end, "", " ", end + " "]))
    head = end.join([*lines, ""]) if lines else ""
    return (head + gap + " ".join([*words, result]) + last).encode()


WORDS = [
    "1.",
    "e4",
    "e5",
    "2. Nf3",
    "O-O",
    "{c}",
    "{a [%clk 1:00] b}",
    "(1. d4)",
    "$1",
    "{1-0}",
    "{*}",
    "1-0",
]
WORDS += [
    "1. e4 1-0",
    "*",
    "; note\n",
    "{\n[C54]\n}",
    '{\n[Event "x"]\n}',
    '{"q"}',
    '"q"',
    "{",
    "}",
    "%",
    "\n%e\n",
    "1/2-1/2\n1/2-1/2",
    "1-0 1.2-1",
    "0-1 {c}\n*",
]
WORDS += [
    '{\n\n[Event "x"]\n[Site "y"]\n',
    '{\n\n [Event "x"]\n[Site "y"]\n}',
    "\ufeff",
    '\n [Site "q"]\n',
    "\\",
]
WORDS += [
    "\n\n",
    "\r",
    '\r[Site "r"]\r',
    "\xa0",
    "{; }",
    ";{\n",
    "{%}",
    "[x]",
    "\n[x]\n",
    '\n[A b "c"]\n',
    "\0",
]
TEXTS = st.lists(games(), max_size=9).map(b"".join)


@settings(max_examples=400)
@given(TEXTS, st.integers(1, 400))
def test_the_same_games_as_split_whose_tags_are_scanned_at_once(data: bytes, block: int):
    edges = edges_of(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Scan, "_plain_tags", lambda *_: False)
        assert edges_of(data) == edges  # as one by one
    assert spans(run(Bounds, data, block)) == edges
    assert spans(run(Index, data, block)) == edges
    assert spans(run(Index, data, 1 << 20)) == edges


@given(TEXTS, st.integers(1, 400), st.sampled_from(["Event", "Black", "A", "ECO", "None"]))
def test_the_same_tags_as_the_reader(data: bytes, block: int, key: str):
    found = run(Index, data, block)
    assert isinstance(found, Index)

    def read(index: int) -> str:
        span = found.span(index)
        return value_of(read_headers(data[span.start : span.end], GameCodecs("latin-1")), key)

    wanted = [read(index) for index in range(len(found))]
    assert found.values(key, 0, len(found), text, read) == wanted
    middle = len(wanted) // 2
    assert found.values(key, middle, len(found), text, read) == wanted[middle:]


def plain_file(count: int, end: str = "\n", last: str = "") -> bytes:
    chance = random.Random(count)
    out = []
    for number in range(count):
        head = [
            f'[Event "Cup {number % 7}"]',
            f'[White "W{number}"]',
            f'[Black "{"b" * (number % 50)}"]',
        ]
        if number % 3 == 0:
            head.append('[WhiteElo ""]')
        moves = " ".join(chance.choice(["e4", "Nf3", "O-O", "{[%clk 0:01]}"]) for _ in range(40))
        out.append(end.join([*head, "", f"1. {moves} 1/2-1/2", *last.splitlines(), "", ""]))
    return "".join(out).encode()


def refuse(index: int) -> str:
    raise AssertionError(f"game {index} is read")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("block", [1 << 12, 1 << 20])
@pytest.mark.parametrize("last", ["", "1/2-1/2", "{ from a site }\n1/2-1/2", "\n" * 9])
def test_plain_games_are_not_read(end: str, block: int, last: str):
    """Their values come from the index; of the last game alone nobody knows that it ends so."""
    found = run(Index, plain_file(500, end, last), block)
    assert isinstance(found, Index)
    assert len(found) == 500
    assert found.values("White", 0, 499, text, refuse) == [f"W{number}" for number in range(499)]
    assert found.values("Black", 3, 90, text, refuse) == ["b" * (n % 50) for n in range(3, 90)]
    assert set(found.values("WhiteElo", 0, 499, text, refuse)) == {""}
    assert len(found.schemas) == 3


def test_values_far_apart_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b"1. e4 {" + b"x" * 50_000 + b"} *\n\n"
    data = b"".join(b'[Event "%d"]\n\n' % n + body for n in range(20))
    source = BytesSource(data)
    found = Index(source)
    while not found.complete:
        found.step()
    read: list[int] = []
    plain = source.read

    def counted(start: int, length: int) -> bytes:
        read.append(length)
        return plain(start, length)

    monkeypatch.setattr(source, "read", counted)
    assert found.values("Event", 0, 19, text, refuse) == [str(n) for n in range(19)]
    assert sum(read) < 1000


def test_a_game_longer_than_many_blocks():
    long = b'[Event "long"]\n\n1. e4 {' + b"\n[C54] x" * 20_000 + b"} *\n\n"
    data = plain_file(50) + long + plain_file(50)
    found = run(Index, data, 1 << 13)
    assert spans(found) == edges_of(data)
    assert len(found) == 101


def test_lines_are_counted_anywhere():
    data = plain_file(300)
    for kind in (Bounds, Index):
        found = run(kind, data, 1 << 12)
        for offset in (0, 1, 4095, 4096, 4097, 30_000, len(data)):
            assert found.lines_before(offset) == data[:offset].count(b"\n")


@pytest.mark.parametrize("line", [b'[A "b"]\n', b'[A "b"] '])
def test_a_game_has_a_bounded_number_of_tags(line: bytes):
    data = line * (2 * MOST_TAGS + 5) + b'\n1. e4 *\n\n[Event "x"]\n\n1. d4 *\n'
    expected = [len(line) * MOST_TAGS] * 2 + [len(line) * 5 + 10, len(b'[Event "x"]\n\n1. d4 *\n')]
    for known in (Bounds(BytesSource(data, "x")), Index(BytesSource(data, "x"))):
        while not known.complete:
            known.step()
        assert [known.span(index).length for index in range(len(known))] == expected
