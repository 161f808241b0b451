"""Finding out what a program is: its protocols and games, by talking to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.engines.chosen import list_folder
from viewer.engines.dialogue import PATIENCE, Dialogue, Tell, untold
from viewer.engines.engine import EngineSetup, open_dialogue
from viewer.engines.gtp import GtpDialogue
from viewer.engines.installed import known_engine
from viewer.engines.needs import equipped
from viewer.engines.option import Option
from viewer.engines.process import EngineFault
from viewer.engines.translation import TRANSLATORS, translator_for
from viewer.engines.translation.translator import (
    GTP,
    UCCI,
    UCI,
    USI,
    GtpTranslator,
    UciTranslator,
)
from viewer.engines.uci import UciDialogue
from viewer.games import game_of

_PATIENCE = 4.0
"""Seconds for the answer of a program that has no known name, to each of four greetings."""


class Identity(NamedTuple):
    """What a program is.

    Attributes:
        name, author: as it says, "" for nothing.
        protocols: the protocol for each game that it plays, by the game's id; not empty.
        variants: those that it says it plays, () if it says none.
    """

    name: str
    author: str
    protocols: Mapping[str, str]
    variants: tuple[str, ...] = ()

    def of(self, setup: EngineSetup) -> EngineSetup:
        """The entry of the program with what was found out."""
        return setup._replace(protocols=self.protocols, variants=self.variants, fault=None)


def identify(setup: EngineSetup, tell: Tell = untold) -> Iterator[JobStep[Identity]]:
    """The job that finds out what the program of an entry is: one Identity at its end.

    `tell`: is told what people should know while it is waited for: what it does while it starts.
    Raises EngineFault if it can't be started or speaks no protocol for a game known here.
    """
    known = known_engine(os.path.basename(setup.program))
    patience = _PATIENCE if known is None else PATIENCE
    protocols: dict[str, str] = {}
    name = author = ""
    variants: tuple[str, ...] = ()
    failed: EngineFault | None = None  # of one that had introduced itself
    stage: Message | None = None
    for number, protocol in enumerate((UCI, USI, UCCI, GTP)):
        if known is not None and protocols.keys() >= set(known.games):
            break  # what is known of it was found
        yield JobStep(number, 4, waiting=True)
        dialogue = open_dialogue(setup, protocol)
        dialogue.tell = tell
        try:
            for _ in chain(dialogue.greet(patience), dialogue.prepare(setup.options)):
                if dialogue.stage not in (None, stage):
                    stage = dialogue.stage
                    tell(stage)
                yield JobStep(number, 4, waiting=True)
            name, author = name or dialogue.name, author or dialogue.author
            variants = variants or dialogue.variants
            games: list[str] = []
            for said in _games(dialogue):
                if said is not None:
                    games = said
                yield JobStep(number, 4, waiting=True)
            for game in games:
                protocols.setdefault(game, protocol)
        except EngineFault as fault:
            if (dialogue.process.ended or dialogue.introduced) and not name:
                raise EngineFault(fault.reason) from None
            if dialogue.introduced:
                failed = failed or EngineFault(fault.reason)
        finally:
            dialogue.process.close()
    if failed is not None and not protocols:
        raise failed
    if not protocols:
        words = message(
            "{path} is no engine that Qipu understands: it speaks none of UCI, USI, UCCI and GTP.",
            path=setup.program,
        )
        raise EngineFault(words)
    yield JobStep(4, 4, Identity(name or setup.name, author, protocols, variants))


def unknown_setup(program: str, arguments: Sequence[str] = ()) -> EngineSetup:
    """An entry for a program of which it isn't known yet what it plays, with the files that it needs.

    `arguments`: of its command line; those of engines known by their name where there are none.
    """
    label = os.path.basename(program)
    known = known_engine(label)
    usual = known.arguments if known is not None else ()
    setup = EngineSetup(label, program, tuple(arguments) or usual)
    try:
        return setup if arguments else equipped(setup, list_folder())
    except OSError:  # its own configuration can't be written; it says what it lacks
        return setup


def options_of(setup: EngineSetup) -> Iterator[JobStep[dict[str, Option]]]:
    """The job that asks an engine of the list for its options, in each of its protocols: by name, at its end.

    Raises EngineFault.
    """
    found: dict[str, Option] = {}
    for protocol in dict.fromkeys(setup.protocols.values()):
        dialogue = open_dialogue(setup, protocol)
        try:
            for _ in dialogue.greet(PATIENCE):
                yield JobStep(0, 1, waiting=True)
            found = {**dialogue.options, **found}
        finally:
            dialogue.process.close()
    yield JobStep(1, 1, found)


def _games(dialogue: Dialogue) -> Iterator[list[str] | None]:
    """The games that an engine plays in the protocol of a dialogue: at last a list of ids."""
    yield None
    games: list[str] = []
    for game in TRANSLATORS:
        translator = translator_for(game)
        if translator is None or dialogue.protocol not in translator.protocols:
            continue
        if isinstance(translator, GtpTranslator) and isinstance(dialogue, GtpDialogue):
            if dialogue.commands.intersection(translator.words):
                games.append(game)
        elif isinstance(translator, UciTranslator) and isinstance(dialogue, UciDialogue):
            if dialogue.variants:
                fits = translator.variant in dialogue.variants
            elif len(_sharing(dialogue.protocol)) == 1:
                fits = True
            else:
                fits = False
                for first in dialogue.first_move():
                    yield None
                    if first is not None:
                        state = game_of(game).start(None)
                        dialect = translator.dialect_of((), dialogue.protocol)
                        move = translator.move_in(first, 0, state, dialect)
                        fits = move is not None and move in game_of(game).legal_moves(state)
            if fits:
                games.append(game)
    if dialogue.protocol == GTP and len(games) > 1:
        games = [game for game in games if game != "go"]  # Hex engines have go's commands, too
    yield games


def _sharing(protocol: str) -> list[str]:
    """The games whose engines speak a protocol."""
    found = ((game, translator_for(game)) for game in TRANSLATORS)
    return [game for game, one in found if one is not None and protocol in one.protocols]
