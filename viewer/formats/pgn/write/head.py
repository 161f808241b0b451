"""Writing the tag section of a game, with each changed tag updated in its own line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from viewer.base.text import encode
from viewer.formats.pgn.read.said import TextSettings
from viewer.formats.pgn.read.tags import Tag, escaped, read_tags, value_of, well_formed
from viewer.tree.record import Header

Text = bytes | str

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+#=:.-]*")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]+")
_LINE_AFTER = re.compile(rb"[ \t]*(?:\r\n|\n|\r)")


def tag_line(key: str, value: str) -> str | None:
    """A tag as it is written; None for a name that can't be one. A line break becomes a blank."""
    if _NAME.fullmatch(key) is None:
        return None
    return f'[{key} "{escaped(_CONTROL.sub(" ", value))}"]'


def headers_in(raw: bytes, settings: TextSettings) -> tuple[list[Tag], list[Header]]:
    """The tags of a tag section, and their headers."""
    tags = well_formed(raw, read_tags(raw)[0], settings.decoded)
    headers = [
        Header(tag.name.decode("ascii"), value_of(raw, tag, settings.decoded)) for tag in tags
    ]
    return tags, headers


def write_head(
    raw: bytes, headers: Sequence[Header], settings: TextSettings, bracketed: bool = False
) -> list[Text]:
    """The tag section with these headers; unchanged tags stay as they are.

    `bracketed`: tags without brackets (`Date "1895"`) get some.
    """
    tags, old = headers_in(raw, settings)
    if list(headers) == old and not bracketed:
        return [raw]
    matcher = SequenceMatcher(
        None, [one.key for one in old], [one.key for one in headers], autojunk=False
    )
    out: list[Text] = []
    at = 0  # all before is written
    for code, a, b, c, d in matcher.get_opcodes():
        if code == "equal":
            for tag, before, now in zip(tags[a:b], old[a:b], headers[c:d], strict=True):
                out.append(raw[at : tag.start])
                naked = bracketed and raw[tag.start : tag.start + 1] != b"["
                if before == now and not naked:
                    out.append(raw[tag.start : tag.end])
                else:
                    out += _edited(raw, tag, now, settings, naked)
                at = tag.end
            continue
        for tag in tags[a:b]:
            at = _left_out(raw, tag, at, out)
        for now in headers[c:d]:
            line = tag_line(*now)
            if line is not None:
                _add(raw, line, at, out, settings)
    out.append(raw[at:])
    return out


def _edited(raw: bytes, tag: Tag, now: Header, settings: TextSettings, anew: bool) -> list[Text]:
    """A tag with a new value between its quotes; a malformed one is rewritten if necessary."""
    if anew:
        return [tag_line(*now) or b""]
    value = _CONTROL.sub(" ", now.value)
    spelt = escaped(value) if tag.whole else value
    front, back = raw[tag.start : tag.value_start], raw[tag.value_end : tag.end]
    if not tag.whole:
        again = b"".join((front, encode(spelt, settings.codec), back))
        found = headers_in(again, settings)
        if [*found[1]] != [now] or found[0][0].end != len(again):
            return [tag_line(*now) or b""]
    return [front, spelt, back]


def _left_out(raw: bytes, tag: Tag, at: int, out: list[Text]) -> int:
    """Omit a tag with its line; returns the text written so far."""
    before = raw[at : tag.start]
    if tag.end == len(raw):  # the last: the line end before it goes
        kept = before.rstrip() if out or before.strip() else before
        if b"\xef\xbb\xbf" not in before[len(kept) :]:
            before = kept
        out.append(before)
        return tag.end
    out.append(before)
    line = _LINE_AFTER.match(raw, tag.end)
    alone = not before or before.endswith((b"\n", b"\r", b"\xef\xbb\xbf")) or tag.start == 0
    if line is not None and alone:
        return line.end()
    return tag.end


def _add(raw: bytes, line: str, at: int, out: list[Text], settings: TextSettings) -> None:
    """Add a line to the text written so far: first of all, or below the previous tag."""
    eol = settings.line_end
    written = next((text for text in reversed(out) if text), None)
    if written is None or not _strip(written):
        if written is None and raw.startswith(b"\xef\xbb\xbf") and at == 0:
            out.append(raw[:3])
        out += [line, eol] if read_tags(raw[at:])[0] else [line]
    elif _ends_line(written):
        out += [line, eol]
    else:
        out += [eol, line]


def _strip(text: Text) -> Text:
    return text.strip() if isinstance(text, str) else text.removeprefix(b"\xef\xbb\xbf").strip()


def _ends_line(text: Text) -> bool:
    last = text[-1:]
    return last in ("\n", "\r") if isinstance(last, str) else last in (b"\n", b"\r")


def with_tags(
    headers: Sequence[Header], tags: Mapping[str, str], names: frozenset[str]
) -> list[Header]:
    """Headers, with those of some names (lower case) set from `tags`, or removed."""
    left = dict(tags)
    out: list[Header] = []
    for header in headers:
        if header.key.lower() not in names:
            out.append(header)
            continue
        key = next((key for key in left if key.lower() == header.key.lower()), None)
        if key is not None:
            out.append(Header(header.key, left.pop(key)))
    return out + [Header(key, value) for key, value in left.items()]
