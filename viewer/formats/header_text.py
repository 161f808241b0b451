"""Header values as displayed in lists, titles and beside the board."""

from __future__ import annotations

from viewer.base.text import readable


def value_text(role: str, value: str) -> str:
    """A header in one line, by its role; "" for a value that means unknown.

    Of a date only the known part: "1895.05.??" gives 1895.05.
    """
    text = " ".join(readable(value).split())
    if not text.strip("?.-"):
        return ""
    if role == "date":
        return text.replace(".??", "").replace("????", "?")
    if role == "result":
        return text.replace("1/2-1/2", "½–½").replace("-", "–")
    return text
