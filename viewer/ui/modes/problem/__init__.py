"""Problem mode: a mode of the desk in which somebody finds the moves that a record asks for."""
