"""Comments of programs that hold matches of engines: `{+2.00/14 0.29s}` is also an evaluation and a time."""

from __future__ import annotations

import pytest

from viewer.base.limits import UNLIMITED
from viewer.formats.pgn.collection import read_game
from viewer.formats.pgn.write.game import written_with_losses
from viewer.games import game_of
from viewer.games.clocks import Clocks, totals
from viewer.games.states import States
from viewer.games.time_controls import UNKNOWN
from viewer.tree.annotation import COMMENT, ELAPSED
from viewer.tree.evaluation import aside_text, elapsed_of, evaluation_of
from viewer.tree.matches import match_words
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
VALUES = {
    "Nf3": ("0.30,14", "0:00:00.29"),
    "Nc6": ("2.00,14", "0:00:01.3"),
    "Bb5": ("#3,20", "0:00:00.1"),
    "Bc4": ("1.00,2", "0:00:01"),
    "a6": ("#2,20", "0:01:40"),
    "Ba4": ("0.00,7", "0:00:03"),
    "O-O": ("0.12,9", "0:00:02"),
    "Be7": ("-0.12", "0:00:02"),
    "Re1": ("#1,3", "0:00:01"),
    "b5": ("1.50,9", "0:00:01"),
}


def read(text: str) -> Record:
    return read_game(text.encode(), 0, UNLIMITED)[0]


def test_an_evaluation_is_from_the_side_that_moved_and_the_comment_stays() -> None:
    found = {}
    for node in read(GAME).walk():
        value = evaluation_of(node)
        if value is not None and node.action is not None and node.action.text != "Nf6":
            found[node.action.text] = value.text, elapsed_of(node)
            assert COMMENT in node.notes
            assert ELAPSED not in node.notes
    assert found == VALUES


def test_an_untouched_game_is_written_as_it_is() -> None:
    assert written_with_losses(read(GAME)).data == GAME.encode()


def test_a_start_of_black_to_move_is_known() -> None:
    tags = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4p3/K7 b - - 0 1"]\n\n'
    nodes = read(f"{tags}1... e1=Q+ {{+9.00/5 1s}} 2. Ka2 {{-9.00/5 1s}} *\n").root.main_line()
    said = [evaluation_of(node) for node in nodes]
    assert [one and one.text for one in said] == [None, "-9.00,5", "-9.00,5"]


@pytest.mark.parametrize(
    "comment",
    ["2 seconds", "10s is much", "+1.00/3 says nobody", "+0.1/3 1s", "+1.00/3 1sec", "+1.00/3 1.s"],
)
def test_other_comments_are_words_alone(comment: str) -> None:
    node = read(f"1. e4 {{{comment}}} *").root.children[0]
    assert match_words(node) is None


def test_the_facets_come_first() -> None:
    node = read("1. e4 {+1.00/3 1s [%eval -2.00] [%emt 0:00:07]} *").root.children[0]
    assert aside_text(node, ELAPSED, game_of("chess").score_unit) == "0:00:07"
    value = evaluation_of(node)
    assert value is not None
    assert value.text == "-2.00"


def test_times_are_summed_and_shown_by_the_clocks() -> None:
    record = read(GAME)
    states = States(game_of("chess"), record)
    line = list(record.root.main_line())
    assert totals(states, line)[3:7] == ["0:00:00.29", "0:00:01.3", "0:00:00.39", "0:01:41.3"]
    clocks = Clocks(states, lambda *_: UNKNOWN)
    assert [side.elapsed for side in clocks.at(line[6])] == ["0:00:00.1", "0:01:40"]
    assert clocks.thinking_time(line[6]) == 100
