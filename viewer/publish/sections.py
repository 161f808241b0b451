"""The outline of a collection, one record after the other.

Of each: the moves, comments, titles and diagrams, in the order of printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any

from viewer.base.catalogs import active
from viewer.base.messages import message
from viewer.base.patterns import late
from viewer.document.plans.steps import step_message
from viewer.document.reading.report import FoundBy, nothing_found
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format
from viewer.games import game_of
from viewer.games.capabilities import Sized
from viewer.games.game import Game, Numbering, State
from viewer.games.move_words import MOVE_WORDS, OFFER
from viewer.games.printing import printing_of
from viewer.games.states import States
from viewer.games.telling import NOTHING_TOLD, ToldRecord, told
from viewer.publish.choices import REPORT, OutlineStyle
from viewer.publish.diagrams import Diagrams
from viewer.publish.figured import FiguredLines, Said, in_figures
from viewer.publish.headings import heading, unprinted
from viewer.publish.outline import (
    Comment,
    Diagram,
    Item,
    Moves,
    PlainMoves,
    PrintedMove,
    Section,
    Title,
)
from viewer.publish.paragraphs import WIDE
from viewer.publish.reports import report_items
from viewer.publish.wording import Kept, Words, printed, printed_line
from viewer.scene.notation.blocks import Block, BlockKind, blocks, inline, is_head, is_heading
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written, is_ply
from viewer.tree.annotation import (
    BEFORE,
    BOOKMARK,
    CLOCK,
    COMMENT,
    ELAPSED,
    EVALUATION,
    TITLE,
    NoteValue,
)
from viewer.tree.comment_style import CommentStyle
from viewer.tree.diagram import DIAGRAM_GLYPHS, without_sign
from viewer.tree.evaluation import aside_text
from viewer.tree.nags import NAGS, words_of
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.verdict import sign_of as verdict_sign
from viewer.tree.verdict import verdict_of

_HOURS = late("^0+:(?:0(?=[0-9]:))?")  # of a time that is shorter
_NULL_MOVE = "--"
_PLAYED = (Move, Written, Terminal)


@lru_cache(maxsize=8)
def _printed_moves(words: Words) -> Kept[str, str]:
    """Moves as they are printed in a language, by their texts."""
    return Kept(
        lambda text: "–" if text == _NULL_MOVE else printed_line(Game.in_words(text, words))
    )


_NOTHING = Said()


@lru_cache(maxsize=4)
def _labels(numbering: Numbering) -> list[str]:
    return [""]


def labels_of(numbering: Numbering, most: int) -> list[str]:
    """The labels of plies (`Numbering.label`), each at its ply, up to `most` or more; not to be changed."""
    labels = _labels(numbering)
    labels += map(numbering.label, range(len(labels), most + 1))
    return labels


class Lines:
    """Prints one record.

    Attributes:
        left_out: the number of variations that weren't printed.
    """

    def __init__(
        self,
        states: States,
        format_: Format,
        style: OutlineStyle,
        words: Words,
        diagrams: Diagrams,
        known: ToldRecord = NOTHING_TOLD,
    ) -> None:
        """States are asked only for what isn't `known` by a replay of the record (`told_in`)."""
        self._states = states
        self._game: Game[Any] = states.game
        self._format = format_
        self._style = style
        self._words = words
        # Without a number it would read as said with the move before it.
        self._offer = words(MOVE_WORDS[OFFER])
        self._printed_moves = _printed_moves(words)
        self._diagrams = diagrams
        self._notation = notation_for(self._game, style.notation)
        self._said = CommentStyle(format_.flowing, tagged=format_.tagged)
        self._numbering = self._game.numbering(states.at(states.record.root))
        self._run: list[Sequence[PrintedMove]] = []
        self._run_level = 0
        self._begins = True
        self._told = known
        self._printing = printing_of(self._game)
        self.left_out = 0

    def items(self) -> Iterator[Item]:
        """The items of the record."""
        root = self._states.record.root
        yield from self._diagrams.of_start(root, self._named)
        for block in blocks(root, self._numbering, said=self._said, columns=False):
            if block.level > self._style.levels:
                self.left_out += block.kind is not BlockKind.TEXT and is_head(block.first)
                continue
            if block.kind is BlockKind.TEXT:
                if block.start == 0:
                    yield from self._comment(block.first, block.level)
                continue
            if block.gap or block.level != self._run_level:
                yield from self._flush()
            if is_head(block.first):
                self._begins = True
            self._run_level = block.level
            yield from self._block(block)
        yield from self._flush()

    def line(self, nodes: Iterable[Node]) -> Iterator[Item]:
        """The moves and comments of some nodes in a line, without what branches off."""
        for node in nodes:
            self._run.append((self._move(node, not self._run),))
            yield from self._comment(node, 0)
        yield from self._flush()

    # -------------------------------------------------------------------------------- moves

    def _flush(self) -> Iterator[Moves]:
        """The moves gathered so far, as one item."""
        if self._run:
            moves = self._run[0] if len(self._run) == 1 else tuple(chain.from_iterable(self._run))
            yield Moves(self._run_level, self._new_line(), moves)
            self._run.clear()

    def _new_line(self) -> bool:
        """Whether a line begins with the next item: with the first one only."""
        begins, self._begins = self._begins, False
        return begins

    def _block(self, block: Block) -> Iterator[Item]:
        level = block.level
        head = block.nodes()[0]
        if level and is_head(head):
            yield from self._breaking(self._diagrams.ahead(head, level, self._named))
        nodes, told = block.nodes(), self._told.moves
        others = [at for at, node in enumerate(nodes) if node.notes or node.id not in told]
        start = 0
        for at in (*others, len(nodes)):
            yield from self._plain(nodes[start:at], level)
            if at == len(nodes):
                return
            node, start = nodes[at], at + 1
            if self._style.comments and (before := self._text(self._said.before(node))):
                yield from self._flush()
                yield Comment(level, node.id, before, ahead=True, begins=self._new_line())
            if is_heading(node):
                yield from self._heading(node)
            else:
                move = self._move(node, not self._run)
                diagrams = list(self._diagrams.after(node, level, self._named))
                titles = {diagram.title for diagram in diagrams}  # which captions say
                asides = tuple(aside for aside in move.asides if aside not in titles)
                self._run.append((move._replace(asides=asides),))
                yield from self._breaking(diagrams)
            if block.kind is BlockKind.FLOW and inline(self._said.comment(node)):
                yield from self._comment(node, level)
            elif unsigned := self._unsigned(node):
                yield from self._flush()
                yield Comment(level, node.id, unsigned)

    def _plain(self, nodes: Sequence[Node], level: int) -> Iterator[Item]:
        """Moves of a line, told by a replay, of which nothing else is said."""
        told, plies, column = self._told.moves, self._told.plies, self._numbering.column
        shown = self._printed_moves
        start = 0
        while start < len(nodes):
            ply, stop = plies[nodes[start].id], len(nodes)
            if level == 0:  # up to the first after which a diagram may belong
                stop = min(stop, start + max(1, self._diagrams.soonest() - ply + 1))
            ids = [node.id for node in nodes[start:stop]]
            texts = [shown[told[id].text] for id in ids]
            numbers = labels_of(self._numbering, ply + len(ids))[ply : ply + len(ids)]
            implied = (column + ply) % 2
            if not implied and not self._run:
                implied = 2  # the first has its number anyway
            numbers[implied::2] = [""] * len(numbers[implied::2])
            self._run.append(PlainMoves(ids, ply, numbers, texts))
            last, start = nodes[stop - 1], stop
            follows = last.children
            if not follows or follows[0].notes or level == 0:
                yield from self._breaking(self._diagrams.after(last, level, self._named))

    def _breaking(self, diagrams: Iterable[Diagram]) -> Iterator[Item]:
        """Diagrams, ahead of each the moves gathered so far."""
        for diagram in diagrams:
            yield from self._flush()
            yield diagram

    def _heading(self, node: Node) -> Iterator[Item]:
        """What a node without an event of the game says: its title, its position."""
        yield from self._flush()
        title = printed_line(str(node.note(TITLE)))
        if title:
            yield Title(_depth(node), node.id, title)
        yield from self._diagrams.of_start(node, self._named)
        self._begins = True

    def _move(self, node: Node, first: bool) -> PrintedMove:
        signs = tuple(self._signs(node)) if node.notes else ()
        asides = tuple(self._asides(node)) if node.notes else ()
        known = self._told.moves.get(node.id)
        if known is not None:
            ply, text = self._told.plies[node.id], self._printed_moves[known.text]
            number = self._number(ply, first or text == self._offer)
            return PrintedMove(node.id, ply, number, text, signs, asides, True, False)
        state = self._states.at(node)
        ply, text = state.ply, self._move_text(node, state)
        wrong = self._game.violation(state) is not None
        played = isinstance(node.action, _PLAYED)
        number = self._number(ply, first or text == self._offer) if is_ply(node.action) else ""
        ends = isinstance(node.action, Terminal)
        return PrintedMove(node.id, ply, number, text, signs, asides, played, wrong, ends)

    def _number(self, ply: int, always: bool) -> str:
        first = (self._numbering.column + ply) % 2
        return self._numbering.label(ply) if first or always else ""

    def _move_text(self, node: Node, state: State) -> str:
        action, text = node.action, ""
        if isinstance(action, Takeback | Remark):
            words = step_message(self._format, self._states, node)
            text = "" if words is None else self._words(words)
        text = text or self._game.notation(state, self._notation)
        if not text and isinstance(action, Setup):
            text = self._words(message("Position"))
        if not text and action is not None:
            text = action.text
        return self._printed_moves[text] or "—"

    def _named(self, node: Node) -> str:
        """A move with its number, for a caption; "" for what is no move."""
        if not isinstance(node.action, Move | Written):
            return ""
        known = self._told.moves.get(node.id)
        if known is None:
            state = self._states.at(node)
            ply, text = state.ply, self._move_text(node, state)
        else:
            ply, text = self._told.plies[node.id], self._printed_moves[known.text]
        number = self._numbering.label(ply)
        gap = "" if WIDE.match(text) or not number.endswith(".") else " "
        return f"{number}{gap}{text}"

    @staticmethod
    def _signs(node: Node) -> Iterator[str]:
        for nag in node.glyphs:
            known = NAGS.get(nag)
            if nag not in DIAGRAM_GLYPHS and known is not None and known.sign:
                yield known.sign
        value = verdict_of(node)
        if value is not None:
            sign = verdict_sign(value)
            yield sign.replace("-", "\u2212" if sign[:1] in "+-" else "–")

    def _asides(self, node: Node) -> Iterator[str]:
        clocks = self._style.clocks
        wanted = ((EVALUATION, self._style.evaluations), (CLOCK, clocks), (ELAPSED, clocks))
        for facet, chosen in wanted:
            if chosen and (said := aside_text(node, facet, self._game.score_unit)):
                said = _HOURS.sub("", said) if facet == ELAPSED else said
                yield printed_line(said).replace("-", "\u2212")
        for name in (node.note(TITLE), node.note(BOOKMARK)):
            if said := printed_line(str(name)):
                yield said

    def said(self, node: Node) -> Said:
        """What is said of a node, for figures."""
        if not node.notes:
            return _NOTHING
        texts = ("", "")
        if self._style.comments:
            texts = self._text(self._said.before(node)), self._text(self._said.comment(node))
        comment = " ".join(part for part in (self._unsigned(node), texts[1]) if part)
        signs = tuple(self._signs(node))
        return Said(texts[0], signs, tuple(self._asides(node)), comment, is_heading(node))

    def move(self, node: Node) -> PrintedMove:
        """A move, or what else happens at a node, with its number."""
        return self._move(node, True)

    # ------------------------------------------------------------------------------- comments

    def _comment(self, node: Node, level: int) -> Iterator[Item]:
        """The comment of a node, and what its glyphs say that have no sign."""
        parts = [self._unsigned(node)] if node.notes else []
        if self._style.comments:
            parts.append(self._text(self._said.comment(node)))
        text = " ".join(part for part in parts if part)
        if text:
            yield from self._flush()
            yield Comment(level, node.id, text)

    def _text(self, comment: str) -> str:
        said = printed(without_sign(comment)).strip()
        return self._printing.respelt(said, self._letters) if said and self._letters else said

    @cached_property
    def _letters(self) -> dict[str, str]:
        """What the notation has in the place of letters of moves in comments."""
        nodes = self._states.record.nodes.values()
        comments = (str(text) for node in nodes if node.notes for text in _comments(node))
        return self._printing.letters(comments, self._notation)

    def _unsigned(self, node: Node) -> str:
        """What glyphs say for which books have no sign, as sentences."""
        if not node.notes or not node.glyphs:
            return ""
        names = self._states.side_names
        said = [
            self._words(words_of(nag, names))
            for nag in node.glyphs
            if nag and nag not in DIAGRAM_GLYPHS and not (nag in NAGS and NAGS[nag].sign)
        ]
        return " ".join(f"{text[:1].upper()}{text[1:]}." for text in said)


