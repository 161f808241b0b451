"""Scanning a block of a PGN file at once: sections of tags, and which games are plain.

numpy finds line ends, quotes, braces and results in whole blocks. A game is plain if nothing in it
could make `split` end it elsewhere than at the next line that begins with a tag; this is decided
conservatively, and every other game is left to `split`, so that both find the same games.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from viewer.base.named import NamedTuple
from viewer.base.patterns import compiled
from viewer.formats.pgn.split import BOM, MOST_TAGS

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint64]

LONGEST_NAME = 24
_PAD = 64
_GAP = 8  # white space between a result and the next game
_FULL = (1 << 64) - 1
_MASKS = np.array([(1 << 8 * count) - 1 for count in range(8)] + [_FULL], np.uint64)
_FACTORS = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93], np.uint64
)


def _table(chars: bytes) -> Bools:
    table = np.zeros(256, np.bool_)
    table[list(chars)] = True
    return table


_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TAG_NEXT = _table(_ALNUM + b"_ \t\r\n\v\f")
_SIGN = _table(b"+#=:.-")
_NAME_CHAR = _table(_ALNUM + b"_+#=:.-")
_FIRST = _table(_ALNUM + b"*")
_END = compiled(rb"(?:\s|\{[^{}]*+\}|1-0|0-1|1/2-1/2|\*)*+")


class Tags(NamedTuple):
    """Lines that begin with a tag, in order.

    Attributes:
        start, end: offsets of the line, without its line feed.
        whole: whether it is `[Name "value"]` and nothing else, without quotes in the value.
        crlf: whether the line ends with a carriage return.
        name: length of the name (at most LONGEST_NAME if the tag is whole).
        value: length of the value.
    """

    start: Ints
    end: Ints
    whole: Bools
    crlf: Bools
    name: Ints
    value: Ints


class Regions(NamedTuple):
    """The regions of a block.

    Attributes:
        starts: offsets of the first tags of sections, each a region up to the next.
        plain: which regions, except the last, are certainly one game each.
        first, counts: index of the first tag, and number of tags, of each region.
        tags: all of them.
        alike: for each region, the index of one whose tags have the same names and line ends;
            only for plain ones.
    """

    starts: Ints
    plain: Bools
    first: Ints
    counts: Ints
    tags: Tags
    alike: Ints


def find_regions(block: bytes) -> Regions | None:
    """The regions of a block; None if there are fewer than two. Takes about 3 ms per MB."""
    data = b"".join((b"\n", block, bytes(_PAD)))
    codes = np.frombuffer(data, np.uint8)
    glance = _glance(codes, len(block) + 1)
    padded, codes = codes, codes[1:]
    found = _lines_of_tags(codes, glance, b"\r" in block)
    if found is None:
        return None
    tags, stray = found
    heads = np.empty(len(tags.start), np.bool_)
    heads[0] = True
    np.not_equal(tags.start[1:], tags.end[:-1] + 1, out=heads[1:])
    first = np.flatnonzero(heads)
    if len(first) < 2:
        return None
    count = np.diff(first, append=len(heads))
    starts = tags.start.take(first)
    last = first + count - 1
    view = _View(block, padded, codes, tags, starts)
    whole = tags.whole.all()
    sound = np.ones(len(first), np.bool_) if whole else np.logical_and.reduceat(tags.whole, first)
    named = _named(codes, starts, tags.name.take(first))
    plain = (sound & (count <= MOST_TAGS))[:-1] & (tags.whole.take(first) & named)[1:]
    _judge(view, plain, tags.end.take(last) + 1, stray)
    alike = _alike(data, tags, first, count, plain)
    return Regions(starts, plain, first, count, tags, alike)


class _Glance(NamedTuple):
    """The offsets of line ends and quotes, and which of the two each is (uint8).

    The first is a line end before the block, at -1; the last three are padding.
    """

    places: Ints
    kinds: npt.NDArray[np.uint8]


def _glance(codes: npt.NDArray[np.uint8], length: int) -> _Glance:
    """Find line ends and quotes in one pass."""
    body = codes[:length]
    wanted = body == 10
    wanted |= body == 0x22
    found = np.flatnonzero(wanted)
    kinds = np.zeros(len(found) + 3, np.uint8)
    codes.take(found, out=kinds[:-3])
    places = np.zeros(len(kinds), np.int64)
    np.subtract(found, 1, out=places[:-3])
    return _Glance(places, kinds)


def _all(codes: npt.NDArray[np.uint8], char: int) -> Ints:
    """The offsets of an infrequent character; `codes` begin at -1, aligned to a machine word."""
    same = codes[: len(codes) // 8 * 8] == char
    words = np.flatnonzero(same.view(np.uint64) != 0)
    found = np.flatnonzero(same.reshape(-1, 8).take(words, 0))
    places: Ints = words.take(found >> 3)
    places <<= 3
    places += found & 7
    places -= 1
    return places


def _lines_of_tags(
    codes: npt.NDArray[np.uint8], glance: _Glance, returns: bool
) -> tuple[Tags, Ints] | None:
    """The tags, and the quotes outside of whole tags; None without tags."""
    places, kinds = glance
    ends = np.flatnonzero(kinds == 10)
    after = codes.take(places.take(ends[:-1]) + 1)
    lines = np.flatnonzero(after == 0x5B)
    begins = ends.take(lines)
    start = places.take(begins) + 1
    named = _TAG_NEXT.take(codes.take(start + 1))
    if not named.all():
        lines, begins, start = lines[named], begins[named], start[named]
    if not len(start):
        return None
    lines += 1
    next_end = ends.take(lines)
    end = places.take(next_end)
    crlf = codes.take(end - 1) == 13 if returns else np.zeros(len(end), np.bool_)
    opening, closing = places.take(begins + 1), places.take(begins + 2)
    name = opening - start
    name -= 2
    whole = next_end == begins + 3
    whole &= closing + 2 + crlf == end if returns else closing + 2 == end
    whole &= codes.take(closing + 1) == 0x5D
    whole &= codes.take(opening - 1) == 0x20
    whole &= (name - 1).view(np.uint64) < LONGEST_NAME
    tags = Tags(start, end, whole, crlf, name, closing - opening - 1)
    strays = kinds == 0x22
    if np.count_nonzero(strays) == 2 * len(start) and whole.all():
        return tags, places[:0]
    inside = begins.compress(whole)
    strays[inside + 1] = strays[inside + 2] = False
    return tags, places[strays]


def _named(codes: npt.NDArray[np.uint8], starts: Ints, lengths: Ints) -> Bools:
    """Whether each of some tags has a name directly after its bracket."""
    good = np.ones(len(starts), np.bool_)
    longest = min(LONGEST_NAME, int(lengths.max(initial=0)))
    for place in range(longest):
        good &= (place >= lengths) | _NAME_CHAR[codes[starts + 1 + place]]
    return good & ~_SIGN[codes[starts + 1]]


class _View(NamedTuple):
    block: bytes
    padded: npt.NDArray[np.uint8]  # from -1 on
    codes: npt.NDArray[np.uint8]
    tags: Tags
    starts: Ints

    def region(self, places: Ints) -> Ints:
        """The region of each offset, -1 before the first."""
        return np.searchsorted(self.starts, places, "right") - 1

    def in_tags(self, places: Ints) -> Bools:
        """Whether each offset is in a line that begins with a tag."""
        tags = np.searchsorted(self.tags.start, places, "right") - 1
        inside: Bools = (tags >= 0) & (places < self.tags.end.take(tags))
        return inside

    def all(self, char: bytes) -> Ints:
        """The offsets of a character."""
        if char not in self.block:
            return np.zeros(0, np.int64)
        return _all(self.padded, char[0])


def _judge(view: _View, plain: Bools, bodies: Ints, stray: Ints) -> None:
    """Clear `plain` for regions that aren't."""
    braces = np.sort(np.concatenate((view.all(b"{"), view.all(b"}"))))
    if len(braces):
        braces = braces[~view.in_tags(braces)]  # a tag that isn't whole makes its region not sound
        _drop(plain, view, _unpaired(view, braces))
    for char in (b";", b"%"):
        places = view.all(char)
        if len(places):
            _drop(plain, view, _outside(view, braces, places[~view.in_tags(places)]))
    _drop(plain, view, _outside(view, braces, stray))
    # Looking for one byte is much faster than for three.
    mark = view.block.find(BOM) if BOM[:1] in view.block else -1
    while mark >= 0:
        _drop(plain, view, np.array([mark]))
        mark = view.block.find(BOM, mark + 3)
    results, ends = _results(view)
    results, ends = (places[~view.in_tags(results)] for places in (results, ends))
    outside = _is_outside(view, braces, results)
    results, ends = results[outside], ends[outside]
    amid = results[~_ends_region(view, ends)]
    if len(amid):
        _drop(plain, view, amid[~_begins_end(view, plain, amid)])
    # Movetext has to be there: a word at once, or behind comments a result.
    for _ in range(4):
        bodies = bodies + ((view.codes[bodies] <= 0x20) & (bodies < len(view.block)))
    moves = _FIRST[view.codes[bodies]]
    known = view.region(results)
    commented = view.codes[bodies] == 0x7B
    moves[known[known >= 0]] |= commented[known[known >= 0]]
    plain &= moves[:-1]


