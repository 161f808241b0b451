"""Dialogs and lists that open over the window: to choose from, to write in, to read."""
