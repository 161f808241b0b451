"""Edits at random, as hands make them: through the plans that the window's commands use.

An edit follows from the document as it is and a `random.Random` of its own, so that one can be left
out of a list of edits and the others stay what they are as far as possible.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from viewer.base.jobs import run_inline
from viewer.document import plans
from viewer.document.clip import clip, clip_records
from viewer.document.document import Document
from viewer.document.plans import board, records, steps
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.capabilities import Passing, declarations_of
from viewer.tree.action import Remark, Takeback, Terminal
from viewer.tree.annotation import BEFORE, MARKS, Mark
from viewer.tree.node import Node

TEXTS = (
    *("note", "注釈", "é ü ß", "🙂", "x" * 300, "棋" * 90, "1", "-", ".", "", " ", "~", "¥", "ｱｲｳ"),
    *("two\nlines", "two\n\nparagraphs", "\nfirst empty", "last empty\n", " leading", "trailing "),
    *("a  b", "a\tb", "\ttab", "\\n", "{brace", "brace}", "(round", "round)", "[square", "square]"),
    *(
        '"',
        "'",
        "\\",
        "\\]",
        ";x",
        "%x",
        "%TORYO",
        "[%csl Gd4]",
        "[%clk 1:00]",
        "$1",
        "1. e4",
        "1-0",
    ),
    *(
        "*",
        "*x",
        "#x",
        "# ----",
        "&x",
        "+x",
        "N+x",
        "V2.2",
        "/",
        ",",
        "'x",
        "'*x",
        "=x",
        "x=y",
        "a:b",
    ),
    *("変化：1手", "先手：x", "   1 ７六歩(77)", "▲７六歩", "手数----指手", "まで3手", "：", "|x"),
    *("<b>", "</C>", "&amp;", "]]>", "<!--", "null", "(;B[aa])", "a1", "B[aa]", "T[x]", "〜～－―∥"),
    *(
        "①髙﨑",
        "\x07",
        "\0",
        "\x1a",
        "\ufeff",
        "\u2028",
        "\ud800",
        "x\udfffy",
        "\U0010fe80",
        "\U0010feff",
    ),
)
_STARTS = ("x", "注", "")


def _text(chance: random.Random) -> str:
    """One of TEXTS; sometimes behind a line break, where signs of a format begin a line."""
    text = chance.choice(TEXTS)
    return f"{chance.choice(_STARTS)}\n{text}" if chance.random() < 0.15 else text


_KINDS = ("square", "circle", "triangle", "cross", "label", "arrow")
Doing = Callable[[Document, int, Node, random.Random], object]


def edit(document: Document, chance: random.Random, guest: Document | None = None) -> str:
    """Make one edit; its name. It may come to nothing. `guest` is a document of which games are copied."""
    if guest is not None and chance.random() < 0.05:
        return from_elsewhere(document, guest, chance)
    do = chance.choices(_EDITS, _WEIGHTS)[0]
    key = document.keys()[chance.randrange(len(document))]
    record = document.record_of(key)
    nodes = list(record.nodes.values())
    node = record.root if chance.random() < 0.1 else nodes[chance.randrange(len(nodes))]
    do(document, key, node, chance)
    return do.__name__


def comment(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(plans.comment(document, key, node, _text(chance)))


def comment_before(document: Document, key: int, node: Node, chance: random.Random) -> None:
    if node.parent is not None:
        document.do(plans.comment(document, key, node, _text(chance), BEFORE))


def header(document: Document, key: int, node: Node, chance: random.Random) -> None:
    """One that is there, one that the format knows, or a free one."""
    record, format_ = document.record_of(key), FORMATS[document.format].load()
    names = [one.key for one in (*record.headers, *format_.fields_of(record.game))]
    if format_.free_headers:
        names.append(chance.choice(("Fuzz", "備考", "a b", "x:y", "A")))
    if not names:
        return
    name = chance.choice(names)
    field = next((one for one in format_.fields_of(record.game) if one.key == name), None)
    value = chance.choice(TEXTS).replace("\n", " ")
    if field is not None and field.choices is not None:
        value = chance.choice(list(field.choices))
    document.do(plans.header(document, key, node, name, value))


def glyph(document: Document, key: int, node: Node, chance: random.Random) -> None:
    nag = chance.choice((1, 2, 3, 4, 5, 6, 10, 13, 14, 16, 18, 19, 22, 140, 255))
    document.do(plans.toggle_glyph(document, key, node, nag))


def _mark(document: Document, key: int, node: Node, chance: random.Random) -> Mark:
    game = game_of(document.record_of(key).game)
    places = list(game.geometry_of(document.states(key).at(node)).squares)
    kind = chance.choice(_KINDS)
    colour = chance.choice(("green", "green", "red", "blue", "yellow"))
    chosen = chance.sample(places, min(len(places), 2 if kind == "arrow" else 1))
    text = chance.choice(("A", "b", "1", "12", "]", ":", "注", '"')) if kind == "label" else ""
    return Mark(kind, tuple(chosen), colour, text)


def mark(document: Document, key: int, node: Node, chance: random.Random) -> None:
    if node.marks and chance.random() < 0.2:
        document.do(plans.clear_marks(document, key, node))
        return
    document.do(plans.toggle_mark(document, key, node, _mark(document, key, node, chance)))


def marks_set(document: Document, key: int, node: Node, chance: random.Random) -> None:
    marks = board.drawn(node.marks, [_mark(document, key, node, chance) for _ in range(2)])
    document.do(plans.note(document, key, node, MARKS, marks))


def bookmark(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(plans.bookmark(document, key, node, chance.choice(TEXTS)))


def title(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(steps.title(document, key, node, chance.choice(TEXTS)))


def play(document: Document, key: int, node: Node, chance: random.Random) -> None:
    """Some moves by the rules, one behind the other."""
    game = game_of(document.record_of(key).game)
    for _ in range(chance.choice((1, 1, 2, 5))):
        moves = list(game.legal_moves(document.states(key).at(node)))
        if not moves:
            return
        place = document.do(plans.play(document, key, node, chance.choice(moves).text))
        assert place is not None
        node = document.record_of(key).node(place.node)


def call(document: Document, key: int, node: Node, chance: random.Random) -> None:
    """A pass, a resignation and what else the window's menu offers at a position."""
    game = game_of(document.record_of(key).game)
    state = document.states(key).at(node)
    actions = [one.move for one in declarations_of(game, state)]
    if isinstance(game, Passing):
        actions.append(game.pass_move(state))
    if actions:
        document.do(plans.action(document, key, node, chance.choice(actions)))


