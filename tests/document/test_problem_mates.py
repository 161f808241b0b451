"""Mates of records: what is told of them, and how they are put in; searched in processes of their own."""

from __future__ import annotations

import os
import signal

import pytest

from viewer.base.jobs import following, run_inline
from viewer.document.problems import mates
from viewer.document.problems.mates import Found, Problem, branch, searching, told
from viewer.games.mates import Mate
from viewer.tree.action import Move, Setup
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

SILVER = "9/4k4/9/4S4/9/9/9/9/9 b GS2r2b3g2s4n4l18p 1"
ROOKS = "7k/8/8/8/8/8/RR6/7K w - - 0 1"


def problem(game: str, setup: str) -> Problem:
    """The start of a record."""
    record = Record(game, nodes_of([NodeData(0, -1, Setup(setup), {})])[0], ())
    return Problem(record, record.root)


def test_mates_are_searched_in_another_process() -> None:
    asked = [problem("shogi", SILVER), problem("chess", ROOKS), problem("go", ";")]
    shogi, chess, go = run_inline(searching(asked, 5))
    assert shogi.mate is not None
    assert (shogi.mate.plies, shogi.mate.sound) == (3, True)
    assert chess.mate is not None
    assert (chess.mate.plies, chess.mate.sound) == (3, False)
    assert go.mate is None
    assert str(go.why) == "Mates are searched in shogi, chess and xiangqi."


def test_a_process_that_is_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mates, "_search", _killed)
    (found,) = run_inline(searching([problem("shogi", SILVER)]))
    assert found.mate is None
    assert "ended too early" in str(found.why)


def _killed(*_: object) -> None:
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def test_a_job_that_is_dropped_ends_its_process() -> None:
    job = following(searching([problem("chess", "startpos")]))
    next(job)
    job.close()  # would wait for the process


def sentences(asked: Problem, found: Found, style: str = "western") -> list[str]:
    """What is told."""
    return [one.text() for one in told(asked, found, 15, style)]


def test_a_mate_whose_moves_are_not_known_is_told_without_them() -> None:
    """The bounds were reached after the mate was found."""
    known = Found(Mate(7, (), False, 10))
    words = "There is a mate in {}. Its moves weren't found within the bounds."
    assert sentences(problem("shogi", SILVER), known) == [words.format("7 plies")]
    assert sentences(problem("chess", ROOKS), known, "san") == [words.format("4 moves")]


def test_what_was_not_found_is_told_with_its_bounds() -> None:
    nothing = Found(Mate(None, (), False, 10))
    words = "No mate in at most {} was found among 10 positions."
    assert sentences(problem("shogi", SILVER), nothing) == [words.format("15 plies")]
    assert sentences(problem("chess", ROOKS), nothing, "san") == [words.format("8 moves")]


def test_the_branch_has_the_main_line_first() -> None:
    asked = problem("shogi", SILVER)
    (found,) = run_inline(searching([asked], 9))
    assert found.mate is not None
    rows = branch(asked, found.mate, None)
    assert [row.action for row in rows[:3]] == found.mate.line
    assert [row.parent for row in rows[:4]] == [-1, 0, 1, 0]
    assert [row.id for row in rows] == list(range(len(rows)))


def test_cooks_are_named_as_the_field_names_them() -> None:
    asked = problem("chess", ROOKS)
    (found,) = run_inline(searching([asked], 3))
    assert found.mate is not None
    without, with_cooks = (branch(asked, found.mate, say) for say in (None, str))
    assert sum(row.parent == -1 for row in without) == 1
    firsts = [row for row in with_cooks if row.parent == -1]
    assert [row.notes.get("comment") for row in firsts[:2]] == [None, "Cook"]
    assert isinstance(firsts[1].action, Move)
    assert sentences(asked, found, "san")[1].startswith("Cook at move 1: ")
    assert str(mates.cook_words(asked.game, 2)) == "Dual"
    assert str(mates.cook_words(problem("shogi", SILVER).game, 2)) == "Cook"
