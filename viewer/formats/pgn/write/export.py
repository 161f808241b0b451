"""The export form of a game (section 8 of the PGN standard), byte for byte, and what it loses.

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

import re
from collections.abc import Iterator
from itertools import islice

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.text import CP1252
from viewer.formats.format import Loss
from viewer.formats.kit.foreign import ByMeaning
from viewer.formats.kit.tags import TAG_OF, unshown_losses
from viewer.formats.pgn.collection import REST, read_game
from viewer.formats.pgn.dialects import roster_of
from viewer.formats.pgn.kinds import GameCodecs, known
from viewer.formats.pgn.names import new_habit, with_format
from viewer.formats.pgn.plain import read_plain, record_of
from viewer.formats.pgn.said import BREAK, ITEM, KIND, TAIL, settings_of
from viewer.formats.pgn.write.export_moves import Movetext, below, is_move
from viewer.formats.pgn.write.head import (
    START_TAGS,
    export_tag_line,
    result_of,
    same_value,
    tag_name,
    tag_pairs,
)
from viewer.formats.pgn.write.layout import printable, texts_in
from viewer.tree.action import Move, Written
from viewer.tree.annotation import BEFORE, COMMENT, FACETS, GLYPHS, MARKS
from viewer.tree.comment import shown
from viewer.tree.diff import says_alike
from viewer.tree.node import Node
from viewer.tree.record import Record

UTF8 = "utf-8"
LATIN1 = "latin-1"


def export_game(record: Record, reduced: bool = False, encoding: str = UTF8) -> bytes:
    """A game in the export form, with the empty line after it; if reduced, with nothing but moves.

    Characters that `encoding` lacks become "?". Other losses are named by
    `viewer.formats.pgn.write.export`.
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
    tags = [export_tag_line(name, value) for name, value in tag_pairs(record, reduced)]
    return "\n".join([*tags, "", *movetext.lines(), "", ""]).encode(encoding, "replace")


def export_movetext(record: Record) -> str:
    """The movetext of a game in the export form, with line ends: the last key of section 12."""
    return "\n".join([*Movetext(record).lines(), ""])


# ------------------------------------ Losses of the export form of a game, found by reading it back
#
# Layout is no loss: where the lines of a comment's paragraph end and where among glyphs and variations it
# is, how a move, a date, a result or a start position is spelt, the order of tags and marks.


_PLAIN_FACETS = tuple(name for name in FACETS if name not in (COMMENT, BEFORE, GLYPHS, MARKS))
_SHOWN = 60
_SAY_START = START_TAGS - {"Variant"}
_SEAM = re.compile(f"[ \\t]*{BREAK}[ \\t]*")


def losses_of_export(record: Record, reduced: bool = False, encoding: str = UTF8) -> list[Loss]:
    """The differences after reading the export form back, in the order of the record."""
    return export_with_losses(record, reduced, encoding)[1]


def export_with_losses(
    record: Record, reduced: bool = False, encoding: str = UTF8
) -> tuple[bytes, list[Loss]]:
    """The export form and its losses, computed together."""
    record, movetext = prepared(record, reduced, encoding, keep=True)
    data = assemble(record, movetext, reduced, encoding)
    # Latin-1 as a reader takes it, which has to guess: its bytes may happen to be UTF-8.
    codecs = known(CP1252) if encoding == LATIN1 else GameCodecs(encoding)
    back = _read_back(data, movetext, codecs)
    found = [
        *_headers(record, back, reduced),
        *_start(record, back),
        *(() if _is_same_line(movetext, back) else _nodes(record, back, movetext, encoding)),
        *_unread(record),
    ]
    back.dissolve()
    return data, found


def _read_back(data: bytes, movetext: Movetext, codecs: GameCodecs) -> Record:
    """The record of a written game, which needn't be read token by token if it is plain."""
    plain = None if movetext.plain is None else read_plain(data)
    if plain is not None and plain.moves == movetext.plain:
        return record_of(plain)
    return read_game(data, 0, UNLIMITED, codecs)[0]


# ----------------------------------------------------------------------------------- the head


