"""The outline of a report of a player's games: tables of counts, whose rows lead to lists of the games."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from viewer.base.messages import Message, counted, in_context, message
from viewer.base.person_names import OwnNames
from viewer.document.reading.player_report import (
    BY,
    ENDED,
    GAME_HEADS,
    HEADS,
    Played,
    PlayerReport,
    Row,
    conspicuous,
)
from viewer.publish.outline import Comment, Fact, Facts, Heading, Item, Section, Title
from viewer.publish.wording import Words

_LISTED = 2000
"""Games that are listed in all, about."""
_LEAST = 10
"""Games of a row that are listed, if it has so many."""


def player_section(
    report: PlayerReport, names: str, words: Words, folder: str | None, listed: bool = True
) -> Section:
    """The section of a report, in an outline without records.

    `names`: of the player. `folder`: where the report will be, so that games lead to their files; None for
    nowhere. `listed`: whether the games are listed.
    """
    own = OwnNames(names)
    items = _Items(report, own, words, folder, listed)
    months = report.months
    extent = counted("{count} game", "{count} games", report.all.games)
    between = "".join(months[:1])
    if len(months) > 1:
        between = words(message("{first} – {last}", first=months[0], last=months[-1]))
    heading = Heading(own.chief, subtitle=words(extent), date=between)
    game = report.games.most_common(1)[0][0] if report.games else "chess"
    kind = words(in_context("an account of how a game was played", "Report"))
    return Section(0, game, "", False, heading, tuple(items.items()), kind=kind)


class _Items:
    """Makes the items of a report."""

    def __init__(
        self,
        report: PlayerReport,
        own: OwnNames,
        words: Words,
        folder: str | None,
        listed: bool,
    ) -> None:
        self._report, self._words, self._folder = report, words, folder
        self._listed, self._others = listed, own.names[1:]
        rows = sum(len(report.shown(by)[0]) for by in BY)
        self._most = max(_LEAST, _LISTED // max(1, rows))
        self._addresses: dict[str, str] = {}

    def items(self) -> Iterator[Item]:
        """The items."""
        report = self._report
        if self._others:
            yield self._said([message("Also written {names}.", names="; ".join(self._others))])
        if report.all.games:
            yield self._counts("", [report.all])
        told = conspicuous(report)
        if told:
            yield self._title(message("What stands out"))
            yield self._said(told)
        for by, title in BY.items():
            rows, more = report.shown(by)
            if rows:
                yield self._title(title)
                yield self._counts(by, rows)
            if more:
                yield self._said(more)
        told = [*report.told, *(_failure(path, why) for path, why in report.failures)]
        if told:
            yield self._said(told)
        if self._listed:
            yield from self._lists()

    def _title(self, text: Message, depth: int = 1, name: str = "") -> Title:
        return Title(depth, 0, self._words(text), name)

    def _said(self, texts: Sequence[Message]) -> Comment:
        return Comment(0, 0, "\n".join(map(self._words, texts)), begins=True)

    def _counts(self, by: str, rows: Sequence[Row]) -> Facts:
        facts = (
            Fact(
                self._words(self._report.name_of(row)),
                tuple(map(self._words, row.cells)),
                f"#{_name(by, number)}" if self._listed and by else "",
            )
            for number, row in enumerate(rows)
        )
        return Facts(0, tuple(map(self._words, HEADS)), tuple(facts))

    # ------------------------------------------------------------------------------ lists of games

    def _lists(self) -> Iterator[Item]:
        """The games of each row: lost ones first, of these the latest."""
        if not self._report.all.games:
            return
        yield self._title(in_context("that a player has played", "The games"))
        for by, title in BY.items():
            for number, row in enumerate(self._report.shown(by)[0]):
                name = self._report.name_of(row)
                what = message("{by}: {group}", by=title, group=name)
                yield self._title(what, 2, _name(by, number))
                if row.games > self._most:
                    said = message(
                        "{count} of {all}, lost ones first.", count=self._most, all=row.games
                    )
                    yield self._said([said])
                yield self._games(row)

    def _games(self, row: Row) -> Facts:
        heads = tuple(map(self._words, GAME_HEADS))
        return Facts(0, heads, tuple(map(self._game, self._report.worst_of(row, self._most))))

    def _game(self, one: Played) -> Fact:
        ended = "" if one.score is None else self._words(ENDED[one.score])
        cells = (ended, one.month, os.path.basename(one.path), str(one.number + 1))
        nobody = self._words(in_context("a player", "Unknown"))
        return Fact(one.opponent or nobody, cells, self._address(one.path))

    def _address(self, path: str) -> str:
        """The address of a file, seen from the folder of the report; "" for none."""
        if self._folder is None:
            return ""
        found = self._addresses.get(path)
        if found is None:
            found = ""
            if os.path.isfile(path):
                try:
                    found = quote(os.path.relpath(path, self._folder).replace(os.sep, "/"))
                except ValueError:  # on another drive
                    found = ""
            self._addresses[path] = found
        return found


def _name(by: str, number: int) -> str:
    """The name of the list of a row's games."""
    return f"{by}-{number + 1}"


def _failure(path: str, why: Message) -> Message:
    return message("{path}: {why}", path=path, why=why)
