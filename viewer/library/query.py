"""What to look for in a library, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.games.capabilities import Charted
from viewer.games.charts import Chart, Symmetry
from viewer.games.game import Game, State
from viewer.library.failures import LibraryFailed
from viewer.library.keys import key_of


class Wanted(NamedTuple):
    """One arrangement of a position: its key, the side to move (None: either), the symmetry it comes from."""

    key: int
    side: int | None
    symmetry: str


class Turns(NamedTuple):
    """How moves made from arrangements of a position are seen in the position itself.

    Attributes:
        squares: the names of the board's cells.
        back: for each arrangement, by its key: the cell of the position for each cell of the arrangement.
        own: the same for each symmetry that leaves the position as it is, but the first.
    """

    squares: tuple[str, ...]
    back: tuple[tuple[int, tuple[int, ...]], ...]
    own: tuple[tuple[int, ...], ...]

    def seen(self, key: int, move: str) -> str:
        """A move made from the arrangement with a key."""
        return next(
            (moved(move, self.squares, cells) for known, cells in self.back if known == key), move
        )

    def alike(self, move: str) -> set[str]:
        """The moves that are the same as one, which the position's own symmetries turn it into."""
        return {moved(move, self.squares, cells) for cells in self.own} | {move}


def moved(move: str, squares: tuple[str, ...], cells: tuple[int, ...]) -> str:
    """A move elsewhere: the squares that its words name (h2e2, e7e8q, P*5e); "pass" names none."""
    words = []
    for word in move.split(" "):
        whole = word in squares or word.isalpha()
        parts = [word] if whole else _parts(word, squares)
        words.append(
            "".join(squares[cells[squares.index(x)]] if x in squares else x for x in parts)
        )
    return " ".join(words)


def _parts(word: str, squares: tuple[str, ...]) -> list[str]:
    """The squares that a word names, and the signs between them."""
    found: list[str] = []
    longest = max(map(len, squares))
    while word:
        lengths = range(min(longest, len(word)), 0, -1)
        size = next((one for one in lengths if word[:one] in squares), 1)
        found.append(word[:size])
        word = word[size:]
    return found


class PositionWanted(NamedTuple):
    """A position to look for: the game's id, its arrangements, and how moves made there are seen in it."""

    game: str
    any_of: tuple[Wanted, ...]
    turns: Turns | None = None


class RowMask(NamedTuple):
    """What a row of the board must have: `row & mask == value` (see `keys.rows_of`)."""

    row: int
    mask: int
    value: int


class OneOf(NamedTuple):
    """A square that may have several values: `(row >> shift) & mask` is one of them."""

    row: int
    shift: int
    mask: int
    values: tuple[int, ...]


class Part(NamedTuple):
    """One arrangement of a part of a position: all of it must be so."""

    rows: tuple[RowMask, ...]
    squares: tuple[OneOf, ...]


class RegionWanted(NamedTuple):
    """A part of a position: its arrangements, of which one must fit."""

    game: str
    chart: str
    any_of: tuple[Part, ...]


class Seen(NamedTuple):
    """An arrangement of a part of a position, and how what is played there is seen in the part itself.

    Attributes:
        part: what must stand there.
        cells: the same by cell: the values that each may have.
        back: the cell of the part for each cell of the board in this arrangement.
        exchanges: whether colours are exchanged.
    """

    part: Part
    cells: tuple[tuple[int, tuple[int, ...]], ...]
    back: tuple[int, ...]
    exchanges: bool


class ContinuedFrom(NamedTuple):
    """A part of a position, to be asked for what was played in it.

    Attributes:
        game, chart: ids.
        squares: the names of the board's cells.
        inside: the squares of the part.
        ways: its arrangements. own: those that look like the part itself, but the first.
    """

    game: str
    chart: str
    squares: tuple[str, ...]
    inside: frozenset[str]
    ways: tuple[Seen, ...]
    own: tuple[Seen, ...] = ()


class CountWanted(NamedTuple):
    """The number of pieces of some kinds together that there must be, in hand too; kinds as in the chart."""

    kinds: tuple[int, ...]
    least: int
    most: int


class MaterialWay(NamedTuple):
    """Numbers of pieces, all of which there must be; of each group of squares one must be so."""

    counts: tuple[CountWanted, ...]
    standing: tuple[tuple[OneOf, ...], ...] = ()


class MaterialWanted(NamedTuple):
    """Material on a kind of board: one of some ways.

    `lasting`: how many positions of a main line must have it in the same way, one after the other.
    """

    game: str
    chart: str
    any_of: tuple[MaterialWay, ...]
    lasting: int = 1

    def only_main(self, main_lines: bool) -> bool:
        """Whether variations don't count, for a query that may say so itself."""
        return main_lines or self.lasting > 1


