from __future__ import annotations

import io

import pytest

from viewer.__main__ import main
from viewer.base.jobs import JobStep
from viewer.base.text import GB18030, decode, one_line
from viewer.cli.console import follow, say, utf8


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("象棋 game.xqf", "象棋 game.xqf"),
        ("two\r\nlines\tand a tab\n", "two lines and a tab "),
        ("\x1b[31mred\x07", "\ufffd[31mred\ufffd"),
        ("a\u202ebc", "a\ufffdbc"),
        ("caf\udce9", "caf\ufffd"),
    ],
)
def test_what_strangers_wrote_is_one_printable_line(text: str, shown: str) -> None:
    assert one_line(text) == shown


def test_bytes_that_could_not_be_decoded_become_replacement_characters() -> None:
    assert utf8("炮\udcb2二") == "炮\ufffd二".encode()
    text = decode(b"\xc5\xda\xff", GB18030)
    assert utf8(text) == "炮\ufffd".encode()
    assert one_line(text) == "炮\ufffd"
    assert utf8("𠮷 stays") == "𠮷 stays".encode()


def test_a_stream_that_lacks_the_characters_gets_question_marks() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    say("棋 x", stream)
    stream.flush()
    assert raw.getvalue() == b"? x\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def ticking(*times: float):
    return iter(times).__next__


STEPS = [JobStep(1, 4), JobStep(2, 4, "half"), JobStep(3, 4), JobStep(4, 4, "whole")]


def test_nobody_watching_sees_no_bar() -> None:
    stream = io.StringIO()
    assert list(follow(STEPS, stream, ticking(0.0, 1.0, 2.0, 3.0, 4.0))) == ["half", "whole"]
    assert stream.getvalue() == ""


def test_a_log_gets_a_line_every_half_a_minute() -> None:
    stream = io.StringIO()
    list(follow(STEPS, stream, ticking(0.0, 10.0, 40.0, 69.0, 7200.0)))
    assert stream.getvalue() == "qipu: 50 %, 40 s left\nqipu: 100 %, 0 s left\n"


def test_the_bar_says_how_long_the_rest_will_take() -> None:
    stream = Terminal()
    list(follow(STEPS, stream, ticking(0.0, 1.0, 60.0, 3600.0, 3600.01)))
    assert " 25 % " in stream.getvalue()
    assert " 50 %, 1 min left" in stream.getvalue()
    assert " 75 %, 20 min left" in stream.getvalue()


def test_work_of_less_than_half_a_second_shows_no_bar() -> None:
    stream = Terminal()
    assert list(follow(STEPS, stream, ticking(0.0, 0.1, 0.2, 0.3, 0.4))) == ["half", "whole"]
    assert stream.getvalue() == ""


def test_the_bar_comes_after_half_a_second_and_is_wiped_before_each_result() -> None:
    stream = Terminal()
    seen = []
    for result in follow(STEPS, stream, ticking(0.0, 1.0, 1.01, 2.0, 3.0)):
        seen.append((result, stream.getvalue().rpartition("\r")[2]))
    assert seen == [("half", ""), ("whole", "")]
    assert " 25 %" in stream.getvalue()
    assert " 75 %" in stream.getvalue()
    assert " 50 %" not in stream.getvalue()  # too soon after the one before
    assert stream.getvalue().endswith("\r")  # and the last one is wiped too


def test_the_bar_is_wiped_when_the_work_fails() -> None:
    def failing():
        yield JobStep(1, 2)
        raise OSError("no more")

    stream = Terminal()
    with pytest.raises(OSError, match="no more"):
        list(follow(failing(), stream, ticking(0.0, 1.0)))
    assert stream.getvalue().endswith("\r")


def test_words_that_are_complained_of_are_shown_harmlessly(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dump", "-\x1b[31m\x9b31m\u202e", "game.pgn"]) == 2
    err = capsys.readouterr().err
    assert "-\ufffd[31m\ufffd31m\ufffd" in err
    assert err.startswith("usage: ")
    assert err.endswith("\n")
