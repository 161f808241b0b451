"""The dialects of PGN, one for each kind of game; `kinds` recognises the kind."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.tags import ROSTER
from viewer.formats.pgn.kinds import kind_named
from viewer.formats.pgn.lexer import chess_tokens
from viewer.games import GAMES
from viewer.tree.action import Setup
from viewer.tree.record import Header, Record


class Dialect(NamedTuple):
    """How games of one kind are written in PGN.

    Attributes:
        what: the name of such a game, for people.
        tags: the module with `setup_of_tags` and `tags_of_setup`; "" if these games can't be read yet.
        setup_tags: the tags, in lower case, without which the start is the usual one.
        tokens: "module:name" of a function that gives the lexer for a codec; "" for that of chess.
        habits: "module:name" of a function that gives the notation of a record's moves and the
            characters that replace its own (see `names.habit_of`); "" for SAN.
        roster: the tags that a new game has, in order, with what stands for nothing known.
        formats: the Format tag by notation (see `Game.notations`); none for those that readers expect
            without one.
        letters: characters that programs expect in place of a notation's own, by notation.
        latin: the notation of its moves in Latin-1, the standard's encoding; "" for SAN.
    """

    what: Message
    tags: str = ""
    setup_tags: frozenset[str] = frozenset(("fen",))
    tokens: str = ""
    habits: str = ""
    roster: Mapping[str, str] = ROSTER
    formats: Mapping[str, str] = MappingProxyType({})
    letters: Mapping[str, Mapping[int, int]] = MappingProxyType({})
    latin: str = ""

    def module(self) -> Any:
        """The module, loaded when a game has such tags."""
        return importlib.import_module(self.tags)


USUAL = "chess"
_XIANGQI_ROSTER: Mapping[str, str] = {
    "Game": "Chinese Chess",
    **{("Red" if key == "White" else key): nothing for key, nothing in ROSTER.items()},
}
_SHOGI_ROSTER: Mapping[str, str] = {
    "Sente": "?",
    "Gote": "?",
    **{key: nothing for key, nothing in ROSTER.items() if key not in ("White", "Black")},
}
DIALECTS: dict[str, Dialect] = {
    "chess": Dialect(
        message("a chess record in PGN"),
        "viewer.games.chess.boards",
        frozenset(("fen", "setup", "variant")),
    ),
    "xiangqi": Dialect(
        message("a xiangqi record in PGN"),
        "viewer.games.xiangqi.tags",
        tokens="viewer.formats.pgn.names:xiangqi_tokens",
        habits="viewer.games.xiangqi.tags:habit_of",
        roster=_XIANGQI_ROSTER,
        formats={"wxf": "WXF", "iccs": "ICCS"},
        letters={"traditional": str.maketrans("俥傌", "車馬")},
        latin="wxf",
    ),
    "shogi": Dialect(
        message("a shogi record in PSN or PGN"),
        "viewer.games.shogi.tags",
        frozenset(("sfen", "fen", "handicap")),
        tokens="viewer.formats.pgn.names:shogi_tokens",
        habits="viewer.games.shogi.tags:habit_of",
        roster=_SHOGI_ROSTER,
    ),
    "shogi-variant": Dialect(message("a record of a variant of shogi")),
    "tak": Dialect(message("a Tak record in PTN")),
    "janggi": Dialect(message("a janggi record in PGN")),
    "draughts": Dialect(message("a draughts record in PDN")),
}


def is_read(kind: str) -> bool:
    """Whether the moves of games of a kind can be read and written."""
    return bool(DIALECTS[kind].tags) if kind in DIALECTS else False


def roster_of(game: str) -> Mapping[str, str]:
    """The tags that a new game has, in order, with what stands for nothing known."""
    dialect = DIALECTS.get(game)
    return ROSTER if dialect is None else dialect.roster


def has_own_notation(game: str) -> bool:
    """Whether the moves of a game are in its own notation, and not in SAN."""
    dialect = DIALECTS.get(game)
    return dialect is not None and bool(dialect.habits)


def tokens_of(game: str, codec: str) -> re.Pattern[bytes]:
    """The lexer for the movetext of a game in a codec."""
    dialect = DIALECTS.get(game)
    if dialect is None or not dialect.tokens:
        return chess_tokens(codec)
    found: re.Pattern[bytes] = load_named(dialect.tokens)(codec)
    return found


def game_of(kind: str) -> str:
    """The game that a record of a kind is shown as: its own if Qipu knows it."""
    return kind if kind in GAMES else USUAL


def unread(kind: str) -> Message:
    """The sentence that says of what kind a record is that can't be read yet."""
    return message("This is {what}; Qipu can't read these yet.", what=DIALECTS[kind].what)


def setup_of(game: str, tags: Mapping[str, str]) -> tuple[Setup | None, Message | None]:
    """The start position in tags, None for the usual one, and its faults."""
    dialect = DIALECTS.get(game)
    if dialect is None or not any(key.lower() in dialect.setup_tags for key in tags):
        return None, None
    if not dialect.tags:
        return _setup_of_fen(game, tags), None
    found: tuple[Setup | None, Message | None] = dialect.module().setup_of_tags(tags)
    return found


def _setup_of_fen(game: str, tags: Mapping[str, str]) -> Setup | None:
    """The start position of a game that can't be read yet; None if its FEN has none."""
    fen = next(value for key, value in tags.items() if key.lower() == "fen")
    try:
        return GAMES[game].load().parse_setup(fen)
    except ValueError:
        return None


def tags_of(game: str, setup: Setup | None) -> tuple[dict[str, str], frozenset[str]]:
    """The tags for a start position, and the names (lower case) of all tags that could hold one."""
    dialect = DIALECTS.get(game)
    if dialect is None or not dialect.tags:
        return {}, frozenset()
    tags: dict[str, str] = dialect.module().tags_of_setup(setup)
    return tags, dialect.setup_tags


def contradicts(header: Header, record: Record) -> bool:
    """Whether a tag names another game than the record's, or a start that wasn't understood.

    A SetUp of 0 says that the FEN doesn't count, so that the FEN isn't said by the record.
    """
    key, value = header
    if key.lower() in ("game", "variant"):
        return kind_named(value) not in ("", record.game)
    dialect = DIALECTS.get(record.game)
    if dialect is None or key.lower() not in dialect.setup_tags or key.lower() == "setup":
        return False
    tags = {header.key: header.value for header in reversed(record.headers)}
    setup, complaint = setup_of(record.game, tags)
    return setup is None and complaint is not None
