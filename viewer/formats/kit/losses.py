"""Losses: what a record says that isn't said by what was written of it and read back, told in words.

A format says what differs by a table of sentences (`LossSentences`), and by a function for the few losses
of which it can say more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.tree.annotation import FACETS
from viewer.tree.diff import Alike, Difference, lost
from viewer.tree.record import Record

Special = Callable[[Difference], Message | None]
"""What a format says of one difference alone; None where the sentence of its table will do."""

SOME_LEFT_OUT = message("The moves aren't all written as they are, since some are left out.")


class LossSentences(NamedTuple):
    """What is said of a loss, by the kind of its `Difference`; templates whose arguments are given later.

    Attributes:
        game: the format doesn't hold the record's game.
        start: the start is read as `{start}`.
        header: a header `{key}`.
        facet: an annotation, `{what}` for people.
        branch: the move `{move}` (and what follows) isn't written.
        action: the move `{before}` is written as `{after}`.
        added: nodes are read that the record doesn't have, since others are left out.
        usual_start: the start is read as the usual one, which nothing spells out; None where that is `start`.
    """

    game: Message
    start: Message
    header: Message
    facet: Message
    branch: Message
    action: Message = message("{before} is written as {after}.")
    added: Message = SOME_LEFT_OUT
    usual_start: Message | None = None

    def of(self, difference: Difference) -> Message:
        """The sentence for a difference."""
        kind = difference.kind
        before, after = text_of(difference.before), text_of(difference.after)
        if kind == "game":
            return self.game
        if kind == "start":
            usual = self.usual_start if not after else None
            return usual or self.start.given(start=after)
        if kind.startswith("header:"):
            return self.header.given(key=header_key(difference))
        if kind in FACETS:
            return self.facet.given(what=FACETS[kind].words)
        if kind == "action":
            return self.action.given(before=before or "…", after=after or "…", move=before or "…")
        return self.branch.given(move=before) if before else self.added


def text_of(action: object) -> str:
    """The text of an action in a difference, "" where there is none."""
    text: str = getattr(action, "text", "")
    return text


def header_key(difference: Difference) -> str:
    """The key of the header that a difference is about, "" where it is about none."""
    kind = difference.kind
    return kind.removeprefix("header:") if kind.startswith("header:") else ""


def losses_between(
    record: Record,
    read: Record,
    sentences: LossSentences,
    special: Special | None = None,
    alike: Alike | None = None,
) -> tuple[Loss, ...]:
    """The losses from a record to the one that was read back; `alike` as for `differences`.

    Both have things that say the same made the same (see `Record.mapped`), or `alike` knows them.
    """
    return losses_of(lost(record, read, alike), sentences, special)


def losses_of(
    differences: Iterable[Difference], sentences: LossSentences, special: Special | None = None
) -> tuple[Loss, ...]:
    """Differences as losses."""
    return tuple(
        Loss(one.kind, one.node, (special and special(one)) or sentences.of(one))
        for one in differences
    )
