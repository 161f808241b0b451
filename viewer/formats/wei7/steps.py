"""Reading and writing of wei7's steps: an action, and the notes that belong to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.json.style import JsonStyle, is_number, whole_number
from viewer.formats.kit.json.tape import ARRAY, OBJECT, STRING, Tape, quoted
from viewer.formats.wei7.rules import NO_SIZE, RULES, SYMBOL, Scalar, parse
from viewer.games.go.setup import LARGEST, column_row, square_at
from viewer.tree.action import Action, Move, Remark, Takeback, Written
from viewer.tree.annotation import (
    ACTOR,
    COMMENT,
    EVENT,
    GLYPHS,
    MARKS,
    MOMENT,
    PROBLEM,
    Mark,
    NoteValue,
)

SIDES: Final = {"1": "B", "2": "W"}
COLOURS: Final = {"B": "1", "W": "2"}
SIDE_IDS: Final = {"1": "black", "2": "white"}
SIDE_COLOURS: Final = {"black": "1", "white": "2"}
EVALUATIONS: Final = {"good": 1, "bad": 2, "controversial": 5, "trick": 6}
_WORDS = {number: word for word, number in EVALUATIONS.items()}
MARK: Final = "mark"
RESULT: Final = "result"
OTHER: Final = (
    "other"  # an action that isn't understood; the text of the Remark is the action itself
)

_PLAIN_MOVE = re.compile(
    r'\{~"type"~:~"move"~,~"value"~:~\{~"color"~:~([12])~,~"point"~:~'
    r'\{~"x"~:~([0-9]{1,3})~,~"y"~:~([0-9]{1,3})~\}~\}~\}'.replace("~", r"[ \t\r\n]*+")
)
_ACTOR = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_MOST = 10**9  # limit for moves taken back and numbers of participants
_LONGEST = 4000  # characters that a node shows of an action that isn't understood
_RESULT_TEXT = re.compile(r"([BW])\+([0-9.eE+-]*)\Z")


class Bad(NamedTuple):
    """A part of a step that isn't understood: value, path below the step, fault in words, code."""

    value: int
    path: str
    words: Message
    code: str = "bad-step"


# ------------------------------------------------------------------------------------- reading


def colour_of(tape: Tape, value: int | None) -> str:
    """The colour that a value means, "1" or "2"; "" if it isn't a colour."""
    number = None if value is None else whole_number(tape.raw(value), 3)
    return str(number) if number else ""


def place_of(tape: Tape, value: int) -> str | None:
    """The square of a point, None if no board can have it."""
    fields = tape.fields(value)
    numbers: list[int] = []
    for name in ("x", "y"):
        at = fields.get(name)
        number = None if at is None else whole_number(tape.raw(at), LARGEST)
        if number is None:
            return None
        numbers.append(number)
    return square_at(numbers[0], numbers[1])


def mark_of(tape: Tape, value: int) -> Mark | None:
    """The mark that a value means, None if it isn't a mark."""
    fields = tape.fields(value)
    point, symbol = fields.get("point"), fields.get("symbol")
    place = None if point is None else place_of(tape, point)
    if place is None or symbol is None or tape.kinds[symbol] != STRING:
        return None
    return Mark("label", (place,), text=tape.string(symbol))


def marks_of(tape: Tape, value: int, bad: list[Bad], path: str) -> tuple[Mark, ...]:
    """The marks of an array; items that aren't marks are added to `bad`."""
    if tape.kinds[value] != ARRAY:
        bad.append(Bad(value, path, message("Marks stand in no list.")))
    out: list[Mark] = []
    for number, item in enumerate(tape.items(value)):
        mark = mark_of(tape, item)
        if mark is not None:
            out.append(mark)
        else:
            bad.append(Bad(item, f"{path}[{number}]", message("This is no mark.")))
    return tuple(out)


def problem_of(tape: Tape, value: int, bad: list[Bad], path: str) -> str:
    """The id of the side to play in a problem, "" (and an entry in `bad`) if it is missing."""
    side = SIDE_IDS.get(colour_of(tape, tape.fields(value).get("color")), "")
    if not side:
        bad.append(Bad(value, path, message("This problem doesn't say who is to play.")))
    return side


def comment_of(tape: Tape, value: int, bad: list[Bad], path: str) -> str:
    """The text of a comment or title; "" (and an entry in `bad`) if the value isn't a string."""
    if tape.kinds[value] == STRING:
        return tape.string(value)
    bad.append(Bad(value, path, message("This should be a text.")))
    return ""


def result_of(tape: Tape, value: int) -> str | None:
    """A result as text: `B+`, `W+2.5`, `0` for a draw; None if the value isn't a result."""
    fields = tape.fields(value)
    winner, margin = fields.get("winner"), fields.get("margin")
    if winner is not None and tape.raw(winner) == "null" and margin is None:
        return "0"
    colour = colour_of(tape, winner)
    by = "" if margin is None else tape.raw(margin)
    if not colour or not (margin is None or is_number(by)):
        return None
    return f"{SIDES[colour]}+{by}"


