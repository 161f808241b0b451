"""Rulesets, and the one given by a record's headers."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.tree.record import Header

_RULES = ("RU", "ruleset")
_SWAP = ("pie", "pierule")
_SITE = ("SO",)


class Rules(NamedTuple):
    """A ruleset: what it allows for links and for the second move.

    Attributes:
        name: "STD", "PP" or "3M".
        crossing: whether links of one side may cross each other.
        removal: whether own links may be taken away.
        swap: whether the first peg may be taken over.
        explicit: whether a set-up gave the ruleset; then the set-up's text contains it.
    """

    name: str = "STD"
    crossing: bool = False
    removal: bool = True
    swap: bool = True
    explicit: bool = False


STANDARD = Rules()
_BY_NAME = {
    "STD": STANDARD,
    "PP": Rules("PP", crossing=True, removal=False),
    "3M": Rules("3M", swap=False),
}
_PREFIXES = (("std", "STD"), ("pp", "PP"), ("paper", "PP"), ("3m", "3M"), ("classic", "3M"))


def ruleset(name: str) -> Rules:
    """The rules with a name of `viewer.games.twixt.setup.RULESETS`, the standard ones for any other."""
    return _BY_NAME.get(name, STANDARD)


def rules_of(headers: Iterable[Header]) -> Rules:
    """The rules given by headers: SGF's `RU` or `ruleset`; `pie` or `pierule` for the swap (N: no swap).

    Games of Little Golem (`SO`) are PP by default, since the server draws their links. Never raises;
    unknown values are ignored.
    """
    said = {entry.key: entry.value.strip() for entry in reversed(tuple(headers))}

    def first(keys: tuple[str, ...]) -> str:
        return next((said[key] for key in keys if said.get(key)), "").lower()

    name = first(_RULES)
    found = next((id for start, id in _PREFIXES if name.startswith(start)), "")
    if not found and "littlegolem" in first(_SITE):
        found = "PP"
    rules = ruleset(found)
    return rules._replace(swap=False) if first(_SWAP).startswith("n") else rules
