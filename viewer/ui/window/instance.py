"""One window for all starts: a later start hands its files over to the one that runs.

The run that holds the lock of `run.log` (`viewer.base.running`) listens on a socket beside it that
only its user may open (a named pipe on Windows). Nothing is handed over to another version of Qipu.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, sleep

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from viewer import __version__
from viewer.base.digests import path_key
from viewer.ui.toolkit.later import later

_LONGEST = 100  # bytes of a socket's path; systems take 104 to 108
_MOST = 1 << 22  # bytes of a request
_STARTING = 2.0  # seconds that the other run may take until it listens
_ANSWER = 3000  # ms
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
_TAKEN = b"taken\n"


def socket_name(folder: str) -> str:
    """The name of the socket that goes with a folder of kept state, "" if its path is too long for one."""
    if sys.platform == "win32":
        return f"qipu-{path_key(folder)}"
    path = os.path.join(folder, "window.socket")
    return path if len(os.fsencode(path)) <= _LONGEST else ""


def hand_over(folder: str, paths: Sequence[str]) -> bool:
    """Have the run that keeps `folder` open files and show its window; returns whether it does.

    False is returned if it doesn't answer within some seconds, or is another version.
    """
    name = socket_name(folder)
    socket = QLocalSocket()
    if not name or not _connected(socket, name):
        return False
    request = {
        "version": __version__,
        "paths": [os.path.abspath(path) for path in paths],
        "tokens": {name: os.environ[name] for name in _TOKENS if name in os.environ},
    }
    socket.write(json.dumps(request).encode("ascii") + b"\n")
    until = monotonic() + _ANSWER / 1000
    while not socket.canReadLine():
        left = round((until - monotonic()) * 1000)
        if left <= 0 or not socket.waitForReadyRead(left):
            return False
    return bytes(socket.readLine().data()) == _TAKEN


def _connected(socket: QLocalSocket, name: str) -> bool:
    until = monotonic() + _STARTING
    while True:
        socket.connectToServer(name)
        if socket.waitForConnected(_ANSWER):
            return True
        if monotonic() > until:
            return False
        sleep(0.05)


class Instance(QObject):
    """Takes what later starts hand over.

    Attributes:
        listening: whether it could be set up.
    """

    def __init__(
        self, folder: str, opened: Callable[[Sequence[str]], object], parent: QObject
    ) -> None:
        """`opened` is called with the paths of each later start; there may be none."""
        super().__init__(parent)
        self._opened = opened
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connect)
        name = socket_name(folder)
        if name and sys.platform != "win32":
            QLocalServer.removeServer(name)  # of a run that was killed: this one holds the lock
        self.listening = bool(name) and self._server.listen(name)

    def close(self) -> None:
        """Take nothing more."""
        self._server.close()

    def _connect(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(socket.deleteLater)
            self._take(socket)  # it may have come already

    def _read(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._take(socket)

    def _take(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > _MOST:
                socket.abort()
            return
        paths = _request(bytes(socket.readLine(_MOST).data()))
        if paths is None:
            socket.abort()
            return
        socket.write(_TAKEN)
        socket.flush()
        socket.disconnectFromServer()
        later(self, partial(self._opened, paths))


def _request(line: bytes) -> list[str] | None:
    """The paths of a request, None if it isn't one of this version. Sets what may raise the window."""
    with contextlib.suppress(ValueError, RecursionError):
        data = json.loads(line)
        if isinstance(data, dict) and data.get("version") == __version__:
            paths, tokens = data.get("paths"), data.get("tokens")
            if isinstance(paths, list) and all(isinstance(path, str) for path in paths):
                for name in _TOKENS:
                    token = tokens.get(name) if isinstance(tokens, dict) else None
                    if isinstance(token, str) and "\0" not in token:
                        os.environ[name] = token  # Qt's Wayland plug-in asks for it
                return paths
    return None