class ParsedStep(NamedTuple):
    """The action of a step with its notes."""

    action: Action
    notes: dict[str, NoteValue]


def said_by(tape: Tape, step: int, bad: list[Bad]) -> ParsedStep:
    """Read a step; parts that aren't understood are added to `bad`."""
    notes: dict[str, NoteValue] = {}
    if tape.kinds[step] != OBJECT:
        bad.append(Bad(step, "", message("This is no step.")))
        return ParsedStep(_other(tape, step, notes), notes)
    fields = tape.fields(step)
    action = fields.pop("action", None)
    if action is None:
        bad.append(Bad(step, "", message("This step has no action.")))
        said: Action = _other(tape, -1, notes)
    else:
        plain = _PLAIN_MOVE.match(tape.text, tape.starts[action], tape.ends[action])
        if plain is not None and int(plain[2]) < LARGEST and int(plain[3]) < LARGEST:
            said = Move(f"{SIDES[plain[1]]} {square_at(int(plain[2]), int(plain[3]))}")
        else:
            said = _action(tape, action, notes, bad)
    if fields:
        _notes(tape, fields, notes, bad)
    return ParsedStep(said, notes)


def _notes(
    tape: Tape, fields: Mapping[str, int], notes: dict[str, NoteValue], bad: list[Bad]
) -> None:
    for name, value in fields.items():
        said: NoteValue = ""
        match name:
            case "comment":
                facet, said = COMMENT, comment_of(tape, value, bad, ".comment")
            case "marks":
                facet, said = MARKS, marks_of(tape, value, bad, ".marks")
            case "time":
                facet = MOMENT
                said = text if is_number(text := tape.raw(value)) else ""
                _expect_number(value, said, bad, ".time")
            case "actor":
                facet = ACTOR
                number = whole_number(tape.raw(value), _MOST)
                said = "" if number is None else str(number)
                _expect_number(value, said, bad, ".actor")
            case _:
                continue
        if said:
            notes[facet] = said


def _expect_number(value: int, said: NoteValue, bad: list[Bad], path: str) -> None:
    if not said:
        bad.append(Bad(value, path, message("This should be a number.")))


def _other(tape: Tape, value: int, notes: dict[str, NoteValue]) -> Remark:
    notes[EVENT] = OTHER
    return Remark("" if value < 0 else tape.raw(value)[:_LONGEST])


def _action(tape: Tape, action: int, notes: dict[str, NoteValue], bad: list[Bad]) -> Action:
    fields = tape.fields(action)
    type_, value = fields.get("type"), fields.get("value")
    kind = "" if type_ is None or tape.kinds[type_] != STRING else tape.string(type_)
    words = message("This action isn't understood.")
    if value is not None:
        match kind:
            case "move":
                return _move(tape, action, value, notes, bad)
            case "takeback":
                count = whole_number(tape.raw(value), _MOST)
                if count:
                    return Takeback(count)
                words = message("A takeback says how many moves, 1 at least.")
            case "message":
                if tape.kinds[value] == STRING:
                    return Remark(tape.string(value))
            case "mark":
                mark = mark_of(tape, value)
                if mark is not None:
                    notes[EVENT] = MARK
                    return Remark(f"{mark.squares[0]} {mark.text}")
            case "result":
                result = result_of(tape, value)
                if result is not None:
                    notes[EVENT] = RESULT
                    return Remark(result)
            case _:
                if type_ is not None:
                    words = message("There is no action “{name}”.", name=tape.raw(type_)[:40])
    bad.append(Bad(action, ".action", words))
    return _other(tape, action, notes)


def _move(
    tape: Tape, action: int, value: int, notes: dict[str, NoteValue], bad: list[Bad]
) -> Action:
    fields = tape.fields(value)
    colour, point = fields.get("color"), fields.get("point")
    side = SIDES.get(colour_of(tape, colour), "")
    place = None
    if point is not None:
        place = "pass" if tape.raw(point) == "null" else place_of(tape, point)
    path = ".action.value"
    if "problem" in fields:
        problem = problem_of(tape, fields["problem"], bad, f"{path}.problem")
        if problem:
            notes[PROBLEM] = problem
    if "evaluation" in fields:
        word = tape.string(fields["evaluation"])
        if word in EVALUATIONS:
            notes[GLYPHS] = (EVALUATIONS[word],)
        else:
            words = message("There is no evaluation “{name}”.", name=word[:40])
            bad.append(Bad(fields["evaluation"], f"{path}.evaluation", words))
    if side and place:
        return Move(f"{side} {place}")
    if not side:
        bad.append(Bad(value, path, message("This move has no colour."), "colour"))
    else:
        words = message(
            "This move is at no point of a board of up to {lines} lines.", lines=LARGEST
        )
        bad.append(Bad(value, path, words, "point"))
    return Written(tape.raw(action)[:_LONGEST])


# ------------------------------------------------------------------------------------- writing


