"""Evaluations of positions by programs: one value, whatever format and program wrote it.

The facet "evaluation" is a text. Its parts, separated by blanks: a score (`0.35`: pawns, in go
points), moves until mate (`#-4`), the first side's chance of winning (`62.3%`), a side's lead in points
as go writes it (`B+3.5`); the first part may end in the depth of the search (`0.35,22`). Values are
from the first side's view: positive is good for it.

Programs for shogi write evaluations into comments (ShogiHome, ShogiGUI, Kishin Analytics, servers);
there they stay text, and `evaluation_of` reads them. So does Qipu in files of xiangqi that have no other
place for them: `Qipu: 0.35,22`. What holders of matches of engines write is in `matches`.
"""

from __future__ import annotations

import enum
import math
import re

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.tree.annotation import COMMENT, ELAPSED, EVALUATION
from viewer.tree.node import Node

_PART = late(
    r"#(?P<mate>[+-]?\d{1,4})"
    r"|(?P<share>\d{1,3}(?:\.\d{1,6})?)%"
    r"|(?P<leader>[BW])\+(?P<lead>\d{1,4}(?:\.\d{1,6})?)"
    r"|(?P<score>[+-]?(?:\d{1,5}(?:\.\d{0,6})?|\.\d{1,6}))"
)
_DEPTH = late(r",(\d{1,4})$")
# In comments of shogi records, without the first star of KIF and CSA:
#   *評価値=80   #評価値=80   *解析 0 … 評価値 -35 …   … 評価値 +詰15
#   *詰み=先手勝ち:15手   * -35 +2625FU … (servers)
SCORE_WORD = "評価値"
_IN_COMMENT = late(
    SCORE_WORD
    + r"\s*[=＝:：]?\s*(?P<sign>[+\-\u2212－＋]?)(?:(?P<score>\d{1,6})|詰\s*(?P<mate>\d{0,4}))"
    r"|^[*#]\s*詰み=(?P<winner>先手|後手|下手|上手)勝ち(?::(?P<plies>\d{1,4})手)?"
    r"|^\*\s+(?P<server>[+-]?\d{1,6})(?=\s*$|\s+[+-]\d{4}[A-Z]{2}|\s+#\d)",
    re.MULTILINE,
)
# A line of a comment that says the score or the mate and nothing else: those of ShogiHome, and of servers.
_ALONE = late(
    rf"[*#]{{1,2}}{SCORE_WORD}\s*[=＝:：]\s*[+\-\u2212－＋]?(?:\d{{1,6}}|詰\s*\d{{0,4}})\s*"
    r"|[*#]\s*詰み=(?:先手|後手|下手|上手)勝ち(?::\d{1,4}手)?\s*"
    r"|\*\s+[+-]?\d{1,6}\s*"
)
MARK = "Qipu: "
_MARKED = late(rf"^{MARK}(\S.*)$", re.MULTILINE)
_MINUS = "-\u2212－"
_DEPTH_IN_COMMENT = late(r"深さ\s*[=＝:：]?\s*(\d{1,4})")
_OF_MATCH = tuple("+-0123456789")
"""What comments of holders of matches of engines begin with."""
_STEEPNESS = 0.00368208
"""Of the chance of winning over centipawns: Lichess's fit to its games (lichess.org/page/accuracy)."""


class ScoreUnit(enum.Enum):
    """How players of a game read a bare score."""

    PAWNS = "pawns"
    CENTIPAWNS = "centipawns"
    POINTS = "points"


class Evaluation(NamedTuple):
    """How good a position is for the first side; None for what the program doesn't say.

    Attributes:
        centipawns: of material, or hundredths of the unit that the game's programs use.
        mate: until mate by the first side, negative by the second: moves, in shogi plies.
        share: the first side's chance of winning, 0.0 to 1.0.
        points: the first side's lead.
        depth: of the search, in plies.
    """

    centipawns: int | None = None
    mate: int | None = None
    share: float | None = None
    points: float | None = None
    depth: int | None = None

    @property
    def chance(self) -> float | None:
        """The first side's chance of winning, 0.0 to 1.0, from what is known; None from points alone."""
        if self.share is not None:
            return self.share
        if self.mate is not None:
            return float(self.mate > 0)
        if self.centipawns is not None:
            return 1 / (1 + math.exp(-_STEEPNESS * self.centipawns))
        return None

    @property
    def text(self) -> str:
        """The text of the facet."""
        return self._text(f"{(self.centipawns or 0) / 100:.2f}")

    def shown(self, unit: ScoreUnit) -> str:
        """The text for people: with a sign (a real minus), in a game's unit, without the depth."""
        score = self.centipawns or 0
        pawns = unit is not ScoreUnit.CENTIPAWNS
        text = self._replace(depth=None)._text(f"{score / 100:+.2f}" if pawns else f"{score:+d}")
        return text.replace("-", "\u2212")

    def _text(self, score: str) -> str:
        parts: list[str] = []
        if self.mate is not None:
            parts.append(f"#{self.mate}")
        elif self.centipawns is not None:
            parts.append(score)
        if self.share is not None:
            parts.append(f"{decimal(100 * self.share)}%")
        if self.points is not None:
            parts.append(f"{'B' if self.points >= 0 else 'W'}+{decimal(abs(self.points))}")
        if parts and self.depth is not None:
            parts[0] += f",{self.depth}"
        return " ".join(parts)


