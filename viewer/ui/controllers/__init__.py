"""Controllers of the window: files, records, clipboard, engines, libraries."""
