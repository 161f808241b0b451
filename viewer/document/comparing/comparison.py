"""The comparison of two collections, its differences in words, and edits that take them over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from viewer.base.catalogs import active
from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, counted, message
from viewer.base.text import readable
from viewer.document.clip.clip_records import carried
from viewer.document.comparing.difference import (
    ACTION,
    ADDED,
    BRANCH,
    LINE,
    MOVED,
    RECORD,
    REMOVED,
    START,
    ComparedRecord,
    Difference,
    bare_action,
    compared,
    headers_for,
    moves_into,
    woven,
)
from viewer.document.comparing.records import RecordComparison
from viewer.document.comparing.same_records import SamePairs
from viewer.document.comparing.taking import ops_for
from viewer.document.edits import (
    ANYWHERE,
    AnyRecord,
    DocumentOp,
    Edit,
    InRecord,
    InsertRecord,
    Location,
    MoveRecord,
    RecordData,
    RemoveRecord,
)
from viewer.document.plans import EditableRecords
from viewer.document.record_set import extent
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import is_ply
from viewer.tree.annotation import EVALUATION, FACETS, GLYPHS
from viewer.tree.evaluation import ScoreUnit, parse_evaluation
from viewer.tree.likeness import in_order
from viewer.tree.nags import sign_of
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, apply
from viewer.tree.record import Record


def writable(comparison: RecordComparison, ops: Sequence[Op], mine: Collection) -> Sequence[Op]:
    """The operations, adjusted so that mine's format can write the result without needless losses.

    A moved branch keeps its facts, including what the reader didn't understand. If the
    format can't write it with them (signs of the side to move, numbers), they are dropped.
    """
    if not any(isinstance(op, Insert) and any(row.facts for row in op.rows) for op in ops):
        return ops
    bare = [_bare(op) if isinstance(op, Insert) else op for op in ops]
    try:
        kept_losses = _losses_after(comparison, ops, mine)
        return ops if kept_losses <= _losses_after(comparison, bare, mine) else bare
    except OSError:  # it is only read, or its file is gone: saving says so
        return ops


def _bare(op: Insert) -> Insert:
    return op._replace(rows=tuple([row._replace(facts=()) for row in op.rows]))


def _losses_after(comparison: RecordComparison, ops: Sequence[Op], mine: Collection) -> int:
    record = RecordData.of(comparison.mine.record).record()
    for op in ops:
        apply(record, op)
    collection = MemoryCollection(mine.format, [record], mine.variant, mine.source)
    return len(FORMATS[mine.format].load().write(collection).losses)


class Comparison:
    """The comparison of two collections; make a new one after an edit of either.

    Attributes:
        mine, theirs: the collections.
        pairs: indices of paired records, in the order of mine.
        records: comparisons of paired records that differ, by index in mine.
        differences: of whole records first, then record by record in the order of mine.
    """

    def __init__(
        self,
        mine: Collection,
        theirs: Collection,
        pairs: Sequence[tuple[int, int]],
        records: dict[int, RecordComparison],
    ) -> None:
        self.mine, self.theirs = mine, theirs
        self.pairs = sorted(pairs)
        self.records = records
        self._there = dict(self.pairs)
        others = set(self._there.values())
        self._new = [index for index in range(len(theirs)) if index not in others]
        kept = in_order([there for _, there in self.pairs])
        self._moved = {pair[0] for at, pair in enumerate(self.pairs) if at not in kept}
        found = [
            Difference(REMOVED, RECORD, index, None)
            for index in range(len(mine))
            if index not in self._there
        ]
        found += [Difference(ADDED, RECORD, None, index) for index in self._new]
        for index in sorted(self._moved):
            there = self._there[index]
            found.append(Difference(MOVED, RECORD, index, there, before=index, after=there))
        for index in sorted(records):
            found += records[index].differences
        self.differences: tuple[Difference, ...] = tuple(found)

    def place(self, one: Difference) -> tuple[int, int] | None:
        """Where a difference is in mine: index of the record, id of the node; None if mine lacks it."""
        if one.mine is None:
            return None
        if one.facet == RECORD:
            return one.mine, self.mine.record(one.mine).root.id
        return one.mine, self.records[one.mine].place(one)

    def ops(
        self, document: EditableRecords, chosen: Iterable[Difference]
    ) -> tuple[DocumentOp, ...]:
        """Operations on mine that take differences over from theirs. Raises OSError."""
        keys = document.keys()
        wanted: dict[int, list[Difference]] = {}
        gone: set[int] = set()
        come: set[int] = set()
        moved: set[int] = set()
        for one in chosen:
            if one.facet != RECORD:
                assert one.mine is not None
                wanted.setdefault(one.mine, []).append(one)
            elif one.kind == ADDED and one.theirs is not None:
                come.add(one.theirs)
            elif one.mine is not None:
                (gone if one.kind == REMOVED else moved).add(one.mine)
        ops: list[DocumentOp] = []
        for index, some in wanted.items():
            inner = writable(self.records[index], ops_for(self.records[index], some), self.mine)
            ops += [InRecord(keys[index], op) for op in inner]
        ops += self._of_records(document, gone, come, moved)
        return tuple(ops)

    def _of_records(
        self, document: EditableRecords, gone: set[int], come: set[int], moved: set[int]
    ) -> Iterator[DocumentOp]:
        if not gone and not come and not moved:
            return
        keys = document.keys()
        stay = [index for index in range(len(keys)) if index not in gone]
        back = {self._there[index]: index for index in moved}
        # Mine by their indices, those of theirs by ~index.
        order = woven(
            [index for index in stay if index not in moved],
            [~index for index in sorted([*back, *come])],
            lambda item: ~item if item < 0 else self._there[item],
            lambda index: index in self._there and index not in self._moved,
        )
        order = [back.get(~item, item) if item < 0 else item for item in order]
        moves = moves_into(stay, [item for item in order if item >= 0])
        new = document.new_key()
        inserts = [
            InsertRecord(at, new + number, self._carried(~item))
            for number, (at, item) in enumerate(
                (at, item) for at, item in enumerate(order) if item < 0
            )
        ]
        # One stays until others have come: a document is never empty.
        yield from (RemoveRecord(keys[index]) for index in sorted(gone)[: len(keys) - 1])
        for at, to in moves:
            yield MoveRecord(keys[stay[at]], to)
            stay.insert(to, stay.pop(at))
        yield from inserts
        if len(gone) == len(keys):
            yield RemoveRecord(keys[-1])

    def _carried(self, index: int) -> AnyRecord:
        if self.mine.format == self.theirs.format:
            return carried(self.theirs, index)
        side = compared(self.theirs, index, self.mine.format)
        record = side.record
        own = ComparedRecord(record, self.mine.format)
        bare = record.mapped(lambda node: bare_action(side, node), headers_for(side, own))
        return RecordData.of(bare).bare()

    def edit_for(
        self, document: EditableRecords, chosen: Iterable[Difference], here: Location | None = None
    ) -> Edit | None:
        """One edit of a document (mine) that takes differences over from theirs.

        `here` is the cursor's location. None if there is nothing to do. Raises OSError.
        """
        chosen = list(chosen)
        ops = self.ops(document, chosen)
        if not ops:
            return None
        gone = {op.key for op in ops if isinstance(op, RemoveRecord)}
        before = here or Location(document.keys()[0], ANYWHERE)
        after = before._replace(node=ANYWHERE)
        if before.record in gone:
            keys = document.keys()
            left = [key for key in keys if key not in gone]
            left += [op.key for op in ops if isinstance(op, InsertRecord)]
            after = Location(left[0], ANYWHERE)
        words = counted("Take a difference over", "Take {count} differences over", len(chosen))
        return Edit(ops, words, before, after)


def comparing(mine: Collection, theirs: Collection) -> Iterator[JobStep[Comparison]]:
    """A job that compares two fully indexed collections; its one result comes with the last step.

    Raises OSError.
    """
    same = SamePairs(mine, theirs)
    for _ in same.finding():
        yield JobStep(0, 0)
    records: dict[int, RecordComparison] = {}
    pairs = [pair for pair in same.pairs if pair not in same.equal]
    for done, (index, other) in enumerate(pairs):
        ours = ComparedRecord(mine.record(index), mine.format)
        found = RecordComparison(ours, compared(theirs, other, mine.format), (index, other))
        if found.differences:
            records[index] = found
        yield JobStep(done, len(pairs))
    yield JobStep(len(pairs), len(pairs), Comparison(mine, theirs, same.pairs, records))


def compare(mine: Collection, theirs: Collection) -> Comparison:
    """Compare two collections; the first may be a document, which can adopt differences.

    `document.do(found.edit_for(document, found.differences))` adopts all of them. Raises OSError.
    """
    for side in (mine, theirs):
        for _ in side.indexing():
            pass
    (comparison,) = run_inline(comparing(mine, theirs))
    return comparison


_SHOWN = 60  # characters of a text


class DifferenceWords:
    """Makes sentences for the differences of a comparison, with moves in notation."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._states: dict[tuple[bool, int], States] = {}
        self._several = max(len(comparison.mine), len(comparison.theirs)) > 1

    def of(self, one: Difference) -> Message:
        """The sentence for a difference; with several records it begins with the record."""
        if one.facet == RECORD:
            return self._of_record(one)
        assert one.mine is not None
        what = self._within(one, self._comparison.records[one.mine])
        if self._several:
            return message("game {number}: {what}", number=one.mine + 1, what=what)
        return what

    # ------------------------------------------------------------------------------- records

    def _of_record(self, one: Difference) -> Message:
        comparison = self._comparison
        if one.kind == ADDED and one.theirs is not None:
            title = _title(comparison.theirs, one.theirs)
            return message("game {number} is new: {title}", number=one.theirs + 1, title=title)
        assert one.mine is not None
        title = _title(comparison.mine, one.mine)
        if one.kind == REMOVED:
            return message("game {number} is gone: {title}", number=one.mine + 1, title=title)
        there = (one.theirs or 0) + 1
        return message(
            "game {number} is game {there} now: {title}",
            number=one.mine + 1,
            there=there,
            title=title,
        )

    # --------------------------------------------------------------------------- within one

    def _within(self, one: Difference, records: RecordComparison) -> Message:
        if one.header:
            return _of_header(one)
        if one.facet in (BRANCH, LINE):
            return self._of_branch(one, records)
        if one.facet == START:
            return message("the start position is another")
        place = self._place(one, records)
        if one.facet == ACTION:
            other = self._move(records, _node(one.other), theirs=True)
            return message("{move} is {other} now", move=place, other=other)
        unit = game_of(records.mine.record.game).score_unit
        before, after = (value_words(one.facet, value, unit) for value in (one.before, one.after))
        if one.facet == GLYPHS and before == after:  # several numbers have the same sign
            before, after = _numbers(one.before), _numbers(one.after)
        if one.facet == EVALUATION and before == after:  # but for the depth
            before, after = _quoted(one.before), _quoted(one.after)
        what = FACETS[one.facet].words
        if one.kind == ADDED:
            return message("{move}: {what} added: {after}", move=place, what=what, after=after)
        if one.kind == REMOVED:
            return message("{move}: {what} removed: {before}", move=place, what=what, before=before)
        return message(
            "{move}: {what}: {before} → {after}", move=place, what=what, before=before, after=after
        )

    def _of_branch(self, one: Difference, records: RecordComparison) -> Message:
        if one.kind == MOVED:
            move = self._move(records, _node(one.node))
            if _node(one.node) in records.moved:
                there = self._move(records, _node(one.other), theirs=True)
                return message("{move} stands elsewhere now: {there}", move=move, there=there)
            return message("{move} stands at another place among its variations", move=move)
        theirs = one.kind == ADDED
        half = records.second if theirs else records.first
        record = (records.theirs if theirs else records.mine).record
        top = record.node(_node(one.other if theirs else one.node))
        # Together with what goes the same way: not what stays behind it.
        nodes = [node for node in top.walk() if half.part.get(node.id) == top.id]
        move, count = self._move(records, top.id, theirs), extent(nodes).moves
        if one.facet == LINE:
            moves = counted("{count} move", "{count} moves", count)
            if theirs:
                return message("{move} is put into the line ({moves})", move=move, moves=moves)
            return message("{move} is taken out of the line ({moves})", move=move, moves=moves)
        size = extent(nodes).words
        if theirs:
            return message("{move} is new ({extent})", move=move, extent=size)
        return message("{move} is gone ({extent})", move=move, extent=size)

    def _place(self, one: Difference, records: RecordComparison) -> Message:
        return self._move(records, _node(one.node))

    def _move(self, records: RecordComparison, id: int, theirs: bool = False) -> Message:
        side = records.theirs if theirs else records.mine
        states = self._states_of(side.record, theirs, records.indices[theirs])
        return _move_words(states, side.record.node(id))

    def _states_of(self, record: Record, theirs: bool, index: int) -> States:
        known = self._states.get((theirs, index))
        if known is None:
            self._states.clear()  # differences come record by record
            known = States(game_of(record.game), record)
            self._states[theirs, index] = known
        return known


