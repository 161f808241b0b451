"""Writing nodes as lines: the blocks that were read, with changes, or new ones."""

from __future__ import annotations

from collections.abc import Callable

from viewer.formats.kif import lines as kinds
from viewer.formats.kif.growth import RawBlock
from viewer.formats.kif.move_lines import (
    Clock,
    LineChange,
    Time,
    body_now,
    new_line,
    pad,
    token_of,
    trailer_for,
    with_count,
)
from viewer.formats.kif.moves import word_of
from viewer.formats.kif.plan import (
    BlockItem,
    NewFile,
    Plan,
    items_of,
    put_comments,
    said,
    set_lines,
)
from viewer.formats.kit import law
from viewer.tree.action import Terminal
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT
from viewer.tree.node import Node

_TOKEN = 12  # columns of a move without number
_IN_LINE = 6  # of them in a line
_EOF = "\x1a"


class Blocks:
    """Writes the nodes of a plan in order."""

    def __init__(
        self,
        plan: Plan,
        file: NewFile,
        edited: Callable[[int, list[BlockItem]], list[BlockItem]],
    ) -> None:
        """`edited` gives the lines of a block, by its node's id, with the edits of headers."""
        self.plan = plan
        self.file = file
        self.edited = edited
        self.clock = Clock(plan.record.root)
        self._plies: dict[Node, int] = {plan.record.root: 0}
        self._behind = _with_siblings_behind(plan)
        self._in_line = 0  # new moves without number on the line that goes on
        self._last: str | None = None  # the last of them, not padded yet
        self._before_new = False  # whether the node printed next is new
        self._mark = ""  # the end-of-file mark, moved behind new nodes

    def put(self) -> None:
        """Write all nodes."""
        order = self.plan.order
        above: Node = self.plan.record.root
        for node, after in zip(order, [*order[1:], None], strict=False):
            assert node.parent is not None
            ply = self._plies[node] = self._plies[node.parent] + 1
            follower = after if after is not None and after.parent is node else None
            behind = self.plan.block(after) if after is not None else None
            self._before_new = after is not None and behind is None
            block = self.plan.block(node)
            starts = node.parent is not above
            if block is None:
                self._new(node, ply, starts, follower)
            else:
                next_ = behind if after is not None and after.id == node.id + 1 else None
                self._old(node, block, ply, starts, follower, next_)
            above = node
        self._end_token()
        if self._mark:
            self.file.text(self._mark)

    # ------------------------------------------------------------------------------------- new

    def _new(self, node: Node, ply: int, starts: bool, follower: Node | None) -> None:
        file = self.file
        if starts:
            self._open(ply, str(node.note(BEFORE)))
        time = self.clock.new(node)
        ends = type(node.action) is Terminal and follower is None
        if self.plan.plain and ends:
            self._end_line()
            file.line(trailer_for(self.plan, node, ply))
        elif self.plan.plain:
            self._token(token_of(self.plan, node))
        else:
            file.line(new_line(self.plan, node, ply, time, self._plus(node)))
        comment, bookmark = str(node.note(COMMENT)), str(node.note(BOOKMARK))
        if comment or bookmark:
            self._end_line()
            put_comments(file, comment, bookmark)
        if ends and not self.plan.plain:
            file.line(trailer_for(self.plan, node, ply))

    def _plus(self, node: Node) -> bool:
        return self.plan.plus and node in self._behind

    def _open(self, ply: int, before: str) -> None:
        """Write the lines that open a variation."""
        self._end_line()
        if not self.file.blank:
            self.file.line("")
        self.file.line(f"変化：{ply + self.plan.shift}手")
        put_comments(self.file, before, "")

    def _token(self, text: str) -> None:
        if self._last is None:
            self.file.start_line()
        elif self._in_line == _IN_LINE:
            self._end_line()
        if self._last is not None:
            self.file.text(pad(self._last, _TOKEN))
        self._last = text
        self._in_line += 1

    def _end_token(self) -> None:
        if self._last is not None:
            self.file.text(self._last + self.plan.eol)
        self._last, self._in_line = None, 0

    def _end_line(self) -> None:
        self._end_token()
        self.file.start_line()

    # ------------------------------------------------------------------------------------- old

    def _old(
        self,
        node: Node,
        block: RawBlock,
        ply: int,
        starts: bool,
        follower: Node | None,
        next_: RawBlock | None,
    ) -> None:
        self._end_token()
        file, plan = self.file, self.plan
        items = items_of(block.raw, plan.source)
        ahead, main, behind = items[: block.ahead], items[block.ahead], items[block.ahead + 1 :]
        moved = _has_moved(plan, block, ahead, main, ply)
        if block.ahead or starts:
            self._ahead(node, ahead, ply, starts, moved)
        elif main.kind != kinds.TOKENS:
            file.start_line()
        same = node.action == block.action
        shown = len(behind)
        behind = self._behind_main(node, block, items, behind, same, follower)
        if main.kind == kinds.TOKENS:
            self.clock.new(node)
            self._old_token(node, main, same, self._blanks(main, next_, shown, len(behind)))
        elif main.kind == kinds.TRAILER:
            self._old_trailer(node, main, ply, same)
        else:
            self._old_line(node, main, ply, same, moved)
        if behind and main.kind == kinds.TOKENS:
            file.start_line()
        for item in behind:
            item.put(file)
        if shown and not behind and not same and main.kind == kinds.TOKENS:
            file.start_line()

    def _ahead(
        self, node: Node, ahead: list[BlockItem], ply: int, starts: bool, moved: bool
    ) -> None:
        """Write the lines that open a variation, updated if necessary."""
        assert node.parent is not None
        number = ply + self.plan.shift
        opens = [i for i, item in enumerate(ahead) if item.kind == kinds.VARIATION]
        followed = node.parent.id == node.id - 1  # it stood directly behind its parent
        before = str(node.note(BEFORE))
        self.file.start_line()
        if opens and (starts or followed):
            last = opens[-1]
            if moved:
                text = kinds.with_number(ahead[last].text, number)
                ahead[last] = BlockItem(kinds.VARIATION, text, None, "", "", number)
            if said(ahead, kinds.COMMENT) != before:
                ahead = set_lines(ahead, kinds.COMMENT, "*", before, last + 1)
        elif opens:
            gone = (kinds.VARIATION, kinds.BLANK, kinds.COMMENT)
            ahead = [item for item in ahead if item.kind not in gone]
        elif starts and followed:
            self._open(number - self.plan.shift, before)
        for item in ahead:
            item.put(self.file)

    def _behind_main(
        self,
        node: Node,
        block: RawBlock,
        items: list[BlockItem],
        behind: list[BlockItem],
        same: bool,
        follower: Node | None,
    ) -> list[BlockItem]:
        """The lines after a node's own one, updated."""
        comment, bookmark = str(node.note(COMMENT)), str(node.note(BOOKMARK))
        if not behind:
            if not comment and not bookmark:
                return behind
        elif (edited := self.edited(node.id, items)) is not items:
            behind = edited[block.ahead + 1 :]
        if said(behind, kinds.COMMENT) != comment:
            behind = set_lines(behind, kinds.COMMENT, "*", comment, 0)
        if said(behind, kinds.BOOKMARK) != bookmark:
            at = law.behind(item.kind == kinds.COMMENT for item in behind)
            behind = set_lines(behind, kinds.BOOKMARK, "&", bookmark, at)
        if any(item.kind == kinds.TRAILER for item in behind):
            behind = self._trailers(node, behind, same, follower)
        if self._before_new and any(item.text == _EOF for item in behind):
            self._mark = _EOF
            behind = [item for item in behind if item.text != _EOF]
        return behind

    def _trailers(
        self, node: Node, behind: list[BlockItem], same: bool, follower: Node | None
    ) -> list[BlockItem]:
        """The まで lines that are still valid."""
        if type(node.action) is Terminal:
            if same:
                return behind
            new = BlockItem(kinds.TRAILER, trailer_for(self.plan, node, self._plies[node]))
            return [new if item.kind == kinds.TRAILER else item for item in behind]
        if follower is not None and self.plan.block(follower) is not None:
            return behind
        # Such a line would now be read as an end; lines without a word of an end are kept.
        return [
            item for item in behind if item.kind != kinds.TRAILER or not word_of(item.text, "先")
        ]

    def _old_line(self, node: Node, main: BlockItem, ply: int, same: bool, moved: bool) -> None:
        change = LineChange(main)
        self.clock.old(node, change.rest)
        plus = change.plus
        if self.plan.plus:
            was = plus != (node.id in self.plan.odd)
            now = node in self._behind
            if was != now:
                plus = now
        body = body_now(self.plan, node, change, same)
        number = ply + self.plan.shift if moved else None
        text = change.written(number, body, self.clock.changed(node), plus)
        (main if text is None else BlockItem(main.kind, text)).put(self.file)

    def _blanks(self, main: BlockItem, next_: RawBlock | None, was: int, now: int) -> int:
        """How many blanks the end of a move without number gains: 1 where its first comment divides a line.

        -1 where the last one goes, so that the line is whole again. `was` and `now` count the lines behind.
        """
        if main.raw is None or next_ is None or next_.ahead:
            return 0
        if not main.raw.endswith((b"\n", b"\r")):
            return 1 if now else 0
        gone = was and not now and main.raw.rstrip(b"\r\n").endswith(b" ")
        on = gone and items_of(next_.raw, self.plan.source)[0].kind == kinds.TOKENS
        return -1 if on else 0

    def _old_token(self, node: Node, main: BlockItem, same: bool, blanks: int) -> None:
        assert main.raw is not None
        if same:
            raw = main.raw + b" " if blanks > 0 else main.raw
            self.file.raw(raw.rstrip(b"\r\n")[:-1] if blanks < 0 else raw)
            return
        ended = main.raw.endswith((b"\n", b"\r"))
        text = token_of(self.plan, node)
        self.file.text(text + self.plan.eol if ended else pad(text, _TOKEN))

    def _old_trailer(self, node: Node, main: BlockItem, ply: int, same: bool) -> None:
        """Write an end that was given by まで alone."""
        time: Time = self.clock.new(node)
        plain, ends = self.plan.plain, type(node.action) is Terminal
        if same and (plain or not time.elapsed):
            main.put(self.file)
        elif plain and not ends:
            self._token(token_of(self.plan, node))
            self._end_line()
        else:
            if not plain:
                self.file.line(new_line(self.plan, node, ply, time, self._plus(node)))
            if ends:
                text = main.text if same else trailer_for(self.plan, node, ply)
                self.file.line(with_count(text, ply - 1))


def _has_moved(
    plan: Plan, block: RawBlock, ahead: list[BlockItem], main: BlockItem, ply: int
) -> bool:
    """Whether a node's ply has changed since it was read."""
    was = block.ply
    if was is None or plan.regular:
        numbered = (kinds.NUMBERED, kinds.VARIATION)
        numbers = [item.number for item in (*ahead, main) if item.kind in numbered]
        was = numbers[-1] - plan.shift if numbers else None
    return was is not None and was != ply


def _with_siblings_behind(plan: Plan) -> set[Node]:
    """Nodes that are followed by a printed sibling."""
    parents = {node.parent for node in plan.order if node.parent is not None}
    forks = [parent for parent in parents if len(parent.children) > 1]
    return {child for parent in forks for child in plan.children(parent)[:-1]}
