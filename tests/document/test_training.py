"""The history of training, keys of problems, collections of problems."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import run_inline
from viewer.document.document import Document, open_document
from viewer.document.position import part_that_matters
from viewer.document.problems.problem import questions
from viewer.document.training import HISTORY
from viewer.document.training.collection import ListedProblem, ProblemCollection, listing
from viewer.document.training.drill import due
from viewer.document.training.history import Grade, TrainingHistory, position_key, problem_key

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
ONE = "(;SZ[9]AB[ba][bb]AW[aa]C[Make it live.]GN[One];B[cc];W[dd];B[ee])"
TWO = "(;SZ[9]AB[ba]AW[aa]GN[Two];B[dd](;W[ee])(;W[ff]))"
EMPTY = "(;SZ[9]GN[Empty])"


def opened(path: Path, text: str) -> Document:
    path.write_text(text, "utf-8")
    document = open_document(str(path))
    run_inline(document.finding())
    document.grow()
    return document


def keys(document: Document) -> list[str]:
    return [one.key for some in run_inline(listing(document)) for one in some]


def read(folder: Path) -> TrainingHistory:
    history = TrainingHistory(str(folder), SYSTEM)
    run_inline(history.reading())
    return history


def test_attempts_are_there_in_the_next_run(tmp_path: Path) -> None:
    history = read(tmp_path / "state")
    assert not history.of("a")
    history.add("a", Grade.WRONG, NOON)
    history.add("a", Grade.HINTED, NOON + timedelta(days=1))
    history.add("b", Grade.WRONG, NOON)
    assert history.finish(30)
    again = read(tmp_path / "state")
    assert [one.grade for one in again.of("a")] == [Grade.WRONG, Grade.HINTED]
    assert [one.moment for one in again.of("b")] == [NOON.timestamp()]
    assert again.solved("a")
    assert not again.solved("b")


def test_two_windows_add_to_one_history(tmp_path: Path) -> None:
    first, second = read(tmp_path), read(tmp_path)
    first.add("a", Grade.RIGHT, NOON)
    assert first.finish(30)
    second.add("b", Grade.RIGHT, NOON)
    assert second.finish(30)
    assert read(tmp_path).solved("a")
    assert read(tmp_path).solved("b")


def test_what_is_added_before_the_file_is_read_counts_once(tmp_path: Path) -> None:
    first = read(tmp_path)
    first.add("a", Grade.WRONG, NOON)
    assert first.finish(30)
    history = TrainingHistory(str(tmp_path), SYSTEM)
    history.add("a", Grade.RIGHT, NOON)
    assert history.finish(30)
    run_inline(history.reading())
    assert sorted(one.grade for one in history.of("a")) == [Grade.RIGHT, Grade.WRONG]


def test_a_damaged_line_costs_one_attempt(tmp_path: Path) -> None:
    history = read(tmp_path)
    history.add("a", Grade.RIGHT, NOON)
    assert history.finish(30)
    path = tmp_path / HISTORY
    torn = b'{"key": "b", "gra'
    path.write_bytes(
        path.read_bytes()
        + b'\xff\n[1]\n{"key":"c","grade":"great","at":"x"}\n'
        + b"[" * 100_000
        + b"\n"
        + torn
    )
    again = read(tmp_path)
    assert again.solved("a")
    again.add("d", Grade.RIGHT, NOON)
    assert again.finish(30)
    assert torn + b"\n{" in path.read_bytes(), "what isn't understood stays"
    assert read(tmp_path).solved("d")


@pytest.mark.parametrize(
    "day",
    [
        "9999-12-31T23:59:59+00:00",
        "9999-12-31T23:59:59-23:00",
        "0001-01-01T00:00:00+14:00",
        "0001-01-01T00:00:00",
    ],
)
@pytest.mark.parametrize("grade", list(Grade))
def test_an_attempt_outside_of_the_calendar_counts_as_none(
    tmp_path: Path, day: str, grade: Grade
) -> None:
    line = '{{"key": "{}", "at": "{}", "grade": "{}"}}\n'
    written = [line.format("a", day, grade), line.format("a", NOON.isoformat(), Grade.RIGHT)]
    (tmp_path / HISTORY).write_text("".join(written), "utf-8")
    history = read(tmp_path)
    assert [one.moment for one in history.of("a")] == [NOON.timestamp()]
    assert due(history.of("a")) is not None


class FullDisk(FileSystem):
    """Can't write for a while."""

    full = True

    def write(self, fd: int, data: bytes) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().write(fd, data)


def test_what_could_not_be_written_is_written_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.document.training.history._AGAIN", 0.0)
    disk = FullDisk()
    history = TrainingHistory(str(tmp_path), disk)
    history.add("a", Grade.RIGHT, NOON)
    assert not history.finish(30)
    assert history.problem is not None
    disk.full = False
    history.add("b", Grade.RIGHT, NOON)
    assert history.finish(30)
    assert history.problem is None
    assert read(tmp_path).solved("a")


