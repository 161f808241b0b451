"""The dialog for a new record: games, starts, numbered starts, positions."""

from __future__ import annotations

import pytest
from desks import make_window, write_file

from viewer.games import GAMES, game_of
from viewer.games.capabilities import Numbered
from viewer.ui.dialogs.new_dialog import NewDialog
from viewer.ui.toolkit.sheet import SheetDialog


@pytest.fixture
def dialog(qtbot):
    made = NewDialog("xiangqi", "chess")
    qtbot.addWidget(made)
    return made


def choose(dialog: NewDialog, game: str, start: object) -> None:
    dialog.parts["game"].setCurrentIndex(dialog.parts["game"].findData(game))
    dialog.parts["start"].setCurrentIndex(dialog.parts["start"].findData(str(start)))


def test_all_games_are_offered_with_their_starts(dialog: NewDialog) -> None:
    assert [dialog.parts["game"].itemData(i) for i in range(dialog.parts["game"].count())] == list(
        GAMES
    )
    for id in GAMES:
        choose(dialog, id, 0)
        game = game_of(id)
        extra = 2 if isinstance(game, Numbered) else 1
        assert dialog.parts["start"].count() == len(game.starts) + extra
        dialog.accept()
        assert dialog.setup == game.starts[0].setup


def test_a_numbered_start(dialog: NewDialog) -> None:
    choose(dialog, "chess", "number")
    number = dialog.parts["number"]
    number.setValue(1000)
    assert number.value() == 959
    assert number.value() == dialog.sheet.values()["number"]
    dialog.parts["chance"].click()
    assert 0 <= number.value() <= 959
    number.setValue(518)
    dialog.accept()
    assert dialog.setup == game_of("chess").numbered_start(518)
    choose(dialog, "xiangqi", 0)
    assert dialog.parts["start"].findData("number") == -1


def test_a_position_and_a_text_that_is_none(dialog: NewDialog) -> None:
    choose(dialog, "chess", "position")
    dialog.parts["position"].setText("nonsense")
    dialog.accept()
    assert dialog.result() != NewDialog.DialogCode.Accepted
    assert dialog.sheet.faults["position"].startswith("That is no position")
    text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    dialog.parts["position"].setText(text)
    dialog.accept()
    assert dialog.result() == NewDialog.DialogCode.Accepted
    assert dialog.setup == game_of("chess").parse_setup(text)


def test_a_game_of_the_file_is_offered_where_it_can_hold_more(dialog: NewDialog) -> None:
    choose(dialog, "chess", 0)
    assert not dialog.parts["inside"].isHidden()
    dialog.parts["inside"].setChecked(True)
    assert dialog.sheet.values()["inside"]
    choose(dialog, "xiangqi", 0)
    assert dialog.parts["inside"].isHidden()
    dialog.accept()
    assert not dialog.inside


def test_a_new_record_of_another_game_has_its_own_tab(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))

    def accept(dialog: NewDialog) -> int:
        choose(dialog, "chess", "number")
        dialog.parts["number"].setValue(0)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(NewDialog, "exec", accept)
    window.files.new_position()
    assert len(window.desks()) == 2
    assert window.session.record.game == "chess"
    assert window.session.record.root.action == game_of("chess").numbered_start(0)
    accepted = len(window.session.document)

    def accept_inside(dialog: NewDialog) -> int:
        choose(dialog, "chess", 0)
        dialog.parts["inside"].setChecked(True)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(NewDialog, "exec", accept_inside)
    window.files.new_position()
    assert len(window.desks()) == 2
    assert len(window.session.document) == accepted + 1
    assert window.session.index == accepted


def test_another_encoding_is_asked_for(qtbot, tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;GM[1]FF[4]CA[UTF-8]PB[ü];B[aa])".encode())
    window = make_window(qtbot, tmp_path, path)

    def choose_western(dialog: SheetDialog) -> int:
        box = dialog.parts["encoding"].widget
        assert box.currentText() == "utf-8"
        box.setCurrentIndex(box.findData("cp1252"))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(SheetDialog, "exec", choose_western)
    window.files.ask_encoding()
    assert window.session.record.header("PB") == "Ã¼"


def label_of(dialog: NewDialog) -> str:
    label = dialog.sheet._rows["position"].name
    assert label is not None
    return label.text().replace("&", "")


def test_the_field_is_named_by_what_the_game_takes(dialog: NewDialog) -> None:
    choose(dialog, "chess", "position")
    assert label_of(dialog) == "Position"
    choose(dialog, "go", "position")
    assert label_of(dialog) == "Size, or a position"


def test_a_board_that_the_usual_format_has_no_room_for_is_of_another(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path)
    go = game_of("go")
    assert window.workspace.new("go", go.parse_setup("13")).format == "sgf"
    assert window.workspace.new("go", go.parse_setup("60")).format == "wei7"
