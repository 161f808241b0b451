"""Which moves a text tells, in which variations, and which words belong to which of them.

A move of the rules is a move of the game only in a run: behind a number, behind the name of a side, on a
line or in a text of nothing but moves, or right behind another move of the run. A word ends the run. A
number tells where a run goes on: at the end of the main line, or earlier, in a variation. What stands in
brackets begins at the move before them. A move behind a word of supposing begins a variation of the move
before it. All else stays words.
"""

from __future__ import annotations

import re

from viewer.formats.prose import words
from viewer.formats.prose.article import Article
from viewer.formats.prose.cut import Cut
from viewer.formats.prose.fitting import FOLLOWS
from viewer.formats.prose.heads import says_heads, titles_game
from viewer.formats.prose.runs import AHEAD, Frame, Runs
from viewer.formats.prose.tokens import (
    CLOSE,
    DIAGRAM,
    GAP,
    GLYPH,
    LABEL,
    MOVE,
    NUMBER,
    OPEN,
    RESULT,
    SIDE,
    Token,
    mover_of,
)
from viewer.games.game import Game, State
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS

_SIGNS = {sign: number for number, sign, _ in (*MOVE_GLYPHS, *POSITION_GLYPHS)}
_SIGNS |= {"+-": 18, "-+": 19, "+/-": 16, "-/+": 17, "+/=": 14, "=/+": 15}
_NARROW = str.maketrans("！？", "!?")
_WEAK = 24  # characters before a move in which words like "after" and "or" belong to it
_PROVE = 6  # moves with numbers that go on are no list of something else
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
    return next_game(Cut(text, game, begin), start, begin, continued, strict, beside)


def next_game(
    cut: Cut,
    start: State,
    begin: int,
    continued: bool = False,
    strict: bool = False,
    beside: bool = False,
) -> Article:
    """The reading of a game of a text that begins at an offset; the others as in `article`.

    The offset is where the tokens begin, or where the game before it ended.
    """
    first = cut.begin(begin)
    best: Article | None = None
    numbering = cut.game.numbering(start)
    for by_ply in (numbering.by_ply, not numbering.by_ply):
        reading = _Reading(cut, first, start, by_ply, continued, strict, beside)
        found = reading.read()
        if reading.goes_on_supposed and not beside:
            # No move follows there, beside which they were variations: they stay words.
            last = reading.end_of_main
            found = _Reading(
                *(cut, first, start, by_ply, continued, strict, beside), closed=last
            ).read()
        if best is None or found.rank > best.rank:
            best = found
        if len(cut.tokens) - first > _LONG or (not found.leaps and not found.unsure):
            break
    assert best is not None
    return best


