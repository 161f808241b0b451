"""Reading games of Hex and Twixt of Little Golem's service, Abstract Play, and twixtui.

Little Golem: `gtid`, `variant`, `players`, `moves` with a `dmove` each: a place like `f4` or a word; columns
after z are A, B and so on. The list may begin with an empty one. In Hex, DEFAULT is a board of 13 lines.

Abstract Play's games of Hex, as its pages show them for debugging: `game`, `variants`, `stack`. Each entry of
the stack has the results of a move, of which `{"type": "place", "where": "e4"}` is a stone. The usual board
has 11 lines, another one is a variant: `size-13`.

twixtui's records are lines of a word and its value, `moves` with the game:

    twixtui-record 1
    ruleset size=24;deliberate=true;removal=true;pegremoval=false;owncross=false;swap=true
    result vertical-wins connection
    moves D4; swap; E6 ~D4:E6; F8 +B4:C6 -D4:E6; v:resign

After a peg, `~` declines a link that would be made, `+` makes another one, `-` takes one away; these happen
before the peg is put. What names its side (`v:`, `h:`) may be out of turn. Lifting a peg (`x`) isn't known to
Qipu.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import cast

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.formats.format import Unreadable
from viewer.formats.kit.hex_twixt import SYNTAX_OF
from viewer.formats.kit.read_game import GameBuilder
from viewer.games import game_of
from viewer.games.states import States
from viewer.games.stones.connection import GOLEM_LETTERS
from viewer.games.stones.coordinates import size_text, square_at
from viewer.games.twixt.board import Position
from viewer.games.twixt.links import all_links, name_of
from viewer.games.twixt.setup import NO_LINKS, link_ends, link_name
from viewer.tree.action import Move, Setup, Written
from viewer.tree.diagnostic import Severity
from viewer.tree.record import Header, Record

_SHOWN = 40
_GOLEM_SIZE = re.compile(r"SIZE(\d{1,3})\Z")
_GOLEM_PLACE = re.compile(r"([A-Za-z])([1-9]\d{0,2})\Z", re.ASCII)
_GOLEM_WORDS = {
    **{"swap": "swap-pieces", "resign": "resign", "pass": "pass", "forfeit": "forfeit"},
    "draw": "draw",
}
_GOLEM_USUAL = {"hex": 13, "twixt": 24}
_POINTS = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2"}
_SMALL = 26  # lines up to which capitals are small letters
_VARIANT = re.compile(r"size-(\d{1,3})\Z")
_PLAY_USUAL = 11
_WINNERS = {1: "1-0", 2: "0-1"}
_SIZE = re.compile(r"\bsize=(\d{1,3})\b")
_PLACE = re.compile(r"[a-z]{1,2}[1-9]\d{0,2}\Z", re.ASCII)
_LINK = re.compile(r"([~+-])([a-z]{1,2}[1-9]\d{0,2})[:-]([a-z]{1,2}[1-9]\d{0,2})\Z", re.ASCII)
_WORDS = {
    **{"swap": "swap-pieces", "resign": "resign"},
    **{"draw?": "propose-draw", "draw!": "accept-draw"},
}
_SIDES = {"v": 1, "h": 2}
_OUTCOMES = {"vertical-wins": "1-0", "horizontal-wins": "0-1", "draw": "1/2-1/2"}
_OFFER = "propose-draw"


class ConnectionGame(GameBuilder):
    """A game that is being read.

    Attributes:
        game: its id.
        player: 1 or 2, whose turn it is.
    """

    most_bytes = "json_bytes"

    def __init__(self, format: str, limits: Limits) -> None:
        super().__init__(format, limits)
        self.most_found = limits.diagnostics
        self.game = "hex"
        self.player = 1

    def say(self, key: str, value: object) -> None:
        """Add a header, unless its value is empty or no text."""
        if isinstance(value, str) and value.strip():
            self.headers.append(Header(key, value.strip()))

    def begin(self, game: str, size: object, usual: int = 0) -> None:
        """Set the game and the size of its board; `usual` is the server's own usual one."""
        self.game = game
        syntax = SYNTAX_OF[game]
        side = size if isinstance(size, int) else usual or syntax.usual
        text = size_text(side, side)
        if syntax.read_size(text) is None:
            words = message("“{text}” is no size of a board.", text=text[:_SHOWN])
            self.tell("size", words, node=0)
        elif side != syntax.usual:
            self.root.action = Setup(text)

    def add(self, word: str, written: str = "", player: int = 0) -> None:
        """Add a move, of the player whose turn it is unless given; `written` if it isn't understood."""
        player, full = player or self.player, self.full
        said = Move(f"{player} {word}") if word else Written(f"{player} {written[:_SHOWN]}")
        node = self.append(said)
        if node is None and not full:
            words = message("The game has too many moves; the rest isn't shown.")
            self.tell("too-many", words, severity=Severity.ERROR, node=0)
        if node is None:
            return
        if not word:
            words = message("This is no move: “{text}”.", text=written[:_SHOWN])
            self.tell("move", words, node=node.id)
        self.player = 3 - player

    def record(self, codec: str | None = None) -> Record:
        """The record of the game read so far."""
        return self.record_of(self.game)


