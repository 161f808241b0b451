"""The program that runs an engine and ends it together with Qipu, however Qipu ended.

Started as a script in a Python of its own, before the engine: `supervisor.py LIFELINE NICENESS PROGRAM …`.
LIFELINE is the number of a socket whose other end Qipu alone holds: when that is closed, by Qipu or by
Qipu's death, the engine and all that it started are killed. On Linux that includes what has left its group:
orphans become children of this process. Through the lifeline Qipu is told when the engine is stopped (as by
SIGSTOP) and goes on, and says when the engine's priority is to be lowered by NICENESS: not while it starts,
which would take it half a minute on a busy machine. Needs nothing of Qipu.
"""

import ctypes
import os
import select
import signal
import sys
from contextlib import suppress
from time import monotonic

_AGAIN = 0.15  # seconds
_GONE = 5.0  # seconds in which what was killed is gone; what belongs to another user never is
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>
STOPPED, GOES_ON = b"s", b"g"
"""What is told through the lifeline."""


def _run(lifeline: int, niceness: int, command: list[str]) -> int:
    """Run the command until it ends or the lifeline is cut; its exit status as a shell says it."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _adopt_orphans()
    child = os.fork()
    if child == 0:
        _become(lifeline, command)
    # Both sides make the group: killed at any moment from here on, nothing that the engine started is left.
    with suppress(OSError):  # it has become the engine already, in its group
        os.setpgid(child, child)
    with open(os.devnull, "r+b") as nothing:
        # The pipes are the engine's: Qipu sees their ends when the engine is gone.
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    lowered = True
    while True:
        changed, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
        if changed:
            if changed != child:  # an orphan
                continue
            if os.WIFSTOPPED(status) or os.WIFCONTINUED(status):
                with suppress(OSError):  # Qipu is gone, or doesn't listen
                    os.write(lifeline, STOPPED if os.WIFSTOPPED(status) else GOES_ON)
                continue
            _kill(child)
            return os.waitstatus_to_exitcode(status) & 0xFF
        lowered = lowered or _lower_session(niceness)
        ready = select.select([lifeline, woken], [], [], None if lowered else _AGAIN)[0]
        if lifeline in ready:
            if not _told(lifeline):
                _kill(child)
                return 0
            with suppress(OSError):  # it has ended
                os.setpriority(os.PRIO_PGRP, child, niceness)
            lowered = False
        if woken in ready:
            os.read(woken, 64)


def _told(lifeline: int) -> bytes:
    """What Qipu tells: that the priority is to be lowered; b"" once the lifeline is cut."""
    try:
        return os.read(lifeline, 64)
    except OSError:
        return b""


def _become(lifeline: int, command: list[str]) -> None:
    """Become the engine, in a group of its own."""
    try:
        os.close(lifeline)
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.execv(command[0], command)
    except OSError as error:
        os.write(2, f"{error.strerror}\n".encode())
    finally:
        os._exit(127)


def _lower_session(niceness: int) -> bool:
    """Lower the priority of this session; whether that is done, or can't be.

    Linux may divide the processors among sessions first ("autogroup"). The niceness of a process counts only
    within its session then, and the engine's has one of its own.
    """
    try:
        with open("/proc/self/autogroup", "w", encoding="ascii") as file:
            file.write(str(niceness))
    except BlockingIOError:  # the system takes about ten of these a second
        return False
    except OSError:  # no such thing here
        return True
    return True


def _adopt_orphans() -> None:
    """Become the parent of what the engine starts and leaves, where the system knows that."""
    with suppress(AttributeError, OSError):  # the function is Linux's
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _kill(group: int) -> None:
    """Kill a group, then all that are or become children of this process, until none is left."""
    with suppress(OSError):  # nothing of it is left, or it hasn't become a group yet
        os.killpg(group, signal.SIGKILL)
    with suppress(OSError):
        os.kill(group, signal.SIGKILL)
    end = monotonic() + _GONE
    with suppress(ChildProcessError):  # there are none
        while monotonic() < end:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            for child in _children():
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            select.select([], [], [], 0.005)


def _children() -> list[int]:
    """The children of this process, as Linux lists processes; [] elsewhere."""
    own = str(os.getpid())
    found = []
    with suppress(OSError):
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # it may have ended
                if file.read().rpartition(b")")[2].split()[1] == own.encode():
                    found.append(int(name))
    return found


if __name__ == "__main__":
    sys.exit(_run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
