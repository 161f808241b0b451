"""The data of a page, record after record: on which board each stands, its lines, texts and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from viewer.base.fields import Values
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.spool import Spool
from viewer.formats.kit.ahead import played_ahead
from viewer.games import game_of
from viewer.games.capabilities import board_geometry
from viewer.games.states import States
from viewer.publish.apart import in_parts
from viewer.publish.choices import OutlineStyle
from viewer.publish.exporter import LettingGo, Study
from viewer.publish.page.boards import Numbered, PageBoard
from viewer.publish.page.records import (
    Positions,
    head_of,
    is_text,
    item_labels,
    item_text,
    json_text,
)
from viewer.publish.sections import section_of, told_in
from viewer.scene.theme import BOARD_THEMES
from viewer.tree.annotation import VIEW
from viewer.tree.record import Record

_STEP = 200  # nodes between two steps of the job


class _Gathered(NamedTuple):
    """Some records of a page.

    Attributes:
        indexes: of the records in the study.
        data: of each, as JSON in UTF-8, with commas between.
        title: that of the first record.
        boards: in their order, the index of the first record on each, and what occurred on it.
        left_out: as in `PageStudy`.
    """

    indexes: range
    data: bytes
    title: str
    boards: tuple[tuple[int, Numbered], ...]
    left_out: Mapping[str, int]


class PageStudy:
    """Gathers the data of a page, record after record.

    Attributes:
        study, values: what is gathered, and how.
        style: of the texts.
        records: of each record, its data as JSON in UTF-8, with commas between.
        count: of the records.
        title: that of the first record, "" without.
        left_out: how many annotations of each kind the page doesn't show.
    """

    def __init__(self, study: Study, values: Values, first: int = 0) -> None:
        """`first` is the index that the first record of the study has in the whole one."""
        self.study, self.values, self._first = study, values, first
        self._boards: dict[Any, PageBoard] = {}
        self._began: list[int] = []  # index of the first record on each board
        self.records = Spool()
        self.count = 0
        self.title = ""
        self.left_out: Counter[str] = Counter()
        plain = {"marked": False, "bookmarked": False, "set-up": False}
        asked = ("notation", "evaluations", "clocks")
        self.style = OutlineStyle.chosen(
            {**plain, **{key: values[key] for key in asked if key in values}}
        )

    def gather(self) -> Iterator[JobStep[None]]:
        """A job that takes in the records; those of a long file in several processes."""
        job = in_parts(self.study, _gathered_alone, self.values)
        if job is None:
            yield from self.gather_some(range(len(self.study.records)))
            return
        for step in job:
            part = step.result
            if part is not None and self._fits(part):
                self.add(part.data, len(part.indexes), part.title)
                self.left_out.update(part.left_out)
            elif part is not None:
                for _ in self.gather_some(part.indexes):
                    yield JobStep(step.done, step.total)
            yield JobStep(step.done, step.total)

    def gather_some(self, indexes: range) -> Iterator[JobStep[None]]:
        """A job that takes in some of the records, here."""
        count = indexes.stop
        letting_go = LettingGo(self.study.records)
        records = played_ahead(self.study.records, indexes)
        for index in indexes:
            record = records.record(index)
            for _ in self.take(record, index):
                yield JobStep(index, count)
            letting_go.of(record)
            yield JobStep(index + 1, count)

    def gathered(self) -> _Gathered:
        """All that was gathered, for a page that has other records before."""
        numbered = (board.numbered() for board in self._boards.values())
        return _Gathered(
            range(self._first, self._first + self.count),
            b"".join(self.records.pieces()),
            self.title,
            tuple(zip(self._began, numbered, strict=True)),
            self.left_out,
        )

    def _fits(self, part: _Gathered) -> bool:
        """Whether what was gathered elsewhere says the same here, by the numbers of boards and pieces."""
        for number, (index, numbered) in enumerate(part.boards):
            record = self.study.records.record(index)
            states = States(game_of(record.game), record)
            known, board = self.board_of(states, index)
            if known != number or not board.take(numbered):
                return False
        return True

    def add(self, data: bytes, count: int, title: str) -> None:
        """Take in the data of so many records, of which the first has a title."""
        if self.count:
            self.records.put(b",")
        else:
            self.title = title
        self.records.put(data)
        self.count += count

    def boards(self) -> list[dict[str, Any]]:
        """The boards of the records that have been gathered."""
        return [board.data(self.study.words) for board in self._boards.values()]

    # -------------------------------------------------------------------------------- records

    def board_of(self, states: States, index: int) -> tuple[int, PageBoard]:
        """The board of the record at an index, with its number."""
        game, record = states.game, states.record
        start = states.at(record.root)
        geometry = board_geometry(game, start, str(self.values["layout"]))
        key = (record.game, id(geometry))
        if key not in self._boards:
            self._began.append(self._first + index)
            self._boards[key] = PageBoard(
                game,
                start,
                BOARD_THEMES[str(self.values["theme"])],
                str(self.values["coordinates"]),
                str(self.values["pieces"]),
                str(self.values["layout"]),
                f"q{len(self._boards)}",
            )
        return list(self._boards).index(key), self._boards[key]

    def take(self, record: Record, index: int) -> Iterator[None]:
        """Take in the record at an index, in steps."""
        game = game_of(record.game)
        states = States(game, record)
        number, board = self.board_of(states, index)
        format, words = self.study.records.format, self.study.words
        known = told_in(states, self.style, changes=True)
        place = self._first + index
        section = section_of(record, format, place, self.style, words, states, known, drawn=False)
        self.left_out.update(section.left_out)
        all_nodes = list(record.walk())
        numbers = dict(zip([node.id for node in all_nodes], count()))
        nodes: list[str] = []
        due = _STEP
        texts = Positions(states, board, numbers, known).texts(all_nodes)
        for some in texts:
            nodes += some
            if len(nodes) >= due:
                due = len(nodes) + _STEP
                yield
        if any([node.notes for node in all_nodes]):
            for node in all_nodes:
                if VIEW in node.notes:
                    self.left_out[VIEW] += 1  # a page shows the whole board
        head = head_of(section.heading)
        numbering = game.numbering(states.at(record.root))
        begins = {
            "b": number,
            "sides": [words(name) for name in states.side_names],
            "head": head,
        }
        items = ",".join([item_text(one, numbers) for one in section.items if is_text(one)])
        labels = item_labels(section.items, numbering)
        text = f'{json_text(begins)[:-1]},"items":[{items}],"labels":{labels},"nodes":[{",".join(nodes)}]}}'
        self.add(text.encode(), 1, head["title"])


def _gathered_alone(study: Study, first: int, values: Values) -> Iterator[JobStep[_Gathered]]:
    """The records of a part of a file; `first` of them has that index in the whole study."""
    made = PageStudy(study, values, first)
    for step in made.gather_some(range(len(study.records))):
        yield JobStep(step.done, step.total)
    yield JobStep(1, 1, made.gathered())
