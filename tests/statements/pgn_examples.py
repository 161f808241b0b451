"""Files of one game of PGN, for the examples of its statements."""

from __future__ import annotations

from statement import Example

_ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}


def head(**values: str) -> str:
    """The Seven Tag Roster with some values."""
    return "".join(f'[{name} "{value}"]\n' for name, value in (_ROSTER | values).items())


def file(words: str, text: str | bytes) -> Example:
    """A file of a text, in Latin-1; `words` tell what matters."""
    return Example(words, text.encode("latin-1") if isinstance(text, str) else text)


def whole(text: str) -> Example:
    """A file that is shown whole."""
    return file(text.strip("\n"), text)


def tag(line: str) -> Example:
    """A game with one more tag pair, or lines of them."""
    return file(line, f"{head()}{line}\n\n*\n\n")


def roster(name: str, value: str) -> Example:
    """A game with another value of a tag of the roster; for Result the movetext ends with it."""
    end = value if name == "Result" else "*"
    return file(f'[{name} "{value}"]', f"{head(**{name: value})}\n{end}\n\n")


def moves(text: str, **values: str) -> Example:
    """A game with this movetext."""
    return file(text, f"{head(**values)}\n{text}\n\n")


def position(fen: str, text: str) -> Example:
    """A game from a position, with this movetext."""
    tags = f'{head()}[FEN "{fen}"]\n[SetUp "1"]\n'
    return file(f'[FEN "{fen}"] {text}', f"{tags}\n{text}\n\n")
