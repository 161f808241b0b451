"""The rules that a record was played under: counting, ko, suicide, komi, handicap.

Read from its headers, SGF's (RU, KM, HA) or wei7's (`info.rules.…`). Missing values are those of
the named rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.tree.record import Header

AREA, TERRITORY = "area", "territory"
SIMPLE, POSITIONAL, SITUATIONAL = "simple", "positional", "situational"

_RULES = ("RU", "info.rules.type")
_SCORING = ("info.rules.scoring",)
_KOMI = ("KM", "info.rules.komi")
_HANDICAP = ("HA",)
_NUMBER = late(r"\s*([+-]?\d{1,9}(?:[.,]\d{0,9})?)", re.ASCII)
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
    """

    name: str = ""
    scoring: str = AREA
    ko: str = SIMPLE
    suicide: bool = False
    komi: float | None = None
    handicap: int = 0
    returned: str = "all"

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


DEFAULT = Rules()
_NAMED = {AREA: "Chinese", TERRITORY: "Japanese"}
RULE_NAMES = ("Japanese", "Chinese", "AGA", "Korean", "NZ", "GOE")
"""Of SGF's specification and the two that are usual beside."""
_KNOWN: tuple[tuple[str, Rules], ...] = (
    ("japan", Rules(scoring=TERRITORY, returned="")),
    ("korea", Rules(scoring=TERRITORY, returned="")),
    ("日本", Rules(scoring=TERRITORY, returned="")),
    ("韩国", Rules(scoring=TERRITORY, returned="")),
    ("韓國", Rules(scoring=TERRITORY, returned="")),
    ("aga", Rules(ko=SITUATIONAL, returned="less-one")),
    ("bga", Rules(ko=SITUATIONAL, returned="less-one")),
    ("french", Rules(ko=SITUATIONAL, returned="less-one")),
    ("nz", Rules(ko=SITUATIONAL, suicide=True, returned="")),
    ("new zealand", Rules(ko=SITUATIONAL, suicide=True, returned="")),
    ("tromp", Rules(ko=POSITIONAL, suicide=True, returned="")),
    ("goe", Rules(suicide=True, returned="")),
    ("ing", Rules(suicide=True, returned="")),
)
# By the beginning of the name: `Japanese`, `AGA`, `NZ`, `GOE`, as SGF's specification and servers
# write them. Chinese is the default: what is simple in play (KataGo's reading of it, too).


def rules_of(headers: Iterable[Header]) -> Rules:
    """The rules in headers. Never raises; unreadable values are ignored."""
    said = {entry.key: entry.value for entry in reversed(tuple(headers))}

    def first(keys: tuple[str, ...]) -> str:
        return next((said[key] for key in keys if said.get(key, "").strip()), "")

    name = first(_RULES).strip()
    low = name.lower()
    rules = next((rules for start, rules in _KNOWN if low.startswith(start)), DEFAULT)
    scoring = first(_SCORING).strip().lower()
    if scoring in (AREA, TERRITORY) and scoring != rules.scoring:
        rules = rules._replace(scoring=scoring, returned="all" if scoring == AREA else "")
    komi, handicap = read_komi(first(_KOMI)), _number(first(_HANDICAP))
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
    komi = {"komi": f"{DEFAULT.komi_for(handicap):g}"}
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
    words = next((one.value for one in said if one.key in _KOMI and one.value.strip()), "")
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
    found = _NUMBER.match(text)
    return float(found[1].replace(",", ".")) if found else None
