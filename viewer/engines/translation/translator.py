"""The interface of translators: what an engine of a game is told and what it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from viewer.base.messages import Message
from viewer.engines.analysis import EnginePosition
from viewer.tree.action import Move

UCI, USI, UCCI, GTP = "uci", "usi", "ucci", "gtp"


class Translator(ABC):
    """Translates positions and moves of one game.

    Attributes:
        protocols: those in which engines for the game are asked, the preferred first.
    """

    protocols: tuple[str, ...]

    def replays(self, text: str) -> bool:
        """Whether engines know a legal move of the game."""
        return True

    @abstractmethod
    def unsound(self, state: Any) -> Message | None:
        """Why engines can't be asked about a position (a king is missing), None if they can.

        Many engines crash, or never answer, when they are given such a position.
        """

    def knows(self, variants: Iterable[str], state: Any) -> bool:
        """Whether an engine plays the variant of a position.

        `variants` are those that it says (UCI_Variant), () if it says none.
        """
        return True

    def moves_in(self, texts: Iterable[str], state: Any, dialect: Any) -> tuple[Move, ...]:
        """The moves that an engine says from a position, up to the first that can't be read."""
        moves: list[Move] = []
        for text in texts:
            move = self.move_in(text, (state.side + len(moves)) % 2, state, dialect)
            if move is None:
                break
            moves.append(move)
        return tuple(moves)

    @abstractmethod
    def move_in(self, text: str, side: int, state: Any, dialect: Any) -> Move | None:
        """The move that an engine says, by a side; None for no move.

        `state`: a position with the same board. `dialect`: what `dialect_of` returned.
        """


class UciTranslator(Translator):
    """Translates for UCI, USI and UCCI.

    Attributes:
        variant: the usual value of the option UCI_Variant.
    """

    variant: str

    @abstractmethod
    def placement(self, state: Any, protocol: str) -> str:
        """The position for the command `position`: `fen …` or `sfen …`, without moves."""

    def options(self, position: EnginePosition) -> Mapping[str, str]:
        """Options that must be set for a position, by name."""
        return MappingProxyType({"UCI_Variant": self.variant})

    def knows(self, variants: Iterable[str], state: Any) -> bool:
        """Any engine of the game; one that names variants has to name it."""
        return self.variant in variants or not variants

    def dialect_of(self, variants: Iterable[str], protocol: str) -> Any:
        """The way in which an engine writes moves, for `move_in` and `move_out`."""
        return None

    def move_out(self, text: str, dialect: Any) -> str:
        """A move as the engine reads it."""
        return text


class GtpTranslator(Translator):
    """Translates for GTP.

    Attributes:
        words: commands by which engines for the game are recognised.
        colours: the sides as the engine reads them.
    """

    protocols = (GTP,)
    words: tuple[str, ...]
    colours: tuple[str, str] = ("B", "W")

    @abstractmethod
    def set_up(self, state: Any) -> list[str]:
        """The commands that set up a position, from `boardsize` on."""

    def rules(self, state: Any) -> str:
        """The rules of a record as `kata-set-rules` takes them, "" in games that have none to choose."""
        return ""

    @abstractmethod
    def play(self, text: str, state: Any) -> str:
        """The command for a move of a legal line; `state` has the same board."""

    @abstractmethod
    def squares(self, state: Any) -> list[str]:
        """The squares of a board in the order of `ownership`: row by row from the top left."""

    @abstractmethod
    def square(self, name: str, state: Any) -> str:
        """The square that an engine names, "" for none of the board's."""
