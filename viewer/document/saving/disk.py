"""A document's file on the disk: whether it is still what was read or written here last."""

from __future__ import annotations

from viewer.base.digests import BlockDigests, FileSnapshot
from viewer.base.files import FileSystem
from viewer.base.packed import file_of
from viewer.base.source import BLOCK, FileSource, Source

_QUICK = 1 << 26
"""Bytes up to which a file's contents are compared without making anybody wait."""


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

    def changed(self, path: str, *, closely: bool = False) -> bool:
        """Whether the file is gone, or another program wrote other bytes.

        `closely`: a file of which the system says that nobody touched it is compared too, and a large
        one that somebody touched is, which takes a second for a gigabyte. Raises OSError.
        """
        known = self._known
        if known is None:
            return False
        now = self._files.stamp_of(path)
        if now is None:
            return True
        quick = now.size <= _QUICK
        if now == known.stamp and not (closely and quick):
            return False
        if now.size != known.stamp.size:
            return True
        contents = known.contents if self._opened is None else self._opened.contents
        if contents is None or not (closely or quick):
            # Backups and desktops touch an inode without writing into the file.
            return now._replace(changed_ns=known.stamp.changed_ns) != known.stamp
        if self._contents_of(path) != contents:
            return True
        self._known = FileSnapshot(now, contents)
        return False

    def _contents_of(self, path: str) -> BlockDigests:
        contents = BlockDigests()
        fd = self._files.open_read(path)
        try:
            while data := self._files.read_at(fd, BLOCK, contents.size):
                contents.add(data)
        finally:
            self._files.close(fd)
        return contents