def _headers(record: Record, back: Record, reduced: bool) -> Iterator[Loss]:
    written = {entry.key: entry.value for entry in back.headers}
    first: dict[str, str] = {}
    same_start = _same_start(record, back)
    for key, value in record.headers:
        name = tag_name(key)
        after = written.get(name, "") if name else ""
        kind = f"header:{key}"
        if key in first:
            if value != first[key]:
                yield Loss(kind, None, _repeated(key, value))
            continue
        first[key] = value
        if not value or (same_start and key in _SAY_START):
            continue
        known = name in (key, TAG_OF.get(key))  # an opcode of EPD, or the tag that goes with it
        if name == "Result" and key == name and result_of(value) == after:
            if result_of(value) != "*" or value.strip() in ("*", "?", "-"):
                continue
        elif known and same_value(name, value, after):
            continue
        yield Loss(kind, None, _header_words(record.game, key, name, value, after, reduced))


def _repeated(key: str, value: str) -> Message:
    words = message(
        "A tag stands once; the second {name} is left out: {value}", name=key, value=_short(value)
    )
    return words


def _header_words(game: str, key: str, name: str, value: str, after: str, reduced: bool) -> Message:
    shown = _short(value)
    if reduced and name not in roster_of(game):
        return message("The reduced form has no tag {name}: {value}", name=key, value=shown)
    if not name or not after:
        return message("The tag {name} can't be written: {value}", name=key, value=shown)
    if name != key:
        return message("The tag {name} is written as {new}.", name=key, new=name)
    return message(
        "{name} is written as {after}, not as {value}.", name=key, after=_short(after), value=shown
    )


def _start(record: Record, back: Record) -> Iterator[Loss]:
    if not _same_start(record, back):
        words = message("The start position can't be kept; without it the moves can't be replayed.")
        yield Loss("start", record.root.id, words)


def _same_start(record: Record, back: Record) -> bool:
    """Whether both have the same start; the usual one may be spelt out or not."""
    if record.setup == back.setup:
        return True
    return record.game == back.game and ByMeaning(record, back).starts_alike()


# ---------------------------------------------------------------------------------- the moves


def _is_same_line(movetext: Movetext, back: Record) -> bool:
    """Whether a plain record is read back move by move."""
    if movetext.plain is None or back.root.notes:
        return False
    nodes = list(islice(back.root.main_line(), 1, None))
    if len(nodes) != len(back.nodes) - 1 or any(node.notes for node in nodes):
        return False
    read = [getattr(node.action, "text", "") for node in nodes]
    return read == movetext.plain


def _nodes(record: Record, back: Record, movetext: Movetext, encoding: str) -> Iterator[Loss]:
    reduced = movetext.reduced

    def surely(node: Node, other: Node) -> bool:
        return node in movetext.meant and other.action == Written(movetext.tokens[node])

    meaning = ByMeaning(record, back, surely)
    known = meaning(record.root, back.root)  # else the start, which is told, says no move
    yield from _comment(record.root, back.root, encoding, reduced)
    yield from _facets(record.root, back.root, reduced)
    stack = [(record.root, back.root)]
    while stack:
        node, other = stack.pop()
        moves = below(node).moves
        if any(not is_move(child) for child in node.children):
            yield from _no_moves(node)
        children = other.children
        for index, child in enumerate(moves):
            if index >= len(children):
                words = message("The reduced form has no variations: {move}", move=_move(child))
                if not reduced:
                    words = message("The variation {move} can't be kept.", move=_move(child))
                yield Loss("branch", child.id, words)
                continue
            there = children[index]
            written = Written(movetext.tokens[child])
            alike = meaning(child, there) if known else written in (child.action, there.action)
            yield from _action(child, there, movetext, alike)
            yield from _before(child, there, index == 0, reduced)
            yield from _comment(child, there, encoding, reduced)
            yield from _facets(child, there, reduced)
        stack.extend(reversed(list(zip(moves, children, strict=False))))


def _no_moves(node: Node) -> Iterator[Loss]:
    """The nodes directly below a node, and below each other, that aren't moves."""
    stack = list(reversed(node.children))
    while stack:
        one = stack.pop()
        if is_move(one):
            continue
        text = getattr(one.action, "text", "")
        words = message(
            "What is no move has no place in the export form: {text}", text=_short(text)
        )
        yield Loss("action", one.id, words)
        for facet in FACETS:
            if facet not in (COMMENT, BEFORE) and one.note(facet) != FACETS[facet].empty:
                yield Loss(facet, one.id, words)
        stack.extend(reversed(one.children))


