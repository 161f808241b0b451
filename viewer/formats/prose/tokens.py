"""Cutting prose into what may be part of a game (moves, numbers, sides, brackets …) and the words between."""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.formats.prose import words
from viewer.games.game import Game, State
from viewer.games.move_words import ENDS, OFFER, pattern_of, word_meant

MOST = 40_000
"""Tokens that are looked at."""

_TIGHT = re.compile(r"(?<=\d)(\d{1,3})[、．](?!\d)")
"""A number right behind the digit that ends a move: 马8进72、马二进三."""

_RESULT = re.compile(words.RESULT)
MOVE, NUMBER, SIDE, LABEL, DIAGRAM, RESULT, GLYPH, OPEN, CLOSE, GAP = (
    *("move", "number", "side", "label", "diagram", "result", "glyph", "open", "close", "gap"),
)


class Token(NamedTuple):
    """A stretch of a text.

    Attributes:
        kind: one of the constants of this module.
        start, end: its offsets.
        text: its characters.
        number: of a number, how it counts; of a side, its index in `Game.sides`; of a bracket, the position
            of the other one among the tokens.
        second: whether a number is that of the second move of a round (12…).
    """

    kind: str
    start: int
    end: int
    text: str
    number: int = 0
    second: bool = False

    @property
    def words(self) -> str:
        """What a gap says, without the signs that only separate."""
        return self.text.strip(words.SEPARATORS)


@lru_cache(maxsize=16)
def _pattern(game: Game[State], by_letters: bool) -> re.Pattern[str]:
    """The pattern of tokens; `by_letters` as `words.BY_LETTERS` says."""
    names = [_names(game.sides[side].colour, side) for side in (0, 1)]
    if by_letters:
        for side in (0, 1):
            names[side] += words.LETTERS.get(game.sides[side].colour, "")
    sides = [
        rf"(?P<side_{name}>(?<![A-Za-z])(?:{'|'.join(map(_spelt, names[side]))})(?:は|が)?[ \t　]?[:：]?)"
        for side, name in enumerate("ab")
    ]
    called = set(game.move_words)
    moves = f"{game.spoken}|{pattern_of(called - ENDS)}"
    # B1 Q16: the letter is a side, though B1 is a point; but not in 125.B6 J14.
    ahead = rf"(?=[ :.,]{{1,2}}(?:{moves}))"
    letters = [
        rf"(?P<letter_{name}>(?<!\w)(?<!\d[.、])(?<!\d[.、] )[{one_letter}]\s?\d{{1,3}}{ahead})"
        for name, one_letter in zip("ab", map(_letters, names), strict=True)
    ]
    brackets = "".join([*words.OPEN, *words.OPEN.values()])
    return re.compile(
        f"(?P<label>{words.LABEL})|(?P<diagram>{words.DIAGRAM})"
        f"|(?P<end>(?:{pattern_of(called & ENDS)})(?=\\s*(?:[^\\w\\s?]|\\d|\\Z)|[ \\t]*\\n))"
        f"|(?P<result>{words.RESULT})"
        f"|{'|'.join(letters)}|(?P<move>{moves})|(?P<number>{words.NUMBER})|{'|'.join(sides)}"
        f"|(?P<glyph>{words.GLYPH})|(?P<bracket>[{re.escape(brackets)}])|(?P<alone>{words.BARE_NUMBER})"
    )


def _names(colour: str, side: int) -> list[str]:
    """What a side may be called, the longest name first."""
    said = "|".join((words.SIDES[colour], words.SIDES[("first", "second")[side]]))
    return sorted(said.split("|"), key=len, reverse=True)


def _letters(names: list[str]) -> str:
    return "".join(one for one in names if len(one) == 1)


def _spelt(name: str) -> str:
    """The pattern of a name; of one in Latin letters, where it ends and in any case."""
    if not name.isascii():
        return name
    return rf"{name}(?![A-Za-z])" if len(name) == 1 else rf"(?i:{name})(?![A-Za-z])"


def mover_of(said: str, game: Game[State]) -> int | None:
    """The side that words before a move name last; None if they name none."""
    found = [one.lastgroup for one in _movers(game).finditer(said)]
    return None if not found else int(str(found[-1]).endswith("b"))


@lru_cache(maxsize=16)
def _movers(game: Game[State]) -> re.Pattern[str]:
    sides: list[str] = []
    for side, name in enumerate("ab"):
        names = [one for one in words.SIDES[game.sides[side].colour].split("|") if one not in "BW"]
        sides.append(rf"(?P<side_{name}>(?<![A-Za-z])(?:{'|'.join(map(_spelt, names))}))")
    return re.compile("|".join(sides))


