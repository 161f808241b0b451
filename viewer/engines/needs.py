"""Files that engines need beside their programs: networks, evaluation folders, configurations.

They are looked for beside the program and in the usual folders; only names are looked at. Whoever has
several chooses in the form of the engine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch

from viewer.base.processes import processors
from viewer.engines.engine import EngineSetup
from viewer.engines.installed import KnownEngine, Need, known_engine

_USUAL = (
    *("~/.{name}", "~/{name}", "~/.local/share/{name}", "/usr/local/share/{name}"),
    *("/usr/share/{name}", "/opt/homebrew/share/{name}", "~/Downloads"),
)
_MOST = 400  # names of a folder that are looked at
_CONFIGURATION = """\
# Written by Qipu for {name}. Rules and komi are those of the game that is analysed.
logSearchInfo = false
logToStderr = false
rules = tromp-taylor
allowResignation = true
resignThreshold = -0.95
resignConsecTurns = 6
ponderingEnabled = false
numSearchThreads = {threads}
# Of a move in a game, as in KataGo's own example: without, it thinks without end.
maxVisits = 500
"""


def needs_of(setup: EngineSetup) -> tuple[Need, ...]:
    """The files that the program of an entry needs."""
    known = known_engine(os.path.basename(setup.program))
    return () if known is None else known.needs


def file_for(setup: EngineSetup, need: Need) -> str:
    """The path that an entry has for what it needs, "" for none."""
    if need.option:
        return str(setup.options.get(need.option, ""))
    words = setup.arguments
    at = words.index(need.argument) + 1 if need.argument in words else len(words)
    return words[at] if at < len(words) else ""


def with_file(setup: EngineSetup, need: Need, path: str) -> EngineSetup:
    """An entry with a path for what it needs; "" takes it away."""
    if need.option:
        options = {**setup.options, need.option: path}
        if not path:
            del options[need.option]
        return setup._replace(options=options)
    words = list(setup.arguments)
    if need.argument in words:
        at = words.index(need.argument)
        del words[at : at + 2]
    return setup._replace(arguments=(*words, need.argument, path) if path else tuple(words))


def found_for(setup: EngineSetup, need: Need) -> list[str]:
    """The paths of files that fit a need: those beside the program first, the newest of each folder first."""
    name = os.path.basename(setup.program).lower().partition(".")[0]
    beside = dict.fromkeys(
        os.path.dirname(path) for path in (setup.program, os.path.realpath(setup.program))
    )
    known = known_engine(name)
    short = name if known is None else known.names[0]
    usual = (os.path.expanduser(one.format(name=short)) for one in _USUAL)
    found: dict[str, None] = {}
    for folder in (*beside, *usual):
        if os.path.isabs(folder):
            for path in _fitting(folder, need):
                found[os.path.dirname(path) if need.folder else path] = None
    return list(found)


def _fitting(folder: str, need: Need) -> Iterator[str]:
    """The files of a folder and of the folders in it that fit a need, the newest first."""
    paths: list[tuple[int, float, str]] = []
    folders = [folder]
    with suppress(OSError):
        folders += [one.path for one in _entries(folder) if one.is_dir()]
    for one in folders:
        with suppress(OSError):
            for entry in _entries(one):
                fits = [n for n, name in enumerate(need.names) if fnmatch(entry.name.lower(), name)]
                if fits and entry.is_file():
                    paths.append((fits[0], -entry.stat().st_mtime, entry.path))
    return (path for *_, path in sorted(paths))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return [entry for _, entry in zip(range(_MOST), entries, strict=False)]


def equipped(setup: EngineSetup, own: str) -> EngineSetup:
    """An entry with what was found for what it needs and has no path for.

    `own`: a folder for the configuration that is written where the program needs one and none is found.
    Nothing is added to a command line that names one of its files already. Raises OSError.
    """
    needs = needs_of(setup)
    if any(file_for(setup, need) for need in needs):
        return setup
    for need in needs:
        found = found_for(setup, need)
        path = found[0] if found else ""
        if not path and need.written:
            path = _written(setup, own)
        setup = with_file(setup, need, path)
    return setup


def lacking(setup: EngineSetup) -> list[Need]:
    """What an entry needs and has no path for."""
    return [need for need in needs_of(setup) if not file_for(setup, need)]


def _written(setup: EngineSetup, own: str) -> str:
    """The path of a configuration in Qipu's own folder; one that is there is left as it is."""
    known = known_engine(os.path.basename(setup.program))
    title = known.title if isinstance(known, KnownEngine) else setup.name
    path = os.path.join(own, f"{title.lower()}-gtp.cfg")
    if not os.path.exists(path):
        os.makedirs(own, exist_ok=True)
        text = _CONFIGURATION.format(name=title, threads=max(2, processors() - 1))
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    return path
