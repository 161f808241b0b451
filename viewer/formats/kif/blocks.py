"""Writing nodes as lines: the block that was read, with changes, or a new one."""

from __future__ import annotations

from viewer.formats.kif import lines as kinds
from viewer.formats.kif.items import (
    BlockItem,
    Edits,
    FileContent,
    apply,
    items_of,
    put_comments,
    said,
    set_lines,
)
from viewer.formats.kif.lines import RawBlock
from viewer.formats.kif.moves import with_count, word_of
from viewer.formats.kif.plan import (
    Clock,
    LineChange,
    Plan,
    Time,
    body_now,
    new_line,
    pad,
    token_of,
    trailer_for,
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

    def __init__(self, plan: Plan, content: FileContent, edits: Edits) -> None:
        self.plan = plan
        self.content = content
        self.edits = edits
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
        for index, node in enumerate(order):
            assert node.parent is not None
            ply = self._plies[node] = self._plies[node.parent] + 1
            follower = order[index + 1] if index + 1 < len(order) else None
            if follower is not None and follower.parent is not node:
                follower = None
            more = order[index + 1 : index + 2]
            behind = self.plan.block(more[0]) if more else None
            self._before_new = bool(more) and behind is None
            block = self.plan.block(node)
            starts = node.parent is not above
            if block is None:
                self._new(node, ply, starts, follower)
            else:
                next_ = behind if more and more[0].id == node.id + 1 else None
                self._old(node, block, ply, starts, follower, next_)
            above = node
        self._end_token()
        if self._mark:
            self.content.text(self._mark)

    # ------------------------------------------------------------------------------------- new

    def _new(self, node: Node, ply: int, starts: bool, follower: Node | None) -> None:
        content = self.content
        if starts:
            self._open(ply, str(node.note(BEFORE)))
        time = self.clock.new(node)
        ends = type(node.action) is Terminal and follower is None
        if self.plan.plain and ends:
            self._end_line()
            content.line(trailer_for(self.plan, node, ply))
        elif self.plan.plain:
            self._token(token_of(self.plan, node))
        else:
            content.line(new_line(self.plan, node, ply, time, self._plus(node)))
        comment, bookmark = str(node.note(COMMENT)), str(node.note(BOOKMARK))
        if comment or bookmark:
            self._end_line()
            put_comments(content, comment, bookmark)
        if ends and not self.plan.plain:
            content.line(trailer_for(self.plan, node, ply))

    def _plus(self, node: Node) -> bool:
        return self.plan.plus and node in self._behind

    def _open(self, ply: int, before: str) -> None:
        """Write the lines that open a variation."""
        self._end_line()
        if not self.content.blank:
            self.content.line("")
        self.content.line(f"変化：{ply + self.plan.shift}手")
        put_comments(self.content, before, "")

    def _token(self, text: str) -> None:
        if self._last is None:
            self.content.start_line()
        elif self._in_line == _IN_LINE:
            self._end_line()
        if self._last is not None:
            self.content.text(pad(self._last, _TOKEN))
        self._last = text
        self._in_line += 1

    def _end_token(self) -> None:
        if self._last is not None:
            self.content.text(self._last + self.plan.eol)
        self._last, self._in_line = None, 0

    def _end_line(self) -> None:
        self._end_token()
        self.content.start_line()

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
        content, plan = self.content, self.plan
        items = items_of(block.raw, plan.source)
        ahead, main, behind = items[: block.ahead], items[block.ahead], items[block.ahead + 1 :]
        moved = _has_moved(plan, block, ahead, main, ply)
        if block.ahead or starts:
            self._ahead(node, ahead, ply, starts, moved)
        elif main.kind != kinds.TOKENS:
            content.start_line()
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
            content.start_line()
        for item in behind:
            item.put(content)
        if shown and not behind and not same and main.kind == kinds.TOKENS:
            content.start_line()

    def _ahead(
        self, node: Node, ahead: list[BlockItem], ply: int, starts: bool, moved: bool
    ) -> None:
        """Write the lines that open a variation, updated if necessary."""
        assert node.parent is not None
        number = ply + self.plan.shift
        opens = [i for i, item in enumerate(ahead) if item.kind == kinds.VARIATION]
        followed = node.parent.id == node.id - 1  # it stood directly behind its parent
        before = str(node.note(BEFORE))
        self.content.start_line()
        if opens and (starts or followed):
            last = opens[-1]
            if moved:
                text = kinds.with_number(ahead[last].text, number)
                ahead[last] = BlockItem(kinds.VARIATION, text, None, "", "", number)
            if said(ahead, kinds.COMMENT) != before:
                ahead = set_lines(ahead, kinds.COMMENT, "*", before, last + 1)
        elif opens:
            ahead = [item for item in ahead if item.kind not in (kinds.VARIATION, kinds.BLANK)]
            ahead = [item for item in ahead if item.kind != kinds.COMMENT]
        elif starts and followed:
            self._open(number - self.plan.shift, before)
        for item in ahead:
            item.put(self.content)

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
        elif self.edits.changed or self.edits.added:
            behind = apply(self.edits, node.id, items)[block.ahead + 1 :]
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
        text = change.written(node, number, body, self.clock, plus)
        (main if text is None else BlockItem(main.kind, text)).put(self.content)

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
            self.content.raw(raw.rstrip(b"\r\n")[:-1] if blanks < 0 else raw)
            return
        ended = main.raw.endswith((b"\n", b"\r"))
        text = token_of(self.plan, node)
        self.content.text(text + self.plan.eol if ended else pad(text, _TOKEN))

    def _old_trailer(self, node: Node, main: BlockItem, ply: int, same: bool) -> None:
        """Write an end that was given by まで alone."""
        time: Time = self.clock.new(node)
        if same and (self.plan.plain or not time.elapsed):
            main.put(self.content)
        elif self.plan.plain or type(node.action) is not Terminal:
            if type(node.action) is Terminal:
                self.content.line(trailer_for(self.plan, node, ply))
            elif self.plan.plain:
                self._token(token_of(self.plan, node))
                self._end_line()
            else:
                self.content.line(new_line(self.plan, node, ply, time, self._plus(node)))
        else:
            self.content.line(new_line(self.plan, node, ply, time, self._plus(node)))
            text = main.text if same else trailer_for(self.plan, node, ply)
            self.content.line(with_count(text, ply - 1))


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
    found: set[Node] = set()
    parents = {node.parent for node in plan.order}
    for parent in parents:
        assert parent is not None
        if len(parent.children) > 1:
            found.update(plan.children(parent)[:-1])
    return found
