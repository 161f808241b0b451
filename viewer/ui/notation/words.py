"""A move of the notation page in words, for tooltips and screen readers."""

from __future__ import annotations

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.games.states import States
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


def evaluation_message(states: States, value: Evaluation) -> Message:
    """An evaluation in full words, with the names of a record's sides."""
    return evaluation_words(value, states.game.score_unit, states.side_names)


def move_tip(states: States, node: Node) -> str:
    """Glyphs, evaluation and times of a move, a line each."""
    names, unit = states.side_names, states.game.score_unit
    lines = [tr(words_of(nag, names)) for nag in node.glyphs]
    evaluation = evaluation_of(node, unit)
    if evaluation is not None:
        lines.append(tr(evaluation_message(states, evaluation)))
    for facet, words in _FACETS.items():
        shown = facet != EVALUATION or evaluation is None
        if shown and (value := aside_text(node, facet, unit)):
            lines.append(tr(words.given(value=value)))
    verdict = verdict_of(node)
    if verdict is not None:
        lines.append(tr(words_with(verdict, names)))
    return "\n".join(lines)
