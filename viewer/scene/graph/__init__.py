"""The variation tree as a graph, whatever draws it: lanes, what is in sight, what a node shows."""
