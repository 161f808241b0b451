"""Reading repertoires and the games that are compared with them: the whole question as one job."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from viewer.base.jobs import JobStep, following, in_thread
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.base.processes import in_process
from viewer.base.system_errors import error_at, error_words
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Unreadable
from viewer.games import game_of
from viewer.games.states import States
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.game_sources import GameSource
from viewer.library.making.counting import MOST, counting
from viewer.library.making.scan import scan
from viewer.library.opened import OpenGames
from viewer.library.repertoire.corner_games import CornersOfGames
from viewer.library.repertoire.games import Games, GamesCounted, GamesOfLibrary, GamesWithBoards
from viewer.library.repertoire.gaps import NOTHING, USUAL, Findings, Wishes, finding_gaps
from viewer.library.repertoire.kept import Repertoire, branch_at
from viewer.library.repertoire.leaving import Departures, Mine, finding_departures
from viewer.library.repertoire.lines import LineRecord, RepertoireLines, reading_lines
from viewer.library.repertoire.seen import GamesSeen
from viewer.library.sources import absolute
from viewer.library.typed import side_from
from viewer.tree.node import Node

_FEW = 1 << 16  # bytes that are read here, sooner than a process would be there


Reading = Callable[[bool], Iterator[JobStep[GamesWithBoards]]]
"""What makes the job that has games to look through: with their boards, or without."""


class Looked(NamedTuple):
    """What games say of a repertoire.

    Attributes:
        lines: its positions. games: those that were looked through.
        departures: where these left the lines. findings: what the lines lack.
    """

    lines: RepertoireLines
    games: Games
    departures: Departures
    findings: Findings


def records_in(repertoire: Repertoire, collection: Collection) -> Iterator[LineRecord]:
    """The records of a repertoire in its file, which is read. Raises LibraryFailed where its branch is gone.

    The records are copies: others may be edited meanwhile. One that can't be read is left out.
    """
    numbers = list(range(len(collection)))
    wanted = repertoire.record
    if wanted is not None:  # records may have been put in another order
        numbers.sort(key=lambda number: number != wanted)
    for number in numbers:
        try:
            record = collection.record(number)
        except (Unreadable, OSError):
            continue
        if record.game != repertoire.game:
            continue
        record = record.copy()
        states = States(game_of(record.game), record)
        top: Node | None = record.root
        if wanted is not None:
            top = branch_at(states, repertoire.moves)
        if top is not None:
            yield LineRecord(repertoire.path, number, states, top)
            if wanted is not None:
                return
    if wanted is not None:
        name = os.path.basename(repertoire.path)
        raise LibraryFailed(message("{name} has no such branch any more.", name=name))


def line_records(
    repertoires: Iterable[Repertoire],
    opened: Mapping[str, Collection],
    problems: list[Message],
) -> Iterator[LineRecord]:
    """The records of repertoires; what can't be read is told in `problems`.

    `opened`: collections that are taken for files, by their paths.
    """
    with ExitStack() as stack:
        known = dict(opened)
        for one in repertoires:
            try:
                if one.path not in known:
                    collection = known[one.path] = load_file(one.path)
                    if collection.source is not None:
                        stack.callback(collection.source.close)
                    find_all(collection)
                yield from records_in(one, known[one.path])
            except LibraryFailed as error:
                problems.append(error.reason)
            except Unreadable as error:
                problems.append(error_at(one.path, error))
            except OSError as error:
                why = error_words(error)
                problems.append(message("{path} can't be read: {why}.", path=one.path, why=why))


def counted_games(
    source: GameSource,
    without: Container[str] = (),
    apart: bool = True,
    boards: bool = False,
    problems: list[Message] | None = None,
) -> Iterator[JobStep[GamesWithBoards]]:
    """The job that reads the games of files and folders; its result comes last.

    `without`: paths of files that are left out. `apart`: in a process of its own, but for few. `boards`: with
    those of main lines. `problems` gets what can't be read; where that is all, LibraryFailed is raised.
    """
    name, failed = source.name, [] if problems is None else problems
    files: list[str] = []
    size = 0
    problem: list[tuple[str, Message]] = []
    for found in scan(source.paths):
        yield JobStep(0, 0)
        files = [path for path in found.files if path not in without]
        size = sum(found.files[path].size for path in files)
        problem = list(found.problems.items())
    failed += (message("{path}: {why}", path=path, why=why) for path, why in problem)
    if problem and not files:
        raise LibraryFailed(failed.pop())
    if not files:
        raise LibraryFailed(message("There are no records in {name}.", name=name))
    games = OpenGames(name.text(), files)
    try:
        asked = files, None, MOST, boards
        for step in in_process(counting, *asked) if apart and size >= _FEW else counting(*asked):
            if step.result is not None:
                games.add(step.result)
                failed += (
                    message("{path}: {why}", path=path, why=why)
                    for path, why in step.result.failures
                )
            yield JobStep(games.records, games.total, waiting=step.waiting)
    except (Unreadable, OSError) as error:
        raise LibraryFailed(error_at(files[0], error)) from error
    yield JobStep(games.records, games.records, GamesCounted(games))


def games_of(
    source: GameSource,
    repertoires: Iterable[Repertoire],
    boards: bool = False,
    apart: bool = True,
    problems: list[Message] | None = None,
) -> Iterator[JobStep[GamesWithBoards]]:
    """The job that has games to look through; its result comes last. As `counted_games`.

    Files that are repertoires have no games.
    """
    if source.library:
        library = Library(source.name.text(), source.library, ())
        yield JobStep(1, 1, GamesOfLibrary(library))
        return
    without = {one.path for one in repertoires if one.record is None}
    yield from counted_games(source, without, apart, boards, problems)


def looking(
    game: str,
    side: int,
    records: Iterable[LineRecord],
    reading: Reading,
    mine: Mine | None = None,
    wishes: Wishes | None = USUAL,
    seen: GamesSeen | None = None,
) -> Iterator[JobStep[Looked]]:
    """The job that compares a repertoire with games: that of `reading` reads these. Its result comes last.

    `wishes`: what counts as a gap; None looks for nothing that lines lack. `seen`: where the games are
    remembered, so that others are new next time.

    It is to be run in slices; what takes long is done elsewhere. Raises LibraryFailed.
    """
    lines: RepertoireLines | None = None
    for read in reading_lines(game_of(game), side, records):
        lines = read.result or lines
        yield JobStep(0, 0)
    assert lines is not None
    games: GamesWithBoards | None = None
    for step in reading(bool(lines.corners)):
        games = step.result or games
        yield JobStep(step.done, step.total, waiting=step.waiting)
    assert games is not None
    asked = CornersOfGames(games) if lines.corners else games
    yield from in_thread(_compared(lines, asked, mine, wishes, seen))


def _compared(
    lines: RepertoireLines,
    games: Games,
    mine: Mine | None,
    wishes: Wishes | None,
    seen: GamesSeen | None,
) -> Iterator[JobStep[Looked]]:
    left: Departures | None = None
    for one in finding_departures(lines, games, mine, seen):
        left = one.result or left
        yield JobStep(one.done, one.total)
    assert left is not None

    if wishes is None:
        yield JobStep(1, 1, Looked(lines, games, left, NOTHING))
        return
    for step in finding_gaps(lines, games.exploring(lines), wishes):
        result = None if step.result is None else Looked(lines, games, left, step.result)
        yield JobStep(step.done, step.total, result)


def look_at_repertoire(
    files: Sequence[str | os.PathLike[str]],
    side: str,
    games: Sequence[str | os.PathLike[str]] | Library,
    players: Sequence[str] = (),
    wishes: Wishes = USUAL,
) -> Looked:
    """Compare the lines of files, for a side ("white", "red", "first" …), with games of files or a library.

    `players`: only games in which one of these has that side. Raises LibraryFailed, also where a file with
    lines can't be read.
    """
    paths = [absolute(os.fspath(one)) for one in files]
    problems: list[Message] = []
    collections: dict[str, Collection] = {}
    for path in paths:
        try:
            collections[path] = load_file(path)
        except Unreadable as error:
            raise LibraryFailed(error.reason) from error
        except OSError as error:
            why = error_words(error)
            raise LibraryFailed(
                message("{path} can't be read: {why}.", path=path, why=why)
            ) from error
        find_all(collections[path])
    game = collections[paths[0]].record(0).game
    at = ("first", "second").index(side_from(side, game, str))
    marked = [Repertoire(one, game, at) for one in paths]
    records = line_records(marked, collections, problems)

    def reading(boards: bool) -> Iterator[JobStep[GamesWithBoards]]:
        if isinstance(games, Library):
            return iter([JobStep(1, 1, GamesOfLibrary(games))])
        some = tuple(absolute(os.fspath(one)) for one in games)
        name = message("{name}", name=os.path.basename(some[0]))
        return games_of(GameSource(name, some), marked, boards, apart=False)

    mine = OwnNames("\n".join(players)).has if players else None
    found: Looked | None = None
    for step in following(looking(game, at, records, reading, mine, wishes)):
        found = step.result or found
    for collection in collections.values():
        if collection.source is not None:
            collection.source.close()
    assert found is not None
    return found
