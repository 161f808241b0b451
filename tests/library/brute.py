"""Searching by looking at every node of every record: slow, and independent of charts, keys and SQL."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import viewer
from viewer.games import game_of
from viewer.games.capabilities import counts_of
from viewer.games.go.setup import column_row as go_point
from viewer.games.go.setup import square_at as go_square
from viewer.games.states import States
from viewer.games.stones.coordinates import column_row, square_at
from viewer.tree.action import Move, Remark, Terminal
from viewer.tree.record import Record

Arrangement = tuple[Any, ...]
OTHER = {
    "chess": {"white": "black", "black": "white"},
    "xiangqi": {"red": "black", "black": "red"},
    "go": {"white": "black", "black": "white"},
    "hex": {"red": "blue", "blue": "red"},
    "twixt": {"vertical": "horizontal", "horizontal": "vertical"},
}
_RANKS = "0123456789"


class At(NamedTuple):
    """A node: file, number of the record, id, and what stands there."""

    path: Path
    number: int
    node: int
    main: bool
    arrangement: Arrangement
    side: int
    move: str | None
    state: Any


def _point(game: str, square: str) -> tuple[int, int] | None:
    if game == "shogi":
        return None if "*" in square else (9 - int(square[0]), ord(square[1]) - ord("a"))
    if game in ("chess", "xiangqi"):
        top = 8 if game == "chess" else 9
        return ord(square[0]) - ord("a"), top - int(square[1:])
    return go_point(square) if game == "go" else column_row(square)


def _square(game: str, x: int, y: int) -> str:
    if game == "shogi":
        return f"{9 - x}{chr(ord('a') + y)}"
    if game in ("chess", "xiangqi"):
        return f"{chr(ord('a') + x)}{(8 if game == 'chess' else 9) - y}"
    return go_square(x, y) if game == "go" else square_at(x, y)


def _size(game: Any, state: Any) -> tuple[int, int]:
    fixed = {"chess": (8, 8), "xiangqi": (9, 10), "shogi": (9, 9)}
    return fixed.get(game.id) or (state.grid.width, state.grid.height)


def _turn(name: str, x: int, y: int, width: int, height: int) -> tuple[int, int]:
    right, bottom = width - 1, height - 1
    return {
        "same": (x, y),
        "mirror": (right - x, y),
        "flip": (x, bottom - y),
        "half": (right - x, bottom - y),
        "diagonal": (y, x),
        "other": (bottom - y, right - x),
        "left": (y, right - x),
        "right": (bottom - y, x),
    }[name]


ALL = ("same", "mirror", "flip", "half", "diagonal", "other", "left", "right")


def ways(game: str, turned: bool, exchanged: bool) -> list[tuple[str, bool]]:
    """The arrangements that count as the same: how the board is turned, whether colours are exchanged."""
    quiet: tuple[str, ...] = ("same", "mirror")
    swapped: tuple[str, ...] = ("flip", "half")
    if game == "go":
        quiet = swapped = ALL
    elif game == "hex":
        quiet, swapped = ("same", "half"), ("diagonal", "other")
    elif game == "twixt":
        quiet, swapped = ALL[:4], ALL[4:]
    found = [(one, False) for one in (quiet if turned else quiet[:1])]
    if exchanged:
        found += [(one, True) for one in (swapped if turned else swapped[:1])]
    return found


def exchanged(game: Any, kind: str) -> str:
    """The same piece of the other side."""
    if game.id == "shogi":
        return kind.swapcase()
    colour, dash, rest = kind.removesuffix("-swapped").partition("-")
    return OTHER[game.id][colour] + dash + rest


def arrangement(game: Any, state: Any, way: str = "same", exchange: bool = False) -> Arrangement:
    """What stands on the board, in hands and as links; seen from elsewhere."""
    width, height = _size(game, state)

    def moved(square: str) -> str:
        if way == "same" and not exchange:
            return square
        point = _point(game.id, square)
        if point is None:
            return square.swapcase() if exchange else square
        return _square(game.id, *_turn(way, *point, width, height))

    def kind_of(kind: str) -> str:
        return exchanged(game, kind) if exchange else kind.removesuffix("-swapped")

    held = counts_of(game, state)
    pieces = frozenset((moved(s), kind_of(k)) for s, k in game.pieces(state) if s not in held)
    hands = frozenset((moved(s), count) for s, count in held.items() if count)
    links = frozenset(
        frozenset(moved(end) for end in link.ends) for link in game.links(state) if not link.gone
    )
    return (width, height, pieces, hands, links)


def nodes_of(path: Path) -> Iterator[At]:
    """Every node of every record that has a position of its own; a node of several moves comes for each."""
    collection = viewer.load(path)
    for number in range(len(collection)):
        record = collection.record(number)
        yield from _of_record(path, number, record)


def _of_record(path: Path, number: int, record: Record) -> Iterator[At]:
    game: Any = game_of(record.game)
    states = States(game, record)
    main = {node.id for node in record.root.main_line()}
    for node in record.walk():
        if node.parent is not None and (
            node.action is None or isinstance(node.action, (Terminal, Remark))
        ):
            continue
        state = states.at(node)
        next_ = node.children[0] if node.children else None
        action = None if next_ is None else states.at(next_).action
        move = action.text if isinstance(action, Move) else None
        yield At(
            path,
            number,
            node.id,
            node.id in main,
            arrangement(game, state),
            state.side,
            move,
            (game, state),
        )


def matching(
    nodes: Iterable[At],
    game: Any,
    state: Any,
    either: bool,
    turned: bool,
    exchanged: bool,
    main: bool,
) -> dict[tuple[str, int], set[int]]:
    """The nodes with the position of a state, by path and number of the record."""
    wanted: set[tuple[Any, ...]] = set()
    for way, exchange in ways(game.id, turned, exchanged):
        side = 1 - state.side if exchange else state.side
        wanted.add((arrangement(game, state, way, exchange), None if either else side))
    found: dict[tuple[str, int], set[int]] = defaultdict(set)
    for at in nodes:
        here = at.arrangement, None if either else at.side
        if at.state[0].id == game.id and (at.main or not main) and here in wanted:
            found[str(at.path), at.number].add(at.node)
    return dict(found)


def next_moves(
    nodes: Iterable[At], game: Any, state: Any
) -> dict[frozenset[str], set[tuple[str, int]]]:
    """The records that have each next move from a position in their main lines.

    Where the game has turned positions alike, moves made there count as they are seen in this one, and those
    that its own symmetry makes the same are one.
    """
    found: dict[frozenset[str], set[tuple[str, int]]] = defaultdict(set)
    here = arrangement(game, state)
    all_ways = [way for way, _ in ways(game.id, game.turned_alike, False)]
    own = [way for way in all_ways if arrangement(game, state, way) == here]
    for at in nodes:
        if not (at.main and at.move and at.state[0].id == game.id and at.side == state.side):
            continue
        for way in all_ways:
            if arrangement(game, at.state[1], way) == here:
                move = move_seen(game, state, at.move, way)
                alike = frozenset(move_seen(game, state, move, one) for one in own)
                found[alike].add((str(at.path), at.number))
                break
    return dict(found)


_SQUARES = {"chess": "[a-h][1-8]", "xiangqi": "[a-i][0-9]", "shogi": "[1-9][a-i]"}


def move_seen(game: Any, state: Any, move: str, way: str) -> str:
    """A move as it is seen when the board is turned."""
    if way == "same":
        return move
    size = _size(game, state)

    def turned(square: str) -> str:
        point = _point(game.id, square)
        assert point is not None
        return _square(game.id, *_turn(way, *point, *size))

    if game.id in _SQUARES:
        return re.sub(_SQUARES[game.id], lambda found: turned(found[0]), move)
    words = []
    for word in move.split():
        try:
            words.append(turned(word))
        except (ValueError, KeyError, IndexError, AssertionError):
            words.append(word)
    return " ".join(words)


_SCORES = {"1-0": 2, "1/2-1/2": 1, "0-1": 0, "B+R": 2, "B+T": 2, "W+R": 0}


def headers_of(paths: Iterable[Path]) -> dict[tuple[str, int], dict[str, str]]:
    """The headers of each record, by path and number."""
    found = {}
    for path in paths:
        collection = viewer.load(path)
        for number in range(len(collection)):
            found[str(path), number] = dict(collection.record(number).headers)
    return found


def score_of(headers: Mapping[str, str]) -> int | None:
    """The first side's half points, by what a header says."""
    return _SCORES.get(headers.get("Result", headers.get("RE", "")))


