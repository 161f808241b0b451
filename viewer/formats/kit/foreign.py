"""A record of another format in the terms of the format it is to be written in.

Headers, line breaks, glyphs; evaluations as lines of comments, where programs for shogi write them, and Qipu
in xiangqi; moves written in a file's own notation, resolved by the rules, and records compared by meaning.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedHeaders
from viewer.formats.format import Format
from viewer.formats.kit.diagrams import with_marks_of, with_signs
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Action, Move, Setup, Terminal, Written
from viewer.tree.annotation import BEFORE, COMMENT, EVALUATION, GLYPHS
from viewer.tree.comment import flowed, shown
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.evaluation import Evaluation, evaluation_in, parse_evaluation
from viewer.tree.evaluation_words import evaluation_lines
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_SIGN = re.compile(r"\s*([!?！？]+)")
_WIDE = str.maketrans("!?", "！？")
_BREAK = re.compile("[\n\u2028\u2029]")


def in_terms_of(target: Format, record: Record, source: str) -> Record:
    """The record with headers, comments, diagram marks and glyphs as the target means them; the record itself
    if they are the same.

    `source` is the id of the format it was read as. Headers are renamed by `by_roles`, diagram marks take the
    target's form, line breaks are those of `with_breaks_of`, glyphs that the target writes in comments go
    there. Ids, moves and facts stay.
    """
    if source == target.id:
        return record
    renamed = with_marks_of(target, by_roles(record, source, target))
    found = with_breaks_of(target, renamed, source)
    return _with_signs(target, found) if target.signs else found


def with_breaks_of(target: Format, record: Record, source: str) -> Record:
    """The record with line breaks in comments as the target means them; itself if they are the same.

    `source` is the id of the format it was read as. Where line breaks are layout in only one of the two,
    comments get those with which they are shown alike.
    """
    if source not in FORMATS or FORMATS[source].load().flowing == target.flowing:
        return record
    broken = [
        node
        for node in record.nodes.values()
        if any(_BREAK.search(str(node.notes.get(facet, ""))) for facet in (COMMENT, BEFORE))
    ]
    if not broken:
        return record
    copy = record.copy()
    for node in broken:
        texts = {
            facet: flowed(text) if target.flowing else shown(text, True)
            for facet in (COMMENT, BEFORE)
            if isinstance(text := node.notes.get(facet), str)
        }
        copy.nodes[node.id].notes = {**node.notes, **texts}
    return copy


def _with_signs(target: Format, record: Record) -> Record:
    """The first glyph that has a sign goes to the beginning of the comment, unless it is there already."""
    signed = [node for node in record.nodes.values() if node.notes and _sign(target, node)]
    if not signed:
        return record
    copy = record.copy()
    for node in signed:
        number, sign = _sign(target, node)[0]
        notes = dict(node.notes)
        rest = tuple([glyph for glyph in node.glyphs if glyph != number])
        notes[GLYPHS] = rest
        if not rest:
            del notes[GLYPHS]
        comment = node.comment
        begins = _SIGN.match(comment)
        if begins is None or begins[1].translate(_WIDE) != sign:
            notes[COMMENT] = f"{sign}\n{comment}" if comment else sign
        copy.nodes[node.id].notes = notes
    return copy


def _sign(target: Format, node: Node) -> list[tuple[int, str]]:
    """The glyphs of a node that have signs."""
    return [(glyph, target.signs[glyph]) for glyph in node.glyphs if glyph in target.signs]


# ------------------------------------------------------ evaluations and diagram marks in comments

EvaluationLines = Callable[[Evaluation], str]
"""The lines of a comment that say an evaluation, "" if it can't be said so."""


def in_comments(record: Record, lines: EvaluationLines = evaluation_lines) -> Record:
    """The record with its evaluations as lines of comments, and its diagram marks as signs in them.

    The record itself if it has none; facts and ids stay.
    An evaluation that is in the comment already isn't added again. If a part of it can't be written there,
    or it differs from the comment's, the facet is kept, and is a loss in these formats.
    """
    record = with_signs(record)
    if not any(EVALUATION in node.notes for node in record.nodes.values()):
        return record
    copy = record.copy()
    for node in copy.nodes.values():
        if EVALUATION in node.notes:
            _move(node, lines)
    return copy


def _move(node: Node, lines: EvaluationLines) -> None:
    """Add a node's evaluation to its comment; remove the facet if the comment holds all of it."""
    value = parse_evaluation(str(node.notes[EVALUATION]))
    if value is None:
        return
    notes = dict(node.notes)
    if evaluation_in(node.comment) is None:
        for part in (value, value._replace(share=None, points=None)):
            said = lines(part)
            comment = f"{node.comment}\n{said}" if node.comment else said
            if said and evaluation_in(comment) == part:
                notes[COMMENT] = comment
                break
    if evaluation_in(str(notes.get(COMMENT, ""))) == value:
        del notes[EVALUATION]
    node.notes = notes


