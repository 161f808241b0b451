"""The pages of the side that are views of item models: tree, line, details, notes."""
