"""Studies as text: Markdown, LaTeX, plain text with boards of letters, tables of problems."""