def parse_evaluation(text: str, unit: ScoreUnit = ScoreUnit.PAWNS) -> Evaluation | None:
    """The value of a facet's text, None if it has another form.

    A bare number is in pawns, or in points where that is the unit.
    """
    found: dict[str, float] = {}
    for number, part in enumerate(text.split()):
        depth = _DEPTH.search(part)
        if depth is not None and number == 0:
            found["depth"] = int(depth[1])
            part = part[: depth.start()]
        match = _PART.fullmatch(part)
        if match is None:
            return None
        if match["mate"] is not None:
            found["mate"] = int(match["mate"])
        elif match["share"] is not None:
            found["share"] = min(100.0, float(match["share"])) / 100
        elif match["lead"] is not None:
            found["points"] = float(match["lead"]) * (1 if match["leader"] == "B" else -1)
        elif unit is ScoreUnit.POINTS:
            found["points"] = float(match["score"])
        else:
            found["centipawns"] = round(100 * float(match["score"]))
    whole = {name: int(found[name]) for name in ("centipawns", "mate", "depth") if name in found}
    return (
        Evaluation(**whole, share=found.get("share"), points=found.get("points")) if found else None
    )


def evaluation_of(node: Node, unit: ScoreUnit = ScoreUnit.PAWNS) -> Evaluation | None:
    """The evaluation of a node's position: its facet's, else one that a program wrote into its comment."""
    text = node.notes.get(EVALUATION)
    if isinstance(text, str):
        return parse_evaluation(text, unit)
    comment = node.notes.get(COMMENT)
    if not isinstance(comment, str):
        return None
    if comment.startswith(_OF_MATCH):
        from viewer.tree.matches import match_words  # deferred

        said = match_words(node)
        if said is not None:
            return Evaluation(said.centipawns, said.mate, depth=said.depth)
    return evaluation_in(comment)


def elapsed_of(node: Node) -> str:
    """The time used for the move to a node: its facet's, else that in its comment; "" for none."""
    value = node.notes.get(ELAPSED)
    if value is None and node.comment.startswith(_OF_MATCH):
        from viewer.tree.matches import match_time  # deferred

        return match_time(node.comment)
    return value if isinstance(value, str) else ""


def aside_text(node: Node, facet: str, unit: ScoreUnit) -> str:
    """What a facet of short texts (evaluation, clock …) says of a node for people, "" for nothing."""
    found = evaluation_of(node, unit) if facet == EVALUATION else None
    if found is not None:
        return found.shown(unit)
    value = elapsed_of(node) if facet == ELAPSED else node.note(facet)
    return value if isinstance(value, str) else ""


def evaluation_in(comment: str) -> Evaluation | None:
    """The first evaluation that a program wrote into a comment, None if there is none."""
    if (marked := _marked(comment)) is not None:
        return parse_evaluation(marked[1])
    if SCORE_WORD not in comment and "*" not in comment and "#" not in comment:
        return None
    found = _IN_COMMENT.search(comment)
    if found is None:
        return None
    deep = _DEPTH_IN_COMMENT.search(comment)
    depth = None if deep is None else int(deep[1])
    if found["winner"] is not None:
        won = found["winner"] in ("先手", "下手")
        return _mate(found["plies"] or "", won)._replace(depth=depth)
    lost = bool(found["sign"]) and found["sign"] in _MINUS
    if found["mate"] is not None:
        return _mate(found["mate"], not lost)._replace(depth=depth)
    score = int(found["server"] or found["score"])
    return Evaluation(centipawns=-score if lost else score, depth=depth)


def without_evaluation(comment: str) -> str:
    """A comment without the line that says the evaluation of `evaluation_in`, if that says nothing else."""
    marked = _marked(comment)
    found = marked or _IN_COMMENT.search(comment)
    if found is None or evaluation_in(comment) is None:
        return comment
    start = comment.rfind("\n", 0, found.start()) + 1
    end = comment.find("\n", found.end())
    line = comment[start:] if end < 0 else comment[start:end]
    if marked is None and _ALONE.fullmatch(line) is None:
        return comment
    return comment[: max(0, start - 1)] if end < 0 else comment[:start] + comment[end + 1 :]


def _marked(comment: str) -> re.Match[str] | None:
    """The first line of `marked_line` in a comment."""
    found = _MARKED.finditer(comment) if MARK in comment else ()
    return next((one for one in found if parse_evaluation(one[1]) is not None), None)


def _mate(plies: str, won: bool) -> Evaluation:
    """A mate in a number of plies, "" for an unknown one: that says who wins alone."""
    if not plies:
        return Evaluation(share=float(won))
    return Evaluation(mate=int(plies) if won else -int(plies))


def decimal(value: float) -> str:
    """A number without superfluous zeros, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
