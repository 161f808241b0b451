"""Score mode: a mode of the desk in which the board is counted."""
