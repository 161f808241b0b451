"""Writes a record as a DhtmlXQ text: the text it was read from, with its edits, or a new one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.source import BytesSource, Piece, Source
from viewer.base.text import UTF8, lacking
from viewer.formats.dhtmlxq import FORMAT
from viewer.formats.dhtmlxq.reader import (
    ABSENT,
    FILE,
    LINE,
    MAIN,
    POSITION,
    REST,
    SPELLED,
    START,
    TAG,
    USUAL_DIGITS,
    DhtmlXQCollection,
    ParsedText,
    Tag,
    Variation,
    commented,
    read_value,
    tags_of,
    variation_of,
)
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import ENCODINGS, encode
from viewer.formats.kit.foreign import in_comments, in_terms_of, resolved
from viewer.formats.kit.law import Patch, patched, pieces_of
from viewer.formats.kit.losses import WRITTEN_AS, losses_between, sentences_of, under_own_keys
from viewer.formats.kit.runs import WrittenRecord, file_codec, line_end_of, read_text, runs_of
from viewer.formats.kit.xiangqi import SLOTS, USUAL, read_start, setup_of, squares_of
from viewer.games.xiangqi.position import BLACK, RED
from viewer.tree.action import Action
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import lost
from viewer.tree.evaluation_words import marked_line
from viewer.tree.facts import find_fact
from viewer.tree.node import Node
from viewer.tree.record import Record

_SHOWN = 20  # characters
_SENTENCES = sentences_of(
    "DhtmlXQ",
    branch=message("{move} and what follows is left out: DhtmlXQ can't write it."),
    action=WRITTEN_AS,
)


def write(collection: Collection) -> Output:
    """Write the records of a collection as a file."""
    runs: list[tuple[Piece, ...]] = []
    new: list[bool] = []
    losses: list[Loss] = []
    same = collection.format == FORMAT.id
    found = file_codec(collection, same, _codecs_of)
    codec = UTF8 if found is None else found.name
    for run in runs_of(collection, same and (found is None or found.kept)):
        if run.span is not None:
            runs.append((run.span,))
            new.append(False)
            continue
        own = collection.record(run.first)
        written, is_new = _written(own, collection, codec)
        runs.append(written.pieces)
        new.append(is_new)
        losses += [loss._replace(record=run.first) for loss in written.losses]
    return Output(tuple(losses), _joined(runs, new, collection.source, codec))


def _codecs_of(record: Record) -> tuple[str, str] | None:
    """The codec that a record was read in, and the one to write it in; None for a new record."""
    fact = record.fact(FILE)
    if fact is None or not isinstance(fact.value, tuple):
        return None
    was = str(fact.value[0])
    return was, record.encoding if record.encoding in ENCODINGS else was


def _joined(
    runs: Sequence[tuple[Piece, ...]], new: Sequence[bool], source: Source | None, codec: str
) -> Iterator[Piece]:
    """The pieces of runs; a new record begins a line."""
    for index, pieces in enumerate(runs):
        if index and new[index] and line_end_of(runs[index - 1], source, codec) == b"":
            yield encode("\n", codec)
        yield from pieces


def _written(own: Record, collection: Collection, codec: str) -> tuple[WrittenRecord, bool]:
    """A record as bytes in a codec, and whether it wasn't read from such a text."""
    record = resolved(in_terms_of(FORMAT, in_comments(own, marked_line), collection.format))
    old = read_text(record, FILE)
    lost: tuple[Loss, ...] = ()
    if old is None:
        data = encode(_new(record, codec), codec)
    else:
        text = _with_escapes(_revised(record, old.text, codec), codec)
        data = old.bytes_of(text, codec)
        lost = () if data is old.raw else _lost_around(text, codec)
    told = under_own_keys(_losses(record, data, codec), own.headers, record.headers)
    return WrittenRecord((data, *pieces_of(own, REST)), (*told, *lost)), old is None


def _lost_around(text: str, codec: str) -> tuple[Loss, ...]:
    """The loss of characters around a game that its codec lacks; those of values are escaped."""
    missing = lacking(text, codec)
    if not missing:
        return ()
    words = message(
        "Text of the file around the game has characters that {codec} lacks: {missing}",
        codec=codec, missing=missing[:_SHOWN],
    )  # fmt: skip
    return (Loss("text", None, words),)


# ---------------------------------------------------------------------------------------- values


