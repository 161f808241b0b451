"""Made-up analysed games: random legal moves with random evaluations, and better moves beside some."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.fresh import Beginning, new_record
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.game import Game
from viewer.tree.annotation import COMMENT, EVALUATION, NoteValue
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

SUFFIX = {
    "chess": "pgn",
    "xiangqi": "pgn",
    "shogi": "kif",
    "go": "sgf",
    "hex": "sgf",
    "twixt": "sgf",
}
PLIES = 14


class MadePly(NamedTuple):
    """A move of a made game.

    Attributes:
        side: that made it.
        move: what it is.
        value: of the position after it, for the first side: points in go, else a chance.
        others: moves beside it with their values.
    """

    side: int
    move: str
    value: float
    others: tuple[tuple[str, float], ...]


class MadeGame(NamedTuple):
    """A made game: its names, the value of its start, its moves."""

    names: tuple[str, str]
    start: float
    plies: tuple[MadePly, ...]


def chance_text(game: str, value: float) -> tuple[str, str]:
    """The facet or the comment of an evaluation, as its files have it: (facet's name, text)."""
    if game == "go":
        return EVALUATION, f"{'B' if value >= 0 else 'W'}+{abs(value)}"
    if game in ("chess", "xiangqi"):
        return EVALUATION, f"{centipawns(game, value) / 100:.2f}"
    if game == "shogi":
        return COMMENT, f"*評価値={centipawns(game, value)}"
    return COMMENT, f"Qipu: {round(100 * value)}%"


def steepness(game: str) -> float:
    """Of the chance of winning over centipawns."""
    return 1 / 600 if game == "shogi" else 0.00368208


def centipawns(game: str, chance: float) -> int:
    """The score of a chance of winning."""
    return round(-math.log(1 / chance - 1) / steepness(game))


def said(game: str, value: float) -> float:
    """A value as a reader has it again."""
    if game == "go":
        return value
    if game in ("hex", "twixt"):
        return round(100 * value) / 100
    return 1 / (1 + math.exp(-steepness(game) * centipawns(game, value)))


def made(game_id: str, names: tuple[str, str], chance: random.Random) -> tuple[Record, MadeGame]:
    """A game with evaluations."""
    game: Game[Any] = game_of(game_id)
    format_ = FORMATS[SUFFIX[game_id]].load()
    base = new_record(format_, game, Beginning(players=names))
    state = game.start_of(base)

    def value() -> float:
        if game_id == "go":
            return round(chance.uniform(-30, 30) * 2) / 2
        return round(chance.uniform(0.03, 0.97), 2)

    def notes(one: float) -> dict[str, NoteValue]:
        name, text = chance_text(game_id, one)
        return {name: text}

    start = value()
    rows = [NodeData(0, -1, base.root.action, notes(start))]
    last, plies = 0, []
    for _ in range(PLIES):
        side = state.side
        legal = sorted(game.legal_moves(state), key=lambda one: one.text)
        if not legal:
            break
        move, *rest = chance.sample(legal, min(3, len(legal)))
        others = [(one.text, value()) for one in rest[: chance.randrange(3)]]
        if len(others) == 2 and chance.random() < 0.5:  # as good, nearly
            others[1] = (others[1][0], others[0][1] + (0.5 if game_id == "go" else 0.01))
        here = value()
        above = last
        rows.append(NodeData(len(rows), above, move, notes(here)))
        last = len(rows) - 1
        for text, worth in others:
            rows.append(NodeData(len(rows), above, type(move)(text), notes(worth)))
        plies.append(
            MadePly(
                side,
                move.text,
                said(game_id, here),
                tuple((text, said(game_id, worth)) for text, worth in others),
            )
        )
        state = game.step(state, move)
    record = Record(game_id, nodes_of(rows)[0], base.headers)
    return record, MadeGame(names, said(game_id, start), tuple(plies))


def write(path: Path, records: Sequence[Record]) -> None:
    """Write records as a file of their game's format."""
    Document(MemoryCollection(SUFFIX[records[0].game], list(records))).save(str(path))


def expected(game_id: str, one: MadeGame, side: int) -> list[tuple[str, list[str]]]:
    """The mistakes of a side, worked out plainly: the move played, and the moves that are accepted."""
    sign = -1 if side else 1
    bound = {"go": 6.0, "shogi": 0.2}.get(game_id, 0.1)
    found = []
    before = one.start
    for ply in one.plies:
        after, was = ply.value, before
        before = after
        if ply.side != side or sign * (was - after) < bound:
            continue
        if game_id == "go":
            if sign * was < -20 or sign * after > 20:
                continue
        elif (was if side == 0 else 1 - was) < 0.1 or (after if side == 0 else 1 - after) > 0.9:
            continue
        if not ply.others:
            continue
        best = max(sign * worth for _, worth in ply.others)
        if best - sign * after < bound:
            continue
        order = [text for text, worth in ply.others if sign * worth == best]
        order += [
            text
            for text, worth in ply.others
            if sign * worth != best and best - sign * worth < bound
        ]
        found.append((ply.move, order))
    return found
