"""Run a program that dies, with all it starts, where it asks the system for a socket of a network.

    python without_network.py PROGRAM [WORD…]

Linux's filter of system calls can't be taken off again, and needs no rights. Local sockets (AF_UNIX) stay.
"""

from __future__ import annotations

import ctypes
import os
import platform
import socket
import struct
import sys

# By machine: how the kernel calls it, and the number of socket().
MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
_FAMILIES = (2, 10, 17)  # AF_INET, AF_INET6, AF_PACKET
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_NO_NEW_PRIVILEGES, _SET_FILTER, _FILTER = 38, 22, 2


def program(architecture: int, number: int) -> bytes:
    """The filter as Linux takes it: for each instruction a code, two jumps and a value."""
    rows = [
        (_LOAD, 0, 0, 4),
        (_IF_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        (_IF_EQUAL, 1, 0, number),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, 16),
    ]
    for left, family in enumerate(_FAMILIES, 1 - len(_FAMILIES)):
        rows.append((_IF_EQUAL, 1 - left, 0, family))
    rows += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _KILL)]
    return b"".join(struct.pack("HBBI", *row) for row in rows)


def close_networks() -> None:
    """Take the way to networks from this process and all that it starts. Raises OSError, or KeyError."""
    code = program(*MACHINES[platform.machine()])
    text = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(text))
    libc = ctypes.CDLL(None, use_errno=True)
    for words in ((_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SET_FILTER, _FILTER, head, 0, 0)):
        if libc.prctl(*words) != 0:
            raise OSError(ctypes.get_errno(), "prctl failed")
    socket.socket(socket.AF_UNIX).close()


if __name__ == "__main__":
    close_networks()
    os.execv(sys.argv[1], sys.argv[1:])
