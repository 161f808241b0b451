"""Reading: a file's lines to a tree, one pass, with what is odd about them. No rule is asked."""
