"""Ways in which engines lie: each ends in a sentence or in no information, never in a record."""

from __future__ import annotations

import marshal
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest
from supervised import lives

import viewer
from viewer.base.jobs import run_inline
from viewer.document.whole import annotating
from viewer.engines import dialogue, engine, gtp, uci
from viewer.engines.analysis import Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.identify import identify, unknown_setup
from viewer.engines.process import EngineFault
from viewer.games import game_of
from viewer.tree.annotation import EVALUATION

LIAR = str(Path(__file__).with_name("liar.py"))
LONG, LONGER = "1" * 400, "1" * 5000
ODD = "says “{}"
SILENT, STOPPED = "says nothing; Qipu waits for it", "has been stopped by a signal"
ENDED, UNANSWERED = "has ended unexpectedly", "doesn't answer"

FILES = {
    "uci": ("chess", "game.pgn", "1. e4 *\n"),
    "usi": ("shogi", "game.kif", "手合割：平手\n   1 ７六歩(77)\n"),
    "ucci": ("xiangqi", "game.pgn", '[Game "Chinese Chess"]\n\n1. 炮二平五 *\n'),
    "gtp": ("go", "game.sgf", "(;GM[1]SZ[9];B[ee])"),
}


class Lie(NamedTuple):
    """A way in which an engine lies.

    Attributes:
        answers: to commands, see liar.py.
        value: the evaluation that is written at the first position, "" for none.
        told: part of what is told meanwhile, "" for nothing.
        fault: part of the sentence with which the analysis ends, "" if it doesn't fail.
        impatient: whether the engine is silent, and isn't waited for as long as usual.
        protocol: in which it lies.
    """

    answers: dict[str, str]
    value: str = ""
    told: str = ""
    fault: str = ""
    impatient: bool = False
    protocol: str = "uci"


def info(words: str, value: str = "", told: str = "", protocol: str = "uci") -> Lie:
    """A lie in what an engine says while it searches."""
    move = {"uci": "e2e4", "usi": "7g7f", "ucci": "h2e2"}[protocol]
    answer = f"info {words} pv {move}\nbestmove {move}"
    return Lie({"go": answer}, value, ODD.format(told) if told else "", protocol=protocol)


def kata(words: str, value: str = "", told: str = "") -> Lie:
    """A lie in a report of KataGo's analysis."""
    answer = f"={{n}}\ninfo move E5 {words}"
    odd = ODD.format(told) if told else ""
    return Lie({"kata-analyze": answer}, value, odd, protocol="gtp")


def gnu(answers: dict[str, str], value: str = "", told: str = "") -> Lie:
    """A lie of an engine without analysis, as GNU Go is."""
    commands = "\n".join(("name", "komi", "reg_genmove", *answers))
    every = {"list_commands": f"={{n}} {commands}\n", "reg_genmove": "={n} E5\n", **answers}
    return Lie(every, value, ODD.format(told) if told else "", protocol="gtp")


def dumb(answers: dict[str, str], fault: str, told: str = "", protocol: str = "uci") -> Lie:
    """An engine that falls silent."""
    return Lie(answers, "", told, fault, True, protocol)


