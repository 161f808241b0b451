"""Analysing whole games: asked for, done one after the other in the background, summed up, written."""

from __future__ import annotations

import os
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from viewer.base.catalogs import tr
from viewer.base.fields import Value, Values
from viewer.base.jobs import JobStep
from viewer.base.kept_json import ASIDE
from viewer.base.messages import Message, counted, listed, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.reading.summary import summary
from viewer.document.whole.sweep import Scope
from viewer.engines.analysis import Limits
from viewer.engines.process import EngineFault
from viewer.engines.review import (
    KeptFindings,
    Order,
    Reviewed,
    analysis_of,
    positions_of,
    reviewing,
)
from viewer.tree.finding import Finding
from viewer.ui.controllers.mistakes import solve_mistakes
from viewer.ui.controllers.record_list import all_found
from viewer.ui.controllers.whole_file import sweep_games
from viewer.ui.dialogs.review_dialog import AnnotateDialog, ReviewDialog, keeping, variations_wanted
from viewer.ui.pages.report_page import found_in
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import file_title
from viewer.ui.session.valuation import valuation_of
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.tasks import Task

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


class _Request(NamedTuple):
    """What is to be analysed, and how.

    Attributes:
        order: the engine and its limits.
        scope: the records.
        variations: whether positions off the main line are meant.
        keep: whether positions with an evaluation are left out.
    """

    order: Order
    scope: Scope
    variations: bool
    keep: bool


