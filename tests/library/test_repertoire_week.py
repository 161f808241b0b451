"""A week with a repertoire: what is told on each day is what walking through every game tells."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import brute
import generated
import pytest

import viewer
from viewer.base.jobs import run_inline
from viewer.base.messages import Message, message
from viewer.base.person_names import OwnNames
from viewer.document import plans
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.library.game_sources import GameSource
from viewer.library.repertoire.gaps import Gap, Wishes
from viewer.library.repertoire.kept import Repertoire, Repertoires
from viewer.library.repertoire.leaving import Who
from viewer.library.repertoire.reading import Looked, games_of, line_records, looking
from viewer.library.repertoire.seen import NAME, GamesSeen
from viewer.tree.action import Move, Setup
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

ME = "Berg, Boris"
MONDAY = date(2026, 11, 23)
NEW = (10, 3, 0, 4, 1, 2, 3)
"""Games that come on each day of the week."""
LEAST = 1


# ---------------------------------------------------------------------- games and lines are made


def made_line(game_id: str, chance: random.Random, plies: int) -> Record:
    """A line of few moves, so that games share positions, also by other orders of moves."""
    game: Any = game_of(game_id)
    start = generated.START_OF.get(game_id)
    setup = Setup(game.parse_setup(start).text) if start else None
    rows, state = [NodeData(0, -1, setup, {})], game.start(setup)
    for _ in range(plies):
        moves = [*game.legal_moves(state)]
        # The outer ones are the most different: they can be made in any order.
        move = chance.choice([moves[0], moves[0], moves[1], moves[-1]])
        rows.append(NodeData(len(rows), len(rows) - 1, Move(move.text), {}))
        state = game.step(state, move)
    return Record(game_id, nodes_of(rows)[0])


def made_game(game_id: str, seed: int, day: date | None) -> Record:
    """A game; every fourth has no names, every fifth no result."""
    chance = random.Random(seed)
    record = made_line(game_id, chance, chance.randint(5, 8))
    form = generated.FORMAT_OF[game_id]
    first, second = generated.PLAYERS[form]
    if game_id in ("xiangqi", "shogi"):
        first, second = {"xiangqi": ("Red", second), "shogi": ("Sente", "Gote")}[game_id]
    names = [ME, chance.choice(generated.NAMES[2:])]
    if seed % 3 == 2:
        names.reverse()
    date_, result = ("Date", "Result") if form == "pgn" else ("DT", "RE")
    headers = [] if seed % 4 == 3 else [Header(first, names[0]), Header(second, names[1])]
    if day is not None:
        headers.append(Header(date_, day.strftime("%Y.%m.%d" if form == "pgn" else "%Y-%m-%d")))
    if seed % 5:
        headers.append(Header(result, "1-0" if form == "pgn" else "B+R"))
    return Record(game_id, record.root, tuple(headers))


def write(path: Path, game_id: str, records: Sequence[Record]) -> None:
    form = generated.FORMAT_OF[game_id]
    output = FORMATS[form].load().write(MemoryCollection(form, records))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))


# ------------------------------------------------------------------------------- walking through


def identity(game: Any, state: Any) -> Any:
    """A position, however the board is turned, with its side to move."""
    ways = brute.ways(game.id, game.turned_alike, False)
    seen = [brute.arrangement(game, state, *way) for way in ways]
    return min(seen, key=lambda one: (sorted(one[2]), sorted(map(sorted, one[4])))), state.side


class Walked(NamedTuple):
    """A game, position after position."""

    path: Path
    number: int
    key: Any  # of the game, wherever it is
    names: tuple[str, str]
    day: int
    nodes: list[int]
    places: list[Any]
    moves: list[str]


def walked(path: Path) -> Iterator[Walked]:
    """The main lines of a file."""
    collection = viewer.load(path)
    for number in range(len(collection)):
        record = collection.record(number)
        game: Any = game_of(record.game)
        states = States(game, record)
        line = [*record.root.main_line()]
        format_ = FORMATS[collection.format].load()
        first, second, day = (
            format_.by_role(role, record.headers, record.game)
            for role in ("side0", "side1", "date")
        )
        moves = [action.text for node in line if (action := states.at(node).action) is not None]
        digits = "".join(sign for sign in day if sign.isdigit())
        yield Walked(
            path,
            number,
            (first, second, digits, tuple(moves)),
            (first, second),
            int(digits or 0),
            [node.id for node in line],
            [identity(game, states.at(node)) for node in line],
            moves[-(len(line) - 1) :],
        )


class Notebook:
    """What somebody writes down who looks at every game anew on each day."""

    def __init__(self, game: Any, side: int, mine: bool) -> None:
        self.game, self.side, self.mine = game, side, mine
        self.first: dict[Any, int] = {}

    def read_lines(self, paths: Iterable[Path]) -> None:
        """Read the lines."""
        self.after: defaultdict[Any, set[Any]] = defaultdict(set)
        self.orders: defaultdict[Any, set[tuple[Any, ...]]] = defaultdict(set)
        for path in paths:
            collection = viewer.load(path)
            for number in range(len(collection)):
                record = collection.record(number)
                states = States(self.game, record)
                for node in record.walk():
                    way = [identity(self.game, states.at(one)) for one in node.path()]
                    self.orders[way[-1]].add(tuple(way))
                    self.after[way[-1]]
                    if len(way) > 1:
                        self.after[way[-2]].add(way[-1])

    def look(self, paths: Sequence[Path], day: int) -> dict[str, Any]:
        """What is to be told of the games of files."""
        games = [one for path in paths for one in walked(path)]
        mine = [one for one in games if not self.mine or one.names[self.side] == ME]
        for one in mine:
            self.first.setdefault(one.key, day)
        before = [first for first in self.first.values() if first < day]
        new = {key for key, first in self.first.items() if first == day and before}
        mine.sort(key=lambda one: one.day or self.first[one.key])  # those of a day stay as they are
        times: Counter[Any] = Counter()
        left, told = {}, Counter[str]()
        for one in mine:
            known = [at for at, place in enumerate(one.places) if place in self.after]
            if not known:
                told["elsewhere"] += 1
                continue
            last = known[-1]
            if last == len(one.places) - 1:
                told["within"] += 1
                continue
            place = one.places[last]
            who = Who.END if not self.after[place] else Who.OTHER
            if who is Who.OTHER and place[1] == self.side:
                who = Who.MINE
            times[place, who] += 1
            told["by other ways"] += tuple(one.places[: last + 1]) not in self.orders[place]
            left[str(one.path), one.number] = (
                *(who, one.nodes[last], one.moves[last], times[place, who], one.key in new),
                (place, who),
            )
        return {
            "left": {key: (*row[:-1], times[row[-1]]) for key, row in left.items()},
            "within": told["within"],
            "elsewhere": told["elsewhere"],
            "by other ways": told["by other ways"],
            "games": len(mine),
            "new": len([one for one in mine if one.key in new]),
            "since": max(before, default=None),
        }

    def gaps(self, paths: Sequence[Path], ends: bool) -> dict[Any, int]:
        """The answers without a move, by the positions before and after, and how many games have each."""
        found: Counter[Any] = Counter()
        for one in (one for path in paths for one in walked(path)):
            steps = set(zip(one.places, one.places[1:], strict=False))
            for here, after in steps:
                asked = here in self.after and (ends or bool(self.after[here]))
                if asked and here[1] != self.side and not self.after.get(after):
                    found[here, after] += 1
        return found

    @property
    def several(self) -> set[Any]:
        """Where the lines have several moves of their side."""
        return {place for place, to in self.after.items() if place[1] == self.side and len(to) > 1}


# -------------------------------------------------------------------------------------- the week


class Desk:
    """Somebody with lines, games, and a clock."""

    def __init__(self, folder: Path, game_id: str) -> None:
        self.folder, self.game = folder, game_of(game_id)
        self.form = generated.FORMAT_OF[game_id]
        self.day = MONDAY
        self.home = str(folder / "home")
        self.seen = GamesSeen(self.home, today=lambda: self.day)
        self.own, self.more = folder / f"own.{self.form}", folder / f"more.{self.form}"
        chance = random.Random(game_id)
        lines = [made_line(game_id, chance, 4) for _ in range(9)]
        write(self.own, game_id, lines[:6])
        write(self.more, game_id, lines[6:])
        kept = Repertoires(self.home)
        for path, side in ((self.own, 0), (self.more, 0), (self.own, 1)):
            kept.mark(Repertoire(str(path), game_id, side))

    @property
    def number(self) -> int:
        """The day as a number."""
        return int(self.day.strftime("%Y%m%d"))

    @property
    def paths(self) -> list[Path]:
        """The files of games."""
        return sorted((self.folder / "games").glob("*"))

    def look(self, side: int, ends: bool) -> tuple[Looked, list[Message]]:
        """Have the games compared with the lines of a side; of the first only one's own count."""
        problems: list[Message] = []
        some = Repertoires(self.home).of(self.game.id, side)
        source = GameSource(message("games"), (str(self.folder / "games"),))
        (looked,) = run_inline(
            looking(
                self.game.id,
                side,
                line_records(some, {}, problems),
                partial(games_of, source, some, apart=False),
                None if side else OwnNames(ME).has,
                Wishes(LEAST, 0.0, ends),
                self.seen,
            )
        )
        return looked, problems

    def put_in(self, looked: Looked, gap: Gap) -> None:
        """Put an answer to a gap into the lines, and save them."""
        position = looked.lines.positions[gap.position]
        where, game = position.place.where, self.game
        after = game.step(position.state, Move(gap.move)).settled()
        reply = next(iter(game.legal_moves(after))).text if gap.reply is None else gap.reply.move
        document = Document(viewer.load(where.path))
        key = document.keys()[where.number]
        node = document.record_of(key).nodes[position.place.node.id]
        rows = [NodeData(0, -1, Move(gap.move), {}), NodeData(1, 0, Move(reply), {})]
        document.do(plans.paste(document, key, node, rows))
        document.save(where.path)


