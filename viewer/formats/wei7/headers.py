"""The headers of wei7: the values in `info`, with dotted paths as keys (`info.participants.0.name`).

Their fields have names, choices and lists, and a check of their values; several tell players and result.
Paragraph numbers are those of the second draft of version 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.formats.headers import HeaderField, HeaderList, value_of
from viewer.formats.kit.json.patches import Patches
from viewer.formats.kit.json.style import JsonStyle, is_number, whole_number
from viewer.formats.kit.json.tape import ARRAY, OBJECT, STRING, WORD, Tape, quoted
from viewer.formats.wei7.rules import header_rule, is_good_header
from viewer.tree.annotation import ACTOR, MOMENT, PROBLEM, TITLE
from viewer.tree.record import Header, with_header

INFO: Final = "info"
_DEEPEST = 8  # levels that are shown; deeper values are kept in the file unchanged
_MOST = 10_000  # headers

_WHOLE = re.compile(
    r"info\.(?:result\.winner|players\.(?:0|[1-9][0-9]{0,4})\.(?:participant|color))\Z"
)


class Leaf(NamedTuple):
    """A header in a file: its key, its path of names and numbers, its text."""

    key: str
    path: tuple[str, ...]
    text: str


def header_text(tape: Tape, key: str, value: int) -> str:
    """The text of a header's value; for a header of whole numbers, the number without a fraction."""
    text = tape.string(value)
    if tape.kinds[value] == WORD and _WHOLE.match(key):
        number = whole_number(text, _MOST)
        return text if number is None else str(number)
    return text


def leaves_of(tape: Tape, info: int) -> list[Leaf]:
    """The headers in the value `info`, in the file's order; at most 10,000."""
    out: list[Leaf] = []
    stack: list[tuple[int, tuple[str, ...]]] = [(info, (INFO,))]
    while stack and len(out) < _MOST:
        value, path = stack.pop()
        if tape.kinds[value] not in (OBJECT, ARRAY):
            key = ".".join(path)
            out.append(Leaf(key, path, header_text(tape, key, value)))
        elif len(path) < _DEEPEST:
            stack += reversed([(one, (*path, key)) for key, one in _inner(tape, value)])
    return out


def _inner(tape: Tape, value: int) -> list[tuple[str, int]]:
    if tape.kinds[value] == ARRAY:
        return [(str(number), item) for number, item in enumerate(tape.items(value))]
    return [(tape.string(key), one) for key, one in tape.members(value)]


def value_text(key: str, text: str) -> str | None:
    """A new header's value as JSON, None if wei7 has no such header or doesn't allow the value."""
    rule = header_rule(key)
    if rule is None or not is_good_header(rule, text):
        return None
    return text if rule.kind == WORD else quoted(text)


def _any_value(key: str, text: str) -> str:
    """A header's value as JSON, even if wei7 doesn't allow it: for headers that were read from a file."""
    rule = header_rule(key)
    plain = rule is not None and rule.kind == WORD and is_number(text)
    return value_text(key, text) or (text if plain else quoted(text))


# The headers to be written, as a tree: for each name its own tree, or the texts of its values.
Wanted = dict[str, "Wanted | list[str]"]


def wanted_of(headers: tuple[Header, ...], leaves: list[Leaf]) -> Wanted:
    """The headers of a record as a tree, with a list of texts for each key (several if it is repeated).

    The headers in `leaves` keep the paths that they have in the file. Others are left out if wei7 has no
    place for them (see `value_text`).
    """
    paths = {leaf.key: leaf.path for leaf in leaves}
    tree: Wanted = {}
    for key, text in headers:
        known = paths.get(key)
        if known is None and value_text(key, text) is None:
            continue
        _put(tree, known or tuple(key.split(".")), text)
    return tree


def _put(tree: Wanted, path: tuple[str, ...], text: str) -> None:
    for name in path[:-1]:
        below = tree.setdefault(name, {})
        if not isinstance(below, dict):
            return  # one name for a value and for a tree: the first one counts
        tree = below
    last = tree.setdefault(path[-1], [])
    if isinstance(last, list):
        last.append(text)


