"""Writes small reference works of each kind, for tests and benches."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

import chess
from chess.polyglot import zobrist_hash
from rsshogi.core import Board, Move

SHOGI_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"


def write_polyglot(path: Path, entries: Iterable[tuple[str, str, int]]) -> None:
    """A Polyglot book of (FEN, move in UCI with castling as king takes rook, weight)."""
    rows: list[bytes] = []
    for fen, text, weight in entries:
        move = chess.Move.from_uci(text)
        promotion = (move.promotion or 1) - 1
        packed = move.to_square | move.from_square << 6 | promotion << 12
        rows.append(struct.pack(">QHHI", zobrist_hash(chess.Board(fen)), packed, weight, 0))
    path.write_bytes(b"".join(sorted(rows)))


def write_text_book(path: Path, positions: Iterable[tuple[str, Sequence[str]]]) -> None:
    """A book of YaneuraOu of (SFEN, lines of moves), in the order given."""
    lines = ["#YANEURAOU-DB2016 1.00"]
    for sfen, moves in positions:
        lines += [f"sfen {sfen}", *moves]
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode())


def write_binary_book(
    path: Path, positions: Iterable[tuple[str, int, Sequence[tuple[str, int, int]]]], depth: bool
) -> None:
    """A .ybb of (SFEN with its number, ply, moves as (USI, score, depth))."""
    rows = sorted((Board(sfen).to_packed_sfen(), ply, moves) for sfen, ply, moves in positions)
    index, behind = b"", b""
    for key, ply, moves in rows:
        index += struct.pack("<32sQHH", key, len(behind), ply, len(moves))
        for text, score, deep in moves:
            packed = Move.from_usi(text).value
            behind += (
                struct.pack("<HhH", packed, score, deep)
                if depth
                else struct.pack("<Hh", packed, score)
            )
    path.write_bytes(struct.pack("<16sQQ", b"YANE-BINBOOK-V1\0", len(rows), depth) + index + behind)


class SbkState:
    """A position of a .sbk: games, those won by Black and by White, and moves."""

    def __init__(self, games: int, black: int, white: int, position: str = "") -> None:
        self.numbers = games, black, white
        self.position = position
        self.moves: list[bytes] = []

    def add(self, text: str, white: bool, grade: int, weight: int, state: int) -> None:
        """A move (USI) of a side, with its grade and weight, to a position by its number."""
        word = white << 31 | int(text[2]) << 12 | _rank(text[3]) << 8
        if text[1] == "*":
            word |= " PLNSBRG".index(text[0]) << 24
        else:
            word |= text.endswith("+") << 19 | int(text[0]) << 4 | _rank(text[1])
        signed = word - (1 << 32) if word >> 31 else word
        self.moves.append(
            _number(1, signed) + _number(2, grade) + _number(3, weight) + _number(4, state)
        )


def write_sbk(path: Path, states: Iterable[SbkState]) -> None:
    """A book of ShogiGUI."""
    data = _bytes(1, b"somebody") + _bytes(2, b"")
    for number, state in enumerate(states):
        games, black, white = state.numbers
        body = _number(1, number) + _number(2, 0) + _number(3, 0)
        body += _number(4, games) + _number(5, black) + _number(6, white)
        if state.position:
            body += _bytes(7, state.position.encode())
        data += _bytes(3, body + b"".join(_bytes(9, move) for move in state.moves))
    path.write_bytes(data)


def write_syzygy(folder: Path, name: str, first: int, second: int) -> None:
    """A .rtbw in which all positions of a side to move have one value: 0 (it loses) to 4 (it wins).

    `name`: as in KQvK, without pawns. Of the side named first, and of the other.
    """
    letters = " PNBRQK"
    strong, weak = name.split("v")
    pieces = [letters.index(one) for one in strong] + [8 + letters.index(one) for one in weak]
    data = bytes((0x71, 0xE8, 0x23, 0x5D, 1, 0)) + bytes(one | one << 4 for one in pieces)
    data += b"\0" * (len(data) % 2) + bytes((0x80, first, 0x80, second))
    data += b"\0" * (-len(data) % 64)
    (folder / f"{name}.rtbw").write_bytes(data + b"\0" * 16)


def _rank(letter: str) -> int:
    return ord(letter) - ord("a") + 1


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value
