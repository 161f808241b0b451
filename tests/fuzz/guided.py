"""Readers fed by a fuzzer that looks for new ways through their code (atheris, which is libFuzzer).

    pip install atheris
    python tests/fuzz/guided.py kif FOLDER --seconds 600 --keep /tmp/found

FOLDER has files to begin with; those whose suffix is of the format are taken. Each input is opened, each
record read, and the file written again untouched: it has to come out the same, and nothing but Unreadable
may be raised. What breaks this, or takes more than 20 s or 2 GB, is kept in the folder of `--keep`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import random
import sys
import tempfile

import atheris
from harness import files_below
from mutations import mutated

from viewer.base.source import BytesSource, piece_blocks, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable

_LARGEST = 16 << 10


class Changed(AssertionError):
    """An untouched file came out otherwise."""


def watch(format_id: str) -> None:
    """Import a format's modules so that the fuzzer sees the ways through them.

    Readers are imported when a file is opened; what is imported later would not be watched.
    """
    package = FORMATS[format_id].target.partition(":")[0]
    watched = [package, "viewer.formats.kit"]
    with atheris.instrument_imports(include=watched):
        for name in watched:
            module = importlib.import_module(name)
            for found in pkgutil.walk_packages(module.__path__, name + "."):
                importlib.import_module(found.name)


def read_and_write(data: bytes, name: str) -> None:
    """Open a file, read all of it, and write it untouched. Raises whatever it shouldn't."""
    try:
        collection = load_source(BytesSource(data, name))
    except Unreadable:
        return
    for _ in collection.indexing():
        pass
    for index in range(len(collection)):
        collection.headers(index)
        collection.record(index)
    output = FORMATS[collection.format].load().write(collection)
    pieces = [block for piece in output.pieces for block in piece_blocks(piece)]
    written = b"".join(piece_bytes(piece, collection.source) for piece in pieces)
    if written != data or output.losses:
        raise Changed(f"{collection.format}: {len(data)} bytes came out as {len(written)}")


def main() -> None:
    """Run the fuzzer; it ends the process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("format", choices=sorted(FORMATS))
    parser.add_argument("places", nargs="*", help="files, and folders of files, to begin with")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--keep", default=tempfile.gettempdir(), help="folder of what is found")
    options = parser.parse_args()
    watch(options.format)
    suffix = FORMATS[options.format].suffixes[0]
    seeds = []
    for path in files_below(options.places, [options.format], _LARGEST).get(options.format, []):
        with open(path, "rb") as file:
            seeds.append(file.read())

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        others = chance.sample(seeds, min(2, len(seeds)))
        return mutated(data, suffix, others, chance)[0][:most]

    with tempfile.TemporaryDirectory(prefix="qipu-corpus-") as corpus:
        for number, data in enumerate(seeds):
            with open(os.path.join(corpus, str(number)), "wb") as file:
                file.write(data)
        os.makedirs(options.keep, exist_ok=True)
        words = [
            *(sys.argv[0], corpus, f"-max_total_time={options.seconds}", "-timeout=20"),
            *("-rss_limit_mb=2048", f"-max_len={_LARGEST}"),
            f"-artifact_prefix={os.path.join(options.keep, options.format)}-",
        ]
        atheris.Setup(
            words, lambda data: read_and_write(data, f"x.{suffix}"), custom_mutator=mutate
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
