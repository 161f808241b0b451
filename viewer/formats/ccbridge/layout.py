"""Where things stand in the files of CCBridge.

A CBR record is a head of fixed fields, then the tree of moves from `Layout.tree` on; a game in a packed
library begins with a head of parts, one behind the other.

All texts are UTF-16LE and end with a NUL. CCBridge doesn't clear its memory: the bytes between and
after the texts have no meaning, and are kept. Sources: real files of both versions, and public
descriptions of the format.
"""

from __future__ import annotations

from codecs import utf_16_le_decode
from collections.abc import Mapping

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.format import Unreadable
from viewer.formats.kit import xiangqi
from viewer.formats.kit.xiangqi import BOARD
from viewer.games.xiangqi.position import LETTERS
from viewer.tree.record import Header

MAGIC = b"CCBridge Record\0"
VERSION = 19
GUID = slice(20, 36)
UTF16 = "utf-16-le"

PIECE_CODES = {
    LETTERS.index(letter): colour | kind
    for colour, letters in ((0x10, "RNBAKCP"), (0x20, "rnbakcp"))
    for kind, letter in enumerate(letters, 1)
} | {0: 0}
"""The codes of pieces on the board by what they are in the game's; any other code is an empty square."""
_PIECES = {code: piece for piece, code in PIECE_CODES.items()}
PIECES = bytes(_PIECES.get(code, 0) for code in range(256))
"""The pieces by their codes."""


class TextPlace(NamedTuple):
    """A text field.

    Attributes:
        key: as in `Header.key`.
        offset: in bytes.
        size: bytes of the field, including the NUL at the end of the text.
        name, role: as in HeaderField.
    """

    key: str
    offset: int
    size: int
    name: Message
    role: str = ""

    @property
    def room(self) -> int:
        """The number of bytes that a text in it can have."""
        return self.size - 2


class Layout(NamedTuple):
    """The offsets of one version.

    Attributes:
        version: 1 or 2.
        texts: the text fields, in the file's order.
        kind, result, side: of bytes with codes; the side to move is 1 (Red) or 2 (Black).
        first: of the number of the first move, two bytes.
        board: of 90 bytes, from Black's back rank, each rank from Red's left.
        tree: of the first node.
    """

    version: int
    texts: tuple[TextPlace, ...]
    kind: int
    result: int
    side: int
    board: int

    @property
    def first(self) -> int:
        """The offset of the number of the first move."""
        return self.side + 4

    @property
    def state(self) -> int:
        """The offset of the state of the player's buttons, FFFFFFFF in new files."""
        return self.board + BOARD

    @property
    def tree(self) -> int:
        """The offset of the tree of moves."""
        return self.state + 4


_TEXTS = (
    TextPlace("Title", 180, 128, message("Title"), "title"),
    TextPlace("Category", 308, 256, message("Category")),
    TextPlace("Source", 564, 64, message("Source")),
    TextPlace("EventClass", 628, 64, message("Kind of event")),
    TextPlace("Event", 692, 64, message("Event"), "event"),
    TextPlace("Round", 756, 64, message("Round"), "round"),
    TextPlace("Group", 820, 32, message("Group")),
    TextPlace("Table", 852, 32, message("Table")),
    TextPlace("Date", 884, 64, message("Date"), "date"),
    TextPlace("Place", 948, 64, message("Place"), "place"),
    TextPlace("TimeRule", 1012, 64, message("Time rule"), "time-rule"),
    TextPlace("Red", 1076, 64, message("Red"), "side0"),
    TextPlace("RedTeam", 1140, 64, message("Red's team")),
    TextPlace("RedTime", 1204, 64, message("Red's time"), "clock0"),
    TextPlace("RedRating", 1268, 32, message("Red's rating"), "rank0"),
    TextPlace("Black", 1300, 64, message("Black"), "side1"),
    TextPlace("BlackTeam", 1364, 64, message("Black's team")),
    TextPlace("BlackTime", 1428, 64, message("Black's time"), "clock1"),
    TextPlace("BlackRating", 1492, 32, message("Black's rating"), "rank1"),
    TextPlace("Referee", 1524, 64, message("Referee")),
    TextPlace("Recorder", 1588, 64, message("Recorder")),
    TextPlace("Annotator", 1652, 64, message("Annotator"), "annotator"),
    TextPlace("AnnotatorMail", 1716, 64, message("Annotator's address")),
    TextPlace("Author", 1780, 64, message("Author"), "author"),
    TextPlace("AuthorMail", 1844, 64, message("Author's address")),
)
_NATURE, _ENDING = message("Nature of the game"), message("How the game ended")
SECOND = Layout(
    2,
    (
        *_TEXTS,
        TextPlace("Created", 1908, 40, message("Created")),
        TextPlace("Modified", 1972, 40, message("Modified")),
        TextPlace("Nature", 2044, 32, _NATURE),
        TextPlace("Ending", 2080, 32, _ENDING),
    ),
    kind=2040,
    result=2076,
    side=2112,
    board=2120,
)
FIRST = Layout(
    1,
    (
        *(place._replace(offset=place.offset - 128) for place in _TEXTS),
        TextPlace("Nature", 1788, 32, _NATURE),
        TextPlace("Ending", 1824, 32, _ENDING),
    ),
    kind=1784,
    result=1820,
    side=1856,
    board=1864,
)
LAYOUTS = {layout.version: layout for layout in (FIRST, SECOND)}
FIELDS = {
    version: {place.key: place for place in layout.texts} for version, layout in LAYOUTS.items()
}
"""The text fields by version, then by key."""

