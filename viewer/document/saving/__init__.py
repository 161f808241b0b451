"""How a document is saved: as what, what that loses, how it is written, what became of its file."""
