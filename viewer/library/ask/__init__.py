"""Asking a library: headers, texts, positions, next moves, duplicates."""
