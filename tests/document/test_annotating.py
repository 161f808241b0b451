"""Writing what an engine found: evaluations, glyphs and better lines, as one edit that can be undone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.document.edits import Location
from viewer.document.whole.annotating import Wanted, after_words, annotating, before_words
from viewer.document.whole.sweep import Scope, Sweep
from viewer.formats import FORMATS
from viewer.tree.action import Move
from viewer.tree.annotation import EVALUATION, GLYPHS
from viewer.tree.evaluation import Evaluation
from viewer.tree.finding import Finding, FoundLine

ALL = Wanted()


def opened(text: str, format: str = "pgn") -> Document:
    data = text.encode("cp932" if format == "kif" else "utf-8")
    return Document(FORMATS[format].load().read(BytesSource(data)))


def found(score: int | None, *moves: str, second: tuple[str, ...] = ()) -> Finding:
    value = None if score is None else Evaluation(score, depth=9)
    lines = [FoundLine(tuple(map(Move, moves)), value)]
    if second:
        lines.append(FoundLine(tuple(map(Move, second)), Evaluation((score or 0) - 5, depth=9)))
    return Finding(tuple(lines))


def planned(
    document: Document, findings: Mapping[int, Finding], wanted: Wanted = ALL, index: int = 0
) -> Sweep:
    key = document.keys()[index]
    here = Location(key, document.record_of(key).root.id)
    by_node = {(key, node): finding for node, finding in findings.items()}
    (sweep,) = run_inline(annotating(document, Scope(document.keys()), by_node, wanted, here))
    return sweep


GAME = "1. f3 e5 2. g4 Qh4# 0-1\n"
FINDINGS = {
    0: found(15, "e2e4", "e7e5"),
    1: found(-60, "e7e5", "e2e4"),
    2: found(-70, "e2e4", "d7d5", "e4d5", second=("b1c3", "d7d5")),
    3: Finding((FoundLine((Move("d8h4"),), Evaluation(mate=-1)),)),
}


def test_evaluations_glyphs_and_lines_are_one_edit():
    document = opened(GAME)
    sweep = planned(document, FINDINGS)
    assert dict(sweep.counts) == {"evaluations": 4, "glyphs": 2, "lines": 3}
    document.do(sweep.edit)
    root = document.record(0).root
    f3, e5, g4, mate = [*root.main_line()][1:]
    assert [node.notes.get(EVALUATION) for node in (root, f3, e5, g4, mate)] == [
        "0.15,9",
        "-0.60,9",
        "-0.70,9",
        "#-1",
        None,
    ]
    assert f3.notes.get(GLYPHS) == (6,)
    assert g4.notes.get(GLYPHS) == (4,)
    assert [
        [getattr(one.action, "text", "") for one in child.main_line()] for child in e5.children[1:]
    ] == [["e2e4", "d7d5", "e4d5"], ["b1c3", "d7d5"]]
    assert e5.children[1].notes == {EVALUATION: "-0.70,9"}
    assert len(root.children) == 2
    # written again, nothing changes
    assert planned(document, FINDINGS).edit is None
    assert "nothing to write" in str(before_words(planned(document, FINDINGS)))
    document.undo()
    data, losses = _saved(document)
    assert data.decode() == GAME
    assert not losses


def _saved(document: Document) -> tuple[bytes, object]:
    output = FORMATS[document.format].load().write(document)
    pieces = [piece_bytes(piece, document.source) for piece in output.pieces]
    return b"".join(pieces), output.losses


@pytest.mark.parametrize(
    ("wanted", "counts"),
    [
        (Wanted(glyphs=False, lines=False), {"evaluations": 4}),
        (Wanted(evaluations=False, lines=False), {"glyphs": 2}),
        (Wanted(evaluations=False, glyphs=False), {"lines": 3}),
    ],
)
def test_only_what_is_wanted(wanted, counts):
    assert dict(planned(opened(GAME), FINDINGS, wanted).counts) == counts


def test_lines_are_cut():
    document = opened(GAME)
    document.do(planned(document, FINDINGS, Wanted(plies=1)).edit)
    e5 = next(iter(document.record(0).root.children)).children[0]
    assert all(not child.children for child in e5.children[1:])


def test_what_people_wrote_stays():
    document = opened("1. f3! (1. e4) e5 2. g4?! {my view} (2. e4) Qh4# 0-1\n")
    line = [node.id for node in document.record(0).root.main_line()]
    findings = dict(zip(line, FINDINGS.values(), strict=False))
    sweep = planned(document, findings)
    assert dict(sweep.counts) == {"evaluations": 4, "lines": 1}  # 1. e4 and 2. e4 are there already
    document.do(sweep.edit)
    record = document.record(0)
    assert record.node(line[1]).notes[GLYPHS] == (1,)
    assert record.node(line[3]).notes[GLYPHS] == (6,)
    assert record.node(line[3]).comment == "my view"


def test_the_engines_own_move_is_not_blamed():
    findings = {1: found(0, "e7e5"), 2: found(400, "a2a3")}
    assert "glyphs" not in planned(opened("1. f3 e5 *\n"), findings).counts


def test_moves_are_judged_by_evaluations_that_are_there():
    document = opened("1. e4 {[%eval 0.2]} f6 {[%eval 0.5]} 2. Qh5 {[%eval -4]} *\n")
    sweep = planned(document, {})
    assert dict(sweep.counts) == {"glyphs": 1}


def test_a_finding_of_another_position_is_left():
    document = opened(GAME)
    wrong = {1: FINDINGS[1]._replace(position="elsewhere")}
    assert planned(document, wrong).edit is None


def test_moves_that_the_rules_forbid_are_not_written():
    findings = {0: found(15, "e2e4", "e7e5", "e1e4"), 1: found(-300, "e7e5")}
    document = opened("1. f3 *\n")
    document.do(planned(document, findings).edit)
    (_, better) = document.record(0).root.children
    assert [getattr(one.action, "text", "") for one in better.main_line()] == ["e2e4", "e7e5"]


KIF = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
**評価値=80
   2 ３四歩(33)
**解析 0 時間 00:05.0 深さ 20 評価値 40 読み筋 ▲２六歩
"""


