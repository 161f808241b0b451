"""Material as the players of a game name it, asked and said: R+P v R, 车兵对士象全, opposite bishops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from viewer.base.messages import Message, in_context, listed, message
from viewer.games.capabilities import Charted
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.games.material import Counts, MaterialWords
from viewer.library.failures import LibraryFailed
from viewer.library.keys import cells_array, piece_counts, row_bits
from viewer.library.material_reading import KING, MANY, MaterialSaid, read_material, words_of
from viewer.library.query import CountWanted, MaterialWanted, MaterialWay, OneOf, chart_at

_OF_KIND = re.compile(r"(.+?)(?:=|:)([0-9]+)(?:-([0-9]+))?")


def structure_of(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of pieces whose arrangement players compare by itself, as pawns; () for none."""
    words = words_of(game)
    if words is None or not words.structure:
        return ()
    first, second = words.kinds[words.structure]
    return first + second


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
        total = sum(least for role, (least, _) in counts.items() if role != KING) + 1
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
