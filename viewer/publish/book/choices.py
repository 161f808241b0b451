"""What can be chosen of a book, as a table of fields; the language of its texts, and the fonts for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from viewer.base.catalogs import active, translator_of
from viewer.base.fields import FLAG, NUMBER, TEXT, Field, Value, Values, choice
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.scripts import Scripts, written_language
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.publish.choices import (
    AS_BOOKS,
    BOOK,
    NUMBERED,
    OUTLINE_FIELDS,
    PLAIN_HEAD,
    REPORT,
    SIDES,
)
from viewer.publish.headings import header_text
from viewer.publish.pictures.board import COORDINATES, PRINTED
from viewer.publish.styles import BOOK_KIND, style_fields
from viewer.publish.wording import Words
from viewer.scene.theme import BOARD_THEMES


class Language(NamedTuple):
    """A language of books.

    Attributes:
        id: as in the choices.
        name: for people.
        code, region: as Typst (and BCP 47) has them.
        catalog: of its words; "" for English.
        families: families of serif fonts for it, the best first, beside that of Latin text.
    """

    id: str
    name: Message
    code: str
    region: str
    catalog: str
    families: tuple[str, ...]


_SIMPLIFIED = (
    *("Noto Serif CJK SC", "Source Han Serif SC", "Noto Serif SC", "Songti SC", "STSong"),
    *("SimSun", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"),
)
_TRADITIONAL = (
    *("Noto Serif CJK TC", "Source Han Serif TC", "Noto Serif TC", "Songti TC", "PMingLiU"),
    *("MingLiU", "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei"),
)
_JAPANESE = (
    *("Noto Serif CJK JP", "Source Han Serif", "Noto Serif JP", "Hiragino Mincho ProN"),
    *("Yu Mincho", "YuMincho", "MS Mincho", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic"),
)
_KOREAN = (
    *("Noto Serif CJK KR", "Source Han Serif K", "Noto Serif KR", "AppleMyungjo", "Batang"),
    *("Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"),
)
LANGUAGES: dict[str, Language] = {
    language.id: language
    for language in (
        Language("en", message("English"), "en", "", "", _JAPANESE),
        Language("de", message("German"), "de", "", "de", _JAPANESE),
        Language("zh-Hans", message("Chinese, simplified"), "zh", "CN", "zh_CN", _SIMPLIFIED),
        Language("zh-Hant", message("Chinese, traditional"), "zh", "TW", "zh_TW", _TRADITIONAL),
        Language("ja", message("Japanese"), "ja", "JP", "ja", _JAPANESE),
        Language("ko", message("Korean"), "ko", "KR", "ko", _KOREAN),
    )
}
LATIN = ("Libertinus Serif",)
"""Comes with Typst."""
OWN = ("Qipu Notation",)
"""Comes with Qipu, and has every sign of moves, so that these print whatever fonts there are."""
FIGURES = "Qipu Figures"

_OF_CATALOGS = {language.catalog: language for language in LANGUAGES.values()}


def language_of(texts: Sequence[str], codec: str = "", usual: str = "") -> Language:
    """The language in which texts seem to be written, judged by their characters; English if unsure.

    `codec`, `usual`: as `written_language` has them.
    """
    found = Scripts.of(texts)
    east = found.kana + found.hangul + found.han
    if not east or 4 * east < found.letters:
        return LANGUAGES["en"]
    return _OF_CATALOGS[written_language(texts, codec, usual or "zh_CN")]


_SAMPLED = 8  # records whose texts tell the language
_NAMING_ROLES = ("side0", "side1", "title", "event", "place", "annotator")
_PROSE = late(r"(?<![\w'’])(?:[A-Za-z\u00c0-\u024f'’]++[ ,.;:!?\n]++){4,}")
"""Words of sentences, in which addresses and lines of moves by programs don't count."""
_LATIN = late("[A-Za-z\u00c0-\u024f]")


def language_for(collection: Collection, values: Values) -> Language:
    """The language of a book: the chosen one, else that of the texts of the first records.

    Where these have neither names nor comments, as positions of problems often do, it is the user's, and so
    is that of a report, in which no text of a record stands. `values`: by the keys of fields.
    """
    wanted = str(values["language"])
    if wanted != AUTOMATIC:
        return LANGUAGES[wanted]
    if values.get("content") == REPORT:
        return language_of_catalog(active())
    format_ = FORMATS[collection.format].load()
    names: list[str] = []
    comments: list[str] = []
    others: list[str] = []
    codec = usual = ""
    for index in range(min(len(collection), _SAMPLED)):
        record = collection.record(index)
        codec, usual = record.encoding or "", game_of(record.game).language
        comments += (node.comment for node in record.walk() if node.notes)
        names += (
            header_text(format_, record.headers, record.game, role, str) for role in _NAMING_ROLES
        )
        others += (entry.value for entry in record.headers)
    if not any(map(_has_letters, (*comments, *names))):
        return language_of_catalog(active())
    return language_of([*names, *others, *spoken(comments)], codec, usual)


