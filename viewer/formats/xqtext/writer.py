"""Writes a record as such a text: the text it was read from, with its edits, or one as XQStudio writes it.

A comment is inserted in a way that its removal undoes exactly.
"""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import XIANGQI, decode
from viewer.formats.kit.foreign import ByMeaning
from viewer.formats.kit.judge import judge
from viewer.formats.kit.law import Patch, patched, shared_start
from viewer.formats.kit.losses import LossSentences, losses_of
from viewer.formats.kit.runs import ReadText, read_text, write_text
from viewer.formats.kit.xiangqi import read_start
from viewer.formats.xqtext import FORMAT
from viewer.formats.xqtext.reader import (
    BREAKS,
    FILE,
    FILES,
    KEYS,
    RANKS,
    Layout,
    Remarks,
    headers_of,
    record_of,
)
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

_RULE = "-" * 52
_ALWAYS = ("标题", "赛事", "日期", "地点", "红方", "黑方", "结果", "评论", "作者")
"""The labels that XQStudio always writes, and looks for in a text."""
_COLUMNS = 2


def write(collection: Collection) -> Output:
    """Write the first record of a collection as a file."""
    return write_text(collection, FORMAT, _read_of, _text, _losses)


def _read_of(record: Record) -> ReadText | None:
    return read_text(record, FILE, plies=2)


def _text(record: Record, old: ReadText | None) -> str:
    """The text of a record: the one it was read from with its values, or a new one."""
    text = None if old is None else _revised(record, old.text, old.plies)
    return _new(record) if text is None else text


def _new(record: Record) -> str:
    said = {key: BREAKS.sub(" ", value) for key, value in record.headers if key in KEYS}
    labels = {key: said.get(key, "") for key in (*_ALWAYS, *said)}
    lines = [_RULE, *(f"{key}: {value}" for key, value in labels.items()), _RULE]
    start = read_start(record.setup.text) if record.setup is not None else None
    if start is not None:
        board, black = start
        lines += ["", *_diagram(board), "", f"({'黑' if black else '红'}方行棋)"]
    rows = _Rows(record, _COLUMNS).lines(0)
    return "\n".join([*lines, *(rows or [""]), _RULE, ""])


# ------------------------------------------------------------------------------------------ diagrams

_TOP, _MIDDLE, _BOTTOM = "┌┬┐", "├┼┤", "└┴┘"
_PALACE_TOP, _PALACE_LOW = "│　│　│　│＼│／│　│　│　│", "│　│　│　│／│＼│　│　│　│"
_BETWEEN = "│　│　│　│　│　│　│　│　│"
_RIVER = "│　　　　　　　　　　　　　　　│"
_BELOW = {0: _PALACE_TOP, 1: _PALACE_LOW, 4: _RIVER, 7: _PALACE_TOP, 8: _PALACE_LOW}
_PIECE_NAMES = "　帅士相马车炮兵　将士象马车炮卒"


def _diagram(board: bytes) -> list[str]:
    """The lines of a diagram of a board, in the form of XQStudio."""
    lines: list[str] = []
    for row in range(RANKS):
        at = (RANKS - 1 - row) * FILES
        lines.append(_rank(board[at : at + FILES], row))
        if row < RANKS - 1:
            lines.append(f"  {_BELOW.get(row, _BETWEEN)}")
    return lines


def _rank(pieces: bytes, row: int) -> str:
    ends = _TOP if row == 0 else _BOTTOM if row == RANKS - 1 else _MIDDLE
    cross = {4: "┴", 5: "┬"}.get(row, ends[1])
    signs = [ends[0], *[cross] * (FILES - 2), ends[2]]
    if row in (1, 8):
        signs[4] = "※"
    out = "  " if not pieces[0] else " "
    for file, (piece, sign) in enumerate(zip(pieces, signs, strict=True)):
        opening, closing = ("[", "]") if piece >> 3 else ("(", ")")
        out += f"{opening}{_PIECE_NAMES[piece]}{closing}" if piece else sign
        if file < FILES - 1:
            after = pieces[file + 1]
            out += "─" if not piece and not after else "" if piece and after else "-"
    return out


