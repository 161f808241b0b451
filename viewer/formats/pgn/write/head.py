"""Writing the tag section of a game: the lines of its file with their edits, or the export form's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from viewer.base.text import encode
from viewer.formats.kit.tags import ROSTER, TAG_OF
from viewer.formats.pgn import SPELLED_RESULTS
from viewer.formats.pgn.dialects import roster_of, setup_of, tags_of
from viewer.formats.pgn.kinds import Tag, escaped, read_tags, value_of_tag, well_formed
from viewer.formats.pgn.lexer import CHESS, RESULT
from viewer.formats.pgn.said import TAIL, TextSettings
from viewer.formats.pgn.write.layout import printable
from viewer.formats.pgn.write.slots import Text
from viewer.games.chess.fen import START_TEXT
from viewer.tree.facts import raw_of
from viewer.tree.record import Header, Record

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
        Header(tag.name.decode("ascii"), value_of_tag(raw, tag, settings.decoded)) for tag in tags
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


def with_tag_values(
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


# -------------------------------------------- The tag pairs of the export form (sections 8.1 and 9)


MARKERS = ("1-0", "0-1", "1/2-1/2", "*")
DATES = frozenset(("Date", "EventDate", "UTCDate"))
START_TAGS = frozenset(("Variant", "SetUp", "FEN"))

_EXPORTED_NAME = re.compile(r"[A-Za-z0-9_]+")
_DATE = re.compile(r"(\d{4}|\?{4})(?:[-./](\d{1,2}|\?{1,2})(?:[-./](\d{1,2}|\?{1,2}))?)?")


def marker_of(record: Record) -> str:
    """The game termination marker: by the Result tag, or without that, the one the game ended
    with in its file; `*` if that is none of the four.
    """
    value = _named(record.headers).get("Result", "")
    if not value:
        found = CHESS.match(raw_of(record.facts, TAIL) or b"")
        value = (found[RESULT] or b"").decode("utf-8", "replace") if found is not None else ""
    return result_of(value)


def result_of(value: str) -> str:
    """The marker for a Result tag's value, `*` for values that correspond to none."""
    value = "".join(value.split())
    value = SPELLED_RESULTS.get(value, value)
    return value if value in MARKERS else "*"


def tag_pairs(record: Record, reduced: bool) -> list[tuple[str, str]]:
    """(name, value) of the tags in the order of the export form, values clean but not escaped.

    Always has the roster, with "?" and the like for unknown values. Of tags of one name, the first counts.
    Names have letters, digits and underscores and begin with a capital: other characters are left
    out, as are tags whose names become empty. Values have no control characters (a blank replaces
    each); a recognised date is written with ten characters.
    """
    tags = {name: _tidy(name, value) for name, value in _named(record.headers).items()}
    game = record.game
    out = roster(record.headers, roster_of(game))
    out["Result"] = marker_of(record)
    if reduced:
        return list(out.items())
    rest = {name: value for name, value in tags.items() if name not in out}
    setup = record.setup
    wanted, named = tags_of(game, setup)
    read, complaint = setup_of(game, rest)
    if setup is None and "setup" in named and "FEN" in rest and read is None and complaint is None:
        wanted = {"SetUp": rest.get("SetUp", "1"), "FEN": START_TEXT}  # four fields are six now
    if read != setup:
        rest = {name: value for name, value in rest.items() if name.lower() not in _START_NAMES}
    if read != setup or (wanted and complaint is None):
        variant = rest.get("Variant")
        rest = {
            name: value
            for name, value in rest.items()
            if name in START_TAGS or name.lower() not in _START_NAMES
        }
        rest.update({name: printable(value) for name, value in wanted.items()})
        if variant is not None and read == setup:
            rest["Variant"] = variant  # "From Position", "fischerandom": the game's own word
    return [*out.items(), *sorted(rest.items())]


_START_NAMES = frozenset(name.lower() for name in START_TAGS)


def roster(headers: Iterable[Header], usual: Mapping[str, str] = ROSTER) -> dict[str, str]:
    """The roster by headers, in the order of `usual`; a missing Result is "", other values are filled in."""
    tags = {name: _tidy(name, value) for name, value in _named(headers).items() if name in usual}
    out = {name: tags.get(name) or nothing for name, nothing in usual.items()}
    out["Result"] = result_of(tags["Result"]) if tags.get("Result") else ""
    return out


@lru_cache(maxsize=1000)
def tag_name(key: str) -> str:
    """The name under which a header is written; "" if it can't be. Opcodes of EPD are tags."""
    name = TAG_OF.get(key) or "".join(_EXPORTED_NAME.findall(key))
    return name[:1].upper() + name[1:]


def export_tag_line(name: str, value: str) -> str:
    """A tag pair as written in the file, without its line end."""
    return f'[{name} "{escaped(value)}"]'


def same_value(name: str, first: str, second: str) -> bool:
    """Whether two values of a tag are equivalent: dates are in any spelling."""
    if first == second:
        return True
    is_date = name in DATES and _DATE.fullmatch(first.strip()) is not None
    return is_date and _tidy(name, first) == second


def _named(headers: Iterable[Header]) -> dict[str, str]:
    """The first value of each name as written; an exact name takes precedence over a mended one."""
    tags: dict[str, str] = {}
    exact: set[str] = set()
    for key, value in headers:
        name = tag_name(key)
        if not name or (name in tags and (name in exact or name != key)):
            continue
        tags[name] = value
        if name == key:
            exact.add(name)
    return tags


def _tidy(name: str, value: str) -> str:
    value = printable(value)
    if name in DATES:
        match = _DATE.fullmatch(value.strip())
        if match is not None:
            year, month, day = (part or "??" for part in match.groups())
            return f"{year}.{_two(month)}.{_two(day)}"
    return value


def _two(part: str) -> str:
    return part.rjust(2, part if part == "?" else "0")
