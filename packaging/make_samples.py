#!/usr/bin/env python3
"""Write the samples that come with Qipu: `.venv/bin/python packaging/make_samples.py [GAME …]`.

`packaging/samples/GAME.toml` has the moves of a game's samples, and their words in each language; words that
games share stand in `common.toml`. Facts of games are common knowledge, the words are ours. A sample is

    [[study]]                        its kind, of which each table is a record
    file = "chess.pgn"               with the first record
    start = "…"                      a position, where it isn't the usual one
    headers = { White = "{morphy}" }
    moves = "{hello} e4 e5 ! ( c5 {other} Nf3 ) Nf3"

of moves, `{words}` for the comment of the move before (at the beginning: of the start), `!` and the like,
brackets around what is in place of the move before, and `@square:e4`, `@arrow:f3-e5`, `@label:qc=A` …, with
a colour as in `@square,red:e5`, `@clock:0:05:00`, `@verdict:5000` …, and `#中断` for an end. In words
`<next>` is the key of a command, or the way to it in the menus.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from viewer.base.catalogs import translator_of
from viewer.base.samples import SAMPLES as KINDS
from viewer.document import plans
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES, game_of
from viewer.games.states import States
from viewer.tree.action import Setup, Terminal
from viewer.tree.annotation import FACETS, GLYPHS, MARKS, VERDICT, Mark
from viewer.tree.node import Node
from viewer.tree.record import Header, Record
from viewer.ui.commands import COMMANDS

WORDS = ROOT / "packaging" / "samples"
SAMPLES = ROOT / "resources" / "samples"
LANGUAGES = "en", "zh_CN", "zh_TW", "ja", "ko", "de"
XQF = "en", "zh_CN", "zh_TW"
"""Languages whose letters XQF has, and whose text its readers know for what it is; else it is PGN."""
NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10}
_WORDS = re.compile(r"\{([\w-]+)\}")
_KEYS = re.compile(r"<([a-z][a-z0-9-]*)>")
_TOKENS = re.compile(r"@[\w,]+:\{[\w-]+\}|\{[\w-]+\}|[()]|[^\s(){}]+")
_SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Return": "Enter"}
_GERMAN = {
    "Ctrl": "Strg",
    "Shift": "Umschalt",
    "PgDown": "Bild ab",
    "PgUp": "Bild auf",
    "Home": "Pos1",
}
_GERMAN |= {"End": "Ende", "Space": "Leertaste", "Del": "Entf", "Ins": "Einfg"}


def table_of(game: str) -> dict[str, Any]:
    """The samples of a game, with all words that they may have."""
    table, common = (
        tomllib.loads((WORDS / f"{name}.toml").read_text("utf-8")) for name in (game, "common")
    )
    return {**table, "words": {**common["words"], **table["words"]}}


def way_to(command: str, language: str) -> str:
    """The usual key of a command, as it is named in a language, else where it stands in the menus."""
    told = COMMANDS[command]
    if not told.keys:
        words = translator_of("" if language == "en" else language)
        return " → ".join(one.text(words) for one in (told.menu, told.group, told.name) if one)
    parts = [_SIGNS.get(part, part) for part in re.split(r"(?<=.)\+", told.keys[0])]
    return "+".join(_GERMAN.get(part, part) if language == "de" else part for part in parts)


def told(text: str, table: Mapping[str, Any], language: str) -> str:
    """A text with its words in a language, and the keys of the commands in it."""
    said = _WORDS.sub(lambda found: table["words"][found[1]][language], text)
    return _KEYS.sub(lambda found: way_to(found[1], language), said.strip())


def documents(game: str, language: str) -> Iterator[tuple[str, str, Document]]:
    """(kind, name of the file, document) of each sample of a game."""
    table = table_of(game)
    for kind in KINDS:
        files: dict[str, list[dict[str, Any]]] = {}
        for entry in table.get(kind, ()):
            files.setdefault(entry.get("file") or next(reversed(files)), []).append(entry)
        for name, entries in files.items():
            if language not in XQF:
                name = name.replace(".xqf", ".pgn")
            yield kind, name, _document(game, name, entries, table, language)


def _document(
    game_id: str, name: str, entries: list[dict[str, Any]], table: Mapping[str, Any], language: str
) -> Document:
    """A document of some records of a file."""
    suffix, game, records = name.rpartition(".")[2], game_of(game_id), []
    for entry in entries:
        start = Setup(entry["start"]) if "start" in entry else game.starts[0].setup
        headers = (
            Header(key, told(text, table, language))
            for key, text in entry.get("headers", {}).items()
        )
        encoding = "gb18030" if suffix == "xqf" else "utf-8"
        records.append(Record(game_id, Node(0, None, start), tuple(headers), encoding))
    format_id = next(
        one.id for one in FORMATS.values() if suffix in one.suffixes and game_id in one.games
    )
    document = Document(MemoryCollection(format_id, records))
    for key, entry in zip(document.keys(), entries, strict=True):
        _play(document, key, told_moves(entry["moves"], table, language))
    return document


def told_moves(moves: str, table: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """(token, its text in a language if it stands for words, else "") of a sample's moves."""
    for token in _TOKENS.findall(moves):
        text = told(token, table, language) if "{" in token else ""
        yield (text, "") if token.startswith("@") and text else (token, text)


def _play(document: Document, key: int, tokens: Iterator[tuple[str, str]]) -> None:
    """Play the moves of a record, with all that is said of them. Raises ValueError for what is no move."""
    record = document.record_of(key)
    game = game_of(record.game)
    states, node, above = States(game, record), record.root, []
    for token, text in tokens:
        if token == "(":
            above.append(node)
            if node.parent is None:
                raise ValueError("a variation of the start")
            node = node.parent
        elif token == ")":
            node = above.pop()
        elif text:
            more = f"{node.comment}\n\n{text}" if node.comment else text
            document.do(plans.comment(document, key, node, more))
        elif token in NAGS or token.startswith("$"):
            nag = NAGS.get(token) or int(token[1:])
            document.do(plans.note(document, key, node, GLYPHS, (*node.glyphs, nag)))
        elif token.startswith("#"):
            document.do(plans.action(document, key, node, Terminal(token[1:])))
        elif token.startswith("@"):
            _note(document, key, node, token[1:])
        else:
            moves = game.read_moves(states.at(node), token)
            if len(moves) != 1:
                raise ValueError(f"{token} is {len(moves)} moves in {record.game}")
            node = document.play(node, moves[0].text)
        node = record.node(node.id)
    if above:
        raise ValueError("a bracket isn't closed")


def _note(document: Document, key: int, node: Node, token: str) -> None:
    """A mark, or what else is said of a node."""
    kind, _, places = token.partition(":")
    kind, _, colour = kind.partition(",")
    if kind in FACETS:
        value = int(places) if kind == VERDICT else places
        document.do(plans.note(document, key, node, kind, value))
        return
    marks = list(node.note(MARKS) or ())
    for place in places.split(","):
        squares, _, text = place.partition("=")
        marks.append(Mark(kind, tuple(squares.split("-")), colour or "green", text))
    document.do(plans.note(document, key, node, MARKS, tuple(marks)))


def write(game: str, folder: Path) -> None:
    """Write the samples of a game in all languages into a folder."""
    for language in LANGUAGES:
        for kind, name, document in documents(game, language):
            path = folder / language / kind / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            document.save(str(path))


def main(words: list[str]) -> None:
    """Write those of the games named, or of all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all")
    for game in parser.parse_args(words).games or GAMES:
        write(game, SAMPLES)


if __name__ == "__main__":
    main(sys.argv[1:])
