"""Games of Hex and Twixt as one line of moves in text: links, plain lists, Six's records.

HexWorld and trmph put a game into a link; plain lists are used in forums; Six is a program that plays Hex.
HexWorld links and plain lists are also written. Each has its own `Notation`; the rest is shared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.source import Source
from viewer.base.text import UTF8
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output
from viewer.formats.headers import HeaderField
from viewer.games.stones.coordinates import column_row
from viewer.tree.annotation import MOVE_GLYPHS

if TYPE_CHECKING:
    from viewer.formats.lines.notation import Notation
    from viewer.tree.record import Record


class LineFormat(Format):
    """A format with one line of moves per record."""

    glyphs = NO_GLYPHS

    def __init__(
        self,
        id: str,
        notation: str,
        name: Message,
        fields: tuple[HeaderField, ...] = (),
        *,
        writable: bool = False,
        single: bool = False,
        sized: bool = True,
    ) -> None:
        self.id = id
        self._notation = notation
        self.name = name
        self.fields = fields
        self.writable = writable
        self.single = single
        self.sized = sized

    @property
    def notation(self) -> Notation:
        """The notation of the format, whose module is imported on access."""
        found: Notation = load_named(f"viewer.formats.lines.{self._notation}")
        return found

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the games of a source. Raises Unreadable if there are none, OSError."""
        from viewer.formats.lines.notation import LineCollection  # deferred

        return LineCollection(source, limits, self.notation)

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """Write the games as text."""
        if not self.writable:
            return super().output_of(collection, chosen)
        from viewer.formats.lines.writer import write  # deferred

        return write(collection, self.notation, 1 if self.single else len(collection))

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The notation's only variant."""
        return self.notation.variant


class HexWorldFormat(LineFormat):
    """Links to HexWorld, which say how the board is turned."""

    oriented = True

    def layout_of(self, record: Record) -> str:
        """The hour at which a1 lies, as in the link."""
        from viewer.formats.lines.notation import text_of  # deferred

        hour: str = load_named("viewer.formats.lines.links:hour_in")(text_of(record))
        return hour


HEXWORLD = HexWorldFormat(
    "hexworld", "links:HEXWORLD", message("A link to HexWorld"), writable=True
)
TRMPH = LineFormat(
    "trmph",
    "links:TRMPH",
    message("Links to trmph"),
    (HeaderField("winner", message("Result"), "result"),),
)
MOVES = LineFormat(
    "moves", "moves:MOVES", message("A list of moves"), writable=True, single=True, sized=False
)
SIX = LineFormat(
    "six",
    "links:SIX",
    message("Records of Six"),
    (
        HeaderField("First", message("Who plays first")),
        HeaderField("Swap", message("May the first stone be taken over?")),
    ),
    single=True,
)


_HEXWORLD = late(rb"\s*+\S{0,80}hexworld\.org/board/?(?:#|%23)\d")
_HEXWORLD_BARE = late(rb"\s*+#\d{1,3}(?:x\d{1,3}(?=[a-z,])|[rnc]\d{0,2}[a-z0-9]*,|,[a-z0-9]*+:)")
_TRMPH = late(rb"\s*+\S{0,80}trmph\.com/hex/board#\d")
_TRMPH_BARE = late(
    rb"\s*+#?\d{1,3},(?:[a-z]{1,2}[1-9]\d{0,2}+){2,}+(?:[ \t]+[brw12])?[ \t]*+(?:[\r\n]|\Z)"
)
_SIX = late(rb"\s*+BoardSize[ \t]*:[ \t]*\d")
_HEADING = re.compile(
    r"\s*+(?P<game>hex|twixt)(?:[ \t:]+(?P<size>(?P<width>\d{1,4})(?:x(?P<height>\d{1,4}))?))?"
    r"[ \t:]*(?:[\r\n]+|\Z)",
    re.IGNORECASE,
)
TOKEN = re.compile(
    r"(?P<number>\d{1,6})[ \t]?[.)．）、][ \t]*(?=\S|\Z)"
    r"|\((?P<plain>[^()]*+)\)|（(?P<wide>[^（）]*+)）|\{(?P<braced>[^{}]*+)\}"
    r"|(?P<said>[^\s,;，、；。（{]++)|[\s,;，、；。]++|[（{]",
)
_GLYPH = re.compile(r"(?<=[^!?])[!?]{1,2}\Z")
GLYPHS_BY_SIGN = {sign: number for number, sign, _ in MOVE_GLYPHS}
_NARROW = {0xFF01 + code: 0x21 + code for code in range(94)}  # ａ５ is a5
PLACE = re.compile(r"[a-z]{1,2}[1-9]\d{0,2}\Z", re.ASCII)
LONG = re.compile(
    r"(?:[a-z]{1,2}[1-9]\d{0,2}[-+][a-z0-9/+-]*|[-/\\][a-z0-9'/\\-]{2,200})\Z", re.ASCII
)
MARK = "\ufeff"
HEX_ONLY = frozenset({"swap-pieces", "swap-sides"})
TWIXT_ONLY = frozenset({"draw", "draw?", "propose-draw", "accept-draw"})
_OURS = HEX_ONLY | TWIXT_ONLY | {"swap"}
WORDS = {
    **{word: word for word in ("swap-pieces", "swap-sides", "pass", "resign", "forfeit")},
    **{word: word for word in ("propose-draw", "accept-draw", "draw")},
    **{"swap": "swap-pieces", "draw?": "propose-draw"},
}


