"""Navigating a record: cursor, search, contents, timeline."""
