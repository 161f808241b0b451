"""The files in folders, with what comes, goes and changes there, without ever waiting for a disk.

Folders are looked at in a thread of their own, as files are in `viewer.base.watching`. A look at each
folder's stamp tells of files that came or went or were replaced; a file that is written in place changes no
folder, so all files are looked at from time to time too, and new ones until they rest. That takes little,
needs no more of the system than any disk and network share offers, and has no limit on the number of folders.
"""

from __future__ import annotations

import os
import time
from _thread import start_new_thread
from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Event

from viewer.base.files import FileSystem, Stamp
from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words

MOST = 500_000
"""Files that are looked at; the rest of a larger folder is left out."""
_INTERVAL = 1.0  # seconds between two looks at the folders
_THOROUGH = 30.0  # seconds between two looks at all files
_SHARE = 20  # a look that takes long is followed by a rest so many times as long
_TAKEN = 4_000  # files after which the rest is left for the next call: who takes them has a window to draw
_TICK = 2_000_000_000  # ns within which a file system may give two changes the same time


class FolderNews(NamedTuple):
    """What a look at folders found.

    Attributes:
        there: new and changed files, with their stamps.
        gone: paths of files that are no longer there.
        problems: why folders can't be read, by path.
        whole: whether everything has been looked at at least once.
        cut: whether there are more files than are looked at.
    """

    there: dict[str, Stamp]
    gone: list[str]
    problems: dict[str, Message]
    whole: bool = False
    cut: bool = False


class _Folder(NamedTuple):
    """A folder as last listed; `settled`: its stamp will be another after the next change in it."""

    stamp: Stamp
    settled: bool
    files: dict[str, Stamp]
    below: list[str]


class FolderLook:
    """What is known of folders with all below them, and of single files; `look` brings it up to date.

    Hidden files and folders are left out, and a folder that is reached again (by a circle of links).
    """

    def __init__(self, files: FileSystem, roots: Sequence[str], most: int = MOST) -> None:
        """`roots`: paths of folders or files."""
        self._files, self._roots, self._most = files, roots, most
        self._folders: dict[str, _Folder] = {}
        self._single: dict[str, Stamp] = {}  # roots that are files
        self._young: dict[str, Stamp] = {}  # files that may still be being written
        self._count = 0

    def look(self, thorough: bool) -> Iterator[FolderNews]:
        """Look at all folders and at young files, or with `thorough` at all files; news from each folder.

        The last news is `whole`.
        """
        self._count = 0
        young, self._young = self._young, {}
        seen: set[tuple[int, int]] = set()
        reached: set[str] = set()
        problems: dict[str, Message] = {}
        todo = list(reversed(self._roots))
        while todo and self._count < self._most:
            path = todo.pop()
            if path in reached:
                continue
            reached.add(path)
            try:
                stamp = self._files.stamp_of(path)
                if stamp is None or stamp[:2] in seen:
                    reached.discard(path)
                    continue
                listed = self._listed(path, stamp, thorough)
                if listed is None:
                    yield self._looked_at_file(path, stamp)
                    continue
                seen.add(stamp[:2])
                yield listed
            except OSError as error:
                problems[path] = error_words(error)
            known = self._folders.get(path)
            if known is not None:
                self._count += len(known.files)
                todo += [os.path.join(path, name) for name in reversed(known.below)]
        if not thorough:
            yield self._looked_at_young(young)
        cut = bool(todo)
        gone = [] if cut else self._forget_all_but(reached)
        yield FolderNews({}, gone, problems, True, cut)

    def _listed(self, path: str, stamp: Stamp, thorough: bool) -> FolderNews | None:
        """The news of a folder, None for a file. Raises OSError."""
        known = self._folders.get(path)
        if known is not None and known.settled and known.stamp == stamp and not thorough:
            return FolderNews({}, [], {})
        now = time.time_ns()
        try:
            files, below = self._files.list_folder(path)
        except NotADirectoryError:
            return None
        files = {name: of for name, of in files.items() if not name.startswith(".")}
        for name in list(files)[max(0, self._most - self._count) :]:
            del files[name]
        before = known.files if known is not None else {}
        there = {
            os.path.join(path, name): of for name, of in files.items() if before.get(name) != of
        }
        gone = [os.path.join(path, name) for name in before if name not in files]
        self._young |= {
            file: of
            for file, of in there.items()
            if known is not None or of.modified_ns > now - _TICK
        }
        shown = sorted(name for name in below if not name.startswith("."))
        settled = max(stamp.modified_ns, stamp.changed_ns) < now - _TICK
        self._folders[path] = _Folder(stamp, settled, files, shown)
        return FolderNews(there, gone, {})

    def _looked_at_file(self, path: str, stamp: Stamp) -> FolderNews:
        self._count += 1
        changed = self._single.get(path) != stamp
        self._single[path] = stamp
        return FolderNews({path: stamp} if changed else {}, [], {})

    def _looked_at_young(self, young: dict[str, Stamp]) -> FolderNews:
        """News of files that were new at the last look and have changed since."""
        there: dict[str, Stamp] = {}
        for path in young:
            folder, name = os.path.split(path)
            known = self._folders.get(folder)
            try:
                now = self._files.stamp_of(path)
            except OSError:
                continue
            if known is None or now is None or known.files.get(name) in (None, now):
                continue
            known.files[name] = self._young[path] = there[path] = now
        return FolderNews(there, [], {})

    def _forget_all_but(self, reached: set[str]) -> list[str]:
        """Forget folders and files that weren't reached; their files."""
        gone = []
        for path in [path for path in self._folders if path not in reached]:
            gone += [os.path.join(path, name) for name in self._folders.pop(path).files]
        for path in [path for path in self._single if path not in reached]:
            del self._single[path]
            gone.append(path)
        return gone


