"""Files with very many of one thing that records hold: made as records, and written by the format itself.

What stands at moves is put on records of one of three shapes: one long line, one record of short variations,
many short records; that of which a format makes the largest file. It holds a thing if its files grow with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.format import Format, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Action, Move, Remark, Setup, Takeback
from viewer.tree.annotation import Mark, NoteValue
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

ORDINARY = "ordinary"
"""The thing that all others are held against: games with a comment now and then."""
PLIES = 40
"""Moves of a short line."""
_FEW = 3
"""Of one that is there for something else."""
LINES = 6
"""Different short lines of a game."""
LEAST = 10
"""Things of which a file with everything has at least so many."""
LONG, WIDE, MANY = range(3)
"""The shapes."""


class Tree:
    """A record that grows.

    Attributes:
        game: its id.
        root: of the record.
        squares: names of squares of its board.
    """

    def __init__(self, format_: Format, game: str) -> None:
        rules = game_of(game)
        self.root = Node(0, None, rules.starts[0].setup)
        self.squares = list(rules.geometry_of(rules.start(rules.starts[0].setup)).squares)
        self.game = game
        self._headers = format_.new_headers(game)
        self._next = 1

    def add(self, parent: Node, action: Action | None = None, **notes: NoteValue) -> Node:
        """Another child of a node."""
        node = Node(self._next, parent, action, notes)
        self._next += 1
        parent.children += (node,)
        return node

    def line(self, number: int, count: int = PLIES) -> Node:
        """A line of the game from the root: its last node. A longer one goes to and fro."""
        moves, node = lines(self.game)[number % LINES], self.root
        if count > len(moves):
            moves = to_and_fro(self.game)
        for ply in range(count):
            node = self.add(node, moves[ply % len(moves)])
        return node

    def record(self, headers: tuple[Header, ...] = ()) -> Record:
        """As it is now, with more headers."""
        return Record(self.game, self.root, self._headers + headers)


@cache
def lines(game: str) -> tuple[tuple[Move, ...], ...]:
    """Short lines by the rules, different ones."""
    rules, start = game_of(game), game_of(game).starts[0].setup
    found = []
    for seed in range(LINES):
        chance, state, moves = random.Random(seed), rules.start(start), []
        while len(moves) < PLIES and (legal := list(rules.legal_moves(state))):
            moves.append(chance.choice(legal))
            state = rules.step(state, moves[-1])
        found.append(tuple(moves))
    return tuple(found)


@cache
def to_and_fro(game: str) -> tuple[Move, ...]:
    """Four moves by the rules that lead back to the start, () where none does."""
    rules = game_of(game)
    first = rules.start(rules.starts[0].setup)
    squares = set(rules.geometry_of(first).squares)
    for one in rules.legal_moves(first):
        if not squares.issuperset((one.text[:2], one.text[2:])):
            continue
        second = rules.step(first, one)
        for other in rules.legal_moves(second):
            moves = (one, other, *(Move(move.text[2:] + move.text[:2]) for move in (one, other)))
            state = second
            for move in moves[1:]:
                state = rules.step(state, move)
                if rules.violation(state) is not None:
                    break
            else:
                return moves
    return ()


class Mould(NamedTuple):
    """What records are made of: a format, a game, the shape with most moves, the plies of a short line."""

    format: Format
    game: str
    shape: int = 0
    plies: int = PLIES

    def tree(self) -> Tree:
        """A new record, without moves."""
        return Tree(self.format, self.game)

    def trees(self, count: int) -> list[Tree]:
        """Records with so many moves."""
        short = range(-(-count // self.plies))
        trees = [self.tree() for _ in (short if self.shape == MANY else range(1))]
        if self.shape == LONG and to_and_fro(self.game):
            trees[0].line(0, count)
            return trees
        for number in short:
            trees[number % len(trees)].line(number, min(self.plies, count - number * self.plies))
        return trees

    def written(self, records: list[Record]) -> bytes:
        """Their file, b"" if the format can't write them so that it reads them again."""
        try:
            output = self.format.write(MemoryCollection(self.format.id, records))
            data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
            self.format.read(BytesSource(data))
        except (Unreadable, ValueError):
            return b""
        return data


Made = Callable[[Mould, int], list[Record]]
"""Makes records with so many of a thing."""

# ------------------------------------------------------------------------- things at each move


