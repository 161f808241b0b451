"""What the beginnings of records of xiangqi look like: a function a format, which rates content.

The forms themselves are described in `binary` and `texts`, where they are read.
"""

from __future__ import annotations

import re
import struct

from viewer.formats.entry import Likeness
from viewer.formats.kit.recognising import game_of_ranks

_MXQ_MOVES = b"\x05Moves"
_CBF_MARK = re.compile(rb"[^<]{0,8}(?:<\?xml[^>]*>\s*)?<ChineseChessRecord\b")
_CHE_HEAD = re.compile(
    rb"1 \d{1,5}(?: \d{1,2} 32 [01](?: \d){4} \d{1,2} \d{1,5} \d{1,2})(?: |\s*\Z)"
)
_CHN_MARK, _CHN_HEAD = b"GL\xd0\x07", 0x20A
_CCM_COUNT = struct.Struct("<8xI")
_PFC_MARK = re.compile(rb"[^<]{0,8}(?:<\?xml[^>]*>\s*)?<n\s[^>]*\bm=\"[^\"/]*(?:/[^\"/]*){9}\"")
_XQR_MARK = b"\0\x02\x20\x17"
_WXF_MARK = re.compile(rb"(?:\xef\xbb\xbf)?\s*FORMAT[ \t]+WXF\b")
XGF_TEXTS = 8
"""The number of the texts at the beginning of an XGF file."""


def probe_mxq(head: bytes) -> Likeness:
    """Rate content by its first 20 strings, one of which must be “Moves”."""
    at = 0
    for _ in range(20):
        if head.startswith(_MXQ_MOVES, at):
            return Likeness.ONLY
        if at >= len(head):
            break
        at += 1 + head[at]
    return Likeness.NO


def probe_cbf(head: bytes) -> Likeness:
    """Rate content by its root element."""
    return Likeness.ONLY if _CBF_MARK.match(head) else Likeness.NO


def probe_che(head: bytes) -> Likeness:
    """Rate content by its first numbers, up to the first move."""
    return Likeness.ONLY if _CHE_HEAD.match(head) else Likeness.NO


def probe_chn(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning and the length of its head."""
    sure = head.startswith(_CHN_MARK) and len(head) >= _CHN_HEAD
    return Likeness.ONLY if sure else Likeness.NO


def probe_ccm(head: bytes) -> Likeness:
    """Rate content by its first four moves: the sides take turns, and all squares are on the board."""
    first = head[12 : 12 + 4 * 9]
    if len(first) < 9 or not 0 < _CCM_COUNT.unpack_from(head)[0] < 10_000:
        return Likeness.NO
    moves = [first[at : at + 9] for at in range(0, len(first) - 8, 9)]
    sound = all(
        move[1] == moves[0][1] ^ 3 * (number % 2)
        and 0 < move[2] < 8
        and max(move[3], move[5]) < 9
        and max(move[4], move[6]) < 10
        and move[3:5] != move[5:7]
        for number, move in enumerate(moves)
    )
    return Likeness.YES if sound and moves[0][1] in (1, 2) else Likeness.NO


def probe_pfc(head: bytes) -> Likeness:
    """Rate content by its outermost element, which has a FEN."""
    return Likeness.ONLY if _PFC_MARK.match(head) else Likeness.NO


def probe_xqr(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning."""
    return Likeness.ONLY if head.startswith(_XQR_MARK) else Likeness.NO


def probe_wxf(head: bytes) -> Likeness:
    """Rate content by its first line."""
    return Likeness.ONLY if _WXF_MARK.match(head) else Likeness.NO


def probe_xgf(head: bytes) -> Likeness:
    """Rate content by its first texts, which are numbered from 1 on."""
    sure = head[:1] == b"\x06" and len(numbered_texts(head)) == XGF_TEXTS
    return Likeness.ONLY if sure else Likeness.NO


def numbered_texts(data: bytes) -> list[bytes]:
    """The texts at the beginning of an XGF file, as far as they are numbered in order."""
    out: list[bytes] = []
    at = 2
    while len(out) < XGF_TEXTS and at + 2 <= len(data) and data[at] == len(out) + 1:
        out.append(data[at + 2 : at + 2 + data[at + 1]])
        at += 2 + data[at + 1]
    return out


def probe_xqfen(head: bytes) -> Likeness:
    """Rate content by its first line that is no comment."""
    lines = (line.strip() for line in head.removeprefix(b"\xef\xbb\xbf").splitlines())
    first = next((line for line in lines if line and line[:1] not in b"#;%"), b"")
    return Likeness.ONLY if b"/" in first and game_of_ranks(first) == "xiangqi" else Likeness.NO
