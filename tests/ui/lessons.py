"""Files of go, written for the tests of what people write in them."""

from __future__ import annotations

from pathlib import Path

GAME = """{"format": "wei7", "version": "3.0", "size": 9,
  "info": {"name": "n", "rules": {"komi": 7.5},
    "participants": [{"name": "A", "rank": "9d"}, {"name": "B"}, {"name": "C"}],
    "players": [{"participant": 0, "color": 1}, {"participant": 1, "color": 2}]},
  "tree": {"steps": [
    {"action": {"type": "move", "value": {"color": 1, "point": {"x": 2, "y": 2}}}, "actor": 0},
    {"time": 5, "action": {"type": "move", "value": {"color": 2, "point": {"x": 6, "y": 2}}}, "actor": 1},
    {"action": {"type": "takeback", "value": 1}, "actor": 1},
    {"action": {"type": "message", "value": "hello, all of you who watch this game tonight"}, "actor": 2},
    {"action": {"type": "mark", "value": {"point": {"x": 0, "y": 0}, "symbol": "a"}}},
    {"action": {"type": "move", "value": {"color": 2, "point": {"x": 6, "y": 6}}}, "actor": 1},
    {"action": {"type": "result", "value": {"winner": 2}}, "actor": 0}]}}
"""
LESSON = """{"format": "wei7", "version": "3.0", "size": 9, "info": {"name": "a lesson"},
  "tree": {"title": "Contents", "branches": [
    {"title": "Capturing", "branches": [
      {"title": "One stone", "pre": {"problem": {"color": 1}}, "steps": [
        {"action": {"type": "move", "value": {"color": 1, "point": {"x": 2, "y": 2}}}}]},
      {"title": "Five stones", "pre": {"comment": "harder"}}]},
    {"title": "Counting", "pre": {"comment": "who is ahead?"}}]}}
"""
SGF = b"(;GM[1]FF[4]SZ[9]PB[A]PW[B]RU[Japanese]\n;B[cc]BL[100];W[gc])"


def write(folder: Path, name: str) -> Path:
    """One of them in a folder, by its name: game.wei7, lesson.wei7 or game.sgf."""
    path = folder / name
    texts = {"game.wei7": GAME.encode(), "lesson.wei7": LESSON.encode(), "game.sgf": SGF}
    path.write_bytes(texts[name])
    return path
