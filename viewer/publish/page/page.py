"""The page: a study as one HTML file without anything outside it, or as an element for other pages.

Its data are the boards, and each record's lines, texts and positions. Positions are computed here: a node
says what changes from its parent's to its own, so that a page knows no rules.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import count
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from viewer.base.fields import CHOICE, FLAG, TEXT, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.resources import resource_text
from viewer.base.spool import Spool
from viewer.formats.kit.ahead import played_ahead
from viewer.games import game_of
from viewer.games.capabilities import Connecting, board_geometry, counts_of
from viewer.games.game import Numbering
from viewer.games.replays import Told
from viewer.games.states import States
from viewer.games.telling import ToldRecord
from viewer.publish.apart import in_parts
from viewer.publish.choices import OutlineStyle
from viewer.publish.exporter import (
    ExportedFile,
    Exporter,
    LettingGo,
    Missing,
    Preview,
    Study,
    Words,
    native_file,
)
from viewer.publish.outline import Comment, Heading, Item, Moves, PrintedMove, Title
from viewer.publish.page.boards import BoardChange, Numbered, PageBoard, numbers_text
from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter
from viewer.publish.sections import labels_of, section_of, told_in
from viewer.publish.wording import printed_line
from viewer.scene.marks import marked_squares
from viewer.scene.picture import last_squares
from viewer.scene.theme import BOARD_THEMES
from viewer.tree.annotation import MARKS, VIEW, Mark
from viewer.tree.inherited import DIM, NO_DIMS, Inherited, dims_after
from viewer.tree.node import Node
from viewer.tree.record import Record

_STEP = 200  # nodes between two steps of the job
_NO_SIGNS = [["", ""], ["", ""]]
_PLY = itemgetter(1)  # of a printed move


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
        labels = json_text(item_labels(section.items, numbering))
        text = f'{json_text(begins)[:-1]},"items":[{items}],"labels":{labels},"nodes":[{",".join(nodes)}]}}'
        self.add(text.encode(), 1, head["title"])


def _gathered_alone(study: Study, first: int, values: Values) -> Iterator[JobStep[_Gathered]]:
    """The records of a part of a file; `first` of them has that index in the whole study."""
    made = PageStudy(study, values, first)
    for step in made.gather_some(range(len(study.records))):
        yield JobStep(step.done, step.total)
    yield JobStep(1, 1, made.gathered())


class Positions:
    """The positions of a record, each as its difference from its parent's."""

    def __init__(
        self,
        states: States,
        board: PageBoard,
        numbers: dict[int, int],
        told: ToldRecord,
        top: Node | None = None,
    ) -> None:
        """`top`: the node that has its whole position, of a part of the record; None for the root."""
        self._states, self._board, self._numbers, self._told = states, board, numbers, told
        self._top = top
        self._dims = Inherited(dims_after, NO_DIMS)
        self._dimmed = any(
            [MARKS in node.notes for node in states.record.nodes.values() if node.notes]
        )
        self._known: dict[int, tuple[dict[int, int], list[int]]] = {}

    def texts(self, nodes: Sequence[Node]) -> Iterator[list[str]]:
        """The differences of nodes in pre-order, some at a time, by letters, each as JSON.

        p: the parent's number; d: square and piece, or -1 for none, of each that changes; l: the links, if
        they do; m: the squares of the last move; f: where it begins, if a mark stands in for m; s: signs;
        c: a winning chain.
        """
        lines = {} if self._dimmed else self._told.lines
        at = 0
        while at < len(nodes):
            line = lines.get(nodes[at].id)
            if line is None or line.moves[0].changed is None:
                yield [self._text(nodes[at])]
                at += 1
            else:
                stop = at + len(line.moves)
                yield self._line(nodes[at], nodes[stop - 1], line.moves)
                at = stop

    def _line(self, first: Node, last: Node, moves: Sequence[Told]) -> list[str]:
        """The same of the nodes of a line of which a replay told."""
        assert first.parent is not None  # the root has no move
        changes = list(map(self._board.changes.__getitem__, moves))
        said = [one.both for one in changes]
        numbers = self._numbers
        above = [numbers[first.parent.id], *range(numbers[first.id], numbers[last.id])]
        texts = [f'{{"p":{number}{both}}}' for number, both in zip(above, said, strict=True)]
        pieces, links = self._before(first)
        done = 0
        for at in [at for at, both in enumerate(said) if both is None]:
            _put_all(pieces, changes[done:at])
            one, done = changes[at], at + 1
            texts[at] = f'{{"p":{above[at]}{self._put(pieces, one)}{one.moved}}}'
        if last.children:
            _put_all(pieces, changes[done:])
            self._known[last.id] = pieces, links
        return texts

    def _before(self, node: Node) -> tuple[dict[int, int], list[int]]:
        """The pieces before a node's move, which may be changed, and the links; both empty for the top."""
        parent = node.parent
        if parent is None or node is self._top:
            return {}, []
        if parent.children[-1] is node:
            return self._known.pop(parent.id)  # nobody else asks for it
        pieces, links = self._known[parent.id]
        return pieces.copy(), links

    def _text(self, node: Node) -> str:
        """The same of any node."""
        board, told = self._board, self._told.moves.get(node.id)
        parent = None if node is self._top else node.parent
        before, linked = self._before(node)
        if told is None or told.changed is None:
            game, state = self._states.game, self._states.at(node)
            pieces = board.pieces(game.pieces(state), counts_of(game, state))
            links, last = board.links(game.links(state)), last_squares(game, state)
            chain = game.winning_chain(state) if isinstance(game, Connecting) else ()
            # Where lines are told of, pieces are in the order in which they came.
            changes = _changes(dict(sorted(before.items())) if self._told.lines else before, pieces)
            changed = numbers_text("d", changes) if changes else ""
        else:
            pieces, links, last, chain = before, linked, told.touched, ()
            changed = self._put(pieces, board.changes[told])
        if node.children:
            self._known[node.id] = pieces, links
        if links != linked:
            changed += numbers_text("l", links)
        marks: tuple[Mark, ...] = ()
        if self._dimmed:
            own = tuple(mark for mark in node.marks if mark.kind != DIM)
            marks = (*self._dims.at(node), *own)
        if last and (not marks or last[-1] not in marked_squares(marks)):
            changed += board.moved(last)
        elif last:
            changed += numbers_text("f", board.squares(last[:1]))
        if marks:
            signs = board.signs(marks, dict(self._states.game.pieces(self._states.at(node))))
            if signs != _NO_SIGNS:
                changed += f',"s":{json_text(signs)}'
        if chain:
            changed += f',"c":{json_text(board.chain(chain))}'
        if parent is None:
            return f"{{{changed[1:]}}}"
        return f'{{"p":{self._numbers[parent.id]}{changed}}}'

    @staticmethod
    def _put(pieces: dict[int, int], change: BoardChange) -> str:
        """Change pieces by a move. Returns what it changes, as JSON."""
        if change.text is not None:
            _put_all(pieces, [change])
            return change.text
        before = dict(sorted(pieces.items()))
        _put_all(pieces, [change])
        return numbers_text("d", _changes(before, dict(sorted(pieces.items()))))


