"""Which codec the text of a file is in, and how sure that is.

What proves a codec is asked first: a byte order mark, switches to double bytes, zero bytes, UTF-8, the codec
that the file names, the words of a game. Then its characters are looked at: common ones of Chinese, Japanese
and Korean, and Cyrillic words. Where these leave it open, chardet is asked, trained on many languages (see
https://chardet.readthedocs.io), and where it can't tell either, text is in the codec that is usual
in files of its kind. Codecs that weren't proved have another in `Judgement.other`, to be told to the user.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Sequence
from functools import lru_cache

from viewer.base.catalogs import active
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import BIG5, CP1252, GB18030, UTF8
from viewer.formats.kit.charsets import (
    ANY,
    CP932,
    CP949,
    CP1250,
    CP1251,
    CP1258,
    EUC_JP,
    Expected,
    canonical,
    is_utf8,
    wide_codec,
)

ASKED = 1 << 16
"""Bytes of a text that chardet is asked about, by default."""

_SEEN = 1 << 20  # bytes of which lines are taken
_PAIRED = (GB18030, CP932, BIG5, CP949, EUC_JP)
_CANDIDATES = (*_PAIRED, CP1250, CP1251, CP1252, CP1258)
_NAMES = {"euc_jis_2004": EUC_JP}  # chardet knows a wider codec
_ASKED = [name for name in (*_CANDIDATES, *_NAMES) if name not in _NAMES.values()]


class Judgement(NamedTuple):
    """The codec of a text.

    Attributes:
        codec: the likeliest.
        other: another that is nearly as likely; "" where the codec is sure, None where chardet might know
            one, but wasn't asked.
    """

    codec: str
    other: str | None = ""


def guess(data: bytes, name: str = "", expected: Expected = ANY) -> str:
    """The codec of a text, without asking chardet; see `judge`."""
    return judge(data, name, expected, 0).codec


def codec_of(data: bytes) -> str:
    """The codec of a text in any language, as chardet has it where it isn't plain."""
    return judge(data).codec


def judge(data: bytes, name: str = "", expected: Expected = ANY, asked: int = ASKED) -> Judgement:
    """Judge a file's bytes; `name` is the codec that the file declares, if any.

    Chardet is asked about at most `asked` bytes, which takes 0.1 s the first time; if 0, it isn't loaded.
    """
    wide = wide_codec(data)
    if wide:
        return Judgement(wide)
    if data.startswith(codecs.BOM_UTF8) or is_utf8(data):
        return Judgement(UTF8)
    said = _said(data, name)
    if said and said != UTF8:
        return Judgement(said)
    if _nearly_utf8(data, bool(said) or canonical(name) == UTF8):
        return Judgement(UTF8)
    return judge_legacy(data, expected, asked)


_OF_NAMES = {"ja": CP932, "ko": CP949}
"""The codec of names of files that aren't in UTF-8, by the reader's language; else it is that of Chinese."""


def readable_path(path: str) -> str:
    """A path with bytes that aren't UTF-8 (lone surrogates), each part in the likeliest codec."""
    return os.sep.join(_name_in(part, active()) for part in path.split(os.sep))


@lru_cache(maxsize=10_000)
def _name_in(name: str, language: str) -> str:
    """A name for somebody who reads a language. Loads no chardet."""
    try:
        said = os.fsencode(name)
    except UnicodeEncodeError:
        return name  # half of a character, which no disk has
    expected = Expected((_OF_NAMES.get(language, GB18030),))
    return said.decode(judge(said, expected=expected, asked=0).codec, "replace")


def judge_legacy(data: bytes, expected: Expected = ANY, asked: int = ASKED) -> Judgement:
    """Judge text that is in none of the codecs of Unicode, and in no other that it names."""
    sample = legacy_lines(data)
    if not sample:
        return Judgement(UTF8)
    if expected.words:
        proved = _by_words(sample, expected.words)
        if proved:
            return Judgement(proved)
    found = by_characters(sample, expected.usual)
    if found.sure:
        return Judgement(found.codec)
    if asked:
        return _by_chardet(sample[:asked], found, expected.usual)
    # What is no text in the usual codec of two bytes has letters with accents.
    western = CP1252 if expected.usual[0] in _PAIRED else expected.usual[0]
    return Judgement(found.codec or western, None)


