"""Why a command isn't possible, in a sentence of its own; loaded when somebody asks for one that isn't.

An entry is of the command whose id it is, or of all whose ids begin with it. What the game or the format
doesn't have is told apart from what isn't there at this place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.formats import FORMATS

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_NO_MOVE = message("This is the start: go to a move first.")
_NO_LIBRARY = message("Search a library first: this is about the games found.")
_ONE_GAME = message("The file has only this one game.")
_NOT_HERE = message("This position stands nowhere else in the record.")
_NO_FOLDER = message("No folder is open.")
_NO_MATES = message("Mates are searched in shogi, chess and xiangqi.")
_NO_STONES = message("This is for boards on which stones or pegs are put: go, Hex, Twixt.")
_HERE: dict[str, Message] = {
    "open-recent": message("There is no such file among the recent ones."),
    "forget-recent": message("No file was opened recently."),
    "revert": message("There is nothing to revert: the file is as it was saved."),
    "encoding": message("The record was never saved: it has no encoding yet."),
    "copy-as": message("A game of {game} can't be written so."),
    "files": _NO_FOLDER,
    "file-boards": _NO_FOLDER,
    "next-file": _NO_FOLDER,
    "previous-file": _NO_FOLDER,
    "undo": message("There is nothing to undo."),
    "redo": message("There is nothing to redo."),
    "stop": message("Nothing is running that could be stopped."),
    "comment-before": message("Only a comment of a move can stand before it: go to a move first."),
    "glyph": _NO_MOVE,
    "remove-bookmark": message("There is no bookmark here."),
    "verdict": message("{format} has no place for who stands better."),
    "clear-marks": message("There are no marks here."),
    "title": message("{format} has no place for titles."),
    "chapter": message("{format} has no place for chapters."),
    "contents": message("{format} has no titles, so there is no table of contents."),
    "problem": message("No move follows here that could be found."),
    "take-back": message("There is no move here to take back."),
    "message": message("{format} has no place for messages."),
    "result-step": message("{format} has no place for a result at a move."),
    "mark-step": message("{format} has no place for a mark as a step."),
    "change-step": message("This move has no time, actor or message that could be changed."),
    "check": message("Qipu has no check for {format}."),
    "timeline": message("Nothing was taken back in this game."),
    "tool-stone": _NO_STONES,
    "tool-take": _NO_STONES,
    "tool-link": message("Only pegs of Twixt have links."),
    "tool": message("{format} has no place for such marks."),
    "turn": _NO_STONES,
    "pass": message("Nobody can pass in {game}."),
    "swap-pieces": message("The pieces can't be swapped now."),
    "swap-sides": message("The sides can't be swapped now."),
    "propose-draw": message("A draw can't be offered now."),
    "accept-draw": message("No draw was offered."),
    "resign": message("Nobody can resign now."),
    "forfeit": message("The game can't be forfeited now."),
    "write-opening": message("Openings of {game} have no names here."),
    "score": message("In {game} nothing is counted."),
    "put-in": message("Nothing is being tried: there is nothing to put in."),
    "search-mate": _NO_MATES,
    "check-problems": _NO_MATES,
    "play-engine": message("No engine is known that plays {game}."),
    "find-next": message("Nothing was looked for yet."),
    "find-previous": message("Nothing was looked for yet."),
    "out-of-variation": message("This is the main line already."),
    "same-position": _NOT_HERE,
    "unite": _NOT_HERE,
    "link-position": _NOT_HERE,
    "promote": message("This is the main line already."),
    "demote": message("No variation stands behind this one."),
    "make-main": message("This is the main line already."),
    "delete": message("There is no move to delete."),
    "replace-move": _NO_MOVE,
    "insert-moves": message("Nothing follows here: just play the moves."),
    "leave-out": _NO_MOVE,
    "start-here": message("The game begins here already."),
    "extract": _NO_MOVE,
    "cut": _NO_MOVE,
    "next-game": _ONE_GAME,
    "previous-game": _ONE_GAME,
    "game-up": _ONE_GAME,
    "game-down": _ONE_GAME,
    "join-games": message("There is only one game: nothing to join."),
    "tree-of-games": message("A tree is made of several games; the file has only this one."),
    "opening-book": message("Opening books are made of games of chess and shogi."),
    "openings-of-games": message(
        "The openings of several games are written; the file has only this one."
    ),
    "library-position": message("This position can't be searched for."),
    "library-material": message("The material of this position can't be searched for."),
    "library-conditions": message("Open a search in libraries first."),
    "library-save": message("Open a search in libraries first."),
    "update-libraries": message("There is no library yet."),
    "look-up-part": message("There is no corner here to look up."),
    "find-part": message("No part of this board can be looked for."),
    "library": _NO_LIBRARY,
    "ownership": message("{game} has no territory."),
    "analyse-games": message("No engine is known that plays {game}."),
    "add-tablebases": message("Qipu reads no tablebases of {game}."),
    "edit-position": message("Positions of {game} can't be edited."),
    "turn-": message("The board of {game} can't be turned to the side."),
    "zoom": message("The board is small: it is shown whole."),
    "pieces": message("There is only one kind of pieces for {game}."),
    "layout": message("The board of {game} has no other layout."),
    "numbers": _NO_STONES,
    "next-colour": _NO_STONES,
    "beside": message("Close the second board first."),
    "beside-switch": message("There is only one record: nothing stands beside it."),
    "graph": message("The graph of variations isn't shown."),
    "move-": message("This page isn't shown."),
    "fold-": message("This page isn't shown."),
}


def refusal_of(id: str, window: Window) -> Message:
    """The sentence about a command that isn't possible with the record that is shown."""
    found = max((key for key in _HERE if id.startswith(key)), key=len, default="")
    words = _HERE.get(found) or message("That isn't possible here.")
    session = window.session
    if session is None:
        return words
    format = FORMATS[session.document.format].name
    wanted = {"game": session.game.name, "format": format}
    return words.given(
        **{key: value for key, value in wanted.items() if f"{{{key}}}" in words.template}
    )


_OF_BOARDS = ("library-position", "library-material", "library-open")
_OF_HITS = ("look-up-part", "find-part")


def refusal_without_record(id: str, window: Window) -> Message | None:
    """The sentence about a command on games of a library, where no record is shown; None for others."""
    if id in _OF_HITS and window.libraries.tab is not None:
        return message("Select a game in the list first.")
    return _NO_LIBRARY if id.startswith("library-") and id not in _OF_BOARDS else None
