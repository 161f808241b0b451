"""Checking a PGN file against the standard: the "must" of its import format, and its export form.

Each finding names the section. What the standard only advises (the spelling of names, complete
rosters) is told as a note. A game that follows the rules of the import format and yet isn't, byte for
byte, in the export form, is reported with the first difference; the local line end is no
difference (3.2.2), nor is the encoding. Time and memory are linear in a game's bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.source import Source, Span, piece_blocks, piece_bytes
from viewer.formats.capabilities import CheckedRecord
from viewer.formats.format import Collection
from viewer.formats.kit.diagnostics import in_runs
from viewer.formats.kit.findings import Breach
from viewer.formats.pgn.collection import PgnCollection
from viewer.formats.pgn.dialects import USUAL
from viewer.formats.pgn.kinds import read_tags
from viewer.formats.pgn.said import KIND, TAIL
from viewer.formats.pgn.stretch import PgnStretch
from viewer.formats.pgn.strict_movetext import MovetextCheck, pair_breaches
from viewer.formats.pgn.strict_tags import (
    BOM,
    foreign_encoding,
    lexis_breaches,
    tag_breaches,
    utf8_text,
)
from viewer.formats.pgn.write.export import LATIN1, UTF8, assemble
from viewer.formats.pgn.write.export_moves import Movetext, first_ply
from viewer.formats.pgn.write.head import marker_of
from viewer.formats.pgn.write.layout import numbered
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

_CODE = "pgn.strict"
_MOST_NOTES = 100  # of one kind in a file: what one game has, nearly all have


def strict(collection: Collection) -> list[Diagnostic]:
    """The findings in all games of a file, up to the limit. Raises OSError."""
    for _ in collection.indexing():
        pass
    checks = GameChecks(collection)
    limit = Told()
    out: list[Diagnostic] = []
    for index in range(len(collection)):
        out += limit.told(checks.of_record(index, collection.record(index)).findings)
        if limit.full:
            break
    return out


class Told:
    """Of the findings of a file's games, in order, those that are told: up to the limit, notes less often.

    Attributes:
        full: whether no more are told.
    """

    def __init__(self) -> None:
        self.full = False
        self._count = 0
        # One game tells the encoding for all.
        self._notes: Counter[str] = Counter({f"{_CODE}.encoding": _MOST_NOTES - 1})

    def told(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those of the next findings that are told."""
        out: list[Diagnostic] = []
        for one in found:
            if self._count >= DEFAULT.diagnostics:
                self.full = True
                break
            if one.severity is Severity.INFO:
                self._notes[one.code] += 1
                if self._notes[one.code] > _MOST_NOTES:
                    continue
            self._count += 1
            out.append(one)
        return out


class GameChecks:
    """Finds where the games of a file break the standard, one after the other."""

    def __init__(self, collection: Collection, first: int = 0) -> None:
        """`first` is the index of the first game that is checked.

        Of a PgnCollection or a PgnStretch it may be any, and games may be left out.
        """
        self._collection = collection
        self._line = 1
        self._next = 0
        self._go_to(first)

    def _go_to(self, index: int) -> None:
        if index != self._next:
            assert isinstance(self._collection, PgnCollection | PgnStretch)
            self._line = 1 + self._collection.line_ends_before(index)
            self._next = index

    def of_record(self, index: int, record: Record) -> CheckedRecord:
        """What is found in the next game, which was read as `record`. Raises OSError."""
        span, source = self._collection.span(index), self._collection.source
        if span is None or source is None:
            return CheckedRecord([])
        self._go_to(index)
        self._next += 1
        line = self._line
        data = source.read(span.start, min(span.length, DEFAULT.game_bytes))
        if len(data) < span.length:  # that it isn't all read is said already
            self._line += sum(block.count(b"\n") for block in _blocks(source, span))
            return CheckedRecord([])
        self._line += data.count(b"\n")
        out: list[Diagnostic] = []
        moves, faults = _of_game(data, record)
        # Variants have other ends than mate, which only positions tell.
        may_end = record.setup is not None or (moves or [""])[-1].endswith("#")
        for found, node in faults:
            at = min(found.at, len(data))
            words = found.told("PGN")
            here, column = line + data.count(b"\n", 0, at), at - data.rfind(b"\n", 0, at)
            code, place = f"{_CODE}.{found.code}", span.start + at
            out.append(Diagnostic(found.severity, code, words, index, node, place, here, column))
        return CheckedRecord(list(in_runs(out)), moves is not None and not may_end)


