"""Lanes of variation trees: nothing overlaps, nothing crosses, everything is found."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.jobs import run_inline
from viewer.scene.graph.dots import (
    BACK,
    END,
    LEVELS,
    MOVE,
    QUIET,
    SETUP,
    START,
    USUAL,
    Dot,
    LaneMetrics,
    dot_of,
    dot_shapes,
    fitting,
    zoom_of,
)
from viewer.scene.graph.lanes import LanePath, Lanes
from viewer.scene.shapes import Disc, Polygon, Polyline, Rect, TextShape
from viewer.scene.theme import DARK, LIGHT
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import BOOKMARK, COMMENT, GLYPHS, MARKS, TITLE, Mark
from viewer.tree.node import Node

Cell = tuple[int, int]


def laid_out(root: Node, folded: Collection[int] = ()) -> Lanes:
    """The lanes of a tree, laid out at once."""
    lanes = Lanes(root, folded)
    run_inline(lanes.work())
    return lanes


def tree_of(parents: list[int]) -> list[Node]:
    """Nodes of which each but the first hangs below one before it."""
    nodes = [Node(0, None)]
    fans: list[list[Node]] = [[]]
    for parent in parents:
        node = Node(len(nodes), nodes[parent], Move("a"))
        fans[parent].append(node)
        nodes.append(node)
        fans.append([])
    for node, fan in zip(nodes, fans, strict=True):
        node.children = tuple(fan)
    return nodes


@st.composite
def trees(draw: st.DrawFn) -> list[Node]:
    """Trees of up to 60 nodes, some long, some wide."""
    count = draw(st.integers(0, 60))
    reach = draw(st.sampled_from([1, 3, 60]))
    return tree_of([draw(st.integers(max(0, i - reach), i)) for i in range(count)])


def places(lanes: Lanes, nodes: list[Node]) -> dict[Cell, Node]:
    found = {}
    for node in nodes:
        spot = lanes.spot(node)
        if spot is not None:
            assert spot.node is node
            assert (spot.column, spot.lane) not in found, "two nodes in one cell"
            found[spot.column, spot.lane] = node
    return found


@given(trees())
def test_nodes_have_their_cells_alone_and_edges_never_meet(nodes: list[Node]) -> None:
    lanes = laid_out(nodes[0])
    taken = places(lanes, nodes)
    assert len(taken) == lanes.count == len(nodes)
    across: dict[Cell, int] = {}  # ways from a lane to the next, in the gap after a column
    along: dict[Cell, int] = {}  # ways over such a gap, in a lane
    for (column, lane), node in taken.items():
        assert column == node.ply
        assert lanes.at(column, lane) == lanes.spot(node)
        if node.parent is None:
            continue
        above = lanes.spot(node.parent)
        assert (node.parent.children[0] is node) == (above.lane == lane)
        assert lane >= above.lane
        assert along.setdefault((column - 1, lane), node.parent.id) == node.parent.id
        for between in range(above.lane, lane):
            # Branches of one fork share their way.
            assert across.setdefault((column - 1, between), node.parent.id) == node.parent.id
    for (column, lane), fork in along.items():
        for way in ((column, lane), (column, lane - 1)):
            assert across.get(way, fork) == fork, "edges cross"


@given(trees())
def test_variations_keep_their_order_and_stand_near(nodes: list[Node]) -> None:
    lanes = laid_out(nodes[0])
    for node in nodes:
        fan = [lanes.spot(child).lane for child in node.children]
        assert fan == sorted(set(fan))
    for lane in range(1, lanes.lanes):
        for run in lanes.row(lane):
            # It couldn't lie a lane higher.
            assert any(lanes.at(column, lane - 1) for column in range(run.column, run.end))


@given(trees(), st.data())
def test_what_is_in_a_rectangle_is_what_is_there(nodes: list[Node], data: st.DataObject) -> None:
    lanes = laid_out(nodes[0])
    number = st.integers(-2, 20)
    left, top = data.draw(number), data.draw(number)
    right, bottom = left + data.draw(st.integers(0, 8)), top + data.draw(st.integers(0, 8))
    found = {
        (column, run.lane)
        for run in lanes.runs_in(left, right, top, bottom)
        for column in range(max(run.column, left), min(run.end - 1, right) + 1)
    }
    inside = {
        cell
        for cell in places(lanes, nodes)
        if left <= cell[0] <= right and top <= cell[1] <= bottom
    }
    assert found == inside
    trunks = {(one.column, one.top) for one in lanes.trunks_in(left, right, top, bottom)}
    every = lanes.trunks_in(0, lanes.columns, 0, lanes.lanes)
    assert trunks == {
        (one.column, one.top)
        for one in every
        if left <= one.column <= right and one.top <= bottom and one.bottom >= top
    }


@given(trees(), st.data())
def test_folded_nodes_hide_what_follows(nodes: list[Node], data: st.DataObject) -> None:
    folded = data.draw(st.sets(st.sampled_from([node.id for node in nodes])))
    lanes = laid_out(nodes[0], folded)
    shown = [node for node in nodes if not any(above.id in folded for above in node.path()[:-1])]
    assert set(places(lanes, nodes).values()) == set(shown)
    assert lanes.count == len(shown)


@given(trees(), st.data())
def test_a_line_lies_where_its_nodes_are(nodes: list[Node], data: st.DataObject) -> None:
    folded = data.draw(st.sets(st.sampled_from([node.id for node in nodes]), max_size=3))
    lanes = laid_out(nodes[0], folded)
    line = data.draw(st.sampled_from(nodes)).path()
    way = LanePath(lanes, line)
    for column, node in enumerate(line):
        spot = lanes.spot(node)
        assert way.spot(column) == spot
        if spot is not None:
            assert way.holds(spot.run, column)
            assert way.last_in(spot.run) >= column
    assert way.spot(len(line)) is None
    for lane in range(lanes.lanes):
        for run in lanes.row(lane):
            on = [one.ply for one in line if one in run.nodes]
            assert way.last_in(run) == max(on, default=-1)
    left = data.draw(st.integers(0, 20))
    within = list(way.within(left, left + 3))
    for stretch in way.stretches:
        if stretch.first <= left + 4 and stretch.last >= left:
            assert stretch in within


@given(trees(), st.data())
def test_beside_is_the_nearest_of_the_other_lanes(nodes: list[Node], data: st.DataObject) -> None:
    lanes = laid_out(nodes[0])
    spot = lanes.spot(data.draw(st.sampled_from(nodes)))
    step = data.draw(st.sampled_from([1, -1]))

    def far(cell: Cell) -> int:
        return abs(cell[1] - spot.lane) + 2 * abs(cell[0] - spot.column)

    others = [cell for cell in places(lanes, nodes) if (cell[1] - spot.lane) * step > 0]
    found = lanes.neighbour(spot, step)
    if not others:
        assert found is None
    else:
        assert found is not None
        assert far((found.column, found.lane)) == min(map(far, others))


def test_single_moves_beside_a_line_share_a_lane() -> None:
    nodes = tree_of([*range(10), *range(10)])
    lanes = laid_out(nodes[0])
    assert [lanes.spot(node).lane for node in nodes] == [0] * 11 + [1] * 10


def test_longer_branches_lie_around_those_of_later_forks() -> None:
    # 0-1-2-3-4; from 2 a branch of one, from 1 one of three, from 0 two of one
    nodes = tree_of([0, 1, 2, 3, 2, 1, 6, 7, 0, 0])
    lanes = laid_out(nodes[0])
    assert [lanes.spot(node).lane for node in nodes[5:]] == [1, 2, 2, 2, 1, 2]


def test_long_lines_and_deep_branches_take_no_recursion() -> None:
    count = 20_000
    line = laid_out(tree_of(list(range(count)))[0])
    assert (line.columns, line.lanes) == (count + 1, 1)
    # Each node has the next branch as its second child.
    parents = []
    tip = 0
    for number in range(1, count, 2):
        parents += [tip, tip]
        tip = number + 1
    stairs = tree_of(parents)
    lanes = laid_out(stairs[0])
    assert lanes.count == len(stairs)
    assert lanes.lanes == len(parents) // 2 + 1
    way = LanePath(lanes, stairs[-1].path())
    assert len(way.stretches) == len(parents) // 2 + 1


def test_laying_out_is_a_job_of_small_steps() -> None:
    nodes = tree_of([max(0, i - 7) for i in range(20_000)])
    lanes = Lanes(nodes[0])
    before = 0
    for step in lanes.work():
        assert not lanes.complete
        assert step.done - before < 3_000 + 1_500
        before = step.done
    assert lanes.complete
    assert before > 15_000


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("level", range(LEVELS))
def test_points_and_cells_agree(level: int, down: bool) -> None:
    sight = LaneMetrics(zoom_of(level, down), down)
    wide, high = sight.size(30, 20)
    for column, lane in ((0, 0), (29, 19), (7, 12)):
        x, y = sight.point(column, lane)
        assert sight.cell(x, y) == (column, lane)
        assert 0 < x < wide
        assert 0 < y < high
        cells = sight.cells(x - 1, y - 1, 2, 2)
        assert cells.left < column < cells.right
        assert cells.top < lane < cells.bottom
    assert (sight.point(1, 0) > sight.point(0, 0)) != down or down


def test_fitting_takes_the_largest_level_that_has_room() -> None:
    assert fitting(3, 2, 400, 400, False) == USUAL
    assert fitting(100_000, 100_000, 400, 400, False) == 0
    level = fitting(60, 20, 400, 400, False)
    assert 0 < level < USUAL
    wide, high = LaneMetrics(zoom_of(level, False), False).size(60, 20)
    assert wide <= 400
    assert high <= 400
    assert LaneMetrics(zoom_of(level + 1, False), False).size(60, 20)[0] > 400


def test_dots_say_what_happens_and_what_is_written() -> None:
    root = Node(0, None, Setup("x"))
    assert dot_of(root).kind == START
    kinds = {
        MOVE: [Move("a"), Written("b")],
        SETUP: [Setup("c")],
        END: [Terminal("resigns")],
        BACK: [Takeback(2)],
        QUIET: [Remark("hm"), None],
    }
    for kind, actions in kinds.items():
        for action in actions:
            assert dot_of(Node(1, root, action)).kind == kind
    notes = {COMMENT: "good", GLYPHS: (4,), MARKS: (Mark("circle", ("a1",)),), BOOKMARK: "b"}
    dot = dot_of(Node(1, root, Move("a"), notes), "red", True, True)
    assert dot == Dot(MOVE, "red", "??", -1, True, True, True, True, True)
    assert dot_of(Node(1, root, Move("a"), {GLYPHS: (1,)})).praise == 1
    assert dot_of(Node(1, root, Move("a"), {GLYPHS: (10,)})).praise == 0
    assert dot_of(Node(1, root, Move("a"), {TITLE: "t"})).flag
    assert dot_of(Node(1, root, Move("a")), "red", number="12").number == "12"
    assert not dot_of(Node(1, root, Move("a")), "red", number="12").body.number
    assert dot.body._replace(kind="") != dot.signs
    assert dot.signs == Dot("", "", "??", -1, True, True, True)


def test_only_stones_with_room_for_a_number_are_numbered() -> None:
    numbered = [level for level in range(LEVELS) if zoom_of(level, False).numbered]
    assert numbered == [USUAL]
    assert zoom_of(USUAL, False, 2.0).dot == 2 * zoom_of(USUAL, False).dot


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_dots_are_drawn_in_the_themes_colours(theme) -> None:
    plain = dot_shapes(Dot(MOVE, "black"), theme)
    assert [type(shape) for shape in plain] == [Disc]
    assert plain[0].fill == theme["black"]
    more = dot_shapes(Dot(MOVE, "black", "!", 1, True, True, True, True, True), theme)
    assert {type(shape) for shape in more} == {Disc, TextShape, Rect, Polygon, Polyline}
    label = next(shape for shape in more if isinstance(shape, TextShape))
    assert (label.text, label.fill) == ("!", theme["good"])
    right, down = (
        [one.centre for one in dot_shapes(Dot("", folded=True), theme, way)]
        for way in (False, True)
    )
    assert [(y, x) for x, y in right] == down
    for kind in (START, SETUP, END, BACK, QUIET):
        assert dot_shapes(Dot(kind), theme) != plain
