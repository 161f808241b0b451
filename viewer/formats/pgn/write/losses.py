"""Losses of a game written in its own style, found by reading it back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import UTF8
from viewer.formats.format import Loss
from viewer.formats.kit.losses import LossSentences, lacked, text_of, under_own_keys
from viewer.formats.kit.losses import losses_of as told
from viewer.formats.kit.openings import with_tags
from viewer.formats.kit.resolved import Meaning, Surely
from viewer.formats.kit.unshown import unshown_losses
from viewer.formats.pgn.codec import known
from viewer.formats.pgn.dialects import has_own_notation, unread
from viewer.formats.pgn.game import read_game
from viewer.formats.pgn.names import new_habit, with_format
from viewer.formats.pgn.read.facts import KIND, TAGS, settings_of
from viewer.formats.pgn.read.said import ITEM
from viewer.formats.pgn.split import game_end
from viewer.formats.pgn.write.compose import compose
from viewer.formats.pgn.write.new import escaped_lines, new_game
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, FACETS, MARKS
from viewer.tree.comment import shown
from viewer.tree.diff import ItemDifference
from viewer.tree.facts import raw_of
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("A game of this kind isn't written as PGN."),
    start=message("The tags say another start position than the board shows."),
    header=message("The tag {key} can't be written as it is."),
    facet=message("{what} can't be written as they are."),
    branch=message("{move} can't stand in PGN."),
)
_LINE = "\v"  # stands for a line break that is layout
_THE_GAME = frozenset(("game", "start", "branch", "action"))


class WrittenGame(NamedTuple):
    """A game in written form.

    Attributes:
        data: its bytes.
        losses: what a reader doesn't find in the bytes.
        kind: the kind they are read as if that can't be read yet (see `dialects`), else "".
    """

    data: bytes
    losses: list[Loss]
    kind: str


class NewForm(NamedTuple):
    """How games are written that have notations and encodings of their own; "" as they are.

    Attributes:
        notation: the id of the notation of their moves.
        codec: the codec of their text.
    """

    notation: str = ""
    codec: str = ""


AS_THEY_ARE = NewForm()


def losses_of(record: Record) -> list[Loss]:
    """What a reader doesn't find of the record in the written game.

    Records with things that PGN can't hold are written without them. Where a comment
    is among glyphs and variations is layout; moving it is no loss.
    """
    return written_with_losses(record).losses


def written_with_losses(own: Record, form: NewForm = AS_THEY_ARE) -> WrittenGame:
    """A game with its losses, in the style that it was read in, or as a new one."""
    surely: Surely | None = None
    if not has_own_notation(own.game):
        form = NewForm(codec=form.codec if form.codec == UTF8 else "")
    record = own
    tags, settings = raw_of(record.facts, TAGS), settings_of(record)
    if tags is None or settings is None or form.notation:
        habit = new_habit(own, form.notation)
        record = with_format(with_tags(own), habit)
        codec = form.codec or (UTF8 if settings is None else settings.codec)
        data, surely = new_game(record, habit, codec)
    else:
        if form.codec:
            record = Record(own.game, own.root, own.headers, form.codec, own.facts, own.nodes)
        data = compose(record, tags, settings)
        if game_end(data, 0, True) != len(data):
            data = compose(record, tags, settings, bracketed=True)
    codec = form.codec or record.encoding or UTF8
    read, _ = read_game(data, 0, UNLIMITED, known(codec))
    kind = _kind_of(read)
    other = kind if kind != _kind_of(record) else ""
    found = differences_of(record, read, surely)
    lost = told(found, _SENTENCES, partial(_special, other, codec))
    losses = [*under_own_keys(lost, own.headers, record.headers)]
    if surely is not None:  # a new game
        losses += unshown_losses(record, escaped_lines(record))
    return WrittenGame(data, losses, kind)


def _kind_of(record: Record) -> str:
    fact = record.fact(KIND)
    return "" if fact is None else str(fact.value)


def differences_of(
    record: Record, read: Record, surely: Surely | None = None
) -> Iterator[ItemDifference]:
    """What is lost from a record to the one that was read back; `surely` as for `Meaning`.

    A move and its name are equal; so are tags that name another start than the record's, if
    the start itself is right.
    """
    for found in Meaning(record, read, surely).lost():
        if found.kind not in (COMMENT, BEFORE) or not _is_kept(found.before, found.after):
            yield found


def _is_kept(comment: object, read: object) -> bool:
    """Whether a comment is shown alike, with all of its line breaks; a long line may be broken at a blank."""
    one, other = (shown(str(text).replace(ITEM, ""), True, _LINE) for text in (comment, read))
    if one.replace(_LINE, " ") != other.replace(_LINE, " "):
        return False
    return all(a == b or b == _LINE for a, b in zip(one, other, strict=True))


def _special(other: str, codec: str, found: ItemDifference) -> Message | None:
    """The loss for a special difference; `other`: the kind that another game is read as, else ""."""
    if words := lacked(found, codec):
        return words
    if other and found.kind in _THE_GAME:
        return message("What the tags say makes another game of it. {reason}", reason=unread(other))
    if found.kind == MARKS:
        return message("PGN has squares and arrows in green, red, yellow and blue only.")
    if found.kind == BOOKMARK:
        return message("PGN has no place for {what}.", what=FACETS[BOOKMARK].words)
    if found.kind in (COMMENT, BEFORE):
        if "}" in str(found.before) and "}" in str(found.after):
            return message("The line breaks of a comment with the sign “}” in it become blanks.")
        if "}" in str(found.before):
            return message("A comment of PGN can't have the sign “}” in it.")
        return message("The comment can't be written exactly as it is.")
    if found.kind == "action" and text_of(found.before) == text_of(found.after):
        return message(
            "{move} is another move where it stands, since what comes before isn't the same.",
            move=text_of(found.before),
        )
    return None
