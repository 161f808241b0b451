"""wei7 files for tests, and ways to read and write them."""

from __future__ import annotations

import json

from hypothesis import strategies as st
from laws import Law, meant

from viewer.formats.wei7 import FORMAT
from viewer.formats.wei7.writer import normal
from viewer.tree.action import Move, Remark, Setup, Takeback
from viewer.tree.annotation import Mark
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

FILE = b"""\
{
  "format": "wei7", "version": "3.0",
  "size": {"width": 9, "height": 7},
  "info": {
    "name": "a \\u68cb game",
    "rules": {"komi": 7.50, "type": "Chinese"},
    "participants": [{"name": "A", "rank": "3d"}, {}, {"name": "B"}],
    "players": [{"participant": 0, "color": 1}, {"participant": 2, "color": 2}],
    "extra": [1, {"x": null}]
  },
  "tree": {
    "title": "contents",
    "pre": {
      "stones": [
        {"color": 1, "point": {"x": 2, "y": 3}},
        {"point": {"y": 3, "x": 4}, "color": 2}
      ],
      "marks": [{"point": {"x": 0, "y": 0}, "symbol": "a"}, {"point": {"x": 1, "y": 0}, "symbol": "b"}]
    },
    "steps": [
      {"action": {"type": "move", "value": {"color": 1, "point": {"x": 4, "y": 4}}}, "comment": "first"},
      {"time": 1.50, "action": {"type": "message", "value": "hello"}, "actor": 1, "mine": [null]},
      {"time": 2e1, "action": {"type": "takeback", "value": 1}, "actor": 0},
      {"action": {"type": "mark", "value": {"point": {"x": 3, "y": 3}, "symbol": "*"}}, "actor": 2}
    ],
    "branches": [
      {"steps": [
        {"action": {"type": "move", "value":
          {"color": 2, "point": null, "evaluation": "good", "problem": {"color": 1}}}},
        {"action": {"type": "result", "value": {"winner": 1, "margin": 2.50}}, "actor": 0}
      ], "branches": []},
      {"steps": [{"action": {"type": "move", "value": {"color": 2, "point": null}}}]},
      {"title": "lesson", "branches": [
        {"pre": {"comment": "what now?", "problem": {"color": 2}}, "note": 1, "steps": []}
      ]},
      {"branches": [
        {"steps": [{"action": {"type": "move", "value": {"color": 1, "point": {"x": 8, "y": 6}}}}]}]}
    ]
  }
}
"""


def step(kind, value, **more):
    return {"action": {"type": kind, "value": value}, **more}


def move(color, x, y, **more):
    return step("move", {"color": color, "point": {"x": x, "y": y}, **more})


_POINTS = st.sampled_from(
    [{"x": 3, "y": 4}, {"x": 0, "y": 18}, {"x": 99, "y": 0}, {"x": 1}, None, 5]
)
_MARKS = st.lists(
    st.sampled_from(
        [
            {"point": {"x": 1, "y": 1}, "symbol": "a"},
            {"point": {"x": 2, "y": 1}, "symbol": "*"},
            {"symbol": "+", "point": {"x": 2, "y": 1}},
            {"point": {"x": 2, "y": 1}},
            7,
        ]
    ),
    max_size=4,
)
_PROBLEMS = st.sampled_from([{"color": 1}, {"color": 2, "x": 0}, {}, {"color": 3}, []])
_MOVES = st.fixed_dictionaries(
    {"color": st.sampled_from([1, 2, 2, 0, "1"]), "point": _POINTS},
    optional={"evaluation": st.sampled_from(["good", "trick", "great", 1]), "problem": _PROBLEMS},
)
_RESULTS = st.sampled_from(
    [
        {"winner": 1},
        {"winner": None},
        {"margin": 2.5, "winner": 2},
        {"winner": None, "margin": 1},
        {},
    ]
)
_ACTIONS = st.one_of(
    st.fixed_dictionaries({"type": st.just("move"), "value": _MOVES}),
    st.fixed_dictionaries(
        {"type": st.just("takeback"), "value": st.sampled_from([1, 3, 0, 1.5, "1", 10**12])}
    ),
    st.fixed_dictionaries({"type": st.just("message"), "value": st.sampled_from(["", "a\nb", 5])}),
    st.fixed_dictionaries(
        {
            "type": st.just("mark"),
            "value": st.sampled_from([{"point": {"x": 1, "y": 2}, "symbol": "?"}, {}]),
        }
    ),
    st.fixed_dictionaries({"type": st.just("result"), "value": _RESULTS}),
    st.sampled_from([{"type": "resign"}, {"type": "move"}, {"value": 1}, {}, [], None, "move"]),
)
_TEXTS = st.sampled_from(["a", "", "two\nlines", 3, '"\\', "棋", "\U0001f600\u2028"])
_STEPS = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "action": _ACTIONS,
            "time": st.sampled_from([0, 1.5, "1", 10**9]),
            "actor": st.sampled_from([0, 1, -1, "0"]),
            "marks": st.one_of(_MARKS, st.just({})),
            "comment": _TEXTS,
            "unknown": st.sampled_from([1, {"a": []}]),
        },
    ),
    st.sampled_from([move(1, 2, 3), move(2, 3, 3), 1, None, [], "x"]),
)
_STONES = st.lists(
    st.sampled_from(
        [
            {"color": 1, "point": {"x": 1, "y": 2}},
            {"point": {"x": 3, "y": 2}, "color": 2},
            {"color": 2, "point": {"x": 0, "y": 0}},
            {"color": 5, "point": {"x": 0, "y": 0}},
            None,
        ]
    ),
    max_size=4,
)
_PRE = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "stones": st.one_of(_STONES, st.just(1)),
            "problem": _PROBLEMS,
            "marks": _MARKS,
            "comment": _TEXTS,
            "other": st.just(None),
        },
    ),
    st.sampled_from([[], 1]),
)


