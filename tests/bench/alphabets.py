"""The alphabets of the formats: what stands around tokens, and the tokens.

Tokens stand with blanks between them; ␣ is a blank in one, ⏎ and ↵ are LF and CR LF.
"""

from __future__ import annotations

from constructs import Alphabet


def _text(written: str) -> bytes:
    return written.replace("␣", " ").replace("⏎", "\n").replace("↵", "\r\n").encode()


def _tokens(written: str) -> tuple[bytes, ...]:
    return tuple(_text(token) for token in written.split())


def _text_alphabet(head: str, tokens: str, foot: str = "") -> Alphabet:
    return Alphabet(_text(head), _tokens(tokens), _text(foot))


def _cp932(alphabet: Alphabet) -> Alphabet:
    """The same in Shift-JIS."""
    tokens = tuple(token.decode().encode("cp932") for token in alphabet.tokens)
    return alphabet._replace(head=alphabet.head.decode().encode("cp932"), tokens=tokens)


def _items(*items: tuple[bytes, bytes]) -> bytes:
    """Keys and values as the head of a game tree has them."""
    return b"".join(
        bytes([len(key)]) + key + len(value).to_bytes(4, "big") + value for key, value in items
    )


_JSON = r"""
    { } [ ] , : " "a" "a": \ \u 1 null {} [] {}, "\u6b69", {"comments":["a"]}, {"forks":[[
    {"move":{"to":{"x":7,"y":6},"color":0,"piece":"FU"}}, "forks":[[{}]], ]]} {"forks":[[{}]]},
    {"special":"TORYO"}, "header":{"a":"b"}, "initial":{ ' /*
"""
_KIF = _text_alphabet(
    "手合割：平手⏎手数----指手---------消費時間--⏎",
    """
        ␣␣␣1␣７六歩(77)⏎ 1␣同␣歩(77) * *a⏎ # & 変化：1手⏎ 手合割：平手⏎ ： まで ⏎
    ␣␣␣1␣投了⏎ | +---+⏎ 後手の持駒：
        ␣(␣0:00/00:00:00) ▲ △ ( ) 同 歩 まで1手で⏎ ␣␣1␣２四歩(23)␣␣␣(␣0:01/00:00:01)+⏎
        手数----指手---------消費時間--⏎ 先手の持駒：飛二⏎
    """,
)

