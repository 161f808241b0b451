// Files read by libraries of others in JavaScript: the same as peer_readers.py.
//
//     node peer_readers.cjs NAME < PATHS
const fs = require("fs");

const ENDS = {interrupt: "中断", resign: "投了", impass: "持将棋", draw: "引き分け",
  repetitionDraw: "千日手", mate: "詰み", noMate: "不詰", timeout: "切れ負け", foulWin: "反則勝ち",
  foulLose: "反則負け", enteringOfKing: "入玉勝ち", winByDefault: "不戦勝", loseByDefault: "不戦敗"};

function flat(root, children, move, comment) {
  const nodes = [], stack = [[root, -1]];
  while (stack.length) {
    const [node, parent] = stack.pop(), here = nodes.length;
    nodes.push([parent, parent < 0 ? "" : move(node), comment(node) || ""]);
    for (const child of [...children(node)].reverse()) stack.push([child, here]);
  }
  return nodes;
}

function text(path) {
  const raw = fs.readFileSync(path);
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(raw);
  } catch (error) {
    return new TextDecoder("shift_jis").decode(raw);
  }
}

function shogi(kind) {
  const ts = require("tsshogi");
  const read = {kif: ts.importKIF, ki2: ts.importKI2, csa: ts.importCSA, jkf: ts.importJKFString}[kind];
  function* children(node) {
    for (let child = node.next; child; child = child.branch) yield child;
  }
  const move = (node) => node.move instanceof ts.Move ? node.move.usi
    : "#" + (ENDS[node.move.type] || node.move.name || node.move.type);
  return (path) => text(path).split(kind === "csa" ? /^\/\r?\n/m : /\0/).map((part) => {
    const record = read(part);
    if (record instanceof Error) throw record;
    return {start: record.initialPosition.sfen, nodes: flat(record.first, children, move, (n) => n.comment)};
  });
}

function sabaki(path) {
  const sgf = require("@sabaki/sgf");
  const of = (node, names) =>
    Object.fromEntries(names.filter((name) => node.data[name]).map((name) => [name, node.data[name]]));
  const properties = (node) => of(node, ["B", "W", "AB", "AW", "AE"]);
  return sgf.parseBuffer(fs.readFileSync(path)).map((root) => ({
    start: {...of(root, ["GM", "SZ", "PL"]), ...properties(root)},
    nodes: flat(root, (node) => node.children, properties, (node) => (node.data.C || []).join("\n")),
  }));
}

const READERS = {
  "tsshogi kif": () => shogi("kif"), "tsshogi ki2": () => shogi("ki2"), "tsshogi csa": () => shogi("csa"),
  "tsshogi jkf": () => shogi("jkf"), "@sabaki/sgf": () => sabaki,
};
const read = READERS[process.argv[2]]();
for (const path of fs.readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
  let told;
  try {
    told = {games: read(path)};
  } catch (error) {
    told = {error: String(error)};
  }
  process.stdout.write(JSON.stringify({file: path, ...told}) + "\n");
}