class Reviews(QObject):
    """Has engines analyse whole games, one request after the other.

    What one asks for is kept in a file of its own with what is found, until that is written into the record
    or given up: when the program has ended meanwhile, the next one offers to go on.

    Attributes:
        findings: in this run of Qipu, by what was asked (`engines.review`): they aren't searched again.
        answers: the last values of the dialogs.
        waiting: what comes next.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._folder = window.store.analyses
        self.findings: dict[str, Finding] = {}
        self.answers: dict[str, Value] = {}
        self.waiting: deque[_Review] = deque()
        self._running: _Review | None = None
        window.tasks.stopped.connect(self._stopped)

    def ask(self) -> None:
        """Ask how the chosen games, or the one that is shown, are to be analysed, and do it."""
        window = self._window
        session = window.session
        if session is None:
            return
        engines = window.engines.fitting()
        if not engines:
            window.engines.need(self.ask)  # which offers one, or says where there are some
            return
        session.flush()
        if not all_found(session, window):
            return
        chosen = window.games.several()

        def start(order: Order, scope: Scope, values: Values) -> None:
            self.answers.update(values)
            request = _Request(order, scope, variations_wanted(values), keeping(values))
            self._add(_Review(window, session, chosen, request, self._kept_for(session, request)))

        ReviewDialog(session, chosen, engines, self.answers, start, window).open()

    def _kept_for(self, session: RecordSession, request: _Request) -> KeptFindings | None:
        """A file for what is found; None for a record that has none, which no later run could open."""
        document, order, scope = session.document, request.order, request.scope
        if document.path is None:
            return None
        kept = KeptFindings(os.path.join(self._folder, f"{uuid.uuid4().hex}.jsonl"))
        with suppress(OSError):
            os.makedirs(self._folder, exist_ok=True)
            kept.want(
                {
                    "path": document.path,
                    "records": [document.index_of(key) for key in scope.keys],
                    "node": scope.node,
                    "engine": order.setup.name,
                    "limits": list(order.limits),
                    "lines": order.lines,
                    "engines": order.engines,
                    "variations": request.variations,
                    "keep": request.keep,
                }
            )
            return kept
        return None

    # ------------------------------------------------------------------------ one after the other

    def _add(self, review: _Review) -> None:
        self.waiting.append(review)
        if self._running is None:
            self._next()
        else:
            self._window.tasks.show(review, waiting=True)
            self._window.say(message("{task}: after the analysis that runs.", task=review.words))

    def _next(self) -> None:
        """Begin the next of a file that is still open; what was asked for of others is kept."""
        self._running = None
        sessions = [desk.session for desk in self._window.every_desk()]
        while self.waiting and self._running is None:
            review = self.waiting.popleft()
            self._window.tasks.drop(review)
            if review.session in sessions:
                self._running = review
                review.start(self).ended.connect(lambda: later(self, self._next))
            else:
                review.rest()

    def leave(self, review: _Review) -> None:
        """Give up one that waits."""
        self.waiting.remove(review)
        self._window.tasks.drop(review)
        review.discard()

    def _stopped(self, words: Message) -> None:
        """Somebody has stopped a task: if it was an analysis, no later run offers it."""
        if self._running is not None and words is self._running.words:
            self._running.discard()

    def close(self) -> None:
        """The window is closed: nothing more begins."""
        for review in self.waiting:
            review.rest()
        self.waiting.clear()

    # ---------------------------------------------------------------------------------- in words

    def sum_up(self) -> None:
        """Say how both sides played in the line that is shown, and which moves lost most."""
        window, session = self._window, self._window.session
        if session is None:
            return
        if session.concealing:
            window.say(message("The next moves are hidden."))
            return
        valuation = valuation_of(session)
        valuation.run_now()
        parts = summary(session.states, valuation.now, partial(found_in, session), session.style)
        title = message("How the sides played")
        text = "\n".join(map(tr, parts))
        answers = {"copy": message("Copy"), "stay": message("Close")}
        asked = window.questions.ask(title, message("{text}", text=text), answers, safe="stay")
        if asked == "copy":
            QGuiApplication.clipboard().setText(text)

    # ------------------------------------------------------------------------- after an interruption

    def offer(self) -> None:
        """Offer to go on with what earlier runs didn't finish."""
        left: list[KeptFindings] = []
        stored: list[str] = []
        damaged: list[str] = []
        with suppress(OSError):
            stored = sorted(os.listdir(self._folder))
        for name in stored:
            path = os.path.join(self._folder, name)
            if path.endswith(ASIDE):
                continue
            try:
                kept = KeptFindings(path)
            except OSError:
                continue
            except Refused:
                damaged.append(path)
                continue
            if isinstance(kept.wanted.get("path"), str):
                left.append(kept)
            else:
                damaged.append(path)
        self._set_aside(damaged)
        if not left:
            return
        names = [os.path.basename(str(one.wanted["path"])) for one in left]
        files = listed([message("{name}", name=name) for name in names])
        words = counted(
            "An analysis wasn't finished or written: {files}.",
            "{count} analyses weren't finished or written: {files}.",
            len(left),
            files=files,
        )
        go_on = (message("Go on"), partial(self._go_on, left))
        discard = (message("Discard"), partial(self._discard, left))
        self._window.tell(words, go_on, discard, of=EVERYWHERE)

    def _set_aside(self, damaged: Sequence[str]) -> None:
        """Tell of files that say nothing any more, and keep them where no later run looks at them."""
        aside: list[Message] = []
        for path in damaged:
            with suppress(OSError):
                os.replace(path, path + ASIDE)
                aside.append(message("{name}", name=path + ASIDE))
        if aside:
            words = counted(
                "An unfinished analysis is damaged, or of another version of Qipu. It is kept as {files}.",
                "{count} unfinished analyses are damaged, or of another version of Qipu."
                " They are kept as {files}.",
                len(aside),
                files=listed(aside),
            )
            self._window.tell(words, of=EVERYWHERE)

    def _discard(self, left: Sequence[KeptFindings]) -> None:
        for kept in left:
            with suppress(OSError):
                kept.discard()

    def _go_on(self, left: Sequence[KeptFindings]) -> None:
        for kept in left:
            path = str(kept.wanted["path"])
            self._window.files.open(path)
            session = self._session_of(path)
            if session is None:
                if not self._window.notice.tells(path):  # else why it can't be opened is told
                    self._tell_waits(path)
                continue
            if not all_found(session, self._window):
                self._tell_waits(path)
                continue
            try:
                request = self._request(session, kept.wanted)
            except (KeyError, TypeError, ValueError):
                words = message("The analysis of {file} can't be continued.", file=path)
                self._window.tell(words)
                self._set_aside([kept.path])
                continue
            if request is not None:
                self._add(_Review(self._window, session, [], request, kept))

    def _session_of(self, path: str) -> RecordSession | None:
        """The session of a file that is open, whether it is in front or not."""
        wanted = os.path.realpath(path)
        for desk in self._window.every_desk():
            own = desk.session.document.path
            if own is not None and os.path.realpath(own) == wanted:
                return desk.session
        return None

    def _tell_waits(self, path: str) -> None:
        """Say that an analysis doesn't go on now, though nothing of it is lost."""
        words = message(
            "The analysis of {file} doesn't go on: its games aren't open. The next start offers it again.",
            file=path,
        )
        self._window.tell(words, of=EVERYWHERE)

    def _request(self, session: RecordSession, wanted: Any) -> _Request | None:
        """What was asked for; None, after telling so, if its engine isn't in the list any more."""
        name = wanted["engine"]
        setup = next((one for one in self._window.engines.engines if one.name == name), None)
        if setup is None:
            self._window.tell(message("There is no engine {name} in the list any more.", name=name))
            return None
        seconds, depth, nodes = wanted["limits"]
        order = Order(setup, Limits(seconds, depth, nodes), wanted["lines"], wanted["engines"])
        if order.limits.endless:
            raise ValueError("no limit")
        keys = session.document.keys()
        scope = Scope([keys[at] for at in wanted["records"] if 0 <= at < len(keys)], wanted["node"])
        return _Request(order, scope, bool(wanted["variations"]), bool(wanted["keep"]))


