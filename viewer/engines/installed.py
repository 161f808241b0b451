"""Engines that are installed on this machine under their usual names."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple

_EXTENSION = ".exe" if sys.platform == "win32" else ""
_FOLDERS: Mapping[str, tuple[str, ...]] = {
    "linux": (
        *("/usr/games", "/usr/local/games", "/usr/bin", "/usr/local/bin", "~/.local/bin", "~/bin"),
        *("/usr/lib/leelaz/bin", "/snap/bin", "/var/lib/flatpak/exports/bin"),
    ),
    "darwin": ("/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin", "~/bin"),
    "win32": (),
}


class Need(NamedTuple):
    """A file that an engine needs beside its program.

    Attributes:
        id: of the need, unique for the engine.
        label: its name for people.
        names: patterns of the names of such files, in lower case, the best first.
        argument: the word of the command line that stands before its path, "" for none.
        option: the option of the engine whose value is its path, "" for none.
        folder: whether the folder of the file is meant.
        written: whether Qipu writes one where none is found.
    """

    id: str
    label: Message
    names: tuple[str, ...]
    argument: str = ""
    option: str = ""
    folder: bool = False
    written: bool = False


class KnownEngine(NamedTuple):
    """An engine known by the name of its program.

    Attributes:
        names: beginnings of its programs' names, in lower case.
        title: its name for people.
        games: that it plays, ids; it is offered for these.
        arguments: that make it speak its protocol.
        variants: whether it plays the variants of its games.
        address: where people find it.
        package: its package in Debian and Ubuntu, "" for none.
        needs: files that it can't do without.
    """

    names: tuple[str, ...]
    title: str
    games: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    variants: bool = False
    address: str = ""
    package: str = ""
    needs: tuple[Need, ...] = ()


_NETWORK = in_context("a neural network, a file", "Network")
_KATA = (
    Need("network", _NETWORK, ("*.bin.gz", "*.txt.gz", "*.bin"), argument="-model"),
    Need(
        "configuration",
        message("Configuration"),
        ("*gtp*.cfg", "*.cfg"),
        argument="-config",
        written=True,
    ),
)

KNOWN = (
    KnownEngine(
        ("stockfish",),
        "Stockfish",
        ("chess",),
        address="stockfishchess.org",
        package="stockfish",
    ),
    KnownEngine(
        ("pikafish",),
        "Pikafish",
        ("xiangqi",),
        address="pikafish.com",
        needs=(Need("network", _NETWORK, ("pikafish*.nnue", "*.nnue"), option="EvalFile"),),
    ),
    KnownEngine(
        ("yaneuraou", "suisho", "hao"),
        "YaneuraOu",
        ("shogi",),
        address="github.com/yaneurao/YaneuraOu",
        needs=(
            Need(
                "network",
                message("Folder of the evaluation"),
                ("nn.bin", "*.nnue"),
                option="EvalDir",
                folder=True,
            ),
        ),
    ),
    KnownEngine(
        ("katago",), "KataGo", ("go",), ("gtp",), address="katagotraining.org", needs=_KATA
    ),
    KnownEngine(
        ("lc0",),
        "Lc0",
        ("chess",),
        address="lczero.org",
        needs=(Need("network", _NETWORK, ("*.pb.gz", "*.pb"), option="WeightsFile"),),
    ),
    KnownEngine(
        ("fairy-stockfish", "fairy_stockfish"),
        "Fairy-Stockfish",
        ("xiangqi", "shogi", "chess"),
        variants=True,
        address="fairy-stockfish.github.io",
        package="fairy-stockfish",
    ),
    KnownEngine(
        ("leelaz",),
        "Leela Zero",
        ("go",),
        ("--gtp",),
        needs=(Need("network", _NETWORK, ("best-network*", "*.gz"), argument="--weights"),),
    ),
    KnownEngine(("gpsusi",), "GPS Shogi", ("shogi",)),
    KnownEngine(("eleeye",), "ElephantEye", ("xiangqi",)),
    KnownEngine(
        ("gnugo",),
        "GNU Go",
        ("go",),
        ("--mode", "gtp"),
        address="www.gnu.org/software/gnugo",
        package="gnugo",
    ),
    KnownEngine(
        ("katahex",),
        "KataHex",
        ("hex",),
        ("gtp",),
        address="github.com/selinger/katahex",
        needs=_KATA,
    ),
    KnownEngine(("mohex",), "MoHex", ("hex",), address="github.com/cgao3/benzene-vanilla-cmake"),
    KnownEngine(("toga2",), "Toga II", ("chess",), package="toga2"),
)
"""The strongest of each game first: that is the order in which they are offered."""


class InstalledEngine(NamedTuple):
    """A program that seems to be an engine."""

    path: str
    known: KnownEngine


def installed_engines(game: str, path: str | None = None) -> list[InstalledEngine]:
    """The engines for a game in the folders of PATH and in the usual ones, the one to offer first.

    `path`: in place of the variable PATH. Only names are looked at; nothing is started.
    """
    found: dict[str, InstalledEngine] = {}
    usual = _FOLDERS.get(sys.platform, ()) if path is None else ()
    folders = (os.environ.get("PATH", "") if path is None else path).split(os.pathsep)
    for folder in dict.fromkeys((*folders, *map(os.path.expanduser, usual))):
        if not os.path.isabs(folder):
            continue
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            known = known_engine(name)
            program = os.path.join(folder, name)
            if known is None or game not in known.games or not name.endswith(_EXTENSION):
                continue
            if os.path.isfile(program) and os.access(program, os.X_OK):
                found.setdefault(os.path.realpath(program), InstalledEngine(program, known))
    return sorted(found.values(), key=lambda one: KNOWN.index(one.known))


def offers(game: str, variant: bool = False) -> list[Message]:
    """Where engines for a game are found, a sentence for each; `variant`: those that play its variants."""
    found = [one for one in KNOWN if game in one.games and one.address]
    return [
        message("{engine}: {address}", engine=one.title, address=one.address)
        if not (one.package and sys.platform == "linux")
        else message(
            "{engine}: {address}; in Debian and Ubuntu the package {package}",
            engine=one.title,
            address=one.address,
            package=one.package,
        )
        for one in found
        if one.variants or not variant
    ]


def known_engine(name: str) -> KnownEngine | None:
    """The engine whose program has a name, None for a name that tells nothing."""
    name = name.lower()
    fitting = (one for one in KNOWN if name.startswith(one.names))
    return next(fitting, None)
