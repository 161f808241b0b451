"""Merging records of one game into one: variations, comments and headers of all of them are kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.clip.pasting import as_data
from viewer.document.edits.joiner import Joiner
from viewer.document.edits.ops import RecordData
from viewer.document.whole.joining import starting_position
from viewer.formats import FORMATS
from viewer.formats.format import Format, HeaderField
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import Op, SetHeaders, SetNote
from viewer.tree.record import Header, Record

_UNSAID = re.compile(r"[?.\-*\s]*")
_ODD = re.compile(r"[\W_]+")


class Foreign(NamedTuple):
    """A record, and the id of the format that it was read as."""

    record: Record
    format: str


class United(NamedTuple):
    """A planned merge.

    Attributes:
        ops: on the record that is kept.
        differing: headers that say something else in the others: the key, what is kept, what isn't.
    """

    ops: tuple[Op, ...]
    differing: tuple[tuple[str, str, str], ...]


def united(
    kept: Record,
    format: str,
    flowing: bool,
    others: Sequence[Foreign],
    remember: bool = True,
) -> United:
    """The operations that bring everything of other records of a game into one.

    Moves are paired by meaning; what only the others have becomes variations or the continuation, comments
    that differ are appended. Headers that the kept record lacks are added, and a date that says more
    replaces one that says less. With `remember` the first comment tells what other headers said.

    `flowing`: whether line breaks in comments are layout in the format. Raises Refused for a record of
    another game or start.
    """
    format_ = FORMATS[format].load()
    joiner = Joiner(kept, "\u2029" if flowing else "\n")
    start = starting_position(States(game_of(kept.game), kept))
    headers = list(kept.headers)
    differing: list[tuple[str, str, str]] = []
    for other in others:
        if other.record.game != kept.game:
            raise Refused(message("Only records of one kind of game can be merged."))
        if other.format == format:
            record = RecordData.of(other.record).bare().record()
        else:
            record = as_data(other.record, other.format, format).record()
        states = States(game_of(record.game), record)
        if starting_position(states) != start:
            raise Refused(message("Records that begin with another position can't be merged."))
        joiner.join(record, states, "")
        _add_headers(format_, kept.game, headers, record.headers, differing)
    ops = list(joiner.ops)
    new = tuple(headers)
    if new != kept.headers:
        ops.insert(0, SetHeaders(new))
    if remember and differing:
        said = _other_headers(differing)
        root = joiner.record.root
        text = f"{root.comment}{joiner.division}{said}" if root.comment else said
        ops.append(SetNote(root.id, COMMENT, text))
    return United(tuple(ops), tuple(differing))


def _other_headers(differing: Sequence[tuple[str, str, str]]) -> str:
    """The comment with the headers that other records have."""
    said = dict.fromkeys(f"{key}: {theirs}" for key, _, theirs in differing)
    return f"[{'; '.join(said)}]"


def _add_headers(
    format_: Format,
    game: str,
    headers: list[Header],
    theirs: Sequence[Header],
    differing: list[tuple[str, str, str]],
) -> None:
    fields = {field.key: field for field in format_.fields_of(game)}
    mine = {header.key: at for at, header in reversed(list(enumerate(headers)))}
    for key, value in theirs:
        field = fields.get(key)
        if _is_unsaid(value, field) or (field is not None and (field.start or field.implied)):
            continue
        at = mine.get(key)
        if at is None:
            if field is not None or format_.free_headers:
                mine[key] = len(headers)
                headers.append(Header(key, value))
            else:
                differing.append((key, "", value))
            continue
        known = headers[at].value
        if _is_unsaid(known, field) or (
            field is not None and field.role == "date" and _says_more(value, known)
        ):
            headers[at] = Header(key, value)
        elif _plain(value) != _plain(known) and not (
            field is not None and field.role == "date" and _says_more(known, value)
        ):
            differing.append((key, known, value))


def _is_unsaid(value: str, field: HeaderField | None) -> bool:
    unknown = field is not None and field.unknown and value == field.unknown
    return bool(unknown) or _UNSAID.fullmatch(value) is not None


def _says_more(date: str, other: str) -> bool:
    """Whether a date says what another one says, and more: 1972.07.11 and 1972.??.??."""
    numbers, fewer = (re.findall("[0-9]+", text) for text in (date, other))
    return len(numbers) > len(fewer) and numbers[: len(fewer)] == fewer


def _plain(value: str) -> str:
    return _ODD.sub("", unicodedata.normalize("NFKC", value)).casefold()
