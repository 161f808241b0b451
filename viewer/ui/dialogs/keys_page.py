"""The page of the settings that has the keys of all commands, and the field that records one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.settings import OF_KEYS
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.keymap import KeyMap, key_name, pressed_key
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.palette_frame import matches, words_of
from viewer.ui.toolkit.plain import ElidedLabel, Label, literal, set_tip
from viewer.ui.toolkit.sheet import Sheet


class KeyInput(QLineEdit):
    """Takes every key that is pressed, those of commands too; Esc or a click elsewhere ends it.

    Signals:
        pressed: a key was pressed, as the settings write it.
        ended: no key will be.
    """

    pressed = Signal(str)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        words = tr(message("Press the key…"))
        self.setPlaceholderText(words)
        self.setAccessibleName(words)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:  # Tab too, which isn't a keyPressEvent
                self._take(event)
                return True
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        key = pressed_key(event)
        event.accept()
        if key == "Esc":
            self.ended.emit()
        elif key:
            self.pressed.emit(key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.ended.emit()


_ARROWS = ("Left", "Right", "Up", "Down")
_USES: tuple[tuple[frozenset[str], Message], ...] = (
    (
        frozenset((*_ARROWS, "Space", "M")),
        message("On the board it belongs to the cursor while that is shown."),
    ),
    (
        frozenset((*_ARROWS, "Home", "End", "PgUp", "PgDown", "Space")),
        message("In lists and trees with the focus it goes from row to row."),
    ),
    (frozenset("+-="), message("In the graph of variations it changes the size.")),
    (
        frozenset(
            f"{held}{key}" for held in ("", "Ctrl+") for key in ("Backspace", "Del", "Home", "End")
        )
        | {f"Ctrl+{key}" for key in ("A", "C", "V", "X", "Y", "Z", "Left", "Right", "Shift+Z")},
        message("In text fields it edits the text."),
    ),
    (frozenset(("Ctrl+Return",)), message("In forms and modes it finishes.")),
    (
        frozenset(("H", "P", "S", "R", "Shift+D", "Shift+R", "Backspace", "Left", "Home", "End")),
        message("In problems, in guessing and in a game against an engine it may act otherwise."),
    ),
)
_TYPED = message("In text fields it is typed.")
_FIXED = {
    "Esc": message("Esc always leaves."),
    "Tab": message("Tab always goes to the next field."),
    "Shift+Tab": message("Shift+Tab always goes to the field before."),
    "Backtab": message("Shift+Tab always goes to the field before."),
    "Shift+Backtab": message("Shift+Tab always goes to the field before."),
    "Return": message("Enter always carries out what has the focus."),
    "F10": message("F10 always opens the menu."),
}
"""Keys that no command can have, each with the reason."""


def _uses_of(keys: Iterable[str]) -> list[tuple[Message, list[str]]]:
    """What is done with keys where they don't carry out their command: sentences with the keys."""
    keys = list(keys)
    uses = [(words, [key for key in keys if key in among]) for among, words in _USES]
    uses.append((_TYPED, [key for key in keys if len(key.removeprefix("Shift+")) == 1]))
    return [(words, found) for words, found in uses if found]


_PROFILE = OF_KEYS[0]
_ID = Qt.ItemDataRole.UserRole
_AIR = 40  # px of the column of keys beside the longest
_AIR_ABOVE = 7

Answer = tuple[Message, Callable[[], object]]


class ListedCommand(NamedTuple):
    """A command of the list: its id, its name, and further words that find it."""

    id: str
    name: Message
    also: Message | None


