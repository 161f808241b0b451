"""JKF files for tests, and ways to read and write them."""

from __future__ import annotations

import json

from hypothesis import strategies as st
from laws import Law

from viewer.formats.jkf import FORMAT
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

FILE = """\
{
  "header": {"先手": "A", "棋戦": "Cup", "extra": 12},
  "initial": {"preset": "HIRATE"},
  "result": "unknown to the schema",
  "moves": [
    {"comments": ["start", ""]},
    {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"},
     "time": {"now": {"m": 0, "s": 12}, "total": {"h": 0, "m": 0, "s": 12}}, "mine": [1, {"a": null}]},
    {"move": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"},
     "forks": [
       [{"comments": ["\\u68cb\\ud83d\\ude00"],
         "move": {"color": 1, "from": {"x": 8, "y": 3}, "to": {"x": 8, "y": 4}, "piece": "FU"}},
        {"special": "CHUDAN"}],
       [{"move": {"color": 1, "from": {"x": 5, "y": 3}, "to": {"x": 5, "y": 4}, "piece": "FU"}}]
     ]},
    {"move": {"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA",
              "promote": true, "capture": "KA"}},
    {"move": {"color": 1, "from": {"x": 3, "y": 1}, "same": true, "piece": "GI", "capture": "UM"}},
    {"move": {"color": 0, "to": {"x": 5, "y": 5}, "from": null, "piece": "KA"}},
    {"special": "TORYO", "time": {"now": {"h": 1, "m": 0, "s": 6.5}}}
  ]
}
""".encode()


def _move(color, origin, to, piece, **more):
    place = {"color": color, "to": {"x": to[0], "y": to[1]}, "piece": piece, **more}
    return place | ({"from": {"x": origin[0], "y": origin[1]}} if origin else {})


_MOVES = (
    _move(0, (7, 7), (7, 6), "FU"),
    _move(1, (3, 3), (3, 4), "FU"),
    _move(0, (8, 8), (2, 2), "KA", promote=True),
    _move(0, None, (5, 5), "KA", relative="H"),
    _move(1, (3, 1), (2, 2), "GI", same=True),
    {"piece": "FU", "same": True, "from": {"x": 2, "y": 4}},
    {"piece": "XX", "to": {"x": 1, "y": 1}},
    {},
    None,
    "7776FU",
)
_ENTRIES = st.fixed_dictionaries(
    {},
    optional={
        "comments": st.lists(
            st.sampled_from(["a", "", "two\nlines", 3, "\u2028", '"\\']), max_size=3
        ),
        "move": st.sampled_from(_MOVES),
        "special": st.sampled_from(["TORYO", "CHUDAN", "\u5c01\u3058\u624b", "", 5]),
        "time": st.sampled_from(
            [{"now": {"m": 1, "s": 5}}, {"now": {"h": 1, "m": 61, "s": 5.25}}, {"now": {}}, {}, []]
        ),
        "unknown": st.sampled_from([1, [2], {"x": {}}]),
    },
)


def _lines(inner):
    entry = st.one_of(
        _ENTRIES,
        st.tuples(_ENTRIES, st.lists(inner, max_size=2)).map(
            lambda pair: pair[0] | {"forks": pair[1]}
        ),
        st.sampled_from([1, None, [], "x"]),
    )
    return st.lists(entry, min_size=0, max_size=4)


_INITIAL = st.sampled_from(
    [
        {"preset": "HIRATE"},
        {"preset": "6"},
        {"preset": "no such"},
        {
            "preset": "OTHER",
            "data": {"color": 1, "board": [[{}] * 9] * 9, "hands": [{"FU": 2}, {}]},
        },
        {
            "preset": "OTHER",
            "data": {"board": [[{"color": 0, "kind": "OU"}]], "hands": [{"XX": 9}]},
        },
        {},
        [],
    ]
)


@st.composite
def files(draw) -> bytes:
    """Files with anything anywhere, in any layout."""
    top = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "header": st.one_of(
                    st.dictionaries(
                        st.sampled_from(["先手", "N+", "x"]), st.sampled_from(["a", "", 1])
                    ),
                    st.just([]),
                ),
                "initial": _INITIAL,
                "moves": st.recursive(st.lists(_ENTRIES, max_size=3), _lines, max_leaves=6),
                "zzz": st.just(None),
            },
        )
    )
    indent = draw(st.sampled_from([None, 2]))
    ascii_ = draw(st.booleans())
    mark = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    return mark + json.dumps(top, indent=indent, ensure_ascii=ascii_).encode()


def edits_of(record: Record):
    """Edits of every kind of item."""
    for node in list(record.walk()):
        yield SetNote(node.id, "comment", 'new "one"\n')
        yield SetNote(node.id, "comment", "")
        rows = (NodeData(record.next_id, -1, Move("7g7f"), {"comment": "x"}),)
        yield Insert(node.id, 0, rows)
        yield Insert(
            node.id, len(node.children), (*rows, NodeData(record.next_id + 1, 0, Move("3c3d"), {}))
        )
        for place in range(len(node.children)):
            yield Reorder(node.id, place, 0)
        if node.parent is not None:
            yield SetNote(node.id, "elapsed", "1:02:03")
            yield SetNote(node.id, "elapsed", "")
            yield Remove(node.id)
            yield SetAction(node.id, Move("2g2f"))
            yield SetAction(node.id, Terminal("CHUDAN"))
    yield SetHeaders(with_header(record.headers, "先手", "new"))
    yield SetHeaders(with_header(record.headers, "後手", "new"))
    yield SetHeaders(record.headers[1:])
    yield SetAction(0, None)
    yield SetAction(0, Setup("4k4/9/9/9/9/9/9/9/4K4 w 2P3p 1"))


LAW = Law(FORMAT, files(), files(), edits_of)
read, record_of, written, losses = LAW.read, LAW.record_of, LAW.written, LAW.losses
