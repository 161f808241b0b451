"""The statements of the specification of wei7: the file and its head; and all together."""

from __future__ import annotations

import json

from statement import Example, Statement
from wei7_examples import BASE, GONE, USUAL, at, example, info, raw, rule
from wei7_step_statements import STEPS
from wei7_tree_statements import BRANCHES, GAME
from wei7_value_statements import CONSTRAINTS, VALUES

_READ = "tests/formats/test_wei7_read.py::"
_LAW = "tests/formats/test_wei7_law.py::"
_HEAD = '{"format": "wei7", "version": "3.0", '


FILE: tuple[Statement, ...] = (
    Statement(
        "3.1",
        "The text is JSON",
        example(json.dumps(BASE), BASE),
        raw(_HEAD + '"tree": {},}'),
        "wei7.syntax",
        why="this is the usual file; other examples name what is different in them",
    ),
    Statement(
        "3.1",
        "As JSON has it, texts stand in straight quotes",
        raw(_HEAD + '"tree": {"title": "a"}}'),
        raw(_HEAD + "\"tree\": {'title': 'a'}}"),
        "wei7.syntax",
    ),
    Statement(
        "3.1",
        "As JSON has it, numbers have no zeros in front",
        at("info.rules.komi", 7.5),
        raw(_HEAD + '"info": {"rules": {"komi": 07.5}}, "tree": {}}'),
        "wei7.syntax",
    ),
    Statement(
        "3.1",
        "As JSON has it, a number is its value: 9, 9.0 and 0.9e1 are one",
        raw(_HEAD + '"size": 0.9e1, "tree": {"steps": []}}'),
        raw(_HEAD + '"size": 0.95e1, "tree": {"steps": []}}'),
        "wei7.strict.lines",
        (_READ + "test_numbers_count_by_their_value",),
    ),
    Statement(
        "3.1",
        "As JSON has it, control characters in texts are escaped",
        raw(_HEAD + '"tree": {"title": "a\\nb"}}'),
        raw(_HEAD + '"tree": {"title": "a\nb"}}'),
        "wei7.syntax",
    ),
    Statement(
        "3.1",
        "As JSON has it, nothing stands behind the value",
        raw(_HEAD + '"tree": {}}\n'),
        raw(_HEAD + '"tree": {}} {}'),
        "wei7.syntax",
    ),
    Statement(
        "3.1",
        "Names of an object are there once",
        USUAL,
        raw(_HEAD + '"size": 9, "size": 13, "tree": {}}'),
        "wei7.strict.twice",
        why="JSON (RFC 4627) says SHOULD: of two equal names programs take either",
    ),
    Statement(
        "3.1",
        "The text is UTF-8",
        at("info.name", "棋"),
        Example(
            "info.name: B6 D2 (GB 18030)",
            at("info.name", "棋").raw.replace("棋".encode(), b"\xc6\xe5"),
        ),
        "wei7.strict.text",
        why="a byte order mark isn't ruled out: the author's files have one, new ones only if asked",
        tests=(_LAW + "test_a_record_from_nowhere",),
    ),
    Statement(
        "3.1",
        "The name of a file ends in .wei7",
        example("a.wei7", BASE, "a.wei7"),
        example("a.json", BASE, "a.json"),
        "wei7.strict.suffix",
    ),
    Statement(
        "3.2",
        "The root is an object",
        tests=(_READ + "test_what_is_no_record",),
    ),
    Statement(
        "3.2",
        "The root has format, version, size, info and tree, and nothing else",
        USUAL,
        example("author: “me”", {**BASE, "author": "me"}),
        "wei7.strict.root.unknown",
    ),
    *(
        Statement(
            "3.2",
            f"{name} is required",
            USUAL,
            at(name, GONE),
            "wei7.strict.root.missing",
            why="the specification's own example of section 8 lacks it" if name == "format" else "",
        )
        for name in ("format", "version", "tree")
    ),
    Statement(
        "3.2",
        "size and info are optional",
        raw(_HEAD + '"tree": {}}'),
        raw(_HEAD[:-2] + "}"),
        "wei7.strict.root.missing",
    ),
    rule("3.2", "format is “wei7”", "format", "wei7", "WEI7", "format"),
    rule("3.2", "version is “3.0”", "version", "3.0", "3.1", "version"),
    rule("3.2", "version is a text", "version", "3.0", 3.0, "version"),
)