LIES = {
    # chances
    "wdl, no digit": info("depth 3 score cp 10 wdl ² 0 0", "0.10,3"),
    "wdl, 400 digits": info(f"depth 3 score cp 10 wdl {LONG} 0 0", "0.10,3", "wdl 111"),
    "wdl, negative": info("depth 3 score cp 10 wdl -5 500 505", "0.10,3", "wdl -5"),
    "wdl, too little": info("depth 3 score cp 10 wdl 5 0 0", "0.10,3", "wdl 5 0 0"),
    "wdl, too much": info("score cp 10 wdl 1000 1000 1000", "0.10", "wdl 1000 1000"),
    "wdl, cut": info("depth 3 score cp 10 wdl 500 500", "0.10,3"),
    # counts
    "nodes, 400 digits": info(f"depth 3 nodes {LONG} score cp 10", "0.10,3", "nodes 111"),
    "nodes, 5000 digits": info(f"depth 3 nodes {LONGER} score cp 10", "0.10,3", "nodes 111"),
    "speed, negative": info("depth 3 nps -7 score cp 10", "0.10,3", "nps -7"),
    "depth, 4000 digits": info(f"depth {LONGER[:4000]} score cp 10", "0.10", "depth 111"),
    "depth, negative": info("depth -3 score cp 10", "0.10", "depth -3"),
    "depth, 10000": info("depth 10000 score cp 10", "0.10", "depth 10000"),
    # scores
    "score, 4000 digits": info(f"score cp {LONGER[:4000]}", "", "score cp 111"),
    "score, 5000 digits": info(f"score cp -{LONGER}", "", "score cp -111"),
    "score, too high": info("score cp 99999999", "", "score cp 99999999"),
    "score, no number": info("score cp nan"),
    "score, a power": info("score cp 1e3"),
    "score, Python's": info("score cp 1_000"),
    "score, full width": info("score cp ３０"),
    "score, of nothing": info("score"),
    "score, without value": info("score cp"),
    "mate, far": info("score mate 99999", "", "score mate 99999"),
    "mate, 400 digits": info(f"score mate -{LONG}", "", "score mate -111"),
    # lines
    "rank, negative": info("multipv -1 score cp 10", "", "multipv -1"),
    "rank, 400 digits": info(f"multipv {LONG} score cp 10", "", "multipv 111"),
    "rank, more than wanted": info("multipv 7 score cp 10"),
    "moves, none": Lie({"go": "info score cp 10 pv zz99\nbestmove zz99"}),
    "moves, very many": Lie(
        {"go": f"info score cp 10 pv {'e2e4 ' * 100_000}\nbestmove e2e4"}, "0.10"
    ),
    "escape codes": Lie({"go": "info string \x1b[31m\x9b2J\u202e\nbestmove \x1b[2J"}),
    "no best move": Lie({"go": "bestmove"}),
    # introductions
    "option, 400 digits": Lie({"uci": f"option name X type spin default {LONG} max {LONG}\nuciok"}),
    "options, many": Lie({"uci": "option name X type check\n" * 9_999 + "uciok"}),
    "name, long": Lie({"uci": f"id name {'x' * 900_000}\nuciok"}),
    "another protocol": Lie({"uci": "? unknown command"}, fault="doesn't speak UCI"),
    # ends and silence
    "ends, greeted": Lie({"uci": "!dies"}, fault=ENDED),
    "ends, asked": Lie({"go": "!dies"}, fault=ENDED),
    "ends, with words": Lie({"uci": "!says no \x1b[31mnetwork"}, fault="It said: no"),
    "silent, greeted": dumb({"uci": "!hangs"}, UNANSWERED, SILENT),
    "silent, before it is ready": dumb({"isready": "!hangs"}, "doesn't say that it is", SILENT),
    "silent, asked": dumb({"go": "!hangs"}, UNANSWERED, SILENT),
    "stopped, before it is ready": dumb({"isready": "!stops"}, "doesn't say that it", STOPPED),
    "stopped, asked": dumb({"go": "!stops"}, UNANSWERED, STOPPED),
    "floods in place of a greeting": dumb({"uci": "!floods"}, UNANSWERED),
    # USI and UCCI
    "USI, 4000 digits": info(f"score cp {LONGER[:4000]}", "", "score cp 111", "usi"),
    "USI, a mate of no length": info("score mate x", protocol="usi"),
    "USI, mate for an answer": Lie({"go": "checkmate nomate"}, protocol="usi"),
    "USI, silent": dumb({"go": "!hangs"}, UNANSWERED, protocol="usi"),
    "USI, stopped": dumb({"go": "!stops"}, UNANSWERED, STOPPED, "usi"),
    "UCCI, too high": info("score 99999999", "", "score 99999999", "ucci"),
    "UCCI, no best move": Lie({"go": "nobestmove"}, protocol="ucci"),
    # GTP
    "chance -5": kata("visits 9 winrate -5 scoreLead -1e300 pv E5", "", "winrate -5"),
    "chance no number": kata("visits 9 winrate nan scoreLead inf pv E5", "", "winrate nan"),
    "lead beyond the board": kata("visits 9 scoreLead 999 pv E5", "", "scoreLead 999"),
    "visits 1e400": kata("visits 1e400 scoreLead 2 pv E5", "B+2", "visits 1e400")._replace(
        impatient=True
    ),
    "order -1": kata("visits 9 scoreLead 2 order -1 pv E5", "B+2", "order -1"),
    "ownership 7": kata(f"visits 9 scoreLead 2 pv E5 ownership {'7 ' * 81}", "B+2", "ownership 7"),
    "refused": Lie({"boardsize": "?{n} no\n"}, fault="refused “boardsize 9”: no", protocol="gtp"),
    "another's number": dumb({"name": "=77 x\n"}, UNANSWERED, SILENT, "gtp"),
    "stopped, asked by GTP": dumb({"kata-analyze": "!stops"}, UNANSWERED, STOPPED, "gtp"),
    "estimate beyond the board": gnu({"estimate_score": "={n} W+9999\n"}, "", "score 9999"),
    "estimate of dots": gnu({"estimate_score": "={n} W+1.2.3\n"}),
    "weight without end": gnu({"top_moves_black": "={n} E5 inf\n"}, "", "top_moves E5 inf"),
}


