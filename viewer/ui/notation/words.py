"""A move of the notation page in words, for tooltips and screen readers."""

from __future__ import annotations

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.games.game import Game, State
from viewer.tree.annotation import CLOCK, ELAPSED, EVALUATION
from viewer.tree.evaluation import Evaluation, aside_text, evaluation_of, evaluation_words
from viewer.tree.nags import words_of
from viewer.tree.node import Node
from viewer.tree.verdict import verdict_of, words_with
from viewer.ui.notation.visible_blocks import VisibleBlocks

_FACETS = {
    EVALUATION: message("Evaluation {value}"),
    CLOCK: message("Clock {value}"),
    ELAPSED: message("Time used {value}"),
}


def numbered_move(sight: VisibleBlocks, node: Node) -> str:
    """A move with its number: 4… Nf6."""
    setter = sight.setter
    number = sight.page.numbering.label(setter.states.at(node).ply)
    return f"{number} {setter.move_text(node)}"


def evaluation_message(game: Game[State], value: Evaluation) -> Message:
    """An evaluation in full words, with the names of a game's sides."""
    first, second = game.sides
    return evaluation_words(value, game.score_unit, (first.name, second.name))


def move_tip(game: Game[State], node: Node) -> str:
    """Glyphs, evaluation and times of a move, a line each."""
    first, second = game.sides
    lines = [tr(words_of(nag, (first.name, second.name))) for nag in node.glyphs]
    evaluation = evaluation_of(node, game.score_unit)
    if evaluation is not None:
        lines.append(tr(evaluation_message(game, evaluation)))
    for facet, words in _FACETS.items():
        shown = facet != EVALUATION or evaluation is None
        if shown and (value := aside_text(node, facet, game.score_unit)):
            lines.append(tr(words.given(value=value)))
    verdict = verdict_of(node)
    if verdict is not None:
        lines.append(tr(words_with(verdict, (first.name, second.name))))
    return "\n".join(lines)
