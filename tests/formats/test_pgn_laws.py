"""The law of bytes for one game of PGN, wild ones too."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from pgn_texts import GLYPHS, games, read, written

from viewer.formats.pgn.write.game import differences_of, losses_of
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.annotation import (
    BEFORE,
    CLOCK,
    COMMENT,
    EVALUATION,
    FACETS,
    Mark,
)
from viewer.tree.annotation import GLYPHS as GLYPHS_FACET
from viewer.tree.annotation import MARKS as MARKS_FACET
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

assert GLYPHS is not None

WORDS = st.sampled_from(
    [
        "new",
        "two\nlines",
        "a\u2029b",
        "a\u2029\u2028b",
        " front",
        "back ",
        " both ",
        "x" * 90,
        "–é",
        "a}b",
    ]
)
MARKS = st.sampled_from(
    [
        (),
        (Mark("square", ("d4",)),),
        (Mark("arrow", ("e2", "e4"), "red"), Mark("square", ("a1",), "blue")),
        (Mark("circle", ("d4",)),),
    ]
)


# ---------------------------------------------------------------------------------- untouched


@given(games())
def test_untouched(data):
    assert written(read(data)) == data


# ----------------------------------------------------------------------------- there and back


@st.composite
def changes(draw, record: Record) -> Op | None:
    """An edit of something that the game says already."""
    kind = draw(st.sampled_from([COMMENT, BEFORE, GLYPHS_FACET, CLOCK, EVALUATION, "header"]))
    if kind == "header":
        if not record.headers:
            return None
        place = draw(st.integers(0, len(record.headers) - 1))
        value = draw(st.sampled_from(["changed", 'a "b" \\', "", "ü"]))
        headers = list(record.headers)
        headers[place] = Header(headers[place].key, value)
        return SetHeaders(tuple(headers))
    nodes = [node for node in record.walk() if kind in node.notes]
    if not nodes:
        return None
    node = draw(st.sampled_from(nodes))
    if kind == GLYPHS_FACET:
        # ! stays a sign only among signs, $14 a number only among numbers
        return SetNote(
            node.id,
            kind,
            tuple({1: 2, 2: 1, 3: 4, 5: 6, 6: 5}.get(nag, nag) for nag in node.glyphs),
        )
    # Where a text is taken out, its white space is the game's habit when it comes again.
    _, *rest = str(node.note(kind)).partition("\u2029")
    text = "".join(["changed", *rest])
    texts = {COMMENT: text, BEFORE: text, CLOCK: "9:59:59", EVALUATION: "-9.9"}
    return SetNote(node.id, kind, texts[kind])


@given(st.data())
def test_there_and_back(data):
    first = data.draw(games(dirty=False))
    record = read(first)
    there = data.draw(changes(record))
    assume(there is not None)
    back, _ = apply(record, there)
    between = written(record)
    again = read(between)
    assert not list(differences_of(record, again))
    apply(again, back)
    assert written(again) == first


@given(st.data())
def test_undone_without_saving(data):
    first = data.draw(games())
    record = read(first)
    inverse = []
    for _ in range(data.draw(st.integers(1, 5))):
        op = data.draw(edits(record))
        inverse.append(apply(record, op)[0])
        written(record)
    for back in reversed(inverse):
        apply(record, back)
    assert written(record) == first


# ----------------------------------------------------------------------------------- confined


def test_an_edit_changes_its_item_only():
    first = b'[White "A"]\n\n1. e4! {a} $1 (1. d4  {x}) {b} e5 {[%clk 0:01:00] c} 2. Nf3 *\n'
    for op, old, new in (
        (SetNote(1, COMMENT, "A\u2029\u2028\u2028b"), b"{a}", b"{A}"),
        (SetNote(1, COMMENT, "a\u2029\u2028\u2028B"), b"{b}", b"{B}"),
        (SetNote(1, GLYPHS_FACET, (5, 1)), b"e4!", b"e4!?"),
        (SetNote(1, GLYPHS_FACET, (1, 5)), b"$1", b"$5"),
        (SetNote(2, COMMENT, ""), b"  {x}", b""),
        (SetNote(3, CLOCK, "0:00:59"), b"0:01:00", b"0:00:59"),
        (SetNote(3, COMMENT, "d"), b"] c}", b"] d}"),
        (SetNote(3, COMMENT, ""), b"] c}", b"]}"),
        (SetNote(3, CLOCK, ""), b"{[%clk 0:01:00] c}", b"{c}"),
        (SetHeaders((Header("White", 'B"'),)), b'"A"', b'"B\\""'),
        (SetHeaders((Header("White", "A"), Header("X", "y"))), b'"A"]', b'"A"]\n[X "y"]'),
    ):
        record = read(first)
        apply(record, op)
        assert written(record) == first.replace(old, new, 1)


# --------------------------------------------------------------------------------------- said


@st.composite
def edits(draw, record: Record) -> Op:
    nodes = list(record.walk())
    node = draw(st.sampled_from(nodes))
    kind = draw(st.integers(0, 7))
    forks = [each for each in nodes if len(each.children) > 1]
    if kind == 0 and node.parent is not None:
        return Remove(node.id)
    if kind == 1 and forks:
        fork = draw(st.sampled_from(forks))
        last = len(fork.children) - 1
        return Reorder(fork.id, draw(st.integers(0, last)), draw(st.integers(0, last)))
    if kind == 2:
        return SetNote(node.id, MARKS_FACET, draw(MARKS))
    if kind == 3:
        return SetNote(node.id, GLYPHS_FACET, draw(st.sampled_from([(), (1,), (14,), (3, 146)])))
    if kind == 4:
        return SetNote(node.id, CLOCK, draw(st.sampled_from(["", "1:00:00", "a b"])))
    if kind == 5:
        keys = st.sampled_from(["Event", "Foo", "Result", "no name"])
        entry = st.builds(Header, keys, st.sampled_from(["x", "1-0", 'q"\\', "two\nlines"]))
        return SetHeaders(tuple(draw(st.lists(entry, max_size=3, unique_by=lambda one: one.key))))
    if kind == 6:
        game = game_of(record.game)
        moves = list(game.legal_moves(States(game, record).at(node)))[:5]
        if moves:
            rows = (
                NodeData(record.next_id, -1, draw(st.sampled_from(moves)), {COMMENT: draw(WORDS)}),
            )
            return Insert(node.id, draw(st.integers(0, len(node.children))), rows)
    return SetNote(node.id, COMMENT, draw(st.one_of(st.just(""), WORDS)))


@given(st.data())
def test_losses_are_what_is_not_read_back(data):
    record = read(data.draw(games()))
    for _ in range(data.draw(st.integers(1, 4))):
        apply(record, data.draw(edits(record)))
    read_back = read(written(record))
    found = [(loss.kind, loss.node) for loss in losses_of(record)]
    assert found == [(each.kind, each.node) for each in differences_of(record, read_back)]


@given(st.data())
def test_plain_edits_lose_nothing(data):
    record = read(data.draw(games(dirty=False)))
    node = data.draw(st.sampled_from(list(record.walk())))
    text = data.draw(
        st.sampled_from(["new", "two\nlines", "a\u2029b", " front", "back ", " both ", "–é"])
    )
    apply(record, SetNote(node.id, COMMENT, text))
    apply(
        record,
        SetNote(node.id, MARKS_FACET, data.draw(MARKS.filter(lambda m: "circle" not in str(m)))),
    )
    if node.parent is not None:
        apply(
            record, SetNote(node.id, GLYPHS_FACET, data.draw(st.sampled_from([(), (1,), (14, 3)])))
        )
    assert losses_of(record) == []


def test_what_pgn_has_no_place_for_is_named():
    record = read("e4 e5 *")
    apply(record, SetNote(1, MARKS_FACET, (Mark("circle", ("e4",)),)))
    apply(record, SetNote(1, COMMENT, "a } b"))
    apply(record, SetNote(2, BEFORE, "before"))
    apply(record, SetNote(2, "bookmark", "here"))
    assert {(loss.kind, loss.node) for loss in losses_of(record)} >= {
        (MARKS_FACET, 1),
        (COMMENT, 1),
        (BEFORE, 2),
        ("bookmark", 2),
    }
    assert all(FACETS[loss.kind] for loss in losses_of(record))
