"""Typesetting blocks of a notation page: positions, fonts and tones of texts.

Texts of moves are made only here, so only for visible blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from PySide6.QtCore import QPointF, QRectF, QTextBoundaryFinder
from PySide6.QtGui import QFont, QFontInfo, QTextLayout, QTextOption

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.scene.notation.blocks import Block, BlockKind, inline, is_head
from viewer.scene.notation.page import Measures
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written, is_ply
from viewer.tree.annotation import BAD_GLYPHS, BOOKMARK, GOOD_GLYPHS, TITLE
from viewer.tree.comment_style import ROOM
from viewer.tree.evaluation import aside_text
from viewer.tree.nags import sign_of
from viewer.tree.node import Node
from viewer.tree.verdict import mover_of, praise_of, verdict_of
from viewer.tree.verdict import sign_of as verdict_sign
from viewer.ui.notation.laid import Cell, Flag, FontWidths, LaidBlock, Tone, Word, wave_under

MOVE_FAMILY = "Qipu Notation"
"""Family of the font that comes with Qipu and has every sign of every game's moves."""
DESIGN_PIXELS = 13.5
_SMALL = 12.5 / DESIGN_PIXELS
_NUMBER = 12.0 / DESIGN_PIXELS
_ASIDE = 24  # characters of an evaluation or a clock
_MOVES = frozenset((Move, Written, Terminal))
_STEPS = frozenset((Takeback, Remark))
_AHEAD = 20_000  # characters of a comment ahead of a move
# Controls would be drawn as boxes; line feeds become what QTextLayout takes for a line's end.
_MARKED = dict.fromkeys((*range(32), 127, 0x2028, 0x2029), " ")
_SHOWN = {code: " " for code in (*range(32), 127)} | {10: "\u2028"}


Describe = Callable[[Node], str]


def no_words(node: Node) -> str:
    """The default for `describe`: no words."""
    return ""


class PrintedMove(NamedTuple):
    """A move ready for setting: its text and glyphs, from left to right.

    Attributes:
        pieces: (distance from the left end, text, tone, face).
        bare: width of the move without glyphs.
        width: of all.
        wrong: whether it breaks a rule.
    """

    pieces: list[tuple[float, str, Tone, FontWidths]]
    bare: float
    width: float
    wrong: bool


