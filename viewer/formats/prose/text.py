"""A text of people as games: which game it is about, where each begins, what is said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from viewer.base.named import NamedTuple
from viewer.formats.prose.article import Article, Stretch, blank
from viewer.formats.prose.cut import Cut
from viewer.formats.prose.heads import Head, Position, begins_game, board, heads, positions
from viewer.formats.prose.reading import article, next_game
from viewer.formats.prose.words import DIAGRAM, SEPARATORS
from viewer.formats.prose.words import GAMES as GAME_NAMES
from viewer.games import GAMES, game_of
from viewer.games.game import Game, State
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT

MOST = 600_000
"""Characters of a text that are read."""
MOST_GAMES = 1_000
_MARKUP = 2  # characters of a web page for one of its text
_TRIED = 3  # games as which a text is read
_NEAR = 400  # characters from the beginning of a game in which its board may be named
_SAMPLE = 20_000  # characters in which moves of each game are counted
_TAGS = re.compile(
    r"<(?:br|p|div|td|tr|table|html|body|span|font|li|h[1-6]|b|i|a|img|figure|script|style|pre)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_SOME_TAGS = 2
_LINES = frozenset(
    ("br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "hr")
)
_PAGE = re.compile(r"\s*<|.{0,100000}?<(?:html|body)\b", re.IGNORECASE | re.DOTALL)
_UNSEEN = frozenset(("script", "style", "head", "title", "select", "noscript", "template"))
_TAG = r"\[(?:/?(?:b|i|u|s|url|quote|color|size|font|face|center|left|right|align)(?:=[^\]\n]{0,80})?)\]"
_IMAGE = (
    r"\[img[^\]\n]{0,80}\](?P<tagged>[^\[\n]{0,300})\[/img\]"
    r"|!\[(?P<marked>[^\]\n]{0,80})\]\([^)\n]{1,300}\)"
)
_TAGGED = re.compile(
    r"\[/(?:b|i|u|s|url|quote|color|size|font|face|center|align|img)\]", re.IGNORECASE
)
_RULE = (
    r"^\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?)?[ \t]*$\n?"  # below the head of a table
)
_MARKED = re.compile(
    rf"\*\*[^*\n]+\*\*|^#{{1,6}} \S|!\[[^\]\n]{{0,80}}\]\(|^> ?\S|{_RULE}", re.MULTILINE
)
_MARKS = re.compile(
    rf"{_IMAGE}|{_RULE}|(?i:{_TAG})|\*\*|^#{{1,6}} |^(?:> ?)+|\\(?P<sign>[\\`*_<>~|#\[\]{{}}])",
    re.MULTILINE,
)
_SIGNS = re.compile(r"[ \t\r\f\v\xa0]+")


class Told(NamedTuple):
    """A game that a text tells.

    Attributes:
        game: its id.
        setup: where it starts; None for the usual start.
        heads: what is said of it.
        article: its moves and words.
        goes_on: whether it goes on at the position that was given.
    """

    game: str
    setup: Setup | None
    heads: tuple[Head, ...]
    article: Article
    goes_on: bool = False

    def value(self, role: str) -> str:
        """What is said of a role, "" if nothing is."""
        return next((one.value for one in self.heads if one.role == role), "")


class Reading(NamedTuple):
    """A text, as it was read.

    Attributes:
        text: what was read: of a web page, what a reader sees.
        told: the games.
        cut: whether the text is longer than what was read.
    """

    text: str
    told: tuple[Told, ...]
    cut: bool = False


def read(
    text: str,
    ids: Sequence[str] = (),
    here: tuple[Game[State], State] | None = None,
    strict: bool = False,
) -> Reading:
    """What a text tells, as games of one kind.

    `ids` are the games that it may be about, by default all. `here` is a position at which it may go on: if
    its moves fit there no worse than at a start, it does. `strict` as in `article`.
    """
    cut = len(text) > MOST
    if _is_page(text):
        text = text_of_page(text[: _MARKUP * MOST])
    elif _TAGGED.search(text) or _MARKED.search(text):
        text = text_of_marks(text[: _MARKUP * MOST])
    text = text[:MOST]
    set_ups = [one for one in positions(text) if not ids or one.game in ids]
    if set_ups:
        ids = (set_ups[0].game,)
    if set_ups or (here is not None and here[0].id not in (ids or GAMES)):
        here = None
    if here is not None and len(text) > _SAMPLE:  # whole in one way only: that of its beginning
        if any(one.goes_on for one in read(text[:_SAMPLE], ids, here, strict).told):
            one = article(text, *here, continued=True, strict=strict)
            return Reading(text, (Told(here[0].id, None, (), one, goes_on=True),), cut)
        here = None
    best: Reading | None = None
    named = _named(text, ids or tuple(GAMES))
    for id in ids if set_ups else _likely(text, ids or tuple(GAMES), strict):
        found = _read_as(text, game_of(id), set_ups, cut, strict)
        if found.told and (best is None or _rank(found) > _rank(best)):
            best = found
            if named == {id} or len(text) > _SAMPLE:
                break
    if here is not None:
        one = article(text, *here, continued=True, strict=strict)
        if one.is_some and (best is None or _goes_on_better(one, here[0].id, best)):
            best = Reading(text, (Told(here[0].id, None, (), one, goes_on=True),), cut)
    return best or Reading(text, (), cut)


def _goes_on_better(one: Article, game: str, best: Reading) -> bool:
    """Whether a text that goes on at a position says more than the games that it tells by themselves.

    Where it says as much, it goes on there, unless it is several games or says who played.
    """
    first = best.told[0]
    if first.game != game:
        return True
    if len(best.told) > 1 or first.heads:
        return one.rank[0] > _rank(best)[0]
    return one.rank >= first.article.rank


def _rank(found: Reading) -> tuple[int, int]:
    rest = sum(one.article.unsure for one in found.told)
    return sum(one.article.rank[0] for one in found.told), -rest


def _likely(text: str, ids: Sequence[str], strict: bool) -> list[str]:
    """The games of whose moves a text has most, by characters, at most three, the likeliest first.

    Of a long text it is only one: the first that the beginning tells, else the likeliest.
    """
    sample = text[:_SAMPLE]
    counts = {
        id: sum(one.end() - one.start() for one in re.finditer(game_of(id).spoken, sample))
        for id in ids
    }
    named = _named(text, ids)
    most = max(counts.values(), default=0)
    kept = [id for id in ids if counts[id] and counts[id] * 3 >= most]
    # Players of Hex and Twixt write places in small letters, those of go in capitals.
    small = not any(one[0][0].isupper() for one in re.finditer(game_of("go").spoken, sample))
    kept.sort(key=lambda id: (id not in named, id == "go" and small, -counts[id]))
    kept = kept[:_TRIED]
    if len(kept) > 1 and _TRIED * len(text) > MOST:
        told = (id for id in kept if _read_as(sample, game_of(id), (), False, strict).told)
        return [next(told, kept[0])]
    return kept


def _named(text: str, ids: Sequence[str]) -> set[str]:
    """The games that a text names."""
    sample = text[:_SAMPLE]
    return {id for id in ids if re.search(GAME_NAMES.get(id, r"(?!)"), sample, re.IGNORECASE)}


def _read_as(
    text: str, game: Game[State], set_ups: Sequence[Position], cut: bool, strict: bool
) -> Reading:
    """The games of a text: those from its start, and from each position in it that moves follow.

    If it tells no moves, the positions.
    """
    of_game = [one for one in set_ups if one.game == game.id]
    ends = [*(one.start for one in of_game[1:]), len(text)]
    parts = [
        (one, article(text[:end], game, game.start(one.setup), one.end, True, strict))
        for one, end in zip(of_game, ends, strict=False)
    ]
    starts = [one for one, found in parts if found.is_some]
    ends = [*(one.start for one in starts), len(text)]
    told: list[Told] = []
    for set_up, end in zip((None, *starts), ends, strict=True):
        said = 0 if not told else told[-1].article.end
        begin, at = (0 if set_up is None else set_up.end), set_up
        part = Cut(text[:end], game, begin)
        while begin < end and len(told) < MOST_GAMES:
            setup = at.setup if at is not None else board(part.text, begin, begin + _NEAR, game)
            found = next_game(part, game.start(setup), begin, at is not None, strict)
            if not found.is_some:
                break
            moves = (one.start for one in found.stretches if one.kind in ("move", "illegal"))
            head = heads(text, said, next(moves, begin), game)
            left = _without(text, found, head, at, said)
            told.append(Told(game.id, setup, tuple(head), left))
            said = begin = found.end
            at = None
    if not told:
        begin = 0
        for one, found in parts:
            words = blank(text, found, one.end)
            told.append(Told(game.id, one.setup, (), _without(text, words, (), one, begin)))
            begin = found.end
    cut = cut or not all(one.article.whole for one in told) or len(told) == MOST_GAMES
    return Reading(text, tuple(told), cut)


def _without(
    text: str, found: Article, head: Sequence[Head], set_up: Position | None, begin: int
) -> Article:
    """A reading without the words that are headers, and with what is ahead of it as its comment.

    What is ahead of a position begins at an offset.
    """
    lines = sorted({(one.start, one.end) for one in head})
    if set_up is not None:
        lines.append((set_up.start, set_up.end))
    stretches = [Stretch("header", *line) for line in lines]
    said: list[str] = []
    last = -1  # the end of the last of them
    ahead: list[Stretch] = []
    behind: list[Stretch] = []
    for one in found.stretches:
        is_ahead = one.kind in ("words", "unsure", "comment") and one.row < 0
        (ahead if is_ahead else behind).append(one)
    if set_up is not None:
        ahead.insert(0, Stretch("words", begin, set_up.start))
    for one in ahead:
        for start, end in _outside(one.start, one.end, lines):
            words = text[start:end].strip()
            if words and not begins_game(words):
                between = text[last:start] if said else ""
                if said and not between.strip(SEPARATORS):
                    said[-1] += between + words
                else:
                    said.append(words)
                last = start + text[start:end].index(words) + len(words)
            if words:
                stretches.append(Stretch(one.kind, start, end))
    notes = {**found.notes}
    notes.pop(COMMENT, None)
    if said:
        notes[COMMENT] = "\n".join(said)
    stretches += behind
    stretches.sort(key=lambda one: one.start)
    return found._replace(notes=notes, stretches=tuple(stretches))


def _outside(start: int, end: int, lines: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a stretch that are in none of some others, which are in order."""
    parts: list[tuple[int, int]] = []
    for from_, to in lines:
        if to <= start or from_ >= end:
            continue
        if from_ > start:
            parts.append((start, from_))
        start = max(start, to)
    if start < end:
        parts.append((start, end))
    return parts


