"""Problem sheets as PDF."""

from __future__ import annotations

from itertools import pairwise

import pytest
from export_studies import FILES
from page_counts import pages
from pdf_texts import collection_of, exported, needs_poppler, reader, titles, words_in

from viewer import load
from viewer.base.refused import Refused
from viewer.publish.book.exporters import SHEET
from viewer.publish.choices import OutlineStyle
from viewer.publish.outline import Comment, Diagram, Moves
from viewer.publish.problems import BOOKMARKED, LINE, MARKED, PrintedProblem, problems

TWO = """[White "First"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1"]

{Mate in many.} 1. Qf7 (1. Qf6+ Kg8 {slower}) 1... Kh7 2. Qf5 *

[White "Second"]

1. e4 e5 *

[White "Third"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/5q2/7K b - - 0 1"]

1... Qf1+ *
"""


def found(text: str, name: str = "g.pgn", **how: str) -> list[PrintedProblem]:
    collection = collection_of(text, name)
    return [one for _, one in problems(collection, OutlineStyle(), str, **how) if one is not None]


def moves(problem: PrintedProblem) -> list[str]:
    return [m.text for item in problem.solution if isinstance(item, Moves) for m in item.moves]


def test_set_up_positions_are_problems() -> None:
    first, third = found(TWO)
    assert (first.record, third.record) == (0, 2)
    assert first.task == "Mate in many."
    assert (first.diagram.to_move, third.diagram.to_move) == ("White to move", "Black to move")
    assert moves(first) == ["Qf7", "Qf6+", "Kg8", "Kh7", "Qf5"]
    assert [item.text for item in first.solution if isinstance(item, Comment)] == ["slower"]
    assert (first.diagram.number, third.diagram.number) == (1, 2)


RIGHT = "(1. Qf6+ $1 Kg8 (1... Kh7 2. Qf7+ $1 (2. Kg2 $1)) 2. Qg6+) (1. Kg2 $2 Kg7 (1... Kg8 2. Qf6 $1))"


def test_another_right_line_is_called_so() -> None:
    """Of moves that come after a wrong one it isn't said."""
    (one, _) = found(TWO.replace("(1. Qf6+ Kg8 {slower})", RIGHT).replace("1. Qf7", "1. Qf7 $1"))
    said = [
        (item.lead, item.moves[0].text)
        for item in one.solution
        if isinstance(item, Moves) and item.begins
    ]
    assert said == [
        ("", "Qf7"),
        ("Also right", "Qf6+"),
        ("", "Kh7"),
        ("Also right", "Kg2"),
        ("", "Kg2"),
        ("", "Kg8"),
    ]
    text = words_in(exported(SHEET, TWO.replace("Qf7 (1. Qf6+", "Qf7 $1 (1. Qf6+ $1")))
    assert "Also right 1. ♕f6+!" in text.replace("\u00a0", " ")


def test_figures_of_a_solution_show_what_the_problem_does() -> None:
    text = (
        "(;SZ[19]VW[ba:gf]AB[aa][bb]AW[ba]C[Black to play.]"
        "(;B[cb]C[RIGHT])(;B[cc]C[RIGHT];W[dd];B[ee])(;B[dc]))"
    )
    (one,) = [
        one
        for _, one in problems(collection_of(text, "a.sgf"), OutlineStyle(), str, figures=True)
        if one
    ]
    shown = [item.position.part for item in one.solution if isinstance(item, Diagram)]
    assert shown == [one.diagram.position.part] * 2
    said = [item.text for item in one.solution if isinstance(item, Comment)]
    assert sum("Also right." in text for text in said) == 1


def test_the_side_is_said_once() -> None:
    first, third = found(TWO.replace("Mate in many.", "White mates in two."))
    assert (first.task, first.diagram.to_move) == ("White mates in two.", "")
    assert third.diagram.to_move == "Black to move"
    text = words_in(exported(SHEET, TWO.replace("Mate in many.", "White mates in two.")))
    assert text.count("White") == 1


