"""What Qipu reads beside records, damaged: books, journals, sessions, settings, tables; engines that lie.

Of each is promised: no exception but the one that carries a sentence, no hang, and nothing deleted.
"""

from __future__ import annotations

import json
import marshal
import os
import random
import re
import shutil
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import letters
from broken import DELETED, RAISED, UNNAMED, Broken
from chess.polyglot import zobrist_hash
from hands import edit
from lies import lies
from mutations import bytes_mutated
from promises import broken_by

from viewer.base.jobs import JobStep, run_inline
from viewer.base.processes import WorkOutcome
from viewer.base.refused import Refused
from viewer.base.resources import resource_path
from viewer.document.journal.form import JournalError
from viewer.document.journal.journals import Journals
from viewer.document.kept_session import read_session, session_text
from viewer.document.workspace import Workspace
from viewer.engines.analysis import Limits
from viewer.engines.chosen import engines_text, read_engines
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.games import game_of
from viewer.library.face import of_folders
from viewer.library.making.building import building
from viewer.library.making.reading import Workers
from viewer.library.query import Query
from viewer.reference.reference import looking_up, opening, read_works, works_text

Target = Callable[[random.Random, str], object]

_SAMPLES = sorted(resource_path("samples", "en", "study").iterdir())
_LIAR = str(Path(__file__).parents[1] / "engines" / "liar.py")
_LONGEST = 20_000
"""Characters that what an engine found may have, spelt out."""
_ENGINE = Limits(seconds=0.2)


# ------------------------------------------------------------------------------------- books


def book(chance: random.Random, folder: str) -> None:
    """An opening book of any kind, damaged, asked about the first positions of a game."""
    name, game, data = chance.choice((_polyglot, _text_book, _binary_book, _sbk))()
    path = Path(folder, name)
    path.write_bytes(bytes_mutated(data, chance))
    rules = game_of(game)
    try:
        work = run_inline(opening(str(path)))[-1]
    except Refused:
        return
    try:
        state = rules.start(None)
        for _ in range(3):
            run_inline(looking_up(work, rules, state))
            state = rules.step(state, chance.choice(list(rules.legal_moves(state))))
    except Refused:
        return
    finally:
        work.close()


def _polyglot() -> tuple[str, str, bytes]:
    board, rows = chess.Board(), []
    for move in ("e2e4", "e7e5", "g1f3"):
        made = chess.Move.from_uci(move)
        packed = made.to_square | made.from_square << 6
        rows += [struct.pack(">QHHI", zobrist_hash(board), packed, weight, 0) for weight in (7, 9)]
        board.push(made)
    return "book.bin", "chess", b"".join(sorted(rows))


_SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"


def _text_book() -> tuple[str, str, bytes]:
    text = f"#YANEURAOU-DB2016 1.00\nsfen {_SFEN} 1\n7g7f 3c3d 45 22 130\n2g2f none -3 20 9\n"
    return "book.db", "shogi", text.encode()


def _binary_book() -> tuple[str, str, bytes]:
    from rsshogi.core import Board  # deferred: of few runs
    from rsshogi.core import Move as RsMove

    row = struct.pack("<32sQHH", Board(f"{_SFEN} 1").to_packed_sfen(), 0, 1, 2)
    moves = [RsMove.from_usi(move).value for move in ("7g7f", "2g2f")]
    behind = b"".join(struct.pack("<HhH", move, 30, 12) for move in moves)
    return "book.ybb", "shogi", struct.pack("<16sQQ", b"YANE-BINBOOK-V1\0", 1, 1) + row + behind


def _sbk() -> tuple[str, str, bytes]:
    """A graph of one position with a move, in protobuf."""
    move = _field(1, 6 << 12 | 7 << 4 | 7) + _field(2, 2) + _field(3, 10) + _field(4, 0)
    text = f"{_SFEN} 1".encode()
    state = (
        _field(1, 0) + _field(4, 9) + _field(5, 4) + _field(6, 5) + _part(7, text) + _part(9, move)
    )
    return "book.sbk", "shogi", _part(1, b"somebody") + _part(3, state)


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


def _field(at: int, value: int) -> bytes:
    return _number(at << 3) + _number(value)


def _part(at: int, value: bytes) -> bytes:
    return _number(at << 3 | 2) + _number(len(value)) + value


# ------------------------------------------------------------------- what is kept between runs


def journal(chance: random.Random, folder: str) -> None:
    """A journal of edits, damaged: never deleted, and what comes back is told if it isn't all."""
    sample = chance.choice(_SAMPLES)
    path = Path(folder, sample.name)
    path.write_bytes(sample.read_bytes())
    home = Path(folder, f"journals-{chance.random()}")
    kept = Journals(Workspace(), str(home))
    try:
        document = kept._workspace.open(str(path))
        states = []
        for _ in range(12):
            edit(document, chance)
            states.append([document.record(index).digest() for index in range(len(document))])
        modified = document.modified
        kept.flush(30)
    finally:
        kept.end(30)
    for one in kept.left() if modified else ():
        file = Path(one)
        data = file.read_bytes()
        torn = bytes_mutated(data, chance) or data  # an empty file has nothing to lose
        file.write_bytes(torn)
        _recovered(str(home), one, torn == data, data.startswith(torn), states[-1])


