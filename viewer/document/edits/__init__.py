"""Edits: their operations, the undo history, and what a plan may see of a document."""
