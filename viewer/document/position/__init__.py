"""Positions: editing, counting, move numbers of pieces."""
