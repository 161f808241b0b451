"""Rules, komi and handicap; neutral texts of set-ups; starts: sizes and stones.

A square is two letters as in SGF: its column, then its row, from the top left; a–z, then A–Z for
the lines 27 to 52. A square beyond these is two pairs of letters, the digits of its column and of its
row to the base 52: `baad` is column 53, row 4. (`pass` is beyond all boards.) A text with a size is a
whole position; one without is a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.stones.placement import Placement, SetupSyntax
from viewer.tree.action import Setup
from viewer.tree.record import Header

SIDE_NAMES = (message("Black"), message("White"))
AREA, TERRITORY = "area", "territory"
JAPANESE, KOREAN, CHINESE, ING = "Japanese", "Korean", "Chinese", "Ing"
AGA, NEW_ZEALAND, TROMP_TAYLOR = "AGA", "New Zealand", "Tromp-Taylor"
SIMPLE, POSITIONAL, SITUATIONAL = "simple", "positional", "situational"

_RULES = ("RU", "info.rules.type")
_SCORING = ("info.rules.scoring",)
_KOMI_KEYS = ("KM", "info.rules.komi")
_HANDICAP = ("HA",)
SAYING = frozenset(_RULES + _HANDICAP)
"""The keys of headers that say rules or a handicap."""
_SAID = late(r"\s*([+-]?\d{1,9}(?:[.,]\d{0,9})?)", re.ASCII)
_LARGEST_HANDICAP = 361


class Rules(NamedTuple):
    """The rules of play and counting.

    Attributes:
        name: as written in the record, "" if there is none.
        scoring: AREA or TERRITORY.
        ko: SIMPLE (the stone just taken), POSITIONAL (no position again), SITUATIONAL (no position
            with the same side to move again).
        suicide: whether several stones may take their own last liberty.
        komi: points for White, None if not given.
        handicap: Black's handicap stones according to the record, 0 for none or if not given.
        returned: White's compensation for a handicap under area scoring: "" for none, "all" for a point per
            stone, "less-one" for one less.
        family: whose rules they are, such as CHINESE; "" if the record names none, or some that nobody knows.
    """

    name: str = ""
    scoring: str = AREA
    ko: str = SIMPLE
    suicide: bool = False
    komi: float | None = None
    handicap: int = 0
    returned: str = "all"
    family: str = ""

    def komi_for(self, handicap: int) -> float:
        """The komi of the record, or the usual one under its rules with that many handicap stones."""
        if self.komi is not None:
            return self.komi
        if handicap >= 2:
            return 0.5
        return 6.5 if self.scoring == TERRITORY else 7.5

    def compensation(self, handicap: int) -> float:
        """Points that White gets for so many handicap stones beside komi."""
        if handicap < 2 or self.scoring == TERRITORY:
            return 0.0
        return {"all": float(handicap), "less-one": handicap - 1.0}.get(self.returned, 0.0)


USUAL_RULES = Rules()
_NAMED = {AREA: "Chinese", TERRITORY: "Japanese"}
RULE_NAMES = ("Japanese", "Chinese", "AGA", "Korean", "NZ", "GOE")
"""Of SGF's specification and the two that are usual beside."""
FAMILIES: Mapping[str, Rules] = {
    JAPANESE: Rules(scoring=TERRITORY, returned="", family=JAPANESE),
    KOREAN: Rules(scoring=TERRITORY, returned="", family=KOREAN),
    CHINESE: Rules(family=CHINESE),
    AGA: Rules(ko=SITUATIONAL, returned="less-one", family=AGA),
    NEW_ZEALAND: Rules(ko=SITUATIONAL, suicide=True, returned="", family=NEW_ZEALAND),
    ING: Rules(suicide=True, returned="", family=ING),
    TROMP_TAYLOR: Rules(ko=POSITIONAL, suicide=True, returned="", family=TROMP_TAYLOR),
}
"""The rules that are known, without a komi."""
_KNOWN: tuple[tuple[str, str], ...] = (
    ("japan", JAPANESE),
    ("jp", JAPANESE),
    ("日本", JAPANESE),
    ("korea", KOREAN),
    ("kr", KOREAN),
    ("韩国", KOREAN),
    ("韓國", KOREAN),
    ("한국", KOREAN),
    ("chin", CHINESE),
    ("cn", CHINESE),
    ("中国", CHINESE),
    ("中國", CHINESE),
    ("aga", AGA),
    ("bga", AGA),
    ("french", AGA),
    ("nz", NEW_ZEALAND),
    ("new zealand", NEW_ZEALAND),
    ("tromp", TROMP_TAYLOR),
    ("goe", ING),
    ("ing", ING),
)
# By the beginning of the name: `Japanese`, `AGA`, `NZ`, `GOE`, as SGF's specification and servers
# write them; the British and French rules are the AGA's in what matters here. Chinese is the default: what is
# simple in play (KataGo's reading of it, too).