class Typesetter:
    """Lays blocks out in a font and a width, with the moves of a record in one notation."""

    def __init__(
        self,
        font: QFont,
        measures: Measures,
        game: Game[State],
        states: States,
        style: str,
        asides: Collection[str] = (),
        describe: Describe = no_words,
        result: str = "",
    ) -> None:
        """`asides` are the facets written small after the moves (clock, evaluation).

        `result` is written behind the last move of the main line.

        `describe` returns words for a node that is no move, "" if it has none.
        """
        self.describe = describe
        self.result = result
        self.font = font
        self.measures = measures
        self.asides = tuple(asides)
        self.game = game
        self.states = states
        self.style = style
        self._numbering = game.numbering(states.at(states.record.root))
        size = QFontInfo(font).pointSizeF()
        self._text = FontWidths(_sized(font, size * _SMALL))
        self._number = FontWidths(_sized(font, size * _NUMBER))
        moves = QFont(font)
        moves.setFamilies([*(font.families() or [font.family()]), MOVE_FAMILY])
        self._line = FontWidths(_sized(moves, size * _SMALL))
        moves.setWeight(QFont.Weight.DemiBold)
        self._move = FontWidths(_sized(moves, size))

    def move_text(self, node: Node) -> str:
        """A node's move as the page shows it."""
        return self._text_of(node, self.states.at(node))

    def _text_of(self, node: Node, state: State) -> str:
        text = self.game.shown(state, self.style)
        if type(node.action) not in _MOVES:
            text = self.describe(node) or text
        if not text:
            action = node.action
            text = tr(message("Position")) if isinstance(action, Setup) else ""
            text = text or getattr(action, "text", "")
        if not text.isprintable():
            text = text.translate(_SHOWN)
        return text.strip() or "—"

    def lay(self, block: Block) -> LaidBlock:
        """A block, laid out."""
        laid = LaidBlock()
        if block.kind is BlockKind.TEXT:
            self._lay_text(block, laid)
        elif block.kind is BlockKind.FLOW:
            top = self.measures.small_gap if block.gap else 0
            _Flow(self, block, laid, self._lay_ahead(block, laid, top)).lay()
        else:
            top = self.measures.gap if block.gap else 0
            self._lay_row(block, laid, self._lay_ahead(block, laid, top))
        return laid

    # ------------------------------------------------------------------------------ main line

    def _lay_row(self, block: Block, laid: LaidBlock, top: int) -> None:
        sizes = self.measures
        laid.height = top + sizes.row
        if block.kind is BlockKind.WIDE:
            self._lay_cell(laid, block.first, sizes.left, sizes.right, top)
            return
        number, column = self._numbering.at(block.start)
        face = self._number
        text = str(number)
        right = sizes.left - sizes.padding - 2 * sizes.unit
        # On the baseline of the moves.
        baseline = self._move.baseline(top, sizes.row)
        laid.words.append(Word(right - face.width(text), baseline, text, face, Tone.GREY, None))
        middle = (sizes.left + sizes.right) // 2
        if column == 1:
            x = sizes.left + sizes.padding
            laid.words.append(Word(x, baseline, "…", face, Tone.GREY, None))
            self._lay_cell(laid, block.first, middle, sizes.right, top)
            return
        self._lay_cell(laid, block.first, sizes.left, middle, top)
        if block.last is not block.first:
            self._lay_cell(laid, block.last, middle, sizes.right, top)

    def _lay_cell(self, laid: LaidBlock, node: Node, left: int, right: int, top: int) -> None:
        sizes = self.measures
        laid.cells.append(Cell(QRectF(left, top, right - left, sizes.row), node, True))
        face, tone = self._move, Tone.MOVE
        if type(node.action) in _STEPS:  # it is told, not played
            face, tone = self._line, Tone.GREY
        figure = self.figure(node, face, tone, right - left - 2 * sizes.padding)
        x, baseline = left + sizes.padding, self._move.baseline(top, sizes.row)
        self.put(laid, figure, node, x, baseline)

    def figure(self, node: Node, face: FontWidths, tone: Tone, room: float) -> PrintedMove:
        """A node's move, elided if it is wider than `room`; what doesn't fit beside it is left out."""
        state = self.states.at(node)
        wrong = self.game.violation(state) is not None
        text = self._text_of(node, state)
        result = self._result_after(node)
        if not node.notes and not result:
            text = face.fit(text, max(room, 0))
            width = face.width(text)
            return PrintedMove([(0.0, text, tone, face)], width, width, wrong)
        signs = self._signs(node, face)
        if result:
            signs.append((result, Tone.MOVE, self._line))
        space = 4 * self.measures.unit
        taken = sum(space + _wide(*sign) for sign in signs)
        most = room if type(node.action) in _MOVES else room / 2
        while signs and taken > room - min(face.width(text), most):
            last = signs.pop()  # the move goes first
            taken -= space + _wide(*last)
            if last[1] is Tone.FLAG and last[0]:  # the flag alone may still fit
                signs.append(("", Tone.FLAG, last[2]))
                taken += space + _wide(*signs[-1])
        text = face.fit(text, max(room - taken, 0))
        bare = end = face.width(text)
        pieces = [(0.0, text, tone, face)]
        for sign, its_tone, its in signs:
            pieces.append((end + space, sign, its_tone, its))
            end += space + _wide(sign, its_tone, its)
        return PrintedMove(pieces, bare, end, wrong)

    def _result_after(self, node: Node) -> str:
        """The result of the game after the last move of the main line, "" after others."""
        if node.children or not self.result:
            return ""
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return ""
            node = node.parent
        return self.result

    def _signs(self, node: Node, face: FontWidths) -> list[tuple[str, Tone, FontWidths]]:
        """The parts after a move: its glyphs, then evaluation and clock, small."""
        signs = []
        for nag in node.glyphs:
            good = Tone.GOOD if nag in GOOD_GLYPHS else Tone.GREY
            signs.append((sign_of(nag), Tone.BAD if nag in BAD_GLYPHS else good, face))
        value = verdict_of(node) if node.notes else None
        if value is not None:
            praise = praise_of(value, mover_of(node))
            tone = (Tone.BAD, Tone.GREY, Tone.GOOD)[praise + 1]
            signs.append((verdict_sign(value).replace("-", "\u2212"), tone, self._number))
        for facet in self.asides:
            if said := aside_text(node, facet, self.game.score_unit):
                shown = said.translate(_SHOWN)[:_ASIDE]
                signs.append((shown, Tone.GREY, self._number))
        title = node.note(TITLE)
        if title and type(node.action) in _MOVES:  # else it is what the node is called
            signs.append((str(title).translate(_MARKED)[:_ASIDE], Tone.GREY, self._number))
        mark = node.note(BOOKMARK)
        if isinstance(mark, str) and mark:
            signs.append((mark.translate(_MARKED)[:_ASIDE], Tone.FLAG, self._number))
        return signs

    def put(
        self, laid: LaidBlock, figure: PrintedMove, node: Node, x: float, baseline: float
    ) -> None:
        """Place a move."""
        for right, text, tone, its in figure.pieces:
            if tone is Tone.FLAG:
                side = _flag_side(its)
                box = QRectF(x + right, baseline - its.ascent * 0.86, side, side)
                laid.flags.append(Flag(box, node))
                right += side
            if text:
                laid.words.append(Word(x + right, baseline, text, its, tone, node))
        if figure.wrong:
            unit = self.measures.unit
            laid.waves.append(wave_under(x, x + figure.bare, baseline + 3 * unit, unit, node))

    # ------------------------------------------------------------------------------- comments

    def _lay_text(self, block: Block, laid: LaidBlock) -> None:
        sizes = self.measures
        comment = sizes.said.comment(block.first)
        part, y = comment[block.start : block.end], sizes.small_gap if block.start == 0 else 0
        written = part.endswith(ROOM) and block.first.id == sizes.said.written
        # A part that ends at a line's end would else have an empty line behind it.
        part = part.removesuffix(ROOM if written else "").removesuffix("\n")
        if part or not written:
            y = self._set(block, laid, part, y)
        if written:
            y = self._leave_room(block, laid, y)
        laid.height = y + (sizes.small_gap if block.end == len(comment) else 0)

    def _lay_ahead(self, block: Block, laid: LaidBlock, top: int) -> int:
        """Lay out the comment before a block's first move; returns where the move stands."""
        said = self.measures.said
        before = said.before(block.first)
        if said.ahead and block.first.id == said.written:
            top += self.measures.small_gap
            return self._leave_room(block, laid, top) + self.measures.small_gap
        return self._set(block, laid, before[:_AHEAD], top) if before else top

    def _leave_room(self, block: Block, laid: LaidBlock, top: int) -> int:
        """Leave room for the field in which a comment is written; returns where it ends."""
        sizes = self.measures
        left = sizes.text_left(block.level) - sizes.padding
        laid.room = QRectF(left, top, sizes.right - left, sizes.room)
        return top + sizes.room

    def _set(self, block: Block, laid: LaidBlock, text: str, top: int) -> int:
        """Lay out lines of text from a height on; returns where they end."""
        sizes = self.measures
        x, y = sizes.text_left(block.level), top
        layout = QTextLayout(text.translate(_SHOWN), self._text.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(sizes.right - x, 1))
            line.setPosition(QPointF(x, self._text.baseline(y, sizes.text_line) - line.ascent()))
            y += sizes.text_line
        layout.endLayout()
        laid.text = layout
        laid.cells.append(Cell(QRectF(x, top, sizes.right - x, y - top), block.first, False))
        return y

    # ------------------------------------------------------------------------------ sidelines

    @property
    def line_face(self) -> FontWidths:
        """Of the moves of sidelines."""
        return self._line

    @property
    def text_face(self) -> FontWidths:
        """The font of comments."""
        return self._text

    def number(self, ply: int, always: bool) -> str:
        """The number before a ply's move; "" if it is implied."""
        first = self._numbering.at(ply)[1] == 0
        return self._numbering.label(ply) if first or always else ""


