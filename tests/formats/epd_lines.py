"""Lines of EPD for tests, and how they are read and written."""

from __future__ import annotations

from hypothesis import strategies as st
from laws import Law

from viewer.formats.epd import EPD, FEN
from viewer.tree.action import Setup, Written
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

START = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
AFTER_E4 = b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"
FULL = (
    START + b' acn 12345; am f3 g4; bm e4 Nf3; c0 "first"; c1 "second"; ce 35; eco "A00";'
    b' fmvn 7; hmvc 3; id "T.1"; pv e4 e5 Nf3; sm d4; tcri "a@b.c" "A. Bee"; v0 "Open";'
)


_POSITIONS = st.sampled_from(
    (START, AFTER_E4, START + b" 3 7", b"8/8/8/8/8/8/8/8 w - -", b"8/8/8/KK6/8/6r1/1k6/8 w - -")
)
_SAN = st.sampled_from((b"e4", b"Nf3", b"d4", b"Nf3+", b"O-O", b"e8=Q", b"zz"))
_STRING = st.text(
    st.characters(codec="utf-8", exclude_characters='"\r\n', exclude_categories=("Cs",)), max_size=8
).map(lambda text: b'"' + text.encode() + b'"')
_OPERANDS = st.lists(
    st.one_of(_SAN, _STRING, st.sampled_from((b"1", b"-20", b"+3", b"1.5"))), max_size=3
)
_OPCODES = st.sampled_from(
    b"bm am pv sm pm c0 c1 c5 ce dm id hmvc fmvn acn eco D1 noop resign tcri bm c0 X".split()
)


@st.composite
def _operations(draw) -> bytes:
    out = b""
    for _ in range(draw(st.integers(0, 6))):
        blank = draw(st.sampled_from((b" ", b"", b"  ", b"\t")))
        parts = [draw(_OPCODES), *draw(_OPERANDS)]
        out += blank + b" ".join(parts) + draw(st.sampled_from((b";", b";", b" ;", b";;")))
    return b" " + out + draw(st.sampled_from((b"", b" ", b' id "x"', b' c3 "open'))) if out else out


@st.composite
def lines(draw) -> bytes:
    """A line with a position, without its end, tidy or not."""
    return (
        draw(st.sampled_from((b"", b" ", b"\xef\xbb\xbf"))) + draw(_POSITIONS) + draw(_operations())
    )


_OTHER = st.sampled_from((b"", b"# note", b"% note", b"  ", b"something else", b"\xff\x00"))
_ENDS = st.sampled_from((b"\n", b"\r\n", b"\r"))


@st.composite
def files(draw) -> bytes:
    """Some lines of which at least one has a position."""
    parts = draw(st.lists(st.one_of(lines(), _OTHER), max_size=5))
    parts.insert(draw(st.integers(0, len(parts))), draw(lines()))
    end = draw(_ENDS)
    return end.join(parts) + draw(st.sampled_from((b"", end)))


def edits_of(record: Record):
    """Edits of every kind of item."""
    yield SetNote(0, "comment", "new")
    yield SetNote(0, "comment", record.root.comment + "\u2029more")
    yield SetNote(0, "evaluation", "-2.50")
    yield SetNote(0, "evaluation", "#2")
    yield SetNote(0, "evaluation", "")
    yield SetHeaders(with_header(record.headers, "id", "new id"))
    yield SetHeaders(with_header(record.headers, "acn", "12"))
    yield SetHeaders(record.headers[1:])
    yield SetAction(0, Setup(START.decode() + " 9 9"))
    row = NodeData(record.next_id, -1, Written("a3"), {"glyphs": (1,)})
    yield Insert(0, len(record.root.children), (row,))
    for place, child in enumerate(record.root.children):
        yield SetNote(child.id, "glyphs", (1, 2))
        yield SetNote(child.id, "glyphs", ())
        yield Remove(child.id)
        yield Reorder(0, place, 0)


LAW = Law(EPD, files(), lines(), edits_of)
FEN_LAW = LAW._replace(format=FEN)
read, record_of, written, losses = LAW.read, LAW.record_of, LAW.written, LAW.losses
