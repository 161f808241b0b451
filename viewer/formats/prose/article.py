"""A game that a text tells, while it is read and afterwards: moves, words, and where they are in the text."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.named import NamedTuple
from viewer.formats.prose import words
from viewer.games.game import Game, State
from viewer.tree.action import Action
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS, NoteValue
from viewer.tree.diagram import DIAGRAM
from viewer.tree.serial import NodeData

MOST_ROWS = 20_000
"""Moves that are read of a text."""
_ROOT = -1
_ASKED = 2  # the glyph "?", which also ends a question
_MOST_ENDS = 8  # of variations that a number may go on


class Stretch(NamedTuple):
    """A stretch of a text and what it was understood as.

    Attributes:
        kind: "move", "illegal" (a move that the rules forbid), "unsure" (a move of the notation that
            isn't taken as one), "words", "comment" (words in brackets), "diagram", "result", "header".
        start, end: its offsets.
        row: of the move, or of the move that the words belong to; -1 for what is ahead of all moves.
    """

    kind: str
    start: int
    end: int
    row: int = _ROOT


class Article(NamedTuple):
    """One game of a text.

    Attributes:
        rows: the moves, in the order of `Record.walk`: a row's first child goes on with the line.
        notes: of the root.
        stretches: what each part of the text was understood as, in its order.
        result: how it ended, as the text says it; "" if it doesn't.
        leaps: the numbers that didn't fit.
        joined: the moves that follow another one without a word between them, name their side, or have
            the next numbers, if many do.
        doubtful: whether its moves prove little: every point of the board is a move, or their numbers aren't
            the usual ones.
        elsewhere: whether they begin at a position that the text only shows, in a picture.
        whole: whether all of its moves were read.
        end: the offset where the game ends.
    """

    rows: tuple[NodeData, ...]
    notes: dict[str, NoteValue]
    stretches: tuple[Stretch, ...]
    result: str = ""
    leaps: int = 0
    joined: int = 0
    doubtful: bool = False
    elsewhere: bool = False
    whole: bool = True
    end: int = 0

    @property
    def legal(self) -> int:
        """The number of moves that the rules allow."""
        return sum(one.kind == "move" for one in self.stretches)

    @property
    def illegal(self) -> int:
        """The number of moves that they forbid."""
        return sum(one.kind == "illegal" for one in self.stretches)

    @property
    def unsure(self) -> int:
        """The number of stretches that are spelt like moves and weren't taken as moves."""
        return sum(one.kind == "unsure" for one in self.stretches)

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What the better of two readings of one text has more of."""
        worth = 2 * self.legal - 4 * self.illegal - 2 * self.leaps - self.unsure
        return worth, self.legal, self._main, -len(self.stretches)

    @property
    def is_some(self) -> bool:
        """Whether it is a game: two moves in a line, or nothing but one; few that the rules forbid."""
        if self.elsewhere:
            return False
        said = any(one.kind in ("words", "unsure") for one in self.stretches)
        if self.doubtful and said:
            asked = sum(_ASKED in row.notes.get(GLYPHS, ()) for row in self.rows)  # type: ignore[operator]
            few = self.legal < 3 or 2 * self.joined < self.legal
            if few or 2 * asked > len(self.rows):  # nobody makes a mistake at every move
                return False
        some = any(row.parent != _ROOT for row in self.rows) if said else bool(self.rows)
        return some and self.legal > 3 * self.illegal

    @property
    def _main(self) -> int:
        """The number of moves in the main line."""
        behind, moves = _ROOT, 0
        for at, row in enumerate(self.rows):
            if row.parent != behind:
                break
            behind, moves = at, moves + 1
        return moves


def blank(text: str, found: Article, begin: int) -> Article:
    """An article of nothing but its words from an offset on, in place of one whose moves are none."""
    inner = text[begin : found.end]
    said = inner.strip()
    start = begin + inner.index(said)
    stretches = (Stretch("words", start, start + len(said)),) if said else ()
    notes: dict[str, NoteValue] = {COMMENT: said} if said else {}
    return Article((), notes, stretches, whole=found.whole, end=found.end)


class Row:
    """A move while the text is read."""

    __slots__ = (
        *("action", "before", "children", "depth", "main", "notes", "parent", "said", "state"),
    )

    def __init__(self, parent: int, depth: int, action: Action | None, state: State) -> None:
        self.parent = parent
        self.depth = depth
        self.action = action
        self.state = state
        self.notes: dict[str, NoteValue] = {}
        self.said: list[tuple[int, int]] = []  # where its comment is in the text
        self.before: tuple[int, int] | None = None  # and that ahead of it
        self.children: list[int] = []
        self.main = False


class Rows:
    """The moves of a game while it is read. Row 0 is the start; rows are counted from -1 in the result.

    Attributes:
        rows: all of them.
        end: the last one of the main line.
        ends: those of variations, the last one first.
        stretches: what was understood so far.
    """

    def __init__(self, text: str, game: Game[State], start: State) -> None:
        self._text = text
        self._game = game
        self.rows = [Row(_ROOT, 0, None, start)]
        self.end = 0
        self.ends: list[int] = []
        self.stretches: list[Stretch] = []

    @property
    def full(self) -> bool:
        """Whether no more moves are taken."""
        return len(self.rows) > MOST_ROWS

    def __getitem__(self, row: int) -> Row:
        return self.rows[row]

    def put(self, place: int, action: Action, start: int, end: int, varies: bool, kind: str) -> int:
        """The row of a move behind another: that which is there, or a new one."""
        above = self.rows[place]
        for child in above.children:
            if self.rows[child].action == action:
                self.add(kind, start, end, child)
                # Told before as what might be, now as what was.
                if not varies and place == self.end:
                    self.rows[child].main = True
                    self.end = child
                return child
        if self.full:
            return place
        row = Row(place, above.depth + 1, action, self._game.step(above.state, action))
        self.rows.append(row)
        new = len(self.rows) - 1
        if varies:
            above.children.append(new)
            self.ends = [new, *(one for one in self.ends if one != place)][:_MOST_ENDS]
        else:
            row.main = True
            above.children.insert(0, new)
            self.end = new
        self.add(kind, start, end, new)
        return new

    def add(self, kind: str, start: int, end: int, row: int) -> None:
        """Say what a stretch was understood as."""
        self.stretches.append(Stretch(kind, start, end, row))

    def sign(self, row: int, glyph: int, end: int) -> None:
        """Add a glyph behind a move."""
        notes = self.rows[row].notes
        notes[GLYPHS] = (*notes.get(GLYPHS, ()), glyph)  # type: ignore[misc]  # a tuple of numbers
        if self.stretches and self.stretches[-1].kind == "move":
            self.stretches[-1] = self.stretches[-1]._replace(end=end)

    def picture(self, start: int, end: int, row: int) -> None:
        """Mark the position after a row for print; ahead of all moves what says so stays words."""
        if not row:
            self.say(self._text[start:end], start, row)
            return
        notes = self.rows[row].notes
        if DIAGRAM not in notes.get(GLYPHS, ()):  # type: ignore[operator]  # a tuple of numbers
            notes[GLYPHS] = (*notes.get(GLYPHS, ()), DIAGRAM)  # type: ignore[misc]  # the same
        self.add("diagram", start, end, row)

    def say(self, text: str, at: int, row: int, kind: str = "words") -> bool:
        """Add words at an offset to the comment of a row; returns whether they say anything."""
        said = text.strip()
        if kind != "comment":
            said = said.lstrip(words.SEPARATORS).rstrip(" ,，、:：(（\t\r\n　")
        if not said:
            return False
        start = at + text.index(said)
        end = start + len(said)
        parts = self.rows[row].said
        last = self.stretches[-1] if self.stretches else None
        if parts and last is not None and last.row == row and last.end == parts[-1][1]:
            parts[-1] = parts[-1][0], end
        else:
            parts.append((start, end))
        self.add(kind, start, end, row)
        return True

    def doubt(self, start: int, end: int) -> None:
        """Say that what the last words end with is spelt like a move."""
        if self.stretches and self.stretches[-1].kind == "words":
            last = self.stretches.pop()
            if last.start < start:
                self.stretches.append(last._replace(end=start))
            self.add("unsure", start, end, last.row)

    def move_ahead(self, row: int, of: int, opened: int) -> None:
        """Words of a row that are the first in a bracket, opened there, belong before its first move."""
        parts = self.rows[of].said
        if parts and parts[-1][0] >= opened:
            self.rows[row].before = parts.pop()

    def with_plies(self, ply: int, here: int, main_first: bool, opened: bool) -> Iterator[int]:
        """The rows behind so many plies that a number may mean, the likeliest first.

        The first number in a bracket that was `opened` here means a move of the line before it.
        """
        told = set[int]()
        if opened:
            row = here
            while row >= 0 and self.rows[row].depth > ply:
                row = self.rows[row].parent
            if row >= 0 and self.rows[row].depth == ply:
                told.add(row)
                yield row
        ends = (self.end, here) if main_first else (here, self.end)
        for end in (*ends, *self.ends):
            if self.rows[end].depth == ply and end not in told:
                told.add(end)
                yield end
        for row in (here, self.end):
            while row >= 0 and self.rows[row].depth > ply:
                row = self.rows[row].parent
            if row >= 0 and self.rows[row].depth == ply and row not in told:
                told.add(row)
                yield row

    def _with_brackets(self, start: int, end: int) -> str:
        """A part of the text with the brackets at its ends whose counterparts are in it."""
        inner = self._text[start:end]
        before, behind = self._text[start - 1 : start], self._text[end : end + 1]
        for sign, other in words.OPEN.items():
            closed = inner.count(other) - inner.count(sign)
            if closed == 1 and before == sign:
                return before + inner
            if closed == -1 and behind == other:
                return inner + behind
        return inner

    def _notes(self, row: Row) -> dict[str, NoteValue]:
        if row.said:
            row.notes[COMMENT] = "\n".join(self._with_brackets(*part) for part in row.said)
        if row.before is not None:
            row.notes[BEFORE] = self._text[slice(*row.before)]
        return row.notes

    def done(self) -> tuple[tuple[NodeData, ...], dict[str, NoteValue], tuple[Stretch, ...]]:
        """(rows in the order of a record, notes of the root, stretches with these rows)."""
        order: list[int] = []
        stack = [0]
        while stack:
            row = stack.pop()
            order.append(row)
            children = sorted(self.rows[row].children, key=lambda one: not self.rows[one].main)
            stack.extend(reversed(children))
        place = {row: at - 1 for at, row in enumerate(order)}
        data: list[NodeData] = []
        for row in order[1:]:
            one = self.rows[row]
            data.append(NodeData(place[row], place[one.parent], one.action, self._notes(one)))
        stretches = tuple(one._replace(row=place[one.row]) for one in self.stretches)
        return tuple(data), self._notes(self.rows[0]), stretches