class _Flow:
    """A stretch of a variation being laid out: words wrap, a move is never broken."""

    def __init__(self, setter: Typesetter, block: Block, laid: LaidBlock, top: int) -> None:
        sizes = setter.measures
        self._setter = setter
        self._block = block
        self._laid = laid
        self._left = sizes.text_left(block.level)
        self._room = max(sizes.right - self._left, 1)
        self._x = float(self._left)
        self._top = top
        self._gap = setter.line_face.width("0") * 0.8

    def lay(self) -> None:
        always = True
        head = is_head(self._block.first)
        for node in self._block.nodes():
            number = ""
            if is_ply(node.action):
                number = self._setter.number(self._setter.states.at(node).ply, always)
                always = False
            tone = Tone.MOVE if head and node is self._block.first else Tone.GREY
            self._move(node, number, tone)
            comment = self._setter.measures.said.comment(node)
            if comment and inline(comment):
                self._say(node, comment)
                always = True
        self._laid.height = self._top + self._setter.measures.line

    def _baseline(self) -> float:
        return self._setter.line_face.baseline(self._top, self._setter.measures.line)

    def _fits(self, width: float) -> bool:
        return self._x + width <= self._left + self._room or self._x == self._left

    def _break(self) -> None:
        self._x = float(self._left)
        self._top += self._setter.measures.line

    def _move(self, node: Node, number: str, tone: Tone) -> None:
        setter, laid = self._setter, self._laid
        face, sizes = setter.line_face, setter.measures
        start = face.width(number) + self._gap / 2 if number else 0.0
        figure = setter.figure(node, face, tone, self._room - start)
        if number[-1:] == "." and not figure.pieces[0][1][:1].isascii():
            # Latin letters want a space after the point, Chinese characters bring theirs along.
            start += sizes.unit - self._gap / 2
        width = start + figure.width
        if not self._fits(width):
            self._break()
        baseline = self._baseline()
        if number:
            laid.words.append(Word(self._x, baseline, number, face, tone, node))
        setter.put(laid, figure, node, self._x + start, baseline)
        air = 3 * sizes.unit
        rect = QRectF(self._x - air, self._top + 1, width + 2 * air, sizes.line - 2)
        laid.cells.append(Cell(rect, node, True))
        self._x += width + self._gap

    def _say(self, node: Node, comment: str) -> None:
        face, line = self._setter.text_face, self._setter.measures.line
        begun, start = "", self._x

        def put() -> None:
            if begun:
                width = self._x - start
                word = Word(start, self._baseline(), begun, face, Tone.SAID, None)
                self._laid.words.append(word)
                self._laid.cells.append(Cell(QRectF(start, self._top, width, line), node, False))

        for word in words_of(comment.translate(_SHOWN)):
            if not self._fits(face.width(word.rstrip())):
                put()
                self._break()
                begun, start = "", self._x
            begun += word
            self._x = start + face.width(begun)
        put()
        self._x += self._gap


def _flag_side(face: FontWidths) -> float:
    return face.ascent * 1.05


def _wide(text: str, tone: Tone, face: FontWidths) -> float:
    """The width of a sign after a move, a bookmark's with its flag."""
    return face.width(text) + (_flag_side(face) if tone is Tone.FLAG else 0.0)


def words_of(text: str) -> Iterator[str]:
    """A text split at its line break opportunities (Unicode)."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text)
    # Qt counts UTF-16 units.
    units = text.encode("utf-16-le", "surrogatepass")
    start = 0
    while (end := finder.toNextBoundary()) > 0:
        yield units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")
        start = end


def _sized(font: QFont, points: float) -> QFont:
    sized = QFont(font)
    sized.setPointSizeF(max(points, 1.0))
    return sized
