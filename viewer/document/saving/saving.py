"""How a document is saved: in which format, what that loses, and what its file lacks since."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Protocol

from viewer.base.digests import QUICK, BlockDigests, FileSnapshot
from viewer.base.files import FileSystem, Stamp, answers
from viewer.base.layers import file_of
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.source import FileSource, Source, digests_of
from viewer.document.edits import History, StartedCollection
from viewer.document.records import Records
from viewer.document.saving.losses import GONE, CooperativeCollection, remaining
from viewer.document.saving.save import (
    ChangedUnderneath,
    LossRefused,
    Ready,
    SaveError,
    save_pieces,
    words_of,
)
from viewer.document.saving.saved import ReformattedCollection, SavedFile
from viewer.formats import FORMATS
from viewer.formats.capabilities import Judged
from viewer.formats.detect import checked, load_source, suffix_of
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection, Format, Loss, Output, Unreadable, Unwritable
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.fresh import fullest, is_small
from viewer.formats.kit.collections import UNSURE
from viewer.tree.diagnostic import Severity
from viewer.tree.diff import differences

if TYPE_CHECKING:
    from viewer.base.cooperative import Checkpoint

_ASKED = 50
"""Records that are asked for their game."""
_TRIED_NODES = 20_000
"""Nodes of a record up to which a file just written is read for its codec."""
_SOME = 8
"""Records with losses by which options are tried."""
_OF_FILE = frozenset({"closed", "records", "encoding", "format", "variant", GONE})
"""Kinds of losses that are of the file as a whole (see `Loss`)."""
_NOT_ONE_BY_ONE = frozenset({"record", "records", "format", GONE})
"""Kinds of losses with which the file hasn't one record for each of the document."""


class DocumentFile:
    """What is known of a document's file."""

    def __init__(self, files: FileSystem, source: Source | None) -> None:
        """`source` is the file that was opened, if any."""
        self._files = files
        self._opened: FileSource | None = file_of(source)
        self._known = None if self._opened is None else FileSnapshot(self._opened.stamp, None)

    def written(self, known: FileSnapshot) -> None:
        """The file was saved."""
        self._known, self._opened = known, None

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the file as last read or written here, None for a document without a file."""
        return None if self._known is None else self._known.stamp

    def changed(self, path: str, *, closely: bool = False) -> bool:
        """Whether the file is gone, or another program wrote other bytes.

        `closely`: also compare the contents of a file whose stamp is unchanged, and of a large one whose
        stamp has changed, which takes a second for a gigabyte. Raises OSError.
        """
        known = self._known
        if known is None:
            return False
        now = self._files.stamp_of(path)
        if now is None:
            return True
        quick = now.size <= QUICK
        if now == known.stamp and not (closely and quick):
            return False
        same_size = now.size == known.stamp.size
        compare = same_size and (closely or quick) and self._contents is not None
        return self.changed_by(
            FileSnapshot(now, digests_of(self._files, path) if compare else None)
        )

    def changed_by(self, now: FileSnapshot | None) -> bool:
        """Whether a snapshot of the file shows other bytes than were last read or written here.

        None stands for a file that is gone. Without digests only stamps are compared.
        """
        known = self._known
        if known is None or now is None:
            return known is not None
        if now.stamp.size != known.stamp.size:
            return True
        contents = self._contents
        if contents is None or now.contents is None:
            # Backups and desktops touch an inode without writing into the file.
            return now.stamp._replace(changed_ns=known.stamp.changed_ns) != known.stamp
        if now.contents != contents:
            return True
        self._known = FileSnapshot(now.stamp, contents)
        return False

    @property
    def _contents(self) -> BlockDigests | None:
        """Digests of the file as last read or written here, None if it wasn't hashed."""
        if self._opened is not None:
            return self._opened.contents
        return None if self._known is None else self._known.contents


class Nearest(NamedTuple):
    """A format that a document can be saved in, with the option that loses least.

    `losses` is None where it wasn't tried.
    """

    entry: FormatEntry
    options: dict[str, str] | None
    losses: tuple[Loss, ...] | None


class Savable(Collection, Protocol):
    """A document as it is saved: a collection that has a history and may have a file.

    Attributes:
        path: of the file, None for a document that was never saved.
        history: the undo history, which knows what is saved.
    """

    path: str | None
    history: History


