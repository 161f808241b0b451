"""Whose games are looked through: names in files, and what is told of games that don't count, or in part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum

from viewer.base.messages import Message, counted, message, sentences
from viewer.base.person_names import OwnNames, nearest_names, one_line
from viewer.base.source import Source
from viewer.document.record_set import NumberedSet
from viewer.formats import FORMATS
from viewer.formats.detect import find_all, load_file, load_source
from viewer.formats.format import Collection, Unreadable

_NAMED = 3  # names of others that are told


class Told(StrEnum):
    """Why a game, or a move of it, doesn't count, and what else is to be known of it."""

    NAMELESS = "nameless"
    OTHERS = "others"
    BOTH = "both"
    UNPHASED = "unphased"
    VARIANT = "variant"
    UNEVALUATED = "unevaluated"
    SEVERAL = "several"
    UNANSWERED = "unanswered"
    BROKEN = "broken"
    UNREAD = "unread"


_WORDS = {
    Told.NAMELESS: lambda n: counted(
        "{count} game has no names of players.", "{count} games have no names of players.", n
    ),
    Told.OTHERS: lambda n: counted(
        "{count} game is of other players.", "{count} games are of other players.", n
    ),
    Told.BOTH: lambda n: counted(
        "In {count} game both players have that name: it isn't counted.",
        "In {count} games both players have that name: they aren't counted.",
        n,
    ),
    Told.UNPHASED: lambda n: counted(
        "{count} game of a variant counts without opening and phase.",
        "{count} games of variants count without opening and phase.",
        n,
    ),
    Told.VARIANT: lambda n: counted(
        "{count} game is of a variant that can't be played here.",
        "{count} games are of variants that can't be played here.",
        n,
    ),
    Told.UNEVALUATED: lambda n: counted(
        "{count} game has no evaluations: analyse it first.",
        "{count} games have no evaluations: analyse them first.",
        n,
    ),
    Told.SEVERAL: lambda n: counted(
        "{count} game has evaluations of several programs; those of the deepest search count.",
        "{count} games have evaluations of several programs; those of the deepest search count.",
        n,
    ),
    Told.UNANSWERED: lambda n: counted(
        "{count} mistake is left out, since the game has no better move for it.",
        "{count} mistakes are left out, since the games have no better moves for them.",
        n,
    ),
    Told.BROKEN: lambda n: counted(
        "{count} mistake is left out, since its move breaks a rule.",
        "{count} mistakes are left out, since their moves break a rule.",
        n,
    ),
    Told.UNREAD: lambda n: counted(
        "{count} game can't be read.", "{count} games can't be read.", n
    ),
}


def told_words(told: Mapping[Told, int]) -> list[Message]:
    """What is to be known of games, in sentences."""
    return [_WORDS[one](told[one]) for one in Told if told.get(one)]


def stranger(names: Sequence[str]) -> Told:
    """Why a game with these names of players is nobody's who is asked for."""
    return Told.OTHERS if any(names) else Told.NAMELESS


# ------------------------------------------------------------------------------------ names


def names_in(collection: Collection, numbers: str = "") -> Iterator[str]:
    """The names of the players of records of a collection, in order, "" for one that isn't told.

    `numbers`: as `NumberedSet` has them.
    """
    format_ = FORMATS[collection.format].load()
    for index in NumberedSet(collection, numbers).indexes:
        game = collection.record(index).game if format_.game_fields else ""
        headers = collection.headers(index)
        yield from format_.players(headers, game)


def nobody(names: str, known: Mapping[str, int]) -> Message:
    """That no game has a player of these names, and which of those that the games have come nearest.

    `known`: how often each of these stands there.
    """
    who = message("No player of these games is called {name}.", name=one_line(names))
    told = [one for one in known if one]
    near = [one for name in OwnNames(names).names for one in nearest_names(name, told)]
    if near:
        some = message("Similar names: {names}.", names="; ".join(dict.fromkeys(near)))
        return sentences([who, some])
    often = sorted(told, key=lambda one: -known[one])[:_NAMED]
    if not often:
        return who
    others = "; ".join(often) + (" …" if len(told) > _NAMED else "")
    return sentences([who, message("The players: {names}.", names=others)])


def names_of_files(
    paths: Iterable[str],
    numbers: str = "",
    encoding: str | None = None,
    given: Mapping[str, Source] | None = None,
) -> Counter[str]:
    """How often the names of players stand in files; those that can't be read have none.

    `numbers`: of records, as `NumberedSet` has them; `given`: sources that are no files.
    """
    found: Counter[str] = Counter()
    for path in paths:
        with suppress(Unreadable, OSError):
            source = (given or {}).get(path)
            if source is None:
                collection = load_file(path, encoding=encoding)
            else:
                collection = load_source(source, encoding=encoding)
            find_all(collection)
            found.update(names_in(collection, numbers))
            if source is None and collection.source is not None:
                collection.source.close()
    return found
