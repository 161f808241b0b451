"""The details of go's records: participants and players as lists, rules, size, what the format says."""

from __future__ import annotations

import json

from desks import make_window
from lessons import GAME, write
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QMenu

from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages.details_cells import item_actions


def shown(model: HeaderModel) -> list[tuple[str, str]]:
    return [
        (model.index(row, NAME).data(), model.index(row, VALUE).data())
        for row in range(model.rowCount())
    ]


def row_of(model: HeaderModel, name: str) -> int:
    return [name for name, _ in shown(model)].index(name)


def details(qtbot, tmp_path, name="game.wei7"):
    window = make_window(qtbot, tmp_path, write(tmp_path, name))
    window.show_page("details")
    page = window.desk.panels.page("details")
    return window, page.view, page.model


def test_lists_stand_where_their_fields_would(qtbot, qtmodeltester, tmp_path) -> None:
    _, _, model = details(qtbot, tmp_path)
    qtmodeltester.check(model)
    rows = shown(model)
    names = [name for name, _ in rows]
    assert names[:3] == ["Name of the game", "Beginning (UTC)", "Place"]
    assert rows[3:5] == [("Participant 1", "A"), ("Rank", "9d")]
    at = names.index("Another participant…")
    assert rows[at + 1 : at + 3] == [("Player 1", "A"), ("Colour", "Black")]
    assert names[-2:] == ["Size of the board", "Another detail…"]
    assert not any("info." in name for name in names)


def test_a_participant_is_added_moved_removed_and_undone(qtbot, tmp_path) -> None:
    window, view, model = details(qtbot, tmp_path)
    row = row_of(model, "Another participant…")
    assert model.setData(model.index(row, VALUE), "D")
    view.setCurrentIndex(model.index(row, VALUE))
    assert shown(model)[row] == ("Participant 4", "D")
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view.currentIndex().row() == row_of(model, "Participant 1")
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)  # nothing is above
    view.setCurrentIndex(model.index(row_of(model, "Participant 4"), VALUE))
    qtbot.keyClick(view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    said = dict(shown(model))
    assert (said["Participant 1"], said["Participant 2"], said["Player 2"]) == ("D", "A", "B")
    document = window.session.document
    document.save(str(tmp_path / "b.wei7"))
    info = json.loads((tmp_path / "b.wei7").read_text())["info"]
    assert [one["name"] for one in info["participants"]] == ["D", "A", "B"]
    assert [one["participant"] for one in info["players"]] == [1, 2]
    for _ in range(5):
        window.session.undo()
    document.save(str(tmp_path / "c.wei7"))
    assert (tmp_path / "c.wei7").read_text() == GAME


def test_a_player_is_chosen_among_the_participants(qtbot, tmp_path) -> None:
    window, view, model = details(qtbot, tmp_path)
    index = model.index(row_of(model, "Player 2"), VALUE)
    view.setCurrentIndex(index)
    view.edit(index)
    box = view.indexWidget(index)
    assert isinstance(box, QComboBox)
    assert [box.itemText(place) for place in range(box.count())] == ["A", "B", "C"]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert window.session.record.header("info.players.1.participant") == "2"
    assert window.session.record.header("info.players.1.color") == "2"
    assert [tool.icon for tool in item_actions(model, index.row())] == [
        "trash"
    ]  # their order says nothing


def test_signs_and_menu_do_what_keys_do(qtbot, tmp_path, monkeypatch) -> None:
    _window, view, model = details(qtbot, tmp_path)
    index = model.index(row_of(model, "Participant 2"), VALUE)
    box = view.visualRect(index)
    spot = QPoint(box.right() - 24, box.center().y())  # the last sign: it goes
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert [value for name, value in shown(model) if name.startswith("Participant ")] == ["A", "C"]
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: opened.append(menu))
    view.customContextMenuRequested.emit(view.visualRect(model.index(4, VALUE)).center())
    (menu,) = opened
    texts = [action.text() for action in menu.actions()]
    assert texts[1] == "Move down: Participant 1\tAlt+Down"
    menu.actions()[1].trigger()
    menu.close()
    assert dict(shown(model))["Participant 1"] == "C"


