"""What holds from a node on until another says otherwise."""

from __future__ import annotations

from viewer.tree.annotation import MARKS, VIEW, Mark
from viewer.tree.inherited import WHOLE, Inherited, dimmed, notes_at, part_shown
from viewer.tree.node import Node
from viewer.tree.record import nodes_of
from viewer.tree.serial import NodeData

DIM = Mark("dim", ("aa",))
CROSS = Mark("cross", ("bb",))


def line(*notes: dict) -> list[Node]:
    return nodes_of([NodeData(id, id - 1, None, each) for id, each in enumerate(notes)])


def test_points_drawn_back_hold_until_others_are_or_none() -> None:
    nodes = line(
        {},
        {MARKS: (DIM, CROSS)},
        {MARKS: (CROSS,)},
        {MARKS: (Mark("dim", ("cc",)),)},
        {MARKS: (Mark("dim", ()),)},
        {},
    )
    shown = [[mark.squares[0] for mark in dimmed(node)] for node in nodes]
    assert shown == [[], ["aa"], ["aa"], ["cc"], [], []]


def test_a_part_is_shown_until_the_whole_is() -> None:
    nodes = line({}, {VIEW: ("aa", "cc")}, {}, {VIEW: (WHOLE,)}, {})
    assert [part_shown(node) for node in nodes] == [(), ("aa", "cc"), ("aa", "cc"), (), ()]


def test_the_notes_of_a_picture_say_what_holds_there() -> None:
    nodes = line({MARKS: (DIM,), VIEW: ("aa", "cc")}, {MARKS: (CROSS,), "comment": "x"})
    notes = notes_at(nodes[1])
    assert notes == {MARKS: (DIM, CROSS), VIEW: ("aa", "cc"), "comment": "x"}
    assert nodes[1].notes == {MARKS: (CROSS,), "comment": "x"}


def test_long_lines_are_no_matter() -> None:
    nodes = line({MARKS: (DIM,)}, *({} for _ in range(20_000)))
    assert dimmed(nodes[-1]) == (DIM,)
    assert part_shown(nodes[-1]) == ()


def test_what_goes_down_is_worked_out_once_and_anew_after_a_change():
    asked: list[int] = []

    def count(above: int, node: Node) -> int:
        asked.append(node.id)
        return above + 1

    nodes = [Node(0, None)]
    for id in range(1, 1000):
        nodes.append(Node(id, nodes[-1]))
        nodes[-2].children = (nodes[-1],)
    depth = Inherited(count, 0)
    assert depth.at(nodes[500]) == 501
    assert [depth.at(nodes[place]) for place in (501, 499, 10)] == [502, 500, 11]
    assert len(asked) == 502
    depth.forget()
    assert depth.at(nodes[3]) == 4
    assert len(asked) == 506
