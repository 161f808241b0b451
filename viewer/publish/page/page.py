"""The page: a study as one HTML file without anything outside it, or as an element for other pages."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from functools import cache
from html import escape
from urllib.parse import quote

from viewer.base.fields import CHOICE, FLAG, TEXT, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, in_context, message
from viewer.base.resources import resource_text
from viewer.games import game_of
from viewer.games.states import States
from viewer.publish.exporter import ExportedFile, Exporter, Missing, Preview, Study, Words
from viewer.publish.native import native_file
from viewer.publish.page.study import PageStudy, json_text
from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter
from viewer.publish.wording import printed_line

_LANGUAGE = in_context("code of the language, as in <html lang>", "en")
PAGE, ELEMENT = "page", "element"
_LOOK = tuple(
    field
    for field in LOOK_FIELDS
    if field.key in ("theme", "flip", "coordinates", "pieces", "layout")
)
_FIELDS = (
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
    Field("evaluations", message("Evaluations"), FLAG, False),
    Field("clocks", message("Clock times"), FLAG, False, beside=True),
    Field("download", message("The record can be downloaded from the page"), FLAG, True),
    *_LOOK,
)

# Nothing is loaded from anywhere else, whatever a text of the study says.
_POLICY = (
    "default-src 'none'; connect-src 'self'; script-src 'self' 'unsafe-inline';"
    " style-src 'unsafe-inline'"
)
_SAID: dict[str, Message] = {
    "first": message("Start"),
    "back": message("Previous move"),
    "forward": message("Next move"),
    "last": message("End of the line"),
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
    """A page of all records, or the files of an element: the script and the data."""

    fields = _FIELDS
    native = True

    def export(self, study: Study, values: Values) -> Iterator[JobStep[ExportedFile | Missing]]:
        """The page; as an element, three files: an example, the data and the script."""
        made = PageStudy(study, values)
        for step in made.gather():
            yield JobStep(step.done, step.total)
        parts = [
            json_text({"words": _words(study.words), "boards": made.boards()})[:-1].encode(),
            b',"records":[',
            b",".join(made.records),
            b"]",
        ]
        if values["download"]:
            native = native_file(study)
            if native is None:
                made.left_out["file"] += 1
            else:
                file = {"name": native[0], "data": base64.b64encode(native[1]).decode()}
                parts.append(f',"file":{json_text(file)}'.encode())
        parts.append(b"}")
        flip = " flip" if values["flip"] else ""
        title = study.name
        if len(made.records) == 1:
            title = made.title
        made.records.clear()  # they are in the parts
        if values["form"] == PAGE:
            head, behind = _html(title, study.words)
            ahead = f'{head}<qipu-board page{flip}><script type="application/json">'
            end = f"</script></qipu-board>\n<script>{script()}</script>{behind}"
            page = b"".join([ahead.encode(), *parts, end.encode()])
            yield JobStep(1, 1, ExportedFile(page, "", made.left_out))
            return
        tag = '<script src="qipu-board.js" defer></script>'
        name = quote(f"{study.name}.json")
        element = f'<qipu-board src="{escape(name)}"{flip}></qipu-board>'
        example = f"{tag}\n{element}".join(_html(title, study.words))
        yield JobStep(0, 1, ExportedFile(script().encode(), name="qipu-board.js"))
        yield JobStep(0, 1, ExportedFile(b"".join(parts), name=f"{study.name}.json"))
        yield JobStep(1, 1, ExportedFile(example.encode(), "", made.left_out))

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The board of the first record."""
        if not len(study.records):
            return None
        look = {field.key: field.default for field in LOOK_FIELDS}
        look |= {field.key: values[field.key] for field in _LOOK}
        record = study.records.record(0)
        painter = BoardPainter(States(game_of(record.game), record), look)
        return Preview("drawing", drawing=painter.drawing(study.place.of(record, nearest=True)))


def _words(words: Words) -> dict[str, str]:
    return {name: words(said) for name, said in _SAID.items()}


@cache
def script() -> str:
    """The script of the element, with its style sheet inside."""
    code = resource_text("page", "qipu-board.js")
    return code.replace('"/*STYLE*/"', json.dumps(resource_text("page", "qipu-board.css")), 1)


def _html(title: str, words: Words) -> tuple[str, str]:
    """The page ahead of the board and behind it."""
    without = words(message("This page shows its games with a script; scripts are turned off."))
    ahead = f"""<!DOCTYPE html>
<html lang="{escape(words(_LANGUAGE))}">
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
