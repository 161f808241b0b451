"""Reading a game: its bytes to tags and tokens, and these to a tree. No rule of a game is asked."""
