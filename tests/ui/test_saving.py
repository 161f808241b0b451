"""Saving in the window: what isn't saved, what can't be held, what can only be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from desks import click, make_window, notice_button, write_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from viewer.base.files import SYSTEM
from viewer.base.resources import resource_path
from viewer.base.temporary import KEPT
from viewer.document import plans
from viewer.document.document import open_document
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.tree.action import Move, Setup
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.loss_dialog import LossDialog
from viewer.ui.session.titles import file_title

pytestmark = [pytest.mark.gui, pytest.mark.bare]

GIB = (
    "\\HS\r\n\\[GAMEBLACKNAME=A\\]\r\n\\[GAMEWHITENAME=B\\]\r\n\\HE\r\n\\GS\r\n"
    "2 1 0\r\n119 0 &4\r\nINI 0 1 0 &4\r\nSTO 0 2 1 3 3\r\nSTO 0 3 2 15 15\r\n\\GE\r\n"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_file(tmp_path / "a.xqf")


@pytest.fixture
def window(qtbot, tmp_path: Path, path: Path):
    return make_window(qtbot, tmp_path, path)


class Answers:
    """Stands for the person who is asked; what was asked stays to be looked at."""

    def __init__(self, window, monkeypatch, *answers: str) -> None:
        self.asked: list[str] = []
        self.safe: list[str] = []
        self._answers = list(answers)
        monkeypatch.setattr(window.questions, "ask", self.ask)
        monkeypatch.setattr(window.saver, "ask_losses", self.ask_losses)

    def ask(self, title, text, answers, *, safe) -> str:
        assert {safe, "stay", self._answers[0]} <= set(answers)
        self.asked.append(title.text())
        self.safe.append(safe)
        return self._answers.pop(0)

    def ask_losses(self, losses, more, answers, safe) -> str:
        assert {safe, "stay", self._answers[0]} <= set(answers)
        self.asked.append("losses")
        self.safe.append(safe)
        return self._answers.pop(0)


def file_dialog(monkeypatch, path: Path | str, kind: int | None = None) -> list[tuple]:
    """Let the file dialog give a path; what it was opened with."""
    seen: list[tuple] = []

    def ask(parent, title, name, filters, usual):
        seen.append((title, name, filters, usual))
        return str(path), usual if kind is None else filters.split(";;")[kind]

    monkeypatch.setattr("viewer.ui.toolkit.file_dialogs.FileDialog.save_file", ask)
    return seen


def buttons(window) -> list[str]:
    found = window.notice.card.findChildren(QPushButton)
    return [one.text() for one in found if one.isVisible()]


# ----------------------------------------------------------------------- what was never saved


def test_a_new_record_is_not_saved_and_is_asked_about(window, monkeypatch) -> None:
    answers = Answers(window, monkeypatch, "stay", "discard")
    window.files.new()
    assert window.isWindowModified()
    assert "•" in window.top.tabs.tabText(1)
    window.session.play(Move("h2e2"))
    assert not window.tabs.close_desk(window.desk)
    assert window.tabs.close_desk(window.desk)
    assert answers.asked == 2 * ["New record isn't saved."]


def test_a_new_record_without_anything_in_it_is_closed_unasked(window, monkeypatch) -> None:
    answers = Answers(window, monkeypatch)
    for game in ("go", "chess", "shogi", "hex", "twixt"):
        window.files.new_of(game)
        assert window.tabs.close_desk(window.desk)
    assert answers.asked == []


def test_a_record_from_a_start_of_its_own_is_asked_about(window, monkeypatch) -> None:
    answers = Answers(window, monkeypatch, "stay", "discard")
    window.files.new(Setup("4k4/9/9/9/9/9/9/9/9/4K4 b"))
    assert window.isWindowModified()
    assert not window.tabs.close_desk(window.desk)
    assert window.tabs.close_desk(window.desk)
    assert len(answers.asked) == 2


def test_what_was_pasted_is_asked_about(window, monkeypatch) -> None:
    answers = Answers(window, monkeypatch, "stay", "discard")
    QGuiApplication.clipboard().setText('[White "A"]\n\n1. e4 e5 *\n')
    window.clips.paste()
    assert window.session.record.game == "chess"
    assert window.isWindowModified()
    assert "•" in window.top.tabs.tabText(1)
    assert not window.close()
    assert answers.asked == ["New record isn't saved."]
    assert window.tabs.close_desk(window.desk)


@pytest.mark.parametrize(
    "sample", sorted(resource_path("samples", "en", "study").iterdir()), ids=lambda p: p.stem
)
def test_a_sample_is_a_new_record_of_its_own(
    qtbot, tmp_path: Path, monkeypatch, sample: Path
) -> None:
    before = sample.read_bytes()
    window = make_window(qtbot, tmp_path, sample)
    document = window.session.document
    assert document.path is None
    title = f"Sample: {sample.stem.capitalize()}"
    assert file_title(document) == title
    assert window.windowTitle().endswith(f"{title}[*] – Qipu")
    assert window.top.tabs.tabText(0) == title  # without a dot
    assert not window.isWindowModified()
    assert window.status.saved == "sample"
    assert str(sample) not in window.store.recent
    assert window.files.open(str(sample)) is None
    assert len(window.tabs.desks()) == 1
    window.session.do(plans.comment, "edited")
    assert window.isWindowModified()
    assert window.top.tabs.tabText(0) == f"{title}  •"
    assert window.status.saved.startswith("not saved yet")
    window.session.undo()
    assert not window.isWindowModified()
    window.session.redo()
    seen = file_dialog(monkeypatch, tmp_path / f"mine{sample.suffix}")
    window.run(COMMANDS["save"])
    assert os.path.basename(seen[0][1]) == sample.name
    assert sample.read_bytes() == before
    assert open_document(str(tmp_path / f"mine{sample.suffix}")).record(0).root.comment == "edited"
    assert not window.isWindowModified()
    window.files.open(str(sample))
    assert len(window.tabs.desks()) == 2


def test_an_untouched_sample_is_saved_where_somebody_says(qtbot, tmp_path, monkeypatch) -> None:
    sample = Path(resource_path("samples", "en", "study", "go.sgf"))
    window = make_window(qtbot, tmp_path, sample)
    seen = file_dialog(monkeypatch, tmp_path / "mine.sgf")
    window.run(COMMANDS["save"])
    assert len(seen) == 1
    assert (tmp_path / "mine.sgf").read_bytes() == sample.read_bytes()
    assert window.top.tabs.tabText(0) == "mine.sgf"


def test_an_untouched_sample_goes_without_a_question(qtbot, tmp_path: Path, monkeypatch) -> None:
    sample = sorted(resource_path("samples", "en", "study").iterdir())[0]
    window = make_window(qtbot, tmp_path, sample)
    Answers(window, monkeypatch)
    assert window.tabs.close_desk(window.desk)


# -------------------------------------------------------------------------- what can't be held


def with_glyphs(window, *nodes: int) -> None:
    for node in nodes:
        window.session.go_to(node)
        window.session.do(plans.toggle_glyph, 1)


def test_what_was_saved_without_something_says_so_and_stays_modified(
    window, path: Path, tmp_path: Path, monkeypatch
) -> None:
    with_glyphs(window, 1, 2)
    answers = Answers(window, monkeypatch, "save", "stay", "as")
    window.run(COMMANDS["save"])
    assert answers.asked == ["losses"]
    assert window.session.record.node(1).glyphs == (1,)
    assert window.isWindowModified()
    assert "a.xqf doesn't have all" in window.notice.sentence
    assert "glyphs" in window.notice.sentence
    assert set(buttons(window)) == {"What it lacks…", "Save as…"}
    # What was left out knowingly isn't asked about at each save, only where it would be gone.
    window.session.go_to(1)
    window.session.do(plans.comment, "more")
    window.run(COMMANDS["save"])
    assert answers.asked == ["losses"]
    assert open_document(str(path)).record(0).node(1).comment == "more"
    assert not window.tabs.close_desk(window.desk)
    assert answers.asked[1:] == ["a.xqf lacks something that is only here."]
    # The bar belongs to the file.
    window.files.new()
    assert window.notice.sentence == ""
    window.tabs.step(1)
    assert "a.xqf doesn't have all" in window.notice.sentence
    file_dialog(monkeypatch, "")
    assert not window.tabs.close_desk(window.desk)
    assert answers.safe == ["near", "as", "as"]  # PGN holds the glyphs
    window.session.undo()
    window.session.undo()
    window.session.undo()
    window.run(COMMANDS["save"])
    assert window.notice.sentence == ""
    assert not window.isWindowModified()


def test_saving_without_something_at_the_close_is_an_answer(window, monkeypatch) -> None:
    with_glyphs(window, 1)
    answers = Answers(window, monkeypatch, "save", "save")
    assert window.tabs.close_desk(window.desk)
    assert answers.asked == ["a.xqf has changes that aren't saved.", "losses"]


def test_a_loss_that_was_accepted_is_asked_about_again_at_the_close(window, monkeypatch) -> None:
    with_glyphs(window, 1)
    answers = Answers(window, monkeypatch, "save", "save", "stay")
    window.run(COMMANDS["save"])
    window.session.do(plans.comment, "more")
    assert not window.tabs.close_desk(window.desk)
    assert answers.asked == ["losses", "a.xqf has changes that aren't saved.", "losses"]


def test_another_loss_is_asked_about(window, monkeypatch) -> None:
    with_glyphs(window, 1)
    answers = Answers(window, monkeypatch, "save", "stay")
    window.run(COMMANDS["save"])
    with_glyphs(window, 3)
    window.run(COMMANDS["save"])
    assert answers.asked == ["losses"] * 2


def test_a_format_that_holds_all_is_offered_first(qtbot, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.hexworld"
    path.write_text("https://hexworld.org/board/#11c1,a1b2c3")
    window = make_window(qtbot, tmp_path, path)
    window.session.do(plans.comment, "a comment")
    answers = Answers(window, monkeypatch, "near")
    seen = file_dialog(monkeypatch, tmp_path / "a.sgf")
    window.run(COMMANDS["save"])
    assert answers.safe == ["near"]
    title, name, _, usual = seen[0]
    assert title == "Save as"
    assert name.endswith("a.sgf")
    assert "*.sgf" in usual
    assert window.session.document.format == "sgf"
    assert not window.isWindowModified()
    assert path.read_text().endswith("a1b2c3")


# ------------------------------------------------------------------------ what can only be read


def test_what_can_only_be_read_is_saved_in_the_nearest_format(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    path = tmp_path / "a.gib"
    path.write_bytes(GIB.encode())
    window = make_window(qtbot, tmp_path, path)
    assert window.session.document.format == "gib"
    seen = file_dialog(monkeypatch, tmp_path / "b")
    window.run(COMMANDS["save"])  # nothing was changed: the file is as it was
    assert seen == []
    assert path.read_bytes() == GIB.encode()
    window.session.do(plans.comment, "a comment")
    window.run(COMMANDS["save"])
    title, name, filters, usual = seen[0]
    assert title == "Save as (a file of this kind can only be read)"
    assert name == str(tmp_path / "a.sgf")
    assert "*.sgf" in usual
    assert not any(f"*.{suffix}" in filters for suffix in ("gib", "ngf", "ugf", "ugi"))
    assert open_document(str(tmp_path / "b.sgf")).record(0).root.comment == "a comment"
    assert window.session.document.format == "sgf"
    assert not window.isWindowModified()
    assert path.read_bytes() == GIB.encode()


def test_closing_what_can_only_be_read_saves_it_elsewhere(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    path = tmp_path / "a.gib"
    path.write_bytes(GIB.encode())
    window = make_window(qtbot, tmp_path, path)
    window.session.do(plans.comment, "a comment")
    Answers(window, monkeypatch, "save", "save")
    file_dialog(monkeypatch, "")
    assert not window.tabs.close_desk(window.desk)
    file_dialog(monkeypatch, tmp_path / "b.sgf")
    assert window.tabs.close_desk(window.desk)
    assert open_document(str(tmp_path / "b.sgf")).record(0).root.comment == "a comment"


@pytest.mark.parametrize("game", GAMES)
def test_every_list_for_saving_has_what_can_be_written_and_all_of_it(window, game: str) -> None:
    offered = {entry.id for entry, _ in window.saver.kinds(game, "").values()}
    writable = {
        id for id, entry in FORMATS.items() if game in entry.games and entry.load().writable
    }
    assert offered == writable
    assert writable


# --------------------------------------------------------------------------------- the dialogs


def losses_of(window):
    return window.session.document.losses()


def make_dialog(qtbot, window, answers=None, safe="stay") -> LossDialog:
    from viewer.base.messages import message

    answers = answers or {"stay": message("Don't save"), "save": message("Save without it")}
    dialog = LossDialog(
        window.session, message("T"), losses_of(window), None, answers, safe, window
    )
    qtbot.addWidget(dialog)
    return dialog


def rows(dialog: LossDialog) -> list[tuple[str, str]]:
    tree = dialog.list
    items = [tree.topLevelItem(index) for index in range(tree.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items]


def test_equal_losses_stand_in_one_row_with_their_places(qtbot, window) -> None:
    with_glyphs(window, 1, 2, 4)
    dialog = make_dialog(qtbot, window)
    first = window.session.words.numbered(window.session.record.node(1))
    assert rows(dialog) == [("XQF has no place for glyphs.", f"3 times, from {first}")]
    row = dialog.list.topLevelItem(0)
    row.setExpanded(True)
    places = [row.child(index).text(0) for index in range(row.childCount())]
    assert places == [
        window.session.words.numbered(window.session.record.node(id)) for id in (1, 2, 4)
    ]
    window.session.set_style("wxf" if window.session.style != "wxf" else "iccs")
    other = rows(make_dialog(qtbot, window))[0][1]
    assert other != f"3 times, from {first}"


def test_a_row_leads_to_its_place(qtbot, window) -> None:
    with_glyphs(window, 2, 4)
    window.session.go_to(0)
    dialog = make_dialog(qtbot, window)
    dialog.show()
    row = dialog.list.topLevelItem(0)
    dialog.list.itemClicked.emit(row, 0)
    assert window.session.node.id == 2
    row.setExpanded(True)
    dialog.list.itemClicked.emit(row.child(1), 0)
    assert window.session.node.id == 4
    assert dialog.isVisible()


def test_moves_in_sentences_are_in_the_notation_that_is_chosen(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.hexworld"
    path.write_text("https://hexworld.org/board/#11c1,a1b2c3")
    window = make_window(qtbot, tmp_path, path)
    window.session.go_to(2)
    window.session.play(Move("d4"))
    styles = [one.id for one in window.session.game.notations]
    seen = set()
    for style in styles:
        window.session.set_style(style)
        text = rows(make_dialog(qtbot, window))[0][0]
        written = window.session.words.of(window.session.node)
        assert written in text
        seen.add(text)
    assert len(seen) >= 4  # two of the five write it alike


def test_enter_and_escape_lose_nothing(qtbot, window) -> None:
    with_glyphs(window, 1)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        dialog = make_dialog(qtbot, window)
        dialog.show()
        assert dialog.buttons["stay"].isDefault()
        qtbot.keyClick(dialog, key)
        assert not dialog.isVisible()
        assert dialog.answer == "stay"
    dialog = make_dialog(qtbot, window)
    dialog.show()
    dialog.buttons["save"].click()
    assert dialog.answer == "save"


def test_a_long_list_stays_on_the_screen(qtbot, window, monkeypatch) -> None:
    from viewer.base.messages import message
    from viewer.formats.format import Loss

    many = [
        Loss("header:x", None, message("{n} " + "lost " * 40, n=number)) for number in range(3000)
    ]
    dialog = LossDialog(
        window.session, message("T"), many, None, {"stay": message("No")}, "stay", window
    )
    qtbot.addWidget(dialog)
    dialog.show()
    room = dialog.screen().availableSize()
    assert dialog.height() <= room.height() * 6 // 10
    assert dialog.width() <= room.width()
    assert dialog.list.topLevelItemCount() == 501


def test_texts_of_strangers_are_shown_as_they_are(qtbot, window) -> None:
    from viewer.base.messages import message

    title = message("{file} lacks:", file="<img src=x>&")
    dialog = LossDialog(window.session, title, (), None, {"stay": message("No")}, "stay", window)
    qtbot.addWidget(dialog)
    labels = [one for one in dialog.findChildren(type(dialog.layout().itemAt(0).widget()))]
    assert labels[0].textFormat() == Qt.TextFormat.PlainText


def test_the_list_of_what_a_file_lacks(qtbot, window, monkeypatch) -> None:
    with_glyphs(window, 1)
    Answers(window, monkeypatch, "save")
    window.run(COMMANDS["save"])
    notice_button(window, "What it lacks…").click()
    dialog = QApplication.activeModalWidget() or window.findChild(LossDialog)
    assert isinstance(dialog, LossDialog)
    assert list(dialog.buttons) == ["close"]
    dialog.reject()
    assert "a.xqf doesn't have all" in window.notice.sentence


@pytest.mark.parametrize("answer", ["other", "stay", "save"])
def test_saving_over_somebody_elses_file_is_never_the_default(
    qtbot, window, path: Path, monkeypatch, answer: str
) -> None:
    click(qtbot, window, "b2", "e2")
    path.write_bytes(b"somebody else's")
    answers = Answers(window, monkeypatch, answer)
    file_dialog(monkeypatch, "")
    window.run(COMMANDS["save"])
    assert answers.safe == ["stay"]
    assert (path.read_bytes() == b"somebody else's") == (answer != "save")


def test_a_question_needs_a_safe_answer(window) -> None:
    from viewer.base.messages import message

    with pytest.raises(KeyError):
        window.questions.ask(message("T"), message("X"), {"yes": message("Yes")}, safe="stay")


def test_leftovers_are_seen_to_at_the_start(qtbot, tmp_path: Path) -> None:
    other = write_file(tmp_path / "b.xqf")
    kept = left_behind(SYSTEM.create_beside(str(other), KEPT))
    kept.write_bytes(other.read_bytes() + b"x")
    partial = left_behind(SYSTEM.create_beside(str(tmp_path / "c.xqf")))
    window = make_window(qtbot, tmp_path, other)
    assert not partial.exists()
    assert window.notice.sentence == (
        f"Saving b.xqf was interrupted. What it held before is in {kept}."
    )
    notice_button(window, "Open the copy").click()
    assert window.session.document.path == str(kept)


def test_a_save_that_was_interrupted_is_finished(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    old, new = b"1. e4 {old} *\n" * 20, b"1. d4 {the new one} *\n" * 20
    left_behind(SYSTEM.create_beside(str(path), KEPT)).write_bytes(old)
    left_behind(SYSTEM.create_beside(str(path))).write_bytes(new)
    path.write_bytes(new[:55] + old[55:])
    window = make_window(qtbot, tmp_path, path)
    assert window.notice.sentence == "Saving a.pgn had been interrupted and is finished now."
    assert path.read_bytes() == new
    assert [*tmp_path.glob(".*")] == []
    assert window.session.record.root.children[0].action.text == "d4"


def left_behind(made: tuple[int, str]) -> Path:
    os.close(made[0])
    return Path(made[1])


# ------------------------------------------------------------------- files that others changed


def test_a_file_of_games_that_was_touched_is_saved(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text('[White "A"]\n\n1. e4 *\n\n[White "C"]\n\n1. d4 *\n\n')
    window = make_window(qtbot, tmp_path, path)
    window.session.do(plans.comment, "mine")
    os.utime(path, ns=(1, 1))
    window.disk.look_now()
    assert window.notice.sentence == ""
    window.run(COMMANDS["save"])
    assert not window.isWindowModified()
    read = open_document(str(path))
    assert [read.record(index).root.comment for index in range(2)] == ["mine", ""]


def test_games_that_are_gone_are_told_wherever_they_are_looked_for(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
    monkeypatch.setattr("viewer.base.source._IN_MEMORY", 0)
    path = tmp_path / "many.pgn"
    game = '[Event "{0}"]\n[White "A{0}"]\n\n1. e4 *\n\n'
    path.write_text("".join(game.format(1000 + number) for number in range(3000)))
    window = make_window(qtbot, tmp_path, path)
    indexer = window.session.indexer
    qtbot.waitUntil(lambda: indexer.complete and not indexer._runner.running)
    window.session.do(plans.comment, "mine")
    with open(path, "r+b") as file:
        file.truncate(1 << 16)
    window.show_page("games")
    model = window.desk.panels.page("games").model
    assert model.index(0, 1).data() != model.index(2999, 1).data() == "can't be read any more"
    window.session.show(window.session.document.keys()[-1])
    assert "another program changed the file" in window.status.said
    answers = Answers(window, monkeypatch, "save")
    file_dialog(monkeypatch, tmp_path / "rest.pgn")
    window.saver.save_as()
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert answers.asked == ["losses"]
    assert "rest.pgn doesn't have all" in window.notice.sentence
    assert "are gone" in window.notice.sentence
    assert (tmp_path / "rest.pgn").read_text().count("[Event") == (1 << 16) // len(
        game.format(1000)
    )


@pytest.mark.parametrize("answer", ["stay", "discard"])
def test_reading_again_discards_nothing_unasked(
    qtbot, window, path: Path, monkeypatch, answer: str
) -> None:
    window.session.do(plans.comment, "mine")
    write_file(path)
    path.write_bytes(path.read_bytes() + b"x")
    window.disk.look_now()
    assert set(buttons(window)) == {"Read it again", "Compare", "Save as…"}
    answers = Answers(window, monkeypatch, answer, answer)
    notice_button(window, "Read it again").click()
    assert answers.safe == ["stay"]
    assert (window.session.record.root.comment == "mine") == (answer == "stay")
    if answer == "stay":
        window.run(COMMANDS["revert"])
        assert answers.safe == ["stay"] * 2
        assert window.session.record.root.comment == "mine"


def press(window, name: str) -> None:
    notice_button(window, name).click()


def test_every_bar_that_offers_another_name_asks_for_it(
    qtbot, window, path: Path, tmp_path: Path, monkeypatch
) -> None:
    click(qtbot, window, "b2", "e2")
    path.unlink()
    window.disk.look_now()
    seen = file_dialog(monkeypatch, tmp_path / "b.xqf")
    press(window, "Save as…")
    assert len(seen) == 1
    assert not window.isWindowModified()
    other = tmp_path / "a.hexworld"
    other.write_text("https://hexworld.org/board/#11c1,a1b2c3")
    window.files.open(str(other))
    window.session.do(plans.comment, "a comment")
    answers = Answers(window, monkeypatch, "save")
    window.run(COMMANDS["save"])
    assert answers.safe == ["near"]
    file_dialog(monkeypatch, tmp_path / "a.sgf")
    press(window, "Save as…")
    assert window.session.document.format == "sgf"
    assert not window.isWindowModified()
