"""Decks of mistakes in the window: made, brought up to date, solved, printed, and what came of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import Shiboken

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, LINES, NUMBER, TEXT, Field, Value, Values
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, message, sentences
from viewer.base.system_errors import error_at, error_words
from viewer.document.saving.save import SaveError, write_file
from viewer.document.training.decks import SUFFIX, Deck, DeckNews, Listed
from viewer.document.training.games_read import DeckOrder
from viewer.document.training.history import TrainingHistory
from viewer.document.training.mistakes import USUAL, Bound, Player
from viewer.document.training.outcomes import outcome, table
from viewer.document.training.posing import FORMAT_OF
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.publish.export import Order
from viewer.publish.kinds import KINDS
from viewer.publish.styles import styled
from viewer.tree.evaluation import ScoreUnit
from viewer.ui.controllers.exporting import has_unwritten, run_export
from viewer.ui.controllers.files import usual_folder
from viewer.ui.controllers.games_at_hand import games_at_hand
from viewer.ui.controllers.mistakes import Posed, posing, solve_posed, write_found
from viewer.ui.controllers.saver import plain_name
from viewer.ui.dialogs.decks_dialog import LOOKING_UP, DeckRow, DecksDialog
from viewer.ui.session.due_today import end_of_today
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_WRITING = "writing for decks"
_WIDE = 720  # pixels, for what is said of a bound


class Decks:
    """The decks in the user's own folder, for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._folder = os.path.join(window.store.state, "decks")

    def show(self) -> DecksDialog:
        """Show the decks."""
        dialog = DecksDialog(self.reading, self._window)
        dialog.solving.connect(lambda row: self._solve_due(row, dialog))
        dialog.growing.connect(lambda deck: self._grow(deck, dialog))
        dialog.bounding.connect(lambda row: self.ask_bound(row, lambda d: self._grow(d, dialog)))
        dialog.deleting.connect(lambda row: self._delete(row.deck, dialog))
        dialog.wanting.connect(lambda: self._ask(dialog))
        dialog.exporting.connect(self.export)
        dialog.tabulating.connect(self.write_results)
        dialog.show()
        return dialog

    def _ask(self, dialog: DecksDialog) -> None:
        if not games_at_hand(self._window):
            dialog.say(message("Open a file of analysed games first."))
            return
        self.ask_new(lambda deck: self._grow(deck, dialog))

    def _grow(self, deck: Deck, dialog: DecksDialog) -> None:
        """Bring a deck up to date, as a task."""
        words = _looking_for(deck)
        deck.follow(str(self._window.settings["own-names"]))
        dialog.say(words)
        dialog.chosen = deck.name

        def done(news: DeckNews) -> None:
            words = sentences([*news.words, *self._unsaved(deck)])
            if Shiboken.isValid(dialog):
                dialog.read(words)
            else:
                self._window.notice.tell(words, of=EVERYWHERE)
            self._offer_writing(deck)

        task = self._window.tasks.run(words, in_thread(deck.renewing()), done)

        def ended() -> None:
            if task.error is not None and Shiboken.isValid(dialog):
                dialog.read()  # what is there now; the failure is told already

        task.ended.connect(ended)

    def _unsaved(self, deck: Deck) -> Iterator[Message]:
        """What the open files of a deck have that doesn't count, since it isn't in them on the disk."""
        for session in self._open_of(deck):
            if session.document.modified or has_unwritten(session):
                yield _uncounted(session)

    def _open_of(self, deck: Deck) -> Iterator[RecordSession]:
        """The open files of a deck."""
        for desk in self._window.every_desk():
            path = desk.session.document.path or ""
            if any(path == one or path.startswith(one + os.sep) for one in deck.order.sources):
                yield desk.session

    def _offer_writing(self, deck: Deck) -> None:
        """Offer at the files of a deck to write what engines found in them."""
        window = self._window
        for session in self._open_of(deck):
            if has_unwritten(session):
                write = (message("Write it…"), partial(write_found, window, session))
                document = session.document
                window.notice.tell(_uncounted(session), write, about=_WRITING, of=document)

    def _delete(self, deck: Deck, dialog: DecksDialog) -> None:
        if self.ask_delete(deck):
            dialog.read()

    def reading(self) -> Iterator[JobStep[list[DeckRow]]]:
        """The job that reads all decks, for a thread."""
        files = self._window.workspace.files
        history = TrainingHistory(self._window.store.state, files)
        for _ in history.reading():
            yield JobStep(0, 0)
        rows: list[DeckRow] = []
        for name in self._listed():
            deck = Deck(os.path.join(self._folder, name), files=files)
            try:
                for _ in deck.reading():
                    yield JobStep(0, 0)
            except OSError as error:
                deck.problem = error_at(deck.path, error)
            deck.problem = deck.problem or history.problem
            rows += _rows(deck, history)
        yield JobStep(1, 1, rows)

    def _names(self) -> list[str]:
        try:
            return self._listed()
        except OSError:
            return []

    def _listed(self) -> list[str]:
        """The names of the files of decks. Raises OSError."""
        try:
            return sorted(one for one in os.listdir(self._folder) if one.endswith(SUFFIX))
        except FileNotFoundError:
            return []

    def ask_new(self, done: Callable[[Deck], object]) -> SheetDialog:
        """Ask which games a new deck is to be made of."""
        window = self._window
        sources = {one.key: one for one in games_at_hand(window)}
        first = next(iter(sources), "")
        session = window.session
        shown = "" if session is None or not session.document.path else session.record.game
        fields = (
            Field("name", message("Name"), TEXT, self._free_name(), check=self._fault_of_name),
            Field(
                "of",
                message("Games"),
                CHOICE,
                first,
                {key: one.name for key, one in sources.items()},
            ),
            Field(
                "player",
                message("Mistakes of"),
                LINES,
                str(window.settings["own-names"]),
                help=message("Names of the player, one a line; of both sides if there is none."),
            ),
            *_bound_fields(USUAL, lambda values: values["of"] != first or _by_points(shown)),
        )
        dialog = SheetDialog(
            message("New deck of mistakes"), message("Make the deck"), fields, window
        )

        def make() -> None:
            values: dict[str, Value] = dict(dialog.sheet.values())
            paths = sources[str(values["of"])].paths
            names = str(values["player"])
            own = names.strip() == str(window.settings["own-names"]).strip() != ""
            order = DeckOrder(paths, Player(names), _bound_of(values), own)
            path = os.path.join(self._folder, plain_name(str(values["name"])) + SUFFIX)
            done(Deck(path, order, window.workspace.files))

        dialog.accepted.connect(make)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_bound(self, row: DeckRow, done: Callable[[Deck], object]) -> SheetDialog:
        """Ask what a move has to lose to be in a deck."""
        deck = row.deck
        fields = _bound_fields(deck.order.bound, lambda _: _by_points(row.game))
        title = message("Bound of the deck {name}", name=deck.name)
        dialog = SheetDialog(title, message("Look for mistakes"), fields, self._window)
        dialog.setMinimumWidth(_WIDE)

        def change() -> None:
            bound = _bound_of(dialog.sheet.values(), deck.order.bound)
            done(Deck(deck.path, deck.order._replace(bound=bound), self._window.workspace.files))

        dialog.accepted.connect(change)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_delete(self, deck: Deck) -> bool:
        """Delete a deck, if the user wants that; returns whether it was deleted."""
        window = self._window
        answer = window.questions.ask(
            message("Delete the deck {name}?", name=deck.name),
            message(
                "The games stay as they are, and so does the history of training: a deck of the same"
                " mistakes goes on with it."
            ),
            {"stay": message("Keep it"), "delete": message("Delete")},
            safe="stay",
        )
        if answer != "delete":
            return False
        for task in [one for one in window.tasks.running if one.words == _looking_for(deck)]:
            task.stop()
        try:
            deck.delete()
        except OSError as error:
            window.tell(message("{path}: {why}", path=deck.path, why=error_words(error)))
            return False
        return True

    def _free_name(self) -> str:
        taken, usual = self._names(), tr(message("My mistakes"))
        names = (usual if n == 1 else f"{usual} {n}" for n in range(1, len(taken) + 2))
        return next(name for name in names if name + SUFFIX not in taken)

    def _fault_of_name(self, name: str) -> Message | None:
        if not plain_name(name).strip():
            return message("A deck has a name.")
        if plain_name(name) + SUFFIX in self._names():
            return message("There is a deck of this name.")
        return None

    # ------------------------------------------------------------------------- what is done

    def _solve_due(self, row: DeckRow, dialog: DecksDialog) -> None:
        """Look up what is due, as a task, and have it solved."""
        window = self._window
        history = TrainingHistory(window.store.state, window.workspace.files)

        def done(asked: Posed) -> None:
            if asked.cards:
                if Shiboken.isValid(dialog):
                    dialog.close()
                solve_posed(window, row.deck.name, asked, bound=row.deck.order.bound)
            elif Shiboken.isValid(dialog):
                dialog.say(message("Nothing is due today."))

        due = row.deck.due(row.problems, history, end_of_today())
        window.tasks.run(LOOKING_UP, in_thread(posing(due, tr)), done)

    def export(self, row: DeckRow, kind_id: str) -> None:
        """Ask where to, and write the problems as a sheet or a page."""
        window, kind = self._window, KINDS[kind_id]
        path, _ = FileDialog.save_file(
            window,
            tr(kind.name),
            os.path.join(usual_folder(window), f"{row.deck.name}.{kind.suffix}"),
            f"{tr(kind.name)} (*.{kind.suffix})",
            purpose="export",
        )
        if not path:
            return

        def done(asked: Posed) -> None:
            records = MemoryCollection(FORMAT_OF[row.game], asked.records)
            values = styled(kind.load().fields, {})
            run_export(window, records, Order(kind.id, values, words=tr), path)

        cards = (JobStep(0, 0, [row.deck.card(one)]) for one in row.problems)
        words = message("Exporting {file}", file=os.path.basename(path))
        window.tasks.run(words, in_thread(posing(cards, tr)), done)

    def write_results(self, rows: Sequence[DeckRow]) -> None:
        """Ask where to, and write what came of training as a table."""
        window = self._window
        path, _ = FileDialog.save_file(
            window,
            tr(message("Results of training")),
            os.path.join(usual_folder(window), "training.csv"),
            tr(message("Table (CSV)")) + " (*.csv)",
            purpose="export",
        )
        if not path:
            return
        try:
            written = table([row.outcome for row in rows]).encode("utf-8", "replace")
            write_file(path, [written], None)
        except SaveError as error:
            window.tell(error.reason)