def _move_words(states: States, node: Node) -> Message:
    """A move with its number in notation; words for a start, and for what is no move."""
    if node.parent is None:
        return message("the start")
    game = states.game
    state = states.at(node)
    text = game.shown(state, game.usual_notation(active()))
    if not text:
        return message("a comment") if node.action is None else message("a step")
    if not is_ply(node.action):
        return message("{text}", text=text)
    number = game.numbering(states.at(states.record.root)).label(state.ply)
    return message("{number} {move}", number=number, move=text)


def value_words(facet: str, value: object, unit: ScoreUnit) -> Message:
    """An annotation as one short line; an evaluation as a game's players read it."""
    if facet == EVALUATION and isinstance(value, str):
        found = parse_evaluation(value, unit)
        if found is not None:
            return message("{text}", text=found.shown(unit))
    if facet == GLYPHS and isinstance(value, tuple):
        return message("{text}", text=" ".join(sign_of(nag) for nag in value))
    if isinstance(value, tuple):
        return message("{text}", text=str(len(value)))
    return _quoted(value)


def _quoted(value: object) -> Message:
    return message("“{text}”", text=_short(str(value)))


def _numbers(glyphs: object) -> Message:
    numbers = glyphs if isinstance(glyphs, tuple) else ()
    return message("{text}", text=" ".join(f"${number}" for number in numbers))


