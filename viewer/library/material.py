"""Material as the players of a game name it: R+P v R, 车兵对士象全, 飛車角, opposite bishops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from viewer.base.folding import letters
from viewer.base.loading import load_named
from viewer.base.messages import Message, in_context, listed, message
from viewer.base.named import NamedTuple
from viewer.games.capabilities import Charted
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.games.material import Counts, MaterialWords, NamedMaterial
from viewer.library.failures import LibraryFailed
from viewer.library.keys import cells_array, piece_counts, row_bits
from viewer.library.query import CountWanted, MaterialWanted, MaterialWay, OneOf, chart_at

MANY = 99
"""A number of pieces that no side has."""

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
_KING = "king"
_ROLE = re.compile(r"([a-z]+)=([0-9]{1,2})(?:-([0-9]{1,2}))?")
_OF_KIND = re.compile(r"(.+?)(?:=|:)([0-9]+)(?:-([0-9]+))?")


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


def structure_of(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of pieces whose arrangement players compare by itself, as pawns; () for none."""
    words = words_of(game)
    if words is None or not words.structure:
        return ()
    first, second = words.kinds[words.structure]
    return first + second


def words_of(game: Game[Any]) -> MaterialWords | None:
    """How players of a game name material, None if they don't."""
    named = game.material_words if isinstance(game, Charted) else ""
    found: MaterialWords | None = load_named(named) if named else None
    return found


# ------------------------------------------------------------------------------------- reading


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
        named = set(found[0]) - {_KING}
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
        return {role: one for role, one in {**zeros, **wanted}.items() if role != _KING}
    named = set(known) - set(words.guards) - {_KING}
    guarded = set(known) & set(words.guards)
    free = set(words.guards) if named and not guarded else set()
    grouped = {role for role in known if role not in words.most and role != _KING}
    inside = {
        role
        for role in words.most
        for group in grouped
        if set(words.kinds[role][0]) <= set(words.kinds[group][0])
    }
    found = {role: (known.get(role, 0),) * 2 for role in words.most if role not in free | inside}
    return {**found, **{role: (known[role],) * 2 for role in grouped}}


# ------------------------------------------------------------------------------------- asking


def material_from(
    game: Game[Any],
    state: State,
    text: str,
    at_least: bool = False,
    sided: bool = False,
    lasting: int = 1,
) -> MaterialWanted:
    """What a text asks for: material as players name it, or numbers of kinds of pieces,
    "white-queen=0 black-rook=1-2", which are those of the sides they name.

    `at_least`: other pieces may be there too. `sided`: what is named first is the first side's; otherwise it
    is either side's.
    `lasting` as in `MaterialWanted`. Raises LibraryFailed.
    """
    chart = chart_at(game, state)
    words = words_of(game)
    said = None if words is None else read_material(words, text)
    if words is None or said is None:
        return MaterialWanted(game.id, chart.id, (_by_kinds(game, chart, words, text),), lasting)
    _check(game, words, said)
    if at_least:
        said = said.least()
    ways = [
        way for turned in ((0,) if sided else (0, 1)) for way in _ways(words, chart, said, turned)
    ]
    return MaterialWanted(game.id, chart.id, tuple(dict.fromkeys(ways)), lasting)


def _ways(
    words: MaterialWords, chart: Chart, said: MaterialSaid, turned: int
) -> Iterator[MaterialWay]:
    """What must be there if the game's first side (`turned`: the second) has what is named first."""
    counts: list[CountWanted] = []
    for one, other in ((said.one, said.other), *((it.one, it.other) for it in said.named)):
        for which, numbers in enumerate((one, other)):
            for role, (least, most) in numbers.items():
                kinds = words.kinds[role][which ^ turned]
                counts.append(CountWanted(tuple(map(chart.kinds.index, kinds)), least, most))
    ordered = tuple(sorted(set(counts)))
    choices: list[tuple[tuple[OneOf, ...], ...]] = [()]
    for named in said.named:
        standing = [
            tuple(
                _on_squares(
                    chart,
                    words.kinds[one.role][one.which ^ turned],
                    one.squares[one.which ^ turned],
                )
                for one in way
            )
            for way in named.standing or ((),)
        ]
        choices = [(*before, *one) for before in choices for one in standing]
    for choice in choices:
        yield MaterialWay(ordered, choice)


def _on_squares(chart: Chart, kinds: Sequence[str], squares: frozenset[str]) -> tuple[OneOf, ...]:
    """What one of some squares must be."""
    how = row_bits(chart)
    values = tuple(sorted(map(chart.kinds.index, kinds)))
    found = []
    for at, square in enumerate(chart.squares):
        if square in squares:
            number, shift = how.place(*divmod(at, chart.columns))
            found.append(OneOf(number, shift, (1 << how.bits) - 1, values))
    return tuple(found)


def _by_kinds(game: Game[Any], chart: Chart, words: MaterialWords | None, text: str) -> MaterialWay:
    counts: list[CountWanted] = []
    for word in text.replace(",", " ").split():
        found = _OF_KIND.fullmatch(word)
        if found is None or found[1] not in chart.kinds[1:] or not found[1]:
            raise _no_material(game, chart, words, text, word)
        least, most = int(found[2]), int(found[3] or found[2])
        if least > most:
            raise LibraryFailed(message("“{text}”: the smaller number comes first.", text=word))
        counts.append(CountWanted((chart.kinds.index(found[1]),), least, most))
    if not counts:
        raise _no_material(game, chart, words, text, text)
    return MaterialWay(tuple(counts))


