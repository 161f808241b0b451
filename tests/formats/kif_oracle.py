"""tsshogi, another reader of KIF and KI2 (npm, MIT), where it is there.

It is looked for in the folder that the environment variable QIPU_TSSHOGI names, else in the checkout: either
has `node_modules` with it (`npm install tsshogi`).
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import needs

_SCRIPT = r"""
const ts = require("tsshogi");
const KINDS = {interrupt: "中断", resign: "投了", impass: "持将棋", draw: "引き分け",
  repetitionDraw: "千日手", mate: "詰み", noMate: "不詰", timeout: "切れ負け", foulWin: "反則勝ち",
  foulLose: "反則負け", enteringOfKing: "入玉勝ち", winByDefault: "不戦勝", loseByDefault: "不戦敗"};
function tree(text, kind) {
  const record = kind === "ki2" ? ts.importKI2(text) : ts.importKIF(text);
  if (record instanceof Error) return {error: String(record)};
  const nodes = [];
  const stack = [[record.first, -1]];
  while (stack.length) {
    const [node, parent] = stack.pop();
    const here = nodes.length;
    const move = parent < 0 ? "" : node.move instanceof ts.Move ? node.move.usi
      : "#" + (KINDS[node.move.type] || node.move.name || node.move.type);
    nodes.push({parent, move, comment: node.comment, bookmark: node.bookmark, time: node.elapsedMs});
    const below = [];
    for (let child = node.next; child; child = child.branch) below.push(child);
    for (const child of below.reverse()) stack.push([child, here]);
  }
  return {start: record.initialPosition.sfen, nodes};
}
let data = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part) => (data += part));
process.stdin.on("end", () => {
  const found = JSON.parse(data).map(([text, kind]) => tree(text, kind));
  process.stdout.write(JSON.stringify(found));
});
"""


def folder() -> Path | None:
    """Where node_modules with tsshogi is; None where it isn't anywhere."""
    place = Path(os.environ.get("QIPU_TSSHOGI") or Path(__file__).parents[2])
    return place / "node_modules" if (place / "node_modules" / "tsshogi").is_dir() else None


def missing() -> list[str]:
    """What the oracle lacks, for tests/needs.py; [] where it is there."""
    return [*needs.missing("node"), *(["tsshogi"] if folder() is None else [])]


def trees(files: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """What tsshogi reads of texts, each with "kif" or "ki2": start, nodes in pre-order; or an error."""
    env = {**os.environ, "NODE_PATH": str(folder())}
    done = subprocess.run(
        ["node", "-e", _SCRIPT],
        input=json.dumps(files).encode("utf-8"),
        capture_output=True,
        timeout=240,
        env=env,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
