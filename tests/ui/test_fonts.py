"""The fonts of records; what is said where no font for Chinese is installed."""

from __future__ import annotations

import platform
from pathlib import Path
from types import SimpleNamespace

import pytest
from desks import make_window, notice_button
from needs import needs
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication

from viewer.base.catalogs import tr
from viewer.base.settings import Settings
from viewer.ui.toolkit import language
from viewer.ui.toolkit.language import (
    APOSTROPHE,
    QUOTES,
    can_write_han,
    font_of,
    how_to_write_han,
    narrow_quotes,
)
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui
needs_han = needs("NotoSansCJK-Regular.ttc")

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
DEBIAN = "sudo apt install fonts-noto-cjk"


def on(monkeypatch: pytest.MonkeyPatch, **system: str) -> None:
    """As on a system with these lines in its os-release."""
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: system)


@pytest.mark.parametrize(
    ("system", "help"),
    [
        ({"ID": "debian"}, DEBIAN),
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, DEBIAN),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, DEBIAN),
        ({"ID": "fedora"}, "sudo dnf install google-noto-sans-cjk-fonts"),
        (
            {"ID": "rocky", "ID_LIKE": "rhel centos fedora"},
            "sudo dnf install google-noto-sans-cjk-fonts",
        ),
        ({"ID": "arch"}, "sudo pacman -S noto-fonts-cjk"),
        ({"ID": "manjaro", "ID_LIKE": "arch"}, "sudo pacman -S noto-fonts-cjk"),
        (
            {"ID": "opensuse-tumbleweed", "ID_LIKE": "opensuse suse"},
            "sudo zypper install noto-sans-cjk-fonts",
        ),
        ({"ID": "void"}, "https://github.com/notofonts/noto-cjk"),
        ({}, "https://github.com/notofonts/noto-cjk"),
    ],
)
def test_what_brings_a_chinese_font(monkeypatch, system: dict[str, str], help: str) -> None:
    on(monkeypatch, **system)
    sentence, copied = how_to_write_han()
    assert copied == help
    assert tr(sentence).endswith(f": {help}") or tr(sentence).endswith(f" at {help}")


def test_a_system_that_says_nothing_of_itself_has_the_page(monkeypatch) -> None:
    def nothing() -> dict[str, str]:
        raise FileNotFoundError

    monkeypatch.setattr(platform, "freedesktop_os_release", nothing)
    assert how_to_write_han()[1].startswith("https://")


@pytest.mark.parametrize(
    ("families", "can"),
    [
        ([], False),
        ([language.FAMILY, QUOTES, APOSTROPHE], False),
        ([language.FAMILY, "Droid Sans Fallback"], True),
    ],
)
def test_the_bundled_fonts_write_no_chinese(monkeypatch, families: list[str], can: bool) -> None:
    monkeypatch.setattr(
        language,
        "QFontDatabase",
        SimpleNamespace(
            WritingSystem=QFontDatabase.WritingSystem, families=lambda system: families
        ),
    )
    assert can_write_han() is can


def pressed(window: Window, name: str) -> None:
    notice_button(window, name).click()


def test_it_stays_told_until_nobody_wants_to_know(qtbot, tmp_path, monkeypatch) -> None:
    on(monkeypatch, ID="debian")
    monkeypatch.setattr(language, "can_write_han", lambda: False)
    window = make_window(qtbot, tmp_path)
    window.finish()
    assert window.notice.sentence.endswith(DEBIAN)
    pressed(window, "Copy")
    assert QGuiApplication.clipboard().text() == DEBIAN
    language.tell_of_han(window.settings, window.tell)
    pressed(window, "Don't say this again")
    assert window.notice.sentence == ""
    assert not Settings(window.settings.text())["font-hint"]
    language.tell_of_han(window.settings, window.tell)
    assert window.notice.sentence == ""


def test_with_a_chinese_font_nothing_is_said(qtbot, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(language, "can_write_han", lambda: True)
    window = make_window(qtbot, tmp_path)
    window.finish()
    assert window.notice.sentence == ""


@pytest.mark.parametrize(
    ("sample", "family"),
    [
        ("shogi.kif", "Noto Sans CJK JP"),
        ("xiangqi.xqf", "Noto Sans CJK SC"),
        ("chess.pgn", "Noto Sans CJK SC"),
    ],
)
def test_a_record_is_drawn_with_the_characters_of_its_language(
    qtbot, tmp_path, sample: str, family: str
) -> None:
    window = make_window(qtbot, tmp_path, SAMPLES / sample)
    panels = window.desk.panels
    for widget in (panels.comment, panels.title, panels.page("notation"), window.desk.stage.above):
        families = widget.font().families()
        assert next(one for one in families if one.startswith("Noto Sans CJK")) == family


@needs_han
@pytest.mark.parametrize("language", ["", "en", "de", "zh_CN", "zh_TW", "ja", "ko"])
def test_an_apostrophe_is_as_wide_as_a_letter(qtbot, language: str) -> None:
    metrics = QFontMetricsF(font_of(language))
    assert metrics.horizontalAdvance("’") < 0.6 * metrics.horizontalAdvance("国")
    if not language.startswith("zh"):
        assert metrics.horizontalAdvance("“") < 0.6 * metrics.horizontalAdvance("国")


@needs_han
def test_only_a_font_with_wide_quotation_marks_gets_others_before_it(qtbot) -> None:
    wide = QFont(["Noto Sans CJK SC"])
    assert narrow_quotes(wide, "de") == [QUOTES]
    assert narrow_quotes(wide, "zh_CN") == [APOSTROPHE], "“ and ” are wide in Chinese"
    assert narrow_quotes(QFont(["DejaVu Sans"]), "de") == []
    assert narrow_quotes(QFont(["Noto Sans CJK JP"]), "ja") == []


@needs_han
def test_the_bold_ones_are_bold_and_the_lines_as_high(qtbot) -> None:
    usual, bold = QFont(["Noto Sans CJK SC"]), QFont([QUOTES])
    narrow_quotes(usual, "de")
    assert QFontMetricsF(QFont([QUOTES, "Noto Sans CJK SC"])).height() == pytest.approx(
        QFontMetricsF(usual).height()
    )
    bold.setBold(True)
    assert QFontMetricsF(bold).horizontalAdvance("“") > QFontMetricsF(
        QFont([QUOTES])
    ).horizontalAdvance("“")


def test_asking_again_for_the_font_keeps_the_systems(qtbot) -> None:
    application = QGuiApplication.instance()
    assert application is not None
    before = QGuiApplication.font()
    try:
        for _ in range(3):
            QGuiApplication.setFont(font_of("de"))
        families = QGuiApplication.font().families()
        assert len(families) == len(set(families))
        own = next(one for one in before.families() if one not in (QUOTES, APOSTROPHE))
        assert own in families[:2]
    finally:
        QGuiApplication.setFont(before)
