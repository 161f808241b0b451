"""`&nbsp;` and `&#3052;` in comments of XQF: shown as what they mean, written as they were."""

from __future__ import annotations

import json

import pytest
from xqf_maker import build, head_of, line, load, saved, written

from viewer.cli.neutral import record_data
from viewer.formats.xqf import FORMAT
from viewer.games import game_of
from viewer.tree.ops import SetNote, apply

FIRST = "&nbsp;&nbsp;红方先走。\r\n".encode("gb18030")
SECOND = "改走此&#3052;，&lt;胜&gt;。".encode("gb18030")


@pytest.fixture(params=[0x0A, 0x12], ids=["0A", "12"])
def file(request: pytest.FixtureRequest) -> bytes:
    root = line((0x13, 0x14), (0x22, 0x23))
    root.comment, root.below[0].comment = FIRST, SECOND
    return build(root, head_of(request.param))


def set_comment(record, node: int, text: str) -> None:
    apply(record, SetNote(node, "comment", text))


def test_they_are_shown_as_characters_and_kept_as_bytes(file: bytes) -> None:
    collection = load(file)
    record = collection.record(0)
    assert record.root.comment == "\u00a0\u00a0红方先走。"
    assert record.node(1).comment == "改走此\u0bec，&lt;胜&gt;。"
    losses, data = written(collection)
    assert not losses
    assert data == file


def test_an_edit_and_back_gives_the_old_bytes(file: bytes) -> None:
    collection = load(file)
    record = collection.record(0)
    old = record.root.comment
    set_comment(record, 0, "别的")
    between = load(saved(record, collection))
    assert between.record(0).node(1).comment == record.node(1).comment
    changed = between.record(0)
    set_comment(changed, 0, old)
    assert saved(changed, between) == file


def test_an_edit_keeps_its_sense(file: bytes) -> None:
    collection = load(file)
    record = collection.record(0)
    set_comment(record, 1, "改走此\u0bec，胜。 a&nbsp;b")
    data = saved(record, collection)
    assert load(data).record(0).node(1).comment == record.node(1).comment
    if file[2] == 0x0A:
        assert "改走此&#3052;，胜。 a&amp;nbsp;b".encode("gb18030") in data
        assert FIRST in data


def test_a_dump_has_what_the_file_says(file: bytes) -> None:
    record = load(file).record(0)
    data = json.dumps(record_data(game_of("xiangqi"), record, FORMAT), ensure_ascii=False)
    assert "&nbsp;&nbsp;红方先走。" in data
    assert "此&#3052;，" in data
