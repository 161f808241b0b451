"""Small games in the formats of servers and programs that are only read, made byte by byte."""

from __future__ import annotations

import struct

MOVES = ("h2e2", "h9g7", "h0g2")


def places(move: str) -> tuple[int, int, int, int]:
    """Column and row, from Black's back rank, of both squares."""
    a, b, c, d = move
    return "abcdefghi".index(a), 9 - int(b), "abcdefghi".index(c), 9 - int(d)


def mxq() -> bytes:
    words = [
        "弈天",
        "2003年6月",
        "红-胜-黑",
        "1630",
        "1636",
        "1",
        "1",
        "0",
        "9",
        "28",
        "黑认负",
        "Moves",
    ]
    for move in MOVES:
        x, y, to_x, to_y = places(move)
        words.append(f"{x}{'JIHGFEDCBA'[y]}-{to_x}{'JIHGFEDCBA'[to_y]}")
    raw = [word.encode("gb18030") for word in (*words, "Ends", "CommentsEnd")]
    return b"".join(bytes([len(word)]) + word for word in raw)


def che() -> bytes:
    out = [1, len(MOVES)]
    for number, move in enumerate(MOVES):
        x, y, to_x, to_y = places(move)
        out += [21, 32, 1 - number % 2, 9 - y, x, 9 - to_y, to_x, 0, number + 1, 0]
    return b" ".join(b"%d" % number for number in out) + b" "


def ccm() -> bytes:
    out = struct.pack("<8xI", len(MOVES))
    for number, move in enumerate(MOVES):
        out += bytes((15, 1 + number % 2, 6, *places(move), 0, 0))
    return out


def chn() -> bytes:
    head = bytearray(0x20A)
    head[:4] = b"GL\xd0\x07"
    head[0x78:0x7C] = "木易".encode("gb18030")
    for place, code in {40: 0x1C, 49: 0x14, 77: 0x13, 70: 0x1A, 79: 0x12}.items():
        head[0xB4 + place] = code
    head[0x16C] = len(MOVES)
    out = bytes(head)
    for move in MOVES:
        x, y, to_x, to_y = places(move)
        out += bytes((y << 4 | x, to_y << 4 | to_x)).ljust(36, b"\0")
    return out


def cbf() -> bytes:
    first, second, third = ("{}{}-{}{}".format(*places(move)) for move in MOVES)
    return f"""\ufeff<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0"><Head><Name>局</Name><Red>红</Red><ECCO>C03</ECCO>
<RecordResult>1</RecordResult><FEN>4k4/9/9/9/9/9/9/7C1/9/4K2N1 w - - 0 1</FEN></Head><MoveList>
<Move value="00-00">\n<![CDATA[  谱
   二 ]]>\n</Move><Move value="{first}" branch="1" /><Move value="{second}" />
<Move value="{third}" end="1" /><Move value="77-57" end="1"><![CDATA[变]]></Move></MoveList>
</ChineseChessRecord>""".encode()


def pfc() -> bytes:
    return f"""\ufeff<?xml version="1.0" encoding="utf-8"?><n version="2" win="0-1"
 m="4k4/9/9/9/9/9/9/7C1/9/4K2N1 w - - 0 1"><n m="{MOVES[0]}"><n m="{MOVES[1]}"><n m="{MOVES[2]}"
 c=" 杀 "/></n></n><n m="h2f2" c="变"/></n>""".encode()


def xqr() -> bytes:
    """As the author's description is since November 2017."""
    return b"\0\x02\x20\x17\1\1\0" + xqr_parts({5: "红", 6: "黑", 7: b"\1", 8: XQR_FEN}, 9, 16)


def former_xqr() -> bytes:
    """As it was before."""
    return b"\0\x02\x20\x17" + xqr_parts({5: "3", 6: "红", 8: "1-0", 9: XQR_FEN}, 10, 10)


XQR_FEN = "4k4/9/9/9/9/9/9/7C1/9/4K2N1 w - - 0 1"


def xqr_parts(texts: dict[int, str | bytes], moves: int, step: int) -> bytes:
    """Texts by type, then the tree behind its type: a square is `step` times its row, plus its column."""
    out = b""
    for kind, text in texts.items():
        raw = text.encode() if isinstance(text, str) else text
        out += bytes((kind, len(raw))) + raw
    comment = "  谱".encode()
    out += bytes((moves, 0)) + b"\0\0\5\0" + len(comment).to_bytes(4, "little") + comment
    for number, move in enumerate((*MOVES, "h2f2")):
        x, y, to_x, to_y = places(move)
        flags = (number < 2) | 2 * (number == 0)
        out += bytes((step * y + x, step * to_y + to_x, flags, 0))
    return out + bytes((moves + 1, 4)) + b"\1\2\3\4"


def wxf() -> bytes:
    words = ("C2.5", "h8+7", "H2+3")
    return (
        "FORMAT  WXF\nGAME\t第一局\nRED     红 ; 1630 ;;\nBLACK   黑 ; 1636 ;;\nRESULT  1-0\n"
        "DATE    2003-06-01\nSTART{\n"
        f" 1. {words[0]} {words[1]}   2. {words[2]} }}END\n"
    ).encode()


def xgf() -> bytes:
    texts = ("杯", "北京", "2003-06-01", "3", "红", "1630", "黑", "1636")
    out = b"\6\x0b"
    for number, text in enumerate(texts, 1):
        raw = text.encode("gb18030")
        out += bytes((number, len(raw))) + raw
    out += b"\x09\0\0\0\x0a\1\x0b\0\0\1" + bytes(60)
    red = "e0 d0 f0 c0 g0 b0 h0 a0 i0 b2 h2 a3 c3 e3 g3 i3"
    black = "e9 d9 f9 c9 g9 b9 h9 a9 i9 b7 h7 a6 c6 e6 g6 i6"
    for square in f"{red} {black}".split():
        x, y, *_ = places(square * 2)
        out += bytes((((10 - x) << 4) + y + 2, 0, 0, 0))
    out += struct.pack("<III", 0, len(MOVES), len(MOVES))
    for move in MOVES:
        x, y, to_x, to_y = places(move)
        out += bytes((((10 - x) << 4) + y + 2, 0, ((10 - to_x) << 4) + to_y + 2, 0))
        out += bytes(13) + b"\xff\xff\xff"
    return out


FILES = {made.__name__: made for made in (mxq, che, ccm, chn, cbf, pfc, xqr, wxf, xgf)}
"""Makers by format."""
