"""Edits of many records at once: strip, replace, join; with counts before they are done."""
