"""Losses: what a record contains and its written form, read back, doesn't; with sentences for people.

A format describes differences by a table of sentences (`LossSentences`), and by a function for the few losses
about which it can say more.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import lacking
from viewer.formats.format import Loss
from viewer.games import GAMES
from viewer.tree.action import Action, Move, Remark, Setup, Takeback
from viewer.tree.annotation import BEFORE, COMMENT, FACETS
from viewer.tree.diff import Alike, ItemDifference, lost
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

Special = Callable[[ItemDifference], Message | None]
"""The format's own message for a difference; None if the sentence of its table fits."""

Actions = Mapping[int, Action | None]
Meant = Callable[[Node, Action | None], Action | None]
"""What an action that was read back means, where the node is in the record."""

_SHOWN = 60  # characters of a message
_MISSING = 20  # that are named

SOME_LEFT_OUT = message("The moves aren't all written as they are, since some are left out.")

WRITTEN_AS = message("{before} is written as {after}.")


class LossSentences(NamedTuple):
    """The sentences for losses, by the kind of `ItemDifference`; their arguments are filled in later.

    Attributes:
        game: the format doesn't hold the record's game, `{game}`.
        start: the start is read as `{start}`.
        header: a header `{key}`.
        facet: an annotation, `{what}` for people.
        branch: the move `{move}` (and what follows) isn't written.
        action: the move `{before}` is written as `{after}`.
        added: nodes are read that the record doesn't have, since others are left out.
        usual_start: the start is read as the usual one, which isn't spelled out; None to use `start`.
    """

    game: Message
    start: Message
    header: Message
    facet: Message
    branch: Message
    action: Message = WRITTEN_AS
    added: Message = SOME_LEFT_OUT
    usual_start: Message | None = None

    def of(self, difference: ItemDifference) -> Message:
        """The sentence for a difference."""
        kind = difference.kind
        before, after = text_of(difference.before), text_of(difference.after)
        if kind == "game":
            return self.game.given(game=GAMES[str(difference.before)].name)
        if kind == "start":
            usual = self.usual_start if not after else None
            return usual or self.start.given(start=after)
        if kind.startswith("header:"):
            return self.header.given(key=header_key(difference))
        if kind in FACETS:
            return self.facet.given(what=FACETS[kind].words)
        if (words := _left_out(difference)) is not None:
            return words
        if kind == "action":
            return self.action.given(before=before or "…", after=after or "…", move=before or "…")
        return self.branch.given(move=before) if before else self.added


def sentences_of(
    format: str | Message,
    branch: Message,
    *,
    usual: bool = False,
    some_headers: bool = False,
    some_facets: bool = False,
    action: Message | None = None,
    added: Message = SOME_LEFT_OUT,
) -> LossSentences:
    """The sentences of a format, by the name that people know it by.

    `usual`: whether it doesn't spell out the usual start; `some_headers`, `some_facets`: whether it has
    place for some, so that the sentence is about this one here. `action` is that for branches if None.
    """
    header = (
        message("{format} can't hold the header {key} as it is.", format=format)
        if some_headers
        else message("{format} has no place for the header {key}.", format=format)
    )
    facet = (
        message("{format} has no place for {what} here.", format=format)
        if some_facets
        else message("{format} has no place for {what}.", format=format)
    )
    return LossSentences(
        message("{format} can't hold {game}.", format=format),
        message("The start position is read from {format} as {start}.", format=format),
        header,
        facet,
        branch,
        action or branch,
        added,
        message("The start position is read from {format} as the usual one.", format=format)
        if usual
        else None,
    )


def one_line_in(format: str | Message) -> Message:
    """The sentence for what isn't in the line of moves that a format holds."""
    return message(
        "{move} and what follows is left out: {format} holds one line of moves.", format=format
    )


def lacked(difference: ItemDifference, codec: str) -> Message | None:
    """The loss of characters that a codec lacks; None if a header or comment is lost for another reason."""
    key = header_key(difference)
    if not key and difference.kind not in (COMMENT, BEFORE):
        return None
    missing = lacking(str(difference.before), codec)
    return lacking_words(key or message("The comment"), missing, codec) if missing else None


def lacking_words(what: Message | str, missing: str, codec: str) -> Message:
    """The sentence that something has characters that a codec lacks."""
    shown = missing[:_MISSING].encode("utf-8", "replace").decode("utf-8")
    return message(
        "{what} has characters that {codec} lacks: {missing}",
        what=what,
        codec=codec,
        missing=shown,
    )


_DECLARED = {
    "propose-draw": message("The offer of a draw is left out."),
    "accept-draw": message("The agreement to a draw is left out."),
    "draw": message("The draw that was agreed is left out."),
    "resign": message("The resignation is left out."),
    "forfeit": message("The forfeit is left out."),
    "pass": message("The pass is left out."),
}


def _left_out(difference: ItemDifference) -> Message | None:
    """The message for an omitted action that isn't a move on the board, None for other differences."""
    before, after = difference.before, text_of(difference.after)
    said = text_of(before).rpartition(" ")[2]
    if isinstance(before, Move) and said in _DECLARED:
        return None if after.endswith(said) else _DECLARED[said]
    if after:
        return None
    match before:
        case Takeback():
            return message("The takeback is left out.")
        case Remark(text):
            return message("The message “{text}” is left out.", text=text[:_SHOWN])
        case Setup():
            return message("The position that is set up during the game is left out.")
    return None


def under_own_keys(
    losses: Iterable[Loss], headers: Sequence[Header], renamed: Sequence[Header]
) -> Iterator[Loss]:
    """Losses of a record whose headers were renamed, with the keys of the original headers."""
    kept, before = set(renamed), set(headers)
    left: defaultdict[str, deque[Header]] = defaultdict(deque)
    for header in headers:
        if header not in kept:
            left[header.value].append(header)
    own: dict[str, str] = {}
    for new in renamed:
        if new not in before and (olds := left.get(new.value)):
            own[f"header:{new.key}"] = f"header:{olds.popleft().key}"
    return (loss._replace(kind=own.get(loss.kind, loss.kind)) for loss in losses)


def text_of(action: object) -> str:
    """The text of an action in a difference, "" if there is none."""
    text: str = getattr(action, "text", "")
    return text


def header_key(difference: ItemDifference) -> str:
    """The key of the header that a difference is about, "" if it is about none."""
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

    Either both records are normalised, so that equal things are written alike (see `Record.mapped`), or
    `alike` compares them.
    """
    return losses_of(lost(record, read, alike), sentences, special)


def says_the_same(record: Record, read: Record, actions: Actions, meant: Meant, same: bool) -> bool:
    """Whether two records surely say the same at each node but the root's action, so that nothing is lost.

    `actions` have what is compared in place of the actions of some nodes, by their ids; `meant` is asked of
    those that were read and are no moves, where all above is the same. `same`: whether all else is the same,
    headers and starts. Nothing is copied for it.
    """
    if not same or record.game != read.game or len(record.nodes) != len(read.nodes):
        return False
    for node, other in zip(record.walk(), read.walk(), strict=True):
        if node.notes != other.notes or len(node.children) != len(other.children):
            return False
        if node.parent is not None:
            action = other.action
            if type(action) is not Move:
                action = meant(node, action)
            if actions.get(node.id, node.action) != action:
                return False
    return True


def losses_of(
    differences: Iterable[ItemDifference], sentences: LossSentences, special: Special | None = None
) -> tuple[Loss, ...]:
    """Turn differences into losses, with a message for each."""
    return tuple(
        Loss(one.kind, one.node, (special and special(one)) or sentences.of(one))
        for one in differences
    )