def _at_moves(said: Callable[[Tree, int], Mapping[str, NoteValue]]) -> Made:
    def made(mould: Mould, count: int) -> list[Record]:
        trees = mould.trees(count)
        for tree in trees:
            for node in [*tree.root.walk()][1:]:
                node.notes = said(tree, node.id)
        return [tree.record() for tree in trees]

    return made


def _behind_moves(action: Callable[[Tree, int], Action | None], **notes: NoteValue) -> Made:
    """Behind each move, so that the next one follows it."""

    def made(mould: Mould, count: int) -> list[Record]:
        trees = mould.trees(count)
        for tree in trees:
            for node in [*tree.root.walk()][1:]:
                below, node.children = node.children, ()
                new = tree.add(node, action(tree, node.id), **notes)
                new.children = below
                for child in below:
                    child.parent = new
        return [tree.record() for tree in trees]

    return made


def _beside_moves(mould: Mould, count: int) -> list[Record]:
    """A variation of one move beside each move."""
    trees = mould.trees(count)
    for tree in trees:
        for number, node in enumerate([*tree.root.walk()]):
            if node.children:
                tree.add(node, lines(mould.game)[number % LINES][0])
    return [tree.record() for tree in trees]


# ---------------------------------------------------------------------- things in one place


def _in_one(put: Callable[[Tree, int], tuple[Header, ...] | None]) -> Made:
    """In a record of a short line; what is put there may be more headers."""

    def made(mould: Mould, count: int) -> list[Record]:
        tree = mould.tree()
        tree.line(0, _FEW)
        return [tree.record(put(tree, count) or ())]

    return made


def _noted(name: str, value: Callable[[Tree, int], NoteValue]) -> Made:
    """A note of the first move, made of so many parts."""

    def put(tree: Tree, count: int) -> None:
        tree.root.children[0].notes = {name: value(tree, count)}

    return _in_one(put)


def _forks(tree: Tree, count: int) -> None:
    """Variations at the first move."""
    for number in range(count):
        tree.add(tree.root, lines(tree.game)[number % LINES][0])


def _nested(tree: Tree, count: int) -> None:
    """Variations of variations, three deep for each that is asked for."""
    at = tree.root
    for number in range(3 * count):
        if not at.children:
            tree.add(at, lines(tree.game)[0][number % PLIES])
        at = tree.add(at, lines(tree.game)[1][number % PLIES])


def _illegal(tree: Tree, count: int) -> None:
    """The same move again and again, which no game allows."""
    at = tree.root.children[0]
    at.children = ()
    for _ in range(count):
        at = tree.add(at, lines(tree.game)[0][0])


def _headers(mould: Mould, count: int) -> list[Record]:
    tree = mould.tree()
    tree.line(0, _FEW)
    return [tree.record(tuple(Header(_key(number), _text(number)) for number in range(count)))]


def _listed(mould: Mould, count: int) -> list[Record]:
    """Items of the lists that the format has among its headers."""
    tree = mould.tree()
    tree.line(0, _FEW)
    items = [
        Header(f"{one.key}.{number}.{one.fields[0].key}", _text(number))
        for one in mould.format.lists
        for number in range(count)
    ]
    return [tree.record(tuple(items))]


def _records(mould: Mould, count: int) -> list[Record]:
    """Records of few moves."""
    trees = [mould.tree() for _ in range(count)]
    for number, tree in enumerate(trees):
        tree.line(number, _FEW)
    return [tree.record() for tree in trees]


