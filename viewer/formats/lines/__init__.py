"""Games of Hex and Twixt as one line of moves in text: links, plain lists, Six's records.

HexWorld and trmph put a game into a link; plain lists are used in forums; Six is a program that plays Hex.
HexWorld links and plain lists are also written. Each has its own `Notation`; the rest is shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output
from viewer.formats.headers import HeaderField

if TYPE_CHECKING:
    from viewer.formats.lines.notation import Notation
    from viewer.tree.record import Record


class LineFormat(Format):
    """A format with one line of moves per record."""

    glyphs = NO_GLYPHS

    def __init__(
        self,
        id: str,
        notation: str,
        name: Message,
        fields: tuple[HeaderField, ...] = (),
        *,
        writable: bool = False,
        single: bool = False,
        sized: bool = True,
    ) -> None:
        self.id = id
        self._notation = notation
        self.name = name
        self.fields = fields
        self.writable = writable
        self.single = single
        self.sized = sized

    @property
    def notation(self) -> Notation:
        """The notation of the format, whose module is imported on access."""
        found: Notation = load_named(f"viewer.formats.lines.{self._notation}")
        return found

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the games of a source. Raises Unreadable if there are none, OSError."""
        from viewer.formats.lines.notation import LineCollection  # deferred

        return LineCollection(source, limits, self.notation)

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """Write the games as text."""
        if not self.writable:
            return super().output_of(collection, chosen)
        from viewer.formats.lines.writer import write  # deferred

        return write(collection, self.notation, 1 if self.single else len(collection))

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The notation's only variant."""
        return self.notation.variant


class HexWorldFormat(LineFormat):
    """Links to HexWorld, which say how the board is turned."""

    oriented = True

    def layout_of(self, record: Record) -> str:
        """The hour at which a1 lies, as in the link."""
        from viewer.formats.lines.notation import text_of  # deferred

        hour: str = load_named("viewer.formats.lines.links:hour_in")(text_of(record))
        return hour


HEXWORLD = HexWorldFormat(
    "hexworld", "links:HEXWORLD", message("A link to HexWorld"), writable=True
)
TRMPH = LineFormat(
    "trmph",
    "links:TRMPH",
    message("Links to trmph"),
    (HeaderField("winner", message("Result"), "result"),),
)
MOVES = LineFormat(
    "moves", "moves:MOVES", message("A list of moves"), writable=True, single=True, sized=False
)
SIX = LineFormat(
    "six",
    "links:SIX",
    message("Records of Six"),
    (
        HeaderField("First", message("Who plays first")),
        HeaderField("Swap", message("May the first stone be taken over?")),
    ),
    single=True,
)
