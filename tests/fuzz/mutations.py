"""Files changed at random, as damage, other programs and careless hands change them.

Everything follows from a `random.Random`: the same one gives the same bytes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

import structures

# Pieces of the formats' own syntax, put where they don't belong: ⏎ is a line feed, ␣ a blank, ␀ a NUL.
_TOKENS = {
    "pgn": r"""{ } ( ) [ ] " ; % < $1 $ 1-0 * 1. ... e4 -- \ !? ⏎⏎ [%clk␣1:00] [Event␣ [Event␣"x"]⏎
        {x␀y} [Variant␣"Shogi"]⏎[FEN␣"[x]"]⏎ [Variant␣"Crazyhouse"]⏎ [FEN␣"[PPr]"]⏎""",
    "sgf": r"""( ) ; [ ] \ : B[aa] W[] C[x] (; AB[bb][cc] LB[aa:1] SZ[9] GM[11] FF[3] RE[0]
        CA[UTF-8] CA[GB2312] C[x␀y]""",
    "kif": """手数----指手---------消費時間--⏎ 変化：1手⏎ ␣␣␣1␣７六歩(77)⏎ 同　 (49) 投了 * & # ： ＋ 成 打 右
        直 ▲２六歩 △ 先手： 手合割：香落ち⏎ (␣0:01/00:00:01) 上手番⏎ 先手の持駒：飛二⏎ |v香 中断⏎ *x␀y⏎
        まで3手で先手の勝ち⏎""",
    "csa": """V2.2⏎ V3.0⏎ N+x⏎ $EVENT:x⏎ PI⏎ P+00FU⏎ +⏎ -⏎ T5⏎ +7776FU⏎ -3334FU⏎ %TORYO⏎ % 'x⏎ '*y⏎ '*y␀z⏎
        '**␣␀⏎ /⏎ ,
        'CSA␣encoding=UTF-8⏎""",
    "jkf": r"""{ } [ ] , : " \ null "comments":["x"], "comments":["x␀y"], "forks":[[{}]], "special":"TORYO",
        \ud800 1e999
        "move":{}, "header":{},""",
    "sfen": "sfen␣ startpos moves ␣-␣1 7g7f position␣ # ⏎ lnsgkgsnl/ +",
    "usen": "~ . ~0. ~1.2jm 7ku .r .p z _ -",
    "psn": """1.P7g-7f⏎ 2.P3c-3d␣(00:02␣/␣00:00:02)⏎ Variation:2⏎ { } [Sente␣"x"]⏎ [SFEN␣"9/9␣b␣-␣1"]⏎ P*5e
        +B2b-3c 3.Resigns⏎ 7g7f 9. ( ) : " \\ \x81}""",
    "epd": """bm␣ id␣ ; " ␣-␣ w␣ 0␣1 c0␣ ⏎ ce␣5; 8/8/8/8/8/8/8/8␣w␣-␣-""",
    "wei7": """< > & &amp; </ /> " <B>dd</B> <!--␣x␣--> <![CDATA[x]]> <?x?> <branch> </branch>
        <comment>x</comment>""",
    "gametree": r"( ) [ ] \ , ; : T[x] C[x] a1 swap resign B -",
    "t1": "⏎ = / #␣ a1 R B Y 24 false true",
    "lines": "# , : a1 swap 11 https://hexworld.org/board/#11, r9 ; ␣",
}
_FAMILY = {
    **{"fen": "epd", "ki2": "kif", "bod": "kif", "kifu": "kif", "ki2u": "kif", "usi": "sfen"},
    **{"hsgf": "sgf", "tsgf": "sgf", "hgt": "gametree", "tgt": "gametree", "hexworld": "lines"},
    **{"trmph": "lines", "moves": "lines", "six": "lines", "usen": "usen", "lgjson": "jkf"},
    **{"apjson": "jkf", "pgns": "pgn", "pgc": "pgn", "xqfen": "epd", "xqt": "pgn", "wxf": "pgn"},
}
_COMMON = (
    *(b"\n", b"\r\n", b"\r", b" ", b"\t", b"\0", b"\x1a"),
    *(b"\xff", b"\x80", b"\xe3\x81", b"\xef\xbb\xbf"),
)


_BARE = (b"", b"\n", b"\r\n\r\n", b" ", b"\xef\xbb\xbf", b"\0", b"\xff\xfe")


def tokens_for(suffix: str) -> tuple[bytes, ...]:
    """What is put into files with a suffix: of its format, and what breaks any text."""
    own = _TOKENS.get(_FAMILY.get(suffix, suffix), "").split()
    plain = (one.replace("⏎", "\n").replace("␣", " ").replace("␀", "\0") for one in own)
    return (*(one.encode() for one in plain), *_COMMON)


