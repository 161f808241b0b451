"""Finds a player's games, and what was played from a position, among all records of folders.

python docs/examples/search_library.py FOLDER… PLAYER
"""

import argparse
import sys

import viewer


def main(folders: list[str], player: str) -> None:
    """Build the library of the folders, which takes long only the first time, and ask it."""
    library = viewer.library.of_folders(folders)
    news = library.build()
    for path, why in news.problems.items():
        print(f"{path}: {why}", file=sys.stderr)
    found = library.search(viewer.library.Query(player=player), limit=20)
    for hit in found.hits:
        print(f"{hit.path}#{hit.number + 1}", hit.values["player0"], hit.values["player1"])
    game = viewer.GAMES["chess"].load()
    for move in library.explore(game, game.start(None)).moves:
        print(move.move, move.games, move.won, move.drawn, move.lost)
    library.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="+")
    parser.add_argument("player")
    args = parser.parse_args()
    main(args.folder, args.player)
