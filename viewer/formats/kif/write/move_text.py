"""The lines of moves: new ones in the layout of Kifu for Windows, old ones changed only where necessary."""

from __future__ import annotations

import unicodedata

from viewer.formats.kif import lines as kinds
from viewer.formats.kif.clock import Clock, Time
from viewer.formats.kif.moves import destination, read_move, time_text
from viewer.formats.kif.trailer import line_of, word_in_kif
from viewer.formats.kif.write.items import BlockItem
from viewer.formats.kif.write.plan import Plan
from viewer.games.shogi.notation import japanese, kif_text
from viewer.tree.action import Move, Terminal
from viewer.tree.node import Node

_BODY = 13  # columns
_MARKS = "▲△"


def width(text: str) -> int:
    """The width of a text in columns: two for wide characters."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WFA" else 1 for sign in text)


def pad(text: str, columns: int) -> str:
    """A text with blanks up to a width."""
    return text + " " * (columns - width(text))


# ----------------------------------------------------------------------------------------- new


def body_of(plan: Plan, node: Node) -> str:
    """A move in KIF's notation: ７六歩(77), 同　銀(79); an end by its word."""
    action = node.action
    if type(action) is Terminal:
        return word_in_kif(action.text, plan.mover(node))

    return kif_text(plan.state(node))  # type: ignore[arg-type]  # the game is shogi


def new_line(plan: Plan, node: Node, ply: int, time: Time, plus: bool) -> str:
    """A new numbered line, in the layout of Kifu for Windows."""
    said = time_text(time.elapsed, time.total)
    line = f"{ply + plan.shift:4} {pad(body_of(plan, node), _BODY)}{said}"
    return (line + "+") if plus else line.rstrip(" ")


def token_of(plan: Plan, node: Node) -> str:
    """A move with its mark and disambiguation: ▲７六歩."""
    action = plan.action(node)
    if type(action) is Move:
        text = japanese(plan.state(node))  # type: ignore[arg-type]  # the game is shogi
        if text[:1] in _MARKS:
            return text
    else:
        text = word_in_kif(getattr(action, "text", ""), plan.mover(node))
    return _MARKS[plan.mover(node)] + text


def trailer_for(plan: Plan, node: Node, ply: int) -> str:
    """The まで line of an end."""
    assert type(node.action) is Terminal
    return line_of(node.action.text, ply - 1, plan.mover(node), plan.uwate)


# ------------------------------------------------------------------------------------- changed


class LineChange:
    """A numbered line that was read, and the changes to it.

    Attributes:
        number, body, rest: its parts; `start` is everything before the body.
        plus: whether it ends with `+`.
    """

    def __init__(self, item: BlockItem) -> None:
        self.item = item
        said = read_move(item.key, "")
        if said is not None:
            end = said[1]
        else:
            word = kinds.WORD.match(item.key)
            end = len(word[1].rstrip("+")) if word is not None else 0
        self.start = item.text[: len(item.text) - len(item.key)]
        self.body, self.rest = item.key[:end], item.key[end:]
        self.plus = self.rest.rstrip(kinds.BLANKS).endswith("+")

    def written(
        self, node: Node, number: int | None, body: str | None, clock: Clock, plus: bool
    ) -> str | None:
        """The updated line, None if it is unchanged. `number` and `body` are None to keep the old ones."""
        start, rest = self.start, self.rest
        changed = body is not None
        if number is not None:
            start, changed = f"{number:4} ", True
        new_time = clock.changed(node)
        if plus != self.plus or new_time is not None:
            changed = True
        if not changed:
            return None
        tail = rest
        if self.plus:
            tail = rest.rstrip(kinds.BLANKS)[:-1].rstrip(kinds.BLANKS)
        if new_time is not None:
            found = kinds.TIME.search(tail)
            said = time_text(*new_time) if new_time.elapsed else ""
            if found is not None:
                before = (
                    tail[: found.start()] if said else tail[: found.start()].rstrip(" \t\u3000")
                )
                tail = before + said + tail[found.end() :]
            elif said:
                gap = " " * max(0, _BODY - width(body or self.body))
                tail = gap + said + tail
        if body is not None:
            mark = self.body[:1] if self.body[:1] in kinds.MARKS else ""
            kept = tail.lstrip(" \t\u3000")
            tail = " " * max(1, _BODY - width(body)) + kept if kept else ""
            body = mark + body
        return start + (self.body if body is None else body) + tail + ("+" if plus else "")


def body_now(plan: Plan, node: Node, change: LineChange, same_action: bool) -> str | None:
    """The new body of a line, None if its old one is right."""
    if not same_action:
        return body_of(plan, node)
    action = node.action
    if "同" in change.body and type(action) is Move and node.parent is not None:
        above = plan.action(node.parent)
        if destination(above) != destination(action):
            return body_of(plan, node)
    return None
