"""The table of headers."""

from __future__ import annotations

import pytest
from plain_session import Mirror, register, session_of
from PySide6.QtCore import Qt

from viewer.document import plans
from viewer.document.document import open_document
from viewer.formats.kit.tags import carried_facts, unshown_facts
from viewer.tree.record import Header
from viewer.ui.models.header_rows import fitting
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.session.record_session import RecordSession

HEADERS = (
    Header("Red", "甲"),
    Header("Opening", "x"),
    Header("Opening", "y"),
    Header("Title", "t"),
    Header("Title", "again"),
)
ROLES = Qt.ItemDataRole


@pytest.fixture
def open_study(qapp, monkeypatch):
    register(monkeypatch)
    sessions = []

    def make(headers=HEADERS, **more):
        sessions.append(session_of("a", headers, **more))
        return sessions[-1]

    yield make
    for session in sessions:
        session.close()


def table(model: HeaderModel) -> list[tuple[str, str]]:
    return [
        (model.index(row, NAME).data(), model.index(row, VALUE).data())
        for row in range(model.rowCount())
    ]


def test_fields_first_then_what_the_record_has_besides(open_study, qtmodeltester) -> None:
    model = HeaderModel(open_study())
    qtmodeltester.check(model)
    assert table(model) == [
        ("Title", "t"),
        ("Red player", "甲"),
        ("Result", ""),
        ("Opening", "x"),
        ("Opening", "y"),
        ("Title", "again"),
    ]


def test_a_field_is_set_taken_out_and_undone(open_study) -> None:
    session = open_study()
    model = HeaderModel(session)
    before = session.record.headers
    assert model.setData(model.index(0, VALUE), "new")
    assert session.record.header("Title") == "new"
    assert table(model)[0] == ("Title", "new")
    assert model.setData(model.index(1, VALUE), "")
    assert session.record.header("Red", "none") == "none"
    session.undo()
    session.undo()
    assert session.record.headers == before
    assert table(model)[:2] == [("Title", "t"), ("Red player", "甲")]
    assert not model.setData(model.index(0, VALUE), "t")
    assert session.document.history.undo_words is None


def test_of_two_headers_of_a_key_the_right_one_is_set(open_study) -> None:
    session = open_study()
    model = HeaderModel(session)
    mirror = Mirror(model)
    assert model.setData(model.index(4, VALUE), "z")
    assert [h.value for h in session.record.headers] == ["甲", "x", "z", "t", "again"]
    assert model.setData(model.index(3, VALUE), "")
    assert [h.value for h in session.record.headers] == ["甲", "z", "t", "again"]
    assert table(model)[3:] == [("Opening", "z"), ("Title", "again")]
    assert len(mirror.rows) == 5
    session.undo()
    assert table(model)[3:5] == [("Opening", "x"), ("Opening", "z")]
    assert len(mirror.rows) == 6


def test_choices_are_shown_in_words(open_study) -> None:
    session = open_study([Header("Result", "1-0")])
    model = HeaderModel(session)
    cell = model.index(2, VALUE)
    assert cell.data() == "Red won"
    assert cell.data(ROLES.EditRole) == "1-0"
    assert list(model.choices(2)) == ["*", "1-0", "0-1"]
    assert model.choices(0) is None
    model.setData(cell, "won on time")
    assert cell.data() == "won on time"


def test_names_are_not_edited(open_study) -> None:
    model = HeaderModel(open_study())
    assert not model.flags(model.index(0, NAME)) & Qt.ItemFlag.ItemIsEditable
    assert not model.setData(model.index(0, NAME), "other")
    assert model.flags(model.index(0, VALUE)) & Qt.ItemFlag.ItemIsEditable


def test_too_long_text_is_marked_not_refused(open_study) -> None:
    session = open_study([Header("Title", "四个汉字")], codec="gb18030")
    model = HeaderModel(session)
    cell = model.index(0, VALUE)
    assert cell.data(ROLES.ToolTipRole) is None
    assert cell.data(ROLES.ForegroundRole) is None
    assert model.setData(cell, "四个汉字多")
    assert session.record.header("Title") == "四个汉字多"
    assert cell.data(ROLES.ToolTipRole) == "10 bytes, and 8 fit: “多” will be cut off."
    assert cell.data(ROLES.ForegroundRole) is not None
    assert "8 fit" in cell.data(ROLES.AccessibleTextRole)


def test_the_limit_counts_the_bytes_of_the_records_encoding(open_study) -> None:
    utf8 = HeaderModel(open_study([Header("Title", "四个汉字")], codec=None))
    assert utf8.index(0, VALUE).data(ROLES.ToolTipRole) == (
        "12 bytes, and 8 fit: “汉字” will be cut off."
    )


