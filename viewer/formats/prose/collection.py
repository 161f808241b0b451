"""The games of a text as a collection of records."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Format, Unreadable
from viewer.formats.kit.collections import FileCollection
from viewer.formats.kit.diagnostics import TextPositions, diagnostic_at, positioned
from viewer.formats.prose.text import Reading, Told, read
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.results import DRAWN, LOST, WON, score_of
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

NO_GAME = message("The text tells no game: no moves behind numbers, and no list of moves.")
_SHOWN = 40  # characters
_TOLD = 20  # words like moves, one by one
_DASHES = str.maketrans("–—", "--")


class ProseCollection(FileCollection):
    """The records that a text tells, of some games (ids; by default any).

    Raises Unreadable if it tells none, OSError.

    Attributes:
        reading: what was read.
        codec: of the text.
    """

    def __init__(
        self,
        source: Source,
        limits: Limits,
        encoding: str | None,
        format: Format,
        games: Sequence[str] = (),
        reading: Reading | None = None,
    ) -> None:
        """`reading`: what was read of it already, by the same codec."""
        self.format = format.id
        self.variant = format.name.text()
        super().__init__(source, limits)
        self._format = format
        decoded = self._decode(encoding)
        self.codec = decoded.codec
        self.reading = reading or read(decoded.text, games)
        if not self.reading.told:
            raise Unreadable(NO_GAME, f"{self.format}.empty")
        if self.reading.cut:
            words = message("The text is longer than what is read of it.")
            self._found.append(Diagnostic(Severity.ERROR, f"{self.format}.too-long", words, None))
        self._where = (
            TextPositions(decoded.text, decoded.codec)
            if decoded.text.startswith(self.reading.text)
            else None
        )

    def __len__(self) -> int:
        return len(self.reading.told)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return headers_of(self.reading.told[index], self._format)

    def record(self, index: int) -> Record:
        """The record of a game."""
        told = self.reading.told[index]
        found = findings(self.reading, told, self.format)
        if self._where is None:  # of a web page: offsets are of what was read of it
            found = [one._replace(offset=None) for one in found]
            self._tell(index, (one._replace(record=index) for one in found))
        else:
            self._tell(index, positioned(found, self._where, 0, index))
        return record_of(told, self._format, self.codec)


def record_of(told: Told, format: Format, codec: str | None = None) -> Record:
    """The record of a game that a text tells."""
    rows = [NodeData(0, -1, told.setup, told.article.notes)]
    rows += [NodeData(at, row.parent + 1, *row[2:4]) for at, row in enumerate(told.article.rows, 1)]
    return Record(told.game, nodes_of(rows)[0], headers_of(told, format), codec)


def headers_of(told: Told, format: Format) -> tuple[Header, ...]:
    """The headers of a game that a text tells."""
    said = {one.role: one.value for one in told.heads}
    if told.article.result:
        said["result"] = told.article.result
    if "result" in said:
        said["result"] = _result(said["result"], game_of(told.game))
    return tuple(
        Header(field.key, said[field.role or field.kind])
        for field in format.fields
        if said.get(field.role or field.kind)
    )


def _result(text: str, game: Game[State]) -> str:
    """A result as records write it, if it says who won in a game without a list of its own; else the text."""
    score = None if game.results else score_of(game, text.strip("（()）").translate(_DASHES))
    return text if score is None else {WON: "1-0", DRAWN: "1/2-1/2", LOST: "0-1"}[score]


def findings(reading: Reading, told: Told, format: str) -> list[Diagnostic]:
    """What of a game wasn't understood, at characters of the text."""
    found: list[Diagnostic] = []
    unsure = 0
    for one in told.article.stretches:
        said = reading.text[one.start : one.end][:_SHOWN]
        if one.kind == "illegal":
            severity, code = Severity.WARNING, "illegal"
            words = message("“{move}” isn't possible here; it is kept as it is written.", move=said)
        elif one.kind == "unsure" and unsure < _TOLD:
            severity, code = Severity.INFO, "unsure"
            words = message(
                "“{move}” is spelt like a move and wasn't taken as one; it stands in a comment.",
                move=said,
            )
        else:
            unsure += one.kind == "unsure"
            continue
        unsure += code == "unsure"
        found.append(diagnostic_at(severity, f"{format}.{code}", words, one.start, one.row + 1))
    if unsure > _TOLD:
        words = message("And {count} more.", count=unsure - _TOLD)
        found.append(Diagnostic(Severity.INFO, f"{format}.more", words))
    return found
