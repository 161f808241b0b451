"""Twixt: boards of 5 to 256 lines of holes, pegs, links, wins, notation, geometry."""
