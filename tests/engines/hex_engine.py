"""A Hex engine for tests, as a script: OpenSpiel's Monte Carlo tree search behind GTP with lz-analyze."""

import sys

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

_SIMULATIONS = 300


def say(number: str, text: str = "") -> None:
    print(f"={number} {text}\n", flush=True)


class Table:
    """The board with the stones on it."""

    def __init__(self) -> None:
        self.clear(5)

    def clear(self, size: int) -> None:
        self.size = size
        self.stones: list[tuple[str, int, int]] = []

    def play(self, colour: str, cell: str) -> None:
        self.stones.append((colour.lower()[0], ord(cell[0].lower()) - ord("a"), int(cell[1:]) - 1))

    def search(self, colour: str) -> list[tuple[str, mcts.SearchNode]]:
        """The moves of a side with their nodes, the best first.

        OpenSpiel knows positions of games that Black began: those that White began are looked at in a
        mirror, in which the sides are exchanged.
        """
        cells = {side: [(x, y) for one, x, y in self.stones if one == side] for side in "bw"}
        mover = colour.lower()[0]
        mirrored = mover == ("w" if len(cells["b"]) == len(cells["w"]) else "b")
        first, second = ("w", "b") if mirrored else ("b", "w")

        def action(x: int, y: int) -> int:
            return x * self.size + y if mirrored else y * self.size + x

        game = pyspiel.load_game(f"hex(num_cols={self.size},num_rows={self.size})")
        state = game.new_initial_state()
        for number in range(len(self.stones)):
            side = (first, second)[number % 2]
            state.apply_action(action(*cells[side][number // 2]))
        random = numpy.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 1.4, _SIMULATIONS, evaluator, random_state=random)
        nodes = bot.mcts_search(state).children
        names = {
            action(x, y): f"{chr(ord('a') + x)}{y + 1}"
            for x in range(self.size)
            for y in range(self.size)
        }
        ordered = sorted(nodes, key=mcts.SearchNode.sort_key, reverse=True)
        return [(names[one.action], one) for one in ordered]

    def report(self, colour: str) -> str:
        infos = []
        for order, (name, one) in enumerate(self.search(colour)[:9]):
            # Rewards are from -1 to 1, for the player to move.
            share = (one.total_reward / one.explore_count + 1) / 2 if one.explore_count else 0.5
            infos.append(
                f"info move {name} visits {one.explore_count} winrate {round(10_000 * share)}"
                f" prior 100 order {order} pv {name}"
            )
        return " ".join(infos)


def main() -> None:
    table = Table()
    answers = {
        "protocol_version": "2",
        "name": "OpenSpiel",
        "version": "2",
        "list_commands": "\n".join(
            ("name", "boardsize", "clear_board", "play", "genmove", "lz-analyze", "vc-build")
        ),
    }
    for line in sys.stdin:
        words = line.split()
        if len(words) < 2 or not words[0].isdigit():
            if words:
                print("? unknown command\n", flush=True)
            else:
                print(flush=True)  # ends an analysis
            continue
        number, command, *more = words
        if command in answers:
            say(number, answers[command])
        elif command == "boardsize":
            table.clear(int(more[0]))
            say(number)
        elif command == "clear_board":
            table.clear(table.size)
            say(number)
        elif command == "play":
            table.play(*more)
            say(number)
        elif command == "genmove":
            name, _ = table.search(more[0])[0]
            table.play(more[0], name)
            say(number, name)
        elif command == "lz-analyze":
            print(f"={number}\n{table.report(more[0])}", flush=True)
        else:
            print(f"?{number} unknown command\n", flush=True)


if __name__ == "__main__":
    main()
