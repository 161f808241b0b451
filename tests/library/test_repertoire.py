"""What games say of a repertoire is what looking at every node says."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import brute
import generated
import pytest

import viewer
from viewer.base.jobs import run_inline
from viewer.base.messages import message
from viewer.games import game_of
from viewer.games.states import States
from viewer.library import of_folders
from viewer.library.failures import LibraryFailed
from viewer.library.game_sources import GameSource
from viewer.library.repertoire import gaps as gaps_module
from viewer.library.repertoire import lines as lines_module
from viewer.library.repertoire.games import Games, GamesOfLibrary
from viewer.library.repertoire.gaps import Wishes, finding_gaps
from viewer.library.repertoire.kept import NAME, Repertoire, Repertoires, branch_at, moves_to
from viewer.library.repertoire.leaving import Who, finding_departures
from viewer.library.repertoire.lines import LineRecord, RepertoireLines, reading_lines
from viewer.library.repertoire.reading import counted_games, line_records, records_in
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

WAYS = {"xiangqi": 2, "go": 8, "hex": 2, "twixt": 4}
"""Games that take turned boards for the same, and in how many arrangements."""


def identity(game: Any, state: Any) -> tuple[Any, ...]:
    """A position, however the board is turned, with its side to move."""
    ways = brute.ways(game.id, game.turned_alike, False)
    assert len(ways) == WAYS.get(game.id, 1)
    seen = [brute.arrangement(game, state, *way) for way in ways]
    return min(seen, key=lambda one: (sorted(one[2]), sorted(map(sorted, one[4])))), state.side


def record_lines(path: Path, game: str, side: int) -> RepertoireLines:
    repertoire = Repertoire(str(path), game, side)
    problems: list[Any] = []
    records = line_records([repertoire], {}, problems)
    (lines,) = run_inline(reading_lines(game_of(game), side, records))
    assert not problems
    return lines


class Brute:
    """The lines of a file by identities: what the moves at each lead to."""

    def __init__(self, path: Path, game: str) -> None:
        self.game: Any = game_of(game)
        self.after: defaultdict[Any, set[Any]] = defaultdict(set)
        collection = viewer.load(path)
        for number in range(len(collection)):
            record = collection.record(number)
            states = States(self.game, record)
            for node in record.walk():
                here = identity(self.game, states.at(node))
                self.after[here]
                if node.parent is not None:
                    self.after[identity(self.game, states.at(node.parent))].add(here)

    def departure(self, record: Record) -> tuple[str, int, str] | None:
        """Who left, before which node, with which move."""
        states = States(self.game, record)
        line = list(record.root.main_line())
        places = [identity(self.game, states.at(node)) for node in line]
        known = [at for at, place in enumerate(places) if place in self.after]
        if not known:
            return ("elsewhere", -1, "")
        last = known[-1]
        if last == len(line) - 1:
            return ("within", -1, "")
        who = "left" if self.after[places[last]] else "end"
        action = states.at(line[last + 1]).action
        assert isinstance(action, Move)
        return (f"{who}{places[last][1]}", line[last].id, action.text)


def made(tmp_path: Path, game: str) -> tuple[Path, Path]:
    form = generated.FORMAT_OF[game]
    own, games = tmp_path / f"own.{form}", tmp_path / "records" / f"games.{form}"
    games.parent.mkdir()
    generated.write(own, game, range(40, 52))
    generated.write(games, game, range(40))
    return own, games


def sources(games: Path, tmp_path: Path) -> list[Games]:
    library = of_folders([games.parent], folder=str(tmp_path / "home"))
    library.build()
    (counted,) = (
        step.result
        for step in counted_games(GameSource(message("games"), (str(games.parent),)), apart=False)
        if step.result is not None
    )
    return [counted, GamesOfLibrary(library)]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("game", generated.FORMAT_OF)
def test_departures_and_gaps_are_those_of_a_brute_count(
    game: str, side: int, tmp_path: Path
) -> None:
    own, path = made(tmp_path, game)
    lines, known = record_lines(own, game, side), Brute(own, game)
    assert len(lines.positions) == len(known.after)
    collection = viewer.load(path)
    records = [collection.record(number) for number in range(len(collection))]
    wanted = [known.departure(record) for record in records]
    for games in sources(path, tmp_path):
        (left,) = run_inline(finding_departures(lines, games))
        assert left.games == len(records)
        tally = Counter(one[0] for one in wanted if one)
        assert (left.within, left.elsewhere) == (tally["within"], tally["elsewhere"])
        told = {
            one.last.record: (
                "end" if one.who is Who.END else f"left{side if one.who is Who.MINE else 1 - side}",
                one.last.node,
                one.last.move,
            )
            for one in left.left
        }
        ids = [one.record for one in sorted(games.played(game), key=lambda one: one.record)]
        expected = {
            id: (one[0][:3] if one[0].startswith("end") else one[0], *one[1:])
            for id, one in zip(ids, wanted, strict=True)
            if one and one[1] >= 0
        }
        assert told == expected
        assert expected
        for one in left.left:
            node = records[ids.index(one.last.record)].nodes[one.last.node]
            (next_,) = node.children[:1]
            state = lines.game.step(lines.positions[one.last.position].state, Move(one.move))
            states = States(game_of(game), records[ids.index(one.last.record)])
            assert identity(game_of(game), state) == identity(game_of(game), states.at(next_))
        _times_are_right(left.left)
        _gaps_are_right(lines, known, games, records, side)


def _times_are_right(left: Any) -> None:
    seen: Counter[Any] = Counter()
    for one in reversed(left):
        seen[one.last.position, one.who] += 1
        assert one.time == seen[one.last.position, one.who]
    assert all(one.times == seen[one.last.position, one.who] for one in left)
    days = [(one.game.day, one.game.record) for one in left]
    assert days == sorted(days, reverse=True)


def _gaps_are_right(
    lines: RepertoireLines, known: Brute, games: Games, records: list[Record], side: int
) -> None:
    """Each answer of the other side after which the lines have no move, counted once in each game."""
    answers: defaultdict[Any, set[int]] = defaultdict(set)
    for number, record in enumerate(records):
        states = States(known.game, record)
        for node in record.root.main_line():
            if node.children:
                here = identity(known.game, states.at(node))
                after = identity(known.game, states.at(node.children[0]))
                if here[1] != side and known.after.get(here) and not known.after.get(after):
                    answers[here, after].add(number)
    for least in (1, 2):
        job = finding_gaps(lines, games.exploring(lines), Wishes(least, 0))
        (found,) = run_inline(job)
        told = {}
        for one in found.gaps:
            state = lines.positions[one.position].state
            after = known.game.step(state, Move(one.move))
            place = identity(known.game, state), identity(known.game, after)
            told[place] = one.played.games
            assert one.listed == (place[1] in known.after)
        assert told == {key: len(some) for key, some in answers.items() if len(some) >= least}
        counts = [one.played.games for one in found.gaps]
        assert counts == sorted(counts, reverse=True)
        doubles = {identity(known.game, lines.positions[one].state) for one in found.doubles}
        several = {key for key, after in known.after.items() if key[1] == side and len(after) > 1}
        assert doubles == several


def tree(*moves: str) -> Record:
    """A chess record of lines, each from the start; a move ending with ? has that glyph."""
    rows = [NodeData(0, -1, None, {})]
    known: dict[tuple[str, ...], int] = {(): 0}
    for line in moves:
        words = line.split()
        for at in range(len(words)):
            key = tuple(words[: at + 1])
            if key not in known:
                notes: dict[str, Any] = {"glyphs": (2,)} if words[at].endswith("?") else {}
                if "=" in words[at]:
                    notes["evaluation"] = words[at].partition("=")[2]
                text = words[at].rstrip("?").partition("=")[0]
                rows.append(NodeData(len(rows), known[key[:-1]], Move(text), notes))
                known[key] = len(rows) - 1
    return Record("chess", nodes_of(rows)[0])


def lines_of(record: Record, side: int = 0, top: Node | None = None) -> RepertoireLines:
    states = States(game_of("chess"), record)
    where = LineRecord("own.pgn", 0, states, top or record.root)
    (lines,) = run_inline(reading_lines(game_of("chess"), side, [where]))
    return lines


def position(lines: RepertoireLines, moves: str) -> Any:
    state = lines.game.start(None)
    for move in moves.split():
        state = lines.game.step(state, Move(move))
    return lines.at(state)


def test_a_transposition_counts_as_covered() -> None:
    lines = lines_of(tree("d2d4 g8f6 c2c4 e7e6"))
    assert position(lines, "c2c4 e7e6 d2d4 g8f6") is not None
    assert position(lines, "c2c4 e7e6") is None


def test_bad_moves_of_the_own_side_are_no_lines_where_there_is_another() -> None:
    record = tree("e2e4 e7e5 f2f4? e5f4", "e2e4 e7e5 g1f3", "d2d4?")
    lines = lines_of(record)
    assert position(lines, "e2e4 e7e5 f2f4") is None
    assert position(lines, "e2e4 e7e5 g1f3") is not None
    assert position(lines_of(record, 1), "e2e4 e7e5 f2f4 e5f4") is not None


def test_a_branch_begins_where_it_was_marked() -> None:
    record = tree("e2e4 c7c5 g1f3 d7d6", "e2e4 e7e5 g1f3", "d2d4")
    states = States(game_of("chess"), record)
    top = branch_at(states, ("e2e4", "c7c5"))
    assert top is not None
    assert moves_to(states, top) == ("e2e4", "c7c5")
    assert branch_at(states, ("e2e4", "c7c6")) is None
    lines = lines_of(record, 0, top)
    assert position(lines, "e2e4") is None
    assert position(lines, "e2e4 c7c5 g1f3") is not None
    assert position(lines, "e2e4 e7e5") is None


class Explored:
    """An explorer that knows some moves of one position."""

    def __init__(self, moves: dict[str, tuple[int, int, int]], at: Any) -> None:
        from viewer.library.ask.explorer import NextMove
        from viewer.library.query import explored_from

        self.wanted = explored_from(at.place.where.states.game, at.state)
        self.moves = [
            NextMove(move, sum(some), *some, 0, 0, None, None, 0) for move, some in moves.items()
        ]

    def __call__(self, wanted: Any) -> list[Any]:
        return self.moves if wanted == self.wanted else []


def test_a_move_that_scores_less_is_objected_to_unless_by_chance() -> None:
    lines = lines_of(tree("e2e4 e7e5 f2f4 e5f4"))
    here = position(lines, "e2e4 e7e5")

    def objections(mine: tuple[int, int, int], other: tuple[int, int, int]) -> list[Any]:
        explore = Explored({"g1f3": other, "f2f4": mine}, here)
        (found,) = run_inline(finding_gaps(lines, explore))
        return found.objections

    (one,) = objections((100, 100, 300), (200, 100, 200))
    assert (one.mine.move, one.better.move, one.glyph) == ("f2f4", "g1f3", None)
    assert not objections((4, 8, 8), (8, 4, 8))  # few games
    assert not objections((200, 100, 200), (210, 100, 190))  # hardly less
    assert not objections((5, 0, 5), (300, 0, 100))  # less than `ENOUGH`


def test_evaluations_of_the_deepest_search_object() -> None:
    lines = lines_of(tree("e2e4=0.30,20 e7e5=0.35,30 f2f4=-0.90,22", "d2d4=0.20 d7d5"))
    (found,) = run_inline(finding_gaps(lines, lambda _: []))
    (one,) = found.objections
    assert lines.positions[one.position] is position(lines, "e2e4 e7e5")
    assert lines.positions[one.after] is position(lines, "e2e4 e7e5 f2f4")
    assert one.glyph in (2, 4, 6)
    black = lines_of(tree("e2e4=0.30 e7e5=2.35 f2f4=1.0"), 1)
    (found,) = run_inline(finding_gaps(black, lambda _: []))
    assert len(found.objections) == 1


def test_only_games_of_the_person_count(tmp_path: Path) -> None:
    own, path = made(tmp_path, "chess")
    lines = record_lines(own, "chess", 1)
    for games in sources(path, tmp_path):
        (left,) = run_inline(finding_departures(lines, games, lambda name: name == "Berg, Boris"))
        mine = [one for one in games.played("chess") if one.names[1] == "Berg, Boris"]
        assert left.games == len(mine) > 0
        assert {one.last.record for one in left.left} <= {one.record for one in mine}


def test_more_positions_than_the_limit_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines_module, "MOST", 3)
    lines = lines_of(tree("e2e4 e7e5 f2f4 e5f4"))
    assert lines.cut
    assert len(lines.positions) == 3


def test_gaps_beyond_the_limit_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gaps_module, "MOST", 1)
    lines = lines_of(tree("e2e4 e7e5"))
    here = position(lines, "e2e4")
    explore = Explored({"c7c5": (50, 0, 50), "e7e6": (20, 0, 20)}, here)
    (found,) = run_inline(finding_gaps(lines, explore))
    assert ([one.move for one in found.gaps], found.left_out) == (["c7c5"], 1)


def test_the_list_is_kept(tmp_path: Path) -> None:
    one = Repertoire("/a/own.pgn", "chess", 0)
    branch = Repertoire("/a/other.pgn", "xiangqi", 1, 3, ("h2e2", "h9g7"))
    kept = Repertoires(str(tmp_path))
    kept.mark(one)
    kept.mark(branch)
    kept.mark(one)
    assert Repertoires(str(tmp_path)).all == [one, branch]
    assert kept.unmark(one)
    assert not kept.unmark(one)
    assert Repertoires(str(tmp_path)).of("xiangqi", 1) == [branch]
    kept.wish(Wishes(7, 0.1, True))
    again = Repertoires(str(tmp_path))
    assert (again.all, again.wishes) == ([branch], Wishes(7, 0.1, True))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"repertoires": 3}', '{"repertoires": [{"path": 3}, null]}']
)
def test_a_damaged_list_is_set_aside(text: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(text)
    kept = Repertoires(str(tmp_path))
    assert not kept.all
    kept.mark(Repertoire("/a/own.pgn", "chess", 0))
    assert len(json.loads((tmp_path / NAME).read_text())["repertoires"]) == 1
    assert bool(kept.file.set_aside) == (text not in ("",))


@pytest.mark.parametrize(
    "gaps",
    [
        '{"least": 3, "share": NaN, "ends": true}',
        '{"least": 3, "share": 1e999, "ends": true}',
        '{"least": 3, "share": -0.1, "ends": true}',
        '{"least": 0, "share": 0.1, "ends": true}',
    ],
)
def test_numbers_of_gaps_that_cannot_be_are_the_usual_ones(gaps: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(f'{{"repertoires": [], "gaps": {gaps}}}', "utf-8")
    assert Repertoires(str(tmp_path)).wishes == gaps_module.USUAL


def test_a_branch_or_file_that_has_gone_is_told(tmp_path: Path) -> None:
    own, _ = made(tmp_path, "chess")
    problems: list[Any] = []
    gone = [
        Repertoire(str(tmp_path / "none.pgn"), "chess", 0),
        Repertoire(str(own), "chess", 0, 1, ("a2a4", "a7a5", "b2b4")),
    ]
    assert not list(line_records(gone, {}, problems))
    assert [one.text().partition(" ")[0] for one in problems] == [
        str(tmp_path / "none.pgn"),
        "own.pgn",
    ]


def test_a_branch_is_found_in_another_order_of_records(tmp_path: Path) -> None:
    records = [tree("e2e4 e7e5"), tree("d2d4 d7d5 c2c4")]
    repertoire = Repertoire("own.pgn", "chess", 0, 0, ("d2d4", "d7d5"))
    collection: Any = type("Some", (list,), {"record": list.__getitem__})(records)
    (found,) = records_in(repertoire, collection)
    assert found.number == 1


def test_a_script_compares_files_with_games(tmp_path: Path) -> None:
    own, path = made(tmp_path, "xiangqi")
    games = viewer.library.of_folders([path.parent], folder=str(tmp_path / "home"))
    games.build()
    one = viewer.library.look_at_repertoire([own], "red", games, ["Berg, Boris"])
    other = viewer.library.look_at_repertoire([own], "first", [path.parent], ["Boris Berg"])
    assert one.departures.games == other.departures.games > 0
    assert [x.move for x in one.departures.left] == [x.move for x in other.departures.left]
    with pytest.raises(LibraryFailed):
        viewer.library.look_at_repertoire([tmp_path / "none.pgn"], "red", games)


def test_a_folder_without_records_is_told(tmp_path: Path) -> None:
    with pytest.raises(LibraryFailed):
        run_inline(counted_games(GameSource(message("none"), (str(tmp_path),)), apart=False))
