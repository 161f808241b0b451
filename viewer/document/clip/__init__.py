"""Branches and records on the clipboard, and pasting text from elsewhere."""