def without_facts(record: Record) -> Record:
    """The record as it is written in a new file; itself if it has no facts."""
    if not record.facts and not any(node.facts for node in record.nodes.values()):
        return record
    return record.mapped(lambda node: node.action)


# -------------------------------------------------------------------------- moves written as text


def resolved(record: Record, stands: Callable[[Node], bool] = lambda _: False) -> Record:
    """The record with the moves that its written texts mean, for a format that holds moves only.

    The record itself if nothing is to be resolved, else a copy with the same ids and facts. `stands` as
    for `ResolvedActions`; a text that means no move is kept.
    """
    written = [
        node for node in record.nodes.values() if type(node.action) is Written and not stands(node)
    ]
    if not written:
        return record
    actions = ResolvedActions(record, stands)
    copy = record.copy()
    for node in written:
        copy.nodes[node.id].action = actions.at(node)
    return copy


class ResolvedActions:
    """The actions of a record, with written moves resolved.

    `stands` tells for a node with a written move whether its text is kept instead.
    """

    def __init__(self, record: Record, stands: Callable[[Node], bool]) -> None:
        self._record = record
        self._stands = stands
        self._states: States | None = None

    def at(self, node: Node) -> Action | None:
        """The action at a node of the record; a written move that can't be resolved is kept."""
        action = node.action
        if not isinstance(action, Written) or self._stands(node):
            return action
        meant = self.state(node).action
        return meant if isinstance(meant, Move) else action

    def meaning(self, node: Node) -> Action | None:
        """The action at a node; an end is replaced by the game's own word for it."""
        action = self.at(node)
        if not isinstance(action, Terminal):
            return action
        state = self.state(node)
        return Terminal(game_of(self._record.game).end_meaning(state, action.text))

    def state(self, node: Node) -> State:
        """The game's position after a node."""
        if self._states is None:
            self._states = States(game_of(self._record.game), self._record)
        return self._states.at(node)


# ----------------------------------------------------------------------------- comparing by meaning

Surely = Callable[[Node, Node], bool]
"""Whether the actions of two nodes in the same position are known to be the same without the rules."""
_START_TAGS = frozenset(("header:fen", "header:setup"))


def _start_text(record: Record) -> str:
    game = game_of(record.game)
    if type(game).start_of is not Game.start_of:  # which looks at more than the set-up
        return game.setup_text(game.start_of(record))
    return _setup_text(game, record.setup)


@lru_cache(maxsize=64)
def _setup_text(game: Game[State], setup: Setup | None) -> str:
    """The start of a set-up in neutral notation: nearly all records of a file begin alike."""
    return game.setup_text(game.start(setup))


class ByMeaning:
    """Compares the nodes of a record with those of the same one read back, by meaning; an `Alike`.

    Parents must be compared first. The rules are used only if two actions are written differently, and
    below nodes that differ, where one text may mean two moves.
    """

    def __init__(self, record: Record, read: Record, surely: Surely | None = None) -> None:
        self._games = game_of(record.game), game_of(read.game)
        self._records = record, read
        self._states = States(self._games[0], record), States(self._games[1], read)
        self._surely = surely
        self._alike: bool | None = None  # the starts, once they have been compared
        self._same: dict[int, int] = {}  # nodes of the second record, same position as the first's

    def __call__(self, node: Node, other: Node) -> bool:
        """Whether two nodes mean the same in their positions."""
        if node.parent is None or other.parent is None:
            alike = self.starts_alike()
            same = alike
        else:
            above = self._same.get(other.parent.id) == node.parent.id
            if above and (
                node.action == other.action
                or (self._surely is not None and self._surely(node, other))
            ):
                alike = True
            else:
                first, second = (
                    states.at(one).action
                    for states, one in zip(self._states, (node, other), strict=True)
                )
                alike = first == second
            same = above and alike
        if same:
            self._same[other.id] = node.id
        return alike

    def lost(self) -> Iterator[ItemDifference]:
        """The items of the first record that the second lacks, without the tags of a start they share."""
        tags = _START_TAGS if self.starts_alike() else frozenset()
        return (one for one in lost(*self._records, self) if one.kind.lower() not in tags)

    def starts_alike(self) -> bool:
        """Whether both begin with the same position, however it is written."""
        if self._alike is None:
            first, second = map(_start_text, self._records)
            self._alike = first == second
        return self._alike