def tokens(text: str, game: Game[State]) -> tuple[list[Token], bool]:
    """(a text as tokens that cover it all, whether `MOST` of them and the gaps between them were enough).

    Else what is behind the last one is a gap. Numbers, sides and labels that no move follows, glyphs that
    follow none, and brackets without a counterpart are no tokens of their own.
    """
    found: list[Token] = []
    pattern, at = _pattern(game, words.BY_LETTERS.search(text) is not None), 0
    while len(found) < MOST and (one := pattern.search(text, at)) is not None:
        kind, at = one.lastgroup or "", max(one.end(), at + 1)
        # `lastgroup` is the group that closed last: the outermost.
        if kind == "alone" and found and found[-1].kind == MOVE and found[-1].end == one.start():
            continue  # what a newspaper prints behind a move: the minutes used
        if kind == "end":
            if _is_behind_move(text, found, one.start()):
                kind = MOVE
            elif (result := _RESULT.match(text, one.start())) is not None:
                kind, one, at = RESULT, result, result.end()
            else:
                continue
        if kind in ("number", "alone"):
            found.append(_number(one, kind))
        elif kind.startswith("letter"):
            cut = one.start() + 1
            found.append(Token(SIDE, one.start(), cut, text[one.start()], int(kind.endswith("b"))))
            said = text[cut : one.end()]
            found.append(Token(NUMBER, cut, one.end(), said, words.number_of(said)))
        elif kind.startswith("side"):
            found.append(Token(SIDE, *one.span(), one.group(), int(kind.endswith("b"))))
        elif kind == "bracket":
            sign = OPEN if one.group() in words.OPEN else CLOSE
            found.append(Token(sign, *one.span(), one.group()))
        else:
            token = Token(kind, *one.span(), one.group())
            if _is_offer_with(found, token):
                start = found.pop().start
                token = token._replace(start=start, text=text[start : token.end])
            found.append(token)
            tight = _TIGHT.match(text, at) if kind == MOVE else None
            if tight is not None:
                found.append(Token(NUMBER, *tight.span(), tight.group(), int(tight[1])))
                at = tight.end()
    return _filled(text, _paired(_led(text, found))), len(found) < MOST


def _is_behind_move(text: str, found: list[Token], start: int) -> bool:
    """Whether no word is between the last move, or what leads to the next one, and an offset."""
    if not found or found[-1].kind not in (MOVE, NUMBER, GLYPH):
        return False
    return not text[found[-1].end : start].strip(words.SEPARATORS)


def _is_offer_with(found: list[Token], token: Token) -> bool:
    """Whether a token is an offer that is made with the move before it: a blank is between them."""
    if not found or found[-1].kind != MOVE or found[-1].end + 1 != token.start:
        return False
    return word_meant(token.text) == OFFER and not word_meant(found[-1].text)


def _number(one: re.Match[str], kind: str) -> Token:
    said = next(
        one[name]
        for name in (
            *(
                "dots",
                "circled",
                "counted",
                "initial",
                "ordinal",
                "bracketed",
                "called",
                "listed",
                "glued",
                "plain",
                "bare",
            ),
        )
        if one[name]
    )
    second = (one["second"] or one["dots"]) is not None
    return Token(NUMBER, *one.span(), one.group(), words.number_of(said), second)


def _led(text: str, found: list[Token]) -> list[Token]:
    """The tokens without those that lead to no move, or, of glyphs, follow none."""
    kept: list[Token] = []
    leads = False  # whether the token behind is a move, or leads to one
    behind = len(text)
    for token in reversed(found):
        near = text[token.end : behind].strip(
            " \t　:：" if token.kind == SIDE else words.SEPARATORS
        )
        if token.kind in (NUMBER, SIDE, LABEL):
            if near or not leads:
                continue
        else:
            leads = token.kind == MOVE
        kept.append(token)
        behind = token.start
    kept.reverse()
    return [
        token
        for at, token in enumerate(kept)
        if token.kind != GLYPH
        or (
            at
            and kept[at - 1].kind in (MOVE, GLYPH)
            and not text[kept[at - 1].end : token.start].strip()
        )
    ]


def _paired(found: list[Token]) -> list[Token]:
    """The tokens without brackets that have no counterpart within their paragraph."""
    open_: list[int] = []
    pairs: set[int] = set()
    for at, token in enumerate(found):
        if token.kind == OPEN:
            open_.append(at)
        elif token.kind == CLOSE:
            while open_:
                other = open_.pop()
                if words.OPEN[found[other].text] == token.text:
                    pairs |= {other, at}
                    break
    return [
        token for at, token in enumerate(found) if token.kind not in (OPEN, CLOSE) or at in pairs
    ]


def _filled(text: str, found: list[Token]) -> list[Token]:
    """The tokens with the gaps between them; brackets know their counterparts."""
    whole: list[Token] = []
    open_: list[int] = []
    at = 0
    for token in found:
        if token.start > at:
            whole.append(Token(GAP, at, token.start, text[at : token.start]))
        at = token.end
        if token.kind == OPEN:
            open_.append(len(whole))
        elif token.kind == CLOSE:
            other = open_.pop()
            whole[other] = whole[other]._replace(number=len(whole))
            token = token._replace(number=other)
        whole.append(token)
    if at < len(text):
        whole.append(Token(GAP, at, len(text), text[at:]))
    return whole


def ends_clause(ahead: Token | None) -> bool:
    """Whether a move ends where its clause ends: "Red C2=5, …", not "Red C2=5 is usual"."""
    return (
        ahead is None
        or ahead.kind != GAP
        or not ahead.words
        or ahead.words.isdecimal()  # the minutes that a newspaper prints behind it
        or ahead.text.lstrip(" ")[0] in words.SEPARATORS
    )


def is_behind_words(cut: list[Token], at: int) -> bool:
    """Whether words are right before a token, on its line."""
    if not at or cut[at - 1].kind != GAP:
        return False
    return any(map(str.isalnum, cut[at - 1].text.rpartition("\n")[2]))
