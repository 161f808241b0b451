"""The variation tree as a graph, for any drawing back-end: lanes, visible cells, the dots of nodes."""
