"""The sheet for a new record: what each game asks, what files say of it, bad values, the last one again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desks import make_window, write_file
from libraries import build, open_tab
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel

from viewer.base import catalogs
from viewer.base.text import readable
from viewer.document.beginning import writable_formats
from viewer.formats import FORMATS
from viewer.games import GAMES, game_of
from viewer.games.beginning import start_fields
from viewer.games.capabilities import Begun
from viewer.tree.action import Setup
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.new_dialog import NewDialog, NewSheets
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]


@pytest.fixture
def dialog(qtbot):
    made = NewDialog("xiangqi", "chess")
    qtbot.addWidget(made)
    return made


def pick(dialog: SheetDialog, **choices: object) -> None:
    """Choose and type as somebody does, in this order."""
    for key, value in choices.items():
        part = dialog.parts[key]
        if isinstance(part, QComboBox):
            assert part.findData(value) >= 0
            part.setCurrentIndex(part.findData(value))
        else:
            part.set_value(value)


def accepted(dialog: NewDialog) -> bool:
    dialog.accept()
    return dialog.result() == NewDialog.DialogCode.Accepted


def headers(window: Window) -> dict[str, str]:
    return {header.key: header.value for header in window.session.record.headers}


def asked(window: Window, monkeypatch, **choices: object) -> None:
    """Fill in the sheet of a window."""

    def fill(dialog: NewDialog) -> int:
        pick(dialog, **choices)
        dialog.accept()
        return dialog.result()

    with monkeypatch.context() as patch:
        patch.setattr(NewDialog, "exec", fill)
        window.files.new_position()


# ------------------------------------------------------------------------------------- the sheet


def test_all_games_are_offered_with_their_starts(dialog: NewDialog) -> None:
    offered = [dialog.parts["game"].itemData(i) for i in range(dialog.parts["game"].count())]
    assert offered == list(GAMES)
    for id in GAMES:
        pick(dialog, game=id)
        game = game_of(id)
        if not isinstance(game, Begun):
            assert dialog.parts["start"].count() == len(start_fields(game)[0].choices)
        assert accepted(dialog)
        assert (dialog.game, dialog.beginning.setup) == (id, game.starts[0].setup)


def test_a_numbered_start(dialog: NewDialog) -> None:
    pick(dialog, game="chess", start="number")
    number = dialog.parts["number"]
    number.setValue(1000)
    assert number.value() == 959
    dialog.parts["chance"].click()
    assert 0 <= number.value() <= 959
    number.setValue(518)
    assert accepted(dialog)
    assert dialog.beginning.setup == game_of("chess").numbered_start(518)
    pick(dialog, game="xiangqi")
    assert dialog.parts["start"].findData("number") == -1


def test_a_position_and_a_text_that_is_none(dialog: NewDialog) -> None:
    pick(dialog, game="chess", start="position", position="nonsense")
    assert not accepted(dialog)
    assert dialog.sheet.faults["position"].startswith("That is no position")
    text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    pick(dialog, position=text)
    assert not dialog.sheet.faults
    assert accepted(dialog)
    assert dialog.beginning.setup == game_of("chess").parse_setup(text)


def test_a_size_of_ones_own_and_one_that_is_none(dialog: NewDialog) -> None:
    for game, good in (("go", "7x9"), ("hex", "12"), ("twixt", "20")):
        pick(dialog, game=game, start="other")
        for bad in ("", "0", "many", "100000"):
            pick(dialog, size=bad)
            assert not accepted(dialog), (game, bad)
            assert dialog.sheet.faults["size"]
        pick(dialog, size=good)
        assert accepted(dialog)
        assert dialog.beginning.setup == Setup(good)
        dialog.setResult(0)


def test_komi_follows_rules_and_handicap_until_somebody_types_one(dialog: NewDialog) -> None:
    pick(dialog, game="go")
    komi = dialog.parts["komi"]
    assert komi.value() == "7.5"
    pick(dialog, rules="Japanese")
    assert komi.value() == "6.5"
    pick(dialog, handicap="3")
    assert komi.value() == "0.5"
    pick(dialog, komi="5.5", rules="Chinese", handicap="0")
    assert komi.value() == "5.5"
    pick(dialog, komi="plenty")
    assert not accepted(dialog)
    assert dialog.sheet.faults["komi"] == "Komi is a number of points, such as 6.5 or 0."


def test_handicap_stones_are_those_that_the_board_has_places_for(dialog: NewDialog) -> None:
    def counts() -> int:
        return dialog.parts["handicap"].count()

    pick(dialog, game="go", handicap="9")
    assert counts() == 9
    pick(dialog, start="13")
    assert counts() == 9
    pick(dialog, start="other", size="8")
    assert counts() == 4  # none, two, three, four
    assert dialog.parts["handicap"].value() == "0"
    pick(dialog, size="5")
    assert counts() == 1


def test_names_stay_when_another_game_is_chosen(dialog: NewDialog) -> None:
    pick(dialog, player0="Ann", player1="Bob", game="shogi")
    assert accepted(dialog)
    assert dialog.beginning.players == ("Ann", "Bob")


def test_a_game_of_the_file_is_offered_where_it_can_hold_more(dialog: NewDialog) -> None:
    pick(dialog, game="chess", inside=True)
    assert dialog.parts["format"].isHidden()
    assert accepted(dialog)
    assert dialog.inside
    pick(dialog, game="xiangqi")
    assert "inside" not in dialog.parts
    assert accepted(dialog)
    assert not dialog.inside


def test_a_format_that_cannot_hold_it_is_told_where_it_is_chosen(dialog: NewDialog) -> None:
    pick(dialog, game="twixt", rules="PP", format="moves")
    assert not accepted(dialog)
    assert dialog.sheet.faults["format"].startswith("List of moves (Hex, Twixt) can't hold this: ")
    pick(dialog, format="sgf")
    assert accepted(dialog)


# -------------------------------------------------------------------------------- what is written


@pytest.mark.parametrize("game", GAMES)
def test_names_are_where_each_format_has_them(qtbot, tmp_path: Path, game: str) -> None:
    """Read again, every format that knows players names those that were typed."""
    window = make_window(qtbot, tmp_path)
    for entry in writable_formats(game):
        format_ = entry.load()
        if not format_.key_of("side0", game):
            continue
        dialog = NewDialog(game)
        qtbot.addWidget(dialog)
        pick(dialog, player0="Ann", player1="Bob", minutes=90, seconds=30, format=entry.id)
        assert accepted(dialog), (entry.id, dialog.sheet.faults)
        made = window.workspace.begin(game, dialog.beginning, entry.id)
        assert made.losses() == ()
        path = tmp_path / f"{game}-{entry.id}.{entry.suffixes[0]}"
        made.save(str(path))
        again = window.workspace.open(str(path))
        record = again.record(0)
        names = [format_.by_role(f"side{side}", record.headers, game) for side in (0, 1)]
        assert names == ["Ann", "Bob"], entry.id
        assert again.format == entry.id


def test_sgf_says_size_handicap_rules_komi_and_time(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    asked(
        window,
        monkeypatch,
        game="go",
        start="13",
        handicap="4",
        rules="Japanese",
        player0="Ann",
        minutes=60,
        seconds=30,
        periods=5,
    )
    said = headers(window)
    assert window.session.document.format == "sgf"
    assert (said["HA"], said["KM"], said["RU"]) == ("4", "0.5", "Japanese")
    assert (said["TM"], said["OT"], said["PB"]) == ("3600", "5x30 byo-yomi", "Ann")
    window.session.document.save(str(tmp_path / "new.sgf"))
    assert "SZ[13]" in (tmp_path / "new.sgf").read_text("utf-8")
    assert window.session.state.board.count(1) == 4


@pytest.mark.parametrize("game", ["xiangqi", "chess", "shogi"])
def test_an_empty_board_says_how_it_is_set_up(qtbot, tmp_path, monkeypatch, game: str) -> None:
    window = make_window(qtbot, tmp_path)
    start = next(i for i, start in enumerate(game_of(game).starts) if start.id == "empty")
    asked(window, monkeypatch, game=game, start=str(start))
    assert window.status.said == "No move is possible here. E edits the position."
    asked(window, monkeypatch, game="go", start="13")
    assert window.status.said == ""


def test_kif_names_the_handicap_and_its_players(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    bishop = [one.id for one in game_of("shogi").starts].index("bishop")
    asked(
        window, monkeypatch, game="shogi", start=str(bishop), player0="Ann", minutes=30, seconds=60
    )
    window.session.document.save(str(tmp_path / "new.kif"))
    text = (tmp_path / "new.kif").read_bytes().decode("cp932")
    for line in ("手合割：角落ち", "下手：Ann", "持ち時間：30分", "秒読み：60秒"):
        assert line in text


def test_other_formats_say_the_time_their_own_way(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    for game, format, key, text in (
        ("chess", "pgn", "TimeControl", "5400+30"),
        ("xiangqi", "xqf", "TimeRule", "每方90分钟，每步加30秒"),
        ("shogi", "csa", "$TIME_LIMIT", "01:30+30"),
        ("hex", "sgf", "OT", "30 fischer"),
    ):
        asked(window, monkeypatch, game=game, format=format, minutes=90, seconds=30)
        assert headers(window)[key] == text


def test_rules_of_twixt_are_in_the_start(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    asked(window, monkeypatch, game="twixt", start="30", rules="PP")
    assert window.session.record.setup == Setup("30 PP")


# ----------------------------------------------------------------------------------- the window


def test_a_new_record_of_another_game_has_its_own_tab(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    asked(window, monkeypatch, game="chess", start="number", number=0)
    assert len(window.tabs.desks()) == 2
    assert window.session.record.game == "chess"
    assert window.session.record.root.action == game_of("chess").numbered_start(0)
    count = len(window.session.document)
    asked(window, monkeypatch, start="0", player0="Ann", inside=True)
    assert len(window.tabs.desks()) == 2
    assert len(window.session.document) == count + 1
    assert window.session.index == count
    assert headers(window)["White"] == "Ann"


def test_the_last_one_is_repeated_without_a_sheet_and_without_its_players(
    qtbot, tmp_path, monkeypatch
) -> None:
    window = make_window(qtbot, tmp_path)
    asked(window, monkeypatch, game="go", start="13", rules="Japanese", player0="Ann")
    window.focus_board()
    QApplication.processEvents()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert len(window.tabs.desks()) == 2
    said = headers(window)
    assert (said["RU"], said["KM"], said.get("PB", "")) == ("Japanese", "6.5", "")
    assert window.session.record.setup == Setup("13")
    dialog = NewDialog("go", "", NewSheets(window)._kept)
    qtbot.addWidget(dialog)
    assert dialog.parts["start"].value() == "13"
    assert dialog.parts["player0"].value() == ""


HANDICAPS = [
    ({"start": "13", "handicap": "4", "komi": "0.5", "rules": "Japanese"}, "go", "13", "6.5"),
    ({"start": "9", "handicap": "0", "komi": "3.5", "rules": ""}, "go", "9", "3.5"),
    ({"start": "3"}, "shogi", "", ""),
]


@pytest.mark.parametrize(("kept", "game", "start", "komi"), HANDICAPS)
def test_in_a_library_tab_the_last_handicap_is_not_taken_over(
    qtbot, tmp_path, monkeypatch, kept, game: str, start: str, komi: str
) -> None:
    build(tmp_path, "Samples")
    window, _ = open_tab(qtbot, tmp_path)
    window.store.keep_text("new.json", json.dumps({"last": game, game: kept}))
    monkeypatch.setattr(NewDialog, "exec", lambda dialog: (dialog.accept(), dialog.result())[1])
    window.run(COMMANDS["new"])
    usual = game_of(game).starts[0].setup
    assert window.session.record.setup == (Setup(start) if start else usual)
    assert headers(window).get("KM", "") == komi
    assert headers(window).get("RU", "") == kept.get("rules", "")
    assert "HA" not in headers(window)


def test_a_series_of_games_has_the_same_handicap(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    asked(window, monkeypatch, game="go", handicap="4")
    window.run(COMMANDS["new"])
    assert window.status.said.startswith("The same as the last new record.")
    assert headers(window)["HA"] == "4"


def test_what_was_kept_and_is_damaged_does_no_harm(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path)
    store = window.store
    for text in (
        "nonsense",
        "[1]",
        '{"last": 3, "go": 5, "chess": {"start": "99", "minutes": "x", "format": []}}',
        '{"go": {"start": "13", "handicap": "77", "komi": "x", "rules": null}}',
    ):
        store.keep_text("new.json", text)
        for game in GAMES:
            NewSheets(window).repeat(game)
            assert window.session.record.game == game


def test_enter_accepts_and_escape_leaves(qtbot) -> None:
    for key, result in (
        (Qt.Key.Key_Return, NewDialog.DialogCode.Accepted),
        (Qt.Key.Key_Escape, NewDialog.DialogCode.Rejected),
    ):
        for part in ("game", "player0", "minutes"):
            dialog = NewDialog("go")
            qtbot.addWidget(dialog)
            dialog.show()
            dialog.sheet.go_to(part)
            dialog.setResult(-1)
            QTest.keyClick(dialog.parts[part].widget, key)
            assert (dialog.result(), dialog.isVisible()) == (result, False), part


def test_enter_is_held_back_by_a_bad_value(qtbot, dialog: NewDialog) -> None:
    dialog.show()
    pick(dialog, game="go", komi="x")
    QTest.keyClick(dialog.parts["komi"].widget, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert readable(dialog.sheet.faults["komi"])


def test_another_encoding_is_asked_for(qtbot, tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;GM[1]FF[4]CA[UTF-8]PB[ü];B[aa])".encode())
    window = make_window(qtbot, tmp_path, path)

    def choose_western(dialog: SheetDialog) -> int:
        box = dialog.parts["encoding"].widget
        assert box.currentData() == "utf-8"
        box.setCurrentIndex(box.findData("cp1252"))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(SheetDialog, "exec", choose_western)
    window.files.ask_encoding()
    assert window.session.record.header("PB") == "Ã¼"


def test_the_sides_name_the_fields_of_their_players(dialog: NewDialog) -> None:
    def labels() -> list[str]:
        return [label.text().replace("&", "") for label in dialog.sheet.findChildren(QLabel)]

    assert {"Red", "Black"} <= set(labels())
    pick(dialog, game="chess")
    assert {"White", "Black"} <= set(labels())


def test_a_board_that_the_usual_format_has_no_room_for_is_of_another(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path)
    go = game_of("go")
    assert window.workspace.new("go", go.parse_setup("13")).format == "sgf"
    assert window.workspace.new("go", go.parse_setup("60")).format == "wei7"
    assert FORMATS["wei7"].load().writable


def test_players_are_asked_for_by_what_they_are_called_with_the_handicap(qtbot) -> None:
    catalogs.choose("ja", {})
    try:
        made = NewDialog("shogi")
        qtbot.addWidget(made)

        def asked_for() -> set[str]:
            return {label.text().split("(")[0] for label in made.findChildren(QLabel)}

        assert asked_for() >= {"先手", "後手"}
        pick(made, player0="A", start="1")
        assert asked_for() >= {"下手", "上手"}
        assert made.sheet.values()["player0"] == "A"
    finally:
        catalogs.use(None)
