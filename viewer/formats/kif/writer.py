"""Writing a record as a file: the one it was read from, with the edits, or a new one; losses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource, Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kif import NAMES
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.blocks import Blocks
from viewer.formats.kif.growth import FILE, REST, UNREAD
from viewer.formats.kif.lines import BOM, HEADER, WIDE, classify, lacking, split, unwrapped
from viewer.formats.kif.plan import BlockItem, NewFile, Plan, items_of, said, set_lines
from viewer.formats.kif.reader import KifCollection
from viewer.formats.kif.start import HANDICAP, board_lines, is_said_by, start_lines
from viewer.formats.kit.foreign import resolved
from viewer.formats.kit.law import behind, partners
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    header_key,
    lacking_words,
    losses_of,
    sentences_of,
    text_of,
    under_own_keys,
)
from viewer.formats.kit.shogi import with_kif_keys
from viewer.games.shogi.names import EVEN, end_meaning
from viewer.games.shogi.position import position_of
from viewer.tree.action import Setup, Terminal
from viewer.tree.annotation import BOOKMARK, COMMENT, FACETS
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.record import Header, Record

# ------------------------------------------------ Changes of headers, as edits of the file's lines

Place = tuple[int, int]  # id of a node, number of the item in its block
FIRST: Place = (0, -1)

_COLON = re.compile("[：:]")
_BREAKS = re.compile(r"[\r\n\u2028\u2029]+")


class Edits(NamedTuple):
    """Edits of header lines.

    Attributes:
        changed: lines by index; None for one that is removed.
        added: new lines, by the index of the line they follow; FIRST: before all headers.
    """

    changed: dict[Place, BlockItem | None]
    added: dict[Place, list[BlockItem]]


def header_line(header: Header) -> str:
    """A header as a new line; "" if it would be read as something else."""
    text = f"{_one_line(header.key)}：{_one_line(header.value)}"
    line = classify(text)
    return text if line.kind == HEADER and line.key == header.key else ""


def _one_line(text: str) -> str:
    return _BREAKS.sub(" ", text)


def edits_of(was: Sequence[tuple[Place, BlockItem]], now: Sequence[Header]) -> Edits:
    """The edits that turn header lines (`was`, in the file's order) into those of other headers (`now`).

    The k-th header of a key is the k-th line of that key, and keeps its bytes if it is unchanged.
    """
    changed: dict[Place, BlockItem | None] = {}
    added: dict[Place, list[BlockItem]] = {}
    if [(item.key, item.value) for _, item in was] == [tuple(header) for header in now]:
        return Edits(changed, added)
    lines = partners([item.key for _, item in was], [header.key for header in now])
    stay = {line for line in lines if line is not None}
    places = iter(sorted(stay))
    anchor = FIRST
    for line, header in zip(lines, now, strict=True):
        if line is None:
            if text := header_line(header):
                new = BlockItem(HEADER, text, None, header.key, header.value)
                added.setdefault(anchor, []).append(new)
            continue
        anchor, stood = was[next(places)]
        item = _with_value(was[line][1], header.value)
        if stood is not item:
            changed[anchor] = item
    changed.update((place, None) for number, (place, _) in enumerate(was) if number not in stay)
    return Edits(changed, added)


def _with_value(item: BlockItem, value: str) -> BlockItem:
    if item.value == value:
        return item
    colon = _COLON.search(item.text)
    start = item.text[: colon.end()] if colon is not None else item.key + "："
    return item._replace(text=start + _one_line(value), raw=None, value=value)


def apply(edits: Edits, node: int, items: list[BlockItem]) -> list[BlockItem]:
    """The items of a node's block, with its edits applied."""
    if not (edits.changed or edits.added):
        return items
    out: list[BlockItem] = []
    if node == 0 and FIRST in edits.added:
        first = next((i for i, item in enumerate(items) if item.kind == HEADER), None)
        at = behind_marks(items) if first is None else first
    else:
        at = None
    for number, item in enumerate(items):
        if number == at:
            out += edits.added[FIRST]
        new = edits.changed.get((node, number), item)
        if new is not None:
            out.append(new)
        out += edits.added.get((node, number), ())
    if at is not None and at >= len(items):
        out += edits.added[FIRST]
    return out


def behind_marks(items: list[BlockItem]) -> int:
    """The index after the `#` lines at the beginning of a file."""
    return next((i for i, item in enumerate(items) if item.kind != kinds.HASH), len(items))


# ------------------------------------------------------------------------------- the head

_TITLE = "手数----指手---------消費時間--"
_PROGRAM = "# ---- Qipu 棋譜ファイル ----"
_PLAYERS = frozenset(("先手", "後手", "下手", "上手"))
_START_KINDS = frozenset((kinds.RANK, kinds.FRAME, kinds.SIDE, kinds.HAND, kinds.CAPTION))
_NAMES = {"kif": "KIF", "ki2": "KI2"}


def version_line(plan: Plan) -> str:
    """The line by which Kifu for Windows recognises the codec; it has to be the first."""
    codec = "UTF-8" if plan.target == UTF8 else "Shift_JIS"
    return f"#{_NAMES[plan.dialect]} version=2.0 encoding={codec}"


def put_head(plan: Plan, file: NewFile, edits: Edits) -> None:
    """Write the head: that of the file that was read, with its edits, or a new one."""
    root = plan.record.root
    block = plan.block(root)
    items = _new_items(plan) if block is None else items_of(block.raw, plan.source)
    was = said(items, kinds.COMMENT), said(items, kinds.BOOKMARK)
    before = _handicap(items)
    items = apply(edits, 0, items)
    if block is None:
        at = _start_place(items, behind_marks(items))
        items[at:at] = [BlockItem(kinds.OTHER, text) for text in _new_start(plan)]
    else:
        items = _with_start(plan, items, block.action != root.action, before)
    comment, bookmark = str(root.note(COMMENT)), str(root.note(BOOKMARK))
    if was[0] != comment:
        items = set_lines(items, kinds.COMMENT, "*", comment, _comment_place(items))
    if was[1] != bookmark:
        items = set_lines(items, kinds.BOOKMARK, "&", bookmark, _bookmark_place(items))
    if block is not None and plan.moved:
        items = _with_version(plan, items)
    for item in items:
        item.put(file)


def _handicap(items: list[BlockItem]) -> str | None:
    return next(
        (one.value for one in items if one.kind == kinds.HEADER and one.key == HANDICAP), None
    )


def _comment_place(items: list[BlockItem]) -> int:
    title = next((i for i, item in enumerate(items) if item.kind == kinds.TITLE), None)
    if title is not None:
        return title + 1
    return next((i for i, item in enumerate(items) if item.kind == kinds.BOOKMARK), len(items))


def _bookmark_place(items: list[BlockItem]) -> int:
    return behind(item.kind == kinds.COMMENT for item in items) or _comment_place(items)


def _with_start(
    plan: Plan, items: list[BlockItem], moved: bool, before: str | None
) -> list[BlockItem]:
    """The items of a head, with lines for the record's start."""
    handicap = _handicap(items)
    has_board = any(item.kind == kinds.RANK for item in items)
    if not moved and (has_board or handicap == before or is_said_by(plan.start, handicap)):
        return items
    places = [i for i, item in enumerate(items) if item.kind in _START_KINDS]
    at = places[0] if places else _start_place(items, _comment_place(items))
    new = [
        BlockItem(kinds.OTHER, text)
        for text in start_lines(plan.start, handicap, False, plan.uwate)
    ]
    if plan.dialect == "bod" and not any(item.text.startswith("|") for item in new):
        new = [BlockItem(kinds.OTHER, text) for text in board_lines(plan.start, plan.uwate)] + new
    kept = [item for item in items[:at] if item.kind not in _START_KINDS]
    return kept + new + [item for item in items[at:] if item.kind not in _START_KINDS]


def _start_place(items: list[BlockItem], usual: int) -> int:
    """Where the lines of a start go; without headers to the index `usual`."""
    heads = [i for i, item in enumerate(items) if item.kind == kinds.HEADER]
    known = [i + 1 for i in heads if items[i].key == HANDICAP]
    names = [i for i in heads if items[i].key in _PLAYERS]
    return [*known[:1], *names[:1], heads[-1] + 1 if heads else usual][0]


def _with_version(plan: Plan, items: list[BlockItem]) -> list[BlockItem]:
    """Items whose first line names the new codec; Kifu for Windows reads UTF-8 only then."""
    if plan.dialect not in _NAMES:
        return items
    line = BlockItem(kinds.HASH, version_line(plan))
    if items and items[0].kind == kinds.HASH and "encoding=" in items[0].text:
        return [line, *items[1:]]
    return [line, *items] if plan.target == UTF8 else items


# ----------------------------------------------------------------------------------------- new


def _new_items(plan: Plan) -> list[BlockItem]:
    """The lines that a new file has by itself."""
    if plan.dialect not in _NAMES:
        return []
    last = BlockItem(kinds.TITLE, _TITLE) if plan.dialect == "kif" else BlockItem(kinds.BLANK, "")
    return [*(BlockItem(kinds.HASH, line) for line in (version_line(plan), _PROGRAM)), last]


def _new_start(plan: Plan) -> list[str]:
    if plan.dialect == "bod":
        lines = board_lines(plan.start, plan.uwate)
        if plan.start.number > 1:
            lines.append(f"手数＝{plan.start.number - 1}  まで")
        return lines
    handicap = next((one.value for one in plan.record.headers if one.key == HANDICAP), None)
    lines = start_lines(plan.start, handicap, True, plan.uwate)
    if handicap is None and not any(line.startswith((HANDICAP, "|")) for line in lines):
        lines.insert(0, f"{HANDICAP}：{EVEN}\u3000\u3000")
    return lines


# ---------------------------------------------- Losses of a written file, found by reading it back

_NOT_WRITTEN = message("{move} can't be written in {format}.")
_SENTENCES = {
    dialect: sentences_of(
        name,
        branch=message("A position alone is written; {move} is left out.")
        if dialect == "bod"
        else _NOT_WRITTEN.given(format=name),
        usual=True,
        some_headers=True,
    )
    for dialect, name in NAMES.items()
}


def _losses(plan: Plan, data: bytes) -> tuple[Loss, ...]:
    """The losses of a record, found by reading the written file."""
    found = _differences(plan, _read_back(plan, data))
    return losses_of(found, _SENTENCES[plan.dialect], partial(_special, plan))


def _read_back(plan: Plan, data: bytes) -> Record:
    """The record read from the written file; in the codec chosen by the user, if one was."""
    origin = plan.origin
    by_hand = origin is not None and origin.by_hand and not plan.moved
    codec = plan.codec if by_hand else None
    return KifCollection(BytesSource(data), plan.dialect, UNLIMITED, codec).record(0)


def _differences(plan: Plan, read: Record) -> Iterator[ItemDifference]:
    """What is lost; a move and its name are equal, and so are two words for one end."""
    record = resolved(plan.record) if plan.shogi else plan.record
    for found in lost(record, resolved(read)):
        before, after = found.before, found.after
        if found.kind == "start" and _same_start(before, after):
            continue
        if found.kind == "branch" and before is None and plan.record.fact(UNREAD) is not None:
            continue  # nodes of the lines beyond a limit, which are copied
        if found.kind == "action" and type(before) is Terminal and type(after) is Terminal:
            assert found.node is not None
            mover = plan.mover(plan.record.node(found.node))
            if end_meaning(before.text, mover) == end_meaning(after.text, mover):
                continue
        yield found


def _same_start(before: object, after: object) -> bool:
    starts = [one if isinstance(one, Setup) else None for one in (before, after)]
    return position_of(starts[0]).same(position_of(starts[1]))


def _special(plan: Plan, found: ItemDifference) -> Message | None:
    kind, key = found.kind, header_key(found)
    if key or kind in (COMMENT, BOOKMARK):
        what = message("The comment") if kind == COMMENT else message("The bookmark")
        missing = lacking(str(found.before), plan.codec)
        if missing:
            return lacking_words(key or what, missing, plan.codec)
        if not key:
            words = message("{what} can't be written exactly as they are.")
            return words.given(what=FACETS[kind].words)
    return SOME_LEFT_OUT if kind == "action" and not text_of(found.before) else None


# -------------- Writing a record as a file: the one it was read from, with the edits, or a new one

_SHAPE = frozenset(("branch", "action"))


def write(collection: Collection, dialect: str, encoding: str | None) -> Output:
    """Write the first record of a collection; `encoding` is a codec, None for the record's own."""
    record = collection.record(0)
    named = with_kif_keys(record, collection.format)
    plan = Plan(named, dialect, encoding)
    data = file_of(plan)
    losses = _losses(plan, data)
    if plan.origin is not None and any(loss.kind in _SHAPE for loss in losses):
        # Unusual numbers or an unusual order of the file have another meaning after the edits.
        regular = Plan(named, dialect, encoding, regular=True)
        other = file_of(regular)
        fewer = _losses(regular, other)
        if len(fewer) < len(losses):
            plan, data, losses = regular, other, fewer
    told = under_own_keys(losses, record.headers, plan.record.headers)
    return Output(tuple(told), _pieces(plan, data))


def file_of(plan: Plan) -> bytes:
    """The bytes of a record's file, except the part after the limit of bytes, which is copied."""
    file = NewFile(plan.source, plan.target, plan.eol)
    edits = edits_of(_header_lines(plan), plan.record.headers)
    put_head(plan, file, edits)
    Blocks(plan, file, partial(apply, edits)).put()
    unread = plan.record.fact(UNREAD)
    if plan.origin is not None and unread is not None and isinstance(unread.raw, bytes):
        file.raw(unread.raw)
    elif plan.open_end:
        file.leave_open()
    return _wrapped(plan, file.data())


def _header_lines(plan: Plan) -> list[tuple[Place, BlockItem]]:
    """The header lines of all blocks that are printed, in the file's order; none for a new file."""
    out: list[tuple[Place, BlockItem]] = []
    for node in [plan.record.root, *sorted(plan.order, key=lambda one: one.id)]:
        block = plan.block(node)
        if block is None:
            continue
        first = 0 if node is plan.record.root else block.ahead + 1
        if first and len(split(block.raw)) <= first:
            continue  # nothing but its own line
        for number, item in enumerate(items_of(block.raw, plan.source)):
            if item.kind == HEADER and number >= first:
                out.append(((node.id, number), item))
    return out


def _wrapped(plan: Plan, data: bytes) -> bytes:
    """The bytes with the file's byte order mark, if it still fits."""
    origin = plan.origin
    fact = plan.record.fact(FILE)
    if plan.wrap:
        kept = origin is not None and origin.wrap == plan.wrap and fact is not None
        mark = fact.raw if kept and fact is not None else b""
        if not kept and plan.wrap in WIDE:
            mark = "\ufeff".encode(plan.wrap)
        return (mark if isinstance(mark, bytes) else b"") + unwrapped(data, plan.wrap)
    if origin is None or fact is None or plan.target != UTF8:
        return data
    return BOM + data if fact.raw == BOM else data


def _pieces(plan: Plan, data: bytes) -> Iterator[Piece]:
    yield data
    rest = plan.record.fact(REST)
    if plan.origin is not None and rest is not None and isinstance(rest.raw, Span):
        yield rest.raw
