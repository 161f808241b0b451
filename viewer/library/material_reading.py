"""Material as players write it: what a text says of the pieces of both sides, in any language of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from viewer.base.folding import letters
from viewer.base.loading import load_named
from viewer.base.named import NamedTuple
from viewer.games.capabilities import Charted
from viewer.games.game import Game
from viewer.games.material import Counts, MaterialWords, NamedMaterial

MANY = 99
"""A number of pieces that no side has."""
KING = "king"
"""The role of a piece that every side has."""

_VERSUS = re.compile(r"\s+(?:vs?\.?|versus|gegen|대)\s+|[-–—:：/]|对")
_BETWEEN = re.compile(r"[\s+,，、和与&·]+|(?<!\w)(?:and|und)(?!\w)|と|과(?!\w)|와(?!\w)")
_NUMBER = re.compile(
    r"(?P<digits>[0-9]{1,2})\s*[x×]?|(?P<han>[单一双两二三四五])枚?"
    r"|(?P<word>one|two|three|four|ein|eine|zwei|drei|vier)(?!\w)"
)
_NUMBERS = {
    **{"单": 1, "一": 1, "双": 2, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5},
    **{"one": 1, "ein": 1, "eine": 1, "two": 2, "zwei": 2},
    **{"three": 3, "drei": 3, "four": 4, "vier": 4},
}
_ALONE = ("光", "老", "空")  # of a king without any guard
_ROLE = re.compile(r"([a-z]+)=([0-9]{1,2})(?:-([0-9]{1,2}))?")


class MaterialSaid(NamedTuple):
    """What a text says of material.

    Attributes:
        one, other: the numbers of pieces of both sides, those of roles that aren't in them in any number.
        named: what has a name of its own.
        sides: of how many sides the text names pieces.
    """

    one: Counts
    other: Counts
    named: tuple[NamedMaterial, ...] = ()
    sides: int = 0

    def least(self) -> MaterialSaid:
        """The same pieces at least: others don't matter."""
        one, other = (
            {role: (least, MANY) for role, (least, _) in counts.items() if least}
            for counts in (self.one, self.other)
        )
        return self._replace(one=one, other=other)


def words_of(game: Game[Any]) -> MaterialWords | None:
    """How players of a game name material, None if they don't."""
    named = game.material_words if isinstance(game, Charted) else ""
    found: MaterialWords | None = load_named(named) if named else None
    return found


def names_material(words: MaterialWords, text: str) -> bool:
    """Whether a text that may be anything names material: letters of pieces are capitals there, and one side
    alone has several pieces in Chinese characters.
    """
    said = read_material(words, text)
    if said is None:
        return False
    singles = re.findall(r"(?<!\w)[a-z]+(?!\w)", _VERSUS.sub(" ", text))
    if (
        any(len(one) == 1 or letters(one) not in _known(words) for one in singles)
        and not said.named
    ):
        return False
    alone = said.sides == 1 and not said.named
    return not alone or (len(text.strip()) > 1 and not text.isascii())


@lru_cache(maxsize=1)
def _small_words() -> frozenset[str]:
    return frozenset({"and", "und", *(one for one in _NUMBERS if one.isascii())})


def _known(words: MaterialWords) -> frozenset[str]:
    """Words in small letters that stand in a text about material."""
    return _small_words() | frozenset(one for one in words.pieces if len(one) > 1)


def read_material(words: MaterialWords, text: str) -> MaterialSaid | None:
    """What a text says of material, whichever side has which; None for a text that names none."""
    plain = " ".join(letters(text).split())
    whole = next((one for one in words.named if plain in map(letters, one.spelt)), None)
    if whole is not None:
        return MaterialSaid({}, {}, (whole,))
    found = _sides(words, plain)
    if found is not None or not plain:
        return found
    named: list[NamedMaterial] = []
    for spelt, one in _named(words):
        without = re.sub(rf"(?:^|[\s,，、]+){re.escape(spelt)}(?:$|[\s,，、]+)", " ", plain)
        if without != plain:
            named.append(one)
            plain = without.strip()
    if not named:
        return None
    rest = _sides(words, plain) if plain else MaterialSaid({}, {})
    return None if rest is None else rest._replace(named=tuple(named))


