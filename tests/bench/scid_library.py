"""Scid's import of a file of games, its search for positions and its tree of some games, as a peer of the
library (Debian: scid).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_SCRIPT = """
proc ::progressCallBack {args} {}
proc progressCallBack {args} {}
set base [file join [lindex $argv 1] peer]
set began [clock microseconds]
sc_base create SCID4 $base
set result [sc_base import [sc_base current] [lindex $argv 0]]
puts "import [expr {[clock microseconds] - $began}] [lindex $result 0]"
set file [open [lindex $argv 2]]
while {[gets $file fen] >= 0} {
  sc_game new
  sc_game startBoard $fen
  set began [clock microseconds]
  set found [sc_search board 2 E 0 0]
  puts "search [expr {[clock microseconds] - $began}] [lindex $found 0]"
}
close $file
set base [sc_base current]
sc_filter search $base dbfilter header -filter RESET -date [lindex $argv 3]
set file [open [lindex $argv 2]]
while {[gets $file fen] >= 0} {
  sc_game new
  sc_game startBoard $fen
  set began [clock microseconds]
  sc_filter search $base tree board
  set moves [sc_filter treestats $base [sc_filter compose $base dbfilter tree]]
  set counts {}
  foreach move $moves {
    if {[lindex $move 0] ne {[end]}} {lappend counts [lindex $move 1]}
  }
  puts "tree [expr {[clock microseconds] - $began}] $counts"
}
exit 0
"""
_PLACES = ("/usr/games", "/usr/bin")


class Peer(NamedTuple):
    """What Scid took, and what it found.

    Attributes:
        imported: seconds of the import.
        searches, found: of each position milliseconds, and games.
        trees, moves: of each position milliseconds of its tree of the games of some years, and how many of
            these have each move, most first.
    """

    imported: float
    searches: list[float]
    found: list[int]
    trees: list[float]
    moves: list[list[int]]


def scid(path: Path, positions: Sequence[str], years: tuple[int, int]) -> Peer | None:
    """Import a file and ask for positions (FEN), also among the games of some years (first and last).

    None where Scid isn't installed.
    """
    program = shutil.which("tkscid", path=os.pathsep.join((os.environ.get("PATH", ""), *_PLACES)))
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        script, wanted = Path(folder) / "peer.tcl", Path(folder) / "positions"
        script.write_text(_SCRIPT)
        wanted.write_text("".join(f"{one}\n" for one in positions))
        dates = f"{years[0]}.01.01 {years[1]}.12.31"
        words = [program, str(script), str(path), folder, str(wanted), dates]
        out = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    rows: dict[str, list[list[int]]] = {"import": [], "search": [], "tree": []}
    for line in out.splitlines():
        kind, *numbers = line.split() or [""]
        if kind in rows:
            rows[kind].append([int(number) for number in numbers])
    if not rows["import"]:
        return None
    return Peer(
        rows["import"][0][0] / 1_000_000,
        [row[0] / 1000 for row in rows["search"]],
        [row[1] for row in rows["search"]],
        [row[0] / 1000 for row in rows["tree"]],
        [sorted(row[1:], reverse=True) for row in rows["tree"]],
    )