def mutated(
    data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random, part: int = 1
) -> tuple[bytes, str]:
    """(a file with none to four changes, their names); `others` are files of the same format.

    Where it is given very many of one thing, only a `part` of them.
    """
    if chance.random() < 0.2:
        return data, "as it is"
    if chance.random() < 0.02:
        return chance.choice(_BARE), "hardly a file"
    if chance.random() < 0.04:
        return structures.many(data, _FAMILY.get(suffix, suffix), chance, part), structures.MANY
    names = []
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        how = chance.choice(_WAYS)
        names.append(how.__name__.strip("_"))
        data = how(data, suffix, others, chance)
    return data, ", ".join(names)


def bytes_mutated(data: bytes, chance: random.Random) -> bytes:
    """What isn't a record, with up to three changes: a bit, else bytes, cuts, whole lines."""
    if chance.random() < 0.1:
        return data
    if chance.random() < 0.5 and data:
        at = chance.randrange(len(data))
        return data[:at] + bytes((data[at] ^ 1 << chance.randrange(8),)) + data[at + 1 :]
    for _ in range(chance.choice((1, 2, 3))):
        data = chance.choice(_PLAIN_WAYS)(data, "", (), chance)
    return data


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randrange(len(data) + 1)


def _cut_end(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    return data[: _place(data, chance)]


def _cut_start(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    return data[min(_place(data, chance), _place(data, chance)) :]


def _cut_out(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at + chance.choice((1, 2, 5, 20, 100)) :]


def _bytes_changed(
    data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random
) -> bytes:
    out = bytearray(data)
    for _ in range(chance.randrange(1, 4) if out else 0):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _digit_changed(
    data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random
) -> bytes:
    places = [found.start() for found in re.finditer(rb"[0-9A-Za-z+\-]", data)]
    if not places:
        return data
    at = chance.choice(places)
    return data[:at] + chance.choice((b"0", b"9", b"a", b"Z", b"+", b"-")) + data[at + 1 :]


def _token(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    token, at = chance.choice(tokens_for(suffix)), _place(data, chance)
    if chance.random() < 0.3:  # in the codec of old files
        token = token.decode("utf-8", "replace").encode("cp932", "replace")
    if chance.random() < 0.5:  # at the start of a line
        at = data.rfind(b"\n", 0, at) + 1
    return data[:at] + token + data[at:]


def _lines(how: Callable[[list[bytes], random.Random], None]) -> Callable[..., bytes]:
    def change(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
        lines = data.splitlines(keepends=True)
        if lines:
            how(lines, chance)
        return b"".join(lines)

    change.__name__ = how.__name__
    return change


def _line_deleted(lines: list[bytes], chance: random.Random) -> None:
    del lines[chance.randrange(len(lines))]


def _line_doubled(lines: list[bytes], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines.insert(at, lines[at])


def _lines_swapped(lines: list[bytes], chance: random.Random) -> None:
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def _line_joined(lines: list[bytes], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines[at] = lines[at].rstrip(b"\r\n")


def _encoding(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    """The text, or one line of it, in another codec than the rest."""
    old = next((one for one in ("utf-8", "cp932", "gb18030") if _fits(data, one)), "latin-1")
    new = chance.choice(("utf-8", "utf-8-sig", "cp932", "gb18030", "big5", "utf-16", "latin-1"))
    if chance.random() < 0.5:
        return data.decode(old).encode(new, "replace")
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    at = chance.randrange(len(lines))
    lines[at] = lines[at].decode(old, "replace").encode(new.removesuffix("-sig"), "replace")
    return b"".join(lines)


def _fits(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _line_ends(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    plain = data.replace(b"\r\n", b"\n")
    return plain.replace(b"\n", chance.choice((b"\n", b"\r\n", b"\r", b"\n\n", b" \n")))


def _two_files(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(others) if others else data
    return data + chance.choice((b"", b"\n", b"\n\n")) + other


def _crossed(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    """The beginning of one file and the end of another."""
    other = chance.choice(others) if others else data
    return data[: _place(data, chance)] + other[_place(other, chance) :]


_WAYS: tuple[Callable[..., bytes], ...] = (
    *(
        _cut_end,
        _cut_start,
        _cut_out,
        _bytes_changed,
        _bytes_changed,
        _digit_changed,
        _digit_changed,
    ),
    *(_token, _token, _token, _encoding, _line_ends, _two_files, _crossed),
    *(structures.value_changed, structures.value_changed, structures.value_recoded),
    *(structures.sign_in_text, structures.sign_in_text, structures.blank_lines),
    *map(_lines, (_line_deleted, _line_deleted, _line_doubled, _lines_swapped, _line_joined)),
)
_PLAIN_WAYS: tuple[Callable[..., bytes], ...] = (
    *(_cut_end, _bytes_changed, _bytes_changed, _digit_changed, _digit_changed, _token),
    *(_cut_start, _cut_out, *map(_lines, (_line_deleted, _line_doubled, _lines_swapped))),
)
