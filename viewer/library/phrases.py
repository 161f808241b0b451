"""What is typed in the bar of a library: positions, moves, phrases such as "after 1840", else words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta

from viewer.base.fields import Value
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games import GAMES, game_of
from viewer.library.failures import LibraryFailed
from viewer.library.material_reading import names_material, words_of
from viewer.library.searches import HAS, results_in
from viewer.library.typed import moves_from, side_from
from viewer.tree.action import Move

Translate = Callable[[Message], str]

_DATE = r"[0-9]{4}(?:-[0-9]{1,2}(?:-[0-9]{1,2})?)?"
_COUNT = r"[0-9]{1,5}"
_REST = r"\S.*"
_SLASHES = 3
_CHARACTERS = 0x1100  # from here on are Hangul, kana and Chinese characters
_PLACED = re.compile(r"[0-9]{1,2}(?:x[0-9]{1,2})?\s+[A-Za-z]+\s+\S")
_QUOTED = re.compile(r'"[^"]*"')
_NUMBERED = re.compile(r"^\s*1\s*[.…]")
_BEGIN = re.compile(r"(?<!\S)1\s*[.…]")
_AS = in_context("the colour of a player", "as {side}", side="{what}")
_SCORE = re.compile(r"(?<!\S)(1/2|[01½])[-–−:：](1/2|[01½])(?!\S)")


class Phrase(NamedTuple):
    """Words with a place for a value, that set a condition.

    Attributes:
        key: of the condition.
        words: what is typed; `{what}` is the value.
        form: regular expression of the value; "" where the words stand alone.
        value: of the condition, from what was typed.
    """

    key: str
    words: Message
    form: str = ""
    value: Callable[[str], Value] = str.strip


def _day_after(text: str) -> str:
    """The first date after a year, month or day; the text itself where there is none."""
    return _moved(text, 1)


def _day_before(text: str) -> str:
    return _moved(text, -1)


def _moved(text: str, step: int) -> str:
    parts = [int(part) for part in text.split("-")]
    if len(parts) == 1:
        return f"{parts[0] + step:04}"
    if len(parts) == 2:
        months = parts[0] * 12 + parts[1] - 1 + step
        return f"{months // 12:04}-{months % 12 + 1:02}"
    try:
        return (date(*parts) + timedelta(days=step)).isoformat()
    except (ValueError, OverflowError):
        return text


def _set(value: Value) -> Callable[[str], Value]:
    return lambda _: value


def phrases() -> tuple[Phrase, ...]:
    """All phrases; those that take the rest of the text come last."""
    alone = [
        *(Phrase(f"has-{id}", said, "", _set(True)) for id, said in HAS.items()),
        *(Phrase("result", said, "", _set(id)) for id, said in results_in().items()),
        Phrase("result", message("{text}", text="1-0"), "", _set("first")),
        Phrase("result", message("{text}", text="0-1"), "", _set("second")),
        Phrase("result", message("{text}", text="1/2-1/2"), "", _set("draw")),
        *(Phrase("game", entry.name, "", _set(id)) for id, entry in GAMES.items()),
    ]
    return (
        Phrase(
            "date_from",
            in_context("typed in the search bar of a library", "after {what}", what="{what}"),
            _DATE,
            _day_after,
        ),
        Phrase(
            "date_to",
            in_context("typed in the search bar of a library", "before {what}", what="{what}"),
            _DATE,
            _day_before,
        ),
        Phrase(
            "date_from",
            in_context("typed in the search bar of a library", "from {what}", what="{what}"),
            _DATE,
        ),
        Phrase(
            "date_from",
            in_context("typed in the search bar of a library", "since {what}", what="{what}"),
            _DATE,
        ),
        Phrase(
            "date_to",
            in_context("typed in the search bar of a library", "until {what}", what="{what}"),
            _DATE,
        ),
        Phrase(
            "rating_from",
            in_context("typed in the search bar of a library", "rating from {what}", what="{what}"),
            _COUNT,
        ),
        Phrase(
            "rating_to",
            in_context("typed in the search bar of a library", "rating to {what}", what="{what}"),
            _COUNT,
        ),
        Phrase(
            "plies_from",
            in_context("typed in the search bar of a library", "from {what} plies", what="{what}"),
            _COUNT,
        ),
        Phrase(
            "plies_to",
            in_context("typed in the search bar of a library", "up to {what} plies", what="{what}"),
            _COUNT,
        ),
        *alone,
        Phrase(
            "player",
            in_context("typed in the search bar of a library", "player {what}", what="{what}"),
            _REST,
        ),
        Phrase(
            "opponent",
            in_context("typed in the search bar of a library", "against {what}", what="{what}"),
            _REST,
        ),
        Phrase(
            "event",
            in_context("typed in the search bar of a library", "event {what}", what="{what}"),
            _REST,
        ),
        Phrase(
            "opening",
            in_context("typed in the search bar of a library", "opening {what}", what="{what}"),
            _REST,
        ),
        Phrase(
            "comment",
            in_context("typed in the search bar of a library", "comment {what}", what="{what}"),
            _REST,
        ),
        Phrase(
            "folder",
            in_context("typed in the search bar of a library", "in folder {what}", what="{what}"),
            _REST,
        ),
        Phrase(
            "format",
            in_context("typed in the search bar of a library", "format {what}", what="{what}"),
            r"\w+",
            str.lower,
        ),
    )


def _pattern(phrase: Phrase, said: str) -> re.Pattern[str]:
    """What is typed for a phrase. No blank is needed where its words touch the value: "{what}以降"."""
    before, _, after = said.partition("{what}")

    def loose(text: str) -> str:
        return r"\s+".join(map(re.escape, text.split()))

    def gap(sign: str) -> str:
        return r"(?:[:：]?\s+|：)" if sign.isspace() else r"[:：]?\s*"

    parts = [loose(before)]
    if phrase.form:
        parts += [gap(before[-1])] if before else []
        parts += [f"({phrase.form})"]
        parts += [gap(after[0]), loose(after)] if after else []
    return re.compile(rf"(?<!\S){''.join(parts)}(?!\S)", re.IGNORECASE)


class Understanding:
    """Understands what is typed, in the user's language and in English."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate
        self._phrases: list[tuple[Phrase, re.Pattern[str], str]] = []
        colour = Phrase("side", _AS, r"\w+")
        self._colours = [_pattern(colour, said) for said in {translate(_AS), _AS.text()}]
        for phrase in phrases():
            said = translate(phrase.words)
            for one in dict.fromkeys((said, phrase.words.text())):
                self._phrases.append((phrase, _pattern(phrase, one), one))
        # "rating from 2400" isn't "from 2400": the longest words are tried first.
        self._phrases.sort(key=lambda one: (one[0].form == _REST, -len(one[2])))

    def conditions(self, text: str, games: Sequence[str] = ()) -> dict[str, Value]:
        """What a text means, as conditions by key. Moves may follow others: Karpov as Black 1. e4 c5.

        `games`: ids of the games in the order in which moves are tried; of the usual order without.
        """
        text = text.strip()
        if not text:
            return {}
        whole = position_in(text, games) or next(iter(moves_in(text, games)), None)
        whole = whole or next(iter(material_in(text, games)), None)
        if whole is not None:
            return dict(whole)
        text, moves = self._without_moves(text, games)
        text, side = self._without_colour(text, str(moves.get("game", "".join(games[:1]))))
        text = _SCORE.sub(_score, text)
        found: dict[str, Value] = {}
        for phrase, pattern, _ in self._phrases:
            match = pattern.search(_QUOTED.sub(lambda quoted: '"' * len(quoted[0]), text))
            if match is not None and phrase.key not in found:
                said = text[slice(*match.span(1))] if phrase.form else ""
                found[phrase.key] = phrase.value(said)
                text = f"{text[: match.start()]} {text[match.end() :]}".strip()
        if text:
            named = "player" if side and "player" not in found else "words"
            found[named] = " ".join(text.split())
        return {**found, **side, **moves}

    def _without_moves(self, text: str, games: Sequence[str]) -> tuple[str, Mapping[str, Value]]:
        """A text without the numbered moves at its end, and these as conditions."""
        begin = _BEGIN.search(text)
        if begin is None:
            return text, {}
        before, moves = text[: begin.start()], text[begin.start() :]
        found = next(iter(moves_in(moves, games)), None)
        if found is None or any(
            one.search(f"{before}.") for what, one, _ in self._phrases if what.key == "comment"
        ):
            return text, {}
        return before.strip(), found

    def _without_colour(self, text: str, game: str) -> tuple[str, dict[str, Value]]:
        """A text without the colour of its player, in the words of a game, and it as a condition."""
        for pattern in self._colours:
            for match in pattern.finditer(text):
                with suppress(LibraryFailed):
                    side = side_from(match[1], game, self._translate)
                    return f"{text[: match.start()]} {text[match.end() :]}".strip(), {"side": side}
        return text, {}

    def beginning(self, text: str) -> list[str]:
        """The phrases that begin with the last words of a text, which they complete; up to their value."""
        words = text.split()
        found: dict[str, None] = {}
        for phrase, _, said in self._phrases:
            if phrase.form == "" and said[:1].isdigit():
                continue
            fixed = said.partition("{what}")[0].strip()
            for count in range(1, min(len(words), len(fixed.split())) + 1):
                last = " ".join(words[-count:])
                if len(last) > 1 and fixed.casefold().startswith(last.casefold()):
                    end = " " if phrase.form else ""
                    found[" ".join([*words[:-count], fixed]) + end] = None
        return list(found)


