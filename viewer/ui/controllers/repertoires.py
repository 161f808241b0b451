"""Marks repertoires, has games compared with them, and mends what they lack."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from viewer.base.catalogs import tr
from viewer.base.fields import FLAG, NUMBER, Field
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, Number, counted, message, readable, sentences
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.document import plans
from viewer.document.document import Document
from viewer.library.ask.searching import Hit
from viewer.library.failures import LibraryFailed
from viewer.library.game_sources import GameSource
from viewer.library.repertoire.gaps import Gap, Objection, Wishes
from viewer.library.repertoire.kept import Repertoire, Repertoires, moves_to
from viewer.library.repertoire.leaving import Departure, Who
from viewer.library.repertoire.lines import LinePlace
from viewer.library.repertoire.reading import Looked, games_of, line_records, looking
from viewer.library.repertoire.seen import GamesSeen
from viewer.library.repertoire.wording import LineWords, day_text, summary
from viewer.library.sources import absolute
from viewer.tree.action import Move
from viewer.tree.serial import NodeData
from viewer.ui.controllers.games_at_hand import games_at_hand
from viewer.ui.library.plain_rows import Row
from viewer.ui.library.repertoire_page import (
    AGAINST,
    GAPS,
    LEFT,
    NEW,
    SEVERAL,
    Item,
    Marking,
    RepertoirePage,
)
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.toolkit.tasks import Task

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_WORDS = message("Comparing games with the repertoire")
_WHO = {Who.MINE: message("You"), Who.OTHER: message("Opponent"), Who.END: message("Line ended")}
_MOST = 1000
"""Games whose names are shown."""


class _Answer(NamedTuple):
    """What was found, and the names of games by their ids; or why nothing could be."""

    looked: Looked | None
    hits: dict[int, Hit]
    problems: list[Message]


class RepertoireController(QObject):
    """Answers a page of a desk."""

    def __init__(self, window: Window, page: RepertoirePage, desk: Desk) -> None:
        super().__init__(page)
        self._window, self._page, self._desk = window, page, desk
        self._kept = Repertoires(window.store.libraries)
        self._seen = GamesSeen(window.store.libraries, window.workspace.files)
        self._side = 0
        self._others: list[GameSource] = []
        self._task: Task[_Answer] | None = None
        self._answer: _Answer | None = None
        page.shown.connect(self._show)
        page.markingAsked.connect(self._show_markings)
        page.marked.connect(self._mark)
        page.sideChosen.connect(self._choose_side)
        page.lookAsked.connect(self._look)
        page.otherAsked.connect(self._ask_other)
        page.boundsAsked.connect(self._ask_bounds)
        page.turned.connect(self._turn)
        page.putIn.connect(self._put_in)
        page.gameAsked.connect(self._open_game)
        page.left.connect(window.focus_board)
        desk.session.reloaded.connect(self._show)
        if page.isVisible():
            self._show()

    @property
    def _session(self) -> RecordSession:
        return self._desk.session

    @property
    def _path(self) -> str:
        """Of the file of the desk, "" for none."""
        path = self._session.document.path
        return "" if path is None else absolute(path)

    # --------------------------------------------------------------------------- what is marked

    def _sides(self) -> list[int]:
        """The sides that have lines in the game of the desk, those of its file first."""
        kept = [one for one in self._kept.all if one.game == self._session.game.id]
        kept.sort(key=lambda one: one.path != self._path)
        return list(dict.fromkeys(one.side for one in kept))

    def _show(self) -> None:
        """Show what is marked, and which games there are."""
        self._kept.read()
        sides = self._sides()
        if sides and self._side not in sides:
            self._side = sides[0]
        names = [self._session.game.sides[side].name for side in sides]
        self._page.show_sides(names, sides.index(self._side) if sides else -1)
        sources = self._sources()
        known = self._page.source
        self._page.show_sources(sources, sources.index(known) if known in sources else 0)
        self._page.look.setEnabled(bool(sides))
        self._page.games.setEnabled(bool(sides))
        if self._answer is None and self._task is None:
            self._page.tell(self._state_words(sides))

    def _state_words(self, sides: Sequence[int]) -> Message:
        game = self._session.game
        if self._kept.problem is not None:
            return self._kept.problem
        if not self._path:
            return message("Save the file first: a repertoire is found again by its place.")
        if not sides:
            return message(
                "Mark the file, or a branch of it, as the lines that you want to play. Your games are then"
                " compared with them."
            )
        some = self._kept.of(game.id, self._side)
        files = counted("one file or branch", "{count} files and branches", len(some))
        names = OwnNames(str(self._window.settings["own-names"] or ""))
        whose = (
            message("Your games count, by the names in the settings.")
            if names
            else message("All games count: with your names in the settings only yours.")
        )
        return message(
            "The repertoire of {side}: {files}. {whose}",
            side=game.sides[self._side].name,
            files=files,
            whose=whose,
        )

    def _show_markings(self) -> None:
        """The entries of the menu: the file and the branch here, for each side; other files of the game."""
        self._kept.read()
        session, entries = self._session, []
        places: list[tuple[Message, Message, Repertoire]] = []
        for side, one in enumerate(session.game.sides):
            if self._path:
                here = Repertoire(self._path, session.game.id, side)
                places.append((message("This file: {side}", side=one.name), one.name, here))
        moves = moves_to(session.states, session.node)
        if self._path and moves:
            index = session.document.index_of(session.key)
            for side, one in enumerate(session.game.sides):
                here = Repertoire(self._path, session.game.id, side, index, moves)
                words = message("The lines from here on: {side}", side=one.name)
                places.append((words, one.name, here))
        entries = [Marking(words, one in self._kept.all, one) for words, _, one in places]
        shown = {one for _, _, one in places}
        for other in self._kept.all:
            if other.game == session.game.id and other not in shown:
                entries.append(Marking(self._name_of(other), True, other))
        self._page.show_markings(entries)

    def _name_of(self, one: Repertoire) -> Message:
        name = readable(os.path.basename(one.path))
        side = self._session.game.sides[one.side].name
        if one.record is None:
            return message("{name}: {side}", name=name, side=side)
        moves = " ".join(one.moves[:6]) + (" …" if len(one.moves) > 6 else "")
        return message("{name}, {moves}: {side}", name=name, moves=moves, side=side)

    def _mark(self, one: Repertoire, on: bool) -> None:
        if on:
            self._change(lambda: self._kept.mark(one))
            self._side = one.side
        else:
            self._change(lambda: self._kept.unmark(one))
        self._forget()
        self._show()

    def _change(self, change: Callable[[], object]) -> None:
        """Change the list; what goes wrong is told."""
        try:
            change()
        except LibraryFailed as error:
            self._window.tell(error.reason, of=EVERYWHERE)
        if words := self._kept.aside():
            self._window.tell(words, of=EVERYWHERE)

    def _choose_side(self, at: int) -> None:
        self._side = self._sides()[at]
        self._forget()
        self._show()

    def _forget(self) -> None:
        self._answer = None
        self._page.clear()

    # ----------------------------------------------------------------------------------- games

    def _sources(self) -> list[GameSource]:
        """The games that can be chosen, those chosen before first; of this file and its folder last.

        Files that are repertoires have no games.
        """
        lines = [(one.path,) for one in self._kept.all if one.record is None]
        here = ((os.path.dirname(self._path),), (self._path,))
        some = [one for one in games_at_hand(self._window, True) if one.paths not in lines]
        some.sort(key=lambda one: one.paths in here and 1 + here.index(one.paths))
        chosen = {one.paths for one in self._others}
        return [*self._others, *(one for one in some if one.library or one.paths not in chosen)]

    def _ask_other(self, folder: bool) -> None:
        title = tr(message("Games to look through"))
        if folder:
            path = FileDialog.folder(self._window, title, purpose="games")
            paths = [path] if path else []
        else:
            paths = FileDialog.open_files(self._window, title, purpose="games")
        if paths:
            name = readable(os.path.basename(paths[0].rstrip("/\\")))
            self._others.insert(0, GameSource(message("{name}", name=name), tuple(paths)))
            self._page.show_sources(self._sources())

    def _ask_bounds(self) -> None:
        """Ask what counts as a gap, and compare by it."""
        self._kept.read()
        dialog = SheetDialog(
            message("Bounds of gaps"),
            message("Compare"),
            _bounds_fields(self._kept.wishes),
            self._page,
        )

        def change() -> None:
            values = dialog.sheet.values()
            share = int(values["percent"]) / 100
            self._change(
                lambda: self._kept.wish(Wishes(int(values["games"]), share, bool(values["ends"])))
            )
            self._look()

        dialog.accepted.connect(change)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _look(self) -> None:
        """Have the chosen games compared with the lines."""
        source = self._page.source
        if source is None or not self._sides():
            self._window.say(message("Choose the games that are to be compared with the lines."))
            return
        if self._task is not None:
            self._task.stop()
        self._forget()
        self._page.tell(message("{words} …", words=_WORDS))
        task = self._window.tasks.run(_WORDS, self._job(source), self._take, self._session.document)
        self._task = task
        task.ended.connect(self._ended)

    def _ended(self) -> None:
        self._task = None
        if self._answer is None:
            self._show()

    def _job(self, source: GameSource) -> Iterator[JobStep[_Answer]]:
        session, problems = self._session, list[Message]()
        opened: dict[str, Document] = {}
        for desk in self._window.every_desk():
            document = desk.session.document
            if document.path:
                opened.setdefault(absolute(document.path), document)
        some = self._kept.of(session.game.id, self._side)
        records = line_records(some, opened, problems)
        names = OwnNames(str(self._window.settings["own-names"] or ""))
        mine = names.has if names else None
        try:
            reading = partial(games_of, source, some, problems=problems)
            wishes = self._kept.wishes
            for step in looking(
                session.game.id, self._side, records, reading, mine, wishes, self._seen
            ):
                answer = None
                if step.result is not None:
                    ids = [one.game.record for one in step.result.departures.left[:_MOST]]
                    answer = _Answer(step.result, step.result.games.hits_of(ids), problems)
                yield JobStep(step.done, step.total, answer, step.waiting)
        except LibraryFailed as error:
            yield JobStep(1, 1, _Answer(None, {}, [error.reason]))

    # ----------------------------------------------------------------------------------- answers

    def _take(self, answer: _Answer) -> None:
        self._answer = answer
        looked = answer.looked
        if looked is None:
            self._page.tell(answer.problems[0])
            return
        words = LineWords(looked.lines, self._session.style)
        said, page = looked.findings, self._page
        left = looked.departures.left[:_MOST]
        rows = [self._left_row(words, looked, one) for one in left]
        page.show_rows(LEFT, rows)
        new = [row for row, one in zip(rows, left, strict=True) if one.new]
        page.show_rows(NEW, new)
        page.show_rows(GAPS, [self._gap_row(words, looked, one) for one in said.gaps])
        page.show_rows(AGAINST, [self._against_row(words, looked, x) for x in said.objections])
        page.show_rows(SEVERAL, [self._several_row(words, looked, one) for one in said.doubles])
        page.show_results(True)
        page.choose_kind()
        page.tell(sentences([*answer.problems, summary(looked)]))

    def _left_row(self, words: LineWords, looked: Looked, one: Departure) -> Row:
        position = looked.lines.positions[one.last.position]
        move, own, who = words.move(position, one.move), words.own(position), tr(_WHO[one.who])
        players = " – ".join(name.partition(",")[0] for name in one.game.names)
        day = one.game.day
        date = day_text(day)
        item = Item(
            position.place,
            words.departure(one),
            (one.move,),
            one.game.record,
            one.last.node,
        )
        texts = (move, who, own, tr(message("{number}", number=Number(one.time))), players, date)
        return Row(item, texts, (position.number, who, own, one.time, players, day or None))

    def _gap_row(self, words: LineWords, looked: Looked, gap: Gap) -> Row:
        position = looked.lines.positions[gap.position]
        reply = words.reply(gap)
        moves = (gap.move,) if gap.reply is None else (gap.move, gap.reply.move)
        share = tr(message("{percent} %", percent=Number(100 * gap.share)))
        games = gap.played.games
        texts = (words.move(position, gap.move), tr(message("{number}", number=Number(games))))
        order = (position.number, games, gap.share, reply)
        return Row(Item(position.place, words.gap(gap), moves), (*texts, share, reply), order)

    def _against_row(self, words: LineWords, looked: Looked, one: Objection) -> Row:
        position = looked.lines.positions[one.position]
        move = words.to(position, one.after)
        better = "" if one.better is None else words.move(position, one.better.move)
        says = tr(message("Games") if one.better is not None else message("Evaluation"))
        moves = () if one.better is None else (one.better.move,)
        item = Item(position.place, words.objection(one), moves)
        return Row(item, (move, better, says), (position.number, better, says))

    def _several_row(self, words: LineWords, looked: Looked, number: int) -> Row:
        position = looked.lines.positions[number]
        item = Item(position.place, words.several(number))
        return Row(item, (words.own(position),), (position.number,))

    # ----------------------------------------------------------------------------------- places

    def _turn(self, item: Item) -> None:
        """Show the position of a row, if it is in the file of this desk."""
        if item.place.where.path == self._path:
            self._go_to(self._session, item.place)

    def _go_to(self, session: RecordSession, place: LinePlace) -> bool:
        """Show a place of the lines in their file; whether it is there as it was."""
        document, number = session.document, place.where.number
        key = document.keys()[number] if number < len(document) else None
        node = None if key is None else document.record_of(key).nodes.get(place.node.id)
        old = [one.action for one in place.node.path()]
        if key is None or node is None or [one.action for one in node.path()] != old:
            self._window.say(message("The lines have changed: compare again."))
            return False
        session.show(key, node.id)
        return True

    def _put_in(self, item: Item) -> None:
        """Put the moves of a row into the lines: one edit, in their file."""
        if not item.moves:
            return
        if item.place.where.path != self._path:
            self._window.files.open_at(item.place.where.path, item.place.where.number, None)
        desk = self._window.desk
        session = None if desk is None else desk.session
        if session is None or absolute(session.document.path or "") != item.place.where.path:
            return
        session.end_trial()
        if self._go_to(session, item.place):
            rows = [NodeData(at, at - 1, Move(move), {}) for at, move in enumerate(item.moves)]
            if session.do(plans.paste, rows):
                session.step(len(rows) - 1)
                self._page.take_away(item)

    def _open_game(self, item: Item) -> None:
        hit = None if self._answer is None else self._answer.hits.get(item.record or 0)
        if hit is not None:
            self._window.files.open_at(hit.path, hit.number, item.node)


def _bounds_fields(wishes: Wishes) -> tuple[Field, ...]:
    """The fields of what counts as a gap."""
    least = message("Least number of games in which an answer comes")
    share = message("Least share of the games at its position, in percent")
    help = message("All games that are compared count, not only yours.")
    return (
        Field("games", least, NUMBER, wishes.least, low=1, help=help),
        Field("percent", share, NUMBER, round(100 * wishes.share), high=100),
        Field("ends", message("Also where the lines end"), FLAG, wishes.ends),
    )


def wire(window: Window, page: RepertoirePage, desk: Desk) -> None:
    """Answer a page of a desk."""
    RepertoireController(window, page, desk)