class Head(NamedTuple):
    """What headers say of a game: the names of both sides, the first side's half points, and the rest."""

    names: tuple[str, str]
    score: int | None
    year: int
    rating: float | None

    def won_by(self, name: str) -> bool:
        """Whether a player has won."""
        return (self.score, name) in ((2, self.names[0]), (0, self.names[1]))


_PLAYERS = {
    "chess": ("White", "Black"),
    "xiangqi": ("Red", "Black"),
    "shogi": ("Sente", "Gote"),
    "go": ("PB", "PW"),
}


def head_of(game: str, headers: Mapping[str, str]) -> Head:
    """What the headers of a generated game say."""
    first, second = (headers[key] for key in _PLAYERS[game])
    date = headers.get("Date") or headers["DT"]
    ratings = [int(headers[key]) for key in ("WhiteElo", "BlackElo") if key in headers]
    average = sum(ratings) / len(ratings) if ratings else None
    return Head((first, second), score_of(headers), int(date[:4]), average)


Test = Callable[[Record], bool]


def records(paths: Iterable[Path], test: Test) -> set[tuple[str, int]]:
    """The records that a test accepts."""
    found = set()
    for path in paths:
        collection = viewer.load(path)
        for number in range(len(collection)):
            if test(collection.record(number)):
                found.add((str(path), number))
    return found


