"""What the window does with files, records, the clipboard and its looks."""
