"""EPD, files of chess positions with operations (section 16.2 of the PGN standard), and FEN.

A file is a collection, one position a line. A line of FEN is one of EPD with counters and without
operations, so both are read by the same reader; they differ in what a new line is like, and a FEN line
gets no operations that it didn't have.

How operations show:
- `bm`, `pv`, `sm`, `am` are children of the root, in this order, each move once: best moves with the
  glyph !, moves to avoid with ?, `pv` as a line, `sm` as a move without a glyph. The first child is the
  main line. New `bm` and `am` have their moves in ASCII order, as the standard has it; those that a file has
  in another order stay in the order of the tree.
- `c0` to `c9` are the comment of the root, divided by U+2029; `ce`, or else `dm`, its evaluation, seen
  from White; `hmvc` and `fmvn` are counters of the position.
- All others are headers, with the opcode as key; those without operand have an empty value, of several
  operands all is said as it is written. An opcode that is repeated is a header too.

Comments, names and codes of openings go on to the positions behind them in a game (see `registers`).

An edit changes its operation; all others keep their bytes, in their order. New ones come where ASCII
order has them, as the standard has it, if the line is in that order, else at its end.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.epd.opcodes import FIELDS
from viewer.formats.epd.reader import NAMES, EpdCollection
from viewer.formats.epd.values import ENCODINGS
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output
from viewer.tree.diagnostic import Diagnostic

_GLYPHS = {1: message("best move (bm)"), 2: message("move to avoid (am)")}


class EpdFormat(Format):
    """Files of positions: `id` is "epd" or "fen"."""

    encodings = ENCODINGS

    def __init__(self, id: str, operations: bool) -> None:
        self.id = id
        self.variant = NAMES[id]
        self.free_headers = operations
        self.fields = FIELDS if operations else ()
        self.glyphs = _GLYPHS if operations else NO_GLYPHS

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The positions in a source. Raises Unreadable if there is none, OSError."""
        return EpdCollection(source, self.id, limits, encoding)

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """The collection as lines."""
        from viewer.formats.epd.writer import write  # deferred

        return write(collection, self.id)

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """Where lines break a "must" of section 16 of the standard."""
        from viewer.formats.epd.strict import strict  # deferred

        return strict(collection, self.id)


EPD = EpdFormat("epd", True)
FEN = EpdFormat("fen", False)