class _Review:
    """An analysis of games of a session.

    Attributes:
        session: of the games.
        words: what it does.
    """

    def __init__(
        self,
        window: Window,
        session: RecordSession,
        chosen: list[int],
        request: _Request,
        kept: KeptFindings | None,
    ) -> None:
        """`chosen`: keys of the records that are selected in the list. `kept`: the file for what is found."""
        self._window = window
        self.session = session
        self._chosen = chosen
        self._request = request
        self._kept = kept
        self.words = counted(
            "{engine} analyses the game",
            "{engine} analyses {count} games",
            len(request.scope.keys),
            engine=request.order.setup.name,
        )

    @property
    def told(self) -> Message:
        """What it does, while it waits for others."""
        return message(
            "Waiting: {task} of {file}", task=self.words, file=file_title(self.session.document)
        )

    def stop(self) -> None:
        """Give it up while it waits."""
        self._window.reviews.leave(self)

    def discard(self) -> None:
        """Nothing of it is to be gone on with."""
        if self._kept is not None:
            with suppress(OSError):
                self._kept.discard()

    def start(self, reviews: Reviews) -> Task[_Outcome]:
        """Begin."""
        document, request = self.session.document, self._request
        scope = request.scope
        keys = scope.keys  # of which some may be deleted meanwhile
        records = ((key, document.record_of(key)) for key in keys if document.has(key))
        places = positions_of(
            records,
            len(scope.keys),
            variations=request.variations,
            keep=request.keep,
            top=scope.node,
        )
        if self._kept is not None:
            reviews.findings.update(self._kept)
        tell = self._window.tell
        job = _collecting(reviewing(request.order, places, reviews.findings, tell=tell), self._keep)
        task = self._window.tasks.run(self.words, job, self._tell, document)
        task.ended.connect(self.rest)
        return task

    def rest(self) -> None:
        """Nothing more is written to the file for now."""
        if self._kept is not None:
            self._kept.close()

    def _keep(self, one: Reviewed) -> None:
        """Keep what was found, and show it in the game that is shown: its graph grows meanwhile."""
        session, finding = self.session, one.finding
        assert finding is not None
        if self._kept is not None and one.question not in self._kept:
            with suppress(OSError):
                self._kept[one.question] = finding._replace(position="")
        found = session.record.nodes.get(one.node) if one.key == session.key else None
        if found is not None:
            analysis = analysis_of(finding, session.game, session.states.at(found))
            session.finds.keep(one.key, found, session.states, analysis)

    def _tell(self, outcome: _Outcome) -> None:
        """Offer to write what was found, by a notice: the user may be at something else."""
        window = self._window
        if outcome.fault is not None:
            window.tell(_fault_words(outcome), of=self.session.document)
        if not outcome.findings:
            self.discard()
            if outcome.fault is None:
                window.say(message("There was no position to analyse."))
            return

        def write() -> None:
            if any(desk.session is self.session for desk in window.every_desk()):
                self._write(outcome)
            else:
                window.say(message("The file of the analysis isn't open any more."))

        def solve() -> None:
            if window.session is self.session:
                solve_mistakes(window, self._request.scope.keys)

        window.notice.tell(
            message("The analysis is done."),
            (message("Write it…"), write),
            (message("Sum up…"), partial(window.run_named, "sum-up")),
            (message("Solve the mistakes"), solve),
            about="analysis",
            of=self.session.document,
        )

    def _write(self, outcome: _Outcome) -> None:
        window, scope = self._window, self._request.scope
        has = self.session.document.has
        scope = scope._replace(keys=[key for key in scope.keys if has(key)])
        answers = window.reviews.answers
        dialog = AnnotateDialog(self.session, scope, outcome.findings, answers, window)
        dialog.accepted.connect(lambda: answers.update(dialog.sheet.values()))
        dialog.accepted.connect(self.discard)
        dialog.asked.connect(lambda sweeping: sweep_games(window, sweeping, self._chosen))
        dialog.open()


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


def _collecting(
    job: Iterator[JobStep[Reviewed]], keep: Callable[[Reviewed], object]
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
                    keep(one)
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
