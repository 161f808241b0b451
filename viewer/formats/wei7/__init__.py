"""wei7, the format of Zhan Zhenzhen: a game of go, a lesson or a live broadcast as JSON.

Version 3.0, second draft (21 March 2013), and what other drafts share with it; version 2, which is
XML, is read. The text of a file is kept whole: an edit changes its stretch of it. Headers are what stands
in `info`, by dotted paths; the size of the board is that of the start position. A node without action is
the head of a branch (title, preset position); steps that are no moves are takebacks and remarks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewer.base.fields import choice
from viewer.base.messages import Message, message
from viewer.base.text import UTF8
from viewer.formats.capabilities import CheckedHeaders, ExplainedHeaders, Participants
from viewer.formats.format import Collection, Format
from viewer.formats.wei7 import fields as described
from viewer.formats.wei7.players import player_text, result_words, side_of, with_result
from viewer.tree.record import Header

MARK = choice(
    "byte-order-mark",
    message("Byte order mark"),
    {"no": message("None"), "yes": message("As its author's files have it")},
)
_OF_PLAYERS = {"side": "name", "rank": "rank"}


class Wei7Format(ExplainedHeaders, CheckedHeaders, Participants, Format):
    """The format."""

    id = "wei7"
    reader = "viewer.formats.wei7.collection:Wei7Collection"
    writer = "viewer.formats.wei7.writer:write"
    checker = "viewer.formats.wei7.strict:strict"
    fields = described.FIELDS
    lists = described.LISTS
    facets = described.FACETS
    steps = described.STEPS
    titled_moves = False
    actors = described.PARTICIPANTS
    glyphs = described.GLYPHS
    colours = False
    free_headers = True
    single = True
    codec = UTF8
    options = (MARK,)
    initial = (  # the two players, without names
        Header("info.players.0.participant", "0"),
        Header("info.players.0.color", "1"),
        Header("info.players.1.participant", "1"),
        Header("info.players.1.color", "2"),
    )

    def meaning(self, key: str, value: str) -> Message | None:
        """What a winner or a colour means."""
        return described.meaning(key, value)

    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """What the specification has against a value, with its paragraph."""
        return described.fault(key, value, headers)

    def side_of(self, actor: str, headers: Sequence[Header]) -> int | None:
        """By `info.players`."""
        return side_of(headers, actor)

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """The players by the colours that `info.players` gives them, a result as SGF writes it."""
        what, side = _OF_PLAYERS.get(role[:-1]), role[-1:]
        if what is not None:
            return player_text(headers, "1" if side == "0" else "2", what)
        return result_words(headers) if role == "result" else super().by_role(role, headers)

    def with_result(self, headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
        """Headers that say a result in points, by resignation or a draw."""
        return with_result(headers, text)

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """New files, and those of version 2 with changes, are of version 3.0."""
        same = not options and collection.format == self.id and collection.variant
        return collection.variant if same else "wei7 3.0"


FORMAT = Wei7Format()