def test_what_the_specification_forbids_is_not_taken(qtbot, tmp_path) -> None:
    window, _, model = details(qtbot, tmp_path)
    row = row_of(model, "Komi")
    refused = model.refusal(model.index(row, VALUE), "7.25")
    assert refused is not None
    assert "in halves (3.10.1)" in str(refused)
    assert not model.setData(model.index(row, VALUE), "7.25")
    assert window.session.record.header("info.rules.komi") == "7.5"
    assert model.setData(model.index(row, VALUE), "6.5")
    assert model.index(row, VALUE).data(Qt.ItemDataRole.ToolTipRole) is None


def test_what_a_file_has_against_the_specification_is_marked_and_kept(qtbot, tmp_path) -> None:
    (tmp_path / "odd.wei7").write_text(GAME.replace('"komi": 7.5', '"komi": 7.25'))
    window = make_window(qtbot, tmp_path, str(tmp_path / "odd.wei7"))
    window.show_page("details")
    model = window.desk.panels.page("details").model
    row = row_of(model, "Komi")
    assert "3.10.1" in model.index(row, VALUE).data(Qt.ItemDataRole.ToolTipRole)
    assert window.session.record.header("info.rules.komi") == "7.25"


def test_the_size_is_fixed_where_stones_stand(qtbot, tmp_path) -> None:
    window, _, model = details(qtbot, tmp_path)
    index = model.index(row_of(model, "Size of the board"), VALUE)
    assert index.data() == "9"
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    window.session.go(window.session.record.root)
    from viewer.document import plans

    window.session.do(plans.delete)
    index = model.index(row_of(model, "Size of the board"), VALUE)
    assert index.flags() & Qt.ItemFlag.ItemIsEditable
    assert not model.setData(index, "1000")
    assert model.setData(index, "13x11")
    assert index.data() == "13x11"


def test_sgf_offers_what_is_usual_by_the_rules(qtbot, tmp_path, monkeypatch) -> None:
    window, view, model = details(qtbot, tmp_path, "game.sgf")
    komi, rules = row_of(model, "Komi"), row_of(model, "Rules")
    assert model.field(komi).offered[0] == "6.5"
    assert "Chinese" in list(model.field(rules).offered)
    model.setData(model.index(rules, VALUE), "Chinese")
    assert model.field(komi).offered[0] == "7.5"
    result = row_of(model, "Result")
    model.setData(model.index(result, VALUE), "W+R")
    assert model.meaning(result).text() == "White: Won by resignation"
    model.setData(model.index(result, VALUE), "white wins")
    assert "B+R" in model.index(result, VALUE).data(Qt.ItemDataRole.ToolTipRole)
    window.session.undo()
    window.session.document.save(str(tmp_path / "b.sgf"))
    text = (tmp_path / "b.sgf").read_text()
    assert "RU[Chinese]" in text
    assert "RE[W+R]" in text
    index = model.index(komi, VALUE)
    view.setCurrentIndex(index)
    view.edit(index)
    line = view.indexWidget(index)
    assert isinstance(line, QLineEdit)
    offered: list[int] = []
    monkeypatch.setattr(QCompleter, "complete", lambda it: offered.append(it.completionCount()))
    qtbot.keyClick(line, Qt.Key.Key_Down)
    assert offered == [len(list(model.field(komi).offered))]


def test_what_no_item_has_is_offered_by_its_name(qtbot, tmp_path) -> None:
    window, _, model = details(qtbot, tmp_path)
    assert "Title" not in [name for name, _ in shown(model)]
    offered = list(model.field(0, NAME).offered)
    assert "Participant 2: Title" in offered
    assert not any(name.startswith("Participant 1: name") for name in offered)
    last = model.rowCount() - 1
    model.setData(model.index(last, NAME), "Participant 2: Title")
    model.setData(model.index(last, VALUE), "Meijin")
    assert window.session.record.header("info.participants.1.title") == "Meijin"
    assert [name for name, _ in shown(model)].count("Title") == 3
