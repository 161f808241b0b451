"""Links between pieces and winning chains as shapes."""

from __future__ import annotations

import math

import pytest

from viewer.games import game_of
from viewer.games.geometry import Link, View
from viewer.scene.board import BoardLook, hit
from viewer.scene.links import chain_line_shapes, chain_shapes, link_at, link_shapes
from viewer.scene.marks import cursor_shapes, mark_shapes
from viewer.scene.picture import look_of, picture
from viewer.scene.shapes import BELOW, CURSOR, MARK, SHADOW, Disc, Polygon, Polyline
from viewer.scene.theme import LIGHT
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import Mark

TWIXT, HEX = game_of("twixt"), game_of("hex")
LINK = Link(("e6", "d4"), "vertical")


def look(**changes: object) -> BoardLook:
    return BoardLook(TWIXT.geometry, LIGHT)._replace(**changes)


def test_a_link_is_a_beam_from_centre_to_centre_with_a_shadow() -> None:
    shapes = link_shapes(look(), [LINK])
    assert [shape.layer for shape in shapes] == [SHADOW, BELOW, BELOW]
    edge, face = shapes[1:]
    assert isinstance(edge, Polyline)
    assert isinstance(face, Polyline)
    squares = TWIXT.geometry.squares
    assert face.points == edge.points == (squares["e6"], squares["d4"])
    assert face.width < edge.width
    assert face.stroke == LIGHT["side-red"]


def test_a_link_that_is_gone_is_dashed() -> None:
    shapes = link_shapes(look(), [LINK._replace(gone=True)])
    assert len(shapes) > 3
    ends = look().centre("e6"), look().centre("d4")
    lengths = []
    for shape in shapes:
        assert isinstance(shape, Polyline)
        lengths.append(math.dist(*shape.points))
    assert 0.3 < sum(lengths) / math.dist(*ends) < 0.8
    first, last = shapes[0], shapes[-1]
    assert isinstance(first, Polyline)
    assert isinstance(last, Polyline)
    assert first.points[0] == pytest.approx(ends[0])
    assert last.points[1] == pytest.approx(ends[1])


def test_links_that_the_board_does_not_have_are_left_out() -> None:
    odd = [
        Link(("e6", "zz9"), "vertical"),
        Link(("e6", "e6"), "vertical"),
        Link(("e6", "d4"), "other"),
    ]
    assert link_shapes(look(), odd) == []
    assert link_shapes(BoardLook(HEX.geometry, LIGHT), [LINK]) == []


@pytest.mark.parametrize("view", [View(), View(True), View(False, True), View(True, True)])
def test_a_link_is_found_by_its_middle_in_every_view(view: View) -> None:
    at = look(view=view)
    other = Link(("l10", "j9"), "horizontal")
    for link in (LINK, other):
        (x1, y1), (x2, y2) = (at.centre(end) for end in link.ends)
        assert link_at(at, [LINK, other], (x1 + x2) / 2 + 0.1, (y1 + y2) / 2) is link
        assert link_at(at, [LINK, other], x1, y1) is None


@pytest.mark.parametrize("view", [View(), View(True), View(False, True), View(True, True)])
@pytest.mark.parametrize("layout", [layout.id for layout in HEX.layouts])
def test_cells_of_a_chain_are_filled(view: View, layout: str) -> None:
    chain = ("b1", "b2", "b3")
    at = look_of(HEX, view=view, state=HEX.start(Setup("4")), layout=layout)
    cells = {
        frozenset(
            (round(x, 6), round(y, 6)) for x, y in map(at.view.map, tile.points, [at.geometry] * 6)
        )
        for tile in at.geometry.tiles
        if tile.fill.startswith("cell-")
    }
    shapes = chain_shapes(at, chain)
    assert [shape.square for shape in shapes] == list(chain)
    for shape in shapes:
        assert isinstance(shape, Polygon)
        assert frozenset((round(x, 6), round(y, 6)) for x, y in shape.points) in cells
    (line,) = chain_line_shapes(at, chain)
    assert isinstance(line, Polyline)
    assert line.points == tuple(at.centre(square) for square in chain)
    assert line.layer == MARK


@pytest.mark.parametrize("view", [View(), View(True), View(False, True), View(True, True)])
def test_fields_and_the_cursor_have_the_shape_of_the_cell(view: View) -> None:
    at = BoardLook(HEX.geometry, LIGHT, view)
    x, y = at.centre("c2")
    for kind in ("selected", "dim"):
        (field,) = mark_shapes(at, [Mark(kind, ("c2",))], ())
        assert isinstance(field, Polygon)
        assert len(field.points) == 6
        assert field.opacity < 0.7
        assert (
            hit(at.geometry, view, *(sum(each) / 6 for each in zip(*field.points, strict=True)))
            == "c2"
        )
        assert all(0.5 < math.dist(point, (x, y)) < 0.6 for point in field.points)
    frames = cursor_shapes(at, "c2")
    assert [len(frame.points) for frame in frames if isinstance(frame, Polyline)] == [6, 6]
    assert all(frame.layer == CURSOR for frame in frames)


def test_a_chain_of_pegs_has_a_light_around() -> None:
    shapes = chain_shapes(look(), ("d4", "e6"))
    assert isinstance(shapes[0], Polyline)
    assert [shape.square for shape in shapes if isinstance(shape, Disc)] == ["d4", "e6"]
    assert all(shape.layer == BELOW for shape in shapes)


def test_no_chain_no_shapes_and_odd_places_are_left_out() -> None:
    assert chain_shapes(look(), ()) == chain_line_shapes(look(), ()) == []
    assert chain_line_shapes(look(), ("d4",)) == []
    assert chain_shapes(look(), ("zz9",)) == []


def test_a_picture_has_the_links_and_the_chain_of_its_position() -> None:
    state = TWIXT.start(Setup("5 B c1 b3"))
    before = picture(TWIXT, state, last_move=False)[0]
    links = [shape for shape in before if isinstance(shape, Polyline) and shape.layer == BELOW]
    assert len(links) == 2
    won = TWIXT.step(state, Move("1 c5"))
    after = picture(TWIXT, won, last_move=False)[0]
    assert any(isinstance(shape, Polyline) and shape.stroke == LIGHT["win"] for shape in after)
    assert not any(isinstance(shape, Polyline) and shape.stroke == LIGHT["win"] for shape in before)


def test_a_picture_is_laid_out_as_is_asked() -> None:
    state = HEX.start(None)
    flat, diamond = (picture(HEX, state, layout=layout)[1:] for layout in ("10", "9"))
    assert flat != diamond
    assert picture(HEX, state)[1:] == flat
