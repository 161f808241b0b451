"""The graph of variations: painting, scrolling, folding, previews of positions."""
