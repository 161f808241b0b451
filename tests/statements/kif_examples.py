"""KIF files as examples for the statements."""

from __future__ import annotations

from statement import Example

HEAD = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n"
EXAMPLE = """\
# ---- Kifu for Windows95 V3.53 棋譜ファイル ----
開始日時：1999/07/15(木) 19:07:12
終了日時：1999/07/15(木) 19:07:17
手合割：平手
先手：先手の対局者名
後手：後手の対局者名
手数----指手---------消費時間-- # この行は、なくてもいい
1 ７六歩(77) ( 0:16/00:00:16)
2 ３四歩(33) ( 0:00/00:00:00)
3 中断 ( 0:03/ 0:00:19)
"""
PROBLEM = """\
作者：二代伊藤宗印
出典：将棋精妙
作品番号：１
手数：３３
完全性：余詰
後手の持駒：金四　銀二　香三　歩十三＿
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・v桂 ・ ・ ・ ・ ・|一
|v玉 角v歩 馬 ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| 桂 ・ ・v歩 ・ ・ ・ ・ ・|四
|vとv桂 ・ ・v歩 ・ ・ ・ ・|五
| ・ ・ 飛 ・v全 ・ ・ ・ ・|六
|v歩 桂 ・ ・ ・ ・ ・ ・ ・|七
| ・ 香 ・ ・ ・ ・ ・ ・ ・|八
| ・v銀 ・ ・ 龍 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
""".replace("＿", "\u3000")
BOARD = PROBLEM[PROBLEM.index("後手の持駒") :]
SMALL = """\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ 全 圭 龍 杏 と ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 玉|九
+---------------------------+
先手の持駒：角
"""
MATE = SMALL.replace("・ ・|三", "・ と|三").replace("先手の持駒：角", "先手の持駒：金")
PAWN = SMALL.replace(" 全 圭 龍 杏 と ・ ・|四", " ・ ・ ・ ・ ・ 歩 ・|四")
_ROOKS = ("５八飛(28)", "５二飛(82)", "２八飛(58)", "８二飛(52)")
REPETITION = "".join(
    f"{number + 1} {move} ( 0:01/00:00:{number // 2 + 1:02})\n"
    for number, move in enumerate(_ROOKS * 3)
)
READ, STRICT = "tests/formats/test_kif_read.py", "tests/formats/test_kif_strict.py"
WRITE, CODES = "tests/formats/test_kif_write.py", "tests/formats/test_kif_codecs.py"


def in_file(
    text: str, words: str = "", name: str = "game.kif", codec: str = "cp932", end: str = "\r\n"
) -> Example:
    """A file; what it says of its bytes is in `words`, else the lines themselves."""
    return Example(words or text, text.replace("\n", end).encode(codec), name)


def in_game(lines: str, words: str = "") -> Example:
    """A file with the usual head."""
    return in_file(f"{HEAD}{lines}\n", words or lines)
