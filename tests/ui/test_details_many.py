"""The details of a game in a file of many: what is shown, offered, renamed, explained."""

from __future__ import annotations

import pytest
from many_games import ROWS, many_document, register_many
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow, QStyleOptionViewItem

from viewer.document import plans
from viewer.tree.record import Header
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages.details_page import DetailsPage
from viewer.ui.session.record_session import RecordSession


@pytest.fixture
def session(qapp, monkeypatch):
    register_many(monkeypatch)
    made = RecordSession(many_document(ROWS))
    yield made
    made.close()


def names(model: HeaderModel) -> list[str]:
    return [model.index(row, NAME).data() for row in range(model.rowCount())]


def row_of(model: HeaderModel, name: str) -> int:
    return names(model).index(name)


def test_fields_of_new_records_and_those_that_are_there(
    session: RecordSession, qtmodeltester
) -> None:
    model = HeaderModel(session)
    qtmodeltester.check(model)
    assert names(model) == ["Event", "Date", "White", "Black", "Result", "Another detail…"]
    session.do(plans.all_headers, (Header("Black", "b"), Header("Coach", "c")))
    assert names(model) == ["Event", "White", "Black", "Coach", "Another detail…"]


def test_fields_and_names_of_other_games_are_offered(session: RecordSession) -> None:
    model = HeaderModel(session)
    assert list(model.field(0, NAME).offered) == ["Elo"]
    session.show(3)
    session.do(plans.header, "Coach", "c")
    session.show(1)
    assert list(model.field(0, NAME).offered) == ["Elo", "Coach"]


def test_a_new_header_by_the_name_of_a_field(session: RecordSession) -> None:
    model = HeaderModel(session)
    last = model.rowCount() - 1
    model.setData(model.index(last, NAME), "elo")
    model.setData(model.index(last, VALUE), "2800")
    assert session.record.header("Elo") == "2800"
    assert row_of(model, "Elo") == 5


def test_values_of_other_games_are_offered(session: RecordSession) -> None:
    model = HeaderModel(session)
    row = row_of(model, "White")
    assert list(model.field(row).offered) == ["Anderssen", "Morphy", "Polgár"]
    assert list(model.field(model.rowCount() - 1).offered) == []


def test_a_header_is_renamed_and_taken_out_and_fields_keep_their_names(
    session: RecordSession,
) -> None:
    session.do(plans.header, "Coach", "c")
    model = HeaderModel(session)
    row = row_of(model, "Coach")
    assert model.flags(model.index(row, NAME)) & Qt.ItemFlag.ItemIsEditable
    assert not model.flags(model.index(0, NAME)) & Qt.ItemFlag.ItemIsEditable
    assert model.setData(model.index(row, NAME), "Trainer")
    assert session.record.headers[-1] == Header("Trainer", "c")
    assert not model.setData(model.index(row, NAME), " ")
    model.setData(model.index(row, VALUE), "")
    assert "Trainer" not in names(model)
    session.undo()
    session.undo()
    assert session.record.headers[-1] == Header("Coach", "c")


def test_limits_are_checked(session: RecordSession) -> None:
    session.do(plans.header, "Elo", "28001")
    model = HeaderModel(session)
    faults = model.faults(row_of(model, "Elo"))
    assert [fault.text() for fault in faults] == ["5 bytes, and 4 fit: “1” will be cut off."]


def test_a_code_is_explained(session: RecordSession) -> None:
    model = HeaderModel(session)
    meaning = model.meaning(row_of(model, "Event"))
    assert meaning is not None
    assert meaning.text() == "the capital"
    spoken = model.index(0, VALUE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Event: London (the capital)"
    session.show(1)
    assert model.meaning(row_of(model, "Event")) is None


def test_the_editor_completes(session: RecordSession, qtbot) -> None:
    host = QMainWindow()
    qtbot.addWidget(host)
    page = DetailsPage(session)
    host.setCentralWidget(page)
    index = page.model.index(row_of(page.model, "White"), VALUE)
    delegate = page.view.itemDelegate()
    editor = delegate.createEditor(page.view, QStyleOptionViewItem(), index)
    assert isinstance(editor, QLineEdit)
    completer = editor.completer()
    completer.setCompletionPrefix("orph")
    assert completer.currentCompletion() == "Morphy"
