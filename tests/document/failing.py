"""A file system whose k-th call fails."""

from __future__ import annotations

import errno

from viewer.base.files import FileSystem

_CALLS = [
    name for name, value in vars(FileSystem).items() if not name.startswith("_") and callable(value)
]


class FailingFiles(FileSystem):
    """Calls are counted; the one numbered `fail_at` (from 0) raises, and with `forever` all after it.

    `calls` lists what was called.
    """

    def __init__(self, fail_at: int = -1, code: int = errno.ENOSPC, forever: bool = False) -> None:
        self.fail_at = fail_at
        self.code = code
        self.forever = forever
        self.calls: list[str] = []

    def _count(self, name: str) -> None:
        number = len(self.calls)
        self.calls.append(name)
        if number == self.fail_at or (self.forever and 0 <= self.fail_at < number):
            raise OSError(self.code, "No space left on device")


def _counted(name: str):
    real = getattr(FileSystem, name)

    def call(self: FailingFiles, *args, **more):
        if name not in ("close", "remove"):  # these two are how a failure is tidied up
            self._count(name)
        return real(self, *args, **more)

    return call


for _name in _CALLS:
    setattr(FailingFiles, _name, _counted(_name))
