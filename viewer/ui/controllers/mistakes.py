"""Mistakes solved on the board: those of open games at once, or cards of a deck; the way to their games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.document.document import Document
from viewer.document.edits import Location, RewriteRecord, Rewrites
from viewer.document.training.decks import Card
from viewer.document.training.mistakes import (
    USUAL,
    Bound,
    Found,
    Mistake,
    Player,
    mistakes_in,
)
from viewer.document.training.posing import FORMAT_OF, Words, place_in, posed
from viewer.document.whole.annotating import Wanted, annotating
from viewer.document.whole.sweep import Scope, Sweep
from viewer.document.whose_games import Told, told_words
from viewer.engines.review import finding_of
from viewer.engines.translation import TRANSLATORS
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.formats.memory import MemoryCollection
from viewer.tree.finding import Findings
from viewer.tree.record import Record
from viewer.ui.controllers.record_list import all_found
from viewer.ui.controllers.whole_file import sweep_games
from viewer.ui.dialogs.review_dialog import AnnotateDialog
from viewer.ui.modes.problem.solver import solve
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_FOUND = Wanted(glyphs=False)


class Posed(NamedTuple):
    """Problems as they are solved: of each its card and its record."""

    cards: list[Card]
    records: list[Record]


def posing(finding: Iterator[JobStep[list[Card]]], words: Words) -> Iterator[JobStep[Posed]]:
    """The job that finds problems and makes their records."""
    cards: list[Card] = []
    for step in finding:
        cards += step.result or ()
        yield JobStep(step.done, step.total)
    records: list[Record] = []
    for card in cards:
        records.append(posed(card.mistake, words))
        yield JobStep(len(records), len(cards))
    yield JobStep(1, 1, Posed(cards, records))


def solve_posed(
    window: Window,
    name: str,
    asked: Posed,
    to_game: Callable[[Card], object] | None = None,
    bound: Bound = USUAL,
) -> None:
    """Have problems of one game solved, in a tab of a name. `to_game`: shows the game of one.

    `bound`: what a move has to lose to be a mistake.
    """
    collection = MemoryCollection(FORMAT_OF[asked.records[0].game], asked.records)
    document = Document(collection, None, window.workspace.files, name=name, replaceable=True)
    window.workspace.take(document)
    window.add_document(document)
    lead = to_game or (lambda card: _open_game(window, card))
    solve(window, to_game=lambda number: lead(asked.cards[number]), bound=bound)


def _open_game(window: Window, card: Card) -> None:
    """Show the game of a problem in its file, at the position before the mistake."""
    window.files.open_at(card.path, card.record, None)
    session = window.session
    if session is not None and session.document.path == card.path:  # else it was told why
        _go_to(session, card.mistake)


def _go_to(session: RecordSession, mistake: Mistake) -> None:
    node = place_in(session.record, mistake)
    if node is None:
        session.say(message("The game isn't at its place any more. Look for new mistakes first."))
    else:
        session.go(node)


# ------------------------------------------------------------------------- of games that are open


def solve_mistakes(window: Window, keys: Sequence[int] = ()) -> None:
    """Have the mistakes of games of the file that is shown be solved now, without a deck.

    What engines found counts whether it is written or not. Asked are the moves of the names in the settings,
    in games without them those of both sides. `keys`: of the games; by default the chosen ones, or the one
    that is shown.
    """
    session = window.session
    if session is None or window.desk is None or window.desk.editing:
        return
    session.flush()
    if not all_found(session, window):
        return
    document, game = session.document, session.game.id
    wanted = [
        key
        for key in keys or window.games.several() or [session.key]
        if document.has(key) and document.record_of(key).game == game
    ]
    told: Counter[Told] = Counter()

    def done(asked: Posed) -> None:
        if asked.cards:
            name = tr(message("Mistakes"))
            solve_posed(window, name, asked, lambda card: _show(window, document, card))
        else:
            _tell_none(window, session, told)

    job = _of_games(session, wanted, OwnNames(str(window.settings["own-names"])), told)
    window.tasks.run(message("Looking for mistakes"), posing(job, tr), done, document)


def _show(window: Window, document: Document, card: Card) -> None:
    """Show the game of a problem, which is open."""
    keys = document.keys()
    if document not in window.workspace.documents or card.record >= len(keys):
        window.say(message("The game isn't open any more."))
        return
    session = window.add_document(document).session
    session.show(keys[card.record])
    _go_to(session, card.mistake)


def _tell_none(window: Window, session: RecordSession, told: Counter[Told]) -> None:
    """Say why there is nothing to solve; where no engine has looked at the games, offer that."""
    words = told_words(told) or [message("No move of the game lost that much.")]
    if told[Told.UNEVALUATED] and session.game.id in TRANSLATORS:
        analyse = (message("Analyse whole games…"), window.reviews.ask)
        window.notice.tell(words[0], analyse, about="mistakes", of=session.document)
    else:
        window.say(words[0])


def findings_of(session: RecordSession) -> Findings:
    """What engines found in the games of a session, by record and node."""
    return {
        place: finding._replace(position=position)
        for place, position, analysis in session.finds.all()
        if (finding := finding_of(analysis)) is not None
    }


def write_found(window: Window, session: RecordSession) -> None:
    """Ask what of it is to be written into the games, and write that."""
    findings = findings_of(session)
    found, known = {key for key, _ in findings}, session.document.keys()
    keys = [key for key in known if key in found]
    answers = window.reviews.answers
    dialog = AnnotateDialog(session, Scope(keys), findings, answers, window)
    dialog.asked.connect(lambda sweeping: sweep_games(window, sweeping, []))
    dialog.open()


def _of_games(
    session: RecordSession, keys: Sequence[int], own: OwnNames, told: Counter[Told]
) -> Iterator[JobStep[list[Card]]]:
    """The job that finds the mistakes of games as they are with what engines found in them."""
    document = session.document
    format_ = FORMATS[document.format].load()
    here = Location(session.key, session.node.id)
    sweep = Sweep(None, {}, 0)
    for step in annotating(document, Scope(keys), findings_of(session), _FOUND, here):
        sweep = step.result or sweep
        yield JobStep(step.done, step.total)
    planned = () if sweep.edit is None else sweep.edit.ops
    edits = {op.key: op.ops for op in planned if isinstance(op, RewriteRecord)}
    cards: dict[str, Card] = {}
    for done, key in enumerate(keys, 1):
        record = Rewrites.after(document.record_of(key), edits.get(key, ()))
        found = _found_in(record, format_, own)
        told.update(found.told)
        for one in found.mistakes:
            cards[one.key] = Card(one, document.path or "", document.index_of(key), 1, one.key)
        yield JobStep(done, len(keys))
    yield JobStep(1, 1, list(cards.values()))


def _found_in(record: Record, format_: Format, own: OwnNames) -> Found:
    """The mistakes of somebody, in a game that isn't theirs those of both sides."""
    found = mistakes_in(record, format_, Player(), own)
    if found.told[Told.OTHERS] or found.told[Told.NAMELESS]:
        return mistakes_in(record, format_, Player(), OwnNames(""))
    return found
