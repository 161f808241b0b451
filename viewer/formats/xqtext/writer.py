"""Writes a record as such a text: the text it was read from, with its edits, or one as XQStudio writes it."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.law import ReadText, read_text, write_text
from viewer.formats.kit.losses import LossSentences, losses_of
from viewer.formats.shared.charsets import decode
from viewer.formats.shared.expected import XIANGQI
from viewer.formats.shared.judge import judge
from viewer.formats.shared.meaning import Meaning
from viewer.formats.shared.xiangqi import Position, read_setup
from viewer.formats.xqtext import FORMAT
from viewer.formats.xqtext.diagram import diagram
from viewer.formats.xqtext.layout import BREAKS, KEYS, layout_of
from viewer.formats.xqtext.patches import revised
from viewer.formats.xqtext.reader import FILE, record_of
from viewer.formats.xqtext.rows import Rows
from viewer.tree.record import Record

_RULE = "-" * 52
_ALWAYS = ("标题", "赛事", "日期", "地点", "红方", "黑方", "结果", "评论", "作者")
"""The labels that XQStudio always writes, and looks for in a text."""
_COLUMNS = 2
_SENTENCES = LossSentences(
    game=message("A text with moves in columns holds xiangqi only."),
    start=message("The start position is read from the text as {start}."),
    header=message("The text has no place for the header {key}."),
    facet=message("The text has no place for {what}."),
    branch=message("{move} and what follows is left out: the text holds one line of moves."),
)


def write(collection: Collection) -> Output:
    """Write the first record of a collection as a file."""
    return write_text(collection, FORMAT, _read_of, _text, _losses)


def _read_of(record: Record) -> ReadText | None:
    return read_text(record, FILE, plies=2)


def _text(record: Record, old: ReadText | None) -> str:
    """The text of a record: the one it was read from with its values, or a new one."""
    text = None if old is None else revised(record, old.text, old.plies)
    return _new(record) if text is None else text


def _new(record: Record) -> str:
    said = {key: BREAKS.sub(" ", value) for key, value in record.headers if key in KEYS}
    labels = {key: said.get(key, "") for key in (*_ALWAYS, *said)}
    lines = [_RULE, *(f"{key}: {value}" for key, value in labels.items()), _RULE]
    position = read_setup(record.setup.text) if record.setup is not None else None
    if position is not None:
        lines += ["", *diagram(position.pieces), "", _to_move(position)]
    rows = Rows(record, _COLUMNS).lines(0)
    return "\n".join([*lines, *(rows or [""]), _RULE, ""])


def _to_move(position: Position) -> str:
    return f"({'黑' if position.black else '红'}方行棋)"


def _losses(record: Record, data: bytes, codec: str | None) -> tuple[Loss, ...]:
    """The losses of a record read back from `data`; `codec` is the one that the user chose, else None."""
    codec = codec or judge(data, "", XIANGQI).codec
    text = decode(data, codec)
    read, _ = record_of(text, layout_of(text, DEFAULT.plies), codec)
    if record.game != read.game:
        return (Loss("game", None, _SENTENCES.game),)
    return losses_of(Meaning(record, read).lost(), _SENTENCES)