# --------------------------------------------------------------------------------------------- rows

_GAP = "…………"
"""Stands for a move that isn't in the row."""


class _Rows:
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
        return f"{number:>3}. " + (f"{_GAP}  " if black else "")

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
                line += f"  {_GAP}"
            if comment or ply == last or (black and rounds >= self._columns):
                out += [line.rstrip(), *_remarks(comment)]
                line, rounds = "", 0
        return out


def _remarks(comment: str) -> list[str]:
    return ["", *comment.split("\n"), ""] if comment else []


# -------------------------------------------------------------------------------------------- edits


def _revised(record: Record, text: str, read: int) -> str | None:
    """The text with the record's values; `read` is the number of its moves that the record was read with.

    None if the game starts elsewhere, so that the text has to be written anew.
    """
    layout = Layout(text, read)
    old, _ = record_of(text, layout, "")
    game = game_of(record.game)
    if old.game != record.game or game.setup_text(game.start_of(old)) != game.setup_text(
        game.start_of(record)
    ):
        return None
    moves = _Moves(record, old, text, layout)
    return patched(text, [*_of_headers(record, text, layout), *moves.patches()])


def _of_headers(record: Record, text: str, layout: Layout) -> list[Patch]:
    was = dict(headers_of(text, layout))
    said: dict[str, str] = {}
    for key, value in record.headers:
        said.setdefault(key, BREAKS.sub(" ", value))
    patches: list[Patch] = []
    seen: set[str] = set()
    for key, start, end in layout.values:
        new = said.get(key, "")
        if was.get(key, "") == new or key in seen or (key in was and start == end):
            continue
        seen.add(key)
        patches.append(Patch(start, end, new))
    known = {value.key for value in layout.values}
    more = [key for key in said if key in KEYS and key not in known and said[key]]
    lines = "".join(f"{key}: {said[key]}{layout.newline}" for key in more)
    return [*patches, Patch(layout.head_at, layout.head_at, lines)] if lines else patches