def composed(wanted: Wanted, path: str, style: JsonStyle, lines: str = "") -> str:
    """An object or array as new JSON. With `lines` (a line feed and an indent), one item per line.

    The recursion is only as deep as the keys are: a few levels.
    """
    inner = lines and lines + "  "
    numbered = bool(wanted) and all(name.isdecimal() for name in wanted)
    parts: list[str] = []
    for name in sorted(wanted, key=int) if numbered else wanted:
        below = wanted[name]
        key = f"{path}.{name}"
        if isinstance(below, dict):
            texts = [composed(below, key, style, "" if numbered else inner)]
        else:
            texts = [_any_value(key, text) for text in below]
        if numbered:
            parts += ["{}"] * (min(int(name), 99) - len(parts)) + texts[:1]
        else:
            parts += [f"{quoted(name)}{style.colon}{text}" for text in texts]
    comma = "," + inner if inner else style.comma
    start, end = "[]" if numbered else "{}"
    return start + inner + comma.join(parts) + lines + end


class HeaderEdit:
    """Changes the headers in a file's text to those of a record."""

    def __init__(self, patches: Patches, tape: Tape, leaves: list[Leaf]) -> None:
        self._patches = patches
        self._tape = tape
        self._known = {leaf.path for leaf in leaves}
        self._above = {leaf.path[:length] for leaf in leaves for length in range(len(leaf.path))}

    def set(self, info: int, wanted: Wanted) -> None:
        """Change the value `info` so that it holds the wanted headers."""
        work: list[tuple[int, tuple[str, ...], Wanted]] = [(info, (INFO,), wanted)]
        while work:
            value, path, tree = work.pop()
            if self._tape.kinds[value] == ARRAY:
                work += self._array(value, path, tree)
            else:
                work += self._object(value, path, tree)

    def _object(
        self, value: int, path: tuple[str, ...], tree: Wanted
    ) -> list[tuple[int, tuple[str, ...], Wanted]]:
        more: list[tuple[int, tuple[str, ...], Wanted]] = []
        members: dict[int, str | None] = {}
        left = dict(tree)
        for place, (key, one) in enumerate(self._tape.members(value)):
            name = self._tape.string(key)
            here = (*path, name)
            want = left.get(name)
            if self._tape.kinds[one] in (OBJECT, ARRAY):
                if isinstance(want, dict):
                    del left[name]
                    more.append((one, here, want))
                elif here in self._above:
                    members[place] = None
            elif here in self._known:
                text = want.pop(0) if isinstance(want, list) and want else None
                if want == []:
                    del left[name]
                self._leaf(members, place, one, ".".join(here), text)
        new = [
            (name, one)
            for name, below in left.items()
            for one in self._new(below, ".".join((*path, name)))
        ]
        self._patches.set_members(value, members, new)
        return more

    def _leaf(
        self, members: dict[int, str | None], place: int, one: int, key: str, text: str | None
    ) -> None:
        if text is None:
            members[place] = None
        elif text != header_text(self._tape, key, one):
            new = self._value(key, one, text)
            if new is not None:
                members[place] = new

    def _value(self, key: str, one: int, text: str) -> str | None:
        """A changed value as JSON; if the specification has no rule for it, of the same kind as before.

        None if the specification doesn't allow it: the old value stays.
        """
        if header_rule(key) is not None:
            return value_text(key, text)
        return text if self._tape.kinds[one] != STRING and is_number(text) else quoted(text)

    def _new(self, below: Wanted | list[str], key: str) -> list[str]:
        if isinstance(below, dict):
            return [composed(below, key, self._patches.style)]
        return [_any_value(key, text) for text in below]

    def _array(
        self, value: int, path: tuple[str, ...], tree: Wanted
    ) -> list[tuple[int, tuple[str, ...], Wanted]]:
        more: list[tuple[int, tuple[str, ...], Wanted]] = []
        items = self._tape.items(value)
        left = dict(tree)
        gone: list[int] = []
        for number, one in enumerate(items):
            here = (*path, str(number))
            want = left.pop(str(number), None)
            if self._tape.kinds[one] in (OBJECT, ARRAY):
                if isinstance(want, dict):
                    more.append((one, here, want))
                elif here in self._above:
                    gone.append(number)
            elif here in self._known:
                text = want[0] if isinstance(want, list) and want else None
                if text is None:
                    gone.append(number)
                elif text != header_text(self._tape, key := ".".join(here), one):
                    new = self._value(key, one, text)
                    if new is not None:
                        self._patches.set_value(one, new)
        added = sorted((int(name), name) for name in left if name.isdecimal())
        keep = len(items)
        while not added and gone and gone[-1] == keep - 1:
            keep = gone.pop()
        for number in gone:
            empty = "{}" if self._tape.kinds[items[number]] == OBJECT else '""'
            self._patches.set_value(items[number], empty)
        texts: list[str] = []
        for number, name in added:
            texts += ["{}"] * (min(number, 99) - len(items) - len(texts))
            texts += self._new(left[name], ".".join((*path, name)))[:1]
        self._patches.splice(value, items, keep, 0, texts)
        return more


