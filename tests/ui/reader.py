"""What a screen reader hears of a program, asked through AT-SPI as it does; run by /usr/bin/python3.

Reads what to do from its standard input, a JSON list a line: the name of a function below that is in TASKS
and its arguments. Prints what each hears as lines of JSON. Keys are pressed by xdotool. Ends by itself
after PATIENCE.
"""

import json
import signal
import subprocess
import sys
import time

import pyatspi
from gi.repository import GLib

PATIENCE = 150  # seconds for all of it
stage = ["looking for the program"]


def give_up(*_):
    """Say what was waited for."""
    sys.exit(f"{PATIENCE} seconds went by: {stage[0]}; heard: {told[-5:]}; at: {spoken_last()}")


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

ROWS = {pyatspi.ROLE_TABLE_CELL, pyatspi.ROLE_LIST_ITEM, pyatspi.ROLE_TREE_ITEM}

told = []  # what was announced since the last key
focus = []  # what had the keyboard, the latest last


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
    time.sleep(0.005)


def take_focus(event):
    """Note what has the keyboard now; of a list or a table the whole, whichever row is current."""
    if not event.detail1:
        return
    try:
        one = event.source
        focus.append(one.parent if one.getRole() in ROWS else one)
    except GLib.GError:
        pass  # it is gone already: a row that was found again


def say(**words):
    """Print what was heard."""
    print(json.dumps(words), flush=True)


def spoken(one):
    """What is said of a control: its labels and its name."""
    labels = [
        relation.getTarget(number).name
        for relation in one.getRelationSet()
        if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY
        for number in range(relation.getNTargets())
    ]
    return ": ".join(dict.fromkeys(part for part in (*labels, one.name) if part))


def spoken_last():
    """What the keyboard is at."""
    return f"{focus[-1].getRoleName()} {spoken(focus[-1])}" if focus else "nothing"


def in_sight(one):
    """Whether any of it is within its window."""
    place = one.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    over = one
    while over.parent is not None and over.parent.getRole() != pyatspi.ROLE_APPLICATION:
        over = over.parent
    window = over.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    across = min(place.x + place.width, window.x + window.width) > max(place.x, window.x)
    down = min(place.y + place.height, window.y + window.height) > max(place.y, window.y)
    return across and down


def _strike(*words):
    told.clear()
    subprocess.run(["xdotool", *words], check=True)


# ------------------------------------------------------------------------------------- the tasks


def squares():
    """The board with its squares."""
    say(board=board.name, squares=[child.name for child in board])


def controls():
    """All controls of the window, by role and name."""
    found = [one for one in walk(top) if one.getRole() in ACTIVE and shown(one)]
    say(controls=[(one.getRoleName(), one.name) for one in found])


def step(key):
    """Press a key, and wait until another position is told."""
    stage[0] = f"the key {key} was pressed, and no other position was told"
    before = board.description
    _strike("key", key)
    while board.description == before or board.description not in told:
        listen()
    say(told=board.description)


def press(*keys):
    """Press keys."""
    _strike("key", *keys)


def write(text):
    """Type a text."""
    _strike("type", "--delay", "30", text)


def hear(part):
    """Wait until something is announced that a text is a part of."""
    stage[0] = f"waiting to hear {part!r}"
    while not any(part in one for one in told):
        listen()
    say(told=next(one for one in told if part in one))


def reach(part):
    """Wait until the keyboard is at something that is called so."""
    stage[0] = f"waiting until the keyboard is at {part!r}"
    while not (focus and part in spoken(focus[-1])):
        listen()


def appear(name):
    """Wait until a control of a name is shown."""
    stage[0] = f"waiting until {name!r} is shown"
    while not any(one.name == name and shown(one) for one in walk(top)):
        listen()


def around(where):
    """Press Tab until the keyboard is where it was; tells of all that it came by."""
    seen, told_of = [focus[-1]], [_told_of(focus[-1])]
    while True:
        stage[0] = f"{where}: Tab leads nowhere from {told_of[-1]}"
        _strike("key", "Tab")
        while focus[-1] == seen[-1]:
            listen()
        if focus[-1] in seen:
            break
        seen.append(focus[-1])
        told_of.append(_told_of(focus[-1]))
    say(around=where, back=seen.index(focus[-1]), seen=told_of)


def _told_of(one):
    return one.getRoleName(), spoken(one), in_sight(one)


_ALL = (squares, controls, step, press, write, hear, reach, appear, around)
TASKS = {one.__name__: one for one in _ALL}

pyatspi.Registry.registerEventListener(
    lambda event: told.append(event.any_data), "object:announcement"
)
pyatspi.Registry.registerEventListener(take_focus, "object:state-changed:focused")
top = program(int(sys.argv[1]))
stage[0] = "looking for the board"
board = board_of(top)
focus.append(board)
stage[0] = "waiting until the board has the keyboard"
while not (top[0].getState().contains(pyatspi.STATE_ACTIVE) and focused(board)):
    listen()
for line in sys.stdin:
    name, *words = json.loads(line)
    TASKS[name](*words)
