"""How players of shogi name material: promoted pieces and those in hand count too."""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.games.material import MaterialWords, NamedMaterial, Standing, spellings
from viewer.games.phases import Phases
from viewer.games.shogi.names import PIECES

_MOST = {
    **{"rook": 2, "bishop": 2, "gold": 4, "silver": 4, "knight": 4, "lance": 4, "pawn": 18},
    **{"dragon": 2, "horse": 2, "tokin": 18},
}
_LETTERS = {
    **{"king": "K", "rook": "R +R", "bishop": "B +B", "gold": "G", "silver": "S +S"},
    **{"knight": "N +N", "lance": "L +L", "pawn": "P +P"},
    **{"dragon": "+R", "horse": "+B", "tokin": "+P", "major": "R +R B +B"},
}
_CAMPS = tuple(
    frozenset(f"{file}{rank}" for file in range(1, 10) for rank in ranks)
    for ranks in ("abc", "ghi")
)
_ENTERED = tuple(Standing(which, "king", (_CAMPS[0], _CAMPS[1])) for which in (0, 1))


WORDS = MaterialWords(
    kinds={
        role: (tuple(some.split()), tuple(some.lower().split())) for role, some in _LETTERS.items()
    },
    names={
        **{"rook": PIECES["R"].name, "bishop": PIECES["B"].name, "gold": PIECES["G"].name},
        **{"silver": PIECES["S"].name, "knight": PIECES["N"].name, "lance": PIECES["L"].name},
        "pawn": PIECES["P"].name,
    },
    pieces=spellings(
        {
            "king": "玉 王 K king König 왕",
            "rook": "飛車 飛 R rook rooks Turm Türme 비차 비",
            "bishop": "角行 角 B bishop bishops Läufer 각",
            "gold": "金将 金 G gold golds Goldgeneral 금",
            "silver": "銀将 銀 S silver silvers Silbergeneral 은",
            "knight": "桂馬 桂 N knight knights Springer 계",
            "lance": "香車 香 L lance lances Lanze Lanzen 향",
            "pawn": "歩兵 歩 P pawn pawns Bauer Bauern 보",
            "dragon": "龍王 龍 竜 dragon dragons Drache Drachen 용",
            "horse": "龍馬 竜馬 馬 horse horses Pferd Pferde 마",
            "tokin": "と金 と tokin tokins 도금",
            "major": "大駒 major majors 대기물",
        }
    ),
    most=_MOST,
    pieces_of_side=40,
    example="飛車角",
    named=(
        NamedMaterial(
            in_context("material of shogi", "Two kings"),
            ("双玉", "two kings", "both kings", "zwei Könige", "双王", "쌍옥"),
            {"king": (1, 2)},
            {"king": (1, 2)},
        ),
        NamedMaterial(
            in_context("material of shogi", "Entering king"),
            ("入玉", "entering king", "entered king", "eingedrungener König", "입옥"),
            {"king": (1, 2)},
            {},
            (_ENTERED[:1],),
        ),
        NamedMaterial(
            in_context("material of shogi", "Both kings entered"),
            ("相入玉", "both kings entered", "beide Könige eingedrungen", "상입옥"),
            {"king": (1, 2)},
            {"king": (1, 2)},
            (_ENTERED,),
        ),
        NamedMaterial(
            in_context("material of shogi", "Rooks against bishops"),
            ("飛対角", "飛車対角", "rooks against bishops", "Türme gegen Läufer"),
            {"rook": (1, 2), "bishop": (0, 0)},
            {"bishop": (1, 2), "rook": (0, 0)},
        ),
        NamedMaterial(
            in_context("material of shogi", "Two rooks"),
            ("二枚飛車", "二枚飛", "two rooks", "zwei Türme"),
            {"rook": (2, 2)},
            {},
        ),
        NamedMaterial(
            in_context("material of shogi", "Two bishops"),
            ("二枚角", "two bishops", "zwei Läufer"),
            {"bishop": (2, 2)},
            {},
        ),
        NamedMaterial(
            in_context("material of shogi", "All major pieces"),
            ("大駒全部", "四枚の大駒", "all major pieces", "alle großen Steine"),
            {"rook": (2, 2), "bishop": (2, 2)},
            {},
        ),
    ),
    loose=True,
)

PHASES = Phases(
    (
        in_context("phase of shogi", "Opening"),
        in_context("phase of shogi", "Middle game"),
        in_context("phase of shogi", "Endgame"),
    ),
    message(
        "The middle game begins when {middle} of the 20 pieces other than kings and pawns have left the"
        " board, at the latest after {moves} moves; the endgame when {end} have (Qipu's own bounds).",
        middle=3,
        moves=40,
        end=7,
    ),
    frozenset(
        one
        for piece in ("L", "N", "S", "G", "B", "R", "+L", "+N", "+S", "+B", "+R")
        for one in (piece, piece.lower())
    ),
    (17, 13),
    (40, 0),
    whole=20,
)
