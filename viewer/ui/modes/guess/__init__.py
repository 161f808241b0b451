"""Guess mode: the mode of the desk for guessing the moves of a line."""
