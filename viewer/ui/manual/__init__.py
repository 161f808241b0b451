"""The manual in a window of its own: contents, search, pages; which place of it belongs to what is shown."""
