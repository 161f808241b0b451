"""Set-ups as text: a size, stones of both sides, squares that become empty, whose turn it is.

`11x9 B a1 c3 W d4 PL W`. A text with a size is a whole position, one without says what changes.
B is the first side's in every game, W the second's. How squares are written is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from viewer.base.messages import Message
from viewer.games.stones import coordinates
from viewer.tree.action import Setup

_SHOWN = 40  # characters of a word that can't be read


class Placement(NamedTuple):
    """What a set-up says.

    Attributes:
        width, height: of the board, None if the text has no size: it changes what is there.
        first, second, empty: squares where a stone of the first or second side comes to be, or none, as
            the text has them.
        to_play: one of `SetupSyntax.players`, "" if nothing is said.
        ruleset: one of `SetupSyntax.rulesets`, "" if nothing is said.
        links: links between stones: exactly these are there (whole positions) or added; None: all that
            the rules allow.
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
        """All squares that it names."""
        return (*self.first, *self.second, *self.empty)


class SetupSyntax(NamedTuple):
    """How a game writes its set-ups.

    Attributes:
        usual: width and height of a board of which no size is said.
        smallest, largest: lines that a board can have in each direction.
        players: how its moves name the first and the second side.
        no_size: the sentence for an empty text.
        bad_size, bad_square: the sentences for a word `{text}` that is no size, or no square.
        column_row: column and row of a square, from 0; None for what is no square on any board.
        capitals: whether capital letters aren't small ones.
        sort_squares: squares in the order in which they are written, each once.
        rulesets: names of rulesets that may follow the size, in capitals.
        read_link: the link that a word names, "" for none; None in games without links.
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
        """Width and height of `11` or `11x9`, None for anything else, also sizes that no board has."""
        return coordinates.read_size(text, self.smallest, self.largest)

    def read_square(self, word: str) -> str:
        """The square that a word names, "" for none."""
        square = word if self.capitals else word.lower()
        return square if self.column_row(square) is not None else ""

    def read(self, text: str) -> Placement:
        """A set-up as far as it can be read: words that name nothing are left out (see `complaint`).

        Places off the board are kept: its size may be said elsewhere. A size that no board has is read
        as the usual one.
        """
        return self._read(text)[0]

    def read_sized(self, setup: Setup | None) -> Placement:
        """A start with its size spelt out: the usual one where it says none, or is None."""
        found = self.read("" if setup is None else setup.text)
        width, height = self.size_of(found)
        return found._replace(width=width, height=height)

    def size_of(self, placement: Placement) -> tuple[int, int]:
        """Width and height of a whole position's board: the usual ones where it says none."""
        width = placement.width or self.usual
        return width, placement.height or width

    def complaint(self, text: str) -> Message | None:
        """The first thing in a set-up that couldn't be read, None if all could."""
        return self._read(text)[1]

    def write(self, placement: Placement) -> str:
        """The neutral text of a set-up: lists sorted, each square once, nothing that is empty."""
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
                words.extend(self.sort_squares(squares))
        if placement.links is not None:
            words.append("L")
            words.extend(sorted(set(placement.links)))
        if placement.to_play:
            words.extend(("PL", "BW"[self.players.index(placement.to_play)]))
        return " ".join(words)

    def _read(self, text: str) -> tuple[Placement, Message | None]:
        words = text.split()
        to_play = ""
        # `PL` is a square too on boards of go above 41 lines: only at the very end it says who plays.
        if len(words) > 1 and words[-2] == "PL":
            to_play = self._player(words[-1])
            if to_play:
                del words[-2:]
        complaint: Message | None = None
        size: tuple[int, int] | None = None
        if words and words[0][0].isdigit() and words[0].upper() not in self.rulesets:
            size = self.read_size(words[0])
            if size is None:
                least, most = self.smallest, self.largest
                complaint = self.bad_size.given(
                    text=words[0][:_SHOWN], smallest=least, largest=most
                )
                size = self.usual, self.usual
            del words[0]
        ruleset = ""
        if words and words[0].upper() in self.rulesets:
            ruleset = words.pop(0).upper()
        lists: dict[str, list[str]] = {"B": [], "W": [], "E": []}
        if self.read_link is not None:
            lists["L"] = []
        sign, links_said = "", False
        for word in words:
            if word in lists:
                sign = word
                links_said |= word == "L"
                continue
            read = self.read_link if sign == "L" and self.read_link else self.read_square
            found = read(word) if sign else ""
            if found:
                lists[sign].append(found)
            elif complaint is None:
                complaint = self.bad_square.given(text=word[:_SHOWN])
        width, height = size if size is not None else (None, None)
        first, second, empty = (tuple(lists[sign]) for sign in "BWE")
        links = tuple(lists["L"]) if links_said else None
        return Placement(width, height, first, second, empty, to_play, ruleset, links), complaint

    def _player(self, word: str) -> str:
        """The player of B or W, or of a player's own name; "" for anything else."""
        if word in ("B", "W"):
            return self.players["BW".index(word)]
        return word if word in self.players else ""
