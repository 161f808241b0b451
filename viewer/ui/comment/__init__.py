"""Writing at a move: its comment, its glyphs."""
