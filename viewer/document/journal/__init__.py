"""Journals: unsaved edits, kept on disk so that they survive a crash."""