class _Moves:
    """The patches of moves and comments."""

    def __init__(self, record: Record, old: Record, text: str, layout: Layout) -> None:
        self._text, self._layout, self._newline = text, layout, layout.newline
        self._rows = _Rows(record, layout.columns or 2)
        self._old = list(old.root.main_line())
        self._keep = self._shared(record, old)

    def _shared(self, record: Record, old: Record) -> int:
        """The number of moves that both have, from the start."""
        game = game_of(record.game)
        first, second = States(game, old), States(game, record)
        return shared_start(
            self._old[1:],
            self._rows.nodes[1:],
            lambda one, other: (
                one.action == other.action or first.at(one).action == second.at(other).action
            ),
        )

    def patches(self) -> list[Patch]:
        """The patches, in the text's order."""
        changed = self._keep < max(len(self._old), len(self._rows.nodes)) - 1
        out: list[Patch] = []
        for ply in range(self._keep + (not changed)):
            old, new = self._old[ply].comment, self._rows.nodes[ply].comment
            if old != new:
                out += self._of_comment(ply, new)
        if changed:
            out.append(self._tail())
        return out

    def _tail(self) -> Patch:
        """What follows the last move that stays: its comment, the other moves, theirs."""
        words, keep, newline = self._layout.words, self._keep, self._newline
        remarks = [one for one in self._layout.remarks if one.ply >= keep]
        ends = [words[-1].end] if words[keep:] else []
        start = words[keep - 1].end if keep else self._begin()
        end = max([start, *ends, *(one.end for one in remarks)])
        node = self._rows.nodes[keep]
        on = bool(keep) and not self._rows.round_of(keep)[1] and not node.comment
        lines = self._rows.lines(keep, continued=on)
        said = newline.join(line.replace("\n", newline) for line in lines)
        if keep:
            said = said if on or not lines else newline + said
        elif lines and not words:
            said += newline
        return Patch(start, end, said)

    def _begin(self) -> int:
        """Where the first row begins, and what stands before it."""
        layout = self._layout
        at = layout.words[0].start if layout.words else layout.moves_at
        at = max(self._text.rfind("\n", 0, at), self._text.rfind("\r", 0, at)) + 1
        first = [one.start for one in layout.remarks if one.ply == 0 and one.start < at]
        return min([at, *first])

    # ------------------------------------------------------------------------------- comments

    def _of_comment(self, ply: int, new: str) -> list[Patch]:
        there = [one for one in self._layout.remarks if one.ply == ply]
        said = new.replace("\n", self._newline)
        if not there:
            return [self._inserted(ply, said)]
        if not new:
            return [self._removed(one) for one in there]
        first, *more = there
        return [Patch(first.start, first.end, said), *(self._removed(one) for one in more)]

    def _inserted(self, ply: int, said: str) -> Patch:
        newline = self._newline
        if not ply:
            at = self._begin()
            return Patch(at, at, f"{newline}{said}{newline}{newline}")
        at = self._layout.words[ply - 1].end
        return Patch(at, at, f"{self._before(ply)}{said}{self._after(ply)}")

    def _before(self, ply: int) -> str:
        """What stands between a move and its comment."""
        return (f"  {_GAP}" if self._splits(ply) else "") + 2 * self._newline

    def _after(self, ply: int) -> str:
        """What is put after a comment: if it divides a round, Black's move begins a row of its own."""
        again = self._rows.opening(ply + 1).rstrip() if self._splits(ply) else ""
        return 2 * self._newline + again

    def _splits(self, ply: int) -> bool:
        """Whether Black's move follows a move in its row."""
        words = self._layout.words
        if ply >= len(words) or not self._rows.round_of(ply + 1)[1]:
            return False
        between = self._text[words[ply - 1].end : words[ply].start]
        return not between.strip(" \t\u3000")

    def _removed(self, one: Remarks) -> Patch:
        text, newline = self._text, self._newline
        if not one.ply:
            ahead, behind = newline, 2 * newline
            begin = one.start - len(newline)
            fits = text[begin : one.start] == ahead and text.startswith(behind, one.end)
            return (
                Patch(begin, one.end + len(behind), "") if fits else Patch(one.start, one.end, "")
            )
        begin = self._layout.words[one.ply - 1].end
        ahead = text[begin : one.start]
        for gap, again in (
            (f"  {_GAP}", self._rows.opening(one.ply + 1).rstrip()),
            ("", ""),
        ):
            behind = 2 * newline + again
            if ahead == gap + 2 * newline and text.startswith(behind, one.end):
                return Patch(begin, one.end + len(behind), "")
        return Patch(one.start, one.end, "")


# ------------------------------------------------------------------------------------------- losses

_SENTENCES = LossSentences(
    game=message("A text with moves in columns holds xiangqi only."),
    start=message("The start position is read from the text as {start}."),
    header=message("The text has no place for the header {key}."),
    facet=message("The text has no place for {what}."),
    branch=message("{move} and what follows is left out: the text holds one line of moves."),
)


def _losses(record: Record, data: bytes, codec: str | None) -> tuple[Loss, ...]:
    """The losses of a record read back from `data`; `codec` is the one that the user chose, else None."""
    codec = codec or judge(data, "", XIANGQI).codec
    text = decode(data, codec)
    read, _ = record_of(text, Layout(text, DEFAULT.plies), codec)
    if record.game != read.game:
        return (Loss("game", None, _SENTENCES.game),)
    return losses_of(ByMeaning(record, read).lost(), _SENTENCES)
