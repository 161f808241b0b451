"""Moves in rows of numbered columns, as XQStudio writes them."""

from __future__ import annotations

from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

GAP = "…………"
"""Stands for a move that isn't in the row."""


class Rows:
    """The rows of a record's main line.

    Attributes:
        nodes: the nodes of the line up to the first that can't be written; the first is the start.
    """

    def __init__(self, record: Record, columns: int) -> None:
        """`columns`: the number of rounds in a row."""
        self._states = States(game_of(record.game), record)
        self._columns = columns
        self._second = self._states.at(record.root).side == 1
        self._texts = [""]
        self.nodes: list[Node] = [record.root]
        for node in list(record.root.main_line())[1:]:
            text = self._text(node)
            if not text:
                break
            self.nodes.append(node)
            self._texts.append(text)

    def _text(self, node: Node) -> str:
        """The move in Chinese, "" for what is no move."""
        action = node.action
        if isinstance(action, Written):
            return action.text if action.text.split() == [action.text] else ""
        if not isinstance(action, Move):
            return ""
        text = self._states.game.notation(self._states.at(node), "chinese")
        return text if text.split() == [text] else ""

    def round_of(self, ply: int) -> tuple[int, bool]:
        """The number of a move's round, and whether it is Black's."""
        half = ply - 1 + self._second
        return half // 2 + 1, half % 2 == 1

    def opening(self, ply: int) -> str:
        """What a row begins with if its first move is this one: its number, and a gap for Red's move."""
        number, black = self.round_of(ply)
        return f"{number:>3}. " + (f"{GAP}  " if black else "")

    def lines(self, start: int, continued: bool = False) -> list[str]:
        """The comment of a node of the line, and the rows of the moves after it.

        `continued`: the first line continues the row of Red's move before it.
        """
        out: list[str] = [] if continued else _remarks(self.nodes[start].comment)
        line, rounds, last = "", 0, len(self.nodes) - 1
        for ply in range(start + 1, last + 1):
            black = self.round_of(ply)[1]
            if not line:
                line = "  " if continued and not out else self.opening(ply)
            elif not black:
                line += self.opening(ply)
            else:
                line += "  "
            line += self._texts[ply]
            rounds += black
            comment = self.nodes[ply].comment
            if black:
                line += "  "
            elif comment and ply < last:
                line += f"  {GAP}"
            if comment or ply == last or (black and rounds >= self._columns):
                out += [line.rstrip(), *_remarks(comment)]
                line, rounds = "", 0
        return out


def _remarks(comment: str) -> list[str]:
    return ["", *comment.split("\n"), ""] if comment else []
