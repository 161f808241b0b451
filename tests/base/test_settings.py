"""Settings: defaults, what is refused, what a newer Qipu left in the file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.settings import SETTINGS, Settings

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from([setting.key for setting in SETTINGS.values()]) | st.text(max_size=8)


def test_defaults() -> None:
    settings = Settings()
    for setting in SETTINGS.values():
        assert settings[setting.key] == setting.default
        assert setting.allows(setting.default)
    assert settings.problems == []


def test_set_and_read_again() -> None:
    settings = Settings()
    settings.set("theme", "dark")
    settings.set("animate", False)
    again = Settings(settings.text())
    assert (again["theme"], again["animate"]) == ("dark", False)
    assert again["coordinates"] == "game"
    assert again.problems == []


def test_what_is_not_allowed_is_refused() -> None:
    settings = Settings()
    with pytest.raises(ValueError, match="purple"):
        settings.set("theme", "purple")
    with pytest.raises(ValueError, match="animate"):
        settings.set("animate", 1)
    with pytest.raises(KeyError):
        settings.set("nothing", True)
    assert settings["theme"] == "auto"


def test_a_wrong_value_in_the_file_is_said_and_left_out() -> None:
    settings = Settings('{"theme": "purple", "animate": "yes", "notation": "wxf"}')
    assert (settings["theme"], settings["animate"], settings["notation"]) == ("auto", True, "wxf")
    assert sorted(str(problem) for problem in settings.problems) == [
        "Setting animate can't be yes",
        "Setting theme can't be purple",
    ]


def test_settings_of_a_newer_qipu_stay() -> None:
    settings = Settings('{"hologram": {"depth": [1, 2]}, "theme": "light"}')
    settings.set("theme", "dark")
    assert json.loads(settings.text()) == {"hologram": {"depth": [1, 2]}, "theme": "dark"}


@pytest.mark.parametrize("text", ["{", "[]", '"x"', "null", "\x00", "{'theme': 1}", "[" * 100_000])
def test_a_broken_file_gives_the_defaults_and_a_sentence(text: str) -> None:
    settings = Settings(text)
    assert settings["theme"] == "auto"
    assert len(settings.problems) == 1
    assert str(settings.problems[0]).startswith("The settings can't be read: ")


@pytest.mark.parametrize("text", ["", "\n", "{}"])
def test_no_settings_are_no_problem(text: str) -> None:
    assert Settings(text).problems == []


@given(st.dictionaries(NAMES, JSON, max_size=6))
def test_any_file_gives_allowed_values_and_is_kept(found: dict[str, Any]) -> None:
    settings = Settings(json.dumps(found))
    for setting in SETTINGS.values():
        assert setting.allows(settings[setting.key])
    wrong = {s.key for s in SETTINGS.values() if s.key in found and not s.allows(found[s.key])}
    assert len(settings.problems) == len(wrong)
    kept = {name: value for name, value in found.items() if name not in wrong}
    assert json.loads(settings.text()) == kept
