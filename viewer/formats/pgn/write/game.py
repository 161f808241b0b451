"""Writing one game in its own style or as a new one, with its losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import UTF8
from viewer.formats.format import Loss
from viewer.formats.kit.charsets import ENCODINGS, encode
from viewer.formats.kit.foreign import ByMeaning, Surely
from viewer.formats.kit.losses import WRITTEN_AS, lacked, sentences_of, text_of, under_own_keys
from viewer.formats.kit.losses import losses_of as told
from viewer.formats.kit.tags import ESCAPE, unshown_losses, unshown_texts, with_tags
from viewer.formats.pgn import SPELLED_RESULTS
from viewer.formats.pgn.collection import read_game
from viewer.formats.pgn.dialects import (
    has_own_notation,
    roster_of,
    setup_of,
    tags_of,
    tokens_of,
    unread,
)
from viewer.formats.pgn.kinds import known
from viewer.formats.pgn.names import Habit, new_habit, with_format
from viewer.formats.pgn.said import ITEM, KIND, TAGS, TAIL, TextSettings, settings_of
from viewer.formats.pgn.split import game_end
from viewer.formats.pgn.write.export_moves import Movetext
from viewer.formats.pgn.write.head import (
    MARKERS,
    headers_in,
    marker_of,
    tag_line,
    tag_name,
    with_tag_values,
    write_head,
)
from viewer.formats.pgn.write.layout import printable, texts_in
from viewer.formats.pgn.write.slots import RESULT, Text, read_slot
from viewer.formats.pgn.write.writer import Writer
from viewer.tree.action import Setup, Written
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, FACETS, MARKS
from viewer.tree.comment import shown
from viewer.tree.diff import ItemDifference
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_SENTENCES = sentences_of(
    "PGN",
    message("{move} can't be written in {format}.", format="PGN"),
    some_headers=True,
    some_facets=True,
    action=WRITTEN_AS,
)._replace(start=message("The tags say another start position than the board shows."))
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
    """What is lost from a record to the one that was read back; `surely` as for `ByMeaning`.

    A move and its name are equal; so are tags that name another start than the record's, if
    the start itself is right.
    """
    for found in ByMeaning(record, read, surely).lost():
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


# ------------------------------- Assembling a written game: tags, movetext and result, in one codec


_VARIANT = "variant"


def compose(record: Record, tags: bytes, settings: TextSettings, bracketed: bool = False) -> bytes:
    """The bytes of a record whose tag section was `tags`; `bracketed` as for `write_head`."""
    _, old = headers_in(tags, settings)
    headers = headers_of(record, old)
    head = write_head(tags, headers, settings, bracketed)
    tokens = tokens_of(record.game, settings.codec)
    moves = Writer(record, tokens, _marker(record, old, headers, settings)).write()
    _part(head, moves, settings, old, record)
    return in_codec([*head, *moves], settings, record.encoding or settings.codec)


def headers_of(record: Record, old: Sequence[Header]) -> Sequence[Header]:
    """The headers to write: those of the record, with the tags that its start position needs.

    If the start position is still that of the file's tags, the tags aren't changed, so that they
    can be edited by hand.
    """
    if _setup(record, old) == record.setup or _setup(record, record.headers) == record.setup:
        return record.headers
    tags, names = tags_of(record.game, record.setup)
    kept = {one.key: one.value for one in record.headers if one.key.lower() == _VARIANT}
    if kept and not any(name.lower() == _VARIANT for name in tags):
        # "Standard", "From Position": the game's own word for what the start is without it.
        headers = with_tag_values(record.headers, {**kept, **tags}, names)
        if _setup(record, headers) == record.setup:
            return headers
    return with_tag_values(record.headers, tags, names)


def _setup(record: Record, headers: Sequence[Header]) -> Setup | None:
    return setup_of(record.game, {header.key: header.value for header in reversed(headers)})[0]


def _marker(
    record: Record, old: Sequence[Header], new: Sequence[Header], settings: TextSettings
) -> str | None:
    """The new result after the moves, if the old one agreed with the Result tag and that has changed."""
    before = next((one.value for one in old if one.key == "Result"), None)
    after = next((one.value for one in new if one.key == "Result"), None)
    tail = record.fact(TAIL)
    if before is None or after is None or before == after or tail is None or tail.value:
        return None
    tokens = tokens_of(record.game, settings.codec)
    slot = read_slot(tail.raw if isinstance(tail.raw, bytes) else b"", tokens, settings)
    marks = [tok.raw for tok in slot if tok.kind == RESULT]
    if not marks or not isinstance(marks[-1], bytes):
        return None
    stood = settings.decoded(marks[-1])
    if SPELLED_RESULTS.get(stood, stood) != SPELLED_RESULTS.get(before, before):
        return None
    after = SPELLED_RESULTS.get(after, after)
    return after if after in MARKERS else None


def _part(
    head: list[Text],
    moves: list[Text],
    settings: TextSettings,
    old: Sequence[Header],
    record: Record,
) -> None:
    """The empty line between tags and movetext if they are newly adjacent; none without tags."""
    has_tags = any(_said(text, settings).strip() for text in head)
    first = next((index for index, text in enumerate(moves) if text), None)
    if first is None:
        return
    text = _said(moves[first], settings)
    end = settings.line_end
    fact = record.fact(TAGS)
    below = not old or fact is None or bool(fact.value)
    if (
        has_tags
        and below
        and not _begins_line("".join(_said(each, settings) for each in moves[first : first + 2]))
    ):
        moves.insert(first, end + end)
        if moves[first + 1] in (" ", b" "):
            del moves[first + 1]
    elif not has_tags and old:
        stripped = text.removeprefix(end).removeprefix(end)
        moves[first] = stripped


def _begins_line(text: str) -> bool:
    return text[: len(text) - len(text.lstrip())].count("\n") > 0 or "\r" in text[:2]


def _said(text: Text, settings: TextSettings) -> str:
    return text if isinstance(text, str) else settings.decoded(text)


def in_codec(pieces: Sequence[Text], settings: TextSettings, codec: str) -> bytes:
    """Pieces as bytes; characters that the codec lacks become `?`."""
    if (
        codec == settings.codec or codec not in ENCODINGS
    ):  # in others all of the file is, or nothing
        codec = settings.codec
        return b"".join(
            encode(piece, codec) if isinstance(piece, str) else piece for piece in pieces
        )
    return encode("".join(_said(piece, settings) for piece in pieces), codec)


# -------------------------------------------------------- Writing a game that isn't from a PGN file
#
# It has the export form's order and lines; values of tags and comments are as in the record.


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
