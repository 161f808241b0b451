"""Edits: operations, undo history, and the view of a document that plans have."""