def _trees(inner):
    return st.one_of(
        st.fixed_dictionaries(
            {},
            optional={
                "title": _TEXTS,
                "pre": _PRE,
                "steps": st.one_of(st.lists(_STEPS, max_size=4), st.just(0)),
                "branches": st.one_of(
                    st.lists(st.one_of(inner, st.sampled_from([1, []])), max_size=3), st.just({})
                ),
                "more": st.just([1]),
            },
        ),
    )


_INFO = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            "name": st.one_of(st.just("n"), st.just(5)),
            "style": st.just("hierarchical"),
            "rules": st.sampled_from([{"komi": 6.5, "type": "Korean"}, {}, [], "old"]),
            "participants": st.lists(
                st.sampled_from([{"name": "A"}, {"rank": "1p", "name": "B"}, {}, "C", [1]]),
                max_size=3,
            ),
            "result": _RESULTS,
            "a.b": st.just({"c": [[[[[[[1]]]]]]]}),
        },
    ),
    st.sampled_from([[], "text", ["x", {"y": 1}]]),
)


@st.composite
def files(draw) -> bytes:
    """Files with anything anywhere, in any layout."""
    top = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "format": st.just("wei7"),
                "version": st.sampled_from(["3.0", 3]),
                "size": st.sampled_from([19, 9, {"width": 5, "height": 6}, 0, 1000, "19", {}]),
                "info": _INFO,
                "tree": st.one_of(
                    st.recursive(_trees(st.nothing()), _trees, max_leaves=5), st.just([])
                ),
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
    new = record.next_id
    for node in list(record.walk()):
        for text in ('new "one"\n', ""):
            yield SetNote(node.id, "comment", text)
            yield SetNote(node.id, "title", text)
        for side in ("black", "white", ""):
            yield SetNote(node.id, "problem", side)
        yield SetNote(node.id, "moment", "3.50")
        yield SetNote(node.id, "actor", "1")
        yield SetNote(node.id, "glyphs", (6,))
        yield SetNote(node.id, "glyphs", ())
        yield SetNote(node.id, "marks", (*node.marks, Mark("label", ("dd",), text="z")))
        yield SetNote(node.id, "marks", (Mark("label", ("ee",), text="y"), *node.marks[1:]))
        yield SetNote(node.id, "marks", node.marks[:-1])
        yield Insert(node.id, 0, (NodeData(new, -1, Move("B aa"), {"comment": "x"}),))
        line = (
            NodeData(new, -1, Move("W bb"), {}),
            NodeData(new + 1, 0, Takeback(1), {"actor": "0"}),
        )
        yield Insert(node.id, len(node.children), line)
        yield Insert(node.id, 0, (NodeData(new, -1, None, {"title": "chapter"}),))
        yield Insert(
            node.id,
            0,
            (NodeData(new, -1, Setup("B aa W bb"), {}), NodeData(new + 1, 0, Move("B cc"), {})),
        )
        for place in range(len(node.children)):
            yield Reorder(node.id, place, 0)
        if node.parent is not None:
            yield Remove(node.id)
            for action in (Move("W cd"), Move("B pass"), Takeback(2), Remark("hi"), None):
                yield SetAction(node.id, action)
            yield SetAction(node.id, Setup("B aa W bb"))
    yield SetAction(0, None)
    yield SetAction(0, Setup("9x13 B bc dd W ee"))
    for key in ("info.name", "info.rules.komi", "info.participants.1.name", "info.players.2.color"):
        for value in ("2", ""):
            yield SetHeaders(with_header(record.headers, key, value))
    yield SetHeaders(())
    yield SetHeaders(record.headers[1:])


LAW = Law(FORMAT, files(), files(), edits_of, lambda record: meant(normal(record)))
read, record_of, written, losses = LAW.read, LAW.record_of, LAW.written, LAW.losses
