"""Errors of the operating system in words of ours."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

from viewer.base.messages import message
from viewer.base.source import BytesGone
from viewer.base.system_errors import WordedError, error_words


def caught(act) -> OSError:
    try:
        act()
    except OSError as error:
        return error
    pytest.fail("nothing was raised")


def test_usual_errors_have_words_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("")
    for act, words in (
        ((tmp_path / "none" / "b").read_bytes, "no such file or folder"),
        ((file / "b").read_bytes, "a part of its path is not a folder"),
        (lambda: tmp_path.write_bytes(b""), "it is a folder"),
        (file.mkdir, "there is already something with this name"),
        (tmp_path.rmdir, "the folder isn't empty"),
        ((tmp_path / ("x" * 300)).read_bytes, "the name is too long"),
    ):
        assert error_words(caught(act)).text() == words
    for code, words in (
        (errno.EACCES, "no permission"),
        (errno.ENOSPC, "no space left on the disk"),
        (errno.EROFS, "the disk or archive is read-only"),
        (errno.EIO, "the disk reports an error"),
    ):
        assert error_words(OSError(code, os.strerror(code))).text() == words


def test_other_errors_keep_their_own_words() -> None:
    rare = OSError(errno.EILSEQ, os.strerror(errno.EILSEQ))
    assert error_words(rare).text() == os.strerror(errno.EILSEQ)
    assert error_words(ValueError("{odd}")).text() == "{odd}"


def test_errors_with_words_of_ours_pass_between_processes() -> None:
    error = WordedError(message("the printer takes no pages"))
    for one in (error, BytesGone()):
        again = pickle.loads(pickle.dumps(one))
        assert type(again) is type(one)
        assert again.errno == one.errno
        assert error_words(again) == error_words(one)
