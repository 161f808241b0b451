"""Edits of many files at once, with what they were kept so that all of it can be taken back."""