def _score(found: re.Match[str]) -> str:
    """A result as files write it, of one as people do: 1–0, ½-½, 1:0."""
    return "-".join(points.replace("½", "1/2") for points in found.groups())


def position_in(text: str, games: Sequence[str] = ()) -> Mapping[str, Value] | None:
    """The conditions of a position that a text is, None if it is none."""
    if text.count("/") < _SLASHES and not _PLACED.match(text):
        return None
    for id in _in_order(games):
        try:
            game_of(id).parse_setup(text)
        except ValueError:
            continue
        return {"game": id, "position": text}
    return None


def material_in(text: str, games: Sequence[str] = ()) -> Iterable[Mapping[str, Value]]:
    """The conditions of the material that a text names, in each game that has it: R+P v R, 车兵对士象全.

    Behind the games that are given those whose players write in letters come first if the text does.
    """
    others: list[Mapping[str, Value]] = []
    for id in _in_order(games):
        words = words_of(game_of(id))
        if words is None or not names_material(words, text):
            continue
        found: Mapping[str, Value] = {"game": id, "material": text}
        if id in games or _in_letters(words.example) == _in_letters(text):
            yield found
        else:
            others.append(found)
    yield from others


def _in_letters(text: str) -> bool:
    """Whether a text is without Chinese characters, kana and Hangul."""
    return max(map(ord, text), default=0) < _CHARACTERS


def moves_in(text: str, games: Sequence[str] = ()) -> Iterable[Mapping[str, Value]]:
    """The conditions of the moves that a text is, in each game in which they are legal from the usual start.

    The game in whose own writing they are comes first. A single move without a number is none.
    """
    least = 1 if _NUMBERED.match(text) else 2
    if text.isascii() and len(text.replace(",", " ").split()) < least:
        return
    exact: list[Mapping[str, Value]] = []
    others: list[Mapping[str, Value]] = []
    for id in _in_order(games):
        game = game_of(id)
        start = game.start(None)
        try:
            moves = moves_from(game, start, text)
        except LibraryFailed:
            continue
        if len(moves) >= least:
            after = game.step(start, Move(moves[0]))
            styles = (style.id for style in game.notations)
            usual = game.notation(after, next(styles))
            (exact if usual in text else others).append({"game": id, "moves": text})
    yield from exact
    yield from others


def _in_order(games: Sequence[str]) -> list[str]:
    return [*games, *(id for id in GAMES if id not in games)]
