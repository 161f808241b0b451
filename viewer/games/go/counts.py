"""The count of a position by several rules, and what makes their results differ.

Area counts stones, territory counts prisoners: for each stone more that a side put on the board, area gives
it a point more (appendix of the AGA's rules, which therefore have each pass paid with a stone, and count
alike by both). That is how handicap stones, a last move by Black and passes come to matter. Beside that:

- Handicap: White gets a point for each stone (Chinese, 2002, Article 11), for each but one (AGA, Rule 4),
  none (New Zealand, Ing, and by territory).
- Seki: no territory (Japanese, 1989, Article 8); by area an eye is a point.
- Neutral points (dame): by area a point for who fills them, else nobody's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from viewer.base.messages import Message, Number, in_context, message
from viewer.games.counting import RuleBook, RulesCount
from viewer.games.go.beginning import RULE_WORDS
from viewer.games.go.board import BLACK, PASS, WHITE, Position, chain
from viewer.games.go.scoring import count, handicap_of, owners, toggled_neutral
from viewer.games.go.setup import (
    AGA,
    AREA,
    CHINESE,
    FAMILIES,
    ING,
    JAPANESE,
    KOREAN,
    NEW_ZEALAND,
    TROMP_TAYLOR,
    Rules,
)
from viewer.tree.action import Move

_NAMES: Mapping[str, Message] = {
    JAPANESE: RULE_WORDS["Japanese"],
    CHINESE: RULE_WORDS["Chinese"],
    AGA: RULE_WORDS["AGA"],
    NEW_ZEALAND: RULE_WORDS["NZ"],
    ING: RULE_WORDS["GOE"],
    KOREAN: RULE_WORDS["Korean"],
    TROMP_TAYLOR: in_context("rules of go", "Tromp–Taylor"),
}
_COMPARED = (JAPANESE, CHINESE, AGA, NEW_ZEALAND, ING)


def counts(
    position: Position, dead: frozenset[str], neutral: Collection[str] = ()
) -> list[RulesCount]:
    """The count by the rules of a position, then by others.

    Rules with the same result for the same reasons stand together. Where the record gives no komi, each has
    its own.
    """
    own = position.rules
    first = RulesCount(_words(own), count(position, dead, neutral), (), bool(own.family))
    found: dict[tuple[str, tuple[str, ...]], RulesCount] = {}
    for family in _COMPARED:
        if family == own.family:
            continue
        rules = FAMILIES[family]._replace(komi=own.komi, handicap=own.handicap)
        score = count(_under(position, rules), dead, neutral)
        why = tuple(_why(position, rules, dead, neutral))
        same = score.result == first.score.result
        key = (score.result, () if same else tuple(map(str, why)))
        before = found.get(key)
        name = _NAMES[family]
        if before is not None:
            name = message("{one}, {other}", one=before.rules, other=name)
        found[key] = RulesCount(name, score, () if same else why)
    return [first, *found.values()]


def _words(rules: Rules) -> Message:
    """Whose rules they are; what the record calls them where nobody knows them."""
    known = _NAMES.get(rules.family)
    if known is not None:
        return known
    if rules.name:
        return message("{rules}, as by area", rules=rules.name)
    return in_context("rules of go", "Not stated, as by area")


def _under(position: Position, rules: Rules) -> Position:
    other = position.settled()
    return Position(
        other.previous,
        other.action,
        other.side,
        other.ply,
        other.grid,
        other.board,
        rules,
        other.prisoners,
    )


def _why(
    position: Position, rules: Rules, dead: frozenset[str], neutral: Collection[str]
) -> Iterator[Message]:
    """What makes a count by other rules differ from that by those of a position."""
    own, handicap = position.rules, handicap_of(position)
    if rules.scoring != own.scoring:
        yield from _of_stones(position, rules)
        yield from _of_seki(position, rules, dead, neutral)
    given, before = rules.compensation(handicap), own.compensation(handicap)
    if given and given != before:
        yield message(
            "For {count} handicap stones White gets {points} points.",
            count=handicap,
            points=Number.of(given),
        )
    elif before and not given:
        yield message("White gets nothing for {count} handicap stones.", count=handicap)
    komi = rules.komi_for(handicap)
    if komi != own.komi_for(handicap):
        yield message("The record gives no komi: it is {komi} there.", komi=Number.of(komi))
    if rules.scoring != own.scoring:
        yield from _of_neutral_points(position, dead)


def _of_stones(position: Position, rules: Rules) -> Iterator[Message]:
    """How many stones each side has put on the board, and what that comes from."""
    board, (black, white) = position.board, position.prisoners
    put = (board.count(BLACK) + white, board.count(WHITE) + black)
    if put[0] == put[1]:
        return
    if rules.scoring == AREA:
        yield message(
            "Stones on the board count, and prisoners don't: Black has put {first} stones, White {second}.",
            first=put[0],
            second=put[1],
        )
    else:
        yield message(
            "Prisoners count, and stones on the board don't: Black has put {first} stones, White {second}.",
            first=put[0],
            second=put[1],
        )
    passes, last = _line(position)
    if last is not None and put[0] - put[1] == 1 and not handicap_of(position):
        yield message("Black also made the last move.")
    if any(passes) and rules.family == AGA:
        yield message(
            "Pass stones: Black has given {first}, White {second}.",
            first=passes[0],
            second=passes[1],
        )


def _line(position: Position) -> tuple[list[int], int | None]:
    """How often each side has passed, and that Black made the last move: its colour, else None."""
    passes, last = [0, 0], 0
    at: Position | None = position.settled()
    while at is not None:
        if isinstance(at.action, Move):
            parsed = at.grid.parsed_moves[at.action.text]
            if parsed is not None and parsed[1] == PASS:
                passes[parsed[0] - 1] += 1
            elif parsed is not None and not last:
                last = parsed[0]
        at = at.before()
    return passes, last if last == BLACK else None


def _of_seki(
    position: Position, rules: Rules, dead: frozenset[str], neutral: Collection[str]
) -> Iterator[Message]:
    every, _ = owners(position, dead)
    rest, _ = owners(position, dead, neutral)
    points = [0, 0]
    for point in every.keys() - rest.keys():
        points[every[point]] += 1
    if not any(points):
        return
    if rules.scoring == AREA:
        yield message(
            "Points in a seki count: Black {first}, White {second}.",
            first=points[0],
            second=points[1],
        )
    else:
        yield message(
            "Points in a seki don't count: Black {first}, White {second}.",
            first=points[0],
            second=points[1],
        )


def _of_neutral_points(position: Position, dead: frozenset[str]) -> Iterator[Message]:
    owned, cells = owners(position, dead)
    free = sum(not cells[point] and point not in owned for point in position.grid.points)
    if free:
        yield message(
            "Neutral points (dame) that aren't filled: {count}. By area each is a point for who fills it.",
            count=free,
        )


def as_marked(
    position: Position, marked: Mapping[str, int]
) -> tuple[frozenset[str], frozenset[str]]:
    """The dead stones and a square of each area in a seki, by the side of squares that a record marks."""
    grid, board = position.grid, position.board
    dead = frozenset(
        square
        for square, side in marked.items()
        if (point := grid.point_of.get(square)) and board[point] == 2 - side
    )
    owned, cells = owners(position, dead)
    neutral: set[str] = set()
    seen: set[int] = set()
    for start in owned:
        if start not in seen:
            area = chain(cells, start, grid.stride)
            seen.update(area)
            if not any(grid.squares[point] in marked for point in area):
                neutral.add(grid.squares[start])
    return dead, frozenset(neutral)


class _GoRules(RuleBook[Position]):
    """The rules of go: the Japanese, the Chinese, the AGA's, New Zealand's, Ing's beside the record's."""

    def counts(
        self, state: Position, dead: frozenset[str], neutral: Collection[str] = ()
    ) -> list[RulesCount]:
        return counts(state, dead, neutral)

    def as_marked(
        self, state: Position, owners: Mapping[str, int]
    ) -> tuple[frozenset[str], frozenset[str]]:
        return as_marked(state, owners)

    def toggle_neutral(
        self, state: Position, dead: frozenset[str], neutral: frozenset[str], square: str
    ) -> frozenset[str]:
        return toggled_neutral(state, dead, neutral, square)


BOOK = _GoRules()
