"""Files of formats of which there are few, made by Qipu's writers, and by small ones of what it only reads.

Each follows from its name and a number alone. Where a file was made of moves, `Made.moves` says which:
whoever reads it has to find these.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from broken import MISREAD, Broken
from hands import comment, header, play

import viewer
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable
from viewer.formats.fresh import new_record
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Move, Setup

SMALLEST = 3
"""A format with fewer files than this gets some that are made."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ASKED = ("dhtmlxq", "usen", "lg-json", "abstractplay", "trmph", "xqr")


class Made(NamedTuple):
    """A file made here.

    Attributes:
        name: of the file, with a suffix of its format.
        data: its bytes.
        game: the id of its game, "" if nothing is to be found in it.
        moves: of the main line, as the game writes them; () where nobody asks.
    """

    name: str
    data: bytes
    game: str = ""
    moves: tuple[str, ...] = ()


def generated(format: str, count: int = 4) -> Iterator[Made]:
    """Some files of a format, written by Qipu and by a writer of this module."""
    entry = FORMATS[format]
    suffix = entry.suffixes[0]
    if entry.load().writable:
        for number in range(count):
            for game in entry.games:
                data = _written(format, game, random.Random(f"{format}/{game}/{number}"))
                yield Made(f"made-{game}-{number}.{suffix}", data)
    for name, (game, write) in _WRITERS.get(format, {}).items():
        for number in range(count):
            chance = random.Random(f"{format}/{name}/{number}")
            moves = _line(game, chance)
            data = write([move.split()[-1] for move in moves], chance)
            yield Made(f"made-{name}-{number}.{suffix}", data, game, tuple(moves))


def needed(format: str, files: int) -> bool:
    """Whether files of a format are to be made where there are so many others."""
    return files < SMALLEST or format in _ASKED


def expecting(made: Made) -> Callable[[str, random.Random], object]:
    """The question whether a file that was made of moves is read as these."""

    def expected(path: str, chance: random.Random) -> None:
        collection = viewer.load(path)
        try:
            *_, last = collection.record(0).root.main_line()
            found = [node.action for node in last.path()[1:]]
            texts = [one.text if isinstance(one, Move) else repr(one) for one in found]
        finally:
            if collection.source is not None:
                collection.source.close()
        if tuple(texts) != made.moves:
            raise Broken(
                MISREAD, f"{' '.join(made.moves)[:60]} is read as {' '.join(texts)[:60]!r}"
            )

    return expected


def _written(format: str, game: str, chance: random.Random) -> bytes:
    """A file of one to three records with moves, comments and headers, as Qipu writes it."""
    format_, rules = FORMATS[format].load(), game_of(game)
    count = 1 if format_.single else chance.choice((1, 2, 3))
    records = [new_record(format_, rules) for _ in range(count)]
    data = _bytes_of(Document(MemoryCollection(format, records)))
    try:
        document = Document(load_source(BytesSource(data, f"new.{FORMATS[format].suffixes[0]}")))
    except Unreadable:
        return data
    for _ in range(25):
        key = document.keys()[chance.randrange(len(document))]
        nodes = list(document.record_of(key).nodes.values())
        node = chance.choice(nodes[-4:] if chance.random() < 0.8 else nodes)
        chance.choice((play, play, play, comment, header))(document, key, node, chance)
    return _bytes_of(document)


def _bytes_of(document: Document) -> bytes:
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece_bytes(piece, document.source) for piece in output.pieces)


def _line(game: str, chance: random.Random) -> list[str]:
    """Moves by the rules, one behind the other."""
    rules, start = game_of(game), None
    if game in ("hex", "twixt"):
        start = Setup(rules.parse_setup("11" if game == "hex" else "24").text)
    state, moves = rules.start(start), []
    for _ in range(chance.randrange(4, 24)):
        places = [one for one in rules.legal_moves(state) if len(one.text) > 1]
        if not places:
            break
        moves.append(chance.choice(places))
        state = rules.step(state, moves[-1])
    return [one.text for one in moves]


# --------------------------------------------------------------------- what Qipu only reads


def _golem(moves: Sequence[str], chance: random.Random) -> bytes:
    said = {
        "gtid": f"hex-SIZE{_SIZE}",
        "variant": f"SIZE{_SIZE}",
        "players": [{"player": {"name": name}} for name in ("Ähm", "次")],
        "moves": [{"dmove": move} for move in moves],
    }
    return json.dumps(said, ensure_ascii=chance.random() < 0.5).encode()


def _abstract(moves: Sequence[str], chance: random.Random) -> bytes:
    stack = [{"_results": [{"type": "place", "where": move}]} for move in moves]
    return json.dumps({"game": "hex", "variants": [], "winner": [], "stack": stack}).encode()


def _trmph(moves: Sequence[str], chance: random.Random) -> bytes:
    address = chance.choice(("http://www.trmph.com/hex/board#", "#"))
    return f"{address}{_SIZE},{''.join(moves)}\n".encode()


_SIZE = 11


def _xqr(step: int, fen: int) -> Callable[[Sequence[str], random.Random], bytes]:
    """A writer of XQR in one of its numberings: of squares and of its blocks."""

    def write(moves: Sequence[str], chance: random.Random) -> bytes:
        head = bytes((0, 2, 0x20, 0x17)) + bytes((2, 4)) + b"Test" + bytes((fen, 0, fen + 1, 0))
        tree = bytes((0, 0, bool(moves), 0))
        for number, move in enumerate(moves, 1):
            squares = [(9 - int(move[at + 1])) * step + _LETTERS.index(move[at]) for at in (0, 2)]
            tree += bytes((*squares, number < len(moves), 0))
        return head + tree + b"\0\0\0\0"

    return write


_WRITERS: dict[str, dict[str, tuple[str, Callable[[Sequence[str], random.Random], bytes]]]] = {
    "lg-json": {"golem": ("hex", _golem)},
    "abstractplay": {"abstract": ("hex", _abstract)},
    "trmph": {"link": ("hex", _trmph)},
    "xqr": {"former": ("xiangqi", _xqr(10, 9)), "present": ("xiangqi", _xqr(16, 8))},
}


# ------------------------------------------------------------------------------ lists of moves


def move_list(seed: str) -> Made:
    """Moves of Hex or Twixt as players type them, with a swap or a resignation among them."""
    chance = random.Random(seed)
    game = chance.choice(("hex", "twixt"))
    moves = [move.split()[1] for move in _line(game, chance)]
    far = ["m16", "n21"] if game == "twixt" else ["k9", "j11"]  # no squares of chess
    moves += [move for move in far if move not in moves]
    if chance.random() < 0.5:
        moves.insert(1, "swap")
    numbers = [f"{at}." for at in range(1, len(moves) + 1)]
    if chance.random() < 0.5:
        moves.append("resign")
        numbers.append(f"{chance.choice((len(moves), 33))}.")
    suffixes = [".txt", ".pgn", ".moves", ""]
    if chance.random() < 0.3:
        numbers = [""] * len(moves)
        suffixes.remove(".pgn")  # bare places are what the name says
    words = [f"{number}{move}" for number, move in zip(numbers, moves, strict=True)]
    return Made(f"list{chance.choice(suffixes)}", " ".join(words).encode(), game)
