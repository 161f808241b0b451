"""The columns of what is found in libraries: which there are of a game, and what its players call them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from viewer.base.messages import Message, in_context, message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Begun, Opened
from viewer.library.failures import LibraryFailed

_TITLES: dict[str, Message] = {
    "player0": message("First player"),
    "rank0": message("Rating, first player"),
    "player1": message("Second player"),
    "rank1": message("Rating, second player"),
    "result": message("Result"),
    "year": message("Year"),
    "opening_code": message("Code"),
    "handicap": message("Handicap stones"),
    "komi": message("Komi"),
    "event": message("Event"),
    "round": message("Round"),
    "plies": message("Plies"),
    "rating": message("Rating"),
    "opening": message("Opening"),
    "date": message("Date"),
    "place": in_context("where a game was played", "Place"),
    "title": message("Title"),
}
"""By their names in the table of games, in the order in which they are shown."""
TOLD_BY_FEW = (
    *("rank0", "rank1", "opening_code", "handicap", "komi", "round", "rating", "opening", "place"),
    "title",
)
"""Columns that are there where some record says something in them."""
ORDER_OF = {"rank0": "rating0", "rank1": "rating1", "year": "day", "date": "day"}
"""What records are ordered by (`ask.searching.ORDERS`) where a column is a text; the others by themselves."""


def title_of(column: str, game: str = "") -> Message:
    """The heading of a column in the words of a game, in general ones for ""."""
    known = game_of(game) if game in GAMES else None
    if known is not None and column[:-1] in ("player", "rank"):
        side = known.sides[int(column[-1])].name
        return side if column.startswith("player") else message("Rating, {side}", side=side)
    if isinstance(known, Opened) and column == "opening_code":
        return known.classification
    if isinstance(known, Opened) and column == "opening":
        return known.opening_title
    return _TITLES[column]


def columns_in(game: str, told: Collection[str] = TOLD_BY_FEW) -> tuple[str, ...]:
    """The columns that say something of a game, of all games for "".

    `told`: those of `TOLD_BY_FEW` in which some record says something.
    """
    silent = set(TOLD_BY_FEW).difference(told)
    if game in GAMES:
        known = game_of(game)
        if not (isinstance(known, Opened) and known.coded):
            silent.add("opening_code")
        if not (isinstance(known, Begun) and known.usual_values("komi", ())):
            silent |= {"handicap", "komi"}
    return tuple(one for one in _TITLES if one not in silent)


def column_named(
    text: str, game: str, known: Iterable[str], translate: Callable[[Message], str] = str
) -> str:
    """The column with a name: its own, or its heading in English or as `translate` words it.

    `known`: the names to choose from. Raises LibraryFailed for one that isn't among them.
    """
    titles = {
        one: title_of(one, game) if one in _TITLES else message("{name}", name=one) for one in known
    }
    wanted = text.strip().casefold()
    for name, title in titles.items():
        if wanted in (name, title.text().casefold(), translate(title).casefold()):
            return name
    listed = "; ".join(map(translate, titles.values()))
    raise LibraryFailed(
        message("There is no column “{name}”; there are: {known}.", name=text, known=listed)
    )
