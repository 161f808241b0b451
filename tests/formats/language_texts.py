"""Text of our own in each codec that records are in, and ways to read, edit and save files of it."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import checked, load_source
from viewer.formats.format import Loss


class Texts(NamedTuple):
    """What is written in a language: a sentence, two names, and a word to be added."""

    said: str
    one: str
    other: str
    more: str


TEXTS = {
    "gb18030": Texts(
        "黑方这里应该先跳马再出车，现在中路已经守不住了，红方的炮可以直接打过去得子。",
        "王小明",
        "张建国",
        "这一步走得太急",
    ),
    "big5hkscs": Texts(
        "黑方這裡應該先跳馬再出車，現在中路已經守不住了，紅方的砲可以直接打過去得子，許多人都會走錯。",
        "許功成",
        "陳建國",
        "這一步走得太急",
    ),
    "cp932": Texts(
        "ここでは先に銀を上がって玉を固めるのがよい。マスコミの予想と違い、ソフトは表の変化を選んだ。",
        "青木ソノ",
        "井上マリ",
        "この手は疑問だった",
    ),
    "euc_jp": Texts(
        "ここでは先に銀を上がって玉を固めるのがよい。後手の攻めはまだ続くので、受けに回っても間に合わない。",
        "青木一郎",
        "井上花子",
        "この手は疑問だった",
    ),
    "cp949": Texts(
        "여기서는 먼저 말을 움직여서 가운데를 지켜야 했습니다. "
        "그 다음에 차를 내면 훨씬 편한 싸움이 됩니다.",
        "김철수",
        "박영희",
        "이 수는 너무 빨랐다",
    ),
    "cp1251": Texts(
        "Здесь чёрным следовало сначала увести короля, а потом играть ладьёй по открытой линии.",
        "Пётр Ильин",
        "Анна Лужина",
        "Слишком поспешный ход",
    ),
    "cp1250": Texts(
        "Tady měl černý nejdřív ustoupit střelcem a teprve potom hrát na dámském křídle, "
        "protože bílý teď může získat věž zadarmo.",
        "Jiří Dvořák",
        "Věra Křížová",
        "Příliš ukvapený tah",
    ),
    "cp1252": Texts(
        "Schwarz hätte zuerst den König in Sicherheit bringen müssen; danach wäre der Läufer "
        "auf der großen Diagonale viel stärker gewesen.",
        "Jürgen Weiß",
        "Käthe Schröder",
        "Ein übereilter Zug",
    ),
    "cp1258": Texts(
        "Ơ\u0309 đây bên đen pha\u0309i lên si\u0303 trươ\u0301c, "
        "nê\u0301u không thi\u0300 đo\u0309 bo\u0309 ma\u0303 rô\u0300i "
        "dùng pháo chiê\u0301u và thă\u0301ng ro\u0303 ràng.",
        "Nguyê\u0303n Văn Sơn",
        "Lê Ha\u0323nh",
        "Nươ\u0301c này vô\u0323i quá",
    ),
}
"""By codec; each has 60 bytes of it and more."""

ALL = {
    **TEXTS,
    "utf-8": TEXTS["gb18030"],
    "utf-16-le": TEXTS["cp932"],
    "utf-16-be": TEXTS["cp1251"],
    "iso2022_jp": TEXTS["euc_jp"],
    "hz": TEXTS["gb18030"],
}
"""Those of codecs that prove themselves too."""


def opened(data: bytes, name: str, encoding: str | None = None) -> Document:
    """A document read of bytes, with all that it has."""
    document = Document(load_source(BytesSource(data, name), encoding=encoding))
    for _ in document.indexing():
        pass
    return document


def saved(document: Document, name: str, **options: str) -> tuple[bytes, tuple[Loss, ...]]:
    """What is written of a document under a name, and what that loses."""
    format_ = FORMATS[document.format].load()
    output = checked(format_.write(document, options or None), document, name, format_)
    data = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    return data, output.losses