def _of_header(one: Difference) -> Message:
    key = one.header
    if one.kind == ADDED:
        return message("header {key} added: {after}", key=key, after=_short(str(one.after)))
    if one.kind == REMOVED:
        return message("header {key} removed: {before}", key=key, before=_short(str(one.before)))
    if one.kind == MOVED:
        return message("header {key} stands at another place", key=key)
    return message(
        "header {key}: {before} → {after}",
        key=key,
        before=_short(str(one.before)),
        after=_short(str(one.after)),
    )


def _short(text: str) -> str:
    line = readable(" ".join(text[: 4 * _SHOWN].split()))
    return line if len(line) <= _SHOWN and len(text) <= 4 * _SHOWN else line[:_SHOWN] + "…"


def _title(collection: Collection, index: int) -> str:
    """The players, else the title, else the event of a record."""
    format_ = FORMATS[collection.format].load()
    headers = collection.headers(index)
    game = collection.record(index).game
    said = {
        role: format_.by_role(role, headers, game) for role in ("side0", "side1", "title", "event")
    }
    if said["side0"] or said["side1"]:
        return f"{said['side0'] or '?'} – {said['side1'] or '?'}"
    return said["title"] or said["event"] or "?"


def _node(id: int | None) -> int:
    assert id is not None  # by the kind of the difference
    return id
