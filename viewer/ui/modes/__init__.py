"""Modes of a desk: a folder for each, shown in place of board and panel."""
