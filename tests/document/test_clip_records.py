"""Records as text, for the clipboard: they come back as they were, and nonsense is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies import study_record

from viewer.document import clip_records
from viewer.tree.facts import Fact


def test_records_come_back_without_the_bytes_of_their_file() -> None:
    record = study_record()
    record.facts = (Fact("xqf.version", 10, b"\x0a"),)
    record.node(2).facts = (Fact("xqf.raw", 1, b"\x01"),)
    text = clip_records.to_text([record, study_record()])
    first, second = clip_records.from_text(text)
    assert first == second
    assert first.facts == ()
    assert all(row.facts == () for row in first.rows)
    again = first.record()
    assert again.headers == record.headers
    assert again.node(2).comment == "the usual answer"
    assert [child.id for child in again.node(1).children] == [2, 6]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"qipu": "branch", "games": []}',
        '{"qipu": "games", "games": [1]}',
        '{"qipu": "games", "games": [{"op": "remove-record", "record": 1}]}',
        '{"qipu": "games", "games": [{"op": "insert-record", "index": 0, "record": 0, "game": "x",'
        ' "headers": [], "encoding": null, "facts": [], "rows": []}]}',
    ],
)
def test_nonsense_is_refused(text) -> None:
    with pytest.raises(ValueError, match=r"no game|Expecting"):
        clip_records.from_text(text)


@given(st.text(max_size=40), st.integers(0, 400))
def test_damaged_text_raises_nothing_else(junk, at) -> None:
    text = clip_records.to_text([study_record()])
    damaged = text[:at] + junk + text[at + len(junk) :]
    try:
        records = clip_records.from_text(damaged)
    except ValueError:
        return
    assert all(data.rows for data in records)