def with_region(
    nodes: Iterable[At],
    game: Any,
    state: Any,
    squares: frozenset[str],
    turned: bool,
    exchanged: bool,
    main: bool = False,
    kinds: Container[str] | None = None,
) -> dict[tuple[str, int], set[int]]:
    """The nodes that have on some squares what a state has there; seen from anywhere.

    `kinds`: only these kinds of pieces are looked at.
    """
    width, height = _size(game, state)
    found: dict[tuple[str, int], set[int]] = defaultdict(set)
    patterns = []
    for way, exchange in ways(game.id, turned, exchanged):
        if width != height and way in ALL[4:]:  # a board that isn't square has no quarter turns
            continue
        _, _, pieces, _, _ = arrangement(game, state, way, exchange)
        pieces = frozenset(one for one in pieces if kinds is None or one[1] in kinds)
        where = set()
        for square in squares:
            x, y = _point(game.id, square) or (0, 0)
            where.add(_square(game.id, *_turn(way, x, y, width, height)))
        patterns.append((where, {(square, kind) for square, kind in pieces if square in where}))
    for at in nodes:
        if not at.main and main:
            continue
        if at.state[0].id == game.id and at.arrangement[:2] == (width, height):
            for where, pieces in patterns:
                there = {
                    one
                    for one in at.arrangement[2]
                    if one[0] in where and (kinds is None or one[1] in kinds)
                }
                if there == pieces:
                    found[str(at.path), at.number].add(at.node)
    return dict(found)


def with_pieces(
    nodes: Iterable[At], game: Any, kind: str, least: int, most: int, main: bool = False
) -> dict[tuple[str, int], set[int]]:
    """The nodes with so many pieces of a kind, in hand too."""
    found: dict[tuple[str, int], set[int]] = defaultdict(set)
    for at in nodes:
        if (at.main or not main) and at.state[0].id == game.id:
            _, _, pieces, hands, _ = at.arrangement
            count = sum(one == kind for _, one in pieces)
            count += sum(number for square, number in hands if square[0] == kind)
            if least <= count <= most:
                found[str(at.path), at.number].add(at.node)
    return dict(found)
