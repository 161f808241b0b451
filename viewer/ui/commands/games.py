"""The games of a file: switching, adding, removing, ordering."""

from __future__ import annotations

from viewer.base.loading import load_named
from viewer.base.messages import in_context, message
from viewer.games.capabilities import Opened
from viewer.ui.commands.file import COPY_GAMES_AS
from viewer.ui.commands.play import why_no_opening
from viewer.ui.commands.table import GAMES, Command, has_session, loaded, when, where
from viewer.ui.session.record_session import RecordSession

_several = when(lambda s: len(s.document) > 1)


def _has_books(session: RecordSession) -> bool:
    """Whether opening books are made of the game."""
    return load_named("viewer.reference.making:kind_for")(session.game.id) is not None


COMMANDS = (
    Command(
        "games",
        message("Find a game…"),
        lambda w: w.games.show_list(),
        ("Ctrl+G", "Ctrl+Shift+F"),
        has_session,
        GAMES,
        also=in_context("more words for a command", "search players filter list"),
    ),
    *(
        Command(id, name, run, (key,), _several, GAMES)
        for id, name, key, run in (
            ("next-game", message("Next game"), "Ctrl+PgDown", lambda w: w.games.step(1)),
            ("previous-game", message("Previous game"), "Ctrl+PgUp", lambda w: w.games.step(-1)),
        )
    ),
    Command(
        "new-game",
        message("Insert a new game"),
        lambda w: w.games.new(),
        ("Ctrl+I",),
        has_session,
        GAMES,
        1,
    ),
    Command(
        "duplicate-game",
        message("Duplicate the game"),
        lambda w: w.games.duplicate(),
        ("Ctrl+D",),
        has_session,
        GAMES,
        1,
    ),
    Command(
        "copy-games",
        message("Copy the game"),
        lambda w: w.games.copy(),
        ("Ctrl+Alt+C",),
        has_session,
        GAMES,
        2,
    ),
    Command(
        "paste-games",
        message("Paste games"),
        lambda w: w.clips.paste_games(),
        ("Ctrl+Alt+V",),
        has_session,
        GAMES,
        2,
        also=in_context("more words for a command", "import clipboard text"),
    ),
    *(
        Command(f"game-{way}", name, run, (f"Ctrl+Shift+{key}",), _several, GAMES, 3, way)
        for way, name, key, run in (
            ("up", message("Move the game up"), "PgUp", lambda w: w.games.move(-1)),
            ("down", message("Move the game down"), "PgDown", lambda w: w.games.move(1)),
        )
    ),
    Command(
        "join-games",
        message("Join the games as variations"),
        loaded("viewer.ui.controllers.whole_file:join"),
        (),
        _several,
        GAMES,
        3,
        also=in_context("more words for a command", "merge combine"),
    ),
    Command(
        "tree-of-games",
        message("Make a tree of the games…"),
        loaded("viewer.ui.controllers.made_of_games:tree_of_games"),
        (),
        _several,
        GAMES,
        3,
        also=in_context(
            "more words for a command", "repertoire merge join combine opening first moves"
        ),
    ),
    Command(
        "lesson-of-games",
        message("Make a lesson of the games…"),
        loaded("viewer.ui.controllers.lessons:lesson_of_games"),
        (),
        has_session,
        GAMES,
        3,
        also=in_context("more words for a command", "guess train teach course exercises"),
    ),
    Command(
        "opening-book",
        message("Make an opening book of the games…"),
        loaded("viewer.ui.controllers.made_of_games:book_of_games"),
        (),
        when(_has_books),
        GAMES,
        3,
        offered=where(_has_books),
        also=in_context("more words for a command", "polyglot bin yaneuraou db make"),
    ),
    Command(
        "openings-of-games",
        message("Write the openings of the games"),
        loaded("viewer.ui.controllers.whole_file:write_openings"),
        (),
        when(lambda s: len(s.document) > 1 and isinstance(s.game, Opened)),
        GAMES,
        3,
        offered=where(lambda s: isinstance(s.game, Opened)),
        refusal=why_no_opening,
        also=in_context("more words for a command", "eco classify"),
    ),
    Command(
        "delete-games",
        message("Delete the game"),
        lambda w: w.games.remove(),
        ("Ctrl+Shift+Del",),
        has_session,
        GAMES,
        4,
        "trash",
    ),
)

CONTEXT = (
    "new-game",
    "duplicate-game",
    "copy-games",
    *COPY_GAMES_AS,
    "paste-games",
    "game-up",
    "game-down",
    "join-games",
    "openings-of-games",
    "explore-player",
    "delete-games",
)
"""The commands of the menu on a list of games."""
