"""Checking that an operation has the operands that its opcode takes (section 16.2.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.messages import Message, message
from viewer.formats.epd.lexer import Operation
from viewer.formats.epd.opcodes import STRINGS
from viewer.formats.shared.breach import Breach
from viewer.tree.diagnostic import Severity

_SECTIONS = {
    opcode: f"16.2.5.{number}"
    for number, opcode in enumerate(
        (
            *(b"acn", b"acs", b"am", b"bm", b"c0", b"ce", b"dm", b"draw_accept", b"draw_claim"),
            *(b"draw_offer", b"draw_reject", b"eco", b"fmvn", b"hmvc", b"id", b"nic", b"noop"),
            *(b"pm", b"pv", b"rc", b"resign", b"sm", b"tcgs", b"tcri", b"tcsi", b"v0"),
        ),
        1,
    )
}
_INTEGER = re.compile(rb"[+-]?[0-9]{1,18}")
_NONE = frozenset((b"draw_accept", b"draw_claim", b"draw_offer", b"draw_reject", b"resign"))
_RANGES: dict[bytes, tuple[int, int | None, Message]] = {
    **dict.fromkeys(
        (b"acn", b"acs", b"hmvc"), (0, None, message("The operand is an integer from 0 on."))
    ),
    **dict.fromkeys(
        (b"dm", b"fmvn", b"rc", b"tcgs"), (1, None, message("The operand is an integer from 1 on."))
    ),
    b"ce": (-32767, 32766, message("The operand is an integer from -32767 to 32766.")),
}
_ONE_MOVE = frozenset((b"pm", b"sm"))
_TWO = frozenset((b"tcri", b"tcsi"))
_STRINGS = frozenset(opcode.encode() for opcode in STRINGS)


def section_of(opcode: bytes, other: str = "16.2.5") -> str:
    """The section of the standard about an opcode; `other` if it has none."""
    family = opcode[:1] + b"0" if re.fullmatch(rb"[cv][0-9]", opcode) else opcode
    return _SECTIONS.get(family, other)


def operand_breaches(one: Operation) -> Iterator[Breach]:
    """The breaches in the number and kind of an operation's operands; none if the opcode isn't standard."""
    opcode, operands = one.opcode, one.operands
    words: Message | None = None
    if opcode in _NONE and operands:
        words = message("The opcode takes no operands.")
    elif opcode in _TWO and not (len(operands) == 2 and all(each.quoted for each in operands)):
        words = message("The opcode takes two strings.")
    elif opcode == b"id" and not (len(operands) == 1 and operands[0].quoted):
        words = message("The opcode takes one string.")
    elif opcode in _STRINGS and not (len(operands) <= 1 and all(each.quoted for each in operands)):
        words = message("The opcode takes one string, or nothing.")
    elif (opcode in _ONE_MOVE or opcode in _RANGES) and len(operands) != 1:
        words = message("The opcode takes one operand.")
    if words is not None:
        yield Breach(one.first, section_of(opcode), words, "operands")
    elif opcode in _RANGES:
        yield from _number(one)


def _number(one: Operation) -> Iterator[Breach]:
    least, most, words = _RANGES[one.opcode]
    text = one.operands[0].text
    if (
        one.operands[0].quoted
        or not _INTEGER.fullmatch(text)
        or int(text) < least
        or (most is not None and int(text) > most)
    ):
        yield Breach(one.first, section_of(one.opcode), words, "range")
    elif text.startswith(b"+"):
        plus = message("A plus sign isn't needed, and discouraged.")
        yield Breach(one.first, "16.2.4.1", plus, "plus", Severity.INFO)
