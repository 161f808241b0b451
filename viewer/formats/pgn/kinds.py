"""Recognising the kind of a PGN game, by its tags, else the ranks of its FEN, else its moves.

PGN was made for chess, but is used for other games as well: xiangqi (Chinese
characters, ICCS, WXF), shogi (PSN, what servers write), draughts (PDN). What is found here is a key of
`dialects.DIALECTS`, which says whether there is a reader for it. Text is examined as bytes, because
its codec depends on the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viewer.base.patterns import late
from viewer.formats.kit.ranks import game_of_ranks
from viewer.formats.pgn.read.lexer import CHESS_PLAIN
from viewer.formats.pgn.read.tags import Tag

CHESS, XIANGQI, SHOGI = "chess", "xiangqi", "shogi"
JANGGI, DRAUGHTS = "janggi", "draughts"
SHOGI_VARIANT, TAK = "shogi-variant", "tak"

_MOVETEXT = 1 << 16  # bytes that are looked at, with comments
_LOOKED_AT = 4096  # bytes without them

_WORDS: dict[str, tuple[str, ...]] = {
    CHESS: ("chess",),
    XIANGQI: (
        *("xiangqi", "xiang qi", "chinese chess", "chinesechess", "cchess", "co tuong", "cờ tướng"),
        *("象棋", "中国象棋", "中國象棋"),
    ),
    SHOGI: ("shogi", "japanese chess", "将棋", "將棋", "日本将棋"),
    SHOGI_VARIANT: (
        *(
            "minishogi",
            "mini shogi",
            "mini-shogi",
            "5五将棋",
            "kyotoshogi",
            "kyoto shogi",
            "京都将棋",
        ),
        *("chushogi", "chu shogi", "中将棋", "annanshogi", "annan shogi", "安南将棋", "dobutsu"),
        *(
            "torishogi",
            "tori shogi",
            "gorogoro",
            "gorogoroplus",
            "euroshogi",
            "judkins",
            "yarishogi",
        ),
        *("microshogi", "okisakishogi", "checkshogi", "shoshogi", "sho shogi", "cannonshogi"),
    ),
    TAK: ("tak",),
    JANGGI: ("janggi", "korean chess", "장기"),
    DRAUGHTS: (
        *("draughts", "international draughts", "checkers", "english draughts", "dammen"),
        *("russian draughts", "brazilian draughts", "frisian draughts", "шашки"),
    ),
}
_BY_NAME: dict[bytes, str] = {
    word.encode(codec, "ignore"): game
    for game, words in _WORDS.items()
    for word in words
    for codec in ("utf-8", "gb18030", "big5hkscs", "cp932", "cp949")
    if word.encode(codec, "ignore").strip()
}
_NAMING = (b"game", b"variant")
# Tags that only one game's programs write: its name for a player, a position in its own notation.
_ITS_OWN = {
    **{name: SHOGI for name in (b"sente", b"gote", b"sfen", b"sentegrade", b"gotegrade")},
    b"redteam": XIANGQI,
}

_LAYOUT = late(
    rb"\{[^}]*+(?:\}|\Z)|;[^\r\n]*+|\[[^\]\r\n]*+\]?|\$\d++|[()]"
    rb"|(?<![\w-])(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|\*)(?![\w-])"
)
_NUMBER = late(rb"(?<![^\s.])\d{1,4}(?:\.++|\xe3\x80\x81|\xa1\xa2)|\.{2,}")
_AT_ONCE = late(rb"\s*+1\.\s*+(?:" + CHESS_PLAIN + rb")[+#!?]*+(?=\s)")
_SHAPES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    (CHESS, late(rb"(?:" + CHESS_PLAIN + rb"|[PNBRQ]@[a-h][1-8])[+#!?]*+\Z")),
    # C2=5, h8+7, P+=5, c2.5 (WXF, playOK)
    (XIANGQI, late(rb"(?:[KAEBRHNCP][1-9+-]|[+-][RHNCP])[=+.-][1-9]\Z", re.I)),
    # P-76, Px34, P*57, P7g-7f, P7f, P7f+, G45h, Sb6c, 7g7f, P*7e, xP, x+R
    (
        SHOGI,
        late(
            rb"(?:\+?[PLNSGBRK](?:[1-9][a-i]|[1-9]{1,2}|[a-i])?[-x*'^@]?(?:[1-9][a-i]|[1-9]{2})"
            rb"|[1-9][a-i][1-9][a-i]|x\+?[PLNSGBRK][1-9]?)[+=^]?[!?]*+\Z"
        ),
    ),
    (DRAUGHTS, late(rb"[1-9]\d?[-x][1-9]\d?(?:x[1-9]\d?)*+[!?]*+\Z")),
)
_COORDINATES = late(rb"[A-Ia-i]\d-?[A-Ia-i]\d[+#!?]*+\Z")
_BEYOND_CHESS = late(rb"[Ii09]")
_RED = "车車俥马馬傌炮砲包相象仕士帅帥将將兵卒"
_FILES = "一二三四五六七八九1-9１-９"
_HAN = (
    (
        XIANGQI,
        late(f"(?:[{_RED}][{_FILES}]|[前后後中一二三四五][{_RED}])[进進退平][{_FILES}]"),
    ),
    (
        SHOGI,
        late("(?:[1-9１-９][一二三四五六七八九1-9１-９]|同　?)[歩香桂銀金角飛玉王と馬龍竜成]"),
    ),
)


def kind_of(data: bytes, tags: Sequence[Tag], start: int) -> str:
    """The kind of a game's bytes, by its tags and what follows them from `start` on.

    One of the keys of `dialects.DIALECTS`; chess by default.
    """
    said: dict[bytes, bytes] = {}
    for tag in tags:
        said.setdefault(tag.name.lower(), data[tag.value_start : tag.value_end])
    if said.get(b"player1") and said.get(b"size"):  # PTN, which is also called PSN
        return TAK
    found = _named(said) or kind_of_moves(data[start : start + _MOVETEXT])
    if not found and b"red" in said and b"black" in said and b"white" not in said:
        return XIANGQI
    return found or next((game for name, game in _ITS_OWN.items() if said.get(name)), CHESS)


def kind_named(name: str) -> str:
    """The kind of games that a name stands for (Xiangqi, 中国象棋 …), "" if it is none of those known."""
    return _BY_NAME.get(b" ".join(name.lower().encode().split()), "")


def _named(said: Mapping[bytes, bytes]) -> str:
    """The kind that tags (by lower-case names) indicate; "" if none does."""
    for name in _NAMING:
        named = _BY_NAME.get(b" ".join(said.get(name, b"").lower().split()))
        if named is not None:
            return named
    number = said.get(b"gametype", b"").partition(b",")[0].strip()
    if number.isdigit():  # PDN's numbers: 0 chess, 1 xiangqi, from 20 on kinds of draughts
        return {0: CHESS, 1: XIANGQI}.get(int(number[:4]), DRAUGHTS if int(number[:4]) > 19 else "")
    return game_of_ranks(said.get(b"fen", b"")) or game_of_ranks(said.get(b"sfen", b""))


def plainly_chess(movetext: bytes) -> bool:
    """Whether a movetext begins with a move of chess, number 1."""
    return _AT_ONCE.match(movetext) is not None


def kind_of_moves(movetext: bytes) -> str:
    """The kind of game by the first moves of a movetext, "" if they don't tell."""
    if plainly_chess(movetext):
        return CHESS
    text = _NUMBER.sub(b" ", _LAYOUT.sub(b" ", movetext))[:_LOOKED_AT]
    if not text.isascii() and (found := _of_han(text)):
        return found
    counts = dict.fromkeys((CHESS, XIANGQI, SHOGI, DRAUGHTS), 0)
    coordinates, beyond = 0, False
    for word in text.split():
        if _COORDINATES.match(word):
            coordinates += 1
            beyond = beyond or _BEYOND_CHESS.search(word) is not None
            continue
        for game, shape in _SHAPES:
            if shape.match(word):
                counts[game] += 1
                break
    counts[XIANGQI if beyond else CHESS] += coordinates
    best = max(counts, key=lambda game: counts[game])  # of two the first, chess
    return best if counts[best] else ""


def _of_han(text: bytes) -> str:
    """The kind of game by moves in Chinese or Japanese characters, in any codec."""
    for codec in ("utf-8", "gb18030", "big5hkscs", "cp932"):
        said = text.decode(codec, "replace")
        for game, shape in _HAN:
            if len(shape.findall(said)) > said.count("\ufffd") // 8:
                return game
    return ""
