"""Files of known text in some codec, made here: a reader shows it or tells its doubt, no save loses it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

from broken import LETTERS, MISREAD, Broken
from corpora import move_list
from hands import play
from questions import written

import viewer
from viewer.document import plans
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import Unreadable
from viewer.formats.fresh import new_record
from viewer.formats.kit.collections import UNSURE
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.record import Record

_TEXTS = {
    "gb18030": "黑方这里应该先退炮再跳马，红方的攻势就没有那么快，后来打谱才看出来。",
    "big5": "這裡黑方應當先退炮再跳馬，紅方的攻勢就沒有那麼快，後來打譜才看出來。",
    "cp932": "ここは先に銀を上がっておけば、相手の攻めは続かなかったと思います。",
    "euc_jp": "ここは先に銀を上がっておけば、相手の攻めは続かなかったと思います。",
    "euc_kr": "여기서는 먼저 말을 움직였으면 상대의 공격이 이어지지 않았을 것이다.",
    "cp1251": "Здесь стоило сначала отвести слона, и атака соперника сразу остановилась бы.",
    "cp1250": "Tutaj należało najpierw cofnąć gońca, wtedy atak przeciwnika szybko by się skończył.",
    "cp1252": "Ici il fallait d'abord reculer le fou : l'attaque adverse s'arrêtait aussitôt, c'était sûr.",
    "utf-8": "Ici le fou recule, 後來打譜才看出來, и атака остановилась бы.",
    "utf-16": "Ici le fou recule, 後來打譜才看出來, и атака остановилась бы.",
}
_MARKED = ("utf-8", "utf-16")
_LANGUAGE = {
    **{"xiangqi": ("gb18030", "big5"), "shogi": ("cp932", "euc_jp")},
    **{"chess": ("cp1251", "cp1250", "cp1252", "gb18030", "euc_kr")},
    "go": ("gb18030", "big5", "cp932", "euc_kr", "cp1251"),
}
_SHAPES: dict[str, tuple[str, Callable[[str], str]]] = {
    ".pgn": ("chess", lambda said: f'[Event "{said}"]\n[Result "*"]\n\n1. e4 {{{said}}} e5 *\n'),
    "x.pgn": (
        "xiangqi",
        lambda said: f'[Game "Chinese Chess"]\n[Event "{said}"]\n\n1. h2e2 {{{said}}} h9g7 *\n',
    ),
    ".sgf": ("go", lambda said: f"(;GM[1]FF[4]SZ[19]PB[{said}]GC[{said}];B[pd]C[{said}];W[dd])"),
    ".csa": ("shogi", lambda said: f"V2.2\n$EVENT:{said}\nPI\n+\n+7776FU\n'*{said}\n-3334FU\n"),
    ".kif": (
        "shogi",
        lambda said: f"棋戦：{said}\n手合割：平手\n   1 ７六歩(77)\n*{said}\n   2 ３四歩(33)\n",
    ),
}
_ADDED = "漢🙂ж"


def in_a_codec(chance: random.Random, folder: str) -> None:
    """A file whose text is in one codec, without a mark."""
    shape = chance.choice(list(_SHAPES))
    game, write = _SHAPES[shape]
    codec = chance.choice((*_LANGUAGE[game], *_MARKED))
    said = _TEXTS[codec] * chance.choice((2, 3, 8))
    try:
        data = write(said).encode(codec)
    except UnicodeEncodeError:
        return
    path = os.path.join(folder, f"letters{shape}")
    with open(path, "wb") as file:
        file.write(data)
    document = _opened(path, codec)
    try:
        unsure = any(one.code == UNSURE for one in document.diagnostics)
        texts = _said(document.record(0))
        if not any(said in text for text in texts) and not unsure:
            raise Broken(LETTERS, f"{codec} in {shape} is read as {texts[:1]!r:.80}")
        *_, node = document.record(0).root.main_line()
        document.do(plans.comment(document, document.keys()[0], node, _ADDED))
        now, losses = written(document)
        kept = [said.encode(codec), said.encode("utf-8"), said.encode("utf-16-le")]
        if not losses and not any(one in now for one in kept):
            raise Broken(
                LETTERS, f"{codec} in {shape}: a save with {_ADDED!r} loses the old text, untold"
            )
    finally:
        _closed(document)


def _opened(path: str, codec: str) -> Document:
    try:
        return viewer.open(path)
    except Unreadable as error:
        raise Broken(LETTERS, f"{codec} in {os.path.basename(path)} is refused: {error}") from None


def _closed(document: Document) -> None:
    if document.source is not None:
        document.source.close()


def _said(record: Record) -> list[str]:
    return [node.comment for node in record.walk() if node.comment] + [
        one.value for one in record.headers
    ]


def in_two_codecs(chance: random.Random, folder: str) -> None:
    """An SGF with values in two codecs, some with a bracket or a backslash for a second byte."""
    one, two = chance.sample(("utf-8", "gb18030", "big5", "cp932"), 2)
    trails = {"gb18030": "乚乗", "big5": "功許", "cp932": "表ソ｡ー"}
    texts = {**_TEXTS, "utf-8": _TEXTS["big5"]}
    values = {
        codec: trails.get(codec, "") + texts[codec][: chance.choice((4, 20))]
        for codec in (one, two)
    }
    data = b"(;GM[1]FF[4]SZ[19]PB[" + values[one].encode(one, "ignore") + b"]PW["
    data += values[two].encode(two, "ignore") + b"];B[pd];W[dd];B[qq])"
    path = os.path.join(folder, "mixed.sgf")
    with open(path, "wb") as file:
        file.write(data)
    document = _opened(path, f"{one} and {two}")
    try:
        count = len(document.record(0).nodes)
        if count != 4:
            raise Broken(LETTERS, f"{one} and {two} in one file: {count} nodes of 4: {data!r}")
    finally:
        _closed(document)


def changed_for_one(chance: random.Random, folder: str) -> None:
    """The codec changed for one record of a file of several: the text of all of them stays."""
    ids = [
        entry.id for entry in FORMATS.values() if entry.load().writable and entry.load().encodings
    ]
    format_ = FORMATS[chance.choice(ids)].load()
    game = game_of(chance.choice(FORMATS[format_.id].games))
    codec = chance.choice(format_.encodings)
    said = _TEXTS.get(codec, "")
    if not said:
        return
    records = [new_record(format_, game, encoding=codec) for _ in range(1 if format_.single else 2)]
    document = Document(MemoryCollection(format_.id, records))
    for key in list(document.keys()):
        play(document, key, document.record_of(key).root, chance)
        *_, node = document.record_of(key).root.main_line()
        document.do(plans.comment(document, key, node, said))
    data, losses = written(document)
    if losses:
        return
    path = os.path.join(folder, f"changed.{FORMATS[format_.id].suffixes[0]}")
    with open(path, "wb") as file:
        file.write(data)
    document = _opened(path, codec)
    try:
        before = [_said(document.record(index)) for index in range(len(document))]
        key = chance.choice(document.keys())
        document.do(
            plans.encoding(
                document, key, document.record_of(key).root, chance.choice(format_.encodings)
            )
        )
        if document.losses():
            return
        document.save()
    finally:
        _closed(document)
    again = _opened(path, codec)
    try:
        unsure = any(one.code == UNSURE for one in again.diagnostics)
        after = [_said(again.record(index)) for index in range(len(again))]
        if after != before and not unsure:
            raise Broken(LETTERS, f"{format_.id}, {codec} changed for one record: {after!r:.150}")
    finally:
        _closed(again)


def listed(chance: random.Random, folder: str) -> None:
    """A list of moves as players of Hex and Twixt type them is never chess, one of Twixt never Hex."""
    made = move_list(str(chance.random()))
    path = os.path.join(folder, made.name)
    with open(path, "wb") as file:
        file.write(made.data)
    try:
        collection = viewer.load(path)
    except Unreadable:
        return
    try:
        game = collection.record(0).game
        if game == "chess" or (made.game == "twixt" and game != "twixt"):
            raise Broken(MISREAD, f"{made.game} is read as {game}: {made.data!r:.200}")
    finally:
        if collection.source is not None:
            collection.source.close()