def _values(record: Record, codec: str) -> dict[str, str]:
    """The value of each tag, in the order of a new file; of empty ones, only the main line is included."""
    start = read_start(record.setup.text) if record.setup is not None else None
    out = {key: write_value(value, codec) for key, value in record.headers if _is_name(key)}
    out[START] = USUAL_DIGITS if start is None else _write_pieces(start[0])
    if (
        start is not None and start[1] and not record.root.children
    ):  # no first move shows that Black begins
        out[POSITION] = setup_of(*start).text
    comments: dict[str, str] = {}
    for name, digits, nodes in _lines(record):
        out[name] = digits
        for comment, node in nodes:
            if isinstance(text := node.note(COMMENT), str) and text:
                comments[comment] = write_value(text, codec)
    return {name: value for name, value in (out | comments).items() if value or name == MAIN}


def _is_name(key: str) -> bool:
    plain = key.isascii() and key.replace("_", "").isalnum() and len(key) <= 64
    lower = key.lower()
    return plain and lower not in (START, POSITION) and not _is_tree(lower)


def _lines(record: Record) -> list[tuple[str, str, list[tuple[str, Node]]]]:
    """The lines, each as the tag of its moves, their digits, and its nodes with the tags of their comments.

    Lines keep the numbers that they were read with. A line ends before a move that can't be written.
    """
    taken: set[int] = {0}
    out: list[tuple[str, str, list[tuple[str, Node]]]] = []
    numbered = (find_fact(node.facts, LINE) for node in record.walk())
    free = 1 + max((int(str(fact.value)) for fact in numbered if fact is not None), default=0)
    todo: list[tuple[str, int, int, Node | None]] = [(MAIN, 0, 0, record.root)]
    for name, number, first, start in todo:
        node, ply, digits, nodes = start, first, "", []
        while node is not None:
            if node.parent is not None:
                said = _digits_of(node.action)
                if not said:
                    break
                digits += said
            nodes.append((_comment_name(number, ply), node))
            ply += 1
            for child in node.children[1:]:
                fact = find_fact(child.facts, LINE)
                own = int(str(fact.value)) if fact is not None else 0
                if own in taken:
                    own, free = free, free + 1
                taken.add(own)
                todo.append((Variation(number, ply, own).name, own, ply, child))
            node = node.children[0] if node.children else None
        if nodes:
            out.append((name, digits, nodes))
    return out


# ----------------------------------------------------------------------------------------- texts


def _new(record: Record, codec: str) -> str:
    lines = [_tag(name, value) for name, value in _values(record, codec).items()]
    return "".join(f"{line}\n" for line in ("[DhtmlXQ]", *lines, "[/DhtmlXQ]"))


def _tag(name: str, value: str) -> str:
    return f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]"


def _revised(record: Record, old: str, codec: str) -> str:
    """The old text with the record's values; if this changes the tree, all variations are rewritten."""
    parsed = ParsedText(old, codec, DEFAULT)
    text = _with_values(record, parsed, codec, frozenset())
    if _tree_differs(record, text, codec):
        anew = frozenset(name for name in parsed.tags if _is_tree(name) and name != MAIN)
        text = _with_values(record, parsed, codec, anew)
    return text


def _tree_differs(record: Record, text: str, codec: str) -> bool:
    return _differs(record, ParsedText(text, codec, DEFAULT).record)


def _differs(record: Record, read: Record) -> bool:
    """Whether moves or comments differ."""
    return any(one.node is not None for one in lost(_normal(record), _normal(read)))


def _is_tree(name: str) -> bool:
    """Whether a tag holds moves or a comment."""
    return name == MAIN or variation_of(name) is not None or commented(name) is not None


def _with_values(record: Record, parsed: ParsedText, codec: str, anew: frozenset[str]) -> str:
    """The text with the record's values; the tags in `anew` are removed and added again in new order."""
    wanted = _values(record, codec)
    kept = {START, POSITION} if _same_start(record, parsed.record) else set()
    if not _differs(record, parsed.record):
        kept |= set(filter(_is_tree, parsed.tags))
        wanted = {name: value for name, value in wanted.items() if not _is_tree(name)}
    wanted = {name: value for name, value in wanted.items() if name not in kept}
    changes: list[Patch] = []
    last = 0
    headers = {name for name in parsed.tags if not _is_tree(name)}
    has_empty = any(not parsed.raw(name).strip() for name in headers)  # as pages write them
    for name, tag in parsed.tags.items():
        if name in anew:
            changes.append(_without(parsed.text, tag))
            continue
        new = wanted.pop(name, "") or wanted.pop(tag.key, "")
        if name in kept or _means(name, parsed.raw(name), new):
            last = max(last, tag.stop)
        elif new or name == MAIN or (has_empty and name in headers):
            last = max(last, tag.stop)
            changes.append(Patch(tag.start, tag.end, new))
        else:
            changes.append(_without(parsed.text, tag))
    more = "".join(f"\n{_tag(name, value)}" for name, value in wanted.items() if value)
    if more:
        at = last or _end_of_record(parsed.text)
        changes.append(Patch(at, at, more if last else more[1:] + "\n"))
    return patched(parsed.text, changes)


