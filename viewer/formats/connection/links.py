"""The links of a peg, where a record names only those that its rules wouldn't make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from viewer.formats.connection.collection import Draft
from viewer.games import game_of
from viewer.games.states import States
from viewer.games.twixt.board import Position
from viewer.games.twixt.links import all_links, name_of
from viewer.games.twixt.setup import NO_LINKS, link_ends, link_name
from viewer.tree.action import Move


class Links:
    """Spells the moves of a draft with all links that they make."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._states: States | None = None

    def move_of(self, place: str, changes: Sequence[tuple[str, str]]) -> str:
        """The neutral text of a peg with changes of links (`~`, `+` or `-`, and a link as `d4/e6`)."""
        if not changes:
            return place
        gone = [self._named(link) for sign, link in changes if sign == "-"]
        declined = {self._named(link) for sign, link in changes if sign == "~"}
        made = [self._named(link) for sign, link in changes if sign == "+"]
        removed = [f"-{link}" for link in gone]
        if not declined and not made:
            return " ".join([place, *removed, "auto"])
        kept = sorted(self._automatic(place, removed) - declined - set(made))
        words = [*removed, *(f"+{link}" for link in (*kept, *made))]
        return " ".join([place, *(words or [NO_LINKS])])

    def _automatic(self, place: str, removed: Sequence[str]) -> set[str]:
        """The links that the rules make for a peg, after links are removed."""
        record = self._draft.record()
        if self._states is None or self._states.record.root is not record.root:
            self._states = States(game_of("twixt"), record)
        before = self._states.at(record.nodes[len(record.nodes) - 1])
        words = [*removed, "auto"] if removed else []
        move = Move(" ".join([str(self._draft.player), place, *words]))
        after = self._states.game.step(before, move)
        return self._links(cast(Position, after)) - self._links(cast(Position, before))

    @staticmethod
    def _links(state: Position) -> set[str]:
        return {name_of(state.grid, link) for link in all_links(state.grid, state.links)}

    @staticmethod
    def _named(link: str) -> str:
        ends = link_ends(link)
        return link if ends is None else link_name(*ends)
