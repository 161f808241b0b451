"""Every command, registered once: its name, its keys, when it is possible, what it does.

Menus, the palette (Ctrl+K), the sheet of keys and the shortcuts are all made from this table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.games.geometry import View
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS

if TYPE_CHECKING:
    from viewer.ui.study import Study
    from viewer.ui.window import Window

FILE, EDIT, GO, VARIATION, VIEW, HELP = (
    message("File"),
    message("Edit"),
    message("Go"),
    message("Variations"),
    message("View"),
    message("Help"),
)
MENUS = (FILE, EDIT, GO, VARIATION, VIEW, HELP)


def always(window: Window) -> bool:
    """Possible at any time."""
    return True


class Command(NamedTuple):
    """One thing a person can ask for.

    Attributes:
        id: stable.
        name: as in the menu.
        keys: shortcuts in Qt's portable text; explicit, since the standard ones differ by platform.
        run: what it does.
        possible: whether it can be done now.
        menu: where it stands; None keeps it out of the menus (the palette and keys still have it).
        section: commands of another section are set off by a line.
        icon: name in resources/icons.
    """

    id: str
    name: Message
    run: Callable[[Window], object]
    keys: tuple[str, ...] = ()
    possible: Callable[[Window], bool] = always
    menu: Message | None = None
    section: int = 0
    icon: str = ""


def has_study(window: Window) -> bool:
    """Whether a record is shown."""
    return window.study is not None


def _on(act: Callable[[Study], None]) -> Callable[[Window], None]:
    def run(window: Window) -> None:
        if window.study is not None:
            act(window.study)

    return run


def _when(test: Callable[[Study], bool]) -> Callable[[Window], bool]:
    return lambda window: window.study is not None and test(window.study)


def _flip(study: Study) -> None:
    study.set_view(View(not study.view.flip, study.view.mirror))


def _mirror(study: Study) -> None:
    study.set_view(View(study.view.flip, not study.view.mirror))


def _another_variation(step: int) -> Callable[[Study], None]:
    """Up and down: the variation beside the current move; where it has none, another next move."""

    def act(study: Study) -> None:
        beside = study.cursor.sibling(step)
        if beside is not None:
            study.go(beside)
            return
        parent = study.node.parent
        alone = parent is None or len(parent.children) == 1
        children = study.node.children
        if alone and len(children) > 1:
            place = children.index(study.cursor.next or children[0]) + step
            if 0 <= place < len(children):
                study.choose(children[place])

    return act


def _next_style(study: Study) -> None:
    styles = [style.id for style in study.game.notations]
    study.set_style(styles[(styles.index(study.style) + 1) % len(styles)])


def _glyph(nag: int) -> Callable[[Study], None]:
    return lambda study: study.do(plans.toggle_glyph, nag)


def _moved(study: Study) -> bool:
    return study.node.parent is not None


_FILE = (
    Command("new", message("New record"), lambda w: w.files.new(), ("Ctrl+N",), menu=FILE),
    Command(
        "new-empty",
        message("New record from a position…"),
        lambda w: w.files.new_position(),
        ("Ctrl+Shift+N",),
        menu=FILE,
    ),
    Command("open", message("Open…"), lambda w: w.files.ask_open(), ("Ctrl+O",), menu=FILE),
    Command(
        "save",
        message("Save"),
        lambda w: w.files.save(),
        ("Ctrl+S",),
        has_study,
        FILE,
        1,
    ),
    Command(
        "save-as",
        message("Save as…"),
        lambda w: w.files.save_as(),
        ("Ctrl+Shift+S",),
        has_study,
        FILE,
        1,
        "export",
    ),
    Command(
        "revert",
        message("Revert to the saved file"),
        lambda w: w.files.revert(),
        (),
        _when(lambda s: s.document.path is not None and s.document.modified),
        FILE,
        1,
    ),
    Command(
        "encoding",
        message("Read again in another encoding…"),
        lambda w: w.files.ask_encoding(),
        (),
        _when(lambda s: s.document.path is not None),
        FILE,
        2,
    ),
    Command(
        "copy-position",
        message("Copy the position"),
        lambda w: w.clips.copy_position(),
        ("Ctrl+Shift+C",),
        has_study,
        FILE,
        2,
    ),
    Command(
        "save-picture",
        message("Save the board as a picture…"),
        lambda w: w.files.save_picture(),
        ("Ctrl+E",),
        has_study,
        FILE,
        2,
    ),
    Command(
        "close-tab", message("Close"), lambda w: w.close_tab(), ("Ctrl+W",), has_study, FILE, 3
    ),
    Command("quit", message("Quit"), lambda w: w.close(), ("Ctrl+Q",), menu=FILE, section=3),
)

_EDIT = (
    Command(
        "undo",
        message("Undo"),
        _on(lambda s: s.undo()),
        ("Ctrl+Z",),
        _when(lambda s: s.document.history.undo_words is not None or s.holding),
        EDIT,
        icon="undo",
    ),
    Command(
        "redo",
        message("Redo"),
        _on(lambda s: s.redo()),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        _when(lambda s: s.document.history.redo_words is not None),
        EDIT,
        icon="redo",
    ),
    Command(
        "comment",
        message("Write a comment"),
        lambda w: w.edit_comment(),
        ("C", "D"),
        has_study,
        EDIT,
        1,
        "comment",
    ),
    Command(
        "details",
        message("Edit the details"),
        lambda w: w.show_page("details"),
        (),
        has_study,
        EDIT,
        1,
    ),
    Command(
        "set-position",
        message("Set the start position…"),
        lambda w: w.files.ask_setup(),
        (),
        has_study,
        EDIT,
        1,
    ),
    *(
        Command(
            f"glyph-{nag}",
            message("Glyph {sign}: {words}", sign=sign, words=words),
            _on(_glyph(nag)),
            (str(number),) if number <= 6 else (),
            _when(_moved),
        )
        for number, (nag, sign, words) in enumerate(MOVE_GLYPHS + POSITION_GLYPHS, 1)
    ),
)

_GO = (
    Command(
        "next",
        message("Next move"),
        _on(lambda s: s.go(s.cursor.next)),
        ("Right",),
        _when(lambda s: s.cursor.next is not None),
        GO,
        icon="next",
    ),
    Command(
        "previous",
        message("Previous move"),
        _on(lambda s: s.go(s.node.parent)),
        ("Left",),
        _when(_moved),
        GO,
        icon="previous",
    ),
    Command(
        "first",
        message("Start"),
        _on(lambda s: s.go(s.cursor.first())),
        ("Home",),
        _when(_moved),
        GO,
        icon="first",
    ),
    Command(
        "last",
        message("End of the line"),
        _on(lambda s: s.go(s.cursor.last())),
        ("End",),
        _when(lambda s: s.cursor.next is not None),
        GO,
        icon="last",
    ),
    Command(
        "forward-10",
        message("Ten moves on"),
        _on(lambda s: s.go(s.cursor.forward(10))),
        ("PgDown",),
        _when(lambda s: s.cursor.next is not None),
        GO,
        1,
    ),
    Command(
        "back-10",
        message("Ten moves back"),
        _on(lambda s: s.go(s.cursor.forward(-10))),
        ("PgUp",),
        _when(_moved),
        GO,
        1,
    ),
    Command(
        "next-comment",
        message("Next comment"),
        _on(lambda s: s.go(s.cursor.commented(1))),
        ("Ctrl+Shift+Down",),
        has_study,
        GO,
        1,
    ),
    Command(
        "previous-comment",
        message("Previous comment"),
        _on(lambda s: s.go(s.cursor.commented(-1))),
        ("Ctrl+Shift+Up",),
        has_study,
        GO,
        1,
    ),
    Command(
        "next-tab", message("Next file"), lambda w: w.next_tab(1), ("Ctrl+Tab",), has_study, GO, 2
    ),
    Command(
        "previous-tab",
        message("Previous file"),
        lambda w: w.next_tab(-1),
        ("Ctrl+Shift+Tab",),
        has_study,
        GO,
        2,
    ),
)

_VARIATION = (
    Command(
        "next-variation",
        message("Next variation"),
        _on(_another_variation(1)),
        ("Down",),
        has_study,
        VARIATION,
    ),
    Command(
        "previous-variation",
        message("Previous variation"),
        _on(_another_variation(-1)),
        ("Up",),
        has_study,
        VARIATION,
    ),
    Command(
        "into-variation",
        message("Into the next variation"),
        _on(lambda s: s.go(s.cursor.into_variation())),
        ("Ctrl+Right",),
        has_study,
        VARIATION,
        icon="branch",
    ),
    Command(
        "out-of-variation",
        message("Out of the variation"),
        _on(lambda s: s.go(s.cursor.out_of_variation())),
        ("Ctrl+Left",),
        _when(lambda s: s.cursor.out_of_variation() is not None),
        VARIATION,
    ),
    Command(
        "promote",
        message("Promote the variation"),
        _on(lambda s: s.do(plans.promote)),
        ("Ctrl+Up",),
        _when(lambda s: plans.can_promote(s.node)),
        VARIATION,
        1,
        "up",
    ),
    Command(
        "demote",
        message("Demote the variation"),
        _on(lambda s: s.do(plans.demote)),
        ("Ctrl+Down",),
        _when(lambda s: s.cursor.sibling(1) is not None),
        VARIATION,
        1,
        "down",
    ),
    Command(
        "make-main",
        message("Make this the main line"),
        _on(lambda s: s.do(plans.make_main)),
        ("Ctrl+Shift+M",),
        _when(lambda s: plans.can_promote(s.node)),
        VARIATION,
        1,
    ),
    Command(
        "delete",
        message("Delete from here on"),
        _on(lambda s: s.do(plans.delete)),
        ("Del", "Backspace"),
        _when(lambda s: _moved(s) or bool(s.node.children)),
        VARIATION,
        1,
        "trash",
    ),
    Command(
        "cut",
        message("Cut the branch"),
        lambda w: w.clips.cut(),
        ("Ctrl+X",),
        _when(_moved),
        VARIATION,
        2,
    ),
    Command(
        "copy",
        message("Copy the branch"),
        lambda w: w.clips.copy(),
        ("Ctrl+C",),
        has_study,
        VARIATION,
        2,
    ),
    Command(
        "paste",
        message("Paste a branch or moves"),
        lambda w: w.clips.paste(),
        ("Ctrl+V",),
        has_study,
        VARIATION,
        2,
    ),
)

_VIEW = (
    Command(
        "flip", message("Flip the board"), _on(_flip), ("F", "Ctrl+T"), has_study, VIEW, icon="flip"
    ),
    Command(
        "mirror",
        message("Exchange left and right"),
        _on(_mirror),
        ("Shift+F",),
        has_study,
        VIEW,
        icon="mirror",
    ),
    Command(
        "notation",
        message("Next way of writing moves"),
        _on(_next_style),
        ("N",),
        has_study,
        VIEW,
        1,
    ),
    Command(
        "coordinates",
        message("Next kind of coordinates"),
        lambda w: w.next_choice("coordinates"),
        (),
        always,
        VIEW,
        1,
    ),
    Command("theme-light", message("Light"), lambda w: w.set_theme("light"), (), always, VIEW, 2),
    Command("theme-dark", message("Dark"), lambda w: w.set_theme("dark"), (), always, VIEW, 2),
    Command(
        "theme-auto", message("As the system"), lambda w: w.set_theme("auto"), (), always, VIEW, 2
    ),
    Command(
        "full-screen",
        message("Full screen"),
        lambda w: w.toggle_full_screen(),
        ("F11",),
        menu=VIEW,
        section=3,
    ),
)

_HELP = (
    Command(
        "palette",
        message("Find a command or play a move…"),
        lambda w: w.show_palette(),
        ("Ctrl+K",),
        menu=HELP,
        icon="search",
    ),
    Command("keys", message("Keys"), lambda w: w.show_keys(), ("?", "F1"), menu=HELP),
    Command("about", message("About Qipu"), lambda w: w.show_about(), menu=HELP, section=1),
)

COMMANDS: dict[str, Command] = {
    command.id: command for command in (*_FILE, *_EDIT, *_GO, *_VARIATION, *_VIEW, *_HELP)
}