def _drop(plain: Bools, view: _View, places: Ints) -> None:
    if len(places):
        regions = view.region(places)
        plain[regions[(regions >= 0) & (regions < len(plain))]] = False


def _unpaired(view: _View, braces: Ints) -> Ints:
    """The braces that don't alternately open and close in their region."""
    regions = view.region(braces)
    firsts = np.searchsorted(braces, view.starts)
    turn = np.arange(len(braces)) - firsts[np.maximum(regions, 0)]
    opens = view.codes[braces] == 0x7B
    wrong = opens != (turn % 2 == 0)
    wrong |= opens & np.append(regions[1:] != regions[:-1], True)
    return braces[np.flatnonzero(wrong)]


def _is_outside(view: _View, braces: Ints, places: Ints) -> Bools:
    """Whether each offset is outside comments (in regions with alternating braces)."""
    if not len(braces):
        return np.ones(len(places), np.bool_)
    firsts = np.searchsorted(braces, view.starts)[np.maximum(view.region(places), 0)]
    inside: Bools = (np.searchsorted(braces, places) - firsts) % 2 == 1
    return ~inside


def _outside(view: _View, braces: Ints, places: Ints) -> Ints:
    return places[_is_outside(view, braces, places)] if len(places) else places


def _results(view: _View) -> tuple[Ints, Ints]:
    """The offsets where results may begin, and their ends."""
    dashes = view.all(b"-")
    if len(dashes) and dashes[0] == 0:
        dashes = dashes[1:]
    before, after = view.codes[dashes - 1], view.codes[dashes + 1]
    won = (before ^ after == 1) & (before | after == 0x31)
    drawn = (before == 0x32) & (after == 0x31)
    stars = view.all(b"*")
    places = np.concatenate((dashes[won] - 1, np.maximum(dashes[drawn] - 3, 0), stars))
    ends = np.concatenate((dashes[won] + 2, dashes[drawn] + 4, stars + 1))
    return places, ends


