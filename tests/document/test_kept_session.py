"""What is kept for the next start: its file, and places found again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.document.kept_session import (
    KeptPlace,
    KeptSession,
    KeptTab,
    node_at,
    place_of,
    read_session,
    session_text,
)
from viewer.tree.action import Move
from viewer.tree.record import nodes_of
from viewer.tree.serial import NodeData

TABS = (
    KeptTab("/a/\udce4.pgn", "ä.pgn", KeptPlace(3, 40, ((12, 1), (30, 2))), ("flip",)),
    KeptTab("", "New record", KeptPlace(), (), "/state/journals/one", other={"colour": "red"}),
    KeptTab("/b/c.xqf", "b", roots=("/b", "/\udcff"), journals=("/state/journals/two",)),
)

LINES = [
    NodeData(0, -1, None, {}),
    NodeData(1, 0, Move("a1"), {}),
    NodeData(2, 1, Move("b2"), {}),
    NodeData(3, 1, Move("b3"), {}),
    NodeData(4, 3, Move("c1"), {}),
]


def test_a_session_is_read_as_it_was_written_and_keeps_what_a_newer_qipu_added() -> None:
    session = KeptSession(TABS, 1, other={"windows": [1]})
    text = session_text(session)
    assert text.isascii()
    assert read_session(text) == session
    assert read_session("") == KeptSession()


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"tabs": 3}', "[" * 100_000, "\ufffd", "null"],
)
def test_a_damaged_file_is_an_empty_session_and_a_sentence(text: str) -> None:
    read = read_session(text)
    assert read.tabs == ()
    assert str(read.problem) == "What was open last time can't be read."


def test_what_is_sound_of_a_damaged_file_is_kept() -> None:
    data = json.loads(session_text(KeptSession(TABS, 7)))
    data["tabs"] += [5, {"path": 3}, {"path": "/b\0"}]
    data["tabs"][0] |= {"record": -1, "depth": "x", "branches": [[1], [1, "a"], 4], "view": "flip"}
    read = read_session(json.dumps(data))
    assert [tab.path for tab in read.tabs] == [tab.path for tab in TABS]
    assert read.tabs[0].place == KeptPlace(0, 0, ((1, 0),))
    assert read.front == 2
    assert str(read.problem) == "Some of what was open last time can't be read."


def test_a_file_of_a_newer_qipu_is_told_and_not_used() -> None:
    text = session_text(KeptSession(TABS, 0)).replace('"version": 1', '"version": 2')
    read = read_session(text)
    assert read.newer
    assert read.tabs == ()
    assert "newer Qipu" in str(read.problem)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_values_are_read_without_an_exception(value: object) -> None:
    for key in ("path", "record", "depth", "branches", "view", "journal", "name"):
        read_session(
            json.dumps({"version": 1, "front": value, "tabs": [{"path": "/a", key: value}]})
        )
    read_session(json.dumps({"version": value, "tabs": [value]}))


def test_a_place_is_found_again_by_the_way_to_it() -> None:
    root = nodes_of(LINES)[0]
    leaf = root.children[0].children[1].children[0]
    place = place_of(2, leaf)
    assert place == KeptPlace(2, 3, ((2, 1),))
    assert node_at(root, place) is leaf
    assert node_at(root, place_of(0, root)) is root


def test_a_way_that_is_gone_leads_as_far_as_it_can() -> None:
    root = nodes_of(LINES)[0]
    assert node_at(root, KeptPlace(0, 900, ((2, 5),))).id == 1
    assert node_at(root, KeptPlace(0, 900)).id == 2


def test_what_stands_beside_a_tab_is_kept_with_it() -> None:
    companion = KeptTab("/b.pgn", "b", KeptPlace(1, 7, ((2, 1),)), ("flip",))
    session = KeptSession((KeptTab("/a.pgn", "a", companion=companion),), 0)
    assert read_session(session_text(session)) == session


@pytest.mark.parametrize("damaged", [7, "x", [], {}, {"path": 3}, {"beside": {"path": "/c"}}])
def test_a_damaged_record_beside_costs_no_tab(damaged: object) -> None:
    tab = {"path": "/a.pgn", "beside": damaged}
    found = read_session(json.dumps({"version": 1, "tabs": [tab]}))
    assert found == KeptSession((KeptTab("/a.pgn"),), 0)
