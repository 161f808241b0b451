"""What Qipu promises of every file, asked of one: opened, edited at random, undone, saved, read back."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from broken import (
    COUNT,
    HANG,
    MODIFIED,
    NEEDLESS,
    OTHER,
    RAISED,
    RESAVED,
    UNDONE,
    UNNAMED,
    UNREADABLE,
    UNTOUCHED,
    Broken,
)
from hands import edit
from questions import written

import viewer
from viewer.base.source import BytesSource
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss, Unreadable
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Setup
from viewer.tree.annotation import BEFORE, COMMENT, MARKS
from viewer.tree.comment import shown
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record

OF_THE_TEXT = "text"
"""What only the text of the file says, so that no record can differ."""
OF_THE_FILE = frozenset(("closed", "records", "encoding", "format", "variant"))
"""Losses that name what becomes of a file as a whole (see `Loss`)."""
Question = Callable[[str, random.Random], object]
"""Something asked of a file beside; it raises Broken."""
_SAYS_START = ("header:FEN", "header:SetUp")  # written anew with the start that they say
_ITEM = "\u2028"  # divides items of one comment: layout


class Late(BaseException):
    """The time for one input is over. No Exception: nothing on the way may catch it."""


class Case(NamedTuple):
    """One input: a file's name (for its suffix), its bytes, and the edits, each by a number of its own.

    `questions` are asked before the edits, each of the file as it is; `guest` is another file (name, bytes)
    of which games are copied.
    """

    name: str
    data: bytes
    seed: str
    edits: tuple[int, ...]
    questions: tuple[Question, ...] = ()
    guest: tuple[str, bytes] | None = None


class Outcome(NamedTuple):
    """What became of a case: its format ("" where no format fits), and the promise broken, if any."""

    format: str
    broken: Broken | None
    log: tuple[str, ...] = ()


@contextlib.contextmanager
def at_most(seconds: float, waiting: bool = False) -> Iterator[None]:
    """Raise Late after so much time of the processor, or with `waiting` of the clock.

    Where the system can't tell it isn't raised.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise Late

    number, timer = (
        (signal.SIGALRM, signal.ITIMER_REAL)
        if waiting
        else (signal.SIGVTALRM, signal.ITIMER_VIRTUAL)
    )
    old = signal.signal(number, late)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, old)


def tried(case: Case, folder: str, seconds: float = 20.0) -> Outcome:
    """Try a case; its file is written to a folder."""
    run = _Run(case, folder)
    try:
        broken = broken_by(run.all, seconds)
    finally:
        run.close()
    return Outcome(run.format, broken, tuple(run.log))


def broken_by(act: Callable[[], object], seconds: float, waiting: bool = False) -> Broken | None:
    """The promise that an act breaks, None if it breaks none; see `at_most`."""
    try:
        with at_most(seconds, waiting):
            act()
    except Broken as error:
        return error
    except Late as error:
        return Broken(HANG, f"more than {seconds:g} s, {_place(error)}")
    except Exception as error:
        return Broken(RAISED, f"{type(error).__name__}: {str(error)[:150]!r}, {_place(error)}")
    return None


def _place(error: BaseException) -> str:
    """Where in the program something was raised, and who called it."""
    frames = traceback.extract_tb(error.__traceback__)
    said = [f"{os.path.basename(one.filename)}:{one.lineno} {one.name}" for one in frames[-3:]]
    return " > ".join(said)