PARTICIPANTS = "info.participants"
PLAYERS = "info.players"
COLOURS = {"1": message("Black"), "2": message("White")}
_SCORING = {
    "area": message("Area, as in China"),
    "territory": message("Territory, as in Japan and Korea"),
}
_RULES = {
    "Chinese": in_context("rules of go", "Chinese"),
    "Japanese": in_context("rules of go", "Japanese"),
    "Korean": in_context("rules of go", "Korean"),
}
_WINNERS = {**COLOURS, "null": message("Nobody: a draw")}


def _participant(number: int) -> tuple[HeaderField, ...]:
    name = message("Participant {number}: name", number=number + 1)
    rank = message("Participant {number}: rank", number=number + 1)
    return (
        HeaderField(f"{PARTICIPANTS}.{number}.name", name, f"side{number}"),
        HeaderField(f"{PARTICIPANTS}.{number}.rank", rank, f"rank{number}"),
    )


FIELDS: tuple[HeaderField, ...] = (
    HeaderField("info.name", message("Name of the game"), "title"),
    HeaderField("info.time", message("Beginning (UTC)"), "date"),
    HeaderField("info.place", message("Place"), "place"),
    *_participant(0),
    *_participant(1),
    HeaderField(f"{PLAYERS}.0.participant", message("Player {number}", number=1)),
    HeaderField("info.rules.type", message("Rules"), "", _RULES, kind="rules"),
    HeaderField("info.rules.scoring", message("Scoring"), "", _SCORING, kind="scoring"),
    HeaderField("info.rules.komi", message("Komi"), kind="komi"),
    HeaderField("info.result.winner", message("Winner"), "result", _WINNERS),
    HeaderField("info.result.margin", message("Margin"), telling=True),
    HeaderField("info.id", message("Identifier")),
    HeaderField("info.domain", message("Domain of the identifier")),
)
LISTS: tuple[HeaderList, ...] = (
    HeaderList(
        PARTICIPANTS,
        message("Participant {number}", number=1),
        message("Another participant…"),
        (
            HeaderField("name", message("Name")),
            HeaderField("rank", message("Rank")),
            HeaderField("title", message("Title")),
            HeaderField("id", message("Identifier")),
            HeaderField("domain", message("Domain")),
        ),
    ),
    HeaderList(
        PLAYERS,
        message("Player {number}", number=1),
        message("Another player…"),
        (
            HeaderField("participant", message("Participant"), refers=PARTICIPANTS),
            HeaderField("color", message("Colour"), "", COLOURS),
        ),
        ordered=False,
    ),
)
FACETS = frozenset((TITLE, PROBLEM, MOMENT, ACTOR))
STEPS = ("takeback", "message", "result", "mark")
GLYPHS: Mapping[int, Message] = MappingProxyType(
    {
        1: message("good"),
        2: message("bad"),
        5: message("controversial"),
        6: message("trick: bad for who plays it, if answered rightly"),
    }
)


