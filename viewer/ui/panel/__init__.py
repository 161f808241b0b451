"""What stands beside the board: title, pages and comment."""
