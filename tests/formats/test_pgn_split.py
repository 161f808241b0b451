"""Where the games of a PGN file begin: the exact rule, on texts of every shape."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.formats.pgn.split import BACK, LOOK, Scan, game_end


def games(data: bytes) -> list[bytes]:
    """The games of a file."""
    out, at = [], 0
    while at < len(data):
        end = game_end(data, at, True)
        assert end is not None
        assert end > at
        out.append(data[at:end])
        at = end
    return out


def starts(data: bytes) -> list[int]:
    return list(accumulate(map(len, games(data)[:-1]), initial=0))


TWO = {
    "plain": b'[Event "a"]\n[White "w"]\n\n1. e4 *\n\n|[Event "b"]\n\n1. d4 *\n',
    "no blank line": b'[Event "a"]\n1. e4 1-0\n|[Event "b"]\n1. d4 0-1\n',
    "no result": b'[Event "a"]\n\n1. e4\n\n|[Site "b"]\n\n1. d4\n',
    "CRLF": b'[Event "a"]\r\n\r\n1. e4 *\r\n\r\n|[Event "b"]\r\n\r\n1. d4 *\r\n',
    "CR": b'[Event "a"]\r\r1. e4 *\r\r|[Event "b"]\r\r1. d4 *\r',
    "blank lines in movetext": b'[Event "a"]\n\n1. e4\n\n\ne5\n\n2. d4 *\n|[Event "b"]\n',
    "blank lines in headers": b'[Event "a"]\n\n[Site "s"]\n\n\n[Date "d"]\n\n*\n|[Event "b"]\n',
    "comment, blank line": b'[Event "a"]\n\n{intro}\n\n1. e4 *\n|[Event "b"]\n',
    "indented": b'   [Event "a"]\n\n  1. e4 *\n   |[Event "b"]\n\n  1. d4 *',
    "tags on a line": b'[Event "a"][Site "s"] [Date "d"]\n1. e4 *\n|[Event "b"] [Site "s"]\n*',
    "a tag over lines": b'[\nEvent\n"a"\n]\n1. e4 *\n\n|[\nEvent\n"b"\n]\n*',
    "moves beside tags": b'[Event "a"] 1. e4 *\n|[Event "b"] 1. d4 *',
    "all on one line": b'[Event "a"] 1. e4 * |[Event "b"] 1. d4 *',
    "tag in a comment": b'[Event "a"]\n1. e4 {\n[Event "x"]\n[Site "y"]\n} *\n|[Event "b"]\n*',
    "quoted tag": b'[Event "a"]\n1. e4 {see\n\n[Event "x"] there} *\n|[Event "b"]\n*',
    "ECO in a comment": b'[Event "a"]\n1. e4 {\n[C54]\n[#C5 "a"]} *\n|[Event "b"]\n*',
    "tag behind a semicolon": b'[Event "a"]\n1. e4 ; [Event "x"]\n e5 *\n|[Event "b"]\n*',
    "tag behind a percent": b'[Event "a"]\n1. e4\n% [Event "x"]\ne5 *\n|[Event "b"]\n*',
    "percent in a line": b'[Event "a"]\n1. e4 % e5 *\n|[Event "b"]\n*',
    "brace behind a semicolon": b'[Event "a"]\n1. e4 ; {\n*\n|[Event "b"]\n1. d4 {x} *',
    "brackets in movetext": b'[Event "a"]\n1. e4\n[C54]\n e5 *\n|[Event "b"]\n*',
    "tag inside a line": b'[Event "a"]\n1. e4 [Event "x"] e5\n|[Event "b"]\n*',
    "BOM in mid-file": b'\xef\xbb\xbf[Event "a"]\n\n*\n\n|\xef\xbb\xbf[Event "b"]\n\n*\n',
    "BOM in mid-line": b'[Event "a"]\n\n1. e4|\xef\xbb\xbf[Event "b"]\n\n*\n',
    "NBSP": b'[Event "a"]\n\n1. e4 *\n\xc2\xa0|[Event "b"]\n\n*\n',
    "tags only": b'[Event "a"]\n[White "w"]\n\n|[Event "b"]\n[White "x"]\n',
    "tags only, another first": b'[Round "1"]\n[White "w"]\n\n|[Round "2"]\n[White "x"]\n',
    "tags only, no blank line": b'[Event "a"]\n[Site "w"]\n|[Event "b"]\n[Site "x"]\n',
    "comment only": b'[Event "a"]\n[White "w"]\n{c}\n|[White "b"]\n',
    "no tags": b"1. e4 e5 1-0\n\n|1. d4 d5 0-1\n",
    "no tags, then tags": b'1. e4 e5\n\n|[Event "b"]\n*',
    "tags, then none": b'[Event "a"]\n1. e4 *\n\n|1. d4 *',
    "result glued on": b"1. e4 Qd61-0\n\n|1. d4 Rc10-1\n",
    "comment behind": b"1. e4 1-0 {done} ; so\n|1. d4 0-1",
    "result in a variation": b"1. e4 (1. d4 1-0) e5 1-0 $1\n|1. d4 d5 0-1",
    "result twice": b"1. e4 1-0 1-0\n|1. d4 0-1",
    "result in a comment": b"1. e4 {1-0} e5 1-0\n|1. d4 0-1",
    "not closed": b'[Event "a"]\n1. e4 {oh\n\n|[Event "b"]\n[Site "s"]\n\n1. d4 {x} *',
    "not closed, CRLF": b'[Event "a"]\r\n1. e4 {\r\n\r\n|[Event "b"]\r\n[Site "s"]\r\n\r\n1. d4 {x} *',
    "nested": b'[Event "a"]\n1. e4 {a {b} c} *\n|[Event "b"]\n*',
    "quotes in quotes": b'[Event "a "b""]\n[Site "Cup \\"]\n[White "x \\"]"]\n*\n|[Event "b"]\n*',
    "no end quote": b'[Event "a]\n[White "w"]\n1. e4 *\n|[Event "b"]\n*',
    "no quotes": b'[Event "a"]\n[FEN no quotes]\n[White "w"]\n1. e4 *\n|[Event "b"]\n*',
    "brackets in values": b'[Event "[a]"]\n[White "w]["]\n1. e4 *\n|[Event "b"]\n*',
    "brace in a value": b'[Event "{"]\n[White "w"]\n1. e4 *\n|[Event "}"]\n*',
    "comment ahead": b'{about}\n; this\n% file\n\n[Event "a"]\n*\n|[Event "b"]\n*',
    "stray parentheses": b'[Event "a"]\n1. e4 ) e5 ((( *\n|[Event "b"]\n*',
}


@pytest.mark.parametrize("text", TWO.values(), ids=TWO.keys())
def test_two_games(text: bytes):
    assert games(text.replace(b"|", b"")) == text.split(b"|")


ONE = {
    "a word of castling": b"1. e4 0-0 2. d4 0-0-0 3. c4 0-0-1",
    "a move behind a result": b'[Event "a"]\n1. e4 1-0 e5 2. d4 *',
    "an Event again": b'[Event "a"]\n[Event "b"]\n[Site "s"]\n1. e4 *',
    "an Event again, no Site": b'[Event "a"]\n[White "w"]\n[Event "b"]\n*',
    "a name again": b'[Event "a"]\n[Annotator "x"]\n[Annotator "y"]\n*',
    "a comment without end": b'[Event "a"]\n1. e4 {\n[Event "b"]\n[Site "c"]\n',
    "one quoted tag": b'[Event "a"]\n1. e4 {\n\n[Event "b"]\nis what it says',
    "half": b"1/2 1. e4",
    "blank": b"\n \n",
}


@pytest.mark.parametrize("text", ONE.values(), ids=ONE.keys())
def test_one_game(text: bytes):
    assert games(text) == [text]


def test_no_game_in_nothing():
    assert game_end(b"", 0, True) == 0
    assert game_end(b"", 0, False) is None


TOKENS = st.sampled_from(
    rb"""[Event " | [Site " | x"] | "] | " | \ | [ | ] | { | } | ; | % | ( | ) | 1. | e4 | 1-0 | *""".split(
        b" | "
    )
    + b"\n,\n\n,\r\n,\r, ,0-1 ,\xef\xbb\xbf,\xc2\xa0,\xe9,$1,1/2-1/2,\n[,}\n".split(b",")
    + [b'\n\n[Event "x"]\n[Site "y"]\n\n']
)
WILD = st.lists(TOKENS, max_size=60).map(b"".join)


