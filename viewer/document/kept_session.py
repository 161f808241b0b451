"""What a window keeps for the next start: its tabs, and where the user stood in each; data and file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.tree.node import Node

VERSION = 1
"""The version of the form; a file with a greater one is left alone."""
_MOST_TABS = 500
"""Tabs that are read at most."""

_TAB_KEYS = (
    *("path", "name", "journal", "record", "depth", "branches", "view"),
    *("roots", "journals", "libraries", "search", "beside"),
)
_NOTHING: Mapping[str, object] = {}


class KeptPlace(NamedTuple):
    """A node of a document, found again by the way to it, whatever ids its nodes have by then.

    Attributes:
        record: index of the record.
        depth: number of nodes above it.
        branches: (depth, index among the children) of each node on the way that isn't a first child.
    """

    record: int = 0
    depth: int = 0
    branches: tuple[tuple[int, int], ...] = ()


def place_of(record: int, node: Node) -> KeptPlace:
    """The place of a node in the record of an index."""
    path = node.path()
    branches = [
        (depth, above.children.index(below))
        for depth, (above, below) in enumerate(pairwise(path), 1)
        if above.children[0] is not below
    ]
    return KeptPlace(record, len(path) - 1, tuple(branches))


def node_at(root: Node, place: KeptPlace) -> Node:
    """The node at a place, or the last one on the way that is still there."""
    branches, node = dict(place.branches), root
    for depth in range(1, place.depth + 1):
        index = branches.get(depth, 0)
        if index >= len(node.children):
            break
        node = node.children[index]
    return node


class KeptTab(NamedTuple):
    """A tab.

    Attributes:
        path: of its file, "" if it has none.
        name: what the tab says.
        place: where the user stood.
        view: how the board was turned, as the names of `viewer.games.geometry.View`.
        journal: path of the journal of what isn't saved, "" if there is none.
        roots: paths of the folders or files that it lists, () if it is of a file by itself.
        journals: of a list, those of edited files that weren't shown.
        libraries: names of the libraries that it searches, () if it shows a record.
        search: what is searched there, as JSON.
        companion: the record that stood beside it, None if there was none.
        other: entries of a newer Qipu, by key; they are written back.
    """

    path: str
    name: str = ""
    place: KeptPlace = KeptPlace()
    view: tuple[str, ...] = ()
    journal: str = ""
    roots: tuple[str, ...] = ()
    journals: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    search: str = ""
    companion: KeptTab | None = None
    other: Mapping[str, object] = _NOTHING


class KeptSession(NamedTuple):
    """The tabs of a window in their order.

    Attributes:
        tabs: the tabs.
        front: index of the tab that was shown, -1 if there is none.
        problem: why the file couldn't be read, None if it could.
        newer: whether a newer Qipu wrote the file, which must not be overwritten.
        other: entries of a newer Qipu, by key; they are written back.
    """

    tabs: tuple[KeptTab, ...] = ()
    front: int = -1
    problem: Message | None = None
    newer: bool = False
    other: Mapping[str, object] = _NOTHING


def session_text(session: KeptSession) -> str:
    """The text of the file: JSON in ASCII, since names of files may have bytes that are no text."""
    tabs = [_tab_data(tab) for tab in session.tabs]
    data = {**session.other, "version": VERSION, "front": session.front, "tabs": tabs}
    return json.dumps(data, indent=1) + "\n"


def _tab_data(tab: KeptTab) -> dict[str, object]:
    place = tab.place
    known: dict[str, object] = {
        "path": tab.path,
        "name": tab.name,
        "journal": tab.journal,
        "record": place.record,
        "depth": place.depth,
        "branches": place.branches,
        "view": tab.view,
        "roots": tab.roots,
        "journals": tab.journals,
        "libraries": tab.libraries,
        "search": tab.search,
        "beside": None if tab.companion is None else _tab_data(tab.companion),
    }
    return {**tab.other, **{key: value for key, value in known.items() if value}}


def read_session(text: str) -> KeptSession:
    """The session that a text says. What is damaged of it is left out, with a sentence; never raises."""
    if not text:
        return KeptSession()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("tabs"), list):
        return KeptSession(problem=message("What was open last time can't be read."))
    version = _whole(data.get("version"))
    if version > VERSION:
        words = message("What was open last time was kept by a newer Qipu and can't be read.")
        return KeptSession(problem=words, newer=True)
    found = [_whole_tab(tab) for tab in data["tabs"][:_MOST_TABS]]
    tabs = [tab for tab in found if tab is not None]
    lost = len(data["tabs"]) - len(tabs)
    problem = message("Some of what was open last time can't be read.") if lost else None
    front = data.get("front")
    front = front if type(front) is int and 0 <= front < len(tabs) else len(tabs) - 1
    other = _others(data, ("version", "front", "tabs"))
    return KeptSession(tuple(tabs), front, problem, other=other)


def _whole_tab(data: object) -> KeptTab | None:
    """A tab with the record beside it; None if it leads nowhere."""
    tab = _tab_of(data)
    if tab is None or not isinstance(data, dict):
        return None
    return tab._replace(companion=_tab_of(data.get("beside")))


def _tab_of(data: object) -> KeptTab | None:
    """A tab by itself; None if it leads nowhere."""
    if not isinstance(data, dict):
        return None
    path, journal = _text(data.get("path")), _text(data.get("journal"))
    libraries = _texts(data.get("libraries"))
    if not (path or journal or libraries):
        return None
    branches = data.get("branches")
    view = _texts(data.get("view"))
    place = KeptPlace(
        _whole(data.get("record")),
        _whole(data.get("depth")),
        tuple(
            (_whole(one[0]), _whole(one[1]))
            for one in (branches if isinstance(branches, list) else ())
            if isinstance(one, list) and len(one) == 2
        ),
    )
    roots, journals = _texts(data.get("roots")), _texts(data.get("journals"))
    name = _text(data.get("name"))
    search, other = _text(data.get("search")), _others(data, _TAB_KEYS)
    return KeptTab(
        path, name, place, view, journal, roots, journals, libraries, search, other=other
    )


def _others(data: Mapping[str, object], known: Sequence[str]) -> Mapping[str, object]:
    return {key: value for key, value in data.items() if key not in known}


def _texts(value: object) -> tuple[str, ...]:
    return tuple(filter(None, map(_text, value))) if isinstance(value, list) else ()


def _text(value: object) -> str:
    return value if isinstance(value, str) and "\0" not in value else ""


def _whole(value: object) -> int:
    return value if type(value) is int and value >= 0 else 0
