"""The head of a record, from its headers; what its outline leaves out, so that each form can tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from viewer.base.messages import in_context, message
from viewer.formats.format import Format
from viewer.formats.headers import value_of, value_words
from viewer.games import game_of
from viewer.games.game import State
from viewer.games.printing import Printing, printing_of
from viewer.games.results import DRAWN, LOST, WON, score_at_end
from viewer.games.score import plain_result
from viewer.games.states import States
from viewer.publish.choices import AS_WRITTEN, GIVEN_FIRST, SURNAME, OutlineStyle
from viewer.publish.outline import Heading
from viewer.publish.wording import Words, printed_line
from viewer.tree.action import Terminal
from viewer.tree.annotation import (
    BEFORE,
    BOOKMARK,
    CLOCK,
    COMMENT,
    ELAPSED,
    EVALUATION,
    FIGURE,
    GLYPHS,
    MAIN,
    MARKS,
    TITLE,
    VERDICT,
    VIEW,
)
from viewer.tree.record import Header, Record

_TIME = re.compile(r"[ T]\d{1,2}:\d{2}(:\d{2})?$")  # behind the day on which a game began
_SHORT = 2  # letters of a given name that is shortened
_OPENING = ("opening", "variation", "subvariation")
_ROLES = (
    *("side0", "side1", "rank0", "rank1", "title", "event", "place", "date", "round"),
    *("result", "annotator", "opening-code"),
)
PRINTED_ROLES = frozenset((*_ROLES, *_OPENING))
"""The roles of headers that a heading has in print."""


def heading(
    format_: Format, states: States, index: int, words: Words, names: str = AS_WRITTEN
) -> Heading:
    """The heading of a record; `index` is its index, which names it if nothing else does.

    `names`: how players are called, a choice of `OUTLINE_FIELDS`.
    """
    record = states.record
    start = states.at(record.root)
    said = {
        role: header_text(format_, record.headers, record.game, role, words, start)
        for role in (*_ROLES, *_OPENING)
    }
    written = said["side0"], said["side1"]
    first, second = (called(name, names) for name in written)
    own = said["title"]
    result = plain_result(format_.by_role("result", record.headers, record.game))
    if not result and (result := _shown_result(states)):
        said["result"] = words(value_words("result", result, states.game, start))
    pairing = words(printing_of(states.game).pairing("{first}", "{second}", result))
    found = Heading("", pairing=pairing)
    players = found.paired(first, second) if first and second else ""
    title = players or own or first or second
    label = states.game.start_label(start)
    books = printing_of(states.game)
    ranked = [
        ", ".join(filter(None, one)) for one in ((first, said["rank0"]), (second, said["rank1"]))
    ]
    outcome = books.outcome(result)
    return found._replace(
        title=title or words(message("Game {number}", number=index + 1)),
        subtitle=own if own != title else "",
        sides=(first, second),
        written=written,
        ranks=(said["rank0"], said["rank1"]),
        event=said["event"],
        place=said["place"],
        date=said["date"],
        round=said["round"],
        result="" if said["result"] == "*" else said["result"],
        annotator=said["annotator"],
        start="" if label is None else words(label),
        opening=", ".join(dict.fromkeys(said[role] for role in _OPENING if said[role])),
        opening_code=said["opening-code"],
        players=tuple(
            words(in_context("in the head of a game", "{side}: {name}", side=side, name=name))
            for side, name in zip(states.side_names, ranked, strict=True)
            if name and name != words(side) and books.coloured
        ),
        terms=tuple(_terms(format_, record, books, words)),
        outcome="" if outcome is None else words(outcome),
    )


def _shown_result(states: States) -> str:
    """The result of a game whose end is told behind its last move, "" if it isn't."""
    last = states.record.root
    while last.children:
        last = last.children[0]
    if not isinstance(last.action, Terminal):
        return ""
    score = score_at_end(states.game, states.at(last))
    return {WON: "1-0", DRAWN: "1/2-1/2", LOST: "0-1", None: ""}[score]


def _terms(format_: Format, record: Record, books: Printing, words: Words) -> Iterator[str]:
    """What a head says of the conditions of play."""
    for kind in books.terms:
        for key in _keys_of(format_, record.game, kind):
            value = printed_line(value_of(record.headers, key))
            if value and (said := books.term(kind, value)) is not None:
                yield words(said)


@cache
def _keys_of(format_: Format, game: str, kind: str) -> list[str]:
    """The keys of fields of a kind or role, or that key itself if there is one."""
    fields = format_.fields_of(game)
    return [field.key for field in fields if kind in (field.kind, field.role, field.key)]


@cache
def _printed_keys(format_: Format, game: str) -> frozenset[str]:
    """The keys of headers that a heading tells, or that only repeat the game, its start or its notation."""
    fields = format_.fields_of(game)
    told = [
        field.key for field in fields if field.role in PRINTED_ROLES or field.start or field.implied
    ]
    terms = (_keys_of(format_, game, kind) for kind in printing_of(game_of(game)).terms)
    return frozenset(chain(told, *terms))


_SURNAME_FIRST = re.compile(r"([^,]*[^\W\d_][^,]*),\s*([^,]*[^\W\d_][^,]*)")


def called(name: str, form: str) -> str:
    """A name written with the surname first and a comma ("Karpov, Anatoly") as a form has it; others stay."""
    parts = _SURNAME_FIRST.fullmatch(name)
    if form == AS_WRITTEN or parts is None:
        return name
    surname, given = parts[1].strip(), parts[2].strip()
    if form == SURNAME:
        return surname
    if form == GIVEN_FIRST:
        return f"{given} {surname}"
    word = re.split(r"[\s.-]", given)[0]
    return f"{surname}, {word[:_SHORT]}." if len(word) > _SHORT else f"{surname}, {given}"


def header_text(
    format_: Format,
    headers: Sequence[Header],
    game: str,
    role: str,
    words: Words,
    start: State | None = None,
) -> str:
    """The header of a role as people read it, in one line; "" without one. `start` as in `value_words`."""
    value = format_.by_role(role, headers, game)
    if role == "date":
        value = _TIME.sub("", value)
    return printed_line(words(value_words(role, value, game_of(game), start))) if value else ""


HEADER = "header:"
"""Begins what stands for the headers of a key among what is left out."""

_ALWAYS = frozenset((GLYPHS, BOOKMARK, TITLE, VIEW, FIGURE, VERDICT, MAIN))


def unprinted(format_: Format, record: Record, style: OutlineStyle) -> Counter[str]:
    """How many annotations of each facet, and headers of each key, aren't in a record's outline.

    Marks count only if diagrams show none of them at all: which nodes have diagrams is the user's choice.
    """
    shown = set(_ALWAYS)
    if style.comments:
        shown |= {COMMENT, BEFORE}
    if style.marks:
        shown.add(MARKS)
    if style.evaluations:
        shown.add(EVALUATION)
    if style.clocks:
        shown |= {CLOCK, ELAPSED}
    found: Counter[str] = Counter()
    if any([node.notes for node in record.nodes.values()]):
        for node in record.walk():
            found.update(name for name in node.notes if name not in shown)
    printed = _printed_keys(format_, record.game)
    found.update(
        HEADER + entry.key for entry in record.headers if entry.value and entry.key not in printed
    )
    return found
