"""Writing a file so that at every moment either the old one or the new one is whole.

Usual way: a temporary file beside the target, written, fsynced, given what the target has beside its
bytes (owner, permission bits, extended attributes), renamed over it. A file that has other names as
well (hard links), whose attributes can't be given to another, or whose folder takes no new files is
written in place, after all of the new content and a copy of the old have been put beside it (or, in such
a folder, aside).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from viewer.base.digests import BlockDigests, FileSnapshot
from viewer.base.files import SYSTEM, Attributes, FileSystem, Stamp
from viewer.base.layers import RecodedSource, bare, file_of
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.packed import PackedSource
from viewer.base.source import BLOCK, Piece, Source, piece_blocks, piece_bytes
from viewer.base.streams import Packer, packer_for
from viewer.base.system_errors import error_words
from viewer.base.temporary import KEPT
from viewer.document.saving.leftovers import clear_leftovers, overwrite, pour
from viewer.formats.format import Loss

if TYPE_CHECKING:
    from viewer.base.cooperative import Checkpoint


Ready = Callable[[str], None]
"""Takes the path of a temporary file with all of the new content, on the disk, before it becomes the file."""


class SaveError(Exception):
    """A file couldn't be written; the one that was there is whole. `reason` is a clear sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class ChangedUnderneath(SaveError):
    """Another program has written the file since it was read or saved here."""

    def __init__(self, path: str) -> None:
        super().__init__(
            message("{path} was changed by another program since it was opened here.", path=path)
        )


class LossRefused(Exception):
    """Saving would lose something; `losses` says what.

    `other`: options that lose nothing, where somebody looked for them.
    """

    def __init__(self, losses: Iterable[Loss]) -> None:
        self.losses = tuple(losses)
        self.other: dict[str, str] | None = None
        super().__init__("; ".join(loss.words.text() for loss in self.losses[:5]))


def save_pieces(
    path: str,
    pieces: Iterable[Piece],
    source: Source | None,
    files: FileSystem = SYSTEM,
    rest: Checkpoint | None = None,
    *,
    as_is: bool = False,
    hashed: bool = False,
    ready: Ready | None = None,
) -> FileSnapshot:
    """Write a file made of bytes and of spans of a source. Returns it as it was written, `hashed` if wanted.

    A name that ends in .gz or .zst gets a packed file, unless the bytes are to be written as they are.
    `ready` is called before the old file is touched. Symlinks are followed, so that the link stays a link.
    What killed processes left behind in the folder is cleared. Raises SaveError, with the old file whole and
    no temporary file left.
    """
    try:
        target = files.real_path(path)
        has = files.attributes(target)
        packed = bare(source)
        packed = packed.inner if isinstance(packed, RecodedSource) else packed
        if has is not None and isinstance(packed, PackedSource):
            _check_packed(path, target, packed, files)
        if has is not None and not files.file_writable(target):
            raise SaveError(message("{path} is read-only: it can't be written over.", path=path))
        clear_leftovers(target, files)
        told = _told(pieces, source, rest)
        contents = BlockDigests() if hashed else None
        return _write(_Target(path, target, has, as_is, ready), told, source, files, rest, contents)
    except OSError as error:
        raise SaveError(words_of(path, error)) from error


def _told(
    pieces: Iterable[Piece], source: Source | None, rest: Checkpoint | None
) -> Iterator[Piece]:
    """The pieces in blocks; others may work between two, and see how far it is."""
    size, written = 0 if source is None else source.size, 0
    for piece in pieces:
        for block in piece_blocks(piece):
            yield block
            written += len(block) if isinstance(block, bytes) else block.length
            if rest is not None:
                rest(size + min(written, size), 2 * size)


class _Target(NamedTuple):
    """Where is written: the path that was asked for, the real one, and what the file there has.

    `as_is`: whether bytes aren't packed, whatever the file's name. `ready`: see `Ready`.
    """

    asked: str
    path: str
    has: Attributes | None
    as_is: bool = False
    ready: Ready | None = None


def _check_packed(path: str, target: str, source: PackedSource, files: FileSystem) -> None:
    """A packed file is not written over where its rest would be lost, or while it is being read."""
    if files.real_path(source.name) != target:
        return
    if source.problem is not None:
        raise SaveError(
            message(
                "{path} couldn't be unpacked to its end; what was read can be saved under another name.",
                path=path,
            )
        )
    if not files.folder_writable(target):
        raise SaveError(
            message(
                "{path} is packed and its folder takes no new files; save it under another name.",
                path=path,
            )
        )


