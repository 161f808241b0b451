"""What programs that hold matches of engines write behind a move: `{+2.00/14 0.29s, White mates}`.

That is an evaluation in pawns (`+M5`: mate in five plies) seen from the side that moved, the depth of the
search, and the seconds spent, as Cute Chess and fastchess write them. `NodeText` has such values as
"score +2.00/14" and "spent 0.29": no command's value has a blank. Here they become those of facets, and the
other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from viewer.formats.pgn.lexer import MATCH_FACETS, SCORE, sayable
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.annotation import NoteValue
from viewer.tree.inherited import Inherited
from viewer.tree.node import Node

_SCORE = re.compile(r"([+-]?)(?:(\d{1,4}\.\d\d)|M(\d{1,3}))(?:/(\d{1,3}))?")
_VALUE = re.compile(r"(-?)(?:(\d{1,4}\.\d\d)|#(-?)(\d{1,3}))(?:,(\d{1,3}))?")
_TIME = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)(\.\d{1,3})?")


def seconds_of(game: str, setup: Setup | None) -> Inherited[bool]:
    """Whether the second side made the move of a node, in a record of a game (its id).

    Of the root: whether the first side is to move.
    """

    def after(second: bool, node: Node) -> bool:
        return second if node.parent is None else not second

    return Inherited(after, game_of(game).start(setup).side == 0)


def as_facets(notes: Mapping[str, NoteValue], second: bool) -> Mapping[str, NoteValue]:
    """Annotations in which such values of a move, of the second side or not, are those of facets."""
    found: dict[str, NoteValue] = {}
    for facet, value in notes.items():
        if facet in MATCH_FACETS.values() and isinstance(value, str) and " " in value:
            name, _, said = value.partition(" ")
            found[facet] = _evaluation(said, second) if name == SCORE else _elapsed(said)
        else:
            found[facet] = value
    return found


def as_in_match(
    notes: Mapping[str, NoteValue], said: Mapping[str, NoteValue], second: bool
) -> dict[str, NoteValue]:
    """The reverse of `as_facets` for the values that are `said` in this way, if all of them still can be.

    A value that no command can have stays as it is said.
    """
    own = [
        name for facet, name in _NAMES.items() if str(said.get(facet, "")).startswith(f"{name} ")
    ]
    if not own:
        return dict(notes)
    kept = dict(notes)
    for name in own:
        facet = MATCH_FACETS[name]
        if facet in kept and not sayable(facet, str(kept[facet])):
            kept[facet] = as_facets(said, second)[facet]
    spelt = {
        name: _spelt(name, str(kept[MATCH_FACETS[name]]), second)
        for name in own
        if MATCH_FACETS[name] in kept
    }
    if len(spelt) == len(own) and None not in spelt.values():
        kept |= {MATCH_FACETS[name]: f"{name} {text}" for name, text in spelt.items()}
    return kept


_NAMES = {facet: name for name, facet in MATCH_FACETS.items()}


def _evaluation(said: str, second: bool) -> str:
    found = _SCORE.fullmatch(said)
    assert found is not None
    sign, score, plies, depth = found.groups()
    minus = "-" if (sign == "-") != second else ""
    if score is not None:
        value = score if not float(score) else minus + score
    else:
        value = f"#{minus}{(int(plies) + 1) // 2}"
    return value if depth is None else f"{value},{int(depth)}"


def _elapsed(said: str) -> str:
    whole, point, part = said.partition(".")
    minutes, seconds = divmod(int(whole), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{point}{part}"


def _spelt(name: str, value: str, second: bool) -> str | None:
    """A facet's value in this form; None if that isn't read as the same."""
    said = _score(value, second) if name == SCORE else _seconds(value)
    if said is None:
        return None
    read = _evaluation(said, second) if name == SCORE else _elapsed(said)
    return said if read == value else None


def _score(value: str, second: bool) -> str | None:
    found = _VALUE.fullmatch(value)
    if found is None:
        return None
    sign, score, mated, moves, depth = found.groups()
    minus = ((sign or mated) == "-") != second
    if score is not None:
        said = score if not float(score) else f"{'-' if minus else '+'}{score}"
    else:
        said = f"{'-' if minus else '+'}M{2 * int(moves) - (not minus)}"
    return said if depth is None else f"{said}/{depth}"


def _seconds(value: str) -> str | None:
    found = _TIME.fullmatch(value)
    if found is None:
        return None
    hours, minutes, seconds, part = found.groups()
    return f"{3600 * int(hours) + 60 * int(minutes) + int(seconds)}{part or ''}"


def annotate(nodes: Iterable[Node], game: str, setup: Setup | None) -> None:
    """Give nodes that were just read the values of facets."""
    seconds = seconds_of(game, setup)
    for node in nodes:
        node.notes = as_facets(node.notes, seconds.at(node))
