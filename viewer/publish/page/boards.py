"""Boards for pages: what never moves as a drawing, and what does as small drawings that a script places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.capabilities import board_geometry, layouts_of
from viewer.games.game import Game, State
from viewer.games.geometry import Geometry, Link, View
from viewer.games.replays import Told
from viewer.publish.exporter import Words
from viewer.publish.wording import Kept
from viewer.scene.board import BoardLook, count_shapes, piece_shapes, static_shapes
from viewer.scene.links import chain_line_shapes, chain_shapes, link_shapes
from viewer.scene.marks import last_move_shapes, last_piece_shapes, mark_shapes
from viewer.scene.picture import look_of
from viewer.scene.shapes import (
    LAYERS,
    PIECE,
    SHADOW,
    Disc,
    GlyphShape,
    Polygon,
    Shape,
    TextShape,
    in_order,
)
from viewer.scene.svg import SvgWriter
from viewer.scene.theme import Theme
from viewer.tree.annotation import Mark

_VIEWS = (View(), View(flip=True))
Writing = GlyphShape | TextShape
_UNDER = LAYERS[: LAYERS.index(PIECE)]


class _Tokens(dict[tuple[str, int], int]):
    """Numbers of pieces, in the order in which they occur."""

    def __missing__(self, token: tuple[str, int]) -> int:
        self[token] = len(self)
        return self[token]


class Numbered(NamedTuple):
    """What occurred on a board of a page.

    Attributes:
        tokens, links: in the order of their numbers.
        defined: whether drawings of marks refer to definitions, whose names depend on those before.
    """

    tokens: tuple[tuple[str, int], ...]
    links: tuple[Link, ...]
    defined: bool


class BoardChange(NamedTuple):
    """What a move changes on a board of a page.

    Attributes:
        gone: the numbers of squares that are empty now.
        put: of each other square that changes, its number and that of the piece there now.
        text: the same as JSON, what is gone first; None where its order depends on the other pieces.
        moved: the squares of the move, as a further part of an object in JSON.
        both: `text` and `moved`; None without `text`.
    """

    gone: tuple[int, ...]
    put: Mapping[int, int]
    text: str | None
    moved: str
    both: str | None


def numbers_text(name: str, numbers: Iterable[int]) -> str:
    """Numbers as a further part of an object in JSON."""
    return f',"{name}":[{",".join(map(str, numbers))}]'


class PageBoard:
    """One board of a page, with every piece, link and sign that occurs on it.

    It is drawn as seen from the first side. Seen from the other everything is turned by 180°; only what has
    writing on it, and pieces that face a side, are drawn for either side.

    Attributes:
        numbers: the number of each square.
        tokens: the number of each piece that occurs, by its kind and how many it stands for.
        changes: what a move changes, by what a replay told of it; kept.
        moved: the squares of the last move, as a further part of an object in JSON; kept.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        theme: Theme,
        coordinates: str,
        pieces: str,
        layout: str,
        prefix: str,
    ) -> None:
        known = [one.id for one in layouts_of(game)]
        self._game, self._state = game, state
        self.layout = layout if layout in known else ""
        self.geometry: Geometry = board_geometry(game, state, self.layout)
        self._looks = [
            look_of(game, theme, view, coordinates, pieces, state, (), self.layout)
            for view in _VIEWS
        ]
        self._writer = SvgWriter(prefix)
        self._prefix = prefix
        self.numbers = {square: index for index, square in enumerate(self.geometry.squares)}
        self._middle = next(iter(self.geometry.squares), "")
        self.tokens = _Tokens()
        self._links: dict[Link, int] = {}
        self.changes = Kept(self._change)
        self.moved = Kept(self._moved)

    # ----------------------------------------------------------------------------- positions

    def pieces(
        self, standing: Iterable[tuple[str, str]], counts: Mapping[str, int]
    ) -> dict[int, int]:
        """The number of a piece for the number of each square where one stands."""
        found = {}
        numbers, tokens, count = self.numbers, self.tokens, 1
        for square, kind in standing:
            number = numbers.get(square)
            if number is not None:
                if counts:
                    count = counts.get(square, 1)
                found[number] = tokens[kind, count]
        return found

    def numbered(self) -> Numbered:
        """What occurred on it so far, in the order of its numbers."""
        return Numbered(tuple(self.tokens), tuple(self._links), bool(self._writer.definitions))

    def take(self, other: Numbered) -> bool:
        """Number what occurred elsewhere, after what occurred here; False if it has other numbers then."""
        tokens, links = tuple(self.tokens), tuple(self._links)
        if (
            other.defined
            or tokens[: len(other.tokens)] != other.tokens[: len(tokens)]
            or links[: len(other.links)] != other.links[: len(links)]
        ):
            return False
        for token in other.tokens[len(tokens) :]:
            self.tokens[token] = len(self.tokens)
        self.links(other.links)
        return True

    def _change(self, told: Told) -> BoardChange:
        touched, changed = told.touched, told.changed or ()
        some = [(self.numbers[square], kind) for square, kind in changed if square in self.numbers]
        gone = tuple([number for number, kind in some if not kind])
        put = {number: self.tokens[kind, 1] for number, kind in some if kind}
        moved = self.moved[touched] if touched else ""
        if len(changed) > 1 and [kind for _, kind in changed].count("") > 1:
            return BoardChange(gone, put, None, moved, None)
        parts = [part for number in gone for part in (number, -1)]
        parts += [part for one in put.items() for part in one]
        text = numbers_text("d", parts) if parts else ""
        return BoardChange(gone, put, text, moved, text + moved)

    def _moved(self, last: tuple[str, ...]) -> str:
        return numbers_text("m", self.squares(last))

    def links(self, links: Iterable[Link]) -> list[int]:
        """The numbers of links, in drawing order."""
        return [self._links.setdefault(link, len(self._links)) for link in links]

    def squares(self, names: Iterable[str]) -> list[int]:
        """The numbers of squares; those that the board doesn't have are left out."""
        return [self.numbers[name] for name in names if name in self.numbers]

    # ------------------------------------------------------------------------------- drawings

    def signs(self, marks: Sequence[Mark], standing: Mapping[str, str]) -> list[list[str]]:
        """The drawing of marks, as seen from either side: what is under the pieces, and over them."""
        return [self._layers(mark_shapes(look, marks, standing)) for look in self._looks]

    def chain(self, chain: Sequence[str]) -> list[str]:
        """The drawing of a winning chain: what is under the pieces, and over them."""
        look = self._looks[0]
        return self._layers([*chain_shapes(look, chain), *chain_line_shapes(look, chain)])

    def _layers(self, shapes: Iterable[Shape]) -> list[str]:
        under: list[str] = []
        over: list[str] = []
        for shape in in_order(shapes):
            (under if shape.layer in _UNDER else over).append(self._writer.element(shape))
        return ["".join(under), "".join(over)]

    # ----------------------------------------------------------------------------------- all

    def data(self, words: Words) -> dict[str, Any]:
        """The board as JSON can hold it; asked for when all positions are known."""
        front, back = self._looks
        width, height = front.size
        still = [shape for shape in static_shapes(front) if not isinstance(shape, Writing)]
        pieces = [[*map(self._at_origin(look), self.tokens)] for look in self._looks]
        return {
            "w": round(width, 3),
            "h": round(height, 3),
            "still": "".join(self._joined(still)),
            "texts": [self._texts(look) for look in (front, back)],
            "at": [[round(part, 3) for part in front.stand(square)] for square in self.numbers],
            "pieces": pieces if pieces[0] != pieces[1] else pieces[:1],
            "shadows": [self._shadow(front, kind) for kind, _ in self.tokens],
            "links": ["".join(self._layers(link_shapes(front, [link]))) for link in self._links],
            "from": self._sign(last_move_shapes(front, [self._middle, self._middle])[:4], front),
            "to": self._sign(last_move_shapes(front, [self._middle]), front),
            "rings": [self._ring(front, kind) for kind, _ in self.tokens],
            "names": [words(self._game.square_name(self._state, one)) for one in self.numbers],
            "kinds": [
                words(self._game.piece_name(kind, self._state))
                + (f" × {count}" if count > 1 else "")
                for kind, count in self.tokens
            ],
            "defs": "".join(self._writer.definitions),
        }

    def _texts(self, look: BoardLook) -> str:
        shapes = [shape for shape in static_shapes(look) if isinstance(shape, Writing)]
        return "".join(map(self._writer.element, shapes))

    def _joined(self, shapes: Iterable[Shape]) -> Iterator[str]:
        """Shapes as elements; equal dots that follow each other are one path, and so are equal tiles.

        A board of 24 lines has 572 holes, one of Hex as many tiles. Tiles don't overlap: all of a colour
        are drawn at once.
        """
        areas: dict[str, list[str]] = {}
        for key, run in groupby(shapes, _alike):
            if isinstance(key, Disc):
                path = "".join(f"M{x:.5g} {y:.5g}h0" for x, y in (disc.centre for disc in run))  # type: ignore[union-attr]  # by _alike
                yield (
                    f'<path d="{path}" stroke="{key.fill}" stroke-width="{2 * key.radius:.5g}"'
                    ' stroke-linecap="round"/>'
                )
                continue
            if isinstance(key, Polygon):
                for tile in run:
                    points = "L".join(f"{x:.5g} {y:.5g}" for x, y in tile.points)  # type: ignore[union-attr]  # by _alike
                    areas.setdefault(tile.fill, []).append(f"M{points}Z")  # type: ignore[union-attr]  # by _alike
                continue
            yield from _paths(areas)
            areas = {}
            yield from map(self._writer.element, run)
        yield from _paths(areas)

    def _at_origin(self, look: BoardLook) -> Any:
        def drawn(token: tuple[str, int]) -> str:
            kind, count = token
            x, y = look.centre(self._middle)
            shapes = piece_shapes(look, kind, (0.0, 0.0))
            bodies = [shape for shape in shapes if shape.layer != SHADOW]
            piece = "".join(map(self._writer.element, bodies))
            if count < 2:
                return piece
            badge = "".join(map(self._writer.element, count_shapes(look, self._middle, count)))
            return f'{piece}<g transform="translate({-x:.4g} {-y:.4g})">{badge}</g>'

        return drawn

    def _shadow(self, look: BoardLook, kind: str) -> str:
        """The shadow of a piece; all of them lie under all pieces."""
        shapes = piece_shapes(look, kind, (0.0, 0.0))
        return "".join(self._writer.element(shape) for shape in shapes if shape.layer == SHADOW)

    def _sign(self, shapes: Sequence[Shape], look: BoardLook) -> str:
        if not shapes:
            return ""
        x, y = look.centre(self._middle)
        body = "".join(map(self._writer.element, shapes))
        return f'<g transform="translate({-x:.4g} {-y:.4g})">{body}</g>'

    def _ring(self, look: BoardLook, kind: str) -> str:
        shapes = last_piece_shapes(look, [self._middle], {self._middle: kind})
        if not shapes:
            return ""
        x, y = look.stand(self._middle)
        body = "".join(map(self._writer.element, shapes))
        return f'<g transform="translate({-x:.4g} {-y:.4g})">{body}</g>'


def _alike(shape: Shape) -> object:
    """What shapes that are drawn as one have in common; anything else for the others."""
    if isinstance(shape, Disc) and not shape.stroke:
        return shape._replace(centre=(0.0, 0.0), square="")
    if isinstance(shape, Polygon) and not shape.stroke and shape.opacity == 1.0:
        return Polygon((), "")
    return shape


def _paths(areas: Mapping[str, list[str]]) -> Iterator[str]:
    for fill, paths in areas.items():
        yield f'<path d="{"".join(paths)}" fill="{fill}"/>'
