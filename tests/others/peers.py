"""The libraries of others, in an environment made for the purpose: Python packages and packages of Node."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PYTHON_PACKAGES = (
    "cchess==1.25.5",
    "chess==1.11.2",
    "python-shogi==1.1.1",
    "sgfmill==1.1.1",
)
NODE_PACKAGES = ("@sabaki/sgf@3.4.7", "tsshogi@2.2.0")


class Peers:
    """The readers of others, installed in a folder where they aren't there yet."""

    def __init__(self, home: Path) -> None:
        self._python = home / "python"
        self._node = home / "node"
        if not self._python.is_dir():
            subprocess.run([sys.executable, "-m", "venv", str(self._python)], check=True)
            pip = [str(self._interpreter), "-m", "pip", "install", "--quiet"]
            subprocess.run([*pip, *PYTHON_PACKAGES], check=True)
        if not self._node.is_dir():
            self._node.mkdir(parents=True)
            npm = ["npm", "install", "--silent", "--prefix", str(self._node)]
            subprocess.run([*npm, *NODE_PACKAGES], check=True)

    @property
    def _interpreter(self) -> Path:
        windows = self._python / "Scripts" / "python.exe"
        return windows if windows.exists() else self._python / "bin" / "python"

    def read(self, reader: str, paths: Sequence[Path]) -> dict[str, dict[str, Any]]:
        """What a reader makes of files, by their paths: {"games": [tree, …]} or {"error": words}."""
        if reader.startswith(("tsshogi", "@")):
            # Node looks for packages beside the script, so the script goes beside them.
            script = self._node / "peer_readers.cjs"
            script.write_bytes((HERE / "peer_readers.cjs").read_bytes())
            command = ["node", "--stack-size=60000", str(script), reader]
        else:
            command = [str(self._interpreter), "-I", str(HERE / "peer_readers.py"), reader]
        names = "\n".join(map(str, paths))
        told = subprocess.run(
            command, input=names, stdout=subprocess.PIPE, encoding="utf-8", check=False
        )
        lines = [json.loads(line) for line in told.stdout.splitlines()]
        found = {line.pop("file"): line for line in lines}
        ended = {"error": f"the reader ended with {told.returncode}"}
        return {str(path): found.get(str(path), ended) for path in paths}
