"""The graph of variations on the screen: painting, scrolling, folding, a look at positions."""