def spoken(comments: Iterable[str]) -> Iterator[str]:
    """What of comments tells their language: sentences, but no addresses or lines of a program's moves."""
    for text in comments:
        if not text.isascii():
            yield _LATIN.sub("", text)
        yield from _PROSE.findall(text)


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def is_wide(language: Language) -> bool:
    """Whether a language is written without spaces between words."""
    return language.code in ("zh", "ja")


def language_of_catalog(catalog: str) -> Language:
    """The language of books whose words are in a catalog; English if there is none."""
    return _OF_CATALOGS.get(catalog, LANGUAGES["en"])


def words_in(language: Language, words: Words) -> Words:
    """Makes texts of messages in a book's language: a Chinese book says 图1, whatever the window speaks.

    `words`: those of the user, for a language without a catalog.
    """
    if not language.catalog:
        return str
    translator = translator_of(language.catalog)
    return words if translator is None else lambda message: message.text(translator)


AUTOMATIC = "auto"

PAPERS: Mapping[str, tuple[Message, float, float]] = {
    "a4": (message("A4"), 210, 297),
    "a5": (message("A5"), 148, 210),
    "b5": (message("B5 (Japan)"), 182, 257),
    "letter": (message("US Letter"), 215.9, 279.4),
    "trade": (message("6 × 9 inches"), 152.4, 228.6),
}
"""Sizes of pages: name, width and height in mm."""
_MARGINS: Mapping[str, tuple[Message, float]] = {
    "usual": (message("Usual"), 1.0),
    "narrow": (message("Narrow"), 0.68),
    "wide": (message("Wide"), 1.3),
}
_BOARDS: Mapping[str, Message] = {
    "book": message("Black and white, for print"),
    "plain": message("Plain"),
    "light": message("Wood"),
}

LANGUAGE_FIELD = choice(
    "language",
    message("Language"),
    {
        AUTOMATIC: message("As its texts"),
        **{key: language.name for key, language in LANGUAGES.items()},
    },
)

PAGE_FIELDS: tuple[Field, ...] = (
    Field("title", message("Title"), TEXT, hint=message("Name of the file")),
    choice("paper", message("Paper"), {key: words for key, (words, *_) in PAPERS.items()}),
    choice("margins", message("Margins"), {key: words for key, (words, _) in _MARGINS.items()}),
    LANGUAGE_FIELD._replace(label=message("Language of the book")),
    choice("boards", message("Boards"), _BOARDS),
    choice(
        "coordinates",
        message("Coordinates"),
        {PRINTED: message("As books have them"), **COORDINATES},
    ),
    Field("flip", message("Seen from the other side"), FLAG, False),
    Field(
        "pieces",
        message("Pieces"),
        TEXT,
        help=message("The id of one of the game's kinds of pieces (two); empty for the usual one."),
    ),
    Field("last", message("A sign at the last move"), FLAG, False),
)

_DEFAULTS: Mapping[str, Value] = {"notation": "figurine", "sensible": True}

BOOK_FIELDS: tuple[Field, ...] = (
    *style_fields(BOOK_KIND),
    *PAGE_FIELDS,
    choice(
        "columns",
        in_context("of text on a page", "Columns"),
        {"2": message("Two"), "1": message("One")},
    ),
    Field("size", message("Type size (points)"), NUMBER, 10, low=6, high=24),
    Field("diagram", message("Width of diagrams (% of a column)"), NUMBER, 75, low=20, high=100),
    Field(
        "beside",
        message("Text beside the diagrams"),
        FLAG,
        False,
        help=message(
            "In a single column; the diagrams stand at its right and at its left in turn."
        ),
    ),
    choice(
        "break",
        message("A game begins"),
        {"column": message("Below the one before"), "page": message("On a new page")},
    ),
    choice(
        "head",
        message("Head of a game"),
        {
            BOOK: AS_BOOKS,
            PLAIN_HEAD: message("Title and facts"),
            SIDES: message("Players with the signs of their sides"),
            NUMBERED: message("Number, players, code of the opening"),
        },
    ),
    Field("author", message("Author"), TEXT, hint=message("Who annotated the games")),
    Field("title-page", message("Title page, if there are several games"), FLAG, True),
    Field("contents", message("Contents, if there are several games"), FLAG, True),
    Field("players", message("Index of players, if there are several games"), FLAG, True),
    Field("openings", message("Index of openings, if there are several games"), FLAG, True),
    *(field._replace(default=_DEFAULTS.get(field.key, field.default)) for field in OUTLINE_FIELDS),
)

assert all(key in BOARD_THEMES for key in _BOARDS)


def page_style(values: Values) -> dict[str, Any]:
    """The page as the templates read it: lengths in mm."""
    _, width, height = PAPERS[str(values["paper"])]
    wide = _MARGINS[str(values["margins"])][1] * min(width, 182) / 182
    return {
        "width": width,
        "height": height,
        "inner": round(22 * wide, 2),
        "outer": round(20 * wide, 2),
        "top": round(24 * wide, 2),
        "bottom": round(24 * wide, 2),
        "gutter": round(7 * wide, 2),
    }
