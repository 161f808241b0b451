"""`viewer.parse`: the games of a text, for scripts."""

from pathlib import Path

import pytest

import viewer


def test_a_text_is_parsed_as_the_game_that_it_tells() -> None:
    collection = viewer.parse("1、炮二平五（当头炮），马8进7；2、马二进三，车9平8")
    record = collection.record(0)
    assert (collection.format, record.game, len(record.nodes)) == ("text", "xiangqi", 5)
    assert record.nodes[1].comment == "当头炮"


def test_a_game_that_is_said_is_the_one() -> None:
    text = "1. M12 2. J10 3. K14 4. L16"
    assert viewer.parse(text).record(0).game == "go"
    assert viewer.parse(text, "twixt").record(0).game == "twixt"


def test_a_record_of_a_format_is_that() -> None:
    assert viewer.parse("1. e4 e5 2. Nf3 *").format == "pgn"
    assert viewer.parse("1. e4 e5 2. Nf3 *", "chess").format == "text"


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(viewer.Unreadable):
        viewer.parse("Bring a4 paper to the club at b6.")
    with pytest.raises(viewer.Refused, match="xiangqi"):
        viewer.parse("1. e4 e5", "draughts")


def test_a_format_is_said_by_its_id_or_a_suffix(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# A game\n\n1.e4 e5 2.Nf3 Nc6 and so on\n", "utf-8")
    for format in ("text", "txt", ".TXT"):
        assert viewer.load(path, format=format).record(0).game == "chess"
    with pytest.raises(viewer.Refused):
        viewer.load(path, format="nonsense")


def test_a_list_of_moves_of_a_format_with_one_encoding_is_read() -> None:
    record = viewer.parse("1.h6 2.k6 3.d2 4.j4 5.f3 6.k9 7.j11 33.resign").record(0)
    assert record.game == "twixt"


def test_a_text_with_the_line_of_a_position_is_no_list_of_positions() -> None:
    text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n\n1. O-O O-O-O 2. Rad1 is quiet.\n"
    record = viewer.parse(text).record(0)
    assert len(list(record.root.main_line())) == 4
    assert record.setup is not None


def test_words_of_supposing_stay_where_no_variation_begins() -> None:
    text = "1、炮二平五，马8进7；2、马二进三，车9平8。\n如改走炮8平5，则成顺炮。\n3、车一平二，马2进3；"
    record = viewer.parse(text).record(0)
    comments = [node.comment for node in record.walk() if node.comment]
    assert comments == ["如改走炮8平5，则成顺炮。"]
