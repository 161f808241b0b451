"""The alphabets of the formats: what stands around tokens, and the tokens."""

from __future__ import annotations

from constructs import Alphabet


def _lines(*texts: str, codec: str = "utf-8") -> tuple[bytes, ...]:
    return tuple(text.encode(codec) for text in texts)


def _hgt(*items: tuple[bytes, bytes]) -> bytes:
    return b"".join(
        bytes([len(key)]) + key + len(value).to_bytes(4, "big") + value for key, value in items
    )


_PGN = _lines(
    *("{", "}", "(", ")", "[", "]", ";", "%", "%\n", "[a ", '[a "b"]\n', '[Event "', '"', "\\", "$", "$1 "),
    *("1. ", "e4 ", "Nf3 Nf6 ", "1-0 ", "* ", "*\n\n", "!", "?", ".", "[%clk 0:01:00]", "[%csl Ga1]", "--", "{a}"),
    *('[FEN "', "[Event", '\n\n[Event "a"]\n[Site "b"]\n'),
)  # fmt: skip
_KIF = _lines(
    *("   1 ７六歩(77)\n", "1 同 歩(77)", "*", "*a\n", "#", "&", "変化：1手\n", "手合割：平手\n", "：", "まで", "\n"),
    *("   1 投了\n", "|", "+---+\n", "後手の持駒：", " ( 0:00/00:00:00)", "▲", "△", "(", ")", "同　", "歩", "まで1手で\n"),
    *("  1 ２四歩(23)   ( 0:01/00:00:01)+\n", "手数----指手---------消費時間--\n", "先手の持駒：飛二\n"),
)  # fmt: skip
_JSON = _lines(
    *("{", "}", "[", "]", ",", ":", '"', '"a"', '"a":', "\\", "\\u", "1", "null", "{}", "[]", "{},", '"\\u6b69",'),
    *('{"comments":["a"]},', '{"forks":[[', '{"move":{"to":{"x":7,"y":6},"color":0,"piece":"FU"}},', '"forks":[[{}]],'),
    *(']]}', '{"forks":[[{}]]},', '{"special":"TORYO"},', '"header":{"a":"b"},', '"initial":{', "'", "/*"),
)  # fmt: skip
_SGF = _lines(
    *("(", ")", ";", "[", "]", "\\", "\\]", ":", "C[", "C[a]", "B[aa]", ";B[aa]", ";W[bb]", "AB[aa]", "AB[aa:ss]", "(;B[aa]"),
    *("LB[aa:1]", "(;", "KO", "c", "GM[1]", "SZ[19]", "\\\n", "TR[", "[aa]", "N[a]", ";C[\\", "(;GM[1])"),
)  # fmt: skip