def test_layout_line_breaks_of_a_task_are_blanks() -> None:
    assert found(TWO.replace("Mate in", "Mate\nin"))[0].task == "Mate in many."


def test_only_the_main_line() -> None:
    assert moves(found(TWO, solutions=LINE)[0]) == ["Qf7", "Kh7", "Qf5"]


def test_questions_in_the_middle_of_a_record() -> None:
    collection = load(FILES["go"])
    some = [one for _, one in problems(collection, OutlineStyle(), str) if one is not None]
    assert len(some) == 3
    assert all(one.solution for one in some)
    assert all(len(one.diagram.position.part) > 0 for one in some[:1])
    whole = [one for _, one in problems(collection, OutlineStyle(), str, cropped=False) if one]
    assert whole[0].diagram.position.part == ()


@pytest.mark.parametrize(("source", "count"), [(MARKED, 2), (BOOKMARKED, 0)])
def test_chosen_positions_of_any_game(source: str, count: int) -> None:
    chosen = found("1. e4 $220 e5 2. Nf3 $220 Nc6 *", source=source)
    assert len(chosen) == count
    assert [moves(one)[0] for one in chosen] == ["e5", "Nc6"][:count]


def test_figures_of_sgf_are_marks() -> None:
    collection = collection_of("(;GM[1]FF[4]SZ[9];B[ee];W[cc];FG[]B[gg])", "g.sgf")
    found = [one for _, one in problems(collection, OutlineStyle(), str, MARKED) if one]
    assert len(found) == 1


def test_hex_boards_are_whole() -> None:
    collection = load(FILES["hex"])
    for _, one in problems(collection, OutlineStyle(), str, source=MARKED):
        assert one is None or one.diagram.position.part == ()


def test_a_sheet_has_its_problems_first_and_solutions_last() -> None:
    file = exported(SHEET, TWO, across=1, down=1)
    text = words_in(file)
    assert len(reader(file).pages) == 3
    order = [
        text.index(part)
        for part in ("1 White to move", "Mate in many.", "2 Black to move", "Solutions", "♕f7")
    ]
    assert order == sorted(order)
    assert titles(file) == ["Solutions"]
    assert file.left_out["games"] == 1


def test_without_solutions() -> None:
    text = words_in(exported(SHEET, TWO, solutions="none"))
    assert "Solutions" not in text
    assert "Q" not in text


@needs_poppler
def test_narrow_diagrams_of_a_solution_stand_side_by_side() -> None:
    text = (
        "(;SZ[19]AB[aa][ba]AW[ca]C[Black to play.](;B[cb]C[So.];W[bb];B[da])(;B[bb]BM[1];W[cb]))"
        "(;SZ[19]AB[aa][ba]AW[ca](;B[sa]C[Far.];W[bb];B[da])(;B[bb]BM[1];W[cb]))"
    )
    tops: dict[str, list[float]] = {"answer": [], "Failure": []}
    for page in pages(exported(SHEET, text, "g.sgf").data):
        for word, after in pairwise(page.words):
            if word.text == "answer" or (word.text, after.text) == ("Failure", "1"):
                tops[word.text].append(word.top)
    assert tops["answer"][0] == pytest.approx(tops["Failure"][0])
    assert tops["answer"][1] < tops["Failure"][1], "a wide one takes the column"


def test_no_problems() -> None:
    with pytest.raises(Refused, match="no problems"):
        exported(SHEET, "1. e4 *")


@pytest.mark.parametrize("lines", [0, 12])
def test_room_for_answers(lines: int) -> None:
    file = exported(SHEET, TWO, across=3, down=4, answers=lines)
    assert len(reader(file).pages) == 2


def test_a_long_task_stands_with_the_solution() -> None:
    task = " ".join(f"word{number}" for number in range(60))
    text = words_in(exported(SHEET, TWO.replace("Mate in many.", task)))
    assert text.index("Solutions") < text.index("word0 word1") < text.index("word59")