def _comments(node: Node) -> Iterator[NoteValue]:
    return (node.notes[facet] for facet in (COMMENT, BEFORE) if facet in node.notes)


def told_in(states: States, style: OutlineStyle, changes: bool = False) -> ToldRecord:
    """What a replay tells of the nodes of a record in a style, see `told`."""
    return told(states, notation_for(states.game, style.notation), changes)


def notation_for(game: Game[Any], wanted: str) -> str:
    """A style of notation that the game has."""
    ids = [style.id for style in game.notations]
    return wanted if wanted in ids else game.usual_notation(active())


def _depth(node: Node) -> int:
    """1 and the number of titled chapters above a node."""
    depth, above = 1, node.parent
    while above is not None and above.parent is not None:
        if is_heading(above) and above.note(TITLE):
            depth += 1
        above = above.parent
    return depth


USUAL = OutlineStyle()


def sections(
    collection: Collection,
    style: OutlineStyle = USUAL,
    words: Words = str,
    first: int = 0,
    event: str | None = None,
) -> Iterator[Section]:
    """The sections of a collection whose records are all found; one record is in memory at a time.

    `words` makes texts of messages, English by default. A collection that continues another has the index
    `first` there; `event` is that of the record before. Raises OSError if the source fails.
    """
    chapter = event
    for index in range(len(collection)):
        record = collection.record(index)
        section = section_of(record, collection.format, first + index, style, words)
        if style.events:
            event = section.heading.event
            begins = event if event != chapter else ""
            section = section._replace(chapter=begins, grouped=bool(event))
            chapter = event
        yield section


