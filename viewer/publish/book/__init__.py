"""Books and problem sheets as PDF, typeset by Typst from the outline of a study."""
