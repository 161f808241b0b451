"""What Qipu writes, read by libraries of others: the same trees?

    others.py [--home FOLDER] [--games N] [--nodes N] [--only READER] [--keep FOLDER] FILE_OR_FOLDER…

Each game of the files is written anew in each form of its game, and read by each library that knows that
form. A table counts the files and games that are the same, and the others by whose fault it is; another one
counts the causes, and below stands each difference with its own. The exit status is 1 if one has none.

The libraries are installed in `--home` (kept, for the next time) or in a folder that is removed at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from causes import (
    CCHESS,
    CCHESS_CBR,
    CCHESS_CBR_REFUSES,
    OF_SOURCE,
    PYTHON_SHOGI_CSA,
    PYTHON_SHOGI_CSA_REFUSES,
    PYTHON_SHOGI_KIF,
    PYTHON_SHOGI_REFUSES,
    REFUSED_SOURCE,
    SGFMILL_REFUSES,
    SOURCE,
    TSSHOGI_CSA,
    Cause,
    Refusal,
    judged,
)
from peers import Peers
from trees import Tree, first_difference, of_moves, of_sgf
from written import Form, Game, Written, records_of, write

from viewer.formats import FORMATS  # the checkout's, not another one
from viewer.formats.format import Unreadable  # the checkout's, not another one
from viewer.tree.record import Record  # the checkout's, not another one


class Reading(NamedTuple):
    """A library that reads a form.

    Attributes:
        reader: its name in peer_readers.
        games: the games it is asked for.
        form: what is written for it.
        tree: a tree of what it tells.
        sees: what it reads of a tree.
        causes, refusals: what is known of it.
    """

    reader: str
    games: tuple[str, ...]
    form: Form
    tree: Callable[[Mapping[str, Any]], Tree]
    sees: Callable[[Tree], Tree] = lambda tree: tree
    causes: tuple[Cause, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def main() -> int:
    """Print the table and the differences; 1 if one of them has no known cause."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path)
    parser.add_argument("--games", type=int, default=50, help="at most so many games of a file")
    parser.add_argument("--nodes", type=int, default=20_000, help="at most so many nodes of a game")
    parser.add_argument("--only", default="", help="readers with this in their name")
    parser.add_argument("--keep", type=Path, help="leave the written files here")
    parser.add_argument("paths", type=Path, nargs="+", metavar="FILE_OR_FOLDER")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        peers = Peers(wanted.home or Path(made))
        readings = [one for one in READINGS if wanted.only in one.reader]
        games = {game for one in readings for game in one.games}
        files = list(sources(wanted.paths, games, wanted.games, wanted.nodes))
        rows: list[str] = []
        listed: list[Difference] = []
        for number, reading in enumerate(readings):
            folder = (wanted.keep or Path(made)) / f"{number}"
            folder.mkdir(parents=True)
            row, found = compare(reading, files, peers, folder)
            rows.append(row)
            listed += found
    unknown = sum(not one.fault for one in listed)
    print(HEAD, *rows, "", *causes_of(listed), "", *map(str, listed), sep="\n")
    print(f"\n{unknown} without a known cause")
    return min(unknown, 1)


class Difference(NamedTuple):
    """A game that isn't read as it was written; `fault` is whose that is, "" if nobody knows yet."""

    reader: str
    form: str
    source: Path
    fault: str
    words: str

    def __str__(self) -> str:
        return f"{self.reader}, {self.form}, {self.source}: {self.fault or 'UNKNOWN'}: {self.words}"


def causes_of(listed: Iterable[Difference]) -> Iterator[str]:
    """The table of causes."""
    counts = Counter((one.reader, one.fault, one.words) for one in listed if one.fault)
    for (reader, fault, words), count in sorted(counts.items()):
        yield f"{reader:<18}{count:6}  {fault}: {words}"


def sources(
    paths: Iterable[Path], games: set[str], most: int, nodes: int
) -> Iterator[tuple[Path, list[Record]]]:
    """The files that Qipu reads, with their records of some games, as many and as large as is allowed."""
    suffixes = tuple(
        f".{suffix}"
        for entry in FORMATS.values()
        if games & set(entry.games)
        for suffix in entry.suffixes
    )
    for path in paths:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in inside:
            if not file.is_file() or not file.name.endswith(suffixes):
                continue
            with contextlib.suppress(Unreadable):
                records = [one for one in records_of(file, most) if one.game in games]
                yield file, [one for one in records if len(one.nodes) <= nodes]


VARIANT = "variant"
HEAD = (
    f"{'reader':<18}{'form':<12}{'files':>6}{'same':>6}{'games':>7}{'same':>6}"
    f"{'source':>8}{'reader':>8}{'variant':>9}{'unknown':>9}"
)


