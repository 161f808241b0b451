"""The pages of the manual in Chromium: what axe finds of their structure, texts and colours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser
from needs import reason

from viewer.base.manual import Manual, Named
from viewer.base.resources import resource_path
from viewer.scene.theme import DARK, LIGHT, Theme
from viewer.ui.manual.page import page_of, sheet_of

AXE = Path(os.environ.get("AXE_CORE", "")) / "axe.min.js"
LANGUAGES = sorted(path.name for path in resource_path("manual").iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.mark.skipif(not AXE.exists(), reason=reason(["axe-core"]))
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious(
    browser: Browser, tmp_path: Path, language: str, theme: Theme
) -> None:
    book = Manual(language, lambda id: Named(id.replace("-", " "), "Ctrl+K"))
    for name, chapter in book.chapters.items():
        page = tmp_path / f"{name}.html"
        page.write_text(
            f"<!DOCTYPE html><html lang={language.replace('_', '-')}><meta charset=utf-8>"
            f"<title>{chapter.title}</title><style>{sheet_of(theme)}"
            f"body {{ background: {theme['panel']} }}</style>"
            f"<main>{page_of(book, chapter, lambda name: 600)}</main>",
            "utf-8",
        )
        browser.open(page.as_uri())
        browser.run(AXE.read_text("utf-8") + ";0")
        found = browser.run(
            "axe.run(document).then(r => r.violations.map(v => [v.id, v.impact, v.nodes[0].html]))"
        )
        assert [one for one in found if one[1] in ("serious", "critical")] == [], name
