"""Plain lists of moves: `a5 swap-pieces d4 f7` (Hex), `1.f6 2.swap 3.m16` (Twixt).

Such a list gives neither its game nor its size. A list with words that only one of the games has is of
that game; with move numbers or links it is Twixt, as it is with places beyond line 19; else it is Hex. The
board is the smallest usual one that has all places. If that would be wrong, Qipu writes a line `Hex 14x14`
before the moves, which it also reads.

What stands in brackets is the comment of the move before it. Other words are no moves and stay in the text:
behind them the list goes on at the next number that fits, without numbers at the next line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.lines import (
    GLYPHS_BY_SIGN,
    HEX_ONLY,
    LONG,
    MARK,
    PLACE,
    TOKEN,
    TWIXT_ONLY,
    WORDS,
    Text,
    Word,
    is_move,
    left_out,
    words_of,
)
from viewer.formats.lines.notation import (
    Notation,
    Parsed,
    Token,
    Turns,
    bad_size,
    most_moves,
    no_move,
    size_of,
    start_for,
    too_many,
)
from viewer.games.stones.coordinates import column_row, size_text
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

_SIZES = {"hex": (11, 13, 14, 15, 19), "twixt": (24, 30, 48, 52, 100)}
_LARGEST_HEX = 19


class MoveList(Notation):
    """The notation of plain lists: one game per text."""

    id = "moves"
    variant = "Moves"
    name = message("A list of moves")

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The span of the whole text, if it has a heading or a move."""
        found = words_of(text, 2000)
        known = found.heading is not None or any(is_move(word.text) for word in found.words)
        return [(0, len(text))] if known else []

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the game, the board and the moves."""
        said = words_of(text, most_moves(limits))
        heading = said.heading
        game = _game_of(said)
        width, height = _size_of(said, game)
        start, known = start_for(game, width, height)
        at = len(MARK) if text.startswith(MARK) else 0
        head = (at, at) if heading is None else heading.span()
        found = [] if known else [bad_size(size_text(width, height), head[0])]
        tokens, left = _tokens_of(said, text, game)
        for behind, (first, last) in left[: max(0, limits.diagnostics - len(found))]:
            found.append(no_move(text[first:last], first, behind))
        found += islice(_gaps(said, tokens), max(0, limits.diagnostics - len(found)))
        if said.cut >= 0:
            found.append(too_many(said.cut, len(tokens)))
        at = tokens[0].start if tokens else len(text)
        numbered = bool(said.numbers) or (not tokens and game == "twixt")
        spans = tuple(span for _, span in left)
        return Parsed(game, start, (), head, at, tokens, found, numbered, spans)

    def new(self, record: Record) -> str:
        """The text of a new list, with a line for game and size if the moves alone don't determine them."""
        words: list[str] = []
        for node in list(record.root.main_line())[1:]:
            word = self.word(node.action, record.game)
            if not word:
                break
            words.append(word)
        numbered = record.game == "twixt"
        line = _line(words, numbered, 0) + "\n" if words else ""
        said = words_of(line, DEFAULT.plies)
        if (
            words
            and _game_of(said) == record.game
            and _size_of(said, record.game) == size_of(record)
        ):
            return line
        return _heading(record) + line

    def head(self, record: Record, parsed: Parsed, text: str) -> str:
        """The line with game and size."""
        return _heading(record)

    def word(self, action: Action | None, game: str) -> str:
        """A place, a word, or in Twixt a place with links in the notation of correspondence players."""
        if not isinstance(action, (Move, Written)) or action.text[1:2] != " ":
            return ""
        text = action.text[2:]
        if isinstance(action, Written):
            return text if TOKEN.fullmatch(text) and not PLACE.match(text) else ""
        place, *changes = text.split(" ")
        if not changes:
            known = column_row(place) is not None or place in WORDS
            return "swap" if place == "swap-pieces" and game == "twixt" else place if known else ""
        return _with_links(place, changes)

    def joined(self, words: Sequence[str], parsed: Parsed, before: int) -> str:
        """The words with their move numbers, if the list has any, to be put after `before` others."""
        line = _line(words, parsed.numbered, before)
        return f" {line}" if before and words else line


def _heading(record: Record) -> str:
    return f"{record.game.capitalize()} {size_text(*size_of(record))}\n"


def _line(words: Sequence[str], numbered: bool, before: int) -> str:
    if numbered:
        words = [f"{number}.{word}" for number, word in enumerate(words, before + 1)]
    return " ".join(words)


