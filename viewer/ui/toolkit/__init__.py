"""Qt widgets and helpers that know nothing of records: text, styles, jobs, questions, fonts."""
