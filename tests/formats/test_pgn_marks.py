"""Squares and arrows in PGN: one command of each kind a move, since lichess reads no more than that."""

from __future__ import annotations

import pytest
from pgn_texts import read, written

from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgn.write.game import losses_of, written_with_losses
from viewer.tree.annotation import COMMENT, MARKS, Mark
from viewer.tree.ops import SetNote, apply
from viewer.tree.record import Record

_SQUARE, _OTHER = Mark("square", ("d4",)), Mark("square", ("a1",), "red")
_ARROW, _SECOND = Mark("arrow", ("e2", "e4")), Mark("arrow", ("g1", "f3"), "blue")


def marked(text: str, *marks: Mark) -> str:
    """The movetext of a game after its first move got marks."""
    record = read(text)
    apply(record, SetNote(1, MARKS, marks))
    assert not losses_of(record)
    out = written(record)
    assert sorted(read(out).node(1).marks) == sorted(marks)
    return out.decode()


@pytest.mark.parametrize(
    ("before", "marks", "after"),
    [
        ("1. e4 *", (_ARROW, _SQUARE, _SECOND), "1. e4 {[%cal Ge2e4,Bg1f3] [%csl Gd4]} *"),
        ("1. e4 *", (_SQUARE, _ARROW, _OTHER), "1. e4 {[%csl Gd4,Ra1] [%cal Ge2e4]} *"),
        (
            "1. e4 {[%csl Gd4] [%cal Ge2e4]} *",
            (_SQUARE, _ARROW, _OTHER),
            "1. e4 {[%csl Gd4,Ra1] [%cal Ge2e4]} *",
        ),
        (
            "1. e4 {[%cal Ge2e4] so [%csl Gd4]} *",
            (_ARROW, _SQUARE, _SECOND),
            "1. e4 {[%cal Ge2e4,Bg1f3] so [%csl Gd4]} *",
        ),
        (
            "1. e4 {[%csl Gd4] a} {[%csl Ra1]} {[%cal Ge2e4][%cal Bg1f3] b} *",
            (_SQUARE, _OTHER, _ARROW),
            "1. e4 {[%csl Gd4,Ra1] a} {[%cal Ge2e4] b} *",
        ),
        ("1. e4 {[%csl Gd4][%cal Ge2e4] a [%csl Ra1]} *", (), "1. e4 {a} *"),
    ],
)
def test_edited_marks_get_one_command_of_each_kind(
    before: str, marks: tuple[Mark, ...], after: str
) -> None:
    assert marked(before, *marks) == after


def test_several_commands_stay_as_they_are_until_the_marks_are_edited() -> None:
    text = b"1. e4 {[%csl Gd4] [%cal Ge2e4] [%csl Ra1]} e5 *"
    record = read(text)
    assert written(record) == text
    apply(record, SetNote(1, COMMENT, "said"))
    assert written(record).count(b"[%csl") == 2
    apply(record, SetNote(1, COMMENT, ""))
    apply(record, SetNote(1, MARKS, (_OTHER, _ARROW, _SQUARE)))
    assert b"[%csl Ra1,Gd4]" in written(record)
    apply(record, SetNote(1, MARKS, (_SQUARE, _ARROW, _OTHER)))
    assert written(record) == text


def test_the_order_of_marks_alone_is_no_loss() -> None:
    record = read("1. e4 *")
    apply(record, SetNote(1, MARKS, (_ARROW, _SQUARE, _SECOND)))
    assert not losses_of(record)
    fresh = Record("chess", record.root, record.headers)
    game = written_with_losses(fresh)
    assert not game.losses
    assert b"{[%csl Gd4] [%cal Ge2e4,Bg1f3]}" in game.data
    apply(record, SetNote(1, MARKS, (_ARROW, Mark("circle", ("a1",)), _SECOND)))
    assert [loss.kind for loss in losses_of(record)] == [MARKS]


@pytest.mark.parametrize("form", ["export", "export-utf-8"])
def test_the_export_form_has_one_command_of_each_kind(form: str) -> None:
    record = read("1. e4 {one [%csl Gd4] two [%cal Ge2e4] three [%csl Ra1]} {[%cal Bg1f3]} *")
    output = FORMATS["pgn"].load().write(MemoryCollection("pgn", [record]), {"form": form})
    text = b"".join(piece for piece in output.pieces if isinstance(piece, bytes)).decode()
    assert "[%csl Gd4,Ra1] [%cal Ge2e4,Bg1f3]" in text
    assert text.count("[%c") == 2
    assert [loss.kind for loss in output.losses if loss.kind == MARKS] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. e4 {a [%csl Ra1] b} e5 *", "1. e4 {a } { b} e5 *"),
        ("1. e4 {a} {[%csl Ra1]} {b} *", "1. e4 {a} {b} *"),
        ("1. e4 {a} {[%csl Ra1]} {b} (1. d4) 1... e5 *", "1. e4 {a} {b} (1. d4) 1... e5 *"),
    ],
)
def test_texts_stay_apart_and_in_their_places_when_the_marks_between_them_go(
    before: str, after: str
) -> None:
    assert marked(before) == after
