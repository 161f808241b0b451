"""What is known of text in records before it is read: its usual codec, and words that only a game has."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.base.text import CP1252, GB18030


class Expected(NamedTuple):
    """What is known of text in a format.

    Attributes:
        usual: codecs of such text, the first that of text that tells nothing.
        words: an expression for words of the game, by which text is known to be decoded rightly; "" for none.
    """

    usual: tuple[str, ...] = (CP1252,)
    words: str = ""


ANY = Expected()
"""Of text in any language."""

_PIECE, _NUMBER = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒", "一二三四五六七八九１-９1-9"
XIANGQI = Expected(
    (GB18030,),
    f"(?:[{_PIECE}][{_NUMBER}前后後中]|[前后後中{_NUMBER}][{_PIECE}])[进進退平][{_NUMBER}]",
)
"""Of text in records of xiangqi: moves such as 炮二平五."""
SHOGI = Expected(
    ("cp932", "euc_jp"),
    "手合割|[先後上下]手|手数|消費時間|投了|(?:[▲△▼▽☗☖]|[ 0-9])(?:[１-９1-9][一二三四五六七八九]|同)"
    "[\u3000 ]?(?:[歩香桂銀金角飛玉王と馬龍竜]|成[香桂銀])",
)
"""Of text in records of shogi: the words of KIF and moves such as ▲７六歩."""
