"""Diagnostics of a game, collected while it is read, and placed by line and column."""

from __future__ import annotations

from operator import itemgetter

from viewer.base.messages import Message, message
from viewer.base.text import decode, readable
from viewer.formats.kit.positions import diagnostic_at
from viewer.formats.pgn.read.said import TextSettings
from viewer.tree.diagnostic import Diagnostic, Severity

_SHOWN = 40  # characters of a text that is named


class MovetextDiagnostics:
    """Diagnostics of a movetext, up to a limit, each at an offset and a node.

    Attributes:
        found: the diagnostics so far.
        count: the number of all diagnostics, including those beyond the limit.
    """

    def __init__(self, settings: TextSettings, limit: int) -> None:
        self.found: list[Diagnostic] = []
        self.count = 0
        self._settings = settings
        self._limit = limit

    def _note(
        self, code: str, words: Message, at: int, node: int, severity: Severity = Severity.WARNING
    ) -> None:
        self.count += 1
        if len(self.found) < self._limit:
            self.found.append(diagnostic_at(severity, f"pgn.{code}", words, at, node))

    def _end(self, code: str, words: Message, at: int, node: int) -> None:
        """Add the reason why reading ended, even beyond the limit."""
        del self.found[self._limit - 1 :]
        self._note(code, words, at, node, Severity.ERROR)

    def _shown(self, raw: bytes) -> str:
        text = " ".join(readable(decode(raw[:200], self._settings.codec)).split())
        return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

    def stray(self, raw: bytes, at: int, node: int) -> None:
        """A text that has no meaning in its place."""
        if len(self.found) >= self._limit:
            self.count += 1
            return
        words = message("{text} belongs nowhere here; it is kept.", text=self._shown(raw))
        self._note("stray", words, at, node)

    def lone_bracket(self, at: int, node: int) -> None:
        """A "(" without its ")", not followed by a move."""
        self._note("stray", message("A bracket that is never closed"), at, node)

    def unclosed_comment(self, at: int, node: int) -> None:
        """A "{" without its "}"."""
        self._note("unclosed-comment", message("A comment isn't closed."), at, node)

    def long_comment(self, at: int, node: int) -> None:
        """A comment that is longer than the limit."""
        words = message(
            "A comment is longer than {limit} bytes; it is kept, but not shown.",
            limit=self._settings.longest,
        )
        self._note("long-comment", words, at, node)

    def large_nag(self, nag: int, at: int, node: int) -> None:
        """A NAG that the standard doesn't allow."""
        words = message("${nag} is more than 255.", nag=nag)
        self._note("large-nag", words, at, node, Severity.INFO)

    def odd_glyph(self, sign: bytes, nag: int, at: int, node: int) -> None:
        """A sign like "!!!", read as the nearest valid one."""
        words = message("{sign} is read as {nag}.", sign=sign.decode(), nag=f"${nag}")
        self._note("odd-glyph", words, at, node, Severity.INFO)

    def inner_result(self, at: int, node: int) -> None:
        """A result that isn't the game's."""
        self._note("inner-result", message("A result inside a variation"), at, node, Severity.INFO)

    def empty_variation(self, at: int, node: int) -> None:
        """A variation without moves."""
        words = message("A variation without moves; it is kept, but not shown.")
        self._note("empty-variation", words, at, node)

    def no_variation(self, raw: bytes, at: int, node: int) -> None:
        """A text in brackets."""
        words = message("{text} is no variation; it is kept, but not shown.", text=self._shown(raw))
        self._note("no-variation", words, at, node)

    def unclosed_variation(self, at: int, node: int) -> None:
        """A variation that is still open at the end of the game."""
        self._note("unclosed-variation", message("A variation isn't closed."), at, node)

    def too_many_nodes(self, limit: int, at: int, node: int) -> None:
        """The limit of nodes is reached."""
        words = message("The game has more than {limit} nodes.", limit=limit)
        self._end("too-many-nodes", words, at, node)

    def too_many_parts(self, limit: int, at: int, node: int) -> None:
        """The limit of parts that aren't moves is reached."""
        words = message(
            "The game has more than {limit} comments, glyphs, brackets and signs; "
            "what follows is kept, but not read.",
            limit=limit,
        )
        self._end("too-many-parts", words, at, node)

    def mostly_odd(self, at: int, node: int) -> None:
        """Most of the text can't be understood."""
        words = message("Most of the game isn't understood; what follows is kept, but not read.")
        self._end("mostly-odd", words, at, node)


def placed(found: list[Diagnostic], data: bytes, at: int) -> list[Diagnostic]:
    """Diagnostics with lines and columns within the game, in the order of their offsets.

    `at` is the offset of its bytes in the file.
    """
    out: list[Diagnostic] = []
    line, start, done = 1, 0, 0
    for offset, one in sorted(((each.offset or 0, each) for each in found), key=itemgetter(0)):
        line += data.count(b"\n", done, offset)
        start = max(start, data.rfind(b"\n", done, offset) + 1)
        done = offset
        out.append(
            one._replace(record=None, offset=at + offset, line=line, column=offset - start + 1)
        )
    return out
