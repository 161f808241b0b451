"""How players of chess name material."""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.games.chess.position import SQUARE_NAMES
from viewer.games.material import MaterialWords, NamedMaterial, Standing, spellings
from viewer.games.phases import Phases

_MOST = {"queen": 9, "rook": 10, "bishop": 10, "knight": 10, "pawn": 8}
_DARK, _LIGHT = (
    frozenset(
        square
        for square in SQUARE_NAMES
        if square and (ord(square[0]) - ord("a") + int(square[1]) - 1) % 2 == shade
    )
    for shade in (0, 1)
)
_OPPOSITE = tuple(
    tuple(Standing(which, "bishop", (shade, shade)) for which, shade in enumerate(shades))
    for shades in ((_LIGHT, _DARK), (_DARK, _LIGHT))
)
_BARE = dict.fromkeys(("queen", "rook", "bishop", "knight"), (0, 0))
_ONE = (1, 1)


def _spelt(text: str) -> tuple[str, ...]:
    return tuple(text.split("/"))


WORDS = MaterialWords(
    kinds={
        **{
            role: ((f"white-{role}",), (f"black-{role}",))
            for role in ("king", "queen", "rook", "bishop", "knight", "pawn")
        },
        "minor": (("white-bishop", "white-knight"), ("black-bishop", "black-knight")),
    },
    names={
        "queen": in_context("a piece of chess", "queen"),
        "rook": in_context("a piece of chess", "rook"),
        "bishop": in_context("a piece of chess", "bishop"),
        "knight": in_context("a piece of chess", "knight"),
        "pawn": in_context("a piece of chess", "pawn"),
    },
    pieces=spellings(
        {
            "king": "K ♔ ♚ king König 王 国王 キング 킹",
            "queen": "Q ♕ ♛ queen queens Dame Damen 后 皇后 クイーン 퀸",
            "rook": "R ♖ ♜ rook rooks Turm Türme 车 城堡 ルーク 룩",
            "bishop": "B ♗ ♝ bishop bishops Läufer 象 主教 ビショップ 비숍",
            "knight": "N ♘ ♞ knight knights Springer 马 骑士 ナイト 나이트",
            "pawn": "P ♙ ♟ pawn pawns Bauer Bauern 兵 ポーン 폰",
            "minor": "minor minors Leichtfigur Leichtfiguren 轻子 輕子 マイナーピース 기물",
        }
    ),
    most=_MOST,
    pieces_of_side=16,
    example="R+P v R",
    named=(
        NamedMaterial(
            in_context("material of chess", "Rook ending"),
            _spelt(
                "rook ending/rook endgame/rook endings/Turmendspiel/车兵残局/车残局/城堡殘局/"
                "ルークエンディング/룩 엔딩"
            ),
            {**_BARE, "rook": _ONE},
            {**_BARE, "rook": _ONE},
        ),
        NamedMaterial(
            in_context("material of chess", "Minor piece ending"),
            _spelt(
                "minor piece ending/minor piece endgame/minor piece endings/"
                "Leichtfigurenendspiel/轻子残局/輕子殘局/マイナーピースエンディング/마이너 피스 엔딩"
            ),
            {"queen": (0, 0), "rook": (0, 0), "minor": _ONE},
            {"queen": (0, 0), "rook": (0, 0), "minor": _ONE},
        ),
        NamedMaterial(
            in_context("material of chess", "Pawn ending"),
            _spelt(
                "pawn ending/pawn endgame/pawn endings/Bauernendspiel/兵残局/ポーンエンディング/"
                "폰 엔딩"
            ),
            {**_BARE, "pawn": (0, 8)},
            {**_BARE, "pawn": (1, 8)},
        ),
        NamedMaterial(
            in_context("material of chess", "Queen ending"),
            _spelt(
                "queen ending/queen endgame/queen endings/Damenendspiel/后兵残局/后残局/"
                "クイーンエンディング/퀸 엔딩"
            ),
            {**_BARE, "queen": _ONE},
            {**_BARE, "queen": _ONE},
        ),
        NamedMaterial(
            in_context("material of chess", "Opposite-bishop ending"),
            _spelt(
                "opposite bishop ending/opposite-bishop ending/opposite bishops ending/"
                "Endspiel mit ungleichfarbigen Läufern/异色格象残局/异色主教残局/異色ビショップエンディング/"
                "반대색 비숍 엔딩"
            ),
            {**_BARE, "bishop": _ONE},
            {**_BARE, "bishop": _ONE},
            _OPPOSITE,
        ),
        NamedMaterial(
            in_context("material of chess", "Opposite bishops"),
            _spelt(
                "opposite bishops/opposite coloured bishops/opposite colored bishops/"
                "opposite-coloured bishops/opposite-colored bishops/"
                "bishops of opposite colours/bishops of opposite colors/"
                "ungleichfarbige Läufer/异色格象/异格象/异色主教/異色ビショップ/반대색 비숍"
            ),
            {"bishop": _ONE},
            {"bishop": _ONE},
            _OPPOSITE,
        ),
        NamedMaterial(
            in_context("material of chess", "Queenless"),
            _spelt(
                "queenless/without queens/no queens/damenlos/ohne Damen/无后/クイーンなし/퀸 없음"
            ),
            {"queen": (0, 0)},
            {"queen": (0, 0)},
        ),
    ),
    structure="pawn",
)

PHASES = Phases(
    (
        in_context("phase of chess", "Opening"),
        in_context("phase of chess", "Middlegame"),
        in_context("phase of chess", "Endgame"),
    ),
    message(
        "The middlegame begins with at most {middle} queens, rooks, bishops and knights on the board, at the"
        " latest after {moves} moves; the endgame with at most {end} (the counts of Lichess's Divider).",
        middle=10,
        moves=12,
        end=6,
    ),
    frozenset(
        f"{side}-{piece}"
        for side in ("white", "black")
        for piece in ("queen", "rook", "bishop", "knight")
    ),
    (10, 6),
    (24, 0),
)
