"""Parts of positions: what may stand on some squares, wherever and however turned, as masks of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from viewer.base.messages import message
from viewer.games.capabilities import Charted
from viewer.games.charts import Chart, Symmetry
from viewer.games.game import Game, State
from viewer.library.failures import LibraryFailed
from viewer.library.keys import row_bits
from viewer.library.material import structure_of
from viewer.library.query import (
    ContinuedFrom,
    OneOf,
    Part,
    RegionWanted,
    RowMask,
    Seen,
    chart_at,
    symmetries_of,
)
from viewer.library.typed import no_such_squares, squares_from

EMPTY, PIECE, ANYTHING = "empty", "piece", "any"
"""Beside kinds of pieces and sides: an empty square, any piece, no matter what."""
_MOST: Final = 4000
"""Arrangements of a part at most."""

Pattern = Mapping[str, frozenset[int]]
"""By square, the values (see `Chart.kinds`) that it may have."""


def region_wanted(
    game: Game[Any],
    state: State,
    squares: Iterable[str],
    turned: bool = False,
    exchanged: bool = False,
) -> RegionWanted:
    """What a state has on some squares: pieces, and nothing where it has none.

    Raises LibraryFailed for a board whose rows are too long, and for squares that it doesn't have.
    """
    return pattern_wanted(game, state, as_it_is(game, state, squares), turned, exchanged)


def as_it_is(game: Game[Any], state: State, squares: Iterable[str]) -> dict[str, frozenset[int]]:
    """The pattern of what a state has on some squares. Raises LibraryFailed for unknown ones."""
    chart = chart_at(game, state)
    at = {square: number for number, square in enumerate(chart.squares) if square}
    wanted = list(squares)
    unknown = sorted(set(wanted) - at.keys())
    if unknown or not wanted:
        raise no_such_squares(game, state, " ".join(unknown))
    cells = game.cells(state) if isinstance(game, Charted) else b""
    return {square: frozenset((cells[at[square]],)) for square in wanted}


def pattern_wanted(
    game: Game[Any],
    state: State,
    pattern: Pattern,
    turned: bool = False,
    exchanged: bool = False,
    anywhere: bool = False,
) -> RegionWanted:
    """A pattern on the kind of board of a state, also mirrored and turned, with colours exchanged.

    `anywhere`: also elsewhere on the board. What touches edges stays at them: a corner in a corner, a side
    along its side. Raises LibraryFailed for one that can be in too many places.
    """
    chart = chart_at(game, state)
    parts: dict[Part, None] = {}
    for _, image in _images(chart, pattern, turned, exchanged):
        for moved in _everywhere(chart, image) if anywhere else (image,):
            parts[_part(chart, moved)] = None
            if len(parts) > _MOST:
                raise LibraryFailed(
                    message(
                        "This part can be in too many places: draw it at an edge, or search without"
                        " mirrored and turned positions."
                    )
                )
    return RegionWanted(game.id, chart.id, tuple(parts))


def structure_at(
    game: Game[Any], state: State, squares: Iterable[str]
) -> dict[str, frozenset[int]]:
    """The pattern of the pieces on some squares that make a structure, whatever else is there.

    Raises LibraryFailed for unknown squares, and for a game whose players compare no structures.
    """
    chart, kinds = chart_at(game, state), structure_of(game)
    if not kinds:
        raise LibraryFailed(message("{game} has no structure of pawns to compare.", game=game.name))
    these = frozenset(chart.kinds.index(kind) for kind in kinds if kind in chart.kinds)
    others = frozenset(value for value, kind in enumerate(chart.kinds) if kind or not value) - these
    return {
        square: values if values <= these else others
        for square, values in as_it_is(game, state, squares).items()
    }


def continued_from(
    game: Game[Any],
    state: State,
    pattern: Pattern,
    turned: bool = False,
    exchanged: bool = False,
) -> ContinuedFrom:
    """The same, to be asked for what was played in it; not elsewhere on the board.

    Raises LibraryFailed, also for a part in which nothing stands: it is found in any game.
    """
    chart = chart_at(game, state)
    if all(0 in values for values in pattern.values()):
        raise LibraryFailed(
            message(
                "Nothing stands in this part of the board yet: choose one with {pieces}.",
                pieces=game.board_words.pieces,
            )
        )
    every = [
        Seen(_part(chart, image), _cells(image), symmetry.source, symmetry.exchanges)
        for symmetry, image in _images(chart, pattern, turned, exchanged)
    ]
    ways = {one.part: one for one in every[::-1]}  # of equal ones the first
    own = tuple(one for one in every[1:] if one.part == every[0].part)
    inside, found = (
        frozenset(pattern),
        tuple(ways[part] for part in dict.fromkeys(x.part for x in every)),
    )
    return ContinuedFrom(game.id, chart.id, chart.squares, inside, found, own)


def _cells(image: Mapping[int, frozenset[int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((cell, tuple(sorted(values))) for cell, values in sorted(image.items()))


def _images(
    chart: Chart, pattern: Pattern, turned: bool, exchanged: bool
) -> Iterator[tuple[Symmetry, dict[int, frozenset[int]]]]:
    """The arrangements of a pattern: by cell, the values that it may have there."""
    at = {square: number for number, square in enumerate(chart.squares) if square}
    wanted = {at[square]: values for square, values in pattern.items()}
    for symmetry in symmetries_of(chart, turned, exchanged):
        there = {old: new for new, old in enumerate(symmetry.source[: len(chart.squares)])}
        yield (
            symmetry,
            {
                there[place]: frozenset(chart.exchanged[value] for value in values)
                if symmetry.exchanges
                else values
                for place, values in wanted.items()
            },
        )


def _everywhere(
    chart: Chart, wanted: Mapping[int, frozenset[int]]
) -> Iterator[dict[int, frozenset[int]]]:
    """A pattern moved over the board, along the edges that it touches."""
    points = [divmod(place, chart.columns) for place in wanted]
    rows, columns = [row for row, _ in points], [column for _, column in points]
    for down in _shifts(min(rows), max(rows), chart.rows):
        for right in _shifts(min(columns), max(columns), chart.columns):
            yield {place + down * chart.columns + right: values for place, values in wanted.items()}


def _shifts(first: int, last: int, size: int) -> range:
    """How far something from the first to the last row can be moved."""
    if first == 0 or last == size - 1:
        return range(1)
    return range(1 - first, size - 1 - last)


def _part(chart: Chart, wanted: Mapping[int, frozenset[int]]) -> Part:
    how = row_bits(chart)
    full = (1 << how.bits) - 1
    rows: dict[int, tuple[int, int]] = {}
    several: list[OneOf] = []
    for place, values in sorted(wanted.items()):
        row, shift = how.place(*divmod(place, chart.columns))
        if len(values) == 1:
            mask, value = rows.get(row, (0, 0))
            (only,) = values
            rows[row] = mask | full << shift, value | only << shift
        else:
            several.append(OneOf(row, shift, full, tuple(sorted(values))))
    masks = tuple(RowMask(row, *found) for row, found in sorted(rows.items()))
    return Part(masks, tuple(several))


# -------------------------------------------------------------------------------------- as text


def values_of(game: Game[Any], chart: Chart, word: str) -> frozenset[int] | None:
    """The values that a word stands for: a kind of piece, a side, EMPTY, PIECE, "empty|white".

    None for ANYTHING. Raises LibraryFailed for an unknown word.
    """
    pieces = {value for value, kind in enumerate(chart.kinds) if value and kind}
    sides = {
        side.id: {value for value in pieces if (value < chart.exchanged[value]) == (at == 0)}
        for at, side in enumerate(game.sides[:2])
    }
    found: set[int] = set()
    for one in word.split("|"):
        if one == ANYTHING:
            return None
        if one == EMPTY:
            found.add(0)
        elif one == PIECE:
            found |= pieces
        elif one in chart.kinds[1:] and one:
            found.add(chart.kinds.index(one))
        elif one in sides:
            found |= sides[one]
        else:
            known = ", ".join((EMPTY, PIECE, ANYTHING, *sides, *filter(None, chart.kinds)))
            raise LibraryFailed(
                message(
                    "“{word}” is nothing that can stand there; known are {known}.",
                    word=one,
                    known=known,
                )
            )
    return frozenset(found) if len(found) <= len(pieces) else None


def pattern_from(game: Game[Any], state: State, text: str) -> dict[str, frozenset[int]]:
    """A pattern as people type it: squares, rectangles, and what may stand there if not what the state has.

    "a1:c3 e4 f5=empty g1:g8=white h4=empty|black-pawn"; later words change earlier ones, "=any" takes a
    square out. Raises LibraryFailed.
    """
    chart = chart_at(game, state)
    found: dict[str, frozenset[int]] = {}
    for word in text.replace(",", " ").split():
        place, says, what = word.partition("=")
        squares = squares_from(game, state, place)
        if not says:
            found |= as_it_is(game, state, squares)
            continue
        values = values_of(game, chart, what)
        for square in squares:
            if values is None:
                found.pop(square, None)
            else:
                found[square] = values
    if not found:
        raise LibraryFailed(
            message(
                "The part doesn't say what must stand on any of its {squares}.",
                squares=game.board_words.squares,
            )
        )
    return found


def pattern_text(game: Game[Any], state: State, pattern: Mapping[str, str]) -> str:
    """A pattern as `pattern_from` reads it: by square the word for it, "" for what the state has there."""
    chart = chart_at(game, state)
    order = [square for square in chart.squares if square in pattern]
    return " ".join(
        f"{square}={pattern[square]}" if pattern[square] else square for square in order
    )
