"""`qipu register`: launcher, icons and kinds of file in the user's data folders, and the way back.

Written files are recorded, with a digest of each, in `registration.json`. A file that is no
longer, or never was, as Qipu wrote it belongs to others: it is neither overwritten nor removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TextIO

import platformdirs

from viewer.base.messages import listed, message
from viewer.base.resources import resource_bytes
from viewer.base.system_errors import error_words
from viewer.cli import launcher
from viewer.cli.arguments import parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import Failed, say
from viewer.cli.launcher import kind_icon
from viewer.document.saving.save import SaveError, write_file
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry

# What update-mime-database and update-desktop-database leave beside the files they read.
_MIME_CACHE = (
    *("XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic"),
    *("mime.cache", "subclasses", "treemagic", "types", "version"),
)
_DESKTOP_CACHE = ("mimeinfo.cache",)


def run_register(words: list[str]) -> int:
    """`qipu register`. Exit status 0, or 2 where it can't be done."""
    parser_of("register").parse_args(words)
    return _run(register)


def run_unregister(words: list[str]) -> int:
    """`qipu unregister`. Exit status 0, or 2 where it can't be done."""
    parser_of("unregister").parse_args(words)
    return _run(unregister)


def _run(work: Callable[[TextIO], int]) -> int:
    try:
        return work(sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        path, why = str(error.filename or "?"), error_words(error)
        raise Failed(message("{path} can't be written: {why}.", path=path, why=why)) from error


@dataclass
class Registration:
    """The record of what `register` did, for `unregister`.

    Attributes:
        files: SHA-256 of each file written, by path.
        folders: those that were made for them, outermost first.
        defaults: by kind of file, the default application that was set and the one before, if any.
        made_list, made_group: whether mimeapps.list, and its list of defaults, weren't there.
    """

    files: dict[str, str] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    defaults: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    made_list: bool = False
    made_group: bool = False


def register(out: TextIO, formats: Collection[FormatEntry] = FORMATS.values()) -> int:
    """Make a double click open Qipu. Prints what was done; returns the exit status.

    Doing it again brings everything up to date. Raises Failed, with nothing changed, where a file
    of somebody else is in the way, and OSError if the user's folders can't be written.
    """
    data, note, known = _begin()
    _refuse_passing()
    kinds = launcher.kinds_of(formats)
    own = [kind for kind in kinds if not kind.shared]
    shared = [kind for kind in kinds if kind.shared]
    holders = {kind.media_type: _default_of(kind.media_type) for kind in shared}
    offered = [kind for kind in shared if holders[kind.media_type] is not None]
    files = _files(data, own + offered)
    _refuse_others(files, known)
    for path in set(known.files) - set(files):
        _remove_own(path, known, out)
    try:
        for path, content in files.items():
            _write(Path(path), content, known)
            known.files[path] = hashlib.sha256(content).hexdigest()
            say(message("Written: {path}", path=path), out)
    finally:
        _write_note(note, known)
    claims = {kind.media_type: launcher.NAME for kind in own}
    claims.update({kind: holder for kind, holder in holders.items() if holder})
    _set_defaults(claims, note, known)
    complete = _update(data, out) and None not in holders.values()
    _tell(formats, holders, out)
    return OK if complete else FAILED


def _tell(formats: Collection[FormatEntry], holders: dict[str, str | None], out: TextIO) -> None:
    """Say what a double click does now; `holders` are the programs that open the shared kinds."""
    kinds = launcher.kinds_of(formats)
    for kind in kinds:
        holder = holders.get(kind.media_type, "")
        if holder:
            words = message(
                "Qipu is offered beside {program} for: {kind}", program=holder, kind=kind.name
            )
            say(words, out)
        elif holder is not None and (kind.globs or kind.marks):
            say(message("A double click on such a file opens Qipu: {kind}", kind=kind.name), out)
    if None in holders.values():
        words = message(
            "xdg-mime is not installed (package xdg-utils), so nobody can say which programs open"
            " these kinds today: Qipu isn't offered for {kinds}.",
            kinds=listed([kind.name for kind in kinds if holders.get(kind.media_type, "") is None]),
        )
        say(words, out)
    for suffix, what in launcher.left_alone(formats).items():
        words = message(
            "Files named .{suffix} are left to other programs: {what}.", suffix=suffix, what=what
        )
        say(words, out)


def unregister(out: TextIO) -> int:
    """Undo what `register` did, and nothing else. Prints what was done; returns the exit status."""
    data, note, known = _begin()
    if not note.exists():
        say(message("Qipu isn't registered; nothing was changed."), out)
        return OK
    for path in list(known.files):
        _remove_own(path, known, out)
    _unset_defaults(known)
    note.unlink()
    complete = _update(data, out)
    _remove_folders(data, known)
    say(message("Qipu is no longer registered."), out)
    return OK if complete else FAILED


def _begin() -> tuple[Path, Path, Registration]:
    """The user's data folder, the path of the note, and what it says."""
    if sys.platform in ("win32", "darwin"):
        raise Failed(
            message("Registering file kinds is made for Linux desktops; nothing was changed.")
        )
    data = Path(platformdirs.user_data_dir())
    note = data / "qipu" / "registration.json"
    try:
        found = json.loads(note.read_bytes())
        return data, note, Registration(**found)
    except FileNotFoundError:
        return data, note, Registration()
    except (ValueError, TypeError) as error:
        raise Failed(
            message("{path} can't be understood; nothing was changed.", path=str(note))
        ) from error


def _files(data: Path, kinds: list[launcher.FileKind]) -> dict[str, bytes]:
    """The files to write, by path."""
    icons = data / "icons" / "hicolor" / "scalable"
    entry_text = launcher.desktop_entry(command(), kinds)
    files = {
        data / "applications" / launcher.NAME: entry_text.encode("utf-8", "surrogateescape"),
        data / "thumbnailers" / launcher.THUMBNAILER: os.fsencode(
            launcher.thumbnailer(command(), kinds)
        ),
        data / "mime" / "packages" / "qipu.xml": launcher.mime_package(kinds),
        icons / "apps" / "qipu.svg": resource_bytes("icons", "qipu.svg"),
    }
    for kind in kinds:
        if not kind.known:
            name = launcher.icon_name(kind.media_type)
            files[icons / "mimetypes" / f"{name}.svg"] = kind_icon(kind.games)
    return {str(path): content for path, content in files.items()}


def command() -> list[str]:
    """The command line that starts this installation of Qipu from any folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    for folder in (os.path.dirname(sys.executable), sysconfig.get_path("scripts")):
        script = os.path.join(folder, "qipu")
        if os.access(script, os.X_OK):
            return [script]
    # -P: a folder named "viewer" beside the record must not be taken for the program.
    return [sys.executable, "-P", "-m", "viewer"]


# ------------------------------------------------------------------------------------- files


def _refuse_passing() -> None:
    """Raise Failed for a Qipu that `uvx` or `pipx run` keeps for some days: launchers are to last."""
    if Path(sys.prefix).is_relative_to(platformdirs.user_cache_dir()):
        raise Failed(
            message(
                "This Qipu is in {folder}, which is emptied now and then. Install its wheel first,"
                " by uv tool install or pipx install; nothing was changed.",
                folder=sys.prefix,
            )
        )


def _refuse_others(files: dict[str, bytes], known: Registration) -> None:
    """Raise Failed where a file that is to be written is there and somebody else's."""
    for path, content in files.items():
        ours = (None, known.files.get(path), hashlib.sha256(content).hexdigest())
        if _digest(path) not in ours:
            raise Failed(
                message(
                    "{path} is there and isn't as qipu register writes it; nothing was changed.",
                    path=path,
                )
            )


def _digest(path: str) -> str | None:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def _write(path: Path, content: bytes, known: Registration) -> None:
    """Write a file whole, with the folders it needs."""
    _make_folder(path.parent, known)
    try:
        write_file(str(path), [content], None)
    except SaveError as error:
        raise Failed(error.reason) from error


def _write_note(note: Path, known: Registration) -> None:
    _make_folder(note.parent, known)  # before the note is put in words, for it names its folder
    _write(note, json.dumps(asdict(known), indent=1).encode(), known)


def _make_folder(folder: Path, known: Registration) -> None:
    missing = [str(place) for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    known.folders = list(dict.fromkeys([*known.folders, *reversed(missing)]))


def _remove_own(path: str, known: Registration, out: TextIO) -> None:
    """Remove a file that is as it was written."""
    there = _digest(path)
    wrote = known.files.pop(path)
    if there == wrote:
        os.unlink(path)
        say(message("Removed: {path}", path=path), out)
    elif there is not None:
        say(message("Left, for it was changed since: {path}", path=path), out)


def _remove_folders(data: Path, known: Registration) -> None:
    """Remove the folders that were made and hold nothing but what the desktop's tools made."""
    for folder, caches in ((data / "mime", _MIME_CACHE), (data / "applications", _DESKTOP_CACHE)):
        if str(folder) in known.folders and folder.is_dir():
            _remove_caches(folder, caches)
    for made in reversed(known.folders):
        with contextlib.suppress(OSError):  # not empty, so somebody else uses it now; or gone
            os.rmdir(made)


def _remove_caches(folder: Path, caches: tuple[str, ...]) -> None:
    """Remove what a tool made in a folder, if there is nothing left that it was made of."""
    paths = list(folder.iterdir())
    if all(not any(path.iterdir()) if path.is_dir() else path.name in caches for path in paths):
        for path in paths:
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()


# ---------------------------------------------------------------------------------- defaults


def _list_path() -> Path:
    return Path(platformdirs.user_config_dir()) / "mimeapps.list"


def _read_list() -> str:
    try:
        return _list_path().read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def _set_defaults(claims: dict[str, str], note: Path, known: Registration) -> None:
    """Set the default application of each kind of file, before those that were set."""
    path = _list_path()
    text = before = _read_list()
    for kind, program in claims.items():
        old = launcher.entry(text, launcher.DEFAULTS, kind)
        others = [name for name in (old or "").split(";") if name and name != program]
        value = ";".join([program, *others])
        if old == value or (old is not None and program != launcher.NAME):
            continue
        if not launcher.has_group(text, launcher.DEFAULTS):
            known.made_group = True
        text = launcher.put_entry(text, launcher.DEFAULTS, kind, value)
        known.defaults[kind] = (value, old)
    if text != before:
        known.made_list = known.made_list or not path.exists()
        _make_folder(path.parent, known)
        _write_note(note, known)
        _write(path, text.encode("utf-8", "surrogateescape"), known)


def _unset_defaults(known: Registration) -> None:
    """Set back the defaults that are still as they were set."""
    path = _list_path()
    text = before = _read_list()
    for kind, (value, old) in known.defaults.items():
        if launcher.entry(text, launcher.DEFAULTS, kind) != value:
            continue
        if old is None:
            text = launcher.take_entry(text, launcher.DEFAULTS, kind)
        else:
            text = launcher.put_entry(text, launcher.DEFAULTS, kind, old)
    if known.made_group:
        text = launcher.take_group(text, launcher.DEFAULTS)
    if known.made_list and not text and path.exists():
        path.unlink()
    elif text != before:
        _write(path, text.encode("utf-8", "surrogateescape"), known)


def _default_of(kind: str) -> str | None:
    """The program that opens a kind of file today, "" if none does; None if nobody can say.

    A launcher in the user's folder comes before the system's, so to offer Qipu for a kind that
    others open is to take it from them, unless the one that opens it now is set as the default.
    """
    try:
        done = subprocess.run(
            ["xdg-mime", "query", "default", kind],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    name = done.stdout.strip()
    return "" if name == launcher.NAME else name


# ------------------------------------------------------------------------- the desktop's tools


def _update(data: Path, out: TextIO) -> bool:
    """Tell the desktop's databases. Returns whether all of them know now."""
    icons = data / "icons" / "hicolor"
    if icons.is_dir():
        os.utime(icons)  # by this the icon themes' caches are known to be old
    jobs = (
        ("update-mime-database", "shared-mime-info", data / "mime"),
        ("update-desktop-database", "desktop-file-utils", data / "applications"),
    )
    return all([_tool(*job, out) for job in jobs])


def _tool(name: str, package: str, folder: Path, out: TextIO) -> bool:
    """Run a tool over a folder. Says so where it is missing or fails."""
    if not folder.is_dir():
        return True
    path = shutil.which(name)
    if path is None:
        words = message(
            "{tool} is not installed (package {package}): the desktop won't know of this "
            "until it is, and this command is run again.",
            tool=name,
            package=package,
        )
        say(words, out)
        return False
    done = subprocess.run(
        [path, str(folder)], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        why = (done.stderr or done.stdout).strip() or str(done.returncode)
        say(message("{tool} failed: {why}", tool=name, why=why), out)
    return done.returncode == 0
