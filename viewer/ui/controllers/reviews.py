"""Analysing whole games with an engine: asking how, running it as a task, asking what to write of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from viewer.base.fields import Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.document.whole.sweep import Scope
from viewer.engines.analysis import Analysis, EngineLine
from viewer.engines.engine import EngineSetup
from viewer.engines.process import EngineFault
from viewer.engines.review import Order, Reviewed, positions_of, reviewing
from viewer.tree.finding import Finding
from viewer.ui.controllers.finding_all import all_found
from viewer.ui.controllers.whole_file import sweep_games
from viewer.ui.dialogs.review_dialog import (
    AnnotateDialog,
    ReviewDialog,
    keeping,
    variations_wanted,
)
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


class _Outcome(NamedTuple):
    """What a review came to.

    Attributes:
        findings: by the key of the record and the id of the node.
        fault: why positions have none, None if all have.
        unanalysed: how many these are.
    """

    findings: dict[tuple[int, int], Finding]
    fault: Message | None
    unanalysed: int


def analyse_games(window: Window) -> None:
    """Ask how the chosen games, or the one that is shown, are to be analysed, and do it."""
    session = window.session
    if session is None:
        return
    engines = window.engines.fitting()
    if not engines:
        window.engines.toggle()  # which offers one, or says where there are some
        return
    session.flush()
    if all_found(session, window):
        _Review(window, session, window.games.several()).ask(engines)


class _Review:
    """An analysis of games of a session; `chosen` are keys of those selected in the list."""

    def __init__(self, window: Window, session: RecordSession, chosen: list[int]) -> None:
        self._window = window
        self._session = session
        self._chosen = chosen
        self._last = window.engines.answers

    def ask(self, engines: Sequence[EngineSetup]) -> None:
        """Ask how, and start."""
        parent = self._window.dialog_parent
        ReviewDialog(self._session, self._chosen, engines, self._last, self._run, parent).open()

    def _run(self, order: Order, scope: Scope, values: Values) -> None:
        self._last.update(values)
        document = self._session.document
        keys = scope.keys  # of which some may be deleted meanwhile
        records = ((key, document.record_of(key)) for key in keys if document.has(key))
        places = positions_of(
            records,
            len(scope.keys),
            variations=variations_wanted(values),
            keep=keeping(values),
            top=scope.node,
        )
        analysing = reviewing(order, places, self._window.engines.findings, tell=self._window.tell)
        job = _collecting(analysing, self._keep)
        words = counted(
            "{engine} analyses the game",
            "{engine} analyses {count} games",
            len(scope.keys),
            engine=order.setup.name,
        )

        def done(outcome: _Outcome) -> None:
            self._tell(scope, outcome)

        self._window.tasks.run(words, job, done, document)

    def _keep(self, key: int, node: int, finding: Finding) -> None:
        """Show what was found in the game that is shown: its graph grows while the rest is analysed."""
        session = self._session
        found = session.record.nodes.get(node) if key == session.key else None
        if found is not None:
            value = finding.evaluation
            lines = tuple(EngineLine(*line) for line in finding.lines)
            analysis = Analysis(lines, None if value is None else value.depth, final=True)
            session.finds.keep(key, found, session.states, analysis)

    def _tell(self, scope: Scope, outcome: _Outcome) -> None:
        """Offer to write what was found, by a notice: the user may be at something else."""
        window = self._window
        if outcome.fault is not None:
            window.tell(_fault_words(outcome), of=self._session.document)
        if not outcome.findings:
            if outcome.fault is None:
                window.say(message("There was no position to analyse."))
            return

        def write() -> None:
            if any(desk.session is self._session for desk in window.every_desk()):
                self._write(scope, outcome)
            else:
                window.say(message("The file of the analysis isn't open any more."))

        window.notice.tell(
            message("The analysis is done."),
            (message("Write it…"), write),
            about="analysis",
            of=self._session.document,
        )

    def _write(self, scope: Scope, outcome: _Outcome) -> None:
        window = self._window
        has = self._session.document.has
        scope = scope._replace(keys=[key for key in scope.keys if has(key)])
        dialog = AnnotateDialog(
            self._session, scope, outcome.findings, self._last, window.dialog_parent
        )
        dialog.accepted.connect(lambda: self._last.update(dialog.sheet.values()))
        dialog.asked.connect(lambda sweeping: sweep_games(window, sweeping, self._chosen))
        dialog.open()


def _collecting(
    job: Iterator[JobStep[Reviewed]], keep: Callable[[int, int, Finding], object]
) -> Iterator[JobStep[_Outcome]]:
    """The same job with one result, at its end; also when the engine fails, with what was found before."""
    findings: dict[tuple[int, int], Finding] = {}
    fault: Message | None = None
    missing = 0
    done = total = 0
    with closing(job):  # type: ignore[type-var]  # a generator
        try:
            for step in job:
                done, total = step.done, step.total
                one = step.result
                if one is not None and one.finding is not None:
                    findings[one.key, one.node] = one.finding
                    keep(one.key, one.node, one.finding)
                elif one is not None and one.fault is not None:
                    fault = fault or one.fault
                    missing += 1
                yield JobStep(done, total, waiting=step.waiting)
        except EngineFault as error:
            fault = error.reason
    yield JobStep(done, total, _Outcome(findings, fault, missing))


def _fault_words(outcome: _Outcome) -> Message:
    assert outcome.fault is not None
    if not outcome.findings or not outcome.unanalysed:
        return outcome.fault
    return counted(
        "A position couldn't be analysed. {why}",
        "{count} positions couldn't be analysed. {why}",
        outcome.unanalysed,
        why=outcome.fault,
    )
