"""Bytes that go to a temporary file where they are many."""

from __future__ import annotations

import pickle

import pytest

from viewer.base import spool
from viewer.base.spool import Spool


@pytest.mark.parametrize("most", [1 << 20, 4])
def test_a_spool_is_sent_to_another_process_as_its_bytes(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_IN_MEMORY", most)
    made = Spool()
    made.put(b"abc")
    made.put(b"def")
    assert made.small == (most > 6)
    assert b"".join(pickle.loads(pickle.dumps(made)).pieces()) == b"abcdef"
