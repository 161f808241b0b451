"""The law of bytes, for each format with a `Law`: untouched, there and back, and what is lost is said.

That an edit is confined to its item is shown by the examples of `test_FORMAT_law.py`.
"""

from __future__ import annotations

import csa_games
import epd_lines
import hexwiki_files
import jkf_files
import pgc_games
import pytest
import sfen_lines
import wei7_files
from hypothesis import given
from hypothesis import strategies as st
from laws import Law, bytes_of

from viewer.tree.diff import lost
from viewer.tree.ops import apply

LAWS = (
    csa_games.LAW,
    epd_lines.LAW,
    epd_lines.FEN_LAW,
    hexwiki_files.LAW,
    jkf_files.LAW,
    pgc_games.LAW,
    sfen_lines.LAW,
    wei7_files.LAW,
)
each_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.format.id)


@each_law
@given(chance=st.data())
def test_untouched(law: Law, chance: st.DataObject) -> None:
    data = chance.draw(law.files)
    records = law.records_of(data)
    assert law.written(*records) == data
    assert [law.losses(record) for record in records] == [()] * len(records)
    collection = law.read(data)
    output = law.format.write(collection)
    assert output.losses == ()
    assert bytes_of(output, collection.source) == data


@each_law
@given(chance=st.data())
def test_there_and_back(law: Law, chance: st.DataObject) -> None:
    data = chance.draw(law.games)
    record = law.record_of(data)
    back = [
        apply(record, chance.draw(st.sampled_from(list(law.edits(record)))))[0]
        for _ in range(chance.draw(st.integers(1, 2)))
    ]
    law.read(law.written(record))
    for inverse in reversed(back):
        apply(record, inverse)
    assert law.written(record) == data


@each_law
@given(chance=st.data())
def test_what_is_said_to_be_lost_is_what_is_not_read_back(law: Law, chance: st.DataObject) -> None:
    record = law.record_of(chance.draw(law.games))
    for _ in range(chance.draw(st.integers(1, 2))):
        apply(record, chance.draw(st.sampled_from(list(law.edits(record)))))
    output = law.output(record)
    again = law.record_of(bytes_of(output))
    said = {(one.kind, one.node) for one in output.losses}
    found = list(lost(law.meant(record), law.meant(again)))
    assert {(one.kind, one.node) for one in found} == said, found
    assert all(str(one.words) for one in output.losses)
