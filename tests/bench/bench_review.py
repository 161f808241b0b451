"""A whole game analysed with Stockfish at so many nodes a move, beside the engine asked by a bare loop.

The loop sends the same commands and only waits for `bestmove`: its own time. Both take turns, at the same
low priority, since the supervisor lowers that of an engine's session, too.
Limits: 5 % over it, and 5 % of its processor time used by Qipu itself, which a busy machine changes less.

.venv/bin/python tests/bench/bench_review.py [PLIES [TIMES]]
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import time
from contextlib import suppress

from viewer.base.jobs import run_inline
from viewer.engines.analysis import Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.installed import installed_engines
from viewer.engines.review import Order, positions_of, reviewing
from viewer.games import game_of
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record

NODES = (10_000, 50_000, 200_000)
OPTIONS = {"Threads": 1, "Hash": 16}
_LIMIT = 5


def game_of_plies(plies: int) -> Record:
    """A game of random moves that doesn't end."""
    chance = random.Random(plies)
    game = game_of("chess")
    while True:
        root = node = Node(0, None)
        state = game.start(None)
        for number in range(1, plies + 1):
            moves = game.legal_moves(state)
            if not moves:
                break
            move = chance.choice(moves)
            state = game.step(state, move)
            child = Node(number, node, move)
            node.children = (child,)
            node = child
        else:
            if game.legal_moves(state):
                return Record("chess", root)


def bare(program: str, record: Record, nodes: int) -> tuple[float, float]:
    """Seconds from the first command after `readyok` until the last `bestmove`, and of the start."""
    began = time.perf_counter()
    engine = subprocess.Popen(
        [program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        start_new_session=True,
        preexec_fn=lambda: os.nice(10),
    )
    with suppress(OSError), open(f"/proc/{engine.pid}/autogroup", "w") as group:
        group.write("10")
    assert engine.stdin is not None
    assert engine.stdout is not None

    def say(*lines: str) -> None:
        engine.stdin.write("\n".join(lines) + "\n")  # type: ignore[union-attr]  # asserted

    def wait(word: str) -> None:
        for line in engine.stdout:  # type: ignore[union-attr]  # asserted
            if line.startswith(word):
                return

    say("uci")
    wait("uciok")
    say(*(f"setoption name {name} value {value}" for name, value in OPTIONS.items()))
    say("ucinewgame", "isready")
    wait("readyok")
    start = time.perf_counter()
    moves: list[str] = []
    for node in record.root.main_line():
        if isinstance(node.action, Move):
            moves.append(node.action.text)
        say(f"position startpos moves {' '.join(moves)}", f"go nodes {nodes}")
        wait("bestmove")
    taken = time.perf_counter() - start
    say("quit")
    engine.wait()
    return taken, start - began


def reviewed(program: str, record: Record, nodes: int) -> tuple[float, float]:
    """Seconds of the job of Qipu, with the start of the engine and its end; its own processor seconds."""
    setup = EngineSetup("Stockfish", program, (), {"chess": "uci"}, OPTIONS)
    order = Order(setup, Limits(nodes=nodes), engines=1)
    start, used = time.perf_counter(), time.process_time()
    found = run_inline(reviewing(order, positions_of([(0, record)], 1), patience=0.1))
    assert all(one.finding is not None for one in found)
    return time.perf_counter() - start, time.process_time() - used


def children() -> float:
    """Processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(plies: int = 80, times: int = 3) -> None:
    """Measure each number of nodes."""
    program = next(
        (one.path for one in installed_engines("chess") if one.known.title == "Stockfish"), None
    )
    if program is None:
        print("Stockfish isn't installed.")
        return
    record = game_of_plies(plies)
    for nodes in NODES:
        own, ours, share = [], [], []
        for _ in range(times):
            before = children()
            own.append(sum(bare(program, record, nodes)))
            searched = children() - before
            taken, used = reviewed(program, record, nodes)
            ours.append(taken)
            share.append(100 * used / searched)
        engine, qipu = statistics.median(own), statistics.median(ours)
        print(
            f"{plies + 1} positions at {nodes:7,} nodes: the engine {engine:6.2f} s, Qipu {qipu:6.2f} s,"
            f" {100 * (qipu / engine - 1):+.1f} %; processor time of Qipu {statistics.median(share):.1f} %"
            f" of the engine's (limits {_LIMIT} %)"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