RESULT_KEY = "Result"
KIND_KEY = "Kind"
TYPE_KEY = "Type"
"""Of the kind of a game in packed libraries, which know others."""
RESULTS = (*xiangqi.RESULTS, "several")
KINDS = ("opening", "study-opening", "endgame", "study-endgame")


# ------------------------------------------------------------------------------- squares


def _square_of(version: int, byte: int) -> int:
    """The number of a square (x * 10 + y) from its byte; other bytes get different numbers from 90 on."""
    if version == 2:
        row, column = divmod(byte, 9)
    else:
        column, row = divmod(byte, 16)
    if row < 10 and column < 9:
        return 10 * column + 9 - row
    return BOARD + 6 * column + row - 10 if version == 1 and column < 9 else byte


SQUARES = {version: tuple(_square_of(version, byte) for byte in range(256)) for version in LAYOUTS}
"""The numbers of squares by version, then by byte; no two bytes have the same number."""
BYTES = {
    version: {square: byte for byte, square in enumerate(squares)}
    for version, squares in SQUARES.items()
}


# --------------------------------------------------------------------------------- texts


def text_of(raw: bytes) -> str:
    """The text of a field, up to the first NUL; undecodable bytes become U+FFFD."""
    return utf_16_le_decode(raw[: len(raw) & ~1], "replace")[0].split("\0", 1)[0]


def read_code(head: bytes | bytearray, layout: Layout, key: str) -> str:
    """The value of the header for the result or the kind; an unknown code is returned as a number."""
    at, values = (layout.result, RESULTS) if key == RESULT_KEY else (layout.kind, KINDS)
    code = head[at] if at < len(head) else 0
    return values[code] if code < len(values) else str(code)


def read_text(head: bytes | bytearray, offset: int, size: int) -> str:
    """The text of a field in a head."""
    return text_of(bytes(head[offset : offset + size]))


def fitting(text: str, room: int) -> bytes:
    """A text in at most `room` bytes of UTF-16, cut after a whole character and before any NUL."""
    raw = text.split("\0", 1)[0].encode(UTF16, "replace")
    return raw[: room & ~1].decode(UTF16, "ignore").encode(UTF16)


def write_text(head: bytearray, offset: int, size: int, text: str) -> None:
    """Write a text into a field, unless the field has that text.

    If the old text was longer, the rest of it becomes zeros; the bytes after it are kept.
    """
    old = read_text(head, offset, size)
    if old == text:
        return
    raw = fitting(text, size - 2)
    end = max(len(raw) + 2, min(len(old.encode(UTF16)), size))
    head[offset : offset + end] = raw.ljust(end, b"\0")


def layout_of(data: bytes) -> Layout | None:
    """The layout of a record that begins with these bytes, None for an unknown version."""
    return LAYOUTS.get(data[VERSION]) if len(data) > VERSION else None


def read_headers(data: bytes, layout: Layout) -> tuple[Header, ...]:
    """The headers of a record: its non-empty texts, its result and its kind."""
    found = [
        Header(place.key, text)
        for place in layout.texts
        if (text := read_text(data, place.offset, place.size))
    ]
    found += [Header(key, read_code(data, layout, key)) for key in (RESULT_KEY, KIND_KEY)]
    return tuple(found)


def read_board(codes: bytes) -> bytes:
    """The board of the start position by its codes, rank by rank from Black's back rank."""
    pieces = codes.translate(PIECES).ljust(BOARD, b"\0")
    return b"".join([pieces[at : at + 9] for at in range(81, -1, -9)])


