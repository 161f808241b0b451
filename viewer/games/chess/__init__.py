"""Chess and Chess960: positions, rules by python-chess, notations, board."""
