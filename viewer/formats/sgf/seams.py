"""Joining consecutive games: whether each ends where the next begins, and what closes one that doesn't."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.formats.sgf.tokens import ending, game_end, game_start

_SEEN = 256  # characters of a game that show that it begins


def closing(text: str, behind: str | None, new: bool) -> str | None:
    """The text to add after a game, so that what follows is read as another game.

    Usually empty; brackets if the game is truncated. `behind` is the text of the next game, None for the
    last; before a `new` one brackets are closed for other programs' sake too. None if nothing helps.
    """
    head = ""
    if behind is not None:
        start = game_start(behind, 0)
        head = behind[: start + _SEEN]
    for way in _ways(text, new) if head else ("",):
        if _is_alone(text + way, head):
            return way
    return None


def _ways(text: str, new: bool) -> Iterator[str]:
    _, depth, within = ending(text, game_start(text, 0))
    if not (new and depth):
        yield ""
    value = ""
    if within:
        # A stroke that ends the text would escape the bracket; with a line end it says nothing.
        strokes = len(text) - len(text.rstrip("\\"))
        value = "\n]" if strokes % 2 else "]"
    yield value + ")" * depth
    yield ")"  # for brackets behind the game, that would belong to the next one


def _is_alone(text: str, head: str) -> bool:
    """Whether a text holds one game, and the text after it is read as it would be by itself."""
    start = game_start(text, 0)
    end = game_end(text + head, start)
    if end > len(text):
        return False
    behind = game_start(head, 0) if head else 0
    return game_start(text + head, end) == len(text) + behind
