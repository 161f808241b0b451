"""Names: of the kinds of pieces, in diagrams, moves, CSA, English; of ends; of sides, handicaps and starts.

A kind without side is SFEN's capital letter: `P`, `+P` … `K`.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.game import SET_UP, StartPosition
from viewer.games.score import Ending
from viewer.games.shogi.position import (
    BLACK,
    EMPTY_TEXT,
    KING,
    START,
    START_TEXT,
    WHITE,
    Position,
    read_sfen,
    write_sfen,
)
from viewer.tree.action import Setup

TSUME = message("Tsume")
"""The label of a mating problem."""


class PieceNames(NamedTuple):
    """The written forms of a kind of piece.

    Attributes:
        kind: SFEN letter, preceded by `+` if promoted.
        diagram: one character: 歩, 杏, 龍.
        move: as in moves: 歩, 成香, 龍.
        csa: two letters: FU, NY, RY.
        long: two characters of two-kanji sets: 歩兵, 龍王; 成香 for promoted ones without a name.
        name: in English.
    """

    kind: str
    diagram: str
    move: str
    csa: str
    long: str
    name: Message


PIECES: dict[str, PieceNames] = {
    piece.kind: piece
    for piece in (
        PieceNames("P", "歩", "歩", "FU", "歩兵", message("pawn")),
        PieceNames("L", "香", "香", "KY", "香車", message("lance")),
        PieceNames("N", "桂", "桂", "KE", "桂馬", message("knight")),
        PieceNames("S", "銀", "銀", "GI", "銀将", message("silver")),
        PieceNames("G", "金", "金", "KI", "金将", message("gold")),
        PieceNames("B", "角", "角", "KA", "角行", message("bishop")),
        PieceNames("R", "飛", "飛", "HI", "飛車", message("rook")),
        PieceNames("K", "玉", "玉", "OU", "玉将", message("king")),
        PieceNames("+P", "と", "と", "TO", "と金", message("promoted pawn")),
        PieceNames("+L", "杏", "成香", "NY", "成香", message("promoted lance")),
        PieceNames("+N", "圭", "成桂", "NK", "成桂", message("promoted knight")),
        PieceNames("+S", "全", "成銀", "NG", "成銀", message("promoted silver")),
        PieceNames("+B", "馬", "馬", "UM", "龍馬", message("horse")),
        PieceNames("+R", "龍", "龍", "RY", "龍王", message("dragon")),
    )
}
"""By kind: `P`, `+P` …"""

HAND_KINDS = "RBGSNLP"
"""Kinds that are held in hand, in the usual order."""

KIND_OF_CSA: dict[str, str] = {piece.csa: kind for kind, piece in PIECES.items()}

# The other king, 龍 and 歩 in newer and older form, kana of と, simplified Chinese.
_OTHERS: dict[str, str] = {
    "P": "步",
    "S": "银",
    "R": "飞",
    "K": "王",
    "+P": "ト",
    "+B": "马",
    "+R": "竜龙",
}

KIND_OF_CHARACTER: dict[str, str] = {
    **{piece.diagram: kind for kind, piece in PIECES.items()},
    **{character: kind for kind, some in _OTHERS.items() for character in some},
}
"""The kind of one character of a diagram or a hand, in any spelling met."""

KIND_OF_NAME: dict[str, str] = {
    **{
        "成" + character: "+" + kind
        for character, kind in KIND_OF_CHARACTER.items()
        if kind in ("P", "L", "N", "S", "B", "R")
    },
    **KIND_OF_CHARACTER,
}
"""The kind of a name of one or two characters as moves have it: 歩, 成香, 竜.