@given(WILD)
def test_games_add_up_and_begin_anew(data: bytes):
    """The end depends on nothing before the game's start."""
    at = 0
    while at < len(data):
        end = game_end(data, at, True)
        assert end is not None
        assert at < end <= len(data)
        assert game_end(data[at:], 0, True) == end - at
        at = end


@given(WILD, st.lists(st.integers(1, 3 * LOOK), min_size=1, max_size=8), st.booleans())
def test_fed_by_blocks(wild: bytes, sizes: list[int], far: bool):
    """A scan that is fed block by block, and forgets what is behind it, finds the same ends."""
    data = wild + (b" e4" * LOOK if far else b"") + wild
    found, base, held = [], 0, b""
    scan, turn = Scan(0), 0
    while True:
        size = sizes[turn % len(sizes)]
        turn += 1
        more = data[base + len(held) : base + len(held) + size]
        held += more
        final = base + len(held) == len(data)
        while scan.run(held, final):
            found.append(base + scan.at)
            scan = Scan(scan.at)
        drop = max(0, scan.at - BACK)
        scan.shift(drop)
        held, base = held[drop:], base + drop
        if final:
            break
    assert [0, *found] == starts(data)


def test_long_things_are_passed_in_blocks():
    """A comment, a tag, a line and white space of 300 KB each need no memory but a block's."""
    long = b"x" * 300_000
    parts = [b'[Event "a"]\n', b'[Site "' + long + b'"]\n', b"1. e4 {" + long + b"} ;" + long]
    data = b"".join(parts) + b"\n" + b" " * 300_000 + b'*\n[Event "b"]\n*'
    scan, base, held, most = Scan(0), 0, b"", 0
    for at in range(0, len(data), 10_000):
        held += data[at : at + 10_000]
        most = max(most, len(held))
        if scan.run(held, at + 10_000 >= len(data)):
            break
        drop = max(0, scan.at - BACK)
        scan.shift(drop)
        held, base = held[drop:], base + drop
    assert base + scan.at == data.rindex(b"[Event")
    assert most < 20_000
