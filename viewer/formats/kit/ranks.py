"""Recognising the game of a FEN by its ranks alone, without the modules of games."""

from __future__ import annotations

import re

from viewer.base.patterns import late

_INTRODUCTIONS = late(rb"\s*(?:\xef\xbb\xbf)?\s*(?:position\s+)?(?:(?:fen|sfen)\s+)?", re.I)
_RUN = late(rb"[0-9]+|\+?[^0-9]~?")
_DRAUGHTS = late(rb"[WB]?:[WB]K?[0-9K,-]*[0-9](?::[WB]K?[0-9K,-]*)?\.?\Z", re.I)
_XIANGQI, _SHOGI = frozenset(b"rnbakcpehRNBAKCPEH"), frozenset(b"plnsgbrkPLNSGBRK")
_CHARACTER = late(rb"[\xc2-\xf4][\x80-\xbf]+")  # in UTF-8; only xiangqi writes pieces so
_SOME = 5  # intact ranks out of nine, if others are damaged


def game_of_ranks(fen: bytes) -> str:
    """The id of the game of a FEN, "" if its ranks fit no game or are too damaged.

    Eight ranks are chess, variants included. Ten ranks of nine are xiangqi, nine of nine shogi; if
    ranks are damaged, their number and the letters decide together, never the letters alone. Draughts
    has no ranks: `W:W31-50:B1-20`.
    """
    words = fen[:1000][_ahead(fen) :].split()
    if not words:
        return ""
    board = _CHARACTER.sub(b"e", words[0].split(b"[")[0])
    if _DRAUGHTS.match(board):
        return "draughts"
    ranks = board.rstrip(b"/").split(b"/")
    if len(ranks) == 8:
        return "chess"
    letters = frozenset(b"".join(ranks)) - frozenset(b"0123456789+~")
    nines = sum(_width(rank) == 9 for rank in ranks)
    if len(ranks) == 10 and (nines >= 9 or (nines >= _SOME and letters <= _XIANGQI)):
        return "xiangqi"
    if len(ranks) == 9 and nines >= _SOME and letters <= _SHOGI:
        return "shogi"
    return ""


def _ahead(fen: bytes) -> int:
    found = _INTRODUCTIONS.match(fen)
    return 0 if found is None else found.end()


def _width(rank: bytes) -> int:
    return sum(int(run) if run.isdigit() else 1 for run in _RUN.findall(rank[:80]))
