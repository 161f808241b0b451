"""How people write games in messages, in forums and in notes: plain data; `posts` writes by it."""

from __future__ import annotations

from viewer.base.named import NamedTuple


class Post(NamedTuple):
    """How a form writes what a text is made of; it has its defaults where it needs nothing of its own.

    Attributes:
        title: what stands around the line of the players.
        strong: what stands around moves of the main line.
        picture: what keeps the place of a picture, of its `number` and `words` ("Diagram 1").
        rows: whether every round, or move where moves are numbered, begins a line.
        aligned: whether the moves of rows stand below each other.
        special: the pattern of signs that mean something in this form; a backslash makes them signs again.
        most: the characters that fit into one message, 0 for as many as one likes.
    """

    title: str = "{}"
    strong: str = "{}"
    picture: str = "{words}"
    rows: bool = False
    aligned: bool = False
    special: str = ""
    most: int = 0


_MARKDOWN = r"[\\`*_<~|]"
POSTS: dict[str, Post] = {
    "paragraph": Post(),
    "rows": Post(rows=True),
    "columns": Post(rows=True, aligned=True),
    "markdown": Post("## {}", "**{}**", "![{words}](diagram-{number}.png)", special=_MARKDOWN),
    "discord": Post("**{}**", "**{}**", special=_MARKDOWN, most=2000),
    "bbcode": Post("[b]{}[/b]", picture="[img]{words}[/img]"),
}
"""By the ids of the texts of `FORMATS["text"]`, which have their names."""
