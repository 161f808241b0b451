"""Why another reader finds something else than Qipu wrote: what was found out about each of them.

A cause takes a game with the tree to be found and the tree that was found, and gives both without what it
explains. A difference that no causes explain is a fault until somebody has looked at it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from trees import Tree
from written import Game

Pair = tuple[Tree, Tree]
SOURCE = "source"


class Cause(NamedTuple):
    """A reason for a difference.

    Attributes:
        fault: whose it is: "source" for what the rules forbid, else the name of the reader.
        words: what it does.
        change: both trees without what it explains.
    """

    fault: str
    words: str
    change: Callable[[Game, Tree, Tree], Pair]


class Refusal(NamedTuple):
    """A reason to refuse a game: `error` is part of what the reader says, "" for all."""

    fault: str
    words: str
    error: str
    holds: Callable[[Game], bool] = lambda game: True


def judged(game: Game, found: Tree, causes: tuple[Cause, ...]) -> tuple[Cause, ...] | None:
    """The fewest causes that explain how a tree differs; None if they don't."""
    for count in range(len(causes) + 1):
        for some in combinations(causes, count):
            ours, theirs = game.tree, found
            for cause in some:
                ours, theirs = cause.change(game, ours, theirs)
            if ours == theirs:
                return some
    return None


# ------------------------------------------------------------------------------- the source's


def _below_illegal(game: Game, ours: Tree, theirs: Tree) -> Pair:
    """Without all that follows the position in which somewhere a forbidden move is made."""
    known: dict[tuple[int, str, int], int] = {}
    trails = game.tree.trails(known)
    parents = {trails[game.tree.nodes[here][0]] for here in game.illegal}

    def cut(tree: Tree) -> Tree:
        there = tree.trails(known)
        nodes = enumerate(tree.nodes)
        return tree.without({here for here, one in nodes if here and there[one[0]] in parents})

    return cut(ours), cut(theirs)


def _without_ends(game: Game, ours: Tree, theirs: Tree) -> Pair:
    if not game.behind_end:
        return ours, theirs
    return ours.without_moves("#"), theirs.without_moves("#")


def _unread(game: Game, ours: Tree, theirs: Tree) -> Pair:
    nothing = Tree("", ())
    return (nothing, nothing) if game.unread else (ours, theirs)


ILLEGAL = Cause(SOURCE, "a move that the rules forbid", _below_illegal)
UNREAD = Cause(SOURCE, "a move that says nothing", _unread)
BEHIND_END = Cause(SOURCE, "something follows an end", _without_ends)
OF_SOURCE = (ILLEGAL, UNREAD, BEHIND_END)
REFUSED_SOURCE = (
    Refusal(SOURCE, ILLEGAL.words, "", lambda game: game.wrong),
    Refusal(SOURCE, UNREAD.words, "", lambda game: game.unread),
    Refusal(SOURCE, BEHIND_END.words, "", lambda game: game.behind_end),
)

# ------------------------------------------------------------------------------ the readers'


def _both(change: Callable[[str], str]) -> Callable[[Game, Tree, Tree], Pair]:
    """A change of the comments of both trees."""

    def changed(tree: Tree) -> Tree:
        return tree._replace(
            nodes=tuple((at, move, change(words)) for at, move, words in tree.nodes)
        )

    return lambda game, ours, theirs: (changed(ours), changed(theirs))


def _moves(old: str, new: str) -> Callable[[Game, Tree, Tree], Pair]:
    """A change of a move in both trees."""

    def changed(tree: Tree) -> Tree:
        nodes = ((at, new if move == old else move, words) for at, move, words in tree.nodes)
        return tree._replace(nodes=tuple(nodes))

    return lambda game, ours, theirs: (changed(ours), changed(theirs))


def _starts(change: Callable[[str], str]) -> Callable[[Game, Tree, Tree], Pair]:
    """A change of the starts of both trees."""
    return lambda game, ours, theirs: (
        ours._replace(start=change(ours.start)),
        theirs._replace(start=change(theirs.start)),
    )


def _in_big5(game: Game, ours: Tree, theirs: Tree) -> Pair:
    if game.encoding != "big5hkscs":
        return ours, theirs
    return ours.without_comments(), theirs.without_comments()


def _side(start: str) -> str:
    """A start without the side to move."""
    board, _, *rest = start.split(" ")
    return " ".join((board, *rest))


def _hands(start: str) -> str:
    """A start without the 1 that python-shogi writes of a single piece in White's hand."""
    board, hand = start.rsplit(" ", 1)
    return f"{board} {re.sub('(?<![0-9])1(?=[a-z])', '', hand)}"


def _no_hands(start: str) -> str:
    return start.rsplit(" ", 1)[0]


def _has_several_in_hand(game: Game) -> bool:
    return any(sign.isdigit() for sign in game.tree.start.rsplit(" ", 1)[-1])


CCHESS = (
    Cause("cchess", "shows references (&nbsp;) as they stand in the file", _both(html.unescape)),
    Cause("cchess", "reads Big5 as GB", _in_big5),
    Cause("cchess", "takes Red to move if there are no moves", _starts(_side)),
)


def _behind_illegal(game: Game, ours: Tree, theirs: Tree) -> Pair:
    """Without all that stands in the file from the first forbidden move on."""
    first = min(game.illegal, default=len(ours.nodes))
    return ours._replace(nodes=ours.nodes[:first]), theirs._replace(nodes=theirs.nodes[:first])


CCHESS_CBR = (  # it does the same with files of CCBridge itself
    Cause(
        "cchess", "reads no comments in CBR, which have no NUL at their end", _both(lambda _: "")
    ),
    Cause("cchess", "takes the number of the first move in CBR for the side", _starts(_side)),
    Cause(SOURCE, "a move that the rules forbid, at which the reader ends", _behind_illegal),
)
CCHESS_CBR_REFUSES = (
    Refusal(
        "cchess",
        "reads the size of a comment that isn't there in CBR without moves",
        "unpack requires",
        lambda game: len(game.tree.nodes) == 1,
    ),
)
TSSHOGI_CSA = (
    Cause(
        "tsshogi",
        "takes +ILLEGAL_ACTION for White's foul, -ILLEGAL_ACTION for Black's",
        _moves("#反則勝ち", "#反則負け"),
    ),
    Cause(
        "tsshogi",
        "drops empty lines of comments in CSA",
        _both(lambda text: re.sub(r"\n+", "\n", text).strip("\n")),
    ),
)
PYTHON_SHOGI_KIF = (
    Cause(
        "python-shogi",
        "gives the side to move behind the last move as that of the start",
        _starts(_side),
    ),
    Cause("python-shogi", "writes 1 before a single piece in hand", _starts(_hands)),
)
PYTHON_SHOGI_REFUSES = (
    Refusal("python-shogi", "knows no start but the usual one and handicaps", "handycap"),
    Refusal("python-shogi", "knows no names of starts but its own", "KeyError"),
)
_SEVERAL = "loses pieces of which there are several in hand"
PYTHON_SHOGI_CSA = (Cause("python-shogi", _SEVERAL, _starts(_no_hands)),)
PYTHON_SHOGI_CSA_REFUSES = (Refusal("python-shogi", _SEVERAL, "not in hand", _has_several_in_hand),)
SGFMILL_REFUSES = (
    Refusal("sgfmill", "knows no boards above 26 lines", "size out of range"),
    Refusal("sgfmill", "knows square boards alone", "bad SZ property"),
)