def checked_layout(data: bytes) -> Layout:
    """The layout of a file that begins with these bytes. Raises Unreadable."""
    if not data.startswith(MAGIC):
        raise Unreadable(
            message("This is no CBR file: it doesn't begin with “CCBridge Record”."), "cbr.no-cbr"
        )
    layout = layout_of(data)
    if layout is None and len(data) > VERSION:
        raise Unreadable(
            message(
                "This is a CBR file of a version that isn't known: {version}.",
                version=data[VERSION],
            ),
            "cbr.unknown-version",
        )
    if layout is None or len(data) < layout.board + BOARD:
        raise Unreadable(
            message("The file ends after {count} bytes, before the position.", count=len(data)),
            "cbr.cut-head",
        )
    return layout


def variant_of(version: int) -> str:
    """The name of a version on the screen."""
    return f"CBR {version}"


# ------------------------------------------------------------------------------------- comments

_CRLF = "\r\n"


def decode_comment(raw: bytes) -> str:
    """The text of a comment; undecodable bytes become U+FFFD."""
    text = raw.decode(UTF16, "replace").rstrip("\0").replace("\0", "\ufffd")
    return text.removesuffix(_CRLF).replace(_CRLF, "\n")


def encode_comment(text: str, ended: bool = False) -> bytes:
    """The bytes of a comment, which `decode_comment` reads as the same text; `ended` adds a CRLF."""
    body = text.replace("\0", "\ufffd").replace("\n", _CRLF)
    # After a line break at the end of the text, another CRLF is added, since the reader removes one.
    more = _CRLF if body and (ended or body.endswith(_CRLF)) else ""
    return (body + more).encode(UTF16, "replace")


# ------------------------------------------------------------------------------- identifiers


def guid_in(text: str) -> bytes:
    """The bytes of an identifier written as {00112233-4455-6677-8899-AABBCCDDEEFF}, b"" for other texts."""
    try:
        raw = bytes.fromhex(text.strip("{}").replace("-", ""))
    except ValueError:
        return b""
    if len(raw) != 16:
        return b""
    return raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]


def guid_text(guid: bytes) -> str:
    """An identifier in the spelling of the index."""
    ordered = (guid[3::-1] + guid[5:3:-1] + guid[7:5:-1] + guid[8:]).hex().upper()
    parts = (ordered[:8], ordered[8:12], ordered[12:16], ordered[16:20], ordered[20:])
    return "{" + "-".join(parts) + "}"


# ------------------------------------------------------------------------- parts of packed libraries

LIBRARY_PARTS: Mapping[str, int] = {
    **{"Title": 0, "unknown 1": 0, "unknown 2": 0, "Author": 0, "AuthorMail": 0},
    **{"Created": 19, "Modified": 19, "games": 4, "Remarks": 0},
}
GAME_PARTS: Mapping[str, int] = {
    **{"size": 4, "pieces": 32, "Type": 4, "Event": 0, "unknown 1": 4, "Title": 0},
    **{"unknown 2": 0, "unknown 3": 0, "Place": 0, "Date": 0, "Red": 0, "Black": 0, "Result": 4},
    **{"Annotator": 0, "unknown 4": 0, "Author": 0, "AuthorMail": 0, "comment": 0},
    **{"side": 1, "Created": 19, "Modified": 19, "nodes": 4},
}
"""The parts of a head in the file's order: their numbers of bytes, 0 for a text with its length before it."""


class Parts(NamedTuple):
    """The parts of a head.

    Attributes:
        raws: their bytes by name, of texts without the length; those that the data ends in are missing.
        ends: the offset in the data after each.
    """

    raws: dict[str, bytes]
    ends: dict[str, int]


def split(data: bytes, table: Mapping[str, int], at: int = 0) -> Parts:
    """The parts of a head that begins at an offset."""
    parts = Parts({}, {})
    for name, size in table.items():
        if not size:
            size = int.from_bytes(data[at : at + 4], "little")
            at += 4
        if at + size > len(data):
            break
        parts.raws[name] = data[at : at + size]
        at += size
        parts.ends[name] = at
    return parts


def joined(raws: Mapping[str, bytes], table: Mapping[str, int]) -> bytes:
    """The bytes of a head of these parts, which all have their sizes."""
    return b"".join(
        raws[name] if size else len(raws[name]).to_bytes(4, "little") + raws[name]
        for name, size in table.items()
    )
