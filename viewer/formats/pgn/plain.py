"""Plain games of chess, as archives have them: tags, moves with numbers, the result, nothing else.

They are read without making nodes, or with nodes that don't keep how they were written. Words that are no
moves show when they are played; what isn't surely such a game, as `read_game` would read it, is left to that.
"""

from __future__ import annotations

from functools import lru_cache

from viewer.base.patterns import late
from viewer.base.text import UTF8
from viewer.formats.capabilities import PlainGame
from viewer.formats.pgn.kinds import CHESS, plainly_chess
from viewer.formats.pgn.said import TAIL
from viewer.tree.action import Written
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_TAG = late(r'\[([A-Za-z0-9_]+) "([^"\\\r\n]*)"\]\r?\n')
_MOST_KNOWN = 1 << 14
_LONGEST_KNOWN = 10  # characters: no move is longer, and a damaged file isn't kept
_AROUND = 6  # characters of a tag beside name and value: [ "" ], the line end
_NUMBER = late(rb"(?<!\S)\d{1,3}\.(?:\.\.)?(?![.\d])")
_NUMBERS = [f"{number}." for number in range(1, 1000)]
_USUAL = b"KQRBNOabcdefgh0123456789x+#=-/*. \r\n"  # in moves, numbers and results
_RESULTS = frozenset(("1-0", "0-1", "1/2-1/2", "*"))
# Tags that say which game it is, or where it begins.
_TELLING = frozenset(("game", "gametype", "variant", "fen", "sfen", "setup", "player1", "size"))


class _Known(dict[str, str]):
    """Words that were read before, so that one that comes again is the same object: it is hashed once."""

    def __missing__(self, word: str) -> str:
        if len(self) < _MOST_KNOWN and len(word) <= _LONGEST_KNOWN:
            self[word] = word
        return word


_KNOWN = _Known()


@lru_cache(maxsize=1024)
def _tells_nothing(names: tuple[str, ...]) -> bool:
    """Whether tags leave the game chess, from its usual start."""
    return _TELLING.isdisjoint(name.lower() for name in names)


def read_plain(data: bytes) -> PlainGame | None:
    """The headers and moves of a game's bytes; None if it isn't plain."""
    end = data.find(b"\n\n")
    if end < 0:
        end = data.find(b"\n\r\n")
        if end < 0:
            return None
    try:
        head = data[: end + 1].decode()
    except UnicodeDecodeError:
        return None
    tags = _TAG.findall(head)
    ends = _AROUND + (head[-2:-1] == "\r")
    if sum([len(name) + len(value) + ends for name, value in tags]) != len(head):
        return None
    if not tags or not _tells_nothing(tuple([name for name, _ in tags])):
        return None
    text = data[end + 1 :]
    if not plainly_chess(text):
        return None
    if text.translate(None, _USUAL):
        return None
    words = text.decode("latin-1").split()
    if words[-1] not in _RESULTS:
        return None
    result = words.pop()
    if words[::3] == _NUMBERS[: -(-len(words) // 3)]:  # as archives write them: 1. e4 c5 2. Nf3
        del words[::3]
    else:
        words = _NUMBER.sub(b" ", text).decode("latin-1").split()[:-1]
    words = list(map(_KNOWN.__getitem__, words))
    return PlainGame(CHESS, tuple([Header(*tag) for tag in tags]), words, result)


class _Moves(dict[str, Written]):
    """Moves as written, of all games; legal ones, so that there aren't too many."""

    def __missing__(self, word: str) -> Written:
        found = self[word] = Written(word)
        return found


_MOVES = _Moves()


def record_of(game: PlainGame) -> Record:
    """The record of a plain game whose moves are all legal, as `PlainGames.plain_record` has it."""
    above = root = Node(0, None)
    nodes = {0: root}
    for id, move in enumerate(map(_MOVES.__getitem__, game.moves), 1):
        node = nodes[id] = Node(id, above, move)
        above.children = (node,)
        above = node
    end = Fact(TAIL, False, game.end.encode())
    return Record(game.game, root, game.headers, UTF8, (end,), nodes)
