"""The header fields in `info`: their names, choices and lists, the check of their values, and the players.

Paragraph numbers are those of the second draft of version 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from viewer.base.messages import Message, in_context, message
from viewer.formats.format import HeaderField, HeaderList, value_of
from viewer.formats.wei7.rules import header_rule, is_good_header
from viewer.tree.annotation import ACTOR, MOMENT, PROBLEM, TITLE
from viewer.tree.record import Header, with_header

PARTICIPANTS = "info.participants"
PLAYERS = "info.players"
COLOURS = {"1": message("Black"), "2": message("White")}
_SCORING = {
    "area": message("Area, as in China"),
    "territory": message("Territory, as in Japan and Korea"),
}
_RULES = {
    "Chinese": in_context("rules of go", "Chinese"),
    "Japanese": in_context("rules of go", "Japanese"),
    "Korean": in_context("rules of go", "Korean"),
}
_WINNERS = {**COLOURS, "null": message("Nobody: a draw")}


def _participant(number: int) -> tuple[HeaderField, ...]:
    name = message("Participant {number}: name", number=number + 1)
    rank = message("Participant {number}: rank", number=number + 1)
    return (
        HeaderField(f"{PARTICIPANTS}.{number}.name", name, f"side{number}"),
        HeaderField(f"{PARTICIPANTS}.{number}.rank", rank, f"rank{number}"),
    )


FIELDS: tuple[HeaderField, ...] = (
    HeaderField("info.name", message("Name of the game"), "title"),
    HeaderField("info.time", message("Beginning (UTC)"), "date"),
    HeaderField("info.place", message("Place"), "place"),
    *_participant(0),
    *_participant(1),
    HeaderField(f"{PLAYERS}.0.participant", message("Player {number}", number=1)),
    HeaderField("info.rules.type", message("Rules"), "", _RULES, kind="rules"),
    HeaderField("info.rules.scoring", message("Scoring"), "", _SCORING, kind="scoring"),
    HeaderField("info.rules.komi", message("Komi"), kind="komi"),
    HeaderField("info.result.winner", message("Winner"), "result", _WINNERS),
    HeaderField("info.result.margin", message("Margin"), telling=True),
    HeaderField("info.id", message("Identifier")),
    HeaderField("info.domain", message("Domain of the identifier")),
)
LISTS: tuple[HeaderList, ...] = (
    HeaderList(
        PARTICIPANTS,
        message("Participant {number}", number=1),
        message("Another participant…"),
        (
            HeaderField("name", message("Name")),
            HeaderField("rank", message("Rank")),
            HeaderField("title", message("Title")),
            HeaderField("id", message("Identifier")),
            HeaderField("domain", message("Domain")),
        ),
    ),
    HeaderList(
        PLAYERS,
        message("Player {number}", number=1),
        message("Another player…"),
        (
            HeaderField("participant", message("Participant"), refers=PARTICIPANTS),
            HeaderField("color", message("Colour"), "", COLOURS),
        ),
        ordered=False,
    ),
)
FACETS = frozenset((TITLE, PROBLEM, MOMENT, ACTOR))
STEPS = ("takeback", "message", "result", "mark")
GLYPHS: Mapping[int, Message] = MappingProxyType(
    {
        1: message("good"),
        2: message("bad"),
        5: message("controversial"),
        6: message("trick: bad for who plays it, if answered rightly"),
    }
)


def meaning(key: str, value: str) -> Message | None:
    """The meaning of a coded value (a winner, a colour, a choice), None for other headers."""
    if re.match(r"info\.players\.\d+\.color\Z", key):
        return COLOURS.get(value)
    field = next((field for field in FIELDS if field.key == key), None)
    return None if field is None or field.choices is None else field.choices.get(value)


def fault(key: str, value: str, headers: Sequence[Header]) -> Message | None:
    """How a value breaks the specification, with the paragraph; None if it doesn't."""
    rule = header_rule(key)
    if rule is not None and not is_good_header(rule, value):
        where = rule.paragraph
        return message("This must be {what} ({where}).", what=rule.words, where=where)
    if key.startswith(PLAYERS) and key.endswith(".participant") and not _is_there(value, headers):
        return message("There is no participant of this number (3.7).")
    return None


def _is_there(value: str, headers: Sequence[Header]) -> bool:
    if not value.isdecimal():
        return False
    least = int(value[:9])
    for key, _ in headers:
        if key.startswith(PARTICIPANTS + "."):
            number = key[len(PARTICIPANTS) + 1 :].partition(".")[0]
            if number.isdecimal() and int(number[:9]) >= least:
                return True
    return False


# ------------------------------------------------------------------------------- players and result

_PLAYER = f"{PLAYERS}."
_RESULT = re.compile(r"([BW])\+(R|\d{1,3}(?:\.[05])?)|(0)", re.ASCII)
_LARGEST = 512  # all margins are smaller


def player_text(headers: Sequence[Header], colour: str, what: str) -> str:
    """The name (or rank, by `what`) of the player of a colour ("1" or "2"); several are joined by " & ".

    If the headers name no players, the first two participants count as Black and White.
    """
    said = {key: value for key, value in reversed(headers)}
    if not any(key.startswith(_PLAYER) for key in said):
        return said.get(f"{PARTICIPANTS}.{int(colour) - 1}.{what}", "")
    names: list[str] = []
    for key, value in headers:
        player, _, last = key.removeprefix(_PLAYER).partition(".")
        if key.startswith(_PLAYER) and last == "color" and value == colour:
            who = said.get(f"{_PLAYER}{player}.participant", "")
            names.append(said.get(f"{PARTICIPANTS}.{who}.{what}", ""))
    return " & ".join(name for name in names if name)


def side_of(headers: Sequence[Header], participant: str) -> int | None:
    """The side that a participant plays by `info.players`: 0 for Black; None for neither or both."""
    said = {key: value for key, value in reversed(headers)}
    sides = {
        said.get(f"{key.removesuffix('.participant')}.color", "")
        for key, value in headers
        if key.startswith(_PLAYER) and key.endswith(".participant") and value == participant
    }
    return {"1": 0, "2": 1}.get(sides.pop()) if len(sides) == 1 else None


def result_words(headers: Sequence[Header]) -> str:
    """The result as `B+2.5`, `W+R` (without a margin) or `0` for a draw; "" if there is none."""
    winner, margin = (value_of(headers, f"info.result.{name}") for name in ("winner", "margin"))
    if winner == "null":
        return "0"
    side = {"1": "B", "2": "W"}.get(winner)
    return f"{side}+{margin or 'R'}" if side else ""


def with_result(headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
    """The headers with a result in points, by resignation or a draw; "" removes the result.

    None for a result that the format can't hold: a win on time, a win by an unknown margin, a void game.
    """
    winner = margin = ""
    if text:
        found = _RESULT.fullmatch(text)
        if found is None:
            return None
        winner = "null" if found[3] else str("BW".index(found[1]) + 1)
        margin = "" if found[3] or found[2] == "R" else found[2]
        if margin and not 0 < float(margin) < _LARGEST:
            return None
    said = with_header(headers, "info.result.winner", winner)
    return with_header(said, "info.result.margin", margin)
