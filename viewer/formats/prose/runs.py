"""Runs of moves in a text: what makes a move one of the game, and where it goes.

A move of the rules is a move of the game only in a run: behind a number, behind the name of a side, on a
line or in a text of nothing but moves, behind a word of supposing, or right behind another move of the run.
"""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple
from viewer.formats.prose import words
from viewer.formats.prose.article import Rows
from viewer.formats.prose.cut import Cut
from viewer.formats.prose.fitting import Fitting
from viewer.formats.prose.tokens import (
    GAP,
    LABEL,
    MOVE,
    NUMBER,
    OPEN,
    SIDE,
    Token,
    ends_clause,
    is_behind_words,
)
from viewer.games.game import State
from viewer.tree.action import Action, Written

_MANY_ILLEGAL = 2
AHEAD = 100
"""Tokens that are looked at to find the next number."""
_STYLES = ("".join(words.CIRCLED), "(（")  # the first signs of such numbers


class Frame(NamedTuple):
    """What is restored at the end of a bracket."""

    here: int
    home: int
    resumed: bool
    supposed: str
    label: int | None
    opened: int = 0  # its offset


def _style_of(number: Token) -> str:
    """How a number is written, "" in the usual ways: one of _STYLES."""
    return next((one for one in _STYLES if number.text[0] in one), "")


