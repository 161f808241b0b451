"""Boards that lie on their side, and what is shown of the moves that go on."""

from __future__ import annotations

import pytest

from viewer.games.geometry import View
from viewer.games.go.game import GAME
from viewer.scene.board import FRONT, BoardLook, hit, neighbour, square_centre
from viewer.scene.candidates import Candidate, next_shapes, sibling_shapes
from viewer.scene.overlays import number_shapes, numbers_on
from viewer.scene.picture import picture
from viewer.scene.shapes import Disc, GlyphShape, Polygon, Rect
from viewer.scene.theme import DARK, LIGHT, board_theme
from viewer.tree.action import Setup
from viewer.tree.annotation import MARKS, Mark

STATE = GAME.start(Setup("9x13 B aa W ba"))
BOARD = GAME.geometry_of(STATE)
VIEWS = [
    View(flip, mirror, quarter)
    for flip in (False, True)
    for mirror in (False, True)
    for quarter in (False, True)
]


def corner(view: View) -> str:
    """The square at the top left."""
    return min(BOARD.squares, key=lambda square: sum(square_centre(BOARD, view, square)))


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_leads_there_and_back(view: View) -> None:
    width, height = view.size(BOARD)
    for square, point in BOARD.squares.items():
        x, y = view.map(point, BOARD)
        assert 0 < x < width
        assert 0 < y < height
        assert view.back((x, y), BOARD) == pytest.approx(point)
        assert hit(BOARD, view, x, y) == square


@pytest.mark.parametrize("view", VIEWS)
def test_arrow_keys_go_as_the_board_is_seen(view: View) -> None:
    x, y = square_centre(BOARD, view, "ee")
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        to = neighbour(BOARD, view, "ee", down, right)
        assert square_centre(BOARD, view, to) == pytest.approx((x + right, y + down))


@pytest.mark.parametrize("view", VIEWS)
def test_a_quarter_more_turns_what_is_seen_clockwise(view: View) -> None:
    turned = view.turned()
    width, height = view.size(BOARD)
    assert turned.size(BOARD) == (height, width)
    for square in ("aa", "im", "ee", "cb"):
        x, y = square_centre(BOARD, view, square)
        assert square_centre(BOARD, turned, square) == pytest.approx((height - y, x))
    assert turned.turned().turned().turned() == view


def test_there_are_eight_views_of_a_board() -> None:
    assert corner(FRONT) == "aa"
    assert corner(View(quarter=True)) == "am"
    assert len({(corner(view), view.size(BOARD)) for view in VIEWS}) == 8


def test_a_picture_lies_on_its_side() -> None:
    shapes, width, height = picture(GAME, STATE, view=View(quarter=True))
    assert (width, height) == (BOARD.height, BOARD.width)
    wood = shapes[0]
    assert isinstance(wood, Rect)
    assert (wood.x, wood.y, wood.width, wood.height) == (0.0, 0.0, width, height)
    squares = {"aa", "ba"}
    assert {shape.square for shape in shapes if shape.square} == squares


def test_stones_lie_a_hair_beside_their_points_always_the_same() -> None:
    look = BoardLook(BOARD, LIGHT)
    flat = BoardLook(BOARD, LIGHT, pieces=GAME.piece_sets[1])
    far = set()
    for square in BOARD.squares:
        (x, y), (cx, cy) = look.stand(square), look.centre(square)
        assert abs(x - cx) + abs(y - cy) < 2 * BOARD.scatter
        assert look.stand(square) == (x, y)
        assert flat.stand(square) == (cx, cy)
        far.add((x - cx, y - cy))
    assert len(far) > 100


def test_numbers_are_in_the_ink_of_their_stone_and_fit_it() -> None:
    look = BoardLook(BOARD, LIGHT)
    pieces = {"aa": "black", "ba": "white", "cc": "black"}
    numbers = numbers_on(look, {"aa": 7, "ba": 238, "cc": 3, "dd": 4}, pieces, frozenset({"cc"}))
    assert [(one.square, one.text) for one in numbers] == [("aa", "7"), ("ba", "238")]
    assert numbers[0].ink != numbers[1].ink
    assert all(one.width < 2 * BOARD.piece_radius for one in numbers)
    names = [shape.name for shape in number_shapes(look, numbers) if isinstance(shape, GlyphShape)]
    assert names == [f"label/{digit}" for digit in "7238"]


def test_a_picture_may_have_numbers() -> None:
    def digits(**options) -> list[str]:
        shapes, *_ = picture(GAME, STATE, **options)
        faces = [shape for shape in shapes if isinstance(shape, GlyphShape) and shape.square]
        return [shape.name for shape in faces]

    assert digits() == []
    assert digits(numbers={"aa": 12, "cc": 3}) == ["label/1", "label/2"]
    marks = {MARKS: (Mark("triangle", ("aa",)),)}
    assert digits(numbers={"aa": 12}, notes=marks) == []


def test_next_moves_are_rings_with_letters_or_arrows() -> None:
    look = BoardLook(BOARD, LIGHT)
    ways = [
        Candidate(0, ("cc",), taken=True),
        Candidate(0, ("dd",)),
        Candidate(0, ()),
        Candidate(0, ("ee",)),
        Candidate(0, ("cc",)),
    ]
    shapes = next_shapes(look, ways, {}, {"ee"})
    letters = [(one.name, one.square) for one in shapes if isinstance(one, GlyphShape)]
    assert letters == [("label/A", "cc"), ("label/B", "dd")]
    rings = [one for one in shapes if isinstance(one, Disc) and one.stroke]
    assert rings[0].width > rings[1].width
    (arrow,) = next_shapes(look, [Candidate(0, ("cc", "dd"))], {}, {})
    assert isinstance(arrow, Polygon)
    assert (
        next_shapes(look, [Candidate(0, ("zz",)), Candidate(0, ("cc", "zz", "cc"))], {}, {"cc"})
        == []
    )


def test_next_moves_of_pieces_never_have_more_than_three_arrows() -> None:
    look = BoardLook(BOARD, LIGHT)
    ways = [
        Candidate(number, (square, "ee"))
        for number, square in enumerate(("aa", "bb", "cc", "dd", "ff"))
    ]
    ways[3] = ways[3]._replace(taken=True)
    ways[4] = ways[4]._replace(pointed=True)

    arrows = {str(next_shapes(look, [way], {}, {})): way.squares[0] for way in ways}

    def drawn(*some: Candidate) -> list[str]:
        return [arrows[str([arrow])] for arrow in next_shapes(look, some, {}, {})]

    assert drawn(*ways[:3]) == ["aa", "bb", "cc"]
    assert drawn(*ways) == ["aa", "dd", "ff"]


def test_moves_beside_the_last_one_are_dots() -> None:
    look = BoardLook(BOARD, LIGHT)
    ways = [Candidate(0, ("cc",)), Candidate(0, ("dd",)), Candidate(0, ("aa",)), Candidate(0, ())]
    dots = sibling_shapes(look, ways, {"aa": "black"}, {"dd"})
    assert [dot.square for dot in dots] == ["cc"]


def test_a_plain_board_is_a_theme_of_its_own() -> None:
    for theme in (LIGHT, DARK):
        other = board_theme(theme, wood=False)
        assert other is board_theme(theme, wood=False)
        assert other["wood"] != theme["wood"]
        assert other.colours.keys() == theme.colours.keys()
