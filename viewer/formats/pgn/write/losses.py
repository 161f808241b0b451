"""What a game written in its own style loses of its record: found by reading it back, told in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.formats.pgn.dialects import DIALECTS
from viewer.formats.pgn.game import read_game, write_game
from viewer.formats.pgn.read.said import ITEM
from viewer.formats.pgn.write.moves import Moves
from viewer.games import game_of
from viewer.tree.action import Move, Written
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, FACETS, MARKS
from viewer.tree.diff import Difference, lost
from viewer.tree.record import Record

_NO_LIMITS = Limits(sys.maxsize, sys.maxsize, sys.maxsize, diagnostics=0)


def losses_of(record: Record) -> list[Loss]:
    """What a reader of the written game doesn't find of the record.

    The records that PGN can't say are written all the same, without what it can't. Where a comment
    stands among glyphs and variations is layout, and no loss if it stands elsewhere.
    """
    data = b"".join(piece for piece in write_game(record, None) if isinstance(piece, bytes))
    read, _ = read_game(data, 0, _NO_LIMITS, None)
    return [Loss(found.kind, found.node, _words(found)) for found in differences_of(record, read)]


def differences_of(record: Record, read: Record) -> Iterator[Difference]:
    """What is lost from a record to the one that was read back.

    A move and its name are the same; so are tags that name another start than the record has, if
    the start itself is right.
    """
    tags = DIALECTS[record.game].setup_tags if record.game in DIALECTS else frozenset()
    start = record.root.action == read.root.action
    names: Moves | None = None
    for found in lost(record, read):
        kind, before, after = found.kind, found.before, found.after
        if kind == "action" and type(before) is Move and type(after) is Written:
            if names is None:
                from viewer.formats.pgn.read import lexer

                names = Moves(record, lexer.CHESS)
            assert found.node is not None
            node = record.node(found.node)
            if names.name(node) == after.text and _means(record, node.id, after, names) == before:
                continue
        if kind in (COMMENT, BEFORE) and _placeless(before) == _placeless(after):
            continue
        if start and kind.startswith("header:") and kind.removeprefix("header:").lower() in tags:
            continue
        yield found


def _means(record: Record, id: int, said: Written, names: Moves) -> object:
    parent = record.node(id).parent
    assert parent is not None
    return game_of(record.game).resolve(names.state(parent), said)


def _placeless(comment: object) -> str:
    return str(comment).replace(ITEM, "")


def _words(found: Difference) -> Message:
    kind = found.kind
    if kind == "game":
        return message("A game of this kind isn't written as PGN.")
    if kind == "start":
        return message("The tags say another start position than the board shows.")
    if kind == MARKS:
        return message("PGN has squares and arrows in green, red, yellow and blue only.")
    if kind == BOOKMARK:
        return message("PGN has no place for {what}.", what=FACETS[kind].words)
    if kind in (COMMENT, BEFORE):
        if "}" in str(found.before):
            return message("A comment of PGN can't have the sign “}” in it.")
        return message("The comment can't be written exactly as it is.")
    if kind in FACETS:
        return message("{what} can't be written as they are.", what=FACETS[kind].words)
    if kind.startswith("header:"):
        return message(
            "The tag {name} can't be written as it is.", name=kind.removeprefix("header:")
        )
    text = getattr(found.before, "text", "")
    if text:
        return message("{move} can't stand in PGN.", move=text)
    return message("The moves aren't all written as they are, since some are left out.")
