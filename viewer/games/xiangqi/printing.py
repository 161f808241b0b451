"""How books print xiangqi."""

from __future__ import annotations

from viewer.base.messages import Message, in_context
from viewer.games.printing import Answer, Printing


class XiangqiPrinting(Printing):
    """Moves in rows, numbered variations; the head of a game says how the first player fared."""

    captions = ("number", "side")
    rows = True
    labels = "numbers"
    line_first = True

    def asked(self, answer: Answer) -> Message | None:
        """Who moves first and what becomes of it, and how many of the side's moves a mate takes."""
        moves = (answer.plies + 1) // 2
        if answer.won:
            if answer.side:
                return in_context("a problem of xiangqi", "Black wins in {count}", count=moves)
            return in_context("a problem of xiangqi", "Red wins in {count}", count=moves)
        if answer.result == ("1-0", "0-1")[answer.side]:
            if answer.side:
                return in_context("a problem of xiangqi", "Black to move and win")
            return in_context("a problem of xiangqi", "Red to move and win")
        if answer.result == "1/2-1/2":
            if answer.side:
                return in_context("a problem of xiangqi", "Black to move and draw")
            return in_context("a problem of xiangqi", "Red to move and draw")
        return None

    def turn(self, side: int, name: Message) -> Message:
        """Whose move it is."""
        if side:
            return in_context("below a diagram", "Black to move")
        return in_context("below a diagram", "Red to move")

    def pairing(self, first: str, second: str, result: str) -> Message:
        """The players, in Chinese with 先胜, 先负 or 先和 between them."""
        players = {"first": first, "second": second}
        if result == "1-0":
            return in_context("xiangqi, won by the first player", "{first} – {second}", **players)
        if result == "0-1":
            return in_context("xiangqi, lost by the first player", "{first} – {second}", **players)
        if result == "1/2-1/2":
            return in_context("xiangqi, drawn", "{first} – {second}", **players)
        return super().pairing(first, second, result)
