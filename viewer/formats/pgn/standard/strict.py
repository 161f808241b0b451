"""Checking a PGN file against the standard: the "must" of its import format, and its export form.

Each finding names the section. A game that follows the rules of the import format and yet isn't, byte
for byte, in the export form, is reported with the first difference; the local line end
is no difference (3.2.2), nor is the encoding. Time and memory are linear in a game's bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.source import Source, piece_blocks, piece_bytes
from viewer.base.spans import Span
from viewer.formats.format import Collection
from viewer.formats.pgn.export.form import LATIN1, UTF8, assemble
from viewer.formats.pgn.export.moves import Movetext, first_ply
from viewer.formats.pgn.read import lexer as kinds
from viewer.formats.pgn.read.facts import KIND, TAIL
from viewer.formats.pgn.read.tags import Tag, read_tags
from viewer.formats.pgn.standard.strict_tags import tag_breaches
from viewer.formats.shared.breach import Breach
from viewer.games.chess.boards import board_of
from viewer.tree.action import Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

LINE_BYTES = 255  # with its end (4.3)
TOKEN_BYTES = 255  # of strings and symbols (7)
LARGEST_NAG = 255
LAST_NAG = 139  # that section 10 defines

_LINE = re.compile(rb"[^\n\r]{%d,}(?:\r\n|\n|\r|\Z)" % (LINE_BYTES - 1))
_CONTROL = re.compile(rb"[\x00-\x08\x0c\x0e-\x1f\x7f]")
_NAME = re.compile(rb"[A-Za-z0-9][A-Za-z0-9_]*")
_NUMBER = re.compile(rb"(?<![^\s.])[0-9]+")
_SUFFIXES = (b"!", b"?", b"!!", b"??", b"!?", b"?!")
_MARKERS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
_NO_ELEMENTS = (kinds.COMMENT, kinds.LINE_COMMENT, kinds.ESCAPE, kinds.END)
_MOST_FORMS = 100  # findings about the export form: almost no game of a file may be in it
_BOM = b"\xef\xbb\xbf"


def strict(collection: Collection) -> list[Diagnostic]:
    """The findings in all games of a file, up to the limit. Raises OSError."""
    for _ in collection.indexing():
        pass
    source = collection.source
    out: list[Diagnostic] = []
    line, forms = 1, 0
    for index in range(len(collection)):
        span = collection.span(index)
        if span is None or source is None:
            continue
        data = source.read(span.start, min(span.length, DEFAULT.game_bytes))
        if len(data) < span.length:  # that it isn't all read is said already
            line += sum(block.count(b"\n") for block in _blocks(source, span))
            continue
        for severity, found in _of_game(data, collection.record(index)):
            if len(out) >= DEFAULT.diagnostics:
                return out
            forms += severity is Severity.INFO
            if severity is Severity.INFO and forms > _MOST_FORMS:
                continue
            at = min(found.at, len(data))
            words = message("PGN, {section}: {why}", section=found.section, why=found.words)
            here, column = line + data.count(b"\n", 0, at), at - data.rfind(b"\n", 0, at)
            place = span.start + at
            code = f"pgn.strict.{found.code}"
            out.append(Diagnostic(severity, code, words, index, None, place, here, column))
        line += data.count(b"\n")
    return out


def _blocks(source: Source, span: Span) -> Iterator[bytes]:
    for block in piece_blocks(span):
        yield piece_bytes(block, source)


def _of_game(data: bytes, record: Record) -> Iterator[tuple[Severity, Breach]]:
    if record.fact(KIND) is not None:
        return  # another game's, of which the standard says nothing
    tags, start, _ = read_tags(data)
    movetext = Movetext(record, keep=True)
    export = assemble(record, movetext, False, UTF8)
    found: list[Breach] = []
    plies = None if _is_cut(record) else sum(1 for _ in record.root.main_line()) - 1
    for some in (_lines(data), _controls(data), _tags(data, tags), tag_breaches(data, tags, plies)):
        found += islice(some, DEFAULT.diagnostics)
    found += _Tokens(data, start, record, movetext).found
    for one in sorted(found, key=lambda each: each.at):
        yield one.severity, one
    if all(one.severity is Severity.INFO for one in found):
        difference = _difference(data, export)
        if difference is not None:
            yield Severity.INFO, difference._replace(code="export")


def _is_cut(record: Record) -> bool:
    """Whether a limit ended the reading of the moves."""
    tail = record.fact(TAIL)
    return tail is not None and bool(tail.value)


def _lines(data: bytes) -> Iterator[Breach]:
    for found in _LINE.finditer(data):
        if found.end() - found.start() > LINE_BYTES:
            words = message("The line has more than {most} bytes.", most=LINE_BYTES)
            yield Breach(found.start(), "4.3", words)


def _controls(data: bytes) -> Iterator[Breach]:
    for found in _CONTROL.finditer(data):
        words = message("The control code {code} is not allowed.", code=f"{found.group()[0]:02X}")
        yield Breach(found.start(), "4.1", words)


def _tags(data: bytes, tags: list[Tag]) -> Iterator[Breach]:
    seen: set[bytes] = set()
    for tag in tags:
        name, value = tag.name.decode("ascii"), data[tag.value_start : tag.value_end]
        if not tag.whole:
            yield Breach(tag.start, "8.1", message("The tag {name} isn't well formed.", name=name))
        if len(value) > TOKEN_BYTES:
            words = message("The value has more than {most} bytes.", most=TOKEN_BYTES)
            yield Breach(tag.value_start, "7", words)
        if b"\t" in value or b"\v" in value:
            yield Breach(tag.value_start, "4.2", message("A value can't have tab characters."))
        if not _NAME.fullmatch(tag.name):
            words = message("A tag is named with letters, digits and underscores.")
            yield Breach(tag.start, "8.1", words)
        if tag.name in seen:
            yield Breach(tag.start, "8.1", message("The tag {name} is there twice.", name=name))
        seen.add(tag.name)
        if tag.name == b"Result" and value not in _MARKERS:
            yield Breach(tag.start, "8.1.1.7", message("Result is 1-0, 0-1, 1/2-1/2 or *."))


class _Tokens:
    """Checks the tokens of a movetext one by one."""

    def __init__(self, data: bytes, start: int, record: Record, movetext: Movetext) -> None:
        self.found: list[Breach] = []
        self._record = record
        self._movetext = movetext
        self._judged = board_of(record.setup) is not None  # other variants aren't
        self._id = 0  # of the last node whose move was met
        self._ply = first_ply(record)
        self._above: list[int] = []  # the plies of the lines that variations interrupt
        self._moved = [False]  # for each open line: whether it has a move
        self._ends: list[re.Match[bytes]] = []
        for token in kinds.CHESS.finditer(data, start):
            self._token(token)
            if len(self.found) >= DEFAULT.diagnostics:
                return  # no more are told
        self._end(len(data.rstrip()))

    def _odd(self, token: re.Match[bytes], section: str, words: Message) -> None:
        self.found.append(Breach(token.start(token.lastindex or 0), section, words))

    def _token(self, token: re.Match[bytes]) -> None:
        kind = token.lastindex
        if self._ends and kind not in (*_NO_ELEMENTS, kinds.RESULT) and not self._above:
            self._odd(token, "8.2.6", message("The result is not the last element."))
            self._ends = []
        if kind in kinds.MOVES:
            self._move(token)
        elif kind == kinds.NUMBER:
            self._number(token, token[0])
        elif kind == kinds.NAG:
            self._glyph(token)
        elif kind == kinds.OPEN:
            if not self._moved[-1]:
                self._odd(token, "8.2.5", message("There is no move to be an alternative to."))
            self._above.append(self._ply)
            self._ply -= self._moved[-1]
            self._moved.append(False)
        elif kind == kinds.CLOSE:
            self._close(token)
        elif kind == kinds.RESULT:
            self._result(token)
        elif kind == kinds.UNCLOSED:
            self._odd(token, "5", message("The comment isn't closed."))
        elif kind not in _NO_ELEMENTS:
            self._foreign(token)

    def _foreign(self, token: re.Match[bytes]) -> None:
        """A token that the standard doesn't have."""
        shown = token[token.lastindex or 0][:40].decode("utf-8", "replace")
        words = message("{text} is no element of movetext.", text=" ".join(shown.split()))
        self._odd(token, "18", words)
        if token.lastindex == kinds.WORD:
            self._known(token[kinds.WORD])

    def _glyph(self, token: re.Match[bytes]) -> None:
        digits = token[kinds.NAG]
        if not digits or len(digits) > 3 or int(digits) > LARGEST_NAG:
            self._odd(token, "8.2.4", message("A glyph is a number from 0 to 255."))
            return
        number, words, code = int(digits), None, ""
        if not number:
            words, code = message("The glyph 0 should not be used in files."), "null-glyph"
        elif number > LAST_NAG:
            words = message("The meaning of the glyph {number} is not defined.", number=number)
            code = "reserved-glyph"
        if words is not None:
            self.found.append(Breach(token.start(kinds.NAG), "10", words, code, Severity.INFO))

    def _move(self, token: re.Match[bytes]) -> None:
        name = kinds.MOVES[token.lastindex or kinds.MOVE]
        san, suffix = token[name], token[name + 1]
        if suffix and suffix not in _SUFFIXES:
            self._odd(token, "8.2.3.8", message("The suffixes are ! ? !! ?? !? ?!."))
        self._number(token, token[0][: token.start(name) - token.start()])
        shown = san[:40].decode("utf-8", "replace")
        at = token.start(name)
        if not san.isascii():
            words = message("Moves are written in ASCII: {move}", move=shown)
            self.found.append(Breach(at, "4.1", words))
        elif self._known(san):
            words = message("The move isn't legal: {move}", move=shown)
            self.found.append(Breach(at, "8.2", words))
        self._ply += 1
        self._moved[-1] = True

    def _known(self, raw: bytes) -> bool:
        """Advance to the next node if the token is its move; returns whether the move is illegal."""
        node = self._record.nodes.get(self._id + 1)
        text = raw.decode(self._record.encoding or UTF8, "replace")
        if node is None or node.action != Written(text):
            return False
        self._id += 1
        return self._judged and node not in self._movetext.meant

    def _number(self, token: re.Match[bytes], text: bytes) -> None:
        for digits in _NUMBER.findall(text):
            if digits.lstrip(b"0") != str(self._ply // 2).encode():
                words = message(
                    "The number of the move is {right}, not {number}.",
                    right=self._ply // 2,
                    number=digits[:20].decode("ascii"),
                )
                at = token.start() + len(token[0]) - len(token[0].lstrip())
                self.found.append(Breach(at, "8.2.2.1", words))

    def _close(self, token: re.Match[bytes]) -> None:
        if not self._above:
            self._odd(token, "8.2.5", message("No variation is open here."))
            return
        if not self._moved.pop():
            self._odd(token, "8.2.5", message("A variation has one move or more."))
        self._ply = self._above.pop()

    def _result(self, token: re.Match[bytes]) -> None:
        marker = token[kinds.RESULT]
        if self._above:
            self._odd(token, "8.2.6", message("A result inside a variation"))
            return
        if self._ends:
            self._odd(token, "8.2.6", message("There is more than one result."))
        self._ends.append(token)
        if marker not in _MARKERS:
            self._odd(token, "8.2.6", message("The result is 1-0, 0-1, 1/2-1/2 or *."))
        elif self._record.header("Result", marker.decode()) != marker.decode():
            words = message("The result is not that of the Result tag.")
            self._odd(token, "8.2.6", words)

    def _end(self, at: int) -> None:
        if self._above:
            self.found.append(Breach(at, "8.2.5", message("A variation isn't closed.")))
        if not self._ends and not any(one.section == "8.2.6" for one in self.found):
            self.found.append(Breach(at, "8.2.6", message("The movetext has no result.")))


def _difference(data: bytes, export: bytes) -> Breach | None:
    """The first difference of a game's bytes from the export form; None if they are equal."""
    if data.startswith(_BOM):
        return Breach(0, "4.1", message("A byte order mark is no part of the export form."))
    plain = data.replace(b"\r\n", b"\n")
    if plain == export:
        return None
    if not export.isascii():
        latin = export.decode(UTF8).encode(LATIN1, "replace")
        if plain == latin:
            return None
        if b"?" not in latin and not _is_utf8(data):
            export = latin
    at = _first_difference(plain, export)
    wanted = export[at : at + 20].decode(UTF8, "replace").split("\n")[0].strip()
    words = (
        message("It is not the export form, which has {text} here.", text=wanted)
        if wanted
        else message("It is not the export form, where a line ends here.")
    )
    return Breach(at + plain.count(b"\n", 0, at) * (data != plain), "8", words)


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


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode(UTF8)
    except UnicodeDecodeError:
        return False
    return True