def setup_of(folder: Path, protocol: str, answers: dict[str, str]) -> EngineSetup:
    told = folder / "answers"
    told.write_bytes(marshal.dumps(answers))
    words = ("-I", "-S", LIAR, protocol, str(told))
    return EngineSetup("Liar", sys.executable, words, {FILES[protocol][0]: protocol})


@pytest.fixture(autouse=True)
def no_threads_left():
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def make_impatient(monkeypatch: pytest.MonkeyPatch, *, greeting: bool = False) -> None:
    """Wait less long for silent engines; with `greeting` also for those that don't introduce themselves."""
    for module in (dialogue, uci, gtp):
        monkeypatch.setattr(module, "QUIET", 0.05)
    monkeypatch.setattr(uci, "LOADING", 0.5)
    for module in (uci, gtp):
        monkeypatch.setattr(module, "LONGEST", 0.5)
    for module in (engine, gtp) if greeting else ():
        monkeypatch.setattr(module, "PATIENCE", 0.6)


@pytest.mark.parametrize("name", LIES)
def test_a_lie(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lie = LIES[name]
    _, file, text = FILES[lie.protocol]
    path = tmp_path / file
    path.write_text(text, "utf-8")
    if lie.impatient:
        make_impatient(monkeypatch, greeting=not lie.answers.keys().isdisjoint(("uci", "name")))
    document = viewer.open(str(path))
    told: list[str] = []
    fault = ""
    limits = {"nodes": 9} if lie.protocol == "gtp" else {"depth": 3}
    try:
        found = viewer.analyse(
            document,
            setup_of(tmp_path, lie.protocol, lie.answers),
            **limits,
            engines=1,
            tell=lambda words: told.append(words.text()),
        )
        annotating.annotate(document, found)
    except EngineFault as error:
        fault = error.reason.text()
    assert lie.fault in fault
    assert bool(fault) == bool(lie.fault)
    odd = [words for words in told if "says nothing" not in words or lie.told == SILENT]
    assert [lie.told in words for words in odd] == ([True] if lie.told else []), told
    assert all(len(words) < 200 for words in told)
    value = document.record(0).root.notes.get(EVALUATION, "")
    assert value == lie.value
    document.close()


@pytest.mark.parametrize("when", ["uci", "go"])
def test_what_has_left_the_group_of_an_engine_ends_with_it(tmp_path: Path, when: str) -> None:
    """A process in a session of its own, which holds the engine's pipes."""
    path, written = tmp_path / "game.pgn", tmp_path / "id"
    path.write_text("*", "utf-8")
    document = viewer.open(str(path))
    leaving = setup_of(tmp_path, "uci", {when: f"!leaves {written}"})
    with pytest.raises(EngineFault, match=ENDED):
        viewer.analyse(document, leaving, depth=3)
    assert not lives(int(written.read_text()))


def test_an_engine_that_never_gets_ready_is_not_asked_in_other_protocols(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_impatient(monkeypatch)
    words = setup_of(tmp_path, "uci", {"isready": "!hangs"}).arguments
    told: list[str] = []
    with pytest.raises(EngineFault, match="doesn't say that it is ready"):
        run_inline(
            identify(unknown_setup(sys.executable, words), lambda words: told.append(words.text()))
        )
    assert told[0].startswith("Starting ")
    assert len(told) == 2
    assert SILENT in told[1]


def test_numbers_within_their_bounds_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[9];B[ee])", "utf-8")
    document = viewer.open(str(path))
    told: list[object] = []
    sound = setup_of(tmp_path, "gtp", kata("visits 9 winrate 1.00001 scoreLead -3.5 pv E5").answers)
    found = viewer.analyse(document, sound, nodes=9, engines=1, tell=told.append)
    value = found[document.keys()[0], document.record(0).root.id].evaluation
    assert (value.share, value.points, told) == (1.0, -3.5, [])


def test_a_search_without_limits_may_be_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at the greatest depth there is; the engine answers when it is asked whether it is there."""
    quiet = setup_of(tmp_path, "uci", {"go": "info depth 3 score cp 1 pv e2e4"})
    told: list[object] = []
    asked = engine.Engine(quiet, game_of("chess"), 0.05, told.append)
    steps = asked.analyse(asked.game.start(None), Limits())
    assert next(step.result for step in steps if step.result).depth == 3
    make_impatient(monkeypatch)
    monkeypatch.setattr(uci, "QUIET", 0.3)
    assert not any(step.result for step, _ in zip(steps, range(30), strict=False))
    steps.close()
    asked.close()
    assert told == []


def test_an_engine_that_knows_no_depth_says_so(tmp_path: Path) -> None:
    asked = engine.Engine(setup_of(tmp_path, "gtp", {}), game_of("go"), 0.05)
    with pytest.raises(EngineFault, match="knows no depth"):
        run_inline(asked.analyse(asked.game.start(None), Limits(depth=5)))
    asked.close()