def _follows(name: str, text: str) -> bool:
    """Whether a new value follows the specification's rule of this name."""
    rule = RULES[name]
    assert isinstance(rule, Scalar)
    return rule.good(text, NO_SIZE)


def point_text(place: str, style: JsonStyle) -> str:
    """A square as a JSON point, `null` for a pass."""
    at = column_row(place)
    if at is None:
        return "null"
    return style.object([("x", str(at[0])), ("y", str(at[1]))])


def mark_text(mark: Mark, style: JsonStyle) -> str | None:
    """A mark as JSON, None for a mark that wei7 can't hold."""
    if mark.kind != "label" or not SYMBOL.match(mark.text) or len(mark.squares) != 1:
        return None
    if column_row(mark.squares[0]) is None:
        return None
    return style.object(
        [("point", point_text(mark.squares[0], style)), ("symbol", quoted(mark.text))]
    )


def result_text(text: str, style: JsonStyle) -> str | None:
    """A result (`B+2.5`, `W+`, `0`) as JSON; None for other texts."""
    if text == "0":
        return style.object([("winner", "null")])
    found = _RESULT_TEXT.match(text)
    if found is None or not (found[2] == "" or _follows("margin", found[2])):
        return None
    members = [("winner", COLOURS[found[1]])]
    return style.object(members + ([("margin", found[2])] if found[2] else []))


def evaluation_of(glyphs: object) -> str:
    """The evaluation for glyphs, "" if wei7 has none for them."""
    if isinstance(glyphs, tuple):
        for number in glyphs:
            if number in _WORDS:
                return _WORDS[number]
    return ""


def move_parts(action: Action | None) -> tuple[str, str] | None:
    """(colour, square or `pass`) of a move of go, None for other actions."""
    if type(action) is not Move:
        return None
    side, _, place = action.text.partition(" ")
    if side not in COLOURS or not (place == "pass" or column_row(place) is not None):
        return None
    return COLOURS[side], place


def problem_text(side: object, style: JsonStyle) -> str | None:
    """A problem as JSON for the id of a side, None if it isn't the id of a side."""
    colour = SIDE_COLOURS.get(side) if isinstance(side, str) else None
    return None if colour is None else style.object([("color", colour)])


def action_text(action: Action | None, notes: Mapping[str, NoteValue], style: JsonStyle) -> str:
    """The action of a node as JSON. An action that wei7 doesn't have becomes a message."""
    parts = move_parts(action)
    if parts is not None:
        members = [("color", parts[0]), ("point", point_text(parts[1], style))]
        evaluation = evaluation_of(notes.get(GLYPHS))
        if evaluation:
            members.append(("evaluation", quoted(evaluation)))
        problem = problem_text(notes.get(PROBLEM), style)
        if problem is not None:
            members.append(("problem", problem))
        return _typed("move", style.object(members), style)
    if type(action) is Takeback and action.count > 0:
        return _typed("takeback", str(action.count), style)
    text = "" if action is None else action.text
    event = notes.get(EVENT)
    if type(action) is Remark and event == MARK:
        place, _, symbol = text.partition(" ")
        mark = mark_text(Mark("label", (place,), text=symbol), style)
        if mark is not None:
            return _typed(MARK, mark, style)
    elif type(action) is Remark and event == RESULT:
        result = result_text(text, style)
        if result is not None:
            return _typed(RESULT, result, style)
    elif type(action) is Written or event == OTHER:
        tape, odd = parse(text)
        if not odd and tape.top == 0 and tape.kinds[0] == OBJECT:
            return text
    return _typed("message", quoted(text), style)


def _typed(kind: str, value: str, style: JsonStyle) -> str:
    return style.object([("type", f'"{kind}"'), ("value", value)])


def simple_members(notes: Mapping[str, NoteValue], style: JsonStyle) -> list[tuple[str, str]]:
    """The members of a step besides its action, in the order of the specification's examples."""
    out: list[tuple[str, str]] = []
    for key in ("time", "actor", "marks", "comment"):
        text = member_text(key, notes, style)
        if text is not None:
            out.append((key, text))
    return out


def member_text(key: str, notes: Mapping[str, NoteValue], style: JsonStyle) -> str | None:
    """A member of a step (or of `pre`) as JSON, from a node's notes; None if there is nothing to write."""
    match key:
        case "time":
            text = str(notes.get(MOMENT, ""))
            return text if _follows("time", text) else None
        case "actor":
            text = str(notes.get(ACTOR, ""))
            return text if _ACTOR.match(text) else None
        case "marks":
            marks = notes.get(MARKS, ())
            assert isinstance(marks, tuple)
            texts = [mark_text(mark, style) for mark in marks if isinstance(mark, Mark)]
            some = [text for text in texts if text is not None]
            return style.array(some) if some else None
        case "problem":
            return problem_text(notes.get(PROBLEM), style)
        case _:
            text = str(notes.get(COMMENT, ""))
            return quoted(text) if text else None