def _said(data: bytes, name: str) -> str:
    """The codec that a file declares, if the bytes are text in it."""
    codec = canonical(name)
    if not codec:
        return ""
    if codec != CP1252:
        try:
            data.decode(codec)
        except (UnicodeError, LookupError):
            return ""
    return codec


def _nearly_utf8(data: bytes, said: bool) -> bool:
    """Whether the bytes are slightly damaged UTF-8: names truncated within a character."""
    text = data.decode(UTF8, "replace")
    bad = text.count("\ufffd")
    good = sum(map(len, re.findall("[^\x00-\x7f\ufffd]+", text[: 1 << 22])))
    return good >= bad if said else good > 4 * bad


def legacy_lines(data: bytes) -> bytes:
    """The lines that aren't UTF-8, of at most ASKED bytes.

    They are whole, since a codec's second bytes may be any sign, but no line break; of long ones there are
    the parts around such bytes.
    """
    lines, size = [], 0
    for line in data[_first(data) :][:_SEEN].splitlines():
        if not line.isascii() and not is_utf8(line):
            if len(line) > _LONG:
                line = b"\n".join(_AROUND.findall(line))
            lines.append(line)
            size += len(line) + 1
            if size > ASKED:
                break
    return b"\n".join(lines)[:ASKED]


_LONG = 4096
_AROUND = late(rb"[\x80-\xff](?:[\x00-\x7f]{0,24}[\x80-\xff])*[\x00-\x7f]{0,24}")


def _first(data: bytes) -> int:
    """Where the line begins that is the first not to be UTF-8, if that is far from the beginning."""
    if len(data) <= _SEEN:
        return 0
    try:
        data.decode(UTF8)
    except UnicodeDecodeError as error:
        return data.rfind(b"\n", max(0, error.start - _LONG), error.start) + 1 or error.start
    return 0


def _decoded(sample: bytes, codec: str, sound: int = 25) -> str | None:
    """The text of a sample, if there are so many sound characters for one that is none in the codec."""
    try:
        return sample.decode(codec)
    except UnicodeDecodeError:
        text = _CUT.sub("", sample.decode(codec, "replace"))
    wide = sum(1 for char in text if char > "\x7f")
    return text if text.count("\ufffd") * (sound + 1) <= wide else None


_CUT = late("\ufffd(?=\n|\\Z)")  # lines may end within a character


def _by_words(sample: bytes, words: str) -> str:
    """The codec in which a sample has words of the game, more than in any other; "" if there is none."""
    counts = {}
    for codec in _PAIRED:
        text = _decoded(sample, codec)
        counts[codec] = len(re.findall(words, text)) if text is not None else 0
    best = max(counts, key=counts.__getitem__, default="")
    rest = sorted(counts.values())[:-1]
    return best if best and counts[best] > 2 * max(rest, default=0) else ""


# ----------------------------------------------------------------------------- by characters

_TOGETHER = late("[^\x00-\x7f]{2,}")
_GLUED = late("[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]|[\uff61-\uff9f]")
_ALONE = late("(?<![A-Za-z])[^\x00-\x7f]+(?![A-Za-z])|[^\x00-\x7f]{2,}")
_RUSSIAN = late("[\u0400-\u045f\u0490\u0491]+")
_WORD = late("[\u0410-\u042f\u0401\u0404\u0406\u0407]?[\u0430-\u044f\u0451\u0454\u0456\u0457\u0491]+|"
                   "[\u0410-\u042f]{1,3}")  # fmt: skip
_SOME = 0.3  # likeness that makes the usual codec likely
_LEAST = 0.6  # likeness that makes a codec likely
_MANY = 12  # characters that outweigh what is usual
_ENOUGH, _CLEAR = 4, 0.9  # characters of two bytes, and likeness, that make it sure


class Found(NamedTuple):
    """What the characters of a text suggest.

    Attributes:
        codec: of Chinese, Japanese, Korean or Cyrillic text; "" for none.
        pairs: the number of its characters of two bytes.
        sure: whether nothing else is as likely.
    """

    codec: str = ""
    pairs: int = 0
    sure: bool = False