def test_evaluations_in_comments_of_programs():
    """A line that says the evaluation alone is replaced; one that says more stays."""
    document = opened(KIF, "kif")
    first, second = [node.id for node in document.record(0).root.main_line()][1:3]
    sweep = planned(document, {first: found(120, "3c3d"), second: found(-30, "2g2f")})
    assert dict(sweep.counts) == {"evaluations": 1}
    document.do(sweep.edit)
    data, losses = _saved(document)
    assert not losses
    text = data.decode("cp932")
    assert "**評価値=120" in text
    assert "評価値=80" not in text
    assert "評価値 40" in text
    document.undo()
    assert _saved(document)[0].decode("cp932") == KIF


def test_go_has_points_and_no_depth():
    document = opened("(;GM[1]SZ[9];B[ee];W[cc])", "sgf")
    value = Evaluation(share=0.6, points=2.5, depth=100)
    finding = Finding((FoundLine((Move("W cc"),), value),))
    sweep = planned(document, {1: finding})
    document.do(sweep.edit)
    data, losses = _saved(document)
    assert not losses
    assert b"SBKV[60]" in data


def test_several_games():
    document = opened("1. f3 *\n\n1. f3 *\n")
    keys = document.keys()
    here = Location(keys[0], 0)
    findings = {(key, 0): FINDINGS[0] for key in keys} | {(key, 1): FINDINGS[1] for key in keys}
    (sweep,) = run_inline(annotating(document, Scope(keys), findings, ALL, here))
    assert sweep.records == 2
    assert str(after_words(sweep)) == "Wrote 4 evaluations, 2 glyphs, 2 better lines in 2 games."
    (sweep,) = run_inline(annotating(document, Scope(keys[1:]), findings, ALL, here))
    assert sweep.records == 1
