"""XQF, the format of XQStudio (象棋演播室) and of most other programs: one game of xiangqi per file.

Reads and writes versions 0A (1.0, described by its author) to 12 (1.8). Sources: the specification of 1.0,
and XQStudio 1.63 (DONG Shiwei, BSD-3).
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import GB18030
from viewer.formats.format import NO_GLYPHS, Collection, Output
from viewer.formats.kit.charsets import ENCODINGS, canonical
from viewer.formats.kit.xiangqi import SIGNS, ChineseTimes
from viewer.formats.xqf.head import FIELDS, RESULT_KEY, RESULTS, TYPE_KEY, TYPES
from viewer.formats.xqf.text import spelled, style_of
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


class XqfFormat(ChineseTimes):
    """The XQF format; `chance` generates the random keys of new files."""

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
    encodings = (GB18030, *(name for name in ENCODINGS if name != GB18030))
    single = True
    glyphs = NO_GLYPHS
    signs = SIGNS

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = random.Random() if chance is None else chance

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the record of a source.

        `encoding` may be any name of a Chinese codec. Raises Unreadable, OSError, and ValueError or
        LookupError if it is no such name.
        """
        return super().read(source, limits, self._known(encoding))

    def _known(self, encoding: str | None) -> str | None:
        return encoding if encoding in self.encodings else canonical(encoding or "") or None

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """Write the first record as a file, in the chosen version or in that of the file it was read from.

        A new file has version 0A, or 12 if Black is to move and no move shows it.
        """
        from viewer.formats.xqf.writer import write  # deferred

        return write(collection, chosen, self._chance)

    def written_comment(self, record: Record, node: Node) -> str:
        """A node's comment, with references such as `&nbsp;` if the file has them."""
        codec = record.encoding or GB18030
        return spelled(node.comment, codec) if style_of(node).spelled else node.comment

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The variant (`XQF 1.0`) of the file that `write` makes."""
        from viewer.formats.xqf.writer import variant_of_written  # deferred

        return variant_of_written(collection, self.chosen(options))


FORMAT = XqfFormat()
