"""Games against engines with clocks: what the record says of times, and flags that fall."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from test_play_mode import START, opponent_of, reached, scripted, texts, touch, window_of

from viewer.base.catalogs import tr
from viewer.tree.action import Terminal
from viewer.ui.modes.play import match as match_module
from viewer.ui.modes.play.match import Phase
from viewer.ui.modes.play.opponent import Opponent

pytestmark = pytest.mark.gui


class Now:
    """A clock that stands still until it is moved."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now(monkeypatch) -> Now:
    one = Now()
    monkeypatch.setattr(match_module, "perf_counter", one)
    return one


def begun(qtbot, window, engine, **values) -> Opponent:
    """A game with a clock, once the engine has started."""
    opponent = opponent_of(qtbot, window, engine)
    for key, value in values.items():
        opponent.panel.sheet.set_value(key, value)
    opponent.do("begin")
    qtbot.waitUntil(lambda: opponent.match.phase is not Phase.STARTING)
    return opponent


def think(opponent: Opponent, now: Now, seconds: int) -> None:
    """Let time pass; the clock is looked at so often that the computer isn't taken to have slept."""
    for _ in range(seconds):
        now.seconds += 1
        opponent.match.tick()


def clocks(opponent: Opponent) -> tuple[str, str]:
    """What stands beside the first and the second side's player."""
    return opponent.stage.below._clock.text(), opponent.stage.above._clock.text()


def test_times_are_shown_and_stand_in_the_record(
    qtbot, tmp_path: Path, now: Now, monkeypatch
) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = begun(qtbot, window, scripted(), clock="fischer", minutes=3, increment=2)
    assert clocks(opponent) == ("3:00", "3:00")
    assert opponent.panel.told == "Main time 3 min, +2 s a move"
    now.seconds += 7.5
    opponent.match.tick()
    assert clocks(opponent) == ("2:53", "3:00")
    touch(qtbot, opponent, "e2", "e4")
    reached(qtbot, opponent, Phase.YOURS)
    assert texts(window) == ["e4", "e5"]
    mine, its = window.session.node.path()[1:]
    assert dict(mine.notes) == {"clock": "0:02:54", "elapsed": "0:00:07"}
    assert dict(its.notes) == {"clock": "0:03:02", "elapsed": "0:00:00"}
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: "discard")
    opponent.do("leave")
    assert window.session.timing is None
    assert not window.session.document.losses()


def test_leaving_a_game_whose_clocks_run_is_asked_for(
    qtbot, tmp_path: Path, now: Now, monkeypatch
) -> None:
    window = window_of(qtbot, tmp_path)
    asked: list[str] = []
    answers = iter(["stay", "discard"])

    def ask(title, text, choices, *, safe) -> str:
        asked.append(tr(title))
        assert safe == "stay"
        return next(answers)

    monkeypatch.setattr(window.questions, "ask", ask)
    opponent = begun(qtbot, window, scripted(), clock="absolute", minutes=3)
    touch(qtbot, opponent, "e2", "e4")
    reached(qtbot, opponent, Phase.YOURS)
    qtbot.keyClick(opponent.board, Qt.Key.Key_Escape)
    assert asked == ["A game against Scripted is going on."]
    assert window.desk.mode is opponent
    assert opponent.match.clock.running
    qtbot.keyClick(opponent.board, Qt.Key.Key_Escape)
    assert len(asked) == 2
    assert window.desk.mode is not opponent
    assert texts(window) == ["e4", "e5"]


def test_a_move_taken_back_gives_its_time_back(qtbot, tmp_path: Path, now: Now) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = begun(qtbot, window, scripted(), clock="absolute", minutes=3)
    think(opponent, now, 60)
    touch(qtbot, opponent, "e2", "e4")
    reached(qtbot, opponent, Phase.YOURS)
    assert clocks(opponent)[0] == "2:00"
    opponent.do("back")
    assert texts(window) == []
    assert window.session.document.history.unused
    assert clocks(opponent) == ("3:00", "3:00")


def test_a_flag_ends_the_game_and_one_may_go_on(qtbot, tmp_path: Path, now: Now) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = begun(qtbot, window, scripted(), clock="absolute", minutes=1)
    think(opponent, now, 60)
    assert opponent.match.phase is Phase.OVER
    assert opponent.panel.state == "White loses on time."
    assert window.session.record.header("Result") == "0-1"
    assert window.session.record.header("Termination") == "time forfeit"
    opponent.do("on")
    assert opponent.match.phase is Phase.YOURS
    assert opponent.match.clock is None
    assert window.session.record.header("Result") == "*"
    assert not window.session.record.header("Termination")
    touch(qtbot, opponent, "e2", "e4")
    reached(qtbot, opponent, Phase.YOURS)
    assert texts(window) == ["e4", "e5"]
    assert not window.session.node.notes


def test_the_flag_of_an_engine_falls_too(qtbot, tmp_path: Path, now: Now) -> None:
    window = window_of(qtbot, tmp_path, START.replace('"*"', '"1/2-1/2"'))
    opponent = begun(
        qtbot, window, scripted("never-stops"), clock="byoyomi", minutes=0, byoyomi=5, side="1"
    )
    assert opponent.match.phase is Phase.ENGINE
    now.seconds += 5
    opponent.match.tick()
    assert opponent.panel.state == "White loses on time."
    # The result of another game, which the record has, stays.
    assert window.session.record.header("Result") == "1/2-1/2"


