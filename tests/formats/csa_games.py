"""CSA files for tests, and ways to read and write them."""

from __future__ import annotations

from hypothesis import strategies as st
from laws import Law

from viewer.formats.csa import FORMAT
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.ops import Insert, Remove, SetAction, SetHeaders, SetNote
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

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


def edits_of(record: Record):
    """Edits of every kind of item."""
    nodes = list(record.walk())
    for node in nodes:
        yield SetNote(node.id, "comment", "new")
        yield SetNote(node.id, "comment", "")
        yield SetNote(node.id, "comment", "new\n" + node.comment)
        yield SetNote(node.id, "comment", node.comment + "\nnew\n")
        if node.parent is not None:
            yield SetNote(node.id, "elapsed", "1:02:03")
            yield SetNote(node.id, "elapsed", "")
            yield Remove(node.id)
            yield SetAction(node.id, Move("2g2f"))
            yield SetAction(node.id, Terminal("CHUDAN"))
    yield SetHeaders(with_header(record.headers, "$EVENT", "new event"))
    yield SetHeaders(with_header(record.headers, "$SITE", "somewhere"))
    yield SetHeaders(record.headers[1:])
    yield SetHeaders(record.headers[:-1])
    yield SetAction(0, None)
    yield SetAction(0, Setup("4k4/9/9/9/9/9/9/9/4K4 w 2P3p 1"))
    rows = (
        NodeData(record.next_id, -1, Move("7g7f"), {}),
        NodeData(record.next_id + 1, 0, Move("3c3d"), {}),
    )
    yield Insert(nodes[-1].id, 0, rows)


LAW = Law(FORMAT, games(), games(dividers=False), edits_of)
read, record_of, written, losses = LAW.read, LAW.record_of, LAW.written, LAW.losses