def _action(node: Node, other: Node, movetext: Movetext, alike: bool) -> Iterator[Loss]:
    token = movetext.tokens[node]
    text = getattr(node.action, "text", "")
    kept = other.action == Written(token)
    if alike:
        return
    if kept and isinstance(node.action, Move):
        words = message(
            "The move {move} isn't legal; it is written, but no reader can play it.", move=text
        )
    else:
        words = message("The move {move} can't be written as it is.", move=_short(text))
    yield Loss("action", node.id, words)


def _before(node: Node, other: Node, main: bool, reduced: bool) -> Iterator[Loss]:
    before = str(node.note(BEFORE))
    if not before.strip():
        return
    if main and not reduced:
        words = message(
            "The comment before {move} comes to stand behind the move before it.", move=_move(node)
        )
        yield Loss(BEFORE, node.id, words)
    elif _as_shown(before) != _as_shown(str(other.note(BEFORE))):
        yield Loss(BEFORE, node.id, _comment_words(node, before, "", reduced))


def _comment(node: Node, other: Node, encoding: str, reduced: bool) -> Iterator[Loss]:
    wanted = BREAK.join(text for _, text in texts_in(node.comment))
    # What stands before the next move, and at nodes that are no moves, comes behind it.
    if wanted and f"\n{_as_shown(wanted)}\n" not in f"\n{_as_shown(other.comment)}\n":
        yield Loss(COMMENT, node.id, _comment_words(node, wanted, encoding, reduced))


def _as_shown(comment: str) -> str:
    """What a page shows of a comment; blanks where two texts meet are those of a command between."""
    return shown(_SEAM.sub(BREAK, comment.replace(ITEM, "")), True).strip("\n").rstrip()


def _comment_words(node: Node, text: str, encoding: str, reduced: bool) -> Message:
    if reduced:
        return message("The reduced form has no comments: {text}", text=_short(text))
    missing = ""
    if encoding:
        missing = "".join(dict.fromkeys(one for one in printable(text) if _lacks(one, encoding)))
    if missing:
        return message(
            "The comment on {move} has characters that {codec} lacks: {missing}",
            move=_move(node),
            codec=encoding,
            missing=missing[:20].encode("utf-8", "replace").decode("utf-8"),
        )
    if "}" in text:
        return message("The comment on {move} has a }} that can't be kept.", move=_move(node))
    return message("The comment on {move} can't be written exactly as it is.", move=_move(node))


def _facets(node: Node, other: Node, reduced: bool) -> Iterator[Loss]:
    for facet in (GLYPHS, *_PLAIN_FACETS, MARKS):
        if not says_alike(facet, node.note(facet), other.note(facet)):
            yield Loss(facet, node.id, _facet_words(node, facet, reduced))


def _facet_words(node: Node, facet: str, reduced: bool) -> Message:
    what = FACETS[facet].words
    if reduced:
        return message(
            "The reduced form has no {what}: those on {move}", what=what, move=_move(node)
        )
    return message("Not all {what} on {move} can be written.", what=what, move=_move(node))


def _unread(record: Record) -> Iterator[Loss]:
    """What the reader left out of the record, and so is missing from the record read back."""
    yield from unshown_losses(record)
    tail = record.fact(TAIL)
    if record.fact(KIND) is not None:
        yield Loss("branch", None, message("Its moves aren't read, and are left out."))
    elif (tail is not None and tail.value) or record.fact(REST) is not None:
        words = message("The game was too long to be read to its end; the rest is left out.")
        yield Loss("branch", None, words)
    settings = settings_of(record)
    if settings is None:
        return
    for node in record.walk():
        if any(
            isinstance(fact.raw, bytes) and len(fact.raw) > settings.longest for fact in node.facts
        ):
            yield Loss(
                COMMENT,
                node.id,
                message(
                    "A comment on {move} was too long to be read; it is left out.", move=_move(node)
                ),
            )


# ------------------------------------------------------------------------------------- words


def _move(node: Node) -> str:
    return _short(getattr(node.action, "text", "")) or "…"


def _short(text: str) -> str:
    text = " ".join(printable(text).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _lacks(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return True
    return False
