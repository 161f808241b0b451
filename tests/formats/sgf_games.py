"""SGF texts for tests, and what is done with them."""

from __future__ import annotations

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.sgf import FORMAT
from viewer.formats.sgf.reader import SgfCollection
from viewer.formats.sgf.writer import write_record
from viewer.tree.record import Record

PLAIN = b"""(;FF[4]CA[UTF-8]GM[1]SZ[19]AP[Hand:1]
PB[Kuro]PW[Shiro]KM[6.5]ZZ[a][b]
;B[pd]BL[1795.5]OB[3];W[dp]C[A comment: \\] and \\\\ here.]
(;B[pp]N[Main]TE[1]TR[dd][pp]LB[cc:A][dd:x:y];W[dd])
(;B[qp]BM[2]C[Worse.]
;AE[dp]AB[aa:bb]PL[W]C[Set up.]VW[aa:ss]DD[]FG[257:Figure 1]))
"""
OLD = b"(;GaMe[1]SiZe[9]PlayerBlack[X];Black[cc]Comment[said]L[aa][bb]M[cc];White[tt])"
TEXT_AROUND = b"From: me\n\n(;GM[1];B[aa])\nbetween\n(;GM[1];B[bb])\nbehind"
UNCLOSED = b"(;GM[1];B[aa](;W[bb];B[cc](;W[dd]"
EXTRA = b"(;GM[1];B[aa]) ) )"
NO_SEMICOLON = b"(\nTE[Title]RD[1998]\n;B[aa];W[bb])"
BEHIND = b"(;GM[1];B[aa](;W[bb]);W[cc](;B[dd]))"
TWO_IN_ONE = b"(;GM[1]B[aa]C[in the root];B[bb]W[cc]BL[10]WL[20]C[two];AB[dd]W[ee])"
TWICE = b"(;GM[1]AB[aa]AB[bb];B[cc]C[one]C[two]TR[aa]TR[bb])"
OPEN_VALUE = b"(;GM[1];B[aa]C[never closed"
BRACKETS = b"(;GM[1]C[a [b] c] d];B[aa]C[x] junk ;W[bb])"
DEEP = b"(;GM[1]" + b"(;B[aa]" * 3000 + b")" * 3001
CRLF = b"(;GM[1]\r\nC[one\r\ntwo\\\r\nthree];B[aa]\r\n)\r\n"
ALL = (PLAIN, OLD, TEXT_AROUND, UNCLOSED, EXTRA, NO_SEMICOLON, BEHIND, TWO_IN_ONE, TWICE)
ALL += (OPEN_VALUE, BRACKETS, DEEP, CRLF)


def read(data: bytes, encoding: str | None = None) -> SgfCollection:
    """The games of a file, all of them found."""
    collection = FORMAT.read(BytesSource(data), encoding=encoding)
    for _ in collection.indexing():
        pass
    assert isinstance(collection, SgfCollection)
    return collection


def first(data: bytes) -> Record:
    """The first game."""
    return read(data).record(0)


def bytes_of(record: Record, data: bytes = b"") -> bytes:
    """A record as it is written; `data` is its file."""
    part = write_record(record)
    return b"".join(piece_bytes(piece, BytesSource(data)) for piece in part.pieces)
