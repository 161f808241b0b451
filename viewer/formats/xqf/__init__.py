"""XQF, the files of XQStudio (象棋演播室) and of most programs beside it: one game of xiangqi a file.

Versions 0A (1.0, described by its author) to 12 (1.8), read and written. Sources: the specification of 1.0,
and XQStudio 1.63 (DONG Shiwei, BSD-3).
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import BIG5, GB18030, canonical
from viewer.formats.capabilities import EncodedComments
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output
from viewer.formats.xqf.facts import style_of
from viewer.formats.xqf.fields import FIELDS, RESULT_KEY, RESULTS, TYPE_KEY, TYPES
from viewer.formats.xqf.references import spelled
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


class XqfFormat(EncodedComments, Format):
    """The format; `chance` is where the random keys of new files come from."""

    id = "xqf"
    reader = "viewer.formats.xqf.reader:XqfCollection"
    checker = "viewer.formats.xqf.strict:strict"
    initial = (Header(RESULT_KEY, RESULTS[0]), Header(TYPE_KEY, TYPES[0]))
    fields = FIELDS
    options = (
        choice(
            "version",
            message("Version"),
            {
                "0A": message("XQF 1.0, read by every program"),
                "12": message("XQF 1.8, with keys as XQStudio makes them"),
            },
        ),
    )
    encodings = (GB18030, BIG5)
    single = True
    glyphs = NO_GLYPHS

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = random.Random() if chance is None else chance

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The record in a source.

        `encoding` may be any name of a Chinese codec. Raises Unreadable, OSError, and ValueError or
        LookupError for an encoding that isn't one.
        """
        return super().read(source, limits, encoding and canonical(encoding))

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """The first record as a file: of the version it was read in, or as was chosen.

        A new one is 0A, or 12 if Black is to move and no move tells so.
        """
        from viewer.formats.xqf.writer import write  # deferred

        return write(collection, chosen, self._chance)

    def written_comment(self, record: Record, node: Node) -> str:
        """The comment with `&nbsp;` and the like where the file has them."""
        codec = record.encoding or GB18030
        return spelled(node.comment, codec) if style_of(node).spelled else node.comment

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The version of the file that `write` makes."""
        from viewer.formats.xqf.writer import variant_of_written  # deferred

        return variant_of_written(collection, self.chosen(options))


FORMAT = XqfFormat()
