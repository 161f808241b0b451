"""Games of PGN that are damaged, endless or made to hurt: read, kept, written back, in linear time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pgn_texts import codes, found_in, read, tree, written

from viewer.base.limits import DEFAULT

WHOLE = (
    '\ufeff[Event "Ünïted"]\n[Result "1-0"]\n\n{intro} 1. e4! $14 {a [%clk 0:01:00] b} '
    "(1. d4 {x} (1. c4 ; line\n c5) d5) {c}\n1... e5 2. ♘f3 (words) 1-0 {end}\n"
).encode()


@pytest.mark.parametrize("cut", range(len(WHOLE)))
def test_cut_at_every_byte(cut):
    assert written(read(WHOLE[:cut])) == WHOLE[:cut]


@given(st.binary(max_size=60))
def test_random_bytes(data):
    assert written(read(data)) == data


@given(st.text(alphabet='()[]{}"\\;%$!?.* \n\rea41-0O=+N#', max_size=40))
def test_random_signs(text):
    data = text.encode()
    assert written(read(data)) == data


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "data",
    [
        b"(" * 100_000,
        b")" * 100_000,
        b"e4 " + b"(e4 " * 50_000,
        b"e4 " + b"(e4 " * 50_000 + b")" * 50_000,
        b"e4 " + b"(word " * 50_000,
        b"e4 " + b"({c}" * 50_000,
        b"{" * 100_000,
        b"1. " * 100_000,
        b". " * 100_000,
        b"[" * 100_000,
        b'[Event "' * 50_000,
        b'[Event "' + b"x" * 1_000_000,
        b"\n" * 1_000_000,
        b"\xc2\xa0" * 500_000,
        b"e4 $" + b"1" * 1_000_000,
        b"a" * 1_000_000,
    ],
    ids=lambda data: data[:12].decode("latin-1") + str(len(data)),
)
def test_in_bounded_time(data):
    record, found = found_in(data)
    assert len(found) <= DEFAULT.diagnostics
    assert written(record) == data


@pytest.mark.timeout(120)
def test_a_comment_of_50_megabytes():
    data = b"1. e4 {" + b"long " * 10_000_000 + b"} e5 *"
    record, found = found_in(data)
    assert tree(record) == "e4 e5"
    assert [each.code for each in found] == ["pgn.long-comment"]
    assert written(record) == data


@pytest.mark.timeout(60)
def test_a_game_of_10_000_moves():
    data = "".join(f"{number}. Nf3 Nf6 " for number in range(1, 10_001)).encode() + b"*"
    record = read(data)
    assert len(record.nodes) == 20_001
    assert written(record) == data


def test_what_is_open_ends_with_the_game():
    assert codes("e4 {never closed") == ["pgn.unclosed-comment"]
    assert tree(read('[Event "no end\n\ne4 e5')) == "e4 e5"