ALPHABETS: dict[str, Alphabet] = {
    "pgn": Alphabet(b'[Event "a"]\n\n1. e4 ', _PGN),
    "epd": Alphabet(
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ",
        _lines(
            *("/", "8", "/8", "p", " w", " KQkq", " - ", ";", "; ", '"', '"a"', "\\", "bm ", "bm e4;", " e4", "e4 e5 "),
            *('c0 "', 'c0 "a";', 'id "', "pv e4 e5;", "#", "\n8/8/8/8/8/8/8/K1k5 w - -", "9", "acd 1;"),
        ),
    ),
    "fen": Alphabet(
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        _lines("/", "8", "/8", "p", "w", " KQkq", " - ", ";", '"', "0 1", "#", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n", "9"),
    ),
    "pgc": Alphabet(
        b"\x05",
        (
            *(b"\x00", b"\x05", b"\x06", b"\x07\x01", b"\x08", b"\x09", b"\x0a\0\0", b"\x0a\2\0ab", b"\x0a\xff\xff"),
            *(b"\x03\x01\x00", b"\x03\x00", b"\x04\0\0", b"\x04\1\0\0", b"\x04\xff\xff", b"\x02\x01a\x01b", b"\x02\0\0"),
            *(b"\x01" + b"\x01x" * 6 + b"\x01*\0\0", b"\x01", b"\xf0", b"\xff", b"\x05\x03\x01\x00\x06", b"\x05\x06"),
        ),
        b"\x06",
        binary=True,
    ),
    "kif": Alphabet("手合割：平手\n手数----指手---------消費時間--\n".encode(), _KIF),
    "kif cp932": Alphabet(
        "手合割：平手\n手数----指手---------消費時間--\n".encode("cp932"),
        tuple(token.decode().encode("cp932") for token in _KIF),
    ),
    "ki2": Alphabet(
        "手合割：平手\n\n▲７六歩".encode(),
        _lines(
            *("▲７六歩    ", "△３四歩\n", "▲", "△", "同", "▲同歩", "*", "*a\n", "変化：1手\n", "：", "まで1手で先手の勝ち\n", "&", "#"),
            *("手合割：平手\n", "歩", "７", "左", "|", "+---+\n", "後手の持駒：", "まで", "成"),
        ),
    ),
    "csa": Alphabet(
        b"V2.2\nN+a\nPI\n+\n",
        _lines(
            *("+7776FU\n", "-3334FU\n", "T1\n", "'", "'*a\n", "%TORYO\n", "%", "/\n", "N+", "$", "$EVENT:a\n", "P1", "P+", "PI\n"),
            *(",", "+7776FU,", "+\n", "+", "P+00FU", "V2.2\n", "'*", "/", "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n"),
        ),
    ),
    "jkf": Alphabet(b'{"header":{"a":"b"},"moves":[{},', _JSON, b"{}]}"),
    "jkf bare": Alphabet(b"{", _JSON),
    "bod": Alphabet(
        "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n".encode(),
        _lines(
            *("|v香v桂v銀v金v玉v金v銀v桂v香|一\n", "|", "+---+\n", "後手の持駒：", "飛", "飛二　", "v", " ・", "*", "手数＝1\n", "：", "#", "&"),
            *("手番：後手\n", "先手の持駒：歩十八\n"),
        ),
    ),
    "sfen": Alphabet(
        b"position startpos moves 7g7f ",
        _lines(
            *("7g7f ", "3c3d ", "P*5e ", "position ", "startpos ", "moves ", "sfen ", "/", "9/", "+", "p", "9", " b - 1\n", "position startpos\n"),
            *("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n", "resign ", "*", "2p"),
        ),
    ),
    "sgf": Alphabet(b"(;GM[1]FF[4]SZ[19]", _SGF, b")"),
    "sgf hex": Alphabet(b"(;GM[11]FF[4]SZ[11]", _lines(";W[a1]", ";B[b2]", "[", "]", "(", ";", "C[", "a1", "swap-pieces", "\\", "AB[a1]", "LB[a1:b]"), b")"),
    "sgf twixt": Alphabet(b"(;GM[32]FF[4]SZ[24]", _lines(";r[bb]", ";b[dc]", ";W[bb]", "[", "]", "(", ";", "C[", "bb", "\\", "|", "LN[bb:cd]"), b")"),
    "lg-sgf": Alphabet(
        b"(;FF[4]EV[hex.HEX13]PB[a]PW[b]SZ[13]SO[http://www.littlegolem.net]",
        _lines(";W[aa]", ";B[bb]", ";B[swap]", ";W[resign]", "[", "]", "(", ")", ";", "C[", "\\", ";b[aa]", "|draw", "(;FF[4]EV[hex.HEX13]SZ[13];W[aa])", "PB[a]"),
        b")",
    ),
    "t1": Alphabet(
        b"",
        _lines(
            *("# File created by T1j\n", "1 # version\n", "a # b\n", "24 # c\n", "W a1\n", "a1\n", "-", "/", "#", "# ", "24", "Y", "N", " ", "1,2\n", "?"),
        ),
    ),
    "wei7": Alphabet(
        b'{"format":"wei7","version":"3.0","size":{"width":9,"height":9},"tree":{"steps":[',
        (
            *_JSON,
            *_lines(
                *('{"action":{"type":"move","value":{"color":1,"point":{"x":4,"y":4}}}},', '"branches":[', '{"steps":[', '"pre":{"stones":['),
                *('{"action":{"type":"takeback","value":1}},', '{"comment":"a"},', '],"branches":[{"steps":[', '{"time":1,'),
            ),
        ),
        b"]}}",
    ),
    "wei7 bare": Alphabet(b'{"format":"wei7",', _JSON),
    "wei7 xml": Alphabet(
        b'<wei7 version="2.2"><game name="a"/><moves>',
        _lines(
            *("<", ">", "</", "/>", "<a>", "</a>", "<a/>", "<!--", "-->", "<![CDATA[", "]]>", "&", "&amp;", "&#", "&#65;", "<?a", "?>", 'a="b" ', '="', "'"),
            *("<!DOCTYPE a [", "<moves>", "</moves>", '<black x="1" y="1"/>', '<pre title="a">', '<pre>'),
        ),
        b"</moves></wei7>",
    ),
    "gametree": Alphabet(
        _hgt(
            (b"gtv", b"\0\0\0\2"), (b"player1", b"Ann"), (b"player2", b"Bob"), (b"pov", b"\0"),
            (b"type", b"hex1"), (b"bdsize", b"\0\0\0\5"), (b"hgtv", b"\0\0\0\1"),
        ) + b"\0",
        (
            *(b"\1m\0\3\1\1\0", b"\1m\0\3\1\1\1\0\0\1", b"\1m\0\3\1\1\1\0\0\2", b"\0", b"\0\0\1", b"\0\0\0\0\1", b"\0\xff\xff"),
            *(b"\1c\0\0\0\1a", b"\1c\0\0\0\1a\0\0\1", b"\1r\0\2\0\0", b"\1g\0\1\1", b"\1", b"\xff", b"\1x\0\0", b"\1c\xff\xff\xff\xff", b"\1x\xff\xff"),
        ),
        binary=True,
    ),
    "gib": Alphabet(
        b"\\HS\r\n\\[GAMEBLACKNAME=a\\]\r\n\\HE\r\n\\GS\r\n",
        _lines("STO 0 2 1 15 3\n", "INI 0 1 4\n", "SKI 0 2\n", "STO ", "\\[", "\\]", "\\[GAMENAME=", "\\[A=", "=", "\\", "\\GS", "\\GE", "\\[GAMECOMMENT=a\\]", "WRONG\n", "STO 0 2 1 99 99\n"),
    ),
    "gib head": Alphabet(
        b"\\HS\r\n",
        _lines("\\[", "\\]", "\\[GAMENAME=", "\\[A=", "=", "\\", "\\[GAMECOMMENT=a\\]", "\\[A=b\\]\n"),
    ),
    "ngf": Alphabet(
        b"Rating game\r\n19\r\na\r\nb\r\nc\r\n0\r\n0\r\n6\r\n20100101 [10:10]\r\n10\r\nWhite wins\r\n9\r\nPMABBREER\r\n",
        _lines("PMACWDDDD\r\n", "PM", "PMAB", "PMACWSSSS", "\n", "GI", "PMACWQ\n", "9\n", ",", "PMABBAA\n"),
    ),
    "ugf": Alphabet(
        b"[Header]\r\nTitle=a\r\nSize=19\r\n[Data]\r\n",
        _lines("QD,B1,1,0\n", "DD,W2,2,0\n", ",", "[", "]", "[Data]\n", "[Header]\n", "=", "a=b\n", "YA,B1,1,0\n", ".Text,1\n", ".EndText\n", ".Fig,", "[Figure]\n"),
    ),
    "hexworld": Alphabet(
        b"https://hexworld.org/board/#11r9c1,",
        _lines("a1", "b4", ":", ":s", ":p", ",", "%2c", "%", "#", ":rb", "h", "9", "https://hexworld.org/board/#11,a1\n", "#11", "hexworld.org/board/", "\nhexworld.org/board/#11,"),
    ),
    "trmph": Alphabet(
        b"http://www.trmph.com/hex/board#11,",
        _lines("a1", "b4", ",", "#", "trmph", "http://www.trmph.com/hex/board#11,a1\n", "http://", "board#", "9", "h", "#11,"),
    ),
    "six": Alphabet(
        b"BoardSize: 11x11\nMoves:\n",
        _lines("1. A2 (0 ms) Swap (26 ms)\n", "A2 ", "(0 ms) ", "(", ")", "1.", "BoardSize: 11x11\n", "Moves:\n", "Moves:", ":", "First: V\n", "swap "),
    ),
    "moves": Alphabet(
        b"Hex 14x14\n",
        _lines("a5 ", "d4 ", "swap-pieces ", "1.", "1.f6 ", "2.swap ", "3.m16 ", ",", ";", "resign ", "z99 ", "a1b", "f6-e4 ", "-", "Twixt 24\n", "1", ".", "1)"),
    ),
}  # fmt: skip
