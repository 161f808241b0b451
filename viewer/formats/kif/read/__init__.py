"""Reading a file's lines to a tree in one pass, with diagnostics, without asking the rules."""
