"""The strict check of moves, times and ends; a fault of many lines is reported once."""

from __future__ import annotations

import re

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.moves import KNOWN_ENDS, elapsed_of, milliseconds
from viewer.formats.kif.plan import BlockItem
from viewer.formats.kit.diagnostics import INFO, WARNING
from viewer.formats.kit.findings import section_words
from viewer.games import game_of
from viewer.games.shogi.names import KIND_OF_NAME
from viewer.games.shogi.notation import SAME, kif_text
from viewer.games.shogi.position import MOVE_PARTS, Position
from viewer.games.shogi.violations import FOURTH, repetition_of
from viewer.games.states import States
from viewer.tree.action import Move, Terminal, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Record


class LinePlace(NamedTuple):
    """A line of the file.

    Attributes:
        number: from 1.
        offset: of its first byte; None if the file's bytes aren't those of its text.
        node: id of the node that it belongs to.
    """

    number: int
    offset: int | None
    node: int


class StrictFindings:
    """The findings so far, in the order of the file."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._habits: dict[str, tuple[int, Message, Message, int]] = {}

    def add(
        self,
        code: str,
        section: Message,
        why: Message,
        place: LinePlace | None = None,
        severity: Severity = WARNING,
    ) -> None:
        """Add a finding; `section` is a heading of the description, without a place it is about the file."""
        if len(self._found) < DEFAULT.diagnostics:
            self._found.append(_finding(code, section, why, place, severity))

    def habit(
        self,
        code: str,
        section: Message,
        why: Message,
        place: LinePlace,
        severity: Severity = WARNING,
    ) -> None:
        """Add a finding that may apply to many lines: the first is reported, with the number of others."""
        known = self._habits.get(code)
        if known is None:
            self._habits[code] = len(self._found), why, section, 0
            self.add(code, section, why, place, severity)
        else:
            self._habits[code] = (*known[:3], known[3] + 1)

    def all(self) -> list[Diagnostic]:
        """All findings."""
        found = list(self._found)
        for at, why, section, more in self._habits.values():
            if more and at < len(found):
                told = counted(
                    "{why} One more line is like this.",
                    "{why} {count} more lines are like this.",
                    more,
                ).given(why=why)
                found[at] = found[at]._replace(message=section_words("KIF", section, told))
        return found


def _finding(
    code: str, section: Message, why: Message, place: LinePlace | None, severity: Severity
) -> Diagnostic:
    words = section_words("KIF", section, why)
    if place is None:
        return Diagnostic(severity, f"kif.strict.{code}", words)
    return Diagnostic(
        severity, f"kif.strict.{code}", words, 0, place.node, place.offset, place.number, 1
    )


# -------------------------------------- Checks the spelling of moves: `７六歩(77)`, `同　銀(31)`, `４五角打`

_MOVE_SECTION = in_context("section of the description of KIF", "Move recording")
_NUMBER = re.compile(r" *[0-9]+ +")
_MARKS = "▲△"
_NAMES = frozenset((*"玉飛龍竜角馬金銀全桂圭香杏歩と", "成銀", "成桂", "成香"))
_WIDE = "１２３４５６７８９"
_KANJI = "一二三四五六七八九"
_MOVE_WORDS = re.compile("[左直右上寄引行下]")
_NARROW = str.maketrans("０１２３４５６７８９", "0123456789")


class Moves:
    """Checks the lines of moves."""

    def __init__(self, found: StrictFindings, record: Record) -> None:
        self._found = found
        self.states = States(game_of("shogi"), record)

    def without_number(self, item: BlockItem, place: LinePlace) -> None:
        """Report a line that has moves or an end, but no number."""
        if item.kind == kinds.TOKENS:
            why = message("a move has a line of its own, which begins with its number.")
            self._found.habit("number", _MOVE_SECTION, why, place)
        else:
            why = message("the end of the game is recorded as a move; here only まで tells it.")
            self._found.add("end-line", _MOVE_SECTION, why, place, INFO)

    def line(self, node: Node, item: BlockItem, place: LinePlace) -> str:
        """Check a line with a number; returns the text after the move or the word."""
        start = item.text[: len(item.text) - len(item.key)]
        if _NUMBER.fullmatch(start) is None:
            why = message("the number of a move has half-width digits, and a blank behind it.")
            self._found.habit("number", _MOVE_SECTION, why, place)
        body = kinds.MOVE.match(item.key)
        if body is not None:
            self._body(node, body, place)
            return item.key[body.end() :]
        none = kinds.PASS.match(item.key)
        if none is not None:
            why = message("there is no pass.")
            self._found.add("pass", _MOVE_SECTION, why, place)
            return item.key[none.end() :]
        word = kinds.WORD.match(item.key)
        return item.key[word.end() :] if word is not None else ""

    def _body(self, node: Node, body: re.Match[str], place: LinePlace) -> None:
        code, why = self._fault(node, body) or ("", None)
        if why is not None:
            self._found.habit(code, _MOVE_SECTION, why, place)
        self._on_the_board(node, body, place)

    def _fault(self, node: Node, body: re.Match[str]) -> tuple[str, Message] | None:
        """The code and the message of the first fault in a move's spelling, None if it is correct."""
        mark, file, rank, name, promotion, drop, from_file, from_rank = body.groups()
        if mark and mark not in _MARKS:
            return "mark", message("the sides have the marks ▲ and △, not {mark}.", mark=mark)
        if file is not None and (file not in _WIDE or rank not in _KANJI):
            words = message("a square is a full-width digit and a kanji, as ７六, not {square}.")
            return "square", words.given(square=file + rank)
        if file is None and not body[0].removeprefix(mark).startswith(SAME):
            return "same", message("behind 同 comes a full-width blank, then the piece.")
        if file is None and type(node.action) is Written and (drop or from_rank):
            return "same", message("同　 stands for a square, but there is no move before it.")
        if name not in _NAMES:
            return "piece", message("“{name}” is none of the names of pieces.", name=name)
        if promotion in ("不成", "生"):
            return "unpromoted", message("that a piece doesn't promote isn't noted.")
        if _MOVE_WORDS.search(body[0][body.end(4) :]):
            return "words", message(
                "the square that a piece comes from is given, not 右, 左 and so on."
            )
        if from_rank is None and drop is None:
            state = self.states.at(node)
            if isinstance(state.action, Move) and "*" in state.action.text:
                return "drop", message("a drop is noted with 打.")
            return "origin", message("the square that a piece comes from stands behind it: (77).")
        if from_rank is not None and {*f"{from_file}{from_rank}"} & {*"0０"}:
            return "origin", message("a piece comes from a square, (11) to (99).")
        if body[0] != _spelt(body):
            words = message("the move is written {move}, with full-width and half-width signs so.")
            return "spelling", words.given(move=_spelt(body))
        return None

    def _on_the_board(self, node: Node, body: re.Match[str], place: LinePlace) -> None:
        """Report a line that names another piece than the one that moves, or lacks 同."""
        assert node.parent is not None
        file, name = body[2], body[4]
        state = self.states.at(node)
        before = self.states.at(node.parent)
        assert isinstance(state, Position)
        assert isinstance(before, Position)
        canonical = kinds.MOVE.match(kif_text(state))
        parts = MOVE_PARTS[state.action.text] if isinstance(state.action, Move) else None
        if parts is None or canonical is None:
            return
        origin, _, _, kind = parts
        if (kind or before.board[origin]) and KIND_OF_NAME[name] != KIND_OF_NAME[canonical[4]]:
            why = message(
                "the piece that moves is named; it is {right}, not {name}.",
                right=canonical[4],
                name=name,
            )
            self._found.add("wrong-piece", _MOVE_SECTION, why, place)
        if file is not None and canonical[2] is None:
            why = message("同　 is written for the square that the move before went to.")
            self._found.habit("same-square", _MOVE_SECTION, why, place, INFO)


