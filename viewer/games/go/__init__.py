"""Go: boards of any width and height up to 52, stones, captures, scoring, notation, geometry."""
