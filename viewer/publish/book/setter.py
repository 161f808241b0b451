"""What books and problem sheets have in common: language, fonts, drawings, characters.

Diagrams are pages of PDF files, from which Typst takes them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from viewer.base.fields import Values
from viewer.base.messages import NOTHING, in_context
from viewer.base.named import NamedTuple
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.capabilities import Placing
from viewer.games.geometry import BallPart, DiscPart, Geometry, Part, PieceSet, Point, View
from viewer.games.printing import Held, printing_of
from viewer.publish.book.choices import (
    FIGURES,
    LATIN,
    OWN,
    Language,
    is_wide,
    language_for,
    page_style,
    words_in,
)
from viewer.publish.book.held import held_shapes
from viewer.publish.book.typesetting import TypstFolder, families
from viewer.publish.choices import OutlineStyle
from viewer.publish.layout import Layout, layout_of
from viewer.publish.outline import Diagram, Position
from viewer.publish.paragraphs import MoveTable, Paragraph, as_data
from viewer.publish.pictures.board import PRINTED
from viewer.publish.wide import tight_move
from viewer.publish.wording import Words, printed_line
from viewer.scene.board import BoardLook
from viewer.scene.pdf import PdfPages
from viewer.scene.picture import Drawing, board_shapes
from viewer.scene.portion import GeometryKey, portion
from viewer.scene.shapes import TextShape
from viewer.scene.theme import BOARD_THEMES, Theme

_LATIN = ("en", "de")
_INDENTS = {"zh": 2, "ja": 1}
"""By languages, by how many characters the first line of a paragraph is indented."""


def fonts_for(language: Language, available: frozenset[str]) -> list[str]:
    """The families to ask for a character, in order: Latin, figures, the language's, Qipu's own."""
    found = [family for family in language.families if family in available]
    return [*LATIN, FIGURES, *found[:2], *OWN]


class Setter(ABC):
    """Writes the data files of a document into a Typst folder, record by record.

    Attributes:
        template: the name of its template.
        fonts: the families to ask for characters.
        characters: every character in the texts beside ASCII's.
        count: the number of records, or problems, that were set.
        left_out: how many things of each kind aren't in the document.
    """

    template: str

    def __init__(
        self, room: TypstFolder, collection: Collection, name: str, values: Values, words: Words
    ) -> None:
        self.room = room
        self.collection = collection
        self.values = values
        self.language = language_for(collection, values)
        self.words = words_in(self.language, words)
        self.title = printed_line(str(values["title"])) or printed_line(name)
        self.fonts = fonts_for(self.language, families(room.fonts))
        self.characters: set[str] = set()
        self.count = 0
        self.left_out: Counter[str] = Counter()
        theme = BOARD_THEMES[str(values["boards"])]
        look = DrawingStyle(
            theme,
            str(values["coordinates"]),
            str(values["pieces"]),
            bool(values["last"]),
            bool(values["flip"]),
        )
        self.drawings = Drawings(look)

    @abstractmethod
    def set(self) -> Iterator[int]:
        """Write the files; yields the number of records set. Raises OSError."""

    def missing(self) -> str:
        """The characters of the texts that no font has."""
        return self.room.missing(self.characters, self.fonts)

    def pdf(self) -> bytes:
        """The pages as a PDF file."""
        return self.room.pdf(self.template)

    # ---------------------------------------------------------------------------- for setters

    def put_drawings(self, last: bool = False) -> None:
        """Put the files of drawings that are complete beside the template; with `last`, all."""
        for name, drawn in self.drawings.finished(last):
            self.room.put(name, drawn)

    def style(self) -> dict[str, Any]:
        """What the templates know of type and paper."""
        return {
            **page_style(self.values),
            "size": self.values["size"],
            "fonts": self.fonts,
            "wide-fonts": [*self.fonts[len(LATIN) :], *LATIN],
            "signs": list(OWN),
            "latin": self.latin,
            "wide": is_wide(self.language),
            "indent": _INDENTS.get(self.language.code, 0),
            "lang": self.language.code,
            "region": self.language.region,
            "hyphenate": self.language.code == "en",
        }

    @property
    def latin(self) -> bool:
        """Whether the document is in a Latin script."""
        return self.language.code in _LATIN

    def layout(self, game: str, style: OutlineStyle) -> Layout:
        """How paragraphs of records of a game are set."""
        return layout_of(
            game, style, self.words, self.latin, is_wide(self.language), self.language.code
        )

    def paragraph(self, block: Paragraph | MoveTable) -> dict[str, Any]:
        """A paragraph as data."""
        return as_data(block)

    def diagram(
        self, game: str, diagram: Diagram, holders: tuple[int, ...] = (0, 1)
    ) -> dict[str, Any]:
        """A diagram as data; it is drawn. `holders`: the sides whose pieces in hand are told."""
        drawn = self.drawings.draw(game, diagram.position, diagram.flipped, holders)
        caption = self.caption(game, diagram)
        told = caption if diagram.to_move in caption else f"{caption}, {diagram.to_move}"
        signed = "sign" in printing_of(game_of(game)).captions and diagram.to_move not in (
            "",
            caption,
        )
        return {
            "kind": "diagram",
            "drawing": drawn.data(),
            "caption": caption,
            "sign": side_colour(game, diagram.side) if signed else "",
            "small": bool(diagram.name) and diagram.level > 0,
            "notes": ",  ".join(f"{move} = {place}" for move, place in diagram.notes),
            "alt": ": ".join(part for part in (told, diagram.text) if part),
        }

    def caption(self, game: str, diagram: Diagram) -> str:
        """The line below a diagram, as books of the game have it."""
        words, number = self.words, diagram.number
        parts, side = printing_of(game_of(game)).captions, diagram.to_move
        if diagram.name:
            return _beside(diagram.name, diagram.title)
        move = diagram.after if "move" in parts and not diagram.title else ""
        if "number" not in parts:
            after = words(in_context("below a diagram", "after {move}", move=move)) if move else ""
            return after or diagram.title or side
        said = in_context("below a diagram", "Diagram {number}", number=number)
        if move:
            move = _NUMBER.sub("", move)
            if is_wide(self.language):
                move = tight_move(move)
            said = in_context(
                "below a diagram", "Diagram {number}, after {move}", number=number, move=move
            )
        elif side and "side" in parts:
            said = in_context(
                "below a diagram", "Diagram {number} ({side})", number=number, side=side
            )
        return _beside(words(said), diagram.title)

    def gather(self, data: Any) -> None:
        """Note the characters of all texts in data. Iterative."""
        stack = [data]
        while stack:
            one = stack.pop()
            if isinstance(one, str):
                if not one.isascii():
                    self.characters.update(one)
            elif isinstance(one, dict):
                stack.extend(one.values())
            elif isinstance(one, (list, tuple)):
                stack.extend(one)


_NUMBER = re.compile(r"^[0-9]+[.…]\s*")  # ahead of a move


def _beside(*parts: str) -> str:
    """What a caption says, side by side."""
    return " · ".join(part for part in parts if part)


def side_colour(game: str, side: int) -> str:
    """The sign that shows whose move it is, in the colour on the board; "" if neither side is black.

    It is a "stone" where these are placed, else a "square". The side that plays against black is white in
    print, whether it is called White or Red.
    """
    colours = [one.colour for one in game_of(game).sides]
    if "black" not in colours:
        return ""
    shape = "stone" if isinstance(game_of(game), Placing) else "square"
    return f"{'black' if colours[side] == 'black' else 'white'} {shape}"


_USUAL = 13.0
"""Width of a board, in its units, above which diagrams are wider: its squares would become too small."""
_LEGIBLE = 0.42
"""Radius of a piece, in units of the board, on which a number can be read."""
_PAGES = 100
"""Diagrams in a file: Typst reads the whole file for each of its pages."""


class Drawn(NamedTuple):
    """Where a diagram is: a page (from 1) of a file; its size in board units; texts to set on it."""

    file: str
    page: int
    width: float
    height: float
    full: float
    texts: tuple[TextShape, ...]

    def data(self) -> dict[str, Any]:
        """As the template reads it."""
        texts = [(one.text, *one.centre, one.height, one.fill, one.bold) for one in self.texts]
        scale = min(1.0, max(0.45, self.width / self.full))
        scale *= max(1.0, self.full / _USUAL)
        return {
            "file": self.file,
            "page": self.page,
            "scale": scale,
            "width": self.width,
            "height": self.height,
            "full": self.full,
            "texts": texts,
        }


class DrawingStyle(NamedTuple):
    """How diagrams look: theme, coordinates, id of a piece set, a sign at the last move, the side."""

    theme: Theme
    coordinates: str = "game"
    pieces: str = ""
    last: bool = False
    flipped: bool = False


class Drawings:
    """Draws diagrams, a hundred to a file."""

    def __init__(self, style: DrawingStyle) -> None:
        self._style = style
        self._pages = PdfPages()
        self._count = 0
        self._done: list[tuple[str, bytes]] = []

    def draw(
        self,
        game: str,
        position: Position,
        flipped: bool = False,
        holders: tuple[int, ...] = (0, 1),
    ) -> Drawn:
        """Draw a position; `holders` are the sides whose pieces in hand are told, if in words."""
        if len(self._pages) >= _PAGES:
            self._close()
        look = self._look(game, position, flipped)
        told = self._held(game, position)
        if told and not position.part:
            printing = printing_of(game_of(game))
            geometry = printing.board(look.geometry, holders)
            pieces = None if self._style.pieces else PieceSet("", NOTHING, geometry.art)
            look = look._replace(geometry=geometry, pieces=pieces or look.pieces)
        else:
            look = look._replace(geometry=together(look.geometry, position.counts))
        shapes = board_shapes(
            look,
            position.pieces,
            position.marks,
            position.last if self._style.last else (),
            position.counts,
            position.numbers,
            position.links,
            () if position.numbers else position.chain,  # its line would cross the numbers out
        )
        if told and not position.part:
            shapes += held_shapes(look, told, holders)
        key, bare = GeometryKey(position.geometry), look.coordinates == "none"
        return self._add(Drawing(shapes, *look.size), in_print(key, (), bare).width)

    def add(self, drawing: Drawing) -> Drawn:
        """Add what is drawn already."""
        if len(self._pages) >= _PAGES:
            self._close()
        return self._add(drawing, drawing.width)

    @property
    def theme(self) -> Theme:
        """The colours of the drawings."""
        return self._style.theme

    def _add(self, drawing: Drawing, full: float) -> Drawn:
        texts = self._pages.add(*drawing)
        width, height = drawing.width, drawing.height
        return Drawn(self._name(), len(self._pages), width, height, full, tuple(texts))

    def _held(self, game: str, position: Position) -> tuple[Held, ...]:
        """What sides hold, in words beside the board; () if it is drawn, or if nothing can be held."""
        if not self._style.theme.flat:
            return ()
        return printing_of(game_of(game)).held(position.counts)

    def _look(self, game: str, position: Position, flipped: bool) -> BoardLook:
        style = self._style
        sets = {one.id: one for one in game_of(game).piece_sets}
        coordinates = style.coordinates
        if coordinates == PRINTED:
            coordinates = "game" if printing_of(game_of(game)).coordinates else "none"
        key = GeometryKey(position.geometry)
        geometry = in_print(key, position.part, coordinates == "none")
        if position.numbers and geometry.piece_radius < _LEGIBLE:
            geometry = large_pieces(geometry)
        view = View(style.flipped != flipped, False)
        return BoardLook(geometry, style.theme, view, coordinates, sets.get(style.pieces))

    def _name(self) -> str:
        return f"diagrams-{self._count}.pdf"

    def _close(self) -> None:
        if len(self._pages):
            self._done.append((self._name(), self._pages.data()))
            self._pages = PdfPages()
            self._count += 1

    def finished(self, last: bool = False) -> Iterator[tuple[str, bytes]]:
        """(name, content) of the files that are complete; with `last`, of the one begun as well."""
        if last:
            self._close()
        yield from self._done
        self._done.clear()


_ROOM = 0.1  # between a stone and the edge of a diagram without coordinates, in units
_THICK = 0.09  # width of the edge of a board of lines, in units


@lru_cache(maxsize=32)
def in_print(key: GeometryKey, part: tuple[str, ...], bare: bool = False) -> Geometry:
    """A part of a board as it is printed: stones stand exactly on their points, edges of lines are thick.

    There are no coordinates beside sides at which the board goes on; with `bare` none at all, and no room
    for them.
    """
    whole = key.geometry
    if whole.scatter:
        whole = _narrowed(whole) if bare else whole
        strokes = (one._replace(width=_THICK) if one.closed else one for one in whole.strokes)
        whole = whole._replace(scatter=0.0, strokes=tuple(strokes))
    return portion(whole, part, uncut=True) if part else whole


def _narrowed(geometry: Geometry) -> Geometry:
    """A board of stones without coordinates, only as wide as these."""
    xs, ys = zip(*geometry.squares.values(), strict=True)
    room = geometry.piece_radius + _ROOM
    dx, dy = min(xs) - room, min(ys) - room

    def moved(point: Point) -> Point:
        return point[0] - dx, point[1] - dy

    return geometry._replace(
        width=max(xs) - min(xs) + 2 * room,
        height=max(ys) - min(ys) + 2 * room,
        squares={name: moved(at) for name, at in geometry.squares.items()},
        strokes=tuple(
            one._replace(points=tuple(map(moved, one.points))) for one in geometry.strokes
        ),
        dots=tuple(one._replace(at=moved(one.at)) for one in geometry.dots),
        coordinates=(),
    )


@lru_cache(maxsize=8)
def _enlarged(art: tuple[tuple[str, tuple[Part, ...]], ...], factor: float) -> dict[str, Any]:
    return {
        kind: tuple(
            part._replace(radius=part.radius * factor)
            if isinstance(part, DiscPart | BallPart)
            else part
            for part in parts
        )
        for kind, parts in art
    }


def large_pieces(geometry: Geometry) -> Geometry:
    """A board with pieces so large that numbers on them can be read."""
    art = _enlarged(tuple(geometry.art.items()), _LEGIBLE / geometry.piece_radius)
    return geometry._replace(art=art, piece_radius=_LEGIBLE)


def together(geometry: Geometry, held: Mapping[str, int]) -> Geometry:
    """A board on whose stands the pieces lie side by side, without places for those that aren't there.

    A stand beside the upper half of the board is filled from its top, one beside the lower half from below.
    """
    held = {square: count for square, count in held.items() if count and square in geometry.squares}
    if not held:
        return geometry
    squares = dict(geometry.squares)
    for x in {squares[square][0] for square in held}:
        places = sorted(at[1] for at in geometry.squares.values() if at[0] == x)
        mine = sorted((squares[one][1], one) for one in held if squares[one][0] == x)
        low = (places[0] + places[-1]) / 2 > geometry.height / 2
        taken = places[-len(mine) :] if low else places[: len(mine)]
        for y, (_, square) in zip(taken, mine, strict=True):
            squares[square] = x, y
    return geometry._replace(squares=squares)