def compare(
    reading: Reading,
    files: Iterable[tuple[Path, list[Record]]],
    peers: Peers,
    folder: Path,
) -> tuple[str, list[Difference]]:
    """A row of the table, and the differences."""
    written: list[Written] = []
    for source, records in files:
        chosen = [record for record in records if record.game in reading.games]
        if chosen:
            written += write(source, chosen, reading.form, folder)
    told = peers.read(reading.reader, [file.path for file in written])
    listed: list[Difference] = []
    same = 0
    for file in written:
        found = list(differences(reading, file, told[str(file.path)]))
        same += not found
        reader, form = reading.reader, reading.form.words
        listed += [Difference(reader, form, file.source, *pair) for pair in found]
    games = sum(len(file.games) for file in written)
    tally = Counter(one.fault if one.fault in ("", SOURCE, VARIANT) else "reader" for one in listed)
    row = (
        f"{reading.reader:<18}{reading.form.words:<12}{len(written):6}{same:6}{games:7}"
        f"{games - len(listed):6}{tally[SOURCE]:8}{tally['reader']:8}{tally[VARIANT]:9}"
        f"{tally['']:9}"
    )
    return row, listed


def differences(
    reading: Reading, file: Written, told: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Whose fault each difference is ("" where it isn't known), and what it is."""
    if "error" in told:  # a game that it can't read ends its reading of a file
        for _ in file.games:
            yield refused(reading, file.games, told["error"])
        return
    theirs = told["games"]
    if len(theirs) != len(file.games):
        yield "", f"{len(file.games)} games, read as {len(theirs)}"
        return
    for number, (game, one) in enumerate(zip(file.games, theirs, strict=True)):
        if "error" in one:
            yield refused(reading, (game,), one["error"])
            continue
        game = game._replace(tree=reading.sees(game.tree))
        found = reading.tree(one)
        if game.unplayed:
            if game.tree != found:
                yield VARIANT, "Qipu shows it without playing it"
            continue
        causes = judged(game, found, (*reading.causes, *OF_SOURCE))
        if causes is None:
            yield "", f"game {number}: {first_difference(game.tree, found)}"
        elif causes:
            faults = dict.fromkeys(cause.fault for cause in causes)
            yield ", ".join(faults), "; ".join(cause.words for cause in causes)


def refused(reading: Reading, games: Iterable[Game], words: str) -> tuple[str, str]:
    """Whose fault it is that some games aren't read."""
    for one in (*reading.refusals, *REFUSED_SOURCE):
        if one.error in words and any(map(one.holds, games)):
            return one.fault, one.words
    return "", words


_XIANGQI, _SHOGI, _STONES = ("xiangqi",), ("shogi",), ("go", "hex", "twixt")


def _moves(fields: int) -> Callable[[Mapping[str, Any]], Tree]:
    return lambda told: of_moves(told, fields)


def _main_line(tree: Tree) -> Tree:
    return tree.main_line().without_comments().without_moves("#")


_KIF, _CSA = {"encoding": "utf-8"}, {"version": "2.2"}
READINGS = (
    Reading("cchess", _XIANGQI, Form("xqf", {"version": "0A"}, "xqf"), _moves(2), causes=CCHESS),
    Reading("cchess", _XIANGQI, Form("xqf", {"version": "12"}, "xqf"), _moves(2), causes=CCHESS),
    Reading(
        "cchess",
        _XIANGQI,
        Form("cbr", {"version": "2"}, "cbr"),
        _moves(2),
        causes=CCHESS_CBR,
        refusals=CCHESS_CBR_REFUSES,
    ),
    Reading(
        "sgfmill", _STONES, Form("sgf", {"form": "new"}, "sgf"), of_sgf, refusals=SGFMILL_REFUSES
    ),
    Reading("@sabaki/sgf", _STONES, Form("sgf", {"form": "new"}, "sgf"), of_sgf),
    Reading("tsshogi kif", _SHOGI, Form("kif", {"encoding": "cp932"}, "kif"), _moves(3)),
    Reading("tsshogi kif", _SHOGI, Form("kif", _KIF, "kifu"), _moves(3)),
    Reading("tsshogi ki2", _SHOGI, Form("ki2", _KIF, "ki2u"), _moves(3)),
    Reading("tsshogi csa", _SHOGI, Form("csa", _CSA, "csa"), _moves(3), causes=TSSHOGI_CSA),
    Reading(
        "tsshogi csa", _SHOGI, Form("csa", {"version": "3.0"}, "csa"), _moves(3), causes=TSSHOGI_CSA
    ),
    Reading("tsshogi jkf", _SHOGI, Form("jkf", {}, "jkf"), _moves(3), causes=TSSHOGI_CSA),
    Reading(
        "python-shogi kif",
        _SHOGI,
        Form("kif", _KIF, "kifu"),
        _moves(3),
        _main_line,
        PYTHON_SHOGI_KIF,
        PYTHON_SHOGI_REFUSES,
    ),
    Reading(
        "python-shogi csa",
        _SHOGI,
        Form("csa", _CSA, "csa"),
        _moves(3),
        _main_line,
        PYTHON_SHOGI_CSA,
        PYTHON_SHOGI_CSA_REFUSES,
    ),
    Reading("python-chess", ("chess",), Form("pgn", {"form": "own"}, "pgn"), _moves(6)),
    Reading("python-chess", ("chess",), Form("pgn", {"form": "export"}, "pgn"), _moves(6)),
)


if __name__ == "__main__":
    sys.exit(main())
