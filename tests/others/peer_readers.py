"""Files read by libraries of others: a tree a game, one line of JSON a file.

    python peer_readers.py NAME < PATHS

Of a game that it refuses stands {"error": words} in place of the tree.
Runs in an environment of its own that has the libraries and nothing of Qipu. A tree is the start and a list
of [index of the parent, move, comment], the parents ahead of their children; the first is the start itself.
Moves are written as `qipu dump` writes them.
"""

import io
import json
import os
import re
import sys

sys.setrecursionlimit(100_000)  # some of them read a variation by a call


def flat(root, children, move, comment):
    """A tree in pre-order, without recursion."""
    nodes = []
    stack = [(root, -1)]
    while stack:
        node, parent = stack.pop()
        here = len(nodes)
        nodes.append([parent, "" if parent < 0 else move(node), comment(node) or ""])
        stack += [(child, here) for child in reversed(list(children(node)))]
    return nodes


def _told(read, *arguments):
    try:
        return read(*arguments)
    except Exception as error:  # whatever it is, it is this reader's answer
        return {"error": f"{type(error).__name__}: {error}"}


# ----------------------------------------------------------------------------------- xiangqi


def cchess(path):
    """XQF and CBR by cchess: moves and comments."""
    from cchess.read_cbr import read_from_cbr
    from cchess.read_xqf import read_from_xqf

    game = read_from_cbr(path) if path.endswith("cbr") else read_from_xqf(path)

    def children(node):
        first = game.first_move if node is game else node.next_move
        return first.get_siblings(include_me=True) if first else []

    nodes = flat(game, children, lambda move: move.to_iccs(), lambda node: node.annote)
    return [{"start": " ".join(game.init_board.to_fen().split()[:2]), "nodes": nodes}]


# --------------------------------------------------------------------------------------- SGF


def sgfmill(path):
    """SGF by sgfmill: moves, set-up stones and comments of go; of other games the values as they are."""
    from sgfmill import sgf, sgf_grammar

    with open(path, "rb") as file:
        games = sgf_grammar.parse_sgf_collection(file.read())
    return [_told(_sgf_tree, sgf.Sgf_game.from_coarse_game_tree, game) for game in games]


def _sgf_tree(made, coarse):
    game = made(coarse)
    encoding = game.get_charset()

    def comment(node):
        return node.get("C") if node.has_property("C") else ""

    def raw(node, name):
        return [value.decode(encoding, "replace") for value in node.get_raw_list(name)]

    def properties(node):
        names = [name for name in ("B", "W", "AB", "AW", "AE") if node.has_property(name)]
        return {name: raw(node, name) for name in names}

    root = game.get_root()
    nodes = flat(root, list, properties, comment)
    head = {name: raw(root, name) for name in ("GM", "SZ", "PL") if root.has_property(name)}
    return {"start": {**head, **properties(root)}, "nodes": nodes}


# ------------------------------------------------------------------------------------- shogi


def _line(start, moves):
    return {"start": start, "nodes": [[i - 1, move, ""] for i, move in enumerate(["", *moves])]}


def shogi_kif(path):
    """KIF by python-shogi: the moves of the main line.

    It doesn't know variations: moves with the sign of one beside them (+) aren't any to it, and those behind
    変化 go on with the line. So it is given neither.
    """
    from shogi.KIF import Parser

    with open(path, "rb") as file:
        raw = file.read()
    text = raw.decode("utf-8-sig" if path.endswith("u") else "cp932")
    line = text.replace("\r", "").split("\n変化：")[0]
    (game,) = Parser.parse_str(re.sub(r"(?m)^( *[0-9]+ .*)\+$", r"\1", line))
    return [_line(game["sfen"], game["moves"])]


def shogi_csa(path):
    """CSA by python-shogi: the moves."""
    from shogi.CSA import Parser

    with open(path, "rb") as file:
        raw = file.read()
    text = raw.decode("utf-8") if b"'CSA encoding=UTF-8" in raw else raw.decode("cp932")
    games = [Parser.parse_str(part)[0] for part in text.replace("\r", "").split("\n/\n")]
    return [_line(game["sfen"], game["moves"]) for game in games]


# ------------------------------------------------------------------------------------- chess


def chess_pgn(path):
    """PGN by python-chess: moves, comments and glyphs."""
    import logging

    import chess.pgn

    logging.disable()  # it tells of illegal moves
    with open(path, "rb") as file:
        raw = file.read()
    try:
        text = io.StringIO(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        text = io.StringIO(raw.decode("latin-1"))
    games = []
    while (game := chess.pgn.read_game(text)) is not None:
        nodes = flat(game, lambda node: node.variations, lambda node: node.move.uci(), _pgn_words)
        board = game.board()
        start = board.fen(shredder=board.chess960, en_passant="fen")
        games.append({"start": start, "nodes": nodes})
    return games


def _pgn_words(node):
    """A node's comment, that ahead of its variation and its glyphs."""
    glyphs = "".join(f" ${glyph}" for glyph in sorted(node.nags))
    before = getattr(node, "starting_comment", "")
    return f"{before} | {node.comment}{glyphs}" if before else f"{node.comment}{glyphs}"


READERS = {
    "cchess": cchess,
    "sgfmill": sgfmill,
    "python-shogi kif": shogi_kif,
    "python-shogi csa": shogi_csa,
    "python-chess": chess_pgn,
}


def main(name):
    """Read the files that standard input names."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # some of them print
    for path in sys.stdin.read().splitlines():
        games = _told(READERS[name], path)
        told = {"games": games} if isinstance(games, list) else games
        out.write(json.dumps({"file": path, **told}) + "\n")
        out.flush()


if __name__ == "__main__":
    main(sys.argv[1])
