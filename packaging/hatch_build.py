"""Run whenever Qipu is built or installed: compiles the catalogs into what it reads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface):
    """Makes the .mo of every .po."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all; raises where a translation can't be."""
        sys.path.insert(0, str(Path(self.root) / "packaging"))
        try:
            import catalogs
        finally:
            del sys.path[0]
        if catalogs.compile_all():
            raise ValueError("A catalog can't be compiled; the lines above say which text.")
