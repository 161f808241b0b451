"""`qipu register` and `qipu unregister`: whether a double click on a record opens Qipu."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

from viewer.base.messages import message
from viewer.base.system_errors import error_words
from viewer.cli import desktop
from viewer.cli.arguments import parser_of
from viewer.cli.failures import Failed


def register(words: list[str]) -> int:
    """`qipu register`. Exit status 0, or 2 where it can't be done."""
    parser_of("register").parse_args(words)
    return _run(desktop.register)


def unregister(words: list[str]) -> int:
    """`qipu unregister`. Exit status 0, or 2 where it can't be done."""
    parser_of("unregister").parse_args(words)
    return _run(desktop.unregister)


def _run(work: Callable[[TextIO], int]) -> int:
    try:
        return work(sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        path, why = str(error.filename or "?"), error_words(error)
        raise Failed(message("{path} can't be written: {why}.", path=path, why=why)) from error
