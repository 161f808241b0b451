"""Hex: boards of any width and height up to 256, stones, swaps, wins, notation, geometry."""
