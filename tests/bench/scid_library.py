"""Scid's import of a file of games and its search for positions, as a peer of the library (Debian: scid)."""

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
exit 0
"""
_PLACES = ("/usr/games", "/usr/bin")


class Peer(NamedTuple):
    """What Scid took: seconds of the import, milliseconds of each search, games found by each."""

    imported: float
    searches: list[float]
    found: list[int]


def scid(path: Path, positions: Sequence[str]) -> Peer | None:
    """Import a file and search it for positions (FEN); None where Scid isn't installed."""
    program = shutil.which("tkscid", path=os.pathsep.join((os.environ.get("PATH", ""), *_PLACES)))
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        script, wanted = Path(folder) / "peer.tcl", Path(folder) / "positions"
        script.write_text(_SCRIPT)
        wanted.write_text("".join(f"{one}\n" for one in positions))
        words = [program, str(script), str(path), folder, str(wanted)]
        out = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    rows = [line.split() for line in out.splitlines() if line.startswith(("import ", "search "))]
    if not rows:
        return None
    times = [int(row[1]) / 1000 for row in rows]
    return Peer(times[0] / 1000, times[1:], [int(row[2]) for row in rows[1:]])
