"""One open record: document, cursor, states and findings, with Qt signals.

Widgets hold a RecordSession and node ids only; every change goes through here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import NOTHING, Message, message
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.document.edits import ANYWHERE, Change, Edit, Location
from viewer.document.reading.cursor import Cursor, RememberedPath
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.clocks import Clocks
from viewer.games.game import State
from viewer.games.geometry import View
from viewer.tree.action import Action
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, EVALUATION, GLYPHS, TITLE, NoteValue
from viewer.tree.inherited import ALL_PLACES, NO_DIMS, Inherited, dims_after, part_after
from viewer.tree.node import Node
from viewer.tree.ops import OpError, Touched
from viewer.ui.session.desk_looks import DeskLooks
from viewer.ui.session.findings import EngineFinds, Findings
from viewer.ui.session.indexer import Indexer
from viewer.ui.session.record_rules import RecordRules
from viewer.ui.session.titles import RecordWords

if TYPE_CHECKING:
    from viewer.document.kept_session import KeptPlace
    from viewer.tree.annotation import Mark
    from viewer.ui.session.mending import Mending
    from viewer.ui.session.open_folder import OpenFolder
    from viewer.ui.session.trial import Trial

P = ParamSpec("P")

_OF_ONE_NODE = frozenset((COMMENT, BEFORE, GLYPHS, TITLE, BOOKMARK))
"""Facets that say nothing about the nodes below."""


class RecordSession(QObject):
    """The record of a document shown in a tab.

    Attributes:
        asides: the facets shown small behind the moves (evaluation, clock).
        document: with all records of the file.
        key, index: key and index of the current record.
        looks: how its board and the panels beside it look.
        layout: the layout of the board that the file asks for, "" if none, or if the user chose another.
        dims, part, times: dimmed points, squares shown, clocks of both sides, at any node.
        indexer: finds the records of the file not known yet.
        words: the words for its moves.
        findings: what reader, rules and check found in it.
        rules: what they say of its moves and positions.
        finds: what engines found in the positions of the file's records.
        folder: the folder whose file the document is, None for a file by itself.
        concealing: whether what follows the current move is hidden.
        mending: what takes the moves that are given instead of playing them; None usually.
        timing: the annotations of a move that is played now, by a clock that runs; None without one.
        trial: moves and marks beside the record, None for none.

    Signals:
        moved: the current node changed.
        changed: the record was edited, with the Change; sent before `moved`.
        reloaded: the record was replaced (another game of the file, revert, reload).
        listed: the list of records changed or grew, with the Change; sent before `reloaded`.
        viewed: the view of the board changed.
        restyled: the notation or `asides` changed.
        dressed: the looks may have changed.
        chosen: the next move that `forward` takes changed, or whether it is shown.
        leaving: sent before moving, editing or saving; editors commit pending text.
        told: a sentence for the status line.
        pointing: another next move is pointed at.
        drafted: a comment is being written: document, Location, facet, and what it would be now.
        tried: what is shown beside the record changed.
    """

    moved = Signal()
    changed = Signal(object)
    reloaded = Signal()
    listed = Signal(object)
    viewed = Signal()
    restyled = Signal()
    dressed = Signal()
    chosen = Signal()
    leaving = Signal()
    told = Signal(object)
    pointing = Signal()
    drafted = Signal(object, object, str, str)
    tried = Signal()

    def __init__(
        self,
        document: Document,
        parent: QObject | None = None,
        *,
        origin: RecordSession | None = None,
    ) -> None:
        """`origin`: another session on the document, whose `indexer` finds records for both."""
        super().__init__(parent)
        self.document = document
        self.view = View()
        self.looks = DeskLooks()
        self.style = ""
        self.asides: tuple[str, ...] = (EVALUATION,)
        self.rules = RecordRules(self, self)
        self.findings = Findings(self, self)
        self.words = RecordWords(self)
        self.finds = EngineFinds(self)
        self._flushing = False
        self.rearranged = False  # takebacks are shown as variations
        self.concealing = False
        self.trial: Trial | None = None
        self.holding = False  # an editor has text that is no edit yet
        self.mending: Mending | None = None
        self.timing: Callable[[], Mapping[str, NoteValue]] | None = None
        self.pointed: int | None = None  # the node of a next move that somebody points at
        self.sought = ""  # what was looked for last
        self._stands: dict[int, RememberedPath] = {}  # of the records that were visited
        self._source = document.source
        self._wanted: KeptPlace | None = None  # in a record that isn't found yet
        self.indexer: Indexer = Indexer(document, self) if origin is None else origin.indexer
        self.indexer.judged.connect(self.findings.changed)
        self.folder: OpenFolder | None = None
        self._take_first()
        document.listeners.append(self._document_changed)

    def _take_first(self) -> None:
        """Stand in the first record that can be read. Raises OSError if none can."""
        failed: OSError | None = None
        for key in self.document.records.order:
            try:
                self._take_record(key)
            except OSError as error:
                failed = error
            else:
                return
        assert failed is not None
        raise failed

    def _take_record(self, key: int) -> None:
        """Switch to a record, at its last position. Raises OSError with nothing changed."""
        record = self.document.record_of(key)
        self.record, self.key, self.trial = record, key, None
        self.index = self.document.index_of(key)
        self.game = game_of(self.record.game)
        self.states = self.document.states(self.key)
        self.layout = FORMATS[self.document.format].load().layout_of(record)
        self.dims = Inherited(dims_after, NO_DIMS)
        self.part = Inherited(part_after, ALL_PLACES)
        self.times = Clocks(self.states, FORMATS[self.document.format].load().time_control)
        self.cursor = Cursor(self.record)
        if key in self._stands:
            self.cursor.take_up(self._stands[key])
        self.rules.judging.findings = []
        if self.style not in [style.id for style in self.game.notations]:
            self.style = self.game.notations[0].id

    # --------------------------------------------------------------------------- what is here

    @property
    def node(self) -> Node:
        """The current node."""
        return self.cursor.node

    @property
    def state(self) -> State:
        """The state at the current node."""
        return self.states.at(self.cursor.node)

    @property
    def shown(self) -> Node:
        """The node that the board shows: the current one, or what is tried."""
        return self.cursor.node if self.trial is None else self.trial.node

    @property
    def shown_state(self) -> State:
        """The state that the board shows."""
        return self.states.at(self.shown)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that the board shows."""
        return self.cursor.node.marks if self.trial is None else self.trial.marks

    def squares(self, node: Node) -> tuple[str, ...]:
        """The squares that the move to a node touches."""
        return self.game.touched(self.states.at(node))

    # --------------------------------------------------------------------------------- moving

    def go(self, node: Node | None) -> None:
        """Go to a node, and leave what is tried; None does nothing."""
        if node is None:
            return
        self.end_trial()
        if node is self.cursor.node:
            return
        self._wanted = None
        self.flush()
        self.rules.rest()
        self.cursor.go(node)
        self.moved.emit()

    def step(self, plies: int) -> None:
        """Step along what is tried, or along the line."""
        if self.trial is None or not self.trial.step(plies):
            self.go(self.cursor.forward(plies))

    def home(self) -> None:
        """Go to the start and reset the line to the main line."""
        self.end_trial()
        self.flush()
        self.rules.rest()
        there = self.node is self.record.root
        self.cursor.home()
        (self.chosen if there else self.moved).emit()

    @property
    def trying(self) -> Trial:
        """The trial, begun if there is none."""
        if self.trial is None:
            from viewer.ui.session.trial import Trial  # deferred

            self.trial = Trial(self)
        return self.trial

    def end_trial(self) -> bool:
        """Leave what is tried; returns whether anything was."""
        trial, self.trial = self.trial, None
        if trial is not None:
            self.tried.emit()
            self.say(NOTHING)  # what was said of it holds no more
        return trial is not None

    def choose(self, child: Node) -> None:
        """Make a child the next node of the line, without going there."""
        self.cursor.choose(child)
        self.chosen.emit()

    def conceal(self, on: bool) -> None:
        """Hide what follows the current move, wherever it is; or show it again."""
        if on != self.concealing:
            self.concealing, self.pointed = on, None
            self.chosen.emit()

    @property
    def line(self) -> list[Node]:
        """The nodes of the current line that are shown, the root first."""
        line = self.cursor.line
        return line[: self.cursor.index + 1] if self.concealing else line

    @property
    def follower(self) -> Node | None:
        """The node that `forward` goes to, None at the end of the line, or while what follows is hidden."""
        return None if self.concealing else self.cursor.next

    def point_at(self, id: int | None) -> None:
        """Point at a next move, by the id of its node."""
        if id != self.pointed:
            self.pointed = id
            self.pointing.emit()

    def go_to(self, id: int) -> None:
        """Go to the node of an id, if there is one."""
        self.go(self.record.nodes.get(id))

    # ------------------------------------------------------------------------ other records

    def show(self, key: int, node: int = ANYWHERE) -> None:
        """Switch to a record, at a node or its last position. An unknown key does nothing."""
        self._wanted = None
        if key != self.key:
            self.flush()
            self._stands[self.key] = self.cursor.stand()
            try:
                self._take_record(key)
            except OSError as error:
                why = error_words(error)
                self.say(message("That game can't be read: {why}.", why=why))
                return
            except (KeyError, OpError):
                return
            self._go_quietly(node)
            self._show_again()
        elif node != ANYWHERE:
            self.go_to(node)

    @property
    def place(self) -> KeptPlace:
        """The current node, to be kept for the next start."""
        from viewer.document.kept_session import place_of  # deferred

        return self._wanted or place_of(self.index, self.node)

    def stand_at(self, place: KeptPlace) -> None:
        """Go to a place, as far as the way to it is there; in a record not found yet, once it is."""
        if place.record >= len(self.document):
            self._wanted = place
            return
        self.show(self.document.keys()[place.record])
        if self.index == place.record and place.depth:
            from viewer.document.kept_session import node_at  # deferred

            self.go(node_at(self.record.root, place))

    def resume(self, key: int, stand: RememberedPath) -> None:
        """Switch to a record at a position that was remembered, perhaps in another reading of it."""
        self._stands[key] = stand
        if key != self.key:
            self.show(key)
        else:
            self.cursor.take_up(stand)
            self.moved.emit()

    def _go_quietly(self, node: int) -> None:
        if node in self.record.nodes:
            self.cursor.go(self.record.nodes[node])

    def _show_again(self) -> None:
        self.reloaded.emit()
        self.rules.start()

    def step_record(self, step: int) -> None:
        """Switch to the next record (-1: the previous one) in the order of the file."""
        index = self.index + step
        if 0 <= index < len(self.document):
            self.show(self.document.keys()[index])

    def turn_to(self, document: Document) -> None:
        """Show another document in place of this one, at its first record.

        Raises OSError, with nothing changed, if none of its records can be read.
        """
        self.flush()
        before, stands = self.document, self._stands
        self.document, self._stands = document, {}
        try:
            self._take_first()
        except OSError:
            self.document, self._stands = before, stands
            raise
        if self._document_changed in before.listeners:
            before.listeners.remove(self._document_changed)
        document.listeners.append(self._document_changed)
        self._source = document.source
        self.findings.forget_check()
        self._wanted = None
        self.finds.clear()
        self.indexer.look_at(document)
        self.listed.emit(Change(True, ()))
        self._show_again()
        self.indexer.start()

    # -------------------------------------------------------------------------------- editing

    def flush(self) -> None:
        """Make editors commit pending text."""
        if not self._flushing:
            self._flushing = True
            try:
                self.leaving.emit()
            finally:
                self._flushing = False

    def do(
        self,
        plan: Callable[Concatenate[Document, int, Node, P], Edit | None],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        """Plan an edit at the current node with a function of `plans`, and do it; see `do_on`.

        Refuses what is done at that node while the board shows a position that isn't in the record.
        """
        if self.trial is not None and self.trial.refuses(plan, *args, **more):
            return False
        return self.do_on(self.node, plan, *args, **more)

    def do_on(
        self,
        node: Node,
        plan: Callable[Concatenate[Document, int, Node, P], Edit | None],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        """Plan an edit at a node with a function of `plans`, and do it; returns whether it wasn't refused.

        Refuses edits of the tree's structure while takebacks are shown as variations. `args` and `more` are
        the function's arguments after document, key and node.
        """
        if self.rearranged and _changes_order(plan):
            from viewer.ui.toolkit.keymap import naming_keys  # deferred

            self.say(
                naming_keys(
                    message(
                        "Takebacks are shown as variations. {key} shows the game as it happened."
                    ),
                    message("Takebacks are shown as variations."),
                    key="timeline",
                )
            )
            return False
        self.flush()
        edit = plan(self.document, self.key, node, *args, **more)
        self._land(self.document.do(edit))
        return True

    def do_at(
        self,
        key: int,
        plan: Callable[Concatenate[Document, int, Node, P], Edit | None],
        *args: P.args,
        **more: P.kwargs,
    ) -> None:
        """Plan an edit at another record, and do it."""
        self.flush()
        node = self.node if key == self.key else self.document.record_of(key).root
        self._land(self.document.do(plan(self.document, key, node, *args, **more)))

    def play(self, action: Action) -> None:
        """Play an action after the current node, or go there if the record has it.

        Or have it mend a move, or try it, where that is done.
        """
        if self.mending is not None:
            self.mending.take(action)
            return
        if self.trial is not None and self.trial.goes_on:
            self.trial.make(action)
            return
        from viewer.document import plans  # deferred

        self.do(plans.action, action, {} if self.timing is None else self.timing())

    def undo(self) -> None:
        """Undo, and go to where the edit was made; of what is tried, take the last move back."""
        if self.trial is not None and self.trial.take_back():
            return
        self.flush()
        self.say(NOTHING)  # what was said is about what is undone
        self._land(self.document.undo())

    def redo(self) -> None:
        """Redo, and go to where the edit led."""
        self.flush()
        self.say(NOTHING)
        self._land(self.document.redo())

    def _land(self, place: Location | None) -> None:
        if place is not None:
            self.show(place.record, place.node)

    def _document_changed(self, change: Change) -> Callable[[], None]:
        """Stand where the change leaves one; what is returned tells of it.

        Two sessions may show the document, and who is told by one may ask the other.
        """
        other = change.records and not change.grown and self._records_changed()
        touched = () if other or change.grown else change.of(self.key)
        before = self.cursor.node
        if any(one.facet not in _OF_ONE_NODE for one in touched):
            for inherited in (self.dims, self.part, self.times):
                inherited.forget()
        if any(one.facet == "children" for one in touched):
            self.cursor.record_changed()
        return partial(self._tell, change, touched, other, before)

    def _tell(self, change: Change, touched: Sequence[Touched], other: bool, before: Node) -> None:
        """Tell what a change was here; `other`: of what is another record now, `before` the node of it."""
        if change.records or change.grown:
            self.listed.emit(change)
        if change.grown:
            if self._wanted is not None:
                self.stand_at(self._wanted)
            return
        if other:
            self._show_again()
            return
        if touched:
            self.end_trial()
        self.changed.emit(change)
        if self.cursor.node is not before:
            self.moved.emit()
        if any(one.facet in ("children", "action") for one in touched):
            self.rules.start()
        elif any(one.facet == "headers" for one in touched):
            self.rules.follow_headers()

    def _records_changed(self) -> bool:
        """Switch records if the current one is gone or was read again; returns whether it did."""
        document = self.document
        if document.source is not self._source:  # another file now
            self._source = document.source
            self.findings.forget_check()
            self._stands = {self.key: self.cursor.stand()}
            self._wanted = None
            if self.key >= len(document):
                from viewer.document.kept_session import KeptPlace  # deferred

                self._wanted = KeptPlace(self.key)
            self.indexer.start()
        key = self.key
        try:
            self.index = document.index_of(key)
        except OpError:
            key = document.keys()[min(self.index, len(document) - 1)]
        if key == self.key and document.record_of(key) is self.record:
            return False
        self._stands[self.key] = self.cursor.stand()
        self._take_record(key)
        return True

    def close(self) -> None:
        """Stop background work."""
        self.rules.stop()
        if self.indexer.parent() is self:  # else another session's
            self.indexer.stop()
        if self.folder is not None:
            self.folder.close()
        if self._document_changed in self.document.listeners:
            self.document.listeners.remove(self._document_changed)

    # --------------------------------------------------------------------------------- looks

    def set_view(self, view: View) -> None:
        """Set the view of the board."""
        self.view = view
        self.viewed.emit()

    def dress(self, looks: DeskLooks) -> None:
        """Set how board and panels look."""
        self.looks = looks
        self.dressed.emit()

    def set_style(self, style: str) -> None:
        """Set the notation."""
        self.style = style
        self.restyled.emit()

    def set_asides(self, facets: tuple[str, ...]) -> None:
        """Set the facets shown small behind the moves."""
        if facets != self.asides:
            self.asides = facets
            self.restyled.emit()

    def say(self, sentence: Message) -> None:
        """Show a sentence in the status line."""
        self.told.emit(sentence)


def _changes_order(plan: object) -> bool:
    """Whether a plan changes the order of lines."""
    from viewer.document import plans  # deferred
    from viewer.document.plans import mending  # deferred

    return plan in (plans.delete, plans.promote, plans.demote, plans.make_main, mending.edit_of)
