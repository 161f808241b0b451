"""Writes a record as a CBR file: the file it was read from, with its edits, or a new one."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, UNLIMITED
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.spans import Piece
from viewer.formats.ccbridge import CBR
from viewer.formats.ccbridge.emit import emit
from viewer.formats.ccbridge.game import layout_of, read_game
from viewer.formats.ccbridge.layout import LAYOUTS, SECOND
from viewer.formats.ccbridge.losses import losses
from viewer.formats.ccbridge.reader import RECORD, REST, read_as, variant_of
from viewer.formats.format import Collection, Format, Loss, Output, Unwritable
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.losses import under_own_keys
from viewer.formats.kit.resolved import resolved
from viewer.formats.kit.runs import pieces_of
from viewer.formats.shared.evaluations import in_comments
from viewer.tree.diff import differences
from viewer.tree.evaluation import marked_line
from viewer.tree.facts import raw_of
from viewer.tree.record import Record


class WrittenGame(NamedTuple):
    """A record as bytes.

    Attributes:
        data: the bytes of the record.
        behind: the bytes after it in the file or the slots that it was read from.
        losses: the losses in `data`.
        same: whether `data` are the bytes that were read.
    """

    data: bytes
    behind: bytes
    losses: tuple[Loss, ...]
    same: bool = False


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the first record of a collection as a file. Raises Unwritable."""
    version = int(options["version"]) if options else None
    record = collection.record(0)
    written = write_game(record, collection.format, version)
    pieces: tuple[Piece, ...] = (written.data,)
    how = read_as(record)
    if version is None and how is not None and how.format == CBR.id:
        pieces = written.data, written.behind, *pieces_of(record, REST)
    return Output(written.losses, iter(pieces))


def write_game(
    own: Record, format: str, version: int | None = None, salt: int = 0, target: Format = CBR
) -> WrittenGame:
    """Write a record that was read as `format`; a version makes a new record of it. Raises Unwritable.

    `target` is the format of the file. `salt` makes the identifiers of equal new records different.
    """
    record = resolved(in_terms_of(target, in_comments(own, marked_line), format))
    how = read_as(record) if version is None else None
    old = raw_of(record.facts, RECORD)
    layout = layout_of(old) if old is not None else None
    if old is None or layout is None or how is None:
        layout, old = LAYOUTS[version] if version else SECOND, None
        behind = b""
    else:
        limits = DEFAULT._replace(nodes=how.nodes, comment_bytes=how.comment_bytes)
        was = read_game(old, layout, limits)
        behind = old[was.end :]
        if next(differences(record, was.record), None) is None:
            return WrittenGame(old[: was.end], behind, (), True)
        if was.limit:
            raise Unwritable(
                message("The game is too large to be edited: not all of it could be read.")
            )
    emitted = emit(record, layout, old, salt)
    read = read_game(emitted.data, layout, UNLIMITED._replace(comment_bytes=len(emitted.data)))
    told = losses(record, read.record, layout.texts)
    told = tuple(under_own_keys(told, own.headers, record.headers))
    return WrittenGame(emitted.data, behind, told)


def variant_of_written(collection: Collection, options: Mapping[str, str]) -> str:
    """The name of the version that `write` makes."""
    if options:
        return variant_of(int(options["version"]))
    old = raw_of(collection.record(0).facts, RECORD) if len(collection) else None
    layout = layout_of(old) if old is not None else None
    return variant_of((layout or SECOND).version)
