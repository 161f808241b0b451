"""Texts that people write about games: articles, forum posts, mails, pages of a book. Read, not written."""

from __future__ import annotations

import re

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.patterns import late
from viewer.base.source import Source
from viewer.formats.entry import Likeness
from viewer.formats.format import Collection, Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import TEXT_ENCODINGS


class ProseFormat(Format):
    """Any text with moves in it, about a game if one is said (its id), else about that which fits."""

    id = "text"
    name = message("Text about games")
    writable = False
    encodings = TEXT_ENCODINGS
    fields = (
        HeaderField("First", message("First player"), "side0"),
        HeaderField("Second", message("Second player"), "side1"),
        HeaderField("Title", message("Title"), "title"),
        HeaderField("Event", message("Event"), "event"),
        HeaderField("Date", message("Date"), "date"),
        HeaderField("Place", message("Place"), "place"),
        HeaderField("Round", message("Round"), "round"),
        HeaderField("Opening", message("Opening"), "opening"),
        HeaderField("Komi", message("Komi"), kind="komi"),
        HeaderField("Author", message("Annotator"), "annotator"),
        HeaderField("Result", message("Result"), "result"),
    )

    def __init__(self, game: str = "") -> None:
        self._games = (game,) if game else ()

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the games that a text tells. Raises Unreadable if it tells none, OSError."""
        from viewer.formats.prose.collection import ProseCollection  # deferred

        return ProseCollection(source, limits, encoding, self, self._games)


FORMAT = ProseFormat()


_SOME = late(rb"[0-9]|[\x80-\xff]{2}")


def probe_text(head: bytes) -> Likeness:
    """IF_NAMED for a text with a digit, or characters that aren't ASCII; NO for anything else."""
    binary = re.search(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]", head)
    return Likeness.IF_NAMED if binary is None and _SOME.search(head) else Likeness.NO