def section_of(
    record: Record,
    format: str,
    index: int = 0,
    style: OutlineStyle = USUAL,
    words: Words = str,
    states: States | None = None,
    known: ToldRecord | None = None,
    drawn: bool = True,
    found: FoundBy = nothing_found,
) -> Section:
    """The section of a record of a format; `index` is its index in the collection.

    `states`, and what is `known` of them by a replay (`told_in`), are those of the record where they are used
    again. Without `drawn` its diagrams are empty. `found`: what an engine found beside what the record says,
    for a report.
    """
    format_ = FORMATS[format].load()
    states = States(game_of(record.game), record) if states is None else states
    if style.content == REPORT:
        return _report_section(states, format_, index, style, words, found)
    figured = drawn and in_figures(states.game, style)
    if known is None:
        known = NOTHING_TOLD if figured else told_in(states, style)
    shown = Diagrams(states, style, words, known=known, drawn=drawn)
    lines = Lines(states, format_, style, words, shown, known)
    if figured:
        figures = FiguredLines(states, style, words, lines.said, lines.move)
        items, variations = tuple(figures.items()), figures.left_out
    else:
        items, variations = tuple(lines.items()), lines.left_out
    head = heading(format_, states, index, words, style.names)
    left_out = unprinted(format_, record, style)
    left_out["variations"] += variations
    board = _board(states)
    return Section(index, record.game, "", False, head, items, +left_out, board)


@cache
def _usual_size(game: Sized[Any]) -> str:
    return game.size_text(game.start(None))


def _report_section(
    states: States,
    format_: Format,
    index: int,
    style: OutlineStyle,
    words: Words,
    found: FoundBy,
) -> Section:
    """The section of a report. Nothing is left out: it isn't meant to hold the record."""
    notation = notation_for(states.game, style.notation)
    items = tuple(report_items(states, format_, style, words, notation, found))
    head = heading(format_, states, index, words, style.names)
    return Section(index, states.record.game, "", False, head, items, board=_board(states))


def _board(states: States) -> str:
    """The size of a record's board where it isn't the usual one, else ""."""
    game = states.game
    if not isinstance(game, Sized):
        return ""
    usual, size = _usual_size(game), game.size_text(states.at(states.record.root))
    columns, _, rows = size.partition("x")
    return "" if size == usual else f"{columns}×{rows or columns}"