def _recovered(home: str, path: str, whole: bool, cut: bool, last: list[str]) -> None:
    again = Journals(Workspace(), home)
    try:
        try:
            found = again.recover(path)
        except (JournalError, OSError):
            found = None
        left = os.listdir(home)
        if found is None and not left:
            raise Broken(
                DELETED, f"a journal with edits is gone, {'whole' if whole else 'damaged'}"
            )
        if found is not None:
            document = found.document
            now = [document.record(index).digest() for index in range(len(document))]
            if now != last and not found.told and not cut:  # nothing says what would have followed
                raise Broken(UNNAMED, "edits are missing from what a journal gave back, untold")
    finally:
        again.end(30)


def session(chance: random.Random, folder: str) -> None:
    """What was open last time, damaged: read without an exception, and so that it can be written."""
    tab = {"path": "/a/b.pgn", "record": 3, "depth": 7, "branches": [[1, 2]], "view": ["flipped"]}
    full = {
        **tab,
        "journal": "/j",
        "roots": ["/r"],
        "libraries": ["L"],
        "search": "{}",
        "beside": tab,
    }
    text = session_text(read_session(_json({"version": 1, "front": 1, "tabs": [tab, full]})))
    data = bytes_mutated(text.encode(), chance)
    session_text(read_session(data.decode("ascii", "replace")))


def settings(chance: random.Random, folder: str) -> None:
    """The lists of engines and reference works, damaged."""
    engine = {
        **{"name": "E", "program": "/e", "arguments": ["-x"], "protocols": {"go": "gtp"}},
        **{"options": {"Hash": 16}, "limits": {"seconds": 1.5, "depth": 3}, "preferred": ["go"]},
    }
    data = bytes_mutated(_json([engine, engine]).encode(), chance)
    for one in read_engines(data.decode("utf-8", "replace")):
        one.plays("go")
        engines_text([one])
    works = bytes_mutated(_json([{"path": "/b.bin", "game": "chess"}]).encode(), chance)
    works_text(read_works(works.decode("utf-8", "replace")))


def _json(said: object) -> str:
    return json.dumps(said, indent=1)


# ------------------------------------------------------------------------------------ tables


class _Here(Workers):
    """Work that is done in this process."""

    part = 1 << 16

    def run(self, work: Any, items: Any) -> Iterator[JobStep[Any]]:
        for number, item in enumerate(items):
            yield JobStep(0, 0, WorkOutcome(number, run_inline(work(*item)), None))


def tables(chance: random.Random, folder: str) -> None:
    """A library one of whose files is damaged: a search says so, a new build repairs it, the records stay."""
    records, shelf = Path(folder, "records"), Path(folder, "shelf")
    if not shelf.exists():
        records.mkdir()
        for sample in _SAMPLES:
            (records / sample.name).write_bytes(sample.read_bytes())
        _built(records, shelf)
    home = Path(folder, "damaged")
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(shelf, home)
    files = sorted(path for path in home.rglob("*") if path.is_file())
    one = chance.choice(files)
    one.write_bytes(bytes_mutated(one.read_bytes(), chance))
    library = of_folders([records], folder=str(home))
    try:
        try:
            library.search(Query())
            library.check()
        except Refused:
            pass
    finally:
        library.close()
    if len(list(records.iterdir())) != len(_SAMPLES):
        raise Broken(DELETED, "a record is gone")


def _built(records: Path, home: Path) -> None:
    library = of_folders([records], folder=str(home))
    library.keep()
    run_inline(building(library.folder, library.sources, workers=_Here()))
    library.close()


# ----------------------------------------------------------------------------------- engines


def engine(chance: random.Random, folder: str) -> None:
    """An engine that says rightly what it is, and then anything."""
    game, protocol = chance.choice(
        (("chess", "uci"), ("shogi", "usi"), ("xiangqi", "ucci"), ("go", "gtp"))
    )
    answers = Path(folder, "answers")
    answers.write_bytes(marshal.dumps(lies(protocol, chance)))
    words = ("-I", "-S", _LIAR, protocol, str(answers))
    rules = game_of(game)
    asked = Engine(EngineSetup("Liar", sys.executable, words, {game: protocol}), rules, wait=0.02)
    try:
        for found in run_inline(asked.analyse(rules.start(None), _ENGINE, 2)):
            said = repr(found.lines)
            if len(said) > _LONGEST or re.search(r"\b(inf|nan)\b|\d{16}", said) or "\x1b" in said:
                raise Broken(UNNAMED, f"an engine's {said[:120]} is taken for information")
    except EngineFault as fault:
        if "\x1b" in fault.reason.text():
            raise Broken(RAISED, "an engine's escape codes stand in a sentence") from None
    finally:
        asked.close()


TARGETS: dict[str, Target] = {
    **{"letters": letters.in_a_codec, "mixed": letters.in_two_codecs, "list": letters.listed},
    **{"codec": letters.changed_for_one, "book": book, "journal": journal, "session": session},
    **{"settings": settings, "tables": tables, "engine": engine},
}


def damaged(name: str, seed: int, folder: str, seconds: float) -> Broken | None:
    """The promise that a target breaks with a seed, None if it breaks none."""
    chance = random.Random(f"{seed}/{name}")
    # Qipu waits 10 s for an engine's answer, and starts it once more.
    return broken_by(lambda: TARGETS[name](chance, folder), 3 * seconds, waiting=True)
