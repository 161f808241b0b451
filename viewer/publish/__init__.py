"""Studies outside the window: the outline of a study, and the forms that are made of it."""
