"""Games of PGC for tests, and how they are read and written."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from laws import Law

from viewer.formats.pgc import FORMAT
from viewer.formats.pgc.syntax import (
    BEGIN,
    END,
    ESCAPE,
    NAG,
    NOOP,
    RAV,
    RAV_END,
    encode_moves,
    encode_tag,
)
from viewer.games.chess.game import GAME
from viewer.tree.action import Setup, Written
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

# The game of section 2.3 of the standard.
_SAMPLE = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 "
    "Nc3 Bb7 Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 Bxc4 Nb6 "
    "Ne5 Rae8 Bxf7+ Rxf7 Nxf7 Rxe1+ Qxe1 Kxf7 Qe3 Qg5 Qxg5 hxg5 b3 Ke6 a3 Kd6 axb4 cxb4 Ra5 "
    "Nd5 f3 Bc8 Kf2 Bf5 Ra7 g6 Ra6+ Kc5 Ke1 Nf4 g3 Nxh3 Kd2 Kb5 Rd6 Kc5 Ra6 Nf2 g4 Bd3 Re6 "
)
SAMPLE = _SAMPLE.split()
SAMPLE_TAGS = {
    "Event": "F/S Return Match",
    "Site": "Belgrade, Serbia JUG",
    "Date": "1992.11.04",
    "Round": "29",
    "White": "Fischer, Robert J.",
    "Black": "Spassky, Boris V.",
    "Result": "1/2-1/2",
}


def moves(record: Record) -> list[str]:
    return [node.action.text for node in record.root.main_line() if node.parent]


def line(*actions, tags=SAMPLE_TAGS, setup=None) -> Record:
    """A record of one line."""
    root = node = Node(0, None, setup)
    for id, action in enumerate(actions, 1):
        below = Node(id, node, action)
        node.children = (below,)
        node = below
    return Record("chess", root, tuple(Header(*tag) for tag in tags.items()))


def grown(seed: int, size: int) -> Record:
    """A record with variations and glyphs, of legal moves by chance."""
    chance = random.Random(seed)
    root = Node(0, None)
    states = [(root, GAME.start(None))]
    for id in range(1, size):
        node, state = states[chance.randrange(max(0, len(states) - 4), len(states))]
        taken = {child.action for child in node.children}
        free = [move for move in GAME.legal_moves(state) if move not in taken]
        if not free:
            continue
        move = chance.choice(free)
        notes = {"glyphs": tuple(chance.sample(range(256), 2))} if chance.random() < 0.2 else {}
        below = Node(id, node, move, notes)
        node.children += (below,)
        states.append((below, GAME.step(state, move)))
    return Record("chess", root, tuple(Header(*tag) for tag in SAMPLE_TAGS.items()))


_ORDINALS = st.binary(max_size=6).map(lambda raw: bytes(byte % 24 for byte in raw))
_RECORDS = st.one_of(
    _ORDINALS.map(encode_moves),
    st.just(b"\x03\x00"),
    _ORDINALS.map(lambda raw: b"\x04" + len(raw).to_bytes(2, "little") + raw),
    st.integers(0, 255).map(lambda nag: bytes((NAG, nag))),
    st.sampled_from(
        (bytes((RAV,)), bytes((RAV_END,)), bytes((NOOP,)), bytes((ESCAPE,)) + b"\x02\x00ab")
    ),
    st.sampled_from((("White", "Bee"), ("ECO", "A00"), ("White", "Cee"))).map(
        lambda tag: encode_tag(*tag)
    ),
)
_GENERAL = st.lists(_RECORDS, max_size=8).map(
    lambda parts: bytes((BEGIN,)) + b"".join(parts) + bytes((END,))
)
_REDUCED = _ORDINALS.map(
    lambda raw: b"\x01" + b"\x01x" * 6 + b"\x01*" + len(raw).to_bytes(2, "little") + raw
)
_STRAY = st.sampled_from((b"\x00", b"\x0a\x01\x00x", b"\x09", b"\x03\x01\x00"))
games = st.one_of(_GENERAL, _REDUCED)


@st.composite
def files(draw) -> bytes:
    """Some games of any form, with what is none between them."""
    parts = draw(st.lists(st.one_of(games, _STRAY), max_size=4))
    parts.insert(draw(st.integers(0, len(parts))), draw(games))
    return b"".join(parts) + draw(st.sampled_from((b"", b"\x00", b"\xf0rest", b"\x05\x03\x09a")))


def edits_of(record: Record):
    """Edits of every kind of item."""
    yield SetHeaders(with_header(record.headers, "White", "New"))
    yield SetHeaders(with_header(record.headers, "Annotator", "Me"))
    yield SetHeaders(record.headers[1:])
    yield SetAction(0, Setup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    for node in record.walk():
        yield SetNote(node.id, "glyphs", (7,))
        yield SetNote(node.id, "glyphs", ())
        yield SetNote(node.id, "comment", "words")
        yield Insert(
            node.id, len(node.children), (NodeData(record.next_id, -1, Written("a6"), {}),)
        )
        yield Insert(node.id, 0, (NodeData(record.next_id, -1, Written("a3"), {}),))
        if node.parent is not None:
            yield Remove(node.id)
        if len(node.children) > 1:
            yield Reorder(node.id, 1, 0)


_GROWN = st.integers(0, 99).map(lambda seed: written(grown(seed, 12)))
LAW = Law(FORMAT, files(), st.one_of(games, _GROWN), edits_of)
read, record_of, written, losses = LAW.read, LAW.record_of, LAW.written, LAW.losses
