"""Play mode: the mode of the desk for playing against an engine from a position of the record."""
