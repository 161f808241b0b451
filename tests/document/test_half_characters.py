"""Half characters (lone surrogates) that are typed or pasted become U+FFFD: no file of text can hold them."""

from __future__ import annotations

import pytest
from studies import study_document

from viewer.document import plans
from viewer.document.clip import clip, clip_records
from viewer.document.document import Document
from viewer.document.plans import records, steps
from viewer.tree.action import Remark
from viewer.tree.annotation import MARKS, Mark

HALF = "a\ud83db"
WHOLE = "a\ufffdb"
MARK = Mark("label", ("e3",), text="\udc00")


def pasted(document: Document, key, node):
    rows = clip.from_text(clip.to_text("xiangqi", clip.branch_rows(node)), "xiangqi")
    rows = [row._replace(notes={"comment": HALF, MARKS: (MARK,)}) for row in rows]
    return plans.paste(document, key, node.parent, rows)


def games_pasted(document: Document, key, node):
    data = clip_records.carried(document, 0)
    headers = tuple(header._replace(value=HALF) for header in data.headers)
    return records.insert(document, key, node, [data._replace(headers=headers)])


def said_in(document: Document) -> str:
    kept = [document.record(index) for index in range(len(document))]
    nodes = [(one.headers, node.action, node.notes) for one in kept for node in one.walk()]
    return repr(nodes)


@pytest.mark.parametrize(
    "plan",
    [
        lambda document, key, node: plans.comment(document, key, node, HALF),
        lambda document, key, node: plans.bookmark(document, key, node, HALF),
        lambda document, key, node: plans.header(document, key, node, "Title", HALF),
        lambda document, key, node: plans.toggle_mark(document, key, node, MARK),
        lambda document, key, node: steps.title(document, key, node, HALF),
        lambda document, key, node: steps.add(document, key, node, Remark(HALF), {}),
        pasted,
        games_pasted,
    ],
)
def test_only_whole_characters_come_into_a_record(plan) -> None:
    document = study_document()
    key = document.keys()[0]
    node = document.record(0).root.children[0]
    before = said_in(document)
    document.do(plan(document, key, node))
    after = said_in(document)
    assert "\\ud" not in after
    assert "\ufffd" in after
    document.undo()
    assert said_in(document) == before
    document.redo()
    assert said_in(document) == after


def test_what_is_whole_stays_the_same_object() -> None:
    document = study_document()
    key, node = document.keys()[0], document.record(0).root
    edit = plans.comment(document, key, node, "整 🙂")
    document.do(edit)
    assert node.comment == "整 🙂"
    assert document.history._done[-1].edit.ops[0] is edit.ops[0]
