"""Records for exports: one of each game, with what its format can hold."""

from __future__ import annotations

from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples" / "en" / "study"
FILES = {
    "xiangqi": SAMPLES / "xiangqi.xqf",
    "chess": SAMPLES / "chess.pgn",
    "shogi": SAMPLES / "shogi.kif",
    "go": SAMPLES / "go.sgf",
    "hex": SAMPLES / "hex.hgt",
    "twixt": SAMPLES / "twixt.tgt",
}

CHESS = """[Event "Cup <b>1</b>"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 $1 {[%csl Ge4][%cal Rg1f3] best by <test> } e5 2. Nf3 $220 (2. f4 {a gambit} exf4) Nc6 3. Bb5 a6 1-0
"""
GO = "(;GM[1]FF[4]SZ[19]PB[A]PW[B];B[pd];W[dd];B[pq]N[third]BM[1];W[dp])"


def write(folder: Path, name: str, text: str) -> Path:
    """A file with a text in UTF-8."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path
