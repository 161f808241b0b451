"""Problem mode: the mode of the desk for solving a record's problems."""
