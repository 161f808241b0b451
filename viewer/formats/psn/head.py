"""Writing what stands before the moves: the tags that were read, with the edits, or new ones; a comment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.formats.kit.japanese import decode, encode
from viewer.formats.kit.law import partners
from viewer.formats.kit.shogi import beside_start
from viewer.formats.psn import items as kinds
from viewer.formats.psn.items import PsnItem, comment_of, items_of, tag_of, tag_parts
from viewer.formats.psn.reader import PsnStyle
from viewer.games.shogi.position import position_of, setup_of, write_sfen
from viewer.games.shogi.tags import setup_of_tags
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.record import Header, Record

_STARTS = ("sfen", "fen", "handicap")
_NO_KEY = re.compile(r"\W+")
_BREAKS = re.compile(r"[\r\n]+")


def headers_of(record: Record) -> list[Header]:
    """The headers to write: those of the record, with an SFEN tag if the others don't give its start."""
    headers = beside_start(record.headers, position_of(record.setup))
    tags = {header.key: header.value for header in reversed(headers)}
    if setup_of_tags(tags)[0] == setup_of(position_of(record.setup)):
        return headers
    kept = [header for header in headers if header.key.lower() not in _STARTS]
    return [*kept, Header("SFEN", write_sfen(position_of(record.setup)))]


def names_start(header: Header, start: Setup | None) -> bool:
    """Whether a tag gives a start."""
    if header.key.lower() not in _STARTS:
        return False
    return setup_of_tags({header.key: header.value}) == (start, None)


def new_head(record: Record, style: PsnStyle) -> bytes:
    """The tags of a new file, in the order of Shogidokoro: the players, the start, then the others."""
    headers = headers_of(record)
    known = {header.key for header in headers}
    first = [Header(key, "") for key in ("Sente", "Gote") if key not in known]
    if not any(key.lower() in _STARTS for key in known):
        first.append(Header("SFEN", write_sfen(position_of(record.setup))))
    order = {"Sente": 0, "Gote": 1, "SFEN": 2}
    headers = sorted([*headers, *first], key=lambda header: order.get(header.key, 3))
    lines = [tag_text(header) for header in headers]
    text = style.eol.join([*lines, "", ""])
    comment = str(record.root.note(COMMENT))
    return encode(text, style.codec) + comment_bytes(comment, style)


def tag_text(header: Header) -> str:
    """The line of a tag, without its end."""
    key = _NO_KEY.sub("", header.key) or "Tag"
    return f'[{key} "{_BREAKS.sub(" ", header.value)}"]'


def comment_bytes(comment: str, style: PsnStyle) -> bytes:
    """The lines of a comment, b"" for none. A closing brace within it would end it."""
    if not comment:
        return b""
    lines = ["{", *comment.replace("}", ")").split("\n"), "}", ""]
    return encode(style.eol.join(lines), style.codec)


def old_head(record: Record, raw: bytes, style: PsnStyle) -> bytes:
    """The bytes before the moves with the tags and the comment of the record; unchanged ones stay."""
    items = list(items_of(raw, style.codec))
    headers = headers_of(record)
    tags = [tag_of(one.raw, style.codec) if one.kind == kinds.TAG else None for one in items]
    if [tuple(header) for header in headers] != [tag for tag in tags if tag is not None]:
        items = _with_tags(items, tags, headers, style)
    return with_comment(items, 0, str(record.root.note(COMMENT)), style)


def _with_tags(
    items: Sequence[PsnItem],
    tags: Sequence[tuple[str, str] | None],
    headers: Sequence[Header],
    style: PsnStyle,
) -> list[PsnItem]:
    """The items, whose tags are `tags`, with others: unchanged keys keep their line but for the value."""
    keys = [tag[0] for tag in tags if tag is not None]
    stay = partners([header.key for header in headers], keys)
    kept = set(stay)
    new = [number for number in range(len(headers)) if number not in kept]
    left = iter(stay)
    out: list[PsnItem] = []
    last = 0  # where new tags go
    for item, tag in zip(items, tags, strict=True):
        if tag is None:
            out.append(item)
        elif (number := next(left)) is not None:
            value = headers[number].value
            # Those of a key that stands more often now come behind all.
            ahead = [at for at in new if at < number and headers[at].key not in keys]
            new = [at for at in new if at not in ahead]
            out += [_new_tag(headers[at], style) for at in ahead]
            out.append(item if value == tag[1] else _with_value(item, value, style))
            last = len(out)
    if last and new and not out[last - 1].raw.endswith((b"\n", b"\r")):
        out[last - 1] = out[last - 1]._replace(raw=out[last - 1].raw + style.eol.encode())
    out[last:last] = [_new_tag(headers[at], style) for at in new]
    return out


def _new_tag(header: Header, style: PsnStyle) -> PsnItem:
    return PsnItem(kinds.TAG, encode(tag_text(header) + style.eol, style.codec))


def _with_value(item: PsnItem, value: str, style: PsnStyle) -> PsnItem:
    found = tag_parts(decode(item.raw, style.codec))
    assert found is not None
    text = "".join([*found.groups()[:3], _BREAKS.sub(" ", value), found[5]])
    return item._replace(raw=encode(text, style.codec))


def with_comment(items: Sequence[PsnItem], at: int, comment: str, style: PsnStyle) -> bytes:
    """Items with their comments replaced, if they differ; a new one goes behind tags or to `at`."""
    codec = style.codec
    said = [comment_of(item.raw, codec) for item in items if item.kind == kinds.COMMENT]
    if "\n".join(said) == comment:
        return b"".join(item.raw for item in items)
    raw = comment_bytes(comment, style)
    places = [index for index, item in enumerate(items) if item.kind == kinds.COMMENT]
    tags = [index + 1 for index, item in enumerate(items) if item.kind == kinds.TAG]
    place = places[0] if places else tags[-1] if tags else at
    if place < len(items) and not places and tags and items[place].kind == kinds.BLANK:
        place += 1  # behind the empty line below the tags
    before = b"".join(item.raw for item in items[:place])
    behind = b"".join(item.raw for item in items[place:] if item.kind != kinds.COMMENT)
    if raw and before and not before.endswith((b"\n", b"\r")):
        before += style.eol.encode()
    return before + raw + behind
