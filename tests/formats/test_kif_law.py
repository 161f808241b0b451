"""The law of bytes: untouched, there and back, confined, said."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kif_files import (
    BOOK,
    DIALECTS,
    GAME,
    POSITION,
    TEXTS,
    TSUME,
    file_of,
    moves_of,
    opened,
    raw,
    written,
)

from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree import ops
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.record import Header
from viewer.tree.serial import NodeData

each_text = pytest.mark.parametrize("name", TEXTS)
each_codec = pytest.mark.parametrize("codec", ["cp932", "utf-8"])

QUIRKS = {
    "no numbers in order": "1 ７六歩(77)\n7 ３四歩(33)\n0 ２六歩(27)\n",
    "variation without moves": "1 ７六歩(77)\n変化：1手\n変化：1手\n\n",
    "variation first": "変化：1手\n手合割：平手\n1 ７六歩(77)\n",
    "headers behind": "1 ７六歩(77)\n先手：A\n2 ３四歩(33)\n後手：B\n",
    "marks that mean nothing": "1 ７六歩(77)+\n2 ３四歩(33)+\n変化：2手\n2 ８四歩(83)+\n",
    "no marks": "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n",
    "no line end": "1 ７六歩(77)\n*a",
    "end of file": "1 ７六歩(77)\n\x1a",
    "ascending": (
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：1手\n1 ５六歩(57)\n変化：3手\n3 ６六歩(67)\n"
    ),
    "tokens": "▲７六歩△３四歩 ▲２六歩\n*x\n△８四歩  \n変化：2手\n△８四歩\nまで2手で中断\n",
    "empty comments": "*\n&\n1 ７六歩(77)\n*\n*\n&\n&b\n*\n",
    "indented": "　　先手：A\n  1  ７六歩(77)  ( 0:01/)\n　*注\n  ** 注\n",
    "times of all kinds": "1 ７六歩(77)(0:1/0:0:1)\n2 ３四歩(33) ( 0:02/) \n3 ２六歩(27) (0:03 / 0:0:4)+\n",
    "board of eight": "|v香 ・ ・ 角 ・ ・ ・ 玉 ・|一\n後手番\n1 ７六歩(77)\n",
    "two ends": "1 ７六歩(77)\n2 投了\nまで\n3 中断\nまで1手\n",
}


def dump(collection: Collection) -> str:
    return collection.record(0).digest()


@each_text
@each_codec
def test_untouched(name, codec):
    for eol in ("\r\n", "\n", "\r"):
        data = raw(TEXTS[name], codec, eol)
        for dialect in ("kif", "ki2", "bod"):
            assert file_of(opened(data, dialect), dialect) == data


@pytest.mark.parametrize("name", QUIRKS)
def test_untouched_however_odd(name):
    data = QUIRKS[name].encode("utf-8")
    for dialect in ("kif", "ki2", "bod"):
        collection = opened(data, dialect)
        assert file_of(collection, dialect) == data
        record = collection.record(0)
        for node in list(record.walk()):
            inverse, _ = ops.apply(record, ops.SetNote(node.id, "comment", "新しい\n\n注"))
            changed, losses = written(collection, dialect)
            assert losses == []
            assert changed != data
            ops.apply(record, inverse)
            assert file_of(collection, dialect) == data


@each_text
def test_a_comment_changes_its_lines_only(name):
    data = raw(TEXTS[name])
    dialect = DIALECTS[name]
    collection = opened(data, dialect)
    record = collection.record(0)
    for node in list(record.walk()):
        for facet, sign in (("comment", "*"), ("bookmark", "&")):
            inverse, _ = ops.apply(record, ops.SetNote(node.id, facet, "新しい\n\n注"))
            changed = file_of(collection, dialect).split(b"\r\n")
            assert opened(b"\r\n".join(changed), dialect).record(0).node(node.id).note(facet)
            rest = [line for line in changed if not line.startswith(sign.encode())]
            was = [line for line in data.split(b"\r\n") if not line.startswith(sign.encode())]
            if dialect == "ki2":  # a comment ends its line, and a blank shows that it did
                assert b"".join(rest).replace(b" ", b"") == b"".join(was).replace(b" ", b"")
            else:
                assert rest == was
            ops.apply(record, inverse)
    assert file_of(collection, dialect) == data


def test_lines_of_a_comment_that_stay_keep_their_bytes():
    data = b"1 \x82V\x98Z\x95\xe0(77)\r\n*a\n ** \xee\xe0\r&x\r\n*c\r\n2 \x92\x86\x92f\r\n"
    collection = opened(data)
    record = collection.record(0)
    assert record.nodes[1].comment == "a\n* 髙\nc"
    ops.apply(record, ops.SetNote(1, "comment", "a\nb\n* 髙\nd"))
    assert file_of(collection) == data.replace(b"*a\n", b"*a\n*b\r\n").replace(b"*c", b"*d")


def test_headers_change_their_lines_only():
    data = raw(GAME)
    collection = opened(data)
    record = collection.record(0)
    headers = record.headers
    ops.apply(record, ops.SetHeaders((*headers[:3], Header("先手", "赤木"), *headers[4:])))
    assert file_of(collection) == raw(GAME.replace("先手：青木", "先手：赤木"))
    ops.apply(record, ops.SetHeaders((*headers[:1], Header("場所", "自宅"), *headers[1:])))
    assert file_of(collection) == raw(GAME.replace("棋戦", "場所：自宅\n棋戦"))
    ops.apply(record, ops.SetHeaders(headers[1:]))
    assert file_of(collection) == raw(GAME.replace("開始日時：2021/05/04 10:00\n", ""))
    ops.apply(record, ops.SetHeaders((headers[0], headers[4], headers[2], headers[3], headers[1])))
    assert [entry for entry in opened(file_of(collection)).headers(0)] == list(record.headers)
    ops.apply(record, ops.SetHeaders(headers))
    assert file_of(collection) == data


def test_a_time_changes_itself_and_the_totals_of_its_player():
    collection = opened(raw(GAME))
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.SetNote(1, "elapsed", "0:00:20"))
    wanted = (
        GAME.replace("( 0:10/00:00:10)", "( 0:20/00:00:20)")
        .replace("( 1:02/00:01:12)", "( 1:02/00:01:22)")
        .replace("( 0:30/00:01:42)", "( 0:30/00:01:52)")
        .replace("( 0:00/00:00:10)", "( 0:00/00:00:20)")
    )
    assert file_of(collection) == raw(wanted)
    ops.apply(record, ops.SetNote(1, "elapsed", ""))
    assert "   1 ７六歩(77)\r\n".encode("cp932") in file_of(collection)
    ops.apply(record, ops.SetNote(1, "elapsed", "0:00:10"))
    assert file_of(collection) == raw(GAME)
    ops.apply(record, inverse)


def test_totals_that_are_no_sums_stay():
    text = "1 ７六歩(77) ( 0:10/00:59:00)\n2 ３四歩(33) ( 0:01/00:00:00)\n3 ２六歩(27) ( 0:01/00:59:01)\n"
    collection = opened(text)
    assert file_of(collection) == text.encode()
    ops.apply(collection.record(0), ops.SetNote(1, "elapsed", "0:00:11"))
    assert file_of(collection).decode() == text.replace("0:10/00:59:00", "0:11/00:59:01").replace(
        "00:59:01)\n", "00:59:02)\n"
    ).replace("0:11/00:59:02", "0:11/00:59:01")


def row(id: int, move: str, parent: int = -1, comment: str = "") -> NodeData:
    return NodeData(id, parent, Move(move), {"comment": comment} if comment else {})


def test_a_new_variation_is_printed_where_it_belongs():
    collection = opened(raw(GAME))
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.Insert(3, 1, (row(20, "8b2b", -1, "こちら"),)))
    wanted = GAME.replace(
        "同　銀(31)   ( 0:01/00:00:06)", "同　銀(31)   ( 0:01/00:00:06)+"
    ).replace(
        "まで5手で先手の勝ち\n", "まで5手で先手の勝ち\n\n変化：4手\n   4 同　飛(82)\n*こちら\n"
    )
    assert file_of(collection) == raw(wanted)
    ops.apply(record, inverse)
    assert file_of(collection) == raw(GAME)


def test_a_file_without_marks_gets_none():
    text = "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n"
    collection = opened(text)
    ops.apply(collection.record(0), ops.Insert(0, 1, (row(9, "2g2f"),)))
    assert b"+" not in file_of(collection)


def test_a_move_at_the_end_takes_the_closing_line_away():
    text = "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で中断\n"
    collection = opened(text)
    record = collection.record(0)
    ops.apply(record, ops.Insert(2, 0, (row(9, "2g2f"),)))
    data = file_of(collection)
    assert moves_of(opened(data).record(0)) == [(0, "7g7f"), (1, "3c3d"), (2, "2g2f"), (2, "#中断")]


def test_another_end_changes_the_closing_line():
    collection = opened(raw(GAME))
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.SetAction(6, Terminal("切れ負け")))
    wanted = GAME.replace("6 投了         (", "6 切れ負け     (").replace(
        "まで5手で先手の勝ち", "まで5手で時間切れにより先手の勝ち"
    )
    assert file_of(collection) == raw(wanted)
    ops.apply(record, inverse)
    assert file_of(collection) == raw(GAME)


def test_a_variation_that_becomes_the_main_line_and_back():
    collection = opened(raw(GAME))
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.Reorder(1, 1, 0))
    data = file_of(collection)
    assert opened(data).record(0).root.children[0].children[0].action == Move("8c8d")
    ops.apply(record, inverse)
    assert file_of(collection) == raw(GAME)


def test_another_start():
    collection = opened(raw(GAME))
    record = collection.record(0)
    sfen = "4k4/9/9/9/9/9/9/9/4K4 w R2b18p 1"
    inverse, _ = ops.apply(record, ops.SetAction(0, Setup(sfen)))
    data = file_of(collection)
    assert opened(data).record(0).setup == Setup(sfen)
    text = data.decode("cp932")
    assert "手合割：平手　　\r\n後手の持駒：角二　歩十八　\r\n  ９ ８" in text
    assert "先手の持駒：飛　\r\n後手番\r\n先手：青木\r\n" in text
    ops.apply(record, inverse)
    assert file_of(collection) == raw(GAME)

    collection = opened(raw(TSUME))
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.SetAction(0, None))
    assert "|" not in file_of(collection).decode("cp932")
    ops.apply(record, inverse)
    assert file_of(collection) == raw(TSUME)


def test_another_name_of_the_start_changes_no_start():
    collection = opened(raw(GAME))
    record = collection.record(0)
    headers = [Header(k, "角落ち" if k == "手合割" else v) for k, v in record.headers]
    ops.apply(record, ops.SetHeaders(tuple(headers)))
    read = opened(file_of(collection)).record(0)
    assert read.setup is None
    assert read.header("手合割") == "角落ち"


def test_a_position_that_is_edited():
    collection = opened(raw(POSITION), "bod")
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.SetAction(0, None))
    assert opened(file_of(collection, "bod"), "bod").record(0).setup is None
    ops.apply(record, inverse)
    assert file_of(collection, "bod") == raw(POSITION)


def test_a_comment_in_the_middle_of_a_line_of_moves():
    collection = opened(raw(BOOK), "ki2")
    record = collection.record(0)
    inverse, _ = ops.apply(record, ops.SetNote(2, "comment", "角道"))
    wanted = BOOK.replace("△３四歩    ▲２二角成", "△３四歩     \n*角道\n▲２二角成")
    assert file_of(collection, "ki2") == raw(wanted)
    ops.apply(record, inverse)
    assert file_of(collection, "ki2") == raw(BOOK)


# ----------------------------------------------------------------------------- any edits at all


def legal(collection: Collection, node, chance: random.Random) -> Move | Terminal:
    game = game_of("shogi")
    moves = list(game.legal_moves(States(game, collection.record(0)).at(node)))
    if not moves or chance.random() < 0.1:
        return Terminal(chance.choice(["投了", "中断", "千日手", "詰み", "反則負け"]))
    return chance.choice(moves)


def an_edit(collection: Collection, chance: random.Random) -> ops.Op:
    record = collection.record(0)
    node = chance.choice(list(record.nodes.values()))
    kind = chance.randrange(6)
    if kind == 0:
        text = chance.choice(["", "一", "二\n\n三", "*", "&x", "1 ７六歩(77)"])
        return ops.SetNote(node.id, chance.choice(["comment", "bookmark"]), text)
    if kind == 1 and node.parent is not None:
        return ops.Remove(node.id)
    if kind == 2 and len(node.children) > 1:
        return ops.Reorder(node.id, len(node.children) - 1, 0)
    if kind == 3:
        headers = list(record.headers)
        headers.insert(chance.randint(0, len(headers)), Header("備考", chance.choice(["", "甲"])))
        if chance.random() < 0.5:
            headers.pop(chance.randrange(len(headers)))
        return ops.SetHeaders(tuple(headers))
    if kind == 4 and node.parent is not None and collection.format == "kif":
        return ops.SetNote(node.id, "elapsed", chance.choice(["", "0:00:01", "2:03:04"]))
    while type(node.action) is Terminal:
        node = node.parent
    action = legal(collection, node, chance)
    place = chance.randint(0, len(node.children))
    return ops.Insert(node.id, place, (NodeData(record.next_id, -1, action, {}),))


@given(
    name=st.sampled_from([*TEXTS, *QUIRKS]),
    codec=st.sampled_from(["cp932", "utf-8"]),
    seed=st.integers(0, 1 << 20),
)
@settings(max_examples=120, deadline=None)
def test_edits_are_read_back_and_their_undoing_restores_the_bytes(name, codec, seed):
    data = raw({**TEXTS, **QUIRKS}[name], codec)
    dialect = DIALECTS.get(name, "kif")
    chance = random.Random(seed)
    collection = opened(data, dialect)
    record = collection.record(0)
    inverses = []
    for _ in range(chance.randint(1, 4)):
        op = an_edit(collection, chance)
        inverses.append(ops.apply(record, op)[0])
    changed, losses = written(collection, dialect)
    plain = dialect == "bod" or "▲" in data.decode(codec)
    assert {loss.kind for loss in losses} <= ({"branch", "action", "elapsed"} if plain else set())
    assert opened(changed, dialect).record(0).headers == record.headers
    for inverse in reversed(inverses):
        ops.apply(record, inverse)
    assert file_of(collection, dialect) == data
