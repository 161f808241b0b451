"""The texts of a node in the rows of models: move, signs, comment, fault; and in spoken form.

Computed when a row is displayed, and cached until the record or the notation changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.base.text import readable
from viewer.formats import FORMATS
from viewer.games.game import Side
from viewer.tree.action import Remark
from viewer.tree.annotation import BOOKMARK, EVALUATION
from viewer.tree.comment import long_message, shown, without_tags
from viewer.tree.evaluation import aside_text, evaluation_of
from viewer.tree.nags import sign_of, words_of
from viewer.tree.node import Node
from viewer.tree.verdict import mover_of, praise_of, verdict_of, words_with
from viewer.tree.verdict import sign_of as sign_of_verdict
from viewer.ui.models.groups import has_lines
from viewer.ui.notation.words import evaluation_message
from viewer.ui.session.record_session import RecordSession

_KEPT = 5_000
_ASIDE = 24  # characters of an evaluation
_LINE = 300  # characters of a comment's first line that a row may show
_TIP = 1_200  # characters of a comment in a tooltip


@dataclass(frozen=True, slots=True)
class RowWords:
    """The texts of one row.

    Attributes:
        number: the move's number with its dots ("3…"), "" where it has none.
        move: in the record's notation; words for what is no move.
        signs: (NAG number, sign) of each glyph.
        comment: its first line.
        bookmark: in one line.
        verdict: its sign, and whether it is good or bad for the side that moved.
        evaluation: as behind the moves of the notation, "" if none is shown.
        problem: the rule that the move breaks.
    """

    number: str
    move: str
    signs: tuple[tuple[int, str], ...]
    comment: str
    problem: Message | None
    bookmark: str = ""
    verdict: tuple[str, int] = ("", 0)
    evaluation: str = ""

    @property
    def text(self) -> str:
        """Number, move and signs as one text."""
        signs = (sign for _, sign in self.signs)
        parts = (self.number, self.move, *signs, self.verdict[0], self.evaluation)
        return " ".join(part for part in parts if part)


class Wording:
    """Computes and caches the texts of a session's nodes."""

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._known: dict[int, RowWords] = {}

    def forget(self) -> None:
        """Drop the cache."""
        self._known.clear()

    def of(self, node: Node) -> RowWords:
        """The words of a node."""
        words = self._known.get(node.id)
        if words is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            words = self._known[node.id] = self._make(node)
        return words

    def _make(self, node: Node) -> RowWords:
        session = self._session
        text = session.words.of(node)
        number = session.words.numbered(node).removesuffix(text).strip() if text else ""
        if not text:
            text = tr(message("start") if node.parent is None else message("no move"))
        signs = tuple((nag, sign_of(nag)) for nag in node.glyphs)
        return RowWords(
            number,
            readable(" ".join(text.split())),
            signs,
            first_line(self._comment(node)),
            session.game.violation(session.states.at(node)),
            bookmark_line(node),
            verdict_sign(node),
            self.evaluation(node),
        )

    def evaluation(self, node: Node) -> str:
        """The evaluation at a node as displayed, "" if it has none or evaluations aren't shown."""
        if not node.notes or EVALUATION not in self._session.asides:
            return ""
        return aside_text(node, EVALUATION, self._session.game.score_unit)[:_ASIDE]

    def _comment(self, node: Node) -> str:
        """The comments before and after a move, as displayed; a long message first."""
        document = self._session.document
        parts = (node.before, node.comment) if node.notes else ()
        if type(node.action) is Remark:
            parts = (long_message(node), *parts)
        texts = map(without_tags, parts) if FORMATS[document.terms].load().tagged else parts
        return "\n".join(shown(text, document.flowing) for text in texts if text)

    def side(self, node: Node) -> Side | None:
        """The side whose move leads to a node; None at the start."""
        mover = self._mover(node)
        return None if mover is None else self._session.game.sides[mover]

    def _mover(self, node: Node) -> int | None:
        before = self._session.states.at(node).previous
        return None if before is None else before.side

    def tip(self, node: Node) -> str:
        """The tooltip of a row: the fault, and a comment too long for the row."""
        problem = self.of(node).problem
        parts = [tr(problem)] if problem is not None else []
        if type(node.action) is Remark:
            parts.append(self.of(node).move)
        comment = readable(self._comment(node)).strip()
        if comment:
            parts.append(comment if len(comment) <= _TIP else comment[:_TIP] + "…")
        return "\n".join(parts)

    def spoken(self, node: Node) -> str:
        """The row in full words, for screen readers."""
        words = self.of(node)
        states, mover = self._session.states, self._mover(node)
        names = states.side_names
        who = ""
        if mover is not None:
            who = tr(message("{number} {side}:", number=words.number, side=names[mover]))
        parts = [f"{who} {words.move}".strip()]
        parts += [tr(words_of(nag, names)) for nag, _ in words.signs]
        value = verdict_of(node)
        if value is not None:
            parts.append(tr(words_with(value, names)))
        evaluation = (
            evaluation_of(node, self._session.game.score_unit) if words.evaluation else None
        )
        if evaluation is not None:
            parts.append(tr(evaluation_message(self._session.states, evaluation)))
        if words.problem is not None:
            parts.append(tr(words.problem))
        if has_lines(node):
            assert node.parent is not None
            count = len(node.parent.children) - 1
            parts.append(tr(counted("one variation", "{count} variations", count)))
        if words.bookmark:
            parts.append(tr(message("bookmark: {text}", text=words.bookmark)))
        if words.comment:
            parts.append(tr(message("comment: {text}", text=words.comment)))
        return ", ".join(parts)


def verdict_sign(node: Node) -> tuple[str, int]:
    """The sign of a node's verdict, "" for none, and whether it is good or bad for the side that moved."""
    value = verdict_of(node) if node.notes else None
    if value is None:
        return "", 0
    return sign_of_verdict(value).replace("-", "\u2212"), praise_of(value, mover_of(node))


def bookmark_line(node: Node) -> str:
    """The bookmark of a node in one line, "" if it has none."""
    mark = node.notes.get(BOOKMARK)
    return bookmark_words(" ".join(mark.split())) if isinstance(mark, str) else ""


def bookmark_words(name: str) -> str:
    """The name of a bookmark as shown, with words for one that has none."""
    return readable(name[:_LINE]) or tr(message("without a name"))


def first_line(comment: str) -> str:
    """The first non-empty line of a comment, cut to a row's length."""
    for line in comment[: 4 * _LINE].splitlines():
        if line.strip():
            return readable(line.strip()[:_LINE])
    return ""
