"""What the real desktop tools say of every suffix after `qipu register`, and of others' files too."""

from __future__ import annotations

import gzip
import io
import os
import select
import subprocess
from pathlib import Path

import pytest
import xiangqi_games
from needs import needs

from viewer.base.source import BytesSource, piece_bytes
from viewer.cli import desktop, launcher
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.node import Node
from viewer.tree.record import Record

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="made for Linux desktops"),
    needs("update-mime-database", "update-desktop-database", "gio", "xdg-mime"),
]

_PGN = b'[Event "A"]\n[White "B"]\n\n1. e4 e5 *\n'
_LG = b"(;FF[4]EV[hex.mc]PB[A]PW[B]SZ[13];W[am];B[bb])"
TEXTS: dict[str, bytes] = {
    "pgn": _PGN,
    "pgn.gz": gzip.compress(_PGN, mtime=0),
    "epd": b'4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "1";\n',
    "fen": b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
    "kif": "# ----\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n".encode(
        "cp932"
    ),
    "kifu": "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n".encode(),
    "ki2": "先手：甲\n後手：乙\n\n▲７六歩 △３四歩\n".encode("cp932"),
    "ki2u": "先手：甲\n後手：乙\n\n▲７六歩 △３四歩\n".encode(),
    "csa": b"V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n",
    "jkf": b'{"header": {}, "moves": [{}, {"move": {"from": {"x": 7, "y": 7}}}]}\n',
    "sfen": b"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n",
    "usen": b"~0.7ku2jm\n",
    "psn": b'[Sente "a"]\n[Gote "b"]\n\n1.P7g-7f\n2.P3c-3d\n',
    "usi": b"position startpos moves 7g7f 3c3d\n",
    "sgf": b"(;FF[4]GM[1]SZ[19];B[pd];W[dp])",
    "hsgf": _LG,
    "tsgf": _LG.replace(b"hex", b"twixt").replace(b"SZ[13]", b"SZ[24]"),
    "wei7": b'{"format": "wei7", "version": "3.0", "size": 19, "tree": {"steps": []}}\n',
    "hexworld": b"https://hexworld.org/board/#11nc1,a2b3\n",
    "trmph": b"https://trmph.com/hex/board#11,a2b3\n",
    "lgjson": b'{"gtid":"hex","variant":"DEFAULT","players":[],"moves":[{"dmove":"a2"}]}',
    "apjson": b'{"game":"hex","variants":[],"stack":[{"_results":[{"type":"place","where":"a2"}]}]}',
    "twixt": b"twixtui-record 1\nruleset size=24\nmoves F6; M16\n",
    "xqfen": b"4k4/9/9/9/9/9/9/9/9/R3K3R w\n4k4/9/9/9/9/9/9/9/9/R3K4 w\n",
    "six": b"BoardSize: 11x11\nFirst: V\nSwap: 1\nMoves:\n  1. A2 (0 ms) F6 (1 ms)\n",
    "moves": b"Hex 11x11\n1. a2 2. f6\n",
}
# What files of these names hold that are no records.
OTHERS: dict[str, bytes] = {
    "hgt": bytes(range(200, 256)) * 40,
    "six": b"\x1bPq#0;2;0;0;0#0~~@@vv@@~~$\x1b\\",
    "pgc": b"EXEC SQL BEGIN DECLARE SECTION;\nint count;\n",
    "moves": b"left right jump\n",
    "cbl": b"       IDENTIFICATION DIVISION.\n",
    "che": b"\x01\x02 a game that was saved",
    "cbr": b"Rar!\x1a\x07\x00 pages",
    "wxf": b"8:f\x02s\x04Plus",
    "hex": b":10010000214601360121470136007EFE09D2190140\n",
    "txt": b"1. e4 is the best move.\n",
    "gz": gzip.compress(b"nothing", mtime=0),
    "json": b'{"a": 1}\n',
}
# Suffixes by which desktops know other files, whatever their content: under other names it decides.
TAKEN = {"cbr", "cbl"}
FOREIGN = {
    "editor": ("text/plain", "application/json"),
    "chess": ("application/vnd.chess-pgn",),
    "archive": ("application/gzip", "application/zstd"),
    "comics": ("application/vnd.comicbook+rar",),
    "kifu": ("application/x-ki2",),
}


