"""The window: its start beside bare ones, in each language, with ten tabs; its memory; a large record.

    bench_window.py [FILE]

Set DISPLAY to measure on a screen (Xvfb will do); without one Qt's offscreen platform is used. FILE is
a large record; without it one of 226,000 nodes is made.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time, sleep

from figures import median, p95, random_record, row, times

from viewer.base import catalogs
from viewer.base.resources import resource_path
from viewer.document.kept_session import KeptSession, KeptTab, session_text

HERE = Path(__file__).resolve().parent
NODES = 226_000
# Where modules are compiled at every start, that is what would be measured.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUNS = 9
PAIRS = 15
STANDS = 5  # s after which a window has loaded all that it loads by itself


def run(*arguments: str) -> float:
    """Wall seconds of a process."""
    start = perf_counter()
    subprocess.run(
        [sys.executable, *arguments], check=True, stderr=subprocess.DEVNULL, env=ENVIRONMENT
    )
    return perf_counter() - start


def start_of_window(small: str, large: str) -> None:
    """Start to first painted board, paired with the bare window."""
    bare, ours, big, empty, chess = [], [], [], [], []
    session = str(resource_path("samples", "en", "study", "chess.pgn"))
    for _ in range(RUNS + 1):
        bare.append(run(str(HERE / "bare_window.py")))
        ours.append(run("-m", "viewer", "--quit-after-paint", small))
        empty.append(run("-m", "viewer", "--quit-after-paint"))
        chess.append(run("-m", "viewer", "--quit-after-paint", session))
        big.append(run("-m", "viewer", "--quit-after-paint", large))
    for each in (bare, ours, big, empty, chess):
        del each[0]  # it warmed the caches
    row("bare PySide6 window, painted", median(bare) * 1e3, "ms")
    row("Qipu with an .xqf, board painted", median(ours) * 1e3, "ms")
    ratio = median([a / b for a, b in zip(ours, bare, strict=True)])
    row("ratio, pair by pair", ratio, "", "goal: at most 1.5")
    row("Qipu without a file, painted", median(empty) * 1e3, "ms")
    more = median([a - b for a, b in zip(chess, empty, strict=True)])
    row("a .pgn more than that, pair by pair", more * 1e3, "ms", "goal: 300")
    row("Qipu with the large record, board painted", median(big) * 1e3, "ms", "goal: 1500")


def spent(*arguments: str) -> float:
    """Processor seconds of a process."""
    words = [sys.executable, *arguments]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, words
    return used.ru_utime + used.ru_stime


def start_of_games() -> None:
    """Processor time to the first painted board of each game, paired with a bare window that paints one."""
    for path in samples():
        pairs = []
        for _ in range(PAIRS + 1):
            bare = spent(str(HERE / "bare_board.py"), path)
            pairs.append(spent("-m", "viewer", "--quit-after-paint", path) / bare)
        goal = 1.75 if path.endswith((".pgn", ".kif")) else 1.55
        name = os.path.basename(path)
        row(f"start with {name} beside a bare board", median(pairs[1:]), "", f"limit: {goal}")


def samples() -> list[str]:
    """A small record of each game."""
    return sorted(map(str, Path(str(resource_path("samples", "en", "study"))).glob("*.*")))


def start_with_tabs(small: str, folder: str) -> None:
    """Start to first painted board with a session of ten other tabs, paired with one of none."""
    tabs = [KeptTab(f"{folder}/{number}.xqf", f"{number}.xqf") for number in range(10)]
    kept = Path(ENVIRONMENT["XDG_STATE_HOME"], "qipu", "session.json")
    kept.parent.mkdir(parents=True, exist_ok=True)
    for tab in tabs:
        Path(tab.path).write_bytes(Path(small).read_bytes())
    none, ten = [], []
    for turn in range(2 * RUNS + 1):
        pair = [(none, KeptSession()), (ten, KeptSession(tuple(tabs), 9))]
        for found, session in pair if turn % 2 else pair[::-1]:
            kept.write_text(session_text(session))
            found.append(run("-m", "viewer", "--quit-after-paint", small))
    del none[0], ten[0]  # they warmed the caches
    row("Qipu with a file and no session, board painted", median(none) * 1e3, "ms")
    more = median([a - b for a, b in zip(ten, none, strict=True)])
    row("ten tabs of a session more, pair by pair", more * 1e3, "ms", "goal: 10")
    kept.unlink()


def start_in_languages(small: str) -> None:
    """Start to first painted board with each catalog, paired with English; what memory that is."""
    used_by: dict[str, list[float]] = {}
    held: dict[str, list[float]] = {}
    for _ in range(2 * RUNS):
        for language in ("en", *catalogs.available()):
            words = [sys.executable, "-m", "viewer", "--quit-after-paint", small]
            process = subprocess.Popen(
                words, stderr=subprocess.DEVNULL, env={**ENVIRONMENT, "LANGUAGE": language}
            )
            _, status, used = os.wait4(process.pid, 0)
            assert status == 0, language
            used_by.setdefault(language, []).append(used.ru_utime + used.ru_stime)
            held.setdefault(language, []).append(used.ru_maxrss / 1024)
    row("memory at the first paint, in English", median(held["en"]), "MiB", "limit: 110")
    for language in catalogs.available():
        pairs = zip(used_by[language][1:], used_by["en"][1:], strict=True)
        more = 100 * (median([a / b for a, b in pairs]) - 1)
        row(f"start in {language} more than in English", more, "% of processor time", "goal: 3")
    row(
        "memory at the first paint, at most",
        max(median(some) for some in held.values()),
        "MiB",
        "limit: 110",
    )


def standing_memory() -> None:
    """What a window with a small record of each game holds once all that it loads late is there."""
    for path in samples():
        words = [sys.executable, "-m", "viewer", "--new-window", path]
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        sleep(STANDS)
        status = Path(f"/proc/{process.pid}/status").read_text()
        process.terminate()
        process.wait()
        (line,) = (one for one in status.splitlines() if one.startswith("VmRSS"))
        held = int(line.split()[1]) / 1024
        name = os.path.basename(path)
        limit = 103 if path.endswith((".kif", ".xqf")) else 97  # with two Han fonts
        row(f"memory of a window {STANDS} s old with {name}", held, "MiB", f"limit: {limit}")


def large_record(large: str) -> None:
    """First paint of the notation, steps and edits, in the window."""
    from PySide6.QtWidgets import QApplication

    from viewer.document import plans
    from viewer.document.workspace import Workspace
    from viewer.ui.app import make_application
    from viewer.ui.board import sounds
    from viewer.ui.board.sounds import PlayerProgram
    from viewer.ui.notation.view import NotationView
    from viewer.ui.window.store import Store
    from viewer.ui.window.window import Window

    application = make_application(["bench"])
    with tempfile.TemporaryDirectory() as folder:
        window = Window(Workspace(), Store(folder))
        window.settings.set("animate", False)
        window.files.open(large)
        window.show()
        application.processEvents()
        session = window.session
        assert session is not None

        def paints() -> None:
            """Let Qt paint what asked to be painted."""
            QApplication.sendPostedEvents()
            application.processEvents()

        notation = NotationView()
        notation.resize(428, 460)

        def first_paint() -> None:
            notation.set_record(session.record, session.game, session.states, session.style)
            notation.grab()

        row("first paint of the notation", median(times(first_paint, 5)) * 1e3, "ms", "goal: 100")
        dice = random.Random(3)
        ids = list(session.record.nodes)

        def steps(pause: float) -> list[float]:
            """Seconds of 300 steps, with a pause after each, so that it isn't one of a held key."""
            found: list[float] = []
            while len(found) < 300:
                if session.cursor.next is None:
                    session.go(session.record.node(ids[dice.randrange(len(ids))]))
                    paints()
                    continue
                start = perf_counter()
                session.go(session.cursor.next)
                paints()
                found.append(perf_counter() - start)
                sleep(pause)
            return found

        found = steps(0)
        row("a step along the line, painted: median", median(found) * 1e3, "ms")
        row("a step along the line, painted: p95", p95(found) * 1e3, "ms", "goal: 16")
        sounds.found_program = lambda: PlayerProgram(shutil.which("true") or "")
        window.settings.set("sounds", True)
        window.looks.show_settings()
        for words, pause in (("with sounds", 0.16), ("with sounds, key held", 0)):
            found = steps(pause)
            row(f"a step along the line, {words}: p95", p95(found) * 1e3, "ms", "goal: 16")
        window.settings.set("sounds", False)
        window.looks.show_settings()

        def comment() -> None:
            session.do(plans.comment, f"comment {dice.random()}")
            paints()

        def variation() -> None:
            session.go(session.record.node(ids[dice.randrange(1, len(ids))]))
            moves = session.game.legal_moves(session.state)
            if moves:
                start = perf_counter()
                session.play(dice.choice(list(moves)))
                paints()
                edits.append(perf_counter() - start)

        row("a comment, painted: p95", p95(times(comment, 100)) * 1e3, "ms", "goal: 50")
        edits: list[float] = []
        for _ in range(150):
            variation()
        row("a move played anywhere, painted: median", median(edits) * 1e3, "ms")
        row("a move played anywhere, painted: p95", p95(edits) * 1e3, "ms", "goal: 50")
        promotions = []
        heads = [
            n.id
            for n in session.record.nodes.values()
            if n.parent and n.parent.children[0] is not n
        ]
        for id in (dice.choice(heads) for _ in range(60)):
            session.go_to(id)
            start = perf_counter()
            session.do(plans.promote)
            paints()
            promotions.append(perf_counter() - start)
        row("a variation promoted, painted: p95", p95(promotions) * 1e3, "ms", "goal: 50")
        session.document.history.set_clean()
        window.close()


