"""What was trained, and with what success: kept in the user's own folder, never in a record."""

HISTORY = "training.jsonl"
"""The file with the history of training in the user's folder of states."""