class _CommandTree(QTreeWidget):
    """The commands under their menus.

    Signals:
        asked: another key is asked for the current command.
        removed: its last key is to be taken away.
    """

    asked = Signal()
    removed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.asked.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class KeysPage(QWidget):
    """The profile, the list of commands, and below it the keys of the current command.

    A change takes effect at once. A key that another command has is given only after an answer.

    Attributes:
        profile: the form of the profile.
        tree: the list.
        add, back, all_back: the buttons.
        input: records a key; shown in place of `add`.
        told: what is to be known of the keys of the current command.
        asked: the question, with `answers`, its buttons; hidden while there is none.
    """

    def __init__(
        self,
        menus: Iterable[tuple[Message | None, Sequence[ListedCommand]]],
        key_map: KeyMap,
        keep: Callable[[KeyMap], object],
        parent: QWidget | None = None,
    ) -> None:
        """`menus`: the commands under their headings; `keep` puts changed keys in force."""
        super().__init__(parent)
        self._map, self._put = key_map, keep
        self._also: dict[str, str] = {}
        self._heads: list[tuple[QTreeWidgetItem, list[str]]] = []
        self.profile = Sheet([_PROFILE], {_PROFILE.key: self._map.profile})
        self.profile.changed.connect(self._change_profile)
        self.all_back = self._button(message("Set all back"), self._ask_all_back)
        self.tree = _CommandTree()
        self.tree.setAccessibleName(tr(message("Commands")))
        self.tree.currentItemChanged.connect(self._turn)
        self.tree.itemDoubleClicked.connect(lambda *_: self._record())
        self.tree.asked.connect(self._record)
        self.tree.removed.connect(self._remove_last)
        self._rows = self._fill(menus)
        self._name = ElidedLabel()
        self._name.setProperty("name", True)
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips, 6)
        self.add = self._button(message("Add a key"), self._record)
        self.input = KeyInput()
        self.input.setMaximumWidth(180)
        self.input.pressed.connect(self._recorded)
        self.input.ended.connect(self._end)
        self.input.hide()
        self.back = self._button(message("Set back"), self._set_back)
        self.told = Label(look="muted", wraps=True)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.told.setMinimumHeight(3 * self.told.fontMetrics().lineSpacing())
        self.asked = Label(wraps=True)
        self.asked.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.asked.setContentsMargins(0, _AIR_ABOVE, 0, 0)  # level with the buttons
        self._question = QWidget()
        self._line = QHBoxLayout(self._question)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(8)
        self._line.addWidget(self.asked, 1)
        self._question.setMinimumHeight(self.told.minimumHeight())
        self._question.hide()
        self.answers: list[QPushButton] = []
        self._lay_out()
        self._show()
        self.tree.setCurrentItem(next(iter(self._rows.values())))

    def _button(self, words: Message, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(literal(tr(words)))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: act())
        return button

    def _lay_out(self) -> None:
        top, keys = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.profile, 1)
        top.addWidget(self.all_back, 0, Qt.AlignmentFlag.AlignTop)
        for part, stretch in ((self._chips, 1), (self.input, 0), (self.add, 0), (self.back, 0)):
            keys.addWidget(part, stretch)
        for row in (top, keys):
            row.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.tree, 1)
        column.addWidget(self._name)
        column.addLayout(keys)
        column.addWidget(self._question)
        column.addWidget(self.told)

    def _fill(
        self, menus: Iterable[tuple[Message | None, Sequence[ListedCommand]]]
    ) -> dict[str, QTreeWidgetItem]:
        """Make the rows, by the commands."""
        rows: dict[str, QTreeWidgetItem] = {}
        for menu, commands in menus:
            words = in_context("commands of no menu", "Others") if menu is None else menu
            head = QTreeWidgetItem(self.tree, [tr(words)])
            head.setFlags(Qt.ItemFlag.NoItemFlags)  # neither a click nor the arrows stay there
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            for command in commands:
                row = rows[command.id] = QTreeWidgetItem(self.tree, [tr(command.name)])
                row.setData(0, _ID, command.id)
                self._also[command.id] = words_of(command.name, command.also)
            self._heads.append((head, [command.id for command in commands]))
        return rows

    def search(self, text: str) -> int:
        """Show only the commands that a text finds, by name, other words or key; returns how many."""
        count = self.profile.search(text)
        if not count:
            self.profile.search("")  # it stays in sight
        for id, row in self._rows.items():
            words = (row.text(0), row.text(1).replace(",", ""), self._also[id])
            found = matches(text, " ".join(words))
            row.setHidden(not found)
            count += found
        shown = [row for row in self._rows.values() if not row.isHidden()]
        for head, ids in self._heads:
            head.setHidden(all(self._rows[id].isHidden() for id in ids))
        if shown and self._rows[self.current].isHidden():
            self.tree.setCurrentItem(shown[0])
        return count

    # ---------------------------------------------------------------------------------- showing

    @property
    def current(self) -> str:
        """The id of the current command."""
        item = self.tree.currentItem()
        assert item is not None  # there is one from the beginning
        return str(item.data(0, _ID))

    def row(self, id: str) -> QTreeWidgetItem:
        """The row of a command."""
        return self._rows[id]

    def _show(self) -> None:
        """Show the keys in force, those of one's own bold."""
        own = self._map.own
        for id, row in self._rows.items():
            row.setText(1, _named(self._map.keys[id]))
            changed = self._map.keys[id] != self._map.by_profile(id)
            font = row.font(1)
            font.setBold(changed)
            row.setFont(1, font)
        widths = map(
            self.tree.fontMetrics().horizontalAdvance, map(_named, self._map.keys.values())
        )
        self.tree.header().resizeSection(1, max(widths) + _AIR)
        self.all_back.setEnabled(bool(own))

    def _turn(self, *_: object) -> None:
        """Show the current command."""
        self.input.hide()
        self.add.show()
        self._ask(None)
        keys = self._map.keys[self.current]
        self._name.setText(self._rows[self.current].text(0))
        while (item := self._flow.takeAt(0)) is not None:
            chip = item.widget()
            if chip is not None:
                chip.hide()
                chip.deleteLater()
        for key in keys:
            chip = self._button(message("{key}  ×", key=key_name(key)), partial(self._remove, key))
            chip.setProperty("chip", True)
            words = tr(message("Take {key} away", key=key_name(key)))
            chip.setAccessibleName(words)
            set_tip(chip, words)
            self._flow.addWidget(chip)
        self.back.setEnabled(keys != self._map.by_profile(self.current))
        self._tell_uses(keys)

    def _tell_uses(self, keys: Sequence[str]) -> None:
        lines = [
            tr(message("{keys}: {use}", keys=_named(found), use=words))
            for words, found in _uses_of(keys)
        ]
        if not keys:
            lines = [tr(message("It has no key."))]
        usual = self._map.by_profile(self.current)
        if tuple(keys) != usual:
            named = _named(usual) or tr(message("none"))
            lines.insert(0, tr(message("Changed; the profile says: {keys}", keys=named)))
        self.told.set_look("muted")
        self.told.setText("\n".join(lines))

    def _refuse(self, words: Message) -> None:
        self.told.set_look("bad")
        self.told.setText(tr(words))

    def _ask(self, words: Message | None, answers: Sequence[Answer] = ()) -> None:
        """Ask a question below the keys; None ends it."""
        for button in self.answers:
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.asked.setText("" if words is None else tr(words))
        self.answers = [self._button(name, act) for name, act in answers]
        for button in self.answers:
            self._line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._question.setVisible(words is not None)
        self.told.setVisible(words is None)
        if self.answers:
            self.answers[0].setFocus()

    # --------------------------------------------------------------------------------- changing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button with the focus, not the dialog's own."""
        focused = self.focusWidget()
        if event.key() in ENTER and isinstance(focused, QPushButton):
            if not event.isAutoRepeat():  # of a key that was just recorded
                focused.click()
        else:
            super().keyPressEvent(event)

    def _keep(self) -> None:
        self._put(self._map)
        self._show()
        self._turn()

    def _change_profile(self, _: str) -> None:
        self._map = self._map.with_profile(str(self.profile.values()[_PROFILE.key]))
        self._keep()

    def _record(self) -> None:
        self._ask(None)
        self.add.hide()
        self.input.show()
        self.input.setFocus()

    def _end(self) -> None:
        if not self.input.isHidden():
            focused = self.input.hasFocus()
            self.add.show()
            if focused:
                self.add.setFocus()
            self.input.hide()

    def _recorded(self, key: str) -> None:
        self._end()
        had = self._map.keys[self.current]
        if key in _FIXED:
            self._refuse(_FIXED[key])
        elif key in had:
            self._refuse(message("{key} is a key of this command already.", key=key_name(key)))
        else:
            self._want((*had, key), key)

    def _want(self, keys: Sequence[str], single: str = "") -> None:
        """Give the current command keys, after an answer if others have them."""
        id = self.current
        holders = {key: self._map.holder(key) for key in keys}
        taken = {key: other for key, other in holders.items() if other not in ("", id)}
        if not taken:
            self._give(id, keys)
            return
        key, other = next(iter(taken.items()))
        single = single or (key if len(taken) == 1 else "")
        answers: list[Answer] = [(message("Take it"), partial(self._give, id, keys))]
        mine = self._map.keys[id]
        if single and mine:
            name = message("Exchange it for {key}", key=key_name(mine[0]))
            answers.append((name, partial(self._exchange, id, single)))
        answers.append((message("Leave it"), self._leave))
        rest = [one for one in self._map.keys[other] if one not in taken]
        name_of = self._called(other)
        if len(taken) > 1:
            all_ = ", ".join(dict.fromkeys(map(self._called, taken.values())))
            words = message(
                "{keys} are keys of other commands now: {commands}",
                keys=_named(list(taken)),
                commands=all_,
            )
        elif rest:
            words = message(
                "{key} is a key of “{command}”, which also has {rest}.",
                key=key_name(key),
                command=name_of,
                rest=_named(rest),
            )
        else:
            words = message(
                "{key} is the only key of “{command}”.", key=key_name(key), command=name_of
            )
        self._ask(words, answers)

    def _called(self, id: str) -> str:
        """The name of a command in a sentence."""
        return self._rows[id].text(0).removesuffix("…")

    def _give(self, id: str, keys: Sequence[str]) -> None:
        self._map.give(id, keys)
        self._keep()
        self.add.setFocus()

    def _exchange(self, id: str, key: str) -> None:
        self._map.exchange(id, key)
        self._keep()
        self.add.setFocus()

    def _leave(self) -> None:
        self._ask(None)
        self.add.setFocus()

    def _remove(self, key: str) -> None:
        self._give(self.current, [one for one in self._map.keys[self.current] if one != key])

    def _remove_last(self) -> None:
        keys = self._map.keys[self.current]
        if keys:
            self._map.give(self.current, keys[:-1])
            self._keep()

    def _set_back(self) -> None:
        self._want(self._map.by_profile(self.current))

    def _ask_all_back(self) -> None:
        self._ask(
            message("All keys become those of the profile; those of your own are forgotten."),
            ((message("Set all back"), self._all_back), (message("Leave it"), self._leave)),
        )

    def _all_back(self) -> None:
        self._map = self._map.without_own()
        self._keep()


def _named(keys: Sequence[str]) -> str:
    return ", ".join(map(key_name, keys))
