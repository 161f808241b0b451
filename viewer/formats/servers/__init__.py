"""Go records of three servers, read but not written: GIB, NGF, UGF.

GIB is Tygem's format, NGF that of WBaduk and cyberoro, UGF (and UGI) Panda-Net's. None has a published
specification. Source: files, and other programs that read them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import TEXT_ENCODINGS
from viewer.formats.kit.read_game import ReadFormat
from viewer.tree.record import Header

_GIB = (
    HeaderField("GAMEBLACKNAME", message("Black"), "side0"),
    HeaderField("GAMEWHITENAME", message("White"), "side1"),
    HeaderField("GAMENAME", message("Name of the game"), "title"),
    HeaderField("GAMEDATE", message("Date"), "date"),
    HeaderField("GAMEPLACE", message("Place"), "place"),
    HeaderField("GAMERESULT", message("Result"), "result"),
    HeaderField("GAMETIME", message("Time"), "time-rule"),
    HeaderField("GAMECONDITION", message("Conditions")),
)
_NGF = (
    HeaderField("title", message("Name of the game"), "title"),
    HeaderField("white", message("White"), "side1"),
    HeaderField("black", message("Black"), "side0"),
    HeaderField("date", message("Date"), "date"),
    HeaderField("place", message("Place"), "place"),
    HeaderField("komi", message("Komi"), kind="komi"),
    HeaderField("handicap", message("Handicap stones"), kind="handicap"),
    HeaderField("time", message("Time"), "time-rule"),
    HeaderField("result", message("Result"), "result"),
)
_UGF = (
    HeaderField("PlayerB", message("Black"), "side0"),
    HeaderField("PlayerW", message("White"), "side1"),
    HeaderField("Title", message("Name of the game"), "title"),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Place", message("Place"), "place"),
    HeaderField("Winner", message("Result"), "result"),
    HeaderField("Ptime", message("Time"), "time-rule"),
    HeaderField("Writer", message("Program")),
)
_SIDES = {
    **dict.fromkeys(("black", "b", "흑", "黑", "黒"), "B"),
    **dict.fromkeys(("white", "w", "백", "白"), "W"),
}
_WON = re.compile(rf"({'|'.join(_SIDES)})\s*[\s,+]?\s*(.*)", re.IGNORECASE)
_WAYS = {
    "T": r"(?:wins?|won) (?:by|on) time|시간\s*승|(?:超时|超時|时间|時間)[胜勝]|t",
    "R": r"(?:wins?|won) by resign(?:ation|ing)?|불계\s*승|中[盘盤押][胜勝]|r",
    "F": r"(?:wins?|won) by forfeit|f",
    "": r"wins?|won|승|[胜勝]",
}
_NUMBER = r"(\d+(?:\.\d+)?)"
_LEADS = (
    rf"(?:(?:wins?|won)(?: by)? )?{_NUMBER}()(?: ?points?)?(?: ?(?:wins?|won))?",
    rf"{_NUMBER}\s*[目집]\s*([半반]?)\s*[胜勝승]",
    rf"[胜勝]\s*{_NUMBER}\s*目(半?)",
)
"""The points and whether there is half a point more."""


class ServerFormat(ReadFormat):
    """One of the three formats."""

    builder = "viewer.formats.servers.reader:GoGame"
    encodings = TEXT_ENCODINGS

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """As in other formats; a result as games of go have it, where it is understood."""
        value = super().by_role(role, headers, game)
        return result_of(value) if role == "result" else value


def result_of(text: str) -> str:
    """A result as games of go have it: W+T for "white wins by time"; the text if it isn't understood.

    The servers write sentences in English, Korean or Chinese, or a letter and a number.
    """
    found = _WON.fullmatch(text.strip().rstrip("."))
    if found is None or not found[2]:
        return text
    side, how = _SIDES[found[1].lower()], found[2]
    for letter, words in _WAYS.items():
        if re.fullmatch(words, how, re.IGNORECASE):
            return f"{side}+{letter}"
    for words in _LEADS:
        if (lead := re.fullmatch(words, how, re.IGNORECASE)) is not None:
            return f"{side}+{float(lead[1]) + (0.5 if lead[2] else 0):g}"
    return text


GIB = ServerFormat("gib", "GIB", "viewer.formats.servers.reader:read_gib", _GIB)
NGF = ServerFormat("ngf", "NGF", "viewer.formats.servers.reader:read_ngf", _NGF)
UGF = ServerFormat("ugf", "UGF", "viewer.formats.servers.reader:read_ugf", _UGF)


_MOVES = re.compile(rb"(?:^|[\r\n])PM[A-Z@]{2}[BW][A-Z]{2}")


def probe_gib(head: bytes) -> Likeness:
    r"""YES if the file begins with `\HS`, or has `\[GAME` or `\GS` in its beginning."""
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"\\HS"):
        return Likeness.YES
    return Likeness.YES if b"\\[GAME" in head or b"\\GS" in head else Likeness.NO


def probe_ngf(head: bytes) -> Likeness:
    """YES if there is a move in the beginning of the file."""
    return Likeness.YES if _MOVES.search(head) else Likeness.NO


def probe_ugf(head: bytes) -> Likeness:
    """YES for a section [Header] with one of the usual keys in the file, IF_NAMED without them."""
    text = head.decode("latin-1")
    if not re.search(r"^\s*\[Header\]\s*$", text, re.MULTILINE):
        return Likeness.NO
    own = re.search(r"^(?:CoordinateType|Hdcp|Ptime|PlayerB)=", text, re.MULTILINE)
    return Likeness.YES if own else Likeness.IF_NAMED
