"""`qipu library`: what writes files: hits, merged duplicates, unified names, and taking that back."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.loading import load_named
from viewer.base.messages import counted, message
from viewer.base.refused import Refused
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import Failed, complain, follow, say
from viewer.document.filed.editing import (
    FilesEdited,
    NamedIn,
    last_edit,
    renaming_files,
    taking_back,
    undo_home,
)
from viewer.document.filed.merging import MergeGroup, merging_files, writing_merged
from viewer.document.placed import (
    Place,
    PlacedWritten,
    writing_file,
)
from viewer.document.saving.losses import grouped
from viewer.document.saving.save import LossRefused, SaveError
from viewer.formats import FORMATS
from viewer.formats.detect import suffix_of
from viewer.formats.format import Loss
from viewer.library import Library, LibraryFailed
from viewer.library.ask.duplicates import MOVES, Duplicate
from viewer.library.ask.names import records_of_players
from viewer.library.ask.searching import Hit

REFUSED = 1
REMOVE = "remove"


def places_of(hits: Sequence[Hit]) -> list[Place]:
    """Where hits are."""
    return [
        Place(
            hit.path,
            hit.number,
            hit.game,
            (str(hit.values["player0"] or ""), str(hit.values["player1"] or "")),
        )
        for hit in hits
    ]


def write_hits(args: argparse.Namespace, hits: Sequence[Hit]) -> int:
    """Write hits into the file of `--output`. Exit status as of `convert`."""
    if not hits:
        complain(message("No game was found, so nothing is written."))
        return REFUSED
    check_output(args)
    suffix = suffix_of(args.output)
    if args.sheet or not any(suffix in entry.suffixes for entry in FORMATS.values()):
        status: int = load_named("viewer.cli.library_hits:publish")(args, hits)
        return status
    if args.lesson:
        status = load_named("viewer.cli.library_hits:write_lesson")(args, hits)
        return status
    (done,) = follow(writing_file(places_of(hits), args.output, args.allow_loss))
    return written(args, done)


def check_output(args: argparse.Namespace) -> None:
    """Refuse to write over `--output` without `--force`. Raises Failed."""
    if os.path.exists(args.output) and not args.force:
        raise Failed(message("{path} is there already; --force writes over it.", path=args.output))


def written(
    args: argparse.Namespace, done: PlacedWritten | LossRefused | SaveError | Refused
) -> int:
    """Say what was written, or why it wasn't."""
    if isinstance(done, LossRefused):
        _tell_losses(done.losses)
        complain(
            message(
                "{path} is not written, for that would be lost; --allow-loss writes it.",
                path=args.output,
            )
        )
        return REFUSED
    if not isinstance(done, PlacedWritten):
        raise Failed(done.reason) from done
    _tell_losses(done.losses)
    games = counted("One game", "{count} games", done.records)
    say(message("{games} written to {path}.", games=games, path=args.output))
    return OK


def _tell_losses(losses: Sequence[Loss]) -> None:
    for group in grouped(losses):
        count = len(group.losses)
        times = counted("lost {count} time", "lost {count} times", count)
        complain(message("{times}: {what}", times=times, what=group.words))


def merge(args: argparse.Namespace, groups: Sequence[Duplicate]) -> int:
    """Merge the games of each group, as `--merge` and `--in-place` say."""
    wanted = [group for group in groups if group.kind != MOVES]
    merged = [
        MergeGroup(places[0], tuple(places[1:]))
        for places in (places_of(group.hits) for group in wanted)
    ]
    if not merged:
        say(message("There is nothing to merge."))
        return REFUSED
    if args.output:
        check_output(args)
        (done,) = follow(writing_merged(merged, args.output, args.allow_loss))
        return written(args, done)
    remove = args.merge == REMOVE
    paths = {group.kept.path for group in merged}
    if remove:
        paths |= {place.path for group in merged for place in group.others}
    if not args.in_place:
        games = counted("One game", "{count} games", len(merged))
        files = counted("one file", "{count} files", len(paths))
        say(
            message(
                "{games} would be merged, and {files} written. Say --in-place to do it, or --output FILE"
                " to write the merged games into a new one.",
                games=games,
                files=files,
            )
        )
        return OK
    return _edit(merging_files(merged, undo_home(), remove))


def rename(args: argparse.Namespace, library: Library) -> int:
    """Give the players of `--of` the name of `--unify`."""
    names = {name: args.unify for name in args.of if name != args.unify}
    if not names:
        raise LibraryFailed(message("Say which names are meant, with --of NAME."))
    places = [NamedIn(*one) for one in records_of_players(library.store, names)]
    records = sum(len(place.numbers) for place in places)
    if not records:
        say(message("No player has one of these names."))
        return REFUSED
    if not args.in_place:
        games = counted("one game", "{count} games", records)
        files = counted("one file", "{count} files", len(places))
        say(
            message(
                "Names would change in {games} of {files}. Say --in-place to do it.",
                games=games,
                files=files,
            )
        )
        return OK
    return _edit(renaming_files(places, names, undo_home()))


def _edit(job: Iterator[JobStep[FilesEdited]]) -> int:
    (done,) = follow(job)
    for path, why in done.problems.items():
        complain(message("{path}: {why}", path=path, why=why))
    say(done._replace(problems={}).words)
    if done.folder:
        say(message("qipu library undo takes it back. Bring the library up to date now."))
    return FAILED if done.problems else OK


def undo() -> int:
    """`qipu library undo`: take the last edit of files back."""
    last = last_edit(undo_home())
    if last is None:
        say(message("There is nothing to take back."))
        return REFUSED
    (done,) = follow(taking_back(last.folder))
    for path, why in done.problems.items():
        complain(message("{path}: {why}", path=path, why=why))
    files = counted("One file is", "{count} files are", done.files)
    say(message("{files} as before.", files=files))
    return FAILED if done.problems else OK