ALPHABETS: dict[str, Alphabet] = {
    "pgn": _text_alphabet(
        '[Event␣"a"]⏎⏎1.␣e4␣',
        r"""
        { } ( ) [ ] ; % %⏎ [a␣ [a␣"b"]⏎ [Event␣" " \ $ $1␣ 1.␣ e4␣ Nf3␣Nf6␣ 1-0␣ *␣ *⏎⏎ ! ? .
        [%clk␣0:01:00] [%csl␣Ga1] -- {a} [FEN␣" [Event ⏎⏎[Event␣"a"]⏎[Site␣"b"]⏎
    """,
    ),
    "epd": _text_alphabet(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR␣w␣KQkq␣-␣bm␣e4;␣",
        r"""
        / 8 /8 p ␣w ␣KQkq ␣-␣ ; ;␣ " "a" \ bm␣ bm␣e4; ␣e4 e4␣e5␣ c0␣" c0␣"a"; id␣" pv␣e4␣e5; #
        ⏎8/8/8/8/8/8/8/K1k5␣w␣-␣- 9 acd␣1;
    """,
    ),
    "fen": _text_alphabet(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR␣w␣KQkq␣-␣0␣1⏎",
        """
        / 8 /8 p w ␣KQkq ␣-␣ ; " 0␣1 # 8/8/8/8/8/8/8/K1k5␣w␣-␣-␣0␣1⏎ 9
    """,
    ),
    "pgc": Alphabet(
        b"\x05",
        (
            b"\x00",
            b"\x05",
            b"\x06",
            b"\x07\x01",
            b"\x08",
            b"\t",
            b"\n\x00\x00",
            b"\n\x02\x00ab",
            b"\n\xff\xff",
            b"\x03\x01\x00",
            b"\x03\x00",
            b"\x04\x00\x00",
            b"\x04\x01\x00\x00",
            b"\x04\xff\xff",
            b"\x02\x01a\x01b",
            b"\x02\x00\x00",
            b"\x01\x01x\x01x\x01x\x01x\x01x\x01x\x01*\x00\x00",
            b"\x01",
            b"\xf0",
            b"\xff",
            b"\x05\x03\x01\x00\x06",
            b"\x05\x06",
        ),
        b"\x06",
        binary=True,
    ),
    "kif": _KIF,
    "kif cp932": _cp932(_KIF),
    "ki2": _text_alphabet(
        "手合割：平手⏎⏎▲７六歩",
        """
        ▲７六歩␣␣␣␣ △３四歩⏎ ▲ △ 同 ▲同歩 * *a⏎ 変化：1手⏎ ： まで1手で先手の勝ち⏎ & #
        手合割：平手⏎ 歩 ７ 左 | +---+⏎ 後手の持駒： まで
        成
    """,
    ),
    "csa": _text_alphabet(
        "V2.2⏎N+a⏎PI⏎+⏎",
        """
        +7776FU⏎ -3334FU⏎ T1⏎ ' '*a⏎ %TORYO⏎ % /⏎ N+ $ $EVENT:a⏎ P1 P+ PI⏎ , +7776FU, +⏎ +
        P+00FU V2.2⏎ '* / P1-KY-KE-GI-KI-OU-KI-GI-KE-KY⏎
    """,
    ),
    "jkf": _text_alphabet(
        '{"header":{"a":"b"},"moves":[{},',
        _JSON,
        "{}]}",
    ),
    "jkf bare": _text_alphabet(
        "{",
        _JSON,
    ),
    "bod": _text_alphabet(
        "後手の持駒：なし⏎␣␣９␣８␣７␣６␣５␣４␣３␣２␣１⏎+---------------------------+⏎",
        """
        |v香v桂v銀v金v玉v金v銀v桂v香|一⏎ | +---+⏎ 後手の持駒： 飛 飛二 v ␣・ * 手数＝1⏎ ： # &
        手番：後手⏎ 先手の持駒：歩十八⏎
    """,
    ),
    "sfen": _text_alphabet(
        "position␣startpos␣moves␣7g7f␣",
        """
        7g7f␣ 3c3d␣ P*5e␣ position␣ startpos␣ moves␣ sfen␣ / 9/ + p 9 ␣b␣-␣1⏎ position␣startpos⏎
        lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL␣b␣-␣1⏎ resign␣ * 2p
    """,
    ),
    "usen": _text_alphabet("~0.", "7ku 2jm ~0. ~1. . .r ~ zzz 9 _ b - ⏎ ~9999.7ku"),
    "psn": _text_alphabet(
        "1.P7g-7f⏎",
        """
        1.P7g-7f⏎ 2.P3c-3d␣(00:02␣/␣00:00:02)⏎ ⏎Variation:2⏎ { } {x}⏎ [Sente␣"x"]⏎ 3.Resigns⏎ ( ) P*5e 9. x
    """,
    ),
    "sgf": _text_alphabet(
        "(;GM[1]FF[4]SZ[19]",
        r"""
        ( ) ; [ ] \ \] : C[ C[a] B[aa] ;B[aa] ;W[bb] AB[aa] AB[aa:ss] ;AB[aa:ss]AE[aa:ss] (;B[aa]
        LB[aa:1] (; KO c GM[1] SZ[19] \⏎ TR[ [aa] N[a] ;C[\ (;GM[1])
    """,
        ")",
    ),
    "sgf hex": _text_alphabet(
        "(;GM[11]FF[4]SZ[11]",
        r"""
        ;W[a1] ;B[b2] [ ] ( ; C[ a1 swap-pieces \ AB[a1] LB[a1:b]
    """,
        ")",
    ),
    "sgf twixt": _text_alphabet(
        "(;GM[32]FF[4]SZ[24]",
        r"""
        ;r[bb] ;b[dc] ;W[bb] [ ] ( ; C[ bb \ | LN[bb:cd]
    """,
        ")",
    ),
    "lg-sgf": _text_alphabet(
        "(;FF[4]EV[hex.HEX13]PB[a]PW[b]SZ[13]SO[http://www.littlegolem.net]",
        r"""
        ;W[aa] ;B[bb] ;B[swap] ;W[resign] [ ] ( ) ; C[ \ ;b[aa] |draw
        (;FF[4]EV[hex.HEX13]SZ[13];W[aa]) PB[a]
    """,
        ")",
    ),
    "t1": _text_alphabet(
        "",
        """
        #␣File␣created␣by␣T1j⏎ 1␣#␣version⏎ a␣#␣b⏎ 24␣#␣c⏎ W␣a1⏎ a1⏎ - / # #␣ 24 Y N ␣ 1,2⏎ ?
    """,
    ),
    "wei7": _text_alphabet(
        '{"format":"wei7","version":"3.0","size":{"width":9,"height":9},"tree":{"steps":[',
        _JSON
        + """
        {"action":{"type":"move","value":{"color":1,"point":{"x":4,"y":4}}}}, "branches":[
        {"steps":[ "pre":{"stones":[ {"action":{"type":"takeback","value":1}}, {"comment":"a"},
        ],"branches":[{"steps":[ {"time":1,
    """,
        "]}}",
    ),
    "wei7 bare": _text_alphabet(
        '{"format":"wei7",',
        _JSON,
    ),
    "wei7 xml": _text_alphabet(
        '<wei7␣version="2.2"><game␣name="a"/><moves>',
        """
        < > </ /> <a> </a> <a/> <!-- --> <![CDATA[ ]]> & &amp; &# &#65; <?a ?> a="b"␣ =" '
        <!DOCTYPE␣a␣[ <moves> </moves> <black␣x="1"␣y="1"/> <pre␣title="a"> <pre>
    """,
        "</moves></wei7>",
    ),
    "gametree": Alphabet(
        _items(
            *((b"gtv", b"\0\0\0\2"), (b"player1", b"Ann"), (b"player2", b"Bob"), (b"pov", b"\0")),
            *((b"type", b"hex1"), (b"bdsize", b"\0\0\0\5"), (b"hgtv", b"\0\0\0\1")),
        )
        + b"\0",
        (
            b"\x01m\x00\x03\x01\x01\x00",
            b"\x01m\x00\x03\x01\x01\x01\x00\x00\x01",
            b"\x01m\x00\x03\x01\x01\x01\x00\x00\x02",
            b"\x00",
            b"\x00\x00\x01",
            b"\x00\x00\x00\x00\x01",
            b"\x00\xff\xff",
            b"\x01c\x00\x00\x00\x01a",
            b"\x01c\x00\x00\x00\x01a\x00\x00\x01",
            b"\x01r\x00\x02\x00\x00",
            b"\x01g\x00\x01\x01",
            b"\x01",
            b"\xff",
            b"\x01x\x00\x00",
            b"\x01c\xff\xff\xff\xff",
            b"\x01x\xff\xff",
        ),
        b"",
        binary=True,
    ),
    "gib": _text_alphabet(
        r"\HS↵\[GAMEBLACKNAME=a\]↵\HE↵\GS↵",
        r"""
        STO␣0␣2␣1␣15␣3⏎ INI␣0␣1␣4⏎ SKI␣0␣2⏎ STO␣ \[ \] \[GAMENAME= \[A= = \ \GS \GE
        \[GAMECOMMENT=a\] WRONG⏎ STO␣0␣2␣1␣99␣99⏎
    """,
    ),
    "gib head": _text_alphabet(
        r"\HS↵",
        r"""
        \[ \] \[GAMENAME= \[A= = \ \[GAMECOMMENT=a\] \[A=b\]⏎
    """,
    ),
    "ngf": _text_alphabet(
        "Rating␣game↵19↵a↵b↵c↵0↵0↵6↵20100101␣[10:10]↵10↵White␣wins↵9↵PMABBREER↵",
        """
        PMACWDDDD↵ PM PMAB PMACWSSSS ⏎ GI PMACWQ⏎ 9⏎ , PMABBAA⏎
    """,
    ),
    "ugf": _text_alphabet(
        "[Header]↵Title=a↵Size=19↵[Data]↵",
        """
        QD,B1,1,0⏎ DD,W2,2,0⏎ , [ ] [Data]⏎ [Header]⏎ = a=b⏎ YA,B1,1,0⏎ .Text,1⏎ .EndText⏎ .Fig,
        [Figure]⏎
    """,
    ),
    "hexworld": _text_alphabet(
        "https://hexworld.org/board/#11r9c1,",
        """
        a1 b4 : :s :p , %2c % # :rb h 9 https://hexworld.org/board/#11,a1⏎ #11
        hexworld.org/board/ ⏎hexworld.org/board/#11,
    """,
    ),
    "trmph": _text_alphabet(
        "http://www.trmph.com/hex/board#11,",
        """
        a1 b4 , # trmph http://www.trmph.com/hex/board#11,a1⏎ http:// board# 9 h #11,
    """,
    ),
    "six": _text_alphabet(
        "BoardSize:␣11x11⏎Moves:⏎",
        """
        1.␣A2␣(0␣ms)␣Swap␣(26␣ms)⏎ A2␣ (0␣ms)␣ ( ) 1. BoardSize:␣11x11⏎ Moves:⏎ Moves: :
        First:␣V⏎ swap␣
    """,
    ),
    "moves": _text_alphabet(
        "Hex␣14x14⏎",
        """
        a5␣ d4␣ swap-pieces␣ 1. 1.f6␣ 2.swap␣ 3.m16␣ , ; resign␣ z99␣ a1b f6-e4␣ - Twixt␣24⏎ 1 .
        1)
    """,
    ),
    "lg-json": _text_alphabet(
        '{"gtid":"hex","variant":"DEFAULT","players":[],"moves":[{"dmove":"a1"}',
        """
        ,{"dmove":"f4"} ,{} ,"a" ,[ ,{"a":
    """,
        "]}",
    ),
    "abstractplay": _text_alphabet(
        '{"game":"hex","numplayers":2,"variants":["size-13"],"stack":[{"_results":[]}',
        """
        ,{"_results":[{"type":"place","where":"e4"}]} ,{"_results":[{"type":"swap"}]} ,{} ,"a" ,[
    """,
        "]}",
    ),
    "twixtui": _text_alphabet(
        "twixtui-record␣1⏎ruleset␣size=12;deliberate=true⏎moves␣D4",
        ";␣E6 ;␣v:draw? ;␣x ␣~D4:E6 ;␣K7␣xC3 ; ⏎",
        "⏎",
    ),
    "cbf": _text_alphabet(
        '<?xml␣version="1.0"␣encoding="UTF-8"?><ChineseChessRecord␣Version="1.0"><Head></Head><MoveList>'
        '<Move␣value="00-00"/>',
        """
        <Move␣value="77-47"/> <Move␣value="77-57"␣branch="1"/> <Move␣value="77-57"␣end="1"/> <Move>
        <![CDATA[a]]> <a>b</a> ⏎ < &
    """,
        "</MoveList></ChineseChessRecord>",
    ),
    "pfc": _text_alphabet(
        '<?xml␣version="1.0"␣encoding="utf-8"?><n␣version="2"␣m="4k4/9/9/9/9/9/9/7C1/9/4K4␣w">',
        '<n␣m="h2e2"> <n␣m="h2e2"/> <n␣m="h2e2"␣c="a"/> </n> ⏎ < &',
        "</n>",
    ),
    "wxf": _text_alphabet(
        "FORMAT␣␣WXF⏎GAME␣a⏎RED␣a⏎START{⏎",
        "C2.5␣ ␣1.␣C2.5␣h8+7⏎ { } {a} x␣ 1.␣ ⏎",
        "}END⏎",
    ),
    "xqfen": _text_alphabet("", "4k4/9/9/4e4/9/9/9/9/9/4K4␣b⏎ a⏎ ⏎ / 4k4/9/9/4e4/9/9/9/9/9/4K4"),
    "xqr": Alphabet(
        b"\0\x02\x20\x17\x09\0\0\0\1\0",
        (b"\x77\x74\1\0", b"\x77\x74\3\0", b"\x77\x74\0\0", b"\x77\x74\5\0\1\0\0\0a", b"\1\1a"),
        binary=True,
    ),
}