def _spelt(body: re.Match[str]) -> str:
    """The correct spelling of a complete move."""
    mark, file, rank, name, promotion, drop, from_file, from_rank = body.groups()
    where = SAME if file is None else file + rank
    origin = "打" if drop else f"({from_file}{from_rank})".translate(_NARROW)
    return f"{mark}{where}{name}{'成' if promotion == '成' else ''}{origin}"


# ----------------- Checking times: `( 0:16/00:00:16)`, the time of the move and the player's total

_TIME_SECTION = in_context("section of the description of KIF", "Time expended")
_TIME = re.compile(r"\([ ]*([0-9]+):([0-9]{1,2})[ ]*/[ ]*([0-9]+):([0-9]{1,2}):([0-9]{1,2})[ ]*\)")


class _Totals(NamedTuple):
    """The totals in seconds of the player who moved last, and of the other; None if unknown."""

    mine: int | None
    other: int | None


class Times:
    """The times of a file's moves, along each of its lines."""

    def __init__(self, found: StrictFindings, record: Record, shift: int) -> None:
        self._found = found
        start = (
            None if shift else 0
        )  # a record that begins in mid-game doesn't say what was used before
        self._totals = {record.root: _Totals(start, start)}

    def line(self, node: Node, rest: str, place: LinePlace) -> int | None:
        """Check the text after a move or an end; returns its time in seconds, None if it has none."""
        assert node.parent is not None
        above = self._totals.get(node.parent, _Totals(None, None))
        before = above.other
        found = kinds.TIME.search(rest)
        around = rest if found is None else rest[: found.start()] + rest[found.end() :]
        around = around.strip(kinds.BLANKS).removesuffix("+").strip(kinds.BLANKS)
        if found is None:
            self._totals[node] = _Totals(None, above.mine)
            if around[:1] in ("(", "（"):
                why = message("“{text}” is no time like ( 0:16/00:00:16).", text=around[:40])
                self._found.habit("time", _TIME_SECTION, why, place)
            elif around:
                self._stray(around, place)
            return None
        if around:
            self._stray(around, place)
        if not _is_time(found[0]):
            why = message(
                "the time is in minutes and seconds, then the total in hours, minutes and seconds,"
                " as ( 0:16/00:00:16), not {text}.",
                text=found[0],
            )
            self._found.habit("time", _TIME_SECTION, why, place)
        spent = (milliseconds(found[1]) or 0) // 1000
        total = self._total(found, spent, before, place)
        self._totals[node] = _Totals(total, above.mine)
        return spent

    def _total(
        self, found: re.Match[str], spent: int, before: int | None, place: LinePlace
    ) -> int | None:
        """The player's total after a move; a wrong one is reported, and used for later ones."""
        due = None if before is None else before + spent
        said = milliseconds(found[2]) if found[2] else None
        if said is None:
            return due
        total = said // 1000
        if due is not None and due != total and "." not in found[0]:
            why = message(
                "the total should be {right}, it is {total}.",
                right=elapsed_of(f"{due // 3600}:{due // 60 % 60}:{due % 60:02}"),
                total=found[2],
            )
            self._found.habit("total", _TIME_SECTION, why, place)
        return total

    def _stray(self, text: str, place: LinePlace) -> None:
        why = message("nothing but the time follows a move: “{text}”.", text=text[:40])
        self._found.habit("rest", _TIME_SECTION, why, place)


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    return all(int(part) < 60 for part in (found[2], found[4], found[5]))


