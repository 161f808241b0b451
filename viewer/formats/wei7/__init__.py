"""wei7, the format of Zhan Zhenzhen: a game of go, a lesson or a live broadcast as JSON.

Version 3.0, second draft (21 March 2013), and what other drafts share with it; version 2, which is
XML, is read. The text of a file is kept whole: an edit changes its stretch of it. Headers are what stands
in `info`, by dotted paths; the size of the board is that of the start position. A node without action is
the head of a branch (title, preset position); steps that are no moves are takebacks and remarks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import Collection, Format, HeaderField, Option, Output
from viewer.formats.wei7.players import player_name, result_words
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header

_COLOURS = {"1": message("Black"), "2": message("White")}


def _participant(number: int, role: str) -> tuple[HeaderField, ...]:
    path, who = f"info.participants.{number}", number + 1
    return (
        HeaderField(f"{path}.name", message("Participant {number}: name", number=who), role),
        HeaderField(f"{path}.rank", message("Participant {number}: rank", number=who)),
        HeaderField(f"{path}.title", message("Participant {number}: title", number=who)),
        HeaderField(f"{path}.id", message("Participant {number}: identifier", number=who)),
        HeaderField(f"{path}.domain", message("Participant {number}: domain", number=who)),
    )


def _player(number: int) -> tuple[HeaderField, ...]:
    path, who = f"info.players.{number}", number + 1
    return (
        HeaderField(f"{path}.participant", message("Player {number}: participant", number=who)),
        HeaderField(f"{path}.color", message("Player {number}: colour", number=who), "", _COLOURS),
    )


_SCORING = {
    "area": message("Area, as in China"),
    "territory": message("Territory, as in Japan and Korea"),
}
_RULES = {
    "Chinese": message("Chinese"),
    "Japanese": message("Japanese"),
    "Korean": message("Korean"),
}
_WINNERS = {**_COLOURS, "null": message("Nobody: a draw")}

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("info.name", message("Name of the game"), "title"),
    HeaderField("info.time", message("Beginning (UTC)"), "date"),
    HeaderField("info.place", message("Place"), "place"),
    *_participant(0, "side0"),
    *_participant(1, "side1"),
    *_player(0),
    *_player(1),
    HeaderField("info.rules.type", message("Rules"), "", _RULES),
    HeaderField("info.rules.scoring", message("Scoring"), "", _SCORING),
    HeaderField("info.rules.komi", message("Komi")),
    HeaderField("info.result.winner", message("Winner"), "result", _WINNERS),
    HeaderField("info.result.margin", message("Margin")),
    HeaderField("info.id", message("Identifier")),
    HeaderField("info.domain", message("Domain of the identifier")),
)

MARK = Option(
    "byte-order-mark",
    message("Byte order mark"),
    {"yes": message("As its author's files have it"), "no": message("None")},
)


class Wei7Format(Format):
    """The format."""

    id = "wei7"
    fields = FIELDS
    free_headers = True
    single = True
    options = (MARK,)

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The record in a source. Raises Unreadable where there is none, OSError."""
        from viewer.formats.wei7.collection import Wei7Collection

        return Wei7Collection(source, limits)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The first record as a file. Raises KeyError or ValueError for an option that isn't offered."""
        from viewer.formats.wei7.writer import write  # not needed to open a file

        return write(collection, options)

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """Where the file breaks a "must" of the second draft, with its paragraph. Raises OSError."""
        from viewer.formats.wei7.strict import strict

        return strict(collection)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """The two players, without names."""
        return (
            Header("info.players.0.participant", "0"),
            Header("info.players.0.color", "1"),
            Header("info.players.1.participant", "1"),
            Header("info.players.1.color", "2"),
        )

    def meaning(self, key: str, value: str) -> Message | None:
        """What a winner or a colour means."""
        field = next((field for field in FIELDS if field.key == key), None)
        return None if field is None or field.choices is None else field.choices.get(value)

    def by_role(self, role: str, headers: Sequence[Header]) -> str:
        """The players by the colours that `info.players` gives them, a result as SGF writes it."""
        if role in ("side0", "side1"):
            return player_name(headers, "1" if role == "side0" else "2")
        return result_words(headers) if role == "result" else super().by_role(role, headers)

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """New files, and those of version 2 with changes, are of version 3.0."""
        same = not options and collection.format == self.id and collection.variant
        return collection.variant if same else "wei7 3.0"


FORMAT = Wei7Format()
