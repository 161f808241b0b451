"""How a comment's text is displayed, and how an edit of the displayed text is applied to it.

Several comments of a node stand in one text, divided by U+2029 and one U+2028 for each item of the
file between the two. In formats whose line breaks are layout (`flowing`) a single one is shown as a
blank, and a paragraph is what an empty line makes. An edit changes the text only where it changes
what is shown: divisions and line breaks elsewhere stay as they are.
"""

from __future__ import annotations

import re
from functools import partial

from viewer.tree.action import Remark
from viewer.tree.annotation import EVENT
from viewer.tree.node import Node

MESSAGE = 28
"""Characters up to which a message stands among the moves."""
_DIVISION = re.compile("\u2029\u2028*|\u2028")
# In flowing text: a division, the end of a paragraph, or a line break that is layout.
_LAYOUT = re.compile("\u2029\u2028*|\u2028|\n(?:[ \t]*\n)+|[ \t]*\n(?![ \t]*\n)[ \t]*")
_TYPED = re.compile("\n+")
_TAG = re.compile(
    r"\[/?(?:color|size|font|face|center|left|right|align|b|i|u|s)(?:=[^]\n]{0,40})?\]",
    re.IGNORECASE,
)


def shown(text: str, flowing: bool, layout: str = " ") -> str:
    """A text as it is shown: paragraphs divided by one line feed each.

    `layout` is what stands for a line break that is layout.
    """
    if "\n" not in text and "\u2029" not in text and "\u2028" not in text:
        return text
    return (_LAYOUT if flowing else _DIVISION).sub(partial(_as_shown, layout=layout), text)


def _as_shown(found: re.Match[str], layout: str = " ") -> str:
    piece = found.group()
    if piece[0] in "\u2028\u2029":
        return "\n"
    return "\n" * (piece.count("\n") - 1) or layout


def without_tags(text: str) -> str:
    """A text without tags for looks."""
    return _TAG.sub("", text) if "[" in text else text


def flowed(text: str) -> str:
    """The flowing text that is shown as some text."""
    return _TYPED.sub(lambda run: "\n" + run.group(), text)


def edited(text: str, new: str, flowing: bool) -> str:
    """The text that is displayed as `new`, differing as little as possible from the old text."""
    old = shown(text, flowing)
    if new == old:
        return text
    start = _common(old, new)
    end = len(old) - _common(old[: start - 1 - len(old) : -1], new[: start - 1 - len(new) : -1])
    for more in (0, 1, len(old)):
        # What is typed beside a line break may run together with it: then that is written anew.
        first, begun = _place(text, max(start - more, 0), flowing, False)
        last, ended = _place(text, min(end + more, len(old)), flowing, True)
        middle = new[first : len(new) - (len(old) - last)]
        if flowing:
            # One line feed more: a single one would be layout.
            middle = flowed(middle)
        made = text[:begun] + middle + text[ended:]
        if shown(made, flowing) == new:
            break
    return made


def _common(one: str, other: str) -> int:
    """Length of the common beginning."""
    length = min(len(one), len(other))
    if one[:length] == other[:length]:
        return length
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def _place(text: str, wanted: int, flowing: bool, after: bool) -> tuple[int, int]:
    """(offset in the displayed text, offset in the text) of an offset in the displayed text.

    Within characters that are displayed differently it is their beginning, or with `after` their end.
    """
    here = 0  # in what is shown
    done = 0  # in the text
    for found in (_LAYOUT if flowing else _DIVISION).finditer(text):
        here += found.start() - done
        done = found.start()
        if wanted <= here:
            break
        length = len(_as_shown(found))
        if wanted < here + length:
            return (here + length, found.end()) if after else (here, found.start())
        here, done = here + length, found.end()
    return wanted, done + wanted - here


def long_message(node: Node) -> str:
    """The text of a message too long to stand between moves, "" for anything else."""
    action = node.action
    if type(action) is not Remark or EVENT in node.notes:
        return ""
    text = action.text
    return text if len(text) > MESSAGE or "\n" in text else ""
