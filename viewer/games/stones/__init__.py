"""Code shared by go, Hex and Twixt: boards of any size, stones placed on points, set-ups as text."""
