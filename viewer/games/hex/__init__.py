"""Hex: boards of any width and height up to 63, stones, swaps, wins, notation, geometry."""
