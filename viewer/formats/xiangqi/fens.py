"""Lists of xiangqi positions: a FEN in each line, with words behind it or lines below it as its comment."""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.entry import Likeness
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.positions import diagnostic_at
from viewer.formats.shared.expected import XIANGQI
from viewer.formats.shared.ranks import game_of_ranks
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_LINE = re.compile(r"[^\r\n]+")
_FIELDS = re.compile(
    r"\s*(?:position\s+)?(?:fen\s+)?(\S+(?:\s+[^\s;#，]+)?)((?:\s+[-\d]+){0,4})", re.I
)
_LONGEST = 300  # characters of a FEN


def probe(head: bytes) -> Likeness:
    """Rate content by its first line that is no comment."""
    lines = (line.strip() for line in head.removeprefix(b"\xef\xbb\xbf").splitlines())
    first = next((line for line in lines if line and line[:1] not in b"#;%"), b"")
    return Likeness.ONLY if b"/" in first and _is_fen(first) else Likeness.NO


def _is_fen(line: bytes) -> bool:
    return game_of_ranks(line) == "xiangqi"


class FenCollection(TextCollection):
    """The positions of a source. Raises Unreadable if there is none, OSError."""

    format = "xqfen"
    variant = "FEN"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(
            source,
            limits,
            encoding,
            XIANGQI,
        )
        self._starts = [
            found.start()
            for found in _LINE.finditer(self._text)
            if "/" in found.group() and _is_fen(found.group()[:_LONGEST].encode("utf-8", "replace"))
        ][: limits.records]
        if not self._starts:
            raise Unreadable(message("There is no line with a position."), "xqfen.empty")

    def __len__(self) -> int:
        return len(self._starts)

    def _segment(self, index: int) -> tuple[int, int]:
        if not 0 <= index < len(self):
            raise IndexError(index)
        more = self._starts[index + 1 :][:1]
        return self._starts[index], more[0] if more else len(self._text)

    def headers(self, index: int) -> tuple[Header, ...]:
        """No headers: a line has a position only."""
        return ()

    def record(self, index: int) -> Record:
        """A position, read now."""
        start, end = self._segment(index)
        text = self._text[start:end]
        found = _FIELDS.match(text)
        assert found is not None  # a line with ranks
        game = game_of("xiangqi")
        setup = Setup(" ".join(found[1].split()))
        state = game.start(setup)
        comment = text[found.end() :].strip(" \t\r\n;#\u3000")
        root = Node(0, None, Setup(game.setup_text(state)), {COMMENT: comment} if comment else {})
        try:
            game.parse_setup(setup.text)
        except ValueError as error:
            words = message("The start position can't be read whole: {why}", why=str(error.args[0]))
            self._tell_at(index, [diagnostic_at(Severity.WARNING, "xqfen.position", words, 0, 0)])
        return Record("xiangqi", root, (), self._codec, nodes={0: root})
