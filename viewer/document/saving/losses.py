"""Losses as people read them: equal ones together, moves as they are written elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.messages import Message, Number
from viewer.base.named import NamedTuple
from viewer.formats.format import Loss


class LossGroup(NamedTuple):
    """Losses that the same sentence tells, in the order they were found.

    `words` is the sentence as the format made it.
    """

    words: Message
    losses: tuple[Loss, ...]


def grouped(losses: Iterable[Loss]) -> list[LossGroup]:
    """Losses by their sentences, in the order in which each was first found."""
    found: dict[str, list[Loss]] = {}
    for loss in losses:
        found.setdefault(loss.words.text(), []).append(loss)
    return [LossGroup(group[0].words, tuple(group)) for group in found.values()]


def respelled(words: Message, neutral: str, written: str) -> Message:
    """A sentence in which a move stands as `written` where a format named it in neutral notation."""
    args: dict[str, str | int | Message | Number] = {}
    for name, value in words.args.items():
        if isinstance(value, Message):
            args[name] = respelled(value, neutral, written)
        else:
            args[name] = written if value == neutral else value
    return words._replace(args=args)
