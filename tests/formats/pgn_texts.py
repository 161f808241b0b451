"""Own PGN texts for the tests of the reader and the writer of one game."""

from __future__ import annotations

from hypothesis import strategies as st

from viewer.base.limits import DEFAULT, Limits
from viewer.formats.pgn.collection import read_game
from viewer.formats.pgn.write.game import written_with_losses
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Record


def found_in(data: bytes, limits: Limits = DEFAULT) -> tuple[Record, list[Diagnostic]]:
    return read_game(data, 0, limits)


def read(data: bytes | str) -> Record:
    return found_in(data.encode() if isinstance(data, str) else data)[0]


def written(record: Record) -> bytes:
    return written_with_losses(record)[0]


def codes(data: bytes | str) -> list[str]:
    return [each.code for each in found_in(data.encode() if isinstance(data, str) else data)[1]]


def tree(record: Record) -> str:
    """The moves of a record with variations in brackets behind the move they replace."""
    out: list[str] = []
    todo: list[object] = [record.root]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            out.append(one)
            continue
        children = one.children
        if children:
            todo.append(children[0])
            for child in reversed(children[1:]):
                todo += [")", child, child.action.text, "("]
            todo.append(children[0].action.text)
    return " ".join(out).replace("( ", "(").replace(" )", ")")


# ------------------------------------------------------------------------------ wild games

SPACES = st.sampled_from([" ", " ", " ", "\n", "  ", "\r\n", "\n\n", "\t", "\xa0", ""])
MOVES = st.sampled_from(
    ["e4", "e5", "Nf3", "Nc6", "Bb5", "O-O", "exd5", "e8=Q", "Qxf7+", "Nbd7", "h6", "--", "♘f3",
     "0-0", "e8(Q)", "hg5", "P@e4", "Z0", "Rc1", "e2-e4"]
)  # fmt: skip
NUMBERS = st.sampled_from(["", "", "1. ", "1.", "2 . ", "3... ", "4...", "... ", "12 "])
GLYPHS = st.sampled_from(
    [
        "!",
        "?!",
        " $1",
        "$14",
        " !?",
        " $146",
        " +-",
        " =",
        "!!!",
        " $300",
        "N",
        "‼",
        "⁈",
        "+−",
        " ⁉!",
    ]
)
TEXTS = st.sampled_from(
    ["a", "good move", " padded ", "two\nlines", "{open", "(no) $1 1-0", "é–ü", "e4 e5 [C54]",
     "[%clk 0:01:02]", "[%eval 0.3] better", "  wide", "[%csl Gd4,Re5] see [%cal Ye2e4]",
     "[%foo x] y", "half [%emt 0:00:01] way", "", " ", ";semi", "% escaped", "one\u2028two"]
)  # fmt: skip
DIRT = st.sampled_from(
    ["}", ")", "(words here)", "()", "( {c} )", "[C54]", '"', "foo", "\n% line e4\n", "1-0", "$",
     "((", "(e4 (d4", "e.p.", "mate", "\x00", "\ufeff", "<", "1/2", "{0-1}", "()()", "#", "3."]
)  # fmt: skip
TAGS = st.sampled_from(
    ['[Event "x"]', '[Site "a \\"b\\" \\\\"]', '[White "Müller"]', '[Round\n"1"\n]', '[Date "?"] ',
     '[Annotator "Lopez "Battle Royale""]', '[Event "Cup \\"]', '[Black "Krush, I]', "[FEN no quotes]",
     'Date "1895"', "[C54]", '[Result "1-0"]', '[Result "*"]', '[WhiteElo ""]', '[Event "again"]']
)  # fmt: skip


@st.composite
def movetexts(draw, dirty: bool = True) -> str:
    out: list[str] = []
    depth = 0
    for _ in range(draw(st.integers(0, 14))):
        kind = draw(st.integers(0, 9 if dirty else 8))
        if kind <= 3:
            out += [draw(SPACES), draw(NUMBERS), draw(MOVES)]
        elif kind == 4:
            out.append(draw(GLYPHS))
        elif kind <= 6:
            out += [draw(SPACES), "{", draw(TEXTS), "}"]
        elif kind == 7:
            depth += 1
            out += [draw(SPACES), "(", draw(SPACES), draw(NUMBERS), draw(MOVES)]
        elif kind == 8 and depth:
            depth -= 1
            out += [draw(SPACES), ")"]
        elif kind == 9:
            out.append(draw(st.one_of(DIRT, st.just("\n;line comment é\n"))))
    if draw(st.booleans()):
        out.append(")" * depth)
    out += [draw(SPACES), draw(st.sampled_from(["", "*", "1-0", "1/2-1/2", "1-0 {end}"]))]
    return "".join(out)


@st.composite
def games(draw, dirty: bool = True) -> bytes:
    tags = draw(
        st.lists(TAGS if dirty else st.sampled_from(['[Event "x"]', '[Result "*"]']), max_size=4)
    )
    end = draw(st.sampled_from(["\n", "\r\n", "\n\n", " "])) if dirty else "\n"
    text = end.join(tags) + (end + end if tags else "") + draw(movetexts(dirty)) + draw(SPACES)
    codec = draw(st.sampled_from(["utf-8", "utf-8", "cp1252"])) if dirty else "utf-8"
    return text.encode(codec, "replace")
