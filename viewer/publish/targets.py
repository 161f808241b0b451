"""The files that an export writes: from what was asked for to the path of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from viewer.base.layers import unpacked_name
from viewer.base.messages import message
from viewer.base.refused import Refused

STANDARD = "-"


class Target:
    """Where the files of one source go: a file, whose name they share, or standard output.

    Attributes:
        path: of the only file; `-` is standard output.
    """

    def __init__(self, path: str, within: str = "") -> None:
        """`within`: what several files are named after in the folder of this path, if it has no suffix."""
        self.path = path
        self._within = within

    def of(self, part: str, name: str = "") -> str:
        """The path of the file with a part in its name, "" for none, or with a name of its own.

        `name` is one beside the target, or only a suffix if it begins with a dot.
        """
        if self.path == STANDARD:
            return self.path
        stem, suffix = os.path.splitext(self.path)
        if part and self._within and not suffix:
            return Target(os.path.join(self.path, self._within)).of(part, name)
        if name.startswith("."):
            suffix = name
        elif name:
            return os.path.join(os.path.dirname(self.path), name)
        return f"{stem}-{part}{suffix}" if part else f"{stem}{suffix}"


def stem_of(path: str) -> str:
    """The name of a file without folders and suffixes (game.pgn.gz: game)."""
    return os.path.splitext(os.path.basename(unpacked_name(path)))[0] or "export"


def is_folder(path: str) -> bool:
    """Whether a path names a folder: one that is there, or by a separator at its end."""
    seps = tuple(sep for sep in (os.sep, os.altsep) if sep)
    return path.endswith(seps) or os.path.isdir(path)


def joins(sources: list[str], out: str) -> bool:
    """Whether several sources go into one file: `out` is no folder."""
    return len(sources) > 1 and not is_folder(out)


def targets(sources: list[str], out: str, suffix: str) -> list[Target]:
    """The target of each source, or the one target of all that are joined (`joins`).

    A single source goes to `out`, as several do that are joined, or into it if it is a folder, or if it has
    no suffix and several files are made; several that aren't joined go there under their own names; sources
    of the same name are told apart by their suffixes, then by numbers.

    Raises Refused if a file that is read would be written.
    """
    if out == STANDARD:
        return [Target(STANDARD)]
    within = ""
    if joins(sources, out):
        made = [out]
        within = f"{stem_of(out)}.{suffix}"
    elif len(sources) == 1 and not is_folder(out):
        made = [out]
        within = f"{stem_of(sources[0])}.{suffix}"
    else:
        made = [os.path.join(out, name) for name in _names(sources, suffix)]
    keep_read(made, sources)
    return [Target(path, within) for path in made]


def keep_read(written: Iterable[str], read: Iterable[str]) -> None:
    """Raise Refused if a file that is read would be written."""
    known = {os.path.realpath(path) for path in read if path != STANDARD}
    for path in written:
        if os.path.realpath(path) in known:
            raise Refused(message("{path} is being read; write to another file.", path=path))


def _names(sources: Iterable[str], suffix: str) -> Iterator[str]:
    taken: set[str] = set()
    for path in sources:
        stem = stem_of(path)
        names = [stem, os.path.basename(path)]
        number = 2
        while names[0].lower() in taken:
            names.pop(0)
            if not names:
                names.append(f"{stem}-{number}")
                number += 1
        taken.add(names[0].lower())
        yield f"{names[0]}.{suffix}"
