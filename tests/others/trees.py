"""Trees of games as others and Qipu read them, in one form, so that they can be compared."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from viewer.games.shogi.names import spelled

# Of a node: the index of its parent, what happens there, what is said there.
Item = tuple[int, str, str]


class Tree(NamedTuple):
    """A game: its start, and its nodes ahead of those below them; the first is the start."""

    start: str
    nodes: tuple[Item, ...]

    def without_comments(self) -> Tree:
        """With moves alone."""
        return Tree(self.start, tuple((parent, move, "") for parent, move, _ in self.nodes))

    def main_line(self) -> Tree:
        """With the first child of each node alone."""
        kept = [0]
        for here, item in enumerate(self.nodes):
            if here and item[0] == kept[-1]:
                kept.append(here)
        return self._of(kept)

    def without(self, dropped: Collection[int]) -> Tree:
        """Without some nodes and all below them."""
        kept: list[int] = []
        there = set[int]()
        for here, item in enumerate(self.nodes):
            if here not in dropped and (not here or item[0] in there):
                kept.append(here)
                there.add(here)
        return self._of(kept)

    def without_moves(self, sign: str) -> Tree:
        """Without the moves that begin with a sign, which others have no node for."""
        return self.without({here for here, item in enumerate(self.nodes) if item[1][:1] == sign})

    def trails(self, known: dict[tuple[int, str, int], int]) -> list[int]:
        """A number for each node, the same in every tree for the same way there; `known` collects them."""
        out: list[int] = []
        counts: dict[tuple[int, str], int] = {}
        for parent, move, _ in self.nodes:
            above = out[parent] if parent >= 0 else -1
            nth = counts[above, move] = counts.get((above, move), -1) + 1
            out.append(known.setdefault((above, move, nth), len(known)))
        return out

    def _of(self, kept: list[int]) -> Tree:
        places = {here: place for place, here in enumerate(kept)}
        nodes = ((places.get(self.nodes[i][0], -1), *self.nodes[i][1:]) for i in kept)
        return Tree(self.start, tuple(nodes))


def first_difference(ours: Tree, theirs: Tree) -> str:
    """Where two trees begin to differ, in a line."""
    if ours.start != theirs.start:
        return f"start: {ours.start!r}, read as {theirs.start!r}"
    for here, (mine, other) in enumerate(zip(ours.nodes, theirs.nodes, strict=False)):
        if mine != other:
            return f"node {here}: {mine!r:.150}, read as {other!r:.150}"
    return f"{len(ours.nodes)} nodes, read as {len(theirs.nodes)}"


# -------------------------------------------------------------------------- from Qipu's dump


def of_dump(record: Mapping[str, Any]) -> Tree:
    """The tree of a record as `qipu dump` tells it."""
    game, start = record["game"], record["start"]
    nodes = []
    for data in record["nodes"]:
        move = data.get("move", "")
        if "setup" in data:
            move = _setup(data["setup"])
        elif game == "twixt":  # links that are taken away or made are written in other words
            move = " ".join(move.split()[:2])
        nodes.append((data["parent"], move, _words(game, data)))
    return Tree(_start(game, start), tuple(nodes))


def _start(game: str, text: str) -> str:
    if game in ("go", "hex", "twixt"):
        size, _, setup = text.partition(" ")
        return f"{size} {_setup(setup)}".strip()
    return " ".join(text.split()[:3]) if game == "shogi" else text


def _setup(text: str) -> str:
    """A set-up of stones with those of each side sorted."""
    groups: dict[str, set[str]] = {}
    sign = ""
    for word in text.split():
        if word in ("B", "W", "E", "PL"):
            sign = word
        else:
            groups.setdefault(sign, set()).add(word)
    return " ".join(" ".join((sign, *sorted(groups[sign]))) for sign in sorted(groups))


def _words(game: str, data: Mapping[str, Any]) -> str:
    comment = data.get("comment", "")
    if game != "chess":
        return plain(comment)
    glyphs = "".join(f" ${glyph}" for glyph in sorted(data.get("glyphs", ())))
    before = data.get("before", "")
    return flowing(f"{before} | {comment}{glyphs}" if before else f"{comment}{glyphs}")


# ---------------------------------------------------------------------------- from the others

_GAMES = {"1": "go", "11": "hex", "21": "twixt"}
_FIRST = {"hex": "B", "twixt": "W"}
_COMMAND = re.compile(r"\[%[a-z]+ [^\]]*\]")


def plain(comment: str) -> str:
    """A comment without what formats don't keep: kinds of line ends, blanks at its end."""
    return re.sub(r"[\t\v\f]", " ", comment.replace("\r\n", "\n").replace("\r", "\n")).rstrip()


def flowing(comment: str) -> str:
    """A comment of PGN, whose line breaks are layout, without the commands for boards and clocks."""
    return " ".join(_COMMAND.sub(" ", comment).split())


def of_moves(told: Mapping[str, Any], fields: int) -> Tree:
    """A tree of a reader that names moves as Qipu does; `fields` of the start count."""
    chess = fields == 6
    words = flowing if chess else plain
    nodes = tuple((parent, _end(move), words(comment)) for parent, move, comment in told["nodes"])
    return Tree(" ".join(told["start"].split()[:fields]), nodes)


def _end(move: str) -> str:
    return f"#{spelled(move[1:])}" if move[:1] == "#" else move


def of_sgf(told: Mapping[str, Any]) -> Tree:
    """A tree of a reader that gives SGF's properties."""
    head = told["start"]
    game = _GAMES[head.get("GM", ["1"])[0]]
    size = head.get("SZ", ["19"])[0].replace(":", "x")
    passes = ("", "tt") if max(map(int, size.split("x"))) < 20 else ("",)

    def happens(properties: Mapping[str, list[str]]) -> str:
        for name in ("B", "W"):
            for value in properties.get(name, ()):
                return _sgf_move(game, name, "pass" if value in passes else value)
        return _sgf_setup(properties)

    nodes = [
        (parent, happens(properties) if parent >= 0 else "", plain(comment))
        for parent, properties, comment in told["nodes"]
    ]
    setup = _sgf_setup(head)
    return Tree(f"{size} {setup}".strip(), tuple(nodes))


def _sgf_move(game: str, name: str, value: str) -> str:
    if game == "go":
        return f"{name} {value}"
    if game == "twixt":
        value = re.sub(r".*[^a-z0-9].*?([a-z]+[0-9]+)$", r"\1", value)
    return f"{1 + (name != _FIRST[game])} {value.lower()}"


def _sgf_setup(properties: Mapping[str, list[str]]) -> str:
    groups = {
        name: {point for value in properties.get(f"A{name}", ()) for point in _points(value)}
        for name in ("B", "E", "W")
    }
    return " ".join(" ".join((name, *sorted(groups[name]))) for name in groups if groups[name])


def _points(value: str) -> Iterator[str]:
    """The points of a value, of which those of a rectangle may be given by two corners."""
    one, sign, other = value.partition(":")
    if not sign:
        yield value
        return
    for x in range(ord(one[0]), ord(other[0]) + 1):
        for y in range(ord(one[1]), ord(other[1]) + 1):
            yield chr(x) + chr(y)