def write_file(
    path: str, pieces: Iterable[Piece], source: Source | None, files: FileSystem = SYSTEM
) -> None:
    """`save_pieces` for callers that keep no document."""
    save_pieces(path, pieces, source, files)


def words_of(path: str, error: OSError) -> Message:
    """Why a file couldn't be saved."""
    why = error_words(error)
    return message("{path} couldn't be saved: {why}.", path=path, why=why)


def _copy(
    pieces: Iterable[Piece],
    source: Source | None,
    fd: int,
    files: FileSystem,
    packer: Packer | None,
    contents: BlockDigests | None,
) -> None:
    """Write pieces to a descriptor, small ones gathered; what is written is added to `contents`."""
    gathered: list[bytes] = []
    size = 0

    def write() -> None:
        data = b"".join(gathered)
        if contents is not None:
            contents.add(data)
        files.write(fd, data)

    for piece in pieces:
        data = piece_bytes(piece, source)
        if packer is not None:
            data = packer.pack(data)
        gathered.append(data)
        size += len(data)
        if size >= BLOCK:
            write()
            gathered, size = [], 0
    if packer is not None:
        gathered.append(packer.finish())
    if gathered:
        write()


def _write(
    target: _Target,
    pieces: Iterable[Piece],
    source: Source | None,
    files: FileSystem,
    rest: Checkpoint | None,
    contents: BlockDigests | None,
) -> FileSnapshot:
    """All of the new content into a file of its own first; then that for the old one."""
    beside = target.has is None or files.folder_writable(target.path)
    make = files.create_beside if beside else files.create_aside
    fd, new = make(target.path)
    try:
        packer = None if target.as_is else packer_for(target.path)
        _copy(pieces, source, fd, files, packer, contents)
        with contextlib.nullcontext() if rest is None else rest.apart():
            files.sync(fd)
        stamp = files.stamp(fd)
        if target.ready is not None:
            target.ready(new)
        if beside and _take_attributes(new, target, files):
            if os.name == "nt":  # an open file can't be renamed there
                files.close(fd)
                fd = -1
            files.replace(new, target.path)
            stamp = _stamp_after(stamp, target.path, files)
        else:
            stamp = _write_in_place(target, new, source, files)
        return FileSnapshot(stamp, contents)
    finally:
        with contextlib.suppress(OSError):
            files.remove(new)
        if fd >= 0:
            files.close(fd)


def _take_attributes(new: str, target: _Target, files: FileSystem) -> bool:
    """Give the new file what the old one has; False where it can't have all of it."""
    if target.has is None:
        files.set_mode(new, files.new_file_mode())
        return True
    if target.has.links > 1:
        return False
    try:
        files.set_attributes(new, target.has)
    except OSError:
        return False
    return True


def _stamp_after(stamp: Stamp, path: str, files: FileSystem) -> Stamp:
    """The stamp of a file that was renamed, unless another one stands there by now.

    Nothing here is a failure to save: the new file stands. Some file systems can't sync a folder.
    """
    with contextlib.suppress(OSError):
        files.sync_folder(path)
    with contextlib.suppress(OSError):
        now = files.stamp_of(path)
        if now is not None and now._replace(changed_ns=stamp.changed_ns) == stamp:
            return now
    return stamp


def _write_in_place(target: _Target, new: str, source: Source | None, files: FileSystem) -> Stamp:
    """Write the content of `new` over a file, with a copy of what it held beside it meanwhile.

    If writing fails half-way the old content is put back, and if even that fails the copy stays and
    the error names it. The copy stays as well where the process is killed.
    """
    beside = files.folder_writable(target.path)
    fd, old = (files.create_beside if beside else files.create_aside)(target.path, KEPT)
    keep = False
    try:
        pour(target.path, fd, files)
        files.sync(fd)
        file = file_of(source)
        if file is not None and file.stands_in(target.path):
            file.read_from(old)
        try:
            return overwrite(target.path, new, files)
        except BaseException as error:
            try:
                overwrite(target.path, old, files)
            except OSError:
                keep = True
                raise SaveError(
                    message(
                        "{path} couldn't be saved: {why}. What it held before is kept in {copy}.",
                        path=target.asked,
                        why=error_words(error),
                        copy=old,
                    )
                ) from error
            raise
    finally:
        files.close(fd)
        if not keep:
            with contextlib.suppress(OSError):
                files.remove(old)
