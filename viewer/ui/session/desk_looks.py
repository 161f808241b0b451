"""How the board of a record and the panels beside it look, as the settings say."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.document.reading.playback import Pace


class AnalysisView(NamedTuple):
    """What is shown of an analysis.

    Attributes:
        lines: the number of lines.
        moves: whether their first moves are shown on the board.
        bar: whether a bar beside the board shows the evaluation.
        ownership: whether the board is shaded where the engine says whose points are.
        mover: whether values are those for the side to move, not for the first side.
    """

    lines: int = 3
    moves: bool = True
    bar: bool = True
    ownership: bool = True
    mover: bool = False


class DeskLooks(NamedTuple):
    """How a board and its panels look; the theme is the application's (`theme_in_use`).

    Attributes:
        coordinates, coordinates_size: their style, "none" for none, and percent of their usual size.
        pieces, layout: of the game; "" for the usual ones.
        wood, tiles: of boards, see `board_theme`.
        numbers, nexts, whole: what is shown over the position, see `Overlay`.
        glide: how long a piece is on its way to its square, in milliseconds; 0: it is there at once.
        family, percent: the font of moves and comments, "" for that of the rest, and its size beside that.
        tree, down: whether variations are an outline ("tree") or a graph ("graph"), which may grow downwards.
        candidates: the next moves beside the board are "chips" or "rows".
        named: whether the opening at the current node is shown, named from the moves.
        analysis: what is shown of an analysis.
        pace: of playback.
        own: the names of the person at this program, of whom the report tells.
    """

    coordinates: str = "game"
    coordinates_size: int = 100
    pieces: str = ""
    layout: str = ""
    wood: bool = True
    tiles: str = ""
    numbers: str = "none"
    nexts: str = "forks"
    whole: bool = False
    glide: int = 110
    family: str = ""
    percent: int = 100
    tree: str = "tree"
    down: bool = False
    candidates: str = "chips"
    named: bool = False
    analysis: AnalysisView = AnalysisView()
    pace: Pace = Pace()
    own: str = ""
