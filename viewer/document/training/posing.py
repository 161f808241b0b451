"""Mistakes posed as problems: a record for each, to be solved, printed or saved like any other problem.

Also what is said of mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from viewer.base.messages import Message, listed, message
from viewer.document.position import around, has_parts
from viewer.document.problems.attempt import loss_words
from viewer.document.training.mistakes import Mistake
from viewer.formats import FORMATS
from viewer.formats.fresh import Beginning, new_record
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.game import Game
from viewer.games.states import States
from viewer.tree.action import Move, Setup, is_move
from viewer.tree.annotation import COMMENT, GLYPHS, MARKS, PROBLEM, VIEW, Mark, NoteValue
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of, with_header
from viewer.tree.scales import BLUNDER
from viewer.tree.serial import NodeData

FORMAT_OF = {
    "chess": "pgn",
    "xiangqi": "pgn",
    "shogi": "kif",
    "go": "sgf",
    "hex": "sgf",
    "twixt": "sgf",
}
"""The format whose terms the problems of a game are in."""
_LOCAL_PLIES = 4  # of each line that have to be near each other
_LOCAL = 8  # lines of the board that these moves take up at most
_AROUND = 3  # lines more that are shown on each side, beside the usual ones
_RIGHT = "RIGHT"  # the word of collections of problems for what ends them; it isn't shown

Words = Callable[[Message], str]


def posed(mistake: Mistake, words: Words) -> Record:
    """The problem of a mistake: its position, the moves that are accepted, and what was played, refuted.

    `words` puts a sentence into the language of the comments.
    """
    game: Game[Any] = game_of(mistake.game)
    format_ = FORMATS[FORMAT_OF[mistake.game]].load()
    setup = Setup(mistake.setup)
    begun = new_record(format_, game, Beginning(setup, None, mistake.names))
    headers = begun.headers
    if mistake.rules:
        headers = format_.with_values(headers, mistake.game, {"rules": mistake.rules})
    for role, value in (("event", mistake.event), ("date", mistake.date)):
        key = format_.key_of(role, mistake.game, headers)
        if key and value:
            headers = with_header(headers, key, value)
    rows = [NodeData(0, -1, setup, _question(mistake, game, words))]
    for line in mistake.answers:
        _add(rows, line, {COMMENT: _RIGHT})
    lost = message(
        "Played in the game: it lost {loss}.", loss=loss_words(mistake.lost, mistake.points)
    )
    _add(rows, mistake.played, {COMMENT: words(lost), GLYPHS: (BLUNDER,)})
    return Record(mistake.game, nodes_of(rows)[0], headers)


def _add(rows: list[NodeData], line: Sequence[str], notes: dict[str, NoteValue]) -> None:
    """Add a line below the first row; the notes belong to its first move."""
    parent = 0
    for number, text in enumerate(line):
        rows.append(NodeData(len(rows), parent, Move(text), {} if number else notes))
        parent = len(rows) - 1


def answer_words(mistake: Mistake, language: str) -> Message:
    """Which move it was, what it lost, how it is refuted, what is better; for readers of a language."""
    game: Game[Any] = game_of(mistake.game)
    style = game.usual_notation(language)

    def line(moves: Sequence[str]) -> str:
        state, found = game.start(Setup(mistake.setup)), []
        for text in moves:
            state = game.step(state, Move(text))
            found.append(game.notation(state, style))
        return " ".join(found)

    return message(
        "move {number}, {played}, lost {loss}. Better: {answers}",
        number=mistake.number,
        played=line(mistake.played),
        loss=loss_words(mistake.lost, mistake.points),
        answers="; ".join(map(line, mistake.answers)),
    )


def origin_words(mistake: Mistake) -> Message:
    """From which game it is, and which move."""
    names = " – ".join(name for name in mistake.names if name)
    parts = [message("{name}", name=part) for part in (names, mistake.event, mistake.date) if part]
    if not parts:
        return message("Move {number}", number=mistake.number)
    return message("{game}, move {number}", game=listed(parts), number=mistake.number)


def _question(mistake: Mistake, game: Game[Any], words: Words) -> dict[str, NoteValue]:
    notes: dict[str, NoteValue] = {COMMENT: words(origin_words(mistake))}
    usual = game.start_label(game.start(Setup(mistake.setup))) is None
    if usual or PROBLEM in FORMATS[FORMAT_OF[mistake.game]].load().facets:
        notes[PROBLEM] = game.sides[mistake.side].id  # elsewhere a set-up position is a question
    last = game.touches(Move(mistake.before))[-1:] if mistake.before else ()
    if last:
        notes[MARKS] = (Mark("square", tuple(last)),)
    part = _part(mistake, game)
    if part:
        notes[VIEW] = part
    return notes


def _part(mistake: Mistake, game: Game[Any]) -> tuple[str, ...]:
    """The corners of the part of the board where it all happens; () where that isn't local."""
    if not has_parts(game):
        return ()
    grid = game.geometry_of(game.start(Setup(mistake.setup))).grid
    moves = [text for line in (mistake.played, *mistake.answers) for text in line[:_LOCAL_PLIES]]
    squares = {square for text in moves for square in game.touches(Move(text))}
    if mistake.before:
        squares.update(game.touches(Move(mistake.before)))
    places = [
        (row, column)
        for row, line in enumerate(grid)
        for column, square in enumerate(line)
        if square in squares
    ]
    if not places:
        return ()
    spans = [(min(axis), max(axis)) for axis in zip(*places, strict=True)]
    if any(high - low >= _LOCAL for low, high in spans):
        return ()
    (top, bottom), (left, right) = ((max(0, low - _AROUND), high + _AROUND) for low, high in spans)
    near = {
        square for line in grid[top : bottom + 1] for square in line[left : right + 1] if square
    }
    return around(game.geometry_of(game.start(Setup(mistake.setup))), near)


def place_in(record: Record, mistake: Mistake) -> Node | None:
    """The node of a game before the mistake; None if it isn't there."""
    game: Game[Any] = game_of(record.game)
    states, before = States(game, record), record.root
    for node in record.root.main_line():
        if is_move(node.action):
            there = states.at(node).action == Move(mistake.played[0])
            if there and game.setup_text(states.at(before)) == mistake.setup:
                return before
            before = node
    return None


def posed_together(mistakes: Iterable[Mistake], words: Words) -> MemoryCollection:
    """Problems of one game as a collection. Raises ValueError for none, or for those of several games."""
    records = [posed(mistake, words) for mistake in mistakes]
    games = {record.game for record in records}
    if len(games) != 1:
        raise ValueError(f"problems of {len(games)} games")
    return MemoryCollection(FORMAT_OF[games.pop()], records)
