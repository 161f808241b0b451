"""Lines of one corner of go: what is said of games is what walking through each corner of each game says."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import viewer
from viewer.base.jobs import run_inline
from viewer.base.messages import message
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.go.setup import column_row, square_at
from viewer.games.states import States
from viewer.library import of_folders
from viewer.library.game_sources import GameSource
from viewer.library.repertoire import corner_games, corners
from viewer.library.repertoire import lines as lines_module
from viewer.library.repertoire.gaps import Wishes
from viewer.library.repertoire.kept import Repertoire
from viewer.library.repertoire.leaving import Who
from viewer.library.repertoire.reading import Looked, games_of, line_records, looking
from viewer.library.repertoire.wording import LineWords, summary
from viewer.tree.action import Move, Setup
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

GO: Any = game_of("go")
NAMES = ("Adler", "Berg", "Costa")
Stones = tuple[tuple[int, int, int], ...]
"""Column, row, side; seen from a corner, which is 0, 0."""
Position = tuple[Stones, int]


# ------------------------------------------------------------------------------ the plain count


def seen_from(state: Any, corner: int, exchanged: bool, size: int) -> Stones:
    """The stones in the square of a size at a corner; of it and its mirror image the lesser."""
    width, height = state.grid.width, state.grid.height
    found = []
    for square, kind in GO.pieces(state):
        x, y = column_row(square)
        x = width - 1 - x if corner in (1, 3) else x
        y = height - 1 - y if corner in (2, 3) else y
        if x < size and y < size:
            found.append((x, y, (kind == "white") != exchanged))
    there = [(x, y, int(side)) for x, y, side in found]
    return min(tuple(sorted(there)), tuple(sorted((y, x, side) for x, y, side in there)))


def mover_of(state: Any) -> int | None:
    action = state.action
    return "BW".index(action.text[0]) if isinstance(action, Move) else None


def put_by(before: Any, state: Any) -> int | None:
    """The side of the one stone that was put, None for another number of stones."""
    put = [kind for _, kind in {*GO.pieces(state)} - {*GO.pieces(before)}]
    return int(put[0] == "white") if len(put) == 1 else None


class Lines:
    """The lines of a file, seen from the corner that they are in; what was walked of games."""

    def __init__(self, path: Path) -> None:
        self.walked: dict[tuple[int, int, bool], list[Step]] = {}
        collection = viewer.load(path)
        records = [collection.record(number) for number in range(len(collection))]
        of = [(one, States(GO, one)) for one in records]
        self.size = max(self.least(record, states)[0] for record, states in of)
        self.after: dict[Position, set[Position]] = {}
        for record, states in of:
            corner = self.least(record, states)[1]
            at: dict[int, Position] = {}
            for node in record.walk():
                state = states.at(node)
                here = at[node.id] = seen_from(state, corner, False, self.size), state.side
                if not here[0]:
                    continue
                self.after.setdefault(here, set())
                mover = mover_of(state)
                if node.parent is not None and mover is not None and at[node.parent.id][0]:
                    self.after.setdefault((at[node.parent.id][0], mover), set()).add(here)

    @staticmethod
    def least(record: Record, states: States) -> tuple[int, int]:
        """The size of the least square at a corner that has all stones, and the corner."""
        found = []
        for corner in range(4):
            sizes = [0]
            for node in record.walk():
                stones = seen_from(states.at(node), corner, False, 99)
                sizes += [1 + max(x, y) for x, y, _ in stones]
            found.append((max(sizes), corner))
        return min(found)


class Step(NamedTuple):
    """A position of a corner, what it became (None: it stays), the node before, when that was."""

    here: Position
    after: Position | None
    node: int
    when: tuple[int, int]


def steps(record: Record, states: States, corner: int, exchanged: bool, size: int) -> list[Step]:
    """What happened in a corner of a game."""
    line = list(record.root.main_line())
    found: list[Step] = []
    stones = seen_from(states.at(line[0]), corner, exchanged, size)
    turn: int | None = None
    born = 0
    for at in range(1, len(line)):
        state = states.at(line[at])
        now, mover = (
            seen_from(state, corner, exchanged, size),
            put_by(states.at(line[at - 1]), state),
        )
        if now == stones:
            continue
        if mover is None:  # stones were set up
            if turn is not None:
                found.append(Step((stones, turn), None, line[born].id, (born, 1)))
            stones, turn, born = now, None, at
            continue
        mover = 1 - mover if exchanged else mover
        both = len({side for _, _, side in stones}) == 2
        if turn is not None and turn != mover and both:
            found.append(Step((stones, turn), (stones, mover), line[born].id, (born, 0)))
        found.append(Step((stones, mover), (now, 1 - mover), line[at - 1].id, (at - 1, 1)))
        stones, turn, born = now, 1 - mover, at
    if turn is not None:
        found.append(Step((stones, turn), None, line[born].id, (born, 1)))
    return found


class Told(NamedTuple):
    """Who left the lines in a corner, before which node, from where to where."""

    who: Who
    node: int
    here: Position
    after: Position


class Walked:
    """What plain walking finds of games: who left in which corner, how many others, and what was answered."""

    def __init__(self, lines: Lines, records: Sequence[Record], side: int, mine: str) -> None:
        self.told: dict[tuple[int, int], Told] = {}
        self.within = self.elsewhere = self.games = 0
        self.follow: defaultdict[Position, defaultdict[Position, set[Any]]] = defaultdict(
            lambda: defaultdict(set)
        )
        for number, record in enumerate(records):
            names = [one.value for key in ("PB", "PW") for one in record.headers if one.key == key]
            ways = [way for way in (False, True) if not mine or names[side != way] == mine]
            self.games += bool(ways)
            states = States(GO, record)
            for corner in range(4):
                self._corner(lines, number, corner, side, ways, record, states)

    def _corner(
        self,
        lines: Lines,
        number: int,
        corner: int,
        side: int,
        ways: Sequence[bool],
        record: Record,
        states: States,
    ) -> None:
        last: Step | None = None
        for way in (False, True):
            before = False
            place = number, corner, way
            if place not in lines.walked:
                lines.walked[place] = steps(record, states, corner, way, lines.size)
            for step in lines.walked[place]:
                known = step.here in lines.after
                if step.after is not None and (known or before):
                    self.follow[step.here][step.after].add(place)
                before = known
                if known and way in ways and (last is None or last.when < step.when):
                    last = step
        if last is None:
            self.elsewhere += bool(ways)
        elif last.after is None or last.after in lines.after:
            self.within += 1
        else:
            who = Who.MINE if last.here[1] == side else Who.OTHER
            who = who if lines.after[last.here] else Who.END
            self.told[number, corner] = Told(who, last.node, last.here, last.after)


def compare(looked: Looked, lines: Lines, records: Sequence[Record], side: int, mine: str) -> int:
    """Whether what was found is what walking finds; how many corners left the lines."""
    walked = Walked(lines, records, side, mine)
    found, left = looked.lines, looked.departures
    (board,) = found.corners.values()
    assert board.size == lines.size
    corner_of = {one.place.where.number: 0 for one in found.positions}
    for one in found.positions:
        where = one.place.where
        corner_of[where.number] = Lines.least(where.states.record, where.states)[1]

    def identity(position: Any, *moves: str) -> Position:
        state = position.state
        for move in moves:
            state = GO.step(state, Move(move))
        corner = corner_of[position.place.where.number]
        return seen_from(state, corner, False, lines.size), state.side

    assert {identity(one) for one in found.positions} == lines.after.keys()
    for one in found.positions:
        after = {identity(found.positions[number]) for number in one.after}
        assert after == lines.after[identity(one)]
    hits = looked.games.hits_of([one.game.record for one in left.left])
    told = {}
    for one in left.left:
        position = found.positions[one.last.position]
        key = hits[one.game.record].number, one.last.corner
        told[key] = Told(one.who, one.last.node, identity(position), identity(position, one.move))
    assert told == walked.told
    assert len(left.left) == len(told)
    counts = left.within, left.elsewhere, left.games
    assert counts == (walked.within, walked.elsewhere, walked.games)

    gaps = {}
    for gap in looked.findings.gaps:
        position = found.positions[gap.position]
        key = identity(position), identity(position, gap.move)
        gaps[key] = gap.played.games
        replies = walked.follow.get(key[1], {})
        most = max(map(len, replies.values()), default=0)
        assert (gap.reply.games if gap.reply else 0) == most
        if gap.reply is not None:
            assert len(replies[identity(position, gap.move, gap.reply.move)]) == most
    assert gaps == {
        (here, after): len(some)
        for here, follow in walked.follow.items()
        for after, some in follow.items()
        if here[1] != side and lines.after.get(here) and not lines.after.get(after)
    }
    return len(told)


# ------------------------------------------------------------------------------ made-up games


def write(path: Path, records: list[Record]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    output = FORMATS["sgf"].load().write(MemoryCollection("sgf", records))
    path.write_bytes(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))


def point(size: int, way: int, x: int, y: int) -> str:
    """A square seen from a corner, in one of eight ways."""
    x, y = (y, x) if way >= 4 else (x, y)
    x = size - 1 - x if way & 1 else x
    y = size - 1 - y if way & 2 else y
    return square_at(x, y)


POOL = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (3, 5)]
"""Few points, so that lines and games meet, transpose and capture."""


class Made:
    """Records of moves that are legal, one after the other."""

    def __init__(self, size: int, chance: random.Random, setup: str = "") -> None:
        self.size, self.chance = size, chance
        text = f"{size} {setup}".strip()
        self.rows = [NodeData(0, -1, Setup(GO.parse_setup(text).text), {})]
        self.states = [GO.start(self.rows[0].action)]
        self.at = 0

    def play(self, side: int, square: str) -> bool:
        move = Move(f"{'BW'[side]} {square}")
        after = GO.step(self.states[self.at], move)
        known = [
            n for n, row in enumerate(self.rows) if (row.parent, row.action) == (self.at, move)
        ]
        here = self.states[self.at]
        if square != "pass" and (GO.stone_at(here, square) or not GO.stone_at(after, square)):
            return False
        if side == here.side and GO.find_violation(after) is not None:
            return False
        if known:
            self.at = known[0]
            return True
        self.rows.append(NodeData(len(self.rows), self.at, move, {}))
        self.states.append(after)
        self.at = len(self.rows) - 1
        return True

    def record(self, *names: str) -> Record:
        headers = tuple(Header(key, name) for key, name in zip(("PB", "PW"), names, strict=False))
        return Record("go", nodes_of(self.rows)[0], headers)


def made_lines(size: int, chance: random.Random) -> list[Record]:
    """Lines of one corner, in another corner in each record, with passes and moves out of turn."""
    found = []
    for _ in range(3):
        made, way = Made(size, chance), chance.randrange(8)
        for _ in range(6):
            made.at, side = 0, 0
            for _ in range(chance.randint(3, 8)):
                word = point(size, way, *chance.choice(POOL[:6] if len(made.rows) % 3 else POOL))
                if made.play(side, "pass" if chance.random() < 0.08 else word):
                    side = side if chance.random() < 0.15 else 1 - side
        found.append(made.record())
    return found


def made_games(
    size: int, chance: random.Random, lines: Sequence[Record], count: int
) -> list[Record]:
    """Games that follow lines in all corners at once, and leave them; some with stones set up."""
    branches = []
    for record in lines:
        for node in record.walk():
            if not node.children:
                moves = [one.action.text for one in node.path()[1:]]
                branches.append([move.split() for move in moves])
    found = []
    for _ in range(count):
        setup = "B dd dk" if chance.random() < 0.1 else ""
        made = Made(size, chance, setup)
        jobs = []
        for corner in range(4):
            branch, way = chance.choice(branches), corner + 4 * chance.randrange(2)
            jobs.append((branch, way, chance.random() < 0.5))
        side = 0
        at = [0] * 4
        for _ in range(chance.randint(10, 45)):
            corner = chance.randrange(4)
            branch, way, swap = jobs[corner]
            if at[corner] < len(branch) and chance.random() < 0.85:
                colour, square = branch[at[corner]]
                wanted = "BW".index(colour) ^ swap
                at[corner] += 1
                if square == "pass":
                    continue
                x, y = near(size, square)
                if wanted != side and chance.random() < 0.9:
                    made.play(side, square_at(size // 2, chance.randrange(size)))
                side = wanted
                word = point(size, way, x, y)
            else:
                word = point(size, way, *chance.choice(POOL))
            if made.play(side, word):
                side = 1 - side
            if chance.random() < 0.01:
                made.rows.append(NodeData(len(made.rows), made.at, Setup("B cc W ee"), {}))
                made.states.append(GO.step(made.states[made.at], made.rows[-1].action))
                made.at = len(made.rows) - 1
        found.append(made.record(chance.choice(NAMES), chance.choice(NAMES)))
    return found


def near(size: int, square: str) -> tuple[int, int]:
    """A square, seen from the corner that is nearest."""
    x, y = column_row(square)
    return min(x, size - 1 - x), min(y, size - 1 - y)


class Desk:
    """A file of lines and one of games."""

    def __init__(self, folder: Path, size: int, seed: int, count: int) -> None:
        chance = random.Random(seed)
        self.own, self.path = folder / "own.sgf", folder / "games" / "games.sgf"
        lines = made_lines(size, chance)
        write(self.own, lines)
        write(self.path, made_games(size, chance, lines, count))
        collection = viewer.load(self.path)
        self.records = [collection.record(number) for number in range(len(collection))]
        self.lines, self.home = Lines(self.own), folder / "home"

    def look(self, side: int, mine: str, library: bool = False) -> Looked:
        repertoire = Repertoire(str(self.own), "go", side)
        problems: list[Any] = []
        source = GameSource(message("games"), (str(self.path.parent),))
        reading: Callable[..., Iterator[Any]] = partial(games_of, source, [repertoire], apart=False)
        if library:
            built = of_folders([self.path.parent], folder=str(self.home))
            built.build()
            reading = partial(games_of, GameSource(message("L"), (), built.folder), [repertoire])
        names = (lambda name: name == mine) if mine else None
        records = line_records([repertoire], {}, problems)
        (looked,) = run_inline(looking("go", side, records, reading, names, Wishes(1, 0.0)))
        assert not problems
        return looked


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [13, 19])
def test_corners_are_those_of_a_plain_walk(size: int, seed: int, tmp_path: Path) -> None:
    desk = Desk(tmp_path, size, 100 * size + seed, 60)
    for side in (0, 1):
        for mine in ("", "Berg"):
            left = compare(desk.look(side, mine), desk.lines, desk.records, side, mine)
            assert left > 20
    looked = desk.look(0, "", library=True)
    assert compare(looked, desk.lines, desk.records, 0, "") > 20


# ------------------------------------------------------------------------------ planted faults


def only(
    rows: Callable[..., Any], test: Callable[[dict[str, Any], int], Any]
) -> Callable[..., Any]:
    """`corner_rows` without some rows: those for which a test of them, and the cells of a board, is false."""

    def some(game: str, board: Any, *rest: Any) -> dict[str, Any]:
        found = rows(game, board, *rest)
        kept = test(found, board.chart.cells)
        return {key: values[kept] for key, values in found.items()}

    return some


REAL = corner_games.corner_rows
FAULTS: dict[str, tuple[Any, str, Any]] = {
    "the square is too small": (
        corners,
        "square_at",
        lambda chart, size, corner, real=corners.square_at: real(chart, size - 1, corner),
    ),
    "colours are never exchanged": (
        corner_games,
        "corner_rows",
        only(REAL, lambda rows, cells: ~rows["exchanged"]),
    ),
    "nobody passes": (
        corner_games,
        "corner_rows",
        only(REAL, lambda rows, cells: rows["move"] < 2 * cells),
    ),
    "a corner is left out": (
        corner_games,
        "corner_rows",
        only(REAL, lambda rows, cells: rows["corner"] != 2),
    ),
    "stones that are taken stay": (
        corner_games,
        "corner_rows",
        lambda game, board, tape, find: REAL(game, board, without_captures(tape), find),
    ),
    "mirrored corners are others": (
        lines_module,
        "arrangements",
        lambda game, chart, real=lines_module.arrangements: real(game, chart)[:4],
    ),
    "in lines everybody is in turn": (
        lines_module.RepertoireLines,
        "_in_turn",
        lambda self, position, side: position,
    ),
    "what follows the lines isn't known": (
        corner_games,
        "corner_rows",
        only(REAL, lambda rows, cells: rows["number"] >= 0),
    ),
}


def without_captures(tape: Any) -> Any:
    first = np.flatnonzero(np.diff(tape.record, prepend=-1))
    kept = np.flatnonzero((tape.new != 0) | np.isin(tape.at, first))
    return tape._replace(**{key: getattr(tape, key)[kept] for key in ("at", "cell", "old", "new")})


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("desk"), 13, 7, 100)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(desk.look(0, ""), desk.lines, desk.records, 0, "")
    where, what, wrong = FAULTS[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises((AssertionError, KeyError)):
        compare(desk.look(0, ""), desk.lines, desk.records, 0, "")


# ---------------------------------------------------------------------------------- by example

JOSEKI = "(;GM[1]SZ[19](;B[pd];W[qf](;B[nc];W[rd];B[qc];W[qi])(;B[qe];W[pf];B[nd]))(;B[qd];W[oc]))"
"""4-4 and a low approach, answered twice; 3-4 and a low approach, from above."""


def asked(
    folder: Path,
    games: Sequence[str],
    side: int = 0,
    own: Sequence[str] = (JOSEKI,),
    mine: str = "",
) -> tuple[Looked, list[str]]:
    """What is found, and what is said of corners that left the lines, as of SGF."""
    paths, repertoires = [], []
    for number, text in enumerate(own):
        path = folder / f"own{number}.sgf"
        path.write_text(text)
        repertoires.append(Repertoire(str(path), "go", side))
    for number, text in enumerate(games):
        path = folder / f"game{number}.sgf"
        path.write_text(f"(;GM[1]{'' if 'SZ[' in text else 'SZ[19]'}PB[Adler]PW[Berg]{text})")
        paths.append(str(path))
    problems: list[Any] = []
    reading = partial(
        games_of, GameSource(message("games"), tuple(paths)), repertoires, apart=False
    )
    names = (lambda name: name == mine) if mine else None
    records = line_records(repertoires, {}, problems)
    (looked,) = run_inline(looking("go", side, records, reading, names, Wishes(1, 0.0, True)))
    assert not problems
    words = LineWords(looked.lines, "a1")
    return looked, sorted(words.departure(one).text() for one in looked.departures.left)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        # The other side answers otherwise; in the upper left, mirrored.
        (";B[dd];W[dc]", ["Upper left: The other side left your lines by 2. Q17, not 2. R14."]),
        # With colours exchanged, in the lower left, along the other side.
        (
            ";B[aa];W[dp];B[fq];W[cn];B[cl]",
            ["Lower left: The other side left your lines by 4. M17, not 4. S16."],
        ),
        # Black plays elsewhere, and White doesn't come back: nothing was left.
        (";B[pd];W[qf];B[dd]", []),
        # White comes back.
        (
            ";B[pd];W[qf];B[jj];W[nd]",
            ["Upper right: You left your line by 3. elsewhere, not 3. O17, 3. R15."],
        ),
        # Black comes back before that.
        (";B[pd];W[qf];B[jj];W[kk];B[nc]", []),
        # A pass that was made is as good as a move elsewhere.
        (
            ";B[pd];W[qf];B[];W[nd]",
            ["Upper right: You left your line by 3. elsewhere, not 3. O17, 3. R15."],
        ),
        # Another order of moves.
        (";B[pd];W[qf];B[nc];W[qc];B[rd]", None),
        (";B[nc];W[qf];B[pd];W[rd];B[qc];W[qi]", []),
        # The lines end.
        (";B[qd];W[oc];B[qf]", ["Upper right: Your line ends before 3. R14."]),
        # White doesn't come to a corner that Black encloses: no joseki has begun.
        (";B[pd];W[dd];B[nc]", []),
        # Another first stone, in lines of no corner.
        (";B[pc];W[qe]", []),
        # Handicap stones: White plays first.
        (
            "AB[dd][pp]HA[2];W[cf];B[fc];W[ch]",
            ["Upper left: The other side left your lines by 4. R12, not 4. S16."],
        ),
        # The board has another size.
        ("SZ[13];B[jd];W[kf];B[aa]", []),
    ],
)
def test_what_is_said_of_a_corner(game: str, said: list[str] | None, tmp_path: Path) -> None:
    looked, found = asked(tmp_path, [game])
    assert looked.lines.corners["19"].size == 9
    if said is not None:
        assert found == said
    else:
        assert found == ["Upper right: The other side left your lines by 4. R17, not 4. S16."]


def test_lines_of_both_sides_and_several_files_are_one_dictionary(tmp_path: Path) -> None:
    other = "(;GM[1]SZ[19];B[dp];W[fq];B[cn];W[fo])"
    game = ";B[pd];W[qf];B[nc];W[of]"  # along the other side of the corner
    for side, who in ((0, "The other side"), (1, "You")):
        looked, said = asked(tmp_path, [game, f"{game};B[jj]"], side, [JOSEKI])
        assert len(said) == 2
        looked, said = asked(tmp_path, [game], side, [JOSEKI, other])
        assert not said
        assert looked.departures.within == 1
        _, said = asked(tmp_path, [";B[pd];W[qf];B[nc];W[qi]"], side, [JOSEKI, other])
        assert said[0].startswith(f"Upper right: {who} left")
        doubles = [looked.lines.positions[one] for one in looked.findings.doubles]
        assert {one.side for one in doubles} == {side}


def test_moves_for_which_there_is_no_answer_are_those_of_corners(tmp_path: Path) -> None:
    games = [";B[pd];W[qf];B[nc];W[nd]", ";B[jj];W[dp];B[cn];W[fq];B[fp];W[hq]", ";B[pd];W[qc]"]
    looked, _ = asked(tmp_path, games)
    words = LineWords(looked.lines, "a1")
    assert [words.gap(one).text() for one in looked.findings.gaps] == [
        "4. O16: no move against it; 2 corners, 100 %. Most often against it: 5. M17 (one corner)",
        "2. R17: no move against it; one corner, 33 %.",
    ]


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (
            ["(;GM[1]SZ[19];B[pd];W[qf])", "(;GM[1]SZ[19];B[pd];W[dp])"],
            "the lines of own1.sgf, record 1,",
        ),
        (["(;GM[1]SZ[19]AB[dd][pp];W[cf])"], "the lines of own0.sgf, record 1,"),
        (["(;GM[1]SZ[19](;B[dd];W[cl])(;B[dd];W[ld]))"], "the lines of own0.sgf, record 1,"),
        (["(;GM[1]SZ[9];B[cc];W[cd])"], ""),
    ],
)
def test_lines_that_leave_the_corner_are_compared_with_whole_boards(
    own: list[str], told: str, tmp_path: Path
) -> None:
    looked, _ = asked(tmp_path, [";B[pd];W[qf];B[nc]"], own=own)
    assert not looked.lines.corners
    words = summary(looked).text()
    assert told in words
    assert ("Whole boards" in words) == bool(told)


def test_boards_of_several_sizes_have_a_corner_each(tmp_path: Path) -> None:
    own = ["(;GM[1]SZ[19];B[pd];W[qf];B[nc])(;GM[1]SZ[13];B[jd];W[kf];B[jg])(;GM[1]SZ[19])"]
    games = [";B[dd];W[cf];B[df]", "SZ[13];B[dd];W[cf];B[fc]", "SZ[9];B[cc]"]
    looked, said = asked(tmp_path, games, own=own)
    assert {id: one.size for id, one in looked.lines.corners.items()} == {"19": 6, "13": 7}
    assert said == [
        "Upper left: You left your line by 3. H11, not 3. K7.",
        "Upper left: You left your line by 3. Q14, not 3. O17.",
    ]
    assert looked.departures.elsewhere == 10
    assert "Corners of 6\u00a0×\u00a06, 7\u00a0×\u00a07 are compared." in summary(looked).text()
    assert not asked(tmp_path, ["SZ[13x19];B[dd];W[cf]"], own=own)[1]


def test_stones_that_were_set_up_begin_lines(tmp_path: Path) -> None:
    own = ["(;GM[1]SZ[19]AB[pd][nc]AW[qf]PL[W];W[rd];B[qc])"]
    _, said = asked(tmp_path, [";B[dd];W[cf];B[fc];W[bd];B[bc]"], own=own)
    assert said == ["Upper left: You left your line by 2. S17, not 2. R17."]