def test_a_problem_is_known_again_in_another_file(tmp_path: Path) -> None:
    here = keys(opened(tmp_path / "a.sgf", ONE + TWO))
    (tmp_path / "sub").mkdir()
    moved = ONE.replace("Make it live.", "Live!").replace("GN[One]", "GN[1]PB[me]")
    assert keys(opened(tmp_path / "sub" / "b.sgf", EMPTY + TWO + moved)) == [here[1], here[0]]
    assert len(here) == 2


def test_another_start_or_solution_is_another_problem(tmp_path: Path) -> None:
    texts = (
        ONE,
        ONE.replace("[bb]", "[bc]"),
        ONE.replace("B[ee]", "B[ff]"),
        ONE.replace(";B[ee]", ""),
    )
    found = {keys(opened(tmp_path / f"{index}.sgf", text))[0] for index, text in enumerate(texts)}
    assert len(found) == 4


def test_a_position_is_known_by_the_way_to_it(tmp_path: Path) -> None:
    one = opened(tmp_path / "a.sgf", TWO).states(0)
    other = opened(tmp_path / "b.sgf", TWO.replace("(;W[ee])", "")).states(0)
    root = one.record.root
    first = root.children[0]
    assert position_key(one, first) == position_key(other, other.record.root.children[0])
    assert position_key(one, first) != position_key(one, first.children[0])
    assert position_key(one, root) != problem_key(one, root)


def test_how_moves_are_written_doesnt_count(tmp_path: Path) -> None:
    mate = '[FEN "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"]\n\n1. {} *\n'
    found = {
        keys(opened(tmp_path / f"{index}.pgn", mate.format(move)))[0]
        for index, move in enumerate(("Re8#", "Re8", "R1e8#!!"))
    }
    assert len(found) == 1


def collection(tmp_path: Path, count: int) -> ProblemCollection:
    listed = [ListedProblem(number, 0, str(number)) for number in range(count)]
    return ProblemCollection(listed, read(tmp_path))


def test_problems_follow_each_other_as_in_the_file(tmp_path: Path) -> None:
    found = collection(tmp_path, 3)
    first = found.at(0, 0)
    assert first is not None
    assert found.neighbour(first, -1) is None
    assert found.neighbour(first, 1) == found.at(1, 0)
    last = found.at(2, 0)
    assert last is not None
    assert found.neighbour(last, 1) is None


def test_shuffled_each_problem_comes_once_and_this_one_first(tmp_path: Path) -> None:
    found = collection(tmp_path, 50)
    here = found.at(7, 0)
    assert here is not None
    found.shuffle(True, here, random.Random(1))
    way = [here]
    while (one := found.neighbour(way[-1], 1)) is not None:
        way.append(one)
    assert sorted(one.record for one in way) == list(range(50))
    assert [one.record for one in way] != sorted(one.record for one in way)
    found.shuffle(False, here, random.Random(1))
    assert found.neighbour(here, 1) == found.at(8, 0)


def test_the_next_unsolved_is_looked_for_all_around(tmp_path: Path) -> None:
    found = collection(tmp_path, 4)
    history = found.history
    here = found.at(2, 0)
    assert here is not None
    history.add("3", Grade.RIGHT, NOON)
    history.add("0", Grade.HINTED, NOON)
    history.add("1", Grade.WRONG, NOON)
    assert found.solved == 2
    assert found.next_unsolved(here) == found.at(1, 0)
    history.add("1", Grade.RIGHT, NOON)
    assert found.next_unsolved(here) is None, "but for this one"
    assert found.solved == 3
    assert history.finish(30)


def test_only_the_part_of_a_go_board_that_matters(tmp_path: Path) -> None:
    document = opened(tmp_path / "a.sgf", ONE.replace("SZ[9]", "SZ[19]"))
    record, states = document.record_of(0), document.states(0)
    question = next(questions(record))
    corners = part_that_matters(states.game, states, question)
    assert len(corners) == 2
    marked = opened(tmp_path / "b.sgf", ONE.replace("SZ[9]", "SZ[19]LB[dn:A]"))
    record, states = marked.record_of(0), marked.states(0)
    lettered = part_that_matters(states.game, states, next(questions(record)))
    assert lettered[0] == corners[0]
    assert lettered[1][1] > "n" > corners[1][1], "down to the letter"
    chess = opened(tmp_path / "a.pgn", '[FEN "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"]\n\n1. Re8# *\n')
    record, states = chess.record_of(0), chess.states(0)
    assert part_that_matters(states.game, states, record.root) == ()