Not 角行: on a move it is a bishop that goes up (行).
"""

LONGEST_NAME = max(map(len, KIND_OF_NAME))


def kind_at(text: str, at: int = 0) -> tuple[str, int]:
    """The kind that a text names from `at` on, by the longest name, and the offset of its end.

    ("", at) where it names none.
    """
    for end in range(at + LONGEST_NAME, at, -1):
        kind = KIND_OF_NAME.get(text[at:end])
        if kind is not None:
            return kind, min(end, len(text))
    return "", at


def unpromoted(kind: str) -> str:
    """The kind under a promoted one; others are themselves."""
    return kind.removeprefix("+")


_RANKS: dict[str, Message] = {
    "a": in_context("a rank of the board of shogi", "a"),
    "b": in_context("a rank of the board of shogi", "b"),
    "c": in_context("a rank of the board of shogi", "c"),
    "d": in_context("a rank of the board of shogi", "d"),
    "e": in_context("a rank of the board of shogi", "e"),
    "f": in_context("a rank of the board of shogi", "f"),
    "g": in_context("a rank of the board of shogi", "g"),
    "h": in_context("a rank of the board of shogi", "h"),
    "i": in_context("a rank of the board of shogi", "i"),
}


def square_words(square: str) -> Message:
    """A square, as 7g, in words: Japanese and Chinese write the rank as a numeral, 7七.

    What names no square stays as it is.
    """
    if square[1:] not in _RANKS:
        return message("{place}", place=square)
    return in_context(
        "a square of the board of shogi", "{file}{rank}", file=square[0], rank=_RANKS[square[1:]]
    )


# ------------------------------------------------------------ how a game ends: the words of records

ENDS: tuple[Ending, ...] = (
    Ending("投了", message("The side to move resigns")),
    Ending("詰み", message("Mate")),
    Ending("千日手", message("Draw by repetition")),
    Ending("持将棋", message("Draw by impasse")),
    Ending("切れ負け", message("The side to move loses on time")),
    Ending("反則負け", message("The side to move loses by a foul")),
    Ending("反則勝ち", message("The other side's last move was a foul")),
    Ending("入玉勝ち", message("The side to move declares a win")),
    Ending("中断", message("The game is broken off")),
)
"""The ends that the user can choose, under KIF's words."""

SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "投了": ("TORYO", "resign", "Resigns", "Resign"),
    "中断": ("CHUDAN", "Interrupt"),
    "千日手": ("SENNICHITE", "rep_draw", "Sennichite", "RepetitionDraw"),
    "持将棋": ("JISHOGI", "Jishogi"),
    "詰み": ("TSUMI", "詰", "Mate"),
    "不詰": ("FUZUMI",),
    "切れ負け": ("TIME_UP", "時間切れ", "Time-up", "timeout", "Timeup"),
    "反則負け": ("ILLEGAL_MOVE", "反則手", "IllegalMove"),
    "入玉勝ち": (
        "KACHI",
        "入玉宣言",
        "勝ち宣言",
        "入玉宣言勝ち",
        "トライ",
        "win",
        "DeclarationWin",
    ),
    "引き分け": ("HIKIWAKE", "引分", "引分け", "draw"),
    "最大手数": ("MAX_MOVES", "MaxMovesDraw"),
    "反則勝ち": ("IllegalAction", "RepetitionWin"),
    "待った": ("MATTA",),
    "エラー": ("ERROR",),
}
"""What records of CSA, KIF, USI and PSN write for the same end, by the first of KIF's words for it."""

FOUL_WIN = "反則勝ち"
_FOULS = {"+ILLEGAL_ACTION": BLACK, "-ILLEGAL_ACTION": 1 - BLACK}
_MEANT = {word: end for end, words in SPELLINGS.items() for word in words}


def spelled(word: str) -> str:
    """The first of KIF's words for an end, whoever is to move; the word itself if no other is known."""
    word = word.removeprefix("%")
    return _MEANT.get(word, word)


def end_meaning(word: str, side: int) -> str:
    """The first of KIF's words for an end at a position where `side` is to move.

    CSA's words for a foul name who broke a rule, KIF's say whether it is the side to move.
    """
    word = spelled(word)
    if word in _FOULS:
        return "反則負け" if _FOULS[word] == side else FOUL_WIN
    return word


# ------------------------------------- handicaps, the sides of their games, the starts that are offered
#
# Left and right are from uwate's view: the left lance is on 1a. 手合割 of Kifu for Windows and its page
# of 2024 name them so; if other programs use a name differently, the board counts.


class Handicap(NamedTuple):
    """A handicap.

    Attributes:
        id: of the start that "New" offers.
        japanese: as 手合割 names it.
        name: in English.
        start: the position; White moves, with number 1.
        safe: whether every program means this position by the name, so that a name is enough in a file.
    """

    id: str
    japanese: str
    name: Message
    start: Position
    safe: bool


def _handicap(id: str, japanese: str, name: Message, rows: str, safe: bool = False) -> Handicap:
    board = f"{rows}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    return Handicap(id, japanese, name, read_sfen(board)[0], safe)


