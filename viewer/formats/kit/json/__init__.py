"""A lenient JSON reader that knows the offset of everything, and a writer that keeps unchanged text."""
