"""Text whose codec is only likely: what the window tells of it, and how the file is read again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from desks import make_window, notice_button, write_file
from language_texts import TEXTS
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from viewer.base.limits import AT_ONCE
from viewer.document import plans
from viewer.document.document import open_document
from viewer.document.saving.save import LossRefused
from viewer.formats.kit.collections import UNSURE
from viewer.tree.diagnostic import Severity
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.encoding_dialog import EncodingDialog
from viewer.ui.pages.notes_page import COMMAND_ROLE, NotesPage
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

SAID = TEXTS["cp1250"].said
NAMES = ("Jiří Dvořák", "Věra Křížová")
SHOWN = SAID.encode("cp1250").decode("cp1252", "replace")
WORDS = "The text is read as cp1252; it could be cp1250."
AGAIN = "Read again in another encoding…"


def pgn(said: str = SAID) -> str:
    return f'[White "{NAMES[0]}"]\n[Black "{NAMES[1]}"]\n\n{{{said}}} 1. e4 e5 2. Nf3 *\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_bytes(pgn().encode("cp1250"))
    return path


@pytest.fixture
def window(qtbot, tmp_path: Path, path: Path) -> Window:
    return judged(qtbot, make_window(qtbot, tmp_path, path))


def judged(qtbot, window: Window) -> Window:
    """The window, once all is known of the codec."""
    indexer = window.session.indexer
    qtbot.waitUntil(lambda: indexer.complete and not indexer._runner.running)
    QApplication.processEvents()
    return window


def unsure(window: Window) -> list[str]:
    found = window.session.document.diagnostics
    return [one.message.text() for one in found if one.code == UNSURE]


def white(window: Window) -> str:
    return window.session.record.header("White")


def comment(window: Window) -> str:
    return window.session.record.root.comment


def notes(window: Window) -> NotesPage:
    window.show_page("notes")
    page = window.desk.panels.page("notes")
    assert isinstance(page, NotesPage)
    return page


def asked(ask: Callable[[], object], answer: Callable[[EncodingDialog], object]) -> None:
    """Do what opens the dialog, and answer it."""
    seen: list[EncodingDialog] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, EncodingDialog)
        try:
            answer(dialog)
        finally:
            seen.append(dialog)
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, look)
    ask()
    assert len(seen) == 1, "no dialog was opened"
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def again(window: Window) -> QPushButton:
    return notice_button(window, AGAIN)


def activate(page: NotesPage, row: int) -> Callable[[], object]:
    index = page.model.index(row)
    page.view.setCurrentIndex(index)
    return lambda: QTest.keyClick(page.view, Qt.Key.Key_Return)


def row_of(page: NotesPage) -> int:
    (row,) = [
        row
        for row in range(page.model.rowCount())
        if page.model.index(row).data(COMMAND_ROLE) == "encoding"
    ]
    return row


# -------------------------------------------------------------------------------------- told


def test_a_likelier_codec_is_told_and_nothing_changes_by_itself(
    qtbot, tmp_path: Path, path: Path
) -> None:
    window = make_window(qtbot, tmp_path, path)
    record, title = window.session.record, window.windowTitle()
    before = (white(window), comment(window))
    assert before == (NAMES[0].encode("cp1250").decode("cp1252"), SHOWN)
    judged(qtbot, window)
    assert unsure(window) == [WORDS]
    assert window.session.record is record
    assert (white(window), comment(window)) == before
    assert window.windowTitle() == title
    assert window.status._encoding.text() == "CP1252"
    assert not window.isWindowModified()
    assert window.notice.sentence == f"a.pgn: {WORDS}"
    assert again(window).isVisibleTo(window)


def test_the_note_says_the_same(window: Window) -> None:
    page = notes(window)
    index = page.model.index(row_of(page))
    assert index.data() == WORDS
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == f"Warning: {WORDS} (the file)"
    assert page.count == page.model.rowCount()


def test_a_note_that_comes_while_the_page_is_open_is_shown(
    qtbot, tmp_path: Path, path: Path
) -> None:
    window = make_window(qtbot, tmp_path, path)
    page = notes(window)
    judged(qtbot, window)
    assert page.model.index(row_of(page)).data() == WORDS


def test_the_window_does_not_ask_while_it_reads(
    qtbot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "chardet", raising=False)
    assert AT_ONCE.asked_bytes == 0
    window = make_window(qtbot, tmp_path)
    assert window.workspace.open(str(path)).limits is AT_ONCE
    assert "chardet" not in sys.modules


def test_scripts_ask_at_once(path: Path) -> None:
    document = open_document(str(path))
    assert document.record(0).header("White") == NAMES[0]
    assert document.record(0).encoding == "cp1250"
    assert not document.diagnostics


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "cp932", "cp1251", "cp1252"])
def test_text_in_a_sure_codec_is_not_told(qtbot, tmp_path: Path, codec: str) -> None:
    texts = TEXTS["cp1250" if codec == "utf-8" else codec]
    path = tmp_path / "a.pgn"
    path.write_bytes(f'[White "{texts.one}"]\n\n{{{texts.said}}} 1. e4 *\n'.encode(codec))
    window = judged(qtbot, make_window(qtbot, tmp_path, path))
    assert white(window) == texts.one
    assert comment(window) == texts.said
    assert unsure(window) == []
    assert window.notice.sentence == ""


def test_an_equally_likely_codec_is_a_note_without_a_notice(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.notice.put_away()
    found = window.session.document.diagnostics
    (told,) = (one for one in found if one.code == UNSURE)
    found[found.index(told)] = told._replace(severity=Severity.INFO)
    window.files.tell_codec(window.session)
    assert window.notice.sentence == ""


# -------------------------------------------------------------------------------- read again


def test_the_dialog_has_the_likelier_codec_and_its_text(window: Window) -> None:
    def look(dialog: EncodingDialog) -> None:
        assert dialog.codec == "cp1250"
        box = dialog.parts["encoding"]
        assert isinstance(box, QComboBox)
        assert box.currentText() == "Central European (Windows-1250)"
        lines = dialog.text.toPlainText().split("\n")
        assert lines == [*NAMES, " ".join(SAID.split())[:200]]
        assert dialog.text.isReadOnly()
        box.set_value("cp1251")
        assert dialog.codec == "cp1251"
        assert dialog.text.toPlainText().split("\n")[0] == NAMES[0].encode("cp1250").decode(
            "cp1251"
        )
        box.set_value("utf-16-le")
        assert "\n" not in dialog.text.toPlainText().strip()
        assert dialog.text.toPlainText()
        assert white(window) != NAMES[0]

    page = notes(window)
    asked(activate(page, row_of(page)), look)


def test_accepting_reads_the_file_again(qtbot, window: Window, path: Path) -> None:
    data = path.read_bytes()
    page = notes(window)
    asked(activate(page, row_of(page)), lambda dialog: dialog.accepting.click())
    assert (white(window), window.session.record.header("Black")) == NAMES
    assert comment(window) == SAID
    assert window.status._encoding.text() == "CP1250"
    assert window.notice.sentence == ""
    assert not window.isWindowModified()
    qtbot.waitUntil(lambda: unsure(window) == [])
    assert path.read_bytes() == data
    window.session.do(plans.comment, f"{SAID} Žluťoučký.")
    window.run(COMMANDS["save"])
    assert not window.isWindowModified()
    assert path.read_bytes().decode("cp1250").count("Žluťoučký") == 1
    assert path.read_bytes().replace(" Žluťoučký.".encode("cp1250"), b"") == data


def test_the_notice_reads_it_again_too(window: Window) -> None:
    asked(again(window).click, lambda dialog: dialog.accepting.click())
    assert white(window) == NAMES[0]
    assert window.notice.sentence == ""


def test_cancelling_leaves_all(window: Window, path: Path) -> None:
    record, data = window.session.record, path.read_bytes()
    page = notes(window)
    asked(activate(page, row_of(page)), lambda dialog: dialog.reject())
    assert window.session.record is record
    assert comment(window) == SHOWN
    assert unsure(window) == [WORDS]
    assert page.model.index(row_of(page)).data() == WORDS
    assert window.status._encoding.text() == "CP1252"
    assert path.read_bytes() == data


def test_another_codec_can_be_chosen(window: Window) -> None:
    def choose(dialog: EncodingDialog) -> None:
        dialog.parts["encoding"].set_value("iso8859-2")
        dialog.accepting.click()

    asked(lambda: window.run(COMMANDS["encoding"]), choose)
    assert white(window) == NAMES[0]
    assert window.status._encoding.text() == "ISO8859-2"
    now: list[str] = []
    asked(lambda: window.run(COMMANDS["encoding"]), lambda dialog: now.append(dialog.codec))
    assert now == ["iso8859-2"], "the one in which it is read now"


def test_edits_are_asked_about_before_the_file_is_read_again(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.do(plans.comment, "mine")
    questions: list[str] = []

    def ask(title, text, answers, *, safe) -> str:
        questions.append(title.text())
        return safe

    monkeypatch.setattr(window.questions, "ask", ask)
    asked(again(window).click, lambda dialog: dialog.accepting.click())
    assert questions == ["a.pgn has changes that aren't saved."]
    assert comment(window) == "mine"
    assert white(window) != NAMES[0]


def test_what_the_shown_codec_lacks_is_never_written_in_silence(window: Window, path: Path) -> None:
    data = path.read_bytes()
    window.session.do(plans.comment, "好棋")
    told = [loss.words.text() for loss in window.session.document.losses()]
    assert "The comment has characters that cp1252 lacks: 好棋" in told
    with pytest.raises(LossRefused):
        window.session.document.save()
    assert path.read_bytes() == data


def test_plain_text_is_the_same_in_all(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "b.pgn"
    path.write_text('[White "Ann"]\n\n1. e4 *\n')
    window = make_window(qtbot, tmp_path, path)

    def look(dialog: EncodingDialog) -> None:
        assert dialog.codec == "utf-8"
        assert dialog.text.toPlainText() == "The text is the same in all encodings."

    asked(lambda: window.run(COMMANDS["encoding"]), look)


def test_a_file_that_is_gone_is_said_in_the_dialog(window: Window, path: Path) -> None:
    path.unlink()

    def look(dialog: EncodingDialog) -> None:
        assert dialog.text.toPlainText()
        assert NAMES[0] not in dialog.text.toPlainText()

    asked(again(window).click, look)
    assert comment(window) == SHOWN


def test_long_text_is_cut(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "c.pgn"
    path.write_bytes("".join(pgn(f"{SAID} " * 20) for _ in range(3)).encode("cp1250"))
    window = judged(qtbot, make_window(qtbot, tmp_path, path))

    def look(dialog: EncodingDialog) -> None:
        assert max(map(len, dialog.text.toPlainText().split("\n"))) == 200

    asked(again(window).click, look)


def test_the_text_is_that_of_the_record_that_is_shown(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "d.pgn"
    path.write_bytes((pgn() + '\n[White "Ondřej"]\n\n1. d4 *\n').encode("cp1250"))
    window = judged(qtbot, make_window(qtbot, tmp_path, path))
    window.session.step_record(1)
    asked(
        again(window).click,
        lambda dialog: qtbot.waitUntil(lambda: dialog.text.toPlainText() == "Ondřej"),
    )


def test_an_xqf_can_be_read_in_another_codec(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))

    def look(dialog: EncodingDialog) -> None:
        assert dialog.codec == "gb18030"
        assert dialog.text.toPlainText().split("\n") == ["试", "甲", "乙"]

    asked(lambda: window.run(COMMANDS["encoding"]), look)
