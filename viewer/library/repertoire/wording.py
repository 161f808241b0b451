"""What is said of departures, gaps and objections."""

from __future__ import annotations

import os

from viewer.base.catalogs import tr
from viewer.base.messages import (
    Message,
    Number,
    counted,
    in_context,
    listed,
    message,
    sentences,
)
from viewer.games.game import State
from viewer.library.repertoire.gaps import Gap, Objection, score_of
from viewer.library.repertoire.leaving import Departure, Who
from viewer.library.repertoire.lines import LinePosition, RepertoireLines
from viewer.library.repertoire.reading import Looked
from viewer.tree.action import Move
from viewer.tree.nags import NAGS

_CORNERS = (
    in_context("a corner of the board", "Upper left"),
    in_context("a corner of the board", "Upper right"),
    in_context("a corner of the board", "Lower left"),
    in_context("a corner of the board", "Lower right"),
)
_TENUKI = in_context("a stone played outside of a part of the board", "elsewhere")


class LineWords:
    """Sentences about the lines of a repertoire, with moves in a notation."""

    def __init__(self, lines: RepertoireLines, style: str) -> None:
        self._lines, self._style = lines, style

    @property
    def of_corners(self) -> bool:
        """Whether the lines are of one corner."""
        return bool(self._lines.corners)

    def move(self, position: LinePosition, move: str) -> str:
        """A move in a position, with its number: "9. d4"."""
        return self._named(position, self._lines.game.step(position.state, Move(move)))

    def own(self, position: LinePosition) -> str:
        """The moves that the lines have in a position, the main one first; "" for none."""
        return ", ".join(self._named(position, place.state) for place in position.after.values())

    def to(self, position: LinePosition, number: int) -> str:
        """The move of the lines that leads to a position, by its number."""
        return self._named(position, position.after[number].state)

    def reply(self, gap: Gap) -> str:
        """The move that was made most often against an answer; "" if none was."""
        if gap.reply is None:
            return ""
        game, position = self._lines.game, self._lines.positions[gap.position]
        after = game.step(position.state, Move(gap.move)).settled()
        return self._named(position, game.step(after, Move(gap.reply.move)))

    def departure(self, one: Departure) -> Message:
        """Who left the lines, in which corner if they are of one, and how often that has happened."""
        what = self._left(one)
        if not self._lines.corners:
            return what
        return message("{corner}: {what}", corner=_CORNERS[one.last.corner], what=what)

    def _left(self, one: Departure) -> Message:
        position = self._lines.positions[one.last.position]
        move = self.move(position, one.move)
        if one.who is Who.END:
            return message("Your line ends before {move}.", move=move)
        lines = self.own(position)
        if one.who is Who.OTHER:
            return counted(
                "The other side left your lines by {move}, not {lines}.",
                "The other side left your lines by {move}, not {lines}; {count} times so far.",
                one.time,
                move=move,
                lines=lines,
            )
        return counted(
            "You left your line by {move}, not {lines}.",
            "You left your line by {move}, not {lines}; {count} times so far.",
            one.time,
            move=move,
            lines=lines,
        )

    def gap(self, gap: Gap) -> Message:
        """An answer without a move in the lines, how often it comes, and what is played against it."""
        move = self.move(self._lines.positions[gap.position], gap.move)
        games = self._times(gap.played.games)
        share = Number(100 * gap.share)
        if gap.listed:
            words = message(
                "{move}: the lines end with it; {games}, {share} %.",
                move=move,
                games=games,
                share=share,
            )
        else:
            words = message(
                "{move}: no move against it; {games}, {share} %.",
                move=move,
                games=games,
                share=share,
            )
        if gap.reply is None:
            return words
        reply = message(
            "{move} ({games})",
            move=self.reply(gap),
            games=self._times(gap.reply.games),
        )
        return message("{what} Most often against it: {reply}", what=words, reply=reply)

    def objection(self, one: Objection) -> Message:
        """What speaks against a move of the lines."""
        position = self._lines.positions[one.position]
        move = self.to(position, one.after)
        if one.mine is not None and one.better is not None:
            return message(
                "{move} scores {score} % in {games}, {better} {other} % in {others}.",
                move=move,
                score=Number(100 * score_of(one.mine, position.side)[0]),
                games=self._times(one.mine.games),
                better=self.move(position, one.better.move),
                other=Number(100 * score_of(one.better, position.side)[0]),
                others=self._times(one.better.games),
            )
        assert one.values is not None
        before, after = (value.shown(self._lines.game.score_unit) for value in one.values)
        sign = NAGS[one.glyph or 0].sign
        return message(
            "{move}{sign} by the evaluations of the record: {before} before it, {after} after it.",
            move=move,
            sign=sign,
            before=before,
            after=after,
        )

    def several(self, number: int) -> Message:
        """That the lines have several moves of their side in a position, by its number."""
        moves = self.own(self._lines.positions[number])
        return message("Your lines have several moves here, and all count: {moves}.", moves=moves)

    def _times(self, count: int) -> Message:
        if self._lines.corners:
            return counted("one corner", "{count} corners", count)
        return counted("one game", "{count} games", count)

    def _named(self, position: LinePosition, after: State) -> str:
        game, states = self._lines.game, position.place.where.states
        label = game.numbering(states.at(states.record.root)).label(after.ply)
        passed = self._lines.corners and not game.touches(after.action)
        return f"{label} {tr(_TENUKI) if passed else game.shown(after, self._style)}"


