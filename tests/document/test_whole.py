"""Whole-file tools: stripping, replacing, joining, extracting, beginning here; told, undone, saved."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import message
from viewer.base.resources import resource_path
from viewer.base.source import BytesSource, piece_blocks, piece_bytes
from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.edits import Edit, Location, RewriteRecord, pack, unpack
from viewer.document.plans import records as plans_records
from viewer.document.whole import lines, strip, words
from viewer.document.whole.sweep import Scope, Sweep
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.tree.ops import ClearNotes, OpError, Remove
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

SAMPLES = ["xiangqi.xqf", "go.sgf", "chess.pgn", "shogi.kif", "hex.hgt", "twixt.tgt"]

PGN = """[Event "Paris"]
[White "Morphy"]
[Black "Anderssen"]
[Result "1-0"]

{The plan.} 1. e4 {[%clk 0:10:00] king's pawn} e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0

[Event "Paris"]
[White "Untouched"]
[Black "Anderssen"]
[Result "*"]

1.   d4   d5 *

[Event "Leipzig 1877"]
[White "Paulsen"]
[Black "Planck"]
[Date "1877.07.??"]
[Result "0-1"]

1. e4 {a plan} e5 2. Bc4 {plans} Bc5 {the PLAN} 0-1
"""


def pgn(text: str = PGN) -> Document:
    return Document(load_source(BytesSource(text.encode(), "games.pgn")), "games.pgn")


def written(document: Document) -> bytes:
    output = FORMATS[document.format].load().write(document)
    blocks = [block for piece in output.pieces for block in piece_blocks(piece)]
    return b"".join(piece_bytes(block, document.source) for block in blocks)


def digests(document: Document) -> list[str]:
    return [document.record(index).digest() for index in range(len(document))]


def planned(job: Iterator[JobStep[Sweep]]) -> Sweep:
    [sweep] = run_inline(job)
    return sweep


def stripped(
    document: Document,
    *parts: str,
    scope: Scope | None = None,
    keep: int | None = None,
    node: int = 0,
) -> Sweep:
    scope = scope or Scope(list(document.keys()))
    here = Location(document.keys()[0], node)
    sweep = planned(strip.stripping(document, scope, frozenset(parts), here, keep))
    document.do(sweep.edit)
    return sweep


def replaced(
    document: Document, sought: str, new: str, **how: object
) -> tuple[Sweep, words.Replacer]:
    replacer = words.replacer_for(document, words.Replacement(sought, new, **how))  # type: ignore[arg-type]  # by name
    here = Location(document.keys()[0], 0)
    sweep = planned(words.replacing(document, Scope(list(document.keys())), replacer, here))
    document.do(sweep.edit)
    return sweep, replacer


# ------------------------------------------------------------------------------------ stripping


def test_what_is_stripped_is_told_and_the_other_games_keep_their_bytes() -> None:
    document = pgn()
    before = written(document)
    sweep = stripped(document, "comments", "glyphs", "clocks")
    assert str(strip.before_words(sweep)) == (
        "6 comments, 1 glyph, 1 clock time in 2 games will be removed."
    )
    assert str(strip.after_words(sweep)) == "Removed 6 comments, 1 glyph, 1 clock time in 2 games."
    text = written(document)
    assert b"{" not in text
    assert b"$1" not in text
    assert b"1.   d4   d5 *" in text
    assert document.unedited_run(1) == 1
    assert document.span(0) is None
    document.undo()
    assert written(document) == before
    assert not document.modified


def test_stripping_what_there_is_not_changes_nothing() -> None:
    document = pgn()
    sweep = stripped(document, "marks")
    assert sweep.edit is None
    assert str(strip.before_words(sweep)) == "There is nothing to remove."
    assert not document.modified


def test_variations_are_stripped_and_the_main_line_stays() -> None:
    document = pgn()
    sweep = stripped(document, "variations", "comments", scope=Scope([0]))
    assert str(strip.before_words(sweep)) == "2 comments, 2 variations will be removed."
    assert [node.id for node in document.record(0).walk()] == [0, 1, 2, 6, 7]
    assert b"1. e4 {[%clk 0:10:00]} e5 $1 2. Nf3 Nc6 1-0" in written(document)


def test_the_line_through_a_node_stays_instead_where_that_is_wanted() -> None:
    document = pgn()
    document.record(0)
    stripped(document, "variations", keep=3, node=3)
    kept = [getattr(node.action, "text", "") for node in document.record(0).walk()]
    assert kept == ["", "e4", "c5", "Nf3"]
    document.undo()
    assert len(document.record(0).nodes) == 8


def test_who_stands_in_a_variation_that_goes_stands_where_it_left_the_line() -> None:
    document = pgn()
    sweep = stripped(document, "variations", node=5)
    assert sweep.edit is not None
    assert sweep.edit.before == Location(0, 5)
    assert sweep.edit.after == Location(0, 1)


def test_a_branch_alone_is_stripped() -> None:
    document = pgn()
    stripped(document, "comments", scope=Scope([0], 3))
    record = document.record(0)
    assert record.root.comment == "The plan."
    assert not any(node.comment for node in record.node(3).walk())


def test_edits_before_and_behind_are_undone_with_it() -> None:
    document = pgn()
    stages = [digests(document)]

    def comment(index: int, text: str) -> None:
        key = document.keys()[index]
        document.do(plans.comment(document, key, document.record(index).node(1), text))
        stages.append(digests(document))

    comment(0, "edited before")
    stripped(document, "clocks", "glyphs")
    stages.append(digests(document))
    comment(0, "edited behind")
    stripped(document, "comments", "variations")
    stages.append(digests(document))
    document.do(plans_records.remove(document, 0, document.record(0).root, [0, 2]))
    stages.append(digests(document))
    for stage in reversed(stages[:-1]):
        document.undo()
        assert digests(document) == stage
    for stage in stages[1:]:
        document.redo()
        assert digests(document) == stage


def test_a_game_that_was_brought_is_rewritten_edited_removed_and_comes_back() -> None:
    document = pgn()
    root = document.record(0).root
    document.do(plans_records.duplicate(document, 0, root))
    key = document.keys()[1]
    stripped(document, "variations", scope=Scope([key]))
    document.do(plans.comment(document, key, document.record_of(key).node(1), "again"))
    now = document.record_of(key).digest()
    document.do(plans_records.remove(document, key, document.record_of(key).root))
    assert not document.has(key)
    document.undo()
    assert document.record_of(key).digest() == now
    for _ in range(3):
        document.undo()
    assert len(document) == 3
    assert not document.modified


def test_what_looks_at_the_records_as_they_stood_sees_no_later_rewriting() -> None:
    document = pgn()
    frozen = document.frozen()
    before = [frozen.record(index).digest() for index in range(3)]
    stripped(document, "comments", "variations")
    between = document.frozen()
    gone = [between.record(index).digest() for index in range(3)]
    document.undo()
    assert [frozen.record(index).digest() for index in range(3)] == before
    assert [between.record(index).digest() for index in range(3)] == gone != before


def test_what_does_not_fit_a_record_changes_nothing() -> None:
    document = pgn()
    record = document.record(0)
    before = digests(document)
    here = Location(0, 0)
    ops = (RewriteRecord(1, (ClearNotes(0, ("comment",)),)), RewriteRecord(0, (Remove(99),)))
    with pytest.raises(OpError):
        document.do(Edit(ops, message("Test"), here, here))
    assert digests(document) == before
    assert document.record(0) is record
    assert not document.modified
    assert document.unedited_run(0) == 3


def test_rewriting_is_plain_data() -> None:
    document = pgn()
    sweep = stripped(document, "comments", "variations")
    assert sweep.edit is not None
    for op in sweep.edit.ops:
        assert isinstance(op, RewriteRecord)
        assert unpack(pack(op)) == op


# ------------------------------------------------------------------------------------ replacing


def test_words_are_replaced_in_comments_and_headers() -> None:
    document = pgn()
    before = written(document)
    sweep, replacer = replaced(document, "plan", "idea", headers=frozenset({"Black"}))
    assert str(words.before_words(sweep)) == (
        "4 places in comments, 1 in the details in 2 games will be replaced."
    )
    assert [place[3:] for place in replacer.places] == [
        ("The ", "plan", "."),
        ("", "Plan", "ck"),
        ("a ", "plan", ""),
        ("", "plan", "s"),
        ("the ", "PLAN", ""),
    ]
    assert document.values("Black", 0, 3) == ["Anderssen", "Anderssen", "ideack"]
    assert b"{ideas}" in written(document)
    document.undo()
    assert written(document) == before
    assert document.values("Black", 0, 3) == ["Anderssen", "Anderssen", "Planck"]


@pytest.mark.parametrize(
    ("sought", "how", "count"),
    [
        ("plan", {"exact": True}, 3),
        ("plan", {"whole": True}, 3),
        ("plan", {"exact": True, "whole": True}, 2),
        (".", {}, 1),
        ("(", {}, 0),
        ("\\w", {}, 0),
        ("", {}, 0),
    ],
)
def test_what_is_looked_for_is_text(sought: str, how: dict[str, bool], count: int) -> None:
    sweep, _ = replaced(pgn(), sought, "\\1", **how)
    assert sweep.counts.get(words.COMMENTS, 0) == count


def test_what_is_put_in_is_text() -> None:
    document = pgn()
    replaced(document, "king", r"\1 \g<0> {0}", exact=True)
    assert document.record(0).node(1).comment == r"\1 \g<0> {0}'s pawn"


def test_letters_with_accents_and_emoji_of_several_signs_are_not_cut() -> None:
    family = "\U0001f468\u200d\U0001f469"
    text = PGN.replace("The plan.", f"e\u0301tude, e, {family}, \U0001f468, \U0001f44d\U0001f3fd")
    document = pgn(text)
    for sought in ("e", "\U0001f468", "\U0001f44d"):
        replaced(document, sought, "X", exact=True)
    assert document.record(0).root.comment == (f"e\u0301tudX, X, {family}, X, \U0001f44d\U0001f3fd")


def test_a_line_break_that_is_layout_is_found_where_a_blank_is_sought() -> None:
    document = pgn(PGN.replace("king's pawn", "king's\npawn"))
    replaced(document, "king's pawn", "e-pawn")
    assert document.record(0).node(1).comment == "e-pawn"


def test_a_header_of_which_nothing_is_left_goes() -> None:
    document = pgn()
    replaced(document, "Untouched", "", comments=False, headers=frozenset({"White"}))
    assert [header.key for header in document.record(1).headers] == ["Event", "Black", "Result"]


# -------------------------------------------------------------------------------------- joining


def joined(document: Document, *keys: int) -> lines.Joining:
    [made] = run_inline(lines.joining(document, keys, Location(keys[0], 0)))
    document.do(made.edit)
    return made


def texts(node: Node) -> list[str]:
    return [getattr(one.action, "text", "") for one in node.walk()]


def test_games_are_joined_as_variations() -> None:
    document = pgn()
    before = written(document)
    made = joined(document, 2, 0, 1)
    assert str(lines.joined_words(made)) == "Joined 2 games as variations."
    assert len(document) == 1
    record = document.record(0)
    assert texts(record.root) == (
        ["", "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c5", "Nf3", "c3", "d4", "d5"]
    )
    e4, d4 = record.root.children
    assert e4.comment == "king's pawn\u2029a plan"
    assert d4.comment == "Untouched – Anderssen, Paris"
    bc4 = e4.children[0].children[1]
    assert bc4.comment == "Paulsen – Planck, Leipzig 1877, 0-1\u2029plans"
    again = load_source(BytesSource(written(document), "g.pgn")).record(0)
    assert texts(again.root) == texts(record.root)
    document.undo()
    assert written(document) == before


def test_the_same_game_twice_is_one_that_says_whose_it_was() -> None:
    document = pgn(PGN.split("\n\n[Event")[0] + "\n\n" + PGN.split("\n\n[Event")[0])
    joined(document, 0, 1)
    record = document.record(0)
    assert texts(record.root) == ["", "e4", "e5", "Nf3", "Nc6", "c5", "Nf3", "c3"]
    said = [node.comment for node in record.walk() if node.comment]
    assert said == ["The plan.", "king's pawn", "Morphy – Anderssen, Paris, 1-0", "Sicilian"]


def test_moves_that_are_spelt_otherwise_are_one() -> None:
    document = pgn('[White "a"]\n\n1. Nf3 d5 *\n\n[White "b"]\n\n1. Ng1f3 d7-d5 2. g3 *\n')
    joined(document, 0, 1)
    assert texts(document.record(0).root) == ["", "Nf3", "d5", "g3"]


def test_games_that_begin_otherwise_stay_and_that_is_told() -> None:
    other = '[White "x"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *\n\n'
    document = pgn(other + PGN)
    made = joined(document, 1, 0, 2)
    assert made.edit is None
    assert str(lines.joined_words(made)) == (
        "None of these games can be joined: they begin otherwise."
    )
    document = pgn(PGN + "\n" + other)
    made = joined(document, 0, 1, 3)
    assert str(lines.joined_words(made)) == (
        "Joined a game as a variation. One stays, since it begins otherwise: game 4."
    )


def test_a_game_that_is_alone_is_not_said_to_begin_otherwise() -> None:
    made = joined(pgn(PGN), 1)
    assert made.edit is None
    assert str(lines.joined_words(made)) == "There is only one game: nothing to join."


GAMES = "".join(
    f'[White "{white}"]\n[Black "B"]\n[Event "Cup"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for white, moves, result in (
        ("A", "1. d4 d5 2. c4 e6", "1-0"),
        ("A", "1. e4 c5 2. Nf3 d6 (2... e6 3. d4) 3. d4", "0-1"),
        ("C", "1. e4 {best} e5 2. Nf3 Nc6 3. Bb5", "1/2-1/2"),
        ("C", "1. e4 e5 2. Bc4", "1-0"),
        ("C", "1. e4", "1-0"),
    )
)


def tree_of(way: lines.Way) -> tuple[Document, lines.Joining]:
    document = Document(load_source(BytesSource(GAMES.encode(), "games.pgn")))
    for _ in document.indexing():
        pass
    keys = list(document.keys())
    [made] = run_inline(lines.joining(document, keys, Location(keys[0], 0), way))
    document.do(made.edit)
    return document, made


def movetext(document: Document) -> str:
    text = written(document).decode().partition("\n\n")[2]
    return " ".join(text.split())


def test_a_tree_of_the_first_moves_has_the_most_played_move_first() -> None:
    document, made = tree_of(lines.Way(2, named=False, often=True))
    assert movetext(document) == (
        "1. e4 {best} (1. d4 d5 2. c4 e6) 1... e5 (1... c5 2. Nf3 d6 (2... e6)) 2. Nf3"
        " (2. Bc4) 2... Nc6 *"
    )
    assert str(lines.joined_words(made)) == "Made a tree of 5 games."
    headers = {one.key: one.value for one in document.record(0).headers}
    assert headers["Event"] == "Cup"
    assert headers["Black"] == "B"
    assert headers["White"] == "?"
    document.undo()
    assert written(document).decode() == GAMES


def test_a_tree_names_each_of_its_games_once() -> None:
    document, _ = tree_of(lines.Way(1))
    assert movetext(document) == (
        "1. d4 (1. e4 {best} {C – B, Cup, 1-0} 1... c5 {A – B, Cup, 0-1}"
        " (1... e5 {C – B, Cup, 1/2-1/2} {C – B, Cup, 1-0})) 1... d5 {A – B, Cup, 1-0} *"
    )


def test_the_first_moves_are_counted_as_the_game_numbers_them() -> None:
    assert movetext(tree_of(lines.Way(1, named=False))[0]).count("d5") == 1
    setup = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 Kd6 9. e5+ *\n'
    document = Document(load_source(BytesSource(setup.encode(), "games.pgn")))
    keys = list(document.keys())
    [made] = run_inline(lines.joining(document, keys, Location(keys[0], 0), lines.Way(2)))
    document.do(made.edit)
    assert texts(document.record(0).root)[1:] == ["Kd7", "e4", "Kd6"]


# ----------------------------------------------------------------------- lines and their starts


def test_a_variation_becomes_a_record_behind() -> None:
    document = pgn()
    edit = lines.extraction(document, 0, document.record(0).node(3))
    after = document.do(edit)
    assert after is not None
    assert document.index_of(after.record) == 1
    made = document.record(1)
    assert texts(made.root) == ["", "e4", "c5", "Nf3", "c3"]
    assert made.header("White") == "Morphy"
    assert made.header("Result") != "1-0"
    assert made.root.comment == "The plan."
    document.undo()
    assert not document.modified


def test_a_record_begins_here() -> None:
    document = pgn()
    node = document.record(0).node(3)
    assert [str(one) for one in lines.lacks(document.states(0), node)] == []
    document.do(lines.later_start(document, 0, node))
    record = document.record(0)
    assert texts(record.root)[1:] == ["g1f3", "c2c3"]
    assert record.root.comment == "The plan.\u2029Sicilian"
    assert record.header("Result") != "1-0"
    again = load_source(BytesSource(written(document), "g.pgn")).record(0)
    assert again.setup is not None
    assert "2. Nf3 (2. c3)" in written(document).decode()


def test_what_a_start_cannot_know_is_told() -> None:
    ko = "(;FF[4]GM[1]SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[ee])"
    document = Document(load_source(BytesSource(ko.encode(), "ko.sgf")), "ko.sgf")
    node = document.record(0).root.children[0]
    said = [str(one) for one in lines.lacks(document.states(0), node)]
    assert any("will be allowed" in one for one in said)


@pytest.mark.parametrize("sample", SAMPLES)
def test_any_position_of_any_game_can_be_a_start(sample: str) -> None:
    document = open_document(str(resource_path("samples", "en", "study", sample)))
    states = document.states(document.keys()[0])
    for node in states.record.root.main_line():
        lines.lacks(states, node)
        number = lines.renumbered(states, node)
        assert number is None or str(number).startswith("The next move has the number ")
    line = list(states.record.root.main_line())
    middle, pieces = line[len(line) // 2], states.game.pieces
    there = dict(pieces(states.at(middle)))
    document.do(lines.later_start(document, document.keys()[0], middle))
    record = document.record(0)
    assert dict(pieces(document.states(document.keys()[0]).at(record.root))) == there
    assert len(list(record.root.main_line())) == len(line) - len(line) // 2
    document.close()


def test_20000_plies_are_no_trouble() -> None:
    shuttle = ("h2e2", "h7e7", "e2h2", "e7h7")
    rows = [NodeData(0, -1, None, {})]
    rows += [
        NodeData(id, id - 1, Move(shuttle[(id - 1) % 4]), {"comment": "well"})
        for id in range(1, 20_001)
    ]
    record = Record("xiangqi", nodes_of(rows)[0])
    twin = Record("xiangqi", nodes_of(rows)[0])
    document = Document(MemoryCollection("wei7", [record, twin]), None)
    before = digests(document)
    sweep, _ = replaced(document, "well", "good")
    assert sweep.counts == {words.COMMENTS: 40_000}
    joined(document, *document.keys())
    assert len(document.record(0).nodes) == 20_001
    stripped(document, "comments", "variations")
    middle = document.record(0).node(10_000)
    document.do(lines.extraction(document, 0, middle))
    document.do(lines.later_start(document, 0, middle))
    assert len(document.record(0).nodes) == 10_001
    while document.undo() is not None:
        pass
    assert digests(document) == before


# ------------------------------------------------------------------------- all games, any order


@pytest.mark.parametrize("sample", SAMPLES)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_undo_gives_back_every_byte_and_redo_every_record(
    sample: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("whole") / sample
    shutil.copy(resource_path("samples", "en", "study", sample), path)
    document = open_document(str(path))
    for _ in document.indexing():
        pass
    stages = [(digests(document), written(document))]
    for _ in range(data.draw(st.integers(1, 3))):
        steps = document.history.now().steps
        _do_something(document, data)
        if document.history.now().steps > steps:
            stages.append((digests(document), b""))
    while document.undo() is not None:
        stages.pop()
        assert digests(document) == stages[-1][0]
    assert written(document) == stages[0][1] == path.read_bytes()
    assert not document.modified
    document.close()


def _do_something(document: Document, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(document) - 1))
    key, record = document.keys()[index], document.record(index)
    node = record.nodes[data.draw(st.sampled_from(sorted(record.nodes)))]
    scope = data.draw(
        st.sampled_from([Scope(list(document.keys())), Scope([key]), Scope([key], node.id)])
    )
    what = data.draw(st.sampled_from(["strip", "replace", "extract", "start", "join", "comment"]))
    here = Location(key, node.id)
    edit: Edit | None = None
    if what == "strip":
        parts = data.draw(st.sets(st.sampled_from(sorted(strip.PARTS)), min_size=1))
        edit = planned(strip.stripping(document, scope, frozenset(parts), here)).edit
    elif what == "replace":
        said = sorted(
            {str(one.notes.get(f, "")) for one in record.walk() for f in (COMMENT, BEFORE)}
        )
        some = data.draw(st.sampled_from([text[:3] for text in said] + ["e"]))
        keys = frozenset(header.key for header in record.headers)
        wanted = words.Replacement(some, data.draw(st.sampled_from(["", "x", "棋"])), headers=keys)
        edit = planned(
            words.replacing(document, scope, words.replacer_for(document, wanted), here)
        ).edit
    elif what == "extract":
        edit = lines.extraction(document, key, node)
    elif what == "start":
        edit = lines.later_start(document, key, node)
    elif what == "join":
        [made] = run_inline(lines.joining(document, list(document.keys()), here))
        edit = made.edit
    else:
        edit = plans.comment(document, key, node, data.draw(st.sampled_from(["", "a", "棋"])))
    before = digests(document)
    document.do(edit)
    if edit is not None and edit.ops:
        after = digests(document)
        document.undo()
        assert digests(document) == before
        document.redo()
        assert digests(document) == after
        assert document.has(edit.after.record)