def meaning(key: str, value: str) -> Message | None:
    """The meaning of a coded value (a winner, a colour, a choice), None for other headers."""
    if re.match(r"info\.players\.\d+\.color\Z", key):
        return COLOURS.get(value)
    field = next((field for field in FIELDS if field.key == key), None)
    return None if field is None or field.choices is None else field.choices.get(value)


def fault(key: str, value: str, headers: Sequence[Header]) -> Message | None:
    """How a value breaks the specification, with the paragraph; None if it doesn't."""
    rule = header_rule(key)
    if rule is not None and not is_good_header(rule, value):
        where = rule.paragraph
        return message("This must be {what} ({where}).", what=rule.words, where=where)
    if key.startswith(PLAYERS) and key.endswith(".participant") and not _is_there(value, headers):
        return message("There is no participant of this number (3.7).")
    return None


def _is_there(value: str, headers: Sequence[Header]) -> bool:
    if not value.isdecimal():
        return False
    least = int(value[:9])
    for key, _ in headers:
        if key.startswith(PARTICIPANTS + "."):
            number = key[len(PARTICIPANTS) + 1 :].partition(".")[0]
            if number.isdecimal() and int(number[:9]) >= least:
                return True
    return False


# ------------------------------------------------------------------------------- players and result

_PLAYER = f"{PLAYERS}."
_RESULT = re.compile(r"([BW])\+(R|\d{1,3}(?:\.[05])?)|(0)", re.ASCII)
_LARGEST = 512  # all margins are smaller


def player_text(headers: Sequence[Header], colour: str, what: str) -> str:
    """The name (or rank, by `what`) of the player of a colour ("1" or "2"); several are joined by " & ".

    If the headers name no players, the first two participants count as Black and White.
    """
    said = {key: value for key, value in reversed(headers)}
    if not any(key.startswith(_PLAYER) for key in said):
        return said.get(f"{PARTICIPANTS}.{int(colour) - 1}.{what}", "")
    names: list[str] = []
    for key, value in headers:
        player, _, last = key.removeprefix(_PLAYER).partition(".")
        if key.startswith(_PLAYER) and last == "color" and value == colour:
            who = said.get(f"{_PLAYER}{player}.participant", "")
            names.append(said.get(f"{PARTICIPANTS}.{who}.{what}", ""))
    return " & ".join(name for name in names if name)


def side_of(headers: Sequence[Header], participant: str) -> int | None:
    """The side that a participant plays by `info.players`: 0 for Black; None for neither or both."""
    said = {key: value for key, value in reversed(headers)}
    sides = {
        said.get(f"{key.removesuffix('.participant')}.color", "")
        for key, value in headers
        if key.startswith(_PLAYER) and key.endswith(".participant") and value == participant
    }
    return {"1": 0, "2": 1}.get(sides.pop()) if len(sides) == 1 else None


def result_words(headers: Sequence[Header]) -> str:
    """The result as `B+2.5`, `W+R` (without a margin) or `0` for a draw; "" if there is none."""
    winner, margin = (value_of(headers, f"info.result.{name}") for name in ("winner", "margin"))
    if winner == "null":
        return "0"
    side = {"1": "B", "2": "W"}.get(winner)
    return f"{side}+{margin or 'R'}" if side else ""


def with_result(headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
    """The headers with a result in points, by resignation or a draw; "" removes the result.

    None for a result that the format can't hold: a win on time, a win by an unknown margin, a void game.
    """
    winner = margin = ""
    if text:
        found = _RESULT.fullmatch(text)
        if found is None:
            return None
        winner = "null" if found[3] else str("BW".index(found[1]) + 1)
        margin = "" if found[3] or found[2] == "R" else found[2]
        if margin and not 0 < float(margin) < _LARGEST:
            return None
    said = with_header(headers, "info.result.winner", winner)
    return with_header(said, "info.result.margin", margin)
