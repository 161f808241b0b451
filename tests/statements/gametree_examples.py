"""Examples of game-tree files for the statements of their specification, and the rows of both games."""

from __future__ import annotations

from gametree_maker import HEX, TWIXT, Items, Spot, build, changed, line, move, u32
from statement import Example, Statement

READ = "tests/formats/test_gametree_read.py::"


def without(key: bytes, items: Items = HEX) -> Items:
    """A header without a key."""
    return [item for item in items if item[0] != key]


def head(key: str, value: bytes, items: Items = HEX) -> Example:
    """A file of a root alone, with another value of a key in its header."""
    new = key.encode()
    known = changed(items, new, value)
    if all(name != new for name, _ in items):
        known = [*items, (new, value)]
    return Example(f"{key}: {value.hex(' ')}", build(Spot(), known))


def text(key: str, value: str) -> Example:
    """The same with a text."""
    return head(key, value.encode())._replace(words=f"{key}: {value!r}")


def lacks(key: str, items: Items = HEX) -> Example:
    """A file without a key in its header."""
    return Example(f"no {key}", build(Spot(), without(key.encode(), items)))


def items(words: str, *pairs: tuple[bytes, bytes]) -> Example:
    """A file of Hex with one node that has these items."""
    return Example(words, build(line(Spot(list(pairs)))))


def hex_move(raw: str) -> Example:
    """A file of Hex, of 5 by 5 cells, with one move of these bytes (in hexadecimal)."""
    return items(f"m: {raw}", (b"m", bytes.fromhex(raw)))


def noted(key: str, raw: str) -> Example:
    """A file of Hex with a move that has one more item."""
    return items(f"{key}: {raw}", (b"m", b"\2\2\1"), (key.encode(), bytes.fromhex(raw)))


def twixt_move(raw: str) -> Example:
    """A file of Twixt, of 24 by 24 holes: D4, then J9, then a move of these bytes."""
    spots = [move(3, 3, 1), move(9, 8, 2), Spot([(b"m", bytes.fromhex(raw))])]
    return Example(f"m: {raw}", build(line(*spots), TWIXT))


def linked(raw: str) -> Example:
    """The same after D4, J9, E6 and L10, of which two pairs are linked."""
    at = ((3, 3, 1), (9, 8, 2), (4, 5, 1), (11, 9, 2))
    spots = [*(move(*one) for one in at), Spot([(b"m", bytes.fromhex(raw))])]
    return Example(f"m: {raw}", build(line(*spots), TWIXT))


def raw_node(words: str, node: bytes, count: bytes = b"\0\0") -> Example:
    """A file of Hex with a root and then these bytes for its only child."""
    return Example(words, build(Spot())[:-2] + b"\0\1" + node + count)


def version(key: str, game: str, number: int, known: Items) -> tuple[Statement, ...]:
    """The rows of a version: its number, its width, that it has to be there."""
    good = head(key, u32(number), known)
    return (
        Statement(
            game,
            f"“{key}” is {number}",
            good,
            head(key, u32(number + 1), known),
            "gametree.version",
        ),
        Statement(
            game,
            f"“{key}” is a 4-byte integer",
            good,
            head(key, bytes((number,)), known),
            "gametree.strict.width",
        ),
        Statement(game, f"“{key}” is required", good, lacks(key, known), "gametree.missing-key"),
    )


def board(game: str, known: Items, large: int) -> tuple[Statement, ...]:
    """The rows of the size of a game's board."""
    good = head("bdsize", u32(large), known)
    return (
        Statement(game, "“bdsize” is required", good, lacks("bdsize", known), "gametree.no-size"),
        Statement(
            game,
            "“bdsize” is a 4-byte integer",
            good,
            head("bdsize", b"\0\5", known),
            "gametree.size-width",
            why="the example of the generic part has one byte, which is a note, not a warning",
        ),
        Statement(
            game,
            "A move's coordinates are bytes from 0 to bdsize - 1, so that boards have 256 lines at most",
            head("bdsize", u32(256), known),
            head("bdsize", u32(257), known),
            "gametree.bad-size",
            (READ + "test_boards_as_large_as_moves_can_say",),
        ),
    )