class FolderWatcher:
    """Looks at folders until it is closed. News are fetched by `take`."""

    def __init__(
        self, files: FileSystem, roots: Sequence[str], interval: float = _INTERVAL, most: int = MOST
    ) -> None:
        """Start looking at folders with all below them, and at single files."""
        self._look = FolderLook(files, roots, most)
        self._interval = interval
        self._news: SimpleQueue[FolderNews] = SimpleQueue()
        self._closed = False
        self._asked = False
        self._wake = Event()
        start_new_thread(self._work, ())

    def close(self) -> None:
        """Stop looking."""
        self._closed = True
        self._wake.set()

    def look_now(self) -> None:
        """Look at all files soon."""
        self._asked = True
        self._wake.set()

    def take(self, seconds: float = 0.0) -> FolderNews | None:
        """What was found since the last call, after waiting for a time at most; None for nothing.

        Some thousands of files at a time.
        """
        try:
            news = self._news.get(timeout=seconds) if seconds else self._news.get_nowait()
        except Empty:
            return None
        there, gone = dict(news.there), dict.fromkeys(news.gone)
        problems, whole, cut = news.problems, news.whole, news.cut
        while len(there) < _TAKEN:
            try:
                news = self._news.get_nowait()
            except Empty:
                break
            for path in news.gone:
                there.pop(path, None)
                gone[path] = None
            for path, stamp in news.there.items():
                gone.pop(path, None)
                there[path] = stamp
            if news.whole:
                problems, whole, cut = news.problems, True, news.cut
        return FolderNews(there, list(gone), problems, whole, cut)

    # --------------------------------------------------------------------------- in the thread

    def _work(self) -> None:
        last = -_THOROUGH
        whole = False
        told: dict[str, Message] | None = None
        while not self._closed:
            began = time.monotonic()
            thorough = not whole or self._asked or began - last >= _THOROUGH
            self._asked = False
            for news in self._look.look(thorough):
                if self._closed:
                    return
                if news.there or news.gone or (news.whole and news.problems != told):
                    self._news.put(news)
                if news.whole:
                    told, whole = news.problems, True
            now = time.monotonic()
            if thorough:
                last = now
            self._wake.wait(max(self._interval, _SHARE * (now - began)))
            self._wake.clear()