def told(looked: Looked) -> dict[str, Any]:
    """What is said, as the notebook has it."""
    left = looked.departures
    hits = looked.games.hits_of([one.game.record for one in left.left])
    rows = {}
    for one in left.left:
        hit = hits[one.game.record]
        rows[hit.path, hit.number] = (
            *(one.who, one.last.node, one.last.move, one.time, one.new, one.times),
        )
    return {
        "left": rows,
        "within": left.within,
        "elsewhere": left.elsewhere,
        "games": left.games,
        "new": left.new,
        "since": left.since,
    }


def gaps_of(looked: Looked) -> dict[Any, int]:
    """The gaps by the positions before and after."""
    found = {}
    game: Any = looked.lines.game
    for one in looked.findings.gaps:
        state = looked.lines.positions[one.position].state
        after = game.step(state, Move(one.move))
        found[identity(game, state), identity(game, after)] = one.played.games
    return found


@pytest.mark.parametrize("game_id", generated.FORMAT_OF)
def test_a_week(game_id: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path, game_id)
    books = [Notebook(desk.game, side, mine=not side) for side in (0, 1)]
    seed, said = 0, Counter[str]()
    mended: list[Any] = []
    for number, count in enumerate(NEW):
        desk.day = MONDAY + timedelta(days=number)
        if count:  # one of them says no day
            days = [None, *(desk.day - timedelta(days=at // 2 + 1) for at in range(count - 1))]
            games = [made_game(game_id, seed + at, day) for at, day in enumerate(days)]
            write(desk.folder / "games" / f"day {number}.{desk.form}", game_id, games)
            seed += count
        if number == 3:  # files are called and ordered otherwise
            for path in desk.paths:
                path.rename(path.with_name(f"{9 - int(path.stem[-1])} renamed.{desk.form}"))
        away = desk.more.with_suffix(".away")
        if number == 4:
            desk.more.rename(away)
        elif number == 5:
            away.rename(desk.more)
        for book in books:
            lines = [desk.own] if book.side or number == 4 else [desk.own, desk.more]
            book.read_lines(lines)
            ends = number % 2 == 1
            looked, problems = desk.look(book.side, ends)
            expected = book.look(desk.paths, desk.number)
            said["by other ways"] += expected.pop("by other ways")
            assert told(looked) == expected
            gaps = gaps_of(looked)
            assert gaps == book.gaps(desk.paths, ends)
            positions = looked.lines.positions
            several = {identity(desk.game, positions[at].state) for at in looked.findings.doubles}
            assert several == book.several
            assert len(problems) == (number == 4 and not book.side)
            assert not any(place in gaps for place in mended)
            said["several"] += len(several)
            said["new"] += expected["new"]
            said["third"] += any(row[3] == 3 for row in expected["left"].values())
            said.update(row[0] for row in expected["left"].values())
            if looked.findings.gaps and not book.side and number != 4:
                gap = looked.findings.gaps[0]
                mended.append(next(iter(gaps)))
                desk.put_in(looked, gap)
    # What the week was to show did happen.
    assert set(said) >= {"by other ways", "several", "new", "third", *Who}
    assert all(said.values()), said
    assert len(mended) >= 4


def test_lines_of_games_seen_that_are_not_understood_do_no_harm(tmp_path: Path) -> None:
    seen = GamesSeen(str(tmp_path), today=lambda: MONDAY)
    assert seen.look("chess", 0, [1, 2]).since is None
    path = tmp_path / NAME
    odd = '{"game": "chess", "side": 0, "day": 1e999, "games": ["3"]}\n[1]\nnonsense\n'
    path.write_text(odd + path.read_text("utf-8") + '{"game": "torn', "utf-8")
    later = GamesSeen(str(tmp_path), today=lambda: MONDAY + timedelta(1)).look("chess", 0, [1, 3])
    assert later.is_new(3)
    assert not later.is_new(1)
    assert path.read_text("utf-8").startswith(odd)