def _short(section: str, path: str) -> Statement:
    return rule(section, f"{path}: a shortString", path, "x" * 128, "x" * 129, "short-string")


INFO: tuple[Statement, ...] = (
    Statement("3.10", "info: an object", info({}), info([]), "wei7.strict.info"),
    Statement(
        "3.10",
        "info: domain, id, name, rules, time, place, participants, players, result, and nothing else",
        USUAL,
        info({"style": "timeline"}),
        "wei7.strict.info.unknown",
    ),
    Statement(
        "3.10",
        "info: everything in it is optional",
        info({}),
        info({"winner": 1}),
        "wei7.strict.info.unknown",
        (_READ + "test_what_is_left_out_has_its_default",),
    ),
    rule("3.10.1", "rules: an object", "info.rules", {}, "Chinese", "rules"),
    rule(
        "3.10.1",
        "rules: scoring, komi, type, and nothing else",
        "info.rules",
        {"komi": 0},
        {"handicap": 2},
        "rules.unknown",
    ),
    rule(
        "3.10.1",
        "scoring: “area” or “territory”",
        "info.rules.scoring",
        "territory",
        "stones",
        "scoring",
    ),
    Statement(
        "3.10.1",
        "scoring: “area” is counted as in China, “territory” as in Japan and Korea",
        tests=("tests/games/test_go_scoring.py::test_the_rules_of_a_record_of_wei7",),
    ),
    rule("3.10.1", "komi: 0 at least", "info.rules.komi", 0, -0.5, "komi"),
    rule("3.10.1", "komi: below 10", "info.rules.komi", 9.5, 10, "komi"),
    rule("3.10.1", "komi: a multiple of 0.5", "info.rules.komi", 6.5, 3.75, "komi"),
    rule("3.10.1", "komi: a number", "info.rules.komi", 6.5, "6.5", "komi"),
    Statement(
        "3.10.1",
        "komi: in points",
        tests=("tests/games/test_go_scoring.py::test_the_rules_of_a_record_of_wei7",),
    ),
    *(
        rule("3.10.1", f"type: “{name}” is one", "info.rules.type", name, bad, "type")
        for name, bad in (("Chinese", "chinese"), ("Japanese", "AGA"), ("Korean", "Ing"))
    ),
    rule("3.10.2", "time: a text", "info.time", "2013-03-21T03:21Z", 1363836060, "start-time"),
    rule(
        "3.10.2",
        "time: YYYY-MM-DDThh:mmZ",
        "info.time",
        "2013-03-21T03:21Z",
        "2013-03-21 03:21Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: YYYY-MM-DDThh:mm:ssZ",
        "info.time",
        "2013-03-21T03:21:09Z",
        "2013-03-21T03:21:9Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: YYYY-MM-DDThh:mm:ss.sZ",
        "info.time",
        "2013-03-21T03:21:09.5Z",
        "2013-03-21T03:21:09,5Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: no other form",
        "info.time",
        "2013-03-21T00:00Z",
        "2013-03-21",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: in UTC",
        "info.time",
        "2013-03-20T19:21Z",
        "2013-03-21T03:21+08:00",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: one decimal at least",
        "info.time",
        "2013-03-21T03:21:09.0Z",
        "2013-03-21T03:21:09.Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: nine decimals at most",
        "info.time",
        "2013-03-21T03:21:09.123456789Z",
        "2013-03-21T03:21:09.1234567890Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: all other parts have a fixed length",
        "info.time",
        "0890-03-21T03:21Z",
        "890-3-21T3:21Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: as ISO 8601 has it, a day of the calendar",
        "info.time",
        "2012-02-29T03:21Z",
        "2013-02-29T03:21Z",
        "start-time",
    ),
    rule(
        "3.10.2",
        "time: as ISO 8601 has it, an hour of the day",
        "info.time",
        "2013-03-21T23:59Z",
        "2013-03-21T25:00Z",
        "start-time",
    ),
    rule("3.10.3", "place: a shortString", "info.place", "Seoul", "Seoul\nKorea", "place"),
    rule(
        "3.10.4", "participants: an array", "info.participants", [{}, {}], {"0": {}}, "participants"
    ),
    rule(
        "3.10.4",
        "participants: of objects",
        "info.participants",
        [{}, {}],
        ["A", "B"],
        "participant",
    ),
    rule(
        "3.10.4",
        "participantsItem: domain, id, name, title, rank, and nothing else",
        "info.participants",
        [{"name": "A"}, {}],
        [{"name": "A", "country": "China"}, {}],
        "participant.unknown",
    ),
    Statement(
        "3.10.5.1",
        "domain: a namespace for id; both are shown and kept",
        tests=(
            "tests/ui/test_details_lists.py::test_lists_stand_where_their_fields_would",
            "tests/formats/test_law_contract.py::test_untouched",
        ),
    ),
    Statement(
        "3.10.5.2",
        "id: an identifier; it is shown and kept",
        tests=(
            "tests/ui/test_details_lists.py::test_lists_stand_where_their_fields_would",
            "tests/formats/test_law_contract.py::test_untouched",
        ),
    ),
    Statement(
        "3.10.5.3",
        "name: shown as the name of the game, of Black and of White",
        tests=(_READ + "test_who_plays_and_how_it_ended",),
    ),
    *(_short("3.10.6", f"info.{name}") for name in ("domain", "id", "name")),
    *(
        _short("3.10.6", f"info.participants.0.{name}")
        for name in ("domain", "id", "name", "title", "rank")
    ),
    rule("3.10.7", "players: an array", "info.players", [], {"black": 0}, "players"),
    rule("3.10.7", "players: of objects", "info.players", [], [0, 1], "player"),
    rule(
        "3.10.7",
        "players: participant and color, and nothing else",
        "info.players",
        [{"participant": 0}],
        [{"participant": 0, "name": "A"}],
        "player.unknown",
    ),
    rule(
        "3.10.7",
        "players: participant is required",
        "info.players",
        [{"participant": 0}],
        [{"color": 1}],
        "player.missing",
    ),
    rule(
        "3.10.7",
        "players: color is optional",
        "info.players",
        [{"participant": 0}],
        [{}],
        "player.missing",
    ),
    rule(
        "3.10.7",
        "participant: a participantIndex",
        "info.players.0.participant",
        1,
        "A",
        "participant-index",
    ),
    rule("3.10.7", "color: a color", "info.players.0.color", 2, "black", "color"),
    Statement(
        "3.10.7",
        "players: their order means nothing",
        tests=(_READ + "test_the_order_of_players_and_marks_means_nothing",),
    ),
    rule(
        "3.10.8",
        "result: a result",
        "info.result",
        {"winner": 1, "margin": 0.5},
        {"winner": 1, "margin": 0.25},
        "margin",
    ),
    Statement(
        "3.10.8",
        "result: there is none if it is left out",
        tests=(_READ + "test_who_plays_and_how_it_ended",),
    ),
    Statement(
        "3.10.9",
        "komi and margin that were counted in stones are written in points",
        tests=(_LAW + "test_a_komi_in_stones_is_not_taken_for_points",),
        why="Qipu counts in points; a komi of another format that can't be one is told",
    ),
)

STATEMENTS = FILE + VALUES + INFO + CONSTRAINTS + BRANCHES + STEPS + GAME