def _without(text: str, tag: Tag) -> Patch:
    """The change that removes a tag, with its line if it begins one."""
    end = tag.stop
    if text[: tag.begin].endswith("\n") or not tag.begin:
        end += text.startswith("\r", end)
        end += text.startswith("\n", end)
    return Patch(tag.begin, end, "")


def _means(name: str, old: str, new: str) -> bool:
    if name == MAIN or variation_of(name):
        digits = "".join(filter(str.isdecimal, old))
        return digits[: len(digits) // 4 * 4] == new
    return read_value(old) == read_value(new)


def _same_start(record: Record, read: Record) -> bool:
    return (record.setup or USUAL) == (read.setup or USUAL)


# -------------------------------------------------------------------------------------- spelling


def _end_of_record(text: str) -> int:
    """The offset of `[/DhtmlXQ]`, or of the end of the text if that is missing."""
    found = re.search(r"\[/DhtmlXQ\]", text, re.I)
    return found.start() if found else len(text)


def _comment_name(line: int, ply: int) -> str:
    """The name of a comment's tag."""
    return f"comment{line}_{ply}" if line else f"comment{ply}"


def write_value(text: str, codec: str) -> str:
    """The value for a text; characters missing in the codec are escaped as in JavaScript."""
    out: list[str] = []
    spelled = {found.start() for found in SPELLED.finditer(text)}
    spelled |= {found.start() for found in TAG.finditer(text)}
    for at, char in enumerate(text):
        if char == "\n":
            out.append("||")
        elif char == "|" or at in spelled or not _has(codec, char):
            out.append(_escaped(char))
        else:
            out.append(char)
    return "".join(out)


def _with_escapes(text: str, codec: str) -> str:
    """The text, in whose values characters that the codec lacks are escaped as in JavaScript."""
    if not lacking(text, codec):
        return text
    out: list[str] = []
    at = 0
    for tag in sorted(tags_of(text), key=lambda tag: tag.start):
        if tag.start >= at:
            missing = set(lacking(text[tag.start : tag.end], codec))
            out.append(text[at : tag.start])
            out += (
                _escaped(char) if char in missing else char for char in text[tag.start : tag.end]
            )
            at = tag.end
    return "".join((*out, text[at:]))


def _has(codec: str, char: str) -> bool:
    if char.isascii():
        return True
    try:
        char.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _write_pieces(board: bytes) -> str:
    """The digits of a board; pieces beyond the slots of their kind are left out."""
    free: dict[int, list[int]] = {}
    for slot, piece in enumerate(SLOTS):
        free.setdefault(piece, []).append(slot)
    slots = [ABSENT] * len(SLOTS)
    # Each side's back rank comes first, from its right to its left.
    squares = [(file, rank) for rank in range(10) for file in range(8, -1, -1)]
    for side, order in ((RED, squares), (BLACK, squares[::-1])):
        for file, rank in order:
            piece = board[9 * rank + file]
            if piece >> 3 == side and free.get(piece):
                slots[free[piece].pop(0)] = f"{file}{9 - rank}"
    return "".join(slots)


def _digits_of(action: Action | None) -> str:
    """The four digits of a move, "" for an action without squares."""
    squares = squares_of(action)
    if squares is None or max(squares) > 99:
        return ""
    return "".join(f"{square // 10}{9 - square % 10}" for square in squares)


# ---------------------------------------------------------------------------------------- losses


def _normal(record: Record) -> Record:
    """A copy without a set-up of the usual start."""
    copy = record.mapped(lambda node: node.action)
    if copy.root.action == USUAL:
        copy.root.action = None
    return copy


def _losses(record: Record, data: bytes, codec: str) -> tuple[Loss, ...]:
    """The losses of a record read back from `data`, which is in a codec."""
    read = DhtmlXQCollection(BytesSource(data), DEFAULT, codec).record(0)
    return losses_between(_normal(record), _normal(read), _SENTENCES)
