"""The settings, set by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desks import in_theme, make_window, write_file
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from viewer.base import catalogs
from viewer.base.settings import GROUPS, Settings
from viewer.games import GAMES, game_of
from viewer.scene.theme import DARK
from viewer.ui.board import sounds
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.settings_dialog import SettingsDialog, telling_kinds
from viewer.ui.toolkit.language import UI_PIXELS
from viewer.ui.toolkit.sheet import Sheet
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))


def opened(window: Window) -> SettingsDialog:
    window.run(COMMANDS["settings"])
    return window.findChildren(SettingsDialog)[-1]


def choose(dialog: SettingsDialog, key: str, value: str) -> QWidget:
    sheet = next(one for one in dialog.sheets if key in one.parts)
    box = sheet.parts[key].widget
    box.setCurrentIndex(box.findData(value))
    assert sheet.parts[key].value() == value
    return box


def test_all_that_a_person_may_set_is_there_with_what_holds(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sounds, "found_program", lambda: sounds.PlayerProgram("play"))
    window.settings.set("sounds", True)
    window.settings.set("animate", True)
    window.settings.set("coordinates", "letters")
    dialog = opened(window)
    names = [
        "Program",
        "Board",
        "Moves",
        "Playback",
        "Analysis",
        "Games",
        "Keys",
        "Engines",
    ]
    assert [dialog.tabs.tabText(n) for n in range(dialog.tabs.count())] == names
    for group, sheet in zip(GROUPS, dialog.sheets, strict=False):
        assert sheet.values() == {field.key: window.settings[field.key] for field in group.fields}
    assert dialog.sheets[-1].values()["game"] == "xiangqi"
    dialog.close()


def test_it_holds_at_once_and_is_kept(window: Window, tmp_path: Path) -> None:
    dialog = opened(window)
    choose(dialog, "theme", "dark")
    assert theme_in_use().id == "dark"
    choose(dialog, "tree", "graph")
    assert window.settings["tree"] == "graph"
    glide = next(one for one in dialog.sheets if "animate" in one.parts).parts["animate"]
    glide.widget.setChecked(False)
    glide.widget.click()
    assert window.settings["animate"] is True
    dialog.close()
    kept = [json.loads(path.read_text()) for path in tmp_path.rglob("settings.json")]
    assert [(one["theme"], one["tree"], one["animate"]) for one in kept] == [
        ("dark", "graph", True)
    ]


def test_each_game_has_its_own(window: Window) -> None:
    dialog = opened(window)
    choose(dialog, "notation xiangqi", "wxf")
    assert window.settings["notation"] == "xiangqi=wxf"
    assert window.session.style == "wxf"
    choose(dialog, "game", "hex")
    assert list(dialog.sheets[-1].values())[1:] == [
        "notation hex",
        "pieces hex",
        "layouts hex",
        "right-button hex",
    ]
    choose(dialog, "pieces hex", "flat")
    choose(dialog, "game", "xiangqi")
    choose(dialog, "notation xiangqi", "")
    assert (window.settings["notation"], window.settings["pieces"]) == ("", "hex=flat")
    dialog.close()


def test_settings_of_games_are_one_text(window: Window) -> None:
    settings = Settings('{"pieces": "shogi=two go=flat odd"}')
    assert [settings.of_game("pieces", id) for id in ("go", "shogi", "hex")] == ["flat", "two", ""]
    settings.set_of_game("pieces", "hex", "barred")
    settings.set_of_game("pieces", "go", "")
    assert settings["pieces"] == "hex=barred shogi=two"


def test_languages_are_those_there_are(qtbot, tmp_path: Path, monkeypatch) -> None:
    for name in ("de", "zh_CN"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / name / "LC_MESSAGES" / "qipu.mo").touch()
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path)
    settings = Settings()
    dialog = SettingsDialog(settings, "", lambda: None)
    qtbot.addWidget(dialog)
    box = choose(dialog, "language", "zh_CN")
    assert settings["language"] == "zh_CN"
    assert [box.itemText(row) for row in range(3)] == ["As the system", "English", "Deutsch"]
    assert dialog.sheets[-1].values()["game"] == next(iter(GAMES))


def test_what_nobody_offers_stays_until_another_is_chosen(qtbot) -> None:
    settings = Settings('{"language": "tlh"}')
    dialog = SettingsDialog(settings, "", lambda: None)
    qtbot.addWidget(dialog)
    assert isinstance(dialog.sheets[0], Sheet)
    assert dialog.sheets[0].values()["language"] == "tlh"
    choose(dialog, "language", "en")
    assert settings["language"] == "en"


def test_the_size_of_the_text_holds_at_once(qtbot, window: Window) -> None:
    dialog = opened(window)
    before = window.font().pixelSize()
    panels = window.desk.panels
    shown = (window, dialog, panels.notation, panels.comment)
    for percent in (150, 100):
        part(dialog, "text-size").setValue(percent)
        pixels = round(UI_PIXELS * percent / 100)  # widgets are told of it by events
        qtbot.waitUntil(lambda size=pixels: {one.font().pixelSize() for one in shown} == {size})
    assert window.font().pixelSize() == before
    dialog.close()


def test_moves_and_comments_have_a_size_and_a_font_of_their_own(window: Window) -> None:
    dialog = opened(window)
    before = window.font().pixelSize()
    panels = window.desk.panels
    part(dialog, "reading-size").setValue(200)
    for widget in (panels.notation, panels.comment):
        assert widget.font().pixelSize() == 2 * before
    assert panels.comment.edit.font().pixelSize() > 2 * before  # the comment is large
    assert panels.title.font().pixelSize() == before
    box = part(dialog, "reading-font")
    family = box.itemData(1)
    box.setCurrentIndex(1)
    for widget in (panels.notation, panels.comment.edit):
        assert widget.font().families()[0] == family
    assert window.settings["reading-font"] == family
    box.setCurrentIndex(0)
    assert panels.notation.font().families() == window.desk.font().families()
    dialog.close()


def test_a_font_that_this_system_lacks_stays_chosen(window: Window) -> None:
    window.settings.set("reading-font", "None Such")
    dialog = opened(window)
    assert part(dialog, "reading-font").currentData() == "None Such"
    dialog.close()


def test_how_long_a_piece_glides_is_set(window: Window) -> None:
    window.settings.set("animate", True)
    dialog = opened(window)
    part(dialog, "glide").setValue(400)
    assert window.session.looks.glide == 400
    dialog.close()


def part(dialog: SettingsDialog, key: str) -> QWidget:
    """The input of a setting."""
    return next(one for one in dialog.sheets if key in one.parts).parts[key].widget


def pictures_of(box: QWidget) -> list[QImage]:
    """The pictures in a list to choose from."""
    return [box.itemIcon(row).pixmap(box.iconSize()).toImage() for row in range(box.count())]


def test_piece_sets_stand_beside_small_pictures_of_them(window: Window) -> None:
    dialog = opened(window)
    for game in GAMES:
        pictures = pictures_of(dialog.sheets[-1].parts[f"pieces {game}"].widget)
        assert len(pictures) == len(game_of(game).piece_sets) >= 3
        for number, picture in enumerate(pictures):
            assert not picture.isNull()
            assert picture not in pictures[:number]
    dialog.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_of_piece_sets_follow_the_theme(window: Window, game: str) -> None:
    dialog = opened(window)
    box = dialog.sheets[-1].parts[f"pieces {game}"].widget
    before = pictures_of(box)
    with in_theme(DARK):
        same = [now == then for now, then in zip(pictures_of(box), before, strict=True)]
    assert not any(same)
    assert pictures_of(box) == before
    dialog.close()


@pytest.mark.parametrize("game", GAMES)
def test_pieces_of_both_sides_tell_sets_apart(game: str) -> None:
    sets = game_of(game).piece_sets
    kinds = telling_kinds(sets)
    assert 2 <= len(kinds) <= 4
    assert len({tuple(one.art[kind] for kind in kinds) for one in sets}) == len(sets)


def test_coordinates_have_the_size_that_is_chosen(qtbot, window: Window) -> None:
    board, dialog = window.desk.stage.board, opened(window)
    usual = board.geometry_
    sheet = next(one for one in dialog.sheets if "coordinates-size" in one.parts)
    sheet.parts["coordinates-size"].widget.setValue(150)
    assert board.look.geometry is board.geometry_
    assert board.geometry_.height > usual.height
    assert board.square_at(board.centre_of("h2")) == "h2"
    choose(dialog, "coordinates", "none")
    assert board.geometry_ is usual
    dialog.close()


def test_a_setting_of_a_game_is_found_with_its_game(window: Window) -> None:
    dialog = opened(window)
    dialog.line.setText("notation")
    games = next(sheet for sheet in dialog.sheets if "game" in sheet.parts)
    shown = [key for key, part in games.parts.items() if not part.widget.isHidden()]
    assert shown == ["game", "notation xiangqi"]
    dialog.line.setText("volume")
    assert games.parts["game"].widget.isHidden()
    dialog.close()