def by_characters(sample: bytes, usual: Sequence[str]) -> Found:
    """The codec that the characters of a text suggest, if it is usually in some codecs."""
    if is_cyrillic(sample, GB18030):
        return Found(GB18030, _ENOUGH, True)  # in Big5 all would have one first byte
    best, next_best, found = _LEAST, 0.0, Found()
    for codec in _PAIRED:
        text = _decoded(sample, codec, 5 if codec in usual else 25)
        if text is None:
            continue
        score, wide = _likeness(text, codec, _ALONE if codec in usual else _TOGETHER)
        few = 0 < wide <= _ENOUGH and not _GLUED.search(text)
        kana = _KANA.search(text)
        if codec in usual and (codec in _WITH_KANA or not kana) and (few or score > _SOME):
            telling = wide < _MANY or (kana and codec == GB18030)
            score = max(score + (0.15 if telling else 0), _LEAST + 0.03)
        if score > best + 0.02:
            best, next_best, found = score, best, Found(codec, wide)
        else:
            next_best = max(next_best, score)
    if best < _CLEAR and is_cyrillic(sample):
        return Found(CP1251, 0, True)
    if found.codec:
        sure = found.pairs >= _ENOUGH and best > _CLEAR and best > next_best + 0.15
        return found._replace(sure=sure)
    return found


def is_cyrillic(sample: bytes, codec: str = CP1251) -> bool:
    """Whether text in a codec is Cyrillic words: letters together, capitals only ahead of small ones."""
    text = sample.decode(codec, "replace")
    runs = _RUSSIAN.findall(text)
    letters = sum(map(len, runs))
    beyond = sum(1 for char in text if ord(char) > 0x7F)
    together = sum(len(run) for run in runs if len(run) > 2 and _WORD.fullmatch(run))
    return (
        letters >= (_ENOUGH if codec == GB18030 else 8)
        and len(set("".join(runs))) > _ENOUGH
        and together > 0.8 * letters > 0.7 * beyond
    )


def _likeness(text: str, codec: str, words: re.Pattern[str]) -> tuple[float, int]:
    """How likely a text is in a codec, by how common its characters are: 0 to about 1.2; and how many."""
    wide = [char for char in text if ord(char) > 0x7F]
    if not wide:
        return 0.0, 0
    together = sum(map(len, words.findall(text))) / len(wide)
    if together < 0.5:  # accented letters stand alone among others
        return 0.0, 0
    score = sum(map(_USUAL[codec].__getitem__, wide)) / len(wide)
    if codec in (CP932, EUC_JP):
        kana = len(_KANA.findall(text))
        return score + 0.15 if kana * 5 > len(wide) else score - 0.1, len(wide)
    if codec == CP949:
        # Hangul overlap with the common characters of GB 2312.
        return score + 0.1 if score > 0.97 else score - 0.2, len(wide)
    return score, len(wide)


def is_plainly(raw: bytes, codec: str) -> bool:
    """Whether bytes are text in a codec of Chinese, Japanese or Korean, all of it in usual characters.

    In GB18030, names of several characters may have rarer ones of GB 2312 too: in other codecs those bytes
    are two accented letters.
    """
    if codec == GB18030 and _NAME.fullmatch(raw) is not None:
        return True
    usual = _USUAL.get(codec)
    if usual is None:
        return False
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return False
    return all(usual[char] for char in text if ord(char) > 0x7F)


class _UsualCharacters(dict[str, bool]):
    """Whether characters are usual in text that is in a codec; found once for each."""

    def __init__(self, codec: str) -> None:
        self._codec = codec

    def __missing__(self, char: str) -> bool:
        if _KANA.match(char):
            usual = self._codec in _WITH_KANA
        else:
            code = char.encode(self._codec, "replace")
            usual = len(code) == 2 and _is_usual(code[0], code[1], self._codec)
        self[char] = usual
        return usual


_RARER = rb"[\xa1-\xa9\xb0-\xf7][\xa1-\xfe]"
_NAME = late(rb"[\xb0-\xd7][\xa1-\xfe](?:" + _RARER + rb"){1,7}+")
_KANA = late("[\u3041-\u30fe]")
_WITH_KANA = (CP932, EUC_JP, GB18030)
_USUAL = {codec: _UsualCharacters(codec) for codec in _PAIRED}


