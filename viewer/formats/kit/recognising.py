"""Recognising a game by its text alone, without its modules: of a FEN, and of a file of Little Golem."""

from __future__ import annotations

import re

from viewer.base.patterns import late

# ------------------------------------------------------------------------------- The ranks of a FEN

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


# ------------------------------------------------------------------------- Little Golem's files

# They look like SGF, but aren't valid SGF: the property for the game is missing, the first player's moves
# have the letter of the second, and points are written as in go.
_START = late(rb"(?:\xef\xbb\xbf)?\s*+\(\s*+;")
_OTHER = late(rb"\b(?:GM|KM|AB|AW|HA|FF\[[123])\s*\[?")
_EVENT = late(rb"\bEV\s*\[\s*(hex|twixt)\b")
_SITE = late(rb"\bSO\s*\[[^\]]{0,40}littlegolem", re.IGNORECASE)
_WORD = late(rb";\s*[BW]\s*\[(?:swap|resign)\]")  # not valid in go
_FIRST = late(rb"\]\s*;\s*([A-Za-z]{1,2})\s*\[\s*([^\]]{0,12})\]")


def game_of_golem(head: bytes) -> str:
    """The id of the game, "" if it isn't such a file. Only the beginning of the file is needed."""
    if _START.match(head) is None:
        return ""
    event = _EVENT.search(head)
    first = _FIRST.search(head)
    root = head[: first.start() + 1] if first is not None else head
    if _OTHER.search(root):
        return ""
    if first is not None and first[1] in (b"b", b"r"):
        return "twixt"
    if event is not None and event.start() < len(root):
        return event[1].decode()
    if first is not None and first[1] == b"W" and (_SITE.search(root) or _WORD.search(head)):
        return "hex"
    return ""