def _written(id: str, game_id: str) -> bytes:
    """A record of Qipu's own in a format, with a move."""
    game, format = game_of(game_id), FORMATS[id].load()
    root = Node(0, None, game.starts[0].setup)
    root.children = (Node(1, root, next(iter(game.legal_moves(game.start(root.action))))),)
    record = Record(game_id, root, format.new_headers(game_id))
    output = format.write(MemoryCollection(id, [record]))
    return b"".join(piece_bytes(piece, None) for piece in output.pieces)


def contents() -> dict[str, bytes]:
    """A record for every suffix of the registry."""
    zstandard = pytest.importorskip("zstandard")
    found = {
        **TEXTS,
        "pgns": _PGN,
        "pgn.zst": zstandard.compress(_PGN),
        **{one: made() for one, made in xiangqi_games.FILES.items()},
        "xqi": xiangqi_games.chn(),
        "pgc": b"\x05\x02\x05Event\x01A\x04\x01\x00\x06",
        "tgt": _written("gametree", "twixt"),
        "gib": b"\\HS\n\\[GAMEBLACKNAME=A\\]\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\n"
        b"STO 0 2 1 15 3\n\\GE\n",
        "ngf": b"A\n19\nB\nC\nwww.cyberoro.com\n0\n0\n6\n20200101 [10:00]\n5\nGame 1 of 1\n1\nPMABBQEEQ\n",
        "ugf": b"[Header]\nSize=19\nPlayerB=A\nPlayerW=B\n[Data]\nQD,B1,1,0\n",
    }
    found["ugi"] = found["ugf"]
    for entry in FORMATS.values():
        if entry.suffixes[0] not in found and not entry.common:
            found[entry.suffixes[0]] = _written(entry.id, entry.games[0])
    return found


