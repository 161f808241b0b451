"""Recognising the games of servers and programs that play Hex and Twixt."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness
from viewer.formats.kit.recognising import game_of_golem

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
