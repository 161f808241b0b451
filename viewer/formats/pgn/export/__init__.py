"""The export form of the standard (its section 8): `form` writes it, `losses` names what it can't hold."""
