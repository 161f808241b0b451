"""Errors of the operating system, in words that can be translated."""

from __future__ import annotations

import errno
from types import MappingProxyType

from viewer.base.messages import Message, message

_DENIED = message("no permission")
_MISSING = message("no such file or folder")
_FOLDER = message("it is a folder")
_FULL = message("no space left on the disk")
_BUSY = message("another program is using it")
_SILENT = message("the disk or network doesn't answer")
_GONE = message("the disk isn't there any more")
_MANY = message("too many files are open")

_BY_NAME = MappingProxyType(
    {
        "EACCES": _DENIED,
        "EPERM": _DENIED,
        "ENOENT": _MISSING,
        "ENOTDIR": message("a part of its path is not a folder"),
        "EISDIR": _FOLDER,
        "ENOSPC": _FULL,
        "EDQUOT": message("the space you may use on the disk is full"),
        "EFBIG": message("it is larger than a file may be on this disk"),
        "EROFS": message("the disk or archive is read-only"),
        "EIO": message("the disk reports an error"),
        "EBUSY": _BUSY,
        "ETXTBSY": _BUSY,
        "EAGAIN": _BUSY,
        "EWOULDBLOCK": _BUSY,
        "EDEADLK": _BUSY,
        "EEXIST": message("there is already something with this name"),
        "ENOTEMPTY": message("the folder isn't empty"),
        "ENAMETOOLONG": message("the name is too long"),
        "ELOOP": message("the link leads back to itself"),
        "ESPIPE": message("it is a pipe or a device, not a file"),
        "EMFILE": _MANY,
        "ENFILE": _MANY,
        "ENOMEM": message("not enough memory"),
        "ENOEXEC": message("it is not a program for this computer"),
        "ETIMEDOUT": _SILENT,
        "EHOSTDOWN": _SILENT,
        "EHOSTUNREACH": _SILENT,
        "ENETDOWN": _SILENT,
        "ENETUNREACH": _SILENT,
        "ESTALE": _SILENT,
        "ENODEV": _GONE,
        "ENXIO": _GONE,
        "EPIPE": message("the other end has stopped reading"),
    }
)
_WORDS = {code: _BY_NAME[name] for code, name in errno.errorcode.items() if name in _BY_NAME}
_IN_USE = (32, 33)  # Windows: another process has the file open, or a part of it locked


class WordedError(OSError):
    """An error of a file or device with words of ours: `reason`, without a full stop."""

    def __init__(self, reason: Message, code: int = 0) -> None:
        super().__init__(code, reason.text())
        self.reason = reason

    def __reduce__(self) -> tuple[type[WordedError], tuple[Message, int]]:
        """For pickling: errors of worker processes are raised again here."""
        return type(self), (self.reason, self.errno or 0)


def error_words(error: BaseException) -> Message:
    """What an error says, to stand behind a colon: in words of ours if it is a usual one of the system."""
    reason = getattr(error, "reason", None)
    if isinstance(reason, Message):
        return reason
    if isinstance(error, OSError):
        if getattr(error, "winerror", None) in _IN_USE:
            return _BUSY
        known = _WORDS.get(error.errno or 0)
        if known is not None:
            return known
        if error.strerror:
            return message("{words}", words=error.strerror)
    return message("{words}", words=str(error))


def error_at(path: str, error: BaseException) -> Message:
    """What an error says of a file or folder, with the path before it."""
    return message("{path}: {why}", path=path, why=error_words(error))
