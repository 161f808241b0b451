"""Values of headers as people read them."""

from __future__ import annotations

import pytest
from chess_desks import chess_window, line

from viewer.formats.headers import value_text, value_words
from viewer.games import game_of
from viewer.tree.record import Header
from viewer.ui.session.titles import record_subtitle, record_title
from viewer.ui.toolkit.plain import ElidedLabel


@pytest.mark.parametrize(
    ("role", "value", "shown"),
    [
        ("date", "1895.05.??", "1895.05"),
        ("date", "1895.??.??", "1895"),
        ("date", "1895.05.17", "1895.05.17"),
        ("date", "????.05.17", "?.05.17"),
        ("date", "????.??.??", ""),
        ("round", "-", ""),
        ("round", "3.1", "3.1"),
        ("result", "1/2-1/2", "½–½"),
        ("result", "*", "*"),
        ("event", "  Hastings \n 1895 ", "Hastings 1895"),
        ("event", "caf\U0010fee9", "caf\ufffd"),
    ],
)
def test_a_value_is_one_line_of_what_is_known(role, value, shown):
    assert value_text(role, value) == shown


@pytest.mark.parametrize(
    ("game", "role", "value", "shown"),
    [
        ("chess", "date", "1895.05.17", "17 May 1895"),
        ("chess", "date", "1895.??.??", "1895"),
        ("shogi", "date", "2026/11/05 10:00", "2026/11/05 10:00"),
        ("go", "date", "1846-07-25", "25 Jul 1846"),
        ("go", "date", "1846-17-25", "1846-17-25"),
        ("chess", "result", "1-0", "1–0"),
        ("chess", "result", "1/2", "½–½"),
        ("xiangqi", "result", " ½ ", "+result of xiangqi"),
        ("xiangqi", "result", "1-0", "+result of xiangqi"),
        ("go", "result", "B+R", "+result of go"),
        ("go", "result", "W+3.5", "+result of go"),
        ("go", "result", "Black won", "Black won"),
        ("xiangqi", "result", "*", ""),
        ("chess", "result", "*", "*"),
        ("shogi", "result", "1-0", "+result of shogi with or without a handicap"),
        ("xiangqi", "event", "银荔杯", "银荔杯"),
    ],
)
def test_dates_and_results_are_worded(game, role, value, shown):
    """With the context by which a language words them in its own way."""
    words = value_words(role, value, game_of(game))
    assert (f"+{words.context}" if words.context else words.text()) == shown


@pytest.mark.parametrize(
    ("start", "context"),
    [
        ("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", " with a handicap"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", ""),
    ],
)
def test_sides_of_shogi_are_named_by_the_start_where_it_is_known(start, context):
    game = game_of("shogi")
    state = game.start(game.parse_setup(start))
    assert value_words("result", "0-1", game, state).context == f"result of shogi{context}"
    later = game.step(state, next(iter(game.legal_moves(state))))
    named = game.piece_name("P", later).context
    assert named == context.replace(" with", "shogi with")
    assert not game.piece_name("P").context  # of no record


def test_the_side_shows_of_a_date_what_is_known(qtbot, tmp_path):
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    session = window.session
    session.record.headers = (*session.record.headers, Header("Date", "1895.05.??"))
    assert record_subtitle(session) == "May 1895"


@pytest.mark.parametrize(
    ("white", "result"), [("A", "1–0 " * 99), ("A" * 99, "1–0"), ("A" * 99, "x" * 99)]
)
def test_title_and_result_both_keep_room(qtbot, tmp_path, white, result):
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    session, side = window.session, window.desk.panels.info
    session.record.headers = (Header("White", white), Header("Result", result))
    session.reloaded.emit()
    title, shown = (
        next(one for one in side.findChildren(ElidedLabel) if one.text() == text)
        for text in record_title(session)
    )
    qtbot.waitUntil(lambda: title.geometry().right() < shown.x() and title.height() > 0)
    assert title.width() >= min(title.sizeHint().width(), 100)
    assert shown.width() >= min(shown.sizeHint().width(), 100)
    assert shown.geometry().right() <= side.width()
