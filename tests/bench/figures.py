"""What the benchmarks share: large records of our own, medians, a table."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from time import perf_counter

from viewer.games import game_of
from viewer.tree.action import Action
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def random_record(nodes: int, seed: int = 1, game_id: str = "xiangqi") -> Record:
    """A record of legal moves: a long main line, variations within variations, comments on 1 in 40."""
    dice = random.Random(seed)
    game = game_of(game_id)
    root = Node(0, None, game.starts[0].setup)
    everything = {0: root}
    states = {0: game.start(root.action)}
    fans: dict[int, list[Node]] = {0: []}
    tip = root
    while len(everything) < nodes:
        if dice.random() < 0.026:
            tip = everything[dice.randrange(len(everything))]
        state = states[tip.id]
        have = {child.action for child in fans[tip.id]}
        moves = [move for move in _some(game.legal_moves(state), dice) if move not in have]
        if not moves or state.ply > 300:
            tip = everything[dice.randrange(len(everything))]
            continue
        action: Action = moves[0]
        id = len(everything)
        notes = {"comment": f"第{id}步，值得注意。"} if dice.random() < 0.025 else {}
        node = Node(id, tip, action, notes)
        everything[id], fans[id] = node, []
        fans[tip.id].append(node)
        states[id] = game.step(state, action)
        tip = node
    for id, children in fans.items():
        everything[id].children = tuple(children)
    return Record(
        game_id,
        root,
        (Header("Title", "bench"), Header("Result", "*"), Header("Type", "game")),
        "gb18030",
    )


def _some(moves, dice: random.Random, count: int = 4):
    moves = list(moves)
    return dice.sample(moves, min(count, len(moves)))


def times(act: Callable[[], object], runs: int) -> list[float]:
    """Seconds of each run."""
    found = []
    for _ in range(runs):
        start = perf_counter()
        act()
        found.append(perf_counter() - start)
    return found


def median(values: list[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def p95(values: list[float]) -> float:
    """The one that 95 of 100 don't exceed."""
    return sorted(values)[max(0, round(len(values) * 0.95) - 1)]


def row(name: str, value: float, unit: str, limit: str = "") -> None:
    """Print a figure."""
    print(f"{name:<58}{value:>12,.2f} {unit:<9}{limit}")
