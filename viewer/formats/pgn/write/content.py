"""The text of a game being written: text of its file, interspersed with new text."""

from __future__ import annotations

import re

from viewer.base.text import encode
from viewer.formats.pgn.read import lexer as kinds
from viewer.formats.pgn.read.said import TextSettings

Text = bytes | str

_SPACES = " \t\n\r\f\v\xa0\ufeff"


class GameContent:
    """Pieces in order, joined so that new text never merges with its neighbours.

    Attributes:
        pieces: the text so far.
        changed: whether the next piece follows something else than in the file.
    """

    def __init__(self, settings: TextSettings, tokens: re.Pattern[bytes], width: int) -> None:
        self.pieces: list[Text] = []
        self.changed = False
        self._settings = settings
        self._tokens = tokens
        self._width = width
        self._column = 0
        self._last = ""  # the last character
        self._tail: bytes | str = b""  # the last piece, to see what it leaves open
        self._brackets = 0  # ")" that the file lacks and that are needed if anything follows

    def raw(self, raw: bytes) -> None:
        """Add text of the file in its place."""
        if not raw:
            return
        if self.changed or self._brackets:
            first = self._settings.decoded(raw[:4])[:1]
            self._join(first, raw)
        elif self._leaves_open() == "{":
            self._put("}")
        self._put(raw)
        self.changed = False

    def item(self, lead: Text | None, *body: Text) -> None:
        """Add an item; a lead of None marks a new one, spaced by the style."""
        piece = self._one(body)
        text = self._str(piece)
        if lead is None:
            opened = self._leaves_open()
            self._close_what_is_open(opened)
            if self._last and self._last not in _SPACES + "(":
                self._put(self._separator(text))
        else:
            lead_text = self._str(lead)
            if self.changed or self._brackets or not isinstance(lead, bytes):
                self._join((lead_text + text)[:1], lead, glue=True)
            self._put(lead)
        self._put(piece)

    def bracket(self) -> None:
        """Add a ")" that the file lacks."""
        self._brackets += 1

    def _separator(self, text: str) -> str:
        first = text.split("\n", 1)[0].rstrip("\r")
        if self._width and self._column + 1 + len(first) > self._width:
            return self._settings.line_end
        return " "

    def _join(self, first: str, piece: Text, glue: bool = False) -> None:
        """Close what is open, and separate words that would run together."""
        opened = self._leaves_open()
        starts_line = self._str(piece).lstrip(" \t")[:1] in ("\n", "\r")
        if opened != ";" or not starts_line:
            self._close_what_is_open(opened)
        apart = not self._last or self._last in _SPACES + "(" or first in _SPACES + ")"
        if not apart and not glue:
            self._put(" ")

    def _close_what_is_open(self, opened: str) -> None:
        if opened == "{":
            self._put("}")
        elif opened == ";" and self._last not in "\r\n":
            self._put(self._settings.line_end)
        while self._brackets:
            self._brackets -= 1
            self._put(")")

    def _leaves_open(self) -> str:
        """Whether the last piece ends in a comment: "{" or ";", else ""."""
        raw = (
            encode(self._tail, self._settings.codec) if isinstance(self._tail, str) else self._tail
        )
        if not (raw.rfind(b"{") > raw.rfind(b"}") or b";" in raw or b"%" in raw):
            return ""
        last = None
        for last in self._tokens.finditer(b"x" + raw, 1):
            if last.lastindex == kinds.UNCLOSED:
                return "{"
            if last.lastindex in (kinds.LINE_COMMENT, kinds.ESCAPE) and last.end() == len(raw) + 1:
                return ";"
        return ""

    def _put(self, text: Text) -> None:
        if not text:
            return
        self.pieces.append(text)
        self._tail = text
        if not self._width and isinstance(text, bytes):
            self._last = self._settings.decoded(text[-4:])[-1:]
            return
        known = self._str(text)
        self._last = known[-1:]
        line = known.rfind("\n")
        self._column = len(known) - line - 1 if line >= 0 else self._column + len(known)

    def _one(self, body: tuple[Text, ...]) -> Text:
        if all(isinstance(part, bytes) for part in body):
            return b"".join(part for part in body if isinstance(part, bytes))
        return "".join(self._str(part) for part in body)

    def _str(self, text: Text) -> str:
        return text if isinstance(text, str) else self._settings.decoded(text)
