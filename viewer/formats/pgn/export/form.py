"""The export form of a game (section 8 of the PGN standard), byte for byte.

What the standard says: the Seven Tag Roster first, other tags in ASCII order; lines of at most 79
characters, filled greedily; SAN in its one canonical spelling; NAGs instead of suffixes; LF; an
empty line behind the tags and one behind the movetext.

What it leaves open ("needs further development"), decided here once:

* After a move come its NAGs in their order, then its comments, then its variations. A comment that
  stood behind a variation stands behind it again where the record says so; a comment ahead of a
  variation's first move stands behind the parenthesis: `({better} 3. d4)`.
* A comment is `{text}`, its words broken at single blanks like those of the movetext. A line end in it
  is layout and becomes a blank; empty lines, which divide paragraphs, and runs of blanks stay. A command
  stays whole. A word longer than a line stands on a line of its own.
* The texts around a command amid a comment are comments of their own. Commands stand in the first
  comment of their move, ahead of its text, always in this order:
  `{[%eval 0.17] [%clk 0:01:00] [%emt 0:00:02] [%csl Gd4,Ra1] [%cal Ge2e4] text}`.
* A text with "}" can't stand in braces: each of its paragraphs is a `;` comment, which ends its line,
  if it fits a line; else ")" stands for the brace, and a loss says so.
* A variation is `(1. d4 d5)`, with no blanks inside the parentheses. All variations of one move
  stand side by side behind it, whatever nesting they were written in.
* A black move has its number at the head of a line of play, and after a comment or a variation.
  "Annotation" in 8.2.2.2 is read as variation: after a NAG there is no number (`1. e4 $1 e5`), as
  all programs have it.
* What is no move (a remark, a set-up amid the game) has no place; its comments go to the move
  before it, and so does a comment before a move that isn't the first of a variation.
* A null move is `--`, which the standard lacks.
* A move that can't be read, or isn't legal, is written as it stands in the file, and so are those
  behind it in its line: a game with errors is never cut. (The standard wants no such moves at all.)
  Where it doesn't look like a move, a black one has its number too, or it would be no move at all.
* Text is UTF-8, since the standard's Latin-1 can't hold what people write; Latin-1 can be had.

The reduced form (3.2.4) has the roster, the moves and the marker, and nothing else.
"""

from __future__ import annotations

from viewer.formats.pgn.export.moves import Movetext
from viewer.formats.pgn.export.tags import tag_line, tag_pairs
from viewer.tree.record import Record

UTF8 = "utf-8"
LATIN1 = "latin-1"


def export_game(record: Record, reduced: bool = False, encoding: str = UTF8) -> bytes:
    """A game in the export form, with the empty line behind it; reduced, with nothing but moves.

    Characters that `encoding` lacks become "?". What else isn't kept is told by
    `viewer.formats.pgn.export.losses`.
    """
    return assemble(record, Movetext(record, reduced), reduced, encoding)


def assemble(record: Record, movetext: Movetext, reduced: bool, encoding: str) -> bytes:
    """The bytes of a game whose movetext is to be made by `movetext`."""
    tags = [tag_line(name, value) for name, value in tag_pairs(record, reduced)]
    return "\n".join([*tags, "", *movetext.lines(), "", ""]).encode(encoding, "replace")


def export_movetext(record: Record) -> str:
    """The movetext of a game in the export form, with line ends: the last key of section 12."""
    return "\n".join([*Movetext(record).lines(), ""])
