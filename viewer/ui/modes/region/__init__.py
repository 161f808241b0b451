"""The mode of the desk in which a part of a position is drawn, to be looked for in libraries."""
