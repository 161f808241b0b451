"""EPD, files of chess positions with operations (section 16.2 of the PGN standard), and FEN.

A file is a collection with one position per line. A FEN line is an EPD line with counters and without
operations, so one reader reads both. They differ in the form of new lines, and a FEN line gets no
operations unless it has some already.

How operations are shown:
- `bm`, `pv`, `sm`, `am` become children of the root, in this order, each move once: best moves with the
  glyph !, moves to avoid with ?, `pv` as a line, `sm` as a move without a glyph. The first child is the
  main line. The moves of new `bm` and `am` are written in ASCII order, as the standard requires; if those
  of the file are in another order, they are written in the order of the tree.
- `c0` to `c9` become the comment of the root, joined by U+2029; `ce`, or else `dm`, its evaluation from
  White's point of view; `hmvc` and `fmvn` the counters of the position.
- All others become headers, with the opcode as key. The value is empty if there is no operand, and the
  operands as written if there are several. A repeated opcode is a header too.

Comments, names and codes of openings also hold for later positions of the same game (see `reader`).

An edit changes its operation; all others keep their bytes and their order. New operations are inserted
in ASCII order, as the standard requires, if the line is in that order, else at its end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.base.text import CP1252, UTF8
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output, RecordWriter
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import first
from viewer.tree.diagnostic import Diagnostic

BM, AM, PV, SM = "bm", "am", "pv", "sm"
CE, DM = "ce", "dm"
CLOCK, NUMBER = "hmvc", "fmvn"
COMMENTS = tuple(f"c{digit}" for digit in range(10))
MAPPED = frozenset((BM, AM, PV, SM, CE, DM, CLOCK, NUMBER, *COMMENTS))
"""The opcodes that aren't headers: moves, evaluation, counters and comments of the position."""

STRINGS = frozenset(("id", "eco", "nic", *COMMENTS, *(f"v{digit}" for digit in range(10))))
"""The opcodes whose operand is a string."""

OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,14}")

_NAMES: dict[str, tuple[Message, str]] = {
    "id": (message("Identification"), "title"),
    "eco": (message("ECO code"), "opening-code"),
    "nic": (message("New in Chess code"), "nic-code"),
    "v0": (message("Opening"), "opening"),
    "v1": (message("Variation"), "variation"),
    "v2": (message("Subvariation"), "subvariation"),
    "acd": (message("Depth searched"), ""),
    "acn": (message("Nodes searched"), ""),
    "acs": (message("Seconds searched"), ""),
    "pm": (message("Predicted move"), ""),
    "rc": (message("Repetitions"), ""),
    "draw_accept": (message("Draw accepted"), ""),
    "draw_claim": (message("Draw claimed"), ""),
    "draw_offer": (message("Draw offered"), ""),
    "draw_reject": (message("Draw offer rejected"), ""),
    "resign": (message("Resigned"), ""),
    "tcgs": (message("Number of the game by mail"), ""),
    "tcri": (message("Receiver by mail"), ""),
    "tcsi": (message("Sender by mail"), ""),
    "noop": (message("Note for programs"), ""),
}

FIELDS = tuple(HeaderField(key, name, role) for key, (name, role) in _NAMES.items())


NAMES = {"epd": "EPD", "fen": "FEN"}
_GLYPHS = {1: message("best move (bm)"), 2: message("move to avoid (am)")}


class EpdFormat(Format):
    """The format EPD or FEN: `id` is "epd" or "fen"."""

    encodings = first(UTF8, CP1252)
    bytewise = True

    def __init__(self, id: str, operations: bool) -> None:
        self.id = id
        self.variant = NAMES[id]
        self.free_headers = operations
        self.fields = FIELDS if operations else ()
        self.glyphs = _GLYPHS if operations else NO_GLYPHS

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the positions of a source. Raises Unreadable if there are none, OSError."""
        from viewer.formats.epd.reader import EpdCollection  # deferred

        return EpdCollection(source, self.id, limits, encoding)

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """Write the collection as lines of this format."""
        from viewer.formats.epd.writer import write  # deferred

        return write(collection, self.id)

    def record_writer(self, source: str, options: Mapping[str, str]) -> RecordWriter | None:
        """The writer of new lines: those of the file that was read depend on their neighbours."""
        if source in (EPD.id, FEN.id):
            return None
        from viewer.formats.epd.writer import write_record  # deferred
        from viewer.formats.kit.runs import record_writer  # deferred

        return record_writer(partial(write_record, format=self.id), replays=self.id == "epd")

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """The breaches of section 16 of the standard."""
        from viewer.formats.epd.strict import strict  # deferred

        return strict(collection, self.id)


EPD = EpdFormat("epd", True)
FEN = EpdFormat("fen", False)


POSITION = re.compile(
    rb"(?:\xef\xbb\xbf)?[ \t]*[0-9A-Za-z~+]+"
    rb"/[0-9A-Za-z~+\[\]-]*/[0-9A-Za-z~+\[\]-]*/[0-9A-Za-z~+\[\]/-]*(?=[\s;]|\Z)"
)
_PGN_TAG = re.compile(rb"^[ \t]*(?:\xef\xbb\xbf)?\[[A-Za-z]\w*[ \t]+\"", re.MULTILINE)
_CHESS = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*(?:[1-8pnbrqkPNBRQK~+]{1,16}/){7}[1-8pnbrqkPNBRQK~+]{1,16}"
    rb"(?:\[[A-Za-z-]*\]|/[pnbrqPNBRQ]*)?(?=[ \t][wb](?:\s|\Z)|\s*\Z)",
    re.MULTILINE,
)
_LINES = 50  # that are looked at


def holds_positions(head: bytes) -> bool:
    """Whether the beginning of a file has a line with a chess position, and no PGN tag before it."""
    head = head.replace(b"\r", b"\n")
    found = _CHESS.search(head)
    return found is not None and _PGN_TAG.search(head, 0, found.start()) is None


def probe_epd(head: bytes) -> Likeness:
    """The likeness of a file of positions; the file's name decides between EPD and FEN.

    A text of people may have the line of a position, too: only its name makes that one a list of them.
    """
    if holds_positions(head):
        lines = [line for line in head.splitlines()[:_LINES] if line.strip()]
        listed = sum(_CHESS.match(line) is not None for line in lines)
        return Likeness.YES if 2 * listed > len(lines) else Likeness.IF_NAMED
    found = any(POSITION.match(line) for line in head.splitlines())
    return Likeness.IF_NAMED if found else Likeness.NO


probe_fen = probe_epd
