"""The outline of a study: what a book, a page or a text says of records, as plain data.

`viewer.publish.sections.sections` makes it, section by section. Texts are those of the file or already in
the reader's language; they contain no markup, and whoever writes them into a form escapes them there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import overload

from viewer.base.named import NamedTuple
from viewer.games.geometry import Geometry, Link
from viewer.tree.annotation import Mark


class Heading(NamedTuple):
    """The head of a record. Every text is one line, "" if it isn't known.

    Attributes:
        title: the players, else the record's title, else "Game 3".
        subtitle: the record's own title if the players come first.
        sides: the players, in the order of `Game.sides`; `written` as the record has them.
        ranks: their ranks or ratings.
        pairing: how the players stand beside each other, with {first} and {second} in their places.
        start: the name of a start that isn't the usual one (a handicap, a set-up position).
        opening: its name; `opening_code` is ECO's and the like.
        players: who has which colour, with their ranks, where books tell it below the title.
        terms: the conditions of play.
        outcome: the result in words, for a head that tells it.
    """

    title: str
    subtitle: str = ""
    sides: tuple[str, str] = ("", "")
    written: tuple[str, str] = ("", "")
    ranks: tuple[str, str] = ("", "")
    event: str = ""
    place: str = ""
    date: str = ""
    round: str = ""
    result: str = ""
    annotator: str = ""
    start: str = ""
    pairing: str = "{first} – {second}"
    opening: str = ""
    opening_code: str = ""
    players: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    outcome: str = ""

    def paired(self, first: str, second: str) -> str:
        """Texts for the players as `pairing` has them."""
        head, _, rest = self.pairing.partition("{first}")
        between, _, tail = rest.partition("{second}")
        return f"{head}{first}{between}{second}{tail}"

    @property
    def ranked(self) -> list[str]:
        """The players, each with the rank or rating."""
        both = zip(self.sides, self.ranks, strict=True)
        return [f"{side} ({rank})" if rank else side for side, rank in both]

    @property
    def occasion(self) -> tuple[str, ...]:
        """Where and when it was played: event with the round, place, date."""
        said = f" ({self.round})" if self.round.strip("-?") and self.event else ""
        return tuple(part for part in (self.event + said, self.place, self.date) if part)

    @property
    def beginning(self) -> tuple[str, ...]:
        """How it began: a start that isn't the usual one, the conditions, the opening with its code."""
        opening = " ".join(part for part in (self.opening, self.opening_code) if part)
        return tuple(part for part in (self.start, *self.terms, opening) if part)

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts that a book prints below the title, in order, each once."""
        parts = (*self.players, self.subtitle, *self.occasion, *self.beginning)
        return tuple(dict.fromkeys(part for part in parts if part and part != self.title))


class PrintedMove(NamedTuple):
    """A move, or something else that happens at a node, as it is printed.

    Attributes:
        node: the node's id.
        ply: the ply of its position, as `State.ply` counts.
        number: the number ahead of it ("12.", "12…"), "" if it is implied by the move before.
        text: the move in the chosen notation, or words for what is no move.
        signs: its glyphs (!, ±).
        asides: what is printed small behind it: evaluation, clock, title, bookmark.
        played: whether it is a move or an end; words for other events are set as text.
        wrong: whether it breaks a rule.
        ends: whether it is no move but how the game ended.
    """

    node: int
    ply: int
    number: str
    text: str
    signs: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    played: bool = True
    wrong: bool = False
    ends: bool = False


class PlainMoves(Sequence[PrintedMove]):
    """Moves of which nothing but a number and a text is printed, in columns; equal to a tuple of them.

    Attributes:
        nodes, numbers, texts: of each.
        ply: of the first; the others have the next ones.
    """

    __slots__ = ("nodes", "numbers", "ply", "texts")

    def __init__(
        self, nodes: Sequence[int], ply: int, numbers: Sequence[str], texts: Sequence[str]
    ) -> None:
        self.nodes, self.ply, self.numbers, self.texts = nodes, ply, numbers, texts

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[PrintedMove]:
        return map(PrintedMove, self.nodes, count(self.ply), self.numbers, self.texts)

    @overload
    def __getitem__(self, at: int) -> PrintedMove: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[PrintedMove, ...]: ...

    def __getitem__(self, at: int | slice) -> PrintedMove | tuple[PrintedMove, ...]:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class Moves(NamedTuple):
    """Successive moves of one line with nothing between them.

    `level` is 0 for the main line, 1 for variations on it, and so on. `begins`: a line begins here; else it
    goes on, after a comment, a diagram or the variations on it. `lead`: what stands ahead of a line in bold,
    "" for what its book says there.
    """

    level: int
    begins: bool
    moves: Sequence[PrintedMove]
    lead: str = ""


class Comment(NamedTuple):
    """A comment; line feeds separate its paragraphs.

    `ahead`: it belongs before the move of its node. `begins`: a line begins with it. `lead`: what stands
    ahead of it in bold, the move that it is about; such a comment is a paragraph of its own, or, if it is
    `joined`, goes on in that of the comment before.
    """

    level: int
    node: int
    text: str
    ahead: bool = False
    begins: bool = False
    lead: str = ""
    joined: bool = False


class Title(NamedTuple):
    """The title of a chapter within a record; `depth` is 1 for those that stand in no other.

    `name`: by which facts lead to it, "" for one to which none do.
    """

    depth: int
    node: int
    text: str
    name: str = ""


class Position(NamedTuple):
    """A position as `viewer.scene.picture.board_shapes` draws it.

    Attributes:
        geometry: the board.
        part: the squares to show, () for all.
        pieces: (square, kind) of each.
        counts: the number of pieces at squares that hold several.
        links, chain: links between pieces, the squares of a winning chain.
        marks: signs on the board.
        last: the squares of the last move.
        numbers: move numbers by square.
    """

    geometry: Geometry
    part: tuple[str, ...] = ()
    pieces: tuple[tuple[str, str], ...] = ()
    counts: Mapping[str, int] = MappingProxyType({})
    links: tuple[Link, ...] = ()
    chain: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    last: tuple[str, ...] = ()
    numbers: Mapping[str, int] = MappingProxyType({})


class Diagram(NamedTuple):
    """A position in print.

    Attributes:
        level: of the line it belongs to, as in `Moves`.
        node: the id of the node whose position it shows.
        number: counted from 1 within the record.
        position: what it shows.
        flipped: whether it is seen from the other side.
        title: the name it has in the record (of a bookmark, of a figure), "" for none.
        after: the move that led to it with its number ("12…Nf6"), "" at a start.
        side: index of the side to move.
        to_move: whose move it is, in words ("White to move"), "" if the game is over.
        text: the position in the form that programs for the game read (FEN and the like).
        first, last: the numbers of the first and last move of a figure with move numbers; 0 without.
        notes: (number of a move, what stands at its point: a move's number or a label) of the moves of a
            figure that were played where a stone is shown already; or what move it was, if it put no stone.
        name: what texts and its caption call it ("Figure 2 (24–78)", "Dia. 3"), "" if they don't.
    """

    level: int
    node: int
    number: int
    position: Position
    flipped: bool = False
    title: str = ""
    after: str = ""
    side: int = 0
    to_move: str = ""
    text: str = ""
    first: int = 0
    last: int = 0
    notes: tuple[tuple[int, str], ...] = ()
    name: str = ""


class Fact(NamedTuple):
    """A row of facts: of what, and what is known of it, a cell for each head.

    `leads`: where `what` leads to: "#" and the name of a title, or the address of a file; "" for nowhere.
    """

    what: str
    cells: tuple[str, ...]
    leads: str = ""


class Facts(NamedTuple):
    """A table of what is known; `heads` are those of its columns behind the first, which says of what."""

    node: int
    heads: tuple[str, ...]
    rows: tuple[Fact, ...]

    @property
    def numbers(self) -> list[bool]:
        """Whether each column behind the first has numbers only, which stand at its right side."""
        columns = zip(*(row.cells for row in self.rows), strict=True)
        return [all(not one or _NUMBER.fullmatch(one) for one in column) for column in columns]


_NUMBER = re.compile(r"[-+−]?\d[\d.,:]*(\s?\D+)?")  # with its unit


class Graph(NamedTuple):
    """The evaluations of a line.

    Attributes:
        node: the id of the root.
        shares: at each node the height of the curve, from 0 (the second side wins) to 1; None for none.
        marks: bad moves: (index in `shares`, NAG).
        above, below: which side is better there, in words.
    """

    node: int
    shares: tuple[float | None, ...]
    marks: tuple[tuple[int, int], ...]
    above: str
    below: str


Item = Moves | Comment | Title | Diagram | Facts | Graph


class Section(NamedTuple):
    """A record of the study.

    Attributes:
        record: its index in the collection.
        game: id of its game.
        chapter: the title of the chapter that begins with it ("" if it goes on with the one before); used
            if records are grouped, by their event for instance.
        grouped: whether the section stands in such a chapter.
        heading: its head.
        items: its content, in the order of printing.
        left_out: how many annotations of each facet, headers and variations aren't in it.
        board: the size of its board where it isn't the usual one: `13×13`, else "".
        kind: what it is, in words, if it isn't of a record (whose index and game then are those of others).
    """

    record: int
    game: str
    chapter: str
    grouped: bool
    heading: Heading
    items: tuple[Item, ...]
    left_out: Mapping[str, int] = MappingProxyType({})
    board: str = ""
    kind: str = ""
