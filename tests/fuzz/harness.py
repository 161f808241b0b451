"""Tries files, changed at random, against what Qipu promises of every file; see README.md beside it."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from broken import KINDS
from corpora import expecting, generated, needed
from mutations import mutated
from pace import GROWN, Pace
from pairs import all_pairs
from promises import Case, Outcome, Question, tried
from questions import QUESTIONS
from shrinking import shrunk
from structures import MANY
from targets import TARGETS, damaged

from viewer.formats import FORMATS

_LARGEST = 64 << 10
_EDITS = 20


def suffix_of(name: str) -> str:
    """The suffix of a name, without the dot, in small letters."""
    return os.path.splitext(name)[1][1:].lower()


def files_below(
    places: Sequence[str], formats: Sequence[str], largest: int
) -> dict[str, list[str]]:
    """Paths of files by the format that their suffix names, sorted."""
    named = {suffix: entry.id for entry in FORMATS.values() for suffix in entry.suffixes}
    found: dict[str, list[str]] = {}
    for place in places:
        walk = os.walk(place) if os.path.isdir(place) else [("", [], [place])]
        for folder, _, names in walk:
            for name in names:
                path = os.path.join(folder, name)
                format_ = named.get(suffix_of(name))
                wanted = format_ is not None and (not formats or format_ in formats)
                if wanted and os.path.getsize(path) <= largest:
                    found.setdefault(format_, []).append(path)
    return {format_: sorted(found[format_], key=os.path.basename) for format_ in sorted(found)}


class Corpus:
    """The files that are tried.

    Attributes:
        files: paths by the format that their suffix names.
        pace: what ordinary ones of them cost.
    """

    def __init__(self, files: dict[str, list[str]]) -> None:
        self.files = files
        self.pace = Pace(files)
        self._expected: dict[str, Question] = {}

    def make(self, formats: Sequence[str], folder: str) -> None:
        """Add files that are made, in a folder, of formats that have few."""
        for format_ in formats:
            if not needed(format_, len(self.files.get(format_, ()))):
                continue
            for one in generated(format_):
                path = os.path.join(folder, one.name)
                with open(path, "wb") as file:
                    file.write(one.data)
                self.files.setdefault(format_, []).append(path)
                if one.moves:
                    self._expected[one.name] = expecting(one)

    def case(self, seed: int, path: str, format_: str, edits: int) -> tuple[Case, str]:
        """The case of a seed and a file, and how the file was changed. The folder doesn't count."""
        name = os.path.basename(path)
        chance = random.Random(f"{seed}/{name}")
        plain = _data_of(path)
        others = self.files.get(format_, ())
        more = [_data_of(other) for other in chance.sample(others, min(2, len(others)))]
        state = chance.getstate()
        data, how = mutated(plain, suffix_of(name), more, chance)
        case = Case(name, data, f"{seed}/{name}", tuple(range(edits)), (chance.choice(QUESTIONS),))
        if how == MANY:
            chance.setstate(state)
            fewer, _ = mutated(plain, suffix_of(name), more, chance, part=GROWN)
            return case._replace(edits=(), questions=(self.pace.asked(name, fewer),)), how
        if data == plain and name in self._expected:
            case = case._replace(questions=(*case.questions, self._expected[name]))
        if chance.random() < 0.3:
            case = case._replace(guest=self._guest(format_, chance))
        return case, how

    def _guest(self, format_: str, chance: random.Random) -> tuple[str, bytes] | None:
        """Another file with games of a format's, perhaps of another format."""
        games = set(FORMATS[format_].games)
        formats = [one for one in self.files if games & set(FORMATS[one].games)]
        paths = self.files[chance.choice(formats)] if formats else ()
        path = chance.choice(paths) if paths else ""
        return (os.path.basename(path), _data_of(path)) if path else None


def _data_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def plan(files: dict[str, list[str]], count: int, first: int) -> Iterator[tuple[int, str, str]]:
    """(seed, format, path), the formats by turns and the files of each by turns."""
    turn = 0
    while count > 0 and files:
        for format_, paths in files.items():
            if count <= 0:
                return
            count -= 1
            yield first + turn // len(paths), format_, paths[turn % len(paths)]
        turn += 1