def rules_of(headers: Iterable[Header]) -> Rules:
    """The rules in headers. Never raises; unreadable values are ignored."""
    said = {entry.key: entry.value for entry in reversed(tuple(headers))}

    def first(keys: tuple[str, ...]) -> str:
        return next((said[key] for key in keys if said.get(key, "").strip()), "")

    name = first(_RULES).strip()
    low = name.lower()
    family = next((family for start, family in _KNOWN if low.startswith(start)), "")
    rules = FAMILIES.get(family, USUAL_RULES)
    scoring = first(_SCORING).strip().lower()
    if scoring in (AREA, TERRITORY) and scoring != rules.scoring:
        rules = rules._replace(scoring=scoring, returned="all" if scoring == AREA else "")
    komi, handicap = read_komi(first(_KOMI_KEYS)), _number(first(_HANDICAP))
    stones = int(handicap) if handicap is not None and 0 <= handicap <= _LARGEST_HANDICAP else 0
    return rules._replace(name=name, komi=komi, handicap=stones)


def usual_values(kind: str, headers: Iterable[Header]) -> tuple[str, ...]:
    """The usual values of a kind of header ("rules", "komi", "handicap"); () for other kinds."""
    if kind == "rules":
        return RULE_NAMES
    if kind == "handicap":
        return tuple(str(count) for count in range(2, 10))
    if kind != "komi":
        return ()
    rules = rules_of(headers)._replace(komi=None)
    usual = rules.komi_for(rules.handicap)
    others = (0.5, 0.0) if rules.handicap < 2 else (0.0,)
    return tuple(f"{komi:g}" for komi in dict.fromkeys((usual, *others)))


def new_values(handicap: int) -> dict[str, str]:
    """The headers of a new record with that many handicap stones: komi, and their number."""
    komi = {"komi": f"{USUAL_RULES.komi_for(handicap):g}"}
    return {"handicap": str(handicap), **komi} if handicap >= 2 else komi


def counted_values(
    headers: Iterable[Header], counted: str, usual: float, komi: float
) -> dict[str, str]:
    """The headers of a record counted by area or territory with a komi: `usual` is that of its rules.

    Rules and komi that mean the same already keep their words.
    """
    said = tuple(headers)
    rules = rules_of(said)
    name = rules.name if rules.name and rules.scoring == counted else _NAMED[counted]
    words = next((one.value for one in said if one.key in _KOMI_KEYS and one.value.strip()), "")
    kept = words if words and read_komi(words) is not None and usual == komi else f"{komi:g}"
    return {"rules": name, "scoring": counted, "komi": kept}


def read_komi(text: str) -> float | None:
    """The points of a komi, None for other texts.

    Servers write hundredths without a point (`650`, `50`), and Chinese stones of which one is two
    points (`3.75`, `375`): komi in points is a multiple of a half.
    """
    komi = _number(text)
    if komi is None:
        return None
    if abs(komi) >= 50 and komi == int(komi):
        komi /= 100
    if (4 * komi) % 2 == 1:
        komi *= 2
    return komi


def _number(text: str) -> float | None:
    found = _SAID.match(text)
    return float(found[1].replace(",", ".")) if found else None


# ------------------------------------------------------------------------------------------ Set-ups

LARGEST = DEFAULT.lines
"""Lines that a board can have in each direction."""
USUAL = 19

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}


