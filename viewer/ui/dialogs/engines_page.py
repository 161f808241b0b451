"""The page of the settings that has the list of engines, with the options that each says itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import BUTTON, FLAG, NUMBER, TEXT, Field, Values
from viewer.base.messages import Message, message
from viewer.base.refused import Refused
from viewer.engines.analysis import Limits
from viewer.engines.chosen import unused
from viewer.engines.engine import EngineSetup, machine_values
from viewer.engines.identify import Identity, identify, options_of, unknown_setup
from viewer.engines.needs import file_for, found_for, lacking, needs_of, with_file
from viewer.engines.option import MANAGED, Option
from viewer.engines.process import EngineFault, command_text, cut_command, missing
from viewer.engines.translation import TRANSLATORS
from viewer.games import GAMES
from viewer.ui.toolkit.entry_list import Entry, EntryList, Offer
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.layouts import LongLabel, ScrollingArea
from viewer.ui.toolkit.sheet import Sheet

if TYPE_CHECKING:
    from viewer.ui.controllers.engines import EngineController

FIRST = "first "
"""Begins the key of the field for "use it first", before the id of the game."""
NEED = "need "
"""Begins the key of the field for a file that the engine needs, before the id of the need."""
CHOOSE = "choose "
"""Begins the key of the button that chooses the file of another field, before that field's key."""
_DAY = 86_400
_LIMITS = Limits._fields


def own_fields(setup: EngineSetup) -> Iterator[Field]:
    """The fields of what the list keeps of an engine beside its options, with its values as defaults."""
    yield Field("name", message("Name"), TEXT, setup.name)
    yield Field("program", message("Program"), TEXT, setup.program)
    yield Field(f"{CHOOSE}program", message("Choose…"), BUTTON, beside=True)
    for need in needs_of(setup):
        found = tuple(found_for(setup, need))
        hint = message("none found beside the program")
        key, path = NEED + need.id, file_for(setup, need)
        yield Field(key, need.label, TEXT, path, offered=found, hint=hint)
        yield Field(CHOOSE + key, message("Choose…"), BUTTON, beside=True)
    yield Field(
        "arguments",
        message("Arguments"),
        TEXT,
        command_text(setup.arguments),
        help=message("Of its command line."),
    )
    yield Field("try", message("Try it"), BUTTON, beside=True)
    for game in setup.protocols:
        name = message("Use it first for {game}", game=GAMES[game].name)
        yield Field(FIRST + game, name, FLAG, game in setup.preferred)
    limits = (
        Field("seconds", message("Seconds at most"), NUMBER, high=_DAY),
        Field("depth", message("Depth at most"), NUMBER),
        Field("nodes", message("Nodes at most"), NUMBER),
    )
    help = message("For the analysis of a position; 0: until it is stopped.")
    for field in (*limits[:-1], limits[-1]._replace(help=help)):
        yield field._replace(default=int(getattr(setup.limits, field.key) or 0))


def changed_engine(setup: EngineSetup, key: str, values: Values) -> EngineSetup:
    """An engine with the changed field of a form.

    A command line in the field of the program is cut: its arguments take the place of those that were there.
    Raises Refused if one can't be cut into words.
    """
    if key == "name":
        return setup._replace(name=str(values[key]).strip())
    if key == "program":
        text = str(values[key]).strip()
        words = (text,) if os.path.isfile(text) else cut_command(text)
        program = shutil.which(words[0]) if len(words) > 1 else None
        if program is not None:
            return setup._replace(program=program, arguments=words[1:])
        return setup._replace(program=text)
    if key.startswith(NEED):
        needs = {one.id: one for one in needs_of(setup)}
        need = needs.get(key.removeprefix(NEED))
        return setup if need is None else with_file(setup, need, str(values[key]).strip())
    if key == "arguments":
        return setup._replace(arguments=cut_command(str(values[key])))
    if key in _LIMITS:
        return setup._replace(limits=Limits(**{name: values[name] or None for name in _LIMITS}))  # type: ignore[arg-type]  # numbers
    game = key.removeprefix(FIRST)
    others = tuple(one for one in setup.preferred if one != game)
    return setup._replace(preferred=(*others, game) if values[key] else others)


