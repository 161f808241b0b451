"""The dialog for a new record: games, starts, numbered starts, positions."""

from __future__ import annotations

import pytest
from desks import make_window, write_file

from viewer.games import GAMES, game_of
from viewer.games.capabilities import Numbered
from viewer.ui.dialogs.new_dialog import NewDialog


@pytest.fixture
def dialog(qtbot):
    made = NewDialog("xiangqi", "chess")
    qtbot.addWidget(made)
    return made


def choose(dialog: NewDialog, game: str, start: object) -> None:
    dialog._games.setCurrentIndex(dialog._games.findData(game))
    dialog._starts.setCurrentIndex(dialog._starts.findData(start))


def test_all_games_are_offered_with_their_starts(dialog: NewDialog) -> None:
    assert [dialog._games.itemData(i) for i in range(dialog._games.count())] == list(GAMES)
    for id in GAMES:
        choose(dialog, id, 0)
        game = game_of(id)
        extra = 2 if isinstance(game, Numbered) else 1
        assert dialog._starts.count() == len(game.starts) + extra
        dialog.accept()
        assert dialog.setup == game.starts[0].setup


def test_a_numbered_start(dialog: NewDialog) -> None:
    choose(dialog, "chess", "number")
    dialog._number.setText("1000")
    dialog.accept()
    assert dialog.setup is None
    assert dialog._wrong.text() != ""
    dialog._number.setText("518")
    dialog.accept()
    assert dialog.setup == game_of("chess").numbered_start(518)
    choose(dialog, "xiangqi", 0)
    assert dialog._starts.findData("number") == -1


def test_a_position_and_a_text_that_is_none(dialog: NewDialog) -> None:
    choose(dialog, "chess", "position")
    dialog._text.setText("nonsense")
    dialog.accept()
    assert dialog.result() != NewDialog.DialogCode.Accepted
    assert dialog._wrong.text().startswith("That is no position")
    text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    dialog._text.setText(text)
    dialog.accept()
    assert dialog.result() == NewDialog.DialogCode.Accepted
    assert dialog.setup == game_of("chess").parse_setup(text)


def test_a_game_of_the_file_is_offered_where_it_can_hold_more(dialog: NewDialog) -> None:
    choose(dialog, "chess", 0)
    assert not dialog._inside.isHidden()
    dialog._inside.setChecked(True)
    assert dialog.inside
    choose(dialog, "xiangqi", 0)
    assert dialog._inside.isHidden()
    assert not dialog.inside


def test_a_new_record_of_another_game_has_its_own_tab(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))

    def accept(dialog: NewDialog) -> int:
        choose(dialog, "chess", "number")
        dialog._number.setText("0")
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
        dialog._inside.setChecked(True)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(NewDialog, "exec", accept_inside)
    window.files.new_position()
    assert len(window.desks()) == 2
    assert len(window.session.document) == accepted + 1
    assert window.session.index == accepted
