"""The manual: qipu(1) and a page for each command, from what the argument parsers say.

Sources: man-pages(7) for the sections, groff_man_style(7) for the macros.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from about import FACTS, WINDOW_OPTIONS, About
from parsers import Argument, CommandLine

from viewer.base.messages import Message
from viewer.cli.arguments import COMMON_STATUSES, EXAMPLES, STATUSES, end_of_help


def pages(lines: Iterable[CommandLine], about: About) -> dict[str, str]:
    """The pages, by their file names."""
    lines = list(lines)
    found = {"qipu.1": _main(lines, about)}
    found.update({f"qipu-{line.name}.1": _page(line, about) for line in lines})
    return found


def _main(lines: list[CommandLine], about: About) -> str:
    text = [
        _head("QIPU", about),
        ".SH NAME",
        r"qipu \- " + _text(about.summary),
        ".SH SYNOPSIS",
        ".SY qipu",
        r".OP \-\-new\-window",
        r".RI [ FILE | FOLDER \~.\|.\|.]",
        ".YS",
        ".SY qipu",
        ".I command",
        r".RI [ argument \~.\|.\|.]",
        ".YS",
        ".SH DESCRIPTION",
    ]
    for paragraph in about.paragraphs:
        text += [_text(paragraph), ".PP"]
    text += [
        "Files are opened in the window that is there, each in a tab; a folder is a list of its records.",
        "A file that is named like a command is written",
        r".IR ./dump .",
        ".SH OPTIONS",
    ]
    for name, help in WINDOW_OPTIONS.items():
        text += [".TP", _bold(name), _text(help)]
    text += [".SH COMMANDS", "Each has a page of its own and its own", _bold("--help") + "."]
    for line in lines:
        text += [".TP", f".BR qipu\\-{_text(line.name)} (1)", _text(line.help)]
    text += [
        ".PP",
        "Where a command other than",
        ".B merge",
        "takes a file,",
        r".B \-",
        "is standard input or output.",
        ".SH EXIT STATUS",
        ".TP",
        ".B 0",
        "Done.",
        ".TP",
        ".B 1",
        "Of some commands: something is odd, differs, or was refused; their pages say what.",
        ".TP",
        ".B 2",
        "It can't be done; why is told on standard error.",
        *_statuses(COMMON_STATUSES),
        ".SH FILES",
    ]
    for path, what in FACTS["files"].items():
        text += [".TP", f".I {_text(path)}", _text(what)]
    text.append(".SH ENVIRONMENT")
    for name, what in FACTS["environment"].items():
        text += [".TP", f".B {_text(name)}", _text(what)]
    text += [".SH SEE ALSO"]
    names = [line.name for line in lines]
    for name in names:
        end = " ," if name != names[-1] else ""
        text.append(f".BR qipu\\-{_text(name)} (1){end}")
    return "\n".join(text) + "\n"


def _page(line: CommandLine, about: About) -> str:
    brief = line.help[:1].lower() + line.help[1:].rstrip(".")
    text = [
        _head(f"QIPU-{line.name.upper()}", about),
        ".SH NAME",
        rf"qipu\-{_text(line.name)} \- " + _text(brief),
        ".SH SYNOPSIS",
        *_synopsis(line),
        ".SH DESCRIPTION",
        _text(line.help),
    ]
    for one in line.positional:
        text += [".TP", f".I {_text(one.value)}", _text(_sentence(_help(one)))]
    if line.actions:
        text.append(".SH ACTIONS")
        for name, help in line.actions:
            text += [".TP", _bold(name), _text(_sentence(help))]
    text.append(".SH OPTIONS")
    for one in line.options:
        text += [".TP", _names(one), _text(_sentence(_help(one)))]
    if notes := line.epilog.removesuffix(end_of_help(line.name)).rstrip():
        text += [".SH NOTES", *_verbatim(notes)]
    text += [".SH EXIT STATUS", *_statuses({**STATUSES[line.name], **COMMON_STATUSES})]
    text += [".SH EXAMPLES", *_verbatim("\n".join(EXAMPLES[line.name]))]
    text += [".SH SEE ALSO", ".BR qipu (1)"]
    return "\n".join(text) + "\n"


def _head(title: str, about: About) -> str:
    return (
        '.\\" Made by packaging/linux/manual.py of the argument parsers.\n'
        f'.TH {_text(title)} 1 {about.date} "Qipu {about.version}" "User Commands"'
    )


def _synopsis(line: CommandLine) -> list[str]:
    text = [f'.SY "qipu {_text(line.name)}"']
    done: set[str] = set()
    for one in line.options:
        if done & set(one.names):
            continue
        if one.other and not one.takes_value:
            names = [one.names[0], *one.other]
            text.append("[" + " | ".join(_bold_inline(name) for name in names) + "]")
        elif one.required:
            text.append(f".BI {_text(one.names[0])} \\~ {_text(one.value)}")
        elif one.takes_value:
            text.append(f".OP {_text(one.names[0])} {_text(one.value)}")
        else:
            text.append(f".OP {_text(one.names[0])}")
        done |= {*one.names, *(() if one.takes_value else one.other)}
    for one in line.positional:
        dots = r" \~.\|.\|." if one.many else ""
        text.append(
            f".I {_text(one.value)}{dots}" if one.required else f".RI [ {_text(one.value)}{dots}]"
        )
    return [*text, ".YS"]


def _names(one: Argument) -> str:
    names = ", ".join(_bold_inline(name) for name in one.names)
    return f"{names} \\fI{_text(one.value)}\\fR" if one.takes_value else names


def _help(one: Argument) -> str:
    if one.choices and (not one.help or one.value == one.name.upper()):
        return f"{one.help or 'one of these'}: {', '.join(one.choices)}"
    return one.help


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else ""


def _statuses(meanings: dict[int, Message]) -> list[str]:
    text = []
    for number, meaning in meanings.items():
        text += [".TP", f".B {number}", _text(_sentence(str(meaning)))]
    return text


def _verbatim(text: str) -> list[str]:
    return [".nf", *(_text(line) if line else ".sp" for line in text.splitlines()), ".fi"]


def _bold(name: str) -> str:
    return f".B {_text(name)}"


def _bold_inline(name: str) -> str:
    return f"\\fB{_text(name)}\\fR"


def _text(text: str) -> str:
    """Words as groff reads them: hyphens that can be copied, no macro at the start of a line."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("…", r"\[u2026]")
    text = re.sub(r"(?m)^(?=[.'])", r"\\&", text)
    return "".join(sign if ord(sign) < 128 else f"\\[u{ord(sign):04X}]" for sign in text)