def option_fields(setup: EngineSetup, said: Mapping[str, Option]) -> Iterator[Field]:
    """The fields of an engine's options, with what suits this machine as the default.

    Files that it needs have fields of their own.
    """
    machine = machine_values(said)
    files = {need.option for need in needs_of(setup)}
    for name, option in said.items():
        field = option.field()
        if name.lower() in MANAGED or name in files or field.kind is BUTTON:
            continue
        yield field._replace(default=machine.get(name, field.default))


_LEAST = 300  # px of width of the form


class EnginesPage(QWidget):
    """The list on the left, and the form of the current engine: its own fields, then its options.

    A change takes effect at once.

    Signals:
        changed: the list was changed.

    Attributes:
        list: the list.
        own: the form of the name, the program, the games and limits; None without an engine.
        options: the form of the engine's options; None before it has said them.
        told: what is done, or wrong.
    """

    changed = Signal()

    def __init__(self, kept: EngineController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._engines = list(kept.engines)
        self._sought = ""
        self._said: dict[str, dict[str, Option]] = {}  # by the name of an engine
        self._tried: EngineSetup | None = None  # what is identified
        self._again = ""  # the engine of the list that it is, by name; "" for a new one
        self.own: Sheet | None = None
        self.options: Sheet | None = None
        self.list = EntryList(message("Engines"), self._offers)
        self.list.chosen.connect(self._show_current)
        self.list.removed.connect(self._remove)
        self.list.moved.connect(self._move)
        self.told = LongLabel(look="muted")
        self._form = QWidget()
        self._column = QVBoxLayout(self._form)
        self._column.setContentsMargins(2, 0, 14, 0)
        self._column.setSpacing(12)
        self._column.addWidget(self.told)
        self._column.addStretch(1)
        area = ScrollingArea(tr(message("Engine")))
        area.setMinimumWidth(_LEAST)
        area.hold(self._form)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(18)
        row.addWidget(self.list)
        row.addWidget(area, 1)
        self._asking = JobRunner(self, (EngineFault,))
        self._asking.result.connect(self._take_options)
        self._asking.failed.connect(self._failed)
        self._adding = JobRunner(self, (EngineFault,))
        self._adding.result.connect(self._take_identity)
        self._adding.failed.connect(self._not_known)
        self._show_list(0)
        self._show_current(self.list.row)

    def showEvent(self, event: QShowEvent) -> None:
        """Engines are started only where they can be seen."""
        super().showEvent(event)
        if self.options is None and not self._adding.running:
            self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._asking.stop()
        self._adding.stop()

    def search(self, text: str) -> int:
        """Show only the fields of the current engine that a text finds; returns how many those are."""
        self._sought = text
        return sum(one.search(text) for one in (self.own, self.options) if one is not None)

    # ---------------------------------------------------------------------------------- the list

    @property
    def _current(self) -> EngineSetup | None:
        row = self.list.row
        return self._engines[row] if 0 <= row < len(self._engines) else None

    def _show_list(self, row: int) -> None:
        row = min(row, len(self._engines) - 1)
        self.list.show_entries([_entry(one) for one in self._engines], row)

    def _keep(self, row: int) -> None:
        self._kept.keep(tuple(self._engines))
        self._show_list(row)
        self.changed.emit()

    def _remove(self) -> None:
        row = self.list.row
        if 0 <= row < len(self._engines):
            del self._engines[row]
            self._keep(row)
            self._show_current(self.list.row)

    def _move(self, rows: int) -> None:
        row = self.list.row
        if 0 <= row < len(self._engines) and 0 <= row + rows < len(self._engines):
            self._engines.insert(row + rows, self._engines.pop(row))
            self._keep(row + rows)

    def _offers(self) -> list[Offer]:
        """The engines found that aren't in the list, another program, and a copy of the current one."""
        known = {os.path.realpath(one.program) for one in self._engines}
        found = {
            os.path.realpath(one.path): one
            for game in TRANSLATORS
            for one in self._kept.search(game)
        }
        offers = [
            Offer(
                message("{engine}  ({path})", engine=one.known.title, path=one.path),
                lambda path=one.path: self.add(path),  # type: ignore[misc]  # mypy takes the default for an argument
            )
            for real, one in found.items()
            if real not in known
        ]
        offers.append(Offer(message("Choose a program…"), self._choose))
        current = self._current
        if current is not None:
            name = message("Another configuration of {engine}", engine=current.name)
            offers.append(Offer(name, self._copy))
        return offers

    def _choose(self) -> None:
        path = FileDialog.open_file(self, tr(message("The program of an engine")), purpose="engine")
        if path:
            self.add(path)

    def _copy(self) -> None:
        current = self._current
        if current is not None:
            self._append(current._replace(preferred=()))

    def _append(self, setup: EngineSetup) -> None:
        setup = setup._replace(name=unused(setup.name, self._engines))
        self._engines.append(setup)
        self._keep(len(self._engines) - 1)
        self._show_current(self.list.row)

    def add(self, program: str) -> None:
        """Find out what a program is, then add it to the list; also if it fails, with what it said."""
        self._try(unknown_setup(os.path.abspath(program)), "")

    def _try(self, setup: EngineSetup, again: str) -> None:
        """Find out what the program of an entry is; `again`: the name that it has in the list."""
        self._tried, self._again = setup, again
        self._say(message("Getting to know {engine}…", engine=setup.name))
        self._adding.start(identify(setup, self._say))

    def _take_identity(self, found: Identity) -> None:
        assert self._tried is not None
        again = [row for row, one in enumerate(self._engines) if one.name == self._again]
        if not again:
            self._append(found.of(self._tried)._replace(name=found.name))
            return
        row = again[0]
        self._engines[row] = found.of(self._engines[row])
        self._keep(self.list.row)
        if row == self.list.row:
            self._show_current(row)

    def _not_known(self, error: Exception) -> None:
        """It can't be found out what a program is: its own entry says why."""
        if not isinstance(error, EngineFault) or self._tried is None:
            return
        again = [row for row, one in enumerate(self._engines) if one.name == self._again]
        if not again and missing(self._tried.program) is not None:
            self._say(error.reason, "bad")
        elif not again:
            self._append(self._tried._replace(fault=error.reason))
        else:
            row = again[0]
            self._engines[row] = self._engines[row]._replace(fault=error.reason)
            self._keep(self.list.row)
            if row == self.list.row:
                self._say_fault(self._engines[row], error.reason)

    # ---------------------------------------------------------------------------------- the form

    def _show_current(self, row: int) -> None:
        """Show the engine of a row."""
        self._asking.stop()
        for sheet in (self.own, self.options):
            if sheet is not None:
                self._column.removeWidget(sheet)
                sheet.hide()
                sheet.deleteLater()
        self.own = self.options = None
        current = self._current
        if current is None:
            self._say(
                message(
                    "Engines evaluate positions. Qipu brings none; Add finds those that are installed."
                )
            )
            return
        self.own = Sheet(own_fields(current), {})
        self.own.changed.connect(self._edited)
        self.own.pressed.connect(self._pressed)
        self.own.search(self._sought)
        self._column.insertWidget(0, self.own)
        self._ask()

    def _ask(self) -> None:
        """Ask the current engine for its options, unless it has said them."""
        current = self._current
        if current is None or not self.isVisible():
            return
        if current.fault is not None and not current.protocols:
            self._say_fault(current, current.fault)
            return
        said = self._said.get(current.name)
        if said is not None:
            self._show_options(current, said)
            return
        self._say(message("Asking {engine} for its options…", engine=current.name))
        self._asking.start(options_of(current))

    def _take_options(self, found: dict[str, Option]) -> None:
        current = self._current
        if current is not None:
            self._said[current.name] = found
            self._show_options(current, found)

    def _show_options(self, current: EngineSetup, said: Mapping[str, Option]) -> None:
        fields = list(option_fields(current, said))
        if not fields:
            self._say(message("It has no options of its own; what it is told are its arguments."))
            return
        self._say(message("Options of the engine"), "name")
        values = {field.key: current.options.get(field.key, field.default) for field in fields}
        sound = {
            field.key: values[field.key] for field in fields if field.allows(values[field.key])
        }
        self.options = Sheet(fields, sound)
        self.options.changed.connect(self._set_option)
        self.options.search(self._sought)
        self._column.insertWidget(2, self.options)

    def _say(self, words: Message, look: str = "muted") -> None:
        self.told.set_look(look)
        self.told.setText(tr(words))

    def _say_fault(self, setup: EngineSetup, reason: Message) -> None:
        """Say why it isn't known what an engine plays, and what to do."""
        lacks = lacking(setup)
        if lacks:
            do = message(
                "{engine} needs a file that wasn't found: {what}. Choose it above, then try it.",
                engine=setup.name,
                what=lacks[0].label,
            )
        else:
            do = message("Once its program and its arguments are right, try it.")
        self.told.set_look("bad")
        self.told.setText(f"{tr(reason)}\n{tr(do)}")

    def _failed(self, error: Exception) -> None:
        if isinstance(error, EngineFault):
            self._say(error.reason, "bad")

    def _pressed(self, key: str) -> None:
        if key == "try":
            self._try_again()
            return
        wanted = key.removeprefix(CHOOSE)
        current, sheet = self._current, self.own
        if current is None or sheet is None:
            return
        label = next(one.label for one in own_fields(current) if one.key == wanted)
        if wanted == "program":
            label = message("The program of an engine")
        path = FileDialog.open_file(self, tr(label), purpose="engine")
        needs = {NEED + one.id: one for one in needs_of(current)}
        if path and wanted in needs and needs[wanted].folder:
            path = os.path.dirname(path)
        if path:
            sheet.set_value(wanted, path)
            self._edited(wanted)

    def _try_again(self) -> None:
        """Find out what the program of the current engine is; it may be another one now."""
        current = self._current
        if current is None:
            return
        self._said.pop(current.name, None)
        self._try(current, current.name)

    def _edited(self, key: str) -> None:
        """A field of the own form was changed."""
        current, sheet, row = self._current, self.own, self.list.row
        if current is None or sheet is None:
            return
        others = [one.name for one in self._engines if one is not current]
        values = sheet.values()
        name = str(values["name"]).strip()
        fault = None
        if key == "name" and (not name or name in others):
            fault = (
                message("An engine needs a name.")
                if not name
                else message("Another engine has this name.")
            )
        if fault is not None:
            sheet.say(key, fault)
            return
        try:
            changed = changed_engine(current, key, values)
        except Refused as error:
            sheet.say(key, error.reason)
            return
        if changed.arguments != current.arguments:
            sheet.set_value("arguments", command_text(changed.arguments))
        for need in needs_of(changed):
            if NEED + need.id in values:
                sheet.set_value(NEED + need.id, file_for(changed, need))
        if key.startswith(FIRST) and values[key]:
            game = key.removeprefix(FIRST)
            self._engines = [
                one._replace(preferred=tuple(id for id in one.preferred if id != game))
                for one in self._engines
            ]
        if changed.name != current.name and current.name in self._said:
            self._said[changed.name] = self._said.pop(current.name)
        self._engines[row] = changed
        self._keep(row)

    def _set_option(self, key: str) -> None:
        """An option was changed: it is kept where it isn't what the engine has by itself."""
        current, sheet, row = self._current, self.options, self.list.row
        if current is None or sheet is None:
            return
        usual = {
            field.key: field.default for field in option_fields(current, self._said[current.name])
        }
        kept = {**current.options, key: sheet.values()[key]}
        if kept[key] == usual[key]:
            del kept[key]
        self._engines[row] = current._replace(options=kept)
        self._keep(row)


def _entry(setup: EngineSetup) -> Entry:
    fault = missing(setup.program)
    if fault is not None:
        return Entry(setup.name, tr(fault), True)
    if setup.fault is not None and not setup.protocols:
        return Entry(setup.name, tr(message("Could not be asked what it is")), True)
    return Entry(setup.name, ", ".join(tr(GAMES[id].name) for id in setup.protocols))
