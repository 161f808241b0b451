"""Save as: the formats that hold the game, and the name's ending by the kind that was chosen."""

from __future__ import annotations

import pytest
from desks import make_window, write_file
from many_games import many_document, register_many

from viewer.document import plans
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry
from viewer.formats.fresh import USUAL
from viewer.ui.commands import COMMANDS
from viewer.ui.session.titles import file_title


@pytest.fixture
def window(qtbot, monkeypatch, tmp_path):
    register_many(monkeypatch)
    many = FORMATS["many"]
    target = many.target.replace("MANY", "OTHER")
    other = FormatEntry(
        *("other", many.name, ("oth", "other"), (), target, "x/y", ("plain",)), probe=many.probe
    )
    monkeypatch.setitem(FORMATS, "other", other)
    for entry in (many, other):
        monkeypatch.setattr(entry.load(), "writable", True)
    made = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    document = many_document()
    made.workspace.documents.append(document)
    made.add_document(document)
    return made


def test_only_formats_that_hold_the_game_its_own_first(window) -> None:
    kinds = window.saver.kinds("plain", "many")
    assert next(entry.id for entry, _ in kinds.values()) == "many"
    assert {entry.id for entry, _ in kinds.values()} >= {"many", "other"}
    assert all("plain" in entry.games for entry, _ in kinds.values())
    options = [chosen for _, chosen in window.saver.kinds("xiangqi", "xqf").values()]
    assert options[0] is None
    assert len(options) > 1


@pytest.mark.parametrize(
    ("typed", "kind", "expected"),
    [
        ("x", "", "x.many"),
        ("x.many", "", "x.many"),
        ("x", "oth", "x.oth"),
        ("x.many", "oth", "x.oth"),
        ("x.other", "oth", "x.other"),
        ("x.oth", "", "x.oth"),
        ("v1.2", "", "v1.2.many"),
    ],
)
def test_the_name_ends_as_its_kind(window, tmp_path, monkeypatch, typed, kind, expected) -> None:
    kinds = window.saver.kinds("plain", "many")
    chosen = next((words for words in kinds if kind and f"*.{kind} " in words), next(iter(kinds)))
    monkeypatch.setattr(
        "viewer.ui.toolkit.file_dialogs.FileDialog.save_file",
        lambda *_: (str(tmp_path / typed), chosen),
    )
    assert window.saver.save_as()
    assert file_title(window.session.document) == expected
    assert len((tmp_path / expected).read_text().splitlines()) == 5


@pytest.mark.parametrize("answer", ["other", "save", "stay"])
def test_another_encoding_is_offered_where_it_loses_nothing(
    qtbot, monkeypatch, tmp_path, answer: str
) -> None:
    path = tmp_path / "a.kif"
    path.write_bytes("手合割：平手\r\n   1 ７六歩(77)\r\n".encode("cp932"))
    made = make_window(qtbot, tmp_path, str(path))
    document = made.session.document
    document.set_comment(made.session.record.root, "☗ to play")
    asked = []

    def ask(losses, more, answers, safe):
        asked.append(([str(loss.words) for loss in losses], list(answers), safe))
        return answer

    monkeypatch.setattr(made.saver, "ask_losses", ask)
    assert made.saver.save() == (answer != "stay")
    assert asked[0][1:] == (["other", "stay", "save"], "other")
    assert "☗" in asked[0][0][0]
    saved = path.read_bytes()
    if answer == "other":
        assert "☗ to play" in saved.decode("utf-8")
    else:
        assert "７六歩(77)" in saved.decode("cp932")
        assert ("to play" in saved.decode("cp932")) == (answer == "save")
    document.revert()


def test_a_kifu_is_utf_8(qtbot, tmp_path) -> None:
    path = tmp_path / "a.kif"
    path.write_bytes("手合割：平手\r\n   1 ７六歩(77)\r\n".encode("cp932"))
    document = make_window(qtbot, tmp_path, str(path)).session.document
    document.save(str(tmp_path / "b.kifu"))
    assert "７六歩(77)" in (tmp_path / "b.kifu").read_text("utf-8-sig")
    document.save(str(tmp_path / "c.kif"))
    assert document.losses() == ()


def test_a_record_without_players_is_called_by_its_file(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.run(COMMANDS["new"])
    title = window.desk.panels.title._title
    assert title.text() == "New record"
    monkeypatch.setattr(
        "viewer.ui.toolkit.file_dialogs.FileDialog.save_file",
        lambda *_: (str(tmp_path / "evening.xqf"), ""),
    )
    assert window.saver.save_as()
    assert title.text() == "evening.xqf"


def test_the_title_stays_after_saving_in_another_format(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    window.add_document(window.workspace.begin("hex", USUAL, "gametree"))
    session = window.session
    session.do(plans.header, "name", "Ladders")
    title = window.desk.panels.title._title
    assert title.text() == "Ladders"
    kinds = window.saver.kinds("hex", "gametree").items()
    kind = next(words for words, (entry, _) in kinds if entry.id == "sgf")
    monkeypatch.setattr(
        "viewer.ui.toolkit.file_dialogs.FileDialog.save_file",
        lambda *_: (str(tmp_path / "ladders.sgf"), kind),
    )
    assert window.saver.save_as()
    assert b"GN[Ladders]" in (tmp_path / "ladders.sgf").read_bytes()
    assert session.document.format == "sgf"
    assert title.text() == "Ladders"
