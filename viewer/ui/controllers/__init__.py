"""Controllers of the window: files, records, clipboard, appearance."""
