"""Libraries: searching them, making and managing them, and what is done with the games found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.ui.commands.table import LIBRARY, Command, has_session, loaded

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def _found(window: Window) -> bool:
    """Whether a library tab with hits is shown."""
    tab = window.libraries.tab
    return tab is not None and tab.found.total > 0


def _can_look_up(window: Window) -> bool:
    tab = window.libraries.tab
    return has_session(window) if tab is None else tab.found.current is not None


def _has_players(window: Window) -> bool:
    return has_session(window) or window.libraries.tab is not None


def _on_game(
    id: str,
    name: Message,
    target: str,
    key: str,
    also: Message,
    can: Callable[[Window], bool] = _can_look_up,
) -> Command:
    """A command on a game, or on the selected hit: `target` is "module:function" of the window."""
    return Command(id, name, loaded(target), (key,), can, LIBRARY, also=also)


def _on_hits(id: str, name: Message, target: str, also: Message, section: int = 4) -> Command:
    """The same for one on the games that were found, in a controller."""
    run = loaded(f"viewer.ui.controllers.{target}")
    return Command(id, name, run, (), _found, LIBRARY, section, also=also)


_AT_PART = (
    _on_game(
        "look-up-part",
        message("Look this corner up"),
        "viewer.ui.controllers.part_lookup:look_up",
        "Alt+J",
        in_context(
            "more words for a command",
            "joseki fuseki which corner part castle camp pawn structure dictionary explorer",
        ),
    ),
    _on_game(
        "explore-player",
        message("What a player plays…"),
        "viewer.ui.controllers.player_games:ask_players",
        "Alt+P",
        in_context(
            "more words for a command",
            "prepare opponent player opening repertoire explorer white black",
        ),
        _has_players,
    ),
    _on_game(
        "find-part",
        message("Search a part of the position…"),
        "viewer.ui.modes.part_finder:find_part",
        "Ctrl+Shift+L",
        in_context("more words for a command", "region pattern corner material library database"),
    ),
)


_ON_HITS = (
    _on_hits(
        "library-copy",
        message("Copy or export the games found…"),
        "hit_copies:copy_hits",
        in_context(
            "more words for a command",
            "save hits file folder clipboard book database library convert batch format all",
        ),
    ),
    _on_hits(
        "library-file",
        message("Games found as one file…"),
        "made_of_games:file_of_hits",
        in_context("more words for a command", "save export hits copy records"),
    ),
    _on_hits(
        "library-book",
        message("Games found as one book (PDF)…"),
        "made_of_games:pages_of_hits",
        in_context("more words for a command", "publish export hits"),
    ),
    _on_hits(
        "library-sheet",
        message("Positions found as a sheet of diagrams (PDF)…"),
        "made_of_games:sheet_of_hits",
        in_context("more words for a command", "publish export hits worksheet"),
    ),
    _on_hits(
        "library-tree",
        message("Make a tree of the games found…"),
        "made_of_games:tree_of_hits",
        in_context(
            "more words for a command",
            "repertoire merge join combine opening variations hits",
        ),
    ),
    _on_hits(
        "library-lesson",
        message("Make a lesson of the games found…"),
        "lessons:lesson_of_hits",
        in_context("more words for a command", "guess train teach course exercises hits"),
    ),
    _on_hits(
        "library-opening-book",
        message("Make an opening book of the games found…"),
        "made_of_games:book_of_hits",
        in_context("more words for a command", "polyglot bin yaneuraou db make hits"),
    ),
    _on_hits(
        "library-boards",
        message("Small boards in the list"),
        "hit_dialogs:toggle_boards",
        in_context("more words for a command", "thumbnails pictures positions library"),
    )._replace(chosen=lambda w: bool(w.settings["hit-boards"]), menu=None),
    _on_hits(
        "library-groups",
        message("Group the games found…"),
        "hit_dialogs:show_groups",
        in_context(
            "more words for a command", "players events years openings statistics library database"
        ),
    ),
    _on_hits(
        "library-crosstable",
        message("Cross table of the event"),
        "hit_dialogs:show_crosstable",
        in_context("more words for a command", "tournament standings round robin swiss"),
    ),
    _on_hits(
        "library-duplicates",
        message("Find duplicate games…"),
        "hit_dialogs:show_duplicates",
        in_context("more words for a command", "duplicates doublets twins merge library"),
        5,
    ),
    _on_hits(
        "library-names",
        message("Unify spellings of names…"),
        "hit_dialogs:show_names",
        in_context("more words for a command", "unify rename players spellings library"),
        5,
    ),
    Command(
        "library-undo",
        message("Undo the last edit of files"),
        loaded("viewer.ui.controllers.hit_dialogs:take_back"),
        menu=LIBRARY,
        section=5,
        also=in_context("more words for a command", "take back merge duplicates names library"),
    ),
)


COMMANDS = (
    Command(
        "library",
        message("Search libraries"),
        lambda w: w.libraries.show(),
        ("Ctrl+L",),
        menu=LIBRARY,
        also=in_context(
            "more words for a command", "database find games players openings archive collection"
        ),
    ),
    Command(
        "library-open",
        message("Search the open file or folder"),
        lambda w: w.libraries.show_open(),
        possible=has_session,
        menu=LIBRARY,
        also=in_context(
            "more words for a command",
            "games this file folder players filter convert copy batch all",
        ),
    ),
    Command(
        "library-position",
        message("Search this position in libraries"),
        lambda w: w.libraries.search_position(),
        ("Alt+L",),
        lambda w: has_session(w) and w.libraries.can_search_position(),
        LIBRARY,
        also=in_context("more words for a command", "database find board fen same"),
    ),
    Command(
        "library-material",
        message("Search this material in libraries"),
        lambda w: w.libraries.search_material(),
        ("Alt+Shift+L",),
        lambda w: has_session(w) and w.libraries.can_search_material(),
        LIBRARY,
        also=in_context(
            "more words for a command", "pieces ending endgame balance search libraries database"
        ),
    ),
    Command(
        "library-conditions",
        message("All conditions of the search…"),
        lambda w: w.libraries.ask_conditions(),
        (),
        lambda w: w.libraries.tab is not None,
        LIBRARY,
        1,
        also=in_context("more words for a command", "form rating date result filter advanced"),
    ),
    Command(
        "library-save",
        message("Save this search…"),
        lambda w: w.libraries.ask_save(),
        (),
        lambda w: w.libraries.tab is not None,
        LIBRARY,
        1,
    ),
    Command(
        "library-saved",
        message("Saved searches…"),
        lambda w: w.libraries.ask_saved(),
        ("Ctrl+Alt+L",),
        menu=LIBRARY,
        section=1,
        also=in_context("more words for a command", "history last recent"),
    ),
    Command(
        "new-library",
        message("New library…"),
        lambda w: w.libraries.keeping.ask_new(),
        (),
        menu=LIBRARY,
        section=2,
        also=in_context("more words for a command", "create make import database folders index"),
    ),
    Command(
        "update-libraries",
        message("Update the libraries"),
        lambda w: w.libraries.update(),
        (),
        lambda w: bool(w.libraries.chosen()),
        LIBRARY,
        2,
        also=in_context("more words for a command", "build refresh index reread"),
    ),
    Command(
        "libraries",
        message("Libraries…"),
        lambda w: w.libraries.manage(),
        ("Ctrl+Alt+Shift+L",),
        menu=LIBRARY,
        section=2,
        also=in_context(
            "more words for a command", "manage delete choose databases folders sources"
        ),
    ),
    Command(
        "repertoire",
        message("Repertoire"),
        lambda w: w.show_page("repertoire"),
        (),
        has_session,
        LIBRARY,
        3,
        also=in_context(
            "more words for a command",
            "my lines gaps openings deviation left mark prepare coverage",
        ),
    ),
    *_AT_PART,
    *_ON_HITS,
)