def _uncounted(session: RecordSession) -> Message:
    return message(
        "What an analysis of {name} found counts once it is written into the game and the file is saved.",
        name=os.path.basename(session.document.path or ""),
    )


def _looking_for(deck: Deck) -> Message:
    return message("Looking for mistakes: {name}", name=deck.name)


def _by_points(game: str) -> bool:
    """Whether a game, or one of several ("" for any), is evaluated by points."""
    return not game or game_of(game).score_unit is ScoreUnit.POINTS


def _bound_fields(bound: Bound, points: Callable[[Values], bool]) -> tuple[Field, Field]:
    """The fields of a bound; `points`: whether that by points applies."""
    percent = Field(
        "percent",
        message("Least loss of the chance of winning, in percent"),
        NUMBER,
        round(100 * (bound.chance or 0)),
        high=100,
        help=message("0: what programs of the game call a mistake."),
    )
    least = round(bound.points or 0)
    in_go = Field(
        "points",
        message("Least loss in go, in points"),
        NUMBER,
        least,
        high=100,
        condition=points,
    )
    return percent, in_go


def _bound_of(values: Values, before: Bound = USUAL) -> Bound:
    """The bound that is chosen; points stay those of `before` where they weren't asked."""
    percent, points = int(values["percent"]), float(values.get("points", before.points or 0))
    return Bound(percent / 100 if percent else None, points or None)


def _rows(deck: Deck, history: TrainingHistory) -> Iterator[DeckRow]:
    """The rows of a deck: one for each game."""
    games: dict[str, list[Listed]] = {}
    for one in deck.listed():
        games.setdefault(one.game, []).append(one)
    several = len(games) > 1
    for game, some in games.items() or [("", [])]:
        name = f"{deck.name} · {tr(game_of(game).name)}" if several else deck.name
        yield DeckRow(deck, game, some, outcome(name, some, deck.aside, history, end_of_today()))


def show_decks(window: Window) -> DecksDialog:
    """Show the decks of mistakes."""
    return Decks(window).show()