def _is_usual(lead: int, trail: int, codec: str) -> bool:
    if codec == CP932:
        return 0x81 <= lead <= 0x84 or 0x88 <= lead <= 0x97
    if codec == BIG5:
        return 0xA1 <= lead <= 0xC6 and (0x40 <= trail <= 0x7E or trail >= 0xA1)
    if trail < 0xA1:
        return False
    top = {GB18030: 0xD7, CP949: 0xC8, EUC_JP: 0xCF}[codec]
    return 0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= top


# ------------------------------------------------------------------------------- by chardet

_CLEARLY = 1.35
"""How many times as likely as the next codec one is that is taken as sure."""
_PREFERRED = 1.1
"""How many times as likely Western text is taken to be in its usual codec."""


def _by_chardet(sample: bytes, found: Found, usual: Sequence[str]) -> Judgement:
    """Judge a sample in which characters suggest a codec, if they do."""
    from chardet import detect_all  # deferred: 0.1 s

    rated: dict[str, float] = {found.codec or usual[0]: 0.0}
    for one in detect_all(
        sample,
        include_encodings=_ASKED,
        compat_names=False,
        prefer_superset=True,
        ignore_threshold=True,
    ):
        name = one["encoding"]
        if name is not None:
            rated[_NAMES.get(name, name)] = one["confidence"]
    if not _has_words(sample, CP1251, _RUSSIAN):
        rated.pop(CP1251, None)
    if CP1252 in rated:
        rated[CP1252] *= _PREFERRED
    likeliest = max(rated, key=rated.__getitem__)
    few = found.codec in usual and found.pairs < _ENOUGH
    if found.codec and (few or likeliest == found.codec or likeliest not in _PAIRED):
        # Characters tell more of few pairs than chardet does.
        rated[found.codec] += rated[likeliest]
    first, *others = sorted(rated, key=rated.__getitem__, reverse=True)
    most = rated[first]
    if first == found.codec and first in usual:  # then text in Western letters isn't as likely
        others = [other for other in others if other in _PAIRED]
    if first not in _PAIRED and not _differs(sample, first, CP1252):
        first = CP1252
    near = (
        other
        for other in others
        if rated[other] * _CLEARLY > most and _differs(sample, first, other)
    )
    return Judgement(first, next(near, ""))


def _differs(sample: bytes, one: str, other: str) -> bool:
    """Whether a text isn't the same in two codecs."""
    return sample.decode(one, "replace") != sample.decode(other, "replace")


def _has_words(sample: bytes, codec: str, letters: re.Pattern[str]) -> bool:
    """Whether letters of another script than the Latin one stand together, as words."""
    runs = letters.findall(sample.decode(codec, "replace"))
    return sum(len(run) for run in runs if len(run) > 1) * 2 > sum(map(len, runs))


# ------------------------------------------------------------------------------- of parts


class PartCodecs(NamedTuple):
    """The codecs of the parts of a file that aren't UTF-8, where it may join text from several sources.

    Attributes:
        paired: of parts in Chinese, Japanese or Korean characters; "" if there are none.
        single: of all others.
    """

    paired: str
    single: str

    def of(self, part: bytes) -> str:
        """The codec of a part."""
        usual = (self.paired,) if self.paired else (self.single,)
        found = by_characters(legacy_lines(part), usual)
        sure = found.codec in _PAIRED and (found.sure or found.codec == self.paired)
        return found.codec if sure else self.single


def judge_parts(
    data: bytes, expected: Expected = ANY, asked: int = ASKED
) -> tuple[PartCodecs, Sequence[tuple[Judgement, bytes]]]:
    """The codecs of a file's parts, and the judgements that they come from, each of some lines."""
    paired: list[bytes] = []
    rest: list[bytes] = []
    for line in legacy_lines(data).split(b"\n"):
        wide = by_characters(line, expected.usual).codec in _PAIRED
        (paired if wide else rest).append(line)
    made: list[tuple[Judgement, bytes]] = []
    codec, single = "", CP1252
    if paired:
        sample = b"\n".join(paired)
        made.append((judge_legacy(sample, expected, asked), sample))
        found = made[0][0].codec
        if found in _PAIRED:
            codec = found
            rest = [line for line in rest if by_characters(line, (codec,)).codec != codec]
    sample = b"\n".join(rest)
    if sample:
        made.append((judge_legacy(sample, ANY, asked), sample))
        found = made[-1][0].codec
        if found in _PAIRED:
            codec = codec or found
        else:
            single = found
    return PartCodecs(codec, single), made
