"""Checking an open file against its format's specification."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.base.system_errors import error_words
from viewer.document.check import Checked, check
from viewer.document.document import Document
from viewer.tree.diagnostic import Severity


def check_format(document: Document) -> tuple[Checked | None, Message]:
    """What breaks the specification beside what the reader found, and a sentence about it.

    The `record` of what was found is the key of one. What is only advised is found, but breaks nothing.
    None in place of the findings if the file can't be read.
    """
    known = {(one.code, one.offset, str(one.message)) for one in document.diagnostics}
    try:
        checked = check(document)
    except OSError as error:
        return None, message("The file can't be read: {why}.", why=error_words(error))
    new = [
        one if one.record is None else one.in_record(checked.keys[one.record])
        for one in checked.found
        if (one.code, one.offset, str(one.message)) not in known
    ]
    checked = checked._replace(found=new)
    breaches = sum(one.severity is not Severity.INFO for one in new)
    if new and not breaches:
        return checked, message(
            "Nothing breaks the format's specification. The notes are only advice."
        )
    if not new:
        return checked, message("Nothing breaks the format's specification.")
    return checked, counted(
        "One thing breaks the format's specification.",
        "{count} things break the format's specification.",
        breaches,
    )