HANDICAPS: tuple[Handicap, ...] = (
    _handicap("lance", "香落ち", in_context("handicap of shogi", "lance"), "lnsgkgsn1/1r5b1", True),
    _handicap("right-lance", "右香落ち", message("right lance"), "1nsgkgsnl/1r5b1", True),
    _handicap("bishop", "角落ち", in_context("handicap of shogi", "bishop"), "lnsgkgsnl/1r7", True),
    _handicap("rook", "飛車落ち", in_context("handicap of shogi", "rook"), "lnsgkgsnl/7b1", True),
    _handicap("rook-lance", "飛香落ち", message("rook and lance"), "lnsgkgsn1/7b1", True),
    _handicap("two", "二枚落ち", message("two pieces"), "lnsgkgsnl/9", True),
    _handicap("three", "三枚落ち", message("three pieces"), "lnsgkgsn1/9"),
    _handicap("four", "四枚落ち", message("four pieces"), "1nsgkgsn1/9", True),
    _handicap("five", "五枚落ち", message("five pieces"), "2sgkgsn1/9"),
    _handicap("left-five", "左五枚落ち", message("five pieces (left knight)"), "1nsgkgs2/9"),
    _handicap("six", "六枚落ち", message("six pieces"), "2sgkgs2/9", True),
    _handicap("left-seven", "左七枚落ち", message("seven pieces (left silver)"), "2sgkg3/9"),
    _handicap("right-seven", "右七枚落ち", message("seven pieces (right silver)"), "3gkgs2/9"),
    _handicap("eight", "八枚落ち", message("eight pieces"), "3gkg3/9", True),
    _handicap("ten", "十枚落ち", message("ten pieces"), "4k4/9", True),
)

EVEN = "平手"
"""What 手合割 says of the usual start."""
OTHER = "その他"
"""What 手合割 says of any start that has no name."""

_BY_BOARD = {one.start.board: one for one in HANDICAPS}
_BY_NAME = {one.japanese: one for one in HANDICAPS}
# Also met: figures, 落 without ち.
_OTHERS = {"飛落ち": "飛車落ち", "飛車香落ち": "飛香落ち", "左香落ち": "香落ち"}
_FIGURES = str.maketrans("２３４５６７８2345678", "二三四五六七八二三四五六七八")


def handicap_of(position: Position) -> Handicap | None:
    """The handicap that a position is the start of, whatever its number; None if it is none."""
    if position.side != WHITE or any(position.hands):
        return None
    return _BY_BOARD.get(position.board)


def handicap_named(text: str) -> Handicap | None:
    """The handicap named by a 手合割, in any spelling; None for 平手 and for other words."""
    plain = "".join(text.split()).replace("１０", "十").replace("10", "十").translate(_FIGURES)
    if plain and not plain.endswith("落ち"):
        plain = plain.removesuffix("落") + "落ち"
    return _BY_NAME.get(_OTHERS.get(plain, plain))


def start_named(text: str) -> Position | None:
    """The start named by a 手合割: START for 平手, a handicap's position, None for other words."""
    plain = "".join(text.split())
    if plain == EVEN:
        return START
    found = handicap_named(plain)
    return None if found is None else found.start


# What the sides are called: 先手 and 後手, with a handicap 下手 and 上手.

SIDE_NAMES: tuple[Message, Message] = (in_context("shogi", "Black"), in_context("shogi", "White"))
_HANDICAP_NAMES: tuple[Message, Message] = (
    in_context("shogi with a handicap", "Black"),
    in_context("shogi with a handicap", "White"),
)
"""The one who receives the handicap, and the one who gives it and moves first."""


def with_handicap(position: Position) -> bool:
    """Whether the game that led to a position began with a handicap."""
    return handicap_of(position.first or position) is not None


def side_name(position: Position, side: int) -> Message:
    """What a side is called in the game that led to a position."""
    return (_HANDICAP_NAMES if with_handicap(position) else SIDE_NAMES)[side]


TSUME_TEXT = "9/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"
"""An empty board for a problem: White holds all there is but the kings."""

STARTS: tuple[StartPosition, ...] = (
    StartPosition("start", message("Even game"), Setup(START_TEXT)),
    *(
        StartPosition(
            one.id,
            message("Handicap: {name}", name=one.name),
            Setup(write_sfen(one.start)),
            handicap=True,
        )
        for one in HANDICAPS
    ),
    StartPosition("tsume", message("Tsume (White holds the rest)"), Setup(TSUME_TEXT)),
    StartPosition("empty", message("Empty board"), Setup(EMPTY_TEXT)),
)

_MANY = 15  # pieces in white's hand: more than any game has, as many as a problem


def label(start: Position) -> Message | None:
    """What players call a start: a handicap, a problem; None for the usual one."""
    if start.numbered(1).same(START):
        return None
    handicap = handicap_of(start)
    if handicap is not None:
        return message("Handicap: {name}", name=handicap.name)
    if _is_tsume(start):
        return TSUME
    return SET_UP


def _is_tsume(start: Position) -> bool:
    """Whether a start is a mating problem: black attacks without a king, or white holds the rest."""
    if start.side != BLACK:
        return False
    rest = sum(start.hands[8:])
    if KING not in start.board:
        return KING | 16 in start.board or rest >= _MANY
    return KING | 16 in start.board and rest >= _MANY
