"""Writing a file so that at every moment either the old one or the new one is whole.

Usual way: a temporary file beside the target, written, fsynced, given the target's mode, renamed
over it. Where the folder can't be written but the file can, the file is written in place, after a
copy of it and all of the new content have been put aside.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.messages import Message, message
from viewer.base.packed import PackedSource
from viewer.base.source import BLOCK, FileSource, Source, piece_blocks, piece_bytes
from viewer.base.spans import Piece
from viewer.base.streams import Packer, packer_for
from viewer.formats.format import Loss


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
    """Saving would lose something; `losses` says what."""

    def __init__(self, losses: Iterable[Loss]) -> None:
        self.losses = tuple(losses)
        super().__init__("; ".join(loss.words.text() for loss in self.losses[:5]))


def save_pieces(
    path: str, pieces: Iterable[Piece], source: Source | None, files: FileSystem = SYSTEM
) -> Stamp:
    """Write a file made of bytes and of spans of a source. Returns its stamp.

    A name that ends in .gz or .zst gets a packed file. Symlinks are followed, so that the link stays
    a link; permission bits stay. Raises SaveError, with the old file whole and no temporary file left.
    """
    try:
        target = files.real_path(path)
        exists = files.stamp_of(target) is not None
        if exists and isinstance(source, PackedSource):
            _check_packed(path, target, source, files)
        if exists and not files.file_writable(target):
            raise SaveError(message("{path} is read-only: it can't be written over.", path=path))
        if exists and not files.folder_writable(target):
            return _write_in_place(target, pieces, source, files)
        return _write_beside(target, pieces, source, files)
    except OSError as error:
        raise SaveError(_words(path, error)) from error


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


def _words(path: str, error: OSError) -> Message:
    why = error.strerror or str(error)
    return message("{path} couldn't be saved: {why}.", path=path, why=why)


def _copy(
    pieces: Iterable[Piece],
    source: Source | None,
    fd: int,
    files: FileSystem,
    packer: Packer | None,
) -> None:
    """Write pieces to a descriptor, small ones gathered."""
    gathered: list[bytes] = []
    size = 0
    read = source.inner if isinstance(source, PackedSource) else source
    for piece in pieces:
        for block in piece_blocks(piece):
            if not isinstance(block, bytes) and isinstance(read, FileSource) and read.changed():
                raise OSError("the file was changed by another program while it was open")
            data = piece_bytes(block, source)
            if packer is not None:
                data = packer.pack(data)
            gathered.append(data)
            size += len(data)
            if size >= BLOCK:
                files.write(fd, b"".join(gathered))
                gathered, size = [], 0
    if packer is not None:
        gathered.append(packer.finish())
    if gathered:
        files.write(fd, b"".join(gathered))


def _write_beside(
    target: str, pieces: Iterable[Piece], source: Source | None, files: FileSystem
) -> Stamp:
    mode = files.mode_of(target)
    fd, temporary = files.create_beside(target)
    try:
        try:
            _copy(pieces, source, fd, files, packer_for(target))
            files.sync(fd)
        finally:
            files.close(fd)
        files.set_mode(temporary, files.new_file_mode() if mode is None else mode)
        stamp = files.stamp_of(temporary)
        files.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            files.remove(temporary)
        raise
    # The new file stands. Some file systems can't sync a folder; that is no failure to save.
    with contextlib.suppress(OSError):
        files.sync_folder(target)
    if stamp is None:
        raise OSError("the file vanished while it was being saved")
    return stamp


def _write_in_place(
    target: str, pieces: Iterable[Piece], source: Source | None, files: FileSystem
) -> Stamp:
    """Write over a file in a folder that takes no new files.

    The new content is complete before the file is touched, and the old content is put aside; if
    writing fails half-way the old content is put back, and if even that fails the copy stays and
    the error names it.
    """
    new_fd, new_path = files.create_aside("new")
    try:
        try:
            _copy(pieces, source, new_fd, files, packer_for(target))
            files.sync(new_fd)
        finally:
            files.close(new_fd)
        old_path = _put_aside(target, files)
        try:
            _overwrite(target, new_path, files)
        except OSError as error:
            try:
                _overwrite(target, old_path, files)
            except OSError:
                raise OSError(f"{error}. The content it had is kept in {old_path}") from error
            files.remove(old_path)
            raise
        if isinstance(source, FileSource) and source.stands_in(target):
            source.read_from(old_path)
        files.remove(old_path)
    finally:
        with contextlib.suppress(OSError):
            files.remove(new_path)
    stamp = files.stamp_of(target)
    if stamp is None:
        raise OSError("the file vanished while it was being saved")
    return stamp


def _put_aside(target: str, files: FileSystem) -> str:
    fd, path = files.create_aside("old")
    try:
        try:
            _pour(target, fd, files)
            files.sync(fd)
        finally:
            files.close(fd)
    except BaseException:
        with contextlib.suppress(OSError):
            files.remove(path)
        raise
    return path


def _overwrite(target: str, content: str, files: FileSystem) -> None:
    fd = files.open_in_place(target)
    try:
        files.truncate(fd, _pour(content, fd, files))
        files.sync(fd)
    finally:
        files.close(fd)


def _pour(path: str, fd: int, files: FileSystem) -> int:
    """Write the content of a file to a descriptor; its length."""
    source = FileSource(path, files)
    try:
        at = 0
        while data := source.read(at, BLOCK):
            files.write(fd, data)
            at += len(data)
        return at
    finally:
        source.close()
