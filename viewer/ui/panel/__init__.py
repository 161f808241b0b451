"""The panels beside and below the board: title, pages and comment."""