def step(document: Document, key: int, node: Node, chance: random.Random) -> None:
    offered = FORMATS[document.format].load().steps
    if steps.TAKEBACK in offered and steps.plies_before(node) and chance.random() < 0.5:
        document.do(steps.add(document, key, node, Takeback(1), {}))
    elif steps.MESSAGE in offered:
        document.do(steps.add(document, key, node, Remark(chance.choice(TEXTS)), {}))


def promote(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(plans.promote(document, key, node))


def demote(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(plans.demote(document, key, node))


def make_main(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(plans.make_main(document, key, node))


def delete(document: Document, key: int, node: Node, chance: random.Random) -> None:
    if node.parent is not None or chance.random() < 0.1:
        document.do(plans.delete(document, key, node))


def paste(document: Document, key: int, node: Node, chance: random.Random) -> None:
    """A branch copied, perhaps cut, and put elsewhere: after another node, in another record."""
    record = document.record_of(key)
    rows = clip.branch_rows(node, document.states(key))
    rows = clip.from_text(clip.to_text(record.game, rows), record.game)
    if chance.random() < 0.5:
        document.do(plans.delete(document, key, node))
    there = document.keys()[chance.randrange(len(document))]
    other = document.record_of(there)
    if other.game == record.game:
        target = chance.choice(list(other.nodes.values()))
        document.do(plans.paste(document, there, target, rows))


def setup(document: Document, key: int, node: Node, chance: random.Random) -> None:
    """Pieces put on the board or taken away, at the start or in mid-game."""
    game = game_of(document.record_of(key).game)
    state = document.states(key).at(node)
    if chance.random() < 0.3:
        document.do(plans.start(document, key, node, chance.choice(game.starts).setup))
        return
    kinds = sorted({kind for _, kind in game.pieces(state)}) or [""]
    place = chance.choice(list(game.geometry_of(state).squares))
    document.do(board.put(document, key, node, [place], chance.choice(("", *kinds))))


def result(document: Document, key: int, node: Node, chance: random.Random) -> None:
    text = chance.choice(("1-0", "0-1", "1/2-1/2", "*", "B+3.5", "W+R", "0", ""))
    document.do(board.result(document, key, node, text))


def chapter(document: Document, key: int, node: Node, chance: random.Random) -> None:
    document.do(steps.chapter(document, key, node, chance.choice(TEXTS)))


def encoding(document: Document, key: int, node: Node, chance: random.Random) -> None:
    known = FORMATS[document.format].load().encodings
    if known:
        document.do(plans.encoding(document, key, node, chance.choice(known)))


def game_new(document: Document, key: int, node: Node, chance: random.Random) -> None:
    if _several(document):
        document.do(records.new(document, key, node))


def game_copied(document: Document, key: int, node: Node, chance: random.Random) -> None:
    """A game duplicated, or copied behind another one over the clipboard."""
    if not _several(document):
        return
    if chance.random() < 0.5:
        document.do(records.duplicate(document, key, node))
        return
    carried = [clip_records.carried(document, document.index_of(key))]
    _, job = clip_records.reading(clip_records.to_text(document.format, carried))
    there = chance.choice(document.keys())
    document.do(records.insert(document, there, document.record_of(there).root, run_inline(job)))


def from_elsewhere(document: Document, guest: Document, chance: random.Random) -> str:
    """A game, or a branch of moves, copied from another document; a game from one of the same format."""
    number = chance.randrange(len(guest))
    there = chance.choice(document.keys())
    other, record = document.record_of(there), guest.record(number)
    if other.game != record.game:
        return "no game from elsewhere"
    if guest.format == document.format and _several(document) and chance.random() < 0.6:
        text = clip_records.to_text(guest.format, [clip_records.carried(guest, number)])
        _, job = clip_records.reading(text)
        document.do(records.insert(document, there, other.root, run_inline(job)))
        return "game from elsewhere"
    node = chance.choice(list(record.nodes.values()))
    if guest.format != document.format and any(
        isinstance(one.action, Terminal) for one in node.walk()
    ):
        return "no branch from elsewhere"  # its end is in the words of another format
    rows = clip.branch_rows(node, guest.states(guest.keys()[number]))
    rows = clip.from_text(clip.to_text(record.game, rows), record.game)
    document.do(plans.paste(document, there, chance.choice(list(other.nodes.values())), rows))
    return "branch from elsewhere"


def game_deleted(document: Document, key: int, node: Node, chance: random.Random) -> None:
    if _several(document):
        document.do(records.remove(document, key, node))


def game_moved(document: Document, key: int, node: Node, chance: random.Random) -> None:
    if _several(document):
        document.do(records.move(document, key, node, chance.randrange(len(document))))


def _several(document: Document) -> bool:
    return not FORMATS[document.format].load().single


def undo(document: Document, key: int, node: Node, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 3))):
        document.undo()


def redo(document: Document, key: int, node: Node, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 3))):
        document.redo()


_TABLE: tuple[tuple[Doing, int], ...] = (
    *((comment, 8), (comment_before, 2), (header, 5), (glyph, 3), (mark, 3), (marks_set, 1)),
    *((bookmark, 1), (title, 1), (play, 6), (call, 2), (step, 1), (promote, 2), (demote, 2)),
    *((make_main, 2), (delete, 3), (paste, 3), (setup, 1), (result, 1), (chapter, 1), (encoding, 1)),
    *((game_new, 1), (game_copied, 2), (game_deleted, 1), (game_moved, 2), (undo, 3), (redo, 2)),
)  # fmt: skip
_EDITS = [doing for doing, _ in _TABLE]
_WEIGHTS = [weight for _, weight in _TABLE]
