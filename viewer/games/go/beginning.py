"""What go asks for a new record: size, handicap, rules, komi; and doubts about these in records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.games.beginning import POSITION, START
from viewer.games.go.board import BLACK, WHITE, Position
from viewer.games.go.setup import RULE_NAMES, Rules, handicap_setup, handicap_squares, rules_of
from viewer.games.stones.game import board_fields, board_setup, size_in
from viewer.tree.action import Setup
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.games.game import Game
    from viewer.games.stones.game import StoneGame

HANDICAP, RULES, KOMI = "handicap", "rules", "komi"
_KOMI = re.compile(r"-?\d{1,3}([.,]\d{1,2})?", re.ASCII)
_MOST = 9
RULE_WORDS: Mapping[str, Message] = {
    "Japanese": in_context("rules of go", "Japanese"),
    "Chinese": in_context("rules of go", "Chinese"),
    "AGA": in_context("rules of go", "American (AGA)"),
    "Korean": in_context("rules of go", "Korean"),
    "NZ": in_context("rules of go", "New Zealand"),
    "GOE": in_context("rules of go", "Ing (GOE)"),
}


def beginning_fields(game: StoneGame[Any], values: Values) -> list[Field]:
    """The board, handicap stones if it has squares for them, the rules, and the komi that goes with them."""
    size = size_in(game, values)
    counts = [count for count in range(2, _MOST + 1) if size and handicap_squares(*size, count)]
    stones = {"0": in_context("handicap stones", "None")}
    stones |= {str(count): message("{count} handicap stones", count=count) for count in counts}
    rules = {
        "": in_context("rules of go", "Not stated"),
        **{one: RULE_WORDS[one] for one in RULE_NAMES},
    }

    def has_size(values: Values) -> bool:
        return values[START] != POSITION

    return [
        *board_fields(game),
        Field(HANDICAP, in_context("go", "Handicap"), CHOICE, "0", stones, condition=has_size),
        Field(RULES, message("Rules"), CHOICE, "", rules),
        Field(KOMI, message("Komi"), default=_usual_komi(values), check=_fault),
    ]


def beginning_setup(game: StoneGame[Any], values: Values) -> Setup:
    """The start. Raises ValueError with a Message."""
    size, count = size_in(game, values), _stones(values)
    return handicap_setup(*size, count) if size and count else board_setup(game, values)


def beginning_headers(values: Values) -> dict[str, str]:
    """Komi, rules and handicap, those that are said."""
    said = {
        KOMI: str(values.get(KOMI, "")).strip().replace(",", "."),
        RULES: str(values.get(RULES, "")),
        HANDICAP: str(_stones(values) or ""),
    }
    return {kind: text for kind, text in said.items() if text}


def even_beginning(values: Values) -> Values:
    """The values without handicap stones, and without the komi that goes with them."""
    if str(values.get(HANDICAP, "0")) == "0":
        return values
    return {key: value for key, value in values.items() if key not in (HANDICAP, KOMI)}


def _stones(values: Values) -> int:
    return int(values.get(HANDICAP, "0") or 0)


def _usual_komi(values: Values) -> str:
    rules = rules_of([Header("RU", str(values.get(RULES, "")))])
    return f"{rules.komi_for(_stones(values)):g}"


def _fault(text: str) -> Message | None:
    if not text.strip() or _KOMI.fullmatch(text.strip()):
        return None
    return message("Komi is a number of points, such as 6.5 or 0.")


# ------------------------------------------------------ Doubts about the rules and handicap of records

_MOST_BEFORE = 100  # nodes ahead of White's first stone


def doubts(game: Game[Position], record: Record, rules: Rules) -> Iterator[Diagnostic]:
    """That nobody knows the rules that a record names, and that its handicap isn't what stands on the board.

    Handicap stones are set up, or are Black's moves ahead of White's first stone.
    """
    root = record.root.id
    if rules.name and not rules.family:
        words = message(
            "The rules “{rules}” aren't known: moves are judged by a simple ko and without suicide,"
            " counts are by area.",
            rules=rules.name,
        )
        yield Diagnostic(Severity.INFO, "go.unknown-rules", words, node=root)
    if rules.handicap < 2:
        return
    here = at = game.start_of(record)
    for node, _ in zip(record.root.main_line(), range(_MOST_BEFORE), strict=False):
        if node.parent is not None:
            here = game.advance(at, node.action)
        if here.board.count(WHITE):
            break
        at = here
    stones = at.board.count(BLACK)
    if at is not here and stones != rules.handicap:
        words = message(
            "The handicap is given as {count} stones, and when White begins there are {stones}.",
            count=rules.handicap,
            stones=stones,
        )
        yield Diagnostic(Severity.INFO, "go.handicap", words, node=root)