class Runs:
    """Takes the moves of a game into rows, one token of a text after another from a position on.

    `strict` leaves moves that the rules forbid as words even within a run. `beside` says that the text is
    about moves that aren't in it. `closed` is how many moves the main line has, if no variation may go on
    behind it.
    """

    def __init__(
        self,
        cut: Cut,
        begin: int,
        start: State,
        by_ply: bool,
        continued: bool,
        strict: bool,
        beside: bool,
        closed: int = -1,
    ) -> None:
        self._closed = closed
        self._continued = continued
        self._strict = strict
        self._beside = beside
        self._cut = cut
        self._begin = begin
        self._text = cut.text
        self._game = cut.game
        self._tokens = cut.tokens
        self._rows = Rows(cut.text, cut.game, start)
        self._fitting = Fitting(cut.game, start, self._rows, cut, begin, by_ply, continued)
        self._here = 0  # the row that words belong to, and a run goes on from
        self._home = 0  # the row to go back to at the end of a sentence
        self._resumed = False  # whether a run goes on without a number or a side
        self._supposed = ""  # the words of supposing in this sentence
        self._mover: int | None = None  # the side that this sentence named last
        self._label: int | None = None  # where the variations that have labels begin
        self._frames: list[Frame] = []
        self._illegal = 0  # one after the other
        self._leaps = 0
        self._joined = 0
        self._counted = 0  # moves whose numbers go on with the main line
        self._unsaid = range(0)  # of the text: words of supposing that a variation would tell
        self._missed = 0
        self._missed_at = -1  # where the last one ended that isn't taken
        self._took_at = -1  # and the last one that is
        self._blind = False  # whether this sentence tells of a move that isn't taken
        self._broken = False  # whether the move of a number wasn't taken
        self._by_sides = False  # whether the moves of this run name their sides
        self._styles = set[str]()  # the ways in which moves are numbered
        self._actual = False  # whether the last words are that a move was made
        self._may_return = False  # whether a line begins that may go on before the supposition

    @property
    def end_of_main(self) -> int:
        """The number of moves in the main line."""
        return self._rows[self._rows.end].depth

    def _run(self, at: int) -> int:
        """Take a move with its number and its side; returns the position behind."""
        first = at
        lead: dict[str, Token] = {}
        while self._tokens[at].kind != MOVE:
            lead[self._tokens[at].kind] = self._tokens[at]
            at += 1
        move, number, side = self._tokens[at], lead.get(NUMBER), lead.get(SIDE)
        if number is not None and self._is_enumerator(number, first):
            number = None
        if LABEL in lead:
            self._at_label()
        if side is not None:
            self._mover = side.number
        if number is not None:
            self._at_number(at, number, side, is_behind_words(self._tokens, first))
        elif side is None and self._resumed and not self._goes_on_below(first):
            self._resumed = False
        placed = None
        if self._is_anchored(first, at, number, side):
            told = None if number is not None or self._resumed else self._at_told_number(at)
            if told is None:
                placed = self._placed_or_back(at, number, side)
            else:
                placed = self._placed_in_main(move, told)
            if placed is None and self._goes_on(number, side, move):
                placed = self._forbidden(move)
        self._actual = False
        if placed is None:
            self._unsure(first, at, number)
        else:
            self._took(placed, move, number, side, LABEL in lead)
        return at + 1

    # ------------------------------------------------------------------------- what is a run

    def _is_enumerator(self, number: Token, first: int) -> bool:
        """Whether a number counts ideas: (2), ② where moves have others, or none and it is in a sentence."""
        style = _style_of(number)
        if not style or self._frames or not self._rows.end or style in self._styles:
            self._styles.add(style)
            return False
        behind = self._tokens[first - 1].text if first else "\n"
        within = bool(behind.strip(words.SEPARATORS)) and "\n" not in behind[-2:]
        return bool(self._styles) or within

    def _is_anchored(self, first: int, at: int, number: Token | None, side: Token | None) -> bool:
        """Whether a move is part of a run."""
        behind = self._tokens[first - 1] if first else None
        ahead = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if ahead is not None and ahead.kind == GAP and words.SUPPOSED.match(ahead.text):
            if not self._supposed:
                self._home, self._resumed = self._here, False
            self._supposed = self._supposed or " "
        if number is not None:
            # B2 in a list of points is a point, even if one follows.
            glued = side is not None and side.end == number.start
            return not (glued and self._follows_missed(first))
        marked = side is not None and side.text.strip() in words.MARKS
        if (side is None or marked) and self._follows_missed(first, marked):
            return False
        if self._actual:
            return marked or ends_clause(ahead)
        if self._supposed and not self._resumed and self._is_unfounded:
            return False
        if self._resumed and side is None and self._by_sides and self._game.offers_pass:
            return False  # where every point is a move, a run keeps to its way of telling them
        named = side is None or marked
        if self._supposed or (self._resumed and (named or ends_clause(ahead))):
            return True
        if self._frames and self._rows.end and (behind is None or behind.kind == OPEN):
            return not self._broken  # a bracket that begins with a move
        listed = not self._frames and self._here == self._rows.end
        if self._cut.is_listed(at, self._begin):
            return True
        if listed and self._fitting.is_list(self._here, self._tokens, at):
            return True
        if side is None:
            return False
        begins = named or (
            behind is None
            or behind.kind != GAP
            or not behind.words
            or behind.text[-1] in words.SEPARATORS
        )
        return begins and ends_clause(ahead)

    @property
    def _is_unfounded(self) -> bool:
        """Whether the position that a supposition is about isn't known."""
        if self._broken or (self._blind and not self._frames):
            return True
        return not (self._rows.end or self._beside or self._frames)

    def _follows_missed(self, at: int, marked: bool = False) -> bool:
        """Whether a move is the next in a list of moves of which one wasn't taken.

        One with the mark of its side (`marked`) begins again in another sentence or line.
        """
        between = self._tokens[at - 1] if at else None
        if between is None:
            return False
        if between.kind != GAP:
            return between.end == self._missed_at
        again = marked and words.SENTENCE_END.search(between.text) is not None
        return not (between.words or again) and between.start == self._missed_at

    def _goes_on_below(self, at: int) -> bool:
        """Whether a move at the beginning of a line follows the last one of the line before."""
        behind = self._tokens[at - 1] if at else None
        if behind is None or behind.kind != GAP or "\n" not in behind.text or self._frames:
            return True
        for token in self._tokens[at + 1 : at + 1 + AHEAD]:
            if token.kind == NUMBER or (token.kind == GAP and "\n" in token.text.lstrip(" \t")[:1]):
                return True
            if token.kind == GAP and token.words:
                break
        else:
            return True
        state = self._rows[self._here].state
        half = self._fitting.by_ply or (
            (self._rows[self._here].depth + self._fitting.numbering.column) % 2
        )
        return bool(half) and self._fitting.meant(state, self._tokens[at].text, None) is not None

    def _goes_on(self, number: Token | None, side: Token | None, move: Token) -> bool:
        """Whether a move that the rules forbid is one all the same: another one was right before it."""
        if self._strict or not self._resumed or not self._here or self._illegal >= _MANY_ILLEGAL:
            return False
        state = self._rows[self._here].state
        if side is not None and not self._game.offers_pass and side.number != state.side:
            return False
        if self._fitting.is_of_other_side(move.text, state):
            return False
        return number is None or self._fitting.ply(number) == self._rows[self._here].depth

    # --------------------------------------------------------------------- numbers and labels

    def _at_told_number(self, at: int) -> Token | None:
        """The number of the move in whose place a supposed one is, if words of its sentence tell that."""
        ahead = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        behind = words.SENTENCE_END.split(ahead.text, 1)[0] if ahead and ahead.kind == GAP else ""
        for said in (self._supposed, behind):
            found = words.AT_NUMBER.search(said)
            if found is not None:
                digits = re.sub(r"[^\d〇零一二三四五六七八九十百]", "", found.group())
                return self._tokens[at]._replace(kind=NUMBER, number=words.number_of(digits))
        return None

    def _at_number(self, at: int, number: Token, side: Token | None, worded: bool) -> None:
        """Begin or end a supposition at a number, the position of whose move is given."""
        ply = self._fitting.ply(number, side)
        if ply == self.end_of_main and words.BY.search(self._supposed) and not self._frames:
            self._here, self._supposed = self._rows.end, ""  # "answered with 5...Nf6"
        if not (self._rows.end or self._frames or ply):
            self._supposed = ""  # "after 1.e4": there is nothing else that it could vary
        elif not (self._frames or self._supposed or self._resumed) and self._rows.end:
            # Within a sentence it is that of a move which the next line of moves doesn't follow.
            ahead = next(
                (self._cut.ahead[one] for one in range(at, at - 3, -1) if one in self._cut.ahead),
                None,
            )
            alike = ahead is not None and _style_of(ahead) == _style_of(number)
            returns = alike and ahead is not None and 0 < self._fitting.ply(ahead) <= ply
            # Or it goes back itself, behind words.
            if returns or (worded and 0 <= ply < self.end_of_main):
                self._home, self._supposed = self._here, " "

    def _at_label(self) -> None:
        first = self._label is None and not self._rows.end
        if self._label is None:
            self._label = self._here
        self._here = self._home = self._label
        self._supposed = "" if first else " "
        self._resumed = False
        self._mover, self._blind = None, False

    # ----------------------------------------------------------------------------- taking it

    def _placed_or_back(self, at: int, number: Token | None, side: Token | None) -> int | None:
        """The row of a move where it fits; on a new line perhaps before the supposition above it."""
        placed = self._placed(at, number, side)
        if placed is None and self._may_return and side is not None:
            self._here, self._supposed = self._home, ""
            placed = self._placed(at, number, side)
        self._may_return = False
        return placed

    def _placed(self, at: int, number: Token | None, side: Token | None) -> int | None:
        """The row of a move where it fits best; None if it fits nowhere."""
        move = self._tokens[at]
        varies = bool(self._frames or self._supposed)
        opened = bool(self._frames and self._here == self._frames[-1].here and not self._resumed)
        if number is None:
            places = self._fitting.behind(
                self._here, "" if self._resumed else self._supposed, opened
            )
        else:
            places = self._rows.with_plies(
                *(self._fitting.ply(number, side), self._here),
                *(not (varies or self._resumed), opened),
            )
        told = number is not None or self._resumed or self._game.offers_pass
        mover = None if told else self._mover
        found = self._fitting.fit(places, move, side, mover)
        if found is None:
            return None
        place, action = found
        if number is None and self._supposed and not self._resumed and self._is_told(found, at):
            return None
        if place == self._rows.end and varies and self._rows[place].depth == self._closed:
            return None
        return self._put(place, action, move, varies or place != self._rows.end)

    def _placed_in_main(self, move: Token, number: Token) -> int | None:
        """The row of a move that somebody thinks of in the place of another one of the main line.

        None if it isn't possible there, or nothing tells whose move of that number it is.
        """
        mover = self._fitting.side_of(move.text) if self._mover is None else self._mover
        if mover is None and not self._fitting.by_ply:
            return None
        ply = self._fitting.ply(number, number._replace(kind=SIDE, number=mover or 0))
        place = self._rows.end
        while self._rows[place].depth > max(ply, 0):
            place = self._rows[place].parent
        found = self._fitting.fit((place,), move, None, mover)
        if found is None or self._rows[place].depth != ply:
            return None
        return self._put(*found, move, True)

    def _is_told(self, found: tuple[int, Action], at: int) -> bool:
        """Whether a supposed move is that of the main line, told again: no other move follows it at once."""
        place, action = found
        ahead = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if ahead is not None and not (ahead.kind == GAP and ahead.words):
            return False
        return any(
            self._rows[child].main and self._rows[child].action == action
            for child in self._rows[place].children
        )

    def _took(
        self, placed: int, move: Token, number: Token | None, side: Token | None, labelled: bool
    ) -> None:
        """Go on at a move that was taken."""
        if self._frames and self._here == self._frames[-1].here:
            self._rows.move_ahead(placed, self._here, self._frames[-1].opened)
        in_turn = side is None or side.number == self._rows[self._here].state.side
        self._joined += in_turn and (self._resumed or side is not None)
        if self._resumed and number is not None and not (self._frames or labelled):
            self._leaps += self._rows[placed].parent != self._here
        if not self._here and side is not None and self._game.offers_pass:
            self._leaps += side.number  # in games where either side can begin, the first one does
        if number is not None:
            self._broken = self._blind = False
            self._counted += placed == self._rows.end and not self._resumed
        self._by_sides = side is not None or (self._by_sides and number is None)
        self._took_at = move.end
        self._here = placed
        self._resumed = True

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

    def _unsure(self, first: int, at: int, number: Token | None) -> None:
        """Leave a move with its number and its side as words."""
        move = self._tokens[at]
        self._missed += 1
        self._missed_at = move.end
        if not self._fitting.is_mention(move.text, self._here):
            self._blind = True
        elif self._supposed and self._here == self._home and not self._frames:
            self._supposed = ""  # "happy with e4": nothing is supposed of a move that was made
        if number is not None and not self._frames:
            self._broken = self._broken or self._fitting.ply(number) == self.end_of_main
        start = self._tokens[first].start
        if self._unsaid.stop == start:
            start = self._unsaid.start
        if self._resumed and self._tokens[first].kind == NUMBER:
            self._leaps += 1
        if self._rows.say(self._text[start : move.end], start, self._here):
            self._rows.doubt(move.start, move.end)
        self._resumed = False
