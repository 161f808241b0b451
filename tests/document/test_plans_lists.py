"""Lists of headers and steps beside moves, written to wei7 and read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.plans import lists as plans_lists
from viewer.document.plans import steps as plans_steps
from viewer.formats import FORMATS
from viewer.formats.wei7.headers import PARTICIPANTS, PLAYERS
from viewer.games import game_of
from viewer.tree.action import Move, Remark, Takeback, Terminal
from viewer.tree.annotation import ACTOR, CLOCK, EVENT, MOMENT, PROBLEM, TITLE
from viewer.tree.diff import lost
from viewer.tree.node import Node

FILE = """{"format": "wei7", "version": "3.0", "size": 9,
  "info": {"name": "n", "rules": {"komi": 7.5},
    "participants": [{"name": "A", "rank": "9d"}, {"name": "B"}, {"name": "C"}],
    "players": [{"participant": 0, "color": 1}, {"participant": 2, "color": 2}]},
  "tree": {"title": "t", "steps": [
    {"action": {"type": "move", "value": {"color": 1, "point": {"x": 2, "y": 2}}}, "actor": 0},
    {"time": 5.50, "action": {"type": "move", "value": {"color": 2, "point": {"x": 6, "y": 2}}}, "actor": 2}],
    "branches": [
      {"title": "one", "pre": {"comment": "c"}},
      {"title": "two", "steps": [
        {"action": {"type": "move", "value": {"color": 1, "point": {"x": 4, "y": 4}}}}]}]}}
