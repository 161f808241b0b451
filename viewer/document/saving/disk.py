"""A document's file on the disk: whether it is still what was read or written here last."""

from __future__ import annotations

from viewer.base.digests import QUICK, BlockDigests, FileSnapshot
from viewer.base.files import FileSystem, Stamp
from viewer.base.layers import file_of
from viewer.base.source import FileSource, Source, digests_of


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