def _ends_region(view: _View, ends: Ints) -> Bools:
    """Whether only a little white space follows in the region."""
    regions = view.region(ends - 1)
    stops = np.append(view.starts, len(view.block))[np.clip(regions + 1, 0, len(view.starts))]
    blank = stops - ends <= _GAP
    longest = int((stops - ends).max(where=blank, initial=0))
    for step in range(longest):
        places = ends + step
        inside = places < stops
        blank &= ~inside | (view.codes[np.minimum(places, len(view.codes) - 1)] <= 0x20)
    return blank


def _begins_end(view: _View, plain: Bools, results: Ints) -> Bools:
    """Whether only other results, comments and white space follow each result in its region.

    Some programs write the result again in a line of its own, or a comment about the source after it.
    """
    good = np.zeros(len(results), np.bool_)
    regions = view.region(results)
    known: dict[int, bool] = {}
    order = np.argsort(results)
    for at, region in zip(order.tolist(), regions[order].tolist(), strict=True):
        if 0 <= region < len(plain) and plain[region]:
            if region not in known:  # the first result of a region decides
                stop = int(view.starts[region + 1])
                known[region] = _END.fullmatch(view.block, int(results[at]), stop) is not None
            good[at] = known[region]
    return good


def _alike(data: bytes, tags: Tags, first: Ints, count: Ints, plain: Bools) -> Ints:
    """For each plain region, the first one with the same names; arbitrary for others.

    Regions are distinguished by a hash, and those with equal hashes are compared word by word: if
    they differ, the second is not plain.
    """
    words: Words = np.frombuffer(data, "<u8", len(data) // 8)
    length = np.clip(tags.name, 0, LONGEST_NAME)
    parts = [(length * 2 + tags.crlf).astype(np.uint64)]
    for ahead in range(0, int(length.max()), 8):
        mask = _MASKS.take(length - ahead, mode="clip")
        parts.append(_eight(words, tags.start + 2 + ahead) & mask)
    if (count == count[0]).all():
        rows = [part.reshape(-1, count[0]) for part in parts]
        if all((row == row[0]).all() for row in rows):
            return np.zeros(len(first), np.int64)
    turn = np.arange(len(length)) - np.repeat(first, count)
    mixed = parts[0] * _FACTORS[0]
    for part, factor in zip(parts[1:], _FACTORS[1:], strict=False):
        mixed ^= part * factor
    mixed ^= mixed >> np.uint64(32)
    hashes = np.add.reduceat(mixed * (2 * turn + 1).astype(np.uint64), first)
    _, places, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    alike = places[inverse]
    same = count == count[alike]
    owner = np.repeat(np.arange(len(first)), count)
    twin = np.minimum(first[alike][owner] + turn, len(length) - 1)
    equal = np.ones(len(length), np.bool_)
    for part in parts:
        equal &= part == part[twin]
    same &= np.logical_and.reduceat(equal, first)
    plain &= same[:-1]
    return alike


def _eight(words: Words, places: Ints) -> Words:
    """The eight bytes at each offset, from aligned words (unaligned reads are slow)."""
    at, shift = places >> 3, (places & 7).view(np.uint64) << np.uint64(3)
    lower: Words = words.take(at) >> shift
    at += 1
    upper: Words = words.take(at)
    upper <<= np.uint64(63) - shift
    upper <<= np.uint64(1)
    lower |= upper
    return lower
