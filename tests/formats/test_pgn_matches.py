"""Comments of programs that hold matches of engines: `{+2.00/14 0.29s}` is an evaluation and a time."""

from __future__ import annotations

import random

import pytest

from viewer.base.limits import UNLIMITED
from viewer.formats.pgn.collection import read_game
from viewer.formats.pgn.write.game import written_with_losses
from viewer.tree.annotation import COMMENT, ELAPSED, EVALUATION, NoteValue
from viewer.tree.record import Record

GAME = """[Event "?"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {book} e5 {book} 2. Nf3 {+0.30/14 0.29s} Nc6 {-2.00/14 1.3s, good}
3. Bb5 {+M5/20 0.1s} (3. Bc4 {+1.00/2 1s} Nf6 {+0.25/3 2s, n=7}) 3... a6 {-M4/20 100s}
4. Ba4 {0.00/7 3s} Nf6 {3.2s} 5. O-O { +0.12/9 2s } Be7 {+0.12 2s
wrapped} 6. Re1 {+M1/3 1s [%clk 0:10:00]} b5 {-1.50/9 1s, Black resigns} 1-0
"""
VALUES: dict[str, tuple[str, str, str]] = {
    "e4": ("", "", "book"),
    "Nf3": ("0.30,14", "0:00:00.29", ""),
    "Nc6": ("2.00,14", "0:00:01.3", "good"),
    "Bb5": ("#3,20", "0:00:00.1", ""),
    "Bc4": ("1.00,2", "0:00:01", ""),
    "a6": ("#2,20", "0:01:40", ""),
    "Ba4": ("0.00,7", "0:00:03", ""),
    "O-O": ("0.12,9", "0:00:02", ""),
    "Be7": ("-0.12", "0:00:02", "wrapped"),
    "Re1": ("#1,3", "0:00:01", ""),
    "b5": ("1.50,9", "0:00:01", "Black resigns"),
}


def read(text: str) -> Record:
    return read_game(text.encode(), 0, UNLIMITED)[0]


def said(record: Record) -> dict[str, tuple[object, ...]]:
    return {
        node.action.text: tuple(node.note(facet) for facet in (EVALUATION, ELAPSED, COMMENT))
        for node in record.walk()
        if node.action is not None and node.action.text in VALUES
    }


def edited(move: str, **notes: str) -> str:
    """The lines of GAME that an edit of a move's annotations changes; "" takes one away."""
    record = read(GAME)
    node = next(one for one in record.walk() if getattr(one.action, "text", "") == move)
    kept: dict[str, NoteValue] = {**node.notes, **notes}
    node.notes = {key: value for key, value in kept.items() if value != ""}
    written = written_with_losses(record)
    assert not written.losses
    old = GAME.splitlines()
    return "\n".join(one for one in written.data.decode().splitlines() if one not in old)


def test_an_evaluation_is_from_the_side_that_moved() -> None:
    assert said(read(GAME)) == VALUES


def test_a_start_of_black_to_move_is_known() -> None:
    tags = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4p3/K7 b - - 0 1"]\n\n'
    nodes = list(read(f"{tags}1... e1=Q+ {{+9.00/5 1s}} 2. Ka2 {{-9.00/5 1s}} *\n").walk())
    assert [node.note(EVALUATION) for node in nodes] == ["", "-9.00,5", "-9.00,5"]


@pytest.mark.parametrize(
    "comment",
    ["2 seconds", "10s is much", "+1.00/3 says nobody", "+0.1/3 1s", "+1.00/3 1sec", "+1.00/3 1.s"],
)
def test_other_comments_are_texts(comment: str) -> None:
    node = read(f"1. e4 {{{comment}}} *").root.children[0]
    assert dict(node.notes) == {COMMENT: comment}


def test_an_untouched_game_is_written_as_it_is() -> None:
    assert written_with_losses(read(GAME)).data == GAME.encode()


def test_an_edit_is_written_in_the_same_form() -> None:
    line = "1. e4 {book} e5 {book} 2. Nf3 {+0.30/14 0.29s} Nc6 {%s}"
    for value, spelt in (("2.50,20", "-2.50/20"), ("#-3,20", "+M5/20"), ("1.25", "-1.25")):
        assert edited("Nc6", evaluation=value) == line % f"{spelt} 1.3s, good"
    assert edited("Nc6", elapsed="0:01:02.5") == line % "-2.00/14 62.5s, good"
    assert edited("Nc6", comment="better") == line % "-2.00/14 1.3s, better"


def test_what_the_form_cannot_say_is_said_by_commands() -> None:
    line = "1. e4 {book} e5 {book} 2. Nf3 {+0.30/14 0.29s} Nc6 {%s}"
    assert edited("Nc6", evaluation="62%") == line % "[%eval 62%] [%emt 0:00:01.3] good"
    assert edited("Nc6", evaluation="") == line % "[%emt 0:00:01.3] good"
    assert edited("Nc6", elapsed="") == line % "good [%eval 2.00,14]"
    assert edited("e4", comment="+2.00/1 1s").startswith("1. e4 ; +2.00/1 1s")
    assert "Nf6 {good} {3.2s}" in edited("Nf6", comment="good")


def test_random_edits_are_read_back() -> None:
    rng = random.Random(7)
    values = {
        EVALUATION: (
            "",
            "0.10,3",
            "-3.00,1",
            "#2,9",
            "#-1",
            "12%",
            "0.5",
            "0.00",
            "-0.00",
            "+1.00",
        ),
        ELAPSED: ("", "0:00:01", "1:00:00.25", "0:00:00.1234", "5"),
        COMMENT: (
            "",
            "good",
            "1s",
            "+1.00/2 1s",
            "M1/1 1s, x",
            " padded",
            "a\nb",
            "3.2s [%eval 1]",
        ),
    }
    for _ in range(400):
        record = read(GAME)
        for node in record.walk():
            if node.parent is not None and rng.random() < 0.3:
                facet = rng.choice(list(values))
                notes = {**node.notes, facet: rng.choice(values[facet])}
                node.notes = {key: value for key, value in notes.items() if value != ""}
        written = written_with_losses(record)
        assert not written.losses
        again = read(written.data.decode())
        assert [dict(one.notes) for one in again.walk()] == [
            dict(one.notes) for one in record.walk()
        ]
