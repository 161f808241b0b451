"""The registry of kinds of export. It is data: an exporter is loaded when it is used."""

from __future__ import annotations

import os

from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.publish.exporter import Exporter


class ExportKind(NamedTuple):
    """A kind of export.

    Attributes:
        id: its option on the command line.
        name: its name for people.
        suffix: of its files, without the dot.
        target: the Exporter, as "module:name".
        help: what it makes, in a few words.
    """

    id: str
    name: Message
    suffix: str
    target: str
    help: Message

    def load(self) -> Exporter:
        """The exporter. Raises ImportError if a library that it needs isn't there."""
        exporter: Exporter = load_named(self.target)
        return exporter


KINDS: dict[str, ExportKind] = {
    kind.id: kind
    for kind in (
        ExportKind(
            "pdf",
            message("Book (PDF)"),
            "pdf",
            "viewer.publish.book.exporters:BOOK",
            message("records as the pages of a book"),
        ),
        ExportKind(
            "sheet",
            message("Problem sheet (PDF)"),
            "pdf",
            "viewer.publish.book.exporters:SHEET",
            message("problems with room for answers, and their solutions"),
        ),
        ExportKind(
            "html",
            message("Page (HTML)"),
            "html",
            "viewer.publish.page.page:PAGES",
            message("one file to step through in any browser, or an element for a page of yours"),
        ),
        ExportKind(
            "problems",
            message("Page of problems (HTML)"),
            "html",
            "viewer.publish.page.problems:PROBLEMS",
            message("problems to be solved in any browser, by the moves that the record holds"),
        ),
        ExportKind(
            "report",
            message("Report (HTML)"),
            "html",
            "viewer.publish.text.html:REPORT_PAGE",
            message(
                "how games were played, on one page: graph, phases, turning points, what to learn"
            ),
        ),
        ExportKind(
            "md",
            message("Text (Markdown)"),
            "md",
            "viewer.publish.text.markdown:MARKDOWN",
            message("for notes, forums and wikis"),
        ),
        ExportKind(
            "tex",
            message("Text (LaTeX)"),
            "tex",
            "viewer.publish.text.latex:LATEX",
            message("a document for XeLaTeX or LuaLaTeX"),
        ),
        ExportKind(
            "text",
            message("Plain text"),
            "txt",
            "viewer.publish.text.plain:PLAIN",
            message("moves running on or in columns, boards in letters"),
        ),
        ExportKind(
            "csv",
            message("Table of problems (CSV)"),
            "csv",
            "viewer.publish.text.cards:CARDS",
            message("for programs that ask cards, such as Anki"),
        ),
        ExportKind(
            "png",
            message("Picture (PNG)"),
            "png",
            "viewer.publish.pictures.raster:PNG",
            message("positions as pictures of any size"),
        ),
        ExportKind(
            "svg",
            message("Vector picture (SVG)"),
            "svg",
            "viewer.publish.pictures.stills:SVG",
            message("positions as drawings that stay sharp at any size"),
        ),
        ExportKind(
            "gif",
            message("Animation (GIF)"),
            "gif",
            "viewer.publish.pictures.animation:GIF",
            message("a line played as an animated picture"),
        ),
        ExportKind(
            "webp",
            message("Animation (WebP)"),
            "webp",
            "viewer.publish.pictures.animation:WEBP",
            message("the same in all colours, with smooth edges"),
        ),
    )
}


def kind_named(id: str, path: str) -> ExportKind:
    """The kind of an id; for "" the first whose files have the suffix of a path. Raises Refused."""
    if id:
        if id not in KINDS:
            raise Refused(
                message(
                    "There is no export of kind {kind}; there are: {known}.",
                    kind=id,
                    known=", ".join(KINDS),
                )
            )
        return KINDS[id]
    suffix = os.path.splitext(path)[1][1:].lower()
    found = next((kind for kind in KINDS.values() if kind.suffix == suffix), None)
    if found is None:
        known = ", ".join(dict.fromkeys(f".{kind.suffix}" for kind in KINDS.values()))
        raise Refused(message("{path} names no kind of export: {known}.", path=path, known=known))
    return found


def report_kind(path: str) -> ExportKind:
    """The kind that makes a report of the suffix of a path. Raises Refused."""
    suffix = os.path.splitext(path)[1][1:].lower()
    for kind in (KINDS["report"], *KINDS.values()):
        if kind.suffix == suffix and any(one.key == "content" for one in kind.load().fields):
            return kind
    raise Refused(
        message(
            "A report is written as {known}; {path} is none of these.",
            known=".html, .pdf, .md, .tex, .txt",
            path=path,
        )
    )
