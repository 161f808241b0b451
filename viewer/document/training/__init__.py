"""What was trained, and with what success: kept in the user's own folder, never in a record."""
