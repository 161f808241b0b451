"""Records, branches and positions as texts that other programs read: PGN, KIF, SGF, links and the like.

Each is written by a format; `pasting` reads it back like a file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message, sentences
from viewer.base.named import NamedTuple
from viewer.base.source import piece_blocks, piece_bytes
from viewer.document.clip import clip_records
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.document.record_set import BranchSet, RecordSet
from viewer.document.saving.losses import CooperativeCollection
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry, TextForm
from viewer.formats.format import Collection as Records
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Setup, is_ply
from viewer.tree.node import Node
from viewer.tree.record import Record

_UTF8 = "utf-8"
_MARK = "\ufeff"


class CopiedText(NamedTuple):
    """A text, and sentences about what it lacks of what was copied."""

    text: str
    lacks: tuple[Message, ...] = ()


def with_lacks(words: Message, lacks: Iterable[Message]) -> Message:
    """The sentence that says what was copied, extended by what the text lacks."""
    told = list({str(lack): lack for lack in lacks}.values())
    if not told:
        return words
    if len(told) == 1:
        return sentences([words, told[0]])
    return counted(
        "{copied} {lack} One thing more is left out.",
        "{copied} {lack} {count} things more are left out.",
        len(told) - 1,
        copied=words,
        lack=told[0],
    )


# ----------------------------------------------------------------------------------------- forms


def forms_of(game: str) -> Iterator[tuple[FormatEntry, TextForm]]:
    """The text forms in which records and positions of a game can be copied."""
    for entry in FORMATS.values():
        if game in entry.games:
            for form in entry.texts:
                yield entry, form


def form_of(id: str) -> tuple[FormatEntry, TextForm]:
    """The text form of an id, with its format. Raises KeyError."""
    for entry in FORMATS.values():
        for form in entry.texts:
            if form.id == id:
                return entry, form
    raise KeyError(id)


def customary(game: str, several: bool = False) -> FormatEntry | None:
    """The format whose text players of a game customarily exchange; None if there is none.

    For `several` records, one that holds several.
    """
    for entry, form in forms_of(game):
        if not form.position and not (several and entry.load().single):
            return entry
    return None


# ----------------------------------------------------------------------------------------- texts


def records_text(records: Records, style: str, entry: FormatEntry | None = None) -> CopiedText:
    """At least one record as the text of a format, by default the customary one.

    Without a customary format, their moves in the notation `style`, a line each.
    """
    first = records.record(0)
    entry = entry or customary(first.game, len(records) > 1)
    if entry is not None:
        return as_text(records, entry)
    lines = []
    for index in range(len(records)):
        record = records.record(index)
        lines.append(_line(States(game_of(record.game), record), record.root, style))
    lacks = tuple([lack for line in lines for lack in line.lacks])
    return CopiedText("\n".join(line.text for line in lines), lacks)


class ClipboardContent(NamedTuple):
    """Records for the clipboard: in Qipu's own form, and as text."""

    own: str
    text: CopiedText


def copied(
    records: RecordSet, style: str, entry: FormatEntry | None = None
) -> Iterator[JobStep[ClipboardContent]]:
    """A job that copies the current records, as text of a format, by default the customary one.

    With a format there is no own form. The job raises OSError.
    """
    chosen = records.collection()

    def work(rest: Checkpoint) -> ClipboardContent:
        resting = CooperativeCollection(chosen, rest, passages=3)
        lines = []
        if entry is None:
            lines.append(clip_records.head(chosen.format))
            for index in range(len(chosen)):
                lines.append(clip_records.line(clip_records.carried(resting, index)))
        return ClipboardContent("\n".join(lines), records_text(resting, style, entry))

    return cooperative_job(work)


def text_of(records: RecordSet, style: str) -> CopiedText:
    """Records as the customary text. Raises OSError."""
    if isinstance(records, BranchSet) and customary(records.states.game.id) is None:
        return _line(records.states, records.node, style)
    return records_text(records.collection(), style)


def position_text(document: Document, key: int, node: Node, entry: FormatEntry) -> CopiedText:
    """The position at a node as the text of a format."""
    states = document.states(key)
    setup = Setup(states.game.setup_text(states.at(node)))
    record = Record(states.record.game, Node(0, None, setup))
    copied = as_text(MemoryCollection(entry.id, [record]), entry)
    last = (
        states.game.notation(states.at(node), states.game.notations[0].id)
        if is_ply(node.action)
        else ""
    )
    return copied._replace(text=entry.load().with_last_move(copied.text, last)) if last else copied


def position_line(game: Game[State], state: State) -> str:
    """A position as a line of text: as other programs read it, unless Qipu would read it as another one."""
    text, whole = game.copied_position(state), game.setup_text(state)
    with contextlib.suppress(ValueError):
        if game.parse_setup(text).text == whole:
            return text
    return whole


def _line(states: States, top: Node, style: str) -> CopiedText:
    """The moves of the first line from a node on, numbered as usual."""
    game = states.game
    numbering = game.numbering(states.at(states.record.root))
    words: list[str] = []
    forks = False
    for node in top.main_line():
        forks |= len(node.children) > 1
        state = states.at(node)
        text = game.notation(state, style)
        if not text:
            continue
        number, second = numbering.at(state.ply)
        if numbering.by_ply or not second:
            words.append(f"{number}.")
        elif not words:
            words.append(f"{number}...")
        words.append(text)
    lacks = (message("As text it is the first line only."),) if forks else ()
    return CopiedText(" ".join(words), lacks)


def as_text(collection: Records, entry: FormatEntry) -> CopiedText:
    """Records as the text of a file of a format.

    In the format they were read from they keep their bytes, as far as these are UTF-8: what a
    text says about its encoding has to be true when it is pasted into a file. Raises OSError.
    """
    if entry.id == collection.format:
        copied = _written(entry, collection)
        if copied is not None:
            return copied
    records = list(map(collection.record, range(len(collection))))
    kept = MemoryCollection(
        collection.format, list(map(_in_utf8, records)), source=collection.source
    )
    bare = MemoryCollection(collection.format, list(map(_bare, records)))
    encodings = entry.load().encodings
    return _written(entry, kept) or _written(entry, bare, (_UTF8, *encodings)) or CopiedText("")


def _in_utf8(record: Record) -> Record:
    """The record with UTF-8 as its encoding; nodes are shared."""
    return Record(record.game, record.root, record.headers, _UTF8, record.facts, record.nodes)


def _bare(record: Record) -> Record:
    """The record without facts."""
    return RecordData.of(record).bare()._replace(encoding=_UTF8).record()


def _written(
    entry: FormatEntry, collection: Records, codecs: Sequence[str] = (_UTF8,)
) -> CopiedText | None:
    """The text of a file in the first encoding that fits; None if none does."""
    output = entry.load().write(collection)
    data = b"".join(
        piece_bytes(block, collection.source)
        for piece in output.pieces
        for block in piece_blocks(piece)
    )
    lacks = tuple([loss.words for loss in output.losses])
    for codec in codecs:
        with contextlib.suppress(UnicodeDecodeError):
            return CopiedText(data.decode(codec).removeprefix(_MARK), lacks)
    return None
