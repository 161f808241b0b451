"""The export form of the standard (its section 8): `form` makes it, `losses` tells what it can't hold."""
