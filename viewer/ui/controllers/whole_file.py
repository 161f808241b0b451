"""Commands on many games at once and on whole lines: the dialog, the edit, and the notice with its undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message, sentences
from viewer.document.document import Document
from viewer.document.edits import Edit, Location, RecordData
from viewer.document.whole import lines, openings
from viewer.document.whole.sweep import Scope, Sweep
from viewer.formats import FORMATS
from viewer.games.capabilities import opening_of
from viewer.tree.node import Node
from viewer.ui.controllers.record_list import all_found
from viewer.ui.dialogs.sweep_dialog import ReplaceDialog, StripDialog, SweepDialog, Sweeping
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_FEW = 20  # up to this many games are joined synchronously


def strip(window: Window) -> None:
    """Ask what to strip from which games, and strip it."""
    _open(window, StripDialog)


def replace(window: Window) -> None:
    """Ask which words to replace in which games, and replace them."""
    _open(window, ReplaceDialog)


def write_opening(window: Window) -> None:
    """Write the opening of the current game, named from its moves."""
    session = window.session
    if session is None:
        return
    opening = opening_of(session.game, session.states.at_end())
    if opening is None:
        window.say(message("The moves of this game have no named opening."))
    else:
        session.do(openings.write_opening)
        window.say(message("Opening: {name}", name=opening.words))


def write_openings(window: Window) -> None:
    """Write the openings of the selected games, or of all, named from their moves."""
    session = window.session
    if session is None:
        return
    chosen = window.games.several()
    session.flush()
    if all_found(session, window):
        sweep_games(window, _Openings(session, Scope(chosen or session.document.keys())), chosen)


class _Openings(Sweeping):
    """Writing the openings of games."""

    def __init__(self, session: RecordSession, scope: Scope) -> None:
        super().__init__(session)
        self._scope = scope

    def job(self) -> Iterator[JobStep[Sweep]]:
        session = self.session
        return openings.naming(
            session.document, self._scope, Location(session.key, session.node.id)
        )

    def before(self, sweep: Sweep) -> Message:
        return openings.before_words(sweep)

    def after(self, sweep: Sweep) -> Message:
        return openings.after_words(sweep)


def _open(window: Window, kind: Callable[..., SweepDialog]) -> None:
    session = window.session
    if session is None:
        return
    chosen = window.games.several()
    session.flush()
    if all_found(session, window):
        dialog = kind(session, chosen, window)
        dialog.asked.connect(lambda sweeping: sweep_games(window, sweeping, chosen))
        dialog.open()


def sweep_games(window: Window, sweeping: Sweeping, chosen: list[int]) -> None:
    """Make a requested change, once it is planned."""
    session = sweeping.session
    before = session.document.history.now()

    def done(sweep: Sweep) -> None:
        if session.document.history.now() != before:
            again = (message("Once more"), lambda: sweep_games(window, sweeping, chosen))
            sentence = message("The file was edited meanwhile: nothing was changed.")
            window.notice.tell(sentence, again, of=session.document)
        elif sweep.edit is None:
            window.say(sweeping.before(sweep))
        else:
            _do(window, session, sweep.edit, sweeping.after(sweep))
            if chosen:
                window.games.choose(session, chosen)

    if sweeping.planned is not None:
        done(sweeping.planned)
    else:
        words = message("Looking through the games")
        window.tasks.run(words, sweeping.job(), done, session.document)


def _do(window: Window, session: RecordSession, edit: Edit, told: Message) -> None:
    """Make an edit and show a notice that offers to undo it."""

    def planned(document: Document, key: int, node: Node) -> Edit:
        return edit

    session.do(planned)
    done = session.document.history.now()

    def undo() -> None:
        if session.document.history.now() == done:
            session.undo()
        else:
            window.say(message("Something else was done since: undo that first."))

    window.notice.tell(told, (message("Undo"), undo), about="whole file", of=session.document)


def join(window: Window) -> None:
    """Join the selected games, as variations of the first of them."""
    session = window.session
    if session is None:
        return
    keys = window.games.several()
    if not keys:
        window.say(message("Choose the games in the list first, with Ctrl or Shift."))
        window.show_page("games")
        return
    if not _is_wanted(window, session, keys):
        return
    session.flush()
    before = session.document.history.now()

    def done(made: lines.Joining) -> None:
        if session.document.history.now() != before:
            window.say(message("The file was edited meanwhile: nothing was changed."))
        elif made.edit is None:
            window.say(lines.joined_words(made))
        else:
            _do(window, session, made.edit, lines.joined_words(made))

    words = counted("Joining a game", "Joining {count} games", len(keys))
    here = Location(session.key, session.node.id)
    job = lines.joining(session.document, keys, here)
    window.tasks.run(words, job, done, session.document, at_once=len(keys) <= _FEW)


def _is_wanted(window: Window, session: RecordSession, keys: list[int]) -> bool:
    if not window.settings["ask-undoable"]:
        return True
    first = min(session.document.index_of(key) for key in keys) + 1
    text = counted(
        "A game becomes variations of game {number}.",
        "{count} games become variations of game {number}, which says where each of them leaves it.",
        len(keys) - 1,
        number=first,
    )
    answers = {"join": message("Join"), "stay": message("Cancel")}
    return window.questions.ask(message("Join games"), text, answers, safe="join") == "join"


def extract(window: Window) -> None:
    """Add the line through the current node as a game after this one; in single-game files, as a new file."""
    session = window.session
    if session is None:
        return
    session.flush()
    document, key, node = session.document, session.key, session.node
    if FORMATS[document.format].load().single:
        data: RecordData = lines.line_record(document, key, node)
        window.add_document(window.workspace.add(document.format, [data]))
    else:
        session.do(lines.extraction)
    window.say(message("The line is a game of its own now."))


def start_here(window: Window) -> None:
    """Make the current position the start of the record, after reporting what that loses."""
    session = window.session
    if session is None:
        return
    session.flush()
    lacks = lines.lacks(session.states, session.node)
    if lacks:
        text = lacks[0]
        for one in lacks[1:]:
            text = message("{one}\n{another}", one=text, another=one)
        title = message("Delete the moves before here")
        answers = {"delete": message("Delete"), "stay": message("Cancel")}
        asks = bool(window.settings["ask-undoable"])
        if asks and window.questions.ask(title, text, answers, safe="delete") != "delete":
            return
    told = message("The game begins here now; the moves before are gone.")
    number = lines.renumbered(session.states, session.node)
    if number is not None:
        told = sentences([told, number])
    edit = lines.later_start(session.document, session.key, session.node)
    if edit is not None:
        _do(window, session, edit, told)
