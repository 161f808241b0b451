"""Write the first record of a collection as a JKF file."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.spans import Piece
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.jkf.content import JkfContent, content_of
from viewer.formats.jkf.emit import Emission
from viewer.formats.jkf.reader import ParsedFile
from viewer.formats.kit.json.file import is_same, kept_file
from viewer.formats.kit.losses import LossSentences, losses_between, under_own_keys
from viewer.formats.kit.runs import WrittenRecord
from viewer.formats.shared.evaluations import in_comments
from viewer.formats.shared.shogi_headers import with_kif_keys
from viewer.games.shogi.position import position_of, setup_of
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("JKF holds shogi only."),
    start=message("The start position is read from JKF as {start}."),
    usual_start=message("The start position is read from JKF as the usual one."),
    header=message("JKF has no place for the header {key} as it is."),
    facet=message("JKF has no place for {what} here."),
    action=message("JKF has no place for {move}; it holds moves and ends."),
    branch=message("JKF has no place for {move}; it holds moves and ends."),
)


def write(collection: Collection) -> Output:
    """Write the first record of a collection."""
    own = collection.record(0)
    named = with_kif_keys(own, collection.format)
    written = write_record(named)
    losses = under_own_keys(written.losses, own.headers, named.headers)
    return Output(tuple(losses), iter(written.pieces))


def write_record(record: Record) -> WrittenRecord:
    """Write a record: the file it was read from with the edits, or a new file."""
    record = in_comments(record)
    kept = kept_file(record, "jkf")
    said = content_of(record)
    if kept is None:
        return _written(record, said, Emission(record, said).text())
    reading = ParsedFile(kept.text, kept.limits)
    if is_same(reading.record, record):
        return WrittenRecord((kept.raw, *kept.rest), ())
    text = Emission(record, said, reading, content_of(reading.record)).text()
    return _written(record, said, text, kept.rest)


def _written(
    record: Record, said: JkfContent, text: str, rest: tuple[Piece, ...] = ()
) -> WrittenRecord:
    data = encode(text, UTF8)
    return WrittenRecord((data, *rest), _losses(record, said, decode(data, UTF8)))


def _losses(record: Record, said: JkfContent, text: str) -> tuple[Loss, ...]:
    """The losses of a record, found by reading its file `text`."""
    read = ParsedFile(text, DEFAULT).record
    losses = losses_between(_normal(record, said), _normal(read, content_of(read)), _SENTENCES)
    return tuple(under_own_keys(losses, record.headers, said.headers))


def _normal(record: Record, said: JkfContent) -> Record:
    """A copy of a record in which equivalent actions and headers are equal, for comparing."""
    actions = {id: step.action for id, step in said.steps.items()}
    copy = record.mapped(lambda node: actions.get(node.id, node.action), said.headers)
    copy.root.action = setup_of(position_of(record.setup))
    return copy