def _named(words: MaterialWords) -> list[tuple[str, NamedMaterial]]:
    """All that has a name of its own, by its folded spellings, the longest first."""
    some = [(letters(spelt), one) for one in words.named for spelt in one.spelt]
    return sorted(some, key=lambda pair: -len(pair[0]))


def _sides(words: MaterialWords, text: str) -> MaterialSaid | None:
    if "=" in text:
        return _by_roles(words, text)
    sides = [one.strip() for one in _VERSUS.split(text)]
    if len(sides) == 1:  # KRPKR
        first, king, second = sides[0][1:].rpartition("k")
        if king and sides[0][:1] == "k" and sides[0].isalpha():
            sides = [first, second]
    if not 1 <= len(sides) <= 2:
        return None
    found = []
    for side in sides:
        counts = _side(words, side)
        if counts is None:
            return None
        found.append(counts)
    if len(found) == 1:
        named = set(found[0]) - {KING}
        return MaterialSaid(_counts(words, found[0], named), {}, (), 1) if named else None
    roles = {role for side in found for role in side}
    one, other = (_counts(words, side, roles) for side in found)
    return MaterialSaid(one, other, (), 2)


def _by_roles(words: MaterialWords, text: str) -> MaterialSaid | None:
    """Of "rook=1 pawn=1-2 v rook=1": what isn't named doesn't matter."""
    sides = re.split(r"(?:^|\s+)v(?:\s+|$)", text)
    if len(sides) > 2:
        return None
    found: list[dict[str, tuple[int, int]]] = [{}, {}]
    for counts, side in zip(found, sides, strict=False):
        for word in side.split():
            match = _ROLE.fullmatch(word)
            if match is None or match[1] not in words.kinds:
                return None
            counts[match[1]] = int(match[2]), int(match[3] or match[2])
    return MaterialSaid(found[0], found[1], (), len(sides))


def _side(words: MaterialWords, text: str) -> dict[str, int] | None:
    """How many pieces of each role a text of one side names; None if it says anything else."""
    known: dict[str, int] = {}
    rest, number = text, 0
    if not rest:
        return None
    while rest:
        phrase = next((one for one in words.phrases if rest.startswith(one)), "")
        if phrase and not number:
            known.update(words.phrases[phrase])
            rest = rest[len(phrase) :]
            continue
        piece = _piece_at(words, rest)
        if piece:
            role = words.pieces[piece]
            known[role] = known.get(role, 0) + (number or 1)
            rest, number = rest[len(piece) :], 0
            continue
        match = _NUMBER.match(rest)
        if match is not None and not number:
            number = int(match["digits"] or 0) or _NUMBERS.get(match["han"] or match["word"], 0)
            if not number:
                return None
            rest = rest[match.end() :].lstrip()
            continue
        if rest[0] in _ALONE and not number:
            known |= dict.fromkeys(words.guards, 0)
            rest = rest[1:]
            continue
        between = _BETWEEN.match(rest)
        if between is None or number:
            return None
        rest = rest[between.end() :]
    return None if number else known


def _piece_at(words: MaterialWords, text: str) -> str:
    """The longest name of a piece that a text begins with, "" for none."""
    for length in range(min(len(text), max(map(len, words.pieces))), 0, -1):
        piece = text[:length]
        if piece not in words.pieces:
            continue
        goes_on = length > 1 and piece.isascii() and text[length : length + 1].isalpha()
        if not goes_on:
            return piece
    return ""


def _counts(words: MaterialWords, known: Mapping[str, int], roles: set[str]) -> Counts:
    """The numbers that a side must have. `roles`: those that either side names."""
    if words.loose:
        wanted = {
            role: (count, max(count, words.most.get(role, MANY))) for role, count in known.items()
        }
        zeros = {role: (0, 0) for role in roles if role not in known}
        return {role: one for role, one in {**zeros, **wanted}.items() if role != KING}
    named = set(known) - set(words.guards) - {KING}
    guarded = set(known) & set(words.guards)
    free = set(words.guards) if named and not guarded else set()
    grouped = {role for role in known if role not in words.most and role != KING}
    inside = {
        role
        for role in words.most
        for group in grouped
        if set(words.kinds[role][0]) <= set(words.kinds[group][0])
    }
    found = {role: (known.get(role, 0),) * 2 for role in words.most if role not in free | inside}
    return {**found, **{role: (known[role],) * 2 for role in grouped}}
