"""The kind of a PGN game, by its tags, else the ranks of its FEN, else its moves; its tags and its codec.

PGN was made for chess, but is used for other games as well: xiangqi (Chinese
characters, ICCS, WXF), shogi (PSN, what servers write), draughts (PDN). What is found here is a key of
`dialects.DIALECTS`, which says whether there is a reader for it. Text is examined as bytes, because
its codec depends on the game.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping, Sequence

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import CP1252, UTF8, decode
from viewer.formats.kit import charsets
from viewer.formats.kit.charsets import EUC_JP, WIDE, is_utf8
from viewer.formats.kit.judge import PartCodecs, is_plainly, judge_legacy
from viewer.formats.kit.recognising import game_of_ranks
from viewer.formats.pgn.lexer import CHESS_PLAIN, SPACE

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


# --------- The tag section of a PGN game: valid tags, and malformed ones as far as they can be read


_NAME = rb"[A-Za-z0-9_][A-Za-z0-9_+#=:.-]*+"
_BETWEEN = late(
    SPACE
    + rb"(?:\{[^}]*+\}|;[^\r\n]*+|(?:(?<=[\r\n])|(?<=\xef\xbb\xbf)|(?<![\s\S]))%[^\r\n]*+|(?=(\[|"
    + _NAME
    + rb'[ \t]++")))'
)
_WHOLE = late(
    rb"\s*+\["
    + SPACE
    + rb"("
    + _NAME
    + rb")"
    + SPACE
    + rb'"([^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+)"'
    + SPACE
    + rb"\]"
)
_WHOLE_TEXT = late(r'\[\s*[^\s"]+\s*"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"\s*\]')
# `"Lopez "Battle Royale""]`, `"Cup \"]`: up to the first quote with a bracket behind it.
_QUOTED = late(rb"\[" + SPACE + rb"(" + _NAME + rb')[ \t]*+"([^\r\n]*?)"[ \t]*+\]')
# `[FEN no quotes]`
_BARE = late(rb"\[" + SPACE + rb"(" + _NAME + rb')[ \t]++([^"\]\r\n]*+)\]')
# `[Annotator "Krush, I]`, `[Event "no end`: the rest of the line.
_OPEN = late(rb"\[" + SPACE + rb"(" + _NAME + rb')[ \t]*+"?([^\r\n]*+)')
# `Date "1895"`
_NAKED = late(rb"(" + _NAME + rb')[ \t]++"([^"\r\n]*+)"[ \t]*+\]?+(?=[ \t]*+(?:[\r\n]|\Z))')
_LINE = late(rb"[^\r\n]*+")
_ESCAPED = late(r'\\(["\\])')


class Tag(NamedTuple):
    """A tag in a game's bytes.

    Attributes:
        start, end: its offsets, brackets included.
        name: its name.
        value_start, value_end: the offsets of its value, without the quotes.
        whole: whether it is well-formed, so that its value may have escapes.
    """

    start: int
    end: int
    name: bytes
    value_start: int
    value_end: int
    whole: bool


def read_tags(data: bytes) -> tuple[list[Tag], int, list[int]]:
    """The tags at the start of a game, the offset of their end, and the offsets of what isn't a tag.

    White space, comments and escaped lines between tags belong to the tags.
    """
    tags: list[Tag] = []
    odd: list[int] = []
    end = at = 0
    while True:
        found = _WHOLE.match(data, at)
        if found is not None:
            start, end = found.span(2)
            at = found.end()
            opened = data.index(b"[", found.start())
            tags.append(Tag(opened, at, found[1], start, end, True))
            end = at
            continue
        found = _BETWEEN.match(data, at)
        if found is None:
            return tags, end, odd
        at = found.end()
        if found.lastindex is None:
            continue
        tag = _tag_at(data, at)
        if tag is not None:
            tags.append(tag)
            at = end = tag.end
        elif data.startswith(b"[", at):
            odd.append(at)
            line = _LINE.match(data, at)
            assert line is not None
            at = end = line.end()
        else:
            return tags, end, odd


def _tag_at(data: bytes, at: int) -> Tag | None:
    whole = _WHOLE.match(data, at)
    found = whole or _QUOTED.match(data, at) or _BARE.match(data, at) or _NAKED.match(data, at)
    if found is not None:
        return Tag(at, found.end(), found[1], *found.span(2), whole is not None)
    found = _OPEN.match(data, at)
    if found is None:
        return None
    start, end = found.span(2)
    value = found[2].rstrip()
    value = value.removesuffix(b"]").removesuffix(b'"')
    if not value and data[found.end(1) : start].strip() == b"":
        return None  # `[C54]`
    return Tag(at, end, found[1], start, start + len(value), False)


def well_formed(data: bytes, tags: Sequence[Tag], decoded: Callable[[bytes], str]) -> list[Tag]:
    """Tags that `read_tags` found, well-formed also if they are so as text.

    Characters of Big5 and GB18030 may end with the byte of a backslash.
    """
    return [
        tag
        if tag.whole or _WHOLE_TEXT.fullmatch(decoded(data[tag.start : tag.end])) is None
        else tag._replace(whole=True)
        for tag in tags
    ]


def value_of_tag(raw: bytes, tag: Tag, decoded: Callable[[bytes], str]) -> str:
    """The value of a tag."""
    value = decoded(raw[tag.value_start : tag.value_end])
    return unescaped(value) if tag.whole else value


def unescaped(value: str) -> str:
    """A value with escapes resolved; a backslash that escapes nothing stays."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def escaped(value: str) -> str:
    r"""A value as written between quotes: " and \ are escaped."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


# ------------------------------------ The codecs of the games in a PGN file, which PGN doesn't name
#
# A file may join games from several sources: each game is UTF-8 if its bytes are. All others are judged
# together, since most are too short for it, unless one is plainly in another codec.


_EXPECTED = {XIANGQI: charsets.XIANGQI, SHOGI: charsets.SHOGI}
_DOUBLE = late(rb"[\x80-\xff]{2}")  # rare in Western words, common in others


def expected_of(kind: str) -> charsets.Expected:
    """What is known of the text of a kind of games before it is read."""
    return _EXPECTED.get(kind, charsets.ANY)


class GameCodecs:
    """The codecs of the games of a file.

    Attributes:
        chosen: the codec that the user chose for all games, None for none.
        parts: gives the codecs of the games that aren't UTF-8, for the bytes of one of them; None where
            a game is read by itself.
    """

    def __init__(
        self, chosen: str | None = None, parts: Callable[[bytes], PartCodecs] | None = None
    ) -> None:
        if chosen is not None:
            name = codecs.lookup(chosen).name
            chosen = {"ascii": UTF8, "utf-8-sig": UTF8}.get(name, name)
        self.chosen = chosen
        self.parts = parts

    def of(self, data: bytes, kind: Callable[[], str]) -> str:
        """The codec of a game, of which `kind` tells the kind."""
        if self.chosen is not None:
            return self.chosen
        try:
            data.decode(UTF8)
        except UnicodeDecodeError as error:
            # A file that was cut may end within a character.
            if error.end < len(data) or error.reason != "unexpected end of data":
                if self.parts is not None:
                    return self.parts(data).of(data)
                return judge_legacy(data, expected_of(kind()), 0).codec
        return UTF8

    def text(self, raw: bytes) -> str | None:
        """The text of a non-ASCII value, None if it takes the whole game to know its codec."""
        if self.chosen is not None:
            return decode(raw, self.chosen)
        if is_utf8(raw):
            return raw.decode(UTF8)
        if self.parts is None:
            return None
        parts = self.parts(raw)
        if not _DOUBLE.search(raw):
            return decode(raw, parts.single)
        return raw.decode(parts.paired) if is_plainly(raw, parts.paired) else None


ALONE = GameCodecs()
"""For a game that is read by itself."""


def known(codec: str | None) -> GameCodecs:
    """Those of a game that was written in a codec, if it isn't UTF-8."""
    codec = codec if codec and codec != UTF8 else CP1252
    paired = codec if codec in WIDE or codec == EUC_JP else ""
    return GameCodecs(None, lambda _: PartCodecs(paired, CP1252 if paired else codec))
