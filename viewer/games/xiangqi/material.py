"""How players of xiangqi name material."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, in_context, message
from viewer.games.material import MaterialWords, NamedMaterial, spellings
from viewer.games.phases import Phases

_MOST = {"rook": 2, "horse": 2, "cannon": 2, "pawn": 5, "advisor": 2, "elephant": 2}
_GUARDS = ("advisor", "elephant")


def _only(name: Message, spelt: tuple[str, ...], some: Mapping[str, int]) -> NamedMaterial:
    """The pieces of one side, beside its guards, against whatever the other has."""
    counts = {role: (some.get(role, 0),) * 2 for role in _MOST if role not in _GUARDS}
    return NamedMaterial(name, spelt, counts, {})


WORDS = MaterialWords(
    kinds={role: ((f"red-{role}",), (f"black-{role}",)) for role in ("king", *_MOST)},
    names={
        "rook": in_context("a piece of xiangqi", "rook"),
        "horse": in_context("a piece of xiangqi", "horse"),
        "cannon": in_context("a piece of xiangqi", "cannon"),
        "pawn": in_context("a piece of xiangqi", "pawn"),
        "advisor": in_context("a piece of xiangqi", "advisor"),
        "elephant": in_context("a piece of xiangqi", "elephant"),
    },
    pieces=spellings(
        {
            "king": "将 帅 K king General 장",
            "advisor": "士 仕 A advisor advisors Berater 사",
            "elephant": "象 相 E elephant elephants Elefant Elefanten 상",
            "horse": "马 傌 H N horse horses Pferd Pferde 마",
            "rook": "车 俥 R rook rooks chariot chariots Wagen 차",
            "cannon": "炮 砲 C cannon cannons Kanone Kanonen 포",
            "pawn": "兵 卒 P pawn pawns soldier soldiers Soldat Soldaten 병 졸",
        }
    ),
    most=_MOST,
    pieces_of_side=16,
    example="车兵对士象全",
    guards=_GUARDS,
    phrases={
        **{one: {"advisor": 2, "elephant": 2} for one in ("士象全", "仕相全", "双士双象")},
        "单缺士": {"advisor": 1, "elephant": 2},
        "单缺象": {"advisor": 2, "elephant": 1},
        "单缺仕": {"advisor": 1, "elephant": 2},
        "单缺相": {"advisor": 2, "elephant": 1},
    },
    named=(
        _only(
            in_context("material of xiangqi", "Rook and pawn"),
            ("车兵", "차병"),
            {"rook": 1, "pawn": 1},
        ),
        _only(
            in_context("material of xiangqi", "Rook and cannon"),
            ("车炮", "차포"),
            {"rook": 1, "cannon": 1},
        ),
        _only(
            in_context("material of xiangqi", "Rook and horse"),
            ("车马", "차마"),
            {"rook": 1, "horse": 1},
        ),
        _only(
            in_context("material of xiangqi", "Horse and pawn"),
            ("马兵", "마병"),
            {"horse": 1, "pawn": 1},
        ),
        _only(
            in_context("material of xiangqi", "Cannon and pawn"),
            ("炮兵", "포병"),
            {"cannon": 1, "pawn": 1},
        ),
        _only(
            in_context("material of xiangqi", "Horse and cannon"),
            ("马炮", "마포"),
            {"horse": 1, "cannon": 1},
        ),
        _only(in_context("material of xiangqi", "One rook"), ("单车",), {"rook": 1}),
        _only(in_context("material of xiangqi", "Two rooks"), ("双车",), {"rook": 2}),
    ),
)

PHASES = Phases(
    (
        in_context("phase of xiangqi", "Opening"),
        in_context("phase of xiangqi", "Middle game"),
        in_context("phase of xiangqi", "Endgame"),
    ),
    message(
        "The middle game begins with at most {middle} chariots, horses and cannons on the board, at the"
        " latest after {moves} moves; the endgame with at most {end} (Qipu's own bounds).",
        middle=10,
        moves=12,
        end=6,
    ),
    frozenset(
        f"{side}-{piece}" for side in ("red", "black") for piece in ("rook", "horse", "cannon")
    ),
    (10, 6),
    (24, 0),
)
