"""Writing the head of a file: the old one with changes, or a new one."""

from __future__ import annotations

from viewer.base.text import UTF8
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.facts import block_of
from viewer.formats.kif.read.head import HANDICAP
from viewer.formats.kif.start import board_lines, is_said_by, start_lines
from viewer.formats.kif.write.content import FileContent
from viewer.formats.kif.write.headers import Edits, apply, header_line
from viewer.formats.kif.write.items import BlockItem, items_of, put_comments, said, set_lines
from viewer.formats.kif.write.plan import Plan
from viewer.games.shogi.setups import EVEN
from viewer.tree.annotation import BOOKMARK, COMMENT

_TITLE = "手数----指手---------消費時間--"
_PLAYERS = frozenset(("先手", "後手", "下手", "上手"))
_START_KINDS = frozenset((kinds.RANK, kinds.FRAME, kinds.SIDE, kinds.HAND, kinds.CAPTION))
_NAMES = {"kif": "KIF", "ki2": "KI2"}


def version_line(plan: Plan) -> str:
    """The line by which Kifu for Windows recognises the codec; it has to be the first."""
    codec = "UTF-8" if plan.target == UTF8 else "Shift_JIS"
    return f"#{_NAMES[plan.dialect]} version=2.0 encoding={codec}"


def put_old_head(plan: Plan, content: FileContent, edits: Edits) -> None:
    """Write the head of the file that was read, with its edits."""
    root = plan.record.root
    block = block_of(root)
    assert block is not None
    items = items_of(block.raw, plan.source)
    was = said(items, kinds.COMMENT), said(items, kinds.BOOKMARK)
    before = _handicap(items)
    items = apply(edits, 0, items)
    items = _with_start(plan, items, block.action != root.action, before)
    comment, bookmark = str(root.note(COMMENT)), str(root.note(BOOKMARK))
    if was[0] != comment:
        items = set_lines(items, kinds.COMMENT, "*", comment, _comment_place(items))
    if was[1] != bookmark:
        items = set_lines(items, kinds.BOOKMARK, "&", bookmark, _bookmark_place(items))
    if plan.moved:
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
    comments = [i for i, item in enumerate(items) if item.kind == kinds.COMMENT]
    return comments[-1] + 1 if comments else _comment_place(items)


def _with_start(
    plan: Plan, items: list[BlockItem], moved: bool, before: str | None
) -> list[BlockItem]:
    """The items of a head, with lines for the record's start."""
    handicap = _handicap(items)
    has_board = any(item.kind == kinds.RANK for item in items)
    if not moved and (has_board or handicap == before or is_said_by(plan.start, handicap)):
        return items
    places = [i for i, item in enumerate(items) if item.kind in _START_KINDS]
    if places:
        at = places[0]
    else:
        heads = [i for i, item in enumerate(items) if item.kind == kinds.HEADER]
        names = [i for i in heads if items[i].key in _PLAYERS]
        known = [i + 1 for i in heads if items[i].key == HANDICAP]
        end = heads[-1] + 1 if heads else _comment_place(items)
        at = known[0] if known else names[0] if names else end
    new = [
        BlockItem(kinds.OTHER, text)
        for text in start_lines(plan.start, handicap, False, plan.uwate)
    ]
    if plan.dialect == "bod" and not any(item.text.startswith("|") for item in new):
        new = [BlockItem(kinds.OTHER, text) for text in board_lines(plan.start, plan.uwate)] + new
    kept = [item for item in items[:at] if item.kind not in _START_KINDS]
    return kept + new + [item for item in items[at:] if item.kind not in _START_KINDS]


def _with_version(plan: Plan, items: list[BlockItem]) -> list[BlockItem]:
    """Items whose first line names the new codec; Kifu for Windows reads UTF-8 only then."""
    if plan.dialect not in _NAMES:
        return items
    line = BlockItem(kinds.HASH, version_line(plan))
    if items and items[0].kind == kinds.HASH and "encoding=" in items[0].text:
        return [line, *items[1:]]
    return [line, *items] if plan.target == UTF8 else items


# ----------------------------------------------------------------------------------------- new


def put_new_head(plan: Plan, content: FileContent) -> None:
    """Write the head of a new file."""
    record = plan.record
    root = record.root
    if plan.dialect in _NAMES:
        content.line(version_line(plan))
        content.line("# ---- Qipu 棋譜ファイル ----")
    handicap = next((one.value for one in record.headers if one.key == HANDICAP), None)
    start = _new_start(plan, handicap)
    for header in record.headers:
        if handicap is None and start and header.key in _PLAYERS:
            _put(content, start)
            start = []
        said = header_line(header)
        if said:
            content.line(said)
        if start and header.key == HANDICAP:
            _put(content, start)
            start = []
    _put(content, start)
    if plan.dialect == "kif":
        content.line(_TITLE)
    elif plan.dialect == "ki2":
        content.line("")
    put_comments(content, str(root.note(COMMENT)), str(root.note(BOOKMARK)))


def _new_start(plan: Plan, handicap: str | None) -> list[str]:
    if plan.dialect == "bod":
        lines = board_lines(plan.start, plan.uwate)
        if plan.start.number > 1:
            lines.append(f"手数＝{plan.start.number - 1}  まで")
        return lines
    lines = start_lines(plan.start, handicap, True, plan.uwate)
    if handicap is None and not any(line.startswith((HANDICAP, "|")) for line in lines):
        lines.insert(0, f"{HANDICAP}：{EVEN}\u3000\u3000")
    return lines


def _put(content: FileContent, lines: list[str]) -> None:
    for line in lines:
        content.line(line)
