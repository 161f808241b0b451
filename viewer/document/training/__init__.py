"""What was trained, and with what success: kept in the user's own folder, never in a record."""

LESSON = "LESSON"
"""The key of the header by which a record of a lesson says what it asks; in capitals, since SGF has no other
letters. Read in any."""
HISTORY = "training.jsonl"
"""The file with the history of training in the user's folder of states."""
