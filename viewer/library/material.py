"""Material as the players of a game name it: R+P v R, 车兵对士象全."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from viewer.base.folding import letters
from viewer.base.loading import load_named
from viewer.games.capabilities import Charted
from viewer.games.game import Game
from viewer.games.material import MaterialWords

Counts = Mapping[str, tuple[int, int]]
"""The least and the greatest number of pieces of one side, by their role ("rook")."""

_VERSUS = re.compile(r"\s+(?:vs?\.?)\s+|[-–—:：/]|对|対")
_BETWEEN = re.compile(r"[\s+,，、和与]+")
_NUMBERS = {"单": 1, "一": 1, "双": 2, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5}
_ALONE = ("光", "老", "空")  # of a king without any guard
_KING = "king"


def words_of(game: Game[Any]) -> MaterialWords | None:
    """How players of a game name material, None if they don't."""
    named = game.material_words if isinstance(game, Charted) else ""
    found: MaterialWords | None = load_named(named) if named else None
    return found


def names_material(words: MaterialWords, text: str) -> bool:
    """Whether a text that may be anything names material: letters of pieces are capitals there."""
    return read_material(words, text) is not None and not any(
        one.islower() for one in _VERSUS.sub("", text)
    )


def read_material(words: MaterialWords, text: str) -> tuple[Counts, Counts] | None:
    """The material of both sides, whichever has which; None for a text that names none."""
    sides = _VERSUS.split(letters(text).strip())
    if len(sides) == 1:  # KRPKR
        first, king, second = sides[0][1:].rpartition("k")
        sides = [first, second] if king and sides[0][:1] == "k" else sides
    if len(sides) != 2:
        return None
    found = [_side(words, side) for side in sides]
    one, other = found
    return None if one is None or other is None else (one, other)


def _side(words: MaterialWords, text: str) -> Counts | None:
    known: dict[str, int] = {}
    rest, number = _BETWEEN.sub("", text), 1
    if not rest or rest[-1].isdigit():
        return None
    while rest:
        phrase = next((one for one in words.phrases if rest.startswith(one)), "")
        if phrase:
            for role, count in words.phrases[phrase].items():
                known[role] = count
            rest = rest[len(phrase) :]
        elif rest[0] in _NUMBERS or rest[0].isdigit():
            number = _NUMBERS.get(rest[0]) or int(rest[0])
            rest = rest[1:]
            continue
        elif rest[0] in words.pieces:
            role = words.pieces[rest[0]]
            known[role] = known.get(role, 0) + number
            rest = rest[1:]
        elif rest[0] in _ALONE:
            known |= dict.fromkeys(words.guards, 0)
            rest = rest[1:]
        else:
            return None
        number = 1
    named = set(known) - set(words.guards) - {_KING}
    guarded = set(known) & set(words.guards)
    free = words.guards if named and not guarded else ()
    return {
        role: (0, most) if role in free else (known.get(role, 0),) * 2
        for role, most in words.most.items()
    }
