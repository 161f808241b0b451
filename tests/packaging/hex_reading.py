"""A reader of small boards of Hex, by trying everything: whether Red joins the top and the bottom."""

from __future__ import annotations

Cells = frozenset[str]


class HexReader:
    """Of a board of so many lines; cells are named as in records, e.g. `a1`."""

    def __init__(self, size: int) -> None:
        columns = "abcdefghijklm"[:size]
        self.cells = [f"{letter}{row}" for row in range(1, size + 1) for letter in columns]
        self._beside = {
            f"{columns[x]}{y + 1}": {
                f"{columns[x + dx]}{y + dy + 1}"
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
                if 0 <= x + dx < size and 0 <= y + dy < size
            }
            for y in range(size)
            for x in range(size)
        }
        self._size = str(size)
        self._known: dict[tuple[Cells, Cells, int], bool] = {}

    def joined(self, red: Cells) -> bool:
        """Whether stones join the top and the bottom."""
        seen: set[str] = set()
        todo = [cell for cell in red if cell[1:] == "1"]
        while todo:
            cell = todo.pop()
            if cell not in seen:
                seen.add(cell)
                todo += self._beside[cell] & red
        return any(cell[1:] == self._size for cell in seen)

    def joins(self, red: Cells, blue: Cells, side: int) -> bool:
        """Whether Red will join them with a side to move: 0 Red, 1 Blue. A full board has one winner."""
        key = red, blue, side
        if key not in self._known:
            self._known[key] = self._read(*key)
        return self._known[key]

    def _read(self, red: Cells, blue: Cells, side: int) -> bool:
        if self.joined(red):
            return True
        free = [cell for cell in self.cells if cell not in red and cell not in blue]
        if side == 0:
            return any(self.joins(red | {cell}, blue, 1) for cell in free)
        return bool(free) and all(self.joins(red, blue | {cell}, 0) for cell in free)

    def moves_that_join(self, red: Cells, blue: Cells) -> list[str]:
        """The moves of Red after which he joins them whatever Blue does."""
        free = [cell for cell in self.cells if cell not in red and cell not in blue]
        return [cell for cell in free if self.joins(red | {cell}, blue, 1)]