class _Run:
    def __init__(self, case: Case, folder: str) -> None:
        self.case = case
        self.path = os.path.join(folder, f"case{os.path.splitext(case.name)[1]}")
        self.format = ""
        self.log: list[str] = []
        self.open: list[Document | Collection] = []
        self._guests: list[Document] = []

    def close(self) -> None:
        for one in self.open:
            if one.source is not None:
                one.source.close()

    def all(self) -> None:
        case = self.case
        with open(self.path, "wb") as file:
            file.write(case.data)
        try:
            document = viewer.open(self.path)
        except Unreadable:
            return  # a sentence said so
        self.open.append(document)
        self.format = document.format
        self.unedited_run(document, case.data, UNTOUCHED)
        for question in case.questions:
            self.log.append(question.__name__)
            question(self.path, random.Random(f"{case.seed}/{question.__name__}"))
        before = _digests(document)
        self.edit(document)
        if not FORMATS[self.format].load().writable:
            self.undo(document, before)
            return
        after = _digests(document)
        count = self.undo(document, before)
        for _ in range(count):
            document.redo()
        if _digests(document) != after:
            raise Broken(UNDONE, "undone and done again it isn't what it was")
        if self.save(document):
            self.untouched_saved()
        while document.undo() is not None:
            pass
        _same_bytes(written(document)[0], case.data, UNDONE, "saved, then undone")

    def edit(self, document: Document) -> None:
        for number in self.case.edits:
            name = edit(document, random.Random(f"{self.case.seed}/{number}"), self.guest())
            self.log.append(f"{number} {name}")

    def guest(self) -> Document | None:
        """The other file, opened once; None if there is none that can be read."""
        if self.case.guest is not None and not self._guests:
            name, data = self.case.guest
            with contextlib.suppress(Unreadable):
                self._guests = [Document(load_source(BytesSource(data, name)))]
        return self._guests[0] if self._guests else None

    def unedited_run(self, document: Document, data: bytes, kind: str) -> None:
        if document.modified:
            raise Broken(MODIFIED, "modified when it was opened")
        losses = document.losses()
        if losses:
            raise Broken(kind, f"a loss of an untouched file: {losses[0].words.text()}")
        _same_bytes(written(document)[0], data, kind, "untouched")

    def undo(self, document: Document, before: list[str]) -> int:
        """Undo everything; how many steps that were."""
        count = 0
        while document.undo() is not None:
            count += 1
        if document.modified:
            raise Broken(MODIFIED, "modified though all is undone")
        if _digests(document) != before:
            raise Broken(UNDONE, "undone it isn't what was read")
        if FORMATS[self.format].load().writable:
            _same_bytes(written(document)[0], self.case.data, UNDONE, "undone")
        return count

    def save(self, document: Document) -> bool:
        """Save with what is lost, read back, compare; whether it can be read back as it is."""
        losses = document.losses()
        document.save(allow_loss=True)
        named: dict[int, set[tuple[str, int | None]]] = {}
        whole = {loss.kind for loss in losses} & OF_THE_FILE
        for loss in losses:
            if loss.kind not in OF_THE_FILE and loss.kind != OF_THE_TEXT:
                named.setdefault(loss.record, set()).add((loss.kind, loss.node))
        try:
            read = viewer.load(self.path)
        except Unreadable as error:
            if "format" in whole:
                return False
            raise Broken(UNREADABLE, str(error)) from None
        self.open.append(read)
        if whole - {"closed", "variant"}:
            return "format" not in whole
        if read.format != self.format:
            raise Broken(OTHER, f"saved as {self.format}, read as {read.format}")
        if len(read) != len(document):
            said = f"{len(document)} records saved, {len(read)} read"
            raise Broken(COUNT, said + (f"; losses: {_told(losses)}" if losses else ""))
        needless: list[str] = []
        for index in range(len(read)):
            two = document.record(index), read.record(index)
            needless += _compared(*two, named.pop(index, set()), document.flowing)
        if needless:
            raise Broken(NEEDLESS, "; ".join(needless[:3]))
        return True

    def untouched_saved(self) -> None:
        """What was saved keeps its bytes as any other file."""
        with open(self.path, "rb") as file:
            data = file.read()
        document = viewer.open(self.path)
        self.open.append(document)
        self.unedited_run(document, data, RESAVED)


def _told(losses: Sequence[Loss]) -> str:
    return "; ".join(dict.fromkeys(loss.words.text() for loss in losses[:3]))


def _same_bytes(written: bytes, data: bytes, kind: str, when: str) -> None:
    if written == data:
        return
    both = zip(written, data, strict=False)
    at = next((place for place, (a, b) in enumerate(both) if a != b), min(len(written), len(data)))
    was, now = data[max(0, at - 12) : at + 30], written[max(0, at - 12) : at + 30]
    raise Broken(kind, f"{when}, at {at} of {len(data)}: {was!r} is written as {now!r}")


def _digests(document: Document) -> list[str]:
    return [document.record(index).digest() for index in range(len(document))]


# ------------------------------------------------------------------------------------ comparing


def _compared(
    record: Record, read: Record, named: set[tuple[str, int | None]], flowing: bool
) -> list[str]:
    """Raise Broken for what no loss named; what was named and is there all the same."""
    found = list(lost(_meant(record, flowing), _meant(read, flowing)))
    if _turn(record) == _turn(read):  # said by the start, or by the first move
        found = [one for one in found if one.kind != "start"]
    same_start = not any(one.kind == "start" for one in found)
    unnamed = [
        one
        for one in found
        if (one.kind, one.node) not in named and not (same_start and one.kind in _SAYS_START)
    ]
    if unnamed:
        rest = f" and {len(unnamed) - 1} more" if len(unnamed) > 1 else ""
        raise Broken(UNNAMED, _shown(unnamed[0]) + rest)
    differ = {(one.kind, one.node) for one in (*found, *lost(record, read))} if named else set()
    if _turn(record) != _turn(read):  # by a first move that isn't there any more
        differ.add(("start", record.root.id))
    return [f"{kind} at {node} is not lost" for kind, node in sorted(named - differ, key=str)]


def _shown(one: ItemDifference) -> str:
    return f"{one.kind} at {one.node}: {one.before!r:.160} is read as {one.after!r:.160}"


def _turn(record: Record) -> str:
    game = game_of(record.game)
    return game.setup_text(game.start_of(record))


def _meant(record: Record, flowing: bool) -> Record:
    """A copy with the moves that are meant, the start spelt out, comments as shown, marks in any order."""
    game = game_of(record.game)
    states = States(game, record)
    copies: dict[int, Node] = {}
    for node in record.walk():
        action = states.at(node).action if node.parent is not None else node.action
        parent = None if node.parent is None else copies[node.parent.id]
        notes = dict(node.notes)
        for facet in (COMMENT, BEFORE):
            if facet in notes:
                notes[facet] = shown(str(notes[facet]).replace(_ITEM, ""), flowing)
        if node.marks:
            notes[MARKS] = tuple(sorted(node.marks))
        copies[node.id] = Node(node.id, parent, action, notes)
    for node in record.walk():
        copies[node.id].children = tuple(copies[child.id] for child in node.children)
    root = copies[record.root.id]
    root.action = Setup(game.setup_text(game.start(record.setup)))
    return Record(record.game, root, record.headers, nodes=copies)