# -------------------------------------- Checks the ends of games against the positions before them

_END_SECTION = in_context("section of the description of KIF", "Move recording")
_REPETITION, _MATE, _FOUL_BEFORE, _RESIGNED = "千日手", "詰み", "反則勝ち", "投了"
_END_WORDS = frozenset(
    (
        *("中断", _RESIGNED, "持将棋", _REPETITION, _MATE, "切れ負け", _FOUL_BEFORE, "反則負け"),
        *("入玉勝ち", "不戦勝", "不戦敗", "不詰"),
    )
)


def check_end(
    found: StrictFindings, states: States, node: Node, time: int | None, place: LinePlace
) -> None:
    """Check an end; `time` is that of its line in seconds, None if it has none."""
    assert type(node.action) is Terminal
    assert node.parent is not None
    word, parent = node.action.text, node.parent
    if word in KNOWN_ENDS and word not in _END_WORDS:
        why = message("“{word}” is none of the words for an end.", word=word)
        found.add("end", _END_SECTION, why, place)
    if type(parent.action) is Terminal:
        why = message("the game had ended before; nothing follows its end.")
        found.add("after-end", _END_SECTION, why, place)
        return
    if word == _REPETITION and time:
        why = message("the time of 千日手 is 0.")
        found.add("repetition-time", _END_SECTION, why, place)
    if word == _RESIGNED and time is None and _has_time(parent):
        why = message("the time up to the resignation is recorded too.")
        found.add("end-time", _END_SECTION, why, place, INFO)
    _check_position(found, states, parent, word, place)


def _has_time(node: Node) -> bool:
    return bool(node.note("elapsed"))


def _check_position(
    found: StrictFindings, states: States, parent: Node, word: str, place: LinePlace
) -> None:
    state = states.at(parent)
    assert isinstance(state, Position)
    if not isinstance(state.action, Move):
        return
    if word == _REPETITION:
        times = repetition_of(state).times
        if times < FOURTH:
            why = message(
                "千日手 stands behind a move by which the position occurs for the fourth time;"
                " it doesn't."
            )
            found.add("repetition", _END_SECTION, why, place)
    elif word == _MATE:
        if states.game.legal_moves(state):
            why = message("詰み says that the side to move is mated; it isn't.")
            found.add("mate", _END_SECTION, why, place)
    elif word == _FOUL_BEFORE and states.game.violation(state) is None:
        why = message("反則勝ち says that the move before is illegal; it is legal.")
        found.add("foul", _END_SECTION, why, place)
