"""Moves as people type and print them, without a format: `e4 e5 Nf3`, `1、炮二平五（当头炮），马8进7；`."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.named import NamedTuple
from viewer.formats.prose.article import Article, Stretch
from viewer.formats.prose.reading import article
from viewer.formats.prose.text import read
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.tree.action import Written
from viewer.tree.annotation import COMMENT, NoteValue
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

_SHOWN = 40  # moves


class Left(NamedTuple):
    """A piece of a text that is no move: the row that it stands behind (-1: before the first), its words."""

    row: int
    words: str


class Understood(NamedTuple):
    """What of a text is moves.

    Attributes:
        rows: the moves as a branch, what stands in brackets behind one as its comment. None breaks a rule.
        left: the rest.
        ahead: the comment ahead of them.
    """

    rows: tuple[NodeData, ...]
    left: tuple[Left, ...] = ()
    ahead: str = ""

    @property
    def whole(self) -> bool:
        """Whether there are moves and nothing else."""
        return bool(self.rows) and not self.left

    def with_comments(self) -> Understood:
        """The moves, with what is left as comments where it stands."""
        rows, ahead = list(self.rows), [self.ahead] if self.ahead else []
        for row, words in self.left:
            if row >= 0:
                _say(rows, row, words)
            else:
                ahead.append(words)
        return Understood(tuple(rows), ahead="\n".join(ahead))

    def in_words(self, game: Game[State], state: State, style: str) -> str:
        """The first moves of the main line with their numbers, in a notation ("" for the usual one)."""
        words: list[str] = []
        numbering, begin = game.numbering(state), state.ply
        last, count = -1, 0
        for at, row in enumerate(self.rows):
            if row.parent != last:
                continue  # of a variation
            last, count = at, count + 1
            if count > _SHOWN:
                return " ".join([*words, "…"])
            state = game.step(state, row.action)
            ply = state.ply - begin
            if not words or numbering.by_ply or not numbering.at(ply)[1]:
                words.append(numbering.label(ply))
            words.append(game.notation(state, style or game.notations[0].id))
        return " ".join(words)


def understood(text: str, game: Game[State], state: State) -> Understood:
    """What of a text is moves of a game from a state on, as people write them."""
    return _understood(text, article(text, game, state, continued=True, strict=True))


def _understood(text: str, found: Article) -> Understood:
    rows = [row._replace(notes=_without(row.notes, COMMENT)) for row in found.rows]
    left: list[Left] = []
    ahead: list[str] = []
    last: Stretch | None = None
    for one in found.stretches:
        words = text[one.start : one.end]
        if one.kind == "comment" and one.row < 0:
            ahead.append(words)
        elif one.kind == "comment":
            _say(rows, one.row, words)
        elif one.kind in ("words", "unsure"):
            if last is not None and last.kind in ("words", "unsure") and last.row == one.row:
                words = left.pop().words + text[last.end : one.end]
            left.append(Left(one.row, words))
        last = one
    return Understood(tuple(rows), tuple(left), "\n".join(ahead))


def _without(notes: Mapping[str, NoteValue], name: str) -> dict[str, NoteValue]:
    return {one: value for one, value in notes.items() if one != name}


def _say(rows: list[NodeData], row: int, words: str) -> None:
    """Add words to the comment of a row."""
    if words:
        at = rows[row]
        said = at.notes.get(COMMENT)
        comment = f"{said}\n{words}" if said else words
        rows[row] = at._replace(notes={**at.notes, COMMENT: comment})


def sound(record: Record) -> Understood:
    """What of a record are moves that the rules allow; the others are left, and those behind them stay.

    The comment of the root is ahead of them.
    """
    game = game_of(record.game)
    rows: list[NodeData] = []
    left: list[Left] = []
    start = game.start_of(record)
    stack = [(child, -1, start) for child in reversed(record.root.children)]
    while stack:
        node, row, before = stack.pop()
        after = game.advance(before, node.action)
        if type(after.action) is not Written and game.violation(after) is None:
            rows.append(NodeData(len(rows), row, after.action, dict(node.notes)))
            row, before = len(rows) - 1, after
        else:
            words = " ".join(
                filter(None, (game.notation(after, game.notations[0].id), node.comment))
            )
            if left and left[-1].row == row:
                words = f"{left.pop().words} {words}"
            left.append(Left(row, words))
        stack += [(child, row, before) for child in reversed(node.children)]
    return Understood(tuple(rows), tuple(left), record.root.comment)


def understood_best(
    text: str, here: tuple[Game[State], State] | None = None
) -> tuple[str, State, Understood] | None:
    """(game, state, moves) where most of a text is moves, if possible all of it: at a position of a game,
    at that game's usual start, or at that of another; None if it is moves nowhere.

    Away from the position, one move alone tells no game.
    """
    found = read(text, here=here, strict=True)
    if not found.told:
        return None
    one = found.told[0]
    game = game_of(one.game)
    state = here[1] if here is not None and one.goes_on else game.start(one.setup)
    return one.game, state, _understood(found.text, one.article)
