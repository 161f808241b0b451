"""Boards as pictures: vectors, pixels, animations."""
