"""Lists of positions for tests, and ways to read and write them."""

from __future__ import annotations

from hypothesis import strategies as st
from laws import Law

from viewer.formats.sfen import SFEN
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.ops import Insert, Remove, SetAction
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

OTHER = "4k4/9/9/9/9/9/9/9/4K4 w 2P3p 5"

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
PROBLEM = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"
FILE = f"""\
# problems
{PROBLEM}

sfen 4k4/9/4G4/9/9/9/9/9/9 b G 31  // a note
position startpos moves 7g7f 3c3d 8h2b+
position sfen {PROBLEM} moves G*5b resign
moves 2g2f
the end
""".encode()


_PREFIXES = ("", "", "sfen ", "position sfen ", "position ", "  ", "SFEN ", "fen ", "\ufeff")
_POSITIONS = (
    START,
    PROBLEM,
    PROBLEM[:-2],
    "4k4/9/4P4/9/9/9/9/9/9 b",
    "4k4/9/4P4/9/9/9/9/9/9",
    "4k4/9/4P4/9/9/9/9/9/9 b 7",
    "4k4/9/4P4/9/9/9/9/9 w 100R -",
    "4k4/9/4Z4/9/9/9/9/9/9 b - 1",
    "44k44/9/9/9/9/+k+9/9/9/9 x - 0",
    "startpos",
    "startpos ",
)
_TAILS = (
    "",
    "",
    " moves 7g7f 3c3d",
    " moves",
    " moves ",
    " moves G*5b resign",
    " moves 7g7f resign 3c3d",
    "  moves  7g7f   what 3c3d",
    " moves pass 5a5b",
    " ; bm 7g7f",
    " \u3000注",
    "\t",
)
_OTHERS = (
    "",
    "# 注",
    "moves 7g7f",
    "hello",
    "   ",
    "// x",
    "\x1a",
    "moves",
    "a/b/c/d/e/f/g/h/i b - 1",
)


@st.composite
def lines(draw) -> str:
    return "".join(draw(st.sampled_from(some)) for some in (_PREFIXES, _POSITIONS, _TAILS))


@st.composite
def files(draw) -> bytes:
    """Files with at least one position."""
    some = draw(st.lists(st.one_of(lines(), st.sampled_from(_OTHERS)), max_size=6))
    some.insert(draw(st.integers(0, len(some))), draw(lines()))
    ends = [draw(st.sampled_from(["\n", "\r\n", "\r"])) for _ in some]
    text = "".join(line + end for line, end in zip(some, ends, strict=True))
    data = text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig"])))
    return data if draw(st.booleans()) else data.rstrip(b"\r\n")


def edits_of(record: Record):
    """Edits of every kind of item."""
    nodes = list(record.walk())
    yield SetAction(0, None)
    yield SetAction(0, Setup(OTHER))
    rows = (
        NodeData(record.next_id, -1, Move("7g7f"), {}),
        NodeData(record.next_id + 1, 0, Move("3c3d"), {}),
    )
    for node in nodes:
        yield Insert(node.id, 0, rows)
        if node.parent is not None:
            yield Remove(node.id)
            yield SetAction(node.id, Move("2g2f"))
            yield SetAction(node.id, Terminal("win"))


LAW = Law(SFEN, files(), lines().map(lambda line: line.encode() + b"\r\n"), edits_of)
read, record_of, records_of = LAW.read, LAW.record_of, LAW.records_of
written, losses = LAW.written, LAW.losses
