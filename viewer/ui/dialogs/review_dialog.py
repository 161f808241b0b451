"""Dialogs for analysing whole games: what an engine is to search, then what of it is to be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtWidgets import QWidget

from viewer.base.fields import CHOICE, FLAG, NUMBER, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.processes import processors
from viewer.document.edits import Location
from viewer.document.holding import no_glyph
from viewer.document.whole import annotating
from viewer.document.whole.annotating import Wanted
from viewer.document.whole.sweep import Scope, Sweep
from viewer.engines.analysis import Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.review import Order
from viewer.tree.finding import Findings
from viewer.tree.scales import MISTAKE
from viewer.ui.dialogs.sweep_dialog import (
    WHERE,
    SweepDialog,
    Sweeping,
    scope_of,
    where_field,
)
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.sheet import SheetDialog

_ENGINE, _LIMIT, _LINES, _LINE, _KEEP, _JOBS = "engine", "limit", "lines", "line", "keep", "jobs"
_SECONDS, _DEPTH, _NODES = "seconds", "depth", "nodes"
_MOST_LINES = 5
_THOUSAND = 1000
_LONGEST = 3600.0


def _fault_of_seconds(text: str) -> Message | None:
    if _seconds(text) is None:
        return message("A number of seconds, as in 0.5 or 10")
    return None


def _seconds(text: str) -> float | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if 0 < value <= _LONGEST else None


_LIMITS = {
    _SECONDS: Field(
        _SECONDS,
        message("Seconds"),
        default="1",
        offered=("0.2", "0.5", "1", "2", "5", "10", "30"),
        check=_fault_of_seconds,
    ),
    _DEPTH: Field(_DEPTH, message("Plies"), NUMBER, 15, low=1, high=99),
    _NODES: Field(_NODES, message("Thousands of positions"), NUMBER, 200, low=1, high=1_000_000),
}


class ReviewDialog(SheetDialog):
    """Asks which games an engine is to analyse, and how."""

    def __init__(
        self,
        session: RecordSession,
        chosen: Sequence[int],
        engines: Sequence[EngineSetup],
        last: Values,
        start: Callable[[Order, Scope, Values], object],
        parent: QWidget | None = None,
    ) -> None:
        """`last`: the values of the last time. `start` is called with what is to be done."""
        self._session, self._chosen, self._engines = session, list(chosen), engines
        self._start = start
        fields = [where_field(session, self._chosen), *_fields(engines)]
        fields = [
            field._replace(default=last[field.key])
            if field.key != WHERE and field.key in last and field.allows(last[field.key])
            else field
            for field in fields
        ]
        super().__init__(message("Analyse games"), message("Analyse"), fields, parent)

    def take(self, values: Values) -> None:
        by_name = {one.name: one for one in self._engines}
        order = Order(
            by_name[str(values[_ENGINE])],
            _limits(values),
            int(values[_LINES]),
            int(values.get(_JOBS, 1)),
        )
        self._start(order, scope_of(self._session, self._chosen, values), values)


def _fields(engines: Sequence[EngineSetup]) -> list[Field]:
    names = {one.name: message("{name}", name=one.name) for one in engines}
    cores = processors()
    fields = [
        Field(_ENGINE, message("Engine"), CHOICE, engines[0].name, names),
        Field(
            _LIMIT,
            message("Search each position"),
            CHOICE,
            _SECONDS,
            {
                _SECONDS: message("For a time"),
                _DEPTH: message("To a depth"),
                _NODES: message("A number of positions"),
            },
        ),
        *(_shown_with(key, field) for key, field in _LIMITS.items()),
        Field(
            _LINE,
            message("Positions"),
            CHOICE,
            "main",
            {"main": message("Of the main line"), "all": message("Of all variations")},
        ),
        Field(_LINES, message("Better lines for a bad move"), NUMBER, 1, low=1, high=_MOST_LINES),
        Field(_KEEP, message("Leave out positions that have an evaluation"), FLAG, False),
    ]
    if cores > 1:
        jobs = Field(
            _JOBS, message("Engines at a time"), NUMBER, max(1, cores - 1), low=1, high=cores
        )
        fields.append(jobs)
    return fields


def _shown_with(limit: str, field: Field) -> Field:
    """A field for one of the limits."""
    return field._replace(condition=lambda values: values[_LIMIT] == limit)


def _limits(values: Values) -> Limits:
    kind = values[_LIMIT]
    if kind == _DEPTH:
        return Limits(depth=int(values[_DEPTH]))
    if kind == _NODES:
        return Limits(nodes=_THOUSAND * int(values[_NODES]))
    return Limits(seconds=_seconds(str(values[_SECONDS])))


def variations_wanted(values: Values) -> bool:
    """Whether positions off the main line are to be analysed."""
    return values[_LINE] == "all"


def keeping(values: Values) -> bool:
    """Whether positions with an evaluation are left out."""
    return bool(values[_KEEP])


# ------------------------------------------------------------------------------------- writing


class _Annotating(Sweeping):
    """Writing what was found."""

    def __init__(
        self,
        session: RecordSession,
        scope: Scope,
        findings: Findings,
        wanted: Wanted,
        here: Location,
    ) -> None:
        super().__init__(session)
        self._scope, self._findings, self._wanted, self._here = scope, findings, wanted, here

    def job(self) -> Iterator[JobStep[Sweep]]:
        """The job."""
        document = self.session.document
        return annotating.annotating(
            document, self._scope, self._findings, self._wanted, self._here
        )

    def before(self, sweep: Sweep) -> Message:
        return annotating.before_words(sweep)

    def after(self, sweep: Sweep) -> Message:
        return annotating.after_words(sweep)


class AnnotateDialog(SweepDialog):
    """Asks what of an analysis is to be written, and counts it."""

    def __init__(
        self,
        session: RecordSession,
        scope: Scope,
        findings: Findings,
        last: Values,
        parent: QWidget | None = None,
    ) -> None:
        self._findings = findings
        fields = [
            field._replace(default=last[field.key])
            if field.key in last and field.allows(last[field.key])
            else field
            for field in _written_fields(session)
        ]
        super().__init__(
            session, (), message("Write the analysis"), message("Write"), fields, parent, scope
        )
        self._count()

    def nothing(self) -> Message:
        return message("Choose what is to be written.")

    def sweeping(self, values: Values) -> Sweeping | None:
        wanted = Wanted(
            bool(values["evaluations"]),
            bool(values["glyphs"]),
            bool(values["better"]),
            int(values.get("plies", 1)),
        )
        if not (wanted.evaluations or wanted.glyphs or wanted.lines):
            return None
        return _Annotating(self._session, self.scope(values), self._findings, wanted, self.here)


def _written_fields(session: RecordSession) -> list[Field]:
    refusal = no_glyph(session.document, MISTAKE)
    glyphs = message("Where a move has no glyph yet, by what it lost of the chances of winning.")
    return [
        Field("evaluations", message("Evaluations of the positions"), FLAG, True),
        Field(
            "glyphs",
            message("?!, ? and ?? at bad moves"),
            FLAG,
            refusal is None,
            help=glyphs if refusal is None else refusal,
        ),
        Field("better", message("Better lines as variations"), FLAG, True),
        Field(
            "plies",
            message("Plies of a line, at most"),
            NUMBER,
            12,
            low=1,
            high=60,
            beside=True,
            condition=lambda values: bool(values["better"]),
        ),
    ]
