"""Make the tables of `resources/folding` from three packages, which Qipu itself doesn't need.

    .venv/bin/python -m pip install opencc-python-reimplemented==0.1.7 pypinyin==0.55.0 anyascii==0.3.3
    .venv/bin/python packaging/make_folding.py [FOLDER]

han.txt: two lines, characters that are traditional Chinese or Japanese, and the simplified one for each
(OpenCC's dictionaries, Apache-2.0). latin.txt: a line for each way of writing letters of Latin, Cyrillic
and Greek that Unicode doesn't take apart, in ASCII, with the letters (anyascii, ISC). pinyin.txt: a line for
each syllable without its tone, with the simplified characters that are read so (pypinyin, MIT).
"""

from __future__ import annotations

import argparse
import importlib.resources
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "resources" / "folding"
_LETTERS = (*range(0xDF, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000))
_HAN = range(0x4E00, 0xA000)
_MORE = {"尭": "尧", "艶": "艳", "槙": "槇", "澁": "涩", "砲": "炮"}
"""Characters that the dictionaries keep apart, or don't have: of Japanese names, the cannon of xiangqi."""
_NAMES = """
髙高 﨑崎 嵜崎 碕崎 邉邊 嶋島 嶌島 冨富 渕淵 桒桑 栁柳 礒磯 濵濱 淸清 靑青 郞郎 隣鄰 晄晃 𠮷吉 曻昇
昻昂 舩船 鐡鐵 篭籠 薗園 槗橋 靍鶴 靏鶴 鸖鶴 兎兔 莵兔 翆翠 籔藪 﨔欅 柹柿 楳梅 枩松 柗松 煕熙 凞熙
穐秋 龝秋 讃讚 邨村 鄕鄉 劔劍 剱劍 㐂喜 圀國 埜野 姫姬 寳寶 甁瓶 硏研 緖緒 乕虎 逹達 頴穎 鬪鬥 闘鬥
挙舉 戯戲 窓窗 諌諫 飮飲 頬頰 鴬鶯 舗鋪 鴈雁
"""
"""Ways of writing a character that people keep for their names, each with the usual one (Unicode's Unihan
has them as variants)."""


def pairs(name: str) -> Iterator[tuple[str, str]]:
    """(character, its first value) of a dictionary of OpenCC."""
    text = (importlib.resources.files("opencc") / "dictionary" / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        key, _, values = line.partition("\t")
        if len(key) == 1 and values and len(values.split()[0]) == 1:
            yield key, values.split()[0]


def simplified() -> dict[str, str]:
    """The simplified character of each traditional and each Japanese one."""
    known = dict(pairs("TSCharacters.txt"))
    found = {key: value for key, value in known.items() if key != value}
    for name in ("JPVariants.txt", "TWVariants.txt", "HKVariants.txt"):
        for old, character in pairs(name):
            value = known.get(old, old)
            kept = character in found or character in found.values()
            if not kept and value != character and character not in known.values():
                found[character] = value
    found |= _MORE | {variant: usual for variant, usual in _NAMES.split()}
    return {key: found.get(value, value) for key, value in found.items()}


def plain_letters() -> dict[str, str]:
    """What letters are in ASCII, in lower case; of those that Unicode takes apart nothing is said."""
    from anyascii import anyascii

    found = {}
    for point in _LETTERS:
        letter = chr(point)
        if letter != letter.casefold() or not letter.isalpha():
            continue
        apart = unicodedata.normalize("NFKD", letter)
        ascii = anyascii(letter).casefold().strip("'\"")  # marks of hard and soft sounds
        if not apart[0].isascii() and len(apart) == 1 and (ascii.isalpha() or not ascii):
            found[letter] = ascii
    return found


def readings(han: Mapping[str, str]) -> dict[str, list[str]]:
    """The characters that are read as each syllable; ü is u and v, as it is typed."""
    from pypinyin.pinyin_dict import pinyin_dict

    found: dict[str, list[str]] = defaultdict(list)
    for point in _HAN:
        character = chr(point)
        if character in han:
            continue
        said: dict[str, None] = {}
        for reading in str(pinyin_dict.get(point, "")).split(","):
            apart = unicodedata.normalize("NFD", reading)
            kept = "".join(
                one for one in apart if one == "\u0308" or not unicodedata.combining(one)
            )
            for sign in ("", "v"):
                syllable = kept.replace("u\u0308", sign or "u").replace("\u0308", "")
                if syllable.isascii() and syllable.isalpha():
                    said[syllable] = None
        for syllable in said:
            found[syllable].append(character)
    return dict(found)


def tables() -> dict[str, str]:
    """The text of each file, by its name."""
    han = simplified()
    rows = sorted(han.items())
    letters: dict[str, list[str]] = defaultdict(list)
    for letter, ascii in plain_letters().items():
        letters[ascii].append(letter)
    return {
        "han.txt": "".join(key for key, _ in rows)
        + "\n"
        + "".join(value for _, value in rows)
        + "\n",
        "latin.txt": _lines(letters),
        "pinyin.txt": _lines(readings(han)),
    }


def _lines(found: Mapping[str, list[str]]) -> str:
    return "".join(f"{key} {''.join(found[key])}\n" for key in sorted(found))


def main(words: list[str]) -> None:
    """Write the files into a folder, else into the resources."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, nargs="?", default=TARGET)
    folder: Path = parser.parse_args(words).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in tables().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
