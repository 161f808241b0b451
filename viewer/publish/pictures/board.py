"""The picture of a position with a chosen look, for all kinds of pictures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from viewer.base.fields import CHOICE, FLAG, NUMBER, TEXT, Field, Values
from viewer.base.messages import Message, message
from viewer.base.refused import Refused
from viewer.document.position import ALL, FIGURES, LAST, NONE, VARIATION, around, move_numbers
from viewer.games.capabilities import board_geometry, layouts_of
from viewer.games.game import Game, State
from viewer.games.geometry import Geometry, View
from viewer.games.states import States
from viewer.scene.picture import Drawing, picture
from viewer.scene.theme import BOARD_THEMES
from viewer.tree.annotation import MARKS, VIEW, Mark, NoteValue
from viewer.tree.inherited import notes_at
from viewer.tree.node import Node

LARGEST = 8192
COORDINATES: dict[str, Message] = {
    "game": message("As players write them"),
    "letters": message("Letters"),
    "1-1": message("Numbers"),
    "none": message("None"),
}
PRINTED = "printed"
"""Coordinates where books of the game have them, see `Printing.coordinates`."""
STONES = "stones"
_AREA = re.compile(r"\s*([^\s:-]+)\s*[:-]\s*([^\s:-]+)\s*")

LOOK_FIELDS: tuple[Field, ...] = (
    Field("size", message("Width in pixels"), NUMBER, 800, low=1, high=LARGEST),
    Field(
        "theme",
        message("Colours"),
        CHOICE,
        "light",
        {
            "light": message("Wood"),
            "dark": message("Dark wood"),
            "plain": message("Plain"),
            "contrast": message("High contrast"),
            "book": message("Black and white, for print"),
        },
    ),
    Field("transparent", message("Without wood: transparent"), FLAG, False),
    Field("flip", message("Seen from the other side"), FLAG, False),
    Field("mirror", message("Left and right exchanged"), FLAG, False, beside=True),
    Field("coordinates", message("Coordinates"), CHOICE, "game", COORDINATES),
    Field(
        "pieces",
        message("Pieces"),
        TEXT,
        help=message("The id of one of the game's kinds of pieces (two); empty for the usual one."),
    ),
    Field(
        "layout",
        message("Layout of the board"),
        TEXT,
        help=message("The id of one of the game's layouts (Hex: flat); empty for the usual one."),
    ),
    Field(
        "part",
        message("Part of the board"),
        TEXT,
        help=message(
            "Two corners (c3-g7), or “stones” for the part where pieces stand; empty for the whole."
        ),
    ),
    Field("last-move", message("Show the last move"), FLAG, True),
    Field("marks", message("Show marks and arrows"), FLAG, True, beside=True),
    Field(
        "numbers",
        message("Move numbers on the pieces"),
        CHOICE,
        NONE,
        {
            NONE: message("None"),
            f"{LAST}1": message("Of the last move"),
            ALL: message("Of all moves"),
            VARIATION: message("Counted from the variation's start"),
            FIGURES: message("Counted from the figure's start"),
        },
    ),
)


class BoardPainter:
    """Draws the positions of a record with the values of LOOK_FIELDS."""

    def __init__(self, states: States, values: Values) -> None:
        """Raises Refused for pieces, a layout or a part that the game or its board doesn't have."""
        self._states, self._values = states, values
        game = states.game
        self._pieces = _known(
            game, "pieces", str(values["pieces"]), [one.id for one in game.piece_sets]
        )
        layouts = [one.id for one in layouts_of(game)]
        self._layout = _known(game, "layout", str(values["layout"]), layouts)
        self.part = self._part(states.record.root)

    def drawing(self, node: Node) -> Drawing:
        """The picture of the position at a node."""
        values, game, state = self._values, self._states.game, self._states.at(node)
        notes = dict(notes_at(node))
        if self.part:
            notes[VIEW] = self.part
        elif values["part"] == STONES:
            notes[VIEW] = self._stones(state, notes)
        if not values["marks"]:
            notes.pop(MARKS)
        numbers = {}
        if values["numbers"] != NONE:
            standing = [square for square, _ in game.pieces(state)]
            numbers = move_numbers(self._states, node, str(values["numbers"]), standing)
        return picture(
            game,
            state,
            notes,
            theme=BOARD_THEMES[str(values["theme"])],
            view=View(bool(values["flip"]), bool(values["mirror"])),
            coordinates=str(values["coordinates"]),
            last_move=bool(values["last-move"]) and not numbers,
            pieces=self._pieces,
            numbers=numbers,
            layout=self._layout,
            bare=bool(values["transparent"]),
        )

    # -------------------------------------------------------------------------------- parts

    def keep_part(self, nodes: Iterable[Node]) -> None:
        """Show the same part at each of several nodes: where pieces stand at any of them."""
        if self.part or self._values["part"] != STONES:
            return
        shown: set[str] = set()
        state = self._states.at(self._states.record.root)
        for node in nodes:
            state = self._states.at(node)
            shown.update(square for square, _ in self._states.game.pieces(state))
        self.part = around(self._geometry(state), shown)

    def _geometry(self, state: State) -> Geometry:
        return board_geometry(self._states.game, state, self._layout)

    def _part(self, root: Node) -> tuple[str, ...]:
        """The chosen part of the board, () if none is or it depends on the position."""
        text = str(self._values["part"]).strip()
        if not text or text == STONES:
            return ()
        state, game = self._states.at(root), self._states.game
        if self._geometry(state).panels:
            raise Refused(message("The board of {game} is always shown whole.", game=game.name))
        squares = [square for row in self._geometry(state).grid for square in row if square]
        names = {square.lower(): square for square in squares}
        said = {square: str(game.square_name(state, square)) for square in squares}
        names.update((name.lower(), square) for square, name in said.items())
        match = _AREA.fullmatch(text)
        corners = [names.get(one.lower()) for one in match.groups()] if match else [None]
        if None in corners:
            raise Refused(
                message(
                    "A part of the board is two of its squares as in {example}, not {text}.",
                    example=f"{said[squares[0]]}-{said[squares[-1]]}",
                    text=text,
                )
            )
        return tuple(one for one in corners if one is not None)

    def _stones(self, state: State, notes: dict[str, NoteValue]) -> tuple[str, ...]:
        """The part with all pieces and marks of a position, two lines more on each side.

        The whole board if nothing stands on it; what is near an edge goes up to the edge.
        """
        geometry = self._geometry(state)
        shown = [square for square, _ in self._states.game.pieces(state)]
        marks: Collection[Mark] = notes.get(MARKS, ())  # type: ignore[assignment]  # by FACETS
        shown += [square for mark in marks for square in mark.squares]
        return around(geometry, shown)


def _known(game: Game[State], what: str, id: str, known: list[str]) -> str:
    if id and id not in known:
        template = {
            "pieces": message("{game} has no pieces {id}; there are: {known}."),
            "layout": message("{game} has no layout {id}; there are: {known}."),
        }[what]
        raise Refused(template.given(game=game.name, id=id, known=", ".join(known) or "-"))
    return id