def _with_links(place: str, changes: list[str]) -> str:
    """A peg with the links removed and added; automatic links aren't written."""
    removed = [one[1:].upper() for one in changes if one.startswith("-")]
    made = [one[1:].upper() for one in changes if one.startswith("+")]
    text = place.upper()
    # By mail, several links are separated by commas, but here commas separate moves: only one fits.
    if len(removed) > 1 or len(made) > 1:
        return place
    text += "".join(f"-{link}" for link in removed)
    if "auto" in changes:
        return text if not made else place
    return f"{text}+{''.join(made)}" if made or "none" in changes or removed else place


def _tokens_of(
    said: Text, text: str, game: str
) -> tuple[list[Token], list[tuple[int, tuple[int, int]]]]:
    """The moves with their comments, and the stretches that are none, each with the count of moves before."""
    tokens: list[Token] = []
    left: list[tuple[int, tuple[int, int]]] = []
    numbers = {ahead: number for number, ahead in said.numbers}
    first: tuple[int, int] | None = None  # a number, and how many moves were before it
    before: list[str] = []
    lost = False
    turns = Turns()
    comments = iter([*said.comments, Word("", len(text), len(text))])
    comment = next(comments)
    gone = {at: number - last - 1 for at, (last, number) in left_out(said).items()}
    for count, word in enumerate([*said.words, Word("", len(text), len(text))]):
        while comment.start < word.start:
            if lost:
                left[-1] = left[-1][0], (left[-1][1][0], comment.end)
            elif tokens:
                tokens[-1] = _commented(tokens[-1], comment)
            else:
                before.append(comment.text)
            comment = next(comments)
        if count == len(said.words):
            break
        number = numbers.get(count)
        if number is not None and first is None:
            first = number, len(tokens)
        if lost:
            gap = text[left[-1][1][1] : word.start]
            if number is not None and first is not None:
                lost = not _goes_on(number - first[0], len(tokens) - first[1])
            elif not numbers:
                lost = "\n" not in gap and "\r" not in gap
        if lost:
            left[-1] = left[-1][0], (left[-1][1][0], word.end)
        elif is_move(word.text):
            notes: dict[str, NoteValue] = {}
            if any(before) and not tokens:
                notes[BEFORE] = "\n".join(filter(None, before))
            if word.glyph:
                notes[GLYPHS] = (GLYPHS_BY_SIGN[word.glyph],)
            turns.pass_over(gone.get(count, 0))
            tokens.append(Token(_action(word.text, turns, game), word.start, word.end, notes))
        else:
            lost = True
            left.append((len(tokens), (word.start, word.end)))
    return tokens, left


def _goes_on(numbers: int, moves: int) -> bool:
    """Whether a list goes on so many numbers after its first one, behind so many moves, or pairs of them."""
    return numbers in (moves, moves // 2, (moves + 1) // 2)


def _gaps(said: Text, tokens: Sequence[Token]) -> Iterator[Diagnostic]:
    """What is said of plies that are left out."""
    moves = {token.start: move for move, token in enumerate(tokens, 1)}
    for index, (before, number) in left_out(said).items():
        at = said.words[index].start
        words = message(
            "Number {number} follows number {before}: the moves between aren't in the list.",
            number=number,
            before=before,
        )
        if at in moves:
            yield diagnostic_at(Severity.INFO, "gap", words, at, moves[at])


def _commented(token: Token, comment: Word) -> Token:
    said = token.notes.get(COMMENT)
    words = f"{said}\n{comment.text}" if said else comment.text
    notes = {**token.notes, COMMENT: words} if words else token.notes
    return token._replace(end=comment.end, notes=notes)


def _action(word: str, turns: Turns, game: str) -> Action:
    if PLACE.match(word):
        return turns.move(word)
    if word in WORDS and (game == "twixt" or word not in TWIXT_ONLY):
        return turns.move(WORDS[word])
    return turns.written(word)


def _game_of(said: Text) -> str:
    if said.heading is not None:
        return said.heading["game"].lower()
    words = {word.text for word in said.words}
    if words & TWIXT_ONLY:
        return "twixt"
    if words & HEX_ONLY:
        return "hex"
    if said.numbers or any(LONG.match(word) for word in words):
        return "twixt"
    return "twixt" if max(_extent(said)) > _LARGEST_HEX else "hex"


def _size_of(said: Text, game: str) -> tuple[int, int]:
    heading = said.heading
    if heading is not None and heading["size"]:
        return int(heading["width"]), int(heading["height"] or heading["width"])
    needed = max(_extent(said))
    size = next((size for size in _SIZES[game] if size >= needed), needed)
    return size, size


def _extent(said: Text) -> tuple[int, int]:
    places = [at for word in said.words if (at := column_row(word.text)) is not None]
    columns = max((at[0] + 1 for at in places), default=1)
    return columns, max((at[1] + 1 for at in places), default=1)


MOVES = MoveList()
