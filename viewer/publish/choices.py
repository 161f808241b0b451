"""What can be chosen of an outline, as a table of fields."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.fields import CHOICE, FLAG, NUMBER, TEXT, Field, Value, choice, values_of
from viewer.base.messages import in_context, message
from viewer.base.named import NamedTuple

RECORDS, EVENTS = "records", "events"
GAME, REPORT = "game", "report"
FIGURE_NUMBERS, LAST_NUMBER, NO_NUMBERS = "figure", "last", "none"
PLAIN_HEAD, SIDES, NUMBERED = "plain", "sides", "numbered"
BOOK, PROSE, COLUMNS, TABLE = "book", "prose", "columns", "table"
WHOLE, HUNDREDS, NOTED, COMMENTED = "whole", "hundreds", "marked", "comments"
PARAGRAPHS, BRACKETS, INDENTED = "paragraphs", "brackets", "indented"
UNLABELLED, BY_NUMBERS, BY_LETTERS, BY_TREE = "none", "numbers", "letters", "tree"
AS_WRITTEN, SHORTENED, SURNAME, GIVEN_FIRST = "file", "short", "surname", "given-first"
_DEEPEST = 99
AS_BOOKS = message("As books of the game have them")

OUTLINE_FIELDS: tuple[Field, ...] = (
    Field(
        "notation",
        in_context("a way to write moves", "Notation"),
        TEXT,
        help=message("The id of a notation of the game; a game without it uses its own."),
    ),
    choice(
        "chapters",
        message("Chapters"),
        {RECORDS: message("Every game"), EVENTS: message("Games of an event together")},
    ),
    choice(
        "names",
        message("Names of the players"),
        {
            AS_WRITTEN: message("As the file has them"),
            SHORTENED: message("Karpov, An."),
            SURNAME: message("Karpov"),
            GIVEN_FIRST: message("Anatoly Karpov"),
        },
    ),
    choice(
        "moves",
        message("Moves"),
        {
            BOOK: AS_BOOKS,
            PROSE: message("Running on"),
            COLUMNS: message("The main line in columns"),
            TABLE: message("The main line in a ruled table"),
        },
    ),
    choice(
        "variations",
        message("Variations"),
        {
            BOOK: AS_BOOKS,
            PARAGRAPHS: message("In paragraphs, those within them in brackets"),
            BRACKETS: message("All in brackets, alternatives with letters"),
            INDENTED: message("In paragraphs, each level further in"),
        },
    ),
    choice(
        "labels",
        message("Labels of variations"),
        {
            BOOK: AS_BOOKS,
            UNLABELLED: message("None"),
            BY_NUMBERS: message("Numbers"),
            BY_LETTERS: message("Letters"),
            BY_TREE: message("By their place in the tree: A, A1, A1.2"),
        },
    ),
    Field("comments", message("Comments"), FLAG, True),
    Field(
        "levels",
        message("Levels of variations"),
        NUMBER,
        _DEEPEST,
        high=_DEEPEST,
        help=message("0 leaves all variations out."),
    ),
    Field(
        "typographic",
        message("Typographic quotation marks and dashes in comments"),
        FLAG,
        False,
        help=message("In comments of plain ASCII characters, in English and German."),
    ),
    Field("marked", message("Diagrams at diagram marks"), FLAG, True),
    Field("bookmarked", message("Diagrams at bookmarks"), FLAG, True),
    Field(
        "every",
        message("A diagram every so many moves"),
        NUMBER,
        0,
        high=1000,
        help=message("0 for none."),
    ),
    Field(
        "sensible",
        message("Diagrams where they help"),
        FLAG,
        False,
        help=message(
            "At long comments and ahead of long variations; in a game without such, after the opening,"
            " every dozen moves and at the end."
        ),
    ),
    Field(
        "often",
        message("More diagrams where something is said"),
        FLAG,
        False,
        help=message("About every four moves, at comments and ahead of variations of any length."),
    ),
    Field("ahead", message("A diagram ahead of each variation"), FLAG, False),
    Field("set-up", message("A diagram of a set-up position"), FLAG, True),
    Field("end", message("A diagram of the final position"), FLAG, False),
    Field(
        "numbers",
        message("Move numbers on stones"),
        CHOICE,
        FIGURE_NUMBERS,
        {
            FIGURE_NUMBERS: message("Since the last diagram"),
            LAST_NUMBER: message("On the last stone"),
            NO_NUMBERS: message("None"),
        },
    ),
    choice(
        "figures",
        message("Figures"),
        {
            BOOK: AS_BOOKS,
            WHOLE: message("The whole game"),
            HUNDREDS: message("A hundred moves each"),
            NOTED: message("As the record has them"),
            COMMENTED: message("Up to each comment"),
        },
    ),
    Field("marks", message("Marks and arrows"), FLAG, True),
    Field("evaluations", message("Evaluations"), FLAG, False),
    Field("clocks", message("Clock times"), FLAG, False),
    choice(
        "content",
        message("Content"),
        {GAME: message("The game"), REPORT: message("A report of the game")},
    ),
    Field(
        "about",
        message("Player that the report is about"),
        TEXT,
        help=message("Without one, and in games of others, it is about both sides."),
    ),
)


class OutlineStyle(NamedTuple):
    """The choices of `OUTLINE_FIELDS`, checked."""

    notation: str = ""
    events: bool = False
    names: str = AS_WRITTEN
    moves: str = BOOK
    variations: str = BOOK
    labels: str = BOOK
    comments: bool = True
    levels: int = _DEEPEST
    typographic: bool = False
    marked: bool = True
    bookmarked: bool = True
    every: int = 0
    sensible: bool = False
    often: bool = False
    ahead: bool = False
    set_up: bool = True
    end: bool = False
    numbers: str = FIGURE_NUMBERS
    figures: str = BOOK
    marks: bool = True
    evaluations: bool = False
    clocks: bool = False
    content: str = GAME
    about: str = ""

    @classmethod
    def chosen(cls, values: Mapping[str, Value]) -> OutlineStyle:
        """The style of values by key; those that are missing have their defaults, others are ignored.

        Raises Refused for a value that a field doesn't allow.
        """
        own = {field.key for field in OUTLINE_FIELDS}
        known = values_of(OUTLINE_FIELDS, {key: values[key] for key in values if key in own})
        known["events"] = known.pop("chapters") == EVENTS
        return cls(**{key.replace("-", "_"): value for key, value in known.items()})  # type: ignore[arg-type]  # checked by the fields
