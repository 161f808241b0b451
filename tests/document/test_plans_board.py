"""Marks of every kind drawn with tools, and pieces set up in mid-game."""

from __future__ import annotations

from viewer.document.document import Document
from viewer.document.plans import board as plans_board
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Action, Move, Setup
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

TRIANGLE = Mark("triangle", ("aa",))


def go(*actions: Action | None) -> tuple[Document, list[Node]]:
    nodes = nodes_of([NodeData(id, id - 1, what, {}) for id, what in enumerate(actions)])
    return Document(MemoryCollection("sgf", [Record("go", nodes[0])])), nodes


def test_a_place_has_one_sign_one_label_and_one_owner() -> None:
    marks = plans_board.drawn((TRIANGLE,), [Mark("square", ("aa",), "red")])
    assert marks == (Mark("square", ("aa",), "red"),)
    marks = plans_board.drawn(marks, [Mark("label", ("aa",), text="A")])
    assert len(marks) == 2
    marks = plans_board.drawn(marks, [Mark("label", ("aa",), text="B")])
    assert [mark.text for mark in marks if mark.kind == "label"] == ["B"]
    owners = (Mark("territory", ("bb",), "black"), Mark("territory", ("bb",), "white"))
    assert plans_board.drawn((), owners) == owners[1:]


def test_the_eraser_takes_what_touches_a_place() -> None:
    arrow = Mark("arrow", ("cc", "aa"))
    other = Mark("circle", ("cc",))
    assert plans_board.without((TRIANGLE, arrow, other), {"aa"}) == (other,)


def test_labels_go_on_with_what_is_free() -> None:
    def labels(*texts: str) -> list[Mark]:
        return [Mark("label", ("aa",), text=text) for text in texts]

    letters = [chr(65 + n) for n in range(26)]
    assert plans_board.next_letter([]) == "A"
    assert plans_board.next_letter(labels("A", "C")) == "B"
    assert plans_board.next_letter(labels(*letters)) == "a"
    assert plans_board.next_letter(labels(*letters, *map(str.lower, letters))) == "1"
    assert plans_board.next_number(labels("1", "2", "4")) == "3"


def test_places_drawn_back_are_written_where_they_change() -> None:
    document, nodes = go(None, Move("B dd"), Move("W pp"))
    dim = Mark("dim", ("aa",))
    document.do(plans_board.set_marks(document, 0, nodes[1], (dim,)))
    assert plans_board.standing(nodes[2]) == (dim,)
    # A sign below doesn't say them again; none at all is said.
    document.do(plans_board.set_marks(document, 0, nodes[2], (dim, TRIANGLE)))
    assert nodes[2].marks == (TRIANGLE,)
    document.do(plans_board.set_marks(document, 0, nodes[2], (TRIANGLE,)))
    assert nodes[2].marks == (TRIANGLE, Mark("dim", ()))
    assert plans_board.standing(nodes[2]) == (TRIANGLE,)
    for _ in range(3):
        document.undo()
    assert not any(node.notes for node in nodes)


def test_the_start_is_set_up_at_the_root() -> None:
    document, nodes = go(Setup("9"), Move("B ee"))
    document.do(plans_board.put(document, 0, nodes[0], ["aa", "bb"], "white"))
    assert nodes[0].action == Setup("9 W aa bb")
    document.do(plans_board.put(document, 0, nodes[0], ["aa"], ""))
    assert nodes[0].action == Setup("9 W bb")
    document.do(plans_board.give_move(document, 0, nodes[0], 1))
    assert document.states(0).at(nodes[0]).side == 1
    for _ in range(3):
        document.undo()
    assert nodes[0].action == Setup("9")


def test_behind_a_move_a_set_up_has_a_node_of_its_own() -> None:
    document, nodes = go(Setup("9"), Move("B ee"), Move("W cc"))
    place = document.do(plans_board.put(document, 0, nodes[1], ["aa"], "black"))
    assert place is not None
    new = document.record(0).nodes[place.node]
    assert new.parent is nodes[1]
    assert nodes[1].children == (nodes[2], new)
    assert new.action == Setup("B aa")
    # The next piece goes to the same node, and so does who is to move.
    document.do(plans_board.put(document, 0, new, ["ee"], "white"))
    document.do(plans_board.give_move(document, 0, new, 0))
    document.do(plans_board.put(document, 0, new, ["bb"], "black"))
    assert new.action == Setup("B aa bb W ee PL B")
    state = document.states(0).at(new)
    assert dict(game_of("go").pieces(state)) == {"aa": "black", "bb": "black", "ee": "white"}
    assert state.side == 0
    document.do(plans_board.put(document, 0, new, ["aa", "bb"], ""))
    document.do(plans_board.put(document, 0, new, ["ee"], "black"))
    document.do(plans_board.give_move(document, 0, new, 1))
    assert new.action is None  # all is as the move left it


def test_what_stands_there_already_is_no_edit() -> None:
    document, nodes = go(Setup("9 B aa"))
    assert plans_board.put(document, 0, nodes[0], ["aa"], "black") is None
    assert plans_board.put(document, 0, nodes[0], ["bb"], "") is None
    assert plans_board.give_move(document, 0, nodes[0], 0) is None


def test_a_board_of_another_size_keeps_it() -> None:
    document, nodes = go(Setup("9"), Move("B ee"), Setup("5 B aa"))
    document.do(plans_board.put(document, 0, nodes[2], ["cc"], "white"))
    assert nodes[2].action == Setup("5 B aa W cc")
