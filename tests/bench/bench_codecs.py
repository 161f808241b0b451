"""Text in the codecs of many languages, in files of each format: how much of it is read rightly, and kept.

    bench_codecs.py [COUNT]

Prints a table of formats, codecs and lengths of text (bytes): the share of files whose comment is read as
it was written, in hundredths; below it, how many are read wrongly without being told of (a finding "could be
…"). Then each file is read as the window reads it, without chardet, gets a comment with characters that the
codec lacks, and is saved if nothing is told to be lost: its old text has to be there. COUNT files of each
language, 5 by default.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from contextlib import suppress

from codec_texts import LANGUAGES, samples

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.tree.node import Node
from viewer.tree.record import Record

SIZES = (20, 60, 200, 2000)
MARK = "Q"  # stands for the text while a file is made
LACKING = "→漢Ж"
FILES: dict[str, tuple[str, str]] = {  # format, game
    "chess.pgn": ("pgn", "chess"),
    "xiangqi.pgn": ("pgn", "xiangqi"),
    "go.sgf": ("sgf", "go"),
    "shogi.kif": ("kif", "shogi"),
    "shogi.csa": ("csa", "shogi"),
    "xiangqi.xqf": ("xqf", "xiangqi"),
}


def file_of(kind: str, text: str, codec: str) -> bytes:
    """A file with the text as its comment."""
    id, game = FILES[kind]
    raw = text.encode(codec)
    root = Node(0, None)
    root.notes = {"comment": MARK * len(raw)}
    record = Record(game, root, ())
    format_ = FORMATS[id].load()
    output = format_.write(MemoryCollection(id, [record]))
    made = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    if id == "xqf":
        return made.replace(MARK.encode() * len(raw), raw)
    there = made.decode("utf-8" if id != "kif" else "cp932")
    return there.replace(MARK * len(raw), text).encode(codec, "ignore")


def comment_of(collection: Collection) -> str:
    """The comments of the first record."""
    return " ".join(node.comment for node in collection.record(0).walk() if node.comment)


def is_right(kind: str, data: bytes, text: str) -> tuple[bool, bool]:
    """Whether a file's text is read rightly, and whether it is told that it may not be."""
    try:
        collection = load_source(BytesSource(data, f"new.{kind.partition('.')[2]}"))
        right = plain(text) in plain(comment_of(collection))
    except Unreadable:
        return False, True
    return right, any(one.code == "file.codec" for one in collection.diagnostics)


def plain(text: str) -> str:
    """A text without its blanks: formats break lines."""
    return "".join(text.split())


def kept(kind: str, data: bytes, text: str, codec: str) -> str:
    """What becomes of a text where a comment is added that the codec lacks: "kept", "told" or "lost"."""
    name = f"new.{kind.partition('.')[2]}"
    limits = DEFAULT
    with suppress(ValueError):
        limits = DEFAULT._replace(asked_bytes=0)
    try:
        document = Document(load_source(BytesSource(data, name), limits))
    except Unreadable:
        return "unread"
    leaf = list(document.record(0).walk())[-1]
    document.set_comment(leaf, f"{leaf.comment} {LACKING}".strip())
    output = FORMATS[document.format].load().write(document)
    if output.losses:
        return "told"
    written = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    if text.encode(codec) in written:
        return "kept"
    for way in (None, codec):
        with suppress(Unreadable, LookupError, ValueError):
            found = load_source(BytesSource(written, name), encoding=way)
            if plain(text) in plain(comment_of(found)):
                return "kept"
    if "-v" in sys.argv:
        print("lost:", kind, codec, document.record(0).encoding, text)
    return "lost"


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"{'read rightly, %':34}" + "".join(f"{size:>8}" for size in SIZES))
    saves: Counter[str] = Counter()
    all_: dict[int, list[bool]] = {size: [] for size in SIZES}
    untold: Counter[int] = Counter()
    for kind in FILES:
        for codec in LANGUAGES:
            if kind == "xiangqi.xqf" and (codec.startswith("utf-16") or codec == "iso2022_jp"):
                continue  # its texts are bytes within others
            if kind == "shogi.kif" and codec.startswith("cp125"):
                continue  # its own words are Japanese
            cells = []
            for size in SIZES:
                right = []
                for text in samples(codec, size, count, random.Random(f"{codec}{size}")):
                    data = file_of(kind, text, codec)
                    found, told = is_right(kind, data, text)
                    right.append(found)
                    untold[size] += not found and not told
                    if size <= 200:
                        saves[kept(kind, data, text, codec)] += 1
                all_[size] += right
                cells.append(f"{100 * sum(right) / len(right):8.1f}")
            print(f"{kind:18}{codec:16}" + "".join(cells))
    shares = "".join(f"{100 * sum(right) / len(right):8.1f}" for right in all_.values())
    print(f"{'all':34}{shares}")
    print(f"{'  limits':34}{90:8}{97:8}{99:8}{99:8}")
    print(f"{'read wrongly, and not told':34}" + "".join(f"{untold[size]:8}" for size in SIZES))
    print(f"saved with characters that the codec lacks: {dict(saves)}; limit for lost: 0")


if __name__ == "__main__":
    main()
