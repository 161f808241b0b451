"""Set-ups as text: a size, stones of both sides, squares that become empty, the side to move.

`11x9 B a1 c3 W d4 PL W`. A text with a size is a whole position, one without a size is a change.
B is the first side in every game, W the second. Each game has its own names of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.games.stones import coordinates
from viewer.tree.action import Setup

_KEPT = 16  # set-ups, read or written
_SHOWN = 40  # characters shown of a word that can't be read


class Placement(NamedTuple):
    """The contents of a set-up.

    Attributes:
        width, height: of the board; None if the text has no size and so changes the current board.
        first, second, empty: squares that get a stone of the first or second side, or become empty, in
            the order of the text.
        to_play: the side to move, one of `SetupSyntax.players`; "" if not given.
        ruleset: one of `SetupSyntax.rulesets`, "" if not given.
        links: links between stones: all of them (whole positions) or those added (changes); None: all
            that the rules allow.
    """

    width: int | None = None
    height: int | None = None
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    to_play: str = ""
    ruleset: str = ""
    links: tuple[str, ...] | None = None

    @property
    def squares(self) -> tuple[str, ...]:
        """All squares of the set-up."""
        return (*self.first, *self.second, *self.empty)


class SetupSyntax(NamedTuple):
    """How a game writes its set-ups.

    Attributes:
        usual: width and height of a board whose size isn't given.
        smallest, largest: bounds of the number of lines in each direction.
        players: the names of the first and the second side in moves.
        no_size: the sentence for an empty text.
        bad_size, bad_square: the sentences for a word `{text}` that isn't a size, or isn't a square.
        column_row: returns column and row of a square, from 0; None for a text that is no square.
        capitals: whether capital letters differ from small ones.
        sort_squares: returns squares in the order in which they are written, each once.
        rulesets: names of rulesets that may follow the size, in capitals.
        read_link: returns the link that a word names, "" for none; None in games without links.
    """

    usual: int
    smallest: int
    largest: int
    players: tuple[str, str]
    no_size: Message
    bad_size: Message
    bad_square: Message
    column_row: Callable[[str], tuple[int, int] | None] = coordinates.column_row
    capitals: bool = False
    sort_squares: Callable[[Iterable[str]], list[str]] = coordinates.sorted_squares
    rulesets: tuple[str, ...] = ()
    read_link: Callable[[str], str] | None = None

    def read_size(self, text: str) -> tuple[int, int] | None:
        """Width and height of `11` or `11x9`, None for anything else, also for sizes out of bounds."""
        return coordinates.read_size(text, self.smallest, self.largest)

    def read_square(self, word: str) -> str:
        """The square that a word names, "" for none."""
        square = word if self.capitals else word.lower()
        return square if self.column_row(square) is not None else ""

    def read(self, text: str) -> Placement:
        """Read a set-up; words that can't be read are skipped (see `complaint`).

        Squares off the board are kept, since its size may be given elsewhere. A size out of bounds is
        read as the usual one.
        """
        return _read(self, text)[0]

    def read_sized(self, setup: Setup | None) -> Placement:
        """Read a start and fill in the usual size if none is given, or if `setup` is None."""
        found = self.read("" if setup is None else setup.text)
        width, height = self.size_of(found)
        return found._replace(width=width, height=height)

    def size_of(self, placement: Placement) -> tuple[int, int]:
        """Width and height of a whole position's board; the usual ones if not given."""
        width = placement.width or self.usual
        return width, placement.height or width

    def complaint(self, text: str) -> Message | None:
        """A message about the first word of a set-up that can't be read, None if there is none."""
        return _read(self, text)[1]

    def write(self, placement: Placement) -> str:
        """The neutral text of a set-up: lists sorted, each square once, empty lists omitted."""
        return _written(self, placement)

    def beyond(self, placement: Placement, width: int, height: int) -> str:
        """The first square of a set-up that a board of a size doesn't have, "" if there is none."""
        return _beyond(self, placement, width, height)

    def player(self, word: str) -> str:
        """The player of B or W, or of a player's own name; "" for anything else."""
        if word in ("B", "W"):
            return self.players["BW".index(word)]
        return word if word in self.players else ""

    def __hash__(self) -> int:  # there is one for each game
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


# A whole board is a few letters of SGF: what a step, its violation and its writer ask for one after the
# other is made once, and so is what a file repeats.
@lru_cache(maxsize=_KEPT)
def _written(syntax: SetupSyntax, placement: Placement) -> str:
    words: list[str] = []
    width, height = placement.width, placement.height
    if width is not None:
        words.append(str(width) if height in (width, None) else f"{width}x{height}")
    if placement.ruleset:
        words.append(placement.ruleset)
    for sign, squares in (
        ("B", placement.first),
        ("W", placement.second),
        ("E", placement.empty),
    ):
        if squares:
            words.append(sign)
            words.extend(syntax.sort_squares(squares))
    if placement.links is not None:
        words.append("L")
        words.extend(sorted(set(placement.links)))
    if placement.to_play:
        words.extend(("PL", "BW"[syntax.players.index(placement.to_play)]))
    return " ".join(words)


@lru_cache(maxsize=_KEPT)
def _read(syntax: SetupSyntax, text: str) -> tuple[Placement, Message | None]:
    words = text.split()
    to_play = ""
    # `PL` is also a square on boards of go above 41 lines: only at the very end is it the side to move.
    if len(words) > 1 and words[-2] == "PL":
        to_play = syntax.player(words[-1])
        if to_play:
            del words[-2:]
    complaint: Message | None = None
    size: tuple[int, int] | None = None
    if words and words[0][0].isdigit() and words[0].upper() not in syntax.rulesets:
        size = syntax.read_size(words[0])
        if size is None:
            least, most = syntax.smallest, syntax.largest
            complaint = syntax.bad_size.given(text=words[0][:_SHOWN], smallest=least, largest=most)
            size = syntax.usual, syntax.usual
        del words[0]
    ruleset = ""
    if words and words[0].upper() in syntax.rulesets:
        ruleset = words.pop(0).upper()
    lists: dict[str, list[str]] = {"B": [], "W": [], "E": []}
    if syntax.read_link is not None:
        lists["L"] = []
    sign, links_said = "", False
    for word in words:
        if word in lists:
            sign = word
            links_said |= word == "L"
            continue
        read = syntax.read_link if sign == "L" and syntax.read_link else syntax.read_square
        found = read(word) if sign else ""
        if found:
            lists[sign].append(found)
        elif complaint is None:
            complaint = syntax.bad_square.given(text=word[:_SHOWN])
    width, height = size if size is not None else (None, None)
    first, second, empty = (tuple(lists[sign]) for sign in "BWE")
    links = tuple(lists["L"]) if links_said else None
    return Placement(width, height, first, second, empty, to_play, ruleset, links), complaint


@lru_cache(maxsize=_KEPT)
def _beyond(syntax: SetupSyntax, placement: Placement, width: int, height: int) -> str:
    for square in placement.squares:
        at = syntax.column_row(square)
        if at is None or at[0] >= width or at[1] >= height:
            return square
    return ""