def _marks(tree: Tree, count: int) -> tuple[Mark, ...]:
    kinds, places = ("square", "circle", "triangle", "cross"), len(tree.squares)
    return tuple(
        Mark(kinds[number // places % len(kinds)], (tree.squares[number % places],))
        for number in range(count)
    )


def _key(number: int) -> str:
    """A key that all formats with free headers can hold: capital letters."""
    return "X" + "".join(chr(ord("A") + number // 26**place % 26) for place in (2, 1, 0))


def _text(number: int) -> str:
    return f"note {number}"


@cache
def _positions(game: str) -> list[Setup]:
    """Boards as they are after some moves."""
    rules, found = game_of(game), []
    for moves in lines(game)[:2]:
        state = rules.start(rules.starts[0].setup)
        for move in moves:
            state = rules.step(state, move)
        found.append(Setup(rules.setup_text(state)))
    return found


_AT_MOVES: dict[str, Made] = {
    "comments": _at_moves(lambda _, number: {"comment": _text(number)}),
    "comments before": _at_moves(lambda _, number: {"before": _text(number)}),
    "glyphs": _at_moves(lambda _, number: {"glyphs": (1 + number % 6,)}),
    "marks": _at_moves(lambda tree, number: {"marks": _marks(tree, 1 + number % 2)}),
    "clocks": _at_moves(lambda _, number: {"clock": f"0:{number % 60:02}:00"}),
    "times used": _at_moves(lambda _, number: {"elapsed": f"0:00:{number % 60:02}"}),
    "evaluations": _at_moves(lambda _, number: {"evaluation": f"+0.{number % 90 + 10}"}),
    "titles": _at_moves(lambda _, number: {"title": _text(number)}),
    "bookmarks": _at_moves(lambda _, number: {"bookmark": _text(number)}),
    "variations": _beside_moves,
    "set-ups": _behind_moves(lambda tree, number: _positions(tree.game)[number % 2]),
    "comments alone": _behind_moves(lambda *_: None, comment=_text(0)),
    "messages": _behind_moves(lambda _, number: Remark(_text(number))),
    "takebacks": _behind_moves(lambda *_: Takeback(1)),
}
THINGS: dict[str, Made] = {
    ORDINARY: _at_moves(lambda _, number: {} if number % 8 else {"comment": _text(number)}),
    "moves": _at_moves(lambda *_: {}),
    **_AT_MOVES,
    "forks": _in_one(_forks),
    "nested": _in_one(_nested),
    "illegal moves": _in_one(_illegal),
    "records": _records,
    "headers": _headers,
    "items": _listed,
    "lines": _noted("comment", lambda _, count: "\n".join(map(_text, range(count)))),
    "blank lines": _noted("comment", lambda _, count: "a" + "\n" * count + "b"),
    "marks in one place": _noted("marks", _marks),
}
"""By its name, what makes records with so many of a thing."""


def files(
    format_: Format, game: str, few: int, many: int
) -> Iterator[tuple[str, Callable[[], tuple[bytes, bytes]]]]:
    """By things that a format may hold of a game, what makes two files, with few and with many of it.

    Both are empty if it doesn't hold it: if files grow no more than with moves alone.
    """
    shapes = [Mould(format_, game, shape) for shape in (LONG, WIDE, MANY)]
    sizes = [len(one.written(THINGS[ORDINARY](one, few))) for one in shapes]
    mould = shapes[sizes.index(max(sizes))]
    plain = [len(mould.written(THINGS["moves"](mould, count))) for count in (few, many)]

    def made(thing: str) -> tuple[bytes, bytes]:
        less, more = (mould.written(THINGS[thing](mould, count)) for count in (few, many))
        base = plain[1] - plain[0] if thing in _AT_MOVES else 0
        grown = len(more) - len(less) - base
        return (less, more) if less and grown >= (many - few) // 2 else (b"", b"")

    for thing in THINGS:
        yield thing, partial(made, thing)


def ordinary(format_: Format, game: str, count: int) -> list[bytes]:
    """Ordinary files of so many moves, in each shape that the format can write."""
    moulds = [Mould(format_, game, shape) for shape in (LONG, WIDE, MANY)]
    return [data for one in moulds if (data := one.written(THINGS[ORDINARY](one, count)))]


def everything(format_: Format, game: str, count: int) -> bytes:
    """A file with so many of all things: as variations of one record if the format holds them, else apart."""
    mould = Mould(format_, game, WIDE, LEAST)  # the moves of few are as those of many
    forked = mould.written(THINGS["forks"](mould, 2))
    some = [one for made in THINGS.values() if made is not _records for one in made(mould, count)]
    read = format_.read(BytesSource(forked))
    together = len(read) and len(read.record(0).root.children) > 1
    return mould.written([*([_joined(some)] if together else some), *_records(mould, count)])


def _joined(records: list[Record]) -> Record:
    """One record with the lines and headers of several."""
    headers: dict[str, str] = {}
    root, next_id = Node(0, None, records[0].root.action), 1
    for record in records:
        headers |= dict(record.headers)
        for child in record.root.children:
            child.parent = root
            for node in child.walk():
                node.id, next_id = next_id, next_id + 1
        root.children += record.root.children
    return Record(records[0].game, root, tuple(Header(*one) for one in headers.items()))
