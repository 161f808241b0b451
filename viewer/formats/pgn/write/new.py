"""Writing a game that isn't from a PGN file.

It has the export form's order and lines; values of tags and comments are as in the record.
"""

from __future__ import annotations

from viewer.formats.kit.resolved import Surely
from viewer.formats.kit.unshown import ESCAPE, unshown_texts
from viewer.formats.pgn.dialects import roster_of
from viewer.formats.pgn.export.exact import texts_in
from viewer.formats.pgn.export.layout import printable
from viewer.formats.pgn.export.moves import Movetext
from viewer.formats.pgn.export.tags import marker_of, tag_name
from viewer.formats.pgn.names import Habit
from viewer.formats.pgn.write.compose import headers_of
from viewer.formats.pgn.write.head import tag_line
from viewer.tree.action import Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def new_game(record: Record, habit: Habit | None, codec: str) -> tuple[bytes, Surely]:
    """The game in a codec, with the empty line after it; and the moves certain to be read back."""
    movetext = Movetext(record, keep=True, divided=texts_in, habit=habit)
    text = "\n".join([*_tag_lines(record), "", *escaped_lines(record), *movetext.lines(), "", ""])

    def surely(node: Node, other: Node) -> bool:
        return node in movetext.meant and other.action == Written(movetext.tokens[node])

    return text.encode(codec, "replace"), surely


def escaped_lines(record: Record) -> list[str]:
    """The lines that the record's own file escapes, and that fit a line."""
    lines = [text for text in unshown_texts(record) if text.startswith(ESCAPE)]
    return [line for line in lines if printable(line) == line]


def _tag_lines(record: Record) -> list[str]:
    """The roster, then other tags in ASCII order; invalid names are mended."""
    names = {header.key for header in record.headers}
    headers = list(headers_of(record, record.headers))
    roster = roster_of(record.game)
    nothing = {**roster, "Result": marker_of(record)}
    headers += [Header(key, value) for key, value in nothing.items() if key not in names]
    order = {key: index for index, key in enumerate(roster)}
    headers.sort(key=lambda header: (order.get(header.key, len(order)), header.key))
    lines: list[str] = []
    for key, value in headers:
        line = tag_line(key, value)
        mended = tag_name(key)
        if line is None and mended and mended not in names:
            line = tag_line(mended, value)
        if line is not None:
            lines.append(line)
    return lines
