"""Reading a game: bytes to tags and tokens, and these to a tree, without asking the rules of any game."""