def _blocks(source: Source, span: Span) -> Iterator[bytes]:
    for block in piece_blocks(span):
        yield piece_bytes(block, source)


def _of_game(
    data: bytes, record: Record
) -> tuple[list[str] | None, list[tuple[Breach, int | None]]]:
    """The moves of a game if all are known to be legal, and the findings in it.

    Each has the id of the node whose move it follows, None in the tags.
    """
    if record.fact(KIND) is not None:
        return None, []
    if record.game != USUAL:  # of which the standard says nothing, but for its encoding
        encoding = foreign_encoding(data, record.encoding)
        return None, [] if encoding is None else [(encoding, None)]
    tags, start, odd = read_tags(data)
    movetext = Movetext(record, keep=True)
    export = assemble(record, movetext, False, UTF8)
    check: MovetextCheck | None = None
    if not _is_faultless(data[start:], record, movetext):
        check = MovetextCheck(data, start, bool(tags), record, movetext)
    game = check is None or check.game
    found: list[Breach] = []
    plies = None if _is_cut(record) else sum(1 for _ in record.root.main_line()) - 1
    pairs = pair_breaches(data, tags, odd) if game else iter(())
    in_moves = () if check is None else check.found
    for some in (lexis_breaches(data), pairs, tag_breaches(data, tags, plies), in_moves):
        found += islice(some, DEFAULT.diagnostics)
    encoding = foreign_encoding(data)
    if encoding is not None:
        found.append(encoding)
    if game and all(one.severity is Severity.INFO for one in found):
        difference = _difference(data, export)
        if difference is not None:
            found.append(difference)
    if check is None and any(one.at >= start for one in found):
        check = MovetextCheck(data, start, bool(tags), record, movetext)  # it knows the nodes
    found.sort(key=lambda each: each.at)
    told = [(one, None if check is None else check.node_at(one.at)) for one in found]
    return movetext.plain, told


def _is_faultless(body: bytes, record: Record, movetext: Movetext) -> bool:
    """Whether the movetext of a plain game has the export form's words, so that there is no fault in it."""
    moves = movetext.plain
    marker = marker_of(record)
    if moves is None or record.header("Result", marker) != marker:
        return False
    wanted = f"{numbered(moves, first_ply(record), '')} {marker}".lstrip()
    return b" ".join(body.split()).replace(b". ", b".") == wanted.encode()


def _is_cut(record: Record) -> bool:
    """Whether a limit ended the reading of the moves."""
    tail = record.fact(TAIL)
    return tail is not None and bool(tail.value)


# -------------------------------------------------------------------------------- the export form


def _difference(data: bytes, export: bytes) -> Breach | None:
    """The first difference of a game's bytes from the export form; None if they are equal."""
    if not export.isascii() and utf8_text(data) is None:
        export = export.decode(UTF8).encode(LATIN1, "replace")
    plain = data.removeprefix(BOM).replace(b"\r\n", b"\n")
    if plain == export:
        return None
    at = _first_difference(plain, export)
    wanted = export[at : at + 20].decode(UTF8, "replace").split("\n")[0].strip()
    words = (
        message("It is not the export form, which has {text} here.", text=wanted)
        if wanted
        else message("It is not the export form, where a line ends here.")
    )
    section, code = _part_of(plain, export, at)
    place = (
        at + plain.count(b"\n", 0, at) * (b"\r\n" in data) + len(data) - len(data.removeprefix(BOM))
    )
    return Breach(place, section, words, code, Severity.INFO)


def _part_of(plain: bytes, export: bytes, at: int) -> tuple[str, str]:
    """The section and the code of a difference at an offset: tags, elements of movetext, or only lines."""
    movetext = export.index(b"\n\n") + 2
    if at < movetext:
        return "8.1", "export-tags"
    if plain[movetext:].split() == export[movetext:].split():
        return "8.2.1", "export-lines"
    return "8.2", "export-movetext"


def _first_difference(first: bytes, second: bytes) -> int:
    """The first offset where they differ, found by bisection."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
