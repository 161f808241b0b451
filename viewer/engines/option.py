"""Options of an engine, as it says them, and the form fields made of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from viewer.base.fields import BUTTON, CHOICE, FLAG, MOST, NUMBER, TEXT, Field, Value
from viewer.base.messages import message
from viewer.base.named import NamedTuple

MANAGED = frozenset(
    (
        *("multipv", "ponder", "uci_analysemode", "uci_chess960", "uci_variant", "uci_showwdl"),
        *("usi_ponder", "protocol", "debug log file", "debug_log_file"),
    )
)
"""Options, in lower case, that Qipu sets by itself or leaves alone; they aren't offered to the user."""

_KINDS = {"check": FLAG, "spin": NUMBER, "combo": CHOICE, "button": BUTTON}
_EMPTY = "<empty>"


class Option(NamedTuple):
    """An option of an engine.

    Attributes:
        name: as the engine writes it.
        kind: "check", "spin", "combo", "button", "string", "filename", or another word of the engine.
        default: as the engine writes it.
        low, high: of a spin, as the engine writes them; "" for none.
        choices: of a combo.
    """

    name: str
    kind: str
    default: str = ""
    low: str = ""
    high: str = ""
    choices: tuple[str, ...] = ()

    def field(self) -> Field:
        """The field by which the user sets the option. Its key is the name."""
        kind = _KINDS.get(self.kind, TEXT)
        choices: Mapping[str, object] = {one: message("{name}", name=one) for one in self.choices}
        low, high = _number(self.low, 0), _number(self.high, MOST)
        return Field(
            self.name,
            message("{name}", name=self.name),
            kind,
            self._default(kind, low),
            MappingProxyType(dict(choices)),  # type: ignore[arg-type]  # its values are Messages
            low,
            max(low, min(high, MOST)),
        )

    def _default(self, kind: object, low: int) -> Value:
        if kind is FLAG:
            return self.default == "true"
        if kind is NUMBER:
            return _number(self.default, low)
        return "" if self.default == _EMPTY else self.default

    def value_text(self, value: Value) -> str:
        """A value as engines read it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) or _EMPTY


def read_option(words: list[str]) -> Option | None:
    """The option of `option name Hash type spin default 16 min 1 max 1024`, without its first word.

    UCCI leaves out `name` and has names of one word. None if there is no name or no type.
    """
    if words[:1] == ["name"]:
        words = words[1:]
    if "type" not in words[1:]:
        return None
    at = words.index("type", 1)
    found: dict[str, list[str]] = {}
    choices: list[str] = []
    key = "type"
    for word in words[at + 1 :]:
        if word in ("default", "min", "max", "var"):
            key = word
            if word == "var":
                choices.append("")
            else:
                found[key] = []
        elif key == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        else:
            found.setdefault(key, []).append(word)
    said = {name: " ".join(parts) for name, parts in found.items()}
    if not said.get("type"):
        return None
    return Option(
        " ".join(words[:at]),
        said["type"],
        said.get("default", ""),
        said.get("min", ""),
        said.get("max", ""),
        tuple(dict.fromkeys(one for one in choices if one)),
    )


def _number(text: str, default: int) -> int:
    try:
        return max(-MOST, min(int(text), MOST))
    except ValueError:
        return default
