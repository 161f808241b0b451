"""The commands beside the window: dump, check, convert, render, register. No Qt of their own."""