class _Reading(Runs):
    """One way of reading tokens as a game."""

    _elsewhere = False  # whether the moves begin at a position that isn't told
    _result = ""
    _next = -1  # where what is said of the next game begins

    @property
    def goes_on_supposed(self) -> bool:
        """Whether variations go on behind the main line."""
        return bool(self._rows[self._rows.end].children)

    def read(self) -> Article:
        """The game."""
        self._stops = len(self._text)
        at = self._begin
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
        if token.kind in (NUMBER, SIDE, MOVE) and self._is_another_game(at):
            self._stops = token.start if self._next < 0 else self._next
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
        """Whether a new line begins with the first number before moves that begin in another way.

        Or with moves below the title of a further game, which may begin in the same way.
        """
        behind = self._tokens[at - 1].text if at and self._tokens[at - 1].kind == GAP else ""
        _, line_end, tail = behind.rpartition("\n")
        if not line_end or self._frames or self._supposed or self.end_of_main < _SOME:
            return False
        if any(map(str.isalnum, tail)) and not titles_game(tail, self._game):
            return False
        head = behind[_heads_from(behind, self._game) :]
        titled = any(titles_game(line, self._game) for line in head.split("\n"))
        counted = self._tokens[at].kind == NUMBER
        if self._fitting.ply(self._tokens[at]) if counted else not titled:
            return False
        moves: list[Token] = []
        for token in self._tokens[at : at + 4 * _SOME]:
            if token.kind not in (MOVE, NUMBER, SIDE, GLYPH) and token.words:
                break
            moves += [token] if token.kind == MOVE else []
        start = self._rows[0]
        first = (
            self._fitting.meant(start.state, moves[0].text, None) if len(moves) >= _SOME else None
        )
        return first is not None and (
            titled or first not in [self._rows[child].action for child in start.children]
        )

    def _gap(self, at: int) -> None:
        token = self._tokens[at]
        if self._kind_at(at + 1) in (NUMBER, SIDE, MOVE) and self._is_another_game(at + 1):
            self._next = token.start + _heads_from(token.text, self._game)
            token = token._replace(text=token.text[: self._next - token.start])
        said = token.words
        if said and not said.strip("!?！？"):  # ♘f3 ! with a blank before the sign
            self._glyph(token._replace(text=said))
            said = ""
        ends = None if self._only_parts(at) else _last(words.SENTENCE_END, token.text)
        joins = self._supposed and (
            words.SUPPOSED.fullmatch(said) or words.JOINING.fullmatch(token.text)
        )
        if said and not (joins and self._cut.leads(token.end)):
            self._say_gap(token, ends)
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
            self._blind = False
            if words.PARAGRAPH.search(token.text) and not self._frames:
                self._here, self._label = self._rows.end, None
        if said:
            tail = token.text[ends.end() :] if ends is not None else token.text
            named = mover_of(tail, self._game)
            if named is not None or ends is not None:
                self._mover = named
            if self._supposed and self._here != self._home:
                self._supposed = FOLLOWS
            self._suppose(tail)
            self._actual = bool(words.ACTUAL.search(tail)) and not self._frames
            if self._actual:
                self._here, self._supposed, self._blind = self._rows.end, "", False

    def _say_gap(self, token: Token, ends: re.Match[str] | None) -> None:
        """Say the words of a gap; those behind the sentence of a supposition are of the main line."""
        over = ends.end() if ends is not None and self._supposed and not self._frames else 0
        if over and token.text[over:].strip(words.SEPARATORS):
            self._rows.say(token.text[:over], token.start, self._here)
            self._here, self._supposed = self._home, ""
            token = token._replace(start=token.start + over, text=token.text[over:])
        self._say(token)

    def _only_parts(self, at: int) -> bool:
        """Whether a gap is a semicolon between moves of one run, as between its rounds."""
        if not self._resumed or self._tokens[at].text.strip() not in (";", "；"):
            return False
        row, kind = self._rows[self._here], self._kind_at(at + 1)
        if kind == NUMBER:
            return self._fitting.ply(self._tokens[at + 1]) == row.depth
        if kind != MOVE:
            return False
        return self._fitting.meant(row.state, self._tokens[at + 1].text, None) is not None

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
        if token.text == "{" or not self._cut.has_moves(at + 1, token.number):
            inner = self._tokens[at + 1 : token.number]
            behind = self._tokens[token.number]
            if any(one.kind not in (OPEN, CLOSE, DIAGRAM) for one in inner):
                said = self._text[token.end : behind.start]
                self._rows.say(said, token.end, self._here, "comment")
            for one in inner:
                if one.kind == DIAGRAM:
                    self._rows.picture(one.start, one.end, self._here)
            return token.number + 1
        self._frames.append(
            Frame(
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
        if number is not None and self._here and self._took_at > self._missed_at:
            self._rows.sign(self._here, number, token.end)

    def _say(self, token: Token) -> None:
        text = token.text
        if self._cut.leads(token.end):
            # Words that say only that a variation begins are told by the variation, if there is one.
            text = words.PLAIN_SUPPOSING.sub("", text)
            self._unsaid = range(token.start + len(text), token.end)
        self._rows.say(text, token.start, self._here)

    # ------------------------------------------------------------------------------ the end

    def _begins_another(self, at: int) -> bool:
        """Whether the next move of the text, from a token on, has the first number again, on a new line."""
        for token in self._tokens[at : at + AHEAD]:
            if token.kind == NUMBER:
                new_line = "\n" in self._text[self._tokens[at - 1].end : token.start]
                return token.number == self._fitting.first and not token.second and new_line
            if token.kind in (MOVE, SIDE, LABEL):
                return False
        return False

    def _done(self) -> Article:
        """The result, in the order of a record."""
        rows, notes, stretches = self._rows.done()
        usual = self._fitting.by_ply == self._fitting.numbering.by_ply
        open_board = bool(rows) and len(self._game.touches(rows[0].action)) == 1
        return Article(
            rows,
            notes,
            stretches,
            self._result,
            self._leaps,
            self._joined + self._counted * (self._counted >= _PROVE),
            open_board or not usual,
            self._elsewhere and not self._continued,
            (self._cut.whole or self._stops < len(self._text)) and not self._rows.full,
            self._stops,
        )


def _heads_from(text: str, game: Game[State]) -> int:
    """Where the last lines of a text begin that only say what a game is; its length if there are none."""
    at = len(text)
    while (line_end := text.rfind("\n", 0, at)) >= 0:
        line = text[line_end + 1 : at]
        if line.strip() and not says_heads(line.rstrip("\r"), game):
            break
        at = line_end
    return at if text[at:].strip() else len(text)


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last place of a text that a pattern matches."""
    found = None
    for one in pattern.finditer(text):
        found = one
    return found
