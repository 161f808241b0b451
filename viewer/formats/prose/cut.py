"""A text in tokens, cut once for all of its games, and what the reading of each of them asks about these."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from viewer.formats.prose import words
from viewer.formats.prose.tokens import CLOSE, GAP, MOST, MOVE, NUMBER, OPEN, SIDE, Token, tokens
from viewer.games.game import Game, State


class Cut:
    """A text in tokens from an offset on.

    A long text is cut in parts of `MOST` tokens. The next part begins with the first game that has less than
    half of one before it, so that each token is cut twice at most.

    Attributes:
        text: the text.
        game: whose moves are tokens.
        tokens: those of this part; they cover all of the text from its beginning on.
        moves: the positions of the moves among them.
        ahead: by the positions of the numbers that stand behind words on their lines, the next one that
            doesn't.
        whole: whether no part follows this one.
    """

    tokens: list[Token]
    moves: list[int]
    ahead: dict[int, Token]
    whole: bool

    def __init__(self, text: str, game: Game[State], begin: int = 0) -> None:
        self.text = text
        self.game = game
        self._cut(begin)

    def _cut(self, begin: int) -> None:
        found, self.whole = tokens(self.text[begin:], self.game)
        if begin:
            found = [Token(one[0], one[1] + begin, one[2] + begin, *one[3:]) for one in found]
        self.tokens = found
        self.moves = [at for at, one in enumerate(found) if one.kind == MOVE]
        self.ahead = _numbers_ahead(found)
        self._lines = _lines_of_moves(found)
        worded = (at for at in range(len(found) - 1, -1, -1) if found[at].kind == GAP)
        self._last_words = next((at for at in worded if found[at].words), -1)

    def begin(self, offset: int) -> int:
        """The position of the token with which a game begins at an offset; a gap there is parted.

        The offset is where the tokens begin, or where a reading of them ended.
        """
        at = self._at(offset)
        if not self.whole and len(self.tokens) - at < MOST // 2:
            self._cut(offset)
            return 0
        if at and self.tokens[at - 1].end > offset:
            at -= 1
            gap = self.tokens[at]
            self.tokens[at] = gap._replace(start=offset, text=self.text[offset : gap.end])
            if at == self._last_words and not self.tokens[at].words:
                self._last_words = -1
        return at

    def is_listed(self, at: int, first: int) -> bool:
        """Whether a move is on a line of nothing but moves in a game whose tokens begin at a position.

        Lines of one move are such lines below one of several, or where all from there on is moves.
        """
        line = self._lines.get(at)
        return line is not None and (line >= first or self._last_words < first)

    def spelt(self, first: int, most: int) -> list[str]:
        """The moves of a text from a position on, at most so many, as they are written."""
        begin = bisect_left(self.moves, first)
        return [self.tokens[at].text.strip() for at in self.moves[begin : begin + most]]

    def has_moves(self, first: int, end: int) -> bool:
        """Whether there is a move among the tokens from a position up to another one."""
        at = bisect_left(self.moves, first)
        return at < len(self.moves) and self.moves[at] < end

    def leads(self, offset: int) -> bool:
        """Whether the first token from an offset on is a move, or leads to one."""
        at = self._at(offset)
        return at < len(self.tokens) and self.tokens[at].kind in (MOVE, NUMBER, SIDE)

    def _at(self, offset: int) -> int:
        return bisect_left(self.tokens, offset, key=_start)


def _start(token: Token) -> int:
    return token.start


def _lines_of_moves(tokens: Sequence[Token]) -> dict[int, int]:
    """By the positions of moves on lines of nothing but moves: where the last line of several ones begins.

    It is their own line or one above, -1 if there is none.
    """
    found: dict[int, int] = {}
    line: list[int] = []
    worded = False
    several = -1
    depth = 0

    def end() -> None:
        nonlocal several
        if line and not worded:
            several = line[0] if len(line) > 1 else several
            found.update(dict.fromkeys(line, several))

    for at, token in enumerate(tokens):
        depth += (token.kind == OPEN) - (token.kind == CLOSE)
        if depth:
            continue
        if token.kind == MOVE:
            if any(map(str.isalpha, token.text)):
                line.append(at)
        elif token.kind == GAP:
            parts = token.text.split("\n")
            if len(parts) > 1:
                worded = worded or bool(parts[0].strip(words.SEPARATORS))
                end()
                line, worded = [], bool(parts[-1].strip(words.SEPARATORS))
                worded = worded and not words.LISTED.search(parts[-1])
            else:
                worded = worded or bool(token.words) or token.text == "/"  # a2/b2: either of them
                worded = worded and not words.LISTED.search(token.text)
    end()
    return found


def _numbers_ahead(tokens: Sequence[Token]) -> dict[int, Token]:
    """By the positions of the numbers that stand behind words on their lines, the next one that doesn't."""
    behind_words: list[int] = []
    found: dict[int, Token] = {}
    worded = False
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.kind == OPEN) - (token.kind == CLOSE)
        if depth:
            continue
        if token.kind == GAP:
            _, line_end, tail = token.text.rpartition("\n")
            worded = (worded and not line_end) or any(map(str.isalnum, tail))
        elif token.kind == NUMBER and worded:
            behind_words.append(at)
        elif token.kind == NUMBER:
            found.update(dict.fromkeys(behind_words, token))
            behind_words = []
    return found
