"""The words that books print of themselves, in the language of the book.

A Chinese book says 红先 below a diagram, whatever language the window has. Each table is a catalog as
`Message.text` takes it, for the few sentences of books; what it lacks is said in the user's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viewer.base.messages import Message
from viewer.publish.wording import Words

_JAPANESE: Mapping[str, str] = {
    "Contents": "目次",
    "Index of players": "対局者索引",
    "Index of openings": "戦型索引",
    "Solutions": "解答",
    "Problem {number}": "第{number}問",
    "Diagram {number}": "第{number}図",
    "Figure {number} ({first}–{last})": "第{number}譜（{first}–{last}）",
    "Figure {number} ({first})": "第{number}譜（{first}）",
    "after {move}": "{move}まで",
    "{side} to move": "{side}番",
    "annotated by {name}": "解説 {name}",
    "Game {number}": "第{number}局",
    "{game} · Game {number}": "{game} 第{number}局",
    "{count} game": "全{count}局",
    "{count} games": "全{count}局",
    "{count} problem": "全{count}問",
    "{count} problems": "全{count}問",
    "Black": "先手",
    "White": "後手",
    "Red": "赤",
    "Blue": "青",
    "Chess": "チェス",
    "Shogi": "将棋",
    "Go": "囲碁",
    "Xiangqi": "象棋",
    "Hex": "ヘックス",
    "Twixt": "ツイクスト",
    "Set-up position": "指定局面",
    "Position": "局面",
    "page {number}": "{number}ページ",
    "{first} black, {second} grey": "{first}は黒、{second}は灰色",
}
_SIMPLIFIED: Mapping[str, str] = {
    "Contents": "目录",
    "Index of players": "棋手索引",
    "Index of openings": "布局索引",
    "Solutions": "答案",
    "Problem {number}": "第{number}题",
    "Diagram {number}": "图{number}",
    "Figure {number} ({first}–{last})": "第{number}谱（{first}–{last}）",
    "Figure {number} ({first})": "第{number}谱（{first}）",
    "after {move}": "{move}",
    "{side} to move": "{side}先",
    "annotated by {name}": "评注 {name}",
    "Game {number}": "第{number}局",
    "{game} · Game {number}": "{game} 第{number}局",
    "{count} game": "共{count}局",
    "{count} games": "共{count}局",
    "{count} problem": "共{count}题",
    "{count} problems": "共{count}题",
    "Red": "红",
    "Black": "黑",
    "White": "白",
    "Blue": "蓝",
    "Chess": "国际象棋",
    "Shogi": "将棋",
    "Go": "围棋",
    "Xiangqi": "象棋",
    "Hex": "六贯棋",
    "Twixt": "Twixt",
    "Set-up position": "指定局面",
    "Position": "局面",
    "page {number}": "第{number}页",
    "{first} black, {second} grey": "{first}为黑色，{second}为灰色",
}
_TRADITIONAL: Mapping[str, str] = {
    **_SIMPLIFIED,
    "Contents": "目錄",
    "Index of openings": "布局索引",
    "Problem {number}": "第{number}題",
    "Diagram {number}": "圖{number}",
    "Figure {number} ({first}–{last})": "第{number}譜（{first}–{last}）",
    "Figure {number} ({first})": "第{number}譜（{first}）",
    "annotated by {name}": "評註 {name}",
    "{count} problem": "共{count}題",
    "{count} problems": "共{count}題",
    "Red": "紅",
    "Blue": "藍",
    "Chess": "西洋棋",
    "Shogi": "將棋",
    "Go": "圍棋",
    "Hex": "六貫棋",
    "page {number}": "第{number}頁",
    "{first} black, {second} grey": "{first}為黑色，{second}為灰色",
}
_TERMS: Mapping[str, Mapping[str, str]] = {
    "ja": _JAPANESE,
    "zh-Hans": _SIMPLIFIED,
    "zh-Hant": _TRADITIONAL,
}


class _Terms(NamedTuple):
    """A table as a catalog."""

    table: Mapping[str, str]

    def gettext(self, message: str, /) -> str:
        return self.table.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return self.table.get(msgid2, msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str, /) -> str:
        return self.table.get(message, message)


def words_in(language: str, words: Words) -> Words:
    """Makes texts of messages in a book's language; in the user's where the book's has no table."""
    table = _TERMS.get(language)
    if table is None:
        return words
    terms = _Terms(table)

    def said(message: Message) -> str:
        return message.text(terms) if message.template in table else words(message)

    return said