def what_is_waited_for() -> None:
    """Opening the settings, and a change of theme with a tab and with eleven."""
    from viewer.document.workspace import Workspace
    from viewer.ui.app import make_application
    from viewer.ui.dialogs.settings_dialog import SettingsDialog
    from viewer.ui.window.store import Store
    from viewer.ui.window.window import Window

    application = make_application(["bench"])

    def done(id: str) -> float:
        start = process_time()
        window.run_named(id)
        application.processEvents()
        return process_time() - start

    with tempfile.TemporaryDirectory() as folder:
        window = Window(Workspace(), Store(folder))
        window.complete()
        window.show()
        window.finish()
        opened = []
        for _ in range(RUNS):
            opened.append(done("settings"))
            for dialog in window.findChildren(SettingsDialog):
                dialog.close()
            application.processEvents()
        row("opening the settings", median(opened[1:]) * 1e3, "ms of processor time", "limit: 150")
        found = []
        for tabs in (1, 10):
            for number in range(tabs):
                path = samples()[number % len(samples())]
                copied = Path(folder, f"{tabs}-{number}{os.path.splitext(path)[1]}")
                copied.write_bytes(Path(path).read_bytes())
                window.files.open(str(copied))
                application.processEvents()
            themes = [done(f"theme-{name}") for name in ("dark", "light") * RUNS]
            found.append(median(themes[2:]))
        row("a change of theme with a tab", found[0] * 1e3, "ms of processor time", "limit: 150")
        more = (found[1] - found[0]) / 10
        row("each of ten more tabs", more * 1e3, "ms of processor time", "limit: 50")
        window.close()


def main() -> None:
    """Print the figures."""
    if not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = ENVIRONMENT["QT_QPA_PLATFORM"] = "offscreen"
    from viewer.document.document import new_document

    small = str(resource_path("samples", "en", "study", "xiangqi.xqf"))
    with tempfile.TemporaryDirectory() as folder:
        large = sys.argv[1] if len(sys.argv) > 1 else f"{folder}/large.xqf"
        if len(sys.argv) < 2:
            new_document(random_record(NODES), "xqf").save(large)
        ENVIRONMENT["XDG_STATE_HOME"] = f"{folder}/state"  # no session of the user's own
        start_of_games()
        standing_memory()
        what_is_waited_for()
        start_in_languages(small)
        start_with_tabs(small, folder)
        start_of_window(small, large)
        large_record(large)


if __name__ == "__main__":
    main()