class Word(NamedTuple):
    """A word of the text that isn't a move number, in lower case, with its offsets; a glyph stands apart."""

    text: str
    start: int
    end: int
    glyph: str = ""


class Text(NamedTuple):
    """A text split into words, up to a limit.

    `numbers` has each move number with the count of words before it; `cut` is the offset of the first
    word beyond the limit, -1 if there is none; `comments` are what stands in brackets.
    """

    heading: re.Match[str] | None
    words: list[Word]
    numbers: list[tuple[int, int]]
    cut: int
    comments: list[Word]


def words_of(text: str, most: int) -> Text:
    """The words of a text, at most so many."""
    at = len(MARK) if text.startswith(MARK) else 0
    heading = _HEADING.match(text, at)
    words: list[Word] = []
    numbers: list[tuple[int, int]] = []  # each with how many words are ahead of it
    comments: list[Word] = []
    for one in TOKEN.finditer(text, at if heading is None else heading.end()):
        if one["number"]:
            numbers.append((int(one["number"]), len(words)))
        elif one["said"]:
            if len(words) >= most:
                return Text(heading, words, numbers, one.start(), comments)
            said = one["said"].lower().translate(_NARROW)
            glyph = None if said in WORDS else _GLYPH.search(said)
            if glyph is None:
                words.append(Word(said, *one.span()))
            else:
                words.append(Word(said[: glyph.start()], *one.span(), glyph.group()))
        elif one.lastgroup is not None:
            comments.append(Word(one[one.lastgroup].strip(), *one.span()))
    return Text(heading, words, numbers, -1, comments)


def is_move(word: str) -> bool:
    """Whether a word is a place, one with links, or a move that has a word."""
    return PLACE.match(word) is not None or word in WORDS or LONG.match(word) is not None


def probe_hexworld(head: bytes) -> Likeness:
    """YES for a link to HexWorld, or the part after its address if that can't belong to another site.

    IF_NAMED for a link with other text before it.
    """
    if _HEXWORLD.match(head) or _HEXWORLD_BARE.match(head):
        return Likeness.YES
    return Likeness.IF_NAMED if b"hexworld.org/board" in head else Likeness.NO


def probe_trmph(head: bytes) -> Likeness:
    """YES for a link to trmph, or for the part after its address."""
    return Likeness.YES if _TRMPH.match(head) or _TRMPH_BARE.match(head) else Likeness.NO


def probe_six(head: bytes) -> Likeness:
    """YES if the first line gives the board's size."""
    return Likeness.YES if _SIX.match(head) else Likeness.NO


def probe_moves(head: bytes) -> Likeness:
    """The likeness of a text that has only moves.

    ONLY with a heading, a swap, or numbers and places that lists of other games don't have; bare
    places may also be those of chess or go, so the file's name must decide.
    """
    text = head.decode(UTF8, "replace")
    found = words_of(text, 2000)
    words = found.words if len(head) < 4000 else found.words[:-1]
    sized = found.heading is not None and found.heading["size"] is not None
    if not (words or sized):
        return Likeness.NO
    if not all(is_move(word.text) for word in words):
        return Likeness.IF_NAMED if sized or is_move(words[0].text) else Likeness.NO
    if found.heading is not None:
        return Likeness.ONLY
    if found.numbers and not _counts_plies(found):
        return Likeness.IF_NAMED
    numbered = len(words) > 1 and len(found.numbers) >= len(words) and not text.isupper()
    by_place = numbered and any(_is_beyond_chess(word.text) for word in words)
    if by_place or (len(words) > 1 and any(word.text in _OURS for word in words)):
        return Likeness.ONLY
    return Likeness.BY_NAME


def _counts_plies(said: Text) -> bool:
    """Whether the numbers are those of the plies, of which some may be left out (`4.n11 33.resign`)."""
    if all(number == ahead + 1 for number, ahead in said.numbers):
        return True
    each = [ahead for _, ahead in said.numbers][: len(said.words)] == list(range(len(said.words)))
    return each and all(a < b for (a, _), (b, _) in pairwise(said.numbers))


def left_out(said: Text) -> dict[int, tuple[int, int]]:
    """Where plies are left out: by the index of the word behind them, the numbers before and after."""
    if not _counts_plies(said):
        return {}
    return {
        ahead: (before, number)
        for (before, last), (number, ahead) in pairwise([(0, -1), *said.numbers])
        if number - before > ahead - last and ahead < len(said.words)
    }


def _is_beyond_chess(word: str) -> bool:
    at = column_row(word)
    return at is not None and max(at) > 7 and not word[1].isalpha()
