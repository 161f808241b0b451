"""Writes a record as such a text: the text it was read from, with its edits, or one as XQStudio writes it."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.losses import LossSentences, losses_of, under_own_keys
from viewer.formats.shared.charsets import ENCODINGS, decode, encode, gives_back
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
    own = collection.record(0)
    record = in_terms_of(FORMAT, own, collection.format)
    fact = record.fact(FILE)
    rest: tuple[Piece, ...] = ()
    if fact is None or not isinstance(fact.raw, bytes) or not isinstance(fact.value, tuple):
        data, by_hand = encode(_new(record), UTF8), None
    else:
        was, codec = str(fact.value[0]), record.encoding
        codec = codec if codec in ENCODINGS else was
        data = _edited(record, fact.raw, was, int(str(fact.value[2])), codec)
        by_hand = codec if fact.value[1] and codec == was else None
        source = collection.source
        if source is not None and source.size > len(fact.raw):
            rest = (Span(len(fact.raw), source.size - len(fact.raw)),)
    told = under_own_keys(_losses(record, data, by_hand), own.headers, record.headers)
    return Output(tuple(told), iter((data, *rest)))


def _edited(record: Record, raw: bytes, was: str, read: int, codec: str) -> bytes:
    """The bytes of a record that was read from a text in the codec `was`, with `read` moves."""
    old = decode(raw, was)
    text = revised(record, old, read)
    if text is None:
        text = _new(record)
    same = text == old and (codec == was or not gives_back(old, was, raw))
    return raw if same else encode(text, codec)


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
