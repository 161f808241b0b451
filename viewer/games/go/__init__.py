"""Go: boards of any width and height up to 255, stones, captures, scoring, notation, geometry."""