def _no_material(
    game: Game[Any], chart: Chart, words: MaterialWords | None, text: str, word: str
) -> LibraryFailed:
    kinds = [kind for kind in chart.kinds if kind]
    if words is None or "=" in text:
        roles = () if words is None else words.kinds
        return LibraryFailed(
            message(
                "“{text}” isn't a number of pieces, as in {kind}=1; kinds are {known}.",
                text=word,
                kind=kinds[0],
                known=", ".join([*kinds, *roles]),
            )
        )
    return LibraryFailed(
        message(
            "“{text}” names no material of {game}. Write the pieces, as in {example}, or one of: {named}. "
            "Pieces are {known}.",
            text=text,
            game=game.name,
            example=words.example,
            named=listed([one.name for one in words.named]),
            known=listed([*words.names.values()]),
        )
    )


def _check(game: Game[Any], words: MaterialWords, said: MaterialSaid) -> None:
    """Raises LibraryFailed for numbers that no side can have."""
    for counts in (said.one, said.other):
        for role, (least, most) in counts.items():
            limit = words.most.get(role, words.pieces_of_side)
            if least > most:
                raise LibraryFailed(
                    message(
                        "“{text}”: the smaller number comes first.", text=f"{role}={least}-{most}"
                    )
                )
            if least > limit:
                raise LibraryFailed(
                    message(
                        "{count} × {piece}: a side has at most {most}.",
                        count=least,
                        piece=role_name(words, role),
                        most=limit,
                    )
                )
        total = sum(least for role, (least, _) in counts.items() if role != _KING) + 1
        if total > words.pieces_of_side:
            raise LibraryFailed(
                message(
                    "That is {count} pieces with the king; a side has at most {most}.",
                    count=total,
                    most=words.pieces_of_side,
                )
            )
    if words.loose:
        for role, most in words.most.items():
            both = sum(counts.get(role, (0, 0))[0] for counts in (said.one, said.other))
            if both > most:
                raise LibraryFailed(
                    message(
                        "{count} × {piece}: there are {most} in the game.",
                        count=both,
                        piece=role_name(words, role),
                        most=most,
                    )
                )


# -------------------------------------------------------------------------------------- saying


def role_name(words: MaterialWords, role: str) -> Message:
    """What pieces of a role are called."""
    return words.names.get(role) or _GROUPS.get(role) or message("{name}", name=role)


_GROUPS: Mapping[str, Message] = {
    "king": in_context("a piece of a game", "king"),
    "minor": in_context("bishops and knights of chess", "minor piece"),
    "major": in_context("rooks and bishops of shogi", "major piece"),
    "dragon": message("dragon"),
    "horse": message("horse"),
    "tokin": message("promoted pawn"),
}


def material_words(game: Game[Any], text: str, at_least: bool = False) -> Message:
    """A text about material in words: "rook, pawn against rook"; as it stands where it isn't understood."""
    words = words_of(game)
    said = None if words is None else read_material(words, text)
    if words is None or said is None:
        return message("material {pieces}", pieces=text)
    if at_least:
        known = [
            {role: (least, least) for role, (least, _) in counts.items() if least}
            for counts in (said.one, said.other)
        ]
        said = said._replace(one=known[0], other=known[1])
    parts = [one.name for one in said.named]
    if said.sides == 1:
        parts.append(_side_words(words, said.one))
    elif said.sides == 2:
        one, other = (_side_words(words, counts) for counts in (said.one, said.other))
        parts.append(
            in_context("material of two sides", "{one} against {other}", one=one, other=other)
        )
    return listed(parts)


def _side_words(words: MaterialWords, counts: Counts) -> Message:
    parts: list[Message] = []
    grouped = {kind for role in counts if role not in words.most for kind in words.kinds[role][0]}
    rest = {role for role in words.most if not set(words.kinds[role][0]) & grouped}
    exact = words.loose or rest - set(words.guards) <= set(counts)
    for role, (least, most) in counts.items():
        name, limit = role_name(words, role), words.most.get(role, MANY)
        if most == 0:
            parts += [] if exact else [message("no {piece}", piece=name)]
        elif least == 1 and (most == 1 or words.loose):
            parts.append(name)
        elif least and (least == most or words.loose):
            parts.append(message("{count} × {piece}", count=least, piece=name))
        elif least and most >= limit:
            parts.append(message("{count} × {piece} or more", count=least, piece=name))
        elif most < limit:
            parts.append(message("{least}–{most} × {piece}", least=least, most=most, piece=name))
    if parts:
        return listed(parts)
    return message("bare king") if counts and not words.loose else message("anything")


def roles_text(one: Counts, other: Counts) -> str:
    """The text of numbers of pieces by role: "rook=1 pawn=1-2 v rook=1"; "" if nothing is asked for."""
    if not one and not other:
        return ""

    def side(counts: Counts) -> str:
        return " ".join(
            f"{role}={least}" if least == most else f"{role}={least}-{most}"
            for role, (least, most) in counts.items()
        )

    return f"{side(one)} v {side(other)}".strip()


def material_text(game: Game[Any], state: State) -> str:
    """The text of exactly the material of a position, "" where it has none that is named."""
    words = words_of(game)
    chart = game.chart(state) if isinstance(game, Charted) else None
    if words is None or chart is None or not isinstance(game, Charted):
        return ""
    counts = piece_counts(chart, cells_array(game.cells(state), chart))[0]
    sides = [
        {
            role: (sum(int(counts[chart.kinds.index(kind) - 1]) for kind in kinds[side]),) * 2
            for role in words.names
            for kinds in (words.kinds[role],)
        }
        for side in (0, 1)
    ]
    return roles_text(*sides)
