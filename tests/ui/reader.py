"""What a screen reader hears of a program, asked through AT-SPI as it does; run by /usr/bin/python3.

Prints lines of JSON: the squares of the board, the controls by role and name, and what is announced
after each key. The keys to press are lines of its standard input, as keysyms. Ends by itself after PATIENCE.
"""

import json
import signal
import sys
import time

import pyatspi
from gi.repository import GLib

PATIENCE = 150  # seconds for all of it
stage = ["looking for the program"]


def give_up(*_):
    """Say what was waited for."""
    sys.exit(f"{PATIENCE} seconds went by: {stage[0]}")


signal.signal(signal.SIGALRM, give_up)
signal.alarm(PATIENCE)
ACTIVE = {pyatspi.ROLE_PUSH_BUTTON, pyatspi.ROLE_TOGGLE_BUTTON, pyatspi.ROLE_CHECK_BOX}
ACTIVE |= {pyatspi.ROLE_RADIO_BUTTON, pyatspi.ROLE_COMBO_BOX, pyatspi.ROLE_ENTRY, pyatspi.ROLE_TEXT}
ACTIVE |= {
    pyatspi.ROLE_SLIDER,
    pyatspi.ROLE_PAGE_TAB,
    pyatspi.ROLE_PAGE_TAB_LIST,
    pyatspi.ROLE_TABLE,
}
ACTIVE |= {pyatspi.ROLE_SPIN_BUTTON, pyatspi.ROLE_TREE, pyatspi.ROLE_LIST}


def program(pid):
    """The program, once it has a window there."""
    while True:
        desktop = pyatspi.Registry.getDesktop(0)
        for one in desktop:
            if one is not None and one.get_process_id() == pid and one.childCount:
                return one
        time.sleep(0.1)


def walk(node):
    """All that is shown below a node."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        if one.getRole() != pyatspi.ROLE_TABLE or one is node:
            stack += [child for child in one if child is not None]


def shown(one):
    """Whether somebody can get to it."""
    states = one.getState()
    return states.contains(pyatspi.STATE_SHOWING) and states.contains(pyatspi.STATE_FOCUSABLE)


def board_of(top):
    """The board: a table with many cells."""
    while True:
        for one in walk(top):
            if one.getRole() == pyatspi.ROLE_TABLE and one.childCount > 50:
                return one
        time.sleep(0.1)


def focused(one):
    """Whether it has the keyboard."""
    return one.getState().contains(pyatspi.STATE_FOCUSED)


def listen():
    """Take what has been told meanwhile."""
    GLib.MainContext.default().iteration(False)
    time.sleep(0.01)


def say(**words):
    """Print what was heard."""
    print(json.dumps(words), flush=True)


told = []
pyatspi.Registry.registerEventListener(
    lambda event: told.append(event.any_data), "object:announcement"
)
top = program(int(sys.argv[1]))
stage[0] = "looking for the board"
board = board_of(top)
say(board=board.name, squares=[child.name for child in board])
say(
    controls=[
        (one.getRoleName(), one.name) for one in walk(top) if one.getRole() in ACTIVE and shown(one)
    ]
)
stage[0] = "waiting until the board has the keyboard"
while not (top[0].getState().contains(pyatspi.STATE_ACTIVE) and focused(board)):
    listen()
for line in sys.stdin:
    told.clear()
    stage[0] = f"the key {line.strip()} was pressed, and no other position was told"
    before = board.description
    pyatspi.Registry.generateKeyboardEvent(int(line), None, pyatspi.KEY_SYM)
    while board.description == before or board.description not in told:
        listen()
    say(told=board.description)
