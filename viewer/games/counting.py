"""Counts of records by several rules, and results that are the count by other rules than the record's."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, cast

from viewer.base.loading import load_named
from viewer.base.messages import Message, message, sentences
from viewer.base.named import NamedTuple
from viewer.games import game_of
from viewer.games.capabilities import Counted
from viewer.games.game import S
from viewer.games.score import Score, winner_said
from viewer.games.states import States
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Record

_TERRITORY = "territory"  # a kind of mark
_POINTS = re.compile(r"[A-Z]\+(\d{1,4}(?:[.,]\d{1,2})?)")


class RulesCount(NamedTuple):
    """The count of a position by some rules.

    Attributes:
        rules: whose they are.
        score: the count.
        why: what makes its result another than by the record's rules; () if it is the same.
        known: False for a record that names no rules, or some that nobody knows.
    """

    rules: Message
    score: Score
    why: tuple[Message, ...]
    known: bool = True


class RuleBook(ABC, Generic[S]):
    """What the rules of a game, and those of others, say of counts."""

    @abstractmethod
    def counts(
        self, state: S, dead: frozenset[str], neutral: Collection[str] = ()
    ) -> Sequence[RulesCount]:
        """The count by the record's rules, then by others that are usual, with what makes them differ."""

    @abstractmethod
    def as_marked(
        self, state: S, owners: Mapping[str, int]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The dead pieces and the neutral squares, where a record marks whose squares are."""

    @abstractmethod
    def toggle_neutral(
        self, state: S, dead: frozenset[str], neutral: frozenset[str], square: str
    ) -> frozenset[str]:
        """The neutral squares after the empty area of a square was marked neutral, or owned if it was."""


def rule_book(game: Counted[S]) -> RuleBook[S]:
    """That of a game."""
    return cast("RuleBook[S]", load_named(game.rule_book))


def marked_owners(game: Counted[Any], node: Node) -> dict[str, int]:
    """The side of the squares that a node marks as territory."""
    sides = {side.colour: index for index, side in enumerate(game.sides)}
    return {
        square: sides[mark.colour]
        for mark in node.marks
        if mark.kind == _TERRITORY and mark.colour in sides
        for square in mark.squares
    }


def counts_at(states: States, node: Node, *, guess: bool = True) -> Sequence[RulesCount]:
    """The count at a node by the record's rules, then by others.

    Dead pieces are those that the node's marks of territory say; without marks, those that are likely dead,
    if they are to be guessed (some tenths of a second). () otherwise, and in games that aren't counted.
    """
    game = states.game
    if not isinstance(game, Counted):
        return ()
    owners = marked_owners(game, node)
    if not owners and not guess:
        return ()
    state, book = states.at(node), rule_book(game)
    if owners:
        return book.counts(state, *book.as_marked(state, owners))
    return book.counts(state, game.guess_dead(state))


def count(
    record: Record,
    node: Node | None = None,
    *,
    dead: Iterable[str] | None = None,
    neutral: Iterable[str] = (),
) -> Sequence[RulesCount]:
    """The count of a game of go by the record's rules, then by others, with what makes them differ.

    At the end of the main line, or at a node. `dead` are the squares of dead stones, `neutral` a square of
    each empty area in a seki; without `dead`, the record's marks of territory say both, or else the dead
    stones are guessed. () for games in which nothing is counted.
    """
    states = States(game_of(record.game), record)
    if node is None:
        *_, node = record.root.main_line()
    if dead is not None and isinstance(states.game, Counted):
        book = rule_book(states.game)
        return book.counts(states.at(node), frozenset(dead), frozenset(neutral))
    return counts_at(states, node)


def fitting(game: Counted[Any], found: Sequence[RulesCount], result: str) -> RulesCount | None:
    """By which rules a result is the count; None if it is by none, or names no points."""
    said = _lead(game, result)
    if said is None:
        return None
    return next((one for one in found if one.score.totals[0] - one.score.totals[1] == said), None)


def result_doubts(
    game: Counted[Any], record: Record, last: Node, result: str
) -> Iterator[Diagnostic]:
    """That a record's result is by other rules, where the last node of its main line marks territory."""
    if _lead(game, result) is None:
        return
    words = contradiction(game, counts_at(States(game, record), last, guess=False), result)
    if words is not None:
        yield Diagnostic(Severity.INFO, f"{game.id}.result-by-other-rules", words, node=last.id)


def contradiction(game: Counted[Any], found: Sequence[RulesCount], result: str) -> Message | None:
    """That a result is the count by other rules than the record's, which come first; None if it isn't."""
    fits = fitting(game, found, result)
    if fits is None or fits is found[0] or not found[0].known:
        return None
    words = message(
        "The result {result} is the count by other rules ({rules}): by the record's ({own}) it is {count}.",
        result=game.result_words(result.strip()) or result.strip(),
        rules=fits.rules,
        own=found[0].rules,
        count=game.result_words(found[0].score.result) or found[0].score.result,
    )
    return sentences([words, *fits.why])


def _lead(game: Counted[Any], result: str) -> float | None:
    """By how many points the first side wins, None for a result without points.

    Chinese margins in stones, of which one is two points, are told by their quarters (3.75, 0.25).
    """
    said, found = winner_said(game.results, result), _POINTS.fullmatch(result.strip().upper())
    if said is None:
        return None
    if said.side is None:
        return 0.0
    if found is None:
        return None
    points = float(found[1].replace(",", "."))
    if (4 * points) % 2 == 1:
        points *= 2
    return -points if said.side else points