def table(tried_: Counter[str], broken: Counter[tuple[str, str]]) -> str:
    """The counts by format and kind."""
    kinds = [kind for kind in KINDS if any(broken[one, kind] for one in tried_)]
    lines = [["format", "inputs", *kinds, "all"]]
    for one in sorted(tried_):
        counts = [broken[one, kind] for kind in kinds]
        lines.append([one or "(none)", str(tried_[one]), *map(str, counts), str(sum(counts))])
    sums = [sum(broken[one, kind] for one in tried_) for kind in kinds]
    lines.append(["all", str(sum(tried_.values())), *map(str, sums), str(sum(sums))])
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if at == 0 else cell.rjust(w)
            for at, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run by command-line options; 1 where a promise was broken."""
    options = _options(arguments)
    corpus = Corpus(files_below(options.places, options.format, options.largest))
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="qipu-fuzz-") as folder:
        if options.made:
            os.mkdir(os.path.join(folder, "made"))
            wanted = [one for one in options.format or FORMATS if one in FORMATS]
            corpus.make(wanted, os.path.join(folder, "made"))
        targets = [
            one for one in TARGETS if one in (options.format or (TARGETS if options.made else ()))
        ]
        files = {**corpus.files, **{name: [name] for name in targets}}
        if not files:
            print("No files of these formats.", file=sys.stderr)
            return 2
        chosen: Iterator[tuple[int, str, str]] = plan(files, options.count, options.seed)
        if options.replay:
            seed, wanted, name = options.replay.split(" ", 2)
            hits = [path for path in files.get(wanted, []) if os.path.basename(path) == name]
            chosen = iter([(int(seed), wanted, path) for path in hits[:1]])
        if options.pairs:
            return all_pairs([path for _, one, path in chosen if one in FORMATS], options.edits)
        if options.minutes:
            chosen = _until(start + 60 * options.minutes, chosen)
        counts, broken = _run(chosen, corpus, folder, options)
    print(table(counts, broken))
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if broken else 0


def _until(end: float, chosen: Iterator[tuple[int, str, str]]) -> Iterator[tuple[int, str, str]]:
    return takewhile(lambda _: time.monotonic() < end, chosen)


def _run(
    chosen: Iterator[tuple[int, str, str]], corpus: Corpus, folder: str, options: argparse.Namespace
) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """Try cases; the counts by format, and those that broke a promise by format and kind."""
    counts: Counter[str] = Counter()
    broken: Counter[tuple[str, str]] = Counter()
    for seed, format_, path in chosen:
        if format_ in TARGETS:
            case, how = Case(format_, b"", str(seed), ()), "made"
            outcome = Outcome(format_, damaged(format_, seed, folder, options.seconds))
        else:
            case, how = corpus.case(seed, path, format_, options.edits)
            outcome = tried(case, folder, options.seconds)
        counts[outcome.format or f"({format_})"] += 1
        if outcome.broken is None or (options.kind and outcome.broken.kind not in options.kind):
            if options.replay:
                print("Kept.", "; ".join(outcome.log))
            continue
        broken[outcome.format or f"({format_})", outcome.broken.kind] += 1
        print(
            f"{outcome.broken.kind}  {seed} {format_} {case.name}\n"
            f"    {outcome.broken.seen}  [{how}; input {counts.total()}]",
            flush=True,
        )
        if (options.shrink or options.keep) and case.data:
            _shrink(case, outcome, folder, options, f"{seed}-{format_}")
    return counts, broken


def _shrink(
    case: Case, outcome: Outcome, folder: str, options: argparse.Namespace, name: str
) -> None:
    """Print a smaller case that breaks the same promise, and keep its file."""
    assert outcome.broken is not None
    kind = outcome.broken.kind
    if options.shrink:
        case, outcome = shrunk(case, outcome, folder, options.seconds)
        assert outcome.broken is not None
        print(
            f"    {len(case.data)} bytes, edits: {'; '.join(outcome.log)}\n    {outcome.broken.seen}"
        )
        print(f"    {_readable(case.data[:1500])}")
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        with open(os.path.join(options.keep, f"{kind}-{name}-{case.name}"), "wb") as file:
            file.write(case.data)


def _readable(data: bytes) -> str:
    for codec in ("utf-8", "cp932"):
        try:
            return f"{codec}: {data.decode(codec)!r}"
        except UnicodeDecodeError:
            continue
    return repr(data)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="+", help="files, and folders of files")
    parser.add_argument(
        "--format",
        type=lambda text: text.split(","),
        default=[],
        help="ids, with commas; beside formats: " + ", ".join(TARGETS),
    )
    parser.add_argument(
        "--kind",
        type=lambda text: text.split(","),
        default=[],
        help="only these: " + ", ".join(KINDS),
    )
    parser.add_argument("--count", type=int, default=500, help="inputs")
    parser.add_argument("--minutes", type=float, default=0.0, help="end after so long, 0: never")
    parser.add_argument(
        "--seed", type=int, default=1, help="the first seed; goes up as the files come round again"
    )
    parser.add_argument("--edits", type=int, default=_EDITS, help="edits of each input")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="time of the processor for one input"
    )
    parser.add_argument(
        "--largest", type=int, default=_LARGEST, help="bytes of a file that is taken"
    )
    parser.add_argument(
        "--no-made",
        dest="made",
        action="store_false",
        help="only the files that are given: none that are made, nothing beside records",
    )
    parser.add_argument(
        "--pairs",
        action="store_true",
        help="hold losses told against losses found, format by format",
    )
    parser.add_argument("--replay", help='one case as it was printed: "seed format file"')
    parser.add_argument(
        "--shrink", action="store_true", help="make each broken case as small as possible"
    )
    parser.add_argument("--keep", help="a folder for the files of broken cases")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