class Saving:
    """The file of a document and what becomes of it.

    Attributes:
        lacking: what the file doesn't have of the document, since it was saved in spite of losses.
        terms: id of the format that the document was read as: its records have that format's headers and
            comments, whatever they are saved in.
    """

    def __init__(self, document: Savable, records: Records, files: FileSystem) -> None:
        self._document = document
        self._records = records
        self._files = files
        self._disk = DocumentFile(files, records.collection.source)
        self._begun = records.collection  # as it was opened
        self._options: Mapping[str, str] | None = None
        self.terms = records.collection.format
        self.lacking: tuple[Loss, ...] = ()
        # Codec of text in the file, where it was saved as something else than it was read as.
        self._encoding: str | None = None

    @property
    def encoding(self) -> str | None:
        """The codec of the file's text, where it isn't the one that was read."""
        return self._encoding

    def format_for(self, path: str) -> Format:
        """The format that a file of this name is saved in: by its suffix, else as it is now.

        A file whose suffix names another format than it has keeps its format under that suffix.
        """
        document = self._document
        suffix = suffix_of(path)
        misnamed = document.path is not None and suffix == suffix_of(document.path)
        if suffix not in FORMATS[document.format].suffixes and not misnamed:
            for entry in FORMATS.values():
                if suffix in entry.suffixes:
                    return entry.load()
        return FORMATS[document.format].load()

    def options_for(
        self, target: str, format_: Format, options: Mapping[str, str] | None
    ) -> Mapping[str, str] | None:
        """Options given, else what another suffix asks for, else those that were chosen before."""
        if options is not None:
            return options
        path = self._document.path
        suffix = suffix_of(target)
        if path is None or suffix != suffix_of(path):
            asked = format_.options_for(suffix)
            if asked:
                return asked
        return self._options if format_.id == self._document.format else None

    def output(
        self,
        target: str,
        format_: Format,
        options: Mapping[str, str] | None,
        rest: Checkpoint | None = None,
        only: Sequence[int] | None = None,
        named: str = "",
    ) -> Output:
        """What can be written of the document, with all that is lost. Raises SaveError.

        `named` is the name under which the file will be opened, if it isn't the target's.

        With a `rest` it is the document as it stands now, whatever is edited until all is written. With
        `only` it is the records at these indices.
        """
        try:
            collection, gone = remaining(self._document, self._records)
            indices = collection.order if isinstance(collection, OrderedCollection) else None
            if only is not None:
                kept = set(only) if indices is None else set(only).intersection(indices)
                indices = sorted(kept)
            written = indices
            if written is None and format_.id == self.terms and self._is_only_begun():
                written = ()
            if written is not None:
                collection = OrderedCollection(self._document, written)
            if rest is not None:
                frozen = self._records.frozen()
                stands = frozen if written is None else OrderedCollection(frozen, written)
                collection = CooperativeCollection(stands, rest)
            if collection.format != self.terms:
                collection = ReformattedCollection(collection, self.terms, collection.variant)
            output = format_.write(collection, options)
            name = named or target or f"new.{FORMATS[format_.id].suffixes[0]}"
            output = checked(output, collection, name, format_)
        except Unwritable as error:
            raise SaveError(error.reason) from error
        except OSError as error:
            raise SaveError(words_of(target, error)) from error
        if indices is not None:
            losses = [loss._replace(record=indices[loss.record]) for loss in output.losses]
            output = output._replace(losses=(*gone, *losses))
        return output

    def _is_only_begun(self) -> bool:
        """Whether the file had no record, and the new one that it got is the only one and as it was made."""
        if not isinstance(self._begun, StartedCollection) or len(self._document) != 1:
            return False
        new, now = self._begun.record(0), self._document.record(0)
        return next(differences(new, now), None) is None

    def losses(self, path: str | None, options: Mapping[str, str] | None) -> tuple[Loss, ...]:
        """What saving (under a name) would lose. Raises SaveError where it can't be saved at all."""
        target = path or self._document.path or ""
        format_ = self.format_for(target)
        return self._in_form(target, format_, options)[0].losses

    def _in_form(
        self,
        target: str,
        format_: Format,
        options: Mapping[str, str] | None,
        rest: Checkpoint | None = None,
        named: str = "",
    ) -> tuple[Output, Mapping[str, str] | None]:
        """What is written, with options; a new file in another format takes the form that loses least."""

        def written(some: Mapping[str, str] | None) -> Output:
            return self.output(target, format_, some, rest, named=named)

        options = self.options_for(target, format_, options)
        if options is not None or format_.id == self._document.format:
            return written(options), options
        return fullest(format_, self._document, written)

    def lossless(
        self,
        path: str | None,
        options: Mapping[str, str] | None,
        lost: Sequence[Loss] | None = None,
        rest: Checkpoint | None = None,
    ) -> dict[str, str] | None:
        """Options for saving in the same format that lose nothing, if any do.

        None where the text is likelier in another codec than the one it is read in: letters that are wrong
        stay what their bytes are.

        `lost` is what the others lose, where that is known. All records are only written with options
        that lose nothing of some that lost something.
        """
        target = path or self._document.path or ""
        format_ = self.format_for(target)
        known = dict(self.options_for(target, format_, options) or {})
        if lost is None:
            lost = self.output(target, format_, known or None, rest).losses
        if not lost:
            return known
        if any(loss.kind == GONE for loss in lost) or self._is_misread():
            return None
        records = {loss.record for loss in lost if loss.kind not in _OF_FILE}
        some = sorted(records)[:_SOME]
        for option in format_.each_option(self._document.record(0).game, known):
            other = {**known, **option}
            if other == known or (some and self._loses_of(some, target, format_, other, rest)):
                continue
            if not self.output(target, format_, other, rest).losses:
                return other
        return None

    def _is_misread(self) -> bool:
        """Whether a finding says that the text is likelier in another codec."""
        collection = self._records.collection
        if isinstance(collection, Judged):
            collection.ask()
        found = self._document.diagnostics
        return any(one.code == UNSURE and one.severity is Severity.WARNING for one in found)

    def _loses_of(
        self,
        indices: Sequence[int],
        target: str,
        format_: Format,
        options: Mapping[str, str],
        rest: Checkpoint | None,
    ) -> bool:
        """Whether anything of some records is lost, whatever is lost of the file as a whole."""
        if len(indices) == len(self._document):
            return False  # the whole file will tell
        losses = self.output(target, format_, options, rest, indices).losses
        return any(loss.kind not in _OF_FILE for loss in losses)

    def nearest(self) -> Nearest | None:
        """The writable format that loses least of the document; None where no other holds its game.

        Of equally good ones the first of the registry. Large documents aren't tried: the first is taken.
        """
        document = self._document
        records = [document.record(index) for index in range(min(len(document), _ASKED))]
        games = {record.game for record in records}
        large = not is_small(document)
        best: Nearest | None = None
        for entry in FORMATS.values():
            format_ = entry.load()
            if not format_.writable or not games <= set(entry.games):
                continue
            for options in (None, *format_.each_option(records[0].game)):
                if best is not None and large:
                    return best
                try:
                    losses = None if large else self.output("", format_, options).losses
                except SaveError:
                    continue
                if losses == ():
                    return Nearest(entry, options, losses)
                if best is None or len(losses or ()) < len(best.losses or ()):
                    best = Nearest(entry, options, losses)
        return best

    def save(
        self,
        target: str,
        options: Mapping[str, str] | None,
        allow_loss: bool,
        overwrite_changes: bool,
        rest: Checkpoint | None = None,
        named: str = "",
        ready: Ready | None = None,
    ) -> tuple[SavedFile, Sequence[int] | None]:
        """See `Document.save`. What was written, and keys of its records (None where it isn't known)."""
        if not answers(self._files, target):
            raise SaveError(
                message("{path} can't be saved: its disk or network doesn't answer.", path=target)
            )
        document = self._document
        format_ = self.format_for(target)
        mark = document.history.now()
        order = self._records.order[:]
        output, options = self._in_form(target, format_, options, rest, named)
        if output.losses and not allow_loss:
            raise LossRefused(output.losses)
        same = document.path is not None and self._same(target, document.path)
        if same and not overwrite_changes:
            self._check_unchanged(target)
        written = save_pieces(
            target, output.pieces, document.source, self._files, rest, hashed=True, ready=ready
        )
        lacking = tuple([loss for loss in output.losses if loss.kind != "closed"])
        encoding = self._encoding
        if options or format_.id != self._records.collection.format:
            encoding = self._encoding_in(target)
        variant = format_.variant_of(document, options)
        saved = SavedFile(target, format_.id, variant, options, encoding, lacking, written)
        self.take(saved)
        document.history.set_clean(not lacking, mark)
        other = any(loss.kind in _NOT_ONE_BY_ONE for loss in lacking)
        return saved, None if other else order

    def take(self, saved: SavedFile) -> None:
        """The document is what it was saved as."""
        self.written(saved.known)
        self._document.path, self._options = saved.path, saved.options
        self.lacking = saved.lacking
        self._encoding = saved.encoding
        collection = self._records.collection
        self._records.collection = ReformattedCollection(collection, saved.format, saved.variant)

    def written(self, known: FileSnapshot) -> None:
        """The file is known to be like this."""
        self._disk.written(known)

    def _encoding_in(self, path: str) -> str | None:
        """The codec of the text in a file that was just written; None where it isn't worth the time."""
        if len(self._document.record(0).nodes) > _TRIED_NODES:
            return None
        with (
            contextlib.suppress(Unreadable, OSError),
            closing(FileSource(path, self._files)) as file,
        ):
            return load_source(file).record(0).encoding
        return None

    def _same(self, a: str, b: str) -> bool:
        return self._files.real_path(a) == self._files.real_path(b)

    def _check_unchanged(self, path: str) -> None:
        try:
            there = self._files.stamp_of(path) is not None
            changed = there and self._disk.changed(path, closely=True)
        except OSError as error:
            raise SaveError(words_of(path, error)) from error
        if changed:
            raise ChangedUnderneath(path)

    def changed_on_disk(self) -> bool:
        """Whether the file is gone or another than the one that was read or saved last. Raises OSError."""
        path = self._document.path
        return path is not None and self._disk.changed(path)

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the file as last read or written here, None without a file."""
        return None if self._document.path is None else self._disk.stamp

    def changed_by(self, now: FileSnapshot | None) -> bool:
        """Whether a snapshot of the file (None: it is gone) shows a change by another program."""
        return self._disk.changed_by(now)