_BASE = len(LETTERS)


def line_letters(line: int) -> str:
    """The letters of a line from 0: one, or a pair beyond 52. Raises IndexError beyond 2704."""
    return LETTERS[line] if line < _BASE else _pair(line)


def square_at(column: int, row: int) -> str:
    """The square of a column and a row, both from 0. Raises IndexError beyond 2704."""
    if column < _BASE and row < _BASE:
        return LETTERS[column] + LETTERS[row]
    return _pair(column) + _pair(row)


@lru_cache(maxsize=1 << 12)
def column_row(square: str) -> tuple[int, int] | None:
    """Column and row of a square, from 0; None for texts that aren't squares of any board."""
    digits = [_NUMBER.get(letter, -1) for letter in square]
    if len(digits) not in (2, 4) or -1 in digits:
        return None
    if len(digits) == 2:
        return digits[0], digits[1]
    column, row = digits[0] * _BASE + digits[1], digits[2] * _BASE + digits[3]
    return (column, row) if _BASE <= max(column, row) < LARGEST else None


def _pair(line: int) -> str:
    first, second = divmod(line, _BASE)
    return LETTERS[first] + LETTERS[second]


def _sorted(squares: Iterable[str]) -> list[str]:
    """Squares, each once, by their letters; pairs behind the others."""
    return sorted(sorted(set(squares)), key=len)


SYNTAX = SetupSyntax(
    usual=USUAL,
    smallest=1,
    largest=LARGEST,
    players=("B", "W"),
    no_size=message("A board needs a size: 13, or 9x13."),
    bad_size=message("“{text}” is not the size of a board: 1 to {largest} lines."),
    bad_square=message("“{text}” is not a point of a go board."),
    column_row=column_row,
    capitals=True,
    sort_squares=_sorted,
)
read_size = SYNTAX.read_size
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write


# ------------------------------------- Starts: sizes of boards, handicap stones on the star points

_SMALLEST_STARS = 7
_MOST_STARS = 9


def star_lines(lines: int) -> tuple[int, ...]:
    """The lines of a direction on which star points are, from 0, by custom; () on small boards.

    The corners' first and last, the middle (where there is one) between.
    """
    if lines < _SMALLEST_STARS:
        return ()
    edge = 2 if lines < 13 else 3
    middle = (lines // 2,) if lines % 2 else ()
    return (edge, *middle, lines - 1 - edge)


def star_points(width: int, height: int) -> list[tuple[int, int]]:
    """(column, row) of the star points: five up to 13 lines, nine on larger odd boards."""
    across, down = star_lines(width), star_lines(height)
    if len(across) == 3 and len(down) == 3 and min(width, height) < 15:
        corners = [(x, y) for x in across[::2] for y in down[::2]]
        return [*corners, (across[1], down[1])]
    return [(x, y) for x in across for y in down]


def handicap_squares(width: int, height: int, count: int) -> tuple[str, ...]:
    """The customary squares for a number of handicap stones, () if there are none for that many.

    Top right and bottom left first, then bottom right and top left, the sides, the middle for an odd
    number from five.
    """
    across, down = star_lines(width), star_lines(height)
    whole = len(across) == len(down) == 3
    if not across or not down or not 2 <= count <= (_MOST_STARS if whole else 4):
        return ()
    left, right, top, bottom = across[0], across[-1], down[0], down[-1]
    found = [(right, top), (left, bottom), (right, bottom), (left, top)]
    if whole:
        x, y = across[1], down[1]
        sides = [(left, y), (right, y), (x, top), (x, bottom)]
        found += sides[: max(0, count - 4) // 2 * 2]
        found = found[:count]
        if count > 4 and count % 2:
            found = [*found[: count - 1], (x, y)]
    return tuple(square_at(*at) for at in found[:count])


def handicap_setup(width: int, height: int, count: int) -> Setup:
    """A board with a number of handicap stones (none if there are no squares for them)."""
    return Setup(write_setup(Placement(width, height, handicap_squares(width, height, count))))


SIZES = (19, 13, 9)
"""Boards that New offers."""
