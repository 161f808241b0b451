"""Which moves a text tells, in which variations, and which words belong to which of them.

A move of the rules is a move of the game only in a run: behind a number, behind the name of a side, on a
line or in a text of nothing but moves, or right behind another move of the run. A word ends the run. A
number tells where a run goes on: at the end of the main line, or earlier, in a variation. What stands in
brackets begins at the move before them. A move behind a word of supposing begins a variation of the move
before it. All else stays words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.formats.prose import words
from viewer.formats.prose.article import Article, Rows
from viewer.formats.prose.tokens import (
    CLOSE,
    DIAGRAM,
    GAP,
    GLYPH,
    LABEL,
    MOST,
    MOVE,
    NUMBER,
    OPEN,
    RESULT,
    SIDE,
    Token,
    lines_of_moves,
    numbers_ahead,
    tokens,
)
from viewer.games.game import Game, State
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS

_SIGNS = {sign: number for number, sign, _ in (*MOVE_GLYPHS, *POSITION_GLYPHS)}
_SIGNS |= {"+-": 18, "-+": 19, "+/-": 16, "-/+": 17, "+/=": 14, "=/+": 15}
_NARROW = str.maketrans("！？", "!?")
_WEAK = 24  # characters before a move in which words like "after" and "or" belong to it
_MANY_ILLEGAL = 2
_SOME = 4  # moves that are a game
_LONG = 8_000  # tokens of a text that is read in one way only
_MANY_MISSED = 300


def article(
    text: str,
    game: Game[State],
    start: State,
    begin: int = 0,
    continued: bool = False,
    strict: bool = False,
    beside: bool = False,
) -> Article:
    """The reading of a text from an offset on, up to the end of its first game.

    `start` is the position at which it begins; `continued` says that it isn't the first of a game, so that
    the first number of the text, whatever it is, stands for it. `strict` leaves moves that the rules forbid
    as words even within a run. `beside` says that the text is about moves that aren't in it, as a comment is:
    what is supposed at its beginning is a variation of those.
    """
    cut = tokens(text[begin:], game)
    if begin:
        cut = [one._replace(start=one.start + begin, end=one.end + begin) for one in cut]
    best: Article | None = None
    for by_ply in dict.fromkeys((game.numbering(start).by_ply, not game.numbering(start).by_ply)):
        reading = _Reading(text, game, start, cut, by_ply, continued, strict)
        found = reading.read()
        if reading.goes_on_supposed and not beside:
            # No move follows there, beside which they were variations: they stay words.
            last = reading.end_of_main
            found = _Reading(text, game, start, cut, by_ply, continued, strict, last).read()
        if best is None or found.rank > best.rank:
            best = found
        if len(cut) > _LONG or (not found.leaps and not found.unsure):
            break
    assert best is not None
    return best


class _Frame(NamedTuple):
    """What is restored at the end of a bracket."""

    here: int
    home: int
    resumed: bool
    supposed: str
    label: int | None
    opened: int = 0  # its offset


class _Reading:
    """One way of reading tokens as a game.

    `closed` is how many moves the main line has, if no variation may go on behind it.
    """

    def __init__(
        self,
        text: str,
        game: Game[State],
        start: State,
        cut: list[Token],
        by_ply: bool,
        continued: bool,
        strict: bool,
        closed: int = -1,
    ) -> None:
        self._closed = closed
        self._strict = strict
        self._text = text
        self._game = game
        self._tokens = cut
        self._by_ply = by_ply
        self._numbering = game.numbering(start)
        self._rows = Rows(text, game, start)
        self._here = 0  # the row that words belong to, and a run goes on from
        self._home = 0  # the row to go back to at the end of a sentence
        self._resumed = False  # whether a run goes on without a number or a side
        self._supposed = ""  # the words of supposing in this sentence
        self._label: int | None = None  # where the variations that have labels begin
        self._frames: list[_Frame] = []
        self._first: int | None = None if continued else self._numbering.number
        self._illegal = 0  # one after the other
        self._leaps = 0
        self._joined = 0
        self._missed = 0
        self._may_return = False  # whether a line begins that may go on before the supposition
        self._missed_at = -1  # where the last one ended that isn't taken
        self._result = ""
        self._pure = lines_of_moves(cut)
        self._ahead = numbers_ahead(cut)
        said = [one.text.strip() for one in cut if one.kind == MOVE]
        self._spelling = game.spelling_of(said)
        # Where both sides write in their own ways, each keeps to it.
        self._signs = tuple(map(set, game.side_signs))
        self._sides_told = all(any(signs & set(one) for one in said) for signs in self._signs)
        self._continued = continued
        self._elsewhere = False  # whether the moves begin at a position that isn't told
        self._stops = len(text)

    @property
    def end_of_main(self) -> int:
        """The number of moves in the main line."""
        return self._rows[self._rows.end].depth

    @property
    def goes_on_supposed(self) -> bool:
        """Whether variations go on behind the main line."""
        return bool(self._rows[self._rows.end].children)

    def read(self) -> Article:
        """The game."""
        at = 0
        while at < len(self._tokens) and not self._is_hopeless:
            at = self._take(at)
        if at < len(self._tokens):
            start = self._tokens[at].start
            self._rows.say(self._text[start:], start, self._here)
        return self._done()

    # ------------------------------------------------------------------------------ tokens

    @property
    def _is_hopeless(self) -> bool:
        """Whether so little of what is spelt like a move is one that the rest needn't be tried."""
        return self._missed > _MANY_MISSED and self._missed > 10 * len(self._rows.rows)

    def _take(self, at: int) -> int:
        """Take the token at a position, and what belongs to it; returns the position behind."""
        token = self._tokens[at]
        if token.kind == NUMBER and self._is_another_game(at):
            self._stops = token.start
            return len(self._tokens)
        if token.kind in (NUMBER, SIDE, LABEL, MOVE):
            return self._run(at)
        if token.kind == GAP:
            self._gap(at)
        elif token.kind == OPEN:
            return self._open(at)
        elif token.kind == CLOSE:
            self._close()
        elif token.kind == DIAGRAM:
            behind = self._text[token.end : token.end + _WEAK]
            if not self._rows.end and words.ELSEWHERE.match(behind):
                self._elsewhere = True
            self._rows.picture(token.start, token.end, self._here)
        elif token.kind == RESULT:
            self._rows.add("result", token.start, token.end, self._here)
            if self._rows.end and not self._frames:
                self._result = token.text
                if self._begins_another(at + 1):
                    self._stops = token.end
                    return len(self._tokens)
        elif token.kind == GLYPH:
            self._glyph(token)
        return at + 1

    def _is_another_game(self, at: int) -> bool:
        """Whether the first number comes again on a new line, before moves that begin in another way."""
        behind = self._tokens[at - 1].text if at and self._tokens[at - 1].kind == GAP else ""
        _, line_end, tail = behind.rpartition("\n")
        if not line_end or any(map(str.isalnum, tail)) or self._frames or self._supposed:
            return False
        if self.end_of_main < _SOME or self._ply(self._tokens[at]):
            return False
        moves: list[Token] = []
        for token in self._tokens[at + 1 : at + 4 * _SOME]:
            if token.kind not in (MOVE, NUMBER, SIDE, GLYPH) and token.words:
                break
            moves += [token] if token.kind == MOVE else []
        start = self._rows[0]
        first = self._meant(start.state, moves[0].text, None) if len(moves) >= _SOME else None
        return first is not None and first not in [
            self._rows[child].action for child in start.children
        ]

    def _gap(self, at: int) -> None:
        token = self._tokens[at]
        said = token.words
        if said and not said.strip("!?！？"):  # ♘f3 ! with a blank before the sign
            self._glyph(token._replace(text=said))
            said = ""
        ends = _last(words.SENTENCE_END, token.text)
        joins = self._supposed and (
            words.SUPPOSED.fullmatch(said) or words.JOINING.fullmatch(token.text)
        )
        if said and not (joins and self._moves_behind(token.end)):
            self._say(token)
            self._resumed = False
            self._illegal = 0
        if "\n" in token.text and not self._frames:
            if self._label is not None:
                self._here, self._supposed, self._resumed = self._rows.end, "", False
            elif self._supposed and self._kind_at(at + 1) == NUMBER:
                self._here, self._supposed, self._resumed = self._home, "", False
            self._may_return = bool(self._supposed)
        if ends is not None and (
            said or "\n\n" in token.text or words.SENTENCE_END.match(token.text.strip())
        ):
            if self._supposed:
                self._here, self._supposed = self._home, ""
                self._resumed = False
            if words.PARAGRAPH.search(token.text) and not self._frames:
                self._here, self._label = self._rows.end, None
        if said:
            tail = token.text[ends.end() :] if ends is not None else token.text
            self._suppose(tail)

    def _kind_at(self, at: int) -> str:
        return self._tokens[at].kind if at < len(self._tokens) else ""

    def _suppose(self, tail: str) -> None:
        """Begin a supposition, if the words before a move are of that kind."""
        if not words.SUPPOSING.search(tail) and not words.ADJACENT.search(tail[-_WEAK:]):
            return
        if not self._supposed:
            self._home = self._here
        self._supposed = tail

    def _open(self, at: int) -> int:
        token = self._tokens[at]
        inner = self._tokens[at + 1 : token.number]
        if token.text == "{" or not any(one.kind == MOVE for one in inner):
            behind = self._tokens[token.number]
            if any(one.kind not in (OPEN, CLOSE, DIAGRAM) for one in inner):
                said = self._text[token.end : behind.start]
                self._rows.say(said, token.end, self._here, "comment")
            for one in inner:
                if one.kind == DIAGRAM:
                    self._rows.picture(one.start, one.end, self._here)
            return token.number + 1
        self._frames.append(
            _Frame(
                *(self._here, self._home, self._resumed, self._supposed, self._label, token.start)
            )
        )
        self._home, self._resumed, self._supposed = self._here, False, ""
        return at + 1

    def _close(self) -> None:
        frame = self._frames.pop()
        self._here, self._home, self._resumed, self._supposed, self._label = frame[:-1]

    def _glyph(self, token: Token) -> None:
        sign = token.text.translate(_NARROW)
        number = int(sign[1:]) if sign.startswith("$") else _SIGNS.get(sign)
        if number is not None and self._here:
            self._rows.sign(self._here, number, token.end)

    def _say(self, token: Token) -> None:
        text = token.text
        if self._moves_behind(token.end):
            # Words that say only that a variation begins are told by the variation.
            text = words.PLAIN_SUPPOSING.sub("", text)
        self._rows.say(text, token.start, self._here)

    def _moves_behind(self, offset: int) -> bool:
        low, high = 0, len(self._tokens)
        while low < high:
            middle = (low + high) // 2
            if self._tokens[middle].start < offset:
                low = middle + 1
            else:
                high = middle
        return low < len(self._tokens) and self._tokens[low].kind in (MOVE, NUMBER, SIDE)

    # -------------------------------------------------------------------------------- runs

    def _run(self, at: int) -> int:
        """Take a move with its number and its side; returns the position behind."""
        first = at
        lead: dict[str, Token] = {}
        while self._tokens[at].kind != MOVE:
            lead[self._tokens[at].kind] = self._tokens[at]
            at += 1
        move, number, side = self._tokens[at], lead.get(NUMBER), lead.get(SIDE)
        if LABEL in lead:
            self._at_label()
        if number is not None:
            self._at_number(at, number, side)
        elif side is None and self._resumed and not self._goes_on_below(first):
            self._resumed = False
        placed = None
        if self._is_anchored(first, at, number, side):
            placed = self._placed_or_back(move, number, side)
            if placed is None and self._goes_on(number, move):
                placed = self._forbidden(move)
        if placed is None:
            self._unsure(first, at)
        else:
            self._took(placed, number, side, LABEL in lead)
        return at + 1

    def _at_number(self, at: int, number: Token, side: Token | None) -> None:
        """Begin or end a supposition at a number, the position of whose move is given."""
        ply = self._ply(number, side)
        if not (self._rows.end or self._frames or ply):
            self._supposed = ""  # "after 1.e4": there is nothing else that it could vary
        elif not (self._frames or self._supposed or self._resumed) and self._rows.end:
            # Within a sentence it is that of a move which the next line of moves doesn't follow.
            ahead = next(
                (self._ahead[one] for one in range(at, at - 3, -1) if one in self._ahead), None
            )
            if ahead is not None and 0 < self._ply(ahead) <= ply:
                self._home, self._supposed = self._here, " "

    def _took(self, placed: int, number: Token | None, side: Token | None, labelled: bool) -> None:
        """Go on at a move that was taken."""
        if self._frames and self._here == self._frames[-1].here:
            self._rows.move_ahead(placed, self._here, self._frames[-1].opened)
        self._joined += self._resumed or side is not None
        if self._resumed and number is not None and not (self._frames or labelled):
            self._leaps += self._rows[placed].parent != self._here
        if not self._here and side is not None and self._game.offers_pass:
            self._leaps += side.number  # in games where either side can begin, the first one does
        self._here = placed
        self._resumed = True

    def _placed_or_back(self, move: Token, number: Token | None, side: Token | None) -> int | None:
        """The row of a move where it fits; on a new line perhaps before the supposition above it."""
        placed = self._placed(move, number, side)
        if placed is None and self._may_return and side is not None:
            self._here, self._supposed = self._home, ""
            placed = self._placed(move, number, side)
        self._may_return = False
        return placed

    def _at_label(self) -> None:
        first = self._label is None and not self._rows.end
        if self._label is None:
            self._label = self._here
        self._here = self._home = self._label
        self._supposed = "" if first else " "

    def _follows_missed(self, at: int) -> bool:
        """Whether a move is the next in a list of moves of which one wasn't taken."""
        between = self._tokens[at - 1] if at else None
        return (
            between is not None
            and between.kind == GAP
            and not between.words
            and between.start == self._missed_at
        )

    def _goes_on_below(self, at: int) -> bool:
        """Whether a move at the beginning of a line follows the last one of the line before."""
        behind = self._tokens[at - 1] if at else None
        if behind is None or behind.kind != GAP or "\n" not in behind.text or self._frames:
            return True
        for token in self._tokens[at + 1 :]:
            if token.kind == NUMBER or (token.kind == GAP and "\n" in token.text.lstrip(" \t")[:1]):
                return True
            if token.kind == GAP and token.words:
                break
        else:
            return True
        state = self._rows[self._here].state
        half = self._by_ply or (self._rows[self._here].depth + self._numbering.column) % 2
        return bool(half) and self._meant(state, self._tokens[at].text, None) is not None

    def _is_anchored(self, first: int, at: int, number: Token | None, side: Token | None) -> bool:
        """Whether a move is part of a run."""
        behind = self._tokens[first - 1] if first else None
        ahead = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if ahead is not None and ahead.kind == GAP and words.SUPPOSED.match(ahead.text):
            if not self._supposed:
                self._home, self._resumed = self._here, False
            self._supposed = self._supposed or " "
        if number is None and side is None and self._follows_missed(first):
            return False
        if self._resumed or number is not None or self._supposed:
            return True
        if self._frames and self._rows.end and (behind is None or behind.kind == OPEN):
            return True  # a bracket that begins with a move
        if at in self._pure:
            return True
        if side is None:
            return False
        begins = side.text.strip() in words.MARKS or (
            behind is None
            or behind.kind != GAP
            or not behind.words
            or behind.text[-1] in words.SEPARATORS
        )
        ends = (
            ahead is None
            or ahead.kind != GAP
            or not ahead.words
            or ahead.text[0] in words.SEPARATORS
        )
        return begins and ends

    def _goes_on(self, number: Token | None, move: Token) -> bool:
        """Whether a move that the rules forbid is one all the same: another one was right before it."""
        if self._strict or not self._resumed or not self._here or self._illegal >= _MANY_ILLEGAL:
            return False
        if self._is_of_other_side(move.text, self._rows[self._here].state):
            return False
        return number is None or self._ply(number) == self._rows[self._here].depth

    def _ply(self, number: Token, side: Token | None = None) -> int:
        """How many plies are before the move of a number, which each side may count for itself."""
        if self._first is None:
            self._first = number.number
        rounds = number.number - self._first
        if self._by_ply:
            return rounds
        second = number.second or (side is not None and side.number == 1)
        return 2 * rounds + second - self._numbering.column

    def _placed(self, move: Token, number: Token | None, side: Token | None) -> int | None:
        """The row of a move where it fits best; None if it fits nowhere."""
        varies = bool(self._frames or self._supposed)
        if number is None:
            places = self._places(side)
        else:
            places = self._rows.with_plies(
                *(self._ply(number, side), self._here),
                *(not (varies or self._resumed), self._is_opened),
            )
        for place in places:
            state = self._rows[place].state
            if side is not None and not self._game.offers_pass and state.side != side.number:
                continue
            if side is None and self._is_of_other_side(move.text, state):
                continue
            found = self._meant(state, move.text, side)
            if found is not None:
                if place == self._rows.end and varies and self._rows[place].depth == self._closed:
                    return None
                return self._put(place, found, move, varies or place != self._rows.end)
        return None

    @property
    def _is_opened(self) -> bool:
        """Whether nothing was played in the bracket that is open."""
        return bool(self._frames and self._here == self._frames[-1].here and not self._resumed)

    def _places(self, side: Token | None) -> Iterable[int]:
        """The rows at which a move without a number may follow."""
        here = self._here
        opened = self._is_opened
        if not (self._supposed and not self._resumed) and not opened:
            return (here,)
        before = self._rows[here].parent
        earlier = [before] if before >= 0 else []
        further = [self._rows[before].parent] if before > 0 else []
        if opened or words.INSTEAD.search(self._supposed):
            return (*earlier, here, *further)
        return (here, *earlier, *further)

    def _meant(self, state: State, text: str, side: Token | None) -> Move | None:
        said = text[1:-1].strip() if text[0] in words.OPEN else text.strip()
        if side is not None and self._game.offers_pass:
            said = f"{'BW'[side.number]} {said}"
        found = self._game.read_moves(state, said, self._spelling)
        return found[0] if found else None

    def _is_of_other_side(self, text: str, state: State) -> bool:
        """Whether a move is written as those of the side that isn't to move are."""
        return (
            self._sides_told
            and not text.isascii()
            and bool(self._signs[1 - state.side] & set(text))
            and not self._signs[state.side] & set(text)
        )

    def _put(
        self, place: int, action: Action, token: Token, varies: bool, kind: str = "move"
    ) -> int:
        row = self._rows.put(place, action, token.start, token.end, varies, kind)
        self._illegal = self._illegal + 1 if kind == "illegal" else 0
        if not varies:
            self._home = row
        return row

    def _forbidden(self, token: Token) -> int:
        """The row of a move that the rules forbid, behind the last one."""
        state = self._rows[self._here].state
        action = self._game.resolve(state, Written(token.text)) or Written(token.text)
        varies = self._here != self._rows.end or bool(self._frames or self._supposed)
        return self._put(self._here, action, token, varies, "illegal")

    def _unsure(self, first: int, at: int) -> None:
        """Leave a move with its number and its side as words."""
        self._missed += 1
        self._missed_at = self._tokens[at].end
        start, end = self._tokens[first].start, self._tokens[at].end
        move = self._tokens[at]
        if self._resumed and self._tokens[first].kind == NUMBER:
            self._leaps += 1
        if self._rows.say(self._text[start:end], start, self._here):
            self._rows.doubt(move.start, move.end)
        self._resumed = False

    # ------------------------------------------------------------------------------ the end

    def _begins_another(self, at: int) -> bool:
        """Whether the next move of the text, from a token on, has the first number again, on a new line."""
        for token in self._tokens[at:]:
            if token.kind == NUMBER:
                new_line = "\n" in self._text[self._tokens[at - 1].end : token.start]
                return token.number == self._first and not token.second and new_line
            if token.kind in (MOVE, SIDE, LABEL):
                return False
        return False

    def _done(self) -> Article:
        """The result, in the order of a record."""
        rows, notes, stretches = self._rows.done()
        usual = self._by_ply == self._numbering.by_ply
        open_board = bool(rows) and len(self._game.touches(rows[0].action)) == 1
        return Article(
            rows,
            notes,
            stretches,
            self._result,
            self._leaps,
            self._joined,
            open_board or not usual,
            self._elsewhere and not self._continued,
            len(self._tokens) < MOST and not self._rows.full,
            self._stops,
        )


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last place of a text that a pattern matches."""
    found = None
    for one in pattern.finditer(text):
        found = one
    return found