class Links:
    """Spells the moves of a game with all links that they make."""

    def __init__(self, game: ConnectionGame) -> None:
        self._game = game
        self._states: States | None = None

    def move_of(self, place: str, changes: Sequence[tuple[str, str]]) -> str:
        """The neutral text of a peg with changes of links (`~`, `+` or `-`, and a link as `d4/e6`)."""
        if not changes:
            return place
        gone = [self._named(link) for sign, link in changes if sign == "-"]
        declined = {self._named(link) for sign, link in changes if sign == "~"}
        made = [self._named(link) for sign, link in changes if sign == "+"]
        removed = [f"-{link}" for link in gone]
        if not declined and not made:
            return " ".join([place, *removed, "auto"])
        kept = sorted(self._automatic(place, removed) - declined - set(made))
        words = [*removed, *(f"+{link}" for link in (*kept, *made))]
        return " ".join([place, *(words or [NO_LINKS])])

    def _automatic(self, place: str, removed: Sequence[str]) -> set[str]:
        """The links that the rules make for a peg, after links are removed."""
        record = self._game.record()
        if self._states is None or self._states.record.root is not record.root:
            self._states = States(game_of("twixt"), record)
        before = self._states.at(record.nodes[len(record.nodes) - 1])
        words = [*removed, "auto"] if removed else []
        move = Move(" ".join([str(self._game.player), place, *words]))
        after = self._states.game.step(before, move)
        return self._links(cast(Position, after)) - self._links(cast(Position, before))

    @staticmethod
    def _links(state: Position) -> set[str]:
        return {name_of(state.grid, link) for link in all_links(state.grid, state.links)}

    @staticmethod
    def _named(link: str) -> str:
        ends = link_ends(link)
        return link if ends is None else link_name(*ends)


def read_golem(data: bytes, game: ConnectionGame) -> None:
    """Read a game of Little Golem's service. Raises Unreadable."""
    said = _json_object(data)
    gtid = str(said.get("gtid", ""))
    kind = "twixt" if gtid.startswith("twixt") else "hex"
    variant = str(said.get("variant", ""))
    sized = _GOLEM_SIZE.search(variant) or _GOLEM_SIZE.search(gtid.upper())
    lines = int(sized[1]) if sized else _GOLEM_USUAL[kind]
    game.begin(kind, lines)
    for key, player in zip(("First", "Second"), _list_in(said, "players"), strict=False):
        game.say(
            key, _value_in(player, "player", "real_name") or _value_in(player, "player", "name")
        )
    points = tuple(value for value in _list_in(said, "results") if isinstance(value, int))
    game.say("Result", _POINTS.get(points, "")[:7] if len(points) == 2 else "")
    for move in _list_in(said, "moves"):
        text = str(_value_in(move, "dmove") or "").strip()
        if text:
            game.add(_word(text, lines, kind), text)


def _word(text: str, lines: int, kind: str) -> str:
    found = _GOLEM_PLACE.match(text)
    if found is not None:
        letter = found[1] if lines > _SMALL else found[1].lower()
        return square_at(GOLEM_LETTERS.index(letter), int(found[2]) - 1)
    word = _GOLEM_WORDS.get(text.lower(), "")
    return "" if word == "draw" and kind == "hex" else word


def read_abstract_play(data: bytes, game: ConnectionGame) -> None:
    """Read a game of Abstract Play. Raises Unreadable."""
    said = _json_object(data)
    sizes = [found for one in _list_in(said, "variants") if (found := _VARIANT.match(str(one)))]
    game.begin("hex", int(sizes[0][1]) if sizes else _PLAY_USUAL)
    winners = _list_in(said, "winner")
    if len(winners) == 1 and winners[0] in (1, 2):
        game.say("Result", _WINNERS[1 if winners[0] == 1 else 2])
    for entry in _list_in(said, "stack"):
        for result in _list_in(entry, "_results"):
            where = _value_in(result, "where")
            if _value_in(result, "type") == "place" and isinstance(where, str):
                game.add(where if _PLACE.match(where) else "", where)


def read_twixtui(data: bytes, game: ConnectionGame) -> None:
    """Read a game of twixtui."""
    said: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        key, _, value = line.strip().partition(" ")
        said.setdefault(key, value.strip())
    rules = said.get("ruleset", "")
    size = _SIZE.search(rules)
    game.begin("twixt", int(size[1]) if size else None)
    game.say("RU", "PP" if "owncross=true" in rules else "STD")
    outcome, _, reason = said.get("result", "").partition(" ")
    game.say("Result", _OUTCOMES.get(outcome, ""))
    game.say("Ending", reason.strip() if outcome in _OUTCOMES else "")
    links = Links(game)
    for move in said.get("moves", "").split(";"):
        text = move.strip()
        if text:
            _add(game, links, text)


def _add(game: ConnectionGame, links: Links, text: str) -> None:
    low = text.lower()
    side, colon, word = low.partition(":")
    player = _SIDES[side] if colon and side in _SIDES else 0
    if player == 0:
        word = low
    if word in _WORDS:
        turn = game.player
        game.add(_WORDS[word], player=player)
        if _WORDS[word] == _OFFER:
            game.player = turn  # an offer is no turn
        return
    place, *edits = low.split()
    found = [_LINK.match(edit) for edit in edits]
    if not _PLACE.match(place) or not all(found):
        game.add("", text)
        return
    changes = [(one[1], f"{one[2]}/{one[3]}") for one in found if one is not None]
    game.add(links.move_of(place, changes))


def _json_object(data: bytes) -> dict[str, object]:
    """The JSON object of a file. Raises Unreadable if it isn't one, or is nested too deep or truncated."""
    try:
        found = json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(message("The file is no complete JSON."), "json.bad") from error
    if not isinstance(found, dict):
        raise Unreadable(message("There is no game in the file."), "json.empty")
    return found


def _list_in(data: object, key: str) -> list[object]:
    """The list at a key, [] if there is none."""
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def _value_in(data: object, *path: str) -> object:
    """The value at a path of keys, None if there is none."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data