# ------------------------------------------------------------------------------- web pages


def _is_page(text: str) -> bool:
    """Whether a text has tags of HTML."""
    return (
        text.count("<", 0, 100_000) >= _SOME_TAGS
        and len(_TAGS.findall(text[:100_000])) >= _SOME_TAGS
    )


def text_of_page(text: str) -> str:
    """What a reader of a page sees, cells parted by blanks, rows and paragraphs by line ends.

    Of a text with some tags in it (Markdown), its own line ends are kept.
    """
    reader = _Reader(kept=_PAGE.match(text) is None)
    reader.feed(text)
    reader.close()
    lines = (line.strip() for line in "".join(reader.parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def text_of_marks(text: str) -> str:
    """What a reader sees of a text with tags of forums or marks of Markdown; pictures are diagrams."""
    return _MARKS.sub(_seen, text)


def _seen(mark: re.Match[str]) -> str:
    picture = mark["tagged"] if mark["tagged"] is not None else mark["marked"]
    if picture is None:
        return mark["sign"] or ""
    return f"({picture})" if re.fullmatch(DIAGRAM, picture) else "(Diagram)"


class _Reader(HTMLParser):
    def __init__(self, kept: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._kept = kept
        self.parts: list[str] = []
        self._unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag in _LINES:
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen and tag == self._unseen[-1]:
            self._unseen.pop()
        elif tag in ("p", "div", "tr", "li", "table"):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(_SIGNS.sub(" ", data if self._kept else data.replace("\n", " ")))