def _put_all(pieces: dict[int, int], changes: Iterable[BoardChange]) -> None:
    """Change pieces by moves."""
    for gone, put, *_ in changes:
        for number in gone:
            del pieces[number]
        pieces.update(put)


def _changes(before: Mapping[int, int], pieces: Mapping[int, int]) -> list[int]:
    """Square and piece, or -1 for none, of each that changes."""
    changes = [part for square in before.keys() - pieces.keys() for part in (square, -1)]
    changes += [
        part
        for square, token in pieces.items()
        if before.get(square) != token
        for part in (square, token)
    ]
    return changes


def item_labels(items: Iterable[Item], numbering: Numbering) -> list[str]:
    """The number of each ply, for moves that are named alone."""
    lines = [item.moves for item in items if isinstance(item, Moves)]
    most = max([max(map(_PLY, moves)) for moves in lines], default=0)
    return labels_of(numbering, most)[: most + 1]


def json_text(data: Any) -> str:
    """JSON that may stand in an HTML script: no `<`, and none of the line ends that scripts know."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return text.encode("utf-8", "replace").decode()


_quoted = lru_cache(maxsize=1 << 13)(json_text)  # the same moves come again and again


def head_of(heading: Heading) -> dict[str, Any]:
    """The head of a record as JSON can hold it."""
    facts = [*heading.facts, heading.round, heading.annotator]
    return {
        "title": printed_line(heading.title),
        "facts": [line for fact in facts if (line := printed_line(fact))],
        "sides": [*map(printed_line, heading.sides)],
        "ranks": [*map(printed_line, heading.ranks)],
        "result": printed_line(heading.result),
    }


def is_text(item: object) -> bool:
    """Whether an item of an outline is printed on pages as text."""
    return isinstance(item, Moves | Comment | Title)


def item_text(item: object, numbers: Mapping[int, int]) -> str:
    """As JSON ["m", level, begins, [[node, number, text, signs, asides, played, ply], …]],
    ["c", level, begins, text, ahead, node] or ["t", depth, text, node].
    """
    match item:
        case Moves(level, begins, moves):
            some = ",".join(_moves(moves, numbers))
            return f'["m",{level},{int(begins)},[{some}]]'
        case Comment():
            node = numbers[item.node]
            said = ["c", item.level, int(item.begins), item.text, int(item.ahead), node]
            return json_text(said)
        case Title():
            return json_text(["t", item.depth, item.text, numbers[item.node]])
    raise TypeError(item)


def _moves(moves: Sequence[PrintedMove], numbers: Mapping[int, int]) -> list[str]:
    ids, plies, labels, texts, *rest = zip(*moves, strict=True)
    columns = zip(map(numbers.__getitem__, ids), labels, map(_quoted, texts), plies, strict=True)
    some = [f'[{at},"{label}",{text},"","",1,{ply}]' for at, label, text, ply in columns]
    signs, asides, played, wrong, _ = rest
    if any(signs) or any(asides) or any(wrong) or not all(played):
        for at, move in enumerate(moves):
            if move.signs or move.asides or move.wrong or not move.played:
                some[at] = _noted_move(move, numbers[move.node])
    return some


def _noted_move(move: PrintedMove, node: int) -> str:
    """A move of which more is said than its text."""
    more = f"{json_text(''.join(move.signs))},{json_text(' '.join(move.asides))}"
    kind = int(move.played) - 2 * move.wrong * move.played
    ply = move.ply if move.played else 0
    return f'[{node},"{move.number}",{_quoted(move.text)},{more},{kind},{ply}]'


LANGUAGE = in_context("code of the language, as in <html lang>", "en")
PAGE, ELEMENT = "page", "element"
_LOOK = tuple(
    field
    for field in LOOK_FIELDS
    if field.key in ("theme", "flip", "coordinates", "pieces", "layout")
)
PAGE_FIELDS = (
    Field(
        "form",
        message("Form"),
        CHOICE,
        PAGE,
        {
            PAGE: message("A page of its own, one file"),
            ELEMENT: message("An element for a page of yours: a script and its data"),
        },
    ),
    Field(
        "notation",
        in_context("a way to write moves", "Notation"),
        TEXT,
        help=message("The id of a notation of the game; a game without it uses its own."),
    ),
    Field("download", message("The record can be downloaded from the page"), FLAG, True),
    *_LOOK,
)
_FIELDS = (
    *PAGE_FIELDS[:2],
    Field("evaluations", message("Evaluations"), FLAG, False),
    Field("clocks", message("Clock times"), FLAG, False, beside=True),
    *PAGE_FIELDS[2:],
)

# Nothing is loaded from anywhere else, whatever a text of the study says.
_POLICY = (
    "default-src 'none'; connect-src 'self'; script-src 'self' 'unsafe-inline';"
    " style-src 'unsafe-inline'"
)
SAID: dict[str, Message] = {
    "first": message("Start"),
    "back": message("Previous move"),
    "forward": message("Next move"),
    "last": message("End of the line"),
    "play": message("Playback"),
    "flip": message("Flip the board"),
    "start": message("Start"),
    "next": message("Next moves"),
    "moves": message("Moves"),
    "steps": message("Steps"),
    "records": message("Games"),
    "position": message("Position"),
    "wrong": message("This move breaks a rule"),
    "download": message("Download {{name}}"),
}


class Page(Exporter):
    """A page of all records, or the files of an element: the script and the data.

    Attributes:
        gatherer: makes the data.
        element: the name of the element, and of its script.
        scripts: those that it takes, in order, each with its style sheet.
        said: the words of the page by their names in the script.
    """

    fields = _FIELDS
    native = True
    gatherer: type[PageStudy] = PageStudy
    element = "qipu-board"
    scripts: tuple[str, ...] = ("qipu-board",)
    said: Mapping[str, Message] = SAID

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """The page; as an element, three files: an example, the data and the script."""
        made = self.gatherer(study, values)
        for step in made.gather():
            yield JobStep(step.done, step.total)
        said = {name: study.words(one) for name, one in self.said.items()}
        begins = json_text({"words": said, "boards": made.boards()})[:-1]
        begins += ',"records":['
        body = made.records
        body.put(b"]")
        if values["download"]:
            native = native_file(study)
            if native is None:
                made.left_out["file"] += 1
            else:
                name, blocks = native
                body.put(f',"file":{{"name":{json_text(name)},"data":"'.encode())
                for part in _in_base64(blocks):
                    body.put(part)
                body.put(b'"}')
        body.put(b"}")
        flip = " flip" if values["flip"] else ""
        title = (made.title if made.count == 1 else "") or study.name
        if values["form"] == PAGE:
            head, behind = _html(title, study.words)
            ahead = f'{head}<{self.element} page{flip}><script type="application/json">'
            end = f"</script></{self.element}>\n<script>{self.script()}</script>{behind}"
            body.put(end.encode())
            begins = ahead + begins
            yield JobStep(1, 1, ExportedFile.of(begins.encode(), body, made.left_out))
            return
        name = f"{self.element}.js"
        tag = f'<script src="{name}" defer></script>'
        address = quote(f"{study.name}.json")
        element = f'<{self.element} src="{escape(address)}"{flip}></{self.element}>'
        example = f"{tag}\n{element}".join(_html(title, study.words))
        yield JobStep(0, 1, ExportedFile(self.script().encode(), name=name))
        yield JobStep(0, 1, ExportedFile.of(begins.encode(), body, {}, f"{study.name}.json"))
        yield JobStep(1, 1, ExportedFile(example.encode(), "", made.left_out))

    def script(self) -> str:
        """All scripts that the element takes."""
        return "\n".join(map(script, self.scripts))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The board of the first record."""
        if not len(study.records):
            return None
        record = study.records.record(0)
        states = States(game_of(record.game), record)
        return self.position(states, study.place.of(record, nearest=True), values)

    @staticmethod
    def position(states: States, node: Node, values: Values) -> Preview:
        """The board at a node."""
        look = {field.key: field.default for field in LOOK_FIELDS}
        look |= {field.key: values[field.key] for field in _LOOK}
        return Preview("drawing", drawing=BoardPainter(states, look).drawing(node))


def _in_base64(blocks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for block in blocks:
        data = rest + block
        whole = len(data) - len(data) % 3
        yield base64.b64encode(data[:whole])
        rest = data[whole:]
    yield base64.b64encode(rest)


@cache
def script(name: str) -> str:
    """The script of an element, with its style sheet inside."""
    code = resource_text("page", f"{name}.js")
    return code.replace('"/*STYLE*/"', json.dumps(resource_text("page", f"{name}.css")), 1)


def _html(title: str, words: Words) -> tuple[str, str]:
    """The page ahead of the board and behind it."""
    without = words(message("This page shows its games with a script; scripts are turned off."))
    ahead = f"""<!DOCTYPE html>
<html lang="{escape(words(LANGUAGE))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(printed_line(title))}</title>
<style>{resource_text("page", "page.css")}</style>
</head>
<body>
<main>
<noscript>{escape(without)}</noscript>
"""
    return ahead, "\n</main>\n</body>\n</html>\n"


PAGES = Page()
