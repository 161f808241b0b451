"""What is made of many games, of a file or found: a tree, an opening book; a file, a book, a sheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.fields import FLAG, NUMBER, Field, Value, choice, values_of
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, message, readable
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.document.placed import OpenFiles, Place
from viewer.document.saving.save import SaveError, write_file
from viewer.document.whole.lines import TreeOfGames, Way, making_tree
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.library.ask.searching import Hit
from viewer.publish.export import Order
from viewer.publish.found import SHEET, reading_games, reading_positions, sheet_values
from viewer.publish.kinds import KINDS
from viewer.reference.making import AT_LEAST, MOVES, Choice, MadeBook, kind_for, making
from viewer.reference.reference import Kind
from viewer.tree.record import Record
from viewer.ui.controllers.exporting import run_export
from viewer.ui.controllers.files import usual_folder
from viewer.ui.controllers.hit_copies import guarded, look_up, to_file
from viewer.ui.controllers.record_list import all_found
from viewer.ui.library.completion import search_words
from viewer.ui.library.hits_view import place_of
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_BOOK = "pdf"
_BOTH, _SIDES = "both", ("first", "second")
_TREE = (
    Field(
        "moves",
        message("First moves of each game"),
        NUMBER,
        0,
        help=message("0 for all of them."),
    ),
    Field("named", message("Names and results as comments"), FLAG, True),
    Field("often", message("The most played move first"), FLAG, True),
)


class _OpenGames(NamedTuple):
    """Games of the file that is shown, by their keys."""

    document: Document
    keys: Sequence[int]

    def records(self) -> Iterator[Record]:
        """The games, read one after the other; those that were deleted meanwhile are left out."""
        for key in self.keys:
            try:
                yield self.document.record_of(key)
            except KeyError:
                continue


def _open_games(window: Window) -> _OpenGames | None:
    """The chosen games of the file that is shown, all if no more than one is chosen; None without a file."""
    session = window.session
    if session is None:
        return None
    session.flush()
    if not all_found(session, window):
        return None
    return _OpenGames(session.document, window.games.several() or session.document.keys())


class _Tree(NamedTuple):
    """A tree of games, and the format of its new document."""

    format: str
    tree: TreeOfGames


def _hits(window: Window, done: Callable[[list[Hit]], object]) -> None:
    """The chosen hits of the library tab, all if no more than one is chosen."""
    tab = window.libraries.tab
    if tab is None or not tab.found.total:
        return
    chosen = tab.found.chosen_rows
    rows = chosen if len(chosen) > 1 else range(tab.found.total)
    look_up(window, tab, rows, done)


def _asked(
    window: Window,
    title: Message,
    words: Message,
    fields: Sequence[Field],
    done: Callable[[dict[str, Value]], object],
) -> SheetDialog:
    dialog = SheetDialog(title, words, fields, window)
    dialog.accepted.connect(lambda: done(dict(dialog.sheet.values())))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


# --------------------------------------------------------------------------------------- trees


def tree_of_games(window: Window) -> SheetDialog | None:
    """Ask how, and make a tree of the games of the file that is shown, in a new tab."""
    games = _open_games(window)
    if games is None:
        return None
    title = message("A tree of {games}", games=_count(len(games.keys)))

    def make(values: dict[str, Value]) -> None:
        job = _tree_of_file(games, _way(values))
        _run_tree(window, job, games.document)

    return _asked(window, title, message("Make the tree"), _TREE, make)


def _tree_of_file(games: _OpenGames, way: Way) -> Iterator[JobStep[_Tree]]:
    total = len(games.keys)
    found: list[Record] = []
    for record in games.records():
        found.append(RecordData.of(record).record())  # the file may be edited meanwhile
        yield JobStep(len(found), 2 * total)
    yield from _tree_of(MemoryCollection(games.document.format, found), way)


def _tree_of(records: Collection, way: Way) -> Iterator[JobStep[_Tree]]:
    """The second half of the work."""
    for step in making_tree(records, way):
        made = None if step.result is None else _Tree(records.format, step.result)
        yield JobStep(step.total + step.done, 2 * step.total, made)


def tree_of_hits(window: Window) -> None:
    """Ask how, and make a tree of the games found, in a new tab."""

    def ask(hits: list[Hit]) -> None:
        def make(values: dict[str, Value]) -> None:
            job = _tree_of_places(_places(hits), _way(values))
            _run_tree(window, in_thread(guarded(job)))

        title = message("A tree of {games}", games=_count(len(hits)))
        _asked(window, title, message("Make the tree"), _TREE, make)

    _hits(window, ask)


def _tree_of_places(places: Sequence[Place], way: Way) -> Iterator[JobStep[_Tree]]:
    for step in reading_games(places):
        if step.result is None:
            yield JobStep(step.done, 2 * step.total)
        else:
            yield from _tree_of(step.result, way)


def _way(values: dict[str, Value]) -> Way:
    return Way(int(values["moves"]), bool(values["named"]), bool(values["often"]))


def _run_tree(
    window: Window, job: Iterable[JobStep[_Tree]], document: Document | None = None
) -> None:
    def done(made: _Tree) -> None:
        window.add_document(window.workspace.add(made.format, made.tree.records))
        window.say(made.tree.words)

    window.tasks.run(message("Making a tree of games"), job, done, document)


# ------------------------------------------------------------------------------- opening books


def book_of_games(window: Window) -> SheetDialog | None:
    """Ask how and where to, and make an opening book of the games of the file that is shown."""
    games, session = _open_games(window), window.session
    if games is None or session is None:
        return None
    kind = kind_for(session.game.id)
    if kind is None:
        window.say(message("Opening books are made of games of chess and shogi."))
        return None
    format_ = FORMATS[session.document.format].load()
    records = ((format_, record) for record in games.records())
    name = os.path.splitext(session.document.path or "")[0]

    def make(choice: Choice, path: str) -> None:
        job = _writing(records, len(games.keys), kind, choice, path, window)
        _run_book(window, guarded(job), path, games.document)

    return _ask_book(window, kind, len(games.keys), name, make)


def book_of_hits(window: Window) -> None:
    """Ask how and where to, and make an opening book of the games found."""

    def ask(hits: list[Hit]) -> None:
        games = {hit.game for hit in hits}
        kind = next((kind for kind in map(kind_for, sorted(games)) if kind is not None), None)
        if kind is None:
            window.say(message("Opening books are made of games of chess and shogi."))
            return

        def make(choice: Choice, path: str) -> None:
            job = _writing_hits(_places(hits), kind, choice, path, window)
            _run_book(window, in_thread(guarded(job)), path)

        _ask_book(window, kind, len(hits), "", make)

    _hits(window, ask)


def _ask_book(
    window: Window, kind: Kind, count: int, name: str, done: Callable[[Choice, str], object]
) -> SheetDialog:
    sides = game_of(kind.game).sides
    which = {
        _BOTH: message("Of both sides"),
        **{id: one.name for id, one in zip(_SIDES, sides, strict=True)},
    }
    fields = (
        Field("moves", message("First moves of each game"), NUMBER, MOVES, low=1),
        Field("least", message("Moves played at least so often"), NUMBER, AT_LEAST, low=1),
        choice("side", message("Moves"), which),
    )

    def make(values: dict[str, Value]) -> None:
        side = str(values["side"])
        wanted = Choice(
            int(values["moves"]),
            int(values["least"]),
            None if side == _BOTH else _SIDES.index(side),
        )
        path = _new_file(window, message("Opening book"), kind.suffix, name)
        if path:
            done(wanted, path)

    title = message("An opening book of {games}", games=_count(count))
    return _asked(window, title, message("Make the book…"), fields, make)


def _writing(
    games: Iterable[tuple[Format, Record]],
    total: int,
    kind: Kind,
    choice: Choice,
    path: str,
    window: Window,
) -> Iterator[JobStep[MadeBook | SaveError]]:
    for step in making(games, total, kind, choice):
        if step.result is None:
            yield JobStep(step.done, step.total)
            continue
        try:
            write_file(path, [step.result.data], None, window.workspace.files)
        except SaveError as error:
            yield JobStep(1, 1, error)
        else:
            yield JobStep(1, 1, step.result)


def _writing_hits(
    places: Sequence[Place], kind: Kind, choice: Choice, path: str, window: Window
) -> Iterator[JobStep[MadeBook | SaveError]]:
    with OpenFiles(window.workspace.files) as open_files:
        yield from _writing(open_files.games(places), len(places), kind, choice, path, window)


def _run_book(
    window: Window,
    job: Iterable[JobStep[MadeBook | SaveError]],
    path: str,
    document: Document | None = None,
) -> None:
    name = readable(os.path.basename(path))

    def done(made: MadeBook | SaveError) -> None:
        if isinstance(made, SaveError):
            window.tell(made.reason)
            return
        words = message(
            "{file}: {moves} of {positions} from {games}.",
            file=name,
            moves=counted("one move", "{count} moves", made.moves),
            positions=counted("one position", "{count} positions", made.positions),
            games=_count(made.games),
        )
        use = (message("Look moves up in it"), lambda: window.references.add(path))
        window.notice.tell(words, use, about=path, of=EVERYWHERE)

    window.tasks.run(message("Making the opening book {file}", file=name), job, done, document)


# ----------------------------------------------------------------- hits as a file, a book, a sheet


def file_of_hits(window: Window) -> None:
    """Ask for a new file, and write the games found into it."""
    _hits(window, lambda hits: to_file(window, _places(hits)))


def pages_of_hits(window: Window) -> None:
    """Ask for a new file, and write the games found into it as a book."""

    def ask(hits: list[Hit]) -> None:
        values = values_of(KINDS[_BOOK].load().fields, {})
        _publish(window, reading_games(_places(hits)), _BOOK, values)

    _hits(window, ask)


def sheet_of_hits(window: Window) -> None:
    """Ask for a new file, and write the positions found into it as diagrams with captions."""

    def ask(hits: list[Hit]) -> None:
        tab = window.libraries.tab
        title = "" if tab is None else search_words(tab.found.search)
        job = reading_positions(_places(hits), [hit.node for hit in hits])
        _publish(window, job, SHEET, sheet_values(title))

    _hits(window, ask)


def _publish(
    window: Window,
    job: Iterator[JobStep[MemoryCollection]],
    kind: str,
    values: dict[str, Value],
) -> None:
    path = _new_file(window, KINDS[kind].name, f".{KINDS[kind].suffix}", "")
    if not path:
        return

    def done(records: MemoryCollection) -> None:
        run_export(window, records, Order(kind, values, words=tr), path)

    window.tasks.run(message("Reading the games"), in_thread(guarded(job)), done)


def _places(hits: Sequence[Hit]) -> list[Place]:
    return [place_of(hit) for hit in hits]


def _count(games: int) -> Message:
    return counted("one game", "{count} games", games)


def _new_file(window: Window, kind: Message, suffix: str, name: str) -> str:
    """The path of a new file, "" for none; the dialog asks before one is replaced."""
    place = name or os.path.join(usual_folder(window), tr(message("games")))
    title = tr(message("Save as"))
    kinds = f"{tr(kind)} (*{suffix})"
    return FileDialog.save_file(window, title, f"{place}{suffix}", kinds, purpose="copies")[0]
