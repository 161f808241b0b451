"""What was edited and isn't saved yet, kept on the disk so that no crash takes it away."""
