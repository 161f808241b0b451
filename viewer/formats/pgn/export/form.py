"""The export form of a game (section 8 of the PGN standard), byte for byte.

What the standard says: the Seven Tag Roster first, other tags in ASCII order; lines of at most 79
characters, filled greedily; SAN in its one canonical spelling; NAGs instead of suffixes; LF; an
empty line after the tags and one after the movetext.

What it leaves open ("needs further development") is decided here:

* After a move come its NAGs in their order, then its comments, then its variations. A comment that
  was after a variation is written after it again if the record says so; a comment before a
  variation's first move follows the parenthesis: `({better} 3. d4)`.
* A comment is `{text}`, its words broken at single blanks like those of the movetext. A line end in it
  is layout and becomes a blank; empty lines, which divide paragraphs, and runs of blanks stay. A command
  stays whole. A word longer than a line stands on a line of its own.
* Commands stand in the first comment of their move, ahead of its text, always in this order:
  `{[%eval 0.17] [%clk 0:01:00] [%emt 0:00:02] [%csl Gd4,Ra1] [%cal Ge2e4] text}`. The texts around a
  time amid a comment are comments of their own. But marks that stood in a comment with a text, which is
  about them, stay in their place there, as long as neither was changed: `{this pawn [%csl Gd4] is weak}`.
* A text with "}" can't be in braces: each of its paragraphs is a `;` comment, which ends its line,
  if it fits a line; else ")" replaces the brace, and a loss says so.
* A variation is `(1. d4 d5)`, with no blanks inside the parentheses. All variations of one move
  are written side by side after it, whatever nesting they had.
* A black move has its number at the beginning of a line of play, and after a NAG, a comment or a
  variation: all of them are "annotation or commentary" (8.2.2.2).
* Nodes that aren't moves (a remark, a set-up amid the game) are left out; their comments go to the move
  before them, and so does a comment before a move that isn't the first of a variation.
* A null move is `--`, which the standard lacks.
* A move that can't be read, or isn't legal, is written as it is in the file, and so are those
  after it in its line: a game with errors is never cut. (The standard allows no such moves at all.)
  If it doesn't look like a move, it has its number even if black, or it wouldn't be read as a move.
* Text is Latin-1 (4.1); what that lacks is told as a loss, with UTF-8 as the option that loses nothing.
  Moves of a game in Chinese are in its notation of Latin letters then.

The reduced form (3.2.4) has the roster, the moves and the marker, and nothing else.
"""

from __future__ import annotations

from viewer.formats.pgn.export.moves import Movetext
from viewer.formats.pgn.export.tags import tag_line, tag_pairs
from viewer.formats.pgn.names import new_habit, with_format
from viewer.tree.record import Record

UTF8 = "utf-8"
LATIN1 = "latin-1"


def export_game(record: Record, reduced: bool = False, encoding: str = UTF8) -> bytes:
    """A game in the export form, with the empty line after it; if reduced, with nothing but moves.

    Characters that `encoding` lacks become "?". Other losses are named by
    `viewer.formats.pgn.export.losses`.
    """
    record, movetext = prepared(record, reduced, encoding)
    return assemble(record, movetext, reduced, encoding)


def prepared(
    record: Record, reduced: bool, encoding: str, keep: bool = False
) -> tuple[Record, Movetext]:
    """The record with the tags that its moves need, and their text; `keep` as for `Movetext`."""
    habit = new_habit(record, latin=encoding == LATIN1)
    movetext = Movetext(record, reduced, keep, habit=habit)
    return (record if reduced else with_format(record, habit)), movetext


def assemble(record: Record, movetext: Movetext, reduced: bool, encoding: str) -> bytes:
    """The bytes of a game whose movetext is to be made by `movetext`."""
    tags = [tag_line(name, value) for name, value in tag_pairs(record, reduced)]
    return "\n".join([*tags, "", *movetext.lines(), "", ""]).encode(encoding, "replace")


def export_movetext(record: Record) -> str:
    """The movetext of a game in the export form, with line ends: the last key of section 12."""
    return "\n".join([*Movetext(record).lines(), ""])
