"""The form of a search: its conditions as fields, in the words of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from viewer.base.fields import CHOICE, FLAG, Field, Value
from viewer.base.messages import NOTHING, Message, in_context, message
from viewer.formats import FORMATS
from viewer.games import GAMES, game_of
from viewer.library.searches import number_fault, results_in, side_names
from viewer.library.typed import colours
from viewer.library.words import day_asked

_ANY = in_context("a choice of a search", "any")


def _date(text: str) -> Message | None:
    if not text or day_asked(text) is not None:
        return None
    return message("“{text}” is no date; write 1972, 1972-07 or 1972-07-11.", text=text)


def _about_position(values: Mapping[str, Value]) -> bool:
    return bool(values.get("position"))


def _line(key: str, label: Message, hint: Message | None = None, **more: Any) -> Field:
    return Field(key, label, hint=hint or NOTHING, **more)


def _with_player(values: Mapping[str, Value]) -> bool:
    return bool(values.get("player"))


def fields(game: str = "") -> tuple[Field, ...]:
    """The form of all conditions, but for parts of positions and material; in the words of a game."""
    first, second = side_names(game)
    games = {"": _ANY, **{id: entry.name for id, entry in GAMES.items()}}
    formats = {"": _ANY, **{id: message("{name}", name=id.upper()) for id in FORMATS}}
    results = {"": _ANY, **results_in(game)}
    year = message("1972, 1972-07 or 1972-07-11")
    written = game_of(game).two_moves if game in GAMES else ""
    moves = message("{text}", text=written) if written else message("1. e4 c5")
    return (
        _line("words", message("Words of headers"), message('adler "world championship"')),
        _line("player", message("Player"), message("on either side")),
        _line(
            "opponent",
            message("Opponent"),
            message("who played against that player"),
            beside=True,
        ),
        Field(
            "side",
            message("Colour of the player"),
            CHOICE,
            "",
            {"": _ANY, "first": first, "second": second, **({} if game else colours())},
            condition=_with_player,
        ),
        _line("first", first),
        _line("second", second, beside=True),
        _line("event", message("Event")),
        Field("result", message("Result"), CHOICE, "", results),
        _line("date_from", message("Date, from"), year, check=_date),
        _line("date_to", message("to"), check=_date, beside=True),
        _line(
            "rating_from", message("Rating, from"), message("average of both"), check=number_fault
        ),
        _line("rating_to", message("to"), check=number_fault, beside=True),
        _line("plies_from", message("Plies, from"), check=number_fault),
        _line("plies_to", message("to"), check=number_fault, beside=True),
        _line("opening", message("Opening"), message("a part of its name, or its code")),
        _line("comment", message("Text in comments")),
        *(Field(key, words, FLAG, False, beside=beside) for key, words, beside in _has_fields()),
        Field("game", message("Game"), CHOICE, "", games),
        Field("format", message("Format of the file"), CHOICE, "", formats, beside=True),
        _line("folder", message("Folder"), message("path of a folder or file")),
        _line("moves", message("First moves"), moves),
        Field("anywhere", message("These moves anywhere in the game"), FLAG, False),
        _line("position", message("Position"), message("FEN, SFEN or a line of text")),
        Field(
            "either_side", message("Either side to move"), FLAG, False, condition=_about_position
        ),
        Field(
            "turned",
            message("Mirrored and turned positions too"),
            FLAG,
            False,
            condition=_about_position,
        ),
        Field(
            "exchanged",
            message("Positions with colours exchanged too"),
            FLAG,
            False,
            condition=_about_position,
        ),
        Field(
            "main_lines",
            message("Main lines only, no variations"),
            FLAG,
            False,
            condition=_about_position,
        ),
    )


def _has_fields() -> Iterator[tuple[str, Message, bool]]:
    """Key and label of what a record may have, and whether it stands beside the one before."""
    yield "has-comments", message("Has comments"), False
    yield "has-variations", message("Has variations"), True
    yield "has-problems", message("Has problems"), False
    yield "has-set-up", message("Begins with a set-up position"), True
