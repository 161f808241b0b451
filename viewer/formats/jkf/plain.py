"""Plain files of JKF, as programs write them, read by Python's parser of JSON, which knows no offsets.

What isn't surely such a file, or has something odd to be told of, is left to `ParsedFile`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from viewer.base.limits import Limits
from viewer.formats.jkf.entries import PRESETS
from viewer.games.shogi.names import KIND_OF_CSA, unpromoted
from viewer.games.shogi.position import RANKS, setup_of
from viewer.tree.action import Action, Move, Terminal
from viewer.tree.annotation import COMMENT, ELAPSED, NoteValue
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

# What Python's parser reads otherwise than the tape: escaped halves of characters, -0.
_ODD = re.compile(r"\\u[dD]|[:\[,][ \t\r\n]*-")
_MOST = 10**8  # a number has at most eight digits
_LONGEST = (
    1 << 20
)  # characters: the values of a longer text would take much more memory than its tape


class _NotPlain(ValueError):
    """There is something that `ParsedFile` has to look at."""


def read_plain(text: str, limits: Limits) -> Record | None:
    """The record of a file's text; None if it isn't plain."""
    if len(text) > _LONGEST or _ODD.search(text):
        return None
    try:
        file = json.loads(
            text, object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse
        )
        return _record(file, limits) if type(file) is dict else None
    except (ValueError, RecursionError):
        return None


def _refuse(word: str) -> Any:
    raise _NotPlain(word)


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(members)
    if len(fields) != len(members):
        raise _NotPlain
    return fields


def _of(kind: type, value: Any) -> Any:
    """A value that has to be of a kind."""
    if type(value) is not kind:
        raise _NotPlain
    return value


def _record(file: dict[str, Any], limits: Limits) -> Record:
    headers = tuple(
        [Header(key, _of(str, value)) for key, value in _of(dict, file.get("header", {})).items()]
    )
    initial = _of(dict, file.get("initial", {"preset": "HIRATE"}))
    start = PRESETS.get(_of(str, initial.get("preset")))
    if start is None or "data" in initial:
        raise _NotPlain
    root = Node(0, None, setup_of(start))
    moves = _of(list, file.get("moves"))
    if moves and not (_of(dict, moves[0]).keys() & {"move", "special"}):
        root.notes = _notes(moves[0])
        if "forks" in moves[0]:
            raise _NotPlain
        moves = moves[1:]
    _read_lines(moves, root)
    nodes = {}
    for id, node in enumerate(root.walk()):
        node.id = id
        nodes[id] = node
    if len(nodes) >= limits.nodes:
        raise _NotPlain
    return Record("shogi", root, headers, None, (), nodes)


def _read_lines(moves: list[Any], root: Node) -> None:
    lines = [(moves, root)]
    for line, above in lines:  # which grows: the variations of a line come behind it
        children = above.children
        for entry in line:
            _of(dict, entry)
            node = Node(-1, above, _action(entry), _notes(entry))
            above.children = (*children, node)
            if "forks" in entry:
                if children:  # the beginning of a variation has none of its own
                    raise _NotPlain
                lines += [(_of(list, fork), above) for fork in _of(list, entry["forks"])]
            above, children = node, ()


def _notes(entry: dict[str, Any]) -> Mapping[str, NoteValue]:
    if "comments" not in entry and "time" not in entry:
        return EMPTY
    notes: dict[str, NoteValue] = {}
    comment = "\n".join([_of(str, line) for line in _of(list, entry.get("comments", []))])
    if comment:
        notes[COMMENT] = comment
    if "time" in entry:
        now = _of(dict, _of(dict, entry["time"]).get("now"))
        parts = [_number(now.get(key, 0)) for key in ("h", "m")]
        total = 3600 * parts[0] + 60 * parts[1] + _number(now.get("s"))
        notes[ELAPSED] = f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}"
    return notes or EMPTY


def _number(value: Any) -> int:
    if _of(int, value) >= _MOST:
        raise _NotPlain
    return int(value)


def _action(entry: dict[str, Any]) -> Action | None:
    if "special" in entry:
        word = _of(str, entry["special"])
        if not word or "move" in entry:
            raise _NotPlain
        return Terminal(word)
    if "move" not in entry:
        return None
    move = _of(dict, entry["move"])
    kind = KIND_OF_CSA.get(_of(str, move.get("piece")))
    if not kind:
        raise _NotPlain
    target, origin = _place(move.get("to")), move.get("from")
    if origin is None:
        return Move(f"{unpromoted(kind)}*{target}")
    return Move(_place(origin) + target + ("+" if move.get("promote") is True else ""))


def _place(value: Any) -> str:
    square = _of(dict, value)
    x, y = _of(int, square.get("x")), _of(int, square.get("y"))
    if not (1 <= x <= 9 and 1 <= y <= 9):
        raise _NotPlain
    return f"{x}{RANKS[y - 1]}"
