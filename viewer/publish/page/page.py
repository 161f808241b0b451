"""The page: a study as one HTML file without anything outside it, or as an element for other pages."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from urllib.parse import quote

from viewer.base.fields import CHOICE, FLAG, TEXT, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, in_context, message
from viewer.base.resources import resource_text
from viewer.games import game_of
from viewer.games.states import States
from viewer.publish.exporter import (
    ExportedFile,
    Exporter,
    Missing,
    Preview,
    Study,
    Words,
    native_file,
)
from viewer.publish.page.gathering import PageStudy
from viewer.publish.page.records import json_text
from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter
from viewer.publish.wording import printed_line
from viewer.tree.node import Node

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