"""


@pytest.fixture
def document(tmp_path: Path) -> Document:
    path = tmp_path / "a.wei7"
    path.write_text(FILE)
    return open_document(str(path))


def saved(document: Document, tmp_path: Path) -> Document:
    """The document as it is read from what was saved; nothing is lost on the way."""
    path = tmp_path / "b.wei7"
    document.save(str(path))
    read = open_document(str(path))
    assert list(lost(document.record_of(0), read.record_of(0))) == []
    return read


def do(document: Document, plan: Callable, *args: object, node: Node | None = None) -> None:
    edit = plan(document, 0, node or document.record_of(0).root, *args)
    assert edit is not None
    document.do(edit)


def undone(document: Document, tmp_path: Path) -> None:
    """Undo brings the same bytes back."""
    while document.history.undo_words is not None:
        document.undo()
    path = tmp_path / "c.wei7"
    document.save(str(path))
    assert path.read_text() == FILE


def said(document: Document) -> dict[str, str]:
    return dict(document.record_of(0).headers)


def info(path: Path) -> dict:
    return json.loads(path.read_text())["info"]


def test_an_item_that_goes_takes_along_what_says_it(document: Document, tmp_path: Path) -> None:
    do(document, plans_lists.remove, PARTICIPANTS, 0)
    record = document.record_of(0)
    first, second = record.root.children[0], record.root.children[0].children[0]
    assert ACTOR not in first.notes
    assert second.notes[ACTOR] == "1"
    saved(document, tmp_path)
    found = info(tmp_path / "b.wei7")
    assert found["participants"] == [{"name": "B"}, {"name": "C"}]
    assert found["players"] == [{"participant": 1, "color": 2}]
    undone(document, tmp_path)


def test_items_change_places_with_all_that_says_them(document: Document, tmp_path: Path) -> None:
    do(document, plans_lists.move, PARTICIPANTS, 2, 0)
    saved(document, tmp_path)
    found = info(tmp_path / "b.wei7")
    assert [one["name"] for one in found["participants"]] == ["C", "A", "B"]
    assert [one["participant"] for one in found["players"]] == [1, 0]
    nodes = document.record_of(0).root.children[0]
    assert (nodes.notes[ACTOR], nodes.children[0].notes[ACTOR]) == ("1", "0")
    assert plans_lists.move(document, 0, nodes, PARTICIPANTS, 0, 3) is None
    undone(document, tmp_path)


def test_items_are_added_beside_the_others(document: Document, tmp_path: Path) -> None:
    format_ = FORMATS["wei7"].load()
    do(document, plans_lists.header, f"{PARTICIPANTS}.3.name", "D")
    do(document, plans_lists.header, f"{PLAYERS}.2.participant", "3")
    do(document, plans_lists.header, f"{PARTICIPANTS}.1.rank", "1p")
    headers = document.record_of(0).headers
    assert [h.key for h in headers].index(f"{PARTICIPANTS}.3.name") < len(headers) - 3
    assert plans_lists.count_of(format_, headers, PARTICIPANTS) == 4
    names = plans_lists.names_of(format_, headers, PARTICIPANTS)
    assert [name.text() for name in names.values()] == ["A", "B", "C", "D"]
    read = saved(document, tmp_path)
    assert read.record_of(0).headers == headers
    undone(document, tmp_path)


def test_what_is_only_spoken_of_is_an_item(document: Document) -> None:
    format_ = FORMATS["wei7"].load()
    headers = format_.new_headers("go")
    names = plans_lists.names_of(format_, headers, PARTICIPANTS)
    assert [name.text() for name in names.values()] == ["Participant 1", "Participant 2"]


def test_steps_are_written_between_moves_and_takebacks_played(
    document: Document, tmp_path: Path
) -> None:
    first = document.record_of(0).root.children[0]
    do(document, plans_steps.add, Remark("hi\n“all”"), {ACTOR: "1", MOMENT: "3"}, node=first)
    result = {EVENT: "result", ACTOR: "0"}
    do(document, plans_steps.add, Remark("W+"), result, node=document.record_of(0).node(first.id))
    do(document, plans_steps.add, Remark("dd a"), {EVENT: "mark"}, node=first)
    record = document.record_of(0)
    line = [node.action for node in record.root.main_line()][1:]
    assert line == [
        Move("B cc"),
        Remark("dd a"),
        Remark("W+"),
        Remark("hi\n“all”"),
        Move("W gc"),
        None,
    ]
    last = record.root.children[0]
    while len(last.children) != 2:
        last = last.children[0]
    do(document, plans_steps.add, Takeback(2), {MOMENT: "7.25"}, node=last)
    assert [child.note(TITLE) for child in last.children] == ["one", "two", ""]
    read = saved(document, tmp_path)
    kinds = [plans_steps.kind_of(node) for node in read.record_of(0).root.main_line()][1:]
    assert kinds == ["", "mark", "result", "message", "", ""]
    assert '"time": 5.50' in (tmp_path / "b.wei7").read_text()  # what stays is as it was
    undone(document, tmp_path)


def test_a_step_is_changed(document: Document, tmp_path: Path) -> None:
    second = document.record_of(0).root.children[0].children[0]
    do(document, plans_steps.change, None, {MOMENT: "6", ACTOR: ""}, node=second)
    assert plans_steps.change(document, 0, second, None, {MOMENT: "6"}) is None
    read = saved(document, tmp_path)
    notes = read.record_of(0).root.children[0].children[0].notes
    assert notes == {MOMENT: "6"}
    undone(document, tmp_path)


def test_titles_stand_where_something_begins(document: Document, tmp_path: Path) -> None:
    root = document.record_of(0).root
    do(document, plans_steps.title, "  a  lesson ")
    second = root.children[0].children[0]
    assert plans_steps.begins(second.children[0])
    assert not plans_steps.begins(second)
    do(document, plans_steps.title, "from here", node=second)
    do(document, plans_steps.chapter, "three", node=document.record_of(0).node(second.id))
    head = root.children[0].children[0]
    assert (head.action, head.notes) == (None, {TITLE: "from here"})
    assert [child.note(TITLE) for child in head.children[0].children] == ["one", "two", "three"]
    do(document, plans.demote, node=head.children[0].children[0])
    read = saved(document, tmp_path)
    titles = [node.note(TITLE) for node in read.record_of(0).walk() if node.note(TITLE)]
    assert titles == ["a lesson", "from here", "two", "one", "three"]
    undone(document, tmp_path)


def test_problems_are_set_and_cleared(document: Document, tmp_path: Path) -> None:
    root = document.record_of(0).root
    move, head = root.children[0], root.children[0].children[0].children[0]
    for node in (root, move, head):
        do(document, plans_steps.problem, 0, node=node)
    do(document, plans_steps.problem, 1, node=head)
    read = saved(document, tmp_path).record_of(0)
    asked = {node.id: node.note(PROBLEM) for node in read.walk() if node.note(PROBLEM)}
    assert asked == {root.id: "black", move.id: "black", head.id: "white"}
    do(document, plans_steps.problem, 1, node=head)
    assert PROBLEM not in head.notes
    undone(document, tmp_path)


def test_results_have_two_parts() -> None:
    go = game_of("go")
    for text in ("B+2.5", "W+", "0"):
        parts = plans_steps.result_parts(go, text)
        assert parts is not None
        assert plans_steps.result_text(go, *parts) == text
    assert plans_steps.result_parts(go, "hello") is None
    assert plans_steps.result_parts(go, "X+1") is None


def test_plies_that_can_be_taken_back(document: Document) -> None:
    node = document.record_of(0).root
    counts = []
    resigned = Terminal("resign")  # an end is no move
    for action in (Move("B aa"), Move("W bb"), resigned, Takeback(1), Remark("x"), Takeback(1)):
        node = Node(99, node, action)
        counts.append(plans_steps.plies_before(node))
    assert counts == [1, 2, 2, 1, 1, 0]


def test_times_of_moves_in_sgf(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(b"(;SZ[9]PB[x];B[cc]BL[100.5]\n;W[gc])")
    document = open_document(str(path))
    second = document.record_of(0).root.children[0].children[0]
    do(document, plans_steps.change, None, {CLOCK: "0:01:30", "overtime": "3"}, node=second)
    do(document, plans_steps.title, "a move", node=second)
    document.save(str(tmp_path / "b.sgf"))
    text = (tmp_path / "b.sgf").read_text()
    assert "WL[90]" in text
    assert "OW[3]" in text
    assert "N[a move]" in text
    assert "BL[100.5]\n" in text
    assert FORMATS["sgf"].load().read(BytesSource(text.encode())).record(0).root.children
    while document.history.undo_words is not None:
        document.undo()
    document.save(str(tmp_path / "b.sgf"))
    assert (tmp_path / "b.sgf").read_bytes() == path.read_bytes()
