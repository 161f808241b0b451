"""Where in a game a move of a text fits: what its number means, which move it is, what it may follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.formats.prose import words
from viewer.formats.prose.article import Rows
from viewer.formats.prose.cut import Cut
from viewer.formats.prose.tokens import GAP, MOVE, Token
from viewer.games.game import Game, State
from viewer.tree.action import Move

_SPELT = 400  # moves from which it is told how a game is written
_LISTED = 6  # possible moves in turn that are a list in any text
FOLLOWS = "+"
"""In place of words of supposing: a variation goes on behind words that begin no other one."""


class Fitting:
    """Finds moves of a text in a game that is being read.

    Attributes:
        by_ply: whether numbers count plies, not rounds.
        numbering: how the game numbers its moves.
        first: the number that stands for the start; None until the text gives one.
    """

    def __init__(
        self,
        game: Game[State],
        start: State,
        rows: Rows,
        cut: Cut,
        begin: int,
        by_ply: bool,
        continued: bool,
    ) -> None:
        self._game = game
        self._rows = rows
        self.by_ply = by_ply
        self.numbering = game.numbering(start)
        self.first: int | None = None if continued else self.numbering.number
        said = cut.spelt(begin, _SPELT)
        self._spelling = game.spelling_of(said)
        # Where both sides write in their own ways, each keeps to it.
        self._signs = tuple(map(set, game.side_signs))
        self._sides_told = all(any(signs & set(one) for one in said) for signs in self._signs)

    def ply(self, number: Token, side: Token | None = None) -> int:
        """How many plies are before the move of a number, which each side may count for itself.

        Dots alone, at the beginning of a line, are the number of the last round, if it lacks its second move.
        """
        if not number.number and number.second:
            plies = self._rows[self._rows.end].depth
            return plies if (plies + self.numbering.column) % 2 and not self.by_ply else -1
        if self.first is None:
            self.first = number.number
        rounds = number.number - self.first
        if self.by_ply:
            return rounds
        second = number.second or (side is not None and side.number == 1)
        return 2 * rounds + second - self.numbering.column

    def meant(self, state: State, text: str, side: Token | None) -> Move | None:
        """The move of a position that a text most likely means; None if it means none."""
        said = text[1:-1].strip() if text[0] in words.OPEN else text.strip()
        if side is not None and self._game.offers_pass:
            said = f"{'BW'[side.number]} {said}"
        found = self._game.read_moves(state, said, self._spelling)
        return found[0] if found else None

    def is_of_other_side(self, text: str, state: State) -> bool:
        """Whether a move is written as those of the side that isn't to move are."""
        return (
            self._sides_told
            and not text.isascii()
            and bool(self._signs[1 - state.side] & set(text))
            and not self._signs[state.side] & set(text)
        )

    def side_of(self, text: str) -> int | None:
        """The side that a move is written for, if each writes in its own way; else None."""
        said = [side for side in (0, 1) if self._signs[side] & set(text)]
        return said[0] if self._sides_told and len(said) == 1 and not text.isascii() else None

    def is_list(self, here: int, cut: Sequence[Token], at: int) -> bool:
        """Whether so many possible moves in turn begin at a token that it can't be by chance."""
        state, missing = self._rows[here].state, _LISTED
        if self._game.offers_pass:
            return False
        for token in cut[at : at + 2 * _LISTED]:
            if token.kind == GAP and not token.words and "\n" not in token.text:
                continue
            action = self.meant(state, token.text, None) if token.kind == MOVE else None
            if action is None or len(self._game.touches(action)) == 1:
                return False
            state, missing = self._game.step(state, action), missing - 1
            if not missing:
                return True
        return False

    def is_mention(self, text: str, row: int) -> bool:
        """Whether a text means the move of a row itself, or the one before it, which are spoken of."""
        for one in (row, self._rows[row].parent):
            before = self._rows[one].parent if one > 0 else -1
            if before >= 0:
                state = self._rows[before].state
                if self.meant(state, text, None) == self._rows[one].action:
                    return True
        return False

    def behind(self, here: int, supposed: str, opened: bool) -> Iterable[int]:
        """The rows at which a move without a number may follow, the likeliest first.

        `supposed` are the words before it that make it a variation, FOLLOWS if it goes on with one;
        `opened` is whether it is the first in a bracket. Else it can only go on `here`.
        """
        if not opened and supposed in ("", FOLLOWS):
            return (here,)
        before = self._rows[here].parent
        earlier = [before] if before >= 0 else []
        further = [self._rows[before].parent] if before > 0 else []
        if opened or words.INSTEAD.search(supposed):
            return (*earlier, here, *further)
        return (here, *earlier, *further)

    def fit(
        self, places: Iterable[int], move: Token, side: Token | None, mover: int | None
    ) -> tuple[int, Move] | None:
        """The first of some rows behind which a move is possible, and what it is; None if there is none.

        `mover` is the side whose move it is, if words before it say that.
        """
        for place in places:
            state = self._rows[place].state
            if side is not None and not self._game.offers_pass and state.side != side.number:
                continue
            if mover not in (None, state.side):
                continue
            if side is None and self.is_of_other_side(move.text, state):
                continue
            found = self.meant(state, move.text, side)
            if found is not None:
                return place, found
        return None
