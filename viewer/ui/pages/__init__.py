"""The pages of the info panel that are views of item models: tree, line, details, notes, games, contents."""
