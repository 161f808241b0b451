"""Everything that knows nothing of games: text, bytes, files, messages, limits, jobs."""