def summary(looked: Looked) -> Message:
    """What was compared with what."""
    extent = _extent(looked.lines)
    said = _counts(looked)
    return said if extent is None else sentences([said, extent])


def _extent(lines: RepertoireLines) -> Message | None:
    """Whether corners or whole boards were compared, where players of the game have lines of a corner."""
    if lines.corners:
        sizes = sorted({one.size for one in lines.corners.values()})
        squares = ", ".join(f"{size}\u00a0×\u00a0{size}" for size in sizes)
        return message("Corners of {squares} are compared.", squares=squares)
    where = lines.outside
    if where is None:
        return None
    name, number = os.path.basename(where.path), where.number + 1
    return message(
        "Whole boards are compared: the lines of {name}, record {number}, don't stay in one corner.",
        name=name,
        number=number,
    )


def _counts(looked: Looked) -> Message:
    left = looked.departures
    mine, other, ended = (len(left.of(who)) for who in Who)
    parts = (
        (mine, message("{count} left by you", count=Number(mine))),
        (other, message("{count} by the other side", count=Number(other))),
        (ended, message("{count} beyond the lines", count=Number(ended))),
        (left.within, message("{count} ended in them", count=Number(left.within))),
        (left.elsewhere, message("{count} never in them", count=Number(left.elsewhere))),
    )
    games = counted("one game", "{count} games", left.games)
    if looked.lines.corners:
        corners = counted("one corner", "{count} corners", looked.lines.parts * left.games)
        games = message("{corners} of {games}", corners=corners, games=games)
    words = message(
        "{positions} in the lines; {games}",
        positions=counted("One position", "{count} positions", len(looked.lines.positions)),
        games=games,
    )
    details = listed([one for count, one in parts if count])
    if not left.games:
        return message("{what}.", what=words)
    words = message("{what}: {details}.", what=words, details=details)
    if left.since is None:
        return words
    news = counted(
        "{count} game is new since {day}.",
        "{count} games are new since {day}.",
        left.new,
        day=day_text(left.since),
    )
    return sentences([words, news])


def day_text(day: int) -> str:
    """A day (yyyymmdd) as text: 2026-01-03, or as much of it as is known; "" for none."""
    parts = (f"{day // 10000:04}", f"{day // 100 % 100:02}", f"{day % 100:02}")
    return "-".join(parts).replace("-00", "") if day else ""
