"""Generated records of all six games, with variations, comments and headers, written by Qipu itself."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import brute

from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

FORMAT_OF = {
    "xiangqi": "pgn",
    "chess": "pgn",
    "shogi": "pgn",
    "go": "sgf",
    "hex": "sgf",
    "twixt": "sgf",
}
START_OF = {"go": "9", "hex": "5", "twixt": "8"}
NAMES = ("Ädler, Anna", "Berg, Boris", "吕钦", "許銀川", "Costa, C.", "O'Hara; DROP TABLE games")
PLAYERS = {"pgn": ("White", "Black"), "sgf": ("PB", "PW")}


def record_of(
    game_id: str, seed: int, plies: int = 14, branches: int = 3, setup: Setup | None = None
) -> Record:
    """A record of random legal moves, some of them in variations, one with a comment."""
    game: Any = game_of(game_id)
    chance = random.Random(seed)
    start = START_OF.get(game_id)
    if start:
        setup = Setup(game.parse_setup(start).text)
    rows = [NodeData(0, -1, setup, {})]
    states = [game.start(setup)]
    # The first plies from few moves, so that games share positions and transpose.
    for ply in range(plies):
        moves = list(game.legal_moves(states[-1]))
        if not moves:
            break
        move = chance.choice(moves[:3] if ply < 5 else moves)
        notes = {"comment": f"note {seed} 炮二平五 Über"} if ply == 3 and seed % 3 == 0 else {}
        rows.append(NodeData(len(rows), len(rows) - 1, Move(move.text), notes))
        states.append(game.step(states[-1], move))
    main = len(rows)
    for _ in range(branches if seed % 2 else 0):
        if main < 3:
            break
        at = chance.randrange(1, main - 1)
        parent, state = at, states[at]
        for _ in range(chance.randint(1, 4)):
            moves = (
                [
                    move
                    for move in game.legal_moves(state)[:6]
                    if Move(move.text) != rows[parent + 1].action
                ]
                if parent < main - 1
                else list(game.legal_moves(state)[:6])
            )
            if not moves:
                break
            move = chance.choice(moves)
            rows.append(NodeData(len(rows), parent, Move(move.text), {}))
            state, parent = game.step(state, move), len(rows) - 1
    form = FORMAT_OF[game_id]
    first, second = PLAYERS[form]
    if game_id == "xiangqi":
        first = "Red"
    elif game_id == "shogi":
        first, second = "Sente", "Gote"
    year = 1950 + seed % 60
    headers = [Header(first, chance.choice(NAMES)), Header(second, chance.choice(NAMES))]
    if form == "pgn":
        headers += [Header("Event", f"Open {year}"), Header("Date", f"{year}.0{seed % 9 + 1}.12")]
        headers += [Header("Result", chance.choice(("1-0", "0-1", "1/2-1/2")))]
        if game_id == "chess":
            headers += [Header("WhiteElo", str(1800 + seed % 900)), Header("BlackElo", "2000")]
    else:
        headers += [Header("EV", f"Open {year}"), Header("DT", f"{year}-0{seed % 9 + 1}-12")]
        headers += [Header("RE", chance.choice(("B+R", "W+R", "B+T")))]
    return Record(game_id, nodes_of(rows)[0], tuple(headers))


def write(path: Path, game_id: str, seeds: range) -> None:
    """A file of the records of seeds."""
    _write(path, game_id, [record_of(game_id, seed) for seed in seeds])


def _write(path: Path, game_id: str, records: list[Record]) -> None:
    form = FORMAT_OF[game_id]
    output = FORMATS[form].load().write(MemoryCollection(form, records))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))


def write_images(path: Path, game_id: str, seeds: range, ways: list[tuple[str, bool]]) -> None:
    """A file of records that begin with a position of another record, seen from elsewhere in turn."""
    game: Any = game_of(game_id)
    records = []
    for seed in seeds:
        states = States(game, record_of(game_id, seed))
        node = [*states.record.root.main_line()][3 + seed % 6]
        state = states.at(node)
        way, exchange = ways[seed % len(ways)]
        _, _, pieces, hands, _ = brute.arrangement(game, state, way, exchange)
        side = 1 - state.side if exchange else state.side
        setup = Setup(game.compose(state, dict(pieces), dict(hands), side).text)
        headers = record_of(game_id, seed).headers
        records.append(Record(game_id, nodes_of([NodeData(0, -1, setup, {})])[0], headers))
    _write(path, game_id, records)