# --------------------------------------------------------------------------- Headers by their roles

_DAY = re.compile(r"([0-9]{4})[-./年]([0-9]{1,2})[-./月]([0-9]{1,2})日?(?:T00:00(?::00)?Z)?")
_BY_SIDE = (("side0", "side1"), ("rank0", "rank1"), ("title0", "title1"))


def by_roles(record: Record, source: str, target: Format) -> Record:
    """The record with its headers renamed by the roles and kinds that both formats know (players, komi …).

    `source` is the id of the format it was read as. A result and a day are written as in the target; a
    player is the one who plays the side, whichever header names them, and a rank is theirs. A header
    without role or kind gets the target's name that differs in case only. Of several with one role the
    format's first takes the name. One whose name is taken or whose value breaks the target's specification
    stays as it is. Headers that are implied or unknown (see `HeaderField`) are left out, unless the target
    has them too, or they contradict the record.
    """
    if source == target.id or source not in FORMATS or not record.headers:
        return record
    own = FORMATS[source].load()
    said = tuple(_told(_with_result(record, own, target), own, target, record))
    roles = _roles(record, own)
    wanted: dict[str, str] = {}
    alike: dict[str, str] = {}
    for field in target.fields_of(record.game):
        alike.setdefault(field.key.casefold(), field.key)
        for what in (field.role, field.kind):
            if what:
                wanted.setdefault(what, field.key)
    names = {
        key: wanted.get(roles.get(key, ""), alike.get(key.casefold(), key)) for key, value in said
    }
    if isinstance(target, CheckedHeaders):
        said = tuple(
            Header(key, _dated(target, names[key], value) if roles.get(key) == "date" else value)
            for key, value in said
        )
        names = {
            key: key if target.fault(names[key], value, said) else names[key] for key, value in said
        }
    places = {field.key: place for place, field in enumerate(own.fields_of(record.game))}
    first: dict[str, str] = {}  # by name: no header may hide another
    for key, _ in sorted(
        said, key=lambda one: (one.key != names[one.key], not one.value, places.get(one.key, 99))
    ):
        first.setdefault(names[key], key)
    headers = tuple(Header(names[key] if first[names[key]] == key else key, v) for key, v in said)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _dated(target: CheckedHeaders, key: str, value: str) -> str:
    """A day as the target writes days; the value itself if it says more or less, or fits."""
    found = _DAY.fullmatch(value.strip())
    if found is None or target.fault(key, value, ()) is None:
        return value
    try:
        day = datetime.date(*(int(part) for part in found.groups())).isoformat()
    except ValueError:
        return value
    written = (*(day.replace("-", sign) for sign in "-./"), f"{day}T00:00Z")
    return next((one for one in written if target.fault(key, one, ()) is None), value)


def _told(
    headers: Iterable[Header], own: Format, target: Format, record: Record
) -> Iterator[Header]:
    """The headers that tell something, or that the target has in the same way."""
    fields = {field.key: field for field in own.fields_of(record.game)}
    theirs = {(field.key, field.implied, field.unknown) for field in target.fields_of(record.game)}
    for key, value in headers:
        field = fields.get(key)
        if (
            field is None
            or not (field.implied or value == field.unknown != "")
            or (field.key, field.implied, field.unknown) in theirs
            or (field.implied and own.contradicts(Header(key, value), record))
        ):
            yield Header(key, value)


def _roles(record: Record, own: Format) -> dict[str, str]:
    """The role of each header of a record, by key."""
    roles = {field.key: field.role or field.kind for field in own.fields_of(record.game)}
    for pair in _BY_SIDE:
        there = {key: value for key, value in record.headers if roles.get(key) in pair and value}
        played = {own.by_role(role, record.headers, record.game): role for role in pair}
        played.pop("", None)
        if len(there) == len(played) and set(there.values()) == set(played):
            roles |= {key: played[value] for key, value in there.items()}
    return roles


def _with_result(record: Record, own: Format, target: Format) -> tuple[Header, ...]:
    """The headers with the result as in the target, if the record or either format has another form."""
    text = own.by_role("result", record.headers, record.game)
    plain = any(header.value == text for header in record.headers)
    if not text or (plain and all(_says_plainly(one, text) for one in (own, target))):
        return record.headers
    without = own.with_result(record.headers, "")
    said = None if without is None else target.with_result(without, text)
    if said is None or target.by_role("result", said, record.game) != text:
        return record.headers
    return said


def _says_plainly(format_: Format, text: str) -> bool:
    """Whether a format writes a result as the value of one header."""
    said = format_.with_result((), text)
    return said is not None and [header.value for header in said] == [text]
