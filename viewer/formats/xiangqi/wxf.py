"""WXF, the text of the World Xiangqi Federation's first programs, of XieXie and of playOK.

    FORMAT  WXF
    RED     name ; rating ; team ;
    RESULT  1-0
    FEN     rheakaehr/9/… r
    START{
     1. C2.5 h8+7   2. H2+3 r9.8 }END

The start may also be a block `SETUP{ Re0 Ke9 … BLACK }`. Sources: files, and public programs that read them.
"""

from __future__ import annotations

import re

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.kit.positions import TextPositions
from viewer.formats.shared.charsets import decode
from viewer.formats.shared.expected import XIANGQI
from viewer.formats.shared.judge import guess
from viewer.formats.shared.xiangqi import NAMES
from viewer.formats.xiangqi.game import XiangqiGame

_MARK = re.compile(rb"(?:\xef\xbb\xbf)?\s*FORMAT[ \t]+WXF\b")
_FIELD = re.compile(r"^[ \t]*([A-Z]{2,20})[ \t]+([^\r\n{]*)", re.MULTILINE)
_BLOCK = re.compile(r"\b([A-Z]{2,20})[ \t]*\{([^{}]*)(\}?)")
_WORD = re.compile(r"(\d{1,4}\.(?=\s|[A-Za-z+-]))|(1-0|0-1|1/2-1/2|\*)(?!\S)|(\S+)")
_MOVE = re.compile(
    r"(?:[KAEBRHNCPkaebrhncp][1-9+\-.=]|[+\-][KAEBRHNCPkaebrhncp]|[1-9+\-][1-9+\-])[+\-.=][1-9]\Z"
)
_PLACED = re.compile(r"([RHNEBAKCPrhnebakcp])([a-i][0-9])")
_KEYS = {
    **{"GAME": "Title", "EVENT": "Event", "DATE": "Date", "ROUND": "Round", "AUTHOR": "Author"},
    **{"SITE": "Place", "PLACE": "Place", "OPENING": "ECCO", "TIME": "TimeRule"},
}
_LETTERS = str.maketrans("HEhe", "NBnb")


def probe(head: bytes) -> Likeness:
    """Rate content by its first line."""
    return Likeness.ONLY if _MARK.match(head) else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    codec = guess(data, "", XIANGQI)
    text = decode(data, codec)
    positions = TextPositions(text, codec)
    blocks = list(_BLOCK.finditer(text))
    end = blocks[0].start() if blocks else len(text)
    for found in _FIELD.finditer(text, 0, end):
        _say(game, found[1], found[2].strip(), positions.of(found.start(2)).offset)
    moves = False
    for block in blocks:
        if block[1] == "START":
            moves = True
            _read_moves(game, block, positions)
        elif block[1] == "SETUP":
            _set_up(game, block[2])
        else:
            game.comment(game.root, block[2].strip())
    if not moves:
        game.tell("cut", message("The file ends before its moves do."), len(data))


def _say(game: XiangqiGame, name: str, value: str, at: int) -> None:
    if name in ("RED", "BLACK"):
        side = name.capitalize()
        said = [part.strip() for part in value.split(";")]
        for key, part in zip((side, f"{side}Rating", f"{side}Team"), said, strict=False):
            game.say(key, part)
    elif name == "RESULT":
        game.say_result(value, "ResultCode")
    elif name == "FEN":
        words = value.translate(_LETTERS).split()
        game.set_start(" ".join(words[:2]), at)
    elif name != "FORMAT":
        game.say(_KEYS.get(name, name.capitalize()), value)


def _set_up(game: XiangqiGame, text: str) -> None:
    pieces = {
        NAMES.index(square): letter.translate(_LETTERS) for letter, square in _PLACED.findall(text)
    }
    game.set_pieces(pieces, black=re.search(r"\bBLACK\b", text) is not None)


def _read_moves(game: XiangqiGame, block: re.Match[str], positions: TextPositions) -> None:
    node = game.root
    for found in _WORD.finditer(block[2]):
        word = found[3]
        if not word:
            continue
        if not _MOVE.match(word):
            at = positions.of(block.start(2) + found.start()).offset
            game.tell("move", message("This is no move: {text}", text=word[:40]), at)
        node = game.write(node, word)
        if game.full:
            return
    if not block[3]:
        at = positions.of(block.end()).offset
        game.tell("cut", message("The file ends before its moves do."), at)
