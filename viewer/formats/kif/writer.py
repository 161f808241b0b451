"""Writing a record as a file: the one it was read from, with the edits, or a new one; losses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource
from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kif import NAMES
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.blocks import Blocks
from viewer.formats.kif.encoding import BOM, WIDE, lacking, unwrapped
from viewer.formats.kif.items import (
    BlockItem,
    Edits,
    FileContent,
    Place,
    apply,
    behind_marks,
    edits_of,
    items_of,
    said,
    set_lines,
)
from viewer.formats.kif.lines import FILE, HEADER, REST, UNREAD, split
from viewer.formats.kif.plan import Plan
from viewer.formats.kif.reader import KifCollection
from viewer.formats.kif.start import HANDICAP, board_lines, is_said_by, start_lines
from viewer.formats.kit.law import behind
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    LossSentences,
    header_key,
    text_of,
    under_own_keys,
)
from viewer.formats.kit.losses import losses_of as told
from viewer.formats.kit.shogi import with_kif_keys
from viewer.games import game_of
from viewer.games.shogi.names import EVEN, end_meaning
from viewer.games.shogi.position import position_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup, Terminal, Written
from viewer.tree.annotation import BOOKMARK, COMMENT, FACETS
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.record import Record

_TITLE = "手数----指手---------消費時間--"
_PROGRAM = "# ---- Qipu 棋譜ファイル ----"
_PLAYERS = frozenset(("先手", "後手", "下手", "上手"))
_START_KINDS = frozenset((kinds.RANK, kinds.FRAME, kinds.SIDE, kinds.HAND, kinds.CAPTION))
_NAMES = {"kif": "KIF", "ki2": "KI2"}


def version_line(plan: Plan) -> str:
    """The line by which Kifu for Windows recognises the codec; it has to be the first."""
    codec = "UTF-8" if plan.target == UTF8 else "Shift_JIS"
    return f"#{_NAMES[plan.dialect]} version=2.0 encoding={codec}"


def put_head(plan: Plan, content: FileContent, edits: Edits) -> None:
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
        item.put(content)


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

_SHOWN = 20  # characters


def losses_of(plan: Plan, data: bytes) -> list[Loss]:
    """The losses of a record, found by reading the written file."""
    read = read_back(plan, data)
    sentences = _sentences(NAMES[plan.dialect])
    return list(told(differences_of(plan, read), sentences, partial(_special, plan)))


def read_back(plan: Plan, data: bytes) -> Record:
    """The record read from the written file; in the codec chosen by the user, if one was."""
    origin = plan.origin
    by_hand = origin is not None and origin.by_hand and not plan.moved
    codec = plan.codec if by_hand else None
    return KifCollection(BytesSource(data), plan.dialect, UNLIMITED, codec).record(0)


def differences_of(plan: Plan, read: Record) -> Iterator[ItemDifference]:
    """The losses; a move and its name are equal, and so are two words for one end."""
    _resolve(read)
    for found in lost(_meant(plan), read):
        before, after = found.before, found.after
        if found.kind == "start" and _same_start(before, after):
            continue
        if found.kind == "branch" and before is None and plan.record.fact(UNREAD) is not None:
            continue  # nodes of the lines beyond a limit, which are copied
        if found.kind == "action":
            ends = type(before) is Terminal and type(after) is Terminal
            if ends and _mean_the_same(plan, found):
                continue
        yield found


def _meant(plan: Plan) -> Record:
    """The record, or a copy in which written moves are resolved."""
    record = plan.record
    if not plan.shogi or not any(type(node.action) is Written for node in record.nodes.values()):
        return record
    return record.mapped(plan.action)


def _mean_the_same(plan: Plan, ends: ItemDifference) -> bool:
    assert ends.node is not None
    mover = plan.mover(plan.record.node(ends.node))
    words = {end_meaning(text_of(end), mover) for end in (ends.before, ends.after)}
    return len(words) == 1


def _resolve(record: Record) -> None:
    """Resolve written moves, in place, in a record that isn't shared."""
    if not any(type(node.action) is Written for node in record.nodes.values()):
        return

    states = States(game_of("shogi"), record)
    for node in record.walk():
        if type(node.action) is Written:
            node.action = states.at(node).action


def _same_start(before: object, after: object) -> bool:
    starts = [one if isinstance(one, Setup) else None for one in (before, after)]
    return position_of(starts[0]).same(position_of(starts[1]))


# ------------------------------------------------------------------------------------- words


def _sentences(format: str) -> LossSentences:
    return LossSentences(
        game=message("A file of this kind holds shogi only."),
        start=message("The start position can't be written exactly as it is."),
        header=message("The header {key} can't be written exactly as it is."),
        facet=message("{format} has no place for {what}.", format=format),
        action=message("{move} can't be written in {format}.", format=format),
        branch=message("{move} can't be written in {format}.", format=format),
    )


def _special(plan: Plan, found: ItemDifference) -> Message | None:
    kind, key = found.kind, header_key(found)
    if key or kind in (COMMENT, BOOKMARK):
        what = message("the header {key}", key=key) if key else FACETS[kind].words
        missing = lacking(str(found.before), plan.codec)
        if missing:
            return message(
                "{format} in {codec} lacks characters of {what}: {missing}",
                format=NAMES[plan.dialect],
                codec=plan.codec,
                what=what,
                missing=missing[:_SHOWN],
            )
        return None if key else message("{what} can't be written exactly as they are.", what=what)
    if kind not in ("action", "branch"):
        return None
    text = text_of(found.before)
    if plan.dialect == "bod" and text:
        return message("A position alone is written; {move} is left out.", move=text)
    if text and type(found.before) in (Move, Written, Terminal):
        return None
    return SOME_LEFT_OUT


# -------------- Writing a record as a file: the one it was read from, with the edits, or a new one

_SHAPE = frozenset(("branch", "action"))


def write(collection: Collection, dialect: str, encoding: str | None) -> Output:
    """Write the first record of a collection; `encoding` is a codec, None for the record's own."""
    record = collection.record(0)
    named = with_kif_keys(record, collection.format)
    plan = Plan(named, dialect, encoding)
    data = file_of(plan)
    losses = losses_of(plan, data)
    if plan.origin is not None and any(loss.kind in _SHAPE for loss in losses):
        # Unusual numbers or an unusual order of the file have another meaning after the edits.
        regular = Plan(named, dialect, encoding, regular=True)
        other = file_of(regular)
        fewer = losses_of(regular, other)
        if len(fewer) < len(losses):
            plan, data, losses = regular, other, fewer
    told = under_own_keys(losses, record.headers, plan.record.headers)
    return Output(tuple(told), _pieces(plan, data))


def file_of(plan: Plan) -> bytes:
    """The bytes of a record's file, except the part after the limit of bytes, which is copied."""
    content = FileContent(plan.source, plan.target, plan.eol)
    edits = edits_of(_header_lines(plan), plan.record.headers)
    put_head(plan, content, edits)
    Blocks(plan, content, edits).put()
    unread = plan.record.fact(UNREAD)
    if plan.origin is not None and unread is not None and isinstance(unread.raw, bytes):
        content.raw(unread.raw)
    elif plan.open_end:
        content.leave_open()
    return _wrapped(plan, content.data())


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