class World:
    """A person's folders and a system's, in which other programs open things already."""

    def __init__(self, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.top = top
        share = top / "share"
        (share / "applications").mkdir(parents=True)
        for name, kinds in FOREIGN.items():
            head = f"[Desktop Entry]\nType=Application\nName={name}\nExec=true %f\n"
            text = f"{head}MimeType={';'.join(kinds)};\n"
            (share / "applications" / f"{name}.desktop").write_text(text, "utf-8")
        subprocess.run(["update-desktop-database", share / "applications"], check=True)
        (share / "mime").symlink_to("/usr/share/mime")  # the kinds of the system, not its programs
        self.files = top / "files 谱"
        self.files.mkdir()
        self.started = top / "started"
        os.mkfifo(self.started)
        self.stub = top / "stub qipu"
        self.stub.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{self.started}"\n', "utf-8")
        self.stub.chmod(0o755)
        for name, value in {
            "HOME": str(top),
            "XDG_DATA_HOME": str(top / "data"),
            "XDG_CONFIG_HOME": str(top / "config"),
            "XDG_DATA_DIRS": str(share),
            "XDG_CURRENT_DESKTOP": "GNOME",
            "LC_ALL": "C.UTF-8",
        }.items():
            monkeypatch.setenv(name, value)
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(desktop, "command", lambda: [str(self.stub)])

    def put(self, suffix: str, content: bytes) -> Path:
        path = self.files / f"a game.{suffix}"
        path.write_bytes(content)
        return path

    def kind(self, *paths: Path) -> list[str]:
        """The kinds of files, as the desktop's own library says."""
        words = ["gio", "info", "-a", "standard::content-type", *map(str, paths)]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return [line.split(": ")[1] for line in told.splitlines() if "content-type: " in line]

    def asked(self, *words: str) -> str:
        """What xdg-mime says."""
        done = subprocess.run(
            ["xdg-mime", "query", *words], capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def foreign_defaults(self) -> dict[str, str]:
        kinds = {kind for kinds in FOREIGN.values() for kind in kinds}
        return {kind: self.asked("default", kind) for kind in sorted(kinds)}

    def opened_by(self, path: Path) -> str:
        """The path that Qipu is started with by a double click."""
        fifo = os.open(self.started, os.O_RDONLY | os.O_NONBLOCK)
        try:
            subprocess.run(["gio", "open", str(path)], capture_output=True, check=True)
            ready, _, _ = select.select([fifo], [], [], 30)
            assert ready, f"{path.name} didn't start Qipu"
            said = b""
            while not said.endswith(b"\n"):
                select.select([fifo], [], [], 30)
                said += os.read(fifo, 4096)
            return said.decode().removesuffix("\n")
        finally:
            os.close(fifo)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(tmp_path, monkeypatch)


def expected_kind(suffix: str) -> str:
    """The kind that a suffix of the registry, with a record in it, is to have."""
    entry = next(entry for entry in FORMATS.values() if suffix in entry.suffixes)
    packing = {"gz": "+gzip", "zst": "+zstd"}.get(suffix.rpartition(".")[2], "")
    if suffix in launcher.OTHERS_SUFFIXES and not (entry.magic or entry.signs):
        return "text/plain"
    return entry.media_type + packing


def test_the_records_here_are_records() -> None:
    found = contents()
    assert found.keys() == {
        suffix for entry in FORMATS.values() if not entry.common for suffix in entry.suffixes
    }
    for suffix, content in found.items():
        collection = load_source(BytesSource(content, f"game.{suffix}"))
        assert suffix in FORMATS[collection.format].suffixes
        assert collection.record(0).game in FORMATS[collection.format].games


def test_every_suffix_opens_qipu_and_nothing_of_others_changes(world: World) -> None:
    paths = {
        suffix: world.put(f"{suffix}-copy" if suffix in TAKEN else suffix, content)
        for suffix, content in contents().items()
    }
    others = {suffix: world.files / f"other.{suffix}" for suffix in OTHERS}
    for suffix, path in others.items():
        path.write_bytes(OTHERS[suffix])
    before = world.foreign_defaults(), world.kind(*others.values())
    assert before[0]["application/x-ki2"] == "kifu.desktop"
    assert desktop.register(io.StringIO()) == 0
    assert (world.foreign_defaults(), world.kind(*others.values())) == before

    kinds = dict(zip(paths, world.kind(*paths.values()), strict=True))
    assert kinds == {suffix: expected_kind(suffix) for suffix in paths}
    holders = {kind: f"{name}.desktop" for name, kinds in FOREIGN.items() for kind in kinds}
    for suffix, path in paths.items():
        kind = kinds[suffix]
        assert world.asked("filetype", str(path)) == kind, suffix
        assert world.asked("default", kind) == holders.get(kind, "qipu.desktop"), suffix
        if kind not in holders:
            assert world.opened_by(path) == str(path)
    upper = world.put("KIF", contents()["kif"])
    assert world.kind(upper) == ["application/x-kif"]

    assert desktop.unregister(io.StringIO()) == 0
    assert (world.foreign_defaults(), world.kind(*others.values())) == before
    assert not (world.top / "config").exists()


def test_qipu_is_offered_where_another_program_stays(world: World) -> None:
    """For PGN and a foreign program's KI2 it stands in the menu, and where nobody is it opens them."""
    out = io.StringIO()
    desktop.register(out)
    assert "Qipu is offered beside chess.desktop for: Portable game notation" in out.getvalue()
    assert "Qipu is offered beside kifu.desktop for: Shogi record (KI2)" in out.getvalue()
    assert "A double click on such a file opens Qipu: Shogi record (KIF)" in out.getvalue()
    assert "A double click on such a file opens Qipu: Smart game format (SGF)" in out.getvalue()
    for kind in ("application/vnd.chess-pgn", "application/x-ki2", "application/x-kif"):
        told = subprocess.run(["gio", "mime", kind], capture_output=True, text=True, check=True)
        assert "qipu.desktop" in told.stdout, kind
    assert desktop.register(io.StringIO()) == 0  # once more
    assert world.foreign_defaults()["application/x-ki2"] == "kifu.desktop"