@dataclass(frozen=True, slots=True)
class Query:
    """What records must have; what is empty or None doesn't matter.

    Names of players and events that begin with = are whole names: "=Adler, Anna"; one of a Chinese player is
    found with a team before it too (=胡荣华 finds 上海 胡荣华).

    Attributes:
        words: words of headers, all of which must be there; "words in quotes" together.
        player: words of the name of a player, on either side.
        side: that of the player of `player`: "first", "second", or a colour ("black"), in each game its own.
        first, second: words of the name of the player who plays that side.
        opponent: words of the name of the other player, where `player` is given.
        apart: whether a name with a team before it is that of another player.
        event: words of the event.
        comment: a text in a comment, title, bookmark or remark.
        rating_from, rating_to: of the average of the players' known ratings.
        date_from, date_to: "1972", "1972-07", "1972-07-11"; a month or year to the end of it.
        result: "first", "second" (who has won), "draw", or "player": the player of `player` has won.
        plies_from, plies_to: the length of the main line.
        opening: a text in the name of the opening, or the beginning of its code.
        game, format: ids.
        folder: the beginning of the path of the file.
        has: any of "comments", "variations", "problems", "set-up".
        moves: neutral moves that the main line begins with.
        reached: the position after `moves`, at which hits stand; no condition.
        anywhere: whether `moves` may be anywhere in the main line.
        position, region, material: see there.
        main_lines: whether positions of variations don't count; they don't for material that lasts.
    """

    words: str = ""
    player: str = ""
    side: str = ""
    first: str = ""
    second: str = ""
    opponent: str = ""
    apart: bool = False
    event: str = ""
    comment: str = ""
    rating_from: int | None = None
    rating_to: int | None = None
    date_from: str = ""
    date_to: str = ""
    result: str = ""
    plies_from: int | None = None
    plies_to: int | None = None
    opening: str = ""
    game: str = ""
    format: str = ""
    folder: str = ""
    has: frozenset[str] = frozenset()
    moves: tuple[str, ...] = ()
    reached: PositionWanted | None = None
    anywhere: bool = False
    position: PositionWanted | None = None
    region: RegionWanted | None = None
    material: MaterialWanted | None = None
    main_lines: bool = False


# ---------------------------------------------------------------------------------- positions


def chart_at(game: Game[Any], state: State) -> Chart:
    """The chart of a state. Raises LibraryFailed where positions can't be searched."""
    chart = game.chart(state) if isinstance(game, Charted) else None
    if chart is None:
        raise LibraryFailed(message("Positions of this kind can't be searched for."))
    return chart


def symmetries_of(chart: Chart, turned: bool, exchanged: bool) -> list[Symmetry]:
    """The position as it is; mirrored and turned; with colours exchanged: as far as the game has that."""
    return [
        one
        for one in chart.symmetries
        if one is chart.symmetries[0]
        or (turned and not one.exchanges)
        or (exchanged and one.exchanges and (turned or _least_change(chart, one)))
    ]


def _least_change(chart: Chart, symmetry: Symmetry) -> bool:
    """Whether it is the first that exchanges colours: in go nothing moves, in chess ranks are turned over."""
    return symmetry is next(one for one in chart.symmetries if one.exchanges)


def explored_from(game: Game[Any], state: State, either_side: bool = False) -> PositionWanted:
    """The position of a state for an explorer: where the game has turned positions alike, all of these."""
    if not (isinstance(game, Charted) and game.turned_alike):
        return position_wanted(game, state, either_side)
    wanted = position_wanted(game, state, either_side, turned=True)
    chart, cells = chart_at(game, state), game.cells(state)
    ways = symmetries_of(chart, True, False)
    named = {one.id: one.source for one in ways}
    return wanted._replace(
        turns=Turns(
            chart.squares,
            tuple((one.key, named[one.symmetry]) for one in wanted.any_of),
            tuple(one.source for one in ways[1:] if chart.image(cells, one) == cells),
        )
    )


def position_wanted(
    game: Game[Any],
    state: State,
    either_side: bool = False,
    turned: bool = False,
    exchanged: bool = False,
) -> PositionWanted:
    """The position of a state; also whoever is to move, mirrored and turned, with colours exchanged."""
    chart = chart_at(game, state)
    cells = game.cells(state) if isinstance(game, Charted) else b""
    found: dict[tuple[int, int | None], Wanted] = {}
    for symmetry in symmetries_of(chart, turned, exchanged):
        side = 1 - state.side if symmetry.exchanges else state.side
        key = key_of(game.id, chart, chart.image(cells, symmetry))
        wanted = Wanted(key, None if either_side else side, symmetry.id)
        found.setdefault((wanted.key, wanted.side), wanted)
    return PositionWanted(game.id, tuple(found.values()))
