"""The edge at which messages become text in the window."""

from viewer.base.catalogs import tr

__all__ = ["tr"]
