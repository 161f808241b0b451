"""Games that can be chosen to be looked through: open files and folders, libraries, what is typed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.library.face import Library, all_libraries, named
from viewer.library.failures import LibraryFailed
from viewer.library.sources import absolute


class GameSource(NamedTuple):
    """Games that can be chosen to be looked through.

    Attributes:
        name: for people.
        paths: of files and folders.
        library: the folder of the library that has their tables, "" for files that are read.
    """

    name: Message
    paths: tuple[str, ...]
    library: str = ""

    @property
    def key(self) -> str:
        """A text by which it is known among others."""
        return "\n".join((self.library, *self.paths))


def game_sources(
    shown: str, opened: Iterable[tuple[str, tuple[str, ...]]], home: str, tables: bool = False
) -> Iterator[GameSource]:
    """Games to choose: of the file that is shown and its folder, of others that are open, of libraries.

    Args:
        shown: the path of the file, "" for none.
        opened: (name, paths) of files and folders, "" for the names of files.
        home: the folder of the libraries.
        tables: also libraries that have no files here, for those who ask their tables.
    """
    if shown:
        yield _of_file(shown)
        folder = os.path.dirname(shown)
        said = message("The folder {name}", name=os.path.basename(folder) or folder)
        yield GameSource(said, (folder,))
    for name, paths in opened:
        if name:
            yield GameSource(message("{name}", name=name), paths)
        elif paths != (shown,):
            yield _of_file(*paths)
    libraries: list[Library] = []
    with suppress(LibraryFailed):  # told where libraries are looked after
        libraries = all_libraries(home)
    for library in libraries:
        if library.sources or tables:
            words = message("The library {name}", name=library.name)
            yield GameSource(words, tuple(library.sources), library.folder)


def _of_file(path: str) -> GameSource:
    return GameSource(message("The file {name}", name=os.path.basename(path)), (path,))


def source_named(words: Sequence[str]) -> GameSource:
    """The games of files and folders, and of libraries by their names. Raises LibraryFailed."""
    paths: list[str] = []
    tables = ""
    for one in words:
        if os.path.exists(one):
            paths.append(absolute(one))
        else:
            library = named(one)
            if library.problem is not None:
                raise LibraryFailed(library.problem)
            paths += library.sources
            tables = library.folder
    return GameSource(
        message("{name}", name=words[0]), tuple(paths), tables if len(words) == 1 else ""
    )
