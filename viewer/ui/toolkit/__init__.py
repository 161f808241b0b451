"""What a window of Qt needs that knows nothing of records: text, styles, jobs, questions, fonts."""
