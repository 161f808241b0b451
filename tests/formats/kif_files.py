"""Files of the family, written for the tests, and short ways to read and write them."""

from __future__ import annotations

from viewer.base.limits import DEFAULT, Limits
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.format import Collection, Loss
from viewer.formats.kif import BOD, KI2, KIF
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Terminal
from viewer.tree.node import Node
from viewer.tree.record import Record

FORMATS = {"kif": KIF, "ki2": KI2, "bod": BOD}

GAME = """\
# ---- Kifu for Windows V7 V7.50 棋譜ファイル ----
開始日時：2021/05/04 10:00
棋戦：春の練習会
手合割：平手＿＿
先手：青木
後手：井上
手数----指手---------消費時間--
*始まる前の一言
*
*二行おいて
&はじめ
   1 ７六歩(77)   ( 0:10/00:00:10)
   2 ３四歩(33)   ( 0:05/00:00:05)+
*角道があく
   3 ２二角成(88) ( 1:02/00:01:12)+
&交換
   4 同　銀(31)   ( 0:01/00:00:06)
   5 ４五角打     ( 0:30/00:01:42)
   6 投了         ( 0:00/00:00:06)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)   ( 0:00/00:00:10)
   4 ４四歩(43)   ( 0:00/00:00:05)
**評価値=80
   5 中断         ( 0:00/00:00:10)
まで4手で中断

変化：2手
   2 ８四歩(83)   ( 0:07/00:00:07)+
   3 ２六歩(27)   ( 0:00/00:00:10)

変化：2手
   2 ３二金(41)   ( 0:00/00:00:00)
""".replace("＿", "\u3000")

TSUME = """\
# ---- Kifu for Windows V6.27 棋譜ファイル ----
作品名：小品
作者：自作
手合割：平手＿＿
後手の持駒：飛　角　金三　銀四　桂三　香四　歩十八＿
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 全 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金＿
先手：
後手：
手数----指手---------消費時間--
   1 １二金打
   2 詰み
まで1手詰
""".replace("＿", "\u3000")

HANDICAP = """\
手合割：二枚落ち
下手：したて
上手：うわて
手数----指手---------消費時間--
   1 ６二銀(71)
   2 ７六歩(77)
   3 ５四歩(53)
"""

BOOK = """\
開始日時：2020/01/02
手合割：平手
先手：甲
後手：乙
備考：▲居飛車△四間飛車

*はじめの注
▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲５八金右  △５二金右
▲４五角
*両取り
△４二玉    ▲６三角成
まで9手で先手の勝ち

変化：3手
▲２六歩    △８四歩
まで4手で中断
"""

POSITION = """\
後手の持駒：歩三
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂 ・ ・v玉 ・ ・v桂v香|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
|v歩v歩v歩 ・v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 ・ 歩 歩 歩 歩 歩|七
| ・ 馬 ・ ・ ・ ・ ・ 龍 ・|八
| 香 桂 ・ ・ 玉 ・ ・ 桂 香|九
+---------------------------+
先手の持駒：金二　銀
手数＝36  ▲２八龍  まで

後手番
"""

TEXTS = {"game": GAME, "tsume": TSUME, "handicap": HANDICAP, "book": BOOK, "position": POSITION}
DIALECTS = {"game": "kif", "tsume": "kif", "handicap": "kif", "book": "ki2", "position": "bod"}


def raw(text: str, codec: str = "cp932", eol: str = "\r\n") -> bytes:
    """A text as a file."""
    return text.replace("\n", eol).encode(codec)


def opened(
    data: bytes | str, dialect: str = "kif", encoding: str | None = None, limits: Limits = DEFAULT
) -> Collection:
    """The collection of a file."""
    data = data.encode("utf-8") if isinstance(data, str) else data
    return FORMATS[dialect].read(BytesSource(data), limits, encoding)


def record_of(text: str, dialect: str = "kif") -> Record:
    """The record of a text."""
    return opened(text, dialect).record(0)


def written(
    collection: Collection, dialect: str = "kif", **options: str
) -> tuple[bytes, list[Loss]]:
    """The file of a collection, and what it loses."""
    output = FORMATS[dialect].write(collection, options or None)
    pieces = b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)
    return pieces, list(output.losses)


def file_of(collection: Collection, dialect: str = "kif") -> bytes:
    """The file of a collection that loses nothing."""
    data, losses = written(collection, dialect)
    assert losses == []
    return data


def new_file(record: Record, dialect: str = "kif", **options: str) -> tuple[str, list[Loss]]:
    """A record without its facts as the text of a new file, and what it loses."""
    collection = MemoryCollection(dialect, [without_facts(record)])
    data, losses = written(collection, dialect, **options)
    return data.decode(options.get("encoding", "cp932")), losses


def without_facts(record: Record) -> Record:
    """The record as it is when it comes from nowhere."""
    copies: dict[Node | None, Node] = {}
    for node in record.walk():
        parent = copies.get(node.parent)
        copies[node] = Node(node.id, parent, node.action, node.notes)
        if parent is not None:
            parent.children += (copies[node],)
    return Record(record.game, copies[record.root], record.headers)


def moves_of(record: Record) -> list[tuple[int, str]]:
    """(id of the parent, move) of each node below the root, in pre-order; ends with a #."""
    states = States(game_of("shogi"), record)
    out = []
    for node in record.walk():
        if node.parent is not None:
            action = states.at(node).action
            mark = "#" if type(action) is Terminal else ""
            out.append((node.parent.id, mark + getattr(action, "text", "")))
    return out


def line(record: Record) -> list[str]:
    """The moves of the main line."""
    return [getattr(node.action, "text", "") for node in record.root.main_line()][1:]


def position(record: Record) -> str:
    """The start, as SFEN."""
    return game_of("shogi").position_text(game_of("shogi").start(record.setup))