def test_a_side_that_cannot_be_mated_does_not_lose(qtbot, tmp_path: Path, now: Now) -> None:
    bare = '[FEN "6k1/8/8/8/8/8/8/4R1K1 w - - 0 1"]\n[Result "*"]\n\n*\n'
    window = window_of(qtbot, tmp_path, bare)
    opponent = begun(qtbot, window, scripted(), clock="byoyomi", minutes=0, byoyomi=5)
    now.seconds += 5
    opponent.match.tick()
    assert opponent.match.phase is Phase.OVER
    assert window.session.record.header("Result") == "1/2-1/2"
    assert not window.session.record.header("Termination")


@pytest.mark.parametrize(
    ("name", "text"), [("a.kifu", "手合割：平手\n"), ("a.sgf", "(;FF[4]GM[1]SZ[9])")]
)
def test_the_end_is_written_as_the_game_writes_it(
    qtbot, tmp_path: Path, now: Now, name: str, text: str
) -> None:
    window = window_of(qtbot, tmp_path, text, name)
    game = window.session.game.id
    engine = scripted()._replace(protocols={game: "usi" if game == "shogi" else "gtp"})
    if game == "go":
        engine = engine._replace(arguments=(engine.arguments[0], "kata"))
    opponent = opponent_of(qtbot, window, engine)
    opponent.panel.sheet.set_value("clock", "byoyomi")
    opponent.panel.sheet.set_value("minutes", 0)
    opponent.panel.sheet.set_value("periods", 1)
    opponent.do("begin")
    match = opponent.match
    match._runner.stop()  # of the engine that starts: none is asked here
    match._look()
    now.seconds += 9
    match.tick()
    assert clocks(opponent)[0] == "byo-yomi 21 s"
    for _ in range(3):
        now.seconds += 9
        match.tick()
    assert opponent.panel.state == "Black loses on time."
    if game == "shogi":
        assert [one.action for one in window.session.record.root.children] == [Terminal("切れ負け")]
    else:
        assert window.session.record.header("RE") == "W+T"
    opponent.do("on")
    assert match.phase is Phase.YOURS
    assert window.session.document.history.unused


def test_the_sleep_of_the_computer_is_told(qtbot, tmp_path: Path, now: Now) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = begun(qtbot, window, scripted(), clock="absolute", minutes=1)
    now.seconds += 3600
    opponent.match.tick()
    assert opponent.match.phase is Phase.YOURS
    assert window.status.said == "The clocks stood still while the computer slept."


def test_a_side_by_lot_is_asked_for_again(qtbot, tmp_path: Path, monkeypatch) -> None:
    window = window_of(qtbot, tmp_path)
    monkeypatch.setattr("random.randrange", lambda stop: stop - 1)
    opponent = opponent_of(qtbot, window)
    opponent.panel.sheet.set_value("side", "lot")
    opponent.do("begin")
    assert opponent.match.side == 1
    opponent.do("leave")
    again = opponent_of(qtbot, window)
    assert again.panel.sheet.values()["side"] == "lot"


@pytest.mark.parametrize(
    ("name", "text", "start", "said", "sides"),
    [
        (
            *("a.sgf", "(;FF[4]GM[1]SZ[19];B[aa])"),
            {"handicap": "4"},
            {
                "HA": "4",
                "KM": "0.5",
                "PB": "",
                "PW": "Scripted",
                "TM": "600",
                "OT": "3x30 byo-yomi",
            },
            ["Black", "White"],
        ),
        (
            *("a.kifu", "手合割：平手\n"),
            {"start": "2"},
            {"下手": "", "上手": "Scripted", "持ち時間": "10分", "秒読み": "30秒"},
            ["Black", "White"],
        ),
        ("a.pgn", START, {"start": "number", "number": 12}, {"Black": "Scripted"}, []),
    ],
)
def test_a_game_with_a_handicap_begins_in_a_record_of_its_own(
    qtbot, tmp_path: Path, now: Now, monkeypatch, name: str, text: str, start, said, sides
) -> None:
    window = window_of(qtbot, tmp_path, text, name)
    game, before = window.session.game.id, window.session.document
    protocol = {"go": "gtp", "shogi": "usi", "chess": "uci"}[game]
    engine = scripted("kata" if game == "go" else "never-stops")
    opponent = opponent_of(qtbot, window, engine._replace(protocols={game: protocol}))
    sheet = opponent.panel.sheet
    assert len({field.key for field in opponent._fields()}) == len(opponent._fields())
    assert "handicap" not in sheet.values()
    sheet.set_value("clock", "byoyomi")
    for key, value in {"from": "new", **start}.items():
        sheet.set_value(key, value)
        opponent._chosen(key)
    labels = next(one for one in opponent._fields() if one.key == "side").choices
    assert [tr(one) for one in labels.values()][: len(sides)] == sides
    sheet.set_value("side", "0")
    opponent.do("begin")
    assert window.session.document is not before
    assert before.history.unused
    playing = window.desk.mode
    assert isinstance(playing, Opponent)
    assert {key: window.session.record.header(key) for key in said} == said
    assert playing.match.phase is Phase.STARTING
    assert playing.panel.told == "Main time 10 min, " + (
        "byo-yomi 3 × 30 s" if game == "go" else "byo-yomi 30 s"
    )
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: "discard")
    playing.do("leave")
    assert not window.session.document.losses()
