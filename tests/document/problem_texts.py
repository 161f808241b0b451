"""Problems as files write them, each made up for a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.source import BytesSource
from viewer.document.problems.attempt import Attempt, main_answer
from viewer.document.problems.problem import Problem, question_at
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Move
from viewer.tree.node import Node
from viewer.tree.record import Record

# goproblems.com: a word in the last move of what is right.
WORDS = """(;SZ[9]AB[ba][bb]AW[aa]C[Black to play.]
(;B[cc];W[dd](;B[ee]C[RIGHT well done])(;B[ff];W[ee]C[too slow]))
(;B[hh];W[cc]C[now it is dead]))"""
# Two right answers of the opponent, a wrong variation that is marked by a property.
WRONG_MARKED = "(;SZ[9];AB[ba]AW[aa](;B[cc](;W[dd];B[ee])(;W[ff];B[gg]))(;B[hh]WV[];W[cc]))"
NAMED = "(;SZ[9]AB[ba]AW[aa](;B[cc];W[dd])(;B[hh]N[wv];W[cc]))"
GLYPHS = "(;SZ[9]AB[ba]AW[aa](;B[hh]BM[1];W[cc])(;B[cc]TE[1];W[dd];B[ee]))"
ENDS = "(;SZ[9]AB[ba]AW[aa](;B[hh];W[cc]GW[1])(;B[cc];W[dd];B[ee]GB[1]))"
MAIN_LINE = "(;SZ[9]AB[ba]AW[aa](;B[cc];W[dd];B[ee])(;B[hh];W[cc]))"
SKIPPED = "(;SZ[9]AB[ba]AW[aa];B[cc];B[dd];W[ee];B[ff])"
WEI7 = """{"format":"wei7","version":"3.0","size":9,"tree":{
"steps":[{"action":{"type":"move","value":{"color":1,"point":{"x":0,"y":0},"problem":{"color":2}}}}],
"branches":[
 {"title":"a","steps":[
  {"action":{"type":"move","value":{"color":2,"point":{"x":1,"y":1},"evaluation":"bad"}}},
  {"action":{"type":"move","value":{"color":1,"point":{"x":2,"y":2}}}}]},
 {"title":"b","steps":[
  {"action":{"type":"move","value":{"color":2,"point":{"x":3,"y":3},"evaluation":"good"}}}]}]}}"""
CHESS = '[FEN "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"]\n\n1. Re8# *\n'
TSUME = "後手の持駒：なし\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n"


def collection(text: str, format: str = "sgf") -> Collection:
    """A file's records."""
    found = FORMATS[format].load().read(BytesSource(text.encode("utf-8")))
    for _ in found.indexing():
        pass
    return found


def record_of(text: str, format: str = "sgf") -> Record:
    """The first record of a file."""
    return collection(text, format).record(0)


def problem_of(text: str, format: str = "sgf", node: Node | None = None) -> Problem:
    """The problem of a file's first record."""
    record = record_of(text, format)
    game = game_of(record.game)
    question = question_at(record, node or record.root)
    assert question is not None
    format_ = FORMATS[format].load()
    return Problem(game, States(game, record), question, format_.verdict_of)


def attempt_of(
    text: str, format: str = "sgf", choose: Callable[[Sequence[Node]], Node] = main_answer
) -> Attempt:
    """An attempt at it."""
    return Attempt(problem_of(text, format), choose)


def stone(text: str) -> Action:
    """A move."""
    return Move(text)
