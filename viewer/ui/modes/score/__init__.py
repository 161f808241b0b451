"""Score mode: the mode of the desk for counting a position."""
