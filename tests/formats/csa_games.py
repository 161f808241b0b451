"""CSA files for tests, and ways to read and write them."""

from __future__ import annotations

from hypothesis import strategies as st

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.csa import FORMAT
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

GAME = """\
'CSA encoding=UTF-8
V3.0
N+先手の人
N-White
$EVENT:Test: a cup
$NOTE:one\\ntwo
'a remark
PI
+
'*before
'*the first move
+7776FU
T12
-3334FU
T6.123
'** 30 +2726FU -8384FU #12
+8822UM,T3
'* and a comment,with a comma
-3122GI
+0055KA

%TORYO
T0
$END_TIME:2024/05/14 12:00:00
'the end
""".encode()

PROBLEM = b"""\
V2.2
P1 *  *  *  *  * -OU *  *  * \r
P2 *  *  *  *  *  *  *  *  * \r
P3 *  *  *  * +FU *  *  *  * \r
P+00KI00KI
P-00AL
+
+0042KI
"""


def read(data: bytes, encoding: str | None = None):
    return FORMAT.read(BytesSource(data), encoding=encoding)


def record_of(data: bytes) -> Record:
    collection = read(data)
    assert len(collection) == 1
    return collection.record(0)


def bytes_of(output, source=None) -> bytes:
    return b"".join(piece_bytes(piece, source) for piece in output.pieces)


def written(*records: Record, options=None) -> bytes:
    return bytes_of(FORMAT.write(MemoryCollection("csa", records), options))


def losses(record: Record, options=None):
    return FORMAT.write(MemoryCollection("csa", [record]), options).losses


_MOVES = (
    "+7776FU",
    "-3334FU",
    "+8822UM",
    "-3122GI",
    "+0055KA",
    "+9999XX",
    "-7776TO",
    "+2",
    "+5958+",
)
_TIMES = ("", "", "T12", "T0", "T6.5", "Tx", "T1", "T100000")
_ENDS = ("%TORYO", "%+ILLEGAL_ACTION", "%", "%SOMETHING_NEW", "%\u5c01\u3058\u624b")
_LINES = (
    "'a remark",
    "'*comment",
    "'*",
    "'** 12 +7776FU",
    "",
    "  ",
    "$EVENT:x",
    "$EVENT: two,three",
    "$NOTE:a\\nb\\\\c\\d",
    "$:",
    "$SITE",
    "N+\u5148\u624b",
    "N-",
    "N",
    "Nobody",
    "V2.2",
    "Version",
    "'CSA encoding=SHIFT_JIS",
    "PI",
    "PI82HI22KA",
    "PIzz",
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY",
    "P2 * -HI * *",
    "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU.",
    "P9",
    "P+00FU00FU",
    "P-00AL",
    "P-59OU",
    "P+00ZZ",
    "+",
    "-",
    "what?",
    "\x1a",
    "T5",
    "PI,+",
)
_ENDINGS = ("\n", "\r\n", "\r", "\n\n", ",")


@st.composite
def games(draw, dividers=True) -> bytes:
    """Files with every kind of line in any place, in either codec."""
    kinds = st.one_of(
        st.sampled_from(_LINES),
        st.sampled_from(_ENDS),
        st.tuples(st.sampled_from(_MOVES), st.sampled_from(_TIMES)).map(
            lambda pair: ",".join(part for part in pair if part)
        ),
        st.tuples(st.sampled_from(_MOVES), st.sampled_from(_TIMES)).map("\n".join),
        *([st.just("/")] if dividers else []),
    )
    lines = draw(st.lists(st.tuples(kinds, st.sampled_from(_ENDINGS)), min_size=1, max_size=25))
    text = "V2.2\n" + "".join(line + end for line, end in lines)
    codec = draw(st.sampled_from(["utf-8", "utf-8-sig", "cp932"]))
    data = text.encode(codec)
    return data if draw(st.booleans()) else data.rstrip(b"\r\n")
