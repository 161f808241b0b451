"""Games of Hex and Twixt from servers and programs, which are read but not written.

Little Golem's and Abstract Play's are JSON, as their pages give it; twixtui is a program that plays Twixt on
a terminal. What is downloaded from Little Golem (.hsgf, .tsgf) looks like SGF, but an SGF reader would get
colours and places wrong (see `golem`). Sources: public programs that read or write them.
"""

from __future__ import annotations

import re

from viewer.base.messages import Message, message
from viewer.formats.entry import Likeness
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import TEXT_ENCODINGS
from viewer.formats.kit.read_game import ReadFormat
from viewer.formats.kit.recognising import game_of_golem

RESULTS: dict[str, Message] = {
    "1-0": message("The first player wins"),
    "0-1": message("The second player wins"),
    "1/2-1/2": message("Draw"),
}


class ConnectionFormat(ReadFormat):
    """One of these formats."""

    builder = "viewer.formats.connection.reader:ConnectionGame"
    free_headers = True
    fields = (
        HeaderField("First", message("First player"), "side0"),
        HeaderField("Second", message("Second player"), "side1"),
        HeaderField("Event", message("Event"), "event"),
        HeaderField("Result", message("Result"), "result", RESULTS),
        HeaderField("Ending", message("How the game ended"), telling=True),
        HeaderField("RU", message("Rules"), kind="rules"),
    )


class GolemFormat(Format):
    """The format of Little Golem's files."""

    id = "lg-sgf"
    reader = "viewer.formats.connection.golem:GolemCollection"
    fields = (
        HeaderField("PB", message("First player"), "side0"),
        HeaderField("PW", message("Second player"), "side1"),
        HeaderField("EV", message("Event"), "event"),
        HeaderField("RE", message("Result"), "result"),
        HeaderField("GC", message("About the game")),
        HeaderField("SO", message("Source")),
    )
    free_headers = True
    encodings = TEXT_ENCODINGS
    writable = False
    name = message("Files of Little Golem")


_READER = "viewer.formats.connection.reader:"
LG_SGF = GolemFormat()
LG_JSON = ConnectionFormat("lg-json", "Little Golem (JSON)", f"{_READER}read_golem")
ABSTRACT_PLAY = ConnectionFormat("abstractplay", "Abstract Play", f"{_READER}read_abstract_play")
TWIXTUI = ConnectionFormat("twixtui", "twixtui", f"{_READER}read_twixtui")


_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{")
_SIGNS = (re.compile(rb'"gtid"\s*:\s*"(?:hex|twixt)'), re.compile(rb'"(?:dmove|players|variant)"'))
_GAME = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{.{0,200}?"game"\s*:\s*"hex"', re.DOTALL)
_STACK = re.compile(rb'"(?:stack|variants|numplayers)"\s*:')
_MARK = re.compile(rb"\s*(?:#[^\n]*\n\s*)*twixtui-record[ \t]+\d")


def probe_lg_sgf(head: bytes) -> Likeness:
    """YES if the file's game can be told."""
    return Likeness.YES if game_of_golem(head) else Likeness.NO


def probe_lg_json(head: bytes) -> Likeness:
    """Rate content of Little Golem's service by the members of the object."""
    sure = _OBJECT.match(head) and all(sign.search(head) for sign in _SIGNS)
    return Likeness.ONLY if sure else Likeness.NO


def probe_abstractplay(head: bytes) -> Likeness:
    """Rate content of Abstract Play by the members of the object."""
    sure = _GAME.match(head) and _STACK.search(head)
    return Likeness.ONLY if sure else Likeness.NO


def probe_twixtui(head: bytes) -> Likeness:
    """Rate content of twixtui by its first line."""
    return Likeness.ONLY if _MARK.match(head) else Likeness.NO
