"""Questions that only matter while they are the newest, answered in a thread."""

from __future__ import annotations

import time
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable
from typing import Generic, TypeVar

from viewer.base.named import NamedTuple

A = TypeVar("A")


class Answer(NamedTuple, Generic[A]):
    """The answer to a question: a value, or the exception that was raised.

    Attributes:
        number: of the question, as `Newest.ask` returned it.
    """

    number: int
    value: A | None
    error: Exception | None


class Newest(Generic[A]):
    """Answers one question at a time, in a thread that ends when none waits; a newer one replaces it."""

    def __init__(self) -> None:
        self._lock = allocate_lock()  # of the fields below
        self._waiting: tuple[int, Callable[[], A]] | None = None
        self._answers: list[Answer[A]] = []
        self._working = False
        self._number = 0

    def ask(self, question: Callable[[], A]) -> int:
        """Have a function called soon, in place of one that waits; returns the number of the question."""
        with self._lock:
            self._number += 1
            self._waiting = self._number, question
            if not self._working:
                self._working = True
                start_new_thread(self._run, ())
            return self._number

    def forget(self) -> None:
        """Drop the question that waits."""
        with self._lock:
            self._waiting = None

    def take(self) -> list[Answer[A]]:
        """The answers since the last call."""
        with self._lock:
            found, self._answers = self._answers, []
        return found

    @property
    def busy(self) -> bool:
        """Whether a question is being answered, or an answer is to be taken."""
        with self._lock:
            return self._working or bool(self._answers)

    def finish(self, seconds: float) -> bool:
        """Wait until nothing is being answered, for so long at most; returns whether that is so."""
        end = time.monotonic() + seconds
        while self._working and time.monotonic() < end:
            time.sleep(0.001)
        return not self._working

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._waiting is None:
                    self._working = False
                    return
                number, question = self._waiting
                self._waiting = None
            try:
                answer: Answer[A] = Answer(number, question(), None)
            except Exception as error:  # handed to whoever takes the answer
                answer = Answer(number, None, error)
            with self._lock:
                self._answers.append(answer)
