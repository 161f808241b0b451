"""The commands of `qipu` as plain data, asked of the argument parsers that they are run with.

Manual and completions are made of it. A command builds its parser when it is run, so each is run with
`--help` and stopped where it would parse.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from viewer.base.loading import load_named  # the checkout's, not another one
from viewer.cli.commands import COMMANDS

_LONG = 50  # characters of choices that a usage doesn't list


class Argument(NamedTuple):
    """An argument of a command.

    Attributes:
        name: what it is called in the program.
        names: of an option ("-o", "--output"); none for a positional one.
        metavar: what stands for its value, "" for an option without one or one with choices.
        choices: the only values there are, if they are few.
        help: what it does, "" where nothing is said.
        required: whether the command doesn't go without it.
        many: whether several values may be given.
        other: the options that exclude this one.
    """

    name: str
    names: tuple[str, ...]
    metavar: str
    choices: tuple[str, ...]
    help: str
    required: bool
    many: bool
    other: tuple[str, ...]

    @property
    def takes_value(self) -> bool:
        """Whether a word follows."""
        return bool(self.metavar or self.choices)

    @property
    def value(self) -> str:
        """What stands for the value in a usage."""
        listed = "{" + ",".join(self.choices) + "}"
        return self.metavar or (listed if len(listed) < _LONG else self.name.upper())


class CommandLine(NamedTuple):
    """A command: its name, what it does, positional arguments and options, and what its help ends with.

    One with `actions`, by name with what each does, has the arguments of all of them; the help of each
    argument names the actions that take it.
    """

    name: str
    help: str
    positional: tuple[Argument, ...]
    options: tuple[Argument, ...]
    epilog: str
    actions: tuple[tuple[str, str], ...] = ()


class _Reached(Exception):
    """A command has built its parser."""


def command_lines() -> list[CommandLine]:
    """All commands, in English."""
    return [_plain(name, parser) for name, parser in parsers()]


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parser of each command, by its name."""
    for name, command in COMMANDS.items():
        run = load_named(command.target)
        with _stopped_at_parsing() as built:
            run(["--help"])
        yield name, built[0]


@contextmanager
def _stopped_at_parsing() -> Iterator[list[argparse.ArgumentParser]]:
    """Stops whoever parses arguments, and has the parser."""
    built: list[argparse.ArgumentParser] = []

    def stop(parser: argparse.ArgumentParser, *_: object) -> None:
        built.append(parser)
        raise _Reached

    parsing = {name: stop for name in ("parse_args", "parse_intermixed_args")}
    with mock.patch.multiple(argparse.ArgumentParser, **parsing):
        try:
            yield built
        except _Reached:
            return
    raise ValueError("a command didn't ask its parser")


def _plain(name: str, parser: argparse.ArgumentParser) -> CommandLine:
    arguments = _arguments(parser)
    actions: list[tuple[str, str]] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            arguments += _of_actions(action.choices)
            actions += [(one.dest, one.help or "") for one in action._choices_actions]
    return CommandLine(
        name,
        parser.description or "",
        tuple(one for one in arguments if not one.names),
        tuple(one for one in arguments if one.names),
        parser.epilog or "",
        tuple(actions),
    )


def _arguments(parser: argparse.ArgumentParser) -> list[Argument]:
    exclusive = [group._group_actions for group in parser._mutually_exclusive_groups]
    return [_argument(action, exclusive) for action in parser._actions]


def _of_actions(parsers: Mapping[str, argparse.ArgumentParser]) -> list[Argument]:
    """What the actions of a command take beside --help: each argument once, with those that take it."""
    found: dict[str, Argument] = {}
    taken: dict[str, dict[str, list[str]]] = {}
    for name, parser in parsers.items():
        for one in _arguments(parser):
            if one.name != "help":
                found.setdefault(one.name, one)
                taken.setdefault(one.name, {}).setdefault(one.help, []).append(name)
    return [
        one._replace(
            help="; ".join(f"{help} ({', '.join(names)})" for help, names in taken[key].items())
        )
        for key, one in found.items()
    ]


def _argument(action: argparse.Action, exclusive: list[list[argparse.Action]]) -> Argument:
    choices = tuple(str(one) for one in action.choices or ())
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if not metavar and not choices and action.nargs != 0:
        metavar = action.dest.upper()
    others = [one for group in exclusive if action in group for one in group if one is not action]
    return Argument(
        action.dest,
        tuple(action.option_strings),
        metavar,
        choices,
        (action.help or "").replace("%%", "%"),
        action.required and action.nargs not in ("?", "*"),
        action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction),
        tuple(name for one in others for name in one.option_strings),
    )


def metavars(lines: Iterable[CommandLine]) -> set[str]:
    """All that stands for values that aren't listed."""
    arguments = (one for line in lines for one in line.positional + line.options)
    return {one.metavar for one in arguments if not one.choices} - {""}