def test_characters_that_the_encoding_lacks_are_marked(open_study) -> None:
    model = HeaderModel(open_study([Header("Red", "♞")], codec="gb2312"))
    assert model.index(1, VALUE).data(ROLES.ToolTipRole) == "gb2312 has no code for ♞."


def test_bytes_that_are_no_text_survive_editing_the_rest(open_study) -> None:
    session = open_study([Header("Red", "甲\U0010fe81")], codec="gb18030")
    model = HeaderModel(session)
    cell = model.index(1, VALUE)
    assert cell.data() == "甲\ufffd"
    model.setData(cell, cell.data(ROLES.EditRole) + "乙")
    assert session.record.header("Red") == "甲\U0010fe81乙"


@pytest.mark.parametrize("limit", range(12))
def test_fitting(limit: int) -> None:
    text = "a四bc字"
    kept = fitting(text, "gb18030", limit)
    assert text.startswith(kept)
    assert len(kept.encode("gb18030")) <= limit
    if kept != text:
        assert len(text[: len(kept) + 1].encode("gb18030")) > limit


def test_free_headers(open_study, qtmodeltester) -> None:
    session = open_study([Header("Title", "t")], format="free")
    model = HeaderModel(session)
    qtmodeltester.check(model)
    mirror = Mirror(model)
    assert table(model)[-1] == ("Another detail…", "")
    new = model.rowCount() - 1
    assert not model.setData(model.index(new, VALUE), "C00"), "a value has a name first"
    model.setData(model.index(new, NAME), " ECO ")
    assert len(session.record.headers) == 1
    model.setData(model.index(new, VALUE), "C00")
    assert session.record.headers[-1] == ("ECO", "C00")
    assert table(model)[-2:] == [("ECO", "C00"), ("Another detail…", "")]
    assert len(mirror.rows) == model.rowCount()
    session.undo()
    assert table(model)[-1] == ("Another detail…", "")
    assert len(mirror.rows) == model.rowCount() == 4


def test_formats_without_free_headers_offer_none(open_study) -> None:
    model = HeaderModel(open_study([]))
    assert model.rowCount() == 3


def test_what_an_earlier_record_says_is_shown_and_cannot_be_edited(open_study) -> None:
    session = open_study()
    session.record.facts += carried_facts([Header("Title", "before"), Header("c0", "text")])
    model = HeaderModel(session)
    assert table(model)[-2:] == [("Earlier: Title", "before"), ("Earlier: c0", "text")]
    last = model.index(model.rowCount() - 1, VALUE)
    assert not last.flags() & Qt.ItemFlag.ItemIsEditable
    assert "still holds" in last.data(ROLES.ToolTipRole)
    session.do(plans.all_headers, (Header("Title", "own"),))
    assert table(model)[-2:] == [("Earlier: Title", "before"), ("Earlier: c0", "text")]


def test_text_outside_of_the_game_is_shown_and_cannot_be_edited(open_study) -> None:
    session = open_study()
    session.record.facts += unshown_facts(["{a note\nof two lines}", "% escaped"])
    model = HeaderModel(session)
    assert table(model)[-2:] == [
        ("Outside the game", "{a note of two lines}"),
        ("Outside the game", "% escaped"),
    ]
    last = model.index(model.rowCount() - 1, VALUE)
    assert not last.flags() & Qt.ItemFlag.ItemIsEditable
    assert not model.setData(last, "other")
    assert "kept as it stands" in last.data(ROLES.ToolTipRole)


def test_names_offered_are_those_of_the_game(qapp, tmp_path) -> None:
    """PGN has other headers for xiangqi than for chess."""
    path = tmp_path / "a.pgn"
    path.write_text('[Game "Chinese Chess"]\n[Red "A"]\n\n1. C2=5 *\n')
    session = RecordSession(open_document(str(path)))
    model = HeaderModel(session)
    offered = model.field(model.rowCount() - 1, NAME).offered
    assert "Red's team" in offered
    assert "White's team" not in offered
    session.close()


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("下手：甲\n上手：乙\n", "Receiver|Giver"),
        ("先手：甲\n", "Black|White"),
        ("", "Black|White"),
    ],
)
def test_players_have_one_place_each_whatever_sides_are_called(
    qapp, tmp_path, names: str, shown: str
) -> None:
    path = tmp_path / "a.kif"
    path.write_text(f"手合割：二枚落ち\n{names}   1 ６二銀(71)\n", encoding="utf-8")
    session = RecordSession(open_document(str(path)))
    rows = [name.split(" ")[0] for name, _ in table(HeaderModel(session)) if name]
    session.close()
    assert [one for one in rows if one in ("Receiver", "Giver", "Black", "White")] == (
        shown.split("|")
    )
