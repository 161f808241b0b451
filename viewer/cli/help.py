"""`qipu help`: the manual on a terminal: the list of its chapters, one of them, or where a word stands."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache

from viewer.base.catalogs import active, tr
from viewer.base.manual import Manual, Named
from viewer.base.messages import Message, in_context, message
from viewer.base.resources import resource_text
from viewer.cli.arguments import parser_of
from viewer.cli.commands import OK
from viewer.cli.console import Failed, say

_WIDEST, _LEAST = 100, 40  # columns of a text
_KEYS = {
    "Ctrl": in_context("a key", "Ctrl"),
    "Shift": in_context("a key", "Shift"),
    "Space": in_context("a key", "Space"),
    "Return": in_context("a key", "Return"),
    "Backspace": in_context("a key", "Backspace"),
    "Del": in_context("a key", "Del"),
    "Ins": in_context("a key", "Ins"),
    "Home": in_context("a key", "Home"),
    "End": in_context("a key", "End"),
    "PgUp": in_context("a key", "PgUp"),
    "PgDown": in_context("a key", "PgDown"),
    "Left": in_context("arrow key", "Left"),
    "Right": in_context("arrow key", "Right"),
    "Up": in_context("arrow key", "Up"),
    "Down": in_context("arrow key", "Down"),
}
"""Keys by the names that Qt has for them; the window shows them as Qt translates them."""


def run(words: list[str]) -> int:
    """The command. Exit status 0, 2 where nothing of the manual has the words."""
    parser = parser_of("help")
    parser.add_argument(
        "chapter",
        metavar="CHAPTER",
        nargs="*",
        help=tr(message("the name of a chapter, or words to find; without any, all chapters")),
    )
    asked = " ".join(parser.parse_args(words).chapter)
    manual = Manual(active(), named)
    chapter = manual.chapters.get(asked.lower())
    if chapter is not None:
        width = min(_WIDEST, max(_LEAST, shutil.get_terminal_size().columns))
        for line in manual.plain(chapter, width):
            say(line)
    elif asked:
        _find(manual, asked)
    else:
        _list(manual)
    return OK


def named(id: str) -> Named:
    """A command of the window by its name, its usual key, and the words that the palette finds it by."""
    packed, keys, also = _table()[id]
    name = tr(Message.unpacked(packed)).removesuffix("…").rstrip()
    words = "" if also is None else f"{tr(Message.unpacked(also))} {Message.unpacked(also)}"
    return Named(tr(message("“{name}”", name=name)), key_words(keys[0]) if keys else "", words)


def key_words(key: str) -> str:
    """A key in the words of the active language, as the window names it."""
    return re.sub("|".join(_KEYS), lambda name: tr(_KEYS[name[0]]), key)


@cache
def _table() -> dict[str, tuple[list[object], list[str], list[object] | None]]:
    """Names, keys and other words of the commands by id, as `packaging/keys_table.py` writes them."""
    found: dict[str, tuple[list[object], list[str], list[object] | None]] = json.loads(
        resource_text("manual", "commands.json")
    )
    return found


def _list(manual: Manual) -> None:
    width = max(map(len, manual.chapters))
    for chapter in manual.chapters.values():
        say(f"  {chapter.name:{width}}  {chapter.title}")
    say("")
    say(
        message("qipu help CHAPTER prints one of them, qipu help WORD finds a word in all of them.")
    )
    say(message("The keys are the usual ones; in the window, F1 shows the manual with yours."))


def _find(manual: Manual, asked: str) -> None:
    hits = manual.search(asked)
    if not hits:
        raise Failed(message("Nothing in the manual has “{words}”; see qipu help.", words=asked))
    for hit in hits:
        say(f"{hit.place.partition('#')[0]}: {hit.title}")
        say(f"    {hit.excerpt}")
